"""Cases 40 to 47: paying workers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules.testing.walks import walk
from rulings.helpers import (
    FINAL,
    STOCK,
    every_key,
    gains,
    held,
    idly,
    keys,
    pass_all,
    play,
    play_told,
    refused,
    situation,
    starts,
    transfers,
)

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules


def wages(
    rules: Rules, workers: int, options: dict[str, bool] | None = None, **goods: int
) -> State:
    """Seat 0 is about to pay so many workers, and holds exactly these goods."""
    state = situation(
        rules, 3, "income", 5, options=options, holdings={0: {"worker": workers, **goods}}
    )
    state = play(state, "done")
    silver = state.holding(0, "silver")
    assert silver == goods.get("silver", 6) + 2, "the Homestead gave its silver"
    return state


@pytest.mark.parametrize("placed", [0, 1, 2])
def test_case_040_one_silver_for_each_worker(rules: Rules, placed: int) -> None:
    """Four workers cost 4 silver, however many of them work."""
    state = situation(rules, 3, "income", 5, holdings={0: {"worker": 4}})
    state = play(state, *(f"place worker Homestead {n + 1}" for n in range(placed)), "done")
    assert keys(state) == ["pay 4 silver"]
    _, told = play_told(state, "pay 4 silver")
    assert transfers(told) == [("silver", 4, 0, STOCK)]


def test_case_040_workers_are_counted_when_they_are_paid(rules: Rules) -> None:
    """A worker hired after income but before the payment is paid too."""
    state = wages(rules, 1, trade=1, food=1)
    assert keys(state) == ["pay 1 silver"]
    state = play(state, "hire")
    assert keys(state) == ["pay 2 silver"]
    assert refused(state, "pay 1 silver").startswith("the cost is 2 silver")


def test_case_041_seven_workers(rules: Rules) -> None:
    """7 silver, or 1 gold and 2 silver, or 2 gold: each exactly as the rule has it."""
    state = wages(rules, 7, silver=6, gold=3)
    assert keys(state) == ["pay 7 silver", "pay 1 gold, 2 silver", "pay 2 gold"]
    for key, cost in (
        ("pay 7 silver", {"silver": -7}),
        ("pay 1 gold, 2 silver", {"gold": -1, "silver": -2}),
        ("pay 2 gold", {"gold": -2}),
    ):
        assert gains(play_told(state, key)[1], 0) == cost


def test_case_042_gold_gives_no_change(rules: Rules) -> None:
    """Three workers paid with 1 gold: legal; the gold is gone and no silver comes back."""
    state = wages(rules, 3, silver=0, gold=1)
    state, told = play_told(state, "pay 1 gold")
    assert transfers(told) == [("gold", 1, 0, STOCK)]
    assert held(state, 0) == {"silver": 2, "worker": 3}


def test_case_043_surplus_is_refused(rules: Rules) -> None:
    """Three workers paid with 2 gold, or with 1 gold and 3 silver: one unit could be taken back
    and the rest would still do, so it is refused.
    """
    state = wages(rules, 3, silver=6, gold=2)
    assert keys(state) == ["pay 3 silver", "pay 1 gold"]
    for key in ("pay 2 gold", "pay 1 gold, 3 silver", "pay 1 gold, 1 silver", "pay 4 silver"):
        assert '"pay 3 silver", "pay 1 gold"' in refused(state, key)


def test_case_043_an_option_lets_gold_be_wasted(rules: Rules) -> None:
    """The other value of the option: more gold than needed is taken, and lost. Silver beside it
    still is not.
    """
    state = wages(rules, 3, {"surplus gold": True}, silver=6, gold=2)
    assert keys(state) == ["pay 3 silver", "pay 1 gold", "pay 2 gold"]
    assert gains(play_told(state, "pay 2 gold")[1], 0) == {"gold": -2}
    refused(state, "pay 1 gold, 3 silver")


@pytest.mark.parametrize(("workers", "borrowed"), [(3, 1), (4, 1), (5, 2), (25, 12)])
def test_case_044_who_cannot_pay_borrows(rules: Rules, workers: int, borrowed: int) -> None:
    """Too little silver and nothing to trade: debt is taken until it is enough. No worker is lost
    and none goes unpaid.
    """
    state = wages(rules, workers, silver=0)
    key = "borrow" if borrowed == 1 else f"borrow {borrowed}"
    assert keys(state) == [key]
    assert [option.needed for option in state.decision.options] == [True]
    assert "you have 2 silver" in refused(state, f"pay {workers} silver")
    state = play(state, key)
    assert keys(state) == [f"pay {workers} silver"]
    state = play(state, f"pay {workers} silver")
    rest = 2 + 2 * borrowed - workers
    assert held(state, 0) == {"worker": workers, "debt": borrowed} | ({"silver": 1} if rest else {})
    assert state.decision.player == 1


def test_case_044_trading_may_take_the_place_of_debt(rules: Rules) -> None:
    """Before paying the player may sell instead of borrowing, or borrow in smaller steps."""
    state = wages(rules, 5, silver=0, trade=1, steel=1)
    assert keys(state) == ["borrow 2"]
    sold = play(state, "sell steel")
    assert keys(sold) == ["pay 5 silver"]
    assert held(play(sold, "pay 5 silver"), 0) == {"worker": 5, "point": 1}
    assert keys(play(state, "borrow")) == ["borrow"]


def test_case_045_nothing_is_paid_or_borrowed_by_itself(rules: Rules) -> None:
    """The player pays, even where there is one way only; and while he can pay, debt is among
    what he may do, never among what he must choose from.
    """
    state = situation(rules, 3, "income", 5, holdings={0: {"silver": 0, "gold": 1, "worker": 4}})
    state, told = play_told(state, "done")
    assert transfers(told) == [("silver", 2, STOCK, 0)]
    assert keys(state) == ["pay 1 gold"]
    assert "borrow" in every_key(state)
    _, told = play_told(state, "pay 1 gold")
    assert transfers(told) == [("gold", 1, 0, STOCK)]


@pytest.mark.parametrize("seed", range(3))
def test_case_045_debt_comes_only_from_choices_that_say_so(rules: Rules, seed: int) -> None:
    """In a whole game debt grows by borrowing and by nothing else; paying never adds to it."""
    for step in walk(rules, 3, seed, anytime=0.05):
        grown = [source for good, _, source, _ in transfers(step.events) if good == "debt"]
        if STOCK in grown:
            assert step.option.key.startswith(("borrow", "forgive a debt", "build Boarding House"))


def test_case_046_nobody_pays_twice(rules: Rules) -> None:
    """Having paid, a player is not asked again this round, and may not pay again."""
    state = wages(rules, 2, silver=9)
    state = play(state, "pay 2 silver")
    assert state.decision.player == 1
    refused(state, "pay 2 silver")
    paid = []
    while state.phase == "income":
        if starts(state, "pay"):
            paid.append(state.decision.player)
        state, _ = idly(state)
    assert paid == [1, 2]
    refused(state, "pay 2 silver")
    assert state.holding(0, "silver") == 9 + 2 - 2


@pytest.mark.parametrize("by_steps", [False, True])
def test_case_046_each_pays_once_a_round(rules: Rules, by_steps: bool) -> None:
    """Three rounds and the final one: each player pays exactly once in each."""
    for round_number in (1, 5, 10, FINAL):
        state = situation(
            rules, 4, "income", round_number, options={"income step by step": by_steps}
        )
        paid = []
        while state.phase == "income":
            if starts(state, "pay"):
                paid.append(state.decision.player)
            state, _ = idly(state)
        assert paid == [0, 1, 2, 3]


def test_case_047_a_worker_from_the_railroad_is_paid_next_round(rules: Rules) -> None:
    """Gained by passing, after workers were paid: costs nothing before the next income."""
    state = situation(rules, 3, "bidding", 5, positions={("Railroad", 0): 2})
    state, told = play_told(state, "pass", "gain 1 worker")
    assert transfers(told) == [("worker", 1, STOCK, 0)]
    state = pass_all(state)
    assert (state.round, state.decision.player, state.holding(0, "silver")) == (6, 0, 6)
    assert keys(play(state, "done")) == ["pay 2 silver"]


def test_case_047_a_worker_from_a_lot_is_paid_next_round(rules: Rules) -> None:
    """Gained from a lot: the bid is paid, and nothing for the worker before the next income."""
    state = situation(rules, 3, "building", 5, won={1: (0, 3)}, lots={1: "A1-T2"})
    state, told = play_told(state, "pay 3 silver", "build nothing", "gain 1 worker")
    assert gains(told, 0) == {"silver": -3, "worker": 1}
    assert (state.round, state.decision.player) == (6, 0)
    assert keys(play(state, "done")) == ["pay 2 silver"]


def test_case_047_a_worker_hired_later_is_paid_next_round(rules: Rules) -> None:
    """Hired in the auction: the market's price only."""
    state = situation(rules, 3, "bidding", 3, holdings={0: {"trade": 1, "food": 1}})
    state, told = play_told(state, "hire", "bid 3 on lot 1")
    assert gains(told, 0) == {"trade": -1, "food": -1, "worker": 1}
    state = pass_all(state)
    state = play(state, "pay 3 silver", "build nothing")
    while state.decision.player != 0:
        state = play(state, "done", "pay 1 silver")
    assert keys(play(state, "done")) == ["pay 2 silver"]
