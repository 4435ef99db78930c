"""The sentences of placing, each with its other answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import (
    Game,
    Rules,
    State,
    apply,
    load,
    narrate,
    new_game,
    read,
    why_not,
)
from homesteaders_rules.runtime.recording.kinds import Shifted
from homesteaders_rules.testing.checks import check_game
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import walk
from runtime.small import game_in_step, played, small

PACK = """
pack Placing, version 1, extends Homesteaders

replace action allocate:
    place workers:
        {}
        {}
"""


def pack_file(folder: Path, first: str, second: str) -> Path:
    path = folder / "placing.rules"
    path.write_text(PACK.format(first, second), encoding="utf-8")
    return path


def rules_with(folder: Path, first: str, second: str) -> Rules:
    return load(pack_file(folder, first, second))


def keys_after(rules: Rules, *keys: str) -> tuple[str, ...]:
    state = situation(rules, 2, "income", holdings={0: {"worker": 2}})
    for key in keys:
        state, _ = apply(state, key)
    return state.decision.keys


def test_none_stays_idle_while_a_place_is_free(tmp_path: Path) -> None:
    first, second = "all of them come back first", "none stays idle while a place is free"
    rules = rules_with(tmp_path, first, second)
    homestead = ("place worker Homestead 1", "place worker Homestead 2")
    assert keys_after(rules) == homestead
    state = situation(rules, 2, "income", holdings={0: {"worker": 3}})
    assert why_not(state, "done") == "no worker may stay idle while a place is free"
    assert keys_after(rules, *homestead) == ("done",)


@pytest.mark.parametrize(
    ("first", "kept"),
    [("all of them come back first", ()), ("those placed stay where they are", (1, 2))],
)
def test_what_was_placed_comes_back_or_stays(
    tmp_path: Path, first: str, kept: tuple[int, ...]
) -> None:
    rules = rules_with(tmp_path, first, "any of them may stay idle")
    state = situation(rules, 2, "income", holdings={0: {"worker": 2}})
    for key in ("place worker Homestead 1", "place worker Homestead 2", "done", "pay 2 silver"):
        state, _ = apply(state, key)
    state, _ = apply(apply(state, "done")[0], "pay 1 silver")
    for key in ("neutral bid on lot 1", "pass", "gain 1 trade", "pass", "gain 1 trade"):
        state, _ = apply(state, key)
    while state.decision.player != 0:
        state, _ = apply(apply(state, "done")[0], "pay 1 silver")
    assert state.placed(0) == tuple(("Homestead", place) for place in kept)
    assert ("place worker Homestead 1" in state.decision.keys) == (not kept)


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("any of them may stay idle", "any of them may stay idle", "E321"),
        ("any of them may stay idle", "none stays idle while a place is free", "E321"),
        ("all of them come back", "any of them may stay idle", "E10"),
    ],
)
def test_wrong_sentences_are_told(tmp_path: Path, first: str, second: str, code: str) -> None:
    found, diagnostics = read(pack_file(tmp_path, first, second))
    assert found is None
    assert any(diagnostic.code.startswith(code) for diagnostic in diagnostics)


def test_a_missing_sentence_is_told_with_its_answers(tmp_path: Path) -> None:
    path = tmp_path / "placing.rules"
    text = PACK.replace("        {}\n        {}", "        any of them may stay idle")
    path.write_text(text, encoding="utf-8")
    found, (diagnostic,) = read(path)
    assert found is None
    assert diagnostic.code == "E320"
    assert "all of them come back first (or: those placed stay" in diagnostic.hint


MOVING = """
pack Moving, version 1, extends Homesteaders

building Yard:
    special, city
    2 workers: gain 1 gold
    1 worker: gain 1 copper

after income: each player, from the start player: may move 1 worker to another place
"""


@pytest.fixture(scope="module")
def moving(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    file = tmp_path_factory.mktemp("moving") / "moving.rules"
    file.write_text(MOVING, encoding="utf-8")
    return load(file)


def after_income(rules: Rules, *places: str) -> State:
    held = {0: {"silver": 9, "worker": max(len(places), 1)}, 1: {"silver": 9}}
    state = situation(rules, 2, "income", holdings=held, pieces={0: ["Yard"]})
    for place in places:
        state, _ = apply(state, f"place worker {place}")
    while state.phase == "income" and "decline" not in state.decision.keys:
        key = next(key for key in state.decision.keys if key == "done" or key.startswith("pay"))
        state, _ = apply(state, key)
    return state


def test_one_worker_moves_to_a_free_place(moving: Rules) -> None:
    state = after_income(moving, "Yard 1", "Yard 2", "Homestead 1")
    assert state.decision.keys == (
        "move worker from Homestead 1 to Homestead 2",
        "move worker from Homestead 1 to Yard 3",
        "move worker from Yard 2 to Homestead 2",
        "move worker from Yard 2 to Yard 3",
        "decline",
    )
    after, events = apply(state, "move worker from Yard 2 to Yard 3")
    assert set(after.placed(0)) == {("Homestead", 1), ("Yard", 1), ("Yard", 3)}
    assert "from Yard 2 to Yard 3" in " ".join(narrate(events, state.table))
    assert [key for key in ("gold", "copper") if after.holding(0, key)] == ["gold"]
    assert apply(state, "decline")[0].placed(0) == state.placed(0)
    assert why_not(state, "move worker from Yard 1 to Yard 3")
    assert why_not(state, "move worker from Yard 3 to Homestead 2")


def test_who_has_placed_nothing_moves_nothing(moving: Rules) -> None:
    state = after_income(moving)
    assert state.decision.keys == ("decline",)
    assert why_not(state, "move worker from Yard 1 to Yard 3") == (
        "no worker lies there, or that is not the first free place of your own"
    )


def test_moves_are_played_as_the_text_says(moving: Rules) -> None:
    game = Game.new(moving, 2, 1)
    for step in walk(moving, 2, 1, most=80):
        game.choose(step.option.key)
    check_game(game)
    assert any(key.startswith("move worker") for key in game.keys)


def test_two_are_not_moved_at_once(tmp_path: Path) -> None:
    file = tmp_path / "two.rules"
    file.write_text(MOVING.replace("move 1 worker", "move 2 worker"), encoding="utf-8")
    (finding,) = read(file)[1]
    assert (finding.code, finding.hint) == (
        "E302",
        "one after the other: 2 times: may move 1 worker to another place",
    )


SHIFTING = """\
piece hut/huts:
    labels: low
    places: box, players
    moments: rent
each player may own 1 hut of each name
hut Mill:
    low
    1 copy for each player
    1 pebble: gain 1 star
    1 pebble: gain 1 coin
    rent: move 1 pebble to another place
play:
    opening
    rounds 1-2: work
phase opening: each player: gain 1 pebble, then take Mill
phase work:
    each player: place pebbles
    each player: collect rent
"""


def test_what_a_piece_moves_to_another_place_is_told_with_the_piece(tmp_path: Path) -> None:
    rules = small(tmp_path, SHIFTING)
    state = played(new_game(rules, 2), "place pebble Mill 1", "done", "done")
    _, events = apply(state, "move pebble from Mill 1 to Mill 2")
    assert [each.piece for each in events if isinstance(each, Shifted)] == ["Mill"]
    game_in_step(rules, 2, 1)
