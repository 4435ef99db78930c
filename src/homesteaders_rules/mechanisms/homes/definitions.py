"""What the text says of homes: how many there are, where, and what becomes of who has none."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from ...commands.base import EXCHANGE, GOOD, SaidOneWay, Vocabulary, join
from ...commands.definitions.definition import Definition
from ...commands.definitions.occasions import third_person
from ...trees import Node, nodes, tokens
from ...words import a_or_an
from ..lines import OfLines, lines_of

if TYPE_CHECKING:
    from ...commands.protocols import Reader

ENCLOSED = "enclosed area"
"""What it is called, among names, that homes lie in or outside of."""


class HomeLine(Definition):
    """A sentence about homes."""

    __slots__ = ()

    kind = "line of homes"


@frozen(eq=False, repr=False)
class HomesIn(HomeLine):
    """``1 in the house``: so many homes for one of any kind, which are always there."""

    rules = ("homes_in",)
    example = "1 in the house"
    count: int
    where: str

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.count} in the {self.where}"


@frozen(eq=False, repr=False)
class HomesOutside(HomeLine):
    """``1 for each stable outside pastures``: homes for one of any kind, by tiles not enclosed."""

    rules = ("homes_outside",)
    example = "1 for each <tile> outside <areas>"
    count: int
    tiles: tuple[str, ...] = field(metadata=GOOD)
    said: str
    outside: str

    @classmethod
    def read(cls, reader: Reader, node: Node) -> HomesOutside:
        """How many for each of which tiles."""
        number, tile, outside = tokens(node)
        reader.several_enclosed(outside)
        goods, span = reader.goods(tile), reader.span(node)
        return cls(reader.number(number), goods, str(tile), str(outside), span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.count} for each {self.said} outside {self.outside}"


@frozen(eq=False, repr=False)
class HomesInside(HomeLine):
    """``2 for each cell of a pasture, all of one kind, and twice as many for each stable in it``.

    Each enclosed area is a home for so many of one kind for each of its cells, and for twice as
    many for each of some tiles that lie in it.
    """

    rules = ("homes_inside",)
    example = "2 for each cell of a <area>, all of one kind"
    count: int
    inside: str
    tiles: tuple[str, ...] = field(default=(), metadata=GOOD)
    said: str = ""

    @classmethod
    def read(cls, reader: Reader, node: Node) -> HomesInside:
        """How many for each cell, and what makes them twice as many."""
        number, inside, *doubling = tokens(node)
        name = reader.named(ENCLOSED, inside)
        goods = reader.goods(doubling[0]) if doubling else ()
        said = "".join(map(str, doubling))
        return cls(reader.number(number), name, goods, said, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        twice = f", and twice as many for each {self.said} in it" if self.said else ""
        return f"{self.count} for each cell of {a_or_an(self.inside)}, all of one kind{twice}"


class MayMove(SaidOneWay, HomeLine):
    """``they may move at any time``: nobody is asked where each lives, only whether it can."""

    __slots__ = ()

    rules = ("may_move",)
    example = "they may move at any time"


@frozen(eq=False, repr=False)
class TooMany(HomeLine):
    """``who has too many cooks or releases some``: by exchanges of these kinds, before all else.

    A kind is the words that the ``names`` of exchanges are, or begin with.
    """

    rules = ("too_many",)
    example = "who has too many <exchanges> some"
    hints: ClassVar[tuple[tuple[str, str], ...]] = (("who has too many", example),)
    kinds: tuple[str, ...]
    names: tuple[str, ...] = field(metadata=EXCHANGE)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> TooMany:
        """What is done then, as the third person does it."""
        (said,) = tokens(node)
        kinds = {third_person(kind): kind for kind in reader.exchange_kinds()}
        words = str(said).replace(" or ", ", ").split(", ")
        for word in words:
            if word not in kinds:
                reader.unknown(said.like(word), kinds, "exchange")
        found = dict.fromkeys(kinds[word] for word in words if word in kinds)
        names = dict.fromkeys(name for kind in found for name in reader.of_kind(kind))
        return cls(tuple(found), tuple(names), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"who has too many {join(map(third_person, self.kinds), 'or')} some"


@frozen(eq=False, repr=False)
class HomesOf(OfLines):
    """``homes of animals:`` and its sentences: goods of which a player keeps what has a home."""

    rules = ("homes_of",)
    kind = "homes of"
    example = (
        "homes of <homed>:\n    1 in the house\n    they may move at any time\n"
        "    who has too many <exchanges> some"
    )
    hints = (("homes of", "homes of <goods>: and below it, indented: 1 in the house"),)
    name: str
    goods: tuple[str, ...] = field(metadata=GOOD)
    lines: tuple[Definition, ...]

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        """The goods, and the sentences about them."""
        (word,) = tokens(node)
        lines = tuple(lines_of(reader, nodes(node), lambda line: (reader.line(line),)))
        return cls(str(word), reader.goods(word), lines, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"homes of {self.name}"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of exchanges by which some are given up."""
        return tuple(dict.fromkeys(kind for line in self.of(TooMany) for kind in line.kinds))
