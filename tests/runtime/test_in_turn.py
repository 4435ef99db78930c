"""Goods placed in turn on the places of all: free places, turns, who is left out, and the end."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from homesteaders_rules import Game, Rules, apply, narrate, restore, save, why_not
from homesteaders_rules.cli.screen import show_state
from homesteaders_rules.errors import BadSave
from homesteaders_rules.play.validation import checked
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.situations import situation

from .small import game_in_step, play_checked, played, small

HEAD = """\
game Hamlet, version 1, for 1-5 players

public stuff/stuffs: 90 wood, 90 grain, 200 food, 90 star/stars
public villager/villagers: 25 person/people
limited: wood, grain
exchange eat: 1 grain -> 1 food

play:
    setup
    rounds 1-5: refilling, work, meal

phase setup:
    move printed spaces from box to board
    a random player becomes start player
    each player: gain 2 people, 2 food
phase refilling: each player: gain 1 food
phase meal: each player: discard 2 food

piece space/spaces:
    labels: printed, late
    places: box, board

scoring in stars:
    stars: 1 per star
    goods: 1 per wood, 1 per grain
"""
WORK = """\
phase work:
    place people:
        all of them come back first
        none stays idle while a place is free
        the start player begins, and turns pass to the left
        each turn places one
        a place is for anybody, and for one until all come back
        what a place gives happens at once, and a place that can give nothing is not free
"""
SPACES = """\
space Forest:
    printed
    1 person: gain 2 wood

space Field:
    printed
    1 person: gain 1 grain

space Market:
    printed
    1 person: pay 1 grain to gain 3 food or pay 2 wood to gain 1 star

space "Inn and Fair":
    printed
    1 person:
        pay 1 food
        gain 1 star or gain 1 wood
        may pay 1 wood to gain 1 star

space Nursery:
    printed
    1 person: if you have 2 or fewer people: pay 2 food to gain 1 person

space Camp:
    late
    1 person: gain 9 stars
"""
ANOTHER = """
public token/tokens: 5 clock/clocks
exchange sing, in your turn: 1 food -> 1 star
after setup: each player: gain 1 clock

space Tower:
    printed
    1 person: may pay 1 clock to take another turn
"""


@pytest.fixture(scope="module")
def hamlet(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return small(tmp_path_factory.mktemp("hamlet"), WORK + SPACES, HEAD)


def examples_of(folder: Path, text: str, work: str = WORK) -> list[str]:
    return [str(each) for each in failures(small(folder, work + SPACES + text, HEAD))]


def test_every_promise_holds(hamlet: Rules) -> None:
    play_checked(hamlet, games=1, most=60)


@pytest.mark.parametrize("players", [1, 2, 5])
def test_it_goes_as_its_second_reading(hamlet: Rules, players: int) -> None:
    game_in_step(hamlet, players, seed=players)


def test_turns_go_round_and_places_are_for_one(tmp_path: Path) -> None:
    assert not examples_of(
        tmp_path,
        """
example in turn, with 3 players:
    player 2 is start player
    player 1 has 2 people, 0 food
    player 2 has 1 person, 0 food, 0 wood
    player 3 has 2 people, 2 food
    in work
    player 2 can "place person on Forest", "place person on Field"
    player 2 cannot "place person on Market", "place person on Nursery", "place person on Camp"
    player 2: "place person on Forest"
    player 2 has 2 wood
    player 3 cannot "place person on Forest"
    player 3: "place person on Inn and Fair", "pay 1 food"
    player 3 has 1 food
    player 3: "gain 1 wood"
    player 3: "pay 1 wood to gain 1 star"
    player 1 is next
    player 1: "place person on Field"
    player 1 can "place person on Market"
    player 1 cannot "place person on Field"
""",
    )


def test_who_has_nobody_left_is_left_out_and_so_is_who_has_no_place_of_use(tmp_path: Path) -> None:
    assert not examples_of(
        tmp_path,
        """
example one has more people, with 2 players:
    player 1 has 3 people, 0 food, 0 wood
    player 2 has 1 person, 0 food
    in work
    player 1: "place person on Forest"
    player 2: "place person on Field"
    # The Market still has something for player 1, and then nothing has.
    player 1: "place person on Market", "pay 2 wood to gain 1 star"
    the phase is over

