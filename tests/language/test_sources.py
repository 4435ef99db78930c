"""Reading files: whatever they contain becomes text or a finding."""

from __future__ import annotations

import os
import socket
import unicodedata
from contextlib import suppress
from pathlib import Path

import pytest

from homesteaders_rules.language.loader import read
from homesteaders_rules.language.reading.files import read_plain
from homesteaders_rules.language.reading.sources import MOST_BYTES, read_text
from language.texts import ORCHARD, codes
from memory import at_most


def write(folder: Path, data: bytes | str) -> Path:
    path = folder / "game.rules"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


@pytest.mark.parametrize(
    "data",
    [
        ORCHARD.replace("\n", "\r\n"),
        ORCHARD.replace("\n", "\r"),
        "\ufeff" + ORCHARD,
        ORCHARD.rstrip("\n"),
        ORCHARD + "\n \n\n   ",
        ORCHARD.replace("\n", "  \n"),
        ORCHARD.replace("\n", " # remark: gain 2\n"),
        ORCHARD.replace("\n\n", "\n\n# remark\n        # remark\n\n"),
        ORCHARD.replace(" ->", "\t\u2192").replace(", ", ",   "),
        ORCHARD.replace('"', "\u201c").replace("2-4", "2\u20134"),
        ORCHARD.replace(" ", "\u00a0"),
        ORCHARD.replace("    ", "  "),
        ORCHARD.replace("    ", " "),
    ],
)
def test_the_same_rules_written_otherwise(tmp_path: Path, data: str) -> None:
    expected, _ = read(write(tmp_path, ORCHARD))
    rules, diagnostics = read(write(tmp_path, data))
    assert rules is not None, diagnostics
    assert rules == expected


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        (ORCHARD.encode() + b"phase caf\xe9: do nothing\n", "E002", 78 + 2, 10),
        (ORCHARD + "after fair:\n\tgain 1 coin\n", "E003", 81, 1),
        (ORCHARD + "after fair:\n    gain\x00 1 coin\n", "E004", 81, 9),
        (ORCHARD + "after fair: gain 1\x0c coin\n", "E004", 80, 19),
        (ORCHARD + "after fair:\u2028    gain 1 coin\n", "E004", 80, 12),
        (ORCHARD + "after fair\uff1a gain 1 coin\n", "E004", 80, 11),
        (ORCHARD.encode("utf-16-le"), "E002", 1, 2),
        (b"#" * (MOST_BYTES + 1), "E005", 1, 1),
        (b"", "W006", 1, 1),
        (b" \n\n", "W006", 1, 1),
        ("  after fair: do nothing\n" + ORCHARD, "E104", 1, 1),
        (ORCHARD + f"after fair: {'gain 1 coin, then ' * 60}gain 1 star\n", "E109", 80, 1),
        (ORCHARD + f"after fair: {'with slow trees: ' * 20}gain 1 star\n", "E107", 80, 1),
        (
            ORCHARD
            + "after fair:\n"
            + "".join(f"{'    ' * n}with slow trees:\n" for n in range(1, 20)),
            "E107",
            92,
            49,
        ),
    ],
)
def test_what_is_odd_is_reported(
    tmp_path: Path, data: bytes | str, code: str, line: int, column: int
) -> None:
    _, diagnostics = read(write(tmp_path, data))
    found = next(d for d in diagnostics if d.code == code)
    last = ORCHARD.count("\n") + 1
    assert (found.span.line - (line >= 80) * (last - 80), found.span.column) == (line, column)
    assert found.render()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none.rules", tmp_path / "none" / "x"):
        rules, (found,) = read(path)
        assert rules is None
        assert found.code == "E001"
    (tmp_path / "folder.rules").mkdir()
    assert codes(read(tmp_path / "folder.rules")[1]) == {"E007"}
    assert codes(read(tmp_path)[1]) == {"E009"}


@pytest.mark.parametrize(
    "data",
    [
        ORCHARD.encode("utf-16-le"),
        ORCHARD + "after fair\uff1a gain 1 coin\n",
        ORCHARD + "\tafter fair:\n\t\tgain 1 coin\n",
    ],
)
def test_one_slip_of_an_editor_is_told_once(tmp_path: Path, data: bytes | str) -> None:
    (found,) = read(write(tmp_path, data))[1]
    assert found.code in ("E002", "E003", "E004")


