"""Pieces in places and stacks: moving, taking, stacking, turning up, building."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from .. import machine
from ..commands.base import Vocabulary, join
from ..commands.effects import Effect

if TYPE_CHECKING:
    from ..machine.acts import Act
    from ..machine.decisions import Offer
    from ..machine.layout import Layout
    from ..machine.linker import Linker

BUILD = "build"
"""The purpose of what is paid for a piece."""


@frozen
class MovePieces(Effect):
    """``move buildings that are not town from supply to box``.

    Moves all copies that lie in ``source`` and carry every label of ``labels`` and none of
    ``without``.
    """

    sort: str
    labels: tuple[str, ...]
    without: tuple[str, ...]
    source: str
    target: str

    def words(self, vocabulary: Vocabulary) -> str:
        sort = " ".join((*self.labels, vocabulary.plural(self.sort)))
        unless = f" that are not {' or '.join(self.without)}" if self.without else ""
        return f"move {sort}{unless} from {self.source} to {self.target}"

    def act(self, linker: Linker) -> Act | None:
        layout = linker.layout
        moves = tuple(
            (
                index,
                _copies(layout, self.source, piece.name),
                _copies(layout, self.target, piece.name),
            )
            for index, piece in layout.of_sort(self.sort)
            if set(self.labels) <= set(piece.labels) and not set(self.without) & set(piece.labels)
        )
        ends = self.source, self.target
        source = linker.source(machine.telling.Moved(layout.piece_names, ends, span=self.span))
        return machine.shelving.MoveAll(source, moves)


@frozen
class RemoveCopies(Effect):
    """``remove 1 copy of each building that has 2 or more copies``: out of the game, at setup."""

    count: int
    sort: str
    least: int

    def words(self, vocabulary: Vocabulary) -> str:
        copies = "copy" if self.count == 1 else "copies"
        return (
            f"remove {self.count} {copies} of each {self.sort} that has {self.least} or more copies"
        )

    def act(self, linker: Linker) -> Act | None:
        layout = linker.layout
        place = layout.sort_of(self.sort).places[0]
        moves = tuple(
            (index, _copies(layout, place, piece.name), -1)
            for index, piece in layout.of_sort(self.sort)
            if not piece.copies_per_player and piece.copies >= self.least
        )
        source = linker.source(
            machine.telling.Moved(layout.piece_names, (place, ""), span=self.span)
        )
        return machine.shelving.MoveAll(source, moves, self.count)


@frozen
class TakePiece(Effect):
    """``take Homestead``: one copy from its first place to the player."""

    piece: str

    def words(self, vocabulary: Vocabulary) -> str:
        return f"take {self.piece}"

    def act(self, linker: Linker) -> Act | None:
        layout = linker.layout
        index = layout.piece_index[self.piece]
        place = layout.sort_of(layout.pieces[index].sort).places[0]
        source = linker.source(machine.telling.Taken(layout.piece_names, place, span=self.span))
        return machine.shelving.Take(
            source, index, _copies(layout, place, self.piece), layout.owned
        )


@frozen
class Stack(Effect):
    """``stack Auction 2 face down: settlement on town on city``.

    Face up keeps the order of the text; face down is shuffled within each layer. ``layers`` are
    labels from top to bottom; no layers: the whole stack is one.
    """

    stack: str
    face_up: bool
    layers: tuple[str, ...] = ()

    def words(self, vocabulary: Vocabulary) -> str:
        layers = f": {' on '.join(self.layers)}" if self.layers else ""
        return f"stack {self.stack} face {'up' if self.face_up else 'down'}{layers}"

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        pieces = layout.stack_pieces[self.stack]
        layers = tuple(
            tuple(index for index in pieces if label in layout.pieces[index].labels)
            for label in self.layers
        )
        rest = tuple(index for index in pieces if not any(index in layer for layer in layers))
        order, turned, shown = (
            layout.at["stack", self.stack],
            layout.at["turned", self.stack],
            layout.at["face up", self.stack],
        )
        step = machine.steps.ShuffleStack(
            (*layers, rest), order, turned, shown, not self.face_up, self.stack, follow
        )
        return linker.add(step)


@frozen
class TurnUp(Effect):
    """``turn up 1 lot of each stack``: the lots of the last round leave the game."""

    sort: str

    def words(self, vocabulary: Vocabulary) -> str:
        return f"turn up 1 {self.sort} of each stack"

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        names = tuple(stack for stack in layout.sort_of(self.sort).stacks if stack in layout.stacks)
        stacks = tuple(
            (layout.at["stack", name], layout.at["turned", name], len(layout.stack_pieces[name]))
            for name in names
        )
        source = linker.source(machine.telling.TurnedUp(names, layout.piece_names, span=self.span))
        return linker.add(machine.steps.TurnUp(source, stacks, layout.auction_cells, follow))


@frozen
class Build(Effect):
    """``build residential or commercial``, ``build any``.

    The player picks a piece of the sort from the place it is offered in (the second place of
    its sort) that carries one of the labels, that the ownership limit allows and whose cost can
    be paid; pays; takes it. Then triggers of building fire, then its clauses of the last moment
    of the sort ("built").
    """

    sort: str
    labels: tuple[str, ...] = ()

    def words(self, vocabulary: Vocabulary) -> str:
        return f"build {join(self.labels, 'or') or 'any'}"

    def asks(self, linker: Linker) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        return linker.add(machine.decisions.Choice(tuple(self.offers(linker, follow))))

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        layout = linker.layout
        place = layout.sort_of(self.sort).places[1]
        finished = machine.construction.WhenBuilt(
            linker.dispatcher(layout.sort_of(self.sort).moments[-1], follow), follow
        )
        after = linker.publish("builds", self.sort, linker.add(finished))
        kinds = [
            (
                index,
                piece.name,
                _copies(layout, place, piece.name),
                linker.cost(piece.cost),
                piece.labels,
            )
            for index, piece in layout.of_sort(self.sort)
        ]
        sources = (
            linker.source(machine.telling.Taken(layout.piece_names, place, span=self.span)),
            linker.source(linker.paid_teller(self)),
        )
        solver = linker.solver(BUILD)
        return [
            machine.construction.BuildOffer(
                kinds, self.labels, solver, linker.purse, sources, after
            )
        ]

    def declined(self, linker: Linker, follow: int) -> Offer:
        return machine.decisions.Plain(
            "build nothing", None, linker.publish("declines", self.sort, follow)
        )


def _copies(layout: Layout, place: str, piece: str) -> int:
    """The cell that counts the copies of a piece in a place."""
    return layout.at["pieces", place, piece]
