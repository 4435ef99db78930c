"""What comes in later rounds: put off, and collected when it is due."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from homesteaders_rules import (
    Due,
    Game,
    Rules,
    State,
    apply,
    narrate,
    new_game,
    read,
    restore,
    save,
    view,
)
from homesteaders_rules.cli.screen import show_state
from homesteaders_rules.commands.base import walk
from homesteaders_rules.commands.definitions.course import Phase
from homesteaders_rules.mechanisms.later.commands import Later
from homesteaders_rules.runtime.recording.kinds import Postponed
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.situations import situation
from play.schemas import SCHEMAS, faults
from runtime.small import HEAD, game_in_step, play_checked, played, small

GAME = """\
piece tool/tools:
    labels: well, spring
    places: box, shop, players
    moments: built
each player may own 1 tool of each name
tool Well:
    well
    cost 1 coin
    built: on each of the next 3 rounds: gain 1 pebble
tool Spring:
    spring
    cost 9 coins, or return 1 well
    built: on each of the next 3 rounds: gain 1 pebble
play:
    opening
    rounds 1-5: begin, work
phase opening:
    move tools from box to shop
    each player: gain 1 coin
phase begin: each player, from the start player: collect what is due
phase work: each player, from the start player: {}
"""
BUILD = "may build any"


def game(folder: Path, line: str = BUILD) -> Rules:
    return small(folder, GAME.format(line))


def test_it_comes_in_the_rounds_that_were_meant_and_no_more(tmp_path: Path) -> None:
    state = played(situation(game(tmp_path), 2, "work"), "build Well", "build nothing")
    counts = []
    while state.round < 5:
        counts.append(state.holding(0, "pebble"))
        state = played(state, "build nothing", "build nothing")
    assert [*counts, state.holding(0, "pebble")] == [1, 2, 3, 3]
    assert state.holding(1, "pebble") == 0


def test_it_comes_though_the_piece_is_gone_and_from_each_piece(tmp_path: Path) -> None:
    state = played(situation(game(tmp_path), 2, "work"), "build Well", "build nothing")
    state = played(state, "build Spring, returning Well", "build nothing")
    assert (state.round, state.holding(0, "pebble")) == (3, 3)
    assert set(state.pieces(0)) == {"Spring"}
    again = situation(game(tmp_path), 2, "work", 2, pieces={0: ["Well"]}, holdings={0: {"coin": 1}})
    again = played(again, "build Spring, returning Well", "build Well")
    assert (again.holding(0, "pebble"), again.holding(1, "pebble")) == (1, 1)


def test_nothing_comes_after_the_last_round(tmp_path: Path) -> None:
    state = situation(game(tmp_path), 2, "work", 4)
    state = played(state, "build Well", "build nothing")
    assert (state.round, state.holding(0, "pebble")) == (5, 1)
    assert not any(
        state.cells[n] for name, n in state.table.layout.at.items() if name[0] == "later"
    )


@pytest.mark.parametrize(
    ("words", "comes"),
    [
        ("on each of the next 2 rounds", [2, 3]),
        ("1 round from now", [2]),
        ("1, 3 and 4 rounds from now", [2, 4, 5]),
        ("on each round to come", [2, 3, 4, 5]),
        ("on each odd round to come", [3, 5]),
        ("on each even round to come", [2, 4]),
    ],
)
def test_the_rounds_are_said_in_words(tmp_path: Path, words: str, comes: list[int]) -> None:
    """In the first round each player puts a coin off; each round asks, so that it can be seen."""
    text = GAME.format(f"\n    in round 1: {words}: gain 1 coin\n    gain 1 pebble or gain 1 star")
    rules = small(tmp_path, text)
    (later,) = (each for each in walk(rules.of(Phase)[2]) if isinstance(each, Later))
    assert later.words(rules.vocabulary) == f"{words}: gain 1 coin"
    state = situation(rules, 2, "work", 1)
    held = {1: state.holding(0, "coin")}
    for number in range(2, 6):
        state = played(state, "gain 1 pebble", "gain 1 pebble")
        held[number] = state.holding(0, "coin")
    assert [number for number in range(2, 6) if held[number] > held[number - 1]] == comes
    game_in_step(rules, 2, 1)


def test_what_is_due_may_ask_and_comes_as_often_as_it_was_put_off(tmp_path: Path) -> None:
    rules = game(tmp_path, "on each of the next 2 rounds: may pay 1 coin to gain 1 star")
    state = situation(rules, 2, "begin", 3, holdings={0: {"coin": 5}})
    assert state.decision.player in (0, 1)
    keys = {option.key for option in state.decision.options}
    assert keys == {"pay 1 coin to gain 1 star", "decline"}
    before = state.holding(0, "star")
    state = played(state, "pay 1 coin to gain 1 star", "pay 1 coin to gain 1 star")
    assert state.holding(0, "star") == before + 2


def test_what_is_due_is_known_to_all_and_told(tmp_path: Path) -> None:
    before = situation(game(tmp_path), 2, "work", holdings={0: {"coin": 9}})
    state, events = apply(before, "build Well")
    coming = [Due(n, "gain 1 pebble", 1, (("pebble", 1),), "Well") for n in (2, 3, 4)]
    assert state.due(0) == tuple(coming)
    assert view(state, None).due(0) == view(state, 1).due(0) == state.due(0)
    assert state.due(1) == before.due(0) == ()
    assert [e for e in events if isinstance(e, Postponed)] == [
        Postponed(0, "gain 1 pebble", (2, 3, 4), piece="Well")
    ]
    told = "\n".join(narrate(events, state.table))
    assert "has due in rounds 2, 3 and 4: gain 1 pebble" in told
    seen = json.loads(view(state, 1).to_json())
    assert [each["due"] for each in seen["players"]] == [
        [
            {"round": n, "effect": "gain 1 pebble", "times": 1, "goods": {"pebble": 1}}
            | {"piece": "Well"}
            for n in (2, 3, 4)
        ],
        [],
    ]
    assert faults(seen, SCHEMAS["view"]()) == []
    later = played(state, "build nothing", "build nothing", "build nothing")
    assert [due.round for due in later.due(0)] == [4]


def test_the_terminal_shows_what_is_due(tmp_path: Path) -> None:
    before = situation(game(tmp_path), 2, "work")
    assert "due" not in shown(before)
    assert "Ann is due in rounds 2, 3 and 4: gain 1 pebble" in shown(played(before, "build Well"))


def shown(state: State) -> str:
    """The table as the terminal has it."""
    console = Console(width=80, file=StringIO())
    with console.capture() as captured:
        show_state(console, state, ["Ann", "Bob"])
    return captured.get()


def test_examples_say_what_is_due(tmp_path: Path) -> None:
    text = f"""{GAME.format(BUILD)}example a well, with 2 players:
    round 2
    player 2 has 2 pebbles due in round 3
    player 2 has 1 pebble due in round 5
    in work
    player 1: "build Well"
    player 1 has 1 pebble due in round 5
    player 2: "build nothing"
    round 3
    player 2 has 2 pebbles
    player 2 has 0 pebbles due in round 3
    player 2 has 0 pebbles due in round 4
    player 2 has 1 pebble due in round 5
