"""Boards of spaces with neighbours: tiles in their places, what lies there, and rows on them."""

from typing import TYPE_CHECKING

from ...hints import on_demand

if TYPE_CHECKING:
    from . import ground as ground
    from . import steps as steps

__getattr__ = on_demand(__name__, "ground", "steps")
