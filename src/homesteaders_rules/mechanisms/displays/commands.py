"""A display of pieces: how many spaces it has, what they cost, and that it is filled."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.amounts import Bundle, Item, Number
from ...commands.base import GOOD, SORT, CellName, SaidOneWay, Vocabulary, join
from ...commands.definitions.definition import Definition
from ...commands.effects import Quiet
from ...commands.flows import THE_PLAYER, THE_STOCK, Flow, flows_of
from ...runtime.packing import WIDTH
from ...runtime.recording import records
from ...trees import Node, tokens
from .. import displays, maps
from ..building.steps import BuildOffer, CanBuild

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...commands.protocols import Layout, Linker, Reader
    from ...runtime.acts import Act
    from ...runtime.operands import Cost

MOST_SPACES = 20
ROW = "row"
"""The name of the cell that says where the pieces of a sort lie."""


@frozen(eq=False, repr=False)
class Display(Definition):
    """``display of cards: 4 spaces filled from deck, that cost 0, 1 and 2 coins``.

    It is the place where pieces of the sort are offered. ``fees``: what a piece costs more on each
    of its spaces, and on those behind them the last; nothing stands in for that. ``slides``: what
    is left closes the gaps towards the first space, else it keeps its place.
    """

    rules = ("display",)
    example = "display of <sorts>: 2 spaces filled from <place>"
    hints = (
        (
            "display of",
            "display of <sorts>: 3 spaces filled from <place>, that cost 0, 1 and 2 <goods>",
        ),
    )
    kind = "display of"
    sort: str = field(metadata=SORT)
    spaces: int
    source: str
    fees: tuple[int, ...] = ()
    money: str = field(default="", metadata=GOOD)
    slides: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        words, slides = tokens(node, "PHRASE"), bool(tokens(node, "SLIDES"))
        count, *fees = tokens(node, "NUMBER")
        sort = reader.named("sort of pieces", words[0])
        spaces = reader.number(count)
        if spaces > MOST_SPACES:
            message = f"{spaces} spaces; there can be {MOST_SPACES}"
            reader.report("E302", message, count, f"write {MOST_SPACES}, or less")
        if len(fees) > spaces:
            message = f"{len(fees)} prices, and there are {spaces} spaces"
            reader.report("E331", message, fees[spaces], "write one for each space, or fewer")
        source = reader.place(words[1], sort)
        listed = tuple(reader.number(fee, 0) for fee in fees)
        money = reader.named("good", words[2]) if fees else ""
        return cls(sort, spaces, source, listed, money, slides, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        sort = vocabulary.plural(self.sort)
        spaces = "space" if self.spaces == 1 else "spaces"
        fees = join(map(str, self.fees))
        money = self.money if self.fees == (1,) else vocabulary.plural(self.money)
        cost = f", that cost {fees} {money}" if fees else ""
        slides = ", and what is left slides" * self.slides
        return f"display of {sort}: {self.spaces} {spaces} filled from {self.source}{cost}{slides}"

    def identity(self, vocabulary: Vocabulary) -> tuple[str, str]:
        return self.kind, vocabulary.plural(self.sort)

    def flows(self) -> Iterable[Flow]:
        """What its dearest space costs."""
        fee = Item(Number(max(self.fees, default=0)), self.money)
        return flows_of(THE_PLAYER, THE_STOCK, Bundle((fee,))) if any(self.fees) else ()

    def cells(self, players: int) -> Iterable[tuple[CellName, int]]:
        return [((ROW, self.sort), (1 << WIDTH * self.spaces) - 1)]


@frozen(eq=False, repr=False)
class Fill(SaidOneWay, Quiet):
    """``fill the display of cards``: each free space gets a random piece of those that are left."""

    rules = ("fill",)
    example = "fill the display of <sorts>"
    sort: str = field(metadata=SORT)

    def act(self, linker: Linker) -> Act | None:
        layout, display = linker.layout, display_of(linker, self.sort)
        if display is None:
            return None
        ends = display.source, layout.sort_of(self.sort).places[1]
        told = records.Moved(layout.piece_names, ends, span=self.span)
        start = layout.at["pieces", display.source]
        return displays.steps.Fill(layout.displays[self.sort], start, linker.source(told))


def display_of(linker: Linker, sort: str) -> Display | None:
    """The display of a sort at a table."""
    return next((each for each in linker.of(Display) if each.sort == sort), None)


def spaces_of(layout: Layout, display: Display) -> displays.steps.Spaces:
    """The spaces of a display, linked."""
    return displays.steps.Spaces(
        layout.at[ROW, display.sort],
        layout.at["pieces", layout.sort_of(display.sort).places[1]],
        display.spaces,
        display.slides,
        tuple(index for index, _ in layout.of_sort(display.sort)),
        display.fees,
    )


def fees_of(linker: Linker, sort: str) -> displays.steps.Fees | None:
    """What pieces of a sort cost more where they lie."""
    display, layout = display_of(linker, sort), linker.layout
    if display is None:
        return None
    money = layout.good_index[display.money] if display.fees else 0
    return displays.steps.Fees(layout.displays[sort], money, linker.purse)


def fee_cost(linker: Linker, sort: str) -> Cost:
    """The most that a space costs more."""
    fees = fees_of(linker, sort)
    if fees is None or not any(fees.spaces.fees):
        return ()
    return ((fees.money, max(fees.spaces.fees)),)


def build_offer(linker: Linker, sort: str) -> Callable[..., BuildOffer]:
    """What makes the offer to build pieces of a sort: not all spaces of a map are open."""
    fees = fees_of(linker, sort)
    if fees is not None:
        return partial(displays.steps.BuildFromDisplay, fees=fees)
    if _is_of_map(linker, sort):
        return partial(maps.steps.BuildOnMap, ground=linker.layout.ground)
    return BuildOffer


def can_build(linker: Linker, sort: str) -> Callable[..., CanBuild]:
    """What makes the test whether one of them can be built."""
    fees = fees_of(linker, sort)
    if fees is not None:
        return partial(displays.steps.CanBuildFromDisplay, fees=fees)
    if _is_of_map(linker, sort):
        return partial(maps.steps.CanBuildOnMap, ground=linker.layout.ground)
    return CanBuild


def _is_of_map(linker: Linker, sort: str) -> bool:
    drawn = linker.layout.map
    return drawn is not None and drawn.sort == sort
