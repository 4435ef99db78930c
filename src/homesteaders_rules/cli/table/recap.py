"""What happened, or what the others did since somebody's last choice, told to them alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..console import write
from ..log import Teller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from ...play.saves import Game


def tell_since(console: Console, game: Game, names: Sequence[str], player: int) -> None:
    """What happened since the last choice of a player, as far as they may know it."""
    deciders = [turn.before.decision.player for turn in game.turns]
    own = [number for number, decider in enumerate(deciders, 1) if decider == player]
    begun = own[-1] if own else 0
    if begun == len(deciders):
        return
    write(console, "Since your last choice:" if own else "So far:", style="bold")
    tell_from(console, game, names, player, begun)
    console.print()


def tell_from(
    console: Console, game: Game, names: Sequence[str], player: int, begun: int = 0
) -> None:
    """What happened after so many choices, as far as a player may know it."""
    teller = Teller(console, names, player)
    for number in range(begun + 1, len(game.turns) + 1):
        teller.hear(game.turns[:number])
    teller.flush()