example nothing for the first and something for the second, with 2 players:
    player 1 has 2 people, 0 food, 0 grain, 0 wood
    player 2 has 3 people, 2 food
    in work
    player 1: "place person on Forest"
    player 2: "place person on Field"
    player 1: "place person on Market", "pay 2 wood to gain 1 star"
    player 2: "place person on Inn and Fair", "pay 1 food", "gain 1 wood", "decline"
    the phase is over
""",
    )


def test_an_exchange_that_takes_the_last_way_is_not_offered(tmp_path: Path) -> None:
    assert not examples_of(
        tmp_path,
        """
example the grain is needed, with 2 players:
    player 1 has 1 person, 1 grain, 0 food
    player 2 has 1 person, 0 food
    in work
    player 1: "place person on Market"
    player 1 can "pay 1 grain to gain 3 food"
    player 1 cannot "eat"

example eaten before, with 2 players:
    player 1 has 1 person, 1 grain, 0 food
    player 2 has 1 person, 0 food
    in work
    player 1 cannot "place person on Inn and Fair"
    player 1: "eat"
    player 1 can "place person on Inn and Fair"
    player 1 cannot "place person on Market"
""",
    )


def test_nothing_is_placed_by_whom_an_exchange_has_left_nobody(tmp_path: Path) -> None:
    """What is exchanged in the middle of a turn counts: those placed and those left are theirs."""
    rules = small(tmp_path, SPACES + WORK + "exchange send home: 1 person -> 2 food\n", HEAD)
    state = situation(rules, 2, "work", holdings={0: {"person": 2}, 1: {"person": 2}})
    state = played(state, "place person on Forest", "place person on Field")
    assert why_not(state, "send home") is not None
    assert "place person on Market" in state.decision.keys
    idle = WORK.replace("none stays idle while a place is free", "any of them may stay idle")
    rules = small(tmp_path, SPACES + idle + "exchange send home: 1 person -> 2 food\n", HEAD)
    state = situation(rules, 2, "work", holdings={0: {"person": 2}, 1: {"person": 2}})
    state = played(state, "place person on Forest", "place person on Field", "send home")
    assert [option.key for option in state.options] == ["done"]
    assert why_not(state, "place person on Market") == "you have no person left to place"
    play_checked(rules, games=1)
    game_in_step(rules, 2, 1)


def with_sentences(**other: str) -> str:
    text = WORK
    for first, second in other.items():
        said = {
            "idle": "none stays idle while a place is free",
            "back": "all of them come back first",
            "turns": "the start player begins, and turns pass to the left",
            "each": "each turn places one",
            "one": "and for one until",
            "free": "is not free",
        }[first]
        text = text.replace(said, second)
    return text


@pytest.mark.parametrize(
    ("other", "story"),
    [
        (
            {"turns": "the start player begins, and turns pass to the right"},
            """
    player 1: "place person on Forest"
    player 3: "place person on Field"
    player 2 is next
""",
        ),
        (
            {"each": "each turn places all"},
            """
    player 1: "place person on Forest", "place person on Field"
    player 2: "place person on Market", "pay 2 wood to gain 1 star"
    player 2: "place person on Inn and Fair", "pay 1 food", "gain 1 star"
    player 3: "place person on Nursery", "pay 2 food"
    the phase is over
""",
        ),
        (
            {"one": "and for one of each player until"},
            """
    player 1: "place person on Forest"
    player 2: "place person on Forest"
    player 3: "place person on Forest"
    player 1 cannot "place person on Forest"
    player 1 can "place person on Field"
""",
        ),
        (
            {"free": "is free too"},
            """
    player 1: "place person on Market"
    player 2: "place person on Nursery", "pay 2 food"
    player 2 has 3 people, 0 food
    player 3: "place person on Inn and Fair", "pay 1 food", "gain 1 wood", "decline"
""",
        ),
        (
            {"idle": "any of them may stay idle"},
            """
    player 1: "place person on Forest"
    player 2: "done"
    player 3: "done"
    player 1: "place person on Field"
    the phase is over
""",
        ),
    ],
)
def test_each_sentence_has_another_in_its_place(
    tmp_path: Path, other: dict[str, str], story: str
) -> None:
    setting = """
example so, with 3 players:
    player 1 has 2 people, 0 food, 0 wood
    player 2 has 2 people, 2 food, 2 wood
    player 3 has 2 people, 2 food
    in work
