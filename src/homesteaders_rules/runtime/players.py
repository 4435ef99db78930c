"""Players in an order of their own, owners, whose turn it is, and what others do not see of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ..values import ByValue
from .acts import Act
from .counters import Counter
from .operands import SEAT_BITS, Cell, Flag, RecordSource, Seats, StepNumber
from .predicates import Predicate, Wide
from .registers import ACTOR, START
from .steps import Step
from .turns import EachNext, Secret

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .recording.events import Log


@define(eq=False, repr=False)
class Hide(Act):
    """Something secret begins."""

    secret: Secret

    def do(self, cells: list[int], log: Log) -> None:
        self.secret.begin(cells, log)


@frozen(eq=False, repr=False)
class Ordered(ByValue):
    """The players in an order: by a count, the most or the fewest first; or back to front.

    Who is equal, and all where nothing is counted, go as they sit from the start player on, or
    backwards to them (``reverse``).
    """

    players: Seats
    counter: Counter | None
    most: Flag
    reverse: Flag

    def count(self, cells: Sequence[int], player: int) -> int:
        seats = [(cells[START] + n) % self.players for n in range(self.players)]
        if self.reverse:
            seats.reverse()
        if self.counter is not None:
            sign, counter = -1 if self.most else 1, self.counter
            seats.sort(key=lambda seat: sign * counter.count(cells, seat))
        return sum(seat + 1 << SEAT_BITS * number for number, seat in enumerate(seats))


@frozen(eq=False, repr=False)
class Others(ByValue):
    """All players but this one, clockwise from them, in an order as :class:`Ordered` has it."""

    players: Seats

    def count(self, cells: Sequence[int], player: int) -> int:
        seats = [(player + n) % self.players for n in range(1, self.players)]
        return sum(seat + 1 << SEAT_BITS * number for number, seat in enumerate(seats))


@frozen(eq=False, repr=False)
class FirstOf(ByValue):
    """The seat of the first player in an order."""

    order: Ordered

    def count(self, cells: Sequence[int], player: int) -> int:
        return (self.order.count(cells, player) & (1 << SEAT_BITS) - 1) - 1


@define(eq=False, repr=False)
class SetStartTo(Step):
    """The player at a seat is start player now, if a test holds of them."""

    source: RecordSource
    seat: Counter
    test: Predicate
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        new, before = self.seat.count(cells, cells[ACTOR]), cells[ACTOR]
        cells[ACTOR] = new
        if new != cells[START] and self.test.holds(cells):
            cells[START] = new
            log.append((self.source, new))
        cells[ACTOR] = before
        return self.follow


@define(eq=False, repr=False)
class TurnNext(EachNext):
    """The same, where each of them takes a turn.

    ``turn``: the cell with the seat of the player whose turn it is, plus one; 0: nobody's.
    ``again``: whether they take another turn after this one.
    """

    source: RecordSource = field(kw_only=True)
    turn: Cell = field(kw_only=True)
    again: Cell = field(kw_only=True)

    def run(self, cells: list[int], log: Log) -> int:
        if cells[self.again]:
            seat = cells[self.turn] - 1
            once_more = cells[-1] << SEAT_BITS | seat + 1 if self.ordered else cells[-1] | 1 << seat
            cells[-1], cells[self.again] = once_more, 0
        left = cells[-1]
        player = self._next[cells[START]][left] if not self.ordered else self._first(left)
        if player is None:
            follow = self._after_all(cells, log)
            cells[self.turn] = 0
            return follow
        cells[ACTOR] = player
        cells[-1] = left & ~(1 << player) if not self.ordered else left >> SEAT_BITS
        cells[self.turn] = player + 1
        log.append((self.source, player))
        return self.body


@frozen(eq=False, repr=False)
class IsYourTurn(Wide):
    """It is the turn of the player in ACTOR, and nobody else's in which they decide something."""

    turn: Cell

    def holds(self, cells: Sequence[int]) -> bool:
        return cells[self.turn] == cells[ACTOR] + 1


OwnersAct = tuple[Predicate, Act, Flag]
"""A test of who owns what acts, the act, and whether it acts whoever is the cause."""


@define(eq=False, repr=False)
class EachOwner(Act):
    """The acts of the players of whom their tests hold, clockwise from the start player.

    Each player's come in the order given; some only for the player who is the cause of it all.
    """

    players: Seats
    acts: tuple[OwnersAct, ...]

    def do(self, cells: list[int], log: Log) -> None:
        cause = cells[ACTOR]
        for seat in range(self.players):
            owner = cells[ACTOR] = (cells[START] + seat) % self.players
            for test, act, for_anybody in self.acts:
                if (for_anybody or owner == cause) and test.holds(cells):
                    act.do(cells, log)
        cells[ACTOR] = cause


@frozen(eq=False, repr=False)
class Caused(Wide):
    """The player is the one who was "you" before each player in turn was."""

    def holds(self, cells: Sequence[int]) -> bool:
        return cells[ACTOR] == cells[-2]


@frozen(eq=False, repr=False)
class Whoever(ByValue):
    """The bits of the players of whom a test holds."""

    players: Seats
    test: Predicate

    def count(self, cells: Sequence[int], player: int) -> int:
        asked = list(cells)
        bits = 0
        for asked[ACTOR] in range(self.players):
            bits |= self.test.holds(asked) << asked[ACTOR]
        return bits


@frozen(eq=False, repr=False)
class FromStart(ByValue):
    """How many seats a player sits behind the start player, clockwise."""

    players: Seats

    def count(self, cells: Sequence[int], player: int) -> int:
        return (player - cells[START]) % self.players
