"""Compiled rules, kept between processes under a hash of everything they were made of.

What is kept can be thrown away at any time: a missing, damaged or foreign file means that the
text is compiled again. Set HOMESTEADERS_RULES_CACHE to ``off`` to keep nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..paths import PACKAGE, cache_folder, grammar_path
from ..rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .messages.diagnostics import Diagnostic
    from .reading.sources import Source

VARIABLE = "HOMESTEADERS_RULES_CACHE"
SUFFIX = ".compiled"
MOST_KEPT = 64

Compiled = tuple[Rules, tuple["Diagnostic", ...]]


def is_on() -> bool:
    """Whether compiled rules are kept at all."""
    return os.environ.get(VARIABLE, "").lower() not in ("off", "no", "0", "false")


def key_of(sources: Iterable[Source]) -> str:
    """A hash of the texts, the grammar and the compiler."""
    hashed = hashlib.sha256(sys.version.encode())
    hashed.update(_makers().encode())
    for source in sources:
        text = "\n".join(source.written)
        hashed.update(f"\0{source.file}\0{len(source.written)}\0{text}".encode())
    return hashed.hexdigest()


def _makers() -> str:
    """The state of the package: a changed module must not find what the old one compiled."""
    stamps: list[str] = []
    for path in (grammar_path(), *sorted(PACKAGE.rglob("*.py"))):
        state = path.stat()
        stamps.append(f"{path.name} {state.st_size} {state.st_mtime_ns}")
    return "\n".join(stamps)


def find(key: str) -> Compiled | None:
    """What was kept under a key; None where there is nothing that can be used."""
    try:
        with (cache_folder() / f"{key}{SUFFIX}").open("rb") as file:
            kept = pickle.load(file)
        headers, definitions, defaults, settings, diagnostics = kept
        return Rules(headers, definitions, defaults, settings), tuple(diagnostics)
    except Exception:  # Whatever is wrong with a kept file, compiling anew is the answer.
        return None


def keep(key: str, compiled: Compiled) -> None:
    """Keep compiled rules. Where that is not possible, nothing is lost but time."""
    folder = cache_folder()
    with contextlib.suppress(OSError, pickle.PicklingError, RecursionError):
        folder.mkdir(parents=True, exist_ok=True)
        rules, diagnostics = compiled
        changed = dict(rules.defaults), dict(rules.settings)
        kept = (rules.headers, rules.definitions, *changed, diagnostics)
        write_whole(folder / f"{key}{SUFFIX}", pickle.dumps(kept))
        _forget_oldest(folder)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that another process sees all of it or nothing."""
    import tempfile

    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    Path(name).replace(path)


def _forget_oldest(folder: Path) -> None:
    kept = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    for path in kept[:-MOST_KEPT]:
        path.unlink(missing_ok=True)
