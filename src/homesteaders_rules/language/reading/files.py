"""Reading plain files and nothing else: no link is followed, no device or pipe is opened.

How much is read is bounded by what comes, not by what the file says of itself.
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from ...paths import readable

if TYPE_CHECKING:
    from pathlib import Path

FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)
"""Links are refused and pipes do not wait, should a file become one between two looks at it."""


class NotPlain(OSError):
    """What lies at a path is no plain file; ``kind`` says what it is."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"is {kind}, not a plain file")
        self.kind = kind


class TooBig(OSError):
    """More bytes came than may be read."""


def kind_of(path: Path) -> str:
    """``a link``, ``a folder``, ``a pipe`` ...; empty for a plain file. Raises OSError."""
    if readable(path) is not path:
        return "" if readable(path).is_file() else "a folder"
    return _kind(path.lstat().st_mode)


def _kind(mode: int) -> str:
    kinds = {
        stat.S_IFREG: "",
        stat.S_IFLNK: "a link",
        stat.S_IFDIR: "a folder",
        stat.S_IFIFO: "a pipe",
        stat.S_IFSOCK: "a socket",
    }
    return kinds.get(stat.S_IFMT(mode), "a device")


def read_plain(path: Path, most: int, private: bool = False) -> bytes:
    """The bytes of a plain file.

    ``private``: only of a file that belongs to the user and that nobody else may write. Raises
    :class:`NotPlain`, :class:`TooBig` for more than ``most`` bytes, and other OSErrors.
    """
    archived = readable(path)
    if archived is not path:
        with archived.open("rb") as file:
            return _bounded(file.read(most + 1), most)
    if kind := kind_of(path):
        raise NotPlain(kind)
    with os.fdopen(os.open(path, FLAGS), "rb") as file:
        state = os.fstat(file.fileno())
        if kind := _kind(state.st_mode):
            raise NotPlain(kind)
        if private and not _is_private(state):
            raise PermissionError("others may write the file")
        return _bounded(file.read(most + 1), most)


def _bounded(data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise TooBig(f"has more than {most} bytes")
    return data


def _is_private(state: os.stat_result) -> bool:
    """Whether a file belongs to the user, and others cannot write it."""
    user = getattr(os, "geteuid", None)
    if user is None:  # Windows keeps the folder of a user from others by itself.
        return True
    return bool(state.st_uid == user() and not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH))
