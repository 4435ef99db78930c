"""Stacks: what lies there is what was laid, however often and whenever that was."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from homesteaders_rules import BadTable, Game, new_game, restore, save, state_from_json, view
from runtime.small import HEAD, play_checked, played, small

CLOUDS = """\
piece cloud/clouds:
    labels: grey, white
    stacks: Sky
clouds of Sky, grey:
    cloud Rain: do nothing
    cloud Hail: do nothing
clouds of Sky, white:
    cloud Sun: do nothing
    cloud Fog: do nothing
phase show:
    turn up 1 cloud of each stack
    each player: may gain 1 star
"""
PLAY = "play:\n    opening\n    rounds 1-4: show\n"

STACKED = {
    "a number, and all of another label": (
        PLAY + "phase opening: shuffle Sky face down: 1 grey on white\n",
        [3],
    ),
    "the whole stack, and then fewer": (
        PLAY + "phase opening: stack Sky face up\n"
        "before show: in round 3: stack Sky face down: 1 grey on 1 white\n",
        [4, 2],
    ),
    "few, and then the whole stack": (
        PLAY + "phase opening: stack Sky face down: 1 white\n"
        "before show: in round 2: stack Sky face up\n",
        [1, 4],
    ),
    "turned up before it is laid": (
        PLAY + "phase opening: do nothing\nafter show: in round 2: stack Sky face down\n",
        [0, 4],
    ),
    "laid while it is asked": (
        PLAY + "phase opening:\n    each player: gain 1 star or gain 1 coin\n"
        "    stack Sky face down: grey\n",
        [0, 2],
    ),
}


@pytest.mark.parametrize(("text", "sizes"), STACKED.values(), ids=STACKED)
def test_a_stack_holds_what_was_laid(tmp_path: Path, text: str, sizes: list[int]) -> None:
    rules = small(tmp_path, CLOUDS + text)
    play_checked(rules)
    game = Game.new(rules, 2, seed=3)
    seen = []
    while not game.state.over:
        lying = game.state.stack("Sky")
        assert len(set(lying)) == len(lying)
        assert len(view(game.state, 0).stack("Sky")) == len(lying)
        seen.append(len(lying))
        game.choose(game.state.options[0].key)
        assert pickle.loads(pickle.dumps(game.state)) == game.state
        text = save(game, with_state=True)
        assert state_from_json(text, rules) == restore(text, rules).state == game.state
    assert list(dict.fromkeys(seen)) == sizes


ONE_CLOUD = """\
piece cloud/clouds:
    stacks: Sky
clouds of Sky: cloud Rain: do nothing
phase show:
    each player: may gain 1 star
    stack Sky face up
    turn up 1 cloud of each stack
play:
    rounds 1-2: show
"""


def test_a_stack_of_one_piece_may_be_laid_later(tmp_path: Path) -> None:
    rules = small(tmp_path, ONE_CLOUD.replace("Sky: cloud", "Sky:\n    cloud"))
    assert new_game(rules, 2).stack("Sky") == ()
    state = played(new_game(rules, 2), "decline", "decline")
    assert state.stack("Sky") == ("Rain",)
    play_checked(rules)


def test_a_piece_that_fits_in_two_layers_lies_in_the_upper_one(tmp_path: Path) -> None:
    both = CLOUDS.replace("    stacks", "    labels: high\n    stacks")
    both = both.replace("Rain: do nothing", "Rain: high").replace("Sun: do nothing", "Sun: high")
    rules = small(tmp_path, both + PLAY + "phase opening: stack Sky face down: grey on high\n")
    state = new_game(rules, 2, seed=1)
    assert sorted(state.stack("Sky")[:2]) == ["Hail", "Rain"]
    assert state.stack("Sky")[2:] == ("Sun",)
    play_checked(rules)


def test_a_deal_names_as_many_pieces_as_are_laid(tmp_path: Path) -> None:
    text = PLAY + "phase opening: shuffle Sky face down: 1 grey on white\n"
    rules = small(tmp_path, CLOUDS + text)
    state = new_game(rules, 2, deal={"Sky": ["Hail", "Fog", "Sun"]})
    assert state.stack("Sky") == ("Hail", "Fog", "Sun")
    with pytest.raises(BadTable, match="must name 3 pieces, not 4"):
        new_game(rules, 2, deal={"Sky": ["Hail", "Fog", "Sun", "Rain"]})


LIMITED = """\
limited: pebble
exchange earn: nothing -> 3 coins
exchange dig, paid together: 2 coins -> 1 pebble
1 star may pay for 5 coins
phase digging:
    each player: gain 3 stars
    each player: trade freely
play:
    rounds 1-2: digging
"""


def test_paid_together_gives_no_more_than_the_box_has(tmp_path: Path) -> None:
    head = HEAD.replace("30 pebble", "2 pebble")
    rules = small(tmp_path, LIMITED, head)
    state = new_game(rules, 2)
    keys = {option.key for option in state.anytime}
    assert "dig 2 with star as coin" in keys
    assert not [key for key in keys if key.startswith("dig 3")]
    play_checked(rules)
