"""Grids: a board of cells for each player, what is laid on them, and goods that lie there."""

from typing import TYPE_CHECKING

from ...hints import on_demand

if TYPE_CHECKING:
    from . import heaps as heaps
    from . import lattice as lattice
    from . import paying as paying
    from . import steps as steps

__getattr__ = on_demand(__name__, "heaps", "lattice", "paying", "steps")
