"""What can be done only if something is so; and two counts that are compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, why_not
from homesteaders_rules.commands.definitions.course import Action
from homesteaders_rules.language.loader import read
from homesteaders_rules.telling.describing import block
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, small

HEAD = """\
game Small, version 1, for 2 players
public money/moneys: 40 star/stars, 60 coin/coins
public family/families: 20 adult/adults, 20 child/children
public room/rooms: 30 wooden room/wooden rooms, 30 clay room/clay rooms
scoring in stars:
    stars: 1 per star
"""
PLAY = """\
play:
    rounds 1-6: work
phase work:
    each player: grow or gain 1 wooden room or gain 1 clay room or gain 1 star
action grow: {}
"""
UNFIT = "what must be done in it cannot be done now"


def game(folder: Path, effect: str) -> Rules:
    return small(folder, PLAY.format(effect), HEAD)


@pytest.mark.parametrize(
    ("condition", "rooms", "offered"),
    [
        ("you have more rooms than family", (1, 1, 1, 0), True),
        ("you have more rooms than family", (1, 1, 1, 1), False),
        ("you have fewer wooden rooms than clay rooms", (1, 2, 0, 0), True),
        ("you have fewer wooden rooms than clay rooms", (2, 2, 0, 0), False),
        ("you have as many rooms as adults", (1, 1, 2, 0), True),
        ("you have as many rooms as adults", (1, 1, 1, 1), False),
        ("you have 3 or more rooms", (1, 2, 0, 0), True),
        ("you have 3 or more rooms", (1, 1, 0, 0), False),
        ("you have more rooms than children and you have no stars", (1, 0, 0, 0), True),
        ("you have more kinds of rooms than children", (1, 1, 0, 1), True),
    ],
)
def test_it_is_offered_only_if_it_is_so(
    tmp_path: Path, condition: str, rooms: tuple[int, ...], offered: bool
) -> None:
    rules = game(tmp_path, f"only if {condition}: gain 1 child")
    names = "wooden room", "clay room", "adult", "child"
    state = situation(rules, 2, "work", holdings={0: dict(zip(names, rooms, strict=True))})
    assert ("grow" in state.decision.keys) is offered
    assert offered or why_not(state, "grow") == UNFIT


def test_what_comes_after_otherwise_may_have_its_own_condition(tmp_path: Path) -> None:
    effect = """
    if you have 1 or more adults: gain 1 child
    otherwise: only if you have 1 or more children: gain 1 adult"""
    rules = game(tmp_path, effect)
    keys = [
        situation(rules, 2, "work", holdings={0: held}).decision.keys
        for held in ({"adult": 1}, {"child": 1}, {"star": 1})
    ]
    assert ["grow" in each for each in keys] == [True, True, False]


def test_a_sequence_can_only_if_all_of_it_can(tmp_path: Path) -> None:
    """What comes first may bring what the second part asks for."""
    rules = game(tmp_path, "\n    gain 1 child\n    only in rounds 1-3: gain 1 star")
    assert "grow" in situation(rules, 2, "work", 3).decision.keys
    assert "grow" not in situation(rules, 2, "work", 4).decision.keys
    effect = "\n    gain 1 child\n    only if you have more children than adults: gain 1 star"
    rules = game(tmp_path, effect)
    for adults, offered in ((1, True), (2, False)):
        held = {0: {"adult": adults, "child": 1}}
        state = situation(rules, 2, "work", holdings=held)
        assert ("grow" in state.decision.keys) is offered
    play_checked(rules, games=1)


@pytest.mark.parametrize(
    "effect",
    [
        "only if you have more rooms than family: gain 1 child",
        "only in rounds 2-4: gain 1 child",
        "only if you have as many rooms as children: may pay 1 coin to gain 1 child",
    ],
)
def test_it_plays_and_is_shown_as_it_was_said(tmp_path: Path, effect: str) -> None:
    rules = game(tmp_path, effect)
    (line,) = block(rules.of(Action)[0].effect, rules.vocabulary, 0)
    assert game(tmp_path, line[1]).of(Action)[0].effect == rules.of(Action)[0].effect
    play_checked(rules, games=2)
    game_in_step(rules, 2, 1)


@pytest.mark.parametrize(
    ("effect", "code"),
    [
        ("only if you have more rooms than rooms: gain 1 child", "E301"),
        ("\n    only if you have no rooms: gain 1 child\n    otherwise: gain 1 star", "E310"),
        ("only if you have more rooms than foxes: gain 1 child", "E201"),
        ("in round 2: only in round 3: gain 1 child", "W531"),
    ],
)
def test_what_is_wrong_with_it(tmp_path: Path, effect: str, code: str) -> None:
    file = tmp_path / "small.rules"
    file.write_text(HEAD + PLAY.format(effect), encoding="utf-8")
    assert code in [each.code for each in read(file)[1]]
