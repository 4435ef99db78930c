"""What is made to stay is no garbage, and need not be looked through while it is made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collected_later() -> Iterator[None]:
    """Python looks for garbage in circles afterwards, and not at what was made; also a decorator.

    Modules, rules and tables are hundreds of thousands of objects that all stay. The collector
    would look through them again and again while they are made: of a large text, a quarter of the
    time. Afterwards they count as old, where it looks rarely.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on and not _is_frozen_elsewhere():
            # What is frozen for a moment has become old without a look at it.
            gc.freeze()
            gc.unfreeze()
        if was_on:
            gc.enable()


_frozen: list[bool] = []
"""Whether the program around has frozen what it made: empty as long as it is not known to have."""


def _is_frozen_elsewhere() -> bool:
    """Whether there is something frozen, which must stay so.

    Once there was it is not asked again: Python counts the frozen one by one, however many.
    """
    if not _frozen and gc.get_freeze_count():
        _frozen.append(True)
    return bool(_frozen)
