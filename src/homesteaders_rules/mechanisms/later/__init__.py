"""Later rounds: what an effect brings in rounds to come, and when that is collected."""

from typing import TYPE_CHECKING

from ...hints import on_demand

if TYPE_CHECKING:
    from . import steps as steps

__getattr__ = on_demand(__name__, "steps")
