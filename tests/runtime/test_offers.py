"""What is offered does something, is known by one key, and is asked only where it can be chosen."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from homesteaders_rules import Option, apply, load, new_game
from homesteaders_rules.errors import SameKey
from homesteaders_rules.language.messages.diagnostics import RuleErrors
from homesteaders_rules.runtime.offering.offers import Plain
from homesteaders_rules.runtime.offering.options import option_of
from homesteaders_rules.testing.situations import situation
from runtime.small import HEAD, play_checked, played, small

LIMITED = """\
limited: star
exchange earn: nothing -> 3 coins
exchange buy: 2 coins -> 1 star
exchange sell: 1 star -> 1 coin
phase pick:
    each player: gain 3 stars or gain 1 pebble
    each player: may gain 3 stars
    each player: gain 1 star or gain 2 stars
    each player: gain 1 star per pebble or discard 1 pebble
play:
    rounds 1-2: pick
"""


def test_of_a_limited_good_what_is_left_is_offered(tmp_path: Path) -> None:
    rules = small(tmp_path, LIMITED, HEAD.replace("40 star", "4 star"))
    state = played(new_game(rules, 2), "gain 3 stars")
    state = played(state, "gain 3 stars")
    assert [state.holding(player, "star") for player in (0, 1, -1)] == [3, 1, 0]
    assert (state.decision.player, state.decision.keys) == (0, ("decline",))
    state = played(state, "decline", "decline")
    # Nothing of the third and of the fourth line can be chosen: the next round begins.
    assert (state.round, state.decision.keys) == (2, ("gain 1 pebble",))
    play_checked(rules)


def test_an_exchange_that_takes_the_last_alternative_leads_on(tmp_path: Path) -> None:
    rules = small(tmp_path, LIMITED, HEAD.replace("40 star", "1 star"))
    state = played(new_game(rules, 2), "gain 1 pebble", "gain 1 pebble", "decline", "decline")
    assert state.decision.keys == ("gain 1 star", "gain 2 stars")
    state = played(state, "earn", "buy")
    assert state.decision.keys == ("discard 1 pebble",)


def test_a_game_without_an_opening_begins_with_its_first_round(tmp_path: Path) -> None:
    rules = small(
        tmp_path, "phase pick: each player: may gain 1 star\nplay:\n    rounds 1-2: pick\n"
    )
    state, rounds = new_game(rules, 2), []
    while not state.over:
        rounds.append(state.round)
        state = played(state, "decline")
    assert rounds == [1, 1, 2, 2]


TRACK = """\
track Path, for each player:
    1: do nothing
    2: gain 1 star
    3: rest
    {}
    at the end the marker stays, and the advance still takes a reward
action rest: do nothing
phase walk: each player: may advance Path
play:
    rounds 1-4: walk
"""


def test_a_space_without_a_reward_asks_nothing(tmp_path: Path) -> None:
    reached = "each advance takes the reward of the space reached"
    rules = small(tmp_path, TRACK.format(reached))
    state = played(new_game(rules, 2), "advance Path")
    assert (state.decision.player, state.position("Path", 0)) == (1, 1)
    state = played(state, "decline", "advance Path")
    assert state.decision.keys == ("gain 1 star",)
    state = played(state, "gain 1 star", "decline", "advance Path")
    assert state.decision.player == 1
    play_checked(rules)


def test_a_space_without_a_reward_leaves_those_before(tmp_path: Path) -> None:
    earlier = "each advance takes one reward, at or before the marker"
    rules = small(tmp_path, TRACK.format(earlier))
    state = played(new_game(rules, 2), "advance Path", "decline", "advance Path", "gain 1 star")
    state = played(state, "decline", "advance Path")
    assert state.decision.keys == ("gain 1 star",)
    play_checked(rules)


HUTS = """\
public stone/stones: 20 opal, 20 ruby/rubies
piece hut/huts:
    places: box, site, players
    moments: rent, built
each player may own 1 hut of each name
phase work:
    each player: trade freely
play:
    rounds 1-2: work
"""


def test_exchanges_of_two_pieces_have_two_keys(tmp_path: Path) -> None:
    huts = """\
hut Barn: exchange: 2 coins -> 1 stone
hut Shed:
    exchange: 3 coins -> 1 stone
    exchange: 1 stone -> 5 coins
    exchange: 1 opal -> nothing
