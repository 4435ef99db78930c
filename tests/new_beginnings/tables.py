"""What the tests of New Beginnings share: tables with one event, or with none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulings import winning
from rulings.helpers import situation

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

FIRST_ROUND = {"settlement": 1, "town": 5, "city": 9}
"""The first round of a stage."""


def shown(event: str, more: dict[str, Any]) -> dict[str, Any]:
    """Arguments for a table that shows this event, or that has none at all (empty)."""
    options = {"events": bool(event), **more.pop("options", {})}
    turned = {"Events": event} if event else None
    return {"options": options, "turned": turned, **more}


def at(
    rules: Rules, players: int, phase: str, round: int = 1, event: str = "", **more: Any
) -> State:
    """A situation with an event that lies up, or without events."""
    return situation(rules, players, phase, round, **shown(event, more))


def auction(rules: Rules, lot: str, event: str = "", **more: Any) -> State:
    """Player 0 has won this lot, and must pay; lots of Auction 4 at a table of five."""
    return winning.auction(rules, lot, **_players(lot), **shown(event, more))


def winner(rules: Rules, lot: str, event: str = "", **more: Any) -> State:
    """Player 0 has won and paid for this lot."""
    return winning.winner(rules, lot, **_players(lot), **shown(event, more))


def _players(lot: str) -> dict[str, int]:
    return {"players": 5} if lot.startswith("A4") else {}
