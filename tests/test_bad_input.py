"""Bad input to the library: a clear error that names the place and the way out; nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homesteaders_rules import (
    BadSave,
    BadTable,
    Game,
    GameError,
    IllegalOption,
    RuleErrors,
    apply,
    load,
    new_game,
    restore,
    save,
    score,
    state_from_json,
    view,
    why_not,
)
from homesteaders_rules.testing.walks import finish, walk

RULES = load("homesteaders")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 1}, "Homesteaders is for 2 to 4 players, not 1"),
        ({"players": 5}, "Homesteaders is for 2 to 4 players, not 5"),
        ({"players": 0}, "not 0"),
        ({"players": -3}, "not -3"),
        ({"players": "four"}, "not 'four'"),
        ({"players": 4.0}, "not 4.0"),
        ({"players": True}, "not True"),
        ({"seed": "x"}, "a whole number, not 'x'"),
        ({"options": {"open hand": True}}, 'no option "open hand"; did you mean "open hands"?'),
        ({"options": {"open hands": "yes"}}, "is True or False, not 'yes'"),
        ({"deal": {"Auction 9": []}}, 'nothing called "Auction 9" is dealt'),
        ({"deal": {"Auction 2": "A2-S1"}}, "is a list of names"),
        ({"deal": {"Auction 2": ["A2-S1"]}}, "must name 10 pieces, not 1"),
        ({"deal": {"Auction 2": ["A1-S1"] * 10}}, "at this height, each once"),
        ({"deal": {"start player": 4}}, "a seat from 0 to 3, not 4"),
        ({"deal": {"start player": "me"}}, "a seat from 0 to 3"),
    ],
)
def test_impossible_tables(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadTable) as caught:
        new_game(RULES, **{"players": 4, **arguments})
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("", "nothing is called so"),
        ("plce worker Homestead 1", 'did you mean "place worker Homestead 1"?'),
        ("place worker Farm 1", "you do not own that piece"),
        ("pass", "the decision now is: place workers"),
        ("sell wood", "it costs 1 trade, 1 wood each time"),
        ("sell wod", 'nothing is called so; did you mean "sell wood"?'),
        ("use Bank for silver", "you do not own the piece that allows it"),
        ("borrow 10", "nothing is called so"),
        ("\0" * 50, "nothing is called so"),
        ("x" * 100_000, "nothing is called so"),
    ],
)
def test_illegal_keys(key: str, reason: str) -> None:
    state = new_game(RULES, 4, 1)
    before = state.cells
    assert reason in (why_not(state, key) or "")
    with pytest.raises(IllegalOption) as caught:
        apply(state, key)
    assert caught.value.key == key
    assert reason in caught.value.reason
    assert state.cells == before


@pytest.mark.parametrize("seat", [-1, -2, 4, 9, "a", 1.0, True])
def test_views_are_for_seats_at_the_table(seat: Any) -> None:
    with pytest.raises(GameError, match="no seat"):
        view(new_game(RULES, 4), seat)


def test_scores_name_their_lines() -> None:
    with pytest.raises(GameError, match='did you mean "chits"'):
        score(new_game(RULES, 2))[0].line("chit")


def test_an_option_of_another_player_is_refused() -> None:
    mine = new_game(RULES, 2, 1, deal={"start player": 0})
    theirs, _ = apply(apply(mine, "done")[0], "pay 1 silver")
    assert theirs.decision.player == 1
    pay = apply(theirs, "done")[0].options[0]
    with pytest.raises(IllegalOption):
        apply(mine, pay)


@pytest.mark.parametrize("wrong", [None, 7, 2.5, ["done"], object()])
def test_things_that_are_no_option_are_refused(wrong: Any) -> None:
    with pytest.raises(IllegalOption, match="it is neither an option nor the key of one"):
        apply(new_game(RULES, 2), wrong)


def test_nothing_can_be_chosen_after_the_end() -> None:
    over = finish(new_game(RULES, 2, 1))
    assert why_not(over, "done") == "the game is over"
    for key in ("done", "borrow", "sell wood", "pass"):
        with pytest.raises(IllegalOption, match="the game is over"):
            apply(over, key)


# ---------------------------------------------------------------------------------- saves


@pytest.fixture(scope="module")
def saved() -> str:
    game = Game.new(RULES, 3, 5)
    for step in walk(RULES, 3, 5, most=60):
        game.choose(step.option.key)
    return save(game, with_state=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is not JSON"),
        ("{", "it is not JSON"),
        ("[]", "does not begin with"),
        ("null", "does not begin with"),
        ('{"format": "other"}', "does not begin with"),
        ("[" * 100_000, "it is not JSON"),
        ('{"format": "homesteaders-rules save 1"}', "the save is damaged"),
    ],
)
def test_texts_that_are_no_save(text: str, message: str) -> None:
    with pytest.raises(BadSave) as caught:
        restore(text)
    assert message in str(caught.value)


EDITS: list[tuple[str, Any, str]] = [
    ("players", 9, "not 9"),
    ("players", "3", "expected int"),
    ("players", True, "expected int"),
    ("seed", 1.5, "expected int"),
    ("seed", 6, "edited"),
    ("keys", ["win"], '"win" cannot be chosen'),
    ("keys", [["done"]], "expected str"),
    ("keys", "done", "damaged"),
    ("packs", [["no such game", "1"]], "of other packs"),
    ("digest", "0" * 32, "of other rules"),
    ("options", {"no such": True}, 'no option "no such"'),
    ("options", {"open hands": 1}, "expected bool"),
    ("deal", {"Auction 2": [1]}, "damaged"),
    ("state", {"round": 11}, "its state is not where its choices lead"),
    ("frames", [7, 7, 7], "its state is not where its choices lead"),
    ("surprise", 1, "extra"),
]


@pytest.mark.parametrize(("field", "value", "message"), EDITS)
def test_edited_saves(saved: str, field: str, value: Any, message: str) -> None:
    data = json.loads(saved)
    data[field] = value
    with pytest.raises(BadSave) as caught:
        restore(json.dumps(data))
    assert message in str(caught.value)


def test_a_save_of_changed_rules_names_what_changed(saved: str) -> None:
    data = json.loads(saved)
    data["digest"] = "0" * 32
    data["definitions"]["building Farm"] = "00000000"
    with pytest.raises(BadSave) as caught:
        restore(json.dumps(data))
    assert caught.value.changed == ("building Farm",)
    assert "changed: building Farm" in str(caught.value)


@given(st.data())
def test_cut_and_garbled_saves_are_refused(data: st.DataObject) -> None:
    game = Game.new(RULES, 2, 3)
    for step in walk(RULES, 2, 3, most=20):
        game.choose(step.option.key)
    text = save(game)
    at = data.draw(st.integers(0, len(text) - 2))
    garbled = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(1, 9)) :]
    try:
        again = restore(garbled)
    except BadSave:
        return
    # What still loads is a save of a legal game: a name of a fingerprint may have changed.
    assert again.keys == tuple(json.loads(garbled)["keys"])


@given(st.data())
def test_edited_cells_are_refused_or_are_a_playable_state(data: st.DataObject) -> None:
    game = Game.new(RULES, 2, 3)
    for step in walk(RULES, 2, 3, most=data.draw(st.integers(0, 60))):
        game.choose(step.option.key)
    content = json.loads(save(game, with_state=True))
    cell = data.draw(st.sampled_from(sorted(content["state"])))
    content["state"][cell] = data.draw(st.integers(-3, 3) | st.integers(-(2**70), 2**70))
    if data.draw(st.booleans()):
        content["frames"] = data.draw(st.lists(st.integers(-1, 400), max_size=4))
    try:
        state = state_from_json(json.dumps(content))
    except BadSave as error:
        assert "damaged or edited" in str(error)
        return
    finish(state)


def test_packs_that_are_not_there() -> None:
    with pytest.raises(RuleErrors, match="homesteader"):
        load("homesteader")
    with pytest.raises(RuleErrors):
        load()
    with pytest.raises(RuleErrors):
        load("/no/such/folder")
