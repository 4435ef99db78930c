"""Any so many of a group, chosen at once: gained, paid, left, exchanged, and as substitutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, why_not
from homesteaders_rules.commands.definitions.course import Action
from homesteaders_rules.commands.portions import DIFFERENT, ONE_KIND, how_many, portions
from homesteaders_rules.language.loader import read
from homesteaders_rules.telling.describing import block
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, played, small

HEAD = """\
game Small, version 1, for 2 players
public money/moneys: 40 star/stars, 60 coin/coins
public worker/workers: 9 miner/miners, 9 mason/masons, 2 reaper/reapers
limited: worker
scoring in stars:
    stars: 1 per star
"""
PLAY = """\
play:
    rounds 1-3: work
phase work:
    each player: tried or gain 1 coin
action tried: {}
"""


def game(folder: Path, effect: str, more: str = "") -> Rules:
    return small(folder, PLAY.format(effect) + more, HEAD)


def keys(folder: Path, effect: str, **held: int) -> tuple[str, ...]:
    state = situation(game(folder, effect), 2, "work", holdings={0: held})
    return played(state, "tried").decision.keys


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (
            "gain any 2 workers",
            "gain 2 miners;gain 1 miner, 1 mason;gain 1 miner, 1 reaper;gain 2 masons;"
            "gain 1 mason, 1 reaper;gain 2 reapers",
        ),
        ("gain any 2 workers of one kind", "gain 2 miners;gain 2 masons;gain 2 reapers"),
        (
            "gain any 2 workers of different kinds",
            "gain 1 miner, 1 mason;gain 1 miner, 1 reaper;gain 1 mason, 1 reaper",
        ),
        (
            "gain 2 different workers, 1 star",
            "gain 1 miner, 1 mason, 1 star;gain 1 miner, 1 reaper, 1 star;"
            "gain 1 mason, 1 reaper, 1 star",
        ),
        (
            "gain any 2 of miner, mason and coin",
            "gain 2 miners;gain 1 miner, 1 mason;gain 1 miner, 1 coin;gain 2 masons;"
            "gain 1 mason, 1 coin;gain 2 coins",
        ),
        (
            "gain any 2 of miner and mason, 1 star",
            "gain 2 miners, 1 star;gain 1 miner, 1 mason, 1 star;gain 2 masons, 1 star",
        ),
        (
            "gain 1 star, any 2 of miners and masons of one kind",
            "gain 1 star, 2 miners;gain 1 star, 2 masons",
        ),
        ("gain any 1 of miner and mason", "gain 1 miner;gain 1 mason"),
    ],
)
def test_what_is_gained(tmp_path: Path, effect: str, expected: str) -> None:
    assert ";".join(keys(tmp_path, effect)) == expected
    play_checked(game(tmp_path, effect), games=1)
    game_in_step(game(tmp_path, effect), 2, 1)


def test_what_is_paid_is_what_one_has(tmp_path: Path) -> None:
    effect = "may pay any 2 workers to gain 3 stars"
    assert keys(tmp_path, effect, miner=2, mason=1) == (
        "pay 2 miners to gain 3 stars",
        "pay 1 miner, 1 mason to gain 3 stars",
        "decline",
    )
    rules = game(tmp_path, "pay any 2 workers, then gain 1 star")
    state = situation(rules, 2, "work", holdings={0: {"miner": 1}})
    assert state.decision.keys == ("gain 1 coin",)
    state = played(situation(rules, 2, "work", holdings={0: {"miner": 1, "mason": 1}}), "tried")
    state = played(state, "pay 1 miner, 1 mason")
    assert state.holding(0, "star") == 1
    play_checked(rules, games=1)
    game_in_step(rules, 2, 1)


EXCHANGE = "exchange swap: any 2 workers -> 5 coins\n"


def test_what_is_exchanged(tmp_path: Path) -> None:
    state = situation(
        game(tmp_path, "do nothing", EXCHANGE), 2, "work", holdings={0: {"miner": 4, "mason": 1}}
    )
    listed = [option.key for option in state.anytime]
    assert listed == ["swap 2 miners", "swap 2 miners 2", "swap 1 miner, 1 mason"]
    play_checked(game(tmp_path, "do nothing", EXCHANGE), games=1)
    game_in_step(game(tmp_path, "do nothing", EXCHANGE), 2, 1)


SUBSTITUTION = "any 2 workers{} may pay for 1 miner or 1 mason or 1 reaper\n"
WAY = "pay 1 miner to gain 2 stars"


@pytest.mark.parametrize(
    ("alike", "expected"),
    [
        (
            "",
            [
                WAY,
                f"{WAY} with 2 masons as miner",
                f"{WAY} with 1 mason, 1 reaper as miner",
                f"{WAY} with 2 reapers as miner",
            ],
        ),
        (
            " of one kind",
            [WAY, f"{WAY} with 2 masons as miner", f"{WAY} with 2 reapers as miner"],
        ),
        (" of different kinds", [WAY, f"{WAY} with 1 mason, 1 reaper as miner"]),
    ],
)
def test_what_stands_in_for_one(tmp_path: Path, alike: str, expected: list[str]) -> None:
    rules = game(tmp_path, f"may {WAY}", SUBSTITUTION.format(alike))
    held = {"miner": 1, "mason": 2, "reaper": 2}
    state = played(situation(rules, 2, "work", holdings={0: held}), "tried")
    assert sorted(state.decision.keys) == sorted([*expected, "decline"])
    assert why_not(state, f"{WAY} with 1 miner, 1 mason as miner")
    play_checked(rules, games=1)
    game_in_step(rules, 2, 1)


def test_it_is_shown_as_it_was_said(tmp_path: Path) -> None:
    for effect in (
        "gain any 2 workers",
        "gain any 2 workers of one kind",
        "may pay any 2 workers of different kinds to gain 3 stars",
        "gain any 3 of miner, mason and coin",
    ):
        rules = game(tmp_path, effect)
        action = rules.of(Action)[0].effect
        ((_, said),) = block(action, rules.vocabulary, 0)
        assert said == effect


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("action wish: gain any 2 coins", "E312 there is nothing to choose: coin is one good"),
        (
            "action wish: gain any 4 workers of different kinds",
            "E312 there are no 4 different kinds among 3",
        ),
        ("action wish: gain any 25 workers", "E313 there are more than 200 ways to choose this"),
        (
            "action wish: gain any 2 workers, any 2 moneys",
            "E306 two portions are to be chosen at once",
        ),
        ("action wish: gain any 2 workers, 1 money", "E306 a portion and one of a group at once"),
        ("after work: gain any 2 elves", 'E201 unknown good "elves"'),
        ("prices:\n    star: any 2 workers", "E312 any so many cannot be chosen here"),
    ],
)
def test_what_is_wrong_with_a_portion(tmp_path: Path, line: str, found: str) -> None:
    file = tmp_path / "small.rules"
    file.write_text(HEAD + PLAY.format("do nothing") + line + "\n", encoding="utf-8")
    errors = [f"{each.code} {each.message}" for each in read(file)[1] if each.is_error]
    assert errors == [found]


@pytest.mark.parametrize("alike", ["", ONE_KIND, DIFFERENT])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_ways_are_counted_before_they_are_made(count: int, alike: str) -> None:
    ways = list(portions("abcd", count, alike))
    assert len(ways) == len(set(ways)) == how_many(4, count, alike)
    assert {sum(n for _, n in way) for way in ways} == {count}


def test_more_for_those_who_come_later(tmp_path: Path) -> None:
    text = PLAY.format("do nothing").replace("rounds", "opening\n    rounds")
    text += "phase opening:\n    a random player becomes start player\n"
    text += "    each player: gain 3 coins, 1 coin per player before you\n"
    rules = small(tmp_path, text, HEAD.replace("2 players", "2-4 players"))
    state = situation(rules, 4, "work", start_player=2)
    assert [state.holding(seat, "coin") for seat in range(4)] == [5, 6, 3, 4]


def test_nobody_pays_more_where_any_will_do(tmp_path: Path) -> None:
    """What any worker may pay is not paid with two in the place of one."""
    more = SUBSTITUTION.format("")
    held = {"miner": 1, "mason": 1, "reaper": 1}
    rules = game(tmp_path, "pay any 2 workers, then gain 1 star", more)
    state = played(situation(rules, 2, "work", holdings={0: held}), "tried")
    assert state.decision.keys == (
        "pay 1 miner, 1 mason",
        "pay 1 miner, 1 reaper",
        "pay 1 mason, 1 reaper",
    )
    play_checked(rules, games=1)
    game_in_step(rules, 2, 1)
