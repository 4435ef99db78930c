"""What may be chosen: options, payments, exchanges, and parts in any order."""

from typing import TYPE_CHECKING

from ...hints import on_demand

if TYPE_CHECKING:
    from . import counted as counted
    from . import limits as limits
    from . import ordering as ordering
    from . import portions as portions
    from . import trying as trying

__getattr__ = on_demand(__name__, "counted", "limits", "ordering", "portions", "trying")
