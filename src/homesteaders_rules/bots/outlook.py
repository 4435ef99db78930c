"""The outlook of a player: what their position will be worth at the end, estimated.

Goods count what the market or the scoring pays for them; pieces what is printed on them, what
they score now and may still grow to, and what they yield in the rounds that are left.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from ..commands.amounts import OnYoursCount, Per
from ..commands.base import walk
from ..commands.definitions.definition import Clause
from ..commands.repetition import Collect
from ..mechanisms.ending import END
from ..mechanisms.turning import TurnInto
from ..play.scoring import rising
from .appraisal import Appraiser, Estimate
from .calendar import Course, Now
from .duties import Duties
from .standing import Standing
from .worths import rising_goods, scored, scored_lying, swap_worths

if TYPE_CHECKING:
    from ..commands.definitions.pieces import Piece
    from ..linking.table import Table
    from ..play.state import State


@frozen
class Tuning:
    """How the parts of an outlook are weighed. None of it belongs to a game."""

    later: float = 0.95
    """What something in the next rounds is worth, against the same now."""
    growth: float = 0.3
    """How much what a piece counts is expected to grow in a round."""
    late: float = 0.5
    """What goods that do not score keep of their worth in the last round."""
    last: float = 0.3
    """What they keep when nothing but exchanges is left."""
    triggered: float = 0.6
    """How often in a round the player does what a trigger waits for."""
    right: float = 0.25
    """What a right, an exchange or a way to pay is worth in a round."""
    cleared: float = 0.4
    """How many units of a good that counts against the player they get rid of in a round."""
    idle: float = 0.5
    """What a good that has no free place is worth, for the places of pieces to come."""
    turn: float = 0.8
    """What one more good to place on places of all is worth in a round."""
    next_tier: float = 0.5
    """What part of the next tier of a scoring the way to it is worth."""
    detour: float = 0.8
    """What a good that does not score is worth where players race to the end of the game."""
    hoard: float = 0.75
    """What the next unit of it is worth there, against the one before."""


@frozen
class Slots:
    """The slots of a piece: the good they take, how many, and what one filled slot yields."""

    good: str
    count: int
    yields: Estimate


@frozen
class Prospects:
    """What a piece is to its owner."""

    printed: float
    scores: tuple[tuple[Estimate, float], ...]
    collected: tuple[tuple[str, Estimate], ...]
    slots: tuple[tuple[str, Slots], ...]
    triggers: tuple[Estimate, ...]
    rights: int


class Outlook:
    """Values states of one table for one player."""

    def __init__(self, table: Table, tuning: Tuning | None = None) -> None:
        self.table = table
        self.tuning = tuning or Tuning()
        self.worths = swap_worths(table)
        self.scored = scored(table)
        self.rising = rising_goods(table)
        self.lying = [
            (OnYoursCount(term.of, term.on).counter(table.layout), term.each)
            for term in scored_lying(table)
        ]
        self.appraiser = Appraiser(table, self.worths)
        self.course = Course(table)
        self.is_race = END in table.layout.at
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
        owned = [piece for n, piece in enumerate(table.layout.pieces) if table.layout.is_owned(n)]
        self.placed_goods = {slot.good for piece in owned for slot in piece.slots}
        self.pieces = {piece.name: self._prospects(piece) for piece in table.layout.pieces}
        self._borne = lru_cache(maxsize=1024)(self._owed)

    def _read_course(self) -> None:
        for effect, phases in self.course.recurring():
            if isinstance(effect, Collect):
                self.moments.setdefault(effect.moment, []).extend(phases)
            else:
                estimate = self.appraiser.effect(effect)
                self.payments += [(phase, estimate) for phase in phases]
        definitions = self.table.definitions
        self.clauses = [
            (clause.moment, self.appraiser.effect(clause.effect))
            for clause in definitions
            if isinstance(clause, Clause)
        ]

    def _prospects(self, piece: Piece) -> Prospects:
        effect = self.appraiser.effect
        moments = self.table.layout.sort_of(piece.sort).moments
        kinds = {(term.kind, term.of) for line in self.table.scoring.lines for term in line.terms}
        scoring = ("scores", piece.sort) in kinds
        return Prospects(
            float(piece.worth) if ("printed", piece.sort) in kinds else 0.0,
            tuple(self._scores(piece)) if scoring else (),
            tuple(
                (clause.moment, effect(clause.effect)) for clause in piece.clauses if clause.moment
            ),
            tuple(
                (moment, Slots(slot.good, slot.count, effect(slot.effect)))
                for slot in piece.slots
                for moment in moments[:1]
            ),
            tuple(effect(trigger.effect) for trigger in piece.triggers),
            len(piece.rights) + len(piece.exchanges) + len(piece.substitutions),
        )

    def _scores(self, piece: Piece) -> list[tuple[Estimate, float]]:
        found: list[tuple[Estimate, float]] = []
        for clause in piece.scores:
            counter = clause.amount.counter(self.table.layout)
            per = clause.amount if isinstance(clause.amount, Per) else None
            each = 0.0 if per is None else per.each / per.every
            found.append((lambda state, player, c=counter: c.count(state.cells, player), each))  # type: ignore[misc]
        return found

    # ------------------------------------------------------------------ the value of a state

    def value(self, state: State, player: int, now: Now | None = None) -> float:
        """About how much the player will have at the end, in units of the scoring.

        ``now``: what is left of the game is counted from there. States can be compared only at
        the same time, and an option may lead beyond the phase it was chosen in.
        """
        now = now or Now.of(state)
        left = self.course.rounds_left(now)
        return (
            self._goods(state, player, now)
            + self._pieces(state, player, left)
            + sum(each * counter.count(state.cells, player) for counter, each in self.lying)
            + self._course(state, player, now)
            + self.standing.value(state, player, self.tuning.next_tier if left else 0.0)
            + self.duties.value(state, player, now)
        )

    def _goods(self, state: State, player: int, now: Now) -> float:
        left = self.course.rounds_left(now)
        last = self.course.is_last(now)
        keep = self.tuning.last if last else 1.0 if left else self.tuning.late
        value = 0.0
        for name, worth in self.worths.items():
            held = state.holding(player, name)
            if not held:
                continue
            if name in self.rising:
                most = 0 if last else 1 + int(self.tuning.cleared * left)
                value += self._borne(name, held, most)
            elif name in self.standing.goods or name in self.duties.goods:
                continue
            elif name in self.turning_goods:
                value += held * (self.scored.get(name, 0.0) + self.tuning.turn * left)
            elif name in self.scored:
                value += held * max(self.scored[name], worth * keep)
            elif self.is_race:
                value += worth * keep * self._hoarded(held)
            elif name not in self.placed_goods:
                value += held * worth * keep
        return value

    def _hoarded(self, held: int) -> float:
        """So many units count like this many, where whoever does not use them comes too late."""
        hoard = self.tuning.hoard
        return self.tuning.detour * (1 - hoard**held) / (1 - hoard)

    def _owed(self, name: str, held: int, most: int) -> float:
        """The cheapest way to bear some units of a good that counts more and more.

        At most ``most`` of them can still be got rid of, at the price of the market.
        """
        series, worth = self.rising[name], self.worths[name]
        gone = range(min(held, most) + 1)
        return max(rising(series, held - number) + worth * number for number in gone)

    def _pieces(self, state: State, player: int, left: int) -> float:
        tuning, value = self.tuning, 0.0
        for name in state.pieces(player):
            piece = self.pieces[name]
            value += piece.printed
            for count, each in piece.scores:
                value += count(state, player) + each * tuning.growth * left
            for estimate in piece.triggers:
                value += estimate(state, player) * tuning.triggered * left
            value += piece.rights * tuning.right * left
        return value

    def _course(self, state: State, player: int, now: Now) -> float:
        """What the player will still collect and pay, phase by phase."""
        returns = self.course.returns
        value = 0.0
        for moment, phases in self.moments.items():
            times = sum([returns(name, now) for name in phases])
            if times:
                value += self.collected(state, player, moment) * self._times(times)
        for name, estimate in self.payments:
            times = returns(name, now)
            if times:
                value += estimate(state, player) * self._times(times)
        return value

    def _times(self, times: int) -> float:
        """So many times from now on, the later ones worth less."""
        later = self.tuning.later
        return (1 - later**times) / (1 - later) if later < 1 else float(times)

    def collected(self, state: State, player: int, moment: str) -> float:
        """What the player collects at a moment, all goods on the best places."""
        value = 0.0
        slots: list[tuple[float, str, int]] = []
        for when, estimate in self.clauses:
            if when == moment:
                value += estimate(state, player)
        for name in state.pieces(player):
            piece = self.pieces[name]
            for when, estimate in piece.collected:
                if when == moment:
                    value += estimate(state, player)
            for when, slot in piece.slots:
                if when == moment:
                    each = slot.yields(state, player)
                    slots.append((each / slot.count, slot.good, slot.count))
        return value + self._filled(state, player, slots)

    def _filled(self, state: State, player: int, slots: list[tuple[float, str, int]]) -> float:
        free = {good: state.holding(player, good) for good in self.placed_goods}
        value = 0.0
        for each, good, count in sorted(slots, reverse=True):
            if each > 0 and free[good] >= count:
                free[good] -= count
                value += each * count
        return value + sum(free.values()) * self.tuning.idle


def _turned(table: Table) -> list[TurnInto]:
    """What is turned into something else."""
    return [each for each in walk(*table.definitions) if isinstance(each, TurnInto)]
