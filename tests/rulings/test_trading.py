"""Cases 139 to 151: the marketplace, buildings that trade, and gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules.runtime.steps import Asking
from rulings.helpers import (
    FINAL,
    RESOURCES,
    every_key,
    gains,
    held,
    keys,
    play,
    play_told,
    refused,
    situation,
    starts,
)
from rulings.winning import PLENTY, auction, winner

if TYPE_CHECKING:
    from collections.abc import Callable

    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

SILVER_PRICES = {"wood": 1, "food": 2, "steel": 3, "gold": 4}
IN_GOLD = ("copper", "livestock")


def trader(rules: Rules, *pieces: str, **goods: int) -> State:
    """Player 0 places workers and holds these goods, besides a worker."""
    holdings = {0: {"silver": 0, **goods}}
    return situation(rules, 3, "income", 5, holdings=holdings, pieces={0: pieces})


def told_by(state: State, key: str) -> dict[str, int]:
    """What a key changes for player 0."""
    return gains(play_told(state, key)[1], 0)


# ---------------------------------------------------------------------------------- the market


@pytest.mark.parametrize(("good", "price"), SILVER_PRICES.items())
def test_case_139_prices_in_silver(rules: Rules, good: str, price: int) -> None:
    """Each purchase and each sale takes one trade and moves the price; not a silver less."""
    state = trader(rules, trade=1, silver=price)
    assert told_by(state, f"buy {good}") == {"trade": -1, "silver": -price, good: 1}
    poor = trader(rules, trade=1, silver=price - 1)
    assert f"you have {price - 1} silver" in refused(poor, f"buy {good}")
    without_trade = trader(rules, silver=price)
    assert "you have 0 trade" in refused(without_trade, f"buy {good}")


@pytest.mark.parametrize("good", IN_GOLD)
def test_case_139_prices_in_gold(rules: Rules, good: str) -> None:
    """Copper and livestock cost one gold resource and a trade."""
    state = trader(rules, trade=1, gold=1)
    assert told_by(state, f"buy {good}") == {"trade": -1, "gold": -1, good: 1}


@pytest.mark.parametrize(("good", "price"), SILVER_PRICES.items())
def test_case_140_a_sale_brings_its_price_and_a_point(rules: Rules, good: str, price: int) -> None:
    """One trade and the good go; the price and one point come."""
    state = trader(rules, trade=1, **{good: 1})
    assert told_by(state, f"sell {good}") == {"trade": -1, good: -1, "silver": price, "point": 1}
    reason = refused(trader(rules, trade=1), f"sell {good}")
    assert f"you have 0 {good}" in reason


@pytest.mark.parametrize("good", IN_GOLD)
def test_case_141_copper_and_livestock_are_sold_for_gold(rules: Rules, good: str) -> None:
    """One gold resource and a point, no silver."""
    state = trader(rules, trade=1, **{good: 1})
    assert told_by(state, f"sell {good}") == {"trade": -1, good: -1, "gold": 1, "point": 1}


def test_case_142_copper_is_not_livestock(rules: Rules) -> None:
    """Who holds only the one cannot sell the other, and who buys the one has the one."""
    for good, other in (IN_GOLD, IN_GOLD[::-1]):
        state = trader(rules, trade=2, gold=1, **{good: 1})
        assert starts(state, "sell ") == sorted(
            [f"sell {good}", "sell gold"], key=every_key(state).index
        )
        refused(state, f"sell {other}")
        bought = play(state, f"buy {other}")
        assert (bought.holding(0, good), bought.holding(0, other)) == (1, 1)


# ---------------------------------------------------------------------------------- buildings


@pytest.mark.parametrize("good", RESOURCES)
def test_case_143_general_store(rules: Rules, good: str) -> None:
    """One silver more for each sale of anything; nothing off a purchase."""
    owner = trader(rules, "General Store", **PLENTY)
    other = trader(rules, **PLENTY)
    plain = told_by(other, f"sell {good}")
    assert told_by(owner, f"sell {good}") == {**plain, "silver": plain.get("silver", 0) + 1}
    assert told_by(owner, f"buy {good}") == told_by(other, f"buy {good}")


def test_case_143_several_sales_in_one_turn(rules: Rules) -> None:
    """Three wood, one by one or at once: 2 silver and a point each."""
    state = trader(rules, "General Store", wood=3, trade=3)
    expected = {"wood": -3, "trade": -3, "silver": 6, "point": 3}
    assert told_by(state, "sell wood 3") == expected
    _, told = play_told(state, "sell wood", "sell wood", "sell wood")
    assert gains(told, 0) == expected


def test_case_143_only_the_owner(rules: Rules) -> None:
    """An opponent's General Store gives nothing for my sale, and nothing to the opponent."""
    state = situation(
        rules,
        3,
        "income",
        5,
        holdings={0: {"wood": 1, "trade": 1}},
        pieces={1: ["General Store"]},
    )
    _, told = play_told(state, "sell wood")
    assert gains(told, 0) == {"wood": -1, "trade": -1, "silver": 1, "point": 1}
    assert gains(told, 1) == {}


