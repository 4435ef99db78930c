"""Who reads what: the second reading of each class of commands.

A verb brings its own, in any module of this room: ten lines, a function behind :func:`reads`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeVar

from attrs import fields

from ...words import ADDED

F = TypeVar("F", bound=Callable[..., Any])

READINGS: dict[type, Callable[..., Any]] = {}
"""What a command does, how many it counts, or whether it is so."""
THERE: dict[type, Callable[..., Any]] = {}
"""Whether there is anything in an effect as things stand; of others it is not known before."""
ABLE: dict[type, Callable[..., Any]] = {}
"""Whether an effect can be done to the end of what must be done in it; others always can."""
CHOICES: dict[type, Callable[..., Any]] = {}
"""An effect as options of a question, where it is not one option called by its words."""
WANTED: dict[type, Callable[..., Any]] = {}
"""Whether an effect would be offered, where that is more than that there is anything in it."""
KNOWN: set[type] = set()
"""Classes of definitions that the readings of others know."""
ASKING: dict[type, Callable[..., Any]] = {}
"""Whether an effect may ask; of others what is in them says it, and what they call."""

AT_ANY_TIME: list[Callable[..., Any]] = []
"""Functions of the reading that list choices beside those of a question."""


def _registering(known: dict[type, Callable[..., Any]]) -> Callable[..., Callable[[F], F]]:
    def of(*kinds: type) -> Callable[[F], F]:
        def register(function: F) -> F:
            known.update(dict.fromkeys(kinds, function))
            return function

        return register

    return of


def at_any_time(function: F) -> F:
    """``@at_any_time``: what lists choices that are open at any decision."""
    AT_ANY_TIME.append(function)
    return function


reads = _registering(READINGS)
"""``@reads(Gain)``: a function of the reading and the command (and of a seat, where it counts).

Effects that ask give an iterator of questions, conditions a truth, amounts and counts a number.
"""
there = _registering(THERE)
"""``@there(Gain)``: a function of the reading and the effect."""
able = _registering(ABLE)
"""``@able(Build)``: a function of the reading and the effect."""
choices = _registering(CHOICES)
"""``@choices(Pay)``: a function of the reading and the effect that lists choices."""
wanted = _registering(WANTED)
"""``@wanted(Pay)``: a function of the reading and the effect."""
asking = _registering(ASKING)
"""``@asking(Advance)``: a function of the text and the effect."""


def knows(*kinds: type) -> None:
    """Definitions of these classes are known to what reads others."""
    KNOWN.update(kinds)


def always_ask(*kinds: type) -> None:
    """Effects of these classes may ask whatever they are about."""
    ASKING.update(dict.fromkeys(kinds, lambda *_: True))


def asks_which(*kinds: type) -> None:
    """Effects of these classes ask which of their choices, and are there if there are any."""
    always_ask(*kinds)
    READINGS.update(dict.fromkeys(kinds, _ask_which))
    THERE.update(dict.fromkeys(kinds, has_choices))


def _ask_which(game: Any, effect: Any) -> Any:
    yield from game.ask(lambda: game.choices(effect))


def has_choices(game: Any, effect: Any) -> bool:
    """Can any of its choices be chosen?"""
    return any(True for _ in CHOICES[type(effect)](game, effect))


def find_readings() -> None:
    """Import every module of this room, each of which says what it reads."""
    package = __package__ or ""
    for module in iter_modules(import_module(package).__path__):
        import_module(f"{package}.{module.name}")


def has_reading(kind: type) -> bool:
    """Has a class of commands a second reading?"""
    try:
        reading_of(kind)
    except LookupError:
        return False
    return True


def reading_of(kind: type) -> Callable[..., Any]:
    """The second reading of a class of commands. Raises LookupError where it has none."""
    if kind not in READINGS:
        find_readings()
    for each in kind.__mro__:
        if each in READINGS:
            return READINGS[each]
    raise LookupError(f"{kind.__name__} has no second reading: add one to testing/readings")


@cache
def _added(kind: Any) -> tuple[tuple[str, str, Any], ...]:
    """The class and name of fields that came to a class later, with their defaults."""
    return tuple((kind.__name__, f.name, f.default) for f in fields(kind) if ADDED in f.metadata)


def says_more(command: Any, read_later: Collection[tuple[str, str]]) -> bool:
    """Does it say something that was added to a phrase later and that is not read yet?"""
    kind: Any = type(command)
    return any(
        getattr(command, name) != default
        for of, name, default in _added(kind)
        if (of, name) not in read_later
    )
