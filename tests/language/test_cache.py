"""Compiled rules are kept under a hash of all that made them, and can be lost at any time."""

from __future__ import annotations

import errno
import hashlib
import os
import pickle
import shutil
import subprocess
import sys
from functools import partial
from inspect import isabstract
from pathlib import Path
from typing import IO, Any
from unittest.mock import Mock
from weakref import WeakValueDictionary

import pytest
from attrs import fields

import homesteaders_rules
from environments import with_packages_of
from homesteaders_rules import Rules, load
from homesteaders_rules.commands.base import Command
from homesteaders_rules.language import cache, loader, store
from homesteaders_rules.language.checking import tables
from homesteaders_rules.language.loader import found_at_tables, read
from homesteaders_rules.language.packs.resolving import Library
from homesteaders_rules.language.plain import from_json, to_json
from homesteaders_rules.language.reading import grammar
from language.texts import ORCHARD, orchard


class InOtherProcesses(dict[str, Rules]):
    """Rules in use, none of which is found: as if each were loaded in a process of its own."""

    def get(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, "on")
    monkeypatch.setattr(cache, "_in_use", InOtherProcesses())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "homesteaders-rules"


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    calls: list[int] = []
    compiled = loader.compiled

    def counted(library: Library) -> loader.Result:
        calls.append(1)
        return compiled(library)

    monkeypatch.setattr(loader, "compiled", counted)
    return calls


def test_the_second_time_nothing_is_compiled(
    tmp_path: Path, kept: Path, compilations: list[int]
) -> None:
    first = orchard(tmp_path, "phase sleep: do nothing")
    again = orchard(tmp_path, "phase sleep: do nothing")
    assert len(compilations) == 1
    assert again == first
    assert again[0] is not None
    assert again[0].definitions == first[0].definitions  # type: ignore[union-attr]
    assert [d.span for d in again[0].definitions] == [d.span for d in first[0].definitions]  # type: ignore[union-attr]
    assert [d.code for d in again[1]] == ["W514"]


