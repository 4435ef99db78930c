"""Phases that are played in some rounds only, after those of every round."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import field, frozen

from ...trees import Node, tokens
from ...words import join
from ..base import PHASE, Command, Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
        runs = [f"{run[0]}-{run[-1]}" if run[1:] else str(run[0]) for run in _runs(self.rounds)]
        some = "round" if len(self.rounds) == 1 else "rounds"
        return f"{some} {join(runs)}, afterwards"


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Rising numbers, those that follow each other together."""
    run = [*numbers[:1]]
    for before, number in pairwise(numbers):
        if number > before + 1:
            yield run
            run = []
        run.append(number)
    yield run
