"""Packs that meet: both touch one definition, and nothing says which of them comes later.

A pack comes later than those it extends, and than those that a header puts before it by ``then``.
Packs that meet are an error, unless a pack that comes later than both says itself what holds.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...trees import tokens
from ...values import ByValue
from ..reading.syntax import ADD, REMOVE, REPLACE, SET, Entry
from .overlap import exclude_each_other

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ...commands.conditions import Condition
    from ..messages.diagnostics import Diagnostic
    from .compatibility import Pack

Key = tuple[str, str]
DONE = {ADD: "defined", REPLACE: "replaced", REMOVE: "removed", SET: "set"}


@frozen(eq=False, repr=False)
class Touch(ByValue):
    """What a pack does to a definition, and at which tables."""

    pack: Pack
    entry: Entry
    conditions: frozenset[Condition]

    def may_meet(self, other: Touch) -> bool:
        """Is ``other``, read later, of a pack that need not know of this one?"""
        return (
            self.pack.path != other.pack.path
            and self.pack.path not in other.pack.bundled.after
            and not exclude_each_other(tuple(self.conditions), tuple(other.conditions))
            and not self._agrees(other)
        )

    def settles(self, one: Touch, other: Touch) -> bool:
        """Does this come after both, wherever one of them holds?"""
        before = {one.pack.path, other.pack.path} <= self.pack.bundled.after
        return before and self.conditions <= one.conditions & other.conditions

    def _agrees(self, other: Touch) -> bool:
        """Examples of one name may stand beside each other; answers may be the same."""
        operations = self.entry.operation, other.entry.operation
        if self.entry.kind == "example" and operations == (ADD, ADD):
            return True
        return operations == (SET, SET) and self._answer() == other._answer()

    def _answer(self) -> str:
        return str(tokens(self.entry.node, "ANSWER")[0])


@define(eq=False, repr=False)
class Meetings:
    """Finds where packs meet. What they do there is left out, so that no other error follows.

    ``dropped`` are examples that two packs change: what they tell is true for neither of both.
    """

    packs: Sequence[tuple[Pack, Sequence[Entry]]]
    conditions: Callable[[Entry], frozenset[Condition]]
    found: list[Diagnostic]
    dropped: set[Key] = field(factory=set)
    _left_out: set[int] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        for key, touches in self._touches().items():
            for one, other in combinations(touches, 2):
                if one.may_meet(other):
                    self._meet(key, one, other, touches)

    def cleared(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The entries without those that must not be carried out."""
        return (entry for entry in entries if id(entry) not in self._left_out)

    def _touches(self) -> dict[Key, list[Touch]]:
        touches: dict[Key, list[Touch]] = {}
        # The first pack is the game, which all others know.
        for pack, entries in self.packs[1:]:
            for entry in entries:
                if entry.name:
                    touch = Touch(pack, entry, self.conditions(entry))
                    touches.setdefault((entry.kind, entry.name), []).append(touch)
        return touches

    def _meet(self, key: Key, one: Touch, other: Touch, touches: Sequence[Touch]) -> None:
        # What is defined stays, and is there for others to use.
        kept = next((touch for touch in (one, other) if touch.entry.operation == ADD), None)
        left_out = [touch for touch in (one, other) if touch is not kept]
        settled = any(touch.settles(one, other) for touch in touches)
        self._left_out.update(id(touch.entry) for touch in left_out[0 if settled else -1 :])
        if settled:
            return
        code = "E408"
        name, title = one.pack.header.name, other.entry.title
        message = f"{title} is {DONE[one.entry.operation]} by {name} too, in {one.entry.span}"
        hint = (
            "say which comes later: let one pack extend the other, or write a pack that "
            f"extends {name}, then {other.pack.header.name}"
        )
        if key[0] == "example" and ADD not in (one.entry.operation, other.entry.operation):
            self.dropped.add(key)
            code, hint = "W409", "with both packs it is left out"
        self.found.append(other.entry.finding(code, message, hint))
