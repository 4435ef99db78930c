"""Small games that once passed the checks and then broke: they are played, or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import apply, new_game, read, why_not
from homesteaders_rules.testing.checks import check_guards
from hostile.minis import mini, play
from sizes import size

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
    assert play(rules, games=6) > size(30, 100)


# ---------------------------------------------------------------------------------- last ways

BURN = "exchange burn: 1 note -> 1 star\n"
PAYING = "    each player: pay 1 note to gain 2 stars or pay 1 note to gain 3 stars\n"
LAST_WAYS = {
    "a payment": f"{BURN}phase aa:\n    each player: gain 1 note\n{PAYING}",
    "one of two notes": f"{BURN}phase aa:\n    each player: gain 2 notes\n{PAYING}",
    "a payment under a condition": f"{BURN}phase aa:\n    each player: gain 2 notes\n"
    "    each player:\n        if you have 2 or more notes: pay 2 notes\n",
    "what is paid after something else": f"{BURN}phase aa:\n    each player: gain 2 notes\n"
    "    each player:\n        if you have 2 or more notes:\n"
    "            gain 1 star or gain 2 stars\n            pay 2 notes\n",
    "two goods paid one after the other": f"{BURN}phase aa:\n"
    "    each player: gain 2 notes, 1 coin\n    each player:\n"
    "        if you have 1 or more coins and you have 2 or more notes: pay 1 coin, 2 notes\n",
    "the last of the stock": "limited: coin\nexchange fetch: nothing -> 5 coins, when offered\n"
    "exchange grab: 1 note -> 5 coins\n"
    "phase aa:\n    each player: gain 1 note\n    each player: fetch or fetch\n",
    "parts in any order": f"{BURN}phase aa:\n    each player: gain 1 note\n    each player:\n"
    "        in any order, each once:\n            one: if you have 1 or more notes: gain 1 star\n"
    "            two: if you have 1 or more notes: gain 2 stars\n",
    "what a trigger takes": "exchange burn: 1 coin -> 1 star\nwhenever you burn: discard 1 note\n"
    f"phase aa:\n    each player: gain 1 note, 1 coin\n{PAYING}",
}


@pytest.mark.parametrize("case", LAST_WAYS)
def test_no_exchange_takes_the_last_way_out(case: str, tmp_path: Path) -> None:
    assert play(game(tmp_path, LAST_WAYS[case]), games=12)


def test_why_the_last_way_out_is_not_taken(tmp_path: Path) -> None:
    rules = game(tmp_path, LAST_WAYS["one of two notes"])
    state = new_game(rules, 2)
    assert "burn" in keys(state)
    assert "burn 2" not in keys(state)
    state, _ = apply(state, "burn")
    assert "burn" not in keys(state)
    assert str(why_not(state, "burn")).startswith("nothing would be left to choose then")
