"""Displays: which piece lies on which space, what that costs, and how free spaces are filled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from ....mechanisms.displays.commands import Display, Fill
from ....runtime.recording.kinds import Move
from ..registry import reads

if TYPE_CHECKING:
    from ....commands.definitions.pieces import Piece
    from ..payments import Way
    from ..reading import Reading
    from ..text import Text


def displays_of(text: Text) -> dict[str, Display]:
    """Displays by the sort of their pieces."""
    return {display.sort: display for display in text.all_of(Display)}


def lying_in_row(game: Reading, sort: str) -> list[str]:
    """The pieces on the spaces of a display, in their order; empty names where none lies.

    What came to the place in another way than onto a space lies on the first free ones.
    """
    display, place = displays_of(game.text)[sort], game.text.sorts[sort].places[1]
    row = game.board.rows.get(sort, [""] * display.spaces)
    left = [
        p.name for p in game.text.of_sort(sort) for _ in range(game.board.copies[place, p.name])
    ]
    found: list[str] = []
    for name in row[: display.spaces]:
        if name in left:
            left.remove(name)
            found.append(name)
        elif not display.slides:
            found.append("")
    while left and "" in found:
        found[found.index("")] = left.pop(0)
    found += left
    return found + [""] * (display.spaces - len(found))


def with_fee(game: Reading, piece: Piece, way: Way) -> Way:
    """A way to pay with what the first space with the piece costs more."""
    display = displays_of(game.text).get(piece.sort)
    if display is None or not display.fees:
        return way
    space = lying_in_row(game, piece.sort).index(piece.name)
    fee = (*display.fees, *[display.fees[-1]] * (space + 1))[space]
    goods = dict(way.goods)
    goods[display.money] = goods.get(display.money, 0) + fee
    return evolve(way, goods=tuple(goods.items())) if fee else way


def leave_space(game: Reading, piece: Piece) -> None:
    """The piece is taken from the first space on which it lies."""
    if piece.sort in displays_of(game.text):
        row = lying_in_row(game, piece.sort)
        row[row.index(piece.name)] = ""
        game.board.rows[piece.sort] = row


def come_to_lie(game: Reading, piece: Piece) -> None:
    """The piece comes onto the first free space, if there is one."""
    if piece.sort in displays_of(game.text):
        row = lying_in_row(game, piece.sort)
        if "" in row:
            row[row.index("")] = piece.name
            game.board.rows[piece.sort] = row


@reads(Fill)
def _fill(game: Reading, effect: Fill) -> None:
    """Chance has drawn them: what came is told, in the order of the spaces."""
    display, place = displays_of(game.text)[effect.sort], game.text.sorts[effect.sort].places[1]
    row = lying_in_row(game, effect.sort)
    names = [piece.name for piece in game.text.of_sort(effect.sort)]
    for space, there in enumerate(row):
        left = [name for name in names if game.board.copies[display.source, name]]
        if there or not left:
            continue
        told = [e for e in game.happened if isinstance(e, Move) and e.span == effect.span]
        read = sum(isinstance(e, Move) and e.span == effect.span for e in game.told)
        assert read < len(told), "nothing was told of what comes to lie there"
        name = told[read].name
        assert name in left, f"{name} came to lie there, and none was left"
        game.board.copies[display.source, name] -= 1
        game.board.copies[place, name] += 1
        row[space] = name
        game.tell(Move(game.you, name, display.source, place, 1, span=effect.span))
    game.board.rows[effect.sort] = row
