"""The players of a screen: what they hold and own, a row for each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text

from ..console import style_of
from .lines import LOUD, QUIET, Cells, flow, listed, split, staggered, table, wide
from .part import Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...seeing.model import Owned, Player, Screen

UNSEEN = "?"
BETWEEN = " | "
COUNTED, NAMED, WHOLE = range(3)
"""How much is told of the pieces of others: how many, which, or also what is on them."""


def players(screen: Screen) -> Part:
    """Names with pieces in lines or in columns; of the others at least how many pieces."""
    leaner = [partial(_leaner, screen, told) for told in (COUNTED, NAMED, WHOLE)]
    return Part("players", [*leaner, partial(_wide, screen)])


def own_tiles(screen: Screen) -> Iterator[Part]:
    """What is printed on the pieces of the one who looks."""
    seat = screen.viewer
    rows = () if seat is None else tuple(p for p in screen.players[seat].pieces if p.text)
    if rows:
        yield Part("own", [partial(_texts, rows)], needed=False)


def due(screen: Screen) -> Iterator[Part]:
    """What comes in later rounds."""
    if any(player.due for player in screen.players):
        yield Part("due", [partial(_due, screen)])


def _due(screen: Screen, width: int) -> list[Text]:
    found = []
    for player in screen.players:
        if player.due:
            found += [Text(f"{player.name} is due", style=style_of(player.seat))]
            found += listed(player.due, ";")
    return flow(found, width)


def _texts(pieces: Sequence[Owned], width: int) -> list[Text]:
    return table([[owned(piece), split(piece.text, QUIET)] for piece in pieces], width)


# ------------------------------------------------------------------ what stands in a row


def _name(player: Player) -> Text:
    name = player.name + " (you)" * player.is_viewer
    return Text(name, style=f"{LOUD} {style_of(player.seat)}")


def holdings(screen: Screen) -> str:
    """What the one who decides holds, in words."""
    return ", ".join(text.plain for text in _held(screen.decider))


def _held(player: Player) -> list[Text]:
    """Goods in words, hidden ones by their groups, and where markers are."""
    found = [Text(held.words) for held in player.goods if held.amount]
    unseen = dict.fromkeys(held.group for held in player.goods if held.amount is None)
    found += [Text(f"{UNSEEN} {group}", style=QUIET) for group in unseen]
    found += [Text(f"{m.track} {m.space}") for m in player.markers if m.space]
    return found or [Text("nothing")]


def owned(piece: Owned) -> Text:
    """``Farm 1/2``: how many of its places are filled; and what lies there."""
    found = Text(piece.name)
    if piece.places:
        style = QUIET if len(piece.filled) == piece.places else LOUD
        found.append(f" {len(piece.filled)}/{piece.places}", style)
    return found.append(f" ({', '.join(piece.lying)})") if piece.lying else found


def _owns(player: Player, told: int = WHOLE) -> list[Text]:
    """Pieces, or less of them; spaces of the map, and what lies on the grid."""
    if told == COUNTED and not player.is_viewer:
        found = [Text(words) for words in player.counted]
    else:
        in_short = told == NAMED and not player.is_viewer
        found = [Text(piece.name) if in_short else owned(piece) for piece in player.pieces]
        found += [Text(player.spaces)] if player.spaces else []
    if player.lying:
        found.append(Text(f"on cells: {', '.join(player.lying)}"))
    return found


# ------------------------------------------------------------------ forms


def _wide(screen: Screen, width: int) -> list[Text]:
    """A table: who, what they have, what they own."""
    rows: list[Cells] = [
        [_name(player), listed(_held(player)), listed(_owns(player)) or [Text("")]]
        for player in screen.players
    ]
    return table(rows, width)


def _leaner(screen: Screen, told: int, width: int) -> list[Text]:
    """In paragraphs, or in columns with one heading: what takes fewer lines."""
    paragraphs = _paragraphs(screen, told, width)
    columns = _columns(screen, told, width)
    return columns if columns and len(columns) < len(paragraphs) else paragraphs


def _paragraphs(screen: Screen, told: int, width: int) -> list[Text]:
    lines = []
    for player in screen.players:
        owns = _owns(player, told)
        items = listed(_held(player))
        if owns:
            items += [Text("|", style=QUIET), *listed(owns)]
        lines += flow([_name(player).append(":"), *items], width)
    return lines


def _columns(screen: Screen, told: int, width: int) -> list[Text]:
    """Numbers below the names of goods, and below them who owns what."""
    goods = [
        at
        for at in range(len(screen.players[0].goods))
        if any(player.goods[at].amount != 0 for player in screen.players)
    ]
    tracks = range(len(screen.players[0].markers))
    heads = ["", *(screen.players[0].goods[at].good for at in goods)]
    heads += [screen.players[0].markers[at].track for at in tracks]
    rows = []
    for player in screen.players:
        cells = [player.goods[at].amount for at in goods]
        said = [UNSEEN if amount is None else str(amount or "-") for amount in cells]
        said += [str(player.markers[at].space or "-") for at in tracks]
        rows.append([_name(player), *(Text(each, QUIET * (each in "-?")) for each in said)])
    owns = [listed(_owns(player, told)) for player in screen.players]
    tables = [_with_owns(screen, table, owns, width) for table in staggered(heads, rows, width)]
    return min(tables, key=len, default=[])


def _with_owns(
    screen: Screen, lines: list[Text], owns: Sequence[list[Text]], width: int
) -> list[Text]:
    """What players own behind their rows where there is room, else one after the other below."""
    first = len(lines) - len(screen.players)
    below: list[Text] = []
    for player, items in zip(screen.players, owns, strict=True):
        row = lines[first + player.seat]
        needs = sum(wide(item) + 1 for item in items) + len(BETWEEN)
        if items and wide(row) + needs <= width:
            row.append(BETWEEN, QUIET).append_text(Text(" ").join(items))
        elif items:
            if below:
                below[-1].append(BETWEEN.rstrip(), QUIET)
            below += [_name(player).append(":"), *items]
    return [*lines, *flow(below, width)]
