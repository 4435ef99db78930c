"""Cases N7 to N14: Saloon, Hotel, Warehouse and Post Office."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import Game, score, view
from homesteaders_rules.runtime.recording.events import STOCK, on_piece
from homesteaders_rules.runtime.recording.kinds import Transfer
from new_beginnings.tables import at, winner
from rulings.helpers import (
    FINAL,
    RESOURCES,
    gains,
    happened,
    held,
    idly,
    keys,
    owns,
    play,
    play_told,
    refused,
)
from rulings.winning import PLENTY

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules


# ---------------------------------------------------------------------------------- Saloon


def test_case_n07_a_saloon_gives_two_trades_once(rules: Rules) -> None:
    """When it is built, and never again: its income is silver."""
    state, told = play_told(winner(rules, "A1-S3"), "build Saloon")
    assert gains(told, 0) == {"trade": 2}
    state = at(rules, 3, "income", 3, pieces={0: ["Saloon"]})
    _, told = play_told(state, "done")
    assert gains(told, 0) == {"silver": 3}  # two of the Homestead


def test_case_n07_a_silver_mine_advances_once(rules: Rules) -> None:
    """When built one space on the railroad; its worker brings three silver."""
    state, told = play_told(winner(rules, "A2-S2", wood=1), "build Silver Mine")
    assert (gains(told, 0), state.position("Railroad", 0)) == ({"wood": -1}, 1)
    assert keys(state) == ["gain 1 trade"]
    state = at(rules, 3, "income", 3, pieces={0: ["Silver Mine"]})
    _, told = play_told(state, "place worker Silver Mine 1", "done")
    assert gains(told, 0) == {"silver": 5}


# ---------------------------------------------------------------------------------- Hotel

HOTEL = ["Hotel"]


def test_case_n08_a_hotel_for_four_workers_and_then_a_workshop(rules: Rules) -> None:
    """Four silver when it is built; one more for the worker that comes with a Workshop."""
    state = winner(rules, "A1-T2", steel=2, food=1, worker=4)
    state, told = play_told(state, "build Hotel")
    assert gains(told, 0) == {"steel": -1, "food": -1, "silver": 4}
    state = winner(rules, "A1-T2", pieces=HOTEL, steel=1, worker=4)
    state, told = play_told(state, "build Workshop", "gain 1 worker")
    assert gains(told, 0) == {"steel": -1, "worker": 1, "silver": 1}
    _, told = play_told(state, "gain 1 worker")  # and one for that of the lot
    assert gains(told, 0) == {"worker": 1, "silver": 1}


def test_case_n09_a_worker_hired(rules: Rules) -> None:
    """For a trade and a food, while workers are placed; for two hired at once two silver."""
    goods = {0: {"trade": 3, "food": 3}}
    state = at(rules, 3, "income", 6, pieces={0: HOTEL}, holdings=goods)
    _, told = play_told(state, "hire")
    assert gains(told, 0) == {"trade": -1, "food": -1, "worker": 1, "silver": 1}
    _, told = play_told(state, "hire 2")
    assert gains(told, 0) == {"trade": -2, "food": -2, "worker": 2, "silver": 2}


def test_case_n09_a_worker_of_the_track(rules: Rules) -> None:
    """The third space of the railroad."""
    state = at(rules, 3, "bidding", 6, pieces={0: HOTEL}, positions={("Railroad", 0): 2})
    _, told = play_told(state, "pass", "gain 1 worker")
    assert gains(told, 0) == {"worker": 1, "silver": 1}


def test_case_n09_a_worker_of_a_lot(rules: Rules) -> None:
    """Taken, or declined for nothing."""
    state = play(winner(rules, "A1-T1", pieces=HOTEL), "build nothing")
    assert gains(play_told(state, "gain 1 worker")[1], 0) == {"worker": 1, "silver": 1}
    assert gains(play_told(state, "decline")[1], 0) == {}


def test_case_n09_a_worker_of_an_event(rules: Rules) -> None:
    """The Fortune Seeker of a player with the fewest workers."""
    state = at(rules, 3, "bidding", 6, "Fortune Seeker", pieces={0: HOTEL})
    _, told = play_told(state, "gain 1 worker")
    assert gains(told, 0) == {"worker": 1, "silver": 1}


def test_case_n09_the_workers_of_others_give_nothing(rules: Rules) -> None:
    """A Hotel is for its owner."""
    state = at(rules, 3, "income", 6, pieces={1: HOTEL}, holdings={0: {"trade": 1, "food": 1}})
    _, told = play_told(state, "hire")
    assert gains(told, 1) == {}


# ---------------------------------------------------------------------------------- Warehouse

STORE = ["Warehouse"]


def lying(state: State) -> dict[str, int]:
    """What lies on the Warehouse."""
    amounts = {good: state.lying("Warehouse", good) for good in RESOURCES}
    return {good: amount for good, amount in amounts.items() if amount}


def stored(rules: Rules, *goods: str, round: int = 6, event: str = "") -> State:
    """Player 0 has placed workers in a Warehouse with these goods on it."""
    state = at(
        rules,
        3,
        "income",
        round,
        event,
        pieces={0: STORE},
        lying={"Warehouse": dict.fromkeys(goods, 1)},
    )
    return play(state, "done")


def test_case_n10_one_of_each_is_put_on_it(rules: Rules) -> None:
    """From the stock, when it is built; nothing of it is in the hand of its owner."""
    state, told = play_told(
        winner(rules, "A1-T1", copper=1, steel=1, wood=1), "build Warehouse", "decline"
    )
    assert lying(state) == dict.fromkeys(RESOURCES, 1)
    assert held(state, 0) == {"worker": 1}
    onto = on_piece(state.table.layout.piece_index["Warehouse"])
    put = [(e.good, e.amount, e.source, e.target) for e in happened(told, Transfer)]
    assert put[-6:] == [(good, 1, STOCK, onto) for good in RESOURCES]


@pytest.mark.parametrize("order", list(permutations(RESOURCES))[::90])
def test_case_n10_six_incomes_in_the_order_of_the_owner(
    rules: Rules, order: tuple[str, ...]
) -> None:
    """Rounds 5 to 10, one of each; then nothing, and what is gone is refused."""
    holdings = {seat: {"silver": 40} for seat in range(3)}
    full = {"Warehouse": dict.fromkeys(RESOURCES, 1)}
    state = at(rules, 3, "income", 5, pieces={0: STORE}, holdings=holdings, lying=full)
    for number, good in enumerate(order):
        state = play(state, "done")
        assert keys(state) == [f"take 1 {g} from Warehouse" for g in RESOURCES if g in lying(state)]
        for taken in order[:number]:
            assert refused(state, f"take 1 {taken} from Warehouse") == "none lies there any more"
        state, told = play_told(state, f"take 1 {good} from Warehouse")
        assert gains(told, 0) == {good: 1}
        while not (state.phase == "income" and state.round == 6 + number):
            state, _ = idly(state)
    state, told = play_told(state, "done")
    assert lying(state) == {}
    assert "silver" in gains(told, 0)
    assert not set(gains(told, 0)) & set(RESOURCES)
    assert all(key.startswith("pay ") for key in keys(state))


def test_case_n10_the_income_of_the_round_it_was_built_in_is_over(rules: Rules) -> None:
    """Built in round 5 it gives for the first time in round 6, and for the last time in 11."""
    state = stored(rules, "gold", round=FINAL)
    assert keys(state) == ["take 1 gold from Warehouse"]


def test_case_n10_what_lies_there_is_public(rules: Rules) -> None:
    """As what lies on the table; and nobody can pay with it."""
    state = stored(rules, "gold", "wood")
    cell = state.table.layout.at["here", "Warehouse", "gold"]
    for seat in (None, 0, 1, 2):
        assert view(state, seat).cells[cell] == 1
    refused(state, "sell gold")


def test_case_n11_undo_puts_the_last_resource_back(rules: Rules) -> None:
    """The Warehouse was empty for a moment: undone there is one resource on it, not six."""
    before = stored(rules, "copper")
    game = Game(rules, 3, 0, {}, {}, before)
    game.choose("take 1 copper from Warehouse")
    assert lying(game.state) == {}
    assert game.undo(0) == "take 1 copper from Warehouse"
    assert lying(game.state) == {"copper": 1}
    assert keys(game.state) == ["take 1 copper from Warehouse"]
    assert held(game.state, 0) == held(before, 0)


@pytest.mark.parametrize(("left", "points"), [((), 0), (("gold", "wood"), 1)])
def test_case_n12_a_warehouse_under_industrial_dominance(
    rules: Rules, left: tuple[str, ...], points: int
) -> None:
    """What it gives counts; an empty one gives nothing, so it counts nothing."""
    state = at(
        rules,
        2,
        "income",
        9,
        "Industrial Dominance",
        pieces={0: [*STORE, "Foundry"]},
        lying={"Warehouse": dict.fromkeys(left, 1)},
    )
    state = play(state, "done")
    if left:
        state = play(state, "take 1 gold from Warehouse")
    while state.phase == "income":
        state, _ = idly(state)
    assert state.holding(0, "point") == points


def test_what_lies_on_a_warehouse_is_not_lost(rules: Rules) -> None:
    """Taken and left together are always what there was in the box; every step is checked."""
    state = winner(rules, "A1-T1", holds=PLENTY)
    layout = state.table.layout
    holders = range(layout.players + 1)
    for key in ("build Warehouse", "decline"):
        state = play(state, key)
    for _ in range(400):
        if state.over:
            break
        state, _ = idly(state)
        for good in RESOURCES:
            total = sum(state.holding(holder, good) for holder in holders)
            count = next(g.count for g in layout.goods if g.name == good)
            assert total + state.lying("Warehouse", good) == count
    assert lying(state) == {}
    assert owns(state, 0) == ["Homestead", "Warehouse"]


@pytest.mark.parametrize("strict", [False, True])
def test_a_warehouse_takes_what_a_strict_supply_has(rules: Rules, strict: bool) -> None:
    """Ten copper in hands: none is left to put on it, if the supply is strict."""
    goods = {"copper": 10, "steel": 1, "wood": 1, "silver": 3}
    state = at(
        rules,
        3,
        "building",
        5,
        options={"strict supply": strict},
        holdings={0: goods},
        lots={1: "A1-T1"},
        won={1: (0, 3)},
    )
    state = play(state, "pay 3 silver")
    # The copper that it costs is back in the stock by then.
    assert lying(play(state, "build Warehouse")) == dict.fromkeys(RESOURCES, 1)
    elsewhere = {0: {**goods, "copper": 1}, 1: {"copper": 9}, 2: {"gold": 12}}
    state = at(
        rules,
        3,
        "building",
        5,
        options={"strict supply": strict},
        holdings=elsewhere,
        lots={1: "A1-T1"},
        won={1: (0, 3)},
    )
    state = play(state, "pay 3 silver", "build Warehouse")
    assert lying(state) == {good: 1 for good in RESOURCES if good != "gold" or not strict}


# ---------------------------------------------------------------------------------- Post Office

POST = ["Post Office"]


def post_points(state: State) -> int:
    """What the Post Office of player 0 scores besides what is printed on it."""
    lines = {line.label: line for line in score(state)[0].lines}
    return sum(s.amount for s in lines["bonuses"].sources if s.what.startswith("Post Office"))


def test_case_n13_three_debts_repaid_at_the_end(rules: Rules) -> None:
    """Three points, whether repaid at once or one by one."""
    goods = {0: {"debt": 4, "silver": 20}}
    state = at(rules, 3, "settling", FINAL, pieces={0: POST}, holdings=goods)
    assert post_points(state) == 0
    assert post_points(play(state, "repay 3", "done")) == 3
    assert post_points(play(state, "repay", "repay", "repay", "done")) == 3


def test_case_n13_the_debts_of_others_do_not_count(rules: Rules) -> None:
    """Each owner counts what they repay themselves."""
    goods = {seat: {"debt": 2, "silver": 20} for seat in range(3)}
    state = at(rules, 3, "settling", FINAL, pieces={1: POST}, holdings=goods)
    state = play(state, "repay 2", "done", "repay", "done")
    assert state.lying("Post Office", "point") == 1


@pytest.mark.parametrize("free", [False, True])
def test_case_n14_nothing_for_debts_gone_before_the_final_round(rules: Rules, free: bool) -> None:
    """A Bank in round 10, and what is repaid early if the table allows that: no point."""
    options = {"free discards count": free, "repay at any time": True}
    state = at(
        rules,
        3,
        "income",
        10,
        options=options,
        pieces={0: [*POST, "Bank"]},
        holdings={0: {"debt": 3, "silver": 20}},
    )
    state = play(state, "repay", "done", "forgive a debt")
    assert (state.holding(0, "debt"), post_points(state)) == (1, 0)


@pytest.mark.parametrize(("free", "points"), [(True, 1), (False, 0)])
def test_case_n14b_a_bank_in_the_final_income(rules: Rules, free: bool, points: int) -> None:
    """By default the debt counts that a Bank discards in the final round."""
    options = {"free discards count": free}
    goods = {0: {"debt": 2, "silver": 20}}
    pieces = {0: [*POST, "Bank"]}
    state = at(rules, 3, "income", FINAL, options=options, pieces=pieces, holdings=goods)
    state = play(state, "done", "forgive a debt")
    assert (state.holding(0, "debt"), post_points(state)) == (1, points)
    while state.phase == "income":
        state, _ = idly(state)
    assert post_points(play(state, "repay", "done")) == points + 1


def test_case_n14b_without_a_post_office(rules: Rules) -> None:
    """Nobody puts anything on a piece that nobody owns."""
    goods = {0: {"debt": 2, "silver": 20}}
    state = at(rules, 3, "settling", FINAL, holdings=goods)
    assert play(state, "repay 2").lying("Post Office", "point") == 0
