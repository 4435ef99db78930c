"""What never ends to be worth while: exchanges that give goods for nothing, again and again."""

from functools import cache
from importlib.util import find_spec


@cache
def has_solver() -> bool:
    """Whether scipy is installed: without it pumps of many exchanges may be missed."""
    return find_spec("scipy") is not None
