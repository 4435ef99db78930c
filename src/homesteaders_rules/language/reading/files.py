"""Folders of rule files, and reading plain files and nothing else.

No link is followed, no device or pipe is opened, and hidden files are passed over: names that
begin with a dot, and those that a word processor gives to what it has open.
How much is read is bounded by what comes, not by what the file says of itself.
"""

from __future__ import annotations

import os
import re
import stat
from typing import IO, TYPE_CHECKING

from ...paths import readable

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX = ".rules"
HIDDEN = ".", "~$"
NEARLY = re.compile(r"\.rules?(\.txt)?$", re.IGNORECASE)
"""How names end that editors, other systems and mistyping have made of it."""
DEEPEST = 3
PORTION = 2**18
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
            return _bounded(file, most)
    if kind := kind_of(path):
        raise NotPlain(kind)
    with os.fdopen(os.open(path, FLAGS), "rb") as file:
        state = os.fstat(file.fileno())
        if kind := _kind(state.st_mode):
            raise NotPlain(kind)
        if private and not _is_private(state):
            raise PermissionError("others may write the file")
        return _bounded(file, most)


def _bounded(file: IO[bytes], most: int) -> bytes:
    """All that comes. To read so many bytes at once would be to make room for all of them."""
    data = bytearray()
    while portion := file.read(min(PORTION, most + 1 - len(data))):
        data += portion
    if len(data) > most:
        raise TooBig(f"has more than {most} bytes")
    return bytes(data)


def _is_private(state: os.stat_result) -> bool:
    """Whether a file belongs to the user, and others cannot write it."""
    user = getattr(os, "geteuid", None)
    if user is None:  # Windows keeps the folder of a user from others by itself.
        return True
    return bool(state.st_uid == user() and not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


# ---------------------------------------------------------------------------------- folders


def entries(folder: Path) -> list[Path]:
    """What lies in a folder, hidden names aside, in the order of names. Raises OSError."""
    names = (each.name for each in readable(folder).iterdir())
    return [folder / name for name in sorted(names) if not name.startswith(HIDDEN)]


def rule_files(folder: Path) -> list[Path]:
    """Everything in a folder that is called like a rule file. Raises OSError."""
    return [each for each in entries(folder) if each.name.endswith(SUFFIX)]


def nearly_rule_files(folder: Path) -> list[Path]:
    """What is called like a rule file but for its last letters, and not read. Raises OSError."""
    return [
        each
        for each in entries(folder)
        if NEARLY.search(each.name) and not each.name.endswith(SUFFIX)
    ]


def folders_in(folder: Path) -> list[Path]:
    """The folders in a folder; links to folders are none. Raises OSError."""
    others = (each for each in entries(folder) if not each.name.endswith(SUFFIX))
    return [each for each in others if readable(each).is_dir() and not each.is_symlink()]


def has_rules(folder: Path, depth: int = DEEPEST) -> bool:
    """Whether rule files lie in a folder or not far below it."""
    try:
        if rule_files(folder):
            return True
        return depth > 1 and any(has_rules(each, depth - 1) for each in folders_in(folder))
    except OSError:
        return False
