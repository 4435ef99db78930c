"""The outlook of a player: what their position will be worth at the end, estimated.

Goods count what the market or the scoring pays for them; pieces what is printed on them, what
they score now and may still grow to, and what they yield in the rounds that are left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.amounts import OnYoursCount, Per
from ..commands.base import walk
from ..commands.definitions.definition import Clause
from ..commands.repetition import Collect
from ..mechanisms.turning import TurnInto
from ..runtime.operands import Memory
from ..runtime.registers import END
from .appraisal import Appraiser, Constant, Estimate, counted, made_of, nothing, scaled, total
from .calendar import Course
from .valuing.duties import Duties
from .valuing.estates import Estate, Parts, Slots
from .valuing.standing import Standing
from .valuing.tuning import Tuning
from .worths import rising_goods, scored, scored_lying, swap_worths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..commands.definitions.pieces import Piece
    from ..linking.table import Table


class Outlook:
    """Values positions at one table: all that hangs on the table alone."""

    def __init__(self, table: Table, tuning: Tuning | None = None) -> None:
        layout = table.layout
        self.table = table
        self.tuning = tuning or Tuning()
        self.worths = swap_worths(table)
        self.scored = scored(table)
        self.rising = rising_goods(table)
        self.appraiser = Appraiser(table, self.worths)
        self.course = Course(table)
        self.is_race = END in layout.at
        self.moments: dict[str, list[str]] = {}
        self.payments: list[tuple[str, Estimate]] = []
        self._read_course()
        self.standing = Standing(table)
        self.turning = self.course.placed()
        self.turning_goods = {self.turning} if self.turning else set()
        self.turning_goods |= {
            each.before for each in _turned(table) if each.after in self.turning_goods
        }
        owing = self.course.owing()
        self.duties = Duties(table, self.course, self.worths, owing, self.turning)
        owned = [piece for n, piece in enumerate(layout.pieces) if layout.is_owned(n)]
        placed = {slot.good for piece in owned for slot in piece.slots}
        self.placed_goods = {layout.good_index[good] for good in placed}
        self.lying = total(
            [
                counted(table, OnYoursCount(term.of, term.on).counter(layout), term.each)
                for term in scored_lying(table)
            ]
        )
        self._pieces = [self._prospects(piece) for piece in layout.pieces]
        self.estates = Memory(self._estate)
        self.parts = Memory(self._parts)

    def _read_course(self) -> None:
        for effect, phases in self.course.recurring():
            if isinstance(effect, Collect):
                self.moments.setdefault(effect.moment, []).extend(phases)
            else:
                estimate = self.appraiser.effect(effect)
                self.payments += [(phase, estimate) for phase in phases]
        definitions = self.table.definitions
        self.clauses = {
            moment: total(
                [
                    self.appraiser.effect(clause.effect)
                    for clause in definitions
                    if isinstance(clause, Clause) and clause.moment == moment
                ]
            )
            for moment in self.moments
        }

    # ------------------------------------------------------------------ what pieces are to owners

    def _estate(self, owned: int) -> Estate:
        """What some pieces, by their bits, are to their owner."""
        prospects = [each for number, each in enumerate(self._pieces) if owned >> number & 1]
        moments = [*dict.fromkeys(m for e in prospects for m in (*e.collected, *e.slots))]
        return Estate(
            total([each.now for each in prospects]),
            total([each.a_round for each in prospects]),
            {m: total([e.collected[m] for e in prospects if m in e.collected]) for m in moments},
            {m: tuple(s for e in prospects for s in e.slots.get(m, ())) for m in moments},
        )

    def _parts(self, owned: int) -> Parts:
        estate = self.estates[owned]
        moments = [
            [
                self.clauses[moment],
                estate.collected.get(moment, nothing),
                self._filled(estate.slots.get(moment, ())),
            ]
            for moment in self.moments
        ]
        payments = [[each] for _, each in self.payments]
        return Parts.of([[estate.now, self.lying], [estate.a_round], *moments, *payments])

    def _filled(self, slots: Sequence[Slots]) -> Estimate:
        """What is collected from slots, all goods on the best places."""
        layout, idle = self.table.layout, self.tuning.idle
        first, width = layout.row(0), len(layout.goods)
        placed = self.placed_goods

        def yields(cells: Sequence[int], player: int) -> list[tuple[float, int, int]]:
            every = [(slot.each(cells, player), slot.good, len(slot.places)) for slot in slots]
            return sorted((each for each in every if each[0] > 0), reverse=True)

        fixed = all(isinstance(slot.each, Constant) for slot in slots)
        known = yields((), 0) if fixed else []

        def filled(cells: Sequence[int], player: int) -> float:
            row = first + player * width
            free = {good: cells[row + good] for good in placed}
            value = 0.0
            for each, good, count in known if fixed else yields(cells, player):
                if free[good] >= count:
                    free[good] -= count
                    value += each * count
            return value + sum(free.values()) * idle

        return made_of([slot.each for slot in slots], filled, placed)

    def _prospects(self, piece: Piece) -> Estate:
        effect, tuning = self.appraiser.effect, self.tuning
        moments = self.table.layout.sort_of(piece.sort).moments
        kinds = {(term.kind, term.of) for line in self.table.scoring.lines for term in line.terms}
        now: list[Estimate] = []
        a_round = [scaled(effect(each.effect), tuning.triggered) for each in piece.triggers]
        if ("printed", piece.sort) in kinds:
            now.append(Constant(float(piece.worth)))
        if ("scores", piece.sort) in kinds:
            now += self._scores(piece)
            a_round.append(Constant(self._growth(piece) * tuning.growth))
        rights = len(piece.rights) + len(piece.exchanges) + len(piece.substitutions)
        a_round.append(Constant(rights * tuning.right))
        collected = {clause.moment for clause in piece.clauses if clause.moment}
        return Estate(
            total(now),
            total(a_round),
            {
                moment: total([effect(c.effect) for c in piece.clauses if c.moment == moment])
                for moment in collected
            },
            {moment: self._slots(piece) for moment in moments[:1]},
        )

    def _slots(self, piece: Piece) -> tuple[Slots, ...]:
        layout = self.table.layout
        found, first = [], dict.fromkeys((slot.good for slot in piece.slots), 1)
        for slot in piece.slots:
            each = scaled(self.appraiser.effect(slot.effect), 1 / slot.count)
            places = range(first[slot.good], first[slot.good] + slot.count)
            first[slot.good] = places.stop
            found.append(Slots(layout.good_index[slot.good], piece.name, places, each))
        return tuple(found)

    def _scores(self, piece: Piece) -> list[Estimate]:
        layout = self.table.layout
        return [counted(self.table, each.amount.counter(layout)) for each in piece.scores]

    def _growth(self, piece: Piece) -> float:
        """How much it may score more with one more of all that it counts."""
        return sum(each.amount.slope for each in piece.scores if isinstance(each.amount, Per))


def _turned(table: Table) -> list[TurnInto]:
    """What is turned into something else."""
    return [each for each in walk(*table.definitions) if isinstance(each, TurnInto)]
