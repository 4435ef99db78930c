"""Piles: pieces in stacks, turned up, moved and dealt."""

from typing import TYPE_CHECKING

from ...hints import on_demand

if TYPE_CHECKING:
    from . import predicates as predicates

__getattr__ = on_demand(__name__, "predicates")
