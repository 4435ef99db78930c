"""What everything is worth at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...trees import nodes, tokens
from ..base import GOOD, Command, Vocabulary
from .definition import Definition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...trees import Node
    from ..protocols import Reader


@frozen(eq=False, repr=False)
class ScoreTerm(Command):
    """One thing that counts in a line of the scoring.

    ``kind`` is ``per good`` (``each`` per unit of ``of``), ``printed`` (what is printed on
    pieces of the sort ``of``), ``scores`` (what pieces of the sort score) or ``rising``
    (``series`` per unit, the last difference going on: -1, -2, -3 and so on).
    """

    rules = ("per_good", "rising", "printed", "scored")
    example = "1 per <good>"
    kind: str
    of: str
    each: int = 0
    series: tuple[int, ...] = ()

    @classmethod
    def read(cls, reader: Reader, node: Node) -> ScoreTerm:
        """One thing that counts."""
        *numbers, word = tokens(node)
        span = reader.span(node)
        match node.data:
            case "per_good":
                each = reader.number(numbers[0], -9999)
                return cls("per good", reader.named("good", word), each, span=span)
            case "rising":
                series = tuple(reader.number(token, -9999) for token in numbers)
                return cls("rising", reader.named("good", word), 0, series, span=span)
            case "printed":
                return cls("printed", reader.named("sort of pieces", word), span=span)
            case _:
                return cls("scores", reader.named("sort of pieces", word), span=span)

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

    rules = ("scoring",)
    example = "scoring in <units>:\n    goods: 1 per <good>\n    tie: most <goods>"
    hints = (
        ("scoring", "scoring in <units>: and below it, indented: <goods>: 1 per <good>"),
        ("tie", "tie: most <good>"),
    )
    kind = "scoring"
    unit: str = field(metadata=GOOD)
    lines: tuple[ScoreLine, ...]
    tie: str = field(default="", metadata=GOOD)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        unit = reader.unit(tokens(node)[0])
        lines: list[ScoreLine] = []
        ties = nodes(node, "tie")
        tie = reader.named("good", tokens(ties[0])[0]) if ties else ""
        for again in ties[1:]:
            first = reader.span(ties[0]).line
            message = f"line {first} already says what decides a tie"
            reader.report("E332", message, again, "keep one of the two lines")
        for line in nodes(node):
            if line.data == "tie":
                continue
            terms = tuple(ScoreTerm.read(reader, part) for part in nodes(line))
            lines.append(ScoreLine(str(tokens(line)[0]), terms, span=reader.span(line)))
        span = reader.span(node)
        return cls(unit, tuple(lines), tie, span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"scoring in {vocabulary.plural(self.unit)}"
