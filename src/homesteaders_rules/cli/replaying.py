"""``replay``: a saved game again, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..play.saves import Game, replay
from ..play.seats import seats_of
from ..telling.narration import player_names
from .console import new_console, style_of, write
from .files import read_save_file
from .log import Teller, first_untold
from .results import show_result
from .screen import show_state

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import Console

    from ..rules import Rules


def replay_file(file: Path, rules: Rules | None, until: int | None, quiet: bool) -> None:
    """Replay a save, telling each choice and what came of it. Raises BadSave."""
    console = new_console()
    teller: Teller | None = None
    game: Game | None = None
    text = read_save_file(file)
    names = [seat.name for seat in seats_of(text)]
    for game, turn in replay(text, rules):
        names = names or list(player_names(game.players))
        if turn is None:
            teller = None if quiet else _introduced(console, game, names)
        elif teller is not None:
            _tell(console, teller, game)
        if until is not None and len(game.turns) >= until:
            break
    if game is not None:
        _end(console, game, names, quiet)


def _introduced(console: Console, game: Game, names: Sequence[str]) -> Teller:
    origin = f"seed {game.seed}" if game.begun is None else "from a state on"
    title = f"{game.rules.title} for {game.players} players, {origin}"
    write(console, title, style="bold")
    console.print()
    teller = Teller(console, names)
    teller.begin(game.state)
    return teller


def _tell(console: Console, teller: Teller, game: Game) -> None:
    """A choice and what came of it; what was chosen in secret is told when it is shown."""
    if not (game.turns[-1].before.secret and game.state.secret):
        for number in range(first_untold(game.turns), len(game.turns) + 1):
            told = game.turns[number - 1]
            player = told.before.decision.player
            write(console, f"{number}. {teller.names[player]}: {told.key}", 0, style_of(player))
    teller.hear(game.turns)
    teller.flush()


def _end(console: Console, game: Game, names: Sequence[str], quiet: bool) -> None:
    """The final scoring, or the table as it stands."""
    if not quiet:
        console.print()
    if game.state.over:
        show_result(console, game.state, names)
    else:
        show_state(console, game.state, names)
        number = len(game.turns)
        after = f"After {number} choice{'s' * (number != 1)}"
        write(console, f"{after} it is the turn of {names[game.state.decision.player]}.")
