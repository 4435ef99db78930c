"""Placing workers: goods on the places of pieces."""

from typing import TYPE_CHECKING

from ...hints import on_demand

if TYPE_CHECKING:
    from . import filling as filling

__getattr__ = on_demand(__name__, "filling")
