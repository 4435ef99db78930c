"""Maps and grids: whole where there is room, else with a sign for each word, which is explained."""

from __future__ import annotations

from functools import partial
from string import ascii_letters
from typing import TYPE_CHECKING

from attrs import evolve
from rich.cells import cell_len
from rich.text import Text

from ...mechanisms.maps.geometry import LISTED
from ...telling import boards
from ...telling.landscape import drawn, letters_of, spot_of, what_is_on
from ...telling.narration import player_names
from ..console import style_of
from .lines import LOUD, QUIET, flow, listed, wide
from .part import Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...play.spaces import GridCell, Space
    from ...seeing.model import GridSeen, Player, Screen

SIGN_WIDTH = 2
"""Half of the width of a space that is drawn with a sign: name, sign and a blank."""
NEUTRAL = "##"
CELL_WIDTH = 3
"""The width of a cell of a grid that is drawn with signs."""


def drawings(screen: Screen) -> Iterator[Part]:
    """The map and the grids, as far as the game has any."""
    if screen.map.spaces:
        is_named = bool(screen.map.named)
        if screen.map.shape == LISTED:
            yield Part("map", [partial(_listed_map, screen)], is_named)
        else:
            yield Part(
                "map", [partial(_map_of_signs, screen), partial(_whole_map, screen)], is_named
            )
            forms = [partial(_legend, screen, some) for some in (True, False)]
            yield Part("legend", forms, is_named)
    if screen.grids:
        own = [grid for grid in screen.grids if grid.seat == screen.viewer]
        forms = [partial(_grids, screen, own, True)] if own else []
        forms += [partial(_grids, screen, screen.grids, signs) for signs in (True, False)]
        yield Part("grids", forms, any(grid.named for grid in screen.grids))


def own_grid(screen: Screen) -> Iterator[Part]:
    """The grid of the one who decides, where options name cells of it."""
    own = [grid for grid in screen.grids if grid.named]
    if own:
        yield Part("own grid", [partial(_grids, screen, own, signs) for signs in (True, False)])


# ------------------------------------------------------------------ signs


def signs_for(words: Sequence[str]) -> dict[str, str]:
    """One letter for each word: its first, small or capital, or else another one of it."""
    found: dict[str, str] = {}
    for word in dict.fromkeys(words):
        own = [letter for letter in word if letter in ascii_letters]
        letters = [*(each.lower() for each in own), *(each.upper() for each in own), *ascii_letters]
        found[word] = next((each for each in letters if each not in found.values()), "?")
    return found


def _explained(signs: Mapping[str, str], width: int) -> list[Text]:
    items = [Text(f"{sign} {word}", style=QUIET) for word, sign in signs.items()]
    return flow(listed(items), width)


# ------------------------------------------------------------------ maps


def _style(screen: Screen, space: Space) -> str:
    if space.owner is not None:
        return style_of(space.owner)
    if space.neutral:
        return "reverse"
    return LOUD if space.name in screen.map.named else QUIET


def _whole_map(screen: Screen, width: int) -> list[Text]:
    """Two lines for each row of spaces."""
    drawing = drawn(screen.map.spaces, screen.map.shape, width)
    lines = []
    for words in drawing.lines:
        line = Text()
        for word in words:
            line.append(" " * (word.column - wide(line)))
            line.append(word.text, _style(screen, word.space))
        lines.append(line)
    if max(wide(line) for line in lines) > width:
        return []
    return [*lines, *_explained({word: sign for sign, word in drawing.shortened.items()}, width)]


def _listed_map(screen: Screen, width: int) -> list[Text]:
    """Spaces that lie in no shape: only names, and what is there."""
    found = []
    for space in screen.map.spaces:
        said = what_is_on(space)
        found.append(Text(f"{space.name}: {said}" if said else space.name, _style(screen, space)))
    return flow(listed(found, ";"), width)


