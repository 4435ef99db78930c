"""Where the grammar and the rules that come with the package lie."""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """``grammar`` or ``rules``: inside an installed package, else in the repository."""
    packed = PACKAGE / "_data" / name
    return packed if packed.is_dir() else PACKAGE.parents[1] / name


def grammar_path() -> Path:
    """The file of the grammar."""
    return data_folder("grammar") / "homesteaders-language.lark"


def _user_folder(variable: str, usual: str) -> Path:
    chosen = os.environ.get(variable, "")
    return Path(chosen) if chosen else Path.home() / usual


def user_rules_folder() -> Path:
    """Where a user may keep packs that are to be found by name."""
    return _user_folder("XDG_DATA_HOME", ".local/share") / "homesteaders-rules" / "rules"


def cache_folder() -> Path:
    """Where compiled rules are kept."""
    return _user_folder("XDG_CACHE_HOME", ".cache") / "homesteaders-rules"
