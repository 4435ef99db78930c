"""What the placing will bring: the same that comes when the phase is played."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from homesteaders_rules import Forecast, GameError, State, apply, forecast, load, new_game
from homesteaders_rules.testing.situations import situation
from runtime.small import small

TEXT = """\
game Small, version 1, for 2-3 players
public money/moneys: 40 coin/coins, 20 star/stars, 20 helper/helpers
scoring in stars:
    stars: 1 per star
piece yard/yards:
    places: supply, players
    moments: yield, planted
each player may own 1 yard of each name
yard Orchard:
    1 helper: gain 2 coins
    1 helper: gain 1 coin or gain 1 star
    1 helper: draw 1 money
    yield: gain 1 star
yield: gain 1 coin per star
whenever you gain a coin: gain 1 star
play:
    setup
    rounds 1-3: market, harvest
phase setup: each player: gain 3 helpers
phase market: each player, from the start player: gain 1 coin or gain 1 star
phase harvest:
    each player, from the start player:
        place helpers:
            all of them come back first
            any of them may stay idle
        collect yield
        pay 1 coin per helper, as much as you have, or discard 1 star for each that is missing
        if you have 9 or more stars: settle taxes
action settle taxes:
    pay 1 coin, as much as you have, or discard 1 star for each that is missing
"""


def placed(state: State, *keys: str) -> State:
    for key in keys:
        state, _ = apply(state, key)
    return state


def yard(tmp_path: Path, *keys: str) -> State:
    rules = small(tmp_path, TEXT, "")
    state = situation(rules, 2, "harvest", holdings={0: {"coin": 1}}, pieces={0: ["Orchard"]})
    return placed(state, *keys)


def test_what_asks_and_what_chance_decides_is_told_and_not_counted(tmp_path: Path) -> None:
    state = yard(tmp_path)
    nothing = forecast(state, 0)
    assert nothing.brings == (("star", 1),)
    assert nothing.due == (("coin", 3),)
    assert nothing.lacking == (("coin", 2),)
    assert nothing.undecided[0].startswith("if you have 9 or more stars: ")
    filled = placed(state, *state.decision.keys[:1])
    seen = forecast(filled, 0)
    assert dict(seen.brings) == {"coin": 2, "star": 3}
    assert seen.lacking == ()
    filled = placed(filled, *filled.decision.keys[:1])
    assert forecast(filled, 0).brings == seen.brings
    assert forecast(filled, 0).undecided[1:] == ("gain 1 coin or gain 1 star",)
    filled = placed(filled, *filled.decision.keys[:1])
    assert forecast(filled, 0).brings == seen.brings
    assert forecast(filled, 0).undecided[1:] == ("Orchard", "gain 1 coin or gain 1 star")


@pytest.mark.parametrize("pack", ["homesteaders", "new_beginnings"])
def test_it_comes_as_it_was_told(pack: str) -> None:
    rules, told = load(pack), 0
    for seed in range(6):
        random = Random(seed)
        state = new_game(rules, 3, seed, options={"income step by step": False})
        while not state.over and state.round < 8:
            key = random.choice([option.key for option in state.options])
            seat, before = state.decision.player, state
            state, _ = apply(state, key)
            if key != "done" or before.phase != "income" or before.is_final:
                continue
            seen = forecast(before, seat)
            if seen.undecided or state.decision.player != seat:
                continue
            assert came(before, state, seat) == dict(seen.brings)
            due = state.decision.step.counter.count(state.cells, seat)  # type: ignore[attr-defined]
            assert dict(seen.due) == {"silver": due}
            missing = max(due - state.holding(seat, "silver"), 0)
            assert sum(n for _, n in seen.lacking) == missing
            told += 1
    assert told > 20


def came(before: State, after: State, seat: int) -> dict[str, int]:
    """What a player has more of."""
    names = (good.name for good in before.table.layout.goods)
    changes = {name: after.holding(seat, name) - before.holding(seat, name) for name in names}
    return {name: change for name, change in changes.items() if change}


def test_where_no_places_are_filled_there_is_nothing_to_tell() -> None:
    state = new_game(load("montana"), 2, 1)
    assert forecast(state, 1) == Forecast(1, "")
    for seat in (2, -1, True, "you"):
        with pytest.raises(GameError):
            forecast(state, seat)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        forecast("state", 0)  # type: ignore[arg-type]
