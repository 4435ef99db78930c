"""Objects that are what their fields say: equal by value, and shown with it.

attrs would make equality, hash and repr anew for each class, which is most of what importing many
small classes costs; those that share them are ``@frozen(eq=False, repr=False)``. What is equal to
nothing else and is shown to nobody needs none of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from functools import cache, partial
from itertools import chain
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, Generic, Self, TypeVar

from attrs import NOTHING, fields, has

V = TypeVar("V")
Names = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
NUMBERS_TOLD_APART = 16
"""Objects are told apart by so many of their numbers before they are compared field by field."""


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
_is_made: Callable[[Any], bool] = cache(has)


@cache
def _compared(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    """What gets the values that are compared at once."""
    names = _names(kind)[0]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda each: tuple([getattr(each, name) for name in names])


values_by: Callable[[Any], Callable[[Any], tuple[Any, ...]]] = _compared


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

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        get = values_by(type(self))
        return get(self) == get(other)

    def __hash__(self) -> int:
        return hash((type(self), values_by(type(self))(self)))


class ByClass(Generic[V]):
    """Objects in their order, or what goes with them; that of a class is found at once.

    ``about``: the object that an entry goes with; else it is the entry itself.
    """

    def __init__(self, entries: Iterable[V], about: Callable[[V], object] | None = None) -> None:
        listed = tuple(entries)
        self._numbers: defaultdict[type, list[int]] = defaultdict(list)
        for number, kind in enumerate(map(type, map(about, listed) if about else listed)):
            self._numbers[kind].append(number)
        self._found: dict[tuple[type, ...], tuple[V, ...]] = {(object,): listed}

    def of(self, *kinds: type) -> tuple[V, ...]:
        """The entries of some classes."""
        if kinds not in self._found:
            every = self._found[(object,)]
            found = (self._numbers[each] for each in self._numbers if issubclass(each, kinds))
            self._found[kinds] = tuple([every[n] for n in sorted(chain.from_iterable(found))])
        return self._found[kinds]


class Unchanging:
    """What never changes is its own copy."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Meanwhile(AbstractContextManager[None]):
    """Some attributes of an object are others as long as something goes on."""

    def __init__(self, of: object, **others: Any) -> None:
        self._of, self._others = of, others

    def __enter__(self) -> None:
        before = {name: getattr(self._of, name) for name in self._others}
        for name, value in self._others.items():
            setattr(self._of, name, value)
        self._others = before

    def __exit__(self, *_: object) -> None:
        for name, value in self._others.items():
            setattr(self._of, name, value)


def alike(one: Any, other: Any) -> bool:
    """Do two objects say the same, field by field, also if they are told apart by identity?"""
    if one is other or type(one) is not type(other):
        return one is other
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if not _is_made(type(one)):
        return bool(one == other)
    return all(alike(getattr(one, name), getattr(other, name)) for name in names_of(type(one))[2])


def taken_apart(kind: type, tests: Iterable[Any]) -> tuple[Any, ...]:
    """Some tests, in the place of each of a kind those it is made of; what is alike stands once."""
    flat: list[Any] = []
    for test in tests:
        flat += test.tests if isinstance(test, kind) else (test,)  # type: ignore[attr-defined]
    if len(flat) < 2:
        return tuple(flat)
    found: list[Any] = []
    by_numbers: dict[tuple[object, ...], list[Any]] = {}
    for each in flat:
        near = by_numbers.setdefault(_first_numbers(each), [])
        if not any(alike(each, earlier) for earlier in near):
            found.append(each)
            near.append(each)
    return tuple(found)


def _first_numbers(value: Any, found: tuple[object, ...] = ()) -> tuple[object, ...]:
    """The first numbers that an object holds, behind those found: the same for what is alike."""
    if isinstance(value, int):
        return *found, value
    if not isinstance(value, tuple):
        if not _is_made(type(value)):
            return found
        found = *found, type(value)
        value = map(partial(getattr, value), names_of(type(value))[2])
    for each in value:
        if len(found) >= NUMBERS_TOLD_APART:
            break
        found = _first_numbers(each, found)
    return found


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
