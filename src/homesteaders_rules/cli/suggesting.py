"""What a shell suggests for an argument: games, packs and bots by name, one after the other."""

from __future__ import annotations


def game_names(begun: str) -> list[str]:
    """The games that are found by name and begin so."""
    from ..language.packs.listing import listed_games

    return _beginning(begun, [game.name for game in listed_games()])


def pack_names(begun: str) -> list[str]:
    """The same of games and packs."""
    from ..language.packs.discovery import pack_names as names

    return _beginning(begun, names())


def bots(begun: str) -> list[str]:
    """The same of the bots that come along."""
    from ..bots import bot_names

    return _beginning(begun, bot_names())


def seats(begun: str) -> list[str]:
    """``1=human`` and the like: who may have the seat that is begun with."""
    from ..bots import bot_names
    from ..play.seats import HUMAN

    seat, sign, _ = begun.partition("=")
    return _beginning(begun, [f"{seat}={by}" for by in (HUMAN, *bot_names())]) if sign else []


def _beginning(begun: str, names: list[str] | tuple[str, ...]) -> list[str]:
    """Those that begin so; of several with commas the last is begun."""
    before, comma, last = begun.rpartition(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(last)]
