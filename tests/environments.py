"""The environment of a process that a test starts: that of the tests, and what it needs besides."""

from __future__ import annotations

import os
from pathlib import Path


def with_packages_of(site: Path, **variables: str) -> dict[str, str]:
    """What lies in a folder is found first, and what was found before still is."""
    folders = [str(site), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(folders), **variables}
