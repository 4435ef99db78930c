"""The examples of the rule files: all hold, and one that does not is told with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from homesteaders_rules import load
from homesteaders_rules.commands.definitions.examples import Example
from homesteaders_rules.paths import data_folder
from homesteaders_rules.rules import Rules
from homesteaders_rules.testing.examples import failures, own_examples, run_example

PACKS = sorted(path.parent.name for path in data_folder("rules").glob("*/*.rules"))
SHIPPED = {pack: load(pack) for pack in sorted(set(PACKS))}
EXAMPLES = [
    pytest.param(rules, example, id=f"{pack}/{example.name}")
    for pack, rules in SHIPPED.items()
    for example in own_examples(rules)
]


@pytest.mark.parametrize(("rules", "example"), EXAMPLES)
def test_the_example_holds(rules: Rules, example: Example) -> None:
    failure = run_example(rules, example)
    assert failure is None, str(failure)


KINDS = {
    *("option", "round", "start", "has", "owns", "at", "up", "won", "turned", "in", "takes"),
    *("can", "cannot", "turn", "scores", "wins", "over", "end", "holds"),
    *("comes", "ends", "laid", "neutral", "supply"),
    *("lies", "on", "cell", "encloses", "due"),
}


def test_the_examples_use_every_kind_of_line() -> None:
    used = {line.kind for r in SHIPPED.values() for e in r.of(Example) for line in e.lines}
    assert used == KINDS


# ---------------------------------------------------------------------------------- wrong ones

WRONG = """
pack Wrong, version 1, extends Homesteaders

example an amount, with 2 players:
    in income
    player 1 has 6 silver, 2 workers  # player 1 has 1 worker

example several amounts, with 2 players:
    player 2 has 1 wood
    in income
    player 2 has 2 wood, 0 food, 7 silver  # player 2 has 1 wood, 6 silver

example what is left, with 2 players:
    in income
    the supply has 14 food, 24 workers, 3 wood  # the supply has 23 workers, 14 wood

example a piece, with 2 players:
    in income
    player 1 owns Homestead, Farm, Bank  # player 1 does not own Farm, Bank

example a space, with 2 players:
    player 1 is at 2 on Railroad
    in bidding
    player 1 is at 3 on Railroad  # the marker on Railroad is at 2

example a common track, with 2 players:
    in bidding
    Neutral is at 6  # the marker on Neutral is at 5

example a track of another table, with 3 players:
    in bidding
    Neutral is at 5  # there is no track Neutral at this table

example the start player, with 2 players:
    player 2 is start player
    in income
    player 1 is start player  # player 2 is start player

example a round, with 2 players:
    round 3
    in income
    round 4  # it is round 3

example the final round, with 2 players:
    round 10
    in income
    final round  # it is round 10

example a phase, with 2 players:
    in income
    in bidding  # the phase is income

example a lot, with 2 players:
    in bidding
    lot 1 is A1-S2  # A1-S1 lies there

example a lot of another table, with 2 players:
    in bidding
    lot 3 is A3-S1  # no such lot is on offer

example a piece turned up, with 3 players:
    in bidding
    A1-S2 is turned up  # A1-S2 is not turned up

example a bid, with 3 players:
    in bidding
    player 1: "bid 5 on lot 1"
    player 1 won lot 1 for 6  # player 1 has it for 5

example a bid of somebody else, with 3 players:
    in bidding
    player 1: "bid 5 on lot 1"
    player 2 won lot 1 for 5  # player 1 has it for 5

example a neutral bid, with 2 players:
    in bidding
    player 1: "neutral bid on lot 1"
    player 1 won lot 1 for 5  # the neutral bid has it for 5

example no bid, with 2 players:
    in bidding
    player 1 won lot 1 for 3  # nobody has bid for it

example a score, with 2 players:
    player 1 has 1 debt
    in income
    player 1 scores 1 for debt  # player 1 scores -1 for debt

example a score in all, with 2 players:
    player 1 has 1 debt, 3 points
    in income
    player 1 scores 3  # player 1 scores 2 in all

example what is still to be paid, with 3 players:
    in income
    player 1: "done"
    player 1 has 7 silver  # player 1 has 8 silver; player 1 has still to choose: "pay 1 silver"

example one winner, with 3 players:
    player 2 has 1 point
    player 3 has 1 point
    in income
    player 2 wins  # player 2 and player 3 win

example two winners, with 2 players:
    player 2 has 1 point
    in income
    player 1 and player 2 win  # player 2 wins

example a choice not offered, with 3 players:
    in bidding
    player 1 can "bid 3 on lot 1", "bid 8 on lot 1"  # "bid 8 on lot 1" is not offered: bids are 3,

example a choice offered, with 3 players:
    in bidding
    player 1 cannot "bid 8 on lot 1", "bid 9 on lot 1"  # "bid 9 on lot 1" is offered

