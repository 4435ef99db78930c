"""Packs are found by path, in the working directory, in a user folder and in other packages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from environments import with_packages_of
from homesteaders_rules import Diagnostic, load, read
from homesteaders_rules.language.packs import discovery
from homesteaders_rules.language.packs.listing import listed_games
from homesteaders_rules.paths import data_folder
from language.texts import pack, planted
from sizes import size

Written = Callable[..., Path]
Found = Callable[..., list[Diagnostic]]
BEES = "pack Bees, version {}, extends Orchard\n"


def version_of(*packs: str | Path) -> str:
    return load(*packs).headers[-1].version


# ---- where


def test_by_path(tmp_path: Path) -> None:
    planted(tmp_path)
    folder = pack(tmp_path, "bees", BEES.format(2))
    for wanted in (folder, str(folder), f"{folder}/"):
        assert version_of(wanted) == "2"


def test_in_the_working_directory(home: Path) -> None:
    folder = pack(home, "bees", BEES.format(2))
    for wanted in ("bees", "Bees", "./bees", Path("bees"), "bees/bees.rules"):
        assert version_of(wanted) == "2"
    (folder / "bees.rules").rename(home / "bees.rules")
    folder.rmdir()
    for wanted in ("bees", "bees.rules", "Bees"):
        assert version_of(wanted) == "2"


@pytest.mark.parametrize("typed", ["café", "café", "Café"])
@pytest.mark.parametrize("named", ["café", "café"])
def test_accents_may_be_characters_of_their_own(home: Path, typed: str, named: str) -> None:
    pack(home, named, 'pack "Café", version 4, extends Orchard\n')
    assert version_of(typed) == "4"
    other = pack(home, "guests", 'pack Guests, version 5, extends "Café"\n')
    assert [header.version for header in load(other).headers] == ["3", "4", "5"]


def user_folder() -> Path:
    folder = Path(os.environ["XDG_DATA_HOME"]) / "homesteaders-rules" / "rules"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def test_in_the_folder_of_the_user(home: Path) -> None:
    pack(user_folder(), "bees", BEES.format(3))
    assert version_of("bees") == "3"


def test_beside_the_pack_that_needs_it(home: Path, tmp_path: Path) -> None:
    pack(home, "bees", BEES.format(2))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    pack(elsewhere, "bees", BEES.format(7))
    crows = pack(elsewhere, "crows", "pack Crows, version 1, extends Bees\n")
    assert [header.version for header in load(crows).headers] == ["3", "7", "1"]


Distribution = Callable[[str], Path]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Distribution:
    """An installed distribution that offers packs: the lines of its entry points are given."""

    def install(lines: str) -> Path:
        site = tmp_path / "site"
        package = site / "acme_packs"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("raise SystemExit('code of a pack was run')\n")
        pack(package, "winter", "pack Hard Frost, version 5, extends Homesteaders\n")
        metadata = site / "acme_packs-5.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: acme-packs\nVersion: 5.0\n"
        )
        (metadata / "entry_points.txt").write_text(f"[{discovery.ENTRY_POINTS}]\n{lines}\n")
        monkeypatch.syspath_prepend(str(site))
        return site

    return install


def test_in_an_installed_distribution(home: Path, installed: Distribution) -> None:
    """Nothing of the distribution is run: its rules are text, and found as such."""
    site = installed("winter = acme_packs.winter")
    for wanted in ("winter", "Winter", "homesteaders.winter"):
        assert version_of(wanted) == "5"
    assert load("winter").headers[-1].place == str(site / "acme_packs" / "winter")
    _, (unknown,) = read("wimter")
    assert unknown.hint == 'did you mean "winter"?'
    # What lies in a folder comes first.
    pack(user_folder(), "winter", "pack Winter, version 6, extends Homesteaders\n")
    assert version_of("winter") == "6"


def test_the_command_finds_it_too(home: Path, installed: Distribution) -> None:
    site = installed("winter = acme_packs.winter")
    command = "from homesteaders_rules.cli import main; main()"
    finished = subprocess.run(
        [sys.executable, "-c", command, "diff", "--with", "winter"],
        env=with_packages_of(site),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.splitlines()[1] == "nothing differs"


@pytest.mark.parametrize(
    "value",
    ["acme_packs", "acme_packs.summer", "no_such_package", "no_such.package", "acme_packs.a.b"],
)
def test_a_distribution_without_its_rules(
    home: Path, installed: Distribution, found: Found, value: str
) -> None:
    installed(f"winter = {value}")
    (missing,) = found("winter")
    assert missing.code == "E013"
    assert missing.message == 'an installed package offers "winter" without its files'
    assert missing.hint == f"no rule files lie in {value}: install it again"


# ---- the id


def test_the_id_of_a_pack_has_that_of_its_game_before_it(written: Written) -> None:
    written("Night Bees", "")
    written("Crows", "", ", version 1, extends Night Bees")
    ids = [header.identity for header in load("crows").headers]
    assert ids == ["orchard", "orchard.night_bees", "orchard.crows"]
    assert load("crows").headers[-1].extends == ("orchard.night_bees",)
    for wanted in ("orchard.crows", "orchard.Crows", "Orchard.crows"):
        assert load(wanted) == load("crows")
    assert load("homesteaders.peer") == load("peer")


def test_the_id_tells_packs_of_two_games_apart(home: Path, found: Found) -> None:
    pack(home, "winter", "pack Winter, version 2, extends Orchard\n")
    pack(user_folder(), "winter", "pack Winter, version 3, extends Homesteaders\n")
    assert version_of("winter") == "2"
    assert version_of("orchard.winter") == "2"
    assert version_of("homesteaders.winter") == "3"
    (missing,) = found("agricola.winter")
    assert missing.code == "E013"


def test_ids_that_lead_round_in_a_circle(
    home: Path, found: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack(home, "hen", "pack Hen, version 1, extends X.Egg\n")
    pack(home, "egg", "pack Egg, version 1, extends X.Hen\n")
    for name in ("hen", "x.hen"):
        assert {d.code for d in found(name)} == {"E013"}
    monkeypatch.setattr(discovery, "MOST_LOOKED_AT", size(20, discovery.MOST_LOOKED_AT))
    for number in range(discovery.MOST_LOOKED_AT + 10):
        header = f"pack P{number}, version 1, extends Orchard.P{number + 1}\n"
        (home / f"p{number}.rules").write_text(header)
    assert {d.code for d in found("orchard.p0")} == {"E013"}


def test_the_folder_need_not_be_called_like_the_pack(home: Path) -> None:
    """The id is in the header, however the folder is called and the name is written."""
    pack(home, "draft 2", 'pack "night-time BEES", version 2, extends Orchard\n')
    for wanted in ("night_time_bees", "Night Time Bees", "orchard.night_time_bees", "draft 2"):
        (_, header) = load(wanted).headers
        assert (header.identity, header.name) == ("orchard.night_time_bees", "night-time BEES")
    pack(home, "crows", 'pack Crows, version 1, extends "Night-Time Bees"\n')
    assert load("crows").headers[-1].extends == ("orchard.night_time_bees",)


def test_of_many_packs_all_are_found_and_each_is_looked_at_once(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However their folders are called: 120 of them took 8 s, and only fifty had a game."""
    many = discovery.MOST_LOOKED_AT + 10
    for number in range(many):
        pack(home, f"Draft {number}", f"pack Pear {number}, version 1, extends Orchard\n")
    (orchard,) = (each for each in listed_games() if each.name == "orchard")
    assert {each.name for each in orchard.packs} == {f"pear_{number}" for number in range(many)}
    looked_at: Counter[Path] = Counter()
    header_of = discovery.header_of
    monkeypatch.setattr(
        discovery, "header_of", lambda path: looked_at.update([path]) or header_of(path)
    )
    found = discovery.find_all()
    assert len(looked_at) > many
    assert {*looked_at.values()} == {1}
    for name in ("pear_3", "orchard", "homesteaders", "agricola"):
        assert found[name] == discovery.find(name)


