"""How much memory something takes: what no other process disturbs, as a clock would be."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_most(most: int) -> Iterator[None]:
    """What is done in it takes no more than so many bytes at any time."""
    tracemalloc.start()
    try:
        yield
        taken = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert taken < most, f"{taken} bytes, and not at most {most}"
