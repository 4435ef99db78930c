"""Games for one player: nobody else is anywhere, and all that speaks of others still works."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import new_game, score
from homesteaders_rules.play.scoring import winners
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.situations import situation

from .small import HEAD, game_in_step, play_checked, played, small

ALONE = HEAD.replace("for 2-4 players", "for 1-3 players")
CHOICE = "gain 1 coin or gain 1 star"
PHASES = {
    "each other player": f"each player: {CHOICE}, then show\naction show:\n"
    "    each other player: gain 1 pebble",
    "others asked": f"each player:\n    {CHOICE}\n"
    "    each other player: may pay 1 coin to gain 1 star",
    "others in secret": f"each player:\n    {CHOICE}\n    each other player, in secret: {CHOICE}",
    "in secret": f"each player, in secret: {CHOICE}",
    "turns": f"each player takes a turn, in reverse order: {CHOICE}",
    "most": f"each player:\n    {CHOICE}\n    if you have the most coins: gain 1 pebble",
    "with the fewest": f"each player: {CHOICE}\nafter work: each player with the fewest coins, "
    "at least 1: gain 1 star",
    "before you": f"each player: {CHOICE}, then gain 1 pebble per player before you",
    "next": f"each player: {CHOICE}\nafter work: the next player becomes start player",
    "other": f"each player: {CHOICE}\nafter work: the other player becomes start player",
    "random": f"each player: {CHOICE}\nafter work: a random player becomes start player",
    "first": f"each player: {CHOICE}\n"
    "after work: the player with the most coins becomes start player",
    "you": f"each player: {CHOICE} or you become start player",
    "conditions": f"""each player: {CHOICE}
after work:
    with 1 player: each player: gain 1 pebble
    with 2 or more players: each player: gain 2 pebbles""",
    "short": f"""each player: {CHOICE}
limited: pebble
when pebble runs short: each player gives 1 back, until there is enough
after work: each player: gain 9 pebbles""",
}


@pytest.mark.parametrize("name", PHASES)
def test_what_speaks_of_others_works_without_them(name: str, tmp_path: Path) -> None:
    text = f"play:\n    rounds 1-4: work\nphase work: {PHASES[name]}\n"
    rules = small(tmp_path, text, ALONE)
    play_checked(rules, games=1, most=12)
    game_in_step(rules, 1, seed=1)
    assert new_game(rules, 1, 1).decision.player == 0


def test_who_plays_alone_wins_alone(tmp_path: Path) -> None:
    text = f"play:\n    rounds 1-2: work\nphase work: each player: {CHOICE}\n"
    example = """\
example so, with 1 player:
    in work
    player 1: "gain 1 star", "gain 1 star"
    the game is over
    player 1 scores 2
    player 1 wins
"""
    rules = small(tmp_path, text + example, ALONE)
    assert not [str(each) for each in failures(rules)]
    state = played(situation(rules, 1, "work"), "gain 1 star", "gain 1 star")
    assert state.over
    assert winners(state) == (0,)
    assert score(state)[0].total == 2
