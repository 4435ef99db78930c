"""What happened: records of ints, read as events."""

from typing import TYPE_CHECKING

from ...hints import on_demand

if TYPE_CHECKING:
    from . import boards as boards
    from . import kinds as kinds

__getattr__ = on_demand(__name__, "boards", "kinds")