example a misspelt choice, with 3 players:
    in bidding
    player 1 cannot "bit 9 on lot 1"  # "bit 9 on lot 1": nothing is called so; did you mean "bid 9

example a choice refused, with 3 players:
    in bidding
    player 1: "bid 5 on lot 1"
    player 2: "bid 4 on lot 1"  # "bid 4 on lot 1" cannot be chosen: a bid on lot 1 must be higher

example the turn of another, with 3 players:
    in bidding
    player 2: "bid 5 on lot 1"  # it is not the turn of player 2: player 1 decides: auction lot

example a turn that is over, with 3 players:
    in bidding
    player 1: "bid 5 on lot 1", "pass"  # it is not the turn of player 1 after "bid 5 on lot 1": pla

example who is next, with 3 players:
    in bidding
    player 3 is next  # it is not the turn of player 3: player 1 decides: auction lot

example a phase that goes on, with 3 players:
    in bidding
    player 1: "bid 5 on lot 1"
    the phase is over  # the phase goes on: player 2 decides: auction lot

example a game that goes on, with 2 players:
    final round
    in settling
    player 1: "done"
    the game is over  # the game goes on: player 2 decides: trade freely, also repay

example a move after the end, with 2 players:
    final round
    in settling
    player 1: "done"
    player 2: "done"
    player 1: "done"  # the game is over

example an option too late, with 2 players:
    in income
    option open hands: yes  # such a line must stand before the phase begins

example a choice too early, with 2 players:
    round 2
    player 1: "done"  # the example has not begun: no line says in which phase
    in income

example a piece that nobody has left, with 3 players:
    player 1 owns Grain Mill
    player 2 owns Grain Mill  # no Grain Mill is left to own
    in income

example a lot on another stack, with 3 players:
    lot 1 is A1-S4
    lot 2 is A1-S3  # A1-S3 does not belong to Auction 2
    in income

example a phase of another round, with 3 players:
    round 2
    in settling  # no phase of that round is called "settling"

example no phase at all, with 3 players:  # no line says in which phase it begins
    player 1 has 2 workers
"""
MARK = re.compile(r"  # (.*)")
TOLD = {
    number: mark[1]
    for number, line in enumerate(WRONG.splitlines(), 1)
    if (mark := MARK.search(line))
}


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Rules]:
    path = Path(tmp_path_factory.mktemp("packs")) / "wrong.rules"
    path.write_text(WRONG, encoding="utf-8")
    return str(path), load(path)


def test_every_wrong_example_is_told_with_its_line(wrong: tuple[str, Rules]) -> None:
    file, rules = wrong
    told = {failure.span.line: failure for failure in failures(rules) if failure.span}
    assert sorted(told) == sorted(TOLD)
    for line, failure in told.items():
        assert failure.message.startswith(TOLD[line])
        column = 1 if WRONG.splitlines()[line - 1].startswith("example") else 5
        assert str(failure).startswith(f"{file}:{line}:{column}: example {failure.example}: ")


def test_an_example_that_does_not_begin_is_told_the_phases(wrong: tuple[str, Rules]) -> None:
    (hint,) = [f.hint for f in failures(wrong[1]) if f.message.endswith("which phase it begins")]
    phases = ["setup", "prepare", "income", "bidding", "building", "settling"]
    assert hint == f"what sets it up ends with in and a phase: {', '.join(phases)}"


def test_a_phase_of_another_round_is_told_with_its_round(wrong: tuple[str, Rules]) -> None:
    (message,) = [f.message for f in failures(wrong[1]) if "settling" in f.message]
    assert message.endswith('; it comes in the final round: write "final round" above it')


def test_the_rules_that_a_wrong_example_stands_in_are_not_affected(
    wrong: tuple[str, Rules],
) -> None:
    names = [example.name for example in SHIPPED["homesteaders"].of(Example)]
    told = [failure.example for failure in failures(wrong[1])]
    assert not set(names) & set(told)


def test_examples_belong_to_their_pack_whatever_its_folder_is_called(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "a.rules").write_text(WRONG, encoding="utf-8")
    names = [example.name for example in own_examples(load(folder))]
    assert names == re.findall(r"^example ([^,]*),", WRONG, re.MULTILINE)


def test_what_is_offered_is_told_with_the_nearest_first(wrong: tuple[str, Rules]) -> None:
    told = {failure.example: failure.message for failure in failures(wrong[1])}
    offered = told["a choice refused"].partition("; offered: ")[2]
    assert offered.startswith('"bid 6 on lot 1", ')
    assert offered.endswith(", ...")


def test_what_is_asked_is_told_before_what_is_always_open(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rules"
    path.write_text(PAYING, encoding="utf-8")
    (told,) = failures(load(path))
    assert '; offered: "pay 1 silver", "' in told.message


def test_who_has_still_to_choose_before_another_is_told_with_the_keys(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rules"
    path.write_text(PAYING.replace('"done", "anything"', '"done"\n    player 2: "done"'), "utf-8")
    (told,) = failures(load(path))
    assert told.message.endswith('; player 1 has still to choose: "pay 1 silver"')


PAYING = """pack Wrong, version 1, extends Homesteaders

