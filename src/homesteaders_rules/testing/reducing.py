"""Reducing: of a counterexample whatever its fault does not need is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from ..errors import GameError
from ..play.choosing import apply
from .beginnings import Beginning
from .counterexamples import Counterexample, fault_of
from .walks import Step, Walk

Look = Callable[[Walk], None]
Smaller = tuple[Callable[[], Beginning], Sequence[str]]

MOST_TRIED = 2_000
PLAIN = {"seed": 0, "start_player": 0, "round": 1, "ends": False}
"""The plainest value of an argument."""
LAID = (
    *("options", "holdings", "pieces", "positions"),
    *("lots", "won", "turned", "lying", "users", "places"),
)
LISTED = ("tiles", "neutral")
"""The arguments of a situation that hold things which may be left out."""


def reduced(found: Counterexample, look: Look) -> Counterexample:
    """The smallest counterexample found from one on: fewer choices, fewer things laid.

    ``look`` looks at a walk, and raises where something is wrong.
    """
    tried = place = 0
    while tried < MOST_TRIED:
        # What was in vain before something could be left out is not tried again at once.
        for number, smaller in enumerate(islice(_smaller(found.walk), place, None), place):
            tried += 1
            again = _failing(*smaller, look)
            if again is not None:
                found, place = again, number
                break
        else:
            if not place:
                break
            place = 0
    return found


def replayed(beginning: Beginning, keys: Iterable[str]) -> Walk:
    """A walk of those keys that can be chosen, one after the other.

    Raises Counterexample where the engine itself fails.
    """
    steps: list[Step] = []
    state = beginning.state
    for key in keys:
        option = state.decision.find(key)
        if option is None:
            continue
        try:
            after, events = apply(state, option)
        except Exception as error:
            fault = f"{key} cannot be carried out: {fault_of(error)}"
            raise Counterexample(fault, Walk(beginning, steps)) from error
        steps.append(Step(state, option, after, events))
        state = after
    return Walk(beginning, steps)


def failing(walk: Walk, look: Look) -> Counterexample | None:
    """What is wrong with a walk, as a counterexample; None where nothing is."""
    try:
        look(walk)
    except Counterexample as found:
        return found
    except Exception as error:
        return Counterexample(fault_of(error), walk)
    return None


def _failing(
    begin: Callable[[], Beginning], keys: Sequence[str], look: Look
) -> Counterexample | None:
    try:
        return failing(replayed(begin(), keys), look)
    except Counterexample as found:
        return found
    except GameError:
        return None


def _smaller(walk: Walk) -> Iterator[Smaller]:
    """What is a little less: halves of the choices left out first, then single ones and things."""
    keys, start = walk.keys, walk.beginning
    size = len(keys) // 2
    while size:
        for first in range(0, len(keys), size):
            yield lambda: start, keys[:first] + keys[first + size :]
        size //= 2
    if start.call != "situation":
        if "deal" in start.arguments:
            undealt = {name: v for name, v in start.arguments.items() if name != "deal"}
            yield partial(Beginning.of_game, start.rules, **undealt), keys
        return
    for arguments in _less_laid(start.arguments):
        yield partial(Beginning.of_situation, start.rules, **arguments), keys


def _less_laid(arguments: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The arguments with one thing less, or plainer."""
    for name, plain in PLAIN.items():
        if arguments.get(name, plain) != plain:
            yield arguments | {name: plain}
    for name in (each for each in LAID if each in arguments):
        yield {each: value for each, value in arguments.items() if each != name}
        for key, value in arguments[name].items():
            rest = {other: kept for other, kept in arguments[name].items() if other != key}
            yield arguments | {name: rest}
            if isinstance(value, dict):
                for inner in value:
                    fewer = {good: n for good, n in value.items() if good != inner}
                    yield arguments | {name: arguments[name] | {key: fewer}}
            elif isinstance(value, list):
                for left in _shorter(value):
                    yield arguments | {name: arguments[name] | {key: left}}
    for name in LISTED:
        for left in _shorter(arguments.get(name, [])):
            yield arguments | {name: left}


def _shorter(things: list[str]) -> Iterator[list[str]]:
    """Without all of them, then each time without one."""
    if len(things) > 1:
        yield []
    for one in things:
        yield [each for each in things if each != one]
