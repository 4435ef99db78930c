"""What the tests from the building phase on share: a lot that was won and paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulings.helpers import NOTHING, play, situation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

FIRST_ROUND = {"S": 1, "T": 5, "C": 9}
"""By the letter of its lots: the first round of a stage."""

BONUSES = {
    "A1-T1": "gain 1 worker",
    "A1-T2": "gain 1 worker",
    "A1-T3": "gain 1 worker",
    "A1-C1": "pay 1 copper to gain 4 points",
    "A1-C2": "pay 1 livestock to gain 4 points",
    "A2-T4": "pay 1 wood to gain 1 rail",
    "A2-C1": "pay 1 food to gain 2 points",
    "A2-C2": "pay 1 food to gain 2 points",
    "A3-T3": "pay 1 wood to gain 1 rail",
    "A3-C1": "pay 1 food to gain 2 points",
}
"""What each lot lets its winner take besides a building, once."""

BUILDING_RIGHTS = {
    "A1-S1": "residential commercial",
    "A1-S2": "industrial",
    "A1-S3": "commercial",
    "A1-S4": "residential industrial",
    "A1-T1": "commercial",
    "A1-T2": "residential",
    "A1-T3": "industrial",
    "A1-T4": "any",
    "A1-C1": "any",
    "A1-C2": "any",
    "A2-S1": "residential",
    "A2-S2": "industrial",
    "A2-S3": "any",
    "A2-T1": "residential commercial",
    "A2-T2": "industrial commercial",
    "A2-T3": "industrial special",
    "A2-T4": "residential special",
    "A2-C1": "commercial industrial",
    "A2-C2": "residential special",
    "A3-S1": "residential",
    "A3-S2": "commercial",
    "A3-S3": "industrial",
    "A3-T1": "residential",
    "A3-T2": "commercial",
    "A3-T3": "industrial",
    "A3-T4": "any",
    "A3-C1": "residential commercial",
}
"""The types each lot may be built on with; the other three lots have no building right."""

LOTS = (*BUILDING_RIGHTS, "A2-S4", "A3-S4", "A3-C2")


def auction(
    rules: Rules,
    lot: str,
    *,
    holds: Mapping[str, int] = NOTHING,
    pieces: Sequence[str] = (),
    positions: Mapping[tuple[str, int], int] | None = None,
    options: Mapping[str, bool] | None = None,
    bid: int = 3,
    players: int = 4,
    turned: Mapping[str, str] | None = None,
    **goods: int,
) -> State:
    """Player 0 of four has won only this lot, in the first round of its stage, and must pay.

    ``holds`` and ``goods`` are all that the player has, a worker aside. ``turned``: what other
    stacks show.
    """
    number = int(lot[1])
    return situation(
        rules,
        players,
        "building",
        FIRST_ROUND[lot[3]],
        options=options,
        holdings={0: {"silver": 0, **holds, **goods}},
        pieces={0: pieces},
        positions=positions,
        lots={number: lot},
        won={number: (0, bid)},
        turned=turned,
    )


def winner(
    rules: Rules,
    lot: str,
    *,
    holds: Mapping[str, int] = NOTHING,
    pieces: Sequence[str] = (),
    positions: Mapping[tuple[str, int], int] | None = None,
    options: Mapping[str, bool] | None = None,
    players: int = 4,
    turned: Mapping[str, str] | None = None,
    **goods: int,
) -> State:
    """As :func:`auction`, and paid for: ``holds`` and ``goods`` are what is left after it."""
    left = {**holds, **goods}
    left["silver"] = left.get("silver", 0) + 3
    state = auction(
        rules,
        lot,
        holds=left,
        pieces=pieces,
        positions=positions,
        options=options,
        players=players,
        turned=turned,
    )
    return play(state, "pay 3 silver")


def builder(
    rules: Rules,
    name: str,
    lot: str,
    *,
    holds: Mapping[str, int] = NOTHING,
    pieces: Sequence[str] = (),
    **goods: int,
) -> State:
    """The winner of a lot, who holds the goods and has then built this."""
    state = winner(rules, lot, holds={**holds, **goods}, pieces=pieces)
    return play(state, f"build {name}")


PLENTY: Mapping[str, int] = {
    "wood": 5, "food": 5, "steel": 5, "gold": 5, "copper": 5, "livestock": 5,
    "silver": 20, "trade": 5,
}  # fmt: skip
"""Enough of everything that can be asked for."""
