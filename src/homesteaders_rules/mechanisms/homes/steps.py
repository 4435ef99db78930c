"""Homes at a table: whether all have one, who gives up some, and which have young."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime.acts import Act
from ...runtime.offering.deeds import Deed
from ...runtime.offering.exchanges import UseOnce
from ...runtime.offering.offers import Question
from ...runtime.offering.options import Option, option_of
from ...runtime.operands import (
    Amount,
    Bits,
    Memory,
    PlayerCell,
    StepNumber,
    Stride,
    Text,
)
from ...runtime.predicates import Predicate, Wide
from ...runtime.registers import ACTOR
from ...runtime.steps import Asking
from ...values import ByValue
from .fitting import Homes, Numbers, homeless, young

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.recording.events import Log
    from ..enclosing.ground import Enclosed
    from ..grids.lattice import Lattice

Found = tuple[int, int, int]
"""What stands on edges, what is enclosed, and the tiles of a player."""
ALL_AT_HOME = "all of them have a home"
NO_HOME = "there is no home for it"


@frozen(eq=False, repr=False)
class ByCell(ByValue):
    """Each enclosed area is a home for ``count`` for each of its cells, doubled for each tile of
    some ``kinds`` in it."""

    count: Amount
    kinds: Bits


@frozen(eq=False, repr=False)
class ByTile(ByValue):
    """``count`` homes for each tile of some ``kinds`` that is not enclosed."""

    count: Amount
    kinds: Bits


@define(eq=False, repr=False)
class Dwelling:
    """The homes of some goods: ``goods`` are the cells of the first player that hold them.

    ``single``: so many homes for one of any kind are always there.
    """

    goods: tuple[PlayerCell, ...]
    apart: Stride
    single: Amount
    outside: tuple[ByTile, ...]
    inside: tuple[ByCell, ...]
    lattice: Lattice | None
    enclosed: Enclosed | None
    _homeless: Memory[tuple[Found, Numbers], int] = field(init=False)
    _young: Memory[tuple[Found, Numbers, int, int], tuple[Numbers, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._homeless = Memory(lambda key: homeless(self._homes(key[0]), key[1]))
        self._young = Memory(self._find_young)

    def homes(self, cells: Sequence[int], player: int) -> Homes:
        """The homes of a player."""
        return self._homes(self._found(cells, player))

    def homeless(self, cells: Sequence[int], player: int) -> int:
        """How many of the goods of a player have none."""
        held = self.held(cells, player)
        return self._homeless[self._found(cells, player), held] if any(held) else 0

    def young(
        self, cells: Sequence[int], player: int, parents: int, kinds: int
    ) -> tuple[Numbers, ...]:
        """The sets of kinds, given as bits, of which one more has a home, and no further one."""
        held = self.held(cells, player)
        if max(held, default=0) < parents:
            return ()
        return self._young[self._found(cells, player), held, parents, kinds]

    def held(self, cells: Sequence[int], player: int) -> Numbers:
        """How much of each of the goods a player has."""
        row = player * self.apart
        return tuple([cells[good + row] for good in self.goods])

    def _found(self, cells: Sequence[int], player: int) -> Found:
        lattice, enclosed = self.lattice, self.enclosed
        tiles = 0 if lattice is None else cells[lattice.tiles + player]
        if enclosed is None:
            return 0, 0, tiles
        return cells[enclosed.standing + player], cells[enclosed.inside + player], tiles

    def _homes(self, found: Found) -> Homes:
        standing, inside, tiles = found
        single = self.single
        shared: list[int] = []
        if self.lattice is not None:
            for by_tile in self.outside:
                lying = self.lattice.holding_of(tiles, by_tile.kinds) & ~inside
                single += by_tile.count * lying.bit_count()
        if self.lattice is not None and self.enclosed is not None:
            for by_cell in self.inside:
                lying = self.lattice.holding_of(tiles, by_cell.kinds)
                for part in self.enclosed.parts_of(standing, inside):
                    number = by_cell.count * part.bit_count()
                    shared.append(number << (part & lying).bit_count())
        return Homes(tuple(shared), single)

    def _find_young(self, key: tuple[Found, Numbers, int, int]) -> tuple[Numbers, ...]:
        found, held, parents, kinds = key
        able = tuple(
            kind for kind, number in enumerate(held) if number >= parents and kinds >> kind & 1
        )
        return young(self._homes(found), held, able)


# ---------------------------------------------------------------------------------- too many


@define(eq=False, repr=False)
class GiveUp(UseOnce):
    """An exchange, for a player who has more than find a home: no more of them than have none."""

    dwelling: Dwelling | None = None

    def is_open(self, cells: Sequence[int]) -> bool:
        return bool(self.options(cells))

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        assert self.dwelling is not None
        # First what is quick, and most often not so.
        found = super().options(cells)
        if not found:
            return ()
        most = self.dwelling.homeless(cells, cells[ACTOR])
        return tuple([each for each in found if each.operands[1] <= most])

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        assert self.dwelling is not None
        if key in self.keys() and not self.dwelling.homeless(cells, cells[ACTOR]):
            return ALL_AT_HOME
        return super().why_not(cells, key)


@define(eq=False, repr=False)
class GiveUpSome(Question):
    """What to give up, while not all have a home. It ends by itself, whatever was the way."""

    dwelling: Dwelling

    def is_open(self, cells: Sequence[int]) -> bool:
        return self.dwelling.homeless(cells, cells[ACTOR]) > 0 and super().is_open(cells)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return super().options(cells) if self.dwelling.homeless(cells, cells[ACTOR]) else ()

    def can_run_dry(self) -> bool:
        return False


# ---------------------------------------------------------------------------------- young


@define(eq=False, repr=False)
class Young:
    """One more of some goods of which a player has so many ``parents``, and that find a home.

    ``kinds`` are their numbers among those that live there; ``there``: whether there is one of
    each to gain.
    """

    dwelling: Dwelling
    parents: Amount
    kinds: tuple[Amount, ...]
    there: tuple[Predicate, ...]

    def sets(self, cells: Sequence[int]) -> tuple[Numbers, ...]:
        """The sets of kinds of which the player in ACTOR may gain one each, and no further one."""
        there = zip(self.kinds, self.there, strict=True)
        kinds = sum(1 << kind for kind, test in there if test.holds(cells))
        return self.dwelling.young(cells, cells[ACTOR], self.parents, kinds)


@define(eq=False, repr=False)
class GainYoung(Asking):
    """The young of a player: a set that finds a home, of their choice among several.

    ``names`` are what the kinds are called, ``acts`` how one is gained. Operands of its options:
    the kinds that are gained.
    """

    young: Young
    names: tuple[Text, ...]
    acts: tuple[Act, ...]
    follow: StepNumber
    _options: Memory[tuple[Numbers, ...], tuple[Option, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        # An exchange of any time may give away the parents.
        self.skip = self.follow
        self._options = Memory(lambda sets: tuple(option_of(self, *kinds) for kinds in sets))

    def run(self, cells: list[int], log: Log) -> int:
        sets = self.young.sets(cells)
        if len(sets) > 1:
            return ~self.number
        for kinds in sets:
            self._gain(cells, log, kinds)
        return self.follow

    def _gain(self, cells: list[int], log: Log, kinds: Numbers) -> None:
        for kind, act in zip(self.young.kinds, self.acts, strict=True):
            if kind in kinds:
                act.do(cells, log)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return self._options[self.young.sets(cells)]

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        self._gain(cells, log, option.operands)
        return self.follow

    def key_of(self, operands: tuple[int, ...]) -> str:
        names = dict(zip(self.young.kinds, self.names, strict=True))
        return f"gain {', '.join([f'1 {names[kind]}' for kind in operands])}"

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return Deed("gain")

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        return NO_HOME if self.may_offer(key) else None

    def keys(self) -> tuple[str, ...]:
        kinds = self.young.kinds
        sets = (some for size in range(1, len(kinds) + 1) for some in combinations(kinds, size))
        return tuple(self.key_of(some) for some in sets)


@frozen(eq=False, repr=False)
class HaveYoung(Wide):
    """There is a good of which the player gains one more."""

    young: Young

    def holds(self, cells: Sequence[int]) -> bool:
        return bool(self.young.sets(cells))
