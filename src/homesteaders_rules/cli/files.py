"""Files of saves: read as far as a save can be long, written as a whole, and nobody else's.

They are plain files: a pipe might be waited for for ever, and a device tell no end. A crash at any
moment leaves the old file or the new one. A file that is there already is only replaced if it is
the game's own, or if whoever plays says so.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BadSave, GameError
from ..language.reading.files import NotPlain, TooBig, kind_of, read_plain
from ..paths import real_path
from ..play.saves import Game, save
from ..writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..play.seats import Seat

MOST_BYTES = 10_000_000
"""A save of thousands of choices is far below this."""


def path_of(file: Path | str) -> Path:
    """Where a path that somebody gave leads: links followed, ``~`` for the home directory.

    Raises GameError where it can lead nowhere.
    """
    try:
        return real_path(Path(file).expanduser())
    except RuntimeError:
        raise GameError(f"{file}: there is no such home directory") from None
    except ValueError:
        raise GameError(f"{file!r} is no path of a file") from None


def read_save_file(file: Path) -> str:
    """The text of a save, with links followed to a plain file.

    Raises BadSave for what is none or is too long, OSError and UnicodeDecodeError.
    """
    path = path_of(file)
    try:
        return read_plain(path, MOST_BYTES).decode("utf-8-sig")
    except TooBig:
        raise BadSave(f"this is no save: {file} has more than {MOST_BYTES} bytes") from None
    except NotPlain as error:
        raise BadSave(f"this is no save: {file} is {error.kind} and no plain file") from None
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from None


class SaveFiles:
    """Where one game is saved: in ``file``, and wherever its player says.

    ``own`` is a file that is the game's already, since it was read from there. ``seats``: who plays
    it, for who goes on with it.
    """

    def __init__(
        self,
        file: Path | None = None,
        own: Path | None = None,
        overwrite: bool = False,
        seats: Sequence[Seat] = (),
    ) -> None:
        self.file = file
        self.seats = seats
        given = (own, file if overwrite else None)
        self._own = {path_of(each) for each in given if each is not None}

    def begin(self, game: Game) -> None:
        """The first save, since a file that cannot be written is better found out now.

        Raises as :meth:`write` does.
        """
        if self.file is None:
            return
        try:
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
        write_save(game, file, self.seats)
        self._own.add(path_of(file))

    def check(self, file: Path, overwrite: bool = False) -> None:
        """Raise what :meth:`write` would raise for a file that is there already."""
        if _is_plain_file(file) and path_of(file) not in self._own and not overwrite:
            raise GameError(f"{file} is there already, and nothing is overwritten without a word")


def _is_plain_file(file: Path) -> bool:
    """Whether a plain file is there already. Raises OSError where something else is."""
    try:
        kind = kind_of(path_of(file))
    except FileNotFoundError:
        return False
    if kind == "a folder":
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    if kind:
        raise OSError(errno.EINVAL, f"this is {kind} and no plain file", str(file))
    return True


def write_save(game: Game, file: Path, seats: Sequence[Seat] = ()) -> None:
    """Write a save so that a crash leaves the old one or the new one.

    A link is followed, and a file keeps its mode. Raises OSError, also for what is no plain file.
    """
    text = save(game, seats=seats) + "\n"
    target = path_of(file)
    try:
        _is_plain_file(target)
        write_whole(target, text.encode("utf-8"))
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from None
