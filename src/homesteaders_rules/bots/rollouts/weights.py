"""Weights: what positions are worth, in whole numbers that both machines add up alike.

An outlook says what goods and pieces are to a player in all that they do together. Weights say it
for positions that are like one: of each good how much so many units are worth, and of each piece,
one more of each good and each place what it would add there.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from ...linking.table import once, once_a_table
from ...runtime.registers import PART, ROUND
from ..calendar import Now
from ..outlook import Outlook
from ..sensible import MARGIN
from ..valuing.reckoning import Reckoning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...linking.table import Table

POINT = 1000
"""So much in weights is one in units of the scoring."""
AMOUNTS = 32
"""Of so many amounts of a good it is said what they are worth; more of it goes on as the last."""


@frozen(eq=False)
class Weights:
    """What positions of a table are worth, about, from a round on, in parts of a POINT.

    ``first``: that round; ``rounds``: how many are weighed, and ``parts`` of the course in each.
    ``amounts``: what so much of a good is worth, by time, good and amount; ``each``: what each
    piece and one more of each good adds, by time and player; ``places``: what each place that can
    be filled yields, by player.
    """

    table: Table
    first: int
    rounds: int
    amounts: Sequence[int]
    each: Sequence[Sequence[int]]
    places: Sequence[Sequence[int]]

    @classmethod
    def at(cls, table: Table, cells: Sequence[int], rounds: int) -> Weights:
        """Those for positions like the one with these cells, in so many rounds from then on."""
        first = min(max(cells[ROUND], 0), table.rounds + 1)
        until = min(first + rounds, table.rounds + 2)
        added = [[*_added(table, cells, player)] for player in range(table.players)]
        parts = len(table.program.course)
        each = [
            [_weight(sum([part * by for part, by in zip(p, factors, strict=True)])) for p in own]
            for now in _times(table)[first * parts : until * parts]
            for factors in (once(table, Reckoning, now, None).factors,)
            for own in added
        ]
        width = parts * len(table.layout.goods) * AMOUNTS
        amounts = _amounts(table)[first * width : until * width]
        places = [_places(table, cells, player) for player in range(table.players)]
        return cls(table, first, until - first, amounts, each, places)

    @property
    def parts(self) -> int:
        """How many parts the course of a round has."""
        return len(self.table.program.course)

    @cached_property
    def words(self) -> bytes:
        """All of it in words of 64 bits, as the machine in C reads them (thinking.h)."""
        layout = self.table.layout
        head = [
            *(len(layout.goods), AMOUNTS, _ownable(self.table), len(layout.places)),
            *(self.first, self.rounds, self.parts, layout.owned, _weight(MARGIN)),
        ]
        found = array("q", [*head, *self.amounts])
        for row in (*self.each, *self.places):
            found.extend(row)
        return found.tobytes()

    def time(self, cells: Sequence[int]) -> int:
        """The number of a time; a round that is not weighed counts as the nearest that is."""
        number = min(max(cells[ROUND] - self.first, 0), self.rounds - 1)
        return number * self.parts + cells[PART]

    def worth(self, cells: Sequence[int], player: int, time: int) -> int:
        """What a position is worth to a player, about, with the eyes of a time."""
        layout = self.table.layout
        each = self.each[time * layout.players + player]
        pieces = len(each) - len(layout.goods)
        owned, sum_ = cells[layout.owned + player], 0
        while owned:
            sum_ += each[(owned & -owned).bit_length() - 1]
            owned &= owned - 1
        row, begin = layout.row(player), time * len(layout.goods) * AMOUNTS
        for good in range(len(layout.goods)):
            held = cells[row + good]
            sum_ += self._amount(begin + good * AMOUNTS, held) + each[pieces + good] * held
        return sum_

    def _amount(self, begin: int, held: int) -> int:
        if held < AMOUNTS:
            return self.amounts[begin + max(held, 0)]
        last, before = self.amounts[begin + AMOUNTS - 1], self.amounts[begin + AMOUNTS - 2]
        return last + (held - AMOUNTS + 1) * (last - before)


def are_enough(table: Table) -> bool:
    """Are goods and pieces all that positions of a table are weighed by, and rounds counted?"""
    outlook = once(table, Outlook, None)
    return outlook.standing.is_empty and not outlook.duties.found and not outlook.is_race


def _ownable(table: Table) -> int:
    """How many kinds of pieces players can own: they are the first of all."""
    layout = table.layout
    return sum(layout.is_owned(number) for number in range(len(layout.pieces)))


def _weight(worth: float) -> int:
    return round(worth * POINT)


@once_a_table
def _times(table: Table) -> tuple[Now, ...]:
    """All times of a game, round by round from the opening on, and part by part of the course."""
    cells = table.fresh_cells(0)
    found = []
    for number in range(table.rounds + 2):
        for part in range(len(table.program.course)):
            cells[ROUND], cells[PART] = number, part
            found.append(Now.at(table, cells))
    return tuple(found)


@once_a_table
def _amounts(table: Table) -> array[int]:
    """What so much of each good is worth, by time, good and amount."""
    found = array("q")
    for now in _times(table):
        for worths in once(table, Reckoning, now, None).goods:
            found.extend(_weight(worths[amount]) for amount in range(AMOUNTS))
    return found


def _parts(table: Table, cells: Sequence[int], player: int) -> list[float]:
    """What a player has, part by part, each once."""
    parts = once(table, Outlook, None).parts[cells[table.layout.owned + player]]
    found = [*parts.worth(cells, player)]
    for number, estimate in parts.rest:
        found[number] += estimate(cells, player)
    return found


def _added(table: Table, cells: Sequence[int], player: int) -> Iterator[list[float]]:
    """What each piece adds to the parts of what a player has, then one more of each good."""
    layout = table.layout
    changed, owned = list(cells), layout.owned + player
    now = _parts(table, cells, player)
    for number in range(_ownable(table)):
        has = cells[owned] >> number & 1
        changed[owned] = cells[owned] ^ 1 << number
        other = _parts(table, changed, player)
        yield [(a - b if has else b - a) for a, b in zip(now, other, strict=True)]
    changed[owned] = cells[owned]
    for good in range(layout.row(player), layout.row(player + 1)):
        changed[good] += 1
        yield [b - a for a, b in zip(now, _parts(table, changed, player), strict=True)]
        changed[good] -= 1


def _places(table: Table, cells: Sequence[int], player: int) -> list[int]:
    """What each place yields that goods can be placed on."""
    layout, estates = table.layout, once(table, Outlook, None).estates
    worths = {
        (slot.piece, slot.good, place): _weight(slot.each(cells, player))
        for number in range(_ownable(table))
        for slots in estates[1 << number].slots.values()
        for slot in slots
        for place in slot.places
    }
    return [
        worths.get((layout.pieces[at.piece].name, layout.good_index[at.good], at.number), 0)
        for at in layout.places
    ]
