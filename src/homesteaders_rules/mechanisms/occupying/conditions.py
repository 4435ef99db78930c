"""Is any of some pieces free?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.base import SORT, Vocabulary
from ...commands.conditions import Condition
from ...runtime import predicates
from ...trees import Node, tokens
from ...words import a_or_an
from .commands import nothing_on

if TYPE_CHECKING:
    from ...commands.protocols import Layout, Reader
    from ...runtime.predicates import Predicate


@frozen(eq=False, repr=False)
class AnyFree(Condition):
    """``if a bank field is free``, ``if no bank field is free`` (``none``)."""

    rules = ("is_any_free", "is_none_free")
    example = "no <free> is free"
    hints = (("is free", "if no <free> is free: clear the <frees>"),)
    sort: str = field(metadata=SORT)
    labels: tuple[str, ...] = ()
    none: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Condition:
        labels, sort = reader.split_labels(tokens(node, "PHRASE")[0])
        return cls(sort, labels, node.data == "is_none_free", span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        meant = " ".join((*self.labels, self.sort))
        return f"{f'no {meant}' if self.none else a_or_an(meant)} is free"

    def test(self, layout: Layout) -> Predicate:
        fitting = layout.of_sort(self.sort, self.labels)
        free = [nothing_on(layout, p.name) for _, p in fitting if layout.lying_on(p.name)]
        found = predicates.Either.of(*free)
        return predicates.Opposite(found) if self.none else found
