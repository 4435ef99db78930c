"""Homes: goods of which a player keeps no more than have one."""

from typing import TYPE_CHECKING

from ...hints import on_demand

if TYPE_CHECKING:
    from . import steps as steps

__getattr__ = on_demand(__name__, "steps")
