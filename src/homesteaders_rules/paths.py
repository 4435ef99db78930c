"""Where the grammar and the rules that come with the package lie, and the folders of the user."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

PACKAGE = Path(__file__).resolve().parent
IN_ARCHIVE = not PACKAGE.is_dir()
"""Whether the package is imported from a zip: its files have paths, but are no files."""


def real_path(path: Path) -> Path:
    """Where a path leads, links followed; of links in a circle, one of them. Raises ValueError."""
    return Path(os.path.realpath(path))  # Path.resolve() raises for a circle before Python 3.13


def readable(path: Path) -> Path | Traversable:
    """What can be listed and read at a path: of a package in a zip, the part of the archive."""
    if IN_ARCHIVE and path.is_relative_to(PACKAGE):
        return _archive(os.getpid()).joinpath(*path.relative_to(PACKAGE).parts)
    return path


@cache
def _archive(_process: int) -> Traversable:
    """The package in its zip, opened once: to list all that lies in there takes longest.

    Each process has its own, since a place in an open file is shared with who forks.
    """
    from importlib.resources import files

    return files(__package__)


def data_folder(name: str) -> Path:
    """``grammar``, ``rules``, ``compiled``: inside an installed package, else in the repository."""
    packed = PACKAGE / "_data" / name
    return packed if readable(packed).is_dir() else PACKAGE.parents[1] / name


def grammar_path() -> Path:
    """The file of the grammar."""
    return data_folder("grammar") / "homesteaders-language.lark"


def grammar_text() -> str:
    """The grammar of the language."""
    return readable(grammar_path()).read_text(encoding="utf-8")


def _own_folder(variable: str, usual: str, *inside: str) -> Path | None:
    """Ours in the folder that a variable names, else in the usual one; None without a home."""
    folder = Path(os.environ.get(variable, ""))
    if not folder.is_absolute():
        try:
            folder = Path.home() / usual
        except RuntimeError:
            return None
    return folder.joinpath("homesteaders-rules", *inside)


def user_rules_folder() -> Path | None:
    """Where a user may keep packs that are to be found by name."""
    return _own_folder("XDG_DATA_HOME", ".local/share", "rules")


def cache_folder() -> Path | None:
    """Where compiled rules are kept."""
    return _own_folder("XDG_CACHE_HOME", ".cache")


def games_folder() -> Path | None:
    """Where games are kept that people play without saying where."""
    return _own_folder("XDG_STATE_HOME", ".local/state", "games")
