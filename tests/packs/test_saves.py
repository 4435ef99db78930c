"""Saves record their packs with version and digest, and are found again by the ids of these."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from homesteaders_rules import BadSave, Game, Rules, load, restore, save
from homesteaders_rules import rules as rules_module
from language.texts import pack

Written = Callable[..., Path]
INN = "pack Old Inn, version {}, extends Homesteaders\nbefore income: each player: gain 1 {}\n"


@pytest.fixture
def inn(home: Path) -> Path:
    """A pack in a folder with another name."""
    return write(home, 1, "wood")


@pytest.fixture(autouse=True)
def known_again() -> Iterator[None]:
    """What a test forgot is known again after it: other tests hold rules that are in use."""
    known = dict(rules_module._known)
    yield
    rules_module._known.update(known)


def forget() -> None:
    """Rules in use are known by their digest; a new process knows none."""
    rules_module._known.clear()


def write(home: Path, version: int, good: str) -> Path:
    return pack(home, "inn_draft", INN.format(version, good))


def saved(rules: Rules) -> str:
    game = Game.new(rules, 3, 5)
    for _ in range(4):
        game.choose(game.state.decision.keys[-1])
    return save(game)


def test_packs_versions_and_digest_are_recorded(inn: Path) -> None:
    rules = load(inn)
    data = json.loads(saved(rules))
    assert data["packs"] == [["homesteaders", "1"], ["homesteaders.old_inn", "1"]]
    assert data["digest"] == rules.digest


def test_a_save_finds_its_packs(inn: Path) -> None:
    """By their id, wherever they lie in the places where packs are looked for."""
    text = saved(load(inn))
    inn.rename(inn.with_name("somewhere_else"))
    forget()
    game = restore(text)
    assert game.rules.title == "Homesteaders with Old Inn"
    assert len(game.keys) == 4


def test_a_state_finds_them_too(inn: Path) -> None:
    state = Game.new(load(inn), 3, 5).state
    pickled = pickle.dumps(state)
    forget()
    assert pickle.loads(pickled) == state


def test_a_pack_that_is_not_found_is_named(inn: Path, tmp_path: Path) -> None:
    text = saved(load(inn))
    forget()
    moved = inn.rename(tmp_path / "my_inn")
    with pytest.raises(BadSave, match=r"homesteaders\.old_inn"):
        restore(text)
    assert len(restore(text, load(moved)).keys) == 4


def test_another_version_is_refused_and_named(home: Path, inn: Path) -> None:
    text = saved(load(inn))
    write(home, 2, "wood")
    forget()
    with pytest.raises(BadSave, match="Old Inn is version 2, and was version 1") as caught:
        restore(text)
    assert caught.value.changed == ()


def test_another_text_is_refused_and_named(home: Path, inn: Path) -> None:
    text = saved(load(inn))
    write(home, 1, "food")
    forget()
    with pytest.raises(BadSave, match="changed: before income") as caught:
        restore(text)
    assert caught.value.changed == ("before income",)


def test_other_packs_are_refused_and_named(inn: Path) -> None:
    text = saved(load(inn))
    with pytest.raises(BadSave, match=r"homesteaders\.old_inn is not among the packs"):
        restore(text, load("homesteaders"))
    with pytest.raises(BadSave, match="Peer was not among them"):
        restore(text, load(inn, "peer"))


@pytest.mark.parametrize(
    "name", ["/etc", "../inn_draft", "./inn_draft", "x.rules", "a\\b", "..", "a\0"]
)
def test_a_save_chooses_no_paths(inn: Path, name: str) -> None:
    data = json.loads(saved(load(inn)))
    data["packs"][1][0] = name
    data["digest"] = "0" * 32
    with pytest.raises(BadSave, match="is no id of a pack"):
        restore(json.dumps(data))


def test_a_comment_or_an_example_is_no_other_text(home: Path, inn: Path) -> None:
    text = saved(load(inn))
    file = inn / "inn_draft.rules"
    more = "# more\nexample wood, with 3 players:\n    in income\n    player 1 has 1 wood\n"
    file.write_text(file.read_text() + more)
    forget()
    assert len(restore(text).keys) == 4
