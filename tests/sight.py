"""What must be in sight at a question, read from the lines of a screen and not from how it is made.

``missing`` compares the words on the screen with the data that it was drawn from: who holds what,
which lots, tiles and places the options are about, tracks, the question and every option.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from attrs import asdict
from rich.cells import cell_len

from homesteaders_rules.cli.drawing.fitting import Drawn
from homesteaders_rules.seeing.menu import GAP
from homesteaders_rules.seeing.model import Player, Screen

DRAWN_WITH_SIGNS = ("map", "grids", "legend")
OWN_WORDS = "the game is over start player no bid neutral on now after exchanges enough for others"
OWN_WORDS += " more nobody nothing you brings costs due lacking perhaps stock round of final cells"
OWN_WORDS += " free worth"
WORD = re.compile(r"[^\W\d_]+")


def missing(screen: Screen, drawn: Drawn, width: int, height: int) -> list[str]:
    """What is not in sight, or not as it should be; empty where all is well."""
    found = [*_sizes(drawn, width, height), *_places(drawn), *_head(screen, drawn)]
    for player in screen.players:
        found += _player(screen, drawn, player)
    return [*found, *_board(screen, drawn), *_menu(screen, drawn), *_cut(screen, drawn)]


def text(drawn: Drawn, part: str) -> str:
    """The words of a part in one line."""
    return " ".join(" ".join(line.plain for line in drawn.parts.get(part, ())).split())


def _sizes(drawn: Drawn, width: int, height: int) -> Iterator[str]:
    # One line is left for what is typed.
    if len(drawn.lines) > height - 1:
        yield f"{len(drawn.lines)} lines"
    for line in drawn.lines:
        if cell_len(line.plain) > width:
            yield f"a line of {cell_len(line.plain)} columns: {line.plain}"


def _places(drawn: Drawn) -> Iterator[str]:
    """Every line of a part stands on the screen, in order."""
    screen = [line.plain for line in drawn.lines]
    for name, lines in drawn.parts.items():
        at = 0
        for line in lines:
            here = next((n for n in range(at, len(screen)) if line.plain.rstrip() in screen[n]), -1)
            if here < 0:
                yield f"a line of {name}: {line.plain}"
                break
            at = here + 1


def _head(screen: Screen, drawn: Drawn) -> Iterator[str]:
    said = text(drawn, "head")
    for words in (
        str(screen.round) * (not screen.is_final),
        screen.phase,
        screen.name(screen.starts),
    ):
        if words not in said and not screen.over:
            yield f"{words} in the headline"
    for level in screen.levels:
        if f"{level.track} {level.value}" not in said:
            yield f"the track {level.track}"


def _player(screen: Screen, drawn: Drawn, player: Player) -> Iterator[str]:
    said = text(drawn, "players")
    if player.name not in said:
        yield player.name
        return
    rows = {what: cell for who, what, cell in _columns(screen, drawn) if who == player.name}
    own = _said_of(screen, said, player)
    for held in player.goods:
        words = f"? {held.group}" if held.amount is None else held.words
        number = "?" if held.amount is None else str(held.amount)
        if held.amount != 0 and f" {words}" not in own and rows.get(held.good) != number:
            yield f"{held.good} of {player.name}"
    for marker in player.markers:
        words, number = f" {marker.track} {marker.space}", str(marker.space)
        if marker.space and words not in own and rows.get(marker.track) != number:
            yield f"{marker.track} of {player.name}"
    names = all(piece.name in own for piece in player.pieces)
    counted = all(words in own for words in player.counted) and player.counted
    if not names and (player.is_viewer or not counted):
        yield f"what {player.name} owns"
    if player.is_viewer:
        for piece in player.pieces:
            if piece.places and f"{piece.name} {len(piece.filled)}/{piece.places}" not in own:
                yield f"the places of {piece.name}"
    if player.spaces and player.spaces not in own:
        yield f"the spaces of {player.name}"


def _said_of(screen: Screen, said: str, player: Player) -> str:
    """What stands behind the name of a player, up to the name of another."""
    names = sorted((each.name for each in screen.players), key=len, reverse=True)
    pieces = re.split(f"({'|'.join(map(re.escape, names))})", said)
    return " ".join(words for name, words in pairwise(pieces) if name == player.name)


def _columns(screen: Screen, drawn: Drawn) -> Iterator[tuple[str, str, str]]:
    """What stands below the names of goods, where players are columns of numbers."""
    lines = [line.plain for line in drawn.parts["players"]]
    names = [player.name for player in screen.players]
    first = next((n for n, line in enumerate(lines) if line.startswith(names[0])), 0)
    known = [held.good for held in screen.players[0].goods]
    known += [marker.track for marker in screen.players[0].markers]
    heads = {at: name for line in lines[:first] for at, name in _heads(line, known)}
    starts = sorted(heads)
    for line in lines[first:] if starts else ():
        name = next((each for each in names if line.startswith(each)), "")
        if name and len(line) > starts[-1] and ":" not in line[: starts[0]]:
            for start, end in pairwise([*starts, len(line)]):
                yield name, heads[start], (line[start:end].split() or [""])[0]


def _heads(line: str, known: list[str]) -> Iterator[tuple[int, str]]:
    """Where names stand in a line; none within a longer one."""
    rest = line
    for name in sorted(known, key=len, reverse=True):
        for found in re.finditer(rf"(?<!\S){re.escape(name)}(?!\S)", rest):
            yield found.start(), name
        rest = re.sub(rf"(?<!\S){re.escape(name)}(?!\S)", "_" * len(name), rest)


def _board(screen: Screen, drawn: Drawn) -> Iterator[str]:
    lots, menu, tiles = text(drawn, "lots"), text(drawn, "menu"), text(drawn, "tiles")
    for lot in screen.lots:
        bid = f"{lot.bid} neutral" if lot.neutral else "no bid"
        if lot.leader is not None:
            bid = f"{lot.bid} {screen.name(lot.leader)}"
        if f"{lot.number} {lot.name}" not in lots or bid not in lots:
            yield f"lot {lot.number}"
    for tile in screen.tiles:
        if (tile.is_named or tile.had == "after exchanges") and tile.name not in tiles:
            yield f"the tile {tile.name}"
        if tile.is_named and tile.cost and tile.cost not in tiles:
            yield f"the cost of {tile.name}"
    spots = text(drawn, "spots")
    for spot in screen.spots:
        if not any(each.is_named for each in screen.spots):
            break
        there = [*spot.lying, *(screen.name(seat) for seat in spot.who)]
        said = f"{spots} {menu}"
        if there and (spot.name not in said or any(words not in said for words in there)):
            yield f"what is on {spot.name}"
        if spot.is_named and not any(f" {name}" in menu for name in _beginnings(spot.name)):
            yield f"the place {spot.name}"
    for each in screen.up:
        if each.name not in text(drawn, "up"):
            yield f"the {each.sort} {each.name}"
    if screen.outlook is not None:
        said = text(drawn, "outlook")
        for words in (*screen.outlook.brings, *screen.outlook.due, *screen.outlook.lacking):
            if words not in said:
                yield f"{words} of the {screen.outlook.phase}"
    if screen.map.named and not drawn.parts.get("map"):
        yield "the map"
    if any(grid.named for grid in screen.grids) and not drawn.parts.get("grids"):
        yield "the grid"


def _beginnings(name: str) -> list[str]:
    """A folded row names what its choices begin with."""
    words = name.split()
    return [" ".join(words[:count]) for count in range(1, len(words) + 1)]


def _menu(screen: Screen, drawn: Drawn) -> Iterator[str]:
    said = text(drawn, "menu")
    for words in (screen.decider.name, screen.prompt):
        if words not in said:
            yield f'the question "{words}"'
    shown = {key for row in drawn.menu.rows for key in row.keys}
    for key in screen.menu.every:
        single = key.rpartition(" ")[0]
        if key not in shown and not (single in shown and key.rpartition(" ")[2].isdecimal()):
            yield f"the option {key}"
    for row in drawn.menu.rows:
        if f"{row.number} {row.head}" not in said:
            yield f"row {row.number} {row.head}"
        for choice in row.choices:
            if choice.label not in said:
                yield f"{choice.label} of row {row.number}"


def _all_texts(screen: Screen) -> str:
    return " ".join(map(str, _strings(asdict(screen))))


def _strings(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)
    else:
        yield value


def _cut(screen: Screen, drawn: Drawn) -> Iterator[str]:
    """Words that nobody has said: they must have been cut."""
    known = {word.lower() for word in WORD.findall(f"{OWN_WORDS} {_all_texts(screen)}")}
    for name in drawn.parts:
        if name in DRAWN_WITH_SIGNS:
            continue
        said = text(drawn, name)
        for word in WORD.findall(said):
            if word.lower().removesuffix("s") not in known and word.lower() not in known:
                yield f"the word {word} in {name}"
        if "..." in said or "…" in said.replace(f" {GAP}", ""):
            yield f"something that is cut in {name}"
