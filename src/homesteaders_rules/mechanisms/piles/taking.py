"""Pieces that a player takes for nothing: one by its name, or one of several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...commands.base import PIECE, SaidOneWay
from ...commands.control import Choose
from ...commands.effects import Effect, Quiet
from ...runtime import predicates
from ...runtime.operands import Cell, PieceIndex, PlayerCell, RecordSource, StepNumber, Text
from ...runtime.packing import copies_of, shift_of
from ...runtime.predicates import Predicate, Wide
from ...runtime.recording import records
from ...runtime.registers import ACTOR, RANDOM
from ...runtime.steps import Step
from ..labelled import OnLabelled
from . import acts as piles_acts
from .randomness import below

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...commands.definitions.pieces import Piece
    from ...commands.protocols import Layout, Linker
    from ...runtime.acts import Act
    from ...runtime.offering.offers import Offer
    from ...runtime.recording.events import Log

Places = tuple[tuple[RecordSource, Cell], ...]
"""How it is told that a piece comes from a place, and the cell of the place."""


class Take(Quiet):
    """A piece to the player for nothing: checkers ask all such verbs alike."""

    __slots__ = ()

    about_you = True

    def means(self, piece: Piece) -> bool:
        """May it be the piece that is taken?"""
        raise NotImplementedError


@frozen(eq=False, repr=False)
class TakePiece(SaidOneWay, Take):
    """``take Homestead``: one copy to the player, from the first of its places that has one."""

    rules = ("take",)
    example = "take <piece>"
    piece: str = field(metadata=PIECE)

    def means(self, piece: Piece) -> bool:
        return piece.name == self.piece

    def act(self, linker: Linker) -> Act | None:
        layout = linker.layout
        index = layout.piece_index[self.piece]
        places = _places(linker, layout.pieces[index].sort, self)
        return piles_acts.Take(index, places, layout.owned)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        found = super().offers(linker, follow)
        for offer in found:
            offer.subject = linker.layout.piece_index[self.piece]
        return found

    def present(self, linker: Linker) -> Predicate:
        layout = linker.layout
        index = layout.piece_index[self.piece]
        cells = tuple(cell for _, cell in _lying(layout, layout.pieces[index].sort))
        return CanTake(index, cells, layout.owned)


class TakeAny(OnLabelled, Take):
    """``take any small power``: one that carries all of the labels, as the player likes."""

    __slots__ = ()

    is_question = True
    rules = ("take_any",)
    example = "take any <label> <sort>"
    why_not = "none of them is left that you do not own"

    def choice(self, linker: Linker) -> Choose:
        """The same with the names of the pieces that there are at a table."""
        pieces = linker.layout.of_sort(self.sort, self.labels)
        each = tuple(TakePiece(piece.name, span=self.span) for _, piece in pieces)
        return Choose(each, span=self.span)

    def link(self, linker: Linker, follow: int) -> int:
        return self.choice(linker).link(linker, follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        return self.choice(linker).offers(linker, follow)

    def present(self, linker: Linker) -> Predicate:
        return self.choice(linker).present(linker)

    def can(self, linker: Linker) -> Predicate:
        return self.choice(linker).can(linker)


class TakeRandom(OnLabelled, Take):
    """``take a random small power``: each copy that is left is as likely as the others."""

    __slots__ = ()

    rules = ("take_random",)
    example = "take a random <label> <sort>"

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        pieces = tuple(index for index, _ in layout.of_sort(self.sort, self.labels))
        places = _places(linker, self.sort, self)
        name = layout.vocabulary.plural(self.sort)
        return linker.add(DrawPiece(name, pieces, places, layout.owned, follow))

    def present(self, linker: Linker) -> Predicate:
        layout = linker.layout
        cells = tuple(cell for _, cell in _lying(layout, self.sort))
        each = (
            CanTake(index, cells, layout.owned)
            for index, _ in layout.of_sort(self.sort, self.labels)
        )
        return predicates.Either.of(*each)


def _lying(layout: Layout, sort: str) -> list[tuple[str, int]]:
    """The places of a sort where copies lie, with their cells."""
    places = layout.sort_of(sort).places
    cells = ((place, ("pieces", place)) for place in places)
    return [(place, layout.at[cell]) for place, cell in cells if cell in layout.at]


def _places(linker: Linker, sort: str, effect: Effect) -> Places:
    layout = linker.layout
    return tuple(
        (linker.source(records.Taken(layout.piece_names, place, span=effect.span)), cell)
        for place, cell in _lying(layout, sort)
    )


@frozen(eq=False, repr=False)
class CanTake(Wide):
    """A copy of a piece lies in one of some places, and the player owns none."""

    piece: PieceIndex
    places: tuple[Cell, ...]
    owned: PlayerCell

    def holds(self, cells: Sequence[int]) -> bool:
        owns = cells[self.owned + cells[ACTOR]] >> self.piece & 1
        return not owns and any(copies_of(cells[place], self.piece) for place in self.places)


@define(eq=False, repr=False)
class DrawPiece(Step):
    """A random one of some pieces to the player; ``of`` is the word for them all, for deals."""

    of: Text
    pieces: tuple[PieceIndex, ...]
    places: Places
    owned: PlayerCell
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        copies = [
            piece
            for piece in self.left(cells)
            for _, place in self.places
            for _ in range(copies_of(cells[place], piece))
        ]
        if copies:
            number, cells[RANDOM] = below(len(copies), cells[RANDOM])
            self.give(cells, log, copies[number])
        return self.follow

    def left(self, cells: Sequence[int]) -> list[int]:
        """The pieces that the player in ACTOR may draw."""
        held = cells[self.owned + cells[ACTOR]]
        there = [cells[place] for _, place in self.places]
        return [p for p in self.pieces if not held >> p & 1 and any(copies_of(c, p) for c in there)]

    def give(self, cells: list[int], log: Log, piece: int) -> None:
        """A piece that is left to the player in ACTOR."""
        source, place = next(each for each in self.places if copies_of(cells[each[1]], piece))
        cells[place] -= 1 << shift_of(piece)
        cells[self.owned + cells[ACTOR]] |= 1 << piece
        log.append((source, cells[ACTOR], piece))
