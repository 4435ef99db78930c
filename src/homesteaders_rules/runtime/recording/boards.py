"""Decoders of what happens on boards, and of goods that come to lie on pieces and cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from . import events, kinds
from .records import Decoder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .events import Event, Record


@frozen(eq=False, repr=False)
class TileLaid(Decoder):
    """(source, player, tile, place, turn)."""

    tiles: tuple[str, ...]

    def tell(self, record: Record) -> Iterator[Event]:
        _, player, tile, place, turn = record
        yield kinds.TileLaid(player, self.tiles[tile], place + 1, turn, span=self.span)


@frozen(eq=False, repr=False)
class TileTurned(Decoder):
    """(source, player, cell): a tile lies on a cell."""

    good: str
    cells: tuple[str, ...]

    def tell(self, record: Record) -> Iterator[Event]:
        _, player, cell = record
        yield kinds.Laid(player, self.good, self.cells[cell], span=self.span, piece=self.piece)


class TileOnCell(TileTurned):
    """(source, player, cell): a tile from the stock to the player, and onto a cell."""

    __slots__ = ()

    def tell(self, record: Record) -> Iterator[Event]:
        yield self.transfer(record[1], self.good, 1)
        yield from super().tell(record)


@frozen(eq=False, repr=False)
class EdgesBuilt(Decoder):
    """(source, player, area, number): a good from the stock onto so many edges around cells."""

    good: str
    cells: tuple[str, ...]

    def tell(self, record: Record) -> Iterator[Event]:
        _, player, area, number = record
        if number:
            yield self.transfer(player, self.good, number)
        named = tuple(name for cell, name in enumerate(self.cells) if area >> cell & 1)
        yield kinds.Enclosed(player, self.good, named, number, span=self.span, piece=self.piece)


@frozen(eq=False, repr=False)
class MadeNeutral(Decoder):
    """(source, player, piece)."""

    names: tuple[str, ...]

    def tell(self, record: Record) -> Iterator[Event]:
        yield kinds.MadeNeutral(record[1], self.names[record[2]], span=self.span)


@frozen(eq=False, repr=False)
class LaidOn(Decoder):
    """(source, player, piece, amount): a good onto a piece; from whom, None: from the player."""

    good: str
    giver: int | None

    def tell(self, record: Record) -> Iterator[Event]:
        _, player, piece, amount = record
        giver = player if self.giver is None else self.giver
        yield self.between(player, self.good, amount, giver, events.on_piece(piece))


@frozen(eq=False, repr=False)
class TakenFrom(Decoder):
    """(source, player, piece, amount): a good from a piece to the player."""

    good: str

    def tell(self, record: Record) -> Iterator[Event]:
        _, player, piece, amount = record
        yield self.between(player, self.good, amount, events.on_piece(piece), player)


@frozen(eq=False, repr=False)
class Left(Decoder):
    """(source, player, good, amount, good, amount ...): from the player to another holder."""

    goods: tuple[str, ...]
    holder: int

    def tell(self, record: Record) -> Iterator[Event]:
        player = record[1]
        for good, amount in zip(record[2::2], record[3::2], strict=True):
            yield self.between(player, self.goods[good], amount, player, self.holder)


@frozen(eq=False, repr=False)
class Shifted(Decoder):
    """(source, player, from, to): a good from a place of a piece to another."""

    good: str
    places: tuple[tuple[str, int], ...]

    def tell(self, record: Record) -> Iterator[Event]:
        _, player, start, end = record
        ends = *self.places[start], *self.places[end]
        yield kinds.Shifted(player, self.good, *ends, span=self.span, piece=self.piece)