"""
    rules = small(tmp_path, HUTS + huts)
    state = situation(
        rules, 2, "work", holdings={0: {"coin": 6, "opal": 1}}, pieces={0: ["Barn", "Shed"]}
    )
    assert {option.key for option in state.anytime} == {
        *("use Barn for opal", "use Barn for opal 2", "use Barn for opal 3"),
        *("use Barn for ruby", "use Barn for ruby 2", "use Barn for ruby 3"),
        *("use Shed for opal", "use Shed for opal 2", "use Shed for ruby", "use Shed for ruby 2"),
        *("use Shed with opal for coin", "use Shed for nothing"),
    }
    after = played(state, "use Shed for ruby", "use Barn for opal", "use Shed with opal for coin")
    assert [after.holding(0, good) for good in ("coin", "opal", "ruby")] == [6, 1, 1]
    play_checked(rules)


@pytest.mark.usefixtures("first_table")
@pytest.mark.parametrize(
    "exchanges",
    [
        "    exchange: 2 coins -> 1 stone\n    exchange: 3 coins -> 1 opal\n",
        "    exchange: 2 coins -> 1 stone\n    exchange: 3 coins -> 1 stone\n",
    ],
)
def test_exchanges_of_one_piece_that_give_the_same_need_names(
    tmp_path: Path, exchanges: str
) -> None:
    with pytest.raises(RuleErrors) as caught:
        small(tmp_path, f"{HUTS}hut Barn:\n{exchanges}")
    assert {d.code for d in caught.value.diagnostics} == {"E203"}


def test_a_piece_is_taken_from_where_it_lies(tmp_path: Path) -> None:
    text = """\
hut Barn: 3 copies
before work: in round 1: move huts from box to site
phase give: each player: take Barn
"""
    rules = small(tmp_path, HUTS.replace("1-2: work", "1-2: work, give") + text)
    state = played(new_game(rules, 2), "done", "done")
    assert [state.pieces(player) for player in range(2)] == [("Barn",), ("Barn",)]
    assert (state.copies("box", "Barn"), state.copies("site", "Barn")) == (0, 1)
    play_checked(rules)


def test_otherwise_completes_a_line_of_a_piece(tmp_path: Path) -> None:
    text = """\
piece card/cards:
    stacks: Deck
cards of Deck:
    card Luck:
        if you have 1 or more coins: gain 1 star
        otherwise: gain 2 coins
    card Trade:
        in round 1: do nothing
        otherwise:
            gain 1 pebble
            gain 1 star
phase deal: stack Deck face up
phase turn:
    turn up 1 card of each stack
    each player: use the card
    each player: may gain 1 pebble
play:
    deal
    rounds 1-2: turn
"""
    rules = small(tmp_path, text)
    state = new_game(rules, 2)
    assert [state.holding(0, good) for good in ("star", "coin")] == [0, 2]
    state = played(state, "decline", "decline")
    assert [state.holding(0, good) for good in ("star", "pebble")] == [1, 1]
    play_checked(rules)


@pytest.mark.parametrize(
    "lines",
    [
        "        gain 1 star\n        otherwise: gain 1 coin\n",
        "        otherwise: gain 1 coin\n",
        "        if you have 1 coin: gain 1 star\n"
        "        whenever a player passes: gain 1 star\n        otherwise: gain 1 coin\n",
    ],
)
def test_otherwise_without_a_condition_is_told(tmp_path: Path, lines: str) -> None:
    text = "piece card/cards:\n    stacks: Deck\ncards of Deck:\n    card Luck:\n" + lines
    with pytest.raises(RuleErrors) as caught:
        small(tmp_path, text + "phase aa: stack Deck face up\nplay:\n    rounds 1-2: aa\n")
    assert "E310" in {d.code for d in caught.value.diagnostics}


SUMS = {
    "gain 5 coins, 1 coin per pebble": 7,
    "gain 1 coin per pebble, 5 coins, 1 star": 7,
    "gain 1 coin per pebble, 1 coin per star, 1 coin": 6,
}


@pytest.mark.parametrize(("effect", "coins"), SUMS.items())
def test_a_fixed_and_a_counted_amount_add_up(tmp_path: Path, effect: str, coins: int) -> None:
    text = f"phase aa:\n    each player: {effect}\n    each player: may gain 1 star\n"
    rules = small(tmp_path, text + "play:\n    rounds 1-2: aa\n")
    state = situation(rules, 2, "aa", holdings={0: {"pebble": 2, "star": 3}})
    assert state.holding(0, "coin") == coins
    play_checked(rules)


def test_what_is_due_adds_up_too(tmp_path: Path) -> None:
    text = """\
