"""Putting packs together: what a pack adds, replaces, removes and sets.

Two definitions of one name may stand side by side when their conditions exclude each other: one
with an option and one without, or for different numbers of players. Nothing wins silently.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from ...spelling import did_you_mean, nearest
from ...trees import text_of, tokens
from ...words import a_or_an
from ..compiling.blocks import TextReader
from ..compiling.compiler import conditions_of
from ..messages.diagnostics import Diagnostic, listed
from ..reading.syntax import ADD, MORE, MORE_SCORING, REMOVE, SET, Entry
from .conflicts import DONE, Meetings
from .overlap import exclude_each_other, implies, left_over

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...commands.base import Span
    from ...commands.conditions import Condition
    from ..names.names import Names
    from .compatibility import Pack

WITH_BODIES = ("action", "phase", "exchange")
"""Named definitions that end in a colon, as a clause of a moment does."""
ADDITIONS = {MORE: "line that adds to a sort", MORE_SCORING: "line that adds to the scoring"}
OF_SORTS = ("sort", "map of", "display of")
"""What is known by a sort of pieces."""


@define(eq=False, repr=False)
class Merge:
    """The entries of the packs read so far, in order; what is replaced keeps its place.

    ``slots`` holds the entries in order, with None for removed ones; ``places`` says where the
    definitions of a kind and name stand; ``strangers`` are the packs that one need not know:
    their examples may have the same names. ``removed`` is what packs removed, ``exchanged`` that
    and what they replaced.
    """

    names: Names
    found: list[Diagnostic]
    slots: list[Entry | None] = field(factory=list)
    places: dict[tuple[str, str], list[int]] = field(factory=dict)
    defaults: dict[str, bool] = field(factory=dict)
    settings: dict[str, Span] = field(factory=dict)
    strangers: dict[str, frozenset[str]] = field(factory=dict)
    removed: list[Entry] = field(factory=list)
    exchanged: list[Entry] = field(factory=list)

    @property
    def entries(self) -> list[Entry]:
        """What holds in the end."""
        return [entry for entry in self.slots if entry is not None]

    def add_packs(self, packs: Sequence[Pack]) -> None:
        """Carry out what the entries of all packs ask for, one pack after the other."""
        named = [(pack, [self._with_plain_name(e) for e in pack.entries]) for pack in packs]
        meetings = Meetings(named, self._conditions, self.found)
        everyone = {pack.path for pack in packs}
        for pack, entries in named:
            others = everyone - pack.bundled.after - {pack.path}
            self.strangers[str(pack.path)] = frozenset(map(str, others))
            self._add_pack(meetings.cleared(entries))
        for key in meetings.dropped:
            for index in self.places.pop(key, []):
                self.slots[index] = None
        for entry in (each for each in self.entries if each.kind == MORE_SCORING):
            self.slots = [part for each in self.slots for part in self._with_lines(each, entry)]

    def _with_lines(self, known: Entry | None, added: Entry) -> list[Entry | None]:
        """A scoring with more lines; where they hold for some tables, also as it is for others."""
        if known is None or known.kind != "scoring":
            return [known]
        own, before = self._conditions_in_order(added), tuple(self._conditions(known))
        if exclude_each_other(own, before):
            return [known]
        left = (each for each in left_over(own, self.names.players) if each)
        kept = [
            evolve(known, unless=(*known.unless, *each))
            for each in left
            if not exclude_each_other(before, each)
        ]
        return [*kept, evolve(known, unless=(*known.unless, *own), more=(*known.more, added))]

    def _add_pack(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry.kind == "option" and entry.static and entry.operation != SET:
                hint = "a table chooses its options first; ask for both where they matter"
                self._report("E407", "an option cannot depend on conditions", entry, hint)
                if entry.operation == ADD:
                    self._add(evolve(entry, static=()))
            elif entry.operation == SET:
                self._set(entry)
            elif entry.operation == ADD:
                self._add(entry)
            else:
                self._exchange(entry)

    def _report(self, code: str, message: str, entry: Entry, hint: str = "") -> None:
        self.found.append(entry.finding(code, message, hint))

    def _conditions(self, entry: Entry) -> frozenset[Condition]:
        return frozenset(self._conditions_in_order(entry))

    def _conditions_in_order(self, entry: Entry) -> tuple[Condition, ...]:
        """As the text has them, each once. What is wrong in them is told when it is compiled."""
        return conditions_of(TextReader(self.names, entry.passage, []), entry)

    def _with_plain_name(self, entry: Entry) -> Entry:
        """Goods and sorts are known by each of their forms."""
        table = self.names.sorts if entry.kind in OF_SORTS else self.names.goods
        if entry.kind in ("good", "price of", *OF_SORTS):
            return evolve(entry, name=table.get(entry.name, entry.name))
        return entry

    def _known(self, entry: Entry) -> list[tuple[int, Entry]]:
        """The definitions of the same kind and name, with where they stand."""
        places = self.places.get((entry.kind, entry.name), []) if entry.name else []
        return [(i, known) for i in places if (known := self.slots[i]) is not None]

    def _sort(self, entry: Entry) -> str:
        return self.names.sorts.get(entry.sort, entry.sort)

    def _names_of(self, kind: str) -> list[str]:
        return [name for (of, name), places in self.places.items() if of == kind and places]

    def _set(self, entry: Entry) -> None:
        answer = str(tokens(entry.node, "ANSWER")[0])
        if entry.static:
            hint = "set the option for all tables; a table may still choose another answer"
            self._report("E407", "an option cannot be set under conditions", entry, hint)
        if not self._known(entry) and not self.names.in_unread_text(entry.name):
            options = self._names_of("option")
            hint = self.names.in_a_pack(entry.name, "option")
            kind = self.names.kind_of(entry.name)
            other = kind and f"it is {a_or_an(kind)}: replace {kind} {entry.name}: ..."
            usual = other or f"options: {listed(options)}"
            hint = hint or did_you_mean(entry.name, options, usual)
            self._report("E405", f'there is no option "{entry.name}" to set', entry, hint)
        before = self.settings.get(entry.name)
        known = (each for _, each in self._known(entry))
        declared = next((each for each in known if each.span.file == entry.span.file), None)
        if declared:
            message = f"option {entry.name} is already defined in this file, in {declared.span}"
            hint = f"say its answer there: option {entry.name}: {answer}"
            self._report("E401", message, entry, hint)
        if before and Path(before.file).parent == Path(entry.span.file).parent:
            message = f"option {entry.name} is already set, in {before}"
            self._report("E401", message, entry, "keep one of the two lines")
        self.defaults[entry.name] = answer == "yes"
        self.settings[entry.name] = entry.span

    def _add(self, entry: Entry) -> None:
        own = tuple(self._conditions(entry))
        unsorted = entry.kind == "piece" and entry.sort not in self.names.sorts
        for _, known in self._known(entry) if not unsorted else ():
            if not exclude_each_other(own, tuple(self._conditions(known))):
                if entry.kind == "example" and known.pack in self.strangers[entry.pack]:
                    break
                message = f"{known.title} is already defined, in {known.span}"
                hint = f"to change it, write: {_replacement(entry)}"
                if known.title != entry.title:
                    hint = f"give the {entry.sort} another name: it is one for all sorts of pieces"
                elif known.pack == entry.pack:
                    hint = "give one of them another name, or conditions that exclude each other"
                self._report("E401", message, entry, hint)
                return
        if entry.name:
            self.places.setdefault((entry.kind, entry.name), []).append(len(self.slots))
        self.slots.append(entry)

    def _exchange(self, entry: Entry) -> None:
        """Replace or remove the definitions that the entry means."""
        if not entry.name:
            adds = f"leave {entry.operation} away: it only adds to what is there"
            hint = f"{adds}; what an action does is replaced as that action"
            if entry.kind == "clause":
                hint = self._with_its_kind(entry) or adds
            if entry.kind in ADDITIONS:
                hint = adds
            kind = ADDITIONS.get(entry.kind, entry.kind)
            message = f"only what has a name can be replaced, and a {kind} has none"
            self._report("E406", message, entry, hint)
            return
        if self._is_exchanged(entry):
            return
        known = self._known(entry)
        if entry.kind == "piece":
            known = [each for each in known if self._sort(each[1]) == self._sort(entry)]
        if not known:
            self._report_unknown(entry)
            return
        index, whole = known[0]
        if len(known) == 1 and not self._conditions(whole) and entry.static:
            self._exchange_in_part(entry, index, whole)
            return
        if rest := self._rest(entry, known):
            self._exchange_in_part(entry, *rest)
            return
        meant = self._meant(entry, known)
        if meant:
            first = meant[0]
            before = self.slots[first]
            for index in meant:
                self.slots[index] = None
                self.places[entry.kind, entry.name].remove(index)
            if entry.operation == REMOVE:
                self.removed.append(entry)
            else:
                self.slots[first] = evolve(entry, operation=ADD, replaced=before)
                self.places[entry.kind, entry.name].append(first)

    def _is_exchanged(self, entry: Entry) -> bool:
        """Whether the same pack replaces or removes it elsewhere: no order says which holds."""
        own = tuple(self._conditions(entry))
        for other in self.exchanged:
            if (other.pack, other.kind, other.name) != (entry.pack, entry.kind, entry.name):
                continue
            if not exclude_each_other(own, tuple(self._conditions(other))):
                message = f"{entry.title} is already {DONE[other.operation]}, in {other.span}"
                hint = "keep one of the two, or put conditions around them that exclude each other"
                self._report("E401", message, entry, hint)
                return True
        self.exchanged.append(entry)
        return False

    def _exchange_in_part(self, entry: Entry, index: int, whole: Entry) -> None:
        """Replace for some tables what holds for all: for the others it stays as it is."""
        own = self._conditions_in_order(entry)
        before = tuple(self._conditions(whole))
        kept = [
            evolve(whole, unless=(*whole.unless, *left))
            for left in left_over(own, self.names.players)
            if not exclude_each_other(before, left)
        ]
        new = [evolve(entry, operation=ADD)] if entry.operation != REMOVE else []
        self.slots[index : index + 1] = [*kept, *new]
        more = len(kept) + len(new) - 1
        for key, places in self.places.items():
            self.places[key] = [place + more if place > index else place for place in places]
        places = self.places[entry.kind, entry.name]
        places.remove(index)
        places += range(index, index + more + 1)

    def _rest(self, entry: Entry, known: list[tuple[int, Entry]]) -> tuple[int, Entry] | None:
        """What others left of a definition, where the entry replaces some of that and no more."""
        own = tuple(self._conditions(entry))
        if not own or any(self._conditions(other) == frozenset(own) for _, other in known):
            return None
        met = [(i, e) for i, e in known if not exclude_each_other(own, tuple(self._conditions(e)))]
        if len(met) == 1 and met[0][1].unless and implies(own, tuple(self._conditions(met[0][1]))):
            return met[0]
        return None

    def _meant(self, entry: Entry, known: list[tuple[int, Entry]]) -> list[int]:
        """All of that name; within conditions only those under the same conditions."""
        own = self._conditions(entry)
        if not own:
            return [index for index, _ in known]
        same = [index for index, other in known if self._conditions(other) == own]
        if not same:
            other = known[0][1]
            message = f"{entry.title} is not defined under these conditions"
            hint = f"it stands in {other.span}; repeat the conditions that stand around it there"
            self._report("E403", message, entry, hint)
        return same

    def _with_its_kind(self, entry: Entry) -> str:
        """``replace settle the bid: ...``: what it is stands before its name."""
        called = text_of(tokens(entry.node)[0])
        for kind in WITH_BODIES if called not in self.names.moments else ():
            name = called if self._known_as(kind, called) else nearest(called, self._names_of(kind))
            if name:
                return f"say what it is: {entry.operation} {kind} {name}: ..."
        return ""

    def _known_as(self, kind: str, name: str) -> bool:
        return bool(self.places.get((kind, name)))

    def _report_unknown(self, entry: Entry) -> None:
        if self.names.in_unread_text(entry.name):
            return
        known, other = self._names_of(entry.kind), self._called(entry)
        if entry.kind == "piece":
            entry = entry if other else entry.with_whole_name(self.names.sorts)
            pieces = (each for each in self.slots if each and each.kind == "piece")
            of_sort = {each.name for each in pieces if each.sort == entry.sort}
            known = [name for name in known if name in of_sort] or known
        code = "E404" if entry.operation == REMOVE else "E402"
        message = f"there is no {entry.title} to {entry.operation}"
        hint = did_you_mean(entry.name, known, f"known: {listed(known)}" if known else "")
        if other:
            hint = f"it is called so: {entry.operation} {other}"
        hint = self.names.in_a_pack(entry.name, entry.kind) or hint
        if code == "E402" and hint.startswith("known: "):
            hint = f"leave replace away, if it is a new one; {hint}"
        self._report(code, message, entry, hint)

    def _called(self, entry: Entry) -> str:
        """What else has the name of an entry, as one writes it after ``replace``; empty if none."""
        if pieces := self._known(evolve(entry, kind="piece")):
            return pieces[0][1].title
        kind = self.names.kind_of(entry.name)
        return f"{kind} {entry.name}" if kind not in ("", entry.kind, "piece") else ""


def _replacement(entry: Entry) -> str:
    """How one writes that a definition is replaced; of an option the answer is another one."""
    if entry.kind == "option":
        return f"set {entry.name}: {tokens(entry.node, 'ANSWER')[0]}"
    if entry.kind == "price of":
        return f"replace prices: and below it, indented: {entry.name}: ..."
    if entry.kind == "good" and entry.around is not None:
        sight, group, plural = (str(word) for word in tokens(entry.around)[:3])
        number, *forms = (str(word) for word in tokens(entry.node))
        return f"replace {sight} {group}/{plural}: {number} {'/'.join(forms)}"
    if entry.kind == "sort":
        return f"more of piece {entry.name}: and below it, indented: labels: ..."
    return f"replace {entry.title} ..."
