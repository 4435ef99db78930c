"""Recorded decisions in the words of the rules: the keys of the options they stand for.

A decision that has no counterpart, because what it does is said at a later one, has no keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from peer.traces import Data

Placement = list[list[str | int]]
"""Filled places, in order: pairs of a building and the number of the place."""

DECLINE = "decline"
GOODS = {"rail_line": "rail", "3vp": "points"}
"""Names of goods that are not the same in the rules."""

BONUSES = {
    "worker": "gain 1 worker",
    "worker_and_rail_advance": "gain 1 worker",
    "wood_for_rail_line": "pay 1 wood to gain 1 rail",
    "copper_for_4vp": "pay 1 copper to gain 4 points",
    "livestock_for_4vp": "pay 1 livestock to gain 4 points",
    "food_for_2vp": "pay 1 food to gain 2 points",
    "6vp_and_food_for_2vp": "pay 1 food to gain 2 points",
}
"""What the bonus of a lot is called in the rules."""


def keys(decision: Data, placement: Placement) -> list[str]:
    """The keys of a decision; ``placement`` is what its player wants to be placed."""
    kind = decision["type"]
    if kind == "collect_income":
        return [*(f"place worker {piece} {number}" for piece, number in placement), "done"]
    if kind == "place_workers":
        return []
    return [KEYS[kind](decision)]


def _paid(decision: Data) -> str:
    gold, silver = decision["gold"], decision["silver"]
    goods = [f"{amount} {good}" for amount, good in ((gold, "gold"), (silver, "silver")) if amount]
    return f"pay {', '.join(goods)}"


def _with_gold(key: str, goods: Iterable[str]) -> str:
    """A key with the suffix that says for which goods gold is paid."""
    instead = ", ".join(f"gold as {good}" for good in goods)
    return f"{key} with {instead}" if instead else key


def _build(decision: Data) -> str:
    instead = (good for good in ("copper", "livestock") if decision.get(f"gold_as_{good}"))
    return _with_gold(f"build {decision['building']}", instead)


def _reward(decision: Data) -> str:
    choice = decision["choice"]
    amount = 3 if choice == "3vp" else 1
    return f"gain {amount} {GOODS.get(choice, choice)}"


def _bonus(decision: Data) -> str:
    if not decision["take"]:
        return DECLINE
    key = BONUSES[decision["bonus"]]
    due = key.split()[2]
    instead = decision.get("pay") == "gold" != due
    return _with_gold(key, [due] if instead else ())


def _repay(decision: Data) -> str:
    return _with_gold("repay", ["silver"] if decision["with"] == "gold" else ())


KEYS: dict[str, Callable[[Data], str]] = {
    "buy": lambda decision: f"buy {decision['resource']}",
    "sell": lambda decision: f"sell {decision['resource']}",
    "market": lambda decision: f"use Market for {decision['get']}",
    "bank_trade": lambda decision: "use Bank for silver",
    "take_debt": lambda decision: "borrow",
    "hire_worker": lambda decision: "hire",
    "pay_workers": _paid,
    "neutral_bid": lambda decision: f"neutral bid on lot {decision['auction']}",
    "bid": lambda decision: f"bid {decision['amount']} on lot {decision['auction']}",
    "pass": lambda decision: "pass",
    "rail_bonus": _reward,
    "pay_auction": _paid,
    "build": _build,
    "no_build": lambda decision: "build nothing",
    "building_bonus": lambda decision: "gain 1 worker" if decision["take"] else DECLINE,
    "tile_bonus": _bonus,
    "repay_debt": _repay,
    "done": lambda decision: "done",
}
"""For each type of decision with one key: that key."""
