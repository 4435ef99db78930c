"""Reading files: whatever they contain becomes text or a finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules.language.loader import read
from homesteaders_rules.language.reading.sources import MOST_BYTES, read_text
from language.texts import ORCHARD, codes


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
    assert codes(read(tmp_path)[1]) == {"E001", "E011"} or codes(read(tmp_path)[1]) == {"E001"}


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
