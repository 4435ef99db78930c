"""Findings in a game about what a pack did: told once, where the pack did it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, evolve

from ..messages.diagnostics import Diagnostic
from ..names.names import HAS_IT
from ..names.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..names.names import Names
    from ..reading.syntax import Entry

MOST_SHOWN = 3
UNKNOWN = ("E201", "E202")
FOLLOWING = ("E314",)
"""What may be said of a line only because a name in it is unknown."""


@define(eq=False, repr=False)
class Blame:
    """What packs removed, by every form of its name, the sorts that players own, and the goods."""

    names: Names
    removed: Mapping[str, Entry]
    sorts: Mapping[str, Entry]
    goods: Mapping[str, Entry]

    def told_once(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The findings, those that come from one line of a pack as one finding there."""
        kept: list[Diagnostic] = []
        uses: dict[str, list[Diagnostic]] = {}
        built: list[Diagnostic] = []
        priced: dict[str, list[Diagnostic]] = {}
        for each in found:
            name = text_at(each)
            if name in self.removed and _lacks(each, self.removed[name].kind):
                uses.setdefault(name, []).append(each)
            elif each.code == "E303" and each.message.endswith("can be built"):
                built.append(each)
            elif each.code == "E305" and self._comes_later(_first_good(each), each):
                priced.setdefault(_first_good(each), []).append(each)
            else:
                kept.append(each)
        for good, uses_of in priced.items():
            self._without_price(self.goods[good], uses_of, kept)
        for entry in {id(e): e for e in self.removed.values()}.values():
            of_it = [e for name in uses if self.removed[name] is entry for e in uses[name]]
            if of_it:
                self._still_used(entry, of_it, kept)
        owned = [name for name in self.names.built_sorts() if name in self.sorts]
        if built and len(owned) > 1:
            self._second_sort(owned, built, kept)
            return kept
        return kept + built

    def _comes_later(self, good: str, finding: Diagnostic) -> bool:
        """Whether a good stands in another pack than what needs its price."""
        entry = self.goods.get(good)
        if entry is None:
            return False
        return Path(entry.span.file).parent != Path(finding.span.file).parent

    def _without_price(
        self, entry: Entry, uses: Sequence[Diagnostic], kept: list[Diagnostic]
    ) -> None:
        needs = "1 place needs" if len(uses) == 1 else f"{len(uses)} places need"
        message = f"{entry.name} is without a price, but {needs} one: {shown(uses)}"
        scope = Scope(self.names, entry.passage, kept)
        scope.report("E305", message, entry.span, uses[0].hint)

    def _still_used(self, entry: Entry, uses: Sequence[Diagnostic], kept: list[Diagnostic]) -> None:
        places = "1 place still uses" if len(uses) == 1 else f"{len(uses)} places still use"
        message = f"{entry.title} is removed, but {places} it: {shown(uses)}"
        hint = "replace it instead of removing it, or replace or remove what uses it too"
        Scope(self.names, entry.passage, kept).report("E410", message, entry.span, hint)

    def _second_sort(
        self, owned: Sequence[str], uses: Sequence[Diagnostic], kept: list[Diagnostic]
    ) -> None:
        first, entry = owned[0], self.sorts[owned[-1]]
        places = "1 place needs" if len(uses) == 1 else f"{len(uses)} places need"
        message = (
            f"{entry.name} is a second sort that players build, beside {first}, but {places} "
            f"the only one that can be built: {shown(uses)}"
        )
        hint = f"if pieces of {entry.name} are not built, write: places: <place>, players"
        Scope(self.names, entry.passage, kept).report("E303", message, entry.span, hint)


def once_by_line(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """What is told of each line: a warning waits until the line is right.

    Where the whole line is to be written anew, nothing else is told of it.
    """
    lines: dict[tuple[str, int], list[Diagnostic]] = {}
    for each in without_depth(found):
        lines.setdefault((each.span.file, each.span.line), []).append(each)
    for told in lines.values():
        unknown = any(each.code in UNKNOWN for each in told)
        errors = [e for e in told if e.is_error and not (unknown and e.code in FOLLOWING)]
        anew = [each for each in errors if each.line_meant]
        yield from anew[:1] or errors or told


def without_depth(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """In a file with tabs nobody knows what is indented too much."""
    told = [*found]
    tabbed = {each.span.file for each in told if each.code == "E003"}
    return [each for each in told if each.code != "E104" or each.span.file not in tabbed]


def once_by_pack(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """What a pack has that is not read is told once, with the places of all that it has."""
    had: dict[str, list[Diagnostic]] = {}
    told = [*{(each.span, each.code): each for each in found}.values()]
    for each in told:
        if HAS_IT in each.hint:
            had.setdefault(each.hint, []).append(each)
    for each in told:
        first, *others = had.get(each.hint, [each])
        if each is first and others:
            yield evolve(each, message=f"{each.message}; and so is what {shown(others)} names")
        elif each is first:
            yield each


def forms_of(entry: Entry, names: Names) -> list[str]:
    """Every form of the name of what an entry removes."""
    if entry.kind != "good":
        return [entry.name]
    name = names.goods.get(entry.name, entry.name)
    return [form for form, of in names.goods.items() if of == name]


def _lacks(finding: Diagnostic, kind: str) -> bool:
    """Whether it says that a name is unknown, or names no such thing but another."""
    needed = finding.message.partition("; ")[2].split()
    return finding.code == "E201" or (finding.code == "E202" and kind in needed)


def _first_good(finding: Diagnostic) -> str:
    return finding.message.partition(": ")[2].partition(", ")[0]


def text_at(finding: Diagnostic) -> str:
    """The words that a finding is about; a name in quotes without them."""
    span = finding.span
    return finding.line_text[span.column - 1 : span.end_column - 1].strip('"')


def shown(uses: Sequence[Diagnostic]) -> str:
    """Where the first findings stand."""
    places = [str(each.span) for each in uses[:MOST_SHOWN]]
    return ", ".join([*places, "..."] if len(uses) > MOST_SHOWN else places)
