"""Putting packs together: each parsed, merged into one, compiled and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from ..commands.definitions.course import Option
from ..rules import Rules
from .checking.checks import check
from .compiling.compiler import compile_entries
from .messages.diagnostics import Diagnostic, has_errors, in_order
from .names.hints import filled
from .names.names import Names, collect
from .names.scope import Scope
from .packs.blame import Blame, forms_of, once_by_line, once_by_pack, text_at, without_depth
from .packs.causes import Causes, Found
from .packs.compatibility import Fitting, Pack
from .packs.declaring import Declared
from .packs.elsewhere import Elsewhere
from .packs.headers import HeaderDraft, check_version, read_header
from .packs.merging import Merge
from .packs.renaming import Renaming
from .reading.entries import entries_of
from .reading.parser import parse_source

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from .packs.resolving import Bundled
    from .reading.sources import Source
    from .reading.syntax import Entry, Passage

Result = tuple[Rules | None, tuple[Diagnostic, ...]]


@define(eq=False, repr=False)
class Assembly:
    """Packs while they are put together.

    ``draft`` is all that could be compiled, whether or not there are errors in it; ``tables``: are
    some linked for a trial? ``checked``: was nothing wrong with each phrase for itself?
    ``is_again``: are all read once more, without some lines?
    """

    found: list[Diagnostic]
    incomplete: bool
    tables: bool
    packs: list[Pack] = field(factory=list)
    unread: list[str] = field(factory=list)
    torn: list[Passage] = field(factory=list)
    draft: Rules | None = None
    checked: bool = False
    is_again: bool = False

    def parse(self, bundled: Bundled) -> None:
        """Parse the sources of a pack."""
        entries: list[Entry] = []
        identity = str(bundled.path)
        for source in bundled.sources:
            parsed, found = parse_source(source)
            self.found += found
            for each in parsed:
                entries += entries_of(each, identity)
                self.unread += each.broken
                self.torn += [each.passage] if each.broken else []
        header = self._header([entry for entry in entries if entry.kind == "header"])
        body = [entry for entry in entries if entry.kind != "header"]
        if header is not None:
            self.packs.append(Pack(bundled, header, body))

    def _header(self, headers: list[Entry]) -> HeaderDraft | None:
        for other in headers[1:]:
            message = f"the pack already has a header, in {headers[0].span}"
            self._scope(other).report("E012", message, other.node, "keep one of the two")
        return read_header(headers[0], self._scope(headers[0])) if headers else None

    def _sources(self) -> dict[str, Source]:
        return {source.file: source for pack in self.packs for source in pack.bundled.sources}

    def _scope(self, entry: Entry) -> Scope:
        return Scope(Names(), entry.passage, self.found)

    def _incomplete(self) -> tuple[Diagnostic, ...]:
        """What is told where nearly every name would be unknown, or is known twice."""
        from .trying import Trial

        trials = ((Trial((), Names(), complete=False), each) for each in without_depth(self.found))
        return in_order(filled(trial.settled(each), Names()) for trial, each in trials)

    def _try(self, entries: list[Entry], names: Names, found: list[Diagnostic]) -> None:
        """Add what was found, and tell what every wrong line may mean."""
        from .trying import Trial, told_where_declared

        trial = Trial(entries, names, self._sources())
        misspelt, others = Declared(names, self._sources()).told_once(found)
        settled = told_where_declared(map(trial.settled, self.found))
        told = [*misspelt, *settled, *map(trial.improved, others)]
        self.found[:] = once_by_pack(once_by_line(told))

    def _as_lines(
        self, entries: list[Entry], names: Names, found: Iterable[Diagnostic]
    ) -> list[Diagnostic]:
        """What was found, with whole lines where a hint says what to write."""
        misspelt, others = Declared(names, self._sources()).told_once(found)
        found = [*once_by_line([*misspelt, *others])]
        if not any(each.line_meant for each in found):
            return found
        from .trying import Trial

        return [*map(Trial(entries, names, self._sources()).whole, found)]

    def _causes(
        self, found: Iterable[Diagnostic], entries: Iterable[Entry]
    ) -> Iterator[Diagnostic]:
        """Without what only follows from something else.

        That is what a definition lacks of which a line could not be read, names that are not known
        since the word before them is no word, what no sort of pieces can since one is misspelt, and
        a price that is missing since its good is misspelt.
        """
        found = tuple(found)
        told = [each for each in found if each.code == "E102"]
        heads = collect((), (each.line_text for each in told))
        entries = tuple(entries)
        sorts = [each.passage for each in entries if each.kind == "sort"]
        prices = [each.named_at for each in entries if each.kind == "price of"]
        unpriced = any(each.code == "E201" and each.span in prices for each in found)
        unsorted = any(passage.holds(each.span) for each in told for passage in sorts)
        for each in found:
            lacks = each.code.startswith("E3") and any(p.holds(each.span) for p in self.torn)
            unheaded = each.code == "E201" and heads.in_unread_text(text_at(each))
            follows = (each.code, True) in (("E303", unsorted), ("E305", unpriced))
            if not lacks and not unheaded and not follows:
                yield each

    def _where_caused(self, parsed: list[tuple[Pack, list[Entry]]]) -> list[Diagnostic]:
        """What was found, with what a pack makes wrong elsewhere in its own lines.

        That is mostly the last pack; another one is asked about errors that it does not bring.
        """
        found, own = self.found, {source.file for source in self.packs[-1].bundled.sources}
        for pack, entries in reversed(parsed[1:]):
            others = [(other, all_of) for other, all_of in parsed if other is not pack]
            if pack is self.packs[-1] or any(e.is_error and e.span.file not in own for e in found):
                files = {source.file for other, _ in others for source in other.bundled.sources}
                before = [entry for _, all_of in others for entry in all_of]
                causes = Causes(entries, before, files, self._without(parsed))
                found = causes.told_once(Found(found, self.checked))
        return found

    def _without(
        self, parsed: list[tuple[Pack, list[Entry]]]
    ) -> Callable[[Collection[int]], Found]:
        """What is found where some entries, by their identity, are left out."""

        def again(out: Collection[int]) -> Found:
            kept = ((pack, [e for e in all_of if id(e) not in out]) for pack, all_of in parsed)
            packs = [Pack(pack.bundled, pack.header, entries) for pack, entries in kept]
            other = Assembly([], False, False, packs, self.unread, self.torn, is_again=True)
            found = other.rules()[1]
            return Found(found, other.checked)

        return again

    def rules(self) -> Result:
        """All packs as one, checked."""
        alone = any(p.header.kind == "pack" and not p.header.extends for p in self.packs)
        if not self.packs or self.incomplete or alone:
            return None, self._incomplete()
        fitting = Fitting(self.packs, self.found)
        fitting.check()
        if fitting.games > 1:
            return None, self._incomplete()
        headers = fitting.headers()
        parsed = [(pack, [*pack.entries]) for pack in self.packs]
        renamed = Renaming(self.packs, self.found).carry_out()
        entries = [entry for pack in self.packs for entry in pack.entries]
        everything = collect(entries, self.unread)
        loaded = {pack.path: pack.header.name for pack in self.packs}
        everything.elsewhere = Elsewhere(loaded, [e for e in entries if e.kind == "sort"])
        everything.players = range(headers[-1].least, headers[-1].most + 1)
        merge = Merge(everything, self.found)
        merge.add_packs(self.packs)
        names = collect(merge.entries, self.unread)
        names.players, names.renamed = everything.players, renamed
        last_pack = str(self.packs[-1].path)
        names.elsewhere = everything.elsewhere
        definitions, found = compile_entries(merge.entries, names, last_pack)
        removed = {form: entry for entry in merge.removed for form in forms_of(entry, everything)}
        sorts = {entry.name: entry for entry in merge.entries if entry.kind == "sort"}
        goods = {entry.name: entry for entry in merge.entries if entry.kind == "good"}
        found = Blame(names, removed, sorts, goods).told_once(self._causes(found, merge.entries))
        if self.found or found:
            self._try(merge.entries, names, found)
        defaults = {d.name: d.default for d in definitions if isinstance(d, Option)}
        rules = Rules(headers, definitions, defaults | merge.defaults, merge.settings)
        self.draft = rules
        self.checked = not has_errors(self.found)
        if self.checked:
            header = self.packs[-1].header.entry
            check_version(self.packs[-1].header, self._scope(header))
            checked = check(rules, names, merge.entries, header, fitting.widest, tables=self.tables)
            self.found += self._as_lines(merge.entries, names, checked)
        if not self.is_again:
            self.found[:] = self._where_caused(parsed)
        diagnostics = tuple(filled(diagnostic, names) for diagnostic in in_order(self.found))
        return (None if has_errors(diagnostics) else rules), diagnostics