example a worker to be paid, with 3 players:
    in income
    player 1: "done", "anything"
"""


UNNAMED = """pack Wrong, version 1, extends New Beginnings

example what lies there by chance, with 3 players:
    player 1 won lot 1 for 3
    player 1 has 3 silver
    in building
    player 1: "pay 3 silver", "build Forge"

example what lies there by choice, with 3 players:
    State Fair is turned up
    lot 1 is A1-S1
    player 1 won lot 1 for 3
    player 1 has 3 silver
    in building
    player 1: "pay 3 silver", "build Forge"

example no events, with 3 players:
    option events: no
    in income
    player 1: "build Forge"
"""


def test_what_lies_there_and_is_not_named_is_told_as_lines_that_would_name_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "wrong.rules"
    path.write_text(UNNAMED, encoding="utf-8")
    by_chance, *others = failures(load(path))
    event = r"[A-Z][\w ]+ is turned up; to have none of it: option events: no"
    assert re.fullmatch(f'not named above "in": {event}; lot 1 is A1-S1', by_chance.hint)
    assert [failure.hint for failure in others] == ["", ""]


BANKS = """\
game Banks, version 1, for 2-4 players

public treasure/treasures: 80 shell/shells, 40 pearl/pearls
piece wave/waves:
    stacks: Sea
waves of Sea:
    wave Shallows: gain 2 shells
    wave Pearl Bank: may pay 1 shell to gain 1 pearl
    wave Driftwood: gain 1 shell
phase start: {laid}
phase sailing:
    turn up 1 wave of each stack
    each player, from the start player: use the wave
phase market: each player, from the start player: may pay 2 shells to gain 1 pearl
play:
    start
    rounds 1-3: sailing, market
scoring in pearls:
    pearls: 1 per pearl
    tie: most shells

example a pearl from the bank, with 2 players:
    round {round}
    Pearl Bank is turned up
    player 1 has 1 shell
    in sailing
    Pearl Bank is turned up
    player 1: "pay 1 shell to gain 1 pearl"
    player 1 has 0 shells, 1 pearl

example the bank lies there later in the round, with 2 players:
    round {round}
    Pearl Bank is turned up
    player 1 has 2 shells
    in market
    Pearl Bank is turned up
"""


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("laid", ["stack Sea face down", "stack Sea face up"])
def test_a_piece_that_the_phase_itself_turns_up_is_the_one_that_is_named(
    tmp_path: Path, number: int, laid: str
) -> None:
    path = tmp_path / "banks.rules"
    path.write_text(BANKS.format(round=number, laid=laid), encoding="utf-8")
    assert [*failures(load(path))] == []


DEALT = """\
pack Dealt, version 1, extends Homesteaders

option families: yes
    Each player begins with a family and a tool.

piece family/families:
    places: drawer, players
    moments: start
piece tool/tools:
    places: chest, players
    moments: start
each player may own 1 family of each name
each player may own 1 tool of each name
family Smiths:
    2 copies
    start: gain 1 steel
tool Axe:
    2 copies
    start: gain 1 wood
with families: after setup:
    each player: take any family
    each player: take a random tool
    each player: collect start

example what chance gave, with 2 players:
    option families: yes
    in income
    player 1 has 7 steel

example what was said, with 2 players:
    player 1 owns Axe
    in setup: player 1: "take Smiths"
    in income
    player 1 has 7 steel
"""


def test_what_a_player_was_dealt_and_is_not_named_is_told(tmp_path: Path) -> None:
    path = tmp_path / "dealt.rules"
    path.write_text(DEALT, encoding="utf-8")
    by_chance, said = failures(load(path))
    assert by_chance.hint == (
        'not named above "in": in setup: player 1: "take Smiths"; player 1 owns Axe; '
        "to have none of it: option families: no"
    )
    assert said.hint == ""


def test_what_cannot_be_done_cannot_be_paid_for_in_another_way(tmp_path: Path) -> None:
    """The pack with its purpose left out: food for a worker could be a trade then."""
    for path in (Path(__file__).resolve().parents[1] / "examples" / "hard_winter").glob("*.rules"):
        text = path.read_text(encoding="utf-8")
        purpose = "1 trade may pay for 1 food, in build and bonus"
        (tmp_path / path.name).write_text(text.replace(purpose, purpose.split(",", maxsplit=1)[0]))
    told = [failure for failure in failures(load(tmp_path)) if "worker" in failure.example]
    assert [failure.message for failure in told] == ['"hire with trade as food" is offered']
