"""Options: what may be chosen."""

from __future__ import annotations

from typing import Any

from attrs import frozen


@frozen
class Origin:
    """Where an option comes from: ``home`` is the identity of its table, empty where unknown."""

    home: tuple[object, ...] = ()


NOWHERE = Origin()


class _Made:
    """What stands behind an option and is no part of its value."""

    __slots__ = ("__weakref__", "formerly", "offer", "payload")
    offer: Any
    payload: Any
    formerly: str


@frozen(init=False, weakref_slot=False)
class Option(_Made):
    """One thing that may be chosen. ``key`` is its name in words, unique within a decision.

    ``anytime``: an exchange that may be used at any decision. ``needed``: one that must be used
    since nothing else can be chosen. ``offer`` made it and carries it out by its ``payload``; a
    copy from another process knows of these only the table they belong to. ``formerly`` is the
    key in saves written before it changed.
    """

    key: str
    anytime: bool = False
    needed: bool = False

    def __init__(
        self,
        key: str,
        anytime: bool = False,
        needed: bool = False,
        offer: Any = NOWHERE,
        payload: Any = None,
        *,
        formerly: str = "",
    ) -> None:
        self.__attrs_init__(key, anytime, needed)
        object.__setattr__(self, "offer", offer)
        object.__setattr__(self, "payload", payload)
        object.__setattr__(self, "formerly", formerly)

    def __str__(self) -> str:
        return self.key

    def __reduce__(self) -> tuple[Any, ...]:
        return Option, (self.key, self.anytime, self.needed, Origin(self.offer.home))

    def __copy__(self) -> Option:
        return self

    def __deepcopy__(self, memo: object) -> Option:
        return self
