"""The bots that are known by name, and finding those of one's own."""

from __future__ import annotations

from functools import partial
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import GameError, expect, suggestion
from .asking import Bot, blame
from .finding import as_module, found

if TYPE_CHECKING:
    from collections.abc import Callable

    Maker = Callable[..., "Bot"]


KNOWN: dict[str, str | Maker] = {
    "random": f"{__package__}.chance:RandomBot",
    "calm": f"{__package__}.chance:CalmBot",
    "greedy": f"{__package__}.greedy:GreedyBot",
    "sensible": f"{__package__}.sensible:SensibleBot",
    "search": f"{__package__}.search:SearchBot",
}
"""Bots by name: ``module:Class``, imported when it is first used, or what makes one from a seed."""


def register(name: str, maker: Maker) -> None:
    """Make a bot known by a name; ``maker`` gets a seed. A later one replaces an earlier one.

    Raises TypeError for what is no name.
    """
    expect(name, str, "the name of a bot")
    KNOWN[name] = maker


def bot_names() -> tuple[str, ...]:
    """The names that are known."""
    return tuple(KNOWN)


def make_bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name, or one of your own: ``module:Class``, or ``module`` with one bot in it.

    A module is looked for in the working directory first. A known name may be followed by a
    setting, as in ``search:2s``. Raises GameError where there is no such bot, and BotFault where
    it fails while it is made, and TypeError for what is no name.
    """
    expect(name, str, "the name of a bot, which register() gives to a class")
    head, _, setting = name.partition(":")
    if name in KNOWN or head not in KNOWN:
        return _made(name, _maker(name), seed)
    maker = _maker(head)
    if "setting" not in _parameters(maker):
        raise GameError(f'the bot "{head}" takes no setting: ":{setting}" is too much')
    return _made(name, partial(maker, setting=setting), seed)


def _maker(name: str) -> Maker:
    known = KNOWN.get(name)
    if known is not None and not isinstance(known, str):
        return known
    maker = found(name, Path.cwd()) if known is None else found(known)
    if maker is None:
        names = ", ".join(f'"{each}"' for each in KNOWN)
        module = as_module(name)
        hint = f'; write it "{module}"' if module else suggestion(name, KNOWN)
        hint = hint or (
            f"; known are {names}, and for your own the name of a module in this folder, "
            "or module:Class"
        )
        raise GameError(f'there is no bot "{name}"{hint}')
    return maker


def _made(name: str, maker: Maker, seed: int) -> Bot:
    if not _takes_a_seed(maker):
        raise GameError(
            f'the bot "{name}" cannot be made from a seed; its class needs '
            '"def __init__(self, seed)"'
        )
    try:
        bot = maker(seed)
    except GameError:
        raise
    except (Exception, SystemExit) as error:
        blame(name, error)
    if not isinstance(bot, Bot):
        raise GameError(f'"{name}" is no bot: it has no method "choose"')
    return bot


def _takes_a_seed(maker: Maker) -> bool:
    """Can it be called with one? What does not say what it takes is just tried."""
    try:
        signature(maker).bind(0)
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def _parameters(maker: Maker) -> tuple[str, ...]:
    try:
        return tuple(signature(maker).parameters)
    except (TypeError, ValueError):
        return ()