exchange earn: nothing -> 3 coins
phase aa: each player: pay 5 coins, 1 coin per pebble
play:
    rounds 1-2: aa
"""
    rules = small(tmp_path, text)
    state = situation(rules, 2, "aa", holdings={0: {"pebble": 2, "coin": 9}})
    assert state.decision.keys == ("pay 7 coins",)
    play_checked(rules)


@pytest.mark.parametrize("bundle", ["2 coins, 1 coin", "2 coins, 1 coin per star, 1 coin"])
def test_two_plain_numbers_of_a_good_are_a_slip(tmp_path: Path, bundle: str) -> None:
    text = f"phase aa: each player: gain {bundle}\nplay:\n    rounds 1-2: aa\n"
    with pytest.raises(RuleErrors) as caught:
        load(_file(tmp_path, HEAD + text))
    assert [d.code for d in caught.value.diagnostics] == ["E301"]


def _file(folder: Path, text: str) -> Path:
    file = folder / "small.rules"
    file.write_text(text, encoding="utf-8")
    return file


CLASHES = {
    "an exchange of a piece, and the end of a window": (
        "hut Barn:\n    exchange done: 1 coin -> 1 star\n",
        "done",
    ),
    "an exchange of a piece, and an action": (
        "action rest: gain 1 pebble\nafter work: each player: rest or gain 1 coin\n"
        "hut Barn:\n    exchange rest: 1 coin -> 1 star\n",
        "rest",
    ),
    "two exchanges of a piece at some tables": (
        "hut Barn:\n    with 2 players: exchange haggle: 1 coin -> 1 star\n"
        "    with 2-3 players: exchange haggle: 2 coins -> 1 star\n",
        "haggle",
    ),
    "a piece called as another that is paid with something else": (
        "1 pebble may pay for 1 coin\nafter work: each player: may build any\n"
        'hut Barn: cost 1 coin\nhut "Barn with pebble as coin": cost 1 coin\n',
        "build Barn with pebble as coin",
    ),
}


@pytest.mark.parametrize(("text", "key"), CLASHES.values(), ids=CLASHES)
def test_what_can_be_chosen_at_once_has_two_keys(tmp_path: Path, text: str, key: str) -> None:
    with pytest.raises((SameKey, RuleErrors), match=f'by the words "{key}"'):
        new_game(small(tmp_path, HUTS + text), 2)


def test_the_same_thing_may_be_offered_twice(tmp_path: Path) -> None:
    text = """\
exchange haggle: 1 coin -> 1 star
action rest: gain 1 pebble
after work: each player: haggle or rest or rest or gain 1 star or gain 1 star
hut Barn: cost 1 coin
"""
    rules = small(tmp_path, HUTS + text)
    play_checked(rules)


def test_rewards_that_say_the_same_are_one_option(tmp_path: Path) -> None:
    rules = small(
        tmp_path,
        """\
track Ladder, for each player:
    1: gain 1 star or gain 1 star
    2: gain 1 star or gain 1 coin or do nothing
    each advance takes one reward, at or before the marker
    at the end the marker stays, and the advance is lost
phase climb: each player: advance Ladder
play:
    rounds 1-2: climb
""",
    )
    state = new_game(rules, 2)
    assert state.decision.keys == ("gain 1 star",)
    state = played(state, "gain 1 star", "gain 1 star")
    assert state.decision.keys == ("gain 1 star", "gain 1 coin", "do nothing")
    play_checked(rules)


def test_a_key_is_made_when_it_is_asked_for() -> None:
    """And nothing else of an option waits: a hook for missing attributes would slow all others."""
    asked: list[tuple[int, ...]] = []

    class Spelling(Plain):
        def key_of(self, operands: tuple[int, ...]) -> str:
            asked.append(operands)
            return f"number {operands[0]}"

    option = option_of(Spelling("", None, 0), 7)
    assert (option.anytime, option.operands, asked) == (False, (7,), [])
    assert [option.key, option.key, str(option)] == ["number 7"] * 3
    assert asked == [(7,)]
    assert not hasattr(Option, "__getattr__")
    assert option == Option("number 7")


def test_a_state_that_was_played_to_is_a_tuple_of_cells() -> None:
    """Whoever asks first: equal states have equal cells, hashes and pickles."""
    state, _ = apply(new_game(load("homesteaders"), 3, 1), "done")
    same, _ = apply(new_game(load("homesteaders"), 3, 1), "done")
    assert hash(state) == hash(same)
    assert isinstance(state.cells, tuple)
    assert state.cells is state.cells
    assert pickle.loads(pickle.dumps(same)) == state
