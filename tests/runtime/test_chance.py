"""What chance decides: tracks that are spun, rolls, and goods that are drawn."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from homesteaders_rules import GameError, State, apply, load, new_game, view
from homesteaders_rules.runtime.recording.kinds import Marker, Rolled, Transfer
from homesteaders_rules.telling.narration import narrate
from homesteaders_rules.testing.situations import situation

from .small import game_in_step, played, small

GAME = Path(__file__).parents[1] / "hostile" / "games" / "fair.rules"
FAIR = load(GAME)
PLAY = """\
play:
    opening
    rounds 1-3: turns
phase opening: do nothing
"""
RING = """\
track Ring, for all, in a circle:
    1: gain 1 coin
    2: gain 2 coins
    3: gain 3 coins
"""


def ring(folder: Path, turn: str, track: str = RING) -> State:
    turns = (
        f"phase turns:\n    each player:\n        {turn}\n        gain 1 star or gain 1 pebble\n"
    )
    return new_game(small(folder, f"{PLAY}{track}{turns}"), 2, 1)


def test_every_space_is_as_likely_as_another(tmp_path: Path) -> None:
    rules = small(
        tmp_path, f"{PLAY}{RING}phase turns: each player: spin Ring, then may gain 1 star"
    )
    came = Counter(new_game(rules, 2, seed).position("Ring") for seed in range(200))
    assert set(came) == {1, 2, 3}
    assert min(came.values()) > 45


def test_in_a_circle_the_first_space_follows_the_last(tmp_path: Path) -> None:
    state = ring(tmp_path, "move Ring on")
    assert state.position("Ring") == 1
    for expected in (2, 3, 1, 2):
        state = played(state, "gain 1 star")
        assert state.position("Ring") == expected


def test_back_from_the_first_lies_the_last(tmp_path: Path) -> None:
    state = ring(tmp_path, "move Ring back", RING.replace("circle", "circle, beginning at 2"))
    assert state.position("Ring") == 1
    assert played(state, "gain 1 star").position("Ring") == 3


def test_a_marker_beside_a_circle_comes_to_its_last_space(tmp_path: Path) -> None:
    assert ring(tmp_path, "move Ring back").position("Ring") == 3


def test_one_marker_for_all_gives_its_reward_without_a_question(tmp_path: Path) -> None:
    state = ring(tmp_path, "advance Ring")
    assert state.decision.keys == ("gain 1 star", "gain 1 pebble")
    assert state.holding(0, "coin") == 1
    assert played(state, "gain 1 star").holding(1, "coin") == 2


def test_nothing_lies_where_no_space_was_reached(tmp_path: Path) -> None:
    state = ring(tmp_path, "take a reward of Ring")
    assert state.holding(0, "coin") == 0


def test_a_circle_may_have_a_marker_for_each_player(tmp_path: Path) -> None:
    rondel = RING.replace("for all", "for each player")
    state = ring(tmp_path, "advance Ring", rondel)
    assert state.decision.keys == ("gain 1 coin",)
    state = played(state, "gain 1 coin", "gain 1 star", "gain 1 coin", "gain 1 star")
    assert (state.position("Ring", 0), state.position("Ring", 1)) == (2, 1)
    assert state.decision.keys == ("gain 2 coins",)


def test_a_track_for_all_ends_as_its_sentences_say(tmp_path: Path) -> None:
    stairs = """\
track Ring, for all:
    1: gain 1 coin
    2: gain 2 coins
    each advance takes one reward, at or before the marker
    at the end the marker stays, and the advance still takes a reward
