"""The parts of a screen in words: where the game stands, lots, tiles, places of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from rich.text import Text

from ...seeing.model import AFTER, ENOUGH, NOW, LotSeen, Screen, Spot, Tile
from ..console import style_of
from .lines import LOUD, QUIET, Cells, flow, listed, packed, split, table
from .part import Part

HAD = {NOW: "+", AFTER: "~", ENOUGH: "+", "": " "}
"""The sign of a tile that can be had, beside its colour."""
HEADS = {NOW: "now:", AFTER: "after exchanges:", ENOUGH: "enough for:", "": "others:"}
STYLES = {NOW: "bold", AFTER: "italic", ENOUGH: "", "": "dim"}


def parts_of(screen: Screen) -> list[Part]:
    """The parts between the players and the menu, those that are not drawn as a map."""
    return [
        *lots(screen),
        *_turned_up(screen),
        *_outlook(screen),
        *_spots(screen),
        *tiles(screen),
        *_stock(screen),
    ]


def headline(screen: Screen) -> Part:
    """``Round 3 of 10, bidding``, who is start player, and the tracks for all."""
    return Part("head", [partial(_headline, screen, True), partial(_headline, screen, False)])


def _headline(screen: Screen, lean: bool, width: int) -> list[Text]:
    items = [Text(standing(screen), style=LOUD), _name(screen, screen.starts, "start player ")]
    for level in screen.levels:
        said = f"{level.track} {level.value}" + (f": {level.text}" if level.text else "")
        items.append(Text(said if level.text or not lean else f"{level.track} {level.value}"))
    return flow(listed(items, ";"), width)


def standing(screen: Screen) -> str:
    """``Round 3 of 10, bidding``."""
    if screen.over:
        return "The game is over"
    of_all = "" if screen.rounds is None else f" of {screen.rounds}"
    when = "Final round" if screen.is_final else f"Round {screen.round}{of_all}"
    return f"{when}, {screen.phase}"


def _name(screen: Screen, seat: int, before: str = "", after: str = "") -> Text:
    return Text(before).append(screen.name(seat), style_of(seat)).append(after)


# ------------------------------------------------------------------ lots


def lots(screen: Screen) -> Iterator[Part]:
    """What is up for auction, with who leads."""
    if screen.lots:
        yield Part("lots", [partial(_lots_listed, screen), partial(_lots_table, screen)])


def _bid(screen: Screen, lot: LotSeen) -> Text:
    if lot.neutral:
        return Text(f"{lot.bid} neutral")
    if lot.leader is None:
        return Text("no bid", style=QUIET)
    return _name(screen, lot.leader, f"{lot.bid} ")


def _lots_listed(screen: Screen, width: int) -> list[Text]:
    """``lot 1 A1-S1: 5 Ann; 2 A2-S3: no bid``."""
    found = []
    for at, lot in enumerate(screen.lots):
        word = "" if at else f"{lot.sort} "
        found.append(Text(f"{word}{lot.number} {lot.name}: ").append_text(_bid(screen, lot)))
    return flow(listed(found, ";"), width)


def _lots_table(screen: Screen, width: int) -> list[Text]:
    rows: list[Cells] = [
        [
            Text(f"{lot.sort} {lot.number}"),
            Text(lot.name, style=LOUD),
            _bid(screen, lot),
            split(lot.text),
        ]
        for lot in screen.lots
    ]
    return table(rows, width)


# ------------------------------------------------------------------ events, incomes, the stock


def _turned_up(screen: Screen) -> Iterator[Part]:
    if screen.up:
        yield Part("up", [partial(_up, screen, False), partial(_up, screen, True)])


def _up(screen: Screen, whole: bool, width: int) -> list[Text]:
    lines = []
    for each in screen.up:
        name = Text(f"{each.sort}: ").append(each.name, LOUD)
        text = split(each.text) if whole else []
        lines += flow([name.append(",") if text else name, *text], width)
    return lines


def _outlook(screen: Screen) -> Iterator[Part]:
    if screen.outlook is not None:
        yield Part("outlook", [partial(_coming, screen)])


def _coming(screen: Screen, width: int) -> list[Text]:
    """``income: brings 3 silver; due 2 silver, 1 silver lacking``."""
    outlook = screen.outlook
    assert outlook is not None
    said = []
    for word, goods in (
        ("brings", outlook.brings),
        ("costs", outlook.loses),
        ("due", outlook.due),
        ("LACKING", outlook.lacking),
        ("perhaps", outlook.undecided),
    ):
        if goods:
            said.append(Text(f"{word} {', '.join(goods)}", style="bold red" * word.isupper()))
    return flow([Text(f"{outlook.phase}:", style=QUIET), *listed(said, ";")], width)


def _stock(screen: Screen) -> Iterator[Part]:
    if screen.stock:
        yield Part("stock", [partial(_left, screen)], needed=False)


def _left(screen: Screen, width: int) -> list[Text]:
    return flow([Text("stock:", style=QUIET), *listed(screen.stock)], width)


# ------------------------------------------------------------------ places of all


def _spots(screen: Screen) -> Iterator[Part]:
    spots = screen.spots
    if spots:
        is_needed = any(spot.is_named for spot in spots)
        forms = [
            partial(_taken, screen),
            partial(_busy, screen),
            partial(_all_spots, screen),
            partial(_spots_table, screen),
        ]
        yield Part("spots", forms, is_needed)


def _there(screen: Screen, spot: Spot) -> Text:
    """What lies there and whose it is, and who is there."""
    found = Text(", ".join(spot.lying))
    if spot.lying and spot.user is not None:
        found.append(" of ").append_text(_name(screen, spot.user))
    for seat in spot.who:
        found.append(", " * bool(found.plain)).append_text(_name(screen, seat))
    return found


def _taken(screen: Screen, width: int) -> list[Text]:
    """Places that no option names, by who is there; what lies on the others the menu tells."""
    others = [spot for spot in screen.spots if not spot.is_named]
    found = []
    for player in screen.players:
        names = [_with_lying(spot) for spot in others if player.seat in spot.who]
        if names:
            found.append(_name(screen, player.seat, after=f": {', '.join(names)}"))
    free = [spot for spot in others if not spot.who and spot.lying]
    found += [Text(f"{spot.name}: ").append_text(_there(screen, spot)) for spot in free]
    head = Text(f"on {screen.spots[0].sort}s:", style=QUIET)
    items = [item for each in listed(found, ";") for item in each.split(" ")]
    return flow([head, *(items or [Text("nobody")])], width)


def _with_lying(spot: Spot) -> str:
    """A place by its name, with what is left there."""
    return f"{spot.name} ({', '.join(spot.lying)})" if spot.lying else spot.name


def _busy(screen: Screen, width: int) -> list[Text]:
    """Only places where something lies or somebody is."""
    found = []
    for spot in screen.spots:
        there = _there(screen, spot)
        if there.plain:
            found.append(Text(f"{spot.name}: ").append_text(there))
    items = listed(found, ";") or [Text("nothing")]
    return flow([Text(f"on {screen.spots[0].sort}s:", style=QUIET), *items], width)


def _all_spots(screen: Screen, width: int) -> list[Text]:
    """All of them in columns; what cannot be chosen is quiet."""
    found = []
    for spot in screen.spots:
        there = _there(screen, spot)
        name = Text(spot.name, style="" if spot.is_named else QUIET)
        found.append(name.append(": ").append_text(there) if there.plain else name)
    return packed(found, width)


def _spots_table(screen: Screen, width: int) -> list[Text]:
    rows: list[Cells] = [
        [
            Text(spot.name, style=LOUD if spot.is_named else ""),
            _there(screen, spot),
            split(spot.text, "" if spot.is_named else QUIET),
        ]
        for spot in screen.spots
    ]
    return table(rows, width)


# ------------------------------------------------------------------ tiles


def tiles(screen: Screen) -> Iterator[Part]:
    """What can be had: of needed ones those that can be had now or after exchanges."""
    every = screen.tiles
    if every:
        wanted = [tile for tile in every if tile.had in (NOW, AFTER)]
        forms = [partial(_tiles_listed, wanted or every), partial(_tiles_listed, every)]
        forms += [partial(_tiles_split, every), partial(_tiles_table, every)]
        yield Part("tiles", forms, bool(wanted))


def _tile(tile: Tile) -> Text:
    copies = f" ×{tile.copies}" if tile.copies > 1 else ""
    more = f" +{tile.more}" if tile.more else ""
    return Text(f"{tile.name}{copies} ({tile.cost or 'free'}{more})", style=STYLES[tile.had])


def _tiles_listed(tiles: Sequence[Tile], width: int) -> list[Text]:
    """Names and costs, by whether they can be had."""
    lines = []
    for had, head in HEADS.items():
        here = [_tile(tile) for tile in tiles if tile.had == had]
        if here:
            lines += flow([Text(head, style=QUIET), *listed(here)], width)
    return lines


def _tiles_split(tiles: Sequence[Tile], width: int) -> list[Text]:
    """Those that can be had with their texts, the others listed."""
    rich = [tile for tile in tiles if tile.had]
    lean = [tile for tile in tiles if not tile.had]
    found = _tiles_table(rich, width)
    return found and [*found, *_tiles_listed(lean, width)]


def _tiles_table(tiles: Sequence[Tile], width: int) -> list[Text]:
    rows: list[Cells] = []
    for tile in tiles:
        worth = f"worth {tile.worth}" if tile.worth else ""
        said = "; ".join(filter(None, (", ".join(tile.labels), worth, tile.text)))
        text = split(said, QUIET * (not tile.had)) or [Text("")]
        sign = Text(f"{HAD[tile.had]} ").append_text(_tile(tile))
        rows.append([sign, text])
    return table(rows, width)
