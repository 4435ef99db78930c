"""Putting packs together: what a pack adds, replaces, removes and sets.

Two definitions of one name may stand side by side when their conditions exclude each other: one
with an option and one without, or for different numbers of players. Nothing wins silently.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field

from ..commands.conditions import Condition, OptionIs, Players
from ..commands.rules import Header
from .compiler import conditions_of
from .diagnostics import did_you_mean, listed
from .scope import Scope
from .syntax import ADD, REMOVE, SET, Entry, nodes, text_of, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .diagnostics import Diagnostic
    from .names import Names

MOST_PLAYERS = 99
Conditions = tuple[Condition, ...]


def identity_of(name: str) -> str:
    """``New Beginnings`` -> ``new_beginnings``, the name of its folder."""
    return "_".join(name.lower().replace("-", " ").replace("_", " ").split())


@define
class HeaderDraft:
    """A header as far as its line says; a pack takes the rest from what it extends."""

    kind: str
    name: str
    entry: Entry
    version: str = ""
    least: int = 0
    most: int = 0
    extends: tuple[str, ...] = ()

    def finished(self, base: Header | None) -> Header:
        """The header, completed from the pack before it."""
        least = self.least or (base.least if base else 1)
        most = self.most or (base.most if base else 1)
        extends = tuple(identity_of(name) for name in self.extends)
        version = self.version or "1"
        return Header(identity_of(self.name), self.name, version, least, most, extends)


def read_header(entry: Entry, scope: Scope) -> HeaderDraft:
    """``pack Peer, version 1, extends Homesteaders, for 2-4 players``."""
    kind, name = tokens(entry.node)
    draft = HeaderDraft(str(kind), text_of(name), entry)
    seen: set[str] = set()
    for part in nodes(entry.node):
        words = tokens(part)
        if part.data in seen:
            scope.report("E332", "this stands twice in the header", part, "keep one of them")
        seen.add(str(part.data))
        match part.data:
            case "version":
                draft.version = str(scope.number(words[0]))
            case "extends":
                draft.extends = tuple(text_of(word) for word in words)
            case _:
                draft.least, draft.most = scope.range_of(words[0])
                if draft.most > MOST_PLAYERS:
                    scope.report("E302", f"more than {MOST_PLAYERS} players", words[0])
                    draft.most = MOST_PLAYERS
    _check_header(draft, scope, seen)
    return draft


def _check_header(draft: HeaderDraft, scope: Scope, seen: set[str]) -> None:
    node = draft.entry.node
    if draft.kind == "game" and draft.extends:
        hint = "what extends a game is a pack: pack ..., extends ..."
        scope.report("E017", "a game stands alone", node, hint)
    if draft.kind == "game" and "for_players" not in seen:
        hint = f"write it like: game {draft.name}, version 1, for 2-4 players"
        scope.report("E017", "the header does not say for how many players", node, hint)
    if draft.kind == "pack" and not draft.extends:
        hint = f"write it like: pack {draft.name}, version 1, extends <game>"
        scope.report("E017", "the header does not say what the pack extends", node, hint)


# ---------------------------------------------------------------------------------- conditions


def exclude_each_other(one: Conditions, other: Conditions) -> bool:
    """Whether no table can have both."""
    return any(_exclude(a, b) for a in one for b in other)


def _exclude(one: Condition, other: Condition) -> bool:
    if isinstance(one, OptionIs) and isinstance(other, OptionIs):
        return one.option == other.option and one.value != other.value
    if isinstance(one, Players) and isinstance(other, Players):
        tops = [MOST_PLAYERS if c.most is None else c.most for c in (one, other)]
        return tops[0] < other.least or tops[1] < one.least
    return False


# ---------------------------------------------------------------------------------- merging


@define
class Merge:
    """The entries of the packs read so far, in order; what is replaced keeps its place."""

    names: Names
    found: list[Diagnostic]
    entries: list[Entry] = field(factory=list)
    defaults: dict[str, bool] = field(factory=dict)

    def add_pack(self, entries: Iterable[Entry]) -> None:
        """Carry out what the entries of one pack ask for."""
        for entry in entries:
            entry = self._with_plain_name(entry)
            if entry.operation == SET:
                self._set(entry)
            elif entry.operation == ADD:
                self._add(entry)
            else:
                self._exchange(entry)

    def _scope(self, entry: Entry) -> Scope:
        return Scope(self.names, entry.passage, self.found)

    def _conditions(self, entry: Entry) -> frozenset[Condition]:
        # Errors of the conditions are found when the entry is compiled.
        return frozenset(conditions_of(Scope(self.names, entry.passage, []), entry))

    def _with_plain_name(self, entry: Entry) -> Entry:
        """Goods and sorts are known by each of their forms."""
        table = self.names.sorts if entry.kind == "sort" else self.names.goods
        if entry.kind in ("good", "price of", "sort"):
            return evolve(entry, name=table.get(entry.name, entry.name))
        return entry

    def _places_of(self, entry: Entry) -> list[int]:
        """Where definitions of the same kind and name stand."""
        if not entry.name:
            return []
        return [
            index
            for index, known in enumerate(self.entries)
            if (known.kind, known.name) == (entry.kind, entry.name)
        ]

    def _set(self, entry: Entry) -> None:
        answer = str(tokens(entry.node, "ANSWER")[0])
        options = [known.name for known in self.entries if known.kind == "option"]
        if entry.name not in options and not self.names.in_unread_text(entry.name):
            hint = did_you_mean(entry.name, options, f"options: {listed(options)}")
            message = f'there is no option "{entry.name}" to set'
            self._scope(entry).report("E405", message, entry.span, hint)
        self.defaults[entry.name] = answer == "yes"

    def _add(self, entry: Entry) -> None:
        own = tuple(self._conditions(entry))
        for index in self._places_of(entry):
            known = self.entries[index]
            if not exclude_each_other(own, tuple(self._conditions(known))):
                message = f"{_title(entry)} is already defined, in {known.span}"
                hint = f"to change it, write: replace {_title(entry)} ..."
                if known.pack == entry.pack:
                    hint = "give one of them another name, or conditions that exclude each other"
                self._scope(entry).report("E401", message, entry.span, hint)
                return
        self.entries.append(entry)

    def _exchange(self, entry: Entry) -> None:
        """Replace or remove the definitions that the entry means."""
        if not entry.name:
            hint = "put what shall be replaced into an action: action <action>: ..."
            message = f"only what has a name can be replaced, and a {entry.kind} has none"
            self._scope(entry).report("E406", message, entry.span, hint)
            return
        places = self._places_of(entry)
        if not places:
            self._report_unknown(entry)
            return
        meant = self._meant(entry, places)
        if not meant:
            return
        kept = [] if entry.operation == REMOVE else [evolve(entry, operation=ADD)]
        first = meant[0]
        remaining = [e for i, e in enumerate(self.entries) if i not in meant or i == first]
        position = remaining.index(self.entries[first])
        remaining[position : position + 1] = kept
        self.entries = remaining

    def _meant(self, entry: Entry, places: list[int]) -> list[int]:
        """All of that name; within conditions only those under the same conditions."""
        own = self._conditions(entry)
        if not own:
            return places
        same = [index for index in places if self._conditions(self.entries[index]) == own]
        if not same:
            known = self.entries[places[0]]
            message = f"{_title(entry)} is not defined under these conditions"
            hint = f"it stands in {known.span}; repeat the conditions that stand around it there"
            if not self._conditions(known):
                hint = f"write {entry.operation} without conditions, and put them into the effect"
            self._scope(entry).report("E403", message, entry.span, hint)
        return same

    def _report_unknown(self, entry: Entry) -> None:
        if self.names.in_unread_text(entry.name):
            return
        known = [e.name for e in self.entries if e.kind == entry.kind and e.name]
        code = "E404" if entry.operation == REMOVE else "E402"
        message = f"there is no {_title(entry)} to {entry.operation}"
        hint = did_you_mean(entry.name, known, f"known: {listed(known)}" if known else "")
        self._scope(entry).report(code, message, entry.span, hint)


def _title(entry: Entry) -> str:
    """``action forgive a debt``, ``building Forge``: as one writes it after ``replace``."""
    if entry.kind == "piece":
        return f"{tokens(entry.node)[0]} {entry.name}"
    return entry.name if entry.kind == entry.name else f"{entry.kind} {entry.name}"
