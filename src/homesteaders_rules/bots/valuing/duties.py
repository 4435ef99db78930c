"""What will be due, with something worse for each that is missing: how ready a player is for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...commands.definitions.definition import Exchange
from ...runtime.operands import Memory

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...linking.table import Table
    from ...mechanisms.owing import PayOrElse
    from ...runtime.counters import Counter
    from ..calendar import Course, Now

AHEAD = 2
"""So many times that it is due are looked at: what comes later, players will find means for."""
EASY = 0.12
"""What one that is missing costs while there is time, against what comes in its place."""
PACE = 2.0
"""So many units a turn brings, about."""
RAISED = 0.1
"""What giving something else up for one costs, against what comes in its place."""
SPARE = 0.03
"""What one is worth that is not due for a while, against what comes in the place of one missing."""

ANY = 1 << 40
"""Stands for a number of uses that nothing bounds."""
Means = tuple[int, int, int, int, int, int]
"""What a duty takes, what is ready for it, what could be raised now, and what comes bit by bit in a

round; then how many turns there are in a round, and how many of this one are taken.
"""


@frozen
class Duty:
    """So much of a good is due in a phase; ``instead``: what each that is missing costs."""

    phase: str
    good: int
    due: Counter
    instead: float


@frozen
class Source:
    """What an exchange makes of a unit of a good: ``rate`` units.

    ``most``: so often, 0: as often as one likes. ``piece``: whose owner has it; None: everybody.
    """

    good: int
    rate: int
    most: int
    piece: int | None


class Duties:
    """How ready players of a table are for what is due."""

    def __init__(
        self,
        table: Table,
        course: Course,
        worths: Mapping[str, float],
        owing: Iterable[tuple[str, PayOrElse]],
        turning: str,
    ) -> None:
        layout = table.layout
        self.course = course
        self.turning = layout.good_index[turning] if turning else None
        self.lattice = layout.lattice
        self._first, self._width = layout.row(0), len(layout.goods)
        self._owned, self._placed = layout.owned, layout.placed
        self.found = [
            Duty(phase, layout.good_index[item.good], item.amount.due().counter(layout), cost)
            for phase, effect in owing
            if (cost := _cost(effect, worths)) > 0
            for item in effect.bundle.items
        ]
        self.goods = {layout.goods[duty.good].name for duty in self.found}
        self._sources = [_sources(table, layout.goods[duty.good].name) for duty in self.found]
        self._open = Memory(self._open_to)
        self._worths = Memory(self._worth)

    def value(self, cells: Sequence[int], player: int, now: Now) -> float:
        """What is ready is worth, less what is likely to be missing."""
        row, owned = self._first + player * self._width, cells[self._owned + player]
        grown = turns = taken = 0
        if self.lattice is not None:
            grown = self.lattice.heaped(cells, player).bit_count()
        if self.turning is not None:
            turns, taken = cells[row + self.turning], cells[self._placed + player].bit_count()
        value = 0.0
        for number, (duty, sources) in enumerate(zip(self.found, self._open[owned], strict=True)):
            raised = 0
            for good, rate, most in sources:
                held = cells[row + good]
                raised += rate * (held if held < most else most)
            need = duty.due.count(cells, player)
            means = need, cells[row + duty.good], raised, grown, turns, taken
            value += self._worths[number, now, means]
        return value

    def _open_to(self, owned: int) -> list[list[tuple[int, int, int]]]:
        """For each duty what can be exchanged for what is due: the good, its rate, how often."""
        return [[*_best(sources, owned)] for sources in self._sources]

    def _worth(self, key: tuple[int, Now, Means]) -> float:
        number, now, (need, spare, raised, grown, held, taken) = key
        duty = self.found[number]
        value, before = 0.0, 0
        for ahead in self.course.ahead(duty.phase, now)[:AHEAD]:
            turns = rounds = ahead - before
            if self.turning is not None:
                turns = held * rounds + (0 if before else held - taken)
            raised, before = raised + grown, ahead
            paid = min(spare, need)
            other = min(raised, need - paid)
            spare, raised, missing = spare - paid, raised - other, need - paid - other
            pressed = min(1.0, missing / (1 + PACE * turns))
            value -= duty.instead * missing * (EASY + (1 - EASY) * pressed)
            value -= duty.instead * other * RAISED
        return value + duty.instead * SPARE * spare


def _best(sources: Iterable[Source], owned: int) -> Iterator[tuple[int, int, int]]:
    """What a player can use of some exchanges: of those without a limit the best of each good."""
    rates: dict[int, int] = {}
    for source in sources:
        if source.piece is not None and not owned >> source.piece & 1:
            continue
        if source.most:
            yield source.good, source.rate, source.most
        else:
            rates[source.good] = max(rates.get(source.good, 0), source.rate)
    for good, rate in rates.items():
        yield good, rate, ANY


def _cost(effect: PayOrElse, worths: Mapping[str, float]) -> float:
    """What comes for each that is missing takes: what it scores, below zero."""
    gained = effect.instead.bundle.numbers
    return abs(sum(worths[good] * number for good, number in gained.items()))


def _sources(table: Table, good: str) -> list[Source]:
    """The exchanges of one unit of something for some of a good, open without a window."""
    free = [(None, each) for each in table.definitions if isinstance(each, Exchange)]
    pieces = enumerate(table.layout.pieces)
    owned = [(number, each) for number, piece in pieces for each in piece.exchanges]
    found = []
    for piece, exchange in (*free, *owned):
        gained = exchange.gain.numbers.get(good, 0)
        cost = exchange.cost.items
        if gained and len(cost) == 1 and not exchange.offered_only:
            kind = table.layout.good_index[cost[0].good]
            found.append(Source(kind, gained, exchange.most, piece))
    return found
