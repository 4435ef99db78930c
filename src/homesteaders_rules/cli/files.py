"""Files of saves: read as far as a save can be long, written as a whole, and nobody else's.

A crash at any moment leaves the old file or the new one. A file that is there already is only
replaced if it is the game's own, or if whoever plays says so.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from ..errors import BadSave, GameError
from ..play.saves import save

if TYPE_CHECKING:
    from ..play.saves import Game

MOST_BYTES = 10_000_000
"""A save of thousands of choices is far below this."""


def path_of(file: Path | str) -> Path:
    """A path as it was given, with ``~`` for the home directory. Raises GameError without one."""
    try:
        return Path(file).expanduser()
    except RuntimeError:
        raise GameError(f"{file}: there is no such home directory") from None


def read_save_file(file: Path) -> str:
    """The text of a save. Raises BadSave for what is too long, OSError and UnicodeDecodeError."""
    with path_of(file).open("rb") as opened:
        data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadSave(f"this is no save: {file} has more than {MOST_BYTES} bytes")
    return data.decode("utf-8-sig")


class SaveFiles:
    """Where one game is saved: in ``file``, and wherever its player says.

    ``own`` is a file that is the game's already, since it was read from there.
    """

    def __init__(
        self, file: Path | None = None, own: Path | None = None, overwrite: bool = False
    ) -> None:
        self.file = file
        given = (own, file if overwrite else None)
        self._own = {path_of(each).resolve() for each in given if each is not None}

    def begin(self, game: Game) -> None:
        """The first save, since a file that cannot be written is better found out now.

        What is no plain file (a device, a pipe) has to wait. Raises as :meth:`write` does.
        """
        if self.file is None:
            return
        path = path_of(self.file)
        try:
            self.check(self.file)
            if path.is_file() or not path.exists():
                self.write(game, self.file)
        except GameError as error:
            raise GameError(
                f"{error}; say --overwrite to replace it, or --resume to go on with it"
            ) from None

    def write(self, game: Game, file: Path, overwrite: bool = False) -> None:
        """Write a save; from then on the file is the game's own.

        Raises GameError where the file is somebody else's, unless it may be overwritten, and
        OSError.
        """
        self.check(file, overwrite)
        write_save(game, file)
        self._own.add(path_of(file).resolve())

    def check(self, file: Path, overwrite: bool = False) -> None:
        """Raise what :meth:`write` would raise for a file that is there already."""
        found = path_of(file).resolve()
        if found.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
        if found.is_file() and found not in self._own and not overwrite:
            raise GameError(f"{file} is there already, and nothing is overwritten without a word")


def write_save(game: Game, file: Path) -> None:
    """Write a save so that a crash leaves the old one or the new one.

    A link is followed, and what is no plain file (a device, a pipe) is written to, not replaced.
    A file keeps its mode. Raises OSError.
    """
    text = save(game) + "\n"
    target = path_of(file).resolve()
    if target.exists() and not target.is_file():
        target.write_text(text, encoding="utf-8")
        return
    beside = target.with_name(f".save-{token_hex(8)}")
    try:
        _write_new(beside, text, like=target)
        beside.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from None
    finally:
        beside.unlink(missing_ok=True)


def _write_new(path: Path, text: str, like: Path) -> None:
    """A new file, on the disk when this returns, with the mode of another if that is there."""
    with path.open("x", encoding="utf-8") as opened:
        with contextlib.suppress(FileNotFoundError):
            path.chmod(stat.S_IMODE(like.stat().st_mode))
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
