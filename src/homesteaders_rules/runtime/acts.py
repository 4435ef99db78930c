"""Acts: linked effects that ask nothing and run to their end; told by the number of a source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ..values import Shown
from . import counters
from .ceiling import Ceiling, Moves
from .operands import SEAT_BITS, Amount, Cell, Flag, Memory, PlayerCell, RecordSource, Stride
from .registers import ACTOR

if TYPE_CHECKING:
    from .predicates import Predicate
    from .recording.events import Log


@frozen(eq=False, repr=False)
class Act(Shown):
    """Something that happens without a question. ``is_random``: chance decides what it does."""

    is_random = False

    def do(self, cells: list[int], log: Log) -> None:
        """Carry it out for the player in ACTOR."""
        raise NotImplementedError


@define(eq=False, repr=False)
class Several(Act):
    """One act after another."""

    acts: tuple[Act, ...]

    @staticmethod
    def of(*acts: Act | None) -> Act | None:
        """The acts as one, none of them several; None where there is none."""
        parts = [each.acts if isinstance(each, Several) else (each,) for each in acts if each]
        real = tuple([each for part in parts for each in part])
        return real[0] if len(real) == 1 else Several(real) if real else None

    def do(self, cells: list[int], log: Log) -> None:
        for act in self.acts:
            act.do(cells, log)


Give = tuple[PlayerCell, Stride, PlayerCell, Stride, Amount]
"""The giver's cell, the taker's cell, each with how far those of players lie apart; how many.
Cells are those of the first player; what belongs to no player lies 0 apart.
"""


@define(eq=False, repr=False)
class Transfer(Act):
    """Goods change hands: the only act by which they do.

    ``times``: counted, as often as that; ``capped``: but no more than the giver of the first
    holds. ``each`` follows once for each time. Told under each of the ``sources``.
    """

    sources: tuple[RecordSource, ...]
    gives: tuple[Give, ...]
    ceiling: Ceiling
    times: counters.Counter | None = None
    capped: Flag = False
    each: Act | None = None
    _moved: Memory[int, tuple[Moves, Log]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_moved", Memory(self._moves))

    def _moves(self, key: int) -> tuple[Moves, Log]:
        """By times and player: what moves, and what is told."""
        times, player = divmod(key, 1 << SEAT_BITS)
        moves = tuple(
            (giver + player * giver_apart, taker + player * taker_apart, amount * times)
            for giver, giver_apart, taker, taker_apart, amount in self.gives
        )
        return moves, [(source, player, times) for source in self.sources]

    def do(self, cells: list[int], log: Log) -> None:
        player, times = cells[ACTOR], 1
        if self.times is not None:
            times = self.times.count(cells, player)
            if self.capped:
                giver, apart, _, _, amount = self.gives[0]
                times = max(min(times, cells[giver + player * apart] // amount), 0)
            if not times:
                return
        moves, records = self._moved[times << SEAT_BITS | player]
        most, too_much = self.ceiling.most, False
        for giver, taker, amount in moves:
            cells[giver] -= amount
            held = cells[taker] = cells[taker] + amount
            if held > most:
                too_much = True
        log += records
        if too_much:
            self.ceiling.hand_back(cells, log)
        if self.each is not None:
            for _ in range(times):
                self.each.do(cells, log)


@define(eq=False, repr=False)
class SetTo(Act):
    """What is counted into a cell; ``stride`` 1: of the player."""

    cell: PlayerCell
    value: counters.Counter
    stride: Stride = 0

    def do(self, cells: list[int], log: Log) -> None:
        player = cells[ACTOR]
        cells[self.cell + player * self.stride] = self.value.count(cells, player)


@define(eq=False, repr=False)
class Push(Act):
    """What is counted onto the stack."""

    value: counters.Counter

    def do(self, cells: list[int], log: Log) -> None:
        cells.append(self.value.count(cells, cells[ACTOR]))


@define(eq=False, repr=False)
class Pop(Act):
    """What lies on top of the stack comes off, into a register if one is named."""

    register: Cell | None = None

    def do(self, cells: list[int], log: Log) -> None:
        value = cells.pop()
        if self.register is not None:
            cells[self.register] = value


@define(eq=False, repr=False)
class Conditional(Act):
    """One act or the other."""

    test: Predicate
    then: Act | None
    otherwise: Act | None

    def do(self, cells: list[int], log: Log) -> None:
        act = self.then if self.test.holds(cells) else self.otherwise
        if act is not None:
            act.do(cells, log)
