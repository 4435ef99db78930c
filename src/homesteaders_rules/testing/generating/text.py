"""A text of rules: files by their path, and which of them is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import frozen


@frozen
class Text:
    """A generated game, or a pack: files by their path, and what is read of them."""

    files: dict[str, str]
    target: str

    def __str__(self) -> str:
        return "\n".join(f"--- {path}\n{text}" for path, text in self.files.items())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """In the reports of Hypothesis: the text as it would be read."""
        for number, line in enumerate(str(self).split("\n")):
            if number:
                printer.break_()
            printer.text(line)

    def write(self, folder: Path) -> Path:
        """Write the files into a folder; the path that is to be read."""
        for path, text in self.files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return folder / self.target
