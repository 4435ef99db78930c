"""Phases that are played in some rounds only, after those of every round."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import GameError, Rules, new_game, read
from homesteaders_rules.bots.calendar import Course, Now
from homesteaders_rules.commands.definitions.course import Play
from homesteaders_rules.runtime.recording.kinds import Started
from homesteaders_rules.telling.describing import describe
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import walk

from .small import game_in_step, play_checked, small

GAME = """\
play:
    rounds 1-6: work
    rounds 2 and 4-6, afterwards: harvest, feast
    round 6, afterwards: feast
    final round: work
phase work: each player: gain 1 coin or gain 1 pebble
phase harvest: each player: gain 1 star
phase feast: each player: may pay 1 coin to gain 1 pebble
"""
EXAMPLES = """
example in its round, with 2 players:
    round 4
    player 1 has 0 stars, 1 coin
    in harvest
    player 1 has 1 star
    player 1 can "pay 1 coin to gain 1 pebble"
"""


@pytest.fixture(scope="module")
def seasons(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return small(tmp_path_factory.mktemp("seasons"), GAME + EXAMPLES)


def test_they_are_played_in_those_rounds_and_in_no_others(seasons: Rules) -> None:
    began: dict[int, list[str]] = {}
    for step in walk(seasons, 2, seed=1, most=200):
        for event in step.events:
            if isinstance(event, Started) and event.what == "phase":
                began.setdefault(step.after.round, []).append(event.name)
    later = {number: [name for name in names if name != "work"] for number, names in began.items()}
    feasts = {number: names.count("feast") for number, names in later.items()}
    assert feasts == {2: 1, 3: 0, 4: 1, 5: 1, 6: 2, 7: 0}
    assert sum(names.count("harvest") for names in later.values()) == 4


def test_its_examples_hold_and_it_goes_as_its_second_reading(seasons: Rules) -> None:
    assert not [str(each) for each in failures(seasons)]
    play_checked(seasons, games=1, most=40)
    game_in_step(seasons, 3, seed=4)


def test_a_situation_is_in_a_round_that_has_the_phase(seasons: Rules) -> None:
    assert situation(seasons, 2, "harvest", 5).phase == "feast"
    told = '"harvest"; it comes in rounds 2, 4, 5 and 6: write "round 2" above it'
    with pytest.raises(GameError, match=f"no phase of that round is called {told}"):
        situation(seasons, 2, "harvest", 3)


def test_the_play_says_itself_and_counts_what_comes(seasons: Rules) -> None:
    (play,) = seasons.of(Play)
    assert play.phases_of(6) == ("work", "harvest", "feast", "feast")
    assert play.rounds_of("harvest") == {2, 4, 5, 6}
    told = "\n".join(text for _, text in describe(play, seasons.vocabulary))
    assert "rounds 2 and 4-6, afterwards: harvest, feast" in told
    assert "round 6, afterwards: feast" in told
    course = Course(new_game(seasons, 2, 1).table)
    assert course.returns("feast", Now(1, "work", last=6)) == 5
    assert course.returns("feast", Now(5, "harvest", last=6)) == 3


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("rounds 2, 9, afterwards: feast", "E302"),
        ("rounds 4 and 2, afterwards: feast", "E324"),
        ("rounds 2, afterwards: fest", "E201"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, line: str, code: str) -> None:
    text = GAME.replace("round 6, afterwards: feast", line)
    file = tmp_path / "wrong.rules"
    small_head = "game Small, version 1, for 2-4 players\n"
    goods = "public money/moneys: 40 star/stars, 60 coin/coins, 30 pebble/pebbles\n"
    file.write_text(small_head + goods + "scoring in stars:\n    stars: 1 per star\n" + text)
    _, found = read(file)
    assert code in [each.code for each in found], "\n".join(map(str, found))
