"""Cases N24, N29 to N32, N34, N37 to N40: events for all, for some, and for who passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from homesteaders_rules import Game
from homesteaders_rules.runtime.recording.kinds import Marker, Transfer
from new_beginnings.tables import FIRST_ROUND, at
from rulings.helpers import (
    FINAL,
    every_key,
    gains,
    happened,
    held,
    idly,
    keys,
    play,
    play_told,
    refused,
    starts,
)

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules


def asked(state: State) -> list[tuple[int, list[str]]]:
    """Who is asked what before the bidding, when everybody wants as little as possible."""
    found = []
    while not (state.phase == "bidding" and starts(state, "bid ")):
        found.append((state.decision.player, keys(state)))
        state, _ = idly(state)
    return found


def given(rules: Rules, event: str, players: int = 3, **more: Any) -> list[dict[str, int]]:
    """What an event that asks nothing gives, or takes, seat by seat."""
    stage = next(
        label
        for piece in rules.for_table(players).layout.pieces
        if piece.name == event
        for label in piece.labels
    )
    number = FIRST_ROUND[stage]
    before = at(rules, players, "bidding", number, **more)
    after = at(rules, players, "bidding", number, event, **more)
    goods = [good.name for good in after.table.layout.goods]
    changes = [
        {good: after.holding(seat, good) - before.holding(seat, good) for good in goods}
        for seat in range(players)
    ]
    return [{good: n for good, n in change.items() if n} for change in changes]


# ---------------------------------------------------------------------------------- who passes


def test_central_pacific(rules: Rules) -> None:
    """Who passes gets a rail line, and then the reward of the railroad; who bids does not."""
    state = at(rules, 3, "bidding", 1, "Central Pacific RR")
    state, told = play_told(state, "bid 3 on lot 1", "pass", "gain 1 trade")
    assert [gains(told, seat) for seat in range(3)] == [{}, {"rail": 1, "trade": 1}, {}]


def test_case_n24_undo_of_the_pass(rules: Rules) -> None:
    """The rail line and the advance are both taken back, and only those."""
    before = at(rules, 3, "bidding", 1, "Central Pacific RR", positions={("Railroad", 0): 1})
    game = Game(rules, 3, 0, {}, {}, before)
    events = game.choose("pass")
    rail, marker = [e for e in events if isinstance(e, (Transfer, Marker))]
    assert (rail, marker) == (
        Transfer(0, "rail", 1, -1, 0, piece="Central Pacific RR"),
        Marker(0, "Railroad", 2),
    )
    assert game.undo(0) == "pass"
    assert game.state == before
    assert (game.state.holding(0, "rail"), game.state.position("Railroad", 0)) == (0, 1)
    game.choose("pass")
    game.choose("gain 1 rail")
    assert game.state.holding(0, "rail") == 2


def test_case_n37_debts_for_three_silver_each(rules: Rules) -> None:
    """Two debts cost six: a gold for five, and one silver."""
    goods = {0: {"debt": 2, "gold": 1, "silver": 1}}
    state = play(at(rules, 3, "bidding", 9, "Nelson Act", holdings=goods), "pass")
    both = "repay cheaply 2 with gold as silver"
    assert keys(state) == ["repay cheaply with gold as silver", both, "done"]
    state, told = play_told(state, both)
    assert gains(told, 0) == {"debt": -2, "gold": -1, "silver": -1}
    assert keys(state) == ["done"]


def test_case_n37_no_change_for_gold(rules: Rules) -> None:
    """One debt for one gold: the two silver too much are lost."""
    goods = {0: {"debt": 1, "gold": 1, "silver": 0}}
    state = play(at(rules, 3, "bidding", 9, "Nelson Act", holdings=goods), "pass")
    _, told = play_told(state, "repay cheaply with gold as silver")
    assert gains(told, 0) == {"debt": -1, "gold": -1}


def test_case_n37_only_for_who_passes(rules: Rules) -> None:
    """Not while one may still bid, nor when the railroad's reward is chosen."""
    goods = {0: {"debt": 2, "silver": 9}}
    state = at(rules, 3, "bidding", 9, "Nelson Act", holdings=goods)
    refused(state, "repay cheaply")
    state = play(state, "pass", "repay cheaply", "done")
    assert keys(state) == ["gain 1 trade"]
    refused(state, "repay cheaply")
    assert held(state, 0) == {"debt": 1, "silver": 6, "worker": 1}


