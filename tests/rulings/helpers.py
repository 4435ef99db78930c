"""What the tests of the rulings share: short ways to play, to be refused, and to look."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

import pytest

from homesteaders_rules import IllegalOption, apply, why_not
from homesteaders_rules.runtime.recording.events import STOCK, Event
from homesteaders_rules.runtime.recording.kinds import Transfer
from homesteaders_rules.testing.checks import check_step
from homesteaders_rules.testing.situations import FINAL, situation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from homesteaders_rules import State

__all__ = [
    "BIDS",
    "FINAL",
    "NOTHING",
    "RESOURCES",
    "STOCK",
    "bank",
    "bids_on",
    "every_key",
    "gains",
    "happened",
    "held",
    "idle_until",
    "idly",
    "keys",
    "owns",
    "pass_all",
    "play",
    "play_told",
    "refused",
    "situation",
    "starts",
    "transfers",
]

RESOURCES = ("wood", "food", "steel", "gold", "copper", "livestock")
BIDS = (3, 4, 5, 6, 7, 9, 12, 16, 21)
NOTHING: Mapping[str, int] = {}
Happening = TypeVar("Happening", bound=Event)


# ---------------------------------------------------------------------------------- playing


def play(state: State, *chosen: str) -> State:
    """The state after these keys, one after the other."""
    return play_told(state, *chosen)[0]


def play_told(state: State, *chosen: str) -> tuple[State, list[Event]]:
    """The state after these keys, and everything that happened on the way.

    Each step is checked: nothing is lost, nobody holds less than nothing, a decision follows.
    """
    told: list[Event] = []
    for key in chosen:
        option = state.decision.find(key)
        assert option, f'"{key}" is refused: {why_not(state, key)}; offered: {keys(state)}'
        after, events = apply(state, key)
        check_step(state, after, events)
        told += events
        state = after
    return state, told


LEAST = ("done", "pass", "build nothing", "decline")


def idly(state: State) -> tuple[State, list[Event]]:
    """One step by somebody who wants as little as possible: the first option else."""
    offered = keys(state)
    return play_told(state, next((key for key in LEAST if key in offered), offered[0]))


def pass_all(state: State) -> State:
    """Everybody passes who can, and takes the first reward of the track."""
    while state.phase == "bidding":
        state, _ = idly(state)
    return state


def idle_until(state: State, phase: str, round: int) -> tuple[State, list[Event]]:
    """Everybody does as little as possible until that phase of that round; what happened."""
    told: list[Event] = []
    while (state.phase, state.round) != (phase, round):
        state, events = idly(state)
        told += events
    return state, told


# ---------------------------------------------------------------------------------- looking


def keys(state: State) -> list[str]:
    """What is offered, without the exchanges that are possible at any time."""
    return list(state.decision.keys)


def every_key(state: State) -> list[str]:
    """What is offered, with the exchanges that are possible at any time."""
    return [option.key for option in state.decision.all]


def starts(state: State, beginning: str) -> list[str]:
    """What is offered and begins so, exchanges of any time included."""
    return [key for key in every_key(state) if key.startswith(beginning)]


def bids_on(state: State, lot: int) -> list[int]:
    """The amounts that may be bid on a lot now."""
    words = [key.split() for key in keys(state) if key.startswith("bid ")]
    return [int(word[1]) for word in words if int(word[4]) == lot]


def refused(state: State, key: str) -> str:
    """Make sure that a key is not offered and that ``apply`` refuses it; the reason."""
    assert key not in every_key(state), f'"{key}" is offered'
    reason = why_not(state, key)
    assert reason, f'no reason why "{key}" is refused'
    before = state.cells
    with pytest.raises(IllegalOption) as error:
        apply(state, key)
    assert error.value.reason == reason
    assert state.cells == before
    return reason


def held(state: State, player: int) -> dict[str, int]:
    """All that a player holds, goods of which there are none left out."""
    goods = [good.name for good in state.table.layout.goods]
    return {good: state.holding(player, good) for good in goods if state.holding(player, good)}


def bank(state: State) -> dict[str, int]:
    """What lies in the stock."""
    return held(state, STOCK)


def owns(state: State, player: int) -> list[str]:
    """The buildings of a player."""
    return list(state.pieces(player))


# ---------------------------------------------------------------------------------- events


def transfers(events: Iterable[Event]) -> list[tuple[str, int, int, int]]:
    """The transfers in order: good, amount, from whom, to whom (STOCK or a seat)."""
    found = [event for event in events if isinstance(event, Transfer)]
    return [(event.good, event.amount, event.source, event.target) for event in found]


def gains(events: Iterable[Event], player: int) -> dict[str, int]:
    """What a player holds more, or less, of each good after the events."""
    found: Counter[str] = Counter()
    for good, amount, source, target in transfers(events):
        found[good] += amount * ((target == player) - (source == player))
    return {good: amount for good, amount in found.items() if amount}


def happened(events: Iterable[Event], kind: type[Happening]) -> list[Happening]:
    """The events of a kind, in order."""
    return [event for event in events if isinstance(event, kind)]
