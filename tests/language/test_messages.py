"""Wrong texts: each error with its code, its place, and words that teach."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from homesteaders_rules.language.following import proposals_of
from homesteaders_rules.language.loader import load, read
from homesteaders_rules.language.messages.diagnostics import Diagnostic, RuleErrors, render
from homesteaders_rules.language.reading.sources import in_units, read_text
from homesteaders_rules.words import Span
from language.texts import WEATHER, orchard

HERE = Path(__file__).parent
BLOCKS = (HERE / "wrong_texts.txt").read_text(encoding="utf-8").split("\n\n")[1:]
TURNED_UP = (HERE / "wrong_texts_turned_up.txt").read_text(encoding="utf-8").split("\n\n")[1:]
FINDING = re.compile(r"=> (\w+) (\d+):(\d+) (.*)")


@pytest.mark.parametrize("block", BLOCKS, ids=[block.partition("\n=>")[0] for block in BLOCKS])
def test_a_wrong_text_is_explained(tmp_path: Path, block: str) -> None:
    text, *_ = block.partition("\n=>")
    expected = FINDING.findall(block)
    rules, diagnostics = orchard(tmp_path, text)
    found = [(d.code, str(d.span.line), str(d.span.column)) for d in diagnostics]
    assert found == [finding[:3] for finding in expected], render(diagnostics)
    for diagnostic, (*_, words) in zip(diagnostics, expected, strict=True):
        assert words in f"{diagnostic.message} | {diagnostic.hint}"
    assert (rules is None) == any(d.is_error for d in diagnostics)


@pytest.mark.parametrize("block", TURNED_UP, ids=[b.partition("\n=>")[0] for b in TURNED_UP])
def test_a_wrong_text_about_what_is_turned_up(tmp_path: Path, block: str) -> None:
    text, *_ = block.partition("\n=>")
    (tmp_path / "orchard").mkdir()
    (tmp_path / "orchard" / "weather.rules").write_text(WEATHER)
    _, diagnostics = orchard(tmp_path, text)
    found = [d for d in diagnostics if Path(d.span.file).name == "more.rules"]
    expected = FINDING.findall(block)
    shown = [(d.code, str(d.span.line), str(d.span.column)) for d in found]
    assert shown == [finding[:3] for finding in expected], render(diagnostics)
    for diagnostic, (*_, words) in zip(found, expected, strict=True):
        assert words in f"{diagnostic.message} | {diagnostic.hint}"


PROPOSED = {
    "yield: gian 2 coins  # dear": ["yield: gain 2 coins  # dear"],
    "    yield: get 2 coins  # dear": ["    yield: gain 2 coins  # dear"],
    "yield: gain 2 pars": ["yield: gain 2 pears"],
    "yield: gain 2 oars": [],
    "public gem/gems: 9 garnet, 9 garret\nyield: gain 1 garlet": [
        "yield: gain 1 garnet",
        "yield: gain 1 garret",
    ],
}
"""What the first finding proposes for its line; an author has to think where that is nothing."""


@pytest.mark.parametrize("text", PROPOSED)
def test_what_is_proposed_word_for_word_is_put_into_the_line(tmp_path: Path, text: str) -> None:
    block = f"tree Elm:\n    early\n{text}" if text.startswith(" ") else text
    (found, *_) = orchard(tmp_path, block)[1]
    assert [each.put_into(found.line_text) for each in proposals_of(found)] == PROPOSED[text]


def test_what_a_message_looks_like(tmp_path: Path) -> None:
    _, (found,) = orchard(tmp_path, "# Saturday\n\nafter fair:\n    may gian  2 coins # more\n")
    file = tmp_path / "orchard" / "more.rules"
    assert str(found) == (
        f'{file}:4:9: E102 "gian" is no word of the language; did you mean "gain"?\n'
        "  4 |     may gian  2 coins # more\n"
        "    |         ^^^^\n"
        "  hint: write: may gain 2 coins"
    )
    assert found.to_json() == {
        "code": "E102",
        "severity": "error",
        "file": str(file),
        "line": 4,
        "column": 9,
        "end_line": 4,
        "end_column": 13,
        "utf16_column": 9,
        "utf16_end_column": 13,
        "message": '"gian" is no word of the language; did you mean "gain"?',
        "hint": "write: may gain 2 coins",
    }


def test_columns_are_those_of_the_file(tmp_path: Path) -> None:
    _, (found,) = orchard(tmp_path, "after   fair:  gain  2   cions")
    assert (found.span.column, found.span.end_column) == (26, 31)
    assert str(found).splitlines()[2] == "    |                          ^^^^^"


@pytest.mark.parametrize(
    ("line", "column", "utf16"),
    [
        ('track "🌴🌴", fro all: 1', 13, 15),
        ('track "🌴é", fro all: 1', 14, 15),
        ('track "é", fro all: 1', 13, 13),
        ('track "é", fro all: 1', 12, 12),
        ('track  "éé",   fro all: 1', 18, 18),
    ],
)
def test_columns_in_characters_and_in_utf16_units(
    tmp_path: Path, line: str, column: int, utf16: int
) -> None:
    _, (found, *_) = orchard(tmp_path, line)
    assert found.line_text == line
    assert (found.span.column, found.utf16_column) == (column, utf16)
    units = line.encode("utf-16-le")[2 * (found.utf16_column - 1) :].decode("utf-16-le")
    assert units == line[found.span.column - 1 :]
    assert found.to_json()["utf16_column"] == utf16


def test_the_end_may_lie_in_another_line(tmp_path: Path) -> None:
    source, _ = read_text('"🌴\n"🌴🌴" more\n', "x")
    assert source is not None
    found = Diagnostic("E000", "error", "nothing", Span("x", 1, 2, 2, 5))
    assert in_units(found, {}).utf16_end_column == 5
    found = in_units(found, {"x": source})
    assert (found.utf16_column, found.utf16_end_column) == (2, 7)


def test_many_errors_are_found_at_once(tmp_path: Path) -> None:
    text = """\