def test_comments_and_quotes() -> None:
    source, _ = read_text('a "b # c" d # e "f"\n# g\n"h # i\n', "x")
    assert source is not None
    assert source.plain == ('a "b # c" d', "", '"h # i')
    assert source.line_text(1) == 'a "b # c" d # e "f"'


def test_columns_with_odd_blanks() -> None:
    source, _ = read_text("  a   b\t c  # d\n", "x")
    assert source is not None
    assert source.plain == ("  a b c",)
    assert [source.column(1, column) for column in range(1, 8)] == [1, 2, 3, 4, 7, 8, 10]


def test_an_odd_byte_is_shown_where_it_stands(tmp_path: Path) -> None:
    text = "# 🌴\r\n# café ".encode() + b"\xe9 \n"
    _, (found,) = read(write(tmp_path, text))
    assert (found.code, found.span.line, found.span.column) == ("E002", 2, 8)
    assert str(found).splitlines()[1:3] == ["  2 | # café � ", "    |        ^"]


# ---- accents


def test_letters_and_accents_may_be_written_apart(tmp_path: Path) -> None:
    text = ORCHARD + 'track "café ẛ̣ 각", for all: 1, 2\n'
    expected, _ = read(write(tmp_path, text))
    rules, diagnostics = read(write(tmp_path, unicodedata.normalize("NFD", text)))
    assert rules is not None, diagnostics
    assert rules == expected


def test_columns_of_letters_with_accents() -> None:
    source, _ = read_text('"é각" a  # ñ\n', "x")
    assert source is not None
    assert source.plain == ('"é각" a',)
    assert [source.column(1, column) for column in range(1, 8)] == [1, 2, 4, 7, 8, 9, 10]


def test_many_accents_on_one_letter_take_no_time() -> None:
    source, _ = read_text("a" + "́" * 100_000 + "\n", "x")
    assert source is not None
    assert len(source.plain[0]) < 100_001


# ---- files that are none

posix = pytest.mark.skipif(os.name != "posix", reason="only POSIX has such files")


@posix
@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("link", "E008"),
        ("link inside", "E008"),
        ("zero", "E008"),
        ("dangling", "E008"),
        ("pipe", "E009"),
        ("socket", "E009"),
    ],
)
def test_only_plain_files_of_the_folder_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, code: str
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the password\n")
    home = tmp_path / "orchard"
    home.mkdir()
    (home / "game.rules").write_text(ORCHARD)
    (home / "notes").write_text("after fair: do nothing\n")
    odd = home / "odd.rules"
    if kind == "pipe":
        os.mkfifo(odd)
    elif kind == "socket":
        monkeypatch.chdir(home)
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("odd.rules")
    else:
        goals = {"link": secret, "link inside": home / "notes", "zero": Path("/dev/zero")}
        odd.symlink_to(goals.get(kind, tmp_path / "nowhere"))
    for path in (home, odd):
        rules, diagnostics = read(path)
        assert rules is None
        found = next(d for d in diagnostics if d.code == code)
        assert found.span.file == str(odd)
        assert found.hint
        assert "password" not in "".join(map(str, diagnostics))


@posix
def test_devices_are_not_read() -> None:
    for path in ("/dev/zero", "/dev/null"):
        if not Path(path).exists():
            pytest.skip("there is no such device here")
        _, (found,) = read(path)
        assert found.code == "E009"


@posix
def test_the_bound_counts_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may grow, or say that it is empty as those below /proc do."""
    _, diagnostics = read("/proc/self/environ")
    assert "PATH" not in "".join(str(d) for d in diagnostics if d.code == "E005")
    path = write(tmp_path, b"#" * (MOST_BYTES + 1))
    states = os.fstat

    def small(handle: int) -> os.stat_result:
        values = list(states(handle))
        values[6] = 0
        return os.stat_result(values)

    monkeypatch.setattr(os, "fstat", small)
    assert codes(read(path)[1]) == {"E005"}


def test_a_small_file_takes_little_memory_however_large_it_might_be(tmp_path: Path) -> None:
    """In a browser memory that was taken once is never given back."""
    path = write(tmp_path, ORCHARD)
    with at_most(2_000_000):
        assert read_plain(path, most=64_000_000) == ORCHARD.encode()


@posix
def test_a_link_beside_a_pack_is_no_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a header names is looked for beside the pack, and links there may lead anywhere."""
    elsewhere, beside, working = (tmp_path / name for name in ("elsewhere", "beside", "working"))
    for folder in (elsewhere, beside, working):
        folder.mkdir()
    monkeypatch.chdir(working)
    (elsewhere / "game.rules").write_text(ORCHARD)
    (beside / "orchard").symlink_to(elsewhere)
    (beside / "other.rules").symlink_to(elsewhere / "game.rules")
    os.mkfifo(beside / "pipe.rules")
    bees = beside / "bees.rules"
    bees.write_text("pack Bees, version 1, extends Orchard\n")
    assert codes(read(bees)[1]) == {"E013"}
    (beside / "orchard").unlink()
    elsewhere.rename(beside / "orchard")
    assert read(bees)[0] is not None


