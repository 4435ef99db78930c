"""Chance: markers that are spun, dice that are rolled, goods that are drawn."""

from typing import TYPE_CHECKING

from ...hints import on_demand

if TYPE_CHECKING:
    from . import steps as steps

__getattr__ = on_demand(__name__, "steps")
