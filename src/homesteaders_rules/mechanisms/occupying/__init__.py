"""Occupying: pieces that lie open to all, and are taken by what players leave on them."""

from typing import TYPE_CHECKING

from ...hints import on_demand

if TYPE_CHECKING:
    from . import steps as steps

__getattr__ = on_demand(__name__, "steps")
