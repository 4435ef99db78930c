"""Where a game of people is kept that did not say where."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING

from ...paths import games_folder

if TYPE_CHECKING:
    from pathlib import Path

    from ...play.saves import Game


def usual_file(game: Game) -> Path | None:
    """A new file in the user's folder of games, named after the game and the time.

    None for who has no such folder, or may not write there.
    """
    folder = games_folder()
    if folder is None:
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        begun = f"{game.rules.headers[0].identity}-{datetime.now():%Y-%m-%d-%H%M%S}"
        names = (f"{begun}{f'-{number}' if number else ''}.json" for number in count())
        return next(folder / name for name in names if not (folder / name).exists())
    except OSError:
        return None
