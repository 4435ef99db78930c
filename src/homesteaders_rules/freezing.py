"""What is put together step by step and never changes again: a table, and all it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeVar

from attrs import define, field

from .values import Shown

K = TypeVar("K")
V = TypeVar("V")

_set = object.__setattr__


@define(eq=False, repr=False)
class Freezing(Shown):
    """Once frozen its public fields cannot be set; what is derived when first asked for can."""

    _is_frozen: bool = field(default=False, init=False, repr=False)

    @property
    def is_frozen(self) -> bool:
        """Can it not be changed any more?"""
        return self._is_frozen

    def freeze(self) -> None:
        """From here on it is shared, and nobody can change it."""
        object.__setattr__(self, "_is_frozen", True)

    def __setattr__(self, name: str, value: object) -> None:
        if name[0] != "_" and self._is_frozen:
            raise AttributeError(f"{type(self).__name__} is part of a table, and never changes")
        _set(self, name, value)


def fixed(entries: Mapping[K, V] | Iterable[tuple[K, V]]) -> Mapping[K, V]:
    """A mapping of its own that nobody can change."""
    return MappingProxyType(dict(entries))
