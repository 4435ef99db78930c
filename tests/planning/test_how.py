"""How an option is had: the ways that trying finds too, and a reason where there is none."""

from __future__ import annotations

from random import Random

import pytest

from homesteaders_rules import Rules, State, apply, load, new_game
from homesteaders_rules.commands.definitions.definition import Needs as _Needs
from homesteaders_rules.play.planning.how import How, how

from .by_hand import ByHand, is_no_worse

ALL = 10_000


def random_state(rules: Rules, seed: int, most: int = 150) -> State:
    """A state somewhere in a random game, in which exchanges are used now and then."""
    random = Random(seed)
    options = {name: random.random() < 0.3 for name in rules.options}
    options |= {need.option: True for need in rules.of(_Needs)}
    state = new_game(rules, random.choice(list(rules.players)), seed, options=options)
    for _ in range(random.randrange(most)):
        chosen = state.anytime if random.random() < 0.1 else ()
        after, _ = apply(state, random.choice(chosen or state.options))
        if after.over:
            break
        state = after
    return state


def agree(state: State, key: str, by_hand: ByHand, burdens: set[str]) -> None:
    """What trying finds is found, or something that is better in every way; and nothing else."""
    answer, tried = how(state, key, ALL), by_hand.ways(key)
    assert answer.complete
    told = {way.goods: way.points for way in answer.ways}
    for way in answer.ways:
        uses = sum(int(last) if (last := k.split()[-1]).isdigit() else 1 for k in way.keys)
        if uses <= by_hand.depth:
            assert tried.get(way.goods) == way.points, (key, way)
        check_way(state, key, answer)
    for moves in tried:
        assert any(is_no_worse(each, moves, burdens) for each in told), (key, moves, answer)


def check_way(state: State, key: str, answer: How) -> None:
    """It can be carried out, and then the key is there."""
    for way in answer.ways:
        after = state
        for each in way.keys:
            after, _ = apply(after, each)
        assert after.decision.find(key), (key, way)


GAMES = ("homesteaders", "new_beginnings", "montana")


@pytest.mark.parametrize("pack", GAMES)
def test_ways_are_those_that_trying_finds(pack: str) -> None:
    rules = load(pack)
    for seed in range(6):
        state = random_state(rules, seed)
        by_hand = ByHand(state, 2 if seed % 3 or pack == GAMES[1] else 3)
        keys = sorted({*state.decision.step.keys(), *by_hand.keys()})
        found = [key for key in keys if not state.decision.find(key)]
        opened = [key for key in found if key in by_hand.keys()]
        random = Random(seed)
        for key in {*random.sample(found, min(6, len(found))), *opened[:12]}:
            agree(state, key, by_hand, {"debt"})
