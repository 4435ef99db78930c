"""Small games that once passed the checks and then broke: they are played, or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import apply, new_game, read, why_not
from homesteaders_rules.testing.checks import check_guards
from hostile.minis import mini, play

if TYPE_CHECKING:
    from pathlib import Path

    from homesteaders_rules import Rules, State

GAME = """\
game Gen, version 1, for 2 players
play:
    rounds 1-2: aa
public money/moneys: 9 star/stars, {notes} note/notes, 9 coin/coins
scoring in stars:
    stars: 1 per star
"""


def game(folder: Path, text: str, notes: int = 9) -> Rules:
    path = folder / "gen.rules"
    path.write_text(GAME.format(notes=notes) + text, encoding="utf-8")
    rules, found = read(path)
    assert rules is not None, found
    return rules


def keys(state: State) -> set[str]:
    return {option.key for option in state.decision.all}


# ---------------------------------------------------------------------------------- guards

LIMITED = {
    "2 notes -> 1 note, 1 star": {"swap"},
    "1 note -> 1 note, 1 star": {"swap", "swap 2"},
    "1 note -> 2 notes": set(),
    "2 notes -> 3 notes": set(),
    "2 notes -> 2 notes, 1 star": {"swap"},
}


@pytest.mark.parametrize("exchange", LIMITED)
def test_what_is_paid_goes_back_to_the_stock_before_anything_is_given(
    exchange: str, tmp_path: Path
) -> None:
    """Each player holds two of the four notes, and the stock none."""
    text = f"limited: note\nexchange swap: {exchange}\nphase aa:\n"
    text += "    with 2 players: each player: gain 2 notes\n    each player: may gain 1 star\n"
    state = new_game(game(tmp_path, text, notes=4), 2)
    assert keys(state) - {"gain 1 star", "decline"} == LIMITED[exchange]
    check_guards(state)
    for key in LIMITED[exchange]:
        apply(state, key)
    if not LIMITED[exchange]:
        assert "the stock has 0 notes" in str(why_not(state, "swap"))


# ---------------------------------------------------------------------------------- pieces


def test_copies_are_removed_in_the_middle_of_a_game(tmp_path: Path) -> None:
    added = "action extra: each player: gain 1 star or remove 1 copy of each tree that has "
    rules, found = mini(tmp_path, added + "2 or more copies\n")
    assert rules is not None, found
    assert play(rules, games=6) > 100
