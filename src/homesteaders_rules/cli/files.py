"""Files of saves: read as far as a save can be long, and written as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import BadSave
from ..play.saves import save

if TYPE_CHECKING:
    from pathlib import Path

    from ..play.saves import Game

MOST_BYTES = 10_000_000
"""A save of thousands of choices is far below this."""


def read_save_file(file: Path) -> str:
    """The text of a save. Raises BadSave for what is too long, OSError and UnicodeDecodeError."""
    with file.open("rb") as opened:
        data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadSave(f"this is no save: {file} has more than {MOST_BYTES} bytes")
    return data.decode("utf-8")


def write_save(game: Game, file: Path) -> None:
    """Write a save so that a crash leaves the old one or the new one.

    A link is followed, and what is no plain file (a device, a pipe) is written to, not replaced.
    """
    text = save(game) + "\n"
    file = file.resolve()
    if file.exists() and not file.is_file():
        file.write_text(text, encoding="utf-8")
        return
    beside = file.with_name(file.name + ".new")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(file)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
