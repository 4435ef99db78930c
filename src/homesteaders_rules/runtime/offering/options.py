"""Options: what may be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from ...values import ByValue, Unchanging
from ..operands import Memory
from .deeds import Deed

if TYPE_CHECKING:
    from collections.abc import Callable

    from .payments import Payment


class Paying:
    """An offer, or a step that asks, with options that pay for something."""

    __slots__ = ()

    def payment_of(self, operands: tuple[int, ...]) -> Payment | None:
        """What an option of these operands pays; None where that is the plain cost."""
        raise NotImplementedError


@frozen(eq=False, repr=False)
class Origin(ByValue):
    """Where an option comes from: ``home`` is the identity of its table, empty where unknown."""

    home: tuple[object, ...] = ()

    def former_key_of(self, operands: tuple[int, ...]) -> str:
        """Nothing is known of other keys."""
        return ""

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        """Nothing is known of what it does."""
        return Deed("")


NOWHERE = Origin()


class _Made(Unchanging):
    """What stands behind an option and is no part of its value."""

    __slots__ = ("__weakref__", "_find", "_offer", "_said", "operands")
    operands: tuple[int, ...]
    _offer: Any
    _find: Any
    _said: str

    @property
    def offer(self) -> Any:
        """What made it, and carries it out; found when first asked for, where it was promised."""
        try:
            return self._offer
        except AttributeError:
            offer = self._find()
            _OFFER(self, offer)
            return offer


@frozen(init=False, weakref_slot=False)
class Option(_Made):
    """One thing that may be chosen. ``key`` is its name in words, unique within a decision.

    ``anytime``: an exchange that may be used at any decision. ``needed``: one that must be used
    since nothing else can be chosen. ``offer`` made it and carries it out by its ``operands``: a
    few small ints, of which it also makes the key when that is first asked for. A copy from
    another process knows only the table they belong to.
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
        operands: tuple[int, ...] = (),
    ) -> None:
        _fill(self, anytime, needed, operands)
        _OFFER(self, offer)
        _SAID(self, key)

    @property
    def formerly(self) -> str:
        """The key in saves written before it changed; empty if it did not."""
        former: str = self.offer.former_key_of(self.operands)
        return former

    @property
    def deed(self) -> Deed:
        """What it does, in its parts; nothing is known of an option from another process."""
        deed: Deed = self.offer.deed_of(self.operands)
        return deed

    def __str__(self) -> str:
        return self.key

    def __reduce__(self) -> tuple[Any, ...]:
        return Option, (self.key, self.anytime, self.needed, Origin(self.offer.home))


Options = tuple[Option, ...]
_ANYTIME, _NEEDED = vars(Option)["anytime"].__set__, vars(Option)["needed"].__set__
_OFFER, _OPERANDS = vars(_Made)["_offer"].__set__, vars(_Made)["operands"].__set__
_FIND, _SAID = vars(_Made)["_find"].__set__, vars(_Made)["_said"].__set__


def _fill(option: Option, anytime: bool, needed: bool, operands: tuple[int, ...]) -> None:
    """Into the slots themselves: options are made by the hundred, and setting by name is slow."""
    _ANYTIME(option, anytime)
    _NEEDED(option, needed)
    _OPERANDS(option, operands)


def _key(option: Option) -> str:
    """Its name in words; made when it is first asked for."""
    try:
        return option._said
    except AttributeError:
        key: str = option.offer.key_of(option.operands)
        _SAID(option, key)
        return key


# Not by __getattr__: with it every attribute of an option would take several times as long.
Option.key = property(_key)  # type: ignore[assignment]


def option_of(offer: Any, *operands: int, anytime: bool = False, needed: bool = False) -> Option:
    """An option of an offer, or of a step that asks."""
    option = object.__new__(Option)
    _fill(option, anytime, needed, operands)
    _OFFER(option, offer)
    return option


def promised(
    find: Callable[[], Any], operands: tuple[int, ...], anytime: bool, needed: bool
) -> Option:
    """An option that the machine in C carries out; ``find`` finds its offer, if somebody asks."""
    option = object.__new__(Option)
    _fill(option, anytime, needed, operands)
    _FIND(option, find)
    return option


def by_bits(make: Callable[[int], Option]) -> Memory[int, tuple[Option, ...]]:
    """The options of some ways by the bits of their numbers; each is made when first needed."""
    each = Memory(make)

    def options(wanted: int) -> tuple[Option, ...]:
        found = []
        while wanted:  # No generator: what is open changes often.
            lowest = wanted & -wanted
            found.append(each[lowest.bit_length() - 1])
            wanted ^= lowest
        return tuple(found)

    return Memory(options)
