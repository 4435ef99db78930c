"""Checks of an end that is reached: something ends the game, and only where rounds go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.definitions.course import Play
from ...mechanisms.ending import GameEnds
from .context import table_words

if TYPE_CHECKING:
    from .context import Checking


def check_end(checking: Checking) -> None:
    """Where rounds go on until the end something ends the game, and nowhere else."""
    enders = [(c, given) for c, given in checking.placed() if isinstance(c, GameEnds)]
    plays = checking.rules.of(Play)
    for play in plays:
        table = play.until_end and checking.missing_table(
            play.conditions, [given for _, given in enders]
        )
        if table:
            where = f" {table_words(table)}" if enders else ""
            message = f"rounds go on until the end, and nothing ends the game{where}"
            checking.report(
                "E561", message, play, "write where it ends: the game ends after this round"
            )
    endless = [play.conditions for play in plays if play.until_end]
    for ender, given in enders:
        if checking.missing_table(given, endless) is not None:
            message = "the rounds of this game are counted, and this would change nothing"
            hint = "write in the play: rounds until the end: ..."
            checking.report("E562", message, ender, hint)
