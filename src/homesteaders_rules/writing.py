"""Writing a file as a whole: a crash at any moment leaves the old one or the new one."""

from __future__ import annotations

import contextlib
import os
import stat
from secrets import token_hex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Put a plain file at a path; one that is there already is replaced, and keeps its mode.

    Raises OSError, and leaves nothing behind then.
    """
    beside = path.with_name(f".writing-{token_hex(8)}")
    try:
        with beside.open("xb") as opened:
            with contextlib.suppress(FileNotFoundError):
                beside.chmod(stat.S_IMODE(path.stat().st_mode))
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
