"""Who may pay with something else: owners of a piece that says so, wherever something is paid."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Cursor, Game, State, apply, restore, save, why_not
from homesteaders_rules.play.deeds import deeds
from homesteaders_rules.runtime.offering.offers import NO_RIGHT
from homesteaders_rules.testing.situations import situation
from runtime.small import HEAD, played, small

PIECES = """\
piece hut/huts:
    places: site, market, players
each player may own 1 hut of each name
hut Barn: 1 pebble may pay for 1 star
hut Shed: 1 pebble may pay for 1 star
hut Tower: 2 pebbles may pay for 1 star, in build
hut Chapel:
    exchange pray: 1 star -> 2 coins
exchange sell: 1 star -> 1 coin
play:
    rounds 1-2: pick
phase pick:
    each player: {}
"""


def asked(folder: Path, effect: str, pieces: list[str], **held: int) -> State:
    rules = small(folder, PIECES.format(effect), HEAD)
    return situation(rules, 2, "pick", holdings={0: held}, pieces={0: pieces})


def keys(state: State) -> list[str]:
    return [option.key for option in state.decision.all]


def test_an_exchange_is_paid_by_what_owners_may_pay_with(tmp_path: Path) -> None:
    plain = "gain 1 coin or gain 1 pebble"
    nobody = asked(tmp_path, plain, [], star=1, pebble=5)
    assert [key for key in keys(nobody) if "sell" in key] == ["sell"]
    way = "sell with pebble as star"
    assert NO_RIGHT in str(why_not(nobody, way))
    state = asked(tmp_path, plain, ["Barn"], star=1, pebble=1)
    assert [key for key in keys(state) if "sell" in key] == ["sell", way]
    assert played(state, way).holding(0, "star") == 1
    for_building = asked(tmp_path, plain, ["Tower"], star=1, pebble=5)
    assert [key for key in keys(for_building) if "sell" in key] == ["sell"]


def test_an_exchange_is_used_nine_times_at_once(tmp_path: Path) -> None:
    state = asked(tmp_path, "gain 1 coin or gain 1 pebble", [], star=20)
    assert [key for key in keys(state) if "sell" in key][-1] == "sell 9"
    less = asked(tmp_path, "gain 1 coin or gain 1 pebble", [], star=8)
    assert "you have 8 stars" in str(why_not(less, "sell 9"))
    assert "nothing is called so" in str(why_not(less, "sell 10"))


@pytest.mark.parametrize("effect", ["may sell", "gain 1 coin or gain 1 pebble"])
def test_a_cursor_takes_an_exchange_that_is_in_a_window_too(effect: str, tmp_path: Path) -> None:
    state = asked(tmp_path, effect, [], star=2)
    for option in state.decision.all:
        cursor = Cursor(state)
        cursor.choose(option)
        assert cursor.state() == apply(state, option)[0]


def test_each_of_two_pieces_gives_the_right(tmp_path: Path) -> None:
    for owned in (["Barn"], ["Shed"], ["Barn", "Shed"]):
        state = asked(tmp_path, "gain 1 coin or gain 1 pebble", owned, pebble=1)
        assert [key for key in keys(state) if "sell" in key] == ["sell with pebble as star"]


def test_the_exchange_of_a_piece_is_for_its_owner(tmp_path: Path) -> None:
    plain = "gain 1 coin or gain 1 pebble"
    assert "pray" not in keys(asked(tmp_path, plain, ["Barn"], star=2))
    state = asked(tmp_path, plain, ["Chapel"], star=2)
    assert ("pray" in keys(state), "pray 2" in keys(state), "pray 3" in keys(state)) == (
        True,
        True,
        False,
    )
    both = asked(tmp_path, plain, ["Chapel", "Shed"], pebble=1)
    assert "pray with pebble as star" in keys(both)


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ("pay 1 star to gain 1 coin or do nothing", "pay 1 star to gain 1 coin with"),
        ("pay 1 star, or gain 1 coin for each that is missing", "pay 1 pebble"),
    ],
)
def test_what_is_due_is_paid_by_what_owners_may_pay_with(
    effect: str, words: str, tmp_path: Path
) -> None:
    without = asked(tmp_path, effect, ["Tower"], star=1, pebble=3)
    assert not [key for key in keys(without) if key.startswith(words)]
    state = asked(tmp_path, effect, ["Barn"], star=1, pebble=3)
    assert [key for key in keys(state) if key.startswith(words)]


def test_an_exchange_says_what_it_takes_and_gives(tmp_path: Path) -> None:
    state = asked(tmp_path, "gain 1 coin or gain 1 pebble", ["Barn"], star=2, pebble=1)
    told = {deed.key: deed for deed in deeds(state)}
    assert (told["sell 2"].times, told["sell 2"].exchange) == (2, "sell")
    assert dict(told["sell 2"].cost) == {"star": 2}
    assert dict(told["sell 2"].gain) == {"coin": 2}
    assert dict(told["sell with pebble as star"].cost) == {"pebble": 1}


@pytest.mark.parametrize(
    "effect",
    ["gain 1 coin or gain 1 pebble", "may sell", "pay 1 star to gain 1 coin or do nothing"],
)
def test_a_save_goes_on_that_said_no_number_of_what_was_paid_instead(
    effect: str, tmp_path: Path
) -> None:
    text = PIECES.replace(", in build", "").format(effect)
    rules = small(tmp_path, text, HEAD)
    held = {0: {"star": 1, "pebble": 2}}
    game = Game.begun_with(situation(rules, 2, "pick", holdings=held, pieces={0: ["Tower"]}))
    said = {option.key: option.formerly for option in game.state.decision.all}
    assert not said.get("sell")
    now, before = next(each for each in said.items() if "2 pebbles" in each[0])
    assert before == now.replace("2 pebbles", "pebble")
    game.choose(now)
    old = save(game).replace(now, before)
    assert before in old
    assert restore(old, rules).state == game.state


@pytest.mark.parametrize("owner", [0, 1])
def test_an_exchange_of_a_piece_is_offered_to_its_owner_alone(tmp_path: Path, owner: int) -> None:
    effect = "pray freely or gain 1 pebble"
    text = PIECES.replace("-> 2 coins", "-> 2 coins, when offered").format(effect)
    held = {0: {"star": 1}, 1: {"star": 1}}
    state = situation(small(tmp_path, text), 2, "pick", holdings=held, pieces={owner: ["Chapel"]})
    asked = [state.decision.keys, played(state, "gain 1 pebble").decision.keys]
    assert asked[owner] == ("pray", "gain 1 pebble")
    assert asked[1 - owner] == ("gain 1 pebble",)