def _map_of_signs(screen: Screen, width: int) -> list[Text]:
    """One line for each row of spaces: the name, and a sign for what is there; whose they are."""
    spaces, shape = screen.map.spaces, screen.map.shape
    letters, signs = letters_of(spaces), _signs_on(spaces)
    at = {spot_of(space.spot, shape): space for space in spaces}
    left, right = (end(column for column, _ in at) for end in (min, max))
    if (right - left + 2) * SIGN_WIDTH > width or any(len(each) > 1 for each in letters.values()):
        return []
    lines = []
    for row in sorted({row for _, row in at}):
        line = Text()
        for column in sorted(column for column, other in at if other == row):
            space = at[column, row]
            line.append(" " * ((column - left) * SIGN_WIDTH - wide(line)))
            line.append(_sign(space, letters, signs), _style(screen, space))
        lines.append(line)
    return lines


def _signs_on(spaces: Sequence[Space]) -> dict[str, str]:
    """The signs of what is on spaces where nobody is."""
    free = (space for space in spaces if space.owner is None and not space.neutral)
    return signs_for([what_is_on(space) for space in free if what_is_on(space)])


def _legend(screen: Screen, some: bool, width: int) -> list[Text]:
    """What signs and letters stand for; ``some``: of tiles only those that options name."""
    spaces = screen.map.spaces
    named = {space.tile for space in spaces if space.name in screen.map.named}
    said = {t: sign for t, sign in letters_of(spaces).items() if t in named or not some}
    said |= _signs_on(spaces)
    if any(space.neutral for space in spaces):
        said["neutral"] = NEUTRAL
    said |= {player.name: _seat(player.seat) for player in screen.players if _is_called(player)}
    return _explained(said, width)


def _is_called(player: Player) -> bool:
    """By another name than that of the seat?"""
    return player.name != player_names(player.seat + 1)[-1]


def _seat(seat: int) -> str:
    return f"P{seat + 1}"


def _sign(space: Space, letters: Mapping[str, str], signs: Mapping[str, str]) -> str:
    if space.owner is not None:
        return _seat(space.owner)
    if space.neutral:
        return NEUTRAL
    name = letters.get(space.tile, "") + space.name.removeprefix(space.tile).strip()
    return f"{name}{signs.get(what_is_on(space), '')}"


# ------------------------------------------------------------------ grids


def _grids(screen: Screen, grids: Sequence[GridSeen], signs: bool, width: int) -> list[Text]:
    """Grids side by side, with signs or with words that are not cut."""
    told: dict[str, str] = {}
    letters = CELL_WIDTH
    cells = {grid.seat: grid.cells for grid in grids}
    if signs:
        every = [cell for grid in screen.grids for cell in grid.cells]
        told = signs_for([word for cell in every for word in _words(cell)])
        cells = {seat: tuple(_in_signs(c, told) for c in each) for seat, each in cells.items()}
    else:
        said = [word for each in cells.values() for cell in each for word in _longest(cell)]
        letters = max((cell_len(word) for word in said), default=CELL_WIDTH)
    named = {grid.seat: grid.named for grid in grids}
    drawings = []
    for seat, each in cells.items():
        lines = _close(boards.drawn(each, max(letters, CELL_WIDTH), named[seat]))
        drawings.append([screen.name(seat), *lines] if len(cells) > 1 else lines)
    found = [Text(line) for line in boards.beside_each_other(drawings, width)]
    if any(wide(line) > width for line in found):
        return []
    return [*found, *_explained(told, width)]


def _close(lines: Sequence[str]) -> list[str]:
    """Without lines on which nothing but corners and edges to the side would stand."""
    return [line for line in lines if line.strip(" +|")]


def _words(cell: GridCell) -> list[str]:
    return [cell.tile] * bool(cell.tile) + [good for good, _ in cell.lying]


def _longest(cell: GridCell) -> list[str]:
    goods = " ".join(f"{amount} {good}" for good, amount in cell.lying)
    return [*cell.tile.split(), goods]


def _in_signs(cell: GridCell, signs: Mapping[str, str]) -> GridCell:
    """The same with a sign for what lies there, and for each of the goods on it."""
    lying = tuple((signs[good], amount) for good, amount in cell.lying)
    return evolve(cell, tile=signs.get(cell.tile, ""), lying=lying)
