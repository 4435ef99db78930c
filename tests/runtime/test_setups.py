"""A setup that asks is played to its end, by the choices of an example or at random."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import BadTable, GameError, begin, load, new_game
from homesteaders_rules.play.state import State
from homesteaders_rules.runtime.recording.kinds import BecameStart, Move, Transfer
from homesteaders_rules.testing.checks import check_conserved
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.situations import situation
from runtime.small import small

GAME = """\
phase setup: each player, from the start player: gain 1 pebble or gain 1 star
phase digging: each player: may gain 1 coin
play:
    setup
    rounds 1-2: digging
"""
EXAMPLE = """\
example one of each, with 2 players:
    in setup:
        player 1: "gain 1 pebble"
        player 2: "{}"
    in digging
    player 1 has 1 pebble, 0 stars
    player 2 has 0 pebbles, 1 star
"""


def test_choices_of_the_setup(tmp_path: Path) -> None:
    rules = small(tmp_path, GAME + EXAMPLE.format("gain 1 star"))
    assert list(failures(rules)) == []
    keys = [(0, "gain 1 star"), (1, "gain 1 pebble")]
    state = situation(rules, 2, "digging", setup=keys)
    held = [(state.holding(p, "star"), state.holding(p, "pebble")) for p in range(2)]
    assert held == [(1, 0), (0, 1)]


def test_what_is_not_said_is_left_to_the_seed(tmp_path: Path) -> None:
    rules = small(tmp_path, GAME)
    states = [situation(rules, 3, "digging", seed=seed) for seed in range(9)]
    for state in states:
        assert all(state.holding(p, "star") + state.holding(p, "pebble") == 1 for p in range(3))
    assert len({state.holding(-1, "star") for state in states}) > 1
    assert situation(rules, 3, "digging", seed=4) == states[4]


def test_a_choice_that_is_not_offered_is_told(tmp_path: Path) -> None:
    rules = small(tmp_path, GAME + EXAMPLE.format("gain 2 stars"))
    [failure] = failures(rules)
    assert '"gain 2 stars" is not offered in the setup; offered: "gain 1 pebble"' in str(failure)
    turned = [(1, "gain 1 star"), (0, "gain 1 star")]
    with pytest.raises(GameError, match='before player 1 is asked and can choose "gain 1 star"'):
        situation(rules, 2, "digging", setup=turned)
    three = [(0, "gain 1 star"), (1, "gain 1 star"), (0, "gain 1 star")]
    with pytest.raises(GameError, match="the setup is over"):
        situation(rules, 2, "digging", setup=three)


CARDS = """\
piece card/cards:
    places: box, players
    moments: start
each player may own 1 card of each name
card Rich: start: gain 7 coins
card Poor: start: gain 1 coin
card Odd: start: gain 3 coins
phase setup: each player, from the start player:
    {}
    collect start
phase digging: each player: may gain 1 coin
play:
    setup
    rounds 1-2: digging

example the second is rich, with 2 players:
    {}
    in digging
    player 2 owns Rich
    player 2 has 7 coins
"""


@pytest.mark.parametrize(
    "taken, said",
    [
        ("take a random card", "player 2 owns Rich"),
        ("take any card", 'in setup: player 2: "take Rich"'),
        ("gain 1 star or gain 1 pebble\n    take a random card", "player 2 owns Rich"),
    ],
)
def test_what_a_card_gives_at_the_start_is_that_of_the_card_named(
    tmp_path: Path, taken: str, said: str
) -> None:
    rules = small(tmp_path, CARDS.format(taken, said))
    assert [str(each) for each in failures(rules)] == []
    for seed in range(6):
        wish = {"pieces": {1: ["Rich"]}} if "owns" in said else {"setup": [(1, "take Rich")]}
        state = situation(rules, 2, "digging", seed=seed, **wish)
        assert (state.pieces(1), state.holding(1, "coin")) == (("Rich",), 7)
        assert state.holding(0, "coin") == {"Poor": 1, "Odd": 3}[state.pieces(0)[0]]


LAID_TWICE = """\
piece cloud/clouds:
    labels: grey, white
    stacks: Sky
clouds of Sky, grey:
    cloud Mist: do nothing
    cloud Hail: do nothing
    cloud Rain: do nothing
clouds of Sky, white:
    cloud Dawn: do nothing
phase setup:
    shuffle Sky face down: 3 grey
phase laying: shuffle Sky face down: 1 white on 2 grey
phase digging:
    turn up 1 cloud of each stack
    each player: may gain 1 coin
play:
    setup, laying
    rounds 1-2: digging
"""


def test_the_deal_of_a_stack_is_of_how_it_lies_in_the_end(tmp_path: Path) -> None:
    rules = small(tmp_path, LAID_TWICE.replace("shuffle", "stack"))
    for seed in range(5):
        dealt = new_game(rules, 2, seed)
        again = new_game(rules, 2, seed, deal={"Sky": dealt.stack("Sky")})
        assert again == dealt
    other = new_game(rules, 2, 0, deal={"Sky": ["Dawn", "Rain", "Mist"]})
    assert other.stack("Sky") == ("Dawn", "Rain", "Mist")
    with pytest.raises(BadTable, match="at this height"):
        new_game(rules, 2, 0, deal={"Sky": ["Rain", "Dawn", "Mist"]})


@pytest.mark.parametrize("deal", [None, {"start player": 2}, {"start player": 0}])
def test_what_happens_in_the_setup_is_told(deal: dict | None) -> None:
    rules = load("homesteaders")
    for seed in range(5):
        state, events = begin(rules, 3, seed, deal=deal)
        assert state == new_game(rules, 3, seed, deal=deal)
        starts = [event.player for event in events if isinstance(event, BecameStart)]
        assert starts == [state.start_player]
        bare = State(state.table, tuple(state.table.fresh_cells(seed)), ())
        check_conserved(bare, state, events)
        assert any(isinstance(event, Transfer) for event in events)
        assert any(isinstance(event, Move) for event in events)
