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
    if kind in PLAIN:
        return [PLAIN[kind].format_map(decision)]
    return [OTHERS[kind](decision)]


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


def _worker(decision: Data) -> str:
    return "gain 1 worker" if decision["take"] else DECLINE


PLAIN = {
    "buy": "buy {resource}",
    "sell": "sell {resource}",
    "market": "use Market for {get}",
    "bank_trade": "use Bank for silver",
    "take_debt": "borrow",
    "hire_worker": "hire",
    "neutral_bid": "neutral bid on lot {auction}",
    "bid": "bid {amount} on lot {auction}",
    "pass": "pass",
    "no_build": "build nothing",
    "done": "done",
}
"""The key for a type of decision, with the fields of the decision in braces."""

OTHERS: dict[str, Callable[[Data], str]] = {
    "pay_workers": _paid,
    "pay_auction": _paid,
    "rail_bonus": _reward,
    "build": _build,
    "building_bonus": _worker,
    "tile_bonus": _bonus,
    "repay_debt": _repay,
}
"""What makes the key for the other types of decision with one key."""

TYPES = {"place_workers", "collect_income", *PLAIN, *OTHERS}
"""All types of decision of the game without expansions."""
