"""What is new at the table: buildings, a fourth auction, events, and a fifth player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import BadTable, GameError, load, new_game
from homesteaders_rules.runtime.recording.kinds import Revealed
from homesteaders_rules.telling.narration import narrate
from new_beginnings.tables import at
from rulings.helpers import STOCK, happened, held, idle_until, owns, situation

if TYPE_CHECKING:
    from homesteaders_rules.rules import Rules

COPIES = {
    "Lumbermill": (2, "settlement"),
    "Saloon": (2, "settlement/town"),
    "Silver Mine": (2, "settlement/town"),
    "Hotel": (1, "town"),
    "Warehouse": (1, "town"),
    "Post Office": (1, "city"),
}
"""How many there are of each new building, and in which stages."""

NO_BUILDINGS = {"new buildings": False}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", COPIES)
def test_new_buildings_are_shuffled_in(rules: Rules, name: str, players: int) -> None:
    """In their stages; with two players one copy less of what has two."""
    copies, stages = COPIES[name]
    expected = max(copies - (players == 2), 1)
    for round_, stage in ((1, "settlement"), (5, "town"), (9, "city")):
        state = at(rules, players, "income", round_)
        on_offer = expected if stage in stages else 0
        assert state.copies("supply", name) == on_offer


def test_five_players_begin_as_others_do(rules: Rules) -> None:
    """A Homestead, six silver and a worker for the fifth too; nothing is taken from the box."""
    state = new_game(rules, 5)
    for seat in range(5):
        assert owns(state, seat) == ["Homestead"]
        assert held(state, seat) == {"silver": 6, "worker": 1}
    assert state.copies("box", "Homestead") == state.copies("supply", "Homestead") == 0
    assert state.holding(STOCK, "worker") == 20


@pytest.mark.parametrize("seed", range(5))
def test_the_fourth_pile(rules: Rules, seed: int) -> None:
    """Ten tiles: four of the settlement on four of the town on two of the city, each shuffled."""
    pile = new_game(rules, 5, seed).stack("Auction 4")
    assert sorted(pile[:4]) == [f"A4-S{n}" for n in (1, 2, 3, 4)]
    assert sorted(pile[4:8]) == [f"A4-T{n}" for n in (1, 2, 3, 4)]
    assert sorted(pile[8:]) == ["A4-C1", "A4-C2"]


def test_the_fourth_pile_is_shuffled(rules: Rules) -> None:
    """Every tile of the settlement is first at some time."""
    assert len({new_game(rules, 5, seed).stack("Auction 4")[0] for seed in range(40)}) == 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_fourth_pile_with_fewer(rules: Rules, players: int) -> None:
    """It comes with the fifth player."""
    assert "Auction 4" not in new_game(rules, players).table.layout.stacks


@pytest.mark.parametrize("players", [2, 5])
def test_ten_events_are_drawn(rules: Rules, players: int) -> None:
    """Four of the settlement, four of the town, two of the city, in this order, none twice."""
    state = new_game(rules, players, 7)
    layout = state.table.layout
    stages = [layout.pieces[layout.piece_index[name]].labels[0] for name in state.stack("Events")]
    assert stages == ["settlement"] * 4 + ["town"] * 4 + ["city"] * 2
    assert len(set(state.stack("Events"))) == 10
    assert len(layout.stack_pieces["Events"]) == 25


def test_every_event_is_drawn_at_some_time(rules: Rules) -> None:
    """All twenty-five are in the box."""
    drawn = {name for seed in range(60) for name in new_game(rules, 3, seed).stack("Events")}
    assert len(drawn) == 25


def test_one_event_a_round(rules: Rules) -> None:
    """It is turned up with the lots of its round."""
    state = at(rules, 3, "income", 1, options={"events": True})
    drawn = state.stack("Events")
    _, told = idle_until(state, "income", 11)
    turned = [e.name for e in happened(told, Revealed) if e.stack == "Events"]
    assert turned == list(drawn[1:])


def test_the_cards_of_a_deal(rules: Rules) -> None:
    """A game can be dealt events by name; ten of the right stages, or it is refused."""
    state = new_game(rules, 3, 5)
    events = list(state.stack("Events"))
    deal = {"Events": [*events[3::-1], *events[4:]]}
    assert list(new_game(rules, 3, 5, deal=deal).stack("Events")) == deal["Events"]
    with pytest.raises(BadTable, match="must name 10 pieces, not 9"):
        new_game(rules, 3, deal={"Events": events[:9]})
    with pytest.raises(BadTable, match="each once"):
        new_game(rules, 3, deal={"Events": [events[0], *events[:9]]})


@pytest.mark.parametrize(
    ("stack", "name", "text"),
    [
        ("Events", "Extra Lot", ": lot 1 also gives: may build any"),
        (
            "Events",
            "Railroad Contracts",
            ": each lot also gives: may pay 2 silver to advance Railroad",
        ),
        ("Events", "Rapid Expansion", ": each lot to build on also gives: may build the same"),
        ("Events", "Bureaucratic Error", ": lot 1 is not offered"),
        ("Events", "Central Pacific RR", ": whenever a player passes: gain 1 rail"),
        ("Events", "Commercial Dominance", ""),  # the rules themselves say what it does
        ("Auction 4", "A4-S4", ": not offered"),
    ],
)
def test_what_is_told_when_a_piece_is_turned_up(
    rules: Rules, stack: str, name: str, text: str
) -> None:
    """What it means, in the words of the rules."""
    (told,) = narrate([Revealed(0, stack, name)], rules.for_table(5))
    assert told == f"{name} is turned up on {stack}{text}"


# ---------------------------------------------------------------------------------- five players


@pytest.mark.parametrize("pack", ["new_beginnings", "peer_new_beginnings"])
def test_five_players_need_the_new_buildings(pack: str) -> None:
    """Without them there is too little to build for five; four may do without."""
    rules = load(pack)
    with pytest.raises(BadTable, match='with 5 players needs "new buildings"'):
        new_game(rules, 5, options=NO_BUILDINGS)
    with pytest.raises(BadTable, match='with 5 players needs "new buildings"'):
        rules.for_table(5, NO_BUILDINGS)
    for players in (2, 3, 4):
        assert new_game(rules, players, options=NO_BUILDINGS).table.players == players
    assert new_game(rules, 5, options={"events": False}).table.players == 5


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five(rules: Rules, players: int) -> None:
    """No more and no fewer; and no fifth player without the pack."""
    with pytest.raises(BadTable, match=f"is for 2 to 5 players, not {players}"):
        new_game(rules, players)
    with pytest.raises(BadTable, match="is for 2 to 4 players, not 5"):
        new_game(load("homesteaders"), 5)


# ---------------------------------------------------------------------------------- situations


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"turned": {"Events": "Extra Lto"}}, 'did you mean "Extra Lot"'),
        ({"turned": {"Event": "Extra Lot"}}, 'no stack "Event"; did you mean "Events"'),
        ({"turned": {"Auction 1": "Extra Lot"}}, "Extra Lot does not belong to Auction 1"),
        ({"turned": {"Events": "A1-S1"}}, "A1-S1 does not belong to Events"),
        ({"lying": {"Warehuose": {"wood": 1}}}, 'did you mean "Warehouse"'),
        ({"lying": {"Warehouse": {"trade": 1}}}, "no trade ever lies on Warehouse"),
        ({"lying": {"Farm": {"wood": 1}}}, "no wood ever lies on Farm"),
    ],
)
def test_situations_that_cannot_be(rules: Rules, wrong: dict, message: str) -> None:
    """Each is refused with a reason."""
    with pytest.raises(GameError, match=message):
        situation(rules, 3, "income", 3, **wrong)


def test_a_situation_shows_any_event_and_draws_none_twice(rules: Rules) -> None:
    """One of the box takes the place of the one drawn; one drawn for later changes places."""
    start = situation(rules, 3, "income", 2)
    drawn = start.stack("Events")
    layout = start.table.layout
    for index in layout.stack_pieces["Events"]:
        name = layout.pieces[index].name
        state = situation(rules, 3, "income", 2, turned={"Events": name})
        order = state.stack("Events")
        assert order[1] == name
        assert len(set(order)) == len(order) == 10
        if name in drawn:
            assert order[drawn.index(name)] == drawn[1]
            assert set(order) == set(drawn)
        else:
            assert set(order) == {*drawn, name} - {drawn[1]}
