"""What will be due, with something worse for each that is missing: how ready a player is for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ..commands.amounts import Number
from ..commands.definitions.definition import Exchange

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..linking.table import Table
    from ..mechanisms.owing import PayOrElse
    from ..play.state import State
    from ..runtime.counters import Counter
    from .calendar import Course, Now

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
    good: str
    due: Counter
    instead: float


@frozen
class Source:
    """What an exchange makes of a unit of a good: ``rate`` units.

    ``most``: so often, 0: as often as one likes. ``piece``: whose owner has it; empty: everybody.
    """

    good: str
    rate: int
    most: int
    piece: str


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
        self.course = course
        self.turning = turning
        self.lattice = table.layout.lattice
        self.found = [
            Duty(phase, item.good, item.amount.due().counter(table.layout), cost)
            for phase, effect in owing
            if (cost := _cost(effect, worths)) > 0
            for item in effect.bundle.items
        ]
        self.goods = {duty.good for duty in self.found}
        self._sources = {good: _sources(table, good) for good in self.goods}

    def value(self, state: State, player: int, now: Now) -> float:
        """What is ready is worth, less what is likely to be missing."""
        return sum(self._ready(duty, state, player, now) for duty in self.found)

    def _ready(self, duty: Duty, state: State, player: int, now: Now) -> float:
        need = duty.due.count(state.cells, player)
        spare, raised = state.holding(player, duty.good), self._raised(duty.good, state, player)
        grown = self._growing(state, player)
        value, before = 0.0, 0
        for ahead in self.course.ahead(duty.phase, now)[:AHEAD]:
            turns = self._turns(state, player, ahead - before, fresh=not before)
            raised, before = raised + grown, ahead
            paid = min(spare, need)
            other = min(raised, need - paid)
            spare, raised, missing = spare - paid, raised - other, need - paid - other
            pressed = min(1.0, missing / (1 + PACE * turns))
            value -= duty.instead * missing * (EASY + (1 - EASY) * pressed)
            value -= duty.instead * other * RAISED
        return value + duty.instead * SPARE * spare

    def _turns(self, state: State, player: int, rounds: int, *, fresh: bool) -> int:
        """How many turns a player has until it is due; ``fresh``: with those of this round."""
        if not self.turning:
            return rounds
        held = state.holding(player, self.turning)
        return held * rounds + (held - len(state.placed(player)) if fresh else 0)

    def _raised(self, good: str, state: State, player: int) -> int:
        """What all other goods of a player could be exchanged for."""
        best: dict[str, int] = {}
        found = 0
        pieces = state.pieces(player)
        for source in self._sources[good]:
            if source.piece and source.piece not in pieces:
                continue
            if source.most:
                found += source.rate * min(source.most, state.holding(player, source.good))
            else:
                best[source.good] = max(best.get(source.good, 0), source.rate)
        return found + sum(state.holding(player, name) * rate for name, rate in best.items())

    def _growing(self, state: State, player: int) -> int:
        """On so many cells something lies that comes to the player bit by bit."""
        if self.lattice is None:
            return 0
        return self.lattice.heaped(state.cells, player).bit_count()


def _cost(effect: PayOrElse, worths: Mapping[str, float]) -> float:
    """What comes for each that is missing takes: what it scores, below zero."""
    items = effect.instead.bundle.items
    gained = sum(
        worths[item.good] * item.amount.value for item in items if isinstance(item.amount, Number)
    )
    return abs(gained)


def _sources(table: Table, good: str) -> list[Source]:
    """The exchanges of one unit of something for some of a good, open without a window."""
    free = [("", each) for each in table.definitions if isinstance(each, Exchange)]
    owned = [(piece.name, each) for piece in table.layout.pieces for each in piece.exchanges]
    found = []
    for piece, exchange in (*free, *owned):
        gained = sum(
            item.amount.value
            for item in exchange.gain.items
            if item.good == good and isinstance(item.amount, Number)
        )
        cost = exchange.cost.items
        if gained and len(cost) == 1 and not exchange.offered_only:
            found.append(Source(cost[0].good, gained, exchange.most, piece))
    return found