def test_case_144_the_store_is_for_sales_only(rules: Rules) -> None:
    """The trades of Market and Bank are no sales: no silver more, no point."""
    state = trader(rules, "General Store", "Market", "Bank", wood=1, food=1, trade=1)
    assert told_by(state, "use Market for food") == {"trade": -1, "wood": -1, "food": 1}
    assert told_by(state, "use Market for steel") == {"trade": -1, "food": -1, "steel": 1}
    assert told_by(state, "use Bank for silver") == {"trade": -1, "silver": 1}


def test_case_145_bank(rules: Rules) -> None:
    """A trade for a silver, as often as wanted, only for the owner; never the other way."""
    state = trader(rules, "Bank", trade=3, silver=5)
    assert starts(state, "use Bank") == [
        "use Bank for silver",
        "use Bank for silver 2",
        "use Bank for silver 3",
    ]
    assert told_by(state, "use Bank for silver 3") == {"trade": -3, "silver": 3}
    refused(state, "use Bank for trade")
    other = situation(rules, 3, "income", 5, holdings={0: {"trade": 3}}, pieces={1: ["Bank"]})
    assert refused(other, "use Bank for silver") == "you do not own the piece that allows it"
    assert "you have 0 trade" in refused(trader(rules, "Bank", silver=5), "use Bank for silver")


def test_case_146_market(rules: Rules) -> None:
    """Wood to food to steel, a trade each; what goes in is gone. Only for the owner."""
    state = trader(rules, "Market", wood=1, trade=2)
    state = play(state, "use Market for food", "use Market for steel")
    assert held(state, 0) == {"steel": 1, "worker": 1}
    assert "you have 0 wood" in refused(trader(rules, "Market", trade=1), "use Market for food")
    other = situation(
        rules,
        3,
        "income",
        1,
        holdings={0: {"trade": 3, "wood": 1, "food": 1}},
        pieces={1: ["Market"]},
    )
    for good in ("food", "steel"):
        assert refused(other, f"use Market for {good}") == "you do not own the piece that allows it"


# ---------------------------------------------------------------------------------- gold


def test_case_147_gold_pays_for_a_purchase(rules: Rules) -> None:
    """Steel costs 3 silver: one gold will do, without change."""
    state = trader(rules, trade=1, gold=1)
    assert told_by(state, "buy steel with gold as silver") == {"trade": -1, "gold": -1, "steel": 1}


@pytest.mark.parametrize("good", IN_GOLD)
def test_case_148_silver_does_not_buy_copper(rules: Rules, good: str) -> None:
    """Five silver are no gold resource: refused, and the price is named."""
    state = trader(rules, trade=1, silver=9)
    reason = refused(state, f"buy {good}")
    assert "1 gold" in reason
    assert "you have 0 gold" in reason


def test_case_149_selling_gold_and_spending_it(rules: Rules) -> None:
    """Sold, a gold is 4 silver and a point for a trade; spent, it pays 5 silver of a bid."""
    state = auction(rules, "A1-T4", bid=9, gold=1, silver=5, trade=1)
    assert keys(state) == ["pay 1 gold, 4 silver"]
    spent = play(state, "pay 1 gold, 4 silver")
    assert held(spent, 0) == {"silver": 1, "trade": 1, "worker": 1}
    sold = play(state, "sell gold", "pay 9 silver")
    assert held(sold, 0) == {"point": 1, "worker": 1}


