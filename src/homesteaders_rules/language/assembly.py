"""Putting packs together: each parsed, merged into one, compiled and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field

from ..commands.course import Option
from ..commands.rules import Header, Rules
from .checker import check
from .compiler import compile_entries
from .diagnostics import Diagnostic, has_errors, in_order
from .entries import entries_of
from .hints import filled
from .library import identity_of
from .names import Names, collect
from .packs import HeaderDraft, Merge, read_header
from .parser import parse_source
from .scope import Scope

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .library import Bundled
    from .syntax import Entry

Result = tuple[Rules | None, tuple[Diagnostic, ...]]


@define
class Pack:
    """A pack that was parsed: header, entries, and lines that could not be read."""

    bundled: Bundled
    header: HeaderDraft
    entries: list[Entry]


@define
class Assembly:
    """Packs while they are put together."""

    found: list[Diagnostic]
    incomplete: bool
    packs: list[Pack] = field(factory=list)
    unread: list[str] = field(factory=list)

    def parse(self, bundled: Bundled) -> None:
        """Parse the sources of a pack."""
        entries: list[Entry] = []
        identity = bundled.place.shown
        for source in bundled.sources:
            parsed, found = parse_source(source)
            self.found += found
            for each in parsed:
                entries += entries_of(each, identity)
                self.unread += each.broken
        header = self._header([entry for entry in entries if entry.kind == "header"])
        body = [entry for entry in entries if entry.kind != "header"]
        if header is not None:
            self.packs.append(Pack(bundled, header, body))

    def _header(self, headers: list[Entry]) -> HeaderDraft | None:
        for other in headers[1:]:
            message = f"the pack already has a header, in {headers[0].span}"
            self._scope(other).report("E012", message, other.node, "keep one of the two")
        return read_header(headers[0], self._scope(headers[0])) if headers else None

    def _scope(self, entry: Entry) -> Scope:
        return Scope(Names(), entry.passage, self.found)

    def headers(self) -> Iterable[Header]:
        """The headers, each completed from the one before it."""
        header: Header | None = None
        for pack in self.packs:
            header = evolve(pack.header.finished(header), place=pack.bundled.place.shown)
            yield header

    def check_packs(self) -> None:
        """One game only, and each pack once. That there is one follows from the headers."""
        games = [pack for pack in self.packs if pack.header.kind == "game"]
        for other in games[1:]:
            message = f"two games cannot be played at once; the other is {games[0].header.name}"
            entry = other.header.entry
            self._scope(entry).report("E015", message, entry.node)
        seen: dict[str, Pack] = {}
        for pack in self.packs:
            before = seen.setdefault(identity_of(pack.header.name), pack)
            if before is not pack:
                message = f"{pack.header.name} was already read, in {before.header.entry.span}"
                entry = pack.header.entry
                self._scope(entry).report("E018", message, entry.node)

    def rules(self) -> Result:
        """All packs as one, checked."""
        if not self.packs or self.incomplete:
            # Without what a pack extends nearly every name in it would be unknown.
            return None, in_order(self.found)
        self.check_packs()
        headers = tuple(self.headers())
        everything = collect((e for pack in self.packs for e in pack.entries), self.unread)
        everything.players = range(headers[-1].least, headers[-1].most + 1)
        merge = Merge(everything, self.found)
        for pack in self.packs:
            merge.add_pack(pack.entries)
        names = collect(merge.entries, self.unread)
        names.players = everything.players
        definitions, found = compile_entries(merge.entries, names)
        self.found += found
        defaults = {d.name: d.default for d in definitions if isinstance(d, Option)}
        rules = Rules(headers, definitions, defaults | merge.defaults)
        if not has_errors(self.found):
            self.found += check(rules, names, merge.entries, self.packs[-1].bundled.place.shown)
        diagnostics = tuple(filled(diagnostic, names) for diagnostic in in_order(self.found))
        return (None if has_errors(diagnostics) else rules), diagnostics