def test_rules_in_use_are_loaded_as_they_are(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_in_use", WeakValueDictionary())
    first, found = orchard(tmp_path, "phase sleep: do nothing")
    again, told = orchard(tmp_path, "phase sleep: do nothing")
    assert again is first
    assert [d.code for d in told] == [d.code for d in found] == ["W514"]
    assert orchard(tmp_path, "\nphase sleep: do nothing")[0] is not first


OPENS = """\
pack Added, version 1, extends Homesteaders
before allocate: each player: up to 4 times: repay or pay 2 steel to gain 3 gold
"""
"""Where an option lets players repay at any time, `repay` stands for two things."""


def test_what_tables_show_is_found_once(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked = Mock(side_effect=tables.link_more)
    monkeypatch.setattr(tables, "link_more", linked)
    path = tmp_path / "added.rules"
    told: list[list[tuple[str, int, str]]] = []
    for text in (OPENS, OPENS, OPENS.replace("\n", "\n# A line.\n", 1), OPENS):
        path.write_text(text, encoding="utf-8")
        found = found_at_tables(load(path))
        told.append([(each.code, each.span.line, each.message) for each in found])
    assert told[0] == told[1] == told[3]
    assert [line[:2] for line in told[0]] == [("E203", 2)]
    assert [line[:2] for line in told[2]] == [("E203", 3)]
    assert linked.call_count == 2


def test_what_tables_show_is_found_again_where_nothing_is_kept(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "added.rules"
    path.write_text(OPENS, encoding="utf-8")
    found = found_at_tables(load(path))
    for damaged in kept.glob("*.linked"):
        damaged.write_text("else")
    assert found_at_tables(load(path)) == found
    monkeypatch.setenv(cache.VARIABLE, "off")
    assert found_at_tables(load(path)) == found
    assert [each.code for each in found] == ["E203"]


def test_another_text_is_compiled_anew(tmp_path: Path, kept: Path, compilations: list[int]) -> None:
    digests = set()
    for number in range(3):
        rules, _ = orchard(tmp_path, f"after fair: gain {number + 1} coins")
        assert rules is not None
        digests.add(rules.digest)
    assert len(digests) == len(compilations) == 3
    (tmp_path / "orchard" / "even_more.rules").write_text("after fair: gain 1 star\n")
    read(tmp_path / "orchard")
    assert len(compilations) == 4


def test_what_a_pack_extends_counts(tmp_path: Path, kept: Path, compilations: list[int]) -> None:
    orchard(tmp_path)
    home = tmp_path / "robbers"
    home.mkdir()
    (home / "robbers.rules").write_text("pack Robbers, version 1, extends Orchard\n")
    for text in (ORCHARD, ORCHARD, ORCHARD.replace("cost 1 apple", "cost 2 apples")):
        (tmp_path / "orchard" / "game.rules").write_text(text)
        assert read(home)[0] is not None
    assert len(compilations) == 3


def test_what_is_found_with_a_solver_and_without_one_is_kept_apart(
    tmp_path: Path, kept: Path, compilations: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without scipy a pump of many exchanges may be missed."""
    for is_there in (False, True, False, True):
        monkeypatch.setattr(cache, "has_solver", partial(bool, is_there))
        orchard(tmp_path, "phase sleep: do nothing")
    assert len(compilations) == len(list(kept.glob("*.compiled"))) == 2


def test_what_is_found_at_reading_is_kept_with_the_text(tmp_path: Path, kept: Path) -> None:
    assert orchard(tmp_path)[1] == ()
    (tmp_path / "orchard" / "empty.rules").touch()
    for _ in range(2):
        assert [d.code for d in read(tmp_path / "orchard")[1]] == ["W006"]


def test_errors_are_not_kept(tmp_path: Path, kept: Path, compilations: list[int]) -> None:
    for _ in range(2):
        assert orchard(tmp_path, "after fair: gian 1 coin")[0] is None
    assert len(compilations) == 2
    assert list(kept.glob("*.compiled")) == []


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\x80\x05N.", b"\x80\x05(K\x01K\x02t."])
def test_a_damaged_file_is_no_matter(
    tmp_path: Path, kept: Path, compilations: list[int], damage: bytes
) -> None:
    first, _ = orchard(tmp_path)
    (path,) = kept.glob("*.compiled")
    path.write_bytes(damage)
    again, _ = orchard(tmp_path)
    assert len(compilations) == 2
    assert again == first
    assert path.read_bytes() != damage


def test_half_a_file_is_no_matter(tmp_path: Path, kept: Path, compilations: list[int]) -> None:
    orchard(tmp_path)
    (path,) = kept.glob("*.compiled")
    path.write_bytes(path.read_bytes()[:1000])
    assert orchard(tmp_path)[0] is not None
    assert len(compilations) == 2


def test_a_folder_that_cannot_be_written_is_no_matter(
    tmp_path: Path, kept: Path, compilations: list[int]
) -> None:
    kept.parent.write_text("a file in the place of the folder")
    for _ in range(2):
        assert orchard(tmp_path)[0] is not None
    assert len(compilations) == 2


@pytest.mark.parametrize("word", ["off", "no", "0", "OFF", "false"])
def test_nothing_is_kept_if_the_user_does_not_want_it(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    monkeypatch.setenv(cache.VARIABLE, word)
    assert orchard(tmp_path)[0] is not None
    assert not kept.exists()


def test_not_everything_is_kept_for_ever(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST_KEPT", 2)
    for number in range(1, 5):
        orchard(tmp_path, f"after fair: gain {number} coins")
    assert len(list(kept.glob("*.compiled"))) == 2


def test_what_is_used_is_kept_rather_than_what_was_written_last(
    tmp_path: Path, kept: Path, compilations: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes a pack makes a text after the other, and reads the same game below them."""
    monkeypatch.setattr(cache, "MOST_KEPT", 2)
    for number in (1, 2, 1, 3, 1, 4, 1):
        orchard(tmp_path, f"after fair: gain {number} coins")
        for path in kept.glob("*.compiled"):  # The clock of files may be too coarse for a test.
            os.utime(path, (path.stat().st_atime - 1, path.stat().st_mtime - 1))
    assert len(compilations) == 4


# ---- what somebody else put there


class Planted:
    """Pickled, it leaves a file where it is read."""

    def __init__(self, left: Path) -> None:
        self.left = left

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.left,)


def signed(path: Path, *parts: bytes) -> bytes:
    """Parts as the store would keep them at a path."""
    content = b"\n".join(parts)
    key, digest = path.stem, hashlib.sha256(content).hexdigest()
    return f"{store.MARK} {key} {digest}\n".encode() + content


def test_a_planted_pickle_is_not_executed(
    tmp_path: Path, kept: Path, compilations: list[int]
) -> None:
    first, _ = orchard(tmp_path)
    (path,) = kept.glob("*.compiled")
    tables = kept.glob("grammar.*")
    for name in (path, *tables):
        name.write_bytes(pickle.dumps(Planted(tmp_path / "executed")))
    grammar.language.cache_clear()
    grammar.automaton.cache_clear()
    assert orchard(tmp_path)[0] == first
    assert len(compilations) == 2
    assert not (tmp_path / "executed").exists()


@pytest.mark.parametrize(
    "parts",
    [
        (b"[[],[],[0]]", b"[[],[],[-1]]"),
        (b"{}", b"{}"),
        pytest.param(
            (b"[" * 5000, b""),
            marks=pytest.mark.skipif(
                sys.platform == "emscripten",
                reason="below what runs the tests it uses up the stack of WebAssembly",
            ),
        ),
        (b"[]",),
        (b'[["os:system"],[],[0,"exit 1"]]', b"[[],[],[-1]]"),
        (b'[["builtins:exec"],[],[0,"raise SystemExit"]]', b"[[],[],[-1]]"),
        (b'[["commands.base:TYPE_CHECKING"],[],[0]]', b"[[],[],[-1]]"),
        (b"\xff", b"\xff"),
    ],
)
def test_well_kept_nonsense_is_no_matter(
    tmp_path: Path, kept: Path, compilations: list[int], parts: tuple[bytes, ...]
) -> None:
    first, _ = orchard(tmp_path)
    (path,) = kept.glob("*.compiled")
    path.write_bytes(signed(path, *parts))
    assert orchard(tmp_path)[0] == first
    assert len(compilations) == 2


def test_what_was_kept_under_another_key_is_not_taken(
    tmp_path: Path, kept: Path, compilations: list[int]
) -> None:
    orchard(tmp_path, "after fair: gain 1 coin")
    (one,) = kept.glob("*.compiled")
    other, _ = orchard(tmp_path, "after fair: gain 2 coins")
    (two,) = set(kept.glob("*.compiled")) - {one}
    two.write_bytes(one.read_bytes())
    assert orchard(tmp_path, "after fair: gain 2 coins")[0] == other
    assert len(compilations) == 3


@pytest.mark.parametrize("position", [0, 30, 90, 200, -1])
def test_one_changed_letter_is_no_matter(
    tmp_path: Path, kept: Path, compilations: list[int], position: int
) -> None:
    first, _ = orchard(tmp_path)
    (path,) = kept.glob("*.compiled")
    data = bytearray(path.read_bytes())
    data[position] ^= 1
    path.write_bytes(data)
    assert orchard(tmp_path)[0] == first
    assert len(compilations) == 2


@pytest.mark.skipif(
    not hasattr(os, "geteuid"), reason="files have modes and owners where POSIX holds"
)
@pytest.mark.parametrize("way", ["writable", "link", "pipe", "owner", "folder", "device"])
def test_only_a_plain_file_of_the_user_is_taken(
    tmp_path: Path,
    kept: Path,
    compilations: list[int],
    monkeypatch: pytest.MonkeyPatch,
    way: str,
) -> None:
    first, _ = orchard(tmp_path)
    (path,) = kept.glob("*.compiled")
    if way == "writable":
        path.chmod(0o666)
    elif way == "owner":
        monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    else:
        aside = path.rename(tmp_path / "aside")
        if way == "link":
            path.symlink_to(aside)
        elif way == "pipe":
            os.mkfifo(path)
        elif way == "device":
            path.symlink_to("/dev/zero")
        else:
            path.mkdir()
    assert orchard(tmp_path)[0] == first
    assert len(compilations) == 2


def test_files_are_for_the_user_alone(tmp_path: Path, kept: Path) -> None:
    before = os.umask(0)
    try:
        orchard(tmp_path)
    finally:
        os.umask(before)
    for path in (kept, *kept.iterdir()):
        assert path.stat().st_mode & 0o077 == 0


def test_a_full_disk_leaves_nothing_behind(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = os.fdopen

    def full(handle: int, mode: str) -> IO[Any]:
        file = opened(handle, mode)
        if "w" not in mode:
            return file

        class Full:
            def __enter__(self) -> Full:
                return self

            def __exit__(self, *error: object) -> None:
                file.close()

            def write(self, data: bytes) -> None:
                file.write(data[:100])
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        return Full()  # type: ignore[return-value]

    monkeypatch.setattr(os, "fdopen", full)
    grammar.language.cache_clear()
    grammar.automaton.cache_clear()
    assert orchard(tmp_path)[0] is not None
    assert list(kept.iterdir()) == []


def test_a_folder_that_is_a_link_is_left_alone(tmp_path: Path, kept: Path) -> None:
    kept.parent.mkdir()
    (tmp_path / "elsewhere").mkdir()
    kept.symlink_to(tmp_path / "elsewhere")
    assert orchard(tmp_path)[0] is not None
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_somebody_without_a_home_has_no_cache(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    grammar.language.cache_clear()
    grammar.automaton.cache_clear()
    assert orchard(tmp_path)[0] is not None
    assert [d.code for d in read("nowhere")[1]] == ["E013"]


# ---- what is kept


def subclasses(kind: type) -> set[type]:
    return {kind}.union(*map(subclasses, kind.__subclasses__()))


@pytest.mark.parametrize("game", ["homesteaders", "homesteaders.new_beginnings"])
def test_rules_come_back_as_they_were(game: str) -> None:
    rules = load(game)
    again = Rules(
        rules.headers, from_json(to_json(rules.definitions)), rules.defaults, rules.settings
    )
    assert again.digest == rules.digest
    assert repr(again.definitions) == repr(rules.definitions)
    assert [d.span for d in again.definitions] == [d.span for d in rules.definitions]


def test_every_command_can_be_kept() -> None:
    load("homesteaders").for_table(2)
    named = [each for each in subclasses(Command) if each.__module__.startswith("homesteaders")]
    # A class that attrs has made anew may be there twice until it is collected.
    kinds = {each for each in named if getattr(sys.modules[each.__module__], each.__name__) is each}
    assert len(kinds) > 80
    for kind in (each for each in kinds if not isabstract(each)):
        made = object.__new__(kind)
        for number, each in enumerate(fields(kind)):
            object.__setattr__(made, each.name, number)
        again = from_json(to_json(made))
        assert type(again) is kind
        assert again == made


def test_a_copy_of_the_package_finds_what_another_kept(tmp_path: Path, kept: Path) -> None:
    """The key is made of contents: times and the folder of the package do not count."""
    code = """if True:
        import sys
        from homesteaders_rules import load
        load(sys.argv[1])
        assert "homesteaders_rules.language.assembly" not in sys.modules
    """
    package = Path(homesteaders_rules.__file__).parent
    game = tmp_path / "game.rules"
    game.write_text(ORCHARD)
    load(game)
    site = tmp_path / "site"
    shutil.copytree(package, site / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    if not (package / "_data").is_dir():
        for name in ("grammar", "rules"):
            shutil.copytree(package.parents[1] / name, site / package.name / "_data" / name)
    for path in site.rglob("*"):
        os.utime(path, (1, 1))
    (only,) = kept.glob("*.compiled")
    command = [sys.executable, "-c", code, str(game)]
    subprocess.run(command, env=with_packages_of(site), check=True, timeout=120)
    assert [*kept.glob("*.compiled")] == [only]


def test_a_kept_load_imports_no_commands(tmp_path: Path, kept: Path) -> None:
    code = """if True:
        import sys
        from homesteaders_rules import load
        rules = load(sys.argv[1])
        names = ("commands", "mechanisms", "linking", "runtime", "language.assembly")
        print(*[name for name in names if f"homesteaders_rules.{name}" in sys.modules])
        rules.definitions
        print(*[name for name in names if f"homesteaders_rules.{name}" in sys.modules])
    """
    game = tmp_path / "game.rules"
    game.write_text(ORCHARD)
    load(game)
    told = subprocess.run(
        [sys.executable, "-c", code, str(game)],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout.split("\n")
    assert told[0] == ""
    assert "commands" in told[1]