"""
    state = ring(tmp_path, "advance Ring", stairs)
    assert state.decision.keys == ("gain 1 coin",)
    state = played(state, "gain 1 coin", "gain 1 star")
    assert state.decision.keys == ("gain 1 coin", "gain 2 coins")
    state = played(state, "gain 2 coins", "gain 1 star")
    assert state.position("Ring") == 2
    assert state.decision.keys == ("gain 1 coin", "gain 2 coins")


def test_a_spin_and_a_roll_are_told() -> None:
    state = situation(FAIR, 2, "stalls", chance=[("Rain", 1), ("", 6)], holdings={0: {"coin": 0}})
    assert state.position("Rain") == 1
    after, events = apply(state, "pay 1 ticket to try your luck")
    assert Rolled(0, 6) in events
    assert any("rolls 6" in each for each in narrate(events, state.table))
    assert sum(e.amount for e in events if isinstance(e, Transfer) and "marble" in e.good) >= 2
    assert after.holding(0, "coin") == 1


def test_a_die_with_values_is_counted(tmp_path: Path) -> None:
    die = "track Die, for all: 2, 5, 7\n"
    state = ring(tmp_path, "spin Die, then gain 1 coin per Die", die)
    assert state.holding(0, "coin") == state.position("Die") in (2, 5, 7)


def test_each_unit_that_is_there_is_as_likely_as_another(tmp_path: Path) -> None:
    jewels = "public jewel/jewels: 3 ruby/rubies, 1 opal/opals\nlimited: jewel\n"
    turns = "phase turns: each player: draw 1 jewels, then may gain 1 star\n"
    rules = small(tmp_path, f"{PLAY}{jewels}{turns}")
    rubies = sum(new_game(rules, 2, seed).holding(0, "ruby") for seed in range(200))
    assert 130 < rubies < 170


def test_what_lies_in_a_bag_is_drawn_from_it() -> None:
    state = situation(FAIR, 2, "stalls")
    assert [state.lying("Bag", f"{each} marble") for each in ("red", "blue", "white")] == [2, 1, 1]
    after, events = apply(played(state, "decline"), "decline")
    moved = [each for each in events if isinstance(each, Transfer) and each.source < -1]
    assert len(moved) == 1
    assert sum(after.lying("Bag", f"{each} marble") for each in ("red", "blue", "white")) == 2


def test_no_more_is_drawn_than_there_is(tmp_path: Path) -> None:
    state = ring(tmp_path, "draw 9 pebbles", "public jewel/jewels: 5 gem/gems\nlimited: gem\n")
    assert state.holding(0, "pebble") == 9
    jewels = "public jewel/jewels: 3 ruby/rubies, 2 opal/opals\nlimited: jewel\n"
    state = ring(tmp_path, "draw 4 jewels", jewels)
    assert state.holding(0, "ruby") + state.holding(0, "opal") == 4
    state = played(state, "gain 1 star")
    assert state.holding(1, "ruby") + state.holding(1, "opal") == 1


def test_what_is_drawn_of_hidden_goods_only_their_owner_knows(tmp_path: Path) -> None:
    cards = "hidden card/cards: 9 ace/aces, 9 king/kings\n"
    text = f"{PLAY}{cards}phase turns: each player: may gain 1 star, then draw 2 cards\n"
    state = new_game(small(tmp_path, text), 2, 4)
    after, events = apply(state, "gain 1 star")
    goods = [each.good for each in events if isinstance(each, Transfer)]
    assert [g for g in goods if g != "star"] != []
    assert {e.good for e in events.seen_by(1) if isinstance(e, Transfer)} == {"star"}
    assert view(after, 1).holding(0, "ace") is None


def test_the_same_by_chance_from_the_same_seed() -> None:
    one, other = new_game(FAIR, 3, 11), new_game(FAIR, 3, 11)
    assert one == other
    assert one != new_game(FAIR, 3, 12)


@pytest.mark.parametrize(
    ("chance", "message"),
    [
        ([("Carousel", 5)], "Carousel cannot come to 5"),
        ([("Rain", 3)], "Rain cannot come to 3"),
        ([("", 7)], "a roll cannot come to 7"),
        ([("Sun", 1)], 'there is no track "Sun" at this table'),
        ([("Carousel", 1)] * 20, "nothing of the kind comes about by chance"),
    ],
)
def test_what_cannot_come_about_is_refused(chance: list[tuple[str, int]], message: str) -> None:
    with pytest.raises(GameError, match=message):
        situation(FAIR, 2, "spinning", chance=chance)


def test_markers_that_are_spun_are_told_even_where_they_stay() -> None:
    state = situation(FAIR, 2, "spinning", chance=[("Carousel", 4), ("Carousel", 4)])
    _, events = apply(played(state, "decline"), "decline")
    assert Marker(1, "Carousel", 4) in events


def test_an_action_may_be_called_after_what_it_spins(tmp_path: Path) -> None:
    turns = "phase turns: each player: spin the ring, then may gain 1 star\n"
    rules = small(tmp_path, f"{PLAY}{RING}{turns}action spin the ring: spin Ring\n")
    assert new_game(rules, 2, 1).position("Ring") in (1, 2, 3)


TURNS = """\
play:
    rounds 1-3: work
phase work: each player:
    gain 1 coin
    {}
"""


RISK = """\
action risk: roll:
    1-3: gain 1 star
    4-6: build any
piece hut/huts:
    places: box, yard, players
    moments: rent, built
each player may own 1 hut of each name
hut Mill:
    1 copy for each player
    cost 3 pebbles
before work: in round 1: move huts from box to yard
"""


def test_a_roll_is_offered_where_whatever_is_rolled_can_be_done(tmp_path: Path) -> None:
    rules = small(tmp_path, TURNS.format("risk or gain 1 pebble") + RISK)
    poor, rich = ({0: {"pebble": number}} for number in (2, 3))
    assert situation(rules, 2, "work", holdings=poor).decision.keys == ("gain 1 pebble",)
    assert situation(rules, 2, "work", holdings=rich).decision.keys == ("risk", "gain 1 pebble")
    for seed in range(4):
        game_in_step(rules, 2, seed)


SWAP = """\
exchange raise: nothing -> 1 coin
exchange swap: 1 coin -> 1 pebble
whenever you swap: roll:
    1-3: discard 1 pebble
    4-6: do nothing
"""


def test_what_chance_decides_after_an_exchange_is_not_known_before(tmp_path: Path) -> None:
    """Whether a last way out is left after it: the readings learn it, and decide nothing."""
    rules = small(tmp_path, TURNS.format("pay 1 coin") + SWAP)
    for seed in range(4):
        game_in_step(rules, 2, seed)