"""
    assert list(failures(small(tmp_path, text))) == []
    claimed = "1 pebble due in round 5\n    player 2: "
    (wrong,) = failures(small(tmp_path, text.replace(claimed, claimed.replace("1 p", "2 p"))))
    assert wrong.message.startswith("player 1 has 1 pebble due in round 5")


@pytest.mark.parametrize(
    ("goods", "number", "message"),
    [
        ("1 coin", 3, "no effect of these rules brings just 1 coin in a later round"),
        ("1 pebble, 1 coin", 3, "no effect of these rules brings just 1 pebble, 1 coin in"),
        ("99 pebbles", 3, "no effect of these rules brings just 99 pebbles in a later round"),
        ("1 pebble", 1, "round 1 is none of the rounds to come, 2-5"),
        ("1 pebble", 6, "round 6 is none of the rounds to come, 2-5"),
    ],
)
def test_what_cannot_be_due_is_refused(
    tmp_path: Path, goods: str, number: int, message: str
) -> None:
    lines = f"    round 2\n    player 1 has {goods} due in round {number}\n    in work\n"
    text = f"{GAME.format(BUILD)}example a well, with 2 players:\n{lines}"
    (wrong,) = failures(small(tmp_path, text))
    assert message in wrong.message


def test_later_rounds_are_read_twice_and_saved(tmp_path: Path) -> None:
    rules = game(tmp_path)
    game_in_step(rules, 2, 1)
    play_checked(rules, games=1)
    began = Game.new(rules, 2, 1)
    began.choose("build Well")
    assert restore(save(began), rules).state == began.state


def test_nothing_is_put_off_in_a_final_round_before_the_last_number(tmp_path: Path) -> None:
    text = """\
play:
    rounds until the end: work
    final round: work
phase work: each player:
    the game ends after this round
    may gain 1 coin
    on each of the next 2 rounds: gain 1 pebble
    collect what is due
"""
    rules = small(tmp_path, text)
    state = played(new_game(rules, 2, 1), "decline", "decline")
    assert (state.round, state.is_final) == (2, True)
    _, events = apply(state, "gain 1 coin")
    assert [each for each in events if isinstance(each, Postponed)] == []
    game_in_step(rules, 2, 1)


def test_what_is_never_collected_is_told(tmp_path: Path) -> None:
    file = tmp_path / "never.rules"
    text = GAME.format(BUILD).replace("collect what is due", "gain 1 coin")
    file.write_text(HEAD + text, encoding="utf-8")
    _, found = read(file)
    assert "W517" in {each.code for each in found}
