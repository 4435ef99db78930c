"""The machine in C does what Python does: equal options, records and cells after each decision."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from homesteaders_rules import Rules, load, new_game, read, rollout
from homesteaders_rules.linking.guarding import GuardLinker
from homesteaders_rules.linking.native.block import WORD
from sizes import THOROUGH

pytest.importorskip("homesteaders_rules_native", reason="make native builds the machine in C")

from generated.writing import write
from native.twins import PACKS, twins_of
from runtime.test_completable import CASES, game

GAMES = (Path(__file__).parents[1] / "hostile" / "games").glob("*.rules")

WHOLE = (
    "homesteaders",
    "new_beginnings",
    "montana",
    "agricola",
    "peer",
    "peer_new_beginnings",
)
"""The games of which the machine plays every table."""


@pytest.mark.parametrize("name", PACKS if THOROUGH else WHOLE[:4])
def test_random_and_biased_games_are_the_same_in_both(name: str) -> None:
    rules = load(name)
    for players in rules.players:
        for seed in range(12 if THOROUGH else 2):
            twins = twins_of(rules, players, seed)
            if twins is not None:
                played = twins.play(Random(seed), 10_000 if THOROUGH else 120, bias=seed % 2 / 2)
                assert twins.left < played / 20


def alike(rules: Rules, seed: int, most: int) -> int:
    """Games at two tables of each number of players, compared; the number of decisions."""
    played = 0
    for players in rules.players:
        for changed in (3 * seed, 3 * seed + 1):
            twins = twins_of(rules, players, changed)
            played += 0 if twins is None else twins.play(Random(seed), most, bias=seed % 2 / 2)
    return played


def test_generated_games_are_the_same_in_both(tmp_path: Path) -> None:
    played = 0
    for seed in range(60 if THOROUGH else 5):
        rules, _ = read(write(seed).write(tmp_path / str(seed)))
        played += 0 if rules is None else alike(rules, seed, 2000 if THOROUGH else 60)
    assert played > 100


SHED = """\
building Shed {0}:
    {1}, settlement
    1 copy for each player
    cost {2} food
    income: gain 1 food
    1 worker: gain 1 wood
    {3}
"""
SHEDS = (
    "income: gain 1 silver",
    "1 gold may pay for 1 wood, in build and bonus",
    "your bid may equal the bid it replaces",
    "scores 1 point per industrial building",
    "whenever you sell: gain 1 silver",
    "whenever you build another building: gain 1 point",
)


def test_more_kinds_of_pieces_than_a_word_has_bits(tmp_path: Path) -> None:
    """Places of workers too: what players own and place are sets of several words."""
    kinds = ("residential", "commercial", "industrial", "special")
    sheds = (
        SHED.format(number, kinds[number % 4], number % 2 + 1, SHEDS[number % len(SHEDS)])
        for number in range(90)
    )
    pack = tmp_path / "town.rules"
    head = "pack Town, version 1, extends Homesteaders\n"
    taken = "".join(f"        take Shed {number}\n" for number in range(60, 90, 3))
    begin = f"after setup:\n    each player:\n        gain 9 food\n{taken}"
    pack.write_text("\n".join([head, *sheds, begin]), encoding="utf-8")
    rules = load(pack)
    beyond = 0
    for seed, players in enumerate((2, 4)):
        twins = twins_of(rules, players, 3 * seed)
        assert twins is not None
        assert twins.play(Random(seed), 10_000 if THOROUGH else 150, bias=0.3) > 100
        owned = twins.program.exchanges[0].owned
        beyond += sum((twins.cells[owned + seat] >> WORD).bit_count() for seat in range(players))
        assert not twins.left
        native, python = (new_game(rules, players, seed, machine=m) for m in ("native", "python"))
        assert rollout(native, seed, 150) == rollout(python, seed, 150)
    assert beyond > 20


@pytest.mark.parametrize("tries_all", [False, True])
@pytest.mark.parametrize("body", [case[0] for case in CASES.values()], ids=CASES)
def test_what_is_tried_out_is_the_same_in_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, *, tries_all: bool
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(GuardLinker, "tries_all", tries_all)
        rules = game(tmp_path, body)
        twins = [twins_of(rules, players, 0) for players in rules.players]
        assert sum(each.play(Random(2), 200) for each in twins if each is not None) > 20
        assert [each.left for each in twins if each is not None] == [0] * len(rules.players)


def test_small_games_are_the_same_in_both() -> None:
    """Other auctions, stacks, tracks and exchanges than those of the shipped games."""
    played = sum(alike(load(game), 2, 2000 if THOROUGH else 60) for game in sorted(GAMES))
    assert played > 100


@pytest.mark.parametrize("name", WHOLE if THOROUGH else WHOLE[:4])
def test_the_machine_plays_every_table(name: str) -> None:
    rules: Rules = load(name)
    for players in rules.players:
        assert twins_of(rules, players, 0) is not None
