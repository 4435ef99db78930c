"""What is enclosed of each player's grid at a table, and what may be enclosed next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, frozen

from ...runtime.operands import Bits, Flag, PlayerCell
from ...values import ByValue
from ..grids.geometry import Plan
from .areas import Areas
from .edges import closed_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..grids.lattice import Lattice


@define(eq=False, repr=False)
class Enclosed:
    """What stands on the edges of the grids of players, and the cells that it closes in.

    ``standing``, ``inside``: the cells of the first player; the others follow. Tiles of some
    ``kinds`` do not lie in what is enclosed. ``rings``: what is closed in and was not chosen is
    enclosed too, where no such tile lies in it.
    """

    plan: Plan
    standing: PlayerCell
    inside: PlayerCell
    kinds: Bits
    rings: Flag
    areas: Areas

    def closed(self, cells: Sequence[int], player: int) -> int:
        """The bits of the cells that are closed in."""
        return cells[self.inside + player]

    def parts(self, cells: Sequence[int], player: int) -> tuple[int, ...]:
        """The areas into which they fall, in the order of their first cells."""
        return self.parts_of(cells[self.standing + player], cells[self.inside + player])

    def parts_of(self, standing: int, inside: int) -> tuple[int, ...]:
        """The same by what stands, and by the cells that are closed in."""
        return self.areas.parts_of(inside, standing)

    def now(self, cells: Sequence[int], player: int, lattice: Lattice) -> tuple[int, int, int]:
        """What stands, the cells that are closed in, and those with tiles that bar."""
        barred = lattice.holding(cells, player, self.kinds)
        return cells[self.standing + player], cells[self.inside + player], barred

    def enclose(self, cells: list[int], player: int, lattice: Lattice, area: int) -> None:
        """What is missing around an area stands there now."""
        standing = cells[self.standing + player] | self.plan.outline(area) & ~self.areas.walls
        cells[self.standing + player] = standing
        inside = cells[self.inside + player] | area
        if self.rings:
            barred = lattice.holding(cells, player, self.kinds)
            rings = (each for each in closed_in(self.plan, standing) if not each & barred)
            inside |= sum(rings)
        cells[self.inside + player] = inside

    def is_sound(self, cells: Sequence[int], player: int, lattice: Lattice) -> bool:
        """Does what stands close in just what is said to be closed in?"""
        parted = self.parts(cells, player)
        around = 0
        for part in parted:
            around |= self.plan.outline(part)
        barred = lattice.holding(cells, player, self.kinds)
        standing = cells[self.standing + player]
        return standing == around & ~self.areas.walls and not barred & self.closed(cells, player)


@frozen(eq=False, repr=False)
class Parts(ByValue):
    """How many areas are enclosed."""

    enclosed: Enclosed

    def count(self, cells: Sequence[int], player: int) -> int:
        return len(self.enclosed.parts(cells, player))


@frozen(eq=False, repr=False)
class TilesInside(ByValue):
    """How many tiles of some kinds lie in what is enclosed."""

    enclosed: Enclosed
    lattice: Lattice
    kinds: Bits

    def count(self, cells: Sequence[int], player: int) -> int:
        found = self.lattice.holding(cells, player, self.kinds)
        return (found & self.enclosed.closed(cells, player)).bit_count()
