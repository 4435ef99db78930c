"""Recorded decisions in the words of the rules: the keys of the options they stand for.

A decision that has no counterpart, because what it does is said at a later one, has no keys.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from peer.traces import Data

Placement = list[list[str | int]]
"""Filled places, in order: pairs of a building and the number of the place."""

DECLINE = "decline"
DONE = "done"
GOODS = {"rail_line": "rail", "3vp": "points"}
"""Names of goods that are not the same in the rules."""

LUMBER = "wood and point as steel"
"""What building says that pays wood and a point for a steel."""

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


LOT_EVENTS = {
    "Migrant Workers": "gain 1 worker",
    "Railroad Contracts": "pay 2 silver to advance Railroad",
    "Industrialization": "pay 1 steel to be allowed to build any",
}
"""What an event adds to a lot, where it is asked for, as the rules call it."""


def keys(decision: Data, placement: Placement, offered: Sequence[str] = ()) -> list[str]:
    """The keys of a decision.

    ``placement`` is what its player wants to be placed, ``offered`` the keys of what is asked now.
    """
    kind = decision["type"]
    if kind == "collect_income":
        placed = [f"place worker {piece} {number}" for piece, number in placement]
        good = decision.get("warehouse")
        return [*placed, DONE, *([f"take 1 {good} from Warehouse"] if good else ())]
    if kind == "place_workers":
        return []
    if kind == "hidden_trade":
        return keys(decision["trade"], placement)
    if kind == "event_pass_repay":
        return [*_repaid_cheaply(decision), DONE]
    if kind == "build":
        return [_build(decision, offered)]
    if kind == "lot_action":
        return [_part(decision, offered)]
    if kind in PLAIN:
        return [PLAIN[kind].format_map(decision)]
    return [OTHERS[kind](decision)]


def _paid(decision: Data) -> str:
    gold, silver = decision["gold"], decision["silver"]
    goods = [f"{amount} {good}" for amount, good in ((gold, "gold"), (silver, "silver")) if amount]
    return f"pay {', '.join(goods)}"


def _with_gold(key: str, goods: Iterable[str], gold: int = 1) -> str:
    """A key with the suffix that says for which good gold is paid, and how much if more than 1."""
    instead = ", ".join(f"gold as {good}" for good in goods)
    often = f"{gold} " if gold > 1 else ""
    return f"{key} with {often}{instead}" if instead else key


def _build(decision: Data, offered: Sequence[str]) -> str:
    """Substitutes are named in the order of the cost, which a recorded decision does not tell."""
    instead = [
        f"gold as {good}" for good in ("copper", "livestock") if decision.get(f"gold_as_{good}")
    ]
    if steel := decision.get("wood_and_vp_as_steel"):
        instead.append(f"{steel} {LUMBER}" if steel > 1 else LUMBER)
    less = f" less 1 {decision['discount']}" if "discount" in decision else ""
    ways = [
        f"build {decision['building']}{' with ' * bool(way)}{', '.join(way)}{less}"
        for way in permutations(instead)
    ]
    return next((key for key in ways if key in offered), ways[0])


def _part(decision: Data, offered: Sequence[str]) -> str:
    """A part of a lot. What a lot without a building gives is not called a bonus in the rules."""
    choice = decision["choice"]
    if choice == "tile_bonus":
        return "bonus" if "bonus" in offered else "use the lot"
    return str(choice)


def _reward(decision: Data) -> str:
    choice = decision["choice"]
    amount = 3 if choice == "3vp" else 1
    return f"gain {amount} {GOODS.get(choice, choice)}"


def _bonus(decision: Data) -> str:
    if decision["bonus"] == "3vp_and_sell_without_trade":
        return DONE
    if not decision["take"]:
        return DECLINE
    key = BONUSES[decision["bonus"]]
    due = key.split()[2]
    instead = decision.get("pay") == "gold" != due
    return _with_gold(key, [due] if instead else ())


def _repay(decision: Data) -> str:
    if decision["with"] == "food":
        return "repay with food"
    return _with_gold("repay", ["silver"] if decision["with"] == "gold" else ())


def _repaid_cheaply(decision: Data) -> list[str]:
    debts, gold = decision["debts"], decision["gold"]
    if not debts:
        return []
    key = f"repay cheaply {debts}" if debts > 1 else "repay cheaply"
    return [_with_gold(key, ["silver"] if gold else (), gold)]


def _worker(decision: Data) -> str:
    return "gain 1 worker" if decision["take"] else DECLINE


def _lot_event(decision: Data) -> str:
    return LOT_EVENTS[decision["event"]] if decision["take"] else DECLINE


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
    "event_done": "done",
    "sell_free": "sell freely {resource}",
}
"""The key for a type of decision, with the fields of the decision in braces."""

OTHERS: dict[str, Callable[[Data], str]] = {
    "pay_workers": _paid,
    "pay_auction": _paid,
    "rail_bonus": _reward,
    "building_bonus": _worker,
    "tile_bonus": _bonus,
    "repay_debt": _repay,
    "event_pay": _paid,
    "event_bonus": _worker,
    "lot_event": _lot_event,
}
"""What makes the key for the other types of decision with one key."""

BASE = {
    *("buy", "sell", "market", "bank_trade", "take_debt", "hire_worker", "place_workers"),
    *("collect_income", "pay_workers", "neutral_bid", "bid", "pass", "rail_bonus", "pay_auction"),
    *("build", "no_build", "building_bonus", "tile_bonus", "repay_debt", "done"),
}
"""All types of decision of the game without expansions."""

TYPES = {
    *("collect_income", "place_workers", "hidden_trade", "event_pass_repay"),
    *("build", "lot_action", *PLAIN, *OTHERS),
}
"""All types of decision."""
