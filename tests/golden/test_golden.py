"""Golden games come out the same: the same seed and options give the same game for ever."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from homesteaders_rules import apply, load, new_game, score

HERE = Path(__file__).parent
FILES = sorted((HERE / "games").glob("*.json"))


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("regenerate", HERE / "regenerate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.wheel
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_is_the_same(path: Path, maker: ModuleType) -> None:
    golden = read(path)
    game = {name: golden[name] for name in ("packs", "players", "seed")}
    assert maker.played(game) == golden


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_keys_alone_lead_to_the_scores(path: Path) -> None:
    golden = read(path)
    state = new_game(load(*golden["packs"]), golden["players"], golden["seed"])
    for key in golden["keys"]:
        state, _ = apply(state, key)
    assert state.over
    assert [{ln.label: ln.total for ln in each.lines} for each in score(state)] == golden["scores"]


def test_there_are_games_for_every_number_of_players(maker: ModuleType) -> None:
    assert {path.stem for path in FILES} == {
        maker.name_of(game).replace(" ", "_") for game in maker.GAMES
    }
