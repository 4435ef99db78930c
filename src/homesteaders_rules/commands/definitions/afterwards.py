"""Phases that are played in some rounds only, after those of every round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...trees import Node, tokens
from ..base import PHASE, Command, Vocabulary
from ..counting.bounds import numbers_words

if TYPE_CHECKING:
    from ..protocols import Reader


@frozen(eq=False, repr=False)
class Afterwards(Command):
    """``rounds 4, 7 and 9-11, afterwards: feeding``: the rounds rise, each stands for itself."""

    rules = ("afterwards",)
    example = "rounds 2 and 3, afterwards: <phase>"
    hints = (("afterwards", "rounds 4, 7 and 9, afterwards: <phase>"),)
    rounds: tuple[int, ...]
    phases: tuple[str, ...] = field(metadata=PHASE)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Afterwards:
        """The line of a play; that its rounds rise is checked."""
        phases = tuple(reader.named("phase", word) for word in tokens(node, "PHRASE"))
        numbers = [token for token in tokens(node) if token.type in ("NUMBER", "RANGE")]
        spans = [
            reader.range_of(each) if each.type == "RANGE" else (reader.number(each),) * 2
            for each in numbers
        ]
        reader.report_falling("round", numbers, [first for first, _ in spans])
        rounds = {number for first, last in spans for number in range(first, last + 1)}
        return cls(tuple(sorted(rounds)), phases, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.rounds_words()}: {', '.join(self.phases)}"

    def rounds_words(self) -> str:
        """``rounds 4, 7 and 9-11, afterwards``, or ``round 14, afterwards``."""
        some = "round" if len(self.rounds) == 1 else "rounds"
        return f"{some} {numbers_words(self.rounds)}, afterwards"
