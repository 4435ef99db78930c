"""The promises at every table of the games beside the base game: all players, all options."""

from __future__ import annotations

from functools import cache

import pytest

from homesteaders_rules import Game, Rules, load
from homesteaders_rules.testing.checks import check_game, check_state, check_step
from homesteaders_rules.testing.walks import finish, walk
from random_games import every_table
from sizes import THOROUGH, size, some

GAMES = ("agricola", "montana")
STEPS, EVERY = size(24, 400), size(24, 25)
"""So many choices are made, and after one of so many all that can be checked of a state is."""


@cache
def rules_of(game: str) -> Rules:
    return load(game)


def tables(game: str) -> list[tuple[str, int, tuple[str, ...]]]:
    """A game, the number of players, and the options that are changed: none, each, and all.

    In a hurry each number of players has either none or all of them changed, in turns, and the
    fewest and the most are tried.
    """
    rules = rules_of(game)
    every = tuple(rules.options)
    if not THOROUGH:
        return [(game, players, every if players % 2 else ()) for players in rules.players]
    found = [(players, tuple(options)) for players, options in every_table(rules)]
    found += [(players, every) for players in rules.players]
    return [(game, *each) for each in dict.fromkeys(found)]


@pytest.mark.parametrize(
    ("game", "players", "changed"), [each for game in GAMES for each in some(tables(game), 2)]
)
def test_all_promises_hold(game: str, players: int, changed: tuple[str, ...]) -> None:
    """Offered is accepted and can be finished, nothing is lost, views are equal, saves are whole.

    Every step is taken by the cursor too, every choice is made again from the save, and all of it
    goes in step with the second reading of the text.
    """
    rules = rules_of(game)
    options = {name: not rules.options[name] for name in changed}
    played = Game.new(rules, players, players, options)
    for number, step in enumerate(walk(rules, players, players, options, anytime=0.2, most=STEPS)):
        check_step(step.before, step.after, step.events, step.option)
        played.choose(step.option.key)
        assert played.state == step.after
        if number % EVERY == EVERY - 1:
            check_state(step.after, number)
    check_game(played)
    assert finish(played.state, players).over
