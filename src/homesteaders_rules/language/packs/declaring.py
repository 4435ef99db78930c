"""Names that were misspelt where they are declared: told there, and not where they are used."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ...spelling import distance, nearest, words_meant
from ..messages.diagnostics import ERROR, Diagnostic
from ..names.names import TABLES
from .blame import shown, text_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...words import Span
    from ..names.names import Names
    from ..reading.sources import Source

NUMBER = re.compile(r"\d")
"""Names with numbers are like each other without a slip."""
MISSED = re.compile(r"[a-z ]+? (?P<name>.+) does not exist with")


@frozen(slots=False)
class Declared:
    """The text of all packs, to find where a name stands in it; ``names`` are declared there."""

    names: Names
    sources: Mapping[str, Source]

    def told_once(self, found: Iterable[Diagnostic]) -> tuple[list[Diagnostic], list[Diagnostic]]:
        """What is told of names where they are declared, in one finding each; and all the rest."""
        uses: dict[str, list[Diagnostic]] = {}
        others: list[Diagnostic] = []
        for each in found:
            name = _missed(each)
            if name:
                uses.setdefault(name, []).append(each)
            else:
                others.append(each)
        told = {name: self._told(name, unknown) for name, unknown in uses.items()}
        wrong = {word for name, at in told.items() if at for word in name.split()}
        said = {at.span: at for at in told.values() if at}
        for name, unknown in uses.items():
            # What has such a name in it is unknown for the same reason.
            if not told[name] and not wrong & set(name.split()):
                others += (self._either(name, each) for each in unknown)
        return [*said.values()], others

    def _told(self, name: str, unknown: list[Diagnostic]) -> Diagnostic | None:
        numbers = NUMBER.findall(name)
        near = (other for other in self._every_name if nearest(name, (other,), consonants=True))
        alike = (other for other in near if NUMBER.findall(other) == numbers)
        nearer = sorted(alike, key=lambda other: (distance(name, other, len(name)), other))
        for other, better in (*self._joined(name), *((other, name) for other in nearer)):
            span = self._only_place(other, name) if other else None
            if span is None or not self._is_rarer(other, name, len(unknown)):
                continue
            if any(Path(each.span.file).parent != Path(span.file).parent for each in unknown):
                continue
            number = "1 place says" if len(unknown) == 1 else f"{len(unknown)} places say"
            message = f'"{other}" is used nowhere, but {number} "{name}": {shown(unknown)}'
            hint, line = f'did you mean "{better}"?', self.sources[span.file].line_text(span.line)
            return Diagnostic("E201", ERROR, message, span, hint, line)
        return None

    def _either(self, name: str, finding: Diagnostic) -> Diagnostic:
        """An unknown name that is like one that is only declared: either may be the wrong one."""
        words, more = words_meant(finding.hint)
        declared = self._only_place(words[0], name) if len(words) == 1 and not more else None
        if declared is None or Path(declared.file).parent != Path(finding.span.file).parent:
            return finding
        hint = f"{finding.hint} or is that one misspelt? it stands in {declared} alone"
        return evolve(finding, hint=hint)

    @cached_property
    def _every_name(self) -> set[str]:
        return {name for table in TABLES.values() for name in table(self.names)}

    def _joined(self, name: str) -> Iterator[tuple[str, str]]:
        """Declared names that may be this one and another, with a comma left out between them."""
        for other in self._every_name:
            if other.startswith(f"{name} as "):
                yield other, f"{name}, {other.removeprefix(name).strip()}"
        for other in self._labels():
            if other.startswith(f"{name} "):
                yield other, f"{name}, {other.removeprefix(name).strip()}"
            elif other.endswith(f" {name}"):
                yield other, f"{other.removesuffix(name).strip()}, {name}"

    def _labels(self) -> set[str]:
        return {label for sort in self.names.labels for label in self.names.labels_of(sort)}

    def _only_place(self, name: str, used: str) -> Span | None:
        """The only place of a name, but for where it is a part of ``used``; None if there are more.

        Two forms of one name, such as its plural, do not stand for each other.
        """
        forms = self._forms(name)
        places = [*self._places(name, used)]
        if used in forms or len(places) != 1:
            return None
        return None if self._is_written(forms, name, used, places[0]) else places[0]

    def _forms(self, name: str) -> set[str]:
        """The other forms of a name, such as its plural."""
        tables = (self.names.goods, self.names.sorts, self.names.groups)
        alike = (form for t in tables if name in t for form in t if t[form] == t[name])
        return {*alike} - {name}

    def _is_written(self, forms: Iterable[str], name: str, used: str, declared: Span) -> bool:
        """Whether other forms of ``name``, no less like it than ``used``, stand in other lines."""
        return any(
            (place.file, place.line) != (declared.file, declared.line)
            for form in forms
            if not used.startswith(form)
            and distance(form, name, len(form)) <= distance(form, used, len(form))
            for place in self._places(form)
        )

    def _places(self, name: str, used: str = "") -> Iterator[Span]:
        """Where a name stands, but for where it is a part of ``used``."""
        longer = f"{re.escape(used)}|" if len(used) > len(name) else ""
        whole = re.compile(rf"(?<![\w-])(?:{longer}(?P<name>{re.escape(name)}))(?![\w-])")
        for source in self.sources.values():
            for number, line in enumerate(source.plain, 1):
                for at in whole.finditer(line):
                    if at["name"]:
                        yield source.span(number, at.start() + 1, number, at.end() + 1)

    def _is_rarer(self, name: str, used: str, times: int) -> bool:
        """Whether of two names it is the first that is misspelt: nobody else writes its words."""
        if _once(name) == used or name.startswith(f"{used} as "):
            return True
        own = set(name.split()) - set(used.split())
        others = set(used.split()) - set(name.split())
        if times > 1 or name in self._labels():
            return not NUMBER.search(name)
        return (
            bool(own)
            and all(len([*self._places(word)]) == 1 for word in own)
            and any(len([*self._places(word)]) > 1 for word in others)
        )


def _once(name: str) -> str:
    """A name without a word that stands in it twice."""
    return " ".join(word for word, _ in groupby(name.split()))


def _missed(finding: Diagnostic) -> str:
    """The name of which a finding says that it is not there, or not at some table; else empty."""
    if finding.code in ("E201", "E202"):
        return text_at(finding)
    missed = MISSED.match(finding.message) if finding.code == "E503" else None
    return missed["name"] if missed else ""
