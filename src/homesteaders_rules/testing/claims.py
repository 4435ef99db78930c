"""Claims: what the lines of an example say must be so.

Each looks at a state and gives the contrary if it is not so, else empty.
"""

from __future__ import annotations

from collections import Counter
from itertools import starmap
from typing import TYPE_CHECKING

from ..mechanisms.grids.counting import CellCount
from ..play.lookups import lying_pairs
from ..play.scoring import leading, score
from ..runtime.registers import END
from .situations import FINAL

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..commands.definitions.examples import ExampleLine
    from ..play.spaces import Lot
    from ..play.state import State


def _differing(state: State, line: ExampleLine, held: Callable[[str], int]) -> str:
    """What is held of the goods of which there is another amount than the line says."""
    amounts = [(held(good), good) for good, amount in line.goods if held(good) != amount]
    return ", ".join(starmap(state.table.layout.vocabulary.count, amounts))


def _has(state: State, line: ExampleLine) -> str:
    amounts = _differing(state, line, lambda good: _held(state, line.player - 1, good))
    who = f"player {line.player}" if line.player else "the supply"
    return f"{who} has {amounts}" if amounts else ""


def _held(state: State, player: int, name: str) -> int:
    """How much of a good somebody has, or how many cells or areas are counted so."""
    layout = state.table.layout
    if name in layout.good_index:
        return state.holding(player, name)
    return CellCount(name).counter(layout).count(state.cells, player)


def _due(state: State, line: ExampleLine) -> str:
    """So much of each of the goods is due in the round, by effects that bring nothing else."""
    due: Counter[str] = Counter()
    for each in state.due(line.player - 1):
        due.update(dict(each.goods) if each.round == line.number else {})
    amounts = _differing(state, line, due.__getitem__)
    return f"player {line.player} has {amounts} due in round {line.number}" if amounts else ""


def _encloses(state: State, line: ExampleLine) -> str:
    """The cells are one of the areas of the player."""
    areas: dict[int, set[str]] = {}
    for cell in state.grid(line.player - 1):
        areas.setdefault(cell.area, set()).add(cell.name)
    areas.pop(0, None)
    if set(line.names) in areas.values():
        return ""
    there = " and ".join(" ".join(sorted(area)) for area in areas.values())
    return f"player {line.player} encloses {there or 'nothing'}"


def _owns(state: State, line: ExampleLine) -> str:
    owned = state.pieces(line.player - 1)
    wrong = [name for name in line.names if name not in owned]
    return f"player {line.player} does not own {', '.join(wrong)}" if wrong else ""


def _at(state: State, line: ExampleLine) -> str:
    track = line.names[0]
    if track not in (each.name for each in state.table.layout.tracks):
        return f"there is no track {track} at this table"
    position = state.position(track, line.player - 1 if line.player else None)
    return "" if position == line.number else f"the marker on {track} is at {position}"


def _is_start(state: State, line: ExampleLine) -> str:
    start = state.start_player + 1
    return "" if start == line.player else f"player {start} is start player"


def _is_round(state: State, line: ExampleLine) -> str:
    is_so = state.is_final if line.number == FINAL else state.round == line.number
    return "" if is_so else f"it is round {state.round}"


def _ends(state: State, _: ExampleLine) -> str:
    end = state.table.layout.at.get(END)
    last = 0 if end is None else state.cells[end]
    return "" if last == state.round else f"the last round is {last or 'not known yet'}"


def _is_in(state: State, line: ExampleLine) -> str:
    return "" if state.phase == line.names[0] else f"the phase is {state.phase}"


def _lies(state: State, line: ExampleLine) -> str:
    """A lot, or a space of the display to whose sort the piece belongs."""
    layout, name = state.table.layout, line.names[0]
    sort = layout.pieces[layout.piece_index[name]].sort if name in layout.piece_index else ""
    if sort in layout.displays:
        row = state.display(sort)
        there = row[line.number - 1] if line.number <= len(row) else ""
        return "" if there == name else f"{there or 'nothing'} lies there"
    lot = _lot(state, line.number)
    if lot is None:
        return NO_LOT
    return "" if lot.piece == name else f"{lot.piece} lies there"


