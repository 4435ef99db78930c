"""Other names for pieces: a pack renames what another defines, and nothing else of it changes.

Every text is read with the names that its pack knows: those of the packs before it, and its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field

from ...spelling import did_you_mean
from ...trees import text_of, tokens
from ..messages.diagnostics import listed
from ..names.names import Names
from ..names.scope import Scope
from ..reading.syntax import ADD, RENAME

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ..messages.diagnostics import Diagnostic
    from ..reading.syntax import Entry
    from .compatibility import Pack

    Piece = tuple[Path, str]


@define(eq=False, repr=False)
class Renaming:
    """The names of pieces through several packs. ``given``: for each piece, known by the pack that
    defines it and its name there, the packs that gave it another, in order, each with the entry
    that says so."""

    packs: Sequence[Pack]
    found: list[Diagnostic]
    given: dict[Piece, list[tuple[Pack, Entry, str]]] = field(factory=dict)

    def carry_out(self) -> dict[str, str]:
        """Let the entries of all packs have the names that hold in the end; what was renamed."""
        for pack in self.packs:
            for entry in pack.entries:
                if entry.operation == RENAME:
                    self._give(pack, entry)
        for pack in self.packs:
            called = self._called(pack)
            left = (entry for entry in pack.entries if entry.operation != RENAME)
            pack.entries = [_with_names(entry, called) for entry in left]
        return {name: steps[-1][2] for (_, name), steps in self.given.items()}

    def _report(self, code: str, message: str, entry: Entry, hint: str = "") -> None:
        Scope(Names(), entry.passage, self.found).report(code, message, entry.span, hint)

    def _knows(self, pack: Pack, other: Path) -> bool:
        return other == pack.path or other in pack.bundled.after

    def _defined(self, pack: Pack) -> dict[str, tuple[Pack, Entry]]:
        """The pieces that a pack and those before it define, by the names it knows."""
        return {
            self._seen(pack, (other.path, entry.name)): (other, entry)
            for other in self.packs
            if self._knows(pack, other.path)
            for entry in other.entries
            if entry.kind == "piece" and entry.operation == ADD
        }

    def _seen(self, pack: Pack, piece: Piece) -> str:
        """What a piece is called in the text of a pack."""
        given = self.given.get(piece, ())
        known = [new for giver, _, new in given if self._knows(pack, giver.path)]
        return known[-1] if known else piece[1]

    def _called(self, pack: Pack) -> dict[str, str]:
        """What pieces are called in the end, by the names that a pack knows."""
        ends = {piece: steps[-1][2] for piece, steps in self.given.items()}
        known = ((piece, end) for piece, end in ends.items() if self._knows(pack, piece[0]))
        seen = ((self._seen(pack, piece), end) for piece, end in known)
        return {name: end for name, end in seen if name != end}

    def _give(self, pack: Pack, entry: Entry) -> None:
        sort, old, new = (text_of(word) for word in tokens(entry.node))
        defined = self._defined(pack)
        definer, piece = defined.get(old, (pack, None))
        if piece is None or piece.sort != sort:
            entry = entry if piece else entry.with_whole_name({e.sort for _, e in defined.values()})
            sort, old = entry.sort, entry.name
            known = [name for name, (_, other) in defined.items() if other.sort == sort]
            hint = did_you_mean(old, known, f"known: {listed(known)}" if known else "")
            if given := self._renamed(pack, sort, old):
                message = f"{sort} {old} is already renamed, in {given.span}"
                self._report("E401", message, entry, "keep one of the two lines")
                return
            if piece is not None:
                hint = f"write: rename {piece.title} to {new}"
            self._report("E402", f"there is no {sort} {old} to rename", entry, hint)
        elif definer is pack:
            hint = f"write {new} there; rename is for pieces of the packs before this one"
            message = f"{piece.title} is defined by this pack itself, in {piece.span}"
            self._report("E402", message, entry, hint)
        elif entry.static:
            hint = "a name holds at all tables; leave the conditions out"
            self._report(
                "E411", f"{piece.title} cannot have another name at some tables", entry, hint
            )
        elif taken := self._taken(new):
            hint = "choose a name that nothing else has"
            message = f"{taken.title} is already defined, in {taken.span}"
            entry = evolve(entry, named_at=entry.passage.span_of(tokens(entry.node)[2]))
            self._report("E401", message, entry, hint)
        else:
            steps = self.given.setdefault((definer.path, piece.name), [])
            if steps and not self._knows(pack, steps[-1][0].path):
                before, there, _ = steps[-1]
                message = f"{piece.title} is renamed by {before.header.name} too, in {there.span}"
                hint = "say which comes later: let one pack extend the other"
                self._report("E408", message, entry, hint)
            steps.append((pack, entry, new))

    def _renamed(self, pack: Pack, sort: str, name: str) -> Entry | None:
        """The line of a pack that gave a piece of that name another one."""
        for (_, first), steps in self.given.items():
            before = first
            for giver, entry, new in steps:
                if giver is pack and before == name and entry.sort == sort:
                    return entry
                before = new
        return None

    def _taken(self, name: str) -> Entry | None:
        """What has a name already, or had it at first."""
        pieces = {
            (pack.path, entry.name): entry
            for pack in self.packs
            for entry in pack.entries
            if entry.kind == "piece" and entry.operation == ADD
        }
        ends = {steps[-1][2]: piece for piece, steps in self.given.items()}
        called = (entry for piece, entry in pieces.items() if piece[1] == name)
        return pieces[ends[name]] if name in ends else next(called, None)


def _with_names(entry: Entry, called: dict[str, str]) -> Entry:
    if not called:
        return entry
    name = called.get(entry.name, entry.name) if entry.kind == "piece" else entry.name
    return evolve(entry, name=name, called=called)
