"""What a unit of each good is worth, in units of the scoring, found from the rules alone.

An exchange says that two bundles are about worth the same; so does a good that may pay for
another, what is left on a piece for something else, and what a space of a map costs that scores
by what comes to lie there. Together with what the scoring pays for a good these are equations,
and the worths that fit all of them best are taken: the least squares.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ..commands.amounts import HERE, Bundle, GoodCount, Number
from ..commands.base import walk
from ..commands.control import If, Sequence
from ..commands.definitions.definition import Exchange, Substitution, Trigger
from ..commands.goods import Gain
from ..linking.table import once_a_table
from ..mechanisms.maps.conditions import HereIs
from ..mechanisms.occupying.commands import Leave, LeaveTo
from ..mechanisms.storage import Put

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Sequence as Listed

    from ..commands.definitions.pieces import Piece
    from ..commands.definitions.scores import ScoreTerm
    from ..commands.effects import Effect
    from ..linking.table import Table

    Equation = tuple[Mapping[str, float], float, float]

FIRM = 10.0
"""The weight of what the scoring says about its own unit."""
SOME = 0.3
"""The weight of what a space costs against what it scores: not everybody gets to build there."""
HINT, A_TURN = 0.05, 1.0
"""The weight of what is no more than a hint, and what a turn is worth, about."""
FAINT = 0.0001
"""The weight of: a good of which nothing is known is worth nothing."""


@once_a_table
def swap_worths(table: Table) -> Mapping[str, float]:
    """The worth of a unit of each good while the game goes on."""
    names = [good.name for good in table.layout.goods]
    equations = [*_equations(table)]
    known = {good for sides, _, _ in equations for good in sides}
    equations += [each for each in _hints(table) if not each[0].keys() <= known]
    solved = _least_squares(names, [*equations, *(({n: 1.0}, 0.0, FAINT) for n in names)])
    floor = scored(table)
    # What is exchanged for nothing, and scores below zero, is worth just that.
    bad = {name: each for name, each in floor.items() if each < 0 and name not in known}
    found = {name: max(value, floor.get(name, value)) for name, value in solved.items()} | bad
    return MappingProxyType(found)


def scored(table: Table) -> dict[str, float]:
    """What the scoring pays for a unit of a good, where it pays the same for each."""
    lines = table.scoring.lines
    terms = (term for line in lines for term in line.terms if not term.on)
    found = {term.of: float(term.each) for term in terms if term.kind == "per good"}
    for term in (term for line in lines for term in line.terms):
        if term.amount is not None and isinstance(term.amount.count, GoodCount):
            good = term.amount.count.good
            found[good] = found.get(good, 0.0) + term.amount.slope
    return found


def scored_lying(table: Table) -> list[ScoreTerm]:
    """What the scoring pays for goods that lie on pieces of one's own."""
    return [term for line in table.scoring.lines for term in line.terms if term.on]


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
    for command in walk(*table.definitions):
        if isinstance(command, LeaveTo) and isinstance(command.effect, Gain):
            paid = Bundle((*command.left.items, *command.paid.items))
            yield _difference(paid, command.effect.bundle), 0.0, 1.0
    for term in scored_lying(table):
        for _, piece in table.layout.of_sort(term.on):
            if piece.cost.items:
                yield _difference(piece.cost, None), _laid_on(table, piece, term), SOME
    for name, each in scored(table).items():
        if name == table.scoring.unit:
            yield {name: 1.0}, each, FIRM


def _hints(table: Table) -> Iterator[Equation]:
    """What else tells of goods that nothing is exchanged for.

    What a piece costs is about what is printed on it, and what gathers in a round where anybody
    may take it is about a turn.
    """
    for piece in table.layout.pieces:
        if piece.worth and piece.cost.items:
            yield _difference(piece.cost, None), float(piece.worth), HINT
        for put in (each.effect for each in piece.clauses if isinstance(each.effect, Put)):
            yield _difference(put.bundle, None), A_TURN, HINT


def _laid_on(table: Table, piece: Piece, term: ScoreTerm) -> float:
    """What a space scores when it is built on, by what is left or put there at once."""
    built = (
        each.effect
        for each in table.definitions
        if isinstance(each, Trigger)
        and (each.occasion.verb, each.occasion.of) == ("builds", term.on)
    )
    return term.each * sum(_laid_by(effect, piece, term.of) for effect in built)


def _laid_by(effect: Effect, piece: Piece, good: str) -> float:
    match effect:
        case Sequence(effects=effects):
            return sum(_laid_by(each, piece, good) for each in effects)
        case If(condition=HereIs(label=label), then=then, otherwise=otherwise):
            branch = then if label in piece.labels else otherwise
            return 0.0 if branch is None else _laid_by(branch, piece, good)
        case Leave(bundle=bundle, piece=where) | Put(bundle=bundle, piece=where) if where == HERE:
            return -_difference(Bundle(), bundle).get(good, 0.0)
        case _:
            return 0.0


def _difference(cost: Bundle, gain: Bundle | None) -> dict[str, float]:
    sides: dict[str, float] = {}
    for bundle, sign in ((cost, 1), (gain, -1)):
        for item in bundle.items if bundle else ():
            if isinstance(item.amount, Number):
                sides[item.good] = sides.get(item.good, 0.0) + sign * item.amount.value
    return sides


def _least_squares(names: Listed[str], equations: Listed[Equation]) -> dict[str, float]:
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