@pytest.mark.parametrize("name", sorted(path.stem for path in data_folder("rules").iterdir()))
def test_messages_name_what_comes_along_without_where_it_is_installed(name: str) -> None:
    """By whatever it was found: its folder, or the name in its header."""
    place = discovery.find(name)
    assert place is not None
    header = discovery.header_of(place.path)
    assert header is not None
    for other in (name, header):
        found = discovery.find(other)
        assert found is not None
        assert found.shown == place.path.stem


def test_a_name_with_a_dot_is_one_name(home: Path) -> None:
    pack(home, "dr_bees", "pack Dr. Bees, version 2, extends Orchard\n")
    pack(home, "crows", "pack Crows, version 1, extends Dr. Bees\n")
    assert [header.identity for header in load("crows").headers][1] == "orchard.dr_bees"


@pytest.mark.parametrize("name", ["../bees", "a/b", "/etc", "..", ".", "a\\b", "", "x\0"])
def test_a_header_names_no_paths(home: Path, name: str) -> None:
    pack(home, "bees", BEES.format(1))
    assert discovery.find(name) is None


def test_an_unknown_name_is_told_the_nearest(written: Written, found: Found) -> None:
    written("Night Bees", "")
    for wrong in ("night_bess", "Nigth Bees", "orchard.night_bess"):
        (unknown,) = found(wrong)
        assert unknown.hint == 'did you mean "night_bees"?'