def test_case_n38_the_nelson_act_gives_no_rail(rules: Rules) -> None:
    """Passing brings what it always brings, and the debts."""
    state = at(rules, 3, "bidding", 9, "Nelson Act")
    _, told = play_told(state, "pass", "done", "gain 1 trade")
    assert gains(told, 0) == {"trade": 1}


# ---------------------------------------------------------------------------------- the fewest


def test_case_n29_all_with_the_least_debt_advance(rules: Rules) -> None:
    """Debts 0, 0, 3: the first two advance, and choose a reward."""
    state = at(rules, 3, "bidding", 5, "Bank Favors", holdings={2: {"debt": 3}})
    assert asked(state) == [(0, ["gain 1 trade"]), (1, ["gain 1 trade"])]
    state = play(state, "gain 1 trade", "gain 1 trade")
    assert [state.position("Railroad", seat) for seat in range(3)] == [1, 1, 0]


def test_case_n29_no_debt_is_not_needed(rules: Rules) -> None:
    """With 2, 1, 3 debts the one with a single debt advances."""
    debts = {seat: {"debt": debt} for seat, debt in enumerate((2, 1, 3))}
    state = at(rules, 3, "bidding", 5, "Bank Favors", holdings=debts)
    assert asked(state) == [(1, ["gain 1 trade"])]


def test_case_n30_the_fortune_seeker_may_be_declined(rules: Rules) -> None:
    """The players with the fewest workers are asked, from the start player on."""
    workers = {seat: {"worker": number} for seat, number in enumerate((3, 2, 2, 4))}
    state = at(rules, 4, "bidding", 5, "Fortune Seeker", holdings=workers, start_player=2)
    choice = ["gain 1 worker", "decline"]
    assert asked(state) == [(2, choice), (1, choice)]
    state = play(state, "decline", "gain 1 worker")
    assert [state.holding(seat, "worker") for seat in range(4)] == [3, 3, 2, 4]


def test_case_n30_counted_before_the_first_takes_one(rules: Rules) -> None:
    """A worker taken by one does not leave out the other who was tied."""
    state = at(rules, 2, "bidding", 5, "Fortune Seeker")
    state = play(state, "gain 1 worker", "gain 1 worker")
    assert [state.holding(seat, "worker") for seat in range(2)] == [2, 2]


def test_western_pacific(rules: Rules) -> None:
    """A rail line for those with the fewest buildings, the Homestead counted."""
    pieces = {0: ["Farm"], 2: ["Farm", "Market"]}
    found = given(rules, "Western Pacific RR", 4, pieces=pieces)
    assert found == [{}, {"rail": 1}, {}, {"rail": 1}]


# ---------------------------------------------------------------------------------- the most


@pytest.mark.parametrize(
    ("spaces", "points"), [((0, 0, 0), (3, 3, 3)), ((1, 4, 4), (0, 3, 3)), ((2, 1, 0), (3, 0, 0))]
)
def test_transcontinental(rules: Rules, spaces: tuple[int, ...], points: tuple[int, ...]) -> None:
    """Three points for the farthest on the railroad; with all at the start for everybody."""
    positions = {("Railroad", seat): space for seat, space in enumerate(spaces)}
    found = given(rules, "Transcontinental Railroad", positions=positions)
    assert [change.get("point", 0) for change in found] == list(points)


def test_residential_dominance(rules: Rules) -> None:
    """The Homestead counts, so there is always somebody who advances."""
    state = at(rules, 3, "bidding", 9, "Residential Dominance")
    assert [seat for seat, _ in asked(state)] == [0, 1, 2]
    pieces = {1: ["Farm", "Ranch"], 2: ["Farm", "Market", "Foundry"]}
    state = at(rules, 3, "bidding", 9, "Residential Dominance", pieces=pieces)
    assert asked(state) == [(1, ["gain 1 trade"])]


def test_case_n32_no_gold_where_all_have_nothing(rules: Rules) -> None:
    """The State Fair wants at least one animal or copper."""
    state = at(rules, 3, "bidding", 5, "State Fair")
    assert [seat for seat, _ in asked(state)] == [0, 1, 2]
    state, told = play_told(state, "done", "done", "done")
    assert [gains(told, seat) for seat in range(3)] == [{}, {}, {}]


