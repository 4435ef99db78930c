"""The options of New Beginnings, each with both values; cases N41 and N42."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from homesteaders_rules import load, new_game, view
from homesteaders_rules.runtime.recording.kinds import Revealed
from new_beginnings.tables import at, winner
from rulings.helpers import (
    gains,
    happened,
    held,
    idle_until,
    keys,
    owns,
    play,
    play_told,
    refused,
    starts,
)
from rulings.winning import PLENTY

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

DEFAULTS = {
    "new buildings": True,
    "events": True,
    "visible events": True,
    "rail when not building": False,
    "lot parts in any order": False,
    "free discards count": True,
}


def test_the_options_and_their_defaults(rules: Rules) -> None:
    """These, besides those of the game that is extended."""
    assert rules.options == load("homesteaders").options | DEFAULTS


NEW = ("Lumbermill", "Saloon", "Silver Mine", "Hotel", "Warehouse", "Post Office")


@pytest.mark.parametrize("value", [True, False])
def test_new_buildings(rules: Rules, value: bool) -> None:
    """In the box, or not there at all."""
    layout = new_game(rules, 3, options={"new buildings": value}).table.layout
    for name in NEW:
        assert (name in layout.piece_index) == value
    assert len(list(layout.of_sort("building"))) == 32 + 6 * value
    assert (("Warehouse", "gold") in layout.here) == value


@pytest.mark.parametrize("value", [True, False])
def test_events(rules: Rules, value: bool) -> None:
    """One each round, or none: then a game is the base game with six more buildings."""
    state = new_game(rules, 3, options={"events": value})
    assert ("Events" in state.table.layout.stacks) == value
    _, told = idle_until(state, "bidding", 3)
    turned = [event.stack for event in happened(told, Revealed)]
    assert turned.count("Events") == (2 if value else 0)  # of rounds 2 and 3
    assert (("tally", 0, "harvest") in state.table.layout.at) == value
    names = {exchange.key for exchange in state.table.program.exchanges}
    assert not [name for name in names if name.startswith(("repay ", "sell freely"))]


@pytest.mark.parametrize("value", [True, False])
def test_visible_events(rules: Rules, value: bool) -> None:
    """All ten are known from the start to everybody, or each when it is turned up."""
    state = new_game(rules, 3, 11, options={"visible events": value})
    drawn = state.stack("Events")
    later, _ = idle_until(state, "income", 4)
    for onlooker in (None, 0, 1, 2):
        assert view(state, onlooker).stack("Events") == (
            drawn if value else (drawn[0], *[None] * 9)
        )
        assert view(later, onlooker).stack("Events") == (
            drawn if value else (*drawn[:4], *[None] * 6)
        )


@pytest.mark.parametrize("value", [True, False])
def test_visible_events_change_nothing_else(rules: Rules, value: bool) -> None:
    """The same events come in the same order from the same seed."""
    state = new_game(rules, 3, 11, options={"visible events": value})
    assert state.stack("Events") == new_game(rules, 3, 11).stack("Events")
    assert (
        state.cells[state.table.layout.at["random",]]
        == (new_game(rules, 3, 11).cells[state.table.layout.at["random",]])
    )


# ---------------------------------------------------------------------------------- rail

RAIL = {"rail when not building": True}


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("lot", ["A1-S1", "A2-T2", "A3-C1", "A4-S2"])
def test_rail_when_not_building(rules: Rules, lot: str, value: bool) -> None:
    """Whoever could build and does not takes a rail line, if the table plays so."""
    state = winner(rules, lot, options={"rail when not building": value}, holds=PLENTY)
    rail = 1 if value else 0
    declined = play(state, "build nothing")
    while declined.phase == "building":
        declined = play(declined, "decline")
    assert declined.holding(0, "rail") == rail
    built = play(state, starts(state, "build ")[0])
    while built.phase == "building":
        built = play(built, keys(built)[-1])
    assert built.holding(0, "rail") == 0


def test_the_rail_is_for_the_right_and_not_for_the_means(rules: Rules) -> None:
    """Nothing can be afforded: that is not building too. No right: nothing is declined."""
    state = winner(rules, "A2-T3", options=RAIL)
    assert keys(state) == ["build nothing"]
    assert play(state, "build nothing").holding(0, "rail") == 1
    state = play(winner(rules, "A2-S4", options=RAIL), "decline", "gain 1 trade")
    assert (state.phase, state.holding(0, "rail")) == ("income", 0)


def test_each_winner_for_themselves(rules: Rules) -> None:
    """That one declined does not give the next winner a rail line."""
    state = at(
        rules,
        3,
        "building",
        1,
        options=RAIL,
        holdings={0: {"silver": 3}, 1: {"silver": 3}},
        lots={1: "A1-S2", 2: "A2-S2"},
        won={1: (0, 3), 2: (1, 3)},
    )
    state = play(state, "pay 3 silver", "build nothing", "pay 3 silver", "build Foundry")
    assert [state.holding(seat, "rail") for seat in range(3)] == [1, 0, 0]


@pytest.mark.parametrize(
    ("moves", "rails"),
    [
        (("build nothing", "build nothing"), 1),
        (("build Foundry", "build nothing"), 0),
        (("build nothing", "build Foundry"), 0),
        (("build Foundry", "build River Port"), 0),
    ],
)
def test_case_n42_one_rail_if_nothing_at_all_was_built(
    rules: Rules, moves: tuple[str, ...], rails: int
) -> None:
    """Two rights by Rapid Expansion: one rail line a lot at most, and only for nothing built."""
    state = winner(rules, "A2-S2", "Rapid Expansion", options=RAIL, holds=PLENTY)
    state = play(state, *moves)
    assert (state.phase, state.holding(0, "rail")) == ("income", rails)


def test_case_n42_a_train_station_was_built(rules: Rules) -> None:
    """Its second building was declined, but something was built; its own rail line comes."""
    state = winner(rules, "A2-C1", options=RAIL, holds=PLENTY)
    state = play(state, "build Train Station", "build nothing", "decline")
    assert state.holding(0, "rail") == 1


def test_case_n42_the_peer_counts_every_building(rules: Rules) -> None:
    """The independent implementation gives one for each building that was declined."""
    peer = load("peer_new_beginnings")
    state = winner(peer, "A2-S2", "Rapid Expansion", options=RAIL, holds=PLENTY)
    state = play(state, "build", "build nothing", "build nothing")
    assert (state.phase, state.holding(0, "rail")) == ("income", 2)


# ---------------------------------------------------------------------------------- order

ANY_ORDER = {"lot parts in any order": True}
PARTS = ("build", "bonus", "event")


def parted(rules: Rules, **more: Any) -> State:
    """The winner of lot 1 in the town, with all three parts: building, a worker, another."""
    return winner(rules, "A1-T1", "Extra Lot", options=ANY_ORDER, holds=PLENTY, **more)


def finished(state: State, part: str) -> State:
    """Begin a part, or be in it already, and leave out what it offers."""
    if part in keys(state):
        state = play(state, part)
    return play(state, "decline" if part == "bonus" else "build nothing")


@pytest.mark.parametrize("order", list(permutations(PARTS)))
def test_case_n41_the_parts_in_any_order(rules: Rules, order: tuple[str, ...]) -> None:
    """Each once, in every order; the last begins by itself, unless one may still stop."""
    state = parted(rules)
    left = list(PARTS)
    for part in order:
        if len(left) > 1:
            assert keys(state) == [*left, "stop"]
        state = finished(state, part)
        left.remove(part)
        for done in set(PARTS) - set(left):
            if state.phase == "building":
                refused(state, done)
    assert state.phase == "income"


def test_case_n41_each_once(rules: Rules) -> None:
    """A part that was taken is refused, with the reason."""
    state = finished(parted(rules), "bonus")
    assert refused(state, "bonus") == "that part was taken already, or there is nothing in it"
    assert keys(state) == ["build", "event", "stop"]


@pytest.mark.parametrize("taken", [(), ("event",), ("bonus",), ("build",)])
def test_case_n41_stopping(rules: Rules, taken: tuple[str, ...]) -> None:
    """What is left is lost; the next round begins."""
    state = parted(rules)
    for part in taken:
        state = finished(state, part)
    before = held(state, 0)
    state = play(state, "stop")
    assert (state.phase, state.round, held(state, 0)) == ("income", 6, before)


def test_case_n41_what_one_part_gives_is_there_for_the_next(rules: Rules) -> None:
    """First the worker of the lot: the Hotel that is built after it gives silver for two."""
    state = play(parted(rules), "bonus", "gain 1 worker", "event")
    _, told = play_told(state, "build Hotel")
    assert gains(told, 0) == {"steel": -1, "food": -1, "silver": 2}


def test_case_n41_only_parts_with_something_in_them(rules: Rules) -> None:
    """No event: two parts. No bonus either: building begins by itself, and there is no stop."""
    state = winner(rules, "A1-T1", options=ANY_ORDER, holds=PLENTY)
    assert keys(state) == ["build", "bonus", "stop"]
    state = winner(rules, "A1-S1", options=ANY_ORDER, holds=PLENTY)
    assert keys(state)[-1] == "build nothing"
    assert play(state, "build nothing").phase == "income"
    state = winner(rules, "A2-T1", "Extra Lot", options=ANY_ORDER, holds=PLENTY)
    assert keys(state)[-1] == "build nothing"  # that event is for lot 1


@pytest.mark.parametrize("value", [True, False])
def test_case_n41_payment_and_gift_come_first(rules: Rules, value: bool) -> None:
    """Whatever the order, the lot is paid for before, and its points come at once."""
    state = winner(rules, "A4-C1", options={"lot parts in any order": value}, wood=1)
    assert state.holding(0, "point") == 3
    assert keys(state) == ["sell freely wood", "done"]


def test_case_n41_a_lot_without_a_building_is_no_part_called_build(rules: Rules) -> None:
    """What it gives has the words of its use; a save written before says "build"."""
    state = winner(rules, "A2-S4", "Railroad Contracts", options=ANY_ORDER, holds=PLENTY)
    assert keys(state) == ["use the lot", "event", "stop"]
    refused(state, "build")
    assert state.options[0].formerly == "build"
    state = winner(rules, "A1-T1", "Railroad Contracts", options=ANY_ORDER, holds=PLENTY)
    refused(state, "use the lot")


def test_case_n41_by_default_building_comes_first(rules: Rules) -> None:
    """Then the bonus of the lot, then what the event adds; each is offered by itself."""
    state = winner(rules, "A1-T1", "Extra Lot", holds=PLENTY)
    assert "build Bank" in keys(state)
    refused(state, "stop")
    state = play(state, "build nothing")
    assert keys(state) == ["gain 1 worker", "decline"]
    state = play(state, "decline", "build Forge", "gain 1 trade")
    assert (state.phase, owns(state, 0)) == ("income", ["Homestead", "Forge"])


@pytest.mark.parametrize("value", [True, False])
def test_case_n41_with_a_bonus_only_after_building(rules: Rules, value: bool) -> None:
    """Then the bonus has nothing in it until something is built, in whatever order."""
    options = {"lot parts in any order": True, "bonus only after building": value}
    state = winner(rules, "A1-T1", "Extra Lot", options=options, holds=PLENTY)
    assert ("bonus" in keys(state)) == (not value)
    state = play(state, "event", "build Workshop", "gain 1 worker")
    assert keys(state) == ["build", "bonus", "stop"]


@pytest.mark.parametrize("rail", [False, True])
def test_case_n41_stopping_before_building_is_not_declining(rules: Rules, rail: bool) -> None:
    """A rail line is for who looks at the building right and declines it."""
    options = {**ANY_ORDER, "rail when not building": rail}
    state = winner(rules, "A1-T1", options=options, holds=PLENTY)
    assert play(state, "stop").holding(0, "rail") == 0
    declined = play(state, "build", "build nothing", "decline")
    assert declined.holding(0, "rail") == int(rail)