tree Elm:
    cost 1 appel
    worht 2 stars
    yeild: gain 1 coin
    when planted: gain 1 coyn
    early, ltae
after fair: gian 2 coins
after fiar: gain 2 coins
"""
    _, diagnostics = orchard(tmp_path, text)
    assert [(d.code, d.span.line) for d in diagnostics] == [
        ("E201", 2),
        ("E102", 3),
        ("E201", 4),
        ("E201", 5),
        ("E201", 6),
        ("E102", 7),
        ("E201", 8),
    ]


def test_an_error_in_a_declaration_hides_nothing_else(tmp_path: Path) -> None:
    """What an unreadable line may have declared is not reported as unknown."""
    old = "public money/moneys: 60 coin/coins, 30 note/notes, 40 star/stars, 12 helper/helpers"
    broken = old.replace("40 star", "many star")
    _, diagnostics = orchard(tmp_path, "after fair: gain 1 cion", **{old: broken})
    assert [(d.code, d.span.line) for d in diagnostics] == [("E101", 28), ("E201", 1)]


def test_a_space_whose_line_cannot_be_read_is_not_unknown(tmp_path: Path) -> None:
    """It is declared by its number, below the name of its tile."""
    text = """pack Ponds, version 1, extends Montana
tile Mill Pond:
    0: lake
    1: plain; cost 1 grain
    2: lake
    3: lake
    4: lake
    5: lake
    6: lake
example a new pond, with 2 players:
    Mill Pond is laid first
    Mill Pond 1 is neutral
    Mill Pond 7 is neutral
    in turns
    player 1 can "work"
"""
    (tmp_path / "ponds.rules").write_text(text, encoding="utf-8")
    found = read(tmp_path / "ponds.rules")[1]
    assert [(each.code, each.span.line) for each in found] == [("E101", 4), ("E201", 13)]


def test_a_very_long_line_is_shown_in_part(tmp_path: Path) -> None:
    text = f"after fair: {'gain 1 coin, then ' * 30}gian 1 coin"
    _, (found,) = orchard(tmp_path, text)
    line, caret = str(found).splitlines()[1:3]
    assert len(line) < 200
    assert line[caret.index("^") :].startswith("gian")


def test_load_raises_and_the_exception_has_it_all(tmp_path: Path) -> None:
    _, diagnostics = orchard(tmp_path, "after fair: gian 2 coins\nphase sleep: do nothing")
    with pytest.raises(RuleErrors) as caught:
        load(tmp_path / "orchard")
    assert caught.value.diagnostics == diagnostics
    assert str(caught.value) == render(diagnostics)
    assert "E102" in str(caught.value)
