"""What everything is worth at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...mechanisms.grids.counting import CellCount
from ...mechanisms.sets import GroupCount
from ...trees import Node, Token, nodes, tokens
from ..amounts import Count, GoodCount, Per, SumCount
from ..base import GOOD, Command, Vocabulary, added
from ..counting.tiers import Tiers
from .definition import Definition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..protocols import Reader


PER_CELL, CELL_COUNT = "per cell", "count of cells"


@frozen(eq=False, repr=False)
class ScoreTerm(Command):
    """One thing that counts in a line of the scoring.

    ``kind`` is ``per good`` (``each`` per unit of ``of``; ``on``: of those that lie on the
    player's own pieces of that sort), ``per cell`` (``each`` per cell of what a grid counts under
    the name ``of``), ``printed`` (what is printed on pieces of the sort ``of``), ``scores`` (what
    pieces of the sort score), ``tiers`` or ``counted`` (``amount``) or ``rising``
    (``series`` per unit, the last difference going on: -1, -2, -3 and so on).
    """

    rules = (
        "per_counted",
        "every_counted",
        "per_good_on_yours",
        "rising",
        "tiered",
        "printed",
        "scored",
    )
    example = "1 per <good>"
    kind: str
    of: str
    each: int = 0
    series: tuple[int, ...] = ()
    on: str = added("")
    amount: Tiers | Per | None = added(None)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> ScoreTerm:
        """One thing that counts."""
        if node.data in ("per_counted", "every_counted"):
            return cls._counted(reader, node)
        if node.data == "tiered":
            (tiers,) = nodes(node)
            amount = Tiers.of(reader, tiers)
            return cls("tiers", "", amount=amount, span=reader.span(node))
        *numbers, word = tokens(node)
        span = reader.span(node)
        match node.data:
            case "per_good_on_yours":
                each, good = reader.number(numbers[0], -9999), reader.named("good", numbers[1])
                sort = reader.named("sort of pieces", word)
                return cls("per good", good, each, on=sort, span=span)
            case "rising":
                series = tuple(reader.number(token, -9999) for token in numbers)
                return cls("rising", reader.named("good", word), 0, series, span=span)
            case "printed":
                return cls("printed", reader.named("sort of pieces", word), span=span)
            case _:
                return cls("scores", reader.named("sort of pieces", word), span=span)

    @classmethod
    def of_each(cls, reader: Reader, node: Node) -> tuple[ScoreTerm, ...]:
        """One thing that counts, or all the goods of a group, each by itself."""
        term = cls.read(reader, node)
        match term.amount:
            case Per(each=each, count=GroupCount(counts=counts), every=1):
                return tuple(cls("per good", c.good, each, span=term.span) for c in counts)
            case _:
                return (term,)

    @classmethod
    def _counted(cls, reader: Reader, node: Node) -> ScoreTerm:
        each, span = reader.number(tokens(node)[0], -9999), reader.span(node)
        every = next(map(reader.number, tokens(node, "NUMBER")), 1)
        match reader.count(node.children[-1]):
            case GoodCount(good=good) if every == 1:
                return cls("per good", good, each, span=span)
            case CellCount(name=name) if every == 1:
                return cls(PER_CELL, name, each, span=span)
            case count:
                return cls(
                    "counted", "", amount=Per(each, count, every=every, span=span), span=span
                )

    def words(self, vocabulary: Vocabulary) -> str:
        if isinstance(self.amount, Per):
            return f"{self.amount.each} {self.amount.words(vocabulary)}"
        if self.amount is not None:
            return self.amount.words(vocabulary)
        match self.kind:
            case "printed":
                return f"what is printed on {vocabulary.plural(self.of)}"
            case "scores":
                return f"what {vocabulary.plural(self.of)} score"
            case "rising":
                return f"{', '.join(map(str, self.series))} and so on per {self.of}"
            case _:
                where = f" on your {vocabulary.plural(self.on)}" if self.on else ""
                return f"{self.each} per {self.of}{where}"

    def mentions(self) -> Iterator[tuple[str, str]]:
        kinds = {"per good": "good", "rising": "good", PER_CELL: CELL_COUNT}
        if self.of:
            yield kinds.get(self.kind, "sort of pieces"), self.of
        if self.on:
            yield "sort of pieces", self.on


@frozen(eq=False, repr=False)
class ScoreLine(Command):
    """``resources: 2 per gold, 2 per copper``."""

    label: str
    terms: tuple[ScoreTerm, ...]

    @classmethod
    def read(cls, reader: Reader, node: Node) -> ScoreLine:
        """A label, and what counts."""
        terms = tuple(term for part in nodes(node) for term in ScoreTerm.of_each(reader, part))
        return cls(str(tokens(node)[0]), terms, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.label}: {', '.join(term.words(vocabulary) for term in self.terms)}"


def _in_group(reader: Reader, part: Node | Token) -> list[Count]:
    """The goods of a group; nothing where something else is named."""
    if not isinstance(part, str) or reader.declares("good", part):
        return []
    is_group = reader.declares("group of goods", part)
    goods = reader.goods(part) if is_group else ()
    return [GoodCount(good, span=reader.span(part)) for good in goods]


@frozen(eq=False, repr=False)
class Tie(Command):
    """``tie: most silver, worker and ore``: who has more of it, or less, is ahead."""

    rules = ("tie",)
    example = "tie: fewest <goods>"
    count: Count
    most: bool = True

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Tie:
        """A group stands for all of its goods."""
        which, *parts = node.children
        counts: list[Count] = []
        for part in parts:
            for count in _in_group(reader, part) or [reader.count(part)]:
                if count in counts:
                    message = f'"{count.words(Vocabulary())}" is counted twice'
                    reader.report("E301", message, part, "keep one of them")
                counts.append(count)
        span = reader.span(node)
        total = counts[0] if len(counts) == 1 else SumCount(tuple(counts), span=span)
        return cls(total, str(which) == "most", span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{'most' if self.most else 'fewest'} {self.count.words(vocabulary)}"


@frozen(eq=False, repr=False)
class Scoring(Definition):
    """``scoring in points:``; ``tie`` is the good of which most decides a tie, empty: none does.

    ``ties`` is more than that: what decides one after the other.
    """

    rules = ("scoring",)
    example = "scoring in <units>:\n    goods: 1 per <good>\n    tie: most <goods>"
    hints = (
        ("scoring", "scoring in <units>: and below it, indented: <units>: 1 per <unit>"),
        ("tie", "tie: most <good>"),
    )
    kind = "scoring"
    unit: str = field(metadata=GOOD)
    lines: tuple[ScoreLine, ...]
    tie: str = field(default="", metadata=GOOD)
    ties: tuple[Tie, ...] = added(())

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Scoring:
        unit = reader.unit(tokens(node)[0])
        ties = tuple(Tie.read(reader, line) for line in nodes(node, "tie"))
        for number, tie in enumerate(ties):
            if tie in ties[:number]:
                message = "this has decided a tie already"
                reader.report(
                    "E332", message, nodes(node, "tie")[number], "keep one of the two lines"
                )
        lines = tuple(ScoreLine.read(reader, line) for line in nodes(node, "score_line"))
        span = reader.span(node)
        only = ties[0].count if len(ties) == 1 and ties[0].most else None
        if isinstance(only, GoodCount):
            return cls(unit, lines, only.good, span=span)
        return cls(unit, lines, ties=ties, span=span)

    def in_order(self) -> tuple[Tie, ...]:
        """What decides a tie, one after the other."""
        return (Tie(GoodCount(self.tie)),) if self.tie else self.ties

    def words(self, vocabulary: Vocabulary) -> str:
        return f"scoring in {vocabulary.plural(self.unit)}"
