"""A folder of kept files, each with a key and a hash of all that is in it.

What is kept can be thrown away at any time. A file that is missing, damaged, kept under another
key or planted by somebody else counts as not there; nothing in it is ever executed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from typing import TYPE_CHECKING

from .reading.files import read_plain

if TYPE_CHECKING:
    from pathlib import Path

VARIABLE = "HOMESTEADERS_RULES_CACHE"
MARK = "homesteaders-rules kept 1"
MOST_BYTES = 64_000_000
PREFIX = ".writing-"


def is_on() -> bool:
    """Whether anything is kept at all."""
    return os.environ.get(VARIABLE, "").lower() not in ("off", "no", "0", "false")


def _first_line(key: str, content: bytes) -> bytes:
    return f"{MARK} {key} {hashlib.sha256(content).hexdigest()}".encode()


def find(path: Path, key: str, private: bool = True) -> list[bytes] | None:
    """The parts kept at a path under a key; None where there is nothing that can be used.

    ``private``: only where nobody but the user can have written it.
    """
    with contextlib.suppress(OSError, ValueError, MemoryError):
        first, _, content = read_plain(path, MOST_BYTES, private).partition(b"\n")
        if first == _first_line(key, content):
            return content.split(b"\n")
    return None


def keep(path: Path, key: str, *parts: bytes) -> bool:
    """Keep parts; whether that was possible. One with line breaks is found as several.

    Where it was not possible, nothing is left behind.
    """
    content = b"\n".join(parts)
    with contextlib.suppress(OSError, ValueError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.parent.is_symlink():
            return False
        _write_whole(path, _first_line(key, content) + b"\n" + content)
        return True
    return False


def _write_whole(path: Path, data: bytes) -> None:
    """Write a file so that another process sees all of it or nothing."""
    import tempfile

    handle, name = tempfile.mkstemp(prefix=PREFIX, dir=path.parent)
    written = type(path)(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        written.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            written.unlink()
        raise


def keep_longer(path: Path) -> None:
    """What was used now is not the oldest, however long ago it was written."""
    with contextlib.suppress(OSError):
        os.utime(path)


def forget_oldest(folder: Path, suffix: str, most: int) -> None:
    """Keep only so many files of a kind, those that were used last."""
    with contextlib.suppress(OSError):
        kept = sorted(folder.glob(f"*{suffix}"), key=lambda path: path.lstat().st_mtime)
        for path in kept[:-most]:
            path.unlink(missing_ok=True)
