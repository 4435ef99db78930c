"""Rounds, parts of the course, and everybody in turn, in secret or not."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ..values import ByValue
from .acts import Act
from .counters import Counter
from .operands import Amount, Cell, Direction, Flag, PartIndex, RecordSource, Seats, StepNumber
from .predicates import Predicate, Wide
from .registers import ACTOR, PART, ROUND, START
from .steps import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .recording.events import Log


@define(eq=False, repr=False)
class RoundBegin(Step):
    """The next round begins; after the last numbered one, ``final`` is where it goes on."""

    source: RecordSource
    rounds: Amount
    body: StepNumber
    final: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        cells[ROUND] += 1
        log.append((self.source, cells[ACTOR], cells[ROUND]))
        return self.body if cells[ROUND] <= self.rounds else self.final


@define(eq=False, repr=False)
class Enter(Step):
    """A part of the course begins: a phase, with what goes before and after it."""

    source: RecordSource
    part: PartIndex
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        cells[PART] = self.part
        cells[ACTOR] = cells[START]
        log.append((self.source, cells[START], self.part))
        return self.follow


@define(eq=False, repr=False)
class EnterInRounds(Enter):
    """The same in some rounds only; in others it goes on ``after`` it."""

    rounds: tuple[Amount, ...]
    after: StepNumber
    _rounds: frozenset[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._rounds = frozenset(self.rounds)

    def run(self, cells: list[int], log: Log) -> int:
        return super().run(cells, log) if cells[ROUND] in self._rounds else self.after


@frozen(eq=False, repr=False)
class Secret(ByValue):
    """What others see nothing of, from its beginning to its end.

    Meanwhile ``kept``, the cells that everybody sees and that may change, lie as they were
    before below all unfinished business, from cell ``first`` on.
    """

    first: Cell
    kept: tuple[Cell, ...]
    sources: tuple[RecordSource, RecordSource]

    def begin(self, cells: list[int], log: Log) -> None:
        """From here on others see the table as it is now."""
        cells[self.first : self.first] = [cells[cell] for cell in self.kept]
        log.append((self.sources[0], cells[ACTOR]))

    def end(self, cells: list[int], log: Log) -> None:
        """What was done is shown."""
        del cells[self.first : self.first + len(self.kept)]
        log.append((self.sources[1], cells[ACTOR]))


@define(eq=False, repr=False)
class Hide(Act):
    """Something secret begins."""

    secret: Secret

    def do(self, cells: list[int], log: Log) -> None:
        self.secret.begin(cells, log)


@cache
def first_free(players: int, direction: int = 1) -> tuple[tuple[int | None, ...], ...]:
    """By a seat and the bits of those who are free: the first of them from that seat on.

    It doubles with each player, so that all steps of all tables share one.
    """

    def first(seat: int, free: int) -> int | None:
        order = [(seat + direction * n) % players for n in range(players)]
        return next((player for player in order if free >> player & 1), None)

    return tuple(
        tuple(first(seat, bits) for bits in range(1 << players)) for seat in range(players)
    )


SEAT_BITS = 4
"""So many bits has each seat of an order; nothing is played by more players than they can say."""


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
class EachNext(Step):
    """The next of the players whose bits lie on the stack, clockwise from the start player.

    After the last, whoever was "you" before comes off the stack too, what it ``hides`` is shown,
    and it goes on. ``ordered``: seats, each plus one, lie on the stack in the place of bits, four
    bits each, the next the lowest.
    """

    players: Seats
    follow: StepNumber
    body: StepNumber = -1
    hides: Secret | None = None
    ordered: Flag = False
    _next: tuple[tuple[int | None, ...], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._next = first_free(self.players)

    def run(self, cells: list[int], log: Log) -> int:
        left = cells[-1]
        player = self._next[cells[START]][left] if not self.ordered else self._first(left)
        if player is None:
            return self._after_all(cells, log)
        cells[ACTOR] = player
        cells[-1] = left & ~(1 << player) if not self.ordered else left >> SEAT_BITS
        return self.body

    def _after_all(self, cells: list[int], log: Log) -> int:
        cells.pop()
        cells[ACTOR] = cells.pop()
        if self.hides is not None:
            self.hides.end(cells, log)
        return self.follow

    def _first(self, order: int) -> int | None:
        return (order - 1) % (1 << SEAT_BITS) % self.players if order else None


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


@frozen(eq=False, repr=False)
class NextSeat(ByValue):
    """The seat after the player's, clockwise (``direction`` 1) or not (-1)."""

    players: Seats
    direction: Direction

    def count(self, cells: Sequence[int], player: int) -> int:
        return (player + self.direction) % self.players
