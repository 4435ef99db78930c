"""What is made to stay is no garbage, and need not be looked through while it is made."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def collected_later() -> Iterator[None]:
    """Python looks for garbage in circles afterwards, as if nothing had been; also a decorator.

    Rules and tables are hundreds of thousands of objects that all stay. The collector would look
    through them again and again while they are made: of a large text, a quarter of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
