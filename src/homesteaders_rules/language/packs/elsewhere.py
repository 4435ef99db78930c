"""Names that other known packs declare: whoever uses one may only have to extend that pack."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, field

from ...paths import real_path
from ..names.names import TABLES, Names, collect
from ..reading.entries import entries_of
from ..reading.parser import parse_source
from ..reading.sources import Source, read_sources
from .discovery import extended, find, identity_of, name_in, pack_names, shipped_names

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ..reading.syntax import Entry

MOST_PACKS = 20
"""So many packs are looked at, those that come with this package first."""


@define(slots=False)
class Elsewhere:
    """Packs that extend one of those that are read, and are not read themselves.

    ``sorts`` are those of the packs that are read: others may add to them.
    """

    loaded: dict[Path, str]
    sorts: Sequence[Entry] = ()
    parsed: dict[str, Names] = field(factory=dict)

    def __call__(self, name: str, kind: str) -> str:
        """The pack that declares a name of a kind; empty if none does."""
        kind = kind.partition(" of a ")[0]
        word = re.compile(rf"\b{re.escape(name)}\b")
        for title, sources in self._packs.items():
            if any(word.search(line) for source in sources for line in source.plain):
                table = TABLES[kind](self._names(title)) if kind in TABLES else ()
                if name in table and name not in TABLES[kind](self._read):
                    return title
        return ""

    @cached_property
    def _read(self) -> Names:
        """What the sorts declare to which packs add: it is none of theirs."""
        return collect(self.sorts)

    @cached_property
    def _packs(self) -> dict[str, list[Source]]:
        found: dict[str, list[Source]] = {}
        games = {identity_of(title) for title in self.loaded.values()}
        for name in [*dict.fromkeys((*shipped_names(), *pack_names()))][:MOST_PACKS]:
            place = find(name)
            if place is None or real_path(place.path) in self.loaded:
                continue
            sources, _ = read_sources(place.path, place.shown)
            title = name_in(sources)
            if title and games & {identity_of(each.name) for each in extended(sources)}:
                found[title] = sources
        return found

    def _names(self, title: str) -> Names:
        if title not in self.parsed:
            parsed = (each for source in self._packs[title] for each in parse_source(source)[0])
            own = (entry for each in parsed for entry in entries_of(each, ""))
            self.parsed[title] = collect((*self.sorts, *own))
        return self.parsed[title]
