"""Names that were misspelt where they are declared: told there, and not where they are used."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from .blame import shown, text_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...words import Span
    from ..messages.diagnostics import Diagnostic
    from ..names.names import Names
    from ..reading.sources import Source

NUMBER = re.compile(r"\d")
"""Names with numbers are like each other without a slip."""
MEANT = re.compile(r'did you mean "([^"]+)"\?')


@frozen
class Declared:
    """The text of all packs, to find where a name stands in it; ``names`` are declared there."""

    names: Names
    sources: Mapping[str, Source]

    def told_once(self, found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """The findings, those about one name as one where a name like it stands and is not used."""
        uses: dict[str, list[Diagnostic]] = {}
        for each in found:
            if each.code == "E201":
                uses.setdefault(text_at(each), []).append(each)
            else:
                yield each
        told = {name: self._told(name, unknown) for name, unknown in uses.items()}
        wrong = {word for name, at in told.items() if at for word in name.split()}
        said: set[Span] = set()
        for name, unknown in uses.items():
            at = told[name]
            if at is not None:
                yield from [at] if at.span not in said else []
                said.add(at.span)
            # What has such a name in it is unknown for the same reason.
            elif not wrong & set(name.split()):
                yield from unknown

    def _told(self, name: str, unknown: list[Diagnostic]) -> Diagnostic | None:
        meant = MEANT.search(unknown[0].hint)
        near = meant[1] if meant else ""
        for other, better in ((near, name), *self._joined(name)):
            places = [*self._places(other)] if other else []
            if len(places) != 1 or not self._is_rarer(other, name, len(unknown)):
                continue
            span = places[0]
            if any(Path(each.span.file).parent != Path(span.file).parent for each in unknown):
                continue
            number = "1 place says" if len(unknown) == 1 else f"{len(unknown)} places say"
            message = f'"{other}" is used nowhere, but {number} "{name}": {shown(unknown)}'
            hint, line = f'did you mean "{better}"?', self.sources[span.file].line_text(span.line)
            return evolve(unknown[0], message=message, span=span, hint=hint, line_text=line)
        return None

    def _joined(self, name: str) -> Iterator[tuple[str, str]]:
        """Declared names that may be this one and another, with a comma left out between them."""
        for other in self._labels():
            if other.startswith(f"{name} "):
                yield other, f"{name}, {other.removeprefix(name).strip()}"
            elif other.endswith(f" {name}"):
                yield other, f"{other.removesuffix(name).strip()}, {name}"

    def _labels(self) -> set[str]:
        return {label for sort in self.names.labels for label in self.names.labels_of(sort)}

    def _places(self, name: str) -> Iterator[Span]:
        """Where a name stands, up to the second place."""
        whole = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
        for source in self.sources.values():
            for number, line in enumerate(source.plain, 1):
                for at in whole.finditer(line):
                    yield source.span(number, at.start() + 1, number, at.end() + 1)

    def _is_rarer(self, name: str, used: str, times: int) -> bool:
        """Whether of two names it is the first that is misspelt: nobody else writes its words."""
        own = set(name.split()) - set(used.split())
        others = set(used.split()) - set(name.split())
        if times > 1 or name in self._labels():
            return not NUMBER.search(name)
        return (
            bool(own)
            and all(len([*self._places(word)]) == 1 for word in own)
            and any(len([*self._places(word)]) > 1 for word in others)
        )
