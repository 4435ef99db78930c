"""Enclosing areas of a grid: what lies on the edges of its cells, and what they close in."""

from typing import TYPE_CHECKING

from ...hints import on_demand

if TYPE_CHECKING:
    from . import areas as areas
    from . import ground as ground
    from . import steps as steps

__getattr__ = on_demand(__name__, "areas", "ground", "steps")