"""
    assert not examples_of(tmp_path, setting + story[1:], with_sentences(**other))
    play_checked(small(tmp_path, with_sentences(**other) + SPACES, HEAD), games=1, most=25)
    game_in_step(small(tmp_path, with_sentences(**other) + SPACES, HEAD), 3, seed=5)


def test_a_turn_is_somebodys_and_another_may_be_taken(tmp_path: Path) -> None:
    rules = small(tmp_path, WORK + SPACES + ANOTHER, HEAD)
    held = {0: {"person": 3, "clock": 1}, 1: {"person": 1}}
    state = played(situation(rules, 2, "work", holdings=held), "place person on Tower")
    assert state.turn == 0
    state = played(state, "pay 1 clock to take another turn")
    assert (state.turn, state.decision.player) == (0, 0)
    state = played(state, "place person on Forest", "place person on Field")
    assert (state.turn, state.decision.player) == (0, 0)
    state = played(state, "sing", "place person on Market", "pay 2 wood to gain 1 star")
    assert state.round == 2
    play_checked(rules, games=1, most=25)
    game_in_step(rules, 3, seed=2)


OWN = """
piece hut/huts:
    places: shed, players
    moments: rent
each player may own 1 hut of each name
hut Cabin: 1 person: gain 1 wood
after setup: each player: take Cabin
after work: each player: collect rent

space Yard:
    printed
    1 person: place people
"""


def test_who_is_on_a_place_of_all_is_on_none_of_their_own(tmp_path: Path) -> None:
    """And what comes back from one's own places stays on those of all: the placing ends."""
    rules = small(tmp_path, WORK + SPACES + OWN.replace("take Cabin", "take any hut"), HEAD)
    held = {0: {"person": 3}, 1: {"person": 0}}
    state = situation(rules, 2, "work", holdings=held, pieces={0: ["Cabin"]})
    state = played(state, "place person on Yard", "place person Cabin 1", "done")
    assert state.placed(0) == (("Cabin", 1), ("Yard", 1))
    assert "place person on Yard" not in state.decision.keys
    state = played(state, "place person on Forest")
    assert state.round == 2
    play_checked(rules, games=1, most=25)
    game_in_step(rules, 3, seed=1)


def test_a_reason_is_told_for_what_is_refused(hamlet: Rules) -> None:
    held = {0: {"person": 2, "food": 0}, 1: {"person": 2, "food": 0}}
    state = situation(hamlet, 2, "work", holdings=held)
    assert why_not(state, "place person on Camp") == "that place is not open yet"
    assert why_not(state, "place person on Market") == "that place can give you nothing now"
    assert why_not(state, "done") == "no person may stay idle while a place is free"
    state = played(state, "place person on Forest")
    assert why_not(state, "place person on Forest") == "that place is taken"
    assert state.placed(0) == (("Forest", 1),)


def test_a_game_is_taken_back_and_kept_in_the_middle_of_a_place(hamlet: Rules) -> None:
    game = Game.new(hamlet, 3, seed=2)
    while "gain 1 star" not in [option.key for option in game.state.decision.options]:
        keys = [option.key for option in game.state.decision.options]
        inn = "place person on Inn and Fair"
        game.choose(inn if inn in keys else keys[0])
    assert restore(save(game), hamlet).state == game.state
    before = game.state
    player = before.decision.player
    game.choose("gain 1 wood")
    game.undo(player)
    assert game.state == before


def test_what_is_told_and_shown_says_who_is_where(hamlet: Rules) -> None:
    state = situation(hamlet, 2, "work")
    state, events = apply(state, "place person on Forest")
    (told, *_) = narrate(events, state.table)
    assert str(told) == "Player 1 places 1 person on Forest, gains 2 wood (Forest)"
    console = Console(width=120, file=StringIO(), force_terminal=False)
    show_state(console, state, ["Ann", "Ben"])
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    (forest,) = [line for line in lines if line.startswith("Forest")]
    assert forest.split() == ["Forest", "Ann", "1", "person:", "gain", "2", "wood"]
    assert not [line for line in lines if line.startswith("Camp")]


def test_no_state_from_outside_has_two_on_a_place_for_one(hamlet: Rules) -> None:
    state = played(situation(hamlet, 2, "work"), "place person on Forest")
    cells, placed = list(state.cells), state.table.layout.placed
    cells[placed + 1] = cells[placed]
    with pytest.raises(BadSave, match="more than one has placed something on Forest"):
        checked(state.table, cells)
