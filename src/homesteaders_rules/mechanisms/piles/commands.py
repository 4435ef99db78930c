"""Pieces in places and stacks: moving, taking, stacking, turning up, building."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.base import SORT, STACK, Command, SaidOneWay, Vocabulary, added, join
from ...commands.counting.bounds import bounds_words, read_bounds
from ...commands.effects import Effect, Quiet, Unvalued
from ...runtime import acts, counters
from ...runtime.offering import offers
from ...runtime.recording import events, records
from ...runtime.registers import DECLINED
from ...trees import Node, nodes, tokens
from ..building import steps as building_steps
from ..displays import commands as displays
from . import acts as piles_acts
from . import steps as piles_steps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Causes, Happening, Linker, Reader
    from ...runtime.acts import Act
    from ...runtime.offering.offers import Offer
    from ...runtime.predicates import Predicate

BUILD = "build"
"""The purpose of what is paid for a piece."""
BUILD_NOTHING = "build nothing"


@frozen(eq=False, repr=False)
class MovePieces(Quiet):
    """``move buildings that are not town from supply to box``.

    Moves all copies that lie in ``source`` and carry every label of ``labels`` and none of
    ``without``.
    """

    rules = ("move",)
    example = "move <label> <sorts> from <place> to <place>"
    sort: str = field(metadata=SORT)
    labels: tuple[str, ...]
    without: tuple[str, ...]
    source: str
    target: str

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        moved, source, target = tokens(node)
        labels, sort = reader.split_labels(moved)
        without = [token for part in nodes(node) for token in tokens(part)]
        return cls(
            sort,
            labels,
            tuple(reader.label(token, sort) for token in without),
            reader.place(source, sort),
            reader.place(target, sort),
            span=reader.span(node),
        )

    def words(self, vocabulary: Vocabulary) -> str:
        sort = " ".join((*self.labels, vocabulary.plural(self.sort)))
        unless = f" that are not {' or '.join(self.without)}" if self.without else ""
        return f"move {sort}{unless} from {self.source} to {self.target}"

    def act(self, linker: Linker) -> Act | None:
        layout = linker.layout
        moves = tuple(
            (index, layout.at["pieces", self.source], layout.at["pieces", self.target])
            for index, piece in layout.of_sort(self.sort, self.labels)
            if not set(self.without) & set(piece.labels)
        )
        ends = self.source, self.target
        source = linker.source(records.Moved(layout.piece_names, ends, span=self.span))
        return piles_acts.MoveAll(source, moves)


@frozen(eq=False, repr=False)
class RemoveCopies(Quiet):
    """``remove 1 copy of each building that has 2 or more copies``: out of the game."""

    rules = ("remove_copies",)
    example = "remove 1 copy of each <sort> that has 2 or more copies"
    count: int
    sort: str = field(metadata=SORT)
    least: int
    most: int | None = added(None)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        count, sort = tokens(node)
        of = reader.named("sort of pieces", sort)
        bounds = read_bounds(reader, nodes(node)[0])
        return cls(reader.number(count), of, *bounds, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        copies = "copy" if self.count == 1 else "copies"
        bounds = bounds_words((self.least, self.most))
        number = "copy" if (self.least, self.most) == (1, 1) else "copies"
        return f"remove {self.count} {copies} of each {self.sort} that has {bounds} {number}"

    def act(self, linker: Linker) -> Act | None:
        layout = linker.layout
        place = layout.sort_of(self.sort).places[0]
        moves = tuple(
            (index, layout.at["pieces", place], -1)
            for index, piece in layout.of_sort(self.sort)
            if not piece.copies_per_player and piece.copies >= self.least
            if self.most is None or piece.copies <= self.most
        )
        source = linker.source(
            records.Moved(layout.piece_names, (place, events.OUT_OF_GAME), span=self.span)
        )
        return piles_acts.MoveAll(source, moves, self.count)


@frozen(eq=False, repr=False)
class Layer(Command):
    """``settlement``, ``4 town``: the pieces with a label, or so many of them."""

    label: str
    count: int | None = None

    @classmethod
    def read_of(cls, reader: Reader, stack: str, node: Node) -> Layer:
        """A layer of a stack; none of its pieces carries another label than those of its sort."""
        *number, word = tokens(node)
        label = reader.label(word, reader.sort_of_stack(stack))
        count = reader.number(number[0]) if number else None
        return cls(label, count, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return self.label if self.count is None else f"{self.count} {self.label}"


@frozen(eq=False, repr=False)
class Stack(Quiet):
    """``stack Auction 2 face down: settlement on town on city``.

    Face up keeps the order of the text; face down is shuffled within each layer, and so is
    ``shuffle Events face up: ...``. ``layers`` lie from top to bottom; no layers: the whole
    stack is one. What a layer does not take leaves the game.
    """

    rules = ("stack",)
    example = "stack <stack> face down: <label> on <label>"
    hints = (("shuffle", "shuffle <stack> face up: 4 <label> on 2 <label>"),)
    stack: str = field(metadata=STACK)
    face_up: bool
    layers: tuple[Layer, ...] = ()
    shuffled: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        verb, name, face = tokens(node)
        stack = reader.named("stack", name)
        layers = tuple(Layer.read_of(reader, stack, part) for part in nodes(node))
        face_up = str(face) == "face up"
        shuffled = not face_up or str(verb) == "shuffle"
        return cls(stack, face_up, layers, shuffled, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        layers = " on ".join(layer.words(vocabulary) for layer in self.layers)
        verb = "shuffle" if self.shuffled and self.face_up else "stack"
        face = "up" if self.face_up else "down"
        return f"{verb} {self.stack} face {face}{': ' * bool(layers)}{layers}"

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        pieces = layout.stack_pieces[self.stack]
        layers = tuple(
            (tuple(i for i in pieces if layer.label in layout.pieces[i].labels), layer.count)
            for layer in self.layers
        ) or ((tuple(pieces), None),)
        order, turned, shown = (
            layout.at["stack", self.stack],
            layout.at["turned", self.stack],
            layout.at["face up", self.stack],
        )
        step = piles_steps.ShuffleStack(
            layers,
            order,
            turned,
            shown,
            self.shuffled,
            self.face_up,
            self.stack,
            layout.stack_size[self.stack],
            follow,
        )
        return linker.add(step)


@frozen(eq=False, repr=False)
class TurnUp(Quiet):
    """``turn up 1 lot of each stack``: the lots of the last round leave the game.

    ``turn up 1 space of each stack, onto board`` (``place``): it comes from the first place of
    its sort to that place, and stays there.
    """

    rules = ("turn_up",)
    example = "turn up 1 <lot> of each stack"
    sort: str = field(metadata=SORT)
    place: str = added("")

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        number, word, *where = tokens(node)
        if str(number) != "1":
            reader.report("E302", "only 1 can be turned up of each stack", number, "write: 1")
        sort = reader.named("sort of pieces", word)
        places = [reader.place(token, sort) for token in where]
        return cls(sort, *places, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        where = f", onto {self.place}" * bool(self.place)
        return f"turn up 1 {self.sort} of each stack{where}"

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        names = layout.stacks_of(self.sort)
        stacks = tuple(
            (*cells, layout.stack_size[name])
            for name, cells in zip(names, layout.stack_cells(names), strict=True)
        )
        source = linker.source(records.TurnedUp(names, layout.piece_names, span=self.span))
        cleared = layout.auction_cells if set(names) == set(layout.lots) else range(0)
        step = piles_steps.TurnUp(source, stacks, cleared, follow)
        if self.place:
            ends = layout.sort_of(self.sort).places[0], self.place
            told = linker.source(records.Moved(layout.piece_names, ends, span=self.span))
            start, target = (layout.at["pieces", place] for place in ends)
            step.onto = told, start, target
        return linker.add(step)


@frozen(eq=False, repr=False)
class BuildSame(SaidOneWay, Unvalued):
    """``build the same``: once more what the lot being resolved lets its winner build."""

    is_question = True
    rules = ("build_same",)
    example = "build the same"
    sort: str = field(metadata=SORT)
    lots: str = field(metadata=SORT)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        sort, lots = reader.owned_sort(node), reader.auctioned_sort(node)
        return cls(sort, lots, span=reader.span(node))

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("builds", self.sort), ("declines", self.sort)]

    def link(self, linker: Linker, follow: int) -> int:
        return linker.same_build(follow)

    def link_may(self, linker: Linker, follow: int, done: int) -> int:
        """The question what to build, and not one more before it."""
        return linker.same_build(follow)


@frozen(eq=False, repr=False)
class Build(Unvalued):
    """``build residential or commercial``, ``build any``.

    The player picks a piece of the sort from the place it is offered in (the second place of
    its sort) that carries one of the labels, that the ownership limit allows and whose cost can
    be paid; pays; takes it; where there is none, nothing happens. Then triggers of building
    fire, then its clauses of the last moment of the sort ("built").
    """

    uses_up = True
    asks_which = True
    is_question = True
    rules = ("build", "build_any")
    example = "build any"
    hints = (("build", "build <label> or <label>"),)
    sort: str = field(metadata=SORT)
    labels: tuple[str, ...] = ()

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        sort = reader.owned_sort(node)
        labels = tuple(reader.label(token, sort) for token in tokens(node, "PHRASE"))
        return cls(sort, labels, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"build {join(self.labels, 'or') or 'any'}"

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("builds", self.sort)]

    def declining(self) -> Iterable[Happening]:
        return [("declines", self.sort)]

    def link(self, linker: Linker, follow: int) -> int:
        return linker.question(self.offers(linker, follow), follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        layout = linker.layout
        sort = layout.sort_of(self.sort)
        place, after = sort.places[1], follow
        if sort.moments:
            moment = sort.moments[-1], building_steps.Discount()
            entries = linker.dispatcher(moment, follow)
            after = linker.add(building_steps.WhenBuilt(entries, follow))
        after = linker.publish_later("builds", self.sort, after)
        prices = linker.prices(self.sort, BUILD)
        pieces, goods = prices.fitting(self.labels)
        offer = displays.build_offer(linker, self.sort)(
            place=layout.at["pieces", place],
            prices=prices,
            pieces=pieces,
            labels=self.labels,
            purse=linker.purse,
            owned=layout.owned,
            source=linker.source(records.Taken(layout.piece_names, place, span=self.span)),
            pay_source=linker.source(linker.paid_decoder(self)),
            back_source=linker.source(records.Returned(layout.piece_names, place, span=self.span)),
            placed=layout.placed,
            losses=linker.losses([goods, displays.fee_cost(linker, self.sort)]),
            target=after,
        )
        offer.meaning = BUILD, self.sort
        return [offer]

    def present(self, linker: Linker) -> Predicate:
        layout = linker.layout
        place = layout.at["pieces", layout.sort_of(self.sort).places[1]]
        prices = linker.prices(self.sort, BUILD)
        pieces, _ = prices.fitting(self.labels)
        return displays.can_build(linker, self.sort)(place, prices, pieces, layout.owned)

    def can(self, linker: Linker) -> Predicate:
        return self.present(linker)

    def declined(self, linker: Linker, follow: int) -> Offer:
        """Not to build is remembered as long as the lot is resolved (case N42)."""
        offer = offers.Plain(
            BUILD_NOTHING,
            acts.SetTo(DECLINED, counters.Fixed(1)),
            linker.publish("declines", self.sort, follow),
        )
        offer.meaning = DECLINED, self.sort
        return offer
