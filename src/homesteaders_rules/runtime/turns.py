"""Rounds, parts of the course, and everybody in turn, in secret or not."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ..values import ByValue
from .operands import (
    SEAT_BITS,
    Amount,
    Cell,
    Direction,
    Flag,
    PartIndex,
    RecordSource,
    Seats,
    StepNumber,
)
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


@frozen(eq=False, repr=False)
class NextSeat(ByValue):
    """The seat after the player's, clockwise (``direction`` 1) or not (-1)."""

    players: Seats
    direction: Direction

    def count(self, cells: Sequence[int], player: int) -> int:
        return (player + self.direction) % self.players
