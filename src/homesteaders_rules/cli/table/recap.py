"""What the others did since somebody's last choice, told to them alone."""

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
    turns = game.turns
    own = [number for number, turn in enumerate(turns, 1) if turn.before.decision.player == player]
    begun = own[-1] if own else 0
    if begun == len(turns):
        return
    write(console, "Since your last choice:" if own else "So far:", style="bold")
    teller = Teller(console, names, player)
    for number in range(begun + 1, len(turns) + 1):
        teller.hear(turns[:number])
    teller.flush()
    console.print()
