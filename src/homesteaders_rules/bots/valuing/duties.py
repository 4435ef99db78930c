"""What will be due, with something worse for each that is missing: how ready a player is for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...commands.amounts import Number
from ...commands.definitions.definition import Exchange

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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
        self._sources = {
            layout.good_index[good]: _sources(table, good) for good in sorted(self.goods)
        }

    def value(self, cells: Sequence[int], player: int, now: Now) -> float:
        """What is ready is worth, less what is likely to be missing."""
        return sum([self._ready(duty, cells, player, now) for duty in self.found])

    def _ready(self, duty: Duty, cells: Sequence[int], player: int, now: Now) -> float:
        need, row = duty.due.count(cells, player), self._row(player)
        spare, raised = cells[row + duty.good], self._raised(duty.good, cells, player)
        grown = self._growing(cells, player)
        value, before = 0.0, 0
        for ahead in self.course.ahead(duty.phase, now)[:AHEAD]:
            turns = self._turns(cells, player, ahead - before, fresh=not before)
            raised, before = raised + grown, ahead
            paid = min(spare, need)
            other = min(raised, need - paid)
            spare, raised, missing = spare - paid, raised - other, need - paid - other
            pressed = min(1.0, missing / (1 + PACE * turns))
            value -= duty.instead * missing * (EASY + (1 - EASY) * pressed)
            value -= duty.instead * other * RAISED
        return value + duty.instead * SPARE * spare

    def _row(self, player: int) -> int:
        return self._first + player * self._width

    def _turns(self, cells: Sequence[int], player: int, rounds: int, *, fresh: bool) -> int:
        """How many turns a player has until it is due; ``fresh``: with those of this round."""
        if self.turning is None:
            return rounds
        held = cells[self._row(player) + self.turning]
        return held * rounds + (held - cells[self._placed + player].bit_count() if fresh else 0)

    def _raised(self, good: int, cells: Sequence[int], player: int) -> int:
        """What all other goods of a player could be exchanged for."""
        best: dict[int, int] = {}
        found, row = 0, self._row(player)
        owned = cells[self._owned + player]
        for source in self._sources[good]:
            if source.piece is not None and not owned >> source.piece & 1:
                continue
            if source.most:
                found += source.rate * min(source.most, cells[row + source.good])
            else:
                best[source.good] = max(best.get(source.good, 0), source.rate)
        return found + sum([cells[row + each] * rate for each, rate in best.items()])

    def _growing(self, cells: Sequence[int], player: int) -> int:
        """On so many cells something lies that comes to the player bit by bit."""
        if self.lattice is None:
            return 0
        return self.lattice.heaped(cells, player).bit_count()


def _cost(effect: PayOrElse, worths: Mapping[str, float]) -> float:
    """What comes for each that is missing takes: what it scores, below zero."""
    items = effect.instead.bundle.items
    gained = sum(
        worths[item.good] * item.amount.value for item in items if isinstance(item.amount, Number)
    )
    return abs(gained)


def _sources(table: Table, good: str) -> list[Source]:
    """The exchanges of one unit of something for some of a good, open without a window."""
    free = [(None, each) for each in table.definitions if isinstance(each, Exchange)]
    pieces = enumerate(table.layout.pieces)
    owned = [(number, each) for number, piece in pieces for each in piece.exchanges]
    found = []
    for piece, exchange in (*free, *owned):
        gained = sum(
            item.amount.value
            for item in exchange.gain.items
            if item.good == good and isinstance(item.amount, Number)
        )
        cost = exchange.cost.items
        if gained and len(cost) == 1 and not exchange.offered_only:
            kind = table.layout.good_index[cost[0].good]
            found.append(Source(kind, gained, exchange.most, piece))
    return found
