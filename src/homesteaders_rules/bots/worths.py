"""What a unit of each good is worth, in units of the scoring, found from the rules alone.

An exchange says that two bundles are about worth the same; so does a good that may pay for
another. Together with what the scoring pays for a good these are equations, and the worths that
fit all of them best are taken: the least squares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.amounts import Number
from ..commands.definitions.definition import Exchange, Substitution

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..commands.amounts import Bundle
    from ..linking.table import Table

    Equation = tuple[Mapping[str, float], float, float]

FIRM = 10.0
"""The weight of what the scoring says about its own unit."""
FAINT = 0.0001
"""The weight of: a good of which nothing is known is worth nothing."""


def swap_worths(table: Table) -> dict[str, float]:
    """The worth of a unit of each good while the game goes on."""
    names = [good.name for good in table.layout.goods]
    solved = _least_squares(names, [*_equations(table), *(({n: 1.0}, 0.0, FAINT) for n in names)])
    floor = scored(table)
    return {name: max(value, floor.get(name, value)) for name, value in solved.items()}


def scored(table: Table) -> dict[str, float]:
    """What the scoring pays for a unit of a good, where it pays the same for each."""
    lines = table.scoring.lines
    return {t.of: float(t.each) for line in lines for t in line.terms if t.kind == "per good"}


def rising_goods(table: Table) -> dict[str, tuple[int, ...]]:
    """The goods whose units count more and more, with the series of what they count."""
    lines = table.scoring.lines
    return {term.of: term.series for line in lines for term in line.terms if term.kind == "rising"}


def _equations(table: Table) -> Iterator[Equation]:
    """Sums of worths, what they come to, and how much that matters."""
    for definition in table.definitions:
        if isinstance(definition, Exchange) and definition.cost.items:
            yield _difference(definition.cost, definition.gain), 0.0, 1.0
        elif isinstance(definition, Substitution):
            for item in definition.items:
                units = item.amount.value if isinstance(item.amount, Number) else 1
                sides = _difference(definition.pays, None)
                yield {**sides, item.good: sides.get(item.good, 0.0) - units}, 0.0, 1.0
    for name, each in scored(table).items():
        if name == table.scoring.unit:
            yield {name: 1.0}, each, FIRM


def _difference(cost: Bundle, gain: Bundle | None) -> dict[str, float]:
    sides: dict[str, float] = {}
    for bundle, sign in ((cost, 1), (gain, -1)):
        for item in bundle.items if bundle else ():
            if isinstance(item.amount, Number):
                sides[item.good] = sides.get(item.good, 0.0) + sign * item.amount.value
    return sides


def _least_squares(names: Sequence[str], equations: Sequence[Equation]) -> dict[str, float]:
    """The normal equations, solved by elimination."""
    size = len(names)
    index = {name: number for number, name in enumerate(names)}
    rows = [[0.0] * (size + 1) for _ in names]
    for sides, total, weight in equations:
        for name, factor in sides.items():
            row = rows[index[name]]
            for other, also in sides.items():
                row[index[other]] += weight * factor * also
            row[size] += weight * factor * total
    return dict(zip(names, _eliminated(rows), strict=True))


def _eliminated(rows: list[list[float]]) -> list[float]:
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda number: abs(rows[number][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column]
        for number, row in enumerate(rows):
            factor = row[column] / head[column]
            if number != column and factor:
                rows[number] = [a - factor * b for a, b in zip(row, head, strict=True)]
    return [row[size] / row[number] for number, row in enumerate(rows)]
