"""What hatchling does for a wheel: the games that it brings lie in it compiled too.

So they load at once wherever it is installed, also for who cannot keep anything.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

INTO = "homesteaders_rules/_data/compiled"


class CompiledRules(BuildHookInterface[Any]):
    """Loads every game and pack of the package, and takes what is kept of them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to a wheel; an editable one stays as it is."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()
        os.environ |= {"XDG_CACHE_HOME": self._folder.name, "HOMESTEADERS_RULES_CACHE": "on"}
        sys.path.insert(0, str(Path(self.root, "src")))
        from homesteaders_rules.language.loader import load_shipped

        for pack in sorted(Path(self.root, "rules").iterdir()):
            load_shipped([pack.name])
        kept = sorted(Path(self._folder.name).rglob("*.compiled"))
        # With scipy or without it, nothing is found in them: they serve for both.
        keys = {str(path): path.name.partition(".")[0] for path in kept}
        names = {path: f"{INTO}/{key}.compiled" for path, key in keys.items()}
        build_data["force_include"] |= names

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The wheel is written."""
        if version != "editable":
            self._folder.cleanup()
