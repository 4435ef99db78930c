"""Small games of the tests, and how they are read and played with every step checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from homesteaders_rules import Event, Game, Rules, State, apply, load, new_game
from homesteaders_rules.runtime.recording.kinds import Started
from homesteaders_rules.testing.checks import check_game, check_guards, check_honest, check_step
from homesteaders_rules.testing.walks import walk
from sizes import size

HEAD = """\
game Small, version 1, for 2-4 players
public money/moneys: 40 star/stars, 60 coin/coins, 30 pebble/pebbles
scoring in stars:
    stars: 1 per star
"""


READ: dict[str, Rules] = {}
"""What was read, by its text: rules never change, and many tests are about the same game."""


def small(folder: Path, text: str, head: str = HEAD) -> Rules:
    """The rules of a game: ``head``, and what a test is about."""
    file = folder / "small.rules"
    file.write_text(head + text, encoding="utf-8")
    if head + text not in READ:
        READ[head + text] = load(file)
    return READ[head + text]


def play_checked(rules: Rules, games: int = 4, most: int = 120) -> None:
    """Random games at tables of each size, every step checked, every state taken back.

    In a hurry it is the beginning of one game of each size.
    """
    games, most = size(1, games), size(min(most, 60), most)
    for players in rules.players:
        for seed in range(games):
            check_honest(new_game(rules, players, seed))
            for step in walk(rules, players, seed, anytime=0.3, most=most):
                check_step(step.before, step.after, step.events)
                assert_they_name_their_lines(step.events)
                check_guards(step.before)
                check_honest(step.after)


def assert_they_name_their_lines(events: Sequence[Event]) -> None:
    """Each event knows the line of the rules that it follows from; a round follows from none."""
    lost = [each for each in events if each.span is None]
    assert all(isinstance(each, Started) and "round" in each.what for each in lost), lost


def game_in_step(rules: Rules, players: int, seed: int, most: int = 3000) -> None:
    """A random game to its end, in step with its second reading."""
    game = Game.new(rules, players, seed)
    for step in walk(rules, players, seed, anytime=0.2, most=most):
        game.choose(step.option.key)
    assert game.state.over
    check_game(game)


def played(state: State, *keys: str) -> State:
    """The state after some choices."""
    for key in keys:
        state, _ = apply(state, key)
    return state
