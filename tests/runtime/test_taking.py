"""Pieces that players own and do not build: chosen, drawn at random, and dealt."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import BadTable, Game, Rules, State, apply, load, new_game, restore, save
from homesteaders_rules.testing.checks import check_game
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import walk

TEXT = """\
pack Powers, version 1, extends Homesteaders

piece power/powers:
    labels: early, late
    places: drawer, players
    moments: income

each player may own 1 power of each name

power Woodcutter:
    early
    income: gain 1 wood
power Broker:
    early
    whenever you pass: gain 1 trade
power Smith:
    late
    2 copies
    1 gold may pay for 1 steel
power Cook:
    late
    income: gain 1 food
power Mason:
    late
    worth 1 point

after setup:
    {}
"""
LATE = {"Smith", "Cook", "Mason"}


@pytest.fixture
def powers(tmp_path: Path) -> Rules:
    return rules_with(tmp_path, "each player: take a random late power")


def rules_with(folder: Path, setup: str) -> Rules:
    file = folder / "powers.rules"
    file.write_text(TEXT.format(setup), encoding="utf-8")
    return load(file)


def own(state: State, player: int) -> set[str]:
    return {name for name in state.pieces(player) if name in LATE}


def test_everybody_draws_one_and_no_copy_is_lost(powers: Rules) -> None:
    drawn = set()
    for seed in range(20):
        state = new_game(powers, 3, seed)
        hands = [own(state, player) for player in range(3)]
        assert [len(hand) for hand in hands] == [1, 1, 1]
        left = {name: state.copies("drawer", name) for name in LATE}
        assert {n: left[n] + sum(n in hand for hand in hands) for n in LATE} == {
            "Smith": 2,
            "Cook": 1,
            "Mason": 1,
        }
        drawn |= {(player, *hand) for player, hand in enumerate(hands)}
        assert new_game(powers, 3, seed) == state
    assert len(drawn) == 9


def test_a_deal_says_what_is_drawn(powers: Rules) -> None:
    deal = {"powers": ["Cook", "Smith", "Smith"], "start player": 1}
    state = new_game(powers, 3, 4, deal=deal)
    assert [own(state, player) for player in range(3)] == [{"Smith"}, {"Cook"}, {"Smith"}]
    game = Game.new(powers, 3, 4, deal=deal)
    assert restore(save(game), powers) == game
    assert game.state == state


@pytest.mark.parametrize(
    ("dealt", "said"),
    [
        (["Cook", "Cook", "Smith"], 'the deal of powers has "Cook" where one of these is drawn'),
        (["Cook"], "the deal of powers has nothing where one of these is drawn: Smith, Mason"),
        (["Broker"], 'has "Broker" where one of these is drawn: Smith, Cook, Mason'),
        (2, "has nothing where one of these is drawn"),
    ],
)
def test_what_cannot_be_dealt_is_refused(powers: Rules, dealt: object, said: str) -> None:
    with pytest.raises(BadTable, match=said):
        new_game(powers, 3, deal={"powers": dealt})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    "wanted",
    [
        {0: ["Cook"]},
        {0: ["Cook"], 1: ["Mason"], 2: ["Smith"]},
        {0: ["Mason"], 1: ["Cook"], 2: ["Smith"]},
        {0: ["Smith", "Cook"], 1: ["Mason"]},
    ],
)
def test_what_was_drawn_is_what_a_situation_says(
    powers: Rules, wanted: dict[int, list[str]]
) -> None:
    for seed in range(8):
        state = situation(powers, 3, "income", pieces=wanted, seed=seed)
        for player, names in wanted.items():
            assert own(state, player) == set(names)
        held = [name for player in range(3) for name in own(state, player)]
        assert len(held) + sum(state.copies("drawer", name) for name in LATE) == 4


def test_what_nobody_has_is_chosen(tmp_path: Path) -> None:
    setup = "each player, from the start player: take any early power, then take any late power"
    state = new_game(rules_with(tmp_path, setup), 3, deal={"start player": 0})
    chosen = []
    for key in ("take Woodcutter", "take Smith", "take Broker", "take Smith", "take Cook"):
        chosen.append(state.decision.keys)
        assert key in state.decision.keys
        state, _ = apply(state, key)
    assert chosen == [
        ("take Woodcutter", "take Broker"),
        ("take Smith", "take Cook", "take Mason"),
        ("take Broker",),
        # Of two copies one is left.
        ("take Smith", "take Cook", "take Mason"),
        # Of the early ones none is left, and so nothing was asked.
        ("take Cook", "take Mason"),
    ]
    assert [own(state, player) for player in range(3)] == [{"Smith"}, {"Smith"}, {"Cook"}]


@pytest.mark.parametrize(
    "setup",
    [
        "each player: take a random late power, then take any early power",
        "each player, from the start player: may take any late power or take a random early power",
    ],
)
def test_games_are_played_as_the_text_says(tmp_path: Path, setup: str) -> None:
    rules = rules_with(tmp_path, setup)
    game = Game.new(rules, 2, 3)
    for step in walk(rules, 2, 3, most=60):
        game.choose(step.option.key)
    check_game(game)
