"""What stands on the edges of a grid divides its cells, and closes some of them in.

Sets of cells and of edges are bits, as :class:`Plan` counts them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ...runtime.packing import numbers
from ..grids.geometry import Plan


@cache
def across(plan: Plan) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The neighbours of each cell: the edge between the two, and the other."""
    beside: dict[int, list[int]] = {}
    for cell, around in enumerate(plan.around):
        for edge in around:
            beside.setdefault(edge, []).append(cell)
    return tuple(
        tuple((edge, other) for edge in around for other in beside[edge] if other != cell)
        for cell, around in enumerate(plan.around)
    )


@cache
def rim(plan: Plan) -> int:
    """The edges with a cell on one side only."""
    return plan.outline(plan.all)


def reached(plan: Plan, cells: int, standing: int = 0) -> int:
    """Those of some cells that are reached from the first without crossing what stands."""
    ways = across(plan)
    found = waiting = cells & -cells
    while waiting:
        lowest = waiting & -waiting
        waiting ^= lowest
        for edge, other in ways[lowest.bit_length() - 1]:
            bit = 1 << other
            if bit & cells and not bit & found and not standing >> edge & 1:
                found |= bit
                waiting |= bit
    return found


def parts(plan: Plan, cells: int, standing: int = 0) -> Iterator[int]:
    """The areas into which some cells fall, in the order of their first cells."""
    while cells:
        part = reached(plan, cells, standing)
        yield part
        cells &= ~part


def is_connected(plan: Plan, cells: int) -> bool:
    """Is each of some cells reached from each other?"""
    return reached(plan, cells) == cells


def closed_in(plan: Plan, standing: int) -> Iterator[int]:
    """The areas from which nobody gets out of the grid without crossing what stands."""
    for part in parts(plan, plan.all, standing):
        edges = (edge for cell in numbers(part) for edge in plan.around[cell])
        if all(standing >> edge & 1 for edge in edges if rim(plan) >> edge & 1):
            yield part
