"""What a player may hold, and what happens where the stock has less than somebody gains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.base import GOOD, Vocabulary, added, join
from ...commands.definitions.definition import Definition
from ...trees import Node, nodes, tokens

if TYPE_CHECKING:
    from ...commands.protocols import Reader


@frozen(eq=False, repr=False)
class RunsShort(Definition):
    """``when gem or ore runs short: each player gives 1 back, until there is enough``.

    ``back``: so much at a time; 0: whoever would gain more than there is gains none
    (``nobody gains any``). Without it, what is left is taken.
    """

    rules = ("runs_short",)
    example = "when <good> runs short: nobody gains any"
    hints = (
        ("runs short", "when <good> runs short: each player gives 1 back, until there is enough"),
    )
    goods: tuple[str, ...] = field(metadata=GOOD)
    back: int

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        named, *_ = nodes(node)
        numbers = tokens(node, "NUMBER")
        back = reader.number(numbers[0]) if numbers else 0
        return cls(reader.goods(*tokens(named)), back, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        then = "nobody gains any"
        if self.back:
            then = f"each player gives {self.back} back, until there is enough"
        return f"when {join(self.goods, 'or')} runs short: {then}"


@frozen(eq=False, repr=False)
class MayHold(Definition):
    """``each player may hold 8 workers, and gives back what is too much``.

    All of the goods together. ``gives_back``: the player says what; else they gain no more
    (``and gains no more``). ``own``: each player has so many and no others (``limited for each
    player: 8 workers``), so that nothing is offered in which more would have to be gained.
    """

    rules = ("may_hold", "own_stock")
    example = "each player may hold 8 <goods>, and gives back what is too much"
    hints = (
        ("may hold", example),
        ("limited for each player", "limited for each player: 8 <goods>"),
    )
    count: int
    goods: tuple[str, ...] = field(metadata=GOOD)
    called: str
    gives_back: bool
    own: bool = added(False)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        number, word, rule = tokens(node)
        back = "gives back" in str(rule)
        goods, span = reader.goods(word), reader.span(node)
        return cls(reader.number(number), goods, str(word), back, span=span)

    @classmethod
    def own_stock(cls, reader: Reader, node: Node) -> tuple[MayHold, ...]:
        """``limited for each player: 5 workers, 3 huts``: one for each."""
        words, span = tokens(node), reader.span(node)
        return tuple(
            cls(reader.number(number), reader.goods(word), str(word), False, True, span=span)
            for number, word in zip(words[::2], words[1::2], strict=True)
        )

    def words(self, vocabulary: Vocabulary) -> str:
        if self.own:
            return f"limited for each player: {self.count} {self.called}"
        then = "gives back what is too much" if self.gives_back else "gains no more"
        return f"each player may hold {self.count} {self.called}, and {then}"
