"""What the sentences of a grid say of enclosing: with what, what is enclosed, and where it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.base import GOOD, CellName, SaidOneWay, Vocabulary
from ...trees import Node, tokens
from ...words import a_or_an
from .. import enclosing
from ..grids.definitions import Counted, Grid, GridLine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Layout, Reader
    from ...runtime.counters import Counter
    from ..grids.geometry import Plan
    from .ground import Enclosed

STANDING, INSIDE = "edges", "enclosed"
"""The cells of each player: what stands on the edges of their grid, and what is closed in."""


@frozen(eq=False, repr=False)
class OnEdges(GridLine):
    """``fences lie on the edges of cells, and stay``: a good of which each stands on one edge."""

    rules = ("on_edges",)
    example = "<edges> lie on the edges of cells, and stay"
    hints = (("lie on the edges", example),)
    good: str = field(metadata=GOOD)
    said: str

    @classmethod
    def read(cls, reader: Reader, node: Node) -> OnEdges:
        """The good."""
        word = tokens(node)[0]
        return cls(reader.named("good", word), str(word), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.said} lie on the edges of cells, and stay"


@frozen(eq=False, repr=False)
class Encloses(Counted):
    """``a pasture is what fences enclose``: an area that nobody leaves without crossing them.

    ``chosen``: only what somebody chose to enclose is one (``a pasture is what was enclosed``);
    ``rings``: also what a ring of them closes in, and that nobody chose. Where neither is said
    the two are the same, and a check holds that.
    """

    rules = ("encloses", "was_enclosed")
    example = "a yard is what <edges> enclose"
    hints = (("is what", example),)
    said: str = ""
    good: str = field(default="", metadata=GOOD)
    chosen: bool = False
    rings: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Encloses:
        """What it is called, and what makes it one."""
        name, span = str(tokens(node, "PHRASE")[0]), reader.span(node)
        if node.data == "was_enclosed":
            return cls(name, chosen=True, span=span)
        (word,) = tokens(node, "ENCLOSING")
        good, rings = reader.named("good", word), bool(tokens(node, "CHOSEN_OR_NOT"))
        return cls(name, str(word), good, rings=rings, span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        what = "was enclosed" if self.chosen else f"{self.said} enclose"
        return f"{a_or_an(self.name)} is what {what}{', chosen or not' * self.rings}"

    def cells_on(self, plan: Plan, players: int) -> Iterable[tuple[CellName, int]]:
        for player in range(players):
            yield (STANDING, player), (1 << plan.edges) - 1
        for player in range(players):
            yield (INSIDE, player), plan.all

    def closing(self, layout: Layout, grid: Grid) -> Enclosed:
        """What is enclosed of each player's grid, and may be."""
        plan = grid.plan
        areas = enclosing.areas.Areas(
            plan,
            next((line.most for line in grid.of(HasAtMost)), plan.size),
            most_edges(layout, grid, plan),
            any(line.beside for line in grid.of(EnclosedLies)),
            bool(grid.of(MayBeDivided)),
            any(line.closes for line in grid.of(Rim)),
        )
        barred = (good for line in grid.of(HoldsNo) for good in line.goods)
        ends = layout.at[STANDING, 0], layout.at[INSIDE, 0]
        return enclosing.ground.Enclosed(plan, *ends, grid.kinds_of(barred), self.rings, areas)

    def counter(self, layout: Layout) -> Counter:
        return enclosing.ground.Parts(enclosed_at(layout))


def most_edges(layout: Layout, grid: Grid, plan: Plan) -> int:
    """So many edges can ever be built by a player."""
    built = [layout.good_index[line.good] for line in grid.of(OnEdges)]
    there = (layout.goods[index] for index in built)
    counts: list[int] = [good.count for good in there if good.name in layout.limited]
    return min([plan.edges, *counts])


def find_enclosed(layout: Layout) -> Enclosed | None:
    """What is enclosed of the grids at a table; None where nothing can be."""
    closings = () if layout.lattice is None else layout.lattice.closings
    return next((each for each in closings if isinstance(each, enclosing.ground.Enclosed)), None)


def enclosed_at(layout: Layout) -> Enclosed:
    """The same at a table where something can be."""
    found = find_enclosed(layout)
    assert found is not None
    return found


