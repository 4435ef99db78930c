"""The fan pack of the examples: text alone, without a warning, and it plays to the end."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from homesteaders_rules import Rules, apply, new_game, read
from homesteaders_rules.commands.definitions.examples import Example
from homesteaders_rules.commands.definitions.pieces import Piece
from homesteaders_rules.runtime.recording.kinds import Revealed
from homesteaders_rules.testing.checks import check_offered, check_step
from homesteaders_rules.testing.examples import own_examples, run_example
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import walk
from sizes import some

PACK = Path(__file__).resolve().parents[1] / "examples" / "hard_winter"
RULES, DIAGNOSTICS = read(PACK)
TABLES = {
    "as it comes": {},
    "snowbound": {"snowbound": True, "lot parts in any order": True},
    "without events": {"events": False, "strict supply": True},
}


OWN = [p for p in RULES.of(Piece) if p.span and p.span.file.startswith(str(PACK))] if RULES else []
EXAMPLES = list(own_examples(RULES)) if RULES else []
RESOURCES = ("wood", "food", "steel", "gold", "copper", "livestock")

KEYS = ("sell wood", "build Winter Carnival", "smoke", "use Root Cellar", "no such key")


@pytest.fixture(scope="module")
def rules() -> Rules:
    assert RULES is not None, "\n".join(map(str, DIAGNOSTICS))
    return RULES


def test_it_is_text_and_nothing_is_wrong_with_it(rules: Rules) -> None:
    assert DIAGNOSTICS == ()
    beside = ("__pycache__", "test_hard_winter.py")
    assert {path.suffix for path in PACK.iterdir() if path.name not in beside} == {".rules"}
    assert [header.name for header in rules.headers][1:] == ["New Beginnings", "Hard Winter"]
    assert rules.players == range(2, 6)


def test_it_brings_six_buildings_two_lots_and_an_event() -> None:
    sorts = [piece.sort for piece in OWN]
    assert sorted(sorts) == ["building"] * 6 + ["event"] + ["lot"] * 2
    parts = {field for p in OWN for field in PARTS if getattr(p, field)}
    assert parts == set(PARTS)


PARTS = ("triggers", "substitutions", "exchanges", "clauses", "slots", "scores")
"""What can stand on a piece; the pack has something of each."""


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_its_examples_hold(rules: Rules, example: Example) -> None:
    failure = run_example(rules, example)
    assert failure is None, str(failure)


def test_a_stack_that_it_lays_anew_can_be_dealt_as_it_lies(rules: Rules) -> None:
    dealt = new_game(rules, 3, 0)
    assert "Trapper Camp" in dealt.stack("Auction 2")
    again = new_game(rules, 3, 1, deal={"Auction 2": dealt.stack("Auction 2")})
    assert again.stack("Auction 2") == dealt.stack("Auction 2")


def test_every_piece_is_in_an_example() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(PACK.glob("*.rules")))
    told = "".join(part.partition("\n\n")[0] for part in text.split("example ")[1:])
    assert [piece.name for piece in OWN if piece.name not in told] == []


@pytest.mark.parametrize(("players", "table"), some([*product([2, 3, 4, 5], TABLES)], 4))
def test_random_games_end_and_lose_nothing(rules: Rules, players: int, table: str) -> None:
    last = None
    for number, step in enumerate(walk(rules, players, seed=players, options=TABLES[table])):
        check_step(step.before, step.after, step.events)
        if number % 50 == 0:
            check_offered(
                step.after, ["sell wood", "build Winter Carnival", "smoke", "no such key"]
            )
        last = step.after
    assert last is not None
    assert last.over


@pytest.mark.parametrize("name", [p.name for p in OWN if p.sort == "building"])
def test_every_building_can_be_built(rules: Rules, name: str) -> None:
    piece = next(each for each in OWN if each.name == name)
    stage = 9 if "city" in piece.labels else 5
    state = situation(
        rules,
        3,
        "building",
        stage,
        options={"events": False},
        lots={1: "A1-C1" if stage == 9 else "A1-T4"},
        won={1: (0, 3)},
        holdings={0: {"silver": 3, **dict.fromkeys(RESOURCES, 2)}},
    )
    for key in ("pay 3 silver", f"build {name}"):
        state, _ = apply(state, key)
    assert name in state.pieces(0)


def test_its_lots_and_its_event_come_into_play(rules: Rules) -> None:
    hidden = {piece.name for piece in OWN if piece.stack}
    for seed in range(20):
        for step in walk(rules, 2 + seed % 4, seed):
            hidden -= {event.name for event in step.events if isinstance(event, Revealed)}
        if not hidden:
            break
    assert hidden == set()
