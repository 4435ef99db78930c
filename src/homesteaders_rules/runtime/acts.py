"""Acts: linked effects that ask nothing and run to their end; told by the number of a source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ..values import Shown
from . import counters
from .ceiling import Ceiling
from .operands import Amount, Cell, Flag, PlayerCell, RecordSource, Stride
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
        parts = (act.acts if isinstance(act, Several) else (act,) for act in acts)
        real = tuple(each for part in parts for each in part if each is not None)
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
    _always: int | None = field(init=False, default=None)
    _further: tuple[Give, ...] = field(init=False, default=())

    def __attrs_post_init__(self) -> None:
        # How often, as the text says it mostly, needs no counting.
        said = self.times.value if isinstance(self.times, counters.Fixed) else 0
        object.__setattr__(self, "_always", 1 if self.times is None else said or None)
        object.__setattr__(self, "_further", self.gives[1:])

    def do(self, cells: list[int], log: Log) -> None:
        player, times = cells[ACTOR], self._always
        if times is None:
            times = self.times.count(cells, player)  # type: ignore[union-attr]
            if not times:
                return
        giver, giver_apart, taker, taker_apart, amount = self.gives[0]
        giver += player * giver_apart
        if self.capped and self.times is not None:
            times = max(min(times, cells[giver] // amount), 0)
            if not times:
                return
        cells[giver] -= amount * times
        taker += player * taker_apart
        most = cells[taker] = cells[taker] + amount * times
        for giver, giver_apart, taker, taker_apart, amount in self._further:
            cells[giver + player * giver_apart] -= amount * times
            cells[taker + player * taker_apart] += amount * times
            most = max(most, cells[taker + player * taker_apart])
        for source in self.sources:
            log.append((source, player, times))
        if most > self.ceiling.most:
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
