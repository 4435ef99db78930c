"""What hatchling writes into a distribution for whoever finds it in an index, away from its files.

Where the tree can be read in the web is known to who publishes it, and said once:
`make distributions ADDRESS=https://…`. Without it the README keeps its links, for the tree itself.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

ADDRESS = "HOMESTEADERS_RULES_ADDRESS"
BESIDE = re.compile(r"\]\((?!https?:|#)")
"""The beginning of a link to a file of the tree."""
PAGES = {
    "Homepage": "README.md",
    "Documentation": "docs/language.md",
    "Changelog": "CHANGELOG.md",
}


class PublishedMetadata(MetadataHookInterface):
    """Makes links absolute, and names the pages of the project."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README, and where there is an address the links of the project."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        address = os.environ.get(ADDRESS, "").rstrip("/")
        if address:
            text = BESIDE.sub(f"]({address}/", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = {name: f"{address}/{page}" for name, page in PAGES.items() if address}
