"""What everything is worth at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from .base import GOOD, Command, Vocabulary
from .definitions import Definition

if TYPE_CHECKING:
    from collections.abc import Iterator


@frozen(eq=False, repr=False)
class ScoreTerm(Command):
    """One thing that counts in a line of the scoring.

    ``kind`` is ``per good`` (``each`` per unit of ``of``), ``printed`` (what is printed on
    pieces of the sort ``of``), ``scores`` (what pieces of the sort score) or ``rising``
    (``series`` per unit, the last difference going on: -1, -2, -3 and so on).
    """

    kind: str
    of: str
    each: int = 0
    series: tuple[int, ...] = ()

    def words(self, vocabulary: Vocabulary) -> str:
        match self.kind:
            case "printed":
                return f"what is printed on {vocabulary.plural(self.of)}"
            case "scores":
                return f"what {vocabulary.plural(self.of)} score"
            case "rising":
                return f"{', '.join(map(str, self.series))} and so on per {self.of}"
            case _:
                return f"{self.each} per {self.of}"

    def mentions(self) -> Iterator[tuple[str, str]]:
        yield "good" if self.kind in ("per good", "rising") else "sort of pieces", self.of


@frozen(eq=False, repr=False)
class ScoreLine(Command):
    """``resources: 2 per gold, 2 per copper``."""

    label: str
    terms: tuple[ScoreTerm, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.label}: {', '.join(term.words(vocabulary) for term in self.terms)}"


@frozen(eq=False, repr=False)
class Scoring(Definition):
    """``scoring in points:``; ``tie`` is the good that decides a tie, empty: none does."""

    kind = "scoring"
    unit: str = field(metadata=GOOD)
    lines: tuple[ScoreLine, ...]
    tie: str = field(default="", metadata=GOOD)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"scoring in {vocabulary.plural(self.unit)}"
