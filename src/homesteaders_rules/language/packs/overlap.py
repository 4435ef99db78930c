"""Which tables conditions hold for: whether two exclude each other, and what one leaves over."""

from __future__ import annotations

from attrs import evolve

from ...commands.conditions import Condition, OptionIs, Players
from .headers import MOST_PLAYERS

Conditions = tuple[Condition, ...]


def exclude_each_other(one: Conditions, other: Conditions) -> bool:
    """Whether no table can have both."""
    return any(_exclude(a, b) for a in one for b in other)


def _exclude(one: Condition, other: Condition) -> bool:
    if isinstance(one, OptionIs) and isinstance(other, OptionIs):
        return one.option == other.option and one.value != other.value
    if isinstance(one, Players) and isinstance(other, Players):
        tops = [MOST_PLAYERS if c.most is None else c.most for c in (one, other)]
        return tops[0] < other.least or tops[1] < one.least
    return False


def left_over(taken: Conditions, players: range) -> list[Conditions]:
    """The tables where ``taken`` do not all hold, as conditions that exclude each other."""
    left: list[Conditions] = []
    for index, condition in enumerate(taken):
        left += [(*taken[:index], contrary) for contrary in _contrary(condition, players)]
    return left


def _contrary(condition: Condition, players: range) -> list[Condition]:
    if isinstance(condition, OptionIs):
        return [evolve(condition, value=not condition.value)]
    assert isinstance(condition, Players)
    first, last = condition.least - 1, (condition.most or MOST_PLAYERS) + 1
    found: list[Condition] = []
    if first in range(players.start, MOST_PLAYERS):
        found.append(Players(players.start, first, span=condition.span))
    if last < players.stop:
        found.append(Players(max(last, players.start), None, span=condition.span))
    return found


def implies(one: Conditions, other: Conditions) -> bool:
    """Whether ``other`` hold at every table where ``one`` do, as far as each tells by itself."""
    return all(any(_implies(a, b) for a in one) for b in other)


def _implies(one: Condition, other: Condition) -> bool:
    if isinstance(one, Players) and isinstance(other, Players):
        tops = [MOST_PLAYERS if c.most is None else c.most for c in (one, other)]
        return other.least <= one.least and tops[0] <= tops[1]
    return one == other
