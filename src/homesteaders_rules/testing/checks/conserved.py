"""Nothing is lost: goods and pieces go from one holder to another, and that is told."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ...linking.table import once_a_table
from ...runtime.recording.events import OUT_OF_GAME, STOCK, Events, on_piece
from ...runtime.recording.kinds import Move, Transfer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...linking.table import Table
    from ...mechanisms.maps.ground import Heap
    from ...play.state import State

Holdings = Counter[tuple[int, str]]


@once_a_table
def _holders(table: Table) -> tuple[tuple[int, int, str], ...]:
    """The cell of each holder and good."""
    layout = table.layout
    players = ((seat, seat) for seat in range(table.players))
    rows = [*players, (STOCK, table.players)]
    goods = [
        (layout.at["goods", row, good.name], holder, good.name)
        for holder, row in rows
        for good in layout.goods
    ]
    lying = [
        (layout.at["here", piece, good], on_piece(layout.piece_index[piece]), good)
        for piece, good in layout.here
    ]
    return (*goods, *lying)


@lru_cache(4)
def holdings(state: State) -> Mapping[tuple[int, str], int]:
    """Every holder's amount of every good; the stock is STOCK.

    What comes after one choice comes before the next: the last ones are kept.
    """
    cells = state.cells
    found = Counter({(holder, good): cells[cell] for cell, holder, good in _holders(state.table)})
    for piece, heap in _heaps(state.table):
        good = state.table.layout.goods[heap.good].name
        found[on_piece(piece), good] = heap.lying(cells, piece)
    for holder, good, cell, heap, index in _cell_heaps(state.table):
        found[holder, good] = heap.of(cells[cell], index)
    return MappingProxyType(found)


@once_a_table
def _cell_heaps(table: Table) -> tuple[tuple[int, str, int, Heap, int], ...]:
    """Each cell of a grid, as a holder of a good, and where it is kept how much lies there."""
    lattice = table.layout.lattice
    if lattice is None:
        return ()
    return tuple(
        (
            on_piece(lattice.holder(player, cell)),
            table.layout.goods[heap.good].name,
            heap.cell + player,
            heap,
            cell,
        )
        for heap in lattice.heaps
        for player, cell in product(range(table.players), range(lattice.plan.size))
    )


def _heaps(table: Table) -> Iterator[tuple[int, Heap]]:
    """Each space of the map with each good that may lie there."""
    layout = table.layout
    if layout.ground is not None and layout.map is not None:
        for index, _ in layout.of_sort(layout.map.sort):
            yield from ((index, heap) for heap in layout.ground.heaps)


def piece_places(state: State) -> Counter[tuple[str, str]]:
    """How many copies of every piece lie in every place, players included."""
    layout = state.table.layout
    found: Counter[tuple[str, str]] = Counter()
    for sort in layout.placed_sorts():
        for _, piece in layout.of_sort(sort.name):
            for place in sort.common_places:
                found[place, piece.name] = state.copies(place, piece.name)
    for player in range(state.table.players):
        for name in state.pieces(player):
            found[f"player {player + 1}", name] += 1
    return found


def check_conserved(before: State, after: State, events: Events) -> None:
    """Nothing is lost: what changed is exactly what transfers and moves say (promise 3)."""
    then, now = holdings(before), holdings(after)
    moved: Holdings = Counter()
    for event in events:
        if isinstance(event, Transfer):
            assert event.amount > 0, f"a transfer of {event.amount}: {event}"
            moved[event.source, event.good] -= event.amount
            moved[event.target, event.good] += event.amount
    changed = {key: now[key] - then[key] for key in now if now[key] != then[key]}
    assert changed == _real(moved), f"goods {changed} but transfers {_real(moved)}"
    totals: Counter[str] = Counter()
    for (_, good), amount in now.items():
        totals[good] += amount
    for each in after.table.layout.goods:
        total = totals[each.name]
        assert total == each.count, f"{total} {each.plural} in all, not {each.count}"
    _check_pieces(before, after, events)


def _check_pieces(before: State, after: State, events: Events) -> None:
    moves = [event for event in events if isinstance(event, Move)]
    if not moves and _pieces(before) == _pieces(after):
        return
    changed = piece_places(after)
    changed.subtract(piece_places(before))
    moved: Counter[tuple[str, str]] = Counter()
    for event in moves:
        moved[event.source, event.name] -= event.count
        if event.target != OUT_OF_GAME:
            moved[event.target, event.name] += event.count
    assert _real(changed) == _real(moved), f"pieces {_real(changed)} but moves {_real(moved)}"


def _pieces(state: State) -> tuple[int, ...]:
    """The cells of places, and of what players own."""
    return tuple(state.cells[cell] for cell in _piece_cells(state.table))


@once_a_table
def _piece_cells(table: Table) -> tuple[int, ...]:
    return tuple(n for n, c in enumerate(table.layout.cells) if c.name[0] in ("pieces", "owned"))


def _real(counter: Counter[Any]) -> dict[Any, int]:
    return {key: value for key, value in counter.items() if value}


def check_holdings(state: State) -> None:
    """No player holds less than nothing, and no place holds fewer copies than none."""
    limited = state.table.layout.limited
    for (holder, good), amount in holdings(state).items():
        is_endless = holder == STOCK and good not in limited
        assert amount >= 0 or is_endless, f"{holder} holds {amount} {good}"
    for cell in _piece_cells(state.table):
        assert state.cells[cell] >= 0, f"{state.table.layout.cells[cell].name}: fewer than none"
