"""What happens on a map: it is laid, spaces become neutral, and goods are taken from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.amounts import HERE
from ...commands.base import SORT, SaidOneWay, Vocabulary, added
from ...commands.effects import Effect, Quiet, Unvalued
from ...commands.transfers import (
    Bringing,
    Holder,
    can_take,
    each_gained,
    each_lost,
    emptied,
    of_player,
    on_piece,
)
from ...runtime import acts, counters, predicates, recording, steps
from ...runtime.offering import offers
from ...runtime.operands import Cost
from ...runtime.recording import records
from ...runtime.recording.events import STOCK
from ...runtime.registers import ACTOR, START
from ...trees import Node, tokens
from .. import maps
from ..holding import bounds
from .definitions import DRAWN, IN_ORDER, TURNED, Begins, Dealing, Map

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Causes, Linker, Reader
    from ...runtime.acts import Act
    from ...runtime.predicates import Predicate
    from .ground import Ground, Heap, Taking


class LayMap(SaidOneWay, Quiet):
    """``lay the map``: tiles come to their places, with what begins on their spaces."""

    __slots__ = ()

    rules = ("lay_map",)
    example = "lay the map"
    hints = (("lay", example),)

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        drawn: Map = layout.map
        start, target = layout.sort_of(drawn.sort).places[:2]
        names = tuple(tile.name for tile in layout.tiles)
        how = next((line.how for line in drawn.of(Dealing)), IN_ORDER)
        moved = records.Moved(layout.piece_names, (start, target), span=self.span)
        step = maps.steps.LayTiles(
            linker.source(recording.boards.TileLaid(names, span=drawn.span)),
            linker.source(moved),
            layout.ground,
            how in (DRAWN, TURNED),
            how == TURNED,
            layout.at["pieces", start],
            layout.at["pieces", target],
            tuple(each for line in drawn.of(Begins) for each in _beginnings(linker, line)),
            follow,
        )
        return linker.add(step)


def _beginnings(linker: Linker, line: Begins) -> Iterable[maps.steps.Beginning]:
    """What lies on the spaces of a label when they are laid."""
    layout = linker.layout
    for good, amount in linker.cost(line.bundle):
        told = recording.boards.LaidOn(linker.goods[good], STOCK, span=line.span)
        yield maps.steps.Beginning(
            linker.source(told),
            layout.mask(layout.map.sort, (line.label,)),
            layout.ground.heap(good),
            amount,
            linker.purse.stock + good,
            linker.goods[good] in linker.limited,
        )


@frozen(eq=False, repr=False)
class NeutralEffect(Quiet):
    """A free space of a label becomes neutral: it counts as built on, and is nobody's."""

    sort: str = field(metadata=SORT)
    label: str

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        sort = reader.mapped_sort(node)
        label = reader.label(tokens(node)[0], sort)
        return cls(sort, label, span=reader.span(node))

    def _told(self, linker: Linker) -> int:
        return linker.source(
            recording.boards.MadeNeutral(linker.layout.piece_names, span=self.span)
        )


class RandomNeutral(NeutralEffect):
    """``a random plain becomes neutral``."""

    __slots__ = ()

    rules = ("random_neutral",)
    example = "a random <mapped> becomes neutral"
    hints = (("a random", "a random player becomes start player"),)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"a random {self.label} becomes neutral"

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        pieces = layout.mask(self.sort, (self.label,))
        return linker.add(
            maps.steps.RandomNeutral(self._told(linker), layout.ground, pieces, follow)
        )


class MakeNeutral(NeutralEffect):
    """``the start player makes any plain neutral``: the start player chooses the space."""

    __slots__ = ()

    is_question = True
    rules = ("make_neutral",)
    example = "the start player makes any <mapped> neutral"

    def words(self, vocabulary: Vocabulary) -> str:
        return f"the start player makes any {self.label} neutral"

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        with linker.pushed("player"):
            after = linker.add(steps.Run(acts.Pop(ACTOR), follow))
            pieces = layout.mask(self.sort, (self.label,))
            offer = maps.steps.NeutralSpaceOffer(
                self._told(linker), layout.ground, pieces, layout.piece_names, after
            )
            question = offers.Question((offer,))
            linker.add(question)
            entry = linker.add(offers.SkipIfEmpty(question, after))
        you = acts.Push(counters.InCell(ACTOR)), acts.SetTo(ACTOR, counters.InCell(START))
        return linker.add(steps.Run(acts.Several(you), entry))


@frozen(eq=False, repr=False)
class TakeAll(Bringing, Unvalued):
    """``take everything from here``: all that lies on the ``piece`` whose text it is.

    On a map ``here`` is the space just built on, or (``label``: ``from each lake next to here``)
    all spaces that carry the label and lie next to it; then ``sort`` is that of the spaces.
    """

    why_not = "nothing lies there"

    rules = ("take_all_here", "take_all_near")
    example = "take everything from here"
    hints = (("take everything", "take everything from each <mapped> next to here"),)
    sort: str = field(metadata=SORT)
    label: str = ""
    piece: str = added("")

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        here, words = reader.here(node), tokens(node)
        if here not in (HERE, "") and not words:
            return cls("", piece=here, span=reader.span(node))
        sort = reader.mapped_sort(node)
        if here not in (HERE, ""):
            hint = "write it in a line like: whenever a player builds a <space>: ..."
            reader.report("E392", "only a space of a map has something next to it", node, hint)
        labels = [reader.label(word, sort) for word in words]
        return cls(sort, *labels, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        where = f"each {self.label} next to here" if self.label else "here"
        return f"take everything from {where}"

    def brings(self, rules: Causes) -> Iterable[str]:
        return rules.lying_goods(self.piece)

    def present(self, linker: Linker) -> Predicate:
        if not self.piece:
            return predicates.ALWAYS
        return can_take(linker, self.brings(linker.consequences), on_piece(linker, self.piece))

    def act(self, linker: Linker) -> Act | None:
        layout = linker.layout
        if self.piece:
            taker, goods = of_player(linker), self.brings(linker.consequences)
            return acts.Several.of(
                *(emptied(linker, self, self.piece, good, taker) for good in goods)
            )
        ground: Ground = layout.ground
        pieces = layout.mask(self.sort, (self.label,)) if self.label else None
        takings = tuple(taking(linker, self, heap) for heap in ground.heaps)
        return maps.steps.TakeEverything(ground, pieces, takings, linker.ceiling)


def taking(linker: Linker, command: Effect, heap: Heap) -> Taking:
    """How a command takes what lies in a heap, for the player."""
    good = linker.goods[heap.good]
    told = recording.boards.TakenFrom(good, span=command.span, piece=linker.piece)
    each, room = each_gained(linker, good), bounds.room(linker, good)
    return maps.ground.Taking(linker.source(told), heap, *of_player(linker)[0](good), each, room)


def left_there(linker: Linker, command: Effect, goods: Cost, giver: Holder, capped: bool) -> Act:
    """Goods of a holder onto the space just built on, no more than there are where ``capped``."""
    found: list[Act] = []
    where, holder = giver
    for good, amount in goods:
        name = linker.goods[good]
        told = recording.boards.LaidOn(name, holder, span=command.span, piece=linker.piece)
        lost = each_lost(linker, name) if holder is None else None
        limited = capped or holder is None or name in linker.limited
        heap = linker.layout.ground.heap(good)
        found.append(
            maps.steps.LeaveThere(linker.source(told), heap, *where(name), amount, limited, lost)
        )
    act = acts.Several.of(*found)
    assert act is not None
    return act
