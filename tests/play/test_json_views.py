"""Views as JSON: what the published schema says, and nothing that the viewer may not know."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from homesteaders_rules import GameError, State, View, apply, load, new_game, view
from homesteaders_rules.testing.situations import situation
from play.schemas import FOLDER, SCHEMAS, faults, page


def some_states(pack: str, wanted: int = 12) -> list[State]:
    random, rules = Random(pack), load(pack)
    state = new_game(rules, 3, 2, options={"new buildings": True} if "new" in pack else {})
    states: list[State] = []
    while not state.over and len(states) < wanted * 20:
        states.append(state)
        state, _ = apply(state, random.choice(state.options))
    return states[::20]


@pytest.mark.tree
@pytest.mark.parametrize("name", SCHEMAS)
def test_the_published_schema_is_what_is_written(name: str) -> None:
    """Otherwise: python tests/play/schemas.py."""
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == page(name)


@pytest.mark.parametrize("pack", ["homesteaders", "new_beginnings", "montana", "agricola"])
def test_views_are_as_the_schema_says(pack: str) -> None:
    for state in some_states(pack):
        for seat in (None, 0, 1):
            seen = view(state, seat)
            data = json.loads(seen.to_json())
            assert faults(data, SCHEMAS["view"]()) == []
            assert data["players"][1]["goods"].keys() == data["stock"].keys()
            assert tuple(data["options"]) == seen.options
            assert_same_as_state(data, seen, state)


def test_a_grid_is_as_it_lies() -> None:
    """Cells with tiles and what is on them, and what is enclosed, are in a view of Agricola."""
    rules = load("agricola")
    cells = {(0, "A1"): {"field": 1, "grain": 3}}
    state = situation(rules, 2, "work", cells=cells, areas=[(0, ["A5"])])
    data = json.loads(view(state, 1).to_json())
    assert faults(data, SCHEMAS["view"]()) == []
    grid = {cell["name"]: cell for cell in data["players"][0]["grid"]}
    assert (grid["A1"]["tile"], grid["A1"]["lying"]) == ("field", {"grain": 3})
    assert (grid["A5"]["area"], grid["A5"]["built"]) == (1, [True] * 4)
    assert len(grid) == len(data["players"][1]["grid"]) == 15


def test_what_lies_on_a_piece_is_of_who_left_it() -> None:
    rules = load(Path(__file__).parents[2] / "examples" / "tidewater")
    lying = {"Lagoon": {"sailor": 1}}
    seen = view(situation(rules, 2, "daytime", lying=lying, users={"Lagoon": 1}), 0)
    lying = json.loads(seen.to_json())["lying"]
    left = [each for each in lying if each["user"] is not None]
    assert left == [{"piece": "Lagoon", "good": "sailor", "amount": 1, "user": 1}]


def assert_same_as_state(data: dict[str, Any], seen: View, state: State) -> None:
    for seat in seen.seats:
        player = data["players"][seat]
        assert tuple(player["pieces"]) == state.pieces(seat)
        assert seen.placed(seat) == state.placed(seat)
        for good, amount in player["goods"].items():
            assert amount in (None, state.holding(seat, good))
        for track, space in player["tracks"].items():
            assert space == state.position(track, seat)
    for track, space in data["tracks"].items():
        assert space == state.position(track)
    assert seen.turn == state.turn
    if not state.secret:
        assert seen.prompt == state.decision.prompt


def test_the_validator_finds_what_is_wrong() -> None:
    schema = SCHEMAS["view"]()
    data = json.loads(view(new_game(load("homesteaders"), 2, 1), 0).to_json())
    wrong: list[dict[str, Any]] = [
        data | {"round": "1"},
        data | {"over": 1},
        data | {"decider": -1},
        data | {"more": 1},
        data | {"lots": [{"number": 1}]},
        {name: value for name, value in data.items() if name != "phase"},
    ]
    assert all(faults(each, schema) for each in wrong)


def test_a_view_refuses_what_is_not_there() -> None:
    seen = view(new_game(load("homesteaders"), 2, 1), 0)
    for ask in (
        lambda: seen.placed(2),
        lambda: seen.position("Riverboat", 0),
        lambda: seen.lying("Farm", "gems"),
        lambda: seen.display("building"),
        lambda: seen.pieces(-1),
    ):
        with pytest.raises(GameError):
            ask()
