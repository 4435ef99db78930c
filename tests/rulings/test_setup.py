"""Cases 1 to 10: setup and player counts; what everybody sees and what nobody sees."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import BadTable, new_game, view
from homesteaders_rules.testing.checks import piece_places
from rulings.helpers import RESOURCES, bank, bids_on, held, idly, keys, owns, play, refused
from rulings.helpers import situation as set_up

if TYPE_CHECKING:
    from homesteaders_rules import State, View
    from homesteaders_rules.rules import Rules

PILE_1 = ["A1-S1", "A1-S2", "A1-S3", "A1-S4", "A1-T1", "A1-T2", "A1-T3", "A1-T4", "A1-C1", "A1-C2"]
HIDDEN = (*RESOURCES, "silver", "trade", "debt", "point")
PUBLIC = ("worker", "rail")


def pile(state: State, number: int) -> list[str]:
    """An auction pile from its top, as it was laid at setup: what no player may read whole."""
    return list(state.stack(f"Auction {number}"))


def seen_pile(seen: View, number: int) -> list[str | None]:
    """The same as a player sees it: None for a tile that is face down."""
    return list(seen.stack(f"Auction {number}"))


def tiles(stage: str, number: int) -> set[str]:
    return {f"A{number}-{stage}{i}" for i in range(1, 3 if stage == "C" else 5)}


def play_passing(state: State) -> tuple[list[tuple[str, ...]], State]:
    """Everybody passes in every round: the lots of each round, and the end of the game."""
    lots: list[tuple[str, ...]] = []
    while not state.over:
        if state.phase == "bidding" and len(lots) < state.round:
            lots.append(tuple(lot.piece for lot in state.lots()))
        state, _ = idly(state)
    return lots, state


@pytest.mark.parametrize("seed", range(5))
def test_case_001_four_players_have_three_piles_in_order(rules: Rules, seed: int) -> None:
    """Four players: pile 1 in the order of its rounds, for all to read; piles 2 and 3 shuffled
    within each stage, settlement above town above city, and face down.
    """
    state = new_game(rules, 4, seed)
    assert state.table.layout.stacks == ("Auction 1", "Auction 2", "Auction 3")
    assert pile(state, 1) == PILE_1
    assert seen_pile(view(state, None), 1) == PILE_1
    for number in (2, 3):
        order = pile(state, number)
        layers = [set(order[:4]), set(order[4:8]), set(order[8:])]
        assert layers == [tiles(stage, number) for stage in "STC"]
        assert seen_pile(view(state, 0), number) == [order[0], *[None] * 9]


def test_case_001_piles_2_and_3_are_shuffled_each_for_itself(rules: Rules) -> None:
    """Any tile of a stage can come first, and the two piles do not go together."""
    games = [new_game(rules, 4, seed) for seed in range(60)]
    for number in (2, 3):
        for place, stage in ((0, "S"), (4, "T"), (8, "C")):
            assert {pile(state, number)[place] for state in games} == tiles(stage, number)
    assert len({(pile(state, 2)[0], pile(state, 3)[0]) for state in games}) > 8


@pytest.mark.parametrize("players", [2, 3, 4])
def test_case_001_one_tile_of_each_pile_is_turned_up_a_round(rules: Rules, players: int) -> None:
    """Round by round the piles are turned up from their top, to the last tile in round 10."""
    state = new_game(rules, players, 7)
    piles = [pile(state, number + 1) for number in range(len(state.lots()))]
    lots, end = play_passing(state)
    assert end.over
    assert lots == list(zip(*piles, strict=True))


@pytest.mark.parametrize("players", [2, 3])
def test_case_002_fewer_players_never_see_pile_3(rules: Rules, players: int) -> None:
    """Two or three players: the tiles of pile 3 are out of the game; two lots a round."""
    state = set_up(rules, players, "bidding", 3)
    if players == 2:
        state = play(state, "neutral bid on lot 2")
    assert state.table.layout.stacks == ("Auction 1", "Auction 2")
    assert len(state.lots()) == 2
    assert refused(state, "bid 3 on lot 3") == "there is no lot 3 this round"
    assert not bids_on(state, 3)


def test_case_002_four_players_bid_on_three_lots(rules: Rules) -> None:
    """Only with four players does the third pile take part."""
    state = set_up(rules, 4, "bidding", 3)
    assert len(state.lots()) == 3
    assert bids_on(state, 3)


@pytest.mark.parametrize(
    ("players", "settlement", "town", "city"), [(2, 16, 11, 7), (3, 24, 14, 11), (4, 24, 14, 11)]
)
def test_case_003_the_supply_of_each_stage(
    rules: Rules, players: int, settlement: int, town: int, city: int
) -> None:
    """Tiles in the supply at the start, tiles that town adds, tiles that city adds."""
    assert supply(set_up(rules, players, "income", 1)).total() == settlement
    added = supply(set_up(rules, players, "income", 5)) - supply(
        set_up(rules, players, "income", 4)
    )
    assert added.total() == town
    assert supply(set_up(rules, players, "income", 9)).total() == city


def supply(state: State) -> Counter[str]:
    """The buildings that can be built now, with their copies."""
    places = piece_places(state)
    return Counter({name: n for (place, name), n in places.items() if place == "supply" and n})


def test_case_003_two_players_find_one_of_each_but_two_of_three(rules: Rules) -> None:
    """Two players: one copy of every building, but two of Farm, Market and Foundry."""
    state = new_game(rules, 2)
    copies: Counter[str] = Counter()
    for (place, name), number in piece_places(state).items():
        if place in ("box", "supply"):
            copies[name] += number
    del copies["Homestead"]
    assert {name for name, number in copies.items() if number == 2} == {"Farm", "Market", "Foundry"}
    assert set(copies.values()) == {1, 2}
    assert len(copies) == 31


def test_case_004_the_tiles_add_up(rules: Rules) -> None:
    """4 Homesteads, 11 settlement, 13 settlement/town, 14 town and 11 city buildings are 53;
    three piles of ten auction tiles are 30.
    """
    pieces = rules.for_table(4).layout.pieces
    buildings: Counter[str] = Counter()
    for piece in pieces:
        if piece.sort == "building":
            stages = [label for label in piece.labels if label in ("settlement", "town", "city")]
            copies = 4 if piece.copies_per_player else piece.copies
            buildings["/".join(stages) or piece.name] += copies
    assert buildings == {
        "Homestead": 4,
        "settlement": 11,
        "settlement/town": 13,
        "town": 14,
        "city": 11,
    }
    assert buildings.total() == 53
    lots = Counter((piece.stack, *piece.labels) for piece in pieces if piece.sort == "lot")
    assert lots == {
        (f"Auction {number}", stage): count
        for number in (1, 2, 3)
        for stage, count in (("settlement", 4), ("town", 4), ("city", 2))
    }
    assert lots.total() == 30


@pytest.mark.parametrize("players", [2, 3, 4])
def test_case_004_the_box_holds_the_chits_of_the_list(rules: Rules, players: int) -> None:
    """What players do not hold at the start lies in the stock, by the list of components."""
    assert bank(new_game(rules, players)) == {
        "wood": 14,
        "food": 14,
        "steel": 14,
        "gold": 12,
        "copper": 10,
        "livestock": 10,
        "silver": 63 - 6 * players,
        "trade": 36,
        "debt": 36,
        "point": 51,
        "worker": 25 - players,
        "rail": 27,
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_case_005_what_each_player_starts_with(rules: Rules, players: int) -> None:
    """Homestead, 1 worker, 6 silver and nothing else; the railroad marker before space 1."""
    state = new_game(rules, players)
    for player in range(players):
        assert held(state, player) == {"silver": 6, "worker": 1}
        assert owns(state, player) == ["Homestead"]
        assert state.position("Railroad", player) == 0


def test_case_005_the_first_advance_reaches_space_1(rules: Rules) -> None:
    """From the start, not from space 1: the first advance offers the trade chit only."""
    state = play(set_up(rules, 3, "bidding", 1), "pass")
    assert state.position("Railroad", 0) == 1
    assert keys(state) == ["gain 1 trade"]


@pytest.mark.parametrize(("place", "good"), [(1, "wood"), (2, "point")])
def test_case_006_the_first_income(rules: Rules, place: int, good: str) -> None:
    """The worker on one place of the Homestead: 6 + 2 - 1 silver, and 1 wood or 1 point."""
    state = set_up(rules, 2, "income", 1)
    state = play(state, f"place worker Homestead {place}", "done", "pay 1 silver")
    assert held(state, 0) == {"silver": 7, "worker": 1, good: 1}


def test_case_007_the_seed_decides_who_starts(rules: Rules) -> None:
    """The start player of round 1 is random: equal for equal seeds, any player for some."""
    for players in (2, 3, 4):
        first = [new_game(rules, players, seed).start_player for seed in range(40)]
        assert first == [new_game(rules, players, seed).start_player for seed in range(40)]
        assert set(first) == set(range(players))


def test_case_007_the_table_may_decide_who_starts(rules: Rules) -> None:
    """A deal sets the start player; he is the first to decide. A seat that is none is refused."""
    for seat in range(3):
        state = new_game(rules, 3, 5, deal={"start player": seat})
        assert state.start_player == state.decision.player == seat
    with pytest.raises(BadTable):
        new_game(rules, 3, deal={"start player": 3})


def test_case_008_what_everybody_sees(rules: Rules) -> None:
    """Workers, buildings, rails, markers of bids and of the railroad, the lots that are up, the
    piles of buildings of all stages and the first auction pile.
    """
    state = set_up(
        rules,
        4,
        "bidding",
        3,
        holdings={1: {"worker": 4, "rail": 2}},
        pieces={1: ["Bank", "Farm"]},
        positions={("Railroad", 1): 3},
    )
    state = play(state, "bid 7 on lot 2")
    layout = state.table.layout
    for player in (None, 0, 1, 2, 3):
        seen = view(state, player)
        assert [seen.holding(1, good) for good in PUBLIC] == [4, 2]
        assert seen.pieces(1) == ("Homestead", "Farm", "Bank")
        assert seen.cells[layout.at["track", 1, "Railroad"]] == 3
        assert seen.lots == state.lots()
        assert (seen.lots[1].leader, seen.lots[1].bid) == (0, 7)
        assert seen.cells[layout.at["marker lot", 0]] == 2
        assert seen.copies("supply", "Farm") == 2
        assert seen.copies("box", "Church") == 1
        assert seen_pile(seen, 1) == PILE_1
        assert (seen.phase, seen.round, seen.start_player, seen.decider) == ("bidding", 3, 0, 1)


def test_case_009_what_is_behind_the_screen(rules: Rules) -> None:
    """The six resources, silver, trade, debt and points: the owner sees them, others do not.
    Neither do they see the stock of these, from which they could work it out.
    """
    goods = dict.fromkeys(HIDDEN, 3)
    state = set_up(rules, 3, "bidding", 3, holdings={1: goods})
    assert [view(state, 1).holding(1, good) for good in HIDDEN] == [3] * len(HIDDEN)
    for stranger in (None, 0, 2):
        seen = view(state, stranger)
        assert [seen.holding(1, good) for good in HIDDEN] == [None] * len(HIDDEN)
        assert [seen.holding(-1, good) for good in HIDDEN] == [None] * len(HIDDEN)
    other = set_up(rules, 3, "bidding", 3, holdings={1: dict.fromkeys(HIDDEN, 1)})
    assert view(state, 0) == view(other, 0)
    assert view(state, None) == view(other, None)
    assert view(state, 1) != view(other, 1)


@pytest.mark.parametrize(
    ("option", "round_number", "shown"),
    [("open hands", 3, True), ("open final", 3, False), ("open final", 0, True)],
)
def test_case_009_options_lift_the_screens(
    rules: Rules, option: str, round_number: int, shown: bool
) -> None:
    """Open hands lift the screens for good, an open final only in the final round."""
    state = set_up(
        rules, 3, "income", round_number, options={option: True}, holdings={1: {"gold": 2}}
    )
    assert view(state, 0).holding(1, "gold") == (2 if shown else None)
    assert view(state, None).holding(1, "gold") == (2 if shown else None)


def test_case_010_the_order_of_piles_2_and_3_is_unknown(rules: Rules) -> None:
    """No view holds the order of the tiles that are face down, nor the random state: games that
    differ in these alone look equal to everybody.
    """
    order = pile(new_game(rules, 4, 1), 2)
    other = [order[0], *order[3:0:-1], *order[7:3:-1], *order[:7:-1]]
    third = pile(new_game(rules, 4, 1), 3)
    here = new_game(rules, 4, 1, deal={"start player": 0, "Auction 2": order, "Auction 3": third})
    there = new_game(rules, 4, 2, deal={"start player": 0, "Auction 2": other, "Auction 3": third})
    assert here != there
    assert pile(there, 2)[1:] != pile(here, 2)[1:]
    for player in (None, 0, 1, 2, 3):
        assert view(here, player) == view(there, player)
        assert view(here, player).cells[here.table.layout.at["random",]] is None


def test_case_010_what_is_left_is_known_as_a_set(rules: Rules) -> None:
    """The tiles that were turned up stay known; those left are the others of their stage."""
    state = set_up(rules, 4, "bidding", 6)
    seen = seen_pile(view(state, 3), 2)
    assert seen == [*pile(state, 2)[:6], *[None] * 4]
    assert set(seen[:4]) == tiles("S", 2)
    assert set(pile(state, 2)[6:8]) == tiles("T", 2) - set(seen[4:6])


def test_case_010_a_deal_keeps_the_stages_apart(rules: Rules) -> None:
    """Nobody can deal a town tile among those of the settlement."""
    order = pile(new_game(rules, 4, 1), 2)
    order[3], order[4] = order[4], order[3]
    with pytest.raises(BadTable, match="at this height"):
        new_game(rules, 4, deal={"Auction 2": order})