# ---------------------------------------------------------------------------------- any time

HAND = {"trade": 2, "food": 1, "wood": 1, "silver": 9, "debt": 1}
BOTH = {0: HAND, 1: HAND}

DECISIONS: dict[str, Callable[[Rules], State]] = {
    "placing workers": lambda rules: situation(rules, 2, "income", 1, holdings=BOTH),
    "keeping a debt": lambda rules: play(
        situation(rules, 2, "income", 5, holdings=BOTH, pieces={0: ["Bank"]}), "done"
    ),
    "paying workers": lambda rules: play(DECISIONS["placing workers"](rules), "done"),
    "placing the neutral bid": lambda rules: situation(rules, 2, "bidding", 5, holdings=BOTH),
    "bidding": lambda rules: situation(rules, 3, "bidding", 5, holdings=BOTH),
    "taking a reward": lambda rules: play(DECISIONS["bidding"](rules), "pass"),
    "paying a bid": lambda rules: auction(rules, "A1-T1", holds=HAND),
    "building": lambda rules: winner(rules, "A1-T1", holds=HAND),
    "a bonus of a building": lambda rules: play(
        winner(rules, "A1-T2", steel=1, holds=HAND), "build Workshop"
    ),
    "a bonus of a lot": lambda rules: play(DECISIONS["building"](rules), "build nothing"),
    "a lot without building": lambda rules: winner(rules, "A2-S4", holds=HAND),
    "a second building": lambda rules: play(
        winner(rules, "A2-C1", copper=1, holds={**HAND, "wood": 2}), "build Train Station"
    ),
    "placing workers at the end": lambda rules: situation(rules, 2, "income", FINAL, holdings=BOTH),
    "trading at the end": lambda rules: situation(rules, 2, "settling", FINAL, holdings=BOTH),
}
"""Every kind of decision of a game; in each player 0 decides and holds HAND."""


@pytest.mark.parametrize("kind", DECISIONS)
def test_case_150_the_market_is_open_at_any_time(rules: Rules, kind: str) -> None:
    """Whatever there is to decide: hire, buy, sell and borrow before; then it is still asked."""
    state = DECISIONS[kind](rules)
    assert state.decision.player == 0
    changes = {
        "hire": {"trade": -1, "food": -1, "worker": 1},
        "buy steel": {"trade": -1, "silver": -3, "steel": 1},
        "sell wood": {"trade": -1, "wood": -1, "silver": 1, "point": 1},
        "borrow": {"debt": 1, "silver": 2},
    }
    for key, change in changes.items():
        after, told = play_told(state, key)
        assert gains(told, 0) == change
        assert after.decision.player == 0
        assert after.decision.prompt == state.decision.prompt


def test_case_150_every_kind_of_decision_is_tried(rules: Rules) -> None:
    """No question of the rules is left out above, other lots' building rights and swaps aside."""
    tried = {situation_of(rules).decision.prompt for situation_of in DECISIONS.values()}
    for players in (2, 4):
        table = rules.for_table(players)
        words = table.layout.vocabulary
        steps = (step for step in table.program.steps if isinstance(step, Asking))
        asked = {step.prompt(words) for step in steps} - {""}
        others = {prompt for prompt in asked if prompt.startswith(("may build", "may pay"))}
        assert asked - others <= tried


# ---------------------------------------------------------------------------------- at once


def test_case_151_several_at_once_or_none(rules: Rules) -> None:
    """Two wood can be paid for, three cannot: three are refused whole, nothing is bought."""
    state = trader(rules, trade=5, silver=2)
    assert starts(state, "buy wood") == ["buy wood", "buy wood 2"]
    refused(state, "buy wood 3")
    assert told_by(state, "buy wood 2") == {"trade": -2, "silver": -2, "wood": 2}
    assert play(state, "buy wood 2") == play(state, "buy wood", "buy wood")


def test_case_151_a_row_of_requests_can_be_dropped_whole(rules: Rules) -> None:
    """Each is checked after the one before; where the third fails the first state remains."""
    state = trader(rules, "Market", trade=3, wood=1)
    cells = state.cells
    after = play(state, "use Market for food", "use Market for steel")
    assert "you have 0 wood" in refused(after, "use Market for food")
    assert state.cells == cells
    assert "use Market for food" in every_key(state)
