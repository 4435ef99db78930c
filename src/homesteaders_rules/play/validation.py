"""Cells from outside: are they a state that a game of this table could hand on?

What a save or a pickle brings is checked before it is used, so that a hostile one cannot send
the machine astray.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import BadSave
from ..mechanisms.auction.once import FallingBids
from ..mechanisms.enclosing.definitions import OnEdges, find_enclosed
from ..mechanisms.placing.filling import Placing
from ..runtime.offering.ordering import ChooseOrder
from ..runtime.operands import SEAT_BITS
from ..runtime.packing import MOST_COPIES, copies_of, laid, shift_of, unpacked
from ..runtime.registers import NEXT_STEP, PART
from ..runtime.steps import Asking
from .lookups import lying_on, lying_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..linking.layout import Layout
    from ..linking.table import Table


def checked(table: Table, cells: Sequence[object]) -> list[int]:
    """The cells, if they can be a state of the table; else BadSave says which cell is wrong."""
    numbers = tuple(cell for cell in cells if type(cell) is int)
    if len(numbers) != len(cells) or len(cells) < len(table.layout.cells):
        raise BadSave("the state is not a list of whole numbers of the right length")
    for fault in _faults(table, numbers):
        raise BadSave(f"the state is damaged or edited: {fault}")
    return list(numbers)


def _faults(table: Table, cells: tuple[int, ...]) -> Iterator[str]:
    layout = table.layout
    for cell, value in zip(layout.cells, cells[: len(layout.cells)], strict=True):
        if not cell.low <= value <= cell.high:
            yield f'"{cell_name(cell.name)}" is {value}, not between {cell.low} and {cell.high}'
    if cells[PART] >= len(table.program.course):
        yield "the game is in a phase that it does not have"
    yield from _stack_faults(table, cells)
    yield from _good_faults(table, cells)
    yield from _piece_faults(table, cells)
    yield from _map_faults(table.layout, cells)
    yield from _grid_faults(table.layout, cells)
    yield from _enclosed_faults(table.layout, cells)


def _stack_faults(table: Table, cells: tuple[int, ...]) -> Iterator[str]:
    """The frames must be those that the asking step and its callers left."""
    steps, returns = table.program.steps, table.program.returns
    stack = list(cells[len(table.layout.cells) :])
    below = limits(table)
    if not cells[NEXT_STEP] < len(steps) or not isinstance(steps[cells[NEXT_STEP]], Asking):
        yield "the step does not ask"
        return
    step = steps[cells[NEXT_STEP]]
    if step.secret:
        kept, stack = stack[: len(table.layout.kept)], stack[len(table.layout.kept) :]
        for cell, before in zip(table.layout.kept, kept, strict=False):
            if not 0 <= before <= table.layout.cells[cell].high:
                yield "what was in the stock before a secret does not fit it"
    while True:
        for kind in reversed(step.frames):
            if not stack or not 0 <= stack.pop() < below[kind]:
                yield "the unfinished business does not fit the step"
                return
        if step.routine == 0:
            break
        back = stack.pop() if stack else -1
        if back not in returns.get(step.routine, ()):
            yield "the unfinished business does not fit the step"
            return
        step = steps[back]
    if stack:
        yield "there is unfinished business too much"


def limits(table: Table) -> dict[str, int]:
    """What each kind of frame on the stack is less than."""
    orders = (step for step in table.program.steps if isinstance(step, ChooseOrder))
    return {
        "player": table.players,
        "players": 1 << table.players,
        "order": 1 << SEAT_BITS * (table.players + 1),
        "parts": 1 << max((len(step.parts) for step in orders), default=0),
        "done": 2,
        "amount": table.layout.most + 1,
        "cell": table.layout.lattice.plan.size + 1 if table.layout.lattice is not None else 1,
        "lots": 1 << len(table.layout.lots),
        "bid": max(
            (len(s.bids) for s in table.program.steps if isinstance(s, FallingBids)), default=0
        ),
    }


def _good_faults(table: Table, cells: tuple[int, ...]) -> Iterator[str]:
    layout = table.layout
    for good in layout.goods:
        total = sum(cells[layout.goods_cell(p, good.name)] for p in range(table.players + 1))
        total += lying_anywhere(layout, cells, good.name)
        if total != good.count:
            yield f"there are {total} {good.plural} instead of {good.count}"


def lying_anywhere(layout: Layout, cells: Sequence[int], good: str) -> int:
    """How much of a good lies on pieces and on the grids of all players."""
    pairs = (pair for pair in lying_pairs(layout) if pair[1] == good)
    return sum(lying_on(layout, cells, *pair) for pair in pairs) + _on_cells(layout, cells, good)


def _on_cells(layout: Layout, cells: Sequence[int], good: str) -> int:
    """How much of a good lies on the grids of all players."""
    lattice = layout.lattice
    heap = lattice.heap(layout.good_index[good]) if lattice is not None else None
    if lattice is None or heap is None:
        return 0
    return sum(lattice.lying_on_all(cells, player, heap) for player in range(layout.players))


def _piece_faults(table: Table, cells: tuple[int, ...]) -> Iterator[str]:
    layout = table.layout
    for place, fitting in _lying(table):
        if cells[layout.at["pieces", place]] & ~fitting:
            yield f"in {place} there lies what cannot lie there"
    owned = [cells[layout.owned + player] for player in range(table.players)]
    for index, piece in enumerate(layout.pieces):
        lying = sum(
            copies_of(cells[layout.at["pieces", place]], index)
            for place in layout.sort_of(piece.sort).common_places
        )
        held = sum(bits >> index & 1 for bits in owned)
        ownable = layout.is_owned(index) and not piece.stack
        if lying + held > layout.copies(index) or (held and not ownable):
            yield f"there are too many of {piece.name}"
    yield from _placing_faults(table, cells, owned)
    for name in layout.users:
        lying = any(cells[cell] for _, cell in layout.lying_on(name))
        if cells[layout.at["user", name]] and not lying:
            yield f"somebody uses {name}, and nothing lies there"
    for stack, pieces in layout.stack_pieces.items():
        size, number = layout.stack_size[stack], cells[layout.at["stack", stack]]
        order = unpacked(number, size)
        # Nothing lies between the pieces, and no more than lies there has been turned up.
        whole = number == laid(order, size) and cells[layout.at["turned", stack]] <= len(order)
        if not whole or len(set(order)) < len(order) or not set(order) <= set(pieces):
            yield f"{stack} does not hold its pieces, each once"


def _placing_faults(table: Table, cells: tuple[int, ...], owned: Sequence[int]) -> Iterator[str]:
    """Of what players own each has placed only on their own; of other places some are for one."""
    layout = table.layout
    placing = (step for step in table.program.steps if isinstance(step, Placing))
    for_one = [step.mask for step in placing if step.for_one]
    for number, place in enumerate(layout.places):
        filled = [p for p in range(table.players) if cells[layout.placed + p] >> number & 1]
        if layout.is_owned(place.piece):
            for player in filled:
                if not owned[player] >> place.piece & 1:
                    yield f"player {player + 1} has placed something on a piece of somebody else"
        elif len(filled) > 1 and any(mask >> number & 1 for mask in for_one):
            yield f"more than one has placed something on {layout.pieces[place.piece].name}"


def _map_faults(layout: Layout, cells: tuple[int, ...]) -> Iterator[str]:
    """Tiles lie each once, from the first place on, and on the map is what lies there."""
    ground = layout.ground
    if ground is None or layout.map is None:
        return
    number, size = cells[ground.arrangement], len(ground.middles)
    tiles = [tile for tile, _ in ground.places(number)]
    if number != laid(unpacked(number, size), size) or len({*tiles}) < len(tiles):
        yield "the map does not hold its tiles, each once"
    elif any(tile >= len(ground.tiles) for tile in tiles):
        yield "a tile lies on the map that there is not"
    else:
        lying, taken = ground.landscape(cells).laid, ground.taken(cells)
        offered = cells[layout.at["pieces", layout.sort_of(layout.map.sort).places[1]]]
        for index, piece in layout.of_sort(layout.map.sort):
            on_map = bool(lying >> index & 1)
            used = bool(taken >> index & 1 or copies_of(offered, index))
            heaped = any(heap.lying(cells, index) for heap in ground.heaps)
            if not on_map and (used or heaped):
                yield f"{piece.name} does not lie on the map"


def _grid_faults(layout: Layout, cells: tuple[int, ...]) -> Iterator[str]:
    """A player has as many tiles as lie on their cells, and goods lie where they may."""
    lattice = layout.lattice
    if lattice is None:
        return
    for player in range(layout.players):
        if any(lattice.at(cells, player, c) > len(lattice.kinds) for c in range(lattice.plan.size)):
            yield f"a tile lies on the grid of player {player + 1} that there is not"
            return
        for kind, good in enumerate(lattice.kinds, 1):
            lying = lattice.holding(cells, player, 1 << kind).bit_count()
            name = layout.goods[good].name
            if lying != cells[layout.goods_cell(player, name)]:
                yield f"player {player + 1} has more or fewer {name} than lie on their cells"
        for heap in lattice.heaps:
            under = lattice.holding(cells, player, lattice.under(heap))
            number = cells[heap.cell + player]
            if any(heap.of(number, c) and not under >> c & 1 for c in range(lattice.plan.size)):
                name = layout.goods[heap.good].name
                yield f"{name} lies on a cell of player {player + 1} where it cannot lie"


def _enclosed_faults(layout: Layout, cells: tuple[int, ...]) -> Iterator[str]:
    """What stands on edges is there, and closes in what is said to be closed in."""
    lattice, enclosed = layout.lattice, find_enclosed(layout)
    if lattice is None or enclosed is None or layout.grid is None:
        return
    for player in range(layout.players):
        if not enclosed.is_sound(cells, player, lattice):
            yield f"on the grid of player {player + 1} something stands that closes nothing in"
        for line in layout.grid.of(OnEdges):
            standing = cells[enclosed.standing + player].bit_count()
            if standing != cells[layout.goods_cell(player, line.good)]:
                yield f"player {player + 1} has more or fewer {line.said} than stand on their grid"


def _lying(table: Table) -> Iterator[tuple[str, int]]:
    """Each place where copies of pieces lie, with the bits that their numbers may have."""
    layout = table.layout
    fitting: dict[str, int] = {}
    for sort in layout.placed_sorts():
        for place in sort.common_places:
            pieces = (MOST_COPIES << shift_of(index) for index, _ in layout.of_sort(sort.name))
            fitting[place] = fitting.get(place, 0) | sum(pieces)
    yield from fitting.items()


def cell_name(name: tuple[str | int, ...]) -> str:
    """``goods 0 wood``: the name of a cell in a save."""
    return " ".join(str(part) for part in name)