def _turned(state: State, line: ExampleLine) -> str:
    layout, name = state.table.layout, line.names[0]
    here = name in layout.piece_index
    up = here and layout.turned_up(layout.piece_index[name]).holds(state.cells)
    return "" if up else f"{name} is not turned up"


def _holds(state: State, line: ExampleLine) -> str:
    piece, can = line.names[0], {*lying_pairs(state.table.layout)}
    held = Counter({good: state.lying(piece, good) for name, good in can if name == piece})
    amounts = _differing(state, line, held.__getitem__)
    if amounts:
        return f"{piece} holds {amounts}"
    user = state.user(piece)
    if not line.player or user == line.player - 1:
        return ""
    return f"what {piece} holds is {'nobody' if user is None else f'player {user + 1}'}'s"


def _on(state: State, line: ExampleLine) -> str:
    """A tile lies on each of the cells."""
    tiles = {cell.name: cell.tile for cell in state.grid(line.player - 1)}
    ((good, _),) = line.goods
    wrong = [name for name in line.names if tiles.get(name) != good]
    there = ", ".join(f"{tiles.get(name) or 'nothing'} on {name}" for name in wrong)
    return f"player {line.player} has {there}" if wrong else ""


def _cell(state: State, line: ExampleLine) -> str:
    lying = {cell.name: cell.lying for cell in state.grid(line.player - 1)}
    amounts = _differing(state, line, Counter(dict(lying.get(line.names[0], ()))).__getitem__)
    return f"{line.names[0]} of player {line.player} holds {amounts}" if amounts else ""


def _laid(state: State, line: ExampleLine) -> str:
    spaces = {space.place: (space.tile, space.turned) for space in state.map()}
    first = [spaces.get(place, ("nothing", 0)) for place in range(1, len(line.names) + 1)]
    if [tile for tile, _ in first] != [*line.names]:
        return f"{' and '.join(tile for tile, _ in first)} lies first"
    return "" if not any(turned for _, turned in first) else "it is turned"


def _is_neutral(state: State, line: ExampleLine) -> str:
    neutral = [space.name for space in state.map() if space.neutral]
    return "" if line.names[0] in neutral else f"neutral: {', '.join(neutral) or 'nothing'}"


def _is_in_place(state: State, line: ExampleLine) -> str:
    name, place = line.names
    return "" if state.copies(place, name) else f"{name} does not lie on {place}"


def _won(state: State, line: ExampleLine) -> str:
    lot = _lot(state, line.number)
    if lot is None:
        return NO_LOT
    if (lot.leader, lot.bid) == (line.player - 1, line.value):
        return ""
    if lot.leader is None and not lot.neutral:
        return "nobody has bid for it"
    who = "the neutral bid" if lot.leader is None else f"player {lot.leader + 1}"
    return f"{who} has it for {lot.bid}"


NO_LOT = "no such lot is on offer"


def _lot(state: State, number: int) -> Lot | None:
    return next((lot for lot in state.lots() if lot.number == number), None)


def _scores(state: State, line: ExampleLine) -> str:
    found = score(state)[line.player - 1]
    label = line.names[0] if line.names else ""
    number = found.line(label) if label else found.total
    where = f" for {label}" if label else " in all"
    return "" if number == line.number else f"player {line.player} scores {number}{where}"


def _wins(state: State, line: ExampleLine) -> str:
    best = {seat + 1 for seat in leading(state)}
    names = " and ".join(f"player {number}" for number in sorted(best))
    verb = "wins" if len(best) == 1 else "win"
    return "" if best == {line.player, *line.others} else f"{names} {verb}"


CLAIMS: Mapping[str, Callable[[State, ExampleLine], str]] = {
    "has": _has,
    "due": _due,
    "supply": _has,
    "owns": _owns,
    "at": _at,
    "start": _is_start,
    "round": _is_round,
    "in": _is_in,
    "up": _lies,
    "won": _won,
    "turned": _turned,
    "holds": _holds,
    "on": _on,
    "cell": _cell,
    "encloses": _encloses,
    "laid": _laid,
    "neutral": _is_neutral,
    "lies": _is_in_place,
    "scores": _scores,
    "wins": _wins,
    "ends": _ends,
}
"""For each kind of line that claims something: the contrary if it is not so, else empty."""
