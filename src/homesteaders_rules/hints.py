"""What is imported by the first who needs it: classes that hints name, and modules of a room."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, ForwardRef

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType


def later(module: str, *names: str) -> list[ForwardRef]:
    """What stands for classes of a module of this package, where only hints name them."""
    home = f"__import__('{__package__}.{module}', fromlist=['*'])"
    return [ForwardRef(f"{home}.{name}") for name in names]


def on_demand(room: str, *modules: str) -> Callable[[str], ModuleType]:
    """The ``__getattr__`` of a room: these modules of it are imported by the first who needs one.

    Commands are known to every game, since every text may say them. What carries them out is made
    only for games that have the mechanism: to make its classes takes longer than all else in it.
    """

    def imported(name: str) -> ModuleType:
        if name not in modules:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return import_module(f"{room}.{name}")

    return imported
