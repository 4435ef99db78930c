"""Objects that are what their fields say: equal by value, and shown with it.

attrs would make equality, hash and repr anew for each class, which is most of what importing many
small classes costs; those that share them are ``@frozen(eq=False, repr=False)``. What is equal to
nothing else and is shown to nobody needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from reprlib import recursive_repr
from typing import Any

from attrs import NOTHING, fields, has

FEW = 8

Names = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]


@cache
def _names(kind: Any) -> Names:
    """The fields that are compared, those that are shown, and those that are given to make one."""
    known = fields(kind)
    return (
        tuple(f.name for f in known if f.eq),
        tuple(f.name for f in known if f.repr),
        tuple(f.name for f in known if f.init),
    )


names_of: Callable[[Any], Names] = _names


class Shown:
    """A repr with all fields, as attrs makes it."""

    __slots__ = ()

    @recursive_repr()
    def __repr__(self) -> str:
        names = names_of(type(self))[1]
        fields_shown = (f"{name}={getattr(self, name, NOTHING)!r}" for name in names)
        return f"{type(self).__name__}({', '.join(fields_shown)})"


class ByValue(Shown):
    """Equality, hash and repr as attrs makes them."""

    __slots__ = ()

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in names_of(type(self))[0])

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))


def alike(one: Any, other: Any) -> bool:
    """Do two objects say the same, field by field, also if they are told apart by identity?"""
    if one is other or type(one) is not type(other):
        return one is other
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if not has(type(one)):
        return bool(one == other)
    return all(alike(getattr(one, name), getattr(other, name)) for name in names_of(type(one))[2])


def taken_apart(kind: type, tests: Iterable[Any]) -> tuple[Any, ...]:
    """Some tests, in the place of each of a kind those it is made of; what is alike stands once."""
    parts: list[Any] = []
    for test in tests:
        parts += test.tests if isinstance(test, kind) else (test,)  # type: ignore[attr-defined]
    # Few are soon compared, each with all before it; what all of many hold is read only once.
    sign: Callable[[Any], Hashable] = type if len(parts) <= FEW else _numbers
    found: list[Any] = []
    by_sign: dict[Hashable, list[Any]] = {}
    for each in parts:
        near = by_sign.setdefault(sign(each), [])
        if not any(alike(each, earlier) for earlier in near):
            found.append(each)
            near.append(each)
    return tuple(found)


def _numbers(value: Any) -> Hashable:
    """The numbers that an object holds: equal for those that are alike, and seldom for others."""
    if isinstance(value, tuple):
        return tuple(map(_numbers, value))
    if not has(type(value)):
        return value if isinstance(value, int) else None
    return type(value), *(_numbers(getattr(value, name)) for name in names_of(type(value))[2])


def quick_first(tests: Iterable[Any]) -> tuple[Any, ...]:
    """Some tests, those before that take less effort; else in their order."""
    return tuple(sorted(tests, key=_effort))


def _effort(test: Any) -> int:
    return test.effort + sum(map(_effort, getattr(test, "tests", ())))  # type: ignore[no-any-return]


def joined(tests: Iterable[Any]) -> tuple[Any, ...]:
    """Some tests, as few as say the same: each that one before it can say too is left to that."""
    found: list[Any] = []
    for test in tests:
        for number, earlier in enumerate(found):
            both = earlier.or_else(test)
            if both is not None:
                found[number] = both
                break
        else:
            found.append(test)
    return tuple(found)
