"""The runtime: linked steps that run on the cells of a state. It knows no command and no text."""

from typing import TYPE_CHECKING

from ..hints import on_demand

if TYPE_CHECKING:
    from . import ending as ending
    from . import players as players

__getattr__ = on_demand(__name__, "ending", "players")
