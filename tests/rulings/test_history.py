"""Cases 174 to 177: taking back, and saves that outlive a version."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import BadSave, Game, GameError, load, restore, save, score, view
from homesteaders_rules.play.saves import state_from_json
from rulings.helpers import FINAL, keys, play, situation

if TYPE_CHECKING:
    from collections.abc import Callable

    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

RULES = Path(__file__).parents[2] / "rules" / "homesteaders"


def game_at(rules: Rules, state: State) -> Game:
    """A game that goes on from a state."""
    return Game(rules, state.table.players, 0, {}, {}, state)


def two_winners(rules: Rules, lot: str, *pieces: str, **goods: int) -> State:
    """Player 0 has paid for lot 1 and may build; player 1 is the next winner."""
    state = situation(
        rules,
        3,
        "building",
        9 if "C" in lot else 5,
        holdings={0: {"silver": 3, **goods}},
        pieces={0: pieces},
        lots={1: lot},
        won={1: (0, 3), 2: (1, 3)},
    )
    return play(state, "pay 3 silver")


# ---------------------------------------------------------------------------------- undo


def test_case_174_undo_of_a_build_gives_back_what_was_paid(rules: Rules) -> None:
    """Gold that stood for livestock comes back as gold; building, copies, points are as before."""
    before = two_winners(rules, "A1-C1", "River Port", "Forge", wood=1, gold=2, livestock=1)
    game = game_at(rules, before)
    game.choose("build Restaurant with gold as livestock")
    assert (game.state.holding(0, "gold"), game.state.holding(0, "livestock")) == (1, 1)
    assert game.state.copies("supply", "Restaurant") == 1
    assert score(game.state) != score(before)
    assert game.undo(0) == "build Restaurant with gold as livestock"
    assert game.state == before
    assert (game.state.holding(0, "gold"), game.state.holding(0, "livestock")) == (2, 1)
    assert game.state.copies("supply", "Restaurant") == 2
    assert score(game.state) == score(before)
    assert game.keys == ()


def test_case_174_an_old_state_is_never_touched(rules: Rules) -> None:
    """Undo is keeping the state: playing on from it, twice, leaves it as it was."""
    before = two_winners(rules, "A1-C1", "River Port", wood=1, gold=2)
    cells, offered = before.cells, keys(before)
    first = play(before, "build Restaurant with gold as livestock")
    second = play(before, "build Restaurant with gold as livestock")
    assert first == second != before
    assert (before.cells, keys(before)) == (cells, offered)


def test_case_175_an_effect_in_two_steps_is_undone_once(rules: Rules) -> None:
    """A Boarding House borrows and discards at once: one undo takes back both, none twice."""
    before = two_winners(rules, "A1-T4", wood=2)
    game = game_at(rules, before)
    game.choose("build Boarding House")
    assert (game.state.holding(0, "silver"), game.state.holding(0, "debt")) == (2, 0)
    game.undo(0)
    assert game.state == before
    with pytest.raises(GameError, match="nothing has been chosen"):
        game.undo(0)


def test_case_175_a_choice_within_an_effect_is_a_step_of_its_own(rules: Rules) -> None:
    """The Rail Yard advances: one undo asks for the reward again, the second unbuilds."""
    before = two_winners(rules, "A1-C1", "Depot", steel=2, gold=1, copper=2, wood=1)
    game = game_at(rules, before)
    game.choose("build Rail Yard")
    asked = game.state
    assert (asked.position("Railroad", 0), keys(asked)) == (1, ["gain 1 trade"])
    game.choose("gain 1 trade")
    assert game.state.holding(0, "trade") == 1
    game.undo(0)
    assert game.state == asked
    game.undo(0)
    assert game.state == before
    assert (game.state.position("Railroad", 0), game.state.holding(0, "trade")) == (0, 0)


def test_case_176_not_after_another_player(rules: Rules) -> None:
    """Player 1 has paid since: player 0 cannot take back building nothing, player 1 the payment."""
    game = game_at(rules, two_winners(rules, "A1-T4", wood=1))
    game.choose("build nothing")
    assert game.why_not_undo(0) is None
    game.choose("pay 3 silver")
    assert game.why_not_undo(0) == "another player has chosen since"
    with pytest.raises(GameError, match="another player has chosen since"):
        game.undo(0)
    assert game.undo(1) == "pay 3 silver"
    assert game.undo(0) == "build nothing"


def last_of_the_round(rules: Rules) -> tuple[State, str]:
    """The last choice of a round: the lots of the next one are turned up after it."""
    state = situation(rules, 3, "building", 5, lots={1: "A1-T4"}, won={1: (0, 3)})
    return play(state, "pay 3 silver"), "build nothing"


def last_of_round_ten(rules: Rules) -> tuple[State, str]:
    """The last choice before the final round, in which hands are open by option."""
    options = {"open final": True}
    state = situation(rules, 3, "building", 10, options=options, won={1: (0, 3)})
    state = play(state, "pay 3 silver", "build nothing")
    assert view(state, 0).holding(1, "silver") is None
    return state, "decline"


def last_of_the_game(rules: Rules) -> tuple[State, str]:
    """The last choice of a game: hands are laid open and counted."""
    state = situation(rules, 2, "settling", FINAL, start_player=1)
    return play(state, "done"), "done"


@pytest.mark.parametrize("case", [last_of_the_round, last_of_round_ten, last_of_the_game])
def test_case_176_not_after_something_was_revealed(
    rules: Rules, case: Callable[[Rules], tuple[State, str]]
) -> None:
    """What everybody has seen now cannot be unseen."""
    before, key = case(rules)
    game = game_at(rules, before)
    game.choose(key)
    assert game.why_not_undo(0) == "something hidden was revealed"
    with pytest.raises(GameError, match="something hidden was revealed"):
        game.undo(0)
    assert game.keys == (key,)


def test_case_176_the_last_round_ends_with_hidden_hands(rules: Rules) -> None:
    """Without the option nothing is shown when the final round begins: undo is possible."""
    state = situation(rules, 3, "building", 10, won={1: (0, 3)})
    before = play(state, "pay 3 silver", "build nothing")
    game = game_at(rules, before)
    game.choose("decline")
    assert game.state.round == 11
    game.undo(0)
    assert game.state == before


# ---------------------------------------------------------------------------------- saves


def played(rules: Rules) -> Game:
    """A game of a few choices."""
    game = Game.new(rules, 3, seed=4, options={"open final": True})
    for _ in range(12):
        game.choose(game.state.decision.keys[-1])
    return game


def edited(tmp_path: Path, file: str, old: str, new: str) -> Rules:
    """The rules with one passage of their text changed."""
    folder = copytree(RULES, tmp_path / "homesteaders")
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new))
    return load(folder)


def test_case_177_a_save_speaks_in_names(rules: Rules) -> None:
    """Choices are keys in words; rules, options and cells have names, not numbers of a list."""
    game = played(rules)
    data = json.loads(save(game, with_state=True))
    assert data["format"] == "homesteaders-rules save 1"
    assert data["packs"] == [["homesteaders", "1"]]
    assert data["digest"] == rules.digest
    assert data["keys"] == list(game.keys)
    assert {"done", "pay 1 silver", "pass"} <= set(data["keys"])
    assert data["options"]["open final"] is True
    assert data["state"]["goods 0 silver"] == game.state.holding(0, "silver")
    assert data["state"]["round"] == game.state.round
    assert not [name for name in data["state"] if name.isdigit()]
    assert restore(save(game)).state == game.state
    assert state_from_json(save(game, with_state=True)) == game.state


def test_case_177_a_new_order_of_the_text_changes_nothing_old(rules: Rules, tmp_path: Path) -> None:
    """Remarks and blank lines move every line number: the save is still good, by its names."""
    game = played(rules)
    later = edited(tmp_path, "game.rules", "phase setup:", "# A remark.\n\n\nphase setup:")
    assert later.digest == rules.digest
    again = restore(save(game), later)
    assert (again.state, again.keys) == (game.state, game.keys)


def test_case_177_other_rules_are_noticed_and_named(rules: Rules, tmp_path: Path) -> None:
    """A price has changed since: the save is refused, and says what is no longer the same."""
    text = save(played(rules), with_state=True)
    later = edited(tmp_path, "buildings.rules", "cost 1 wood, 1 gold, 1 livestock", "cost 2 wood")
    for read in (restore, state_from_json):
        with pytest.raises(BadSave) as error:
            read(text, later)
        assert error.value.changed == ("building Lawyer",)


def test_case_177_another_format_is_refused(rules: Rules) -> None:
    """A save of a version to come is not read as one of today."""
    data = json.loads(save(played(rules)))
    with pytest.raises(BadSave, match="format"):
        restore(json.dumps({**data, "format": "homesteaders-rules save 2"}))
