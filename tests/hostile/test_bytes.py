"""Keys and saves with characters lost, doubled, swapped and put in: only what is documented."""

from __future__ import annotations

import sys
from functools import cache
from random import Random

import pytest

from homesteaders_rules import (
    BadSave,
    Game,
    IllegalOption,
    State,
    apply,
    load,
    restore,
    save,
    state_from_json,
    why_not,
)
from homesteaders_rules.testing.checks import check_decision, every_key
from homesteaders_rules.testing.walks import finish, walk
from sizes import size

RULES = tuple(load(pack) for pack in ("homesteaders", "peer_new_beginnings"))
ODD = (*"³²①٣０-+., \t\n\0\ud800\U0001f600é\u202e\"\\{}[]:'", "1e9", "NaN", "null", "9" * 30, "-0")
"""Digits that are none, signs, quotes, half of a character, and numbers that are too much."""


def spoilt(text: str, random: Random, times: int = 3) -> str:
    """A text with up to so many faults of a typist, of a line, or of ill will."""
    for _ in range(random.randint(1, times)):
        here = random.randrange(len(text) + 1)
        there = min(len(text), here + random.choice((0, 1, 1, 2, 7, 60)))
        match random.randrange(6):
            case 0:
                text = text[:here] + text[there:]
            case 1:
                text = text[:here] + random.choice(ODD) + text[there:]
            case 2:
                text = text[:there] + text[here:]
            case 3:
                text = text[:here] + text[here:there][::-1] + text[there:]
            case 4:
                text = text[:here] + random.choice(ODD) * random.randint(1, 40) + text[here:]
            case _:
                numbers = [n for n, each in enumerate(text) if each.isdigit()] or [here]
                digit = random.choice(numbers)
                text = text[:digit] + random.choice((*ODD, "0", "8")) + text[digit + 1 :]
    return text


@cache
def states() -> list[State]:
    """Some from each phase of a game, the end too."""
    found = []
    for number, rules in enumerate(RULES):
        steps = list(walk(rules, 2, number, anytime=0.2))
        found += [step.after for step in steps[:: max(len(steps) // 12, 1)]] + [steps[-1].after]
    return found


@pytest.mark.parametrize("number", range(size(3, 200)))
def test_a_spoilt_key_is_refused_with_a_reason(number: int) -> None:
    random = Random(number)
    for state in states():
        listed = {option.key for option in state.decision.all}
        for key in random.choices(sorted(every_key(state) | {"bid 3 on lot 1"}), k=size(4, 40)):
            wrong = spoilt(key, random)
            reason = why_not(state, wrong)
            assert (reason is None) == (wrong in listed)
            for viewer in (None, *range(state.table.players)):
                assert isinstance(why_not(state, wrong, viewer), str | None)
            if reason is not None:
                cells = state.cells
                with pytest.raises(IllegalOption) as caught:
                    apply(state, wrong)
                assert caught.value.reason == reason
                assert state.cells == cells


@cache
def saves() -> list[str]:
    """Saves with choices, with cells, and begun with a state."""
    found = []
    for number, rules in enumerate(RULES):
        game = Game.new(rules, 3 - number, number)
        for step in walk(rules, 3 - number, number, most=40):
            game.choose(step.option.key)
        begun = Game.begun_with(game.state)
        begun.choose(game.state.options[0])
        found += [save(game), save(game, with_state=True), save(begun, with_state=True)]
    return found


@pytest.mark.parametrize("number", range(size(3, 400)))
def test_a_spoilt_save_is_refused_or_leaves_a_game_that_goes_on(number: int) -> None:
    random = Random(number)
    for place, text in enumerate(saves()):
        for _ in range(size(3, 25)):
            wrong = spoilt(text, random, times=2)
            for read in (restore, state_from_json):
                try:
                    found = read(wrong, RULES[place // 3])
                except BadSave as error:
                    assert str(error)
                    continue
                state = found.state if isinstance(found, Game) else found
                check_decision(state)
                finish(state, number, most=3_000)


def test_a_number_that_is_none_is_no_bid() -> None:
    """``isdigit`` is true of more than what ``int`` reads."""
    bidding = next(state for state in states() if state.phase == "bidding" and not state.over)
    for digit in "³①٣":
        assert why_not(bidding, f"bid {digit} on lot {digit}")
    assert why_not(bidding, f"bid {'9' * (sys.get_int_max_str_digits() + 1)} on lot 1")