@frozen(eq=False, repr=False)
class OfEnclosed(GridLine):
    """A sentence about what is enclosed, by its name."""

    name: str


@frozen(eq=False, repr=False)
class EnclosedLies(OfEnclosed):
    """``a pasture lies beside another pasture``, or ``anywhere``, as where nothing is said."""

    rules = ()
    example = "a <area> lies beside another <area>"
    beside: bool

    @classmethod
    def read(cls, reader: Reader, node: Node) -> EnclosedLies:
        """Next to another of the same name, or anywhere."""
        name, *others = tokens(node, "PHRASE")
        if others:
            (which,) = tokens(node, "BESIDE_WHICH")
            if not str(which).endswith("another") or str(others[0]) != str(name):
                one = a_or_an(name)
                hint = f"write: {one} lies beside another {name}"
                reader.report("E371", f"{one} lies beside others of its kind", others[0], hint)
        return cls(str(name), bool(others), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        where = f"beside another {self.name}" if self.beside else "anywhere"
        return f"{a_or_an(self.name)} lies {where}"


@frozen(eq=False, repr=False)
class HoldsNo(OfEnclosed):
    """``a pasture holds no room and no field``: tiles that do not lie in what is enclosed."""

    rules = ("holds_no",)
    example = "a <area> holds no <tile>"
    hints = (("holds no", "a <area> holds no <tile> and no <tile>"),)
    goods: tuple[str, ...] = field(metadata=GOOD)
    said: tuple[str, ...]

    @classmethod
    def read(cls, reader: Reader, node: Node) -> HoldsNo:
        """Which tiles."""
        name, *words = tokens(node)
        said = tuple(map(str, words))
        return cls(str(name), reader.goods(*words), said, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        none = " and ".join(f"no {word}" for word in self.said)
        return f"{a_or_an(self.name)} holds {none}"


class MayBeDivided(SaidOneWay, OfEnclosed):
    """``a pasture may be divided``: what is enclosed may be made two."""

    __slots__ = ()

    rules = ("may_be_divided",)
    example = "a <area> may be divided"
    hints = (("may be divided", example),)


@frozen(eq=False, repr=False)
class HasAtMost(OfEnclosed):
    """``a pasture has at most 4 cells``."""

    rules = ("has_at_most",)
    example = "a <area> has at most 4 cells"
    hints = (("has at most", example),)
    most: int

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{a_or_an(self.name)} has at most {self.most} cell{'s' * (self.most != 1)}"


@frozen(eq=False, repr=False)
class Rim(GridLine):
    """``the edge of Farmyard is no fence``: what lies around the grid closes in, or does not."""

    rules = ("rim",)
    example = "the edge of <grid> is no <edge>"
    hints = (("the edge of", example),)
    grid: str
    said: str
    good: str = field(metadata=GOOD)
    closes: bool

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Rim:
        """Of which grid, and whether it counts as built."""
        title, how, word = tokens(node)
        reader.named("grid", title)
        good, closes = reader.named("good", word), str(how) != "is no"
        name = str(title).strip('"')
        return cls(name, str(word), good, closes, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        what = a_or_an(self.said) if self.closes else f"no {self.said}"
        return f"the edge of {self.grid} is {what}"


@frozen(eq=False, repr=False)
class OneIn(Counted):
    """``a fenced stable is one in a pasture``: a count of the tiles that lie in what is enclosed.

    The name ends with the tile that it counts.
    """

    rules = ("one_in",)
    example = "a sheltered <tile> is one in a <area>"
    hints = (("is one in", example),)
    inside: str
    goods: tuple[str, ...] = field(metadata=GOOD)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> OneIn:
        """What is counted, and in what."""
        name, inside = tokens(node)
        _, _, tile = str(name).rpartition(" ")
        word = name.part(tile, len(name) - len(tile))
        return cls(str(name), str(inside), reader.goods(word), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{a_or_an(self.name)} is one in {a_or_an(self.inside)}"

    def counter(self, layout: Layout) -> Counter:
        return enclosing.ground.TilesInside(
            enclosed_at(layout), layout.lattice, layout.grid.kinds_of(self.goods)
        )
