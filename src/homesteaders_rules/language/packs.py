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
from .library import identity_of
from .scope import Scope
from .syntax import ADD, MORE, REMOVE, SET, Entry, nodes, text_of, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .diagnostics import Diagnostic
    from .names import Names

MOST_PLAYERS = 99
Conditions = tuple[Condition, ...]


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


def left_over(taken: Conditions, players: range) -> list[Conditions]:
    """The tables where ``taken`` do not all hold, as conditions that exclude each other."""
    left: list[Conditions] = []
    for index, condition in enumerate(taken):
        left += [(*taken[:index], contrary) for contrary in _contrary(condition, players)]
    return left


def _contrary(condition: Condition, players: range) -> list[Condition]:
    if isinstance(condition, OptionIs):
        return [evolve(condition, value=not condition.value)]
    assert isinstance(condition, Players)
    first, last = condition.least - 1, (condition.most or MOST_PLAYERS) + 1
    found: list[Condition] = []
    if first in range(players.start, MOST_PLAYERS):
        found.append(Players(players.start, first, span=condition.span))
    if last < players.stop:
        found.append(Players(max(last, players.start), None, span=condition.span))
    return found


# ---------------------------------------------------------------------------------- merging


@define
class Merge:
    """The entries of the packs read so far, in order; what is replaced keeps its place.

    ``slots`` holds the entries in order, with None for removed ones; ``places`` says where the
    definitions of a kind and name stand.
    """

    names: Names
    found: list[Diagnostic]
    slots: list[Entry | None] = field(factory=list)
    places: dict[tuple[str, str], list[int]] = field(factory=dict)
    defaults: dict[str, bool] = field(factory=dict)

    @property
    def entries(self) -> list[Entry]:
        """What holds in the end."""
        return [entry for entry in self.slots if entry is not None]

    def add_pack(self, entries: Iterable[Entry]) -> None:
        """Carry out what the entries of one pack ask for."""
        for written in entries:
            entry = self._with_plain_name(written)
            if entry.kind == "option" and entry.static and entry.operation != SET:
                hint = "a table chooses its options first; ask for both where they matter"
                self._report("E407", "an option cannot depend on conditions", entry, hint)
            elif entry.operation == SET:
                self._set(entry)
            elif entry.operation == ADD:
                self._add(entry)
            else:
                self._exchange(entry)

    def _report(self, code: str, message: str, entry: Entry, hint: str = "") -> None:
        Scope(self.names, entry.passage, self.found).report(code, message, entry.span, hint)

    def _conditions(self, entry: Entry) -> frozenset[Condition]:
        # Errors of the conditions are found when the entry is compiled.
        return frozenset(conditions_of(Scope(self.names, entry.passage, []), entry))

    def _with_plain_name(self, entry: Entry) -> Entry:
        """Goods and sorts are known by each of their forms."""
        table = self.names.sorts if entry.kind == "sort" else self.names.goods
        if entry.kind in ("good", "price of", "sort"):
            return evolve(entry, name=table.get(entry.name, entry.name))
        return entry

    def _known(self, entry: Entry) -> list[tuple[int, Entry]]:
        """The definitions of the same kind and name, with where they stand."""
        places = self.places.get((entry.kind, entry.name), []) if entry.name else []
        return [(i, known) for i in places if (known := self.slots[i]) is not None]

    def _names_of(self, kind: str) -> list[str]:
        return [name for (of, name), places in self.places.items() if of == kind and places]

    def _set(self, entry: Entry) -> None:
        answer = str(tokens(entry.node, "ANSWER")[0])
        if entry.static:
            hint = "set the option for all tables; a table may still choose another answer"
            self._report("E407", "an option cannot be set under conditions", entry, hint)
        if not self._known(entry) and not self.names.in_unread_text(entry.name):
            options = self._names_of("option")
            hint = did_you_mean(entry.name, options, f"options: {listed(options)}")
            self._report("E405", f'there is no option "{entry.name}" to set', entry, hint)
        self.defaults[entry.name] = answer == "yes"

    def _add(self, entry: Entry) -> None:
        own = tuple(self._conditions(entry))
        for _, known in self._known(entry):
            if not exclude_each_other(own, tuple(self._conditions(known))):
                message = f"{_title(entry)} is already defined, in {known.span}"
                hint = f"to change it, write: {_replacement(entry)}"
                if known.pack == entry.pack:
                    hint = "give one of them another name, or conditions that exclude each other"
                self._report("E401", message, entry, hint)
                return
        if entry.name:
            self.places.setdefault((entry.kind, entry.name), []).append(len(self.slots))
        self.slots.append(entry)

    def _exchange(self, entry: Entry) -> None:
        """Replace or remove the definitions that the entry means."""
        if not entry.name:
            hint = "put what shall be replaced into an action: action <action>: ..."
            kind = "line that adds to a sort" if entry.kind == MORE else entry.kind
            message = f"only what has a name can be replaced, and a {kind} has none"
            self._report("E406", message, entry, hint)
            return
        known = self._known(entry)
        if not known:
            self._report_unknown(entry)
            return
        index, whole = known[0]
        if len(known) == 1 and not self._conditions(whole) and entry.static:
            self._exchange_in_part(entry, index, whole)
            return
        meant = self._meant(entry, known)
        if meant:
            first = meant[0]
            for index in meant:
                self.slots[index] = None
                self.places[entry.kind, entry.name].remove(index)
            if entry.operation != REMOVE:
                self.slots[first] = evolve(entry, operation=ADD)
                self.places[entry.kind, entry.name].append(first)

    def _exchange_in_part(self, entry: Entry, index: int, whole: Entry) -> None:
        """Replace for some tables what holds for all: for the others it stays as it is."""
        # In the order of the text, each once.
        own = conditions_of(Scope(self.names, entry.passage, []), entry)
        kept = [evolve(whole, unless=left) for left in left_over(own, self.names.players)]
        new = [evolve(entry, operation=ADD)] if entry.operation != REMOVE else []
        self.slots[index : index + 1] = [*kept, *new]
        more = len(kept) + len(new) - 1
        for key, places in self.places.items():
            self.places[key] = [place + more if place > index else place for place in places]
        places = self.places[entry.kind, entry.name]
        places.remove(index)
        places += range(index, index + more + 1)

    def _meant(self, entry: Entry, known: list[tuple[int, Entry]]) -> list[int]:
        """All of that name; within conditions only those under the same conditions."""
        own = self._conditions(entry)
        if not own:
            return [index for index, _ in known]
        same = [index for index, other in known if self._conditions(other) == own]
        if not same:
            other = known[0][1]
            message = f"{_title(entry)} is not defined under these conditions"
            hint = f"it stands in {other.span}; repeat the conditions that stand around it there"
            self._report("E403", message, entry, hint)
        return same

    def _report_unknown(self, entry: Entry) -> None:
        if self.names.in_unread_text(entry.name):
            return
        known = self._names_of(entry.kind)
        code = "E404" if entry.operation == REMOVE else "E402"
        message = f"there is no {_title(entry)} to {entry.operation}"
        hint = did_you_mean(entry.name, known, f"known: {listed(known)}" if known else "")
        self._report(code, message, entry, hint)


def _replacement(entry: Entry) -> str:
    """How one writes that a definition is replaced."""
    if entry.kind == "price of":
        return f"replace prices: and below it, indented: {entry.name}: ..."
    if entry.kind == "good" and entry.around is not None:
        sight, group, plural = (str(word) for word in tokens(entry.around)[:3])
        return f"replace {sight} {group}/{plural}: 14 {entry.name}"
    return f"replace {_title(entry)} ..."


def _title(entry: Entry) -> str:
    """``action forgive a debt``, ``building Forge``: as one writes it after ``replace``."""
    if entry.kind == "piece":
        return f"{tokens(entry.node)[0]} {entry.name}"
    return entry.name if entry.kind == entry.name else f"{entry.kind} {entry.name}"