def test_case_n32_copper_and_livestock_together(rules: Rules) -> None:
    """Two copper tie with one of each; one alone is not enough. Every tied player gets a gold."""
    goods = {0: {"copper": 2}, 1: {"copper": 1, "livestock": 1}, 2: {"livestock": 1}}
    state = at(rules, 3, "bidding", 5, "State Fair", holdings=goods)
    _, told = play_told(state, "done", "done", "done")
    assert [gains(told, seat) for seat in range(3)] == [{"gold": 1}, {"gold": 1}, {}]


def test_case_n32_counted_after_the_trades(rules: Rules) -> None:
    """Livestock sold in secret is not shown."""
    goods = {0: {"livestock": 1, "trade": 1}, 1: {"copper": 1}}
    state = at(rules, 3, "bidding", 5, "State Fair", holdings=goods)
    _, told = play_told(state, "sell livestock", "done", "done", "done")
    assert gains(told, 0) == {"trade": -1, "livestock": -1, "gold": 1, "point": 1}
    assert gains(told, 1) == {"gold": 1}


PORT_MILL = ["River Port", "Foundry"]


@pytest.mark.parametrize(("workers", "points"), [(1, 0), (2, 1), (3, 2)])
def test_case_n40_a_river_port_wants_two_workers(rules: Rules, workers: int, points: int) -> None:
    """Its gold counts once, with both; one worker alone gives nothing."""
    places = ["place worker River Port 1", "place worker River Port 2", "place worker Foundry 1"]
    goods = {0: {"worker": workers}}
    state = at(rules, 2, "income", 9, "Industrial Dominance", pieces={0: PORT_MILL}, holdings=goods)
    state = play(state, *places[:workers], "done")
    while state.phase == "income":
        state, _ = idly(state)
    assert state.holding(0, "point") == points


def test_case_n40_only_what_income_gives(rules: Rules) -> None:
    """Resources of the buildings count; silver, trades, points and what is bought do not."""
    pieces = {0: ["Grain Mill", "Market", "Steel Mill", "Rodeo"], 1: ["Fairgrounds"]}
    goods = {0: {"trade": 3, "silver": 20, "worker": 1}}
    state = at(rules, 2, "income", 9, "Industrial Dominance", pieces=pieces, holdings=goods)
    state = play(state, "buy food", "buy wood", "place worker Homestead 1", "done")
    assert (state.holding(0, "wood"), state.holding(0, "food")) == (2, 2)
    while state.phase == "income":
        state, _ = idly(state)
    assert state.holding(0, "point") == 3  # wood, food and steel that the buildings gave
    assert state.holding(1, "point") == 0  # the Fairgrounds gave gold, but are not industrial


def test_case_n40_nobody_has_an_industrial_building(rules: Rules) -> None:
    """Then nobody has the most, whatever their income."""
    state = at(rules, 2, "income", 9, "Industrial Dominance", pieces={0: ["Grain Mill"]})
    state = play(state, "place worker Homestead 1", "done")
    while state.phase == "income":
        state, _ = idly(state)
    assert state.holding(0, "point") == 0


# ---------------------------------------------------------------------------------- what all pay


def test_case_n31_interest_on_three_debts(rules: Rules) -> None:
    """Three are due and there is one silver: a fourth debt pays the rest, and costs no interest."""
    state = at(rules, 3, "bidding", 5, "Interest", holdings={0: {"debt": 3, "silver": 1}})
    assert keys(state) == ["borrow"]
    state, told = play_told(state, "borrow", "pay 3 silver")
    assert gains(told, 0) == {"debt": 1, "silver": -1}
    assert held(state, 0) == {"debt": 4, "worker": 1}
    assert (state.decision.player, bool(starts(state, "bid "))) == (0, True)


def test_case_n31_gold_and_no_debt(rules: Rules) -> None:
    """Who owes nothing pays nothing; a gold pays for up to five."""
    goods = {1: {"debt": 3, "gold": 1, "silver": 1}}
    state = at(rules, 3, "bidding", 5, "Interest", holdings=goods)
    assert (state.decision.player, keys(state)) == (1, ["pay 1 gold"])


@pytest.mark.parametrize(("pieces", "due"), [((), 1), (("Farm",), 2), (("Farm", "Market"), 3)])
def test_case_n39_property_taxes(rules: Rules, pieces: tuple[str, ...], due: int) -> None:
    """A silver for every building, the Homestead too."""
    state = at(rules, 3, "bidding", 9, "Property Taxes", pieces={0: pieces})
    assert keys(state) == [f"pay {due} silver"]
    _, told = play_told(state, f"pay {due} silver")
    assert gains(told, 0) == {"silver": -due}
    others = [(1, ["pay 1 silver"]), (2, ["pay 1 silver"])]
    assert asked(state) == [(0, [f"pay {due} silver"]), *others]


