"""The smallest text with the same fault: definitions, blocks and parts of lines left out."""

from __future__ import annotations

import re
from pathlib import Path
from time import process_time

from attrs import define, evolve, field

from generated.playing import Fault, examine
from homesteaders_rules.testing.generating.text import Text

LONGEST = 60.0
"""Seconds of the processor; what is smallest by then is small enough."""


@define
class Reducer:
    """Leaves out of a text whatever its fault does not need."""

    text: Text
    fault: Fault
    folder: Path
    seed: int
    until: float = field(factory=lambda: process_time() + LONGEST)

    def reduce(self) -> tuple[Text, Fault]:
        """The smallest text found, and its fault."""
        before = None
        while before != self.text and process_time() < self.until:
            before = self.text
            for path in self.text.files:
                self._blocks(path)
                self._parts(path)
        return self.text, self.fault

    def _blocks(self, path: str) -> None:
        """Without each line and what is indented below it, from the last to the first."""
        number = len(self._lines(path))
        while (number := number - 1) > 0:
            lines = self._lines(path)
            end = number + 1
            while end < len(lines) and _depth(lines[end]) > _depth(lines[number]):
                end += 1
            if self._same(path, lines[:number] + lines[end:]):
                continue
            inner = [line.removeprefix("    ") for line in lines[number + 1 : end]]
            if inner and lines[number].startswith(" "):
                self._same(path, lines[:number] + inner + lines[end:])

    def _parts(self, path: str) -> None:
        """With a part of a line left out, or an effect made nothing."""
        for number in range(len(self._lines(path))):
            for cut, instead in CUTS:
                lines = self._lines(path)
                shorter = re.sub(cut, instead, lines[number], count=1)
                if shorter != lines[number]:
                    self._same(path, [*lines[:number], shorter, *lines[number + 1 :]])

    def _lines(self, path: str) -> list[str]:
        return self.text.files[path].splitlines()

    def _same(self, path: str, lines: list[str]) -> bool:
        """Take these lines, if the fault is there in them too."""
        text = evolve(self.text, files=self.text.files | {path: "\n".join(lines) + "\n"})
        if process_time() > self.until:
            return False
        try:
            examine(text, self.folder, self.seed)
        except Fault as fault:
            if fault.kind == self.fault.kind:
                self.text, self.fault = text, fault
                return True
        return False


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


CUTS = (
    (r", then .*$", ""), (r"(?<=: )\S.*, then ", ""), (r" or [^:,]+$", ""),
    (r"(?<=[:y] )[^:,]+ or ", ""), (r"(?<=: )[^:]+: (?=.)", ""),
    (r"(?<=: )(?=\S).*$", "do nothing"),
    (r"(?<=    )[^: ][^:]*$", "do nothing"), (r"(?<=: )may ", ""), (r"(?<=: )pay .* to (?=\w)", ""),
    (r" per [^:,]+", ""), (r", [^:,]+", ""), (r" and [^:,]+", ""), (r"^with[^:]+: ", ""),
)  # fmt: skip
"""What is left out of a line, and what is written instead."""
