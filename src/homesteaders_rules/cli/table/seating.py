"""Seats: how many there are, and who was given which by an argument."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...bots import Bot, bot_names, make_bot
from ...errors import GameError, suggestion
from ...play.seats import HUMAN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules import Rules

USUAL_BOT = "sensible"
"""Who plays where nobody else was named."""
SEAT = re.compile(r"(\d{1,3})=(\S.*)")


def seats_at(rules: Rules, players: int | None, seats: Sequence[str]) -> int:
    """How many players: what was asked for, or as many as the game allows."""
    if players is not None:
        return players
    named = [int(found.group(1)) for found in map(SEAT.fullmatch, seats) if found]
    return max([rules.players[-1], *(number for number in named if number in rules.players)])


def taken_seats(players: int, seats: Sequence[str]) -> dict[int, str]:
    """Who was given a seat (from 0): ``human`` or the name of a bot."""
    taken: dict[int, str] = {}
    for argument in seats:
        found = SEAT.fullmatch(argument)
        if not found:
            raise GameError(f'"{argument}" does not say who has a seat; write it like "1=human"')
        number, name = int(found.group(1)), found.group(2).strip()
        if not 1 <= number <= players:
            raise GameError(f"there is no seat {number}: the seats are 1 to {players}")
        if number - 1 in taken:
            raise GameError(f"seat {number} is given away twice")
        taken[number - 1] = name
    return taken


def bots_named(bots: str | None) -> list[str]:
    """``sensible,random`` as two names; none where nothing was said."""
    names = [name.strip() for name in (bots or "").split(",") if name.strip()]
    if bots is not None and not names:
        raise GameError("no bot is named; write it like --bots sensible,random")
    return names


def names_of_seats(players: int, bots: str) -> list[str]:
    """The bots of all seats, dealt out in turn."""
    names = bots_named(bots)
    return [names[seat % len(names)] for seat in range(players)]


def bots_of_seats(names: Sequence[str], seed: int) -> list[Bot | None]:
    """A bot for each seat, None for a human. Each bot gets a seed of its own."""
    made: list[Bot | None] = []
    for seat, name in enumerate(names):
        if name == HUMAN:
            made.append(None)
            continue
        if name not in bot_names() and ":" not in name and suggestion(name, [HUMAN]):
            raise GameError(f'there is no bot "{name}"; did you mean "{HUMAN}"?')
        made.append(make_bot(name, seed * 1000 + seat))
    return made
