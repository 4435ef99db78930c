"""Texts in memory: checked, mended and completed without a file."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

from homesteaders_rules import GameError, load
from homesteaders_rules.language.reading import parser
from homesteaders_rules.workshop import workspace as workspaces
from homesteaders_rules.workshop.completion import completed
from homesteaders_rules.workshop.workspace import MOST_FILES, Report, Workspace
from language.test_messages import BLOCKS
from language.texts import ORCHARD
from sizes import size
from workshop.texts import FILE, INN, TEXTS


def workspace(**texts: str) -> Workspace:
    made = Workspace()
    made.replace({f"{name}.rules": text for name, text in texts.items()})
    return made


@cache
def report_of(text: str) -> Report:
    """Made once for all tests that look at it."""
    return workspace(inn=text).check()


def test_nothing_is_wrong() -> None:
    report = report_of(INN)
    assert (report.findings, report.stale) == ((), False)
    assert report.title == "Homesteaders with Travellers"
    (inn,) = [each for each in report.cards if each.own]
    assert (inn.card.name, inn.card.cost, inn.card.worth) == ("Wayside Inn", "1 wood", 2)
    assert inn.card.labels == ("commercial", "settlement", "town")
    (example,) = report.examples
    assert (example.name, example.failure, example.at.line) == ("guests at the inn", "", 10)


def test_the_same_text_is_the_same_game_as_in_files(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(INN, encoding="utf-8")
    rules = report_of(INN).rules
    assert rules is not None
    assert rules.digest == load(tmp_path).digest


def test_a_line_of_a_tile_leads_to_its_text() -> None:
    report = report_of(INN)
    (inn,) = [each for each in report.cards if each.own]
    for line in inn.card.lines:
        assert line.span is not None
        at = report.places.stretch(line.span)
        assert INN[at.start : at.end] == line.text


def test_offsets_are_those_of_editors() -> None:
    """Of letters beyond 16 bits each counts two, and of a line break one, whatever it is."""
    inn = INN.partition("\nexample")[0].replace("Wayside Inn", '"Zelt 🎪🎪"')
    example = '\nexample x, with 2 players: # 🎪\n    player 1 owns "Zelt 🎪🎪", Frm\n'
    wrong = f"{inn}{example}    in income\n"
    for written in (wrong, wrong.replace("\n", "\r\n")):
        finding = next(each for each in report_of(written).findings if each.code == "E201")
        units = wrong.encode("utf-16-le")
        assert units[2 * finding.at.start : 2 * finding.at.end].decode("utf-16-le") == "Frm"
        assert finding.fix is not None
        assert finding.fix.text == "Farm"


def test_the_other_tiles_stay_while_one_is_half_written() -> None:
    half = INN + "\nbuilding Half:\n    residential, to"
    report = report_of(half)
    assert report.rules is None
    own = {each.card.name: each.broken for each in report.cards if each.own}
    assert own == {"Wayside Inn": False}
    broken = report_of(INN.replace("gain 1 silver\n    whenever", "gian 1 silver\n    whenever"))
    (inn,) = [each for each in broken.cards if each.own]
    assert inn.broken
    assert [line.text for line in inn.card.lines] == ["whenever a player passes: gain 1 silver"]


def test_the_last_tiles_stay_where_nothing_can_be_read() -> None:
    made = workspace(inn=INN)
    made.check()
    made.put(FILE, INN.replace("pack Travellers", "pac Travellers"))
    report = made.check()
    assert report.stale
    assert "Wayside Inn" in {each.card.name for each in report.cards}


def test_an_example_that_fails_is_found_at_its_line() -> None:
    report = report_of(INN.replace("player 2 has 7 silver", "player 2 has 8 silver"))
    (finding,) = report.findings
    assert (finding.code, finding.at.line) == ("E901", 14)
    assert report.rules is not None
    (example,) = report.examples
    assert example.failure
    assert example.failed_at == finding.at


def test_only_what_was_changed_is_parsed_again() -> None:
    parser._tree.cache_clear()  # Another test may have read the changed text.
    made = workspace(inn=INN)
    made.check()
    known = parser._tree.cache_info().misses
    made.put(FILE, INN.replace("cost 1 wood", "cost 2 wood"))
    assert made.check().findings == ()
    assert parser._tree.cache_info().misses - known == 1


def test_what_was_checked_is_checked_once() -> None:
    made = workspace(inn=INN)
    first = made.check()
    made.put(FILE, INN)
    assert made.check() is first
    assert made.check(examples=False) is first


def test_what_takes_long_is_asked_for_later_and_nothing_is_read_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = Mock(side_effect=workspaces.read_all)
    linked = Mock(side_effect=workspaces.link_more)
    monkeypatch.setattr(workspaces, "read_all", read)
    monkeypatch.setattr(workspaces, "link_more", linked)
    made = workspace(inn=INN)
    first = made.check(examples=False, tables=False)
    assert [each.card.name for each in first.cards if each.own] == ["Wayside Inn"]
    assert (first.examples, linked.call_count) == ((), 0)
    whole = made.check()
    assert whole.examples
    assert (whole.cards, linked.call_count, read.call_count) == (first.cards, 1, 1)
    assert made.check(examples=False, tables=False) is whole
    made.put(FILE, INN.replace("1 wood", "2 wood"))
    assert made.check(examples=False, tables=False).cards != first.cards
    assert (linked.call_count, read.call_count) == (1, 2)


def test_what_only_linking_finds_is_told_with_the_tables(every_table: None) -> None:
    line = "before income: each player: up to 4 times: repay or pay 2 steel to gain 3 gold\n"
    made = workspace(inn=f"pack Added, version 1, extends Homesteaders, for 2-4 players\n{line}")
    first = made.check(examples=False, tables=False)
    assert (first.findings, first.rules is None) == ((), False)
    whole = made.check()
    assert [(each.code, each.at.line) for each in whole.findings] == [("E203", 2)]
    assert whole.rules is None


def test_no_file_is_read_or_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert workspace(inn=INN).check().findings == ()
    assert [*os.scandir(tmp_path)] == []


@pytest.mark.parametrize(
    "name", ["", "inn", "../inn.rules", "a/inn.rules", "a\\inn.rules", "inn\n.rules", "inn.txt"]
)
def test_names_that_no_rule_file_has_are_refused(name: str) -> None:
    made = workspace(inn=INN)
    with pytest.raises(GameError, match="no name of a rule file"):
        made.put(name, "x")
    assert made.texts == TEXTS


def test_too_much_is_refused_and_changes_nothing() -> None:
    made = workspace(inn=INN)
    with pytest.raises(GameError, match="too big"):
        made.put("big.rules", "#" * 1_000_001)
    with pytest.raises(GameError, match="too many"):
        made.replace({f"f{number}.rules": "#" for number in range(MOST_FILES + 1)})
    with pytest.raises(GameError, match="too much"):
        made.replace({f"f{number}.rules": "#" * 900_000 for number in range(5)})
    assert made.texts == TEXTS
    with pytest.raises(GameError, match="no file"):
        made.drop("other.rules")


def test_to_play_from_an_example() -> None:
    state = workspace(inn=INN).state_of("guests at the inn")
    assert (state.phase, state.pieces(1)[-1:]) == ("bidding", ("Wayside Inn",))
    with pytest.raises(GameError, match="no example"):
        workspace(inn=INN).state_of("nobody at the inn")
    with pytest.raises(GameError, match="errors in the rules"):
        workspace(inn=INN.replace("gain", "gian")).state_of("guests at the inn")
    without = INN.replace("    in bidding\n", "")
    with pytest.raises(GameError, match="phase"):
        workspace(inn=without).state_of("guests at the inn")


# ---------------------------------------------------------------------------------- fixes


def mended(text: str) -> tuple[int, int]:
    """How many changes the findings of Orchard with a text propose, and how many mend them."""
    made = Workspace(name="orchard")
    made.replace({"game.rules": ORCHARD, "more.rules": text})
    proposed = good = 0
    for finding in made.check().findings:
        if finding.fix is not None:
            proposed += 1
            at, written = finding.fix.at, made.texts[finding.fix.at.file]
            other = Workspace(name="orchard")
            changed = written[: at.start] + finding.fix.text + written[at.end :]
            other.replace(made.texts | {at.file: changed})
            left = [(each.code, each.message) for each in other.check().findings]
            good += (finding.code, finding.message) not in left
    return proposed, good


def test_what_a_finding_proposes_mends_it() -> None:
    """Of some of all wrong texts; each that is proposed takes the finding away."""
    proposed = 0
    for block in Random(4).sample(BLOCKS, size(10, 24)):
        text = block.partition("\n=>")[0]
        number, good = mended(text)
        assert good == number, text
        proposed += number
    assert proposed > 3


# ---------------------------------------------------------------------------------- completion


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("    income: ga", "gain"),
        ("    cost 1 wo", "wood"),
        ("    whenever a player pa", "passes"),
        ("    when built: advance Rail", "Railroad"),
        ("    whenever you build an", "another"),
        ("    comm", "commercial"),
        ("bui", "building"),
        ("exa", "example"),
    ],
)
def test_words_that_may_stand_there(line: str, expected: str) -> None:
    text = INN.partition("\nexample")[0] + line
    report = report_of(text)
    found = completed(text, len(text), report.draft)
    assert expected in [each.text for each in found.words][:6]
    assert text[found.start : found.end] == line.rsplit(maxsplit=1)[-1]


def test_what_is_written_already_is_not_proposed() -> None:
    text = INN.partition("\nexample")[0] + "    income: gain 1 wood"
    found = completed(text, len(text), report_of(text).draft)
    assert "wood" not in [each.text for each in found.words]


def test_a_new_line_goes_on_with_no_word_of_the_one_before() -> None:
    """What is taken there is put in, and replaces nothing."""
    text = INN.partition("\nexample")[0] + "bui\n"
    found = completed(text, len(text), None)
    assert (found.start, found.end) == (len(text), len(text))
    assert {"example", "option", "whenever"} <= {each.text for each in found.words}


def test_a_place_beyond_the_text_is_its_end() -> None:
    assert completed("🎪 bui", 4000, None).words == []


def test_all_that_is_wrong_leaves_tiles_that_can_be_shown() -> None:
    """Half of a piece has words too: no draft of any wrong text breaks what shows it."""
    for block in Random(5).sample(BLOCKS, size(8, 20)):
        made = Workspace(name="orchard")
        made.replace({"game.rules": ORCHARD, "more.rules": block.partition("\n=>")[0]})
        report = made.check(examples=False)
        assert report.cards or report.stale


def test_a_finding_leads_to_the_other_place_that_it_names() -> None:
    """Of two definitions to the first, also where it stands in another file or in a pack below."""
    header = "pack Tents, version 1, extends Homesteaders\n\n"
    tent = "building Tent:\n    commercial\n    cost 1 wood\n"
    made = workspace(a=header + tent, b="# 🎪\n" + tent)
    (twice,) = [each for each in made.check().findings if each.code == "E401"]
    (other,) = twice.related
    assert (twice.at.file, other.file, other.line) == ("b.rules", "a.rules", 3)
    assert made.texts["a.rules"][other.start : other.end] == "Tent:"

    made.replace({"a.rules": header + tent.replace("Tent", "Farm")})
    (twice,) = [each for each in made.check().findings if each.code == "E401"]
    assert [each.file for each in twice.related] == ["homesteaders/buildings.rules"]
    made.replace({"a.rules": header + "after income: gian 1 silver\n"})
    assert [each.related for each in made.check().findings] == [[]]
