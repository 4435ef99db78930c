"""Errors of playing. Each carries data; its text says what is wrong and the way out.

A function that is given something of another kind than it wants, a text instead of a state for
instance, raises TypeError; what is asked of a game and is not there is a :class:`GameError`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import field, frozen

from .spelling import did_you_mean
from .values import ByValue

LONGEST = 60
"""So much of a value is shown in a message."""


@frozen(eq=False, repr=False)
class GameError(ByValue, Exception):
    """Something asked of a game that cannot be done. Nothing has changed."""

    message: str

    def __str__(self) -> str:
        return self.message


@frozen(eq=False, repr=False)
class IllegalOption(GameError):
    """An option that is not offered. ``key`` is what was asked for, ``reason`` says why not."""

    key: str = ""
    reason: str = ""


class BadTable(GameError):
    """A number of players or an option that the rules do not know."""

    __slots__ = ()


class Unsupported(GameError):
    """A table that the machine in C cannot play; the text says what it does not know."""

    __slots__ = ()


@frozen(eq=False, repr=False)
class BeyondCatalogue(GameError):
    """More actions than a catalogue lists; ``bound`` is what it lists at most."""

    bound: int = 0


@frozen(eq=False, repr=False)
class SameKey(BadTable):
    """Two things of the rules that a player could choose at once by one ``key``.

    ``effect`` is the command that shares its key with another one.
    """

    key: str = ""
    effect: object = None


@frozen(eq=False, repr=False)
class Unlinkable(BadTable):
    """A table whose rules cannot be linked, with the ``effect`` that was being linked.

    The checker should have refused such rules: this is what it finds by trying.
    """

    effect: Any = field(default=None, kw_only=True)


@frozen(eq=False, repr=False)
class BadSave(GameError):
    """A save that is damaged, edited or of other rules; ``changed`` names what differs in them."""

    changed: tuple[str, ...] = field(default=())


@frozen(eq=False, repr=False)
class BotFault(GameError):
    """A fault of a bot: it failed, or did not choose what is offered. ``bot`` is what it is called.

    What it failed with is the ``__cause__``, with its traceback.
    """

    bot: str = ""


def expect(value: object, kind: type | tuple[type, ...], what: str) -> None:
    """Raise TypeError where a public function is given something of another kind.

    ``what`` says what is wanted, and where it comes from.
    """
    if not isinstance(value, kind):
        raise TypeError(f"wanted is {what}, not {shown(value)}")


def shown(value: object) -> str:
    """Any value in a message: short, and never an error itself."""
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def install(extra: str) -> str:
    """The command that brings the libraries of an extra, and the one that does so in a clone."""
    return f'pip install "homesteaders-rules[{extra}]" (in a clone: pip install -e ".[{extra}]")'


def suggestion(word: object, known: Iterable[str], *, numbers: bool = False) -> str:
    """``; did you mean "..."?`` for the known word that ``word`` may be a slip of, or nothing.

    ``numbers``: may another number in it be a slip?
    """
    found = did_you_mean(word, known, numbers=numbers) if isinstance(word, str) else ""
    return f"; {found}" if found else ""