def test_case_n39_with_nothing_but_debt(rules: Rules) -> None:
    """Whoever cannot pay borrows, sells or pays gold; nobody is let off."""
    state = at(rules, 3, "bidding", 9, "Property Taxes", holdings={0: {"silver": 0}})
    assert keys(state) == ["borrow"]
    assert held(play(state, "borrow", "pay 1 silver"), 0) == {"silver": 1, "debt": 1, "worker": 1}


# ---------------------------------------------------------------------------------- trading first


def test_case_n34_a_debt_for_a_food(rules: Rules) -> None:
    """One food each, no trade; as many as there are of both."""
    goods = {0: {"debt": 3, "food": 2}}
    state = at(rules, 3, "bidding", 5, "Sharecropping", holdings=goods)
    assert keys(state) == ["repay with food", "repay with food 2", "done"]
    state, told = play_told(state, "repay with food 2")
    assert gains(told, 0) == {"debt": -2, "food": -2}
    assert keys(state) == ["done"]
    state = play(state, "done")
    assert state.decision.player == 1


@pytest.mark.parametrize("phase", ["income", "bidding", "building", "settling"])
def test_case_n34_only_in_that_event(rules: Rules, phase: str) -> None:
    """Everywhere else it is refused: before it, under another event, and at the end."""
    goods = {seat: {"debt": 3, "food": 3, "silver": 9} for seat in range(3)}
    final = phase == "settling"
    event = "" if final else "Sharecropping" if phase != "bidding" else "Bank Favors"
    number = FINAL if final else 5
    state = at(rules, 3, phase, number, event, holdings=goods, won={} if final else {1: (0, 3)})
    refused(state, "repay with food")
    assert not starts(state, "repay with")
    assert ("repay" in every_key(state)) == final


def test_eager_investors(rules: Rules) -> None:
    """A point is enough for four silver, also one that a sale has just made."""
    goods = {0: {"point": 3}, 1: {"wood": 1, "trade": 1}}
    state = at(rules, 3, "bidding", 1, "Eager Investors", holdings=goods)
    state, told = play_told(state, "done", "sell wood", "done", "done")
    assert [gains(told, seat) for seat in range(3)] == [
        {"silver": 4},
        {"wood": -1, "trade": -1, "point": 1, "silver": 5},
        {},
    ]


def test_timber_culture_act(rules: Rules) -> None:
    """A point for every wood, also one just bought; the wood is kept."""
    goods = {0: {"wood": 2, "trade": 1, "silver": 1}}
    state = at(rules, 3, "bidding", 5, "Timber Culture Act", holdings=goods)
    state, told = play_told(state, "buy wood", "done", "done", "done")
    assert gains(told, 0) == {"wood": 1, "trade": -1, "silver": -1, "point": 3}


def test_wartime_demand(rules: Rules) -> None:
    """Sales without trades for everybody in turn; a General Store gives its silver."""
    goods = {0: {"wood": 2, "gold": 1}, 1: {"steel": 1}}
    pieces = {0: ["General Store"]}
    state = at(rules, 3, "bidding", 5, "Wartime Demand", holdings=goods, pieces=pieces)
    state, told = play_told(state, "sell freely wood 2", "done")
    assert gains(told, 0) == {"wood": -2, "silver": 4, "point": 2}
    refused(state, "sell freely wood")
    state, told = play_told(state, "sell freely steel", "done", "done")
    assert gains(told, 1) == {"steel": -1, "silver": 3, "point": 1}
    refused(state, "sell freely gold")


def test_traveling_traders(rules: Rules) -> None:
    """A trade for everybody."""
    assert given(rules, "Traveling Traders", 5) == [{"trade": 1}] * 5


def test_no_event_in_the_final_round(rules: Rules) -> None:
    """Ten events for ten rounds: the event of round 10 is over when the last round begins."""
    goods = {0: {"debt": 2, "silver": 9, "food": 2}}
    state = at(rules, 3, "settling", FINAL, "Nelson Act", holdings=goods)
    refused(state, "repay cheaply")
    _, told = play_told(state, "done", "done", "done")
    assert happened(told, Transfer) == []
