"""Holding: what a player may hold, and what happens when the stock runs short."""

from typing import TYPE_CHECKING

from ...hints import on_demand

if TYPE_CHECKING:
    from . import steps as steps

__getattr__ = on_demand(__name__, "steps")
