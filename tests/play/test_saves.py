"""What a game accepts can be saved and read back; what no game wrote is refused, and cheaply."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homesteaders_rules import (
    BadSave,
    BadTable,
    Game,
    GameError,
    IllegalOption,
    load,
    new_game,
    replay,
    restore,
    save,
    seats_of,
)
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import finish, walk
from memory import at_most
from sizes import size

RULES = load("homesteaders")


@pytest.fixture(scope="module")
def played() -> Game:
    game = Game.new(RULES, 3, 5)
    for step in walk(RULES, 3, 5, most=60):
        game.choose(step.option.key)
    return game


# ---------------------------------------------------------------------------------- choosing


def test_an_option_is_chosen_as_its_key_is() -> None:
    by_option, by_key = Game.new(RULES, 2, 7), Game.new(RULES, 2, 7)
    for _ in range(30):
        option = by_option.state.decision.all[-1]
        by_option.choose(option)
        by_key.choose(option.key)
    assert by_option.keys == by_key.keys
    assert all(type(key) is str for key in by_option.keys)
    assert save(by_option) == save(by_key)
    assert restore(save(by_option)).state == by_key.state


def test_what_is_no_option_changes_nothing() -> None:
    game = Game.new(RULES, 2, 7)
    before = game.state
    for wrong in (None, 7, ["done"], object()):
        with pytest.raises(IllegalOption):
            game.choose(wrong)  # type: ignore[arg-type]
    assert (game.state, game.keys) == (before, ())


# ---------------------------------------------------------------------------------- dealing

ORDER = new_game(RULES, 3, 1).stack("Auction 2")


def once() -> Iterator[str]:
    yield from ORDER


@pytest.mark.parametrize("names", [list(ORDER), ORDER, once(), dict.fromkeys(ORDER).keys()])
def test_a_deal_is_kept_however_it_was_given(names: Any) -> None:
    game = Game.new(RULES, 3, 2, deal={"Auction 2": names, "start player": 1})
    assert game.deal == {"Auction 2": ORDER, "start player": 1}
    assert game.state.stack("Auction 2") == ORDER
    assert restore(save(game)).state == game.state


def endless() -> Iterator[str]:
    while True:
        yield ORDER[0]


@pytest.mark.parametrize(
    "deal",
    [
        {"start player": True},
        {"start player": 1.0},
        {"start player": "1"},
        {"start player": ORDER},
        {"start player": 3},
        {"Auction 2": True},
        {"Auction 2": 1},
        {"Auction 2": "A2-S1"},
        {"Auction 2": [1, 2]},
        {"Auction 2": [["A2-S1"]]},
        {"Auction 2": None},
        {"Auction 2": ORDER[1:]},
        {"Auction 2": endless()},
        {7: ORDER},
        {("a",): 1},
        [("start player", 1)],
        "start player",
        {"no such": ORDER},
    ],
)
def test_a_deal_that_could_not_be_saved_is_refused(deal: Any) -> None:
    for make in (Game.new, new_game):
        with pytest.raises(BadTable):
            make(RULES, 3, 2, deal=deal)


@pytest.mark.parametrize("seed", [0, -1, 2**64, -(2**200), 2**1024 - 1])
def test_a_seed_that_is_accepted_is_read_back(seed: int) -> None:
    game = Game.new(RULES, 2, seed)
    again = restore(save(game))
    assert (again.seed, again.state) == (seed, game.state)


NO_SEEDS: dict[str, Any] = {
    "1025 bits": 2**1024,
    "below zero": -(2**1024),
    "5000 digits": 10**5_000,
    "a truth value": True,
    "a fraction": 1.0,
    "a word": "1",
    "nothing": None,
}


@pytest.mark.parametrize("seed", NO_SEEDS.values(), ids=NO_SEEDS)
def test_a_seed_that_could_not_be_saved_is_refused(seed: Any) -> None:
    for make in (Game.new, new_game):
        with pytest.raises(BadTable, match="the seed of a game is a whole number"):
            make(RULES, 2, seed)


# ---------------------------------------------------------------------------------- reading


def test_a_byte_order_mark_is_no_part_of_a_save(played: Game) -> None:
    assert restore("\ufeff" + save(played)).state == played.state


def test_a_broken_save_says_which_choice_broke_it(played: Game) -> None:
    data = json.loads(save(played))
    data["keys"][41] = "win"
    states = []
    with pytest.raises(BadSave, match='at choice 42 of 60: "win" cannot be chosen'):
        states += [game.state for game, _ in replay(json.dumps(data))]
    assert len(states) == 0
    with pytest.raises(BadSave, match="at choice 42 of 60"):
        restore(json.dumps(data))


@pytest.mark.parametrize("text", ["game.json", "a folder/of mine/game.json"])
def test_who_gives_the_name_of_a_file_hears_that_its_text_is_wanted(text: str) -> None:
    for ask in (restore, seats_of):
        with pytest.raises(BadSave, match=r"; the text of a file is wanted, not its name$"):
            ask(text)
    with pytest.raises(BadSave, match=r"it is not JSON \([^;]*\)$"):
        restore('{"format": game.json')


def test_undo_is_for_seats_at_the_table(played: Game) -> None:
    for seat in (3, -1, "0"):
        with pytest.raises(GameError, match=f"no seat {seat!r} at a table of 3"):
            played.undo(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["[" * 20_000, '{"a":' * 20_000, "[{" * 50, '"\\"[[' + "[" * 99])
def test_depth_is_counted_before_anything_is_read(text: str) -> None:
    with pytest.raises(BadSave, match="it is not JSON"):
        restore(text)


def test_a_deep_text_does_no_harm_where_the_stack_is_small() -> None:
    """In a thread with the smallest stack there is, where Python's own limit is lifted."""
    code = """if True:
        import sys, threading
        from homesteaders_rules import BadSave, restore
        sys.setrecursionlimit(1_000_000)
        threading.stack_size(64 * 1024)
        def read():
            try:
                restore("[" * 20_000)
            except BadSave as error:
                print(error)
        thread = threading.Thread(target=read)
        import homesteaders_rules.play.saves
        thread.start(); thread.join()
    """
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "this is no save" in done.stdout


