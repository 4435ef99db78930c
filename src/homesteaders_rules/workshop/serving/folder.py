"""The files of a folder, as a page reads and saves them: its rule files, and nothing else."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from attrs import frozen

from ...errors import GameError
from ...language.reading.characters import printable
from ...language.reading.files import (
    SUFFIX,
    NotPlain,
    TooBig,
    folders_in,
    kind_of,
    read_plain,
    rule_files,
)
from ...language.reading.sources import MOST_BYTES
from ...paths import real_path
from ...writing import write_whole

if TYPE_CHECKING:
    from pathlib import Path

HERE = ""
"""The pack whose files lie in the folder itself."""
MOST_PACKS = 50
RETURNS = "\r\n"


@frozen
class Kept:
    """A rule file on the disk: its text, with plain line breaks, and a stamp of what lies there.

    ``problem`` says why it cannot be read; then there is no text.
    """

    text: str
    stamp: str
    problem: str = ""


class Changed(GameError):
    """What lies on the disk is not what the page has seen."""


@frozen
class Folder:
    """A folder with the rule files of a pack, or with folders of them.

    Raises GameError for what is no folder.
    """

    path: Path

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "path", real_path(self.path))
        if not self.path.is_dir():
            if self.path.exists():
                raise GameError(f"{self.path}: this is no folder; name the one in which it lies")
            raise GameError(f"{self.path}: there is no such folder; make it first")

    @property
    def is_pack(self) -> bool:
        """Do rule files lie in the folder itself, or nothing at all?"""
        return bool(rule_files(self.path)) or not self._inner()

    @property
    def near(self) -> Path:
        """Where what a pack extends is looked for first: beside it."""
        return self.path.parent if self.is_pack else self.path

    def _inner(self) -> list[Path]:
        return [each for each in folders_in(self.path) if rule_files(each)][:MOST_PACKS]

    def packs(self) -> dict[str, dict[str, Kept]]:
        """The files of each pack by their names; :data:`HERE` is the folder itself.

        Raises OSError where the folder cannot be read.
        """
        if self.is_pack:
            return {HERE: self._files(self.path)}
        return {each.name: self._files(each) for each in self._inner() if each.name.isprintable()}

    def _files(self, folder: Path) -> dict[str, Kept]:
        named = (each for each in rule_files(folder) if each.name.isprintable())
        return {each.name: read(each) for each in named}

    def save(self, pack: str, file: str, text: str, seen: str) -> str:
        """Write a file; the stamp of what lies there now.

        ``seen`` is the stamp of what the page began with, empty for a new file. Raises
        :class:`Changed` where something else lies there, GameError for a name of no rule file of
        the folder, for too much text and for one that is no text, and OSError.
        """
        path = self._path(pack, file)
        now = read(path)
        if now.problem:
            raise GameError(f"{file}: {now.problem}")
        if now.stamp != seen:
            raise Changed(f"{file} was changed in another program: nothing is overwritten")
        breaks = RETURNS if RETURNS in _written(path) else "\n"
        try:
            data = text.replace(RETURNS, "\n").replace("\n", breaks).encode("utf-8")
        except UnicodeEncodeError as error:
            line = text.count("\n", 0, error.start) + 1
            raise GameError(f"{file}: half a character stands in line {line}: delete it") from None
        if len(data) > MOST_BYTES:
            raise GameError(f"{file} is too big: rule files have at most {MOST_BYTES} bytes")
        write_whole(path, data)
        return read(path).stamp

    def _path(self, pack: str, file: str) -> Path:
        """Where a file of a pack lies: a plain name, in one of the folders that are shown."""
        if pack not in self.packs():
            raise GameError(f'there is no pack "{printable(pack):.60}" in this folder')
        plain = file.endswith(SUFFIX) and not file.startswith(".") and file.isprintable()
        if not plain or "/" in file or "\\" in file or ":" in file:
            raise GameError(f'"{printable(file):.60}" is no name of a rule file')
        return (self.path / pack if pack != HERE else self.path) / file


def read(path: Path) -> Kept:
    """What lies at a path; an empty stamp where nothing does."""
    try:
        data = read_plain(path, MOST_BYTES)
        text = data.decode("utf-8-sig")
    except FileNotFoundError:
        return Kept("", "")
    except NotPlain as error:
        return Kept("", "", f"this is {error.kind}, and only plain files are read")
    except TooBig:
        return Kept("", "", f"the file is too big: rule files have at most {MOST_BYTES} bytes")
    except UnicodeDecodeError:
        return Kept("", "", "the file is not UTF-8 text: save it in that encoding")
    except OSError as error:
        return Kept("", "", f"it cannot be read: {(error.strerror or str(error)).lower()}")
    stamp = hashlib.sha256(data).hexdigest()[:16]
    return Kept(text.replace(RETURNS, "\n").replace("\r", "\n"), stamp)


def _written(path: Path) -> str:
    """The text as it lies there, line breaks and all; empty where there is none."""
    try:
        return "" if kind_of(path) else read_plain(path, MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
