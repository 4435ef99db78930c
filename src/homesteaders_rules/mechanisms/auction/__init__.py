"""Auctions: lots with bids, and who passes."""

from typing import TYPE_CHECKING

from ...hints import on_demand

if TYPE_CHECKING:
    from . import once as once
    from . import paying as paying

__getattr__ = on_demand(__name__, "once", "paying")
