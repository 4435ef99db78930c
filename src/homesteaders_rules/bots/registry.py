"""What a bot is, and how one is found by its name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ..errors import GameError, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..play.state import State
    from ..runtime.offering.options import Option

    Maker = Callable[[int], "Bot"]


@runtime_checkable
class Bot(Protocol):
    """A player. It is made with a seed, and the same seed and states give the same choices."""

    def choose(self, state: State) -> Option | str:
        """One of the options of ``state.decision`` or its key, for the player who decides."""
        ...


KNOWN: dict[str, str | Maker] = {
    "random": f"{__package__}.chance:RandomBot",
    "sensible": f"{__package__}.sensible:SensibleBot",
}
"""Bots by name: ``module:Class``, imported when it is first used, or what makes one from a seed."""


def register(name: str, maker: Maker) -> None:
    """Make a bot known by a name; ``maker`` gets a seed. A later one replaces an earlier one."""
    KNOWN[name] = maker


def bot_names() -> tuple[str, ...]:
    """The names that are known."""
    return tuple(KNOWN)


def make_bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name, or by ``module:Class`` for one of your own.

    Raises GameError where there is no such bot.
    """
    known = KNOWN.get(name, name)
    maker = _imported(known) if isinstance(known, str) else known
    try:
        bot = maker(seed)
    except TypeError as error:
        raise GameError(f'the bot "{name}" cannot be made from a seed: {error}') from None
    if not isinstance(bot, Bot):
        raise GameError(f'"{name}" is no bot: it has no method "choose"')
    return bot


def _imported(name: str) -> Maker:
    module, colon, attribute = name.partition(":")
    if not colon:
        names = ", ".join(f'"{known}"' for known in KNOWN)
        hint = suggestion(name, KNOWN) or f"; known are {names}, and module:Class for your own"
        raise GameError(f'there is no bot "{name}"{hint}')
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise GameError(f'the bot "{name}" cannot be loaded: {error}') from None
    if not callable(found):
        raise GameError(f'the bot "{name}" cannot be made: it is not a class')
    maker: Maker = found
    return maker