def test_hidden_files_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(ORCHARD)
    for name in ("._game.rules", ".draft.rules", ".rules", "~$game.rules"):
        (tmp_path / name).write_bytes(b"\x00\x05\x16\x07")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.rules").write_text("nonsense\n")
    rules, diagnostics = read(tmp_path)
    assert rules is not None
    assert diagnostics == ()


def test_rule_files_in_a_sub_folder_are_warned_of(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(ORCHARD)
    deep = tmp_path / "more" / "deeper"
    deep.mkdir(parents=True)
    assert read(tmp_path)[1] == ()
    (deep / "more.rules").write_text("after fair: do nothing\n")
    rules, (found,) = read(tmp_path)
    assert rules is not None
    assert (found.code, found.span.file) == ("W007", f"{tmp_path}/more")
    assert found.hint
    (tmp_path / "game.rules").unlink()
    _, (none,) = read(tmp_path)
    assert none.code == "E007"
    assert none.hint.endswith(": more")


@pytest.mark.parametrize("name", ["more.RULES", "more.Rules", "more.rules.txt", "more.rule"])
def test_files_that_are_nearly_called_like_rule_files_are_warned_of(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / "game.rules").write_text(ORCHARD)
    for other in ("more.rules~", "more.rules.orig", "rules", "rules.txt", f".{name}"):
        (tmp_path / other).write_text("nonsense\n")
    assert read(tmp_path)[1] == ()
    (tmp_path / name).write_text("after fair: do nothing\n")
    (tmp_path / "much.rules.txt").write_text("after fair: do nothing\n")
    rules, (found,) = read(tmp_path)
    assert rules is not None
    assert (found.code, found.span.file) == ("W008", f"{tmp_path}/{name}")
    assert found.message.endswith(", and 1 more")
    assert found.hint
    (tmp_path / "game.rules").unlink()
    _, (none,) = read(tmp_path)
    assert none.code == "E007"
    assert name in none.hint


@posix
@pytest.mark.parametrize("name", [b"caf\xe9.rules", b"a\x1b[31mb.rules", b"a\nb.rules"])
def test_names_of_files_that_cannot_be_shown(tmp_path: Path, name: bytes) -> None:
    (tmp_path / "game.rules").write_text(ORCHARD)
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
    with suppress(OSError):
        path.write_text("after fair: do nothing\n")
    if name not in {os.fsencode(each.name) for each in tmp_path.iterdir()}:
        pytest.skip("the file system has UTF-8 names only")
    for wanted in (tmp_path, path):
        rules, diagnostics = read(wanted)
        assert rules is None
        found = next(d for d in diagnostics if d.code == "E010")
        assert found.span.file.isprintable()
        assert found.message == "the name of the file has signs that cannot be shown"
        assert found.hint


def test_a_folder_that_is_called_like_a_rule_file(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(ORCHARD)
    (tmp_path / "more.rules").mkdir()
    rules, [found] = read(tmp_path)
    assert rules is None
    assert (found.code, found.message) == ("E009", "this is a folder and no plain file")
    assert "give it another name" in found.hint


@posix
def test_a_folder_whose_name_cannot_be_shown(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("the file system has UTF-8 names only")
    (folder / "game.rules").write_text(ORCHARD + "phase sleep: do nothing\n")
    rules, (found,) = read(folder)
    assert rules is not None
    assert found.span.file == f"{tmp_path}/caf\\udce9/game.rules"
    assert [d.code for d in read(os.fsdecode(b"caf\xe9"))[1]] == ["E013"]
