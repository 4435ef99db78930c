"""Steps on what lies on the table: stacks, lots, and who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from ...runtime.operands import (
    Amount,
    Bits,
    Cell,
    CellRange,
    Flag,
    LotIndex,
    PieceIndex,
    RecordSource,
    Seats,
    StepNumber,
    Text,
)
from ...runtime.packing import EMPTY, ONE, WIDTH, copies_of, laid, last_up, piece_at, shift_of
from ...runtime.registers import ACTOR, BUILT, DECLINED, LOT, OPEN, OUT, RANDOM, ROUND, START
from ...runtime.steps import Step
from .randomness import below, shuffled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...runtime.predicates import Predicate
    from ...runtime.recording.events import Log


@define(eq=False, repr=False)
class OpenLots(Step):
    """Which lots are on offer: turned up, and not closed by what lies there or elsewhere.

    ``lots``: for each lot the cells of its order and its count of turned pieces; ``closed``:
    pieces that are never offered; ``closers``: tests with the bit of the lot they close.
    """

    lots: tuple[tuple[Cell, Cell], ...]
    closed: frozenset[PieceIndex]
    closers: tuple[tuple[Predicate, Bits], ...]
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        cells[OPEN] = self.offered(cells)
        return self.follow

    def offered(self, cells: Sequence[int]) -> int:
        """The bits of the lots that are on offer as things lie."""
        open_ = 0
        for lot, (order, turned) in enumerate(self.lots):
            count = cells[turned]
            if count and not (self.closed and last_up(cells[order], count) in self.closed):
                open_ |= 1 << lot
        for test, bit in self.closers:
            if test.holds(cells):
                open_ &= ~bit
        return open_


@define(eq=False, repr=False)
class LotBegin(Step):
    """The next lot that a player won, from ``lot`` on; its winner is "you"."""

    source: RecordSource
    leaders: Cell
    players: Seats
    lot: LotIndex
    body: StepNumber
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        leader = cells[self.leaders + self.lot]
        if not 0 < leader <= self.players:
            return self.follow
        cells[ACTOR] = leader - 1
        cells[LOT] = self.lot
        cells[BUILT] = 0
        cells[DECLINED] = 0
        log.append((self.source, leader - 1, self.lot))
        return self.body


@define(eq=False, repr=False)
class ShuffleStack(Step):
    """Lay a stack: within each layer in the order of the text, or shuffled.

    ``layers``: the pieces that fit, and how many of them are taken (None: all). A piece that
    fits in two layers lies in the upper one. ``size``: the most that the stack can hold.
    """

    layers: tuple[tuple[tuple[PieceIndex, ...], Amount | None], ...]
    order: Cell
    turned: Cell
    face_up: Cell
    shuffle: Flag
    shown: Flag
    stack: Text
    size: Amount
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        order: list[int] = []
        for fitting, count in self.layers:
            pieces = [piece for piece in fitting if piece not in order]
            if self.shuffle:
                pieces, cells[RANDOM] = shuffled(pieces, cells[RANDOM])
            order += pieces[:count]
        cells[self.order] = laid(order, self.size)
        cells[self.turned] = 0
        cells[self.face_up] = int(self.shown)
        return self.follow


@define(eq=False, repr=False)
class RandomStart(Step):
    """A random player becomes start player."""

    source: RecordSource
    players: Seats
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        cells[START], cells[RANDOM] = below(self.players, cells[RANDOM])
        log.append((self.source, cells[START]))
        return self.follow


@define(eq=False, repr=False)
class SetStart(Step):
    """The winner of the first lot sold of ``leaders``, or the next player, is start player now."""

    source: RecordSource
    leaders: CellRange
    players: Seats
    next_player: Flag
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        new = cells[START]
        if self.next_player:
            new = (new + 1) % self.players
        else:
            for lot in self.leaders:
                if 0 < cells[lot] <= self.players:
                    new = cells[lot] - 1
                    break
        if new != cells[START]:
            cells[START] = new
            log.append((self.source, new))
        return self.follow


@define(eq=False, repr=False)
class TurnUp(Step):
    """Turn up the next piece of each stack, and take all bids off.

    ``onto``: how it is told that it comes from one place to another, and the cells of these.
    """

    source: RecordSource
    stacks: tuple[tuple[Cell, Cell, Amount], ...]
    cleared: CellRange
    follow: StepNumber
    onto: tuple[RecordSource, Cell, Cell] | None = None

    def run(self, cells: list[int], log: Log) -> int:
        for number, (order, turned, size) in enumerate(self.stacks):
            if cells[turned] < size:
                piece = piece_at(cells[order], cells[turned])
                if piece == EMPTY:
                    continue
                cells[turned] += 1
                log.append((self.source, cells[ACTOR], number, piece))
                if self.onto is not None:
                    self._move(cells, log, piece, self.onto)
        if self.cleared:
            cells[OUT] = 0
            cells[self.cleared.start : self.cleared.stop] = [0] * len(self.cleared)
        return self.follow

    def _move(self, cells: list[int], log: Log, piece: int, onto: tuple[int, int, int]) -> None:
        source, start, target = onto
        if copies_of(cells[start], piece):
            cells[start] -= 1 << shift_of(piece)
            cells[target] += 1 << shift_of(piece)
            log.append((source, cells[ACTOR], piece, 1))


@define(eq=False, repr=False)
class UsePiece(Step):
    """The routine of the piece that lies on the lot being resolved."""

    lots: tuple[tuple[Cell, Cell], ...]
    entries: Mapping[PieceIndex, StepNumber]
    follow: StepNumber
    _row: tuple[UsePiece, ...] = field(init=False, default=())
    _jumps: Mapping[int, tuple[int, int]] = field(init=False, factory=dict)
    _end: StepNumber = field(init=False, default=-1)

    def join(self, steps: Sequence[Step]) -> None:
        # Those that follow each other ask for the same piece: the first that has a routine runs it.
        step: Step = self
        while type(step) is UsePiece and step.lots == self.lots and step not in self._row:
            self._row += (step,)
            step = steps[step.follow]
        jumps = [
            (p, (entry, each.follow)) for each in self._row for p, entry in each.entries.items()
        ]
        self._jumps, self._end = dict(reversed(jumps)), self._row[-1].follow

    @property
    def row(self) -> tuple[UsePiece, ...]:
        """This one, and those that follow it and are one with it in a program."""
        return self._row

    def run(self, cells: list[int], log: Log) -> int:
        order, turned = self.lots[cells[LOT]]
        count = cells[turned]
        jump = self._jumps.get(cells[order] >> WIDTH * (count - 1) & ONE) if count else None
        if jump is None:
            return self._end
        entry, follow = jump
        cells.append(follow)
        return entry


@define(eq=False, repr=False)
class UseTurned(UsePiece):
    """The routine of the piece that was turned up last from a stack, in a numbered round."""

    rounds: Amount

    def join(self, steps: Sequence[Step]) -> None:
        self._row = (self,)

    def run(self, cells: list[int], log: Log) -> int:
        order, turned = self.lots[0]
        up = cells[turned] and cells[ROUND] <= self.rounds
        entry = self.entries.get(last_up(cells[order], cells[turned])) if up else None
        if entry is None:
            return self.follow
        cells.append(self.follow)
        return entry


@define(eq=False, repr=False)
class AtSpace(Step):
    """Where the space leads on which a marker for all lies; ``follow`` before the first."""

    marker: Cell
    entries: tuple[StepNumber, ...]
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        space = cells[self.marker]
        return self.entries[space - 1] if space else self.follow