def test_brackets_in_words_are_no_depth(played: Game) -> None:
    data = json.loads(save(played))
    data["definitions"]['a \\ " [[[[[[[[[{{{{{{{{{'] = "00000000"
    assert restore(json.dumps(data)).state == played.state


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("keys", {"done": 1}, 'in "keys"'),
        ("keys", "done", 'in "keys": expected list'),
        ("packs", ["homesteaders"], 'in "packs": expected list'),
        ("keys", None, 'in "keys"'),
        ("keys", ["x" * 20_000], "a word is longer than"),
        ("keys", [1] * 200_000, "expected str, not 1"),
        ("keys", ["borrow"] * 200_000, "at most 100000 choices"),
        ("packs", [["homesteaders", "1"]] * 1_000, "at most 100 packs"),
        ("packs", [["x" * 5_000, "1"]], "of other packs|cannot all be loaded"),
        ("options", ["open hands"], 'in "options"'),
        ("deal", {"start player": True}, 'in "deal"'),
        ("deal", {"start player": 1.5}, 'in "deal"'),
        ("seed", 1 << 2_000, "the seed of a game"),
        ("digest", ["0"], 'in "digest"'),
        ("frames", [1.5], 'in "frames"'),
        ("extra", [0] * 100_000, 'an extra field "extra"'),
    ],
)
def test_an_edited_field_is_named_at_once_and_in_little_memory(
    played: Game, field: str, value: Any, message: str
) -> None:
    data = json.loads(save(played))
    data[field] = value
    text = json.dumps(data)
    # Whatever is still to be read of the rules is read before anything is measured.
    assert restore(save(played)) == played
    with at_most(20 * len(text) + 4_000_000), pytest.raises(BadSave, match=message):
        restore(text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def edit(inside: Any, data: st.DataObject, keys: st.SearchStrategy[str]) -> None:
    """Replace a value in a list or an object, or somewhere within it."""
    at = data.draw(st.sampled_from([*inside] if isinstance(inside, dict) else range(len(inside))))
    if inside[at] and isinstance(inside[at], dict | list) and data.draw(st.booleans()):
        edit(inside[at], data, keys)
    else:
        inside[at] = data.draw(VALUES | keys)


@settings(max_examples=size(20, 60))
@given(st.data())
def test_random_edits_are_refused_or_leave_a_game_that_goes_on(data: st.DataObject) -> None:
    """Any value anywhere in a save: BadSave, or a game that can be played to its end."""
    game = Game.new(RULES, 2, 3)
    for step in walk(RULES, 2, 3, most=data.draw(st.integers(0, 20))):
        game.choose(step.option.key)
    content = json.loads(save(game, with_state=data.draw(st.booleans())))
    for _ in range(data.draw(st.integers(1, 3))):
        edit(content, data, st.sampled_from(game.state.decision.keys))
    try:
        again = restore(json.dumps(content))
    except BadSave:
        pass
    else:
        assert again.keys == tuple(content["keys"])
        assert finish(again.state).over


# ---------------------------------------------------------------------------------- from a state


def test_a_game_may_begin_with_a_state() -> None:
    begun = situation(RULES, 3, "income", 4, holdings={1: {"gold": 3}})
    game = Game.begun_with(begun)
    while len(game.turns) < 12:
        game.choose(game.state.options[0])
    again = restore(save(game))
    assert (again.state, again.keys, again.begun) == (game.state, game.keys, begun)
    assert restore(save(again, with_state=True)).state == game.state
    (first, turn), *_ = replay(save(game))
    assert turn is None
    assert first.begun == begun


def test_a_state_to_begin_with_is_checked() -> None:
    text = save(Game.begun_with(situation(RULES, 3, "income")))
    data = json.loads(text)
    name = next(iter(data["begin"]))
    wrong: list[dict[str, Any]] = [
        data | {"begin": data["begin"] | {name: 99}},
        data | {"begin": {k: v for k, v in data["begin"].items() if k != name}},
        data | {"begin_frames": [7]},
        data | {"begin": []},
        data | {"identity": "of other rules"},
    ]
    for each in wrong:
        with pytest.raises(BadSave):
            restore(json.dumps(each))
    restore(json.dumps(data))
