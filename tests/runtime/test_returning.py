"""Costs with a choice: other goods, or a piece that is returned."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import IllegalOption, RuleErrors, State, apply
from homesteaders_rules.commands.definitions.pieces import Piece
from homesteaders_rules.telling.describing import describe
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, played, small

GAME = """\
1 pebble may pay for 1 coin
piece tool/tools:
    labels: stove, hearth
    places: box, shop, players
    moments: built
each player may own 1 tool of each name
tool Stove One:
    stove
    cost 2 coins
    exchange cook: 1 pebble -> 1 coin
tool Stove Two:
    stove
    cost 3 coins
    1 star: gain 1 coin
tool Hearth:
    hearth
    cost 4 coins, or 2 pebbles, or return 1 stove
    built: gain 1 star
play:
    opening
    rounds 1-4: work
phase opening:
    move tools from box to shop
    each player: gain 2 coins, 2 stars
phase work: each player, from the start player:
    place stars
    may build any
"""


def at_work(folder: Path, *tools: str, **held: int) -> State:
    rules = small(folder, GAME.replace("    place stars\n", ""))
    return situation(rules, 2, "work", pieces={0: tools}, holdings={0: held})


def building(state: State) -> set[str]:
    return {o.key for o in state.decision.options if o.key.startswith("build Hearth")}


def test_what_is_paid_is_one_of_several(tmp_path: Path) -> None:
    state = at_work(tmp_path, "Stove One", "Stove Two", coin=4, pebble=2)
    assert building(state) == {
        *("build Hearth", "build Hearth with pebble as coin", "build Hearth with 2 pebble as coin"),
        "build Hearth for 2 pebbles",
        *("build Hearth, returning Stove One", "build Hearth, returning Stove Two"),
    }
    after = played(state, "build Hearth for 2 pebbles")
    assert (after.holding(0, "coin"), after.holding(0, "pebble")) == (4, 0)


def test_a_returned_piece_is_on_offer_again(tmp_path: Path) -> None:
    state = at_work(tmp_path, "Stove One", coin=1, pebble=1)
    assert "cook" in {option.key for option in state.decision.anytime}
    after = played(state, "build Hearth, returning Stove One")
    assert set(after.pieces(0)) == {"Hearth"}
    assert (after.holding(0, "coin"), after.holding(0, "star")) == (1, 3)
    assert after.copies("shop", "Stove One") == 1
    assert "build Stove One" in {option.key for option in after.decision.options}
    with pytest.raises(IllegalOption, match="you do not own Stove Two, and so cannot return it"):
        apply(state, "build Hearth, returning Stove Two")
    with pytest.raises(IllegalOption, match="Hearth costs 4 coins"):
        apply(state, "build Hearth")


def test_what_was_placed_on_a_returned_piece_is_free_again(tmp_path: Path) -> None:
    rules = small(tmp_path, GAME)
    state = situation(rules, 2, "work", pieces={0: ["Stove Two"]})
    state = played(state, "place star Stove Two 1", "done")
    assert state.cells[state.table.layout.placed]
    state = played(state, "build Hearth, returning Stove Two")
    assert not state.cells[state.table.layout.placed]


def test_returning_is_read_twice_and_told(tmp_path: Path) -> None:
    rules = small(tmp_path, GAME.replace("    place stars\n", ""))
    hearth = next(piece for piece in rules.of(Piece) if piece.name == "Hearth")
    lines = [text for _, text in describe(hearth, rules.vocabulary)]
    assert "cost 4 coins, or 2 pebbles, or return 1 stove" in lines
    for seed in range(3):
        game_in_step(rules, 2, seed)
    play_checked(rules, games=1)


def test_two_pieces_are_not_returned_for_each_other(tmp_path: Path) -> None:
    wrong = GAME.replace("cost 2 coins", "cost 2 coins, or return 1 hearth")
    with pytest.raises(RuleErrors) as caught:
        small(tmp_path, wrong)
    assert "E349" in {each.code for each in caught.value.diagnostics}
