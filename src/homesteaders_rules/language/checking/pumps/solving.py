"""Finds so many uses of some moves that together they cost nothing and give something.

A move changes a player's goods by fixed numbers. Moves that add up to a gain of goods, and to a
loss of none, can be repeated without end. Whether there are such is a linear programme; scipy
solves it where it is installed. Without it, or where it is quicker, a search looks for the
shortest sum: from a sum that lacks a good it goes on only with moves that bring that good, which
misses no sum (Contejean and Devie, 1994), and gives up after :data:`MOST_SUMS`.
"""

from __future__ import annotations

from collections import Counter
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from ....values import ByValue
from . import has_solver

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_SUMS = 20_000
FEW_SUMS = 3_000
"""So many where a solver answers sooner for all others."""
MOST_USES = 60
MOST_SECONDS = 2
MOST_PAIRS = 50

Sums = tuple[tuple[str, int], ...]


@frozen
class Move:
    """``net``: by how much a use changes each good; ``uses`` counts for the length of a recipe."""

    name: str
    net: Mapping[str, int] = field(hash=False)
    uses: int = 1
    parts: tuple[Any, ...] = field(default=(), eq=False)


@frozen(eq=False, repr=False)
class Problem(ByValue):
    """``even`` are goods that must come out as they were; ``worth`` is what counts as a gain.

    No good may become less.
    """

    moves: tuple[Move, ...]
    even: frozenset[str]
    worth: Mapping[str, int]

    @property
    def key(self) -> object:
        """The same for all that have the same answer."""
        return frozenset(self.moves), self.even, frozenset(self.worth.items())

    def gain(self, net: Mapping[str, int]) -> int:
        """What a sum of moves is worth."""
        return sum(self.worth.get(good, 0) * number for good, number in net.items())

    def lack(self, net: Mapping[str, int]) -> tuple[str, int] | None:
        """A good that does not come out as it must, and in which direction it has to change."""
        for good, number in net.items():
            if number < 0:
                return good, 1
            if number and good in self.even:
                return good, -1
        return None

    def reduced(self) -> Problem:
        """Without the moves that nothing can make good for."""
        moves = self.moves
        while True:
            raised = {good for move in moves for good, n in move.net.items() if n > 0}
            lowered = {good for move in moves for good, n in move.net.items() if n < 0}
            bare = raised - lowered
            kept = tuple(
                move
                for move in moves
                if all(
                    (n >= 0 or good in raised) and (n <= 0 or good not in self.even & bare)
                    for good, n in move.net.items()
                )
            )
            if kept == moves:
                return Problem(kept, self.even, self.worth)
            moves = kept

    def paired(self) -> Problem:
        """The same with every pair of moves that evens out a good in place of the two.

        All sums are sums of such pairs, as long as there are few (a step of double description).
        """
        moves = self.moves
        for good in sorted(self.even):
            up = [move for move in moves if move.net.get(good, 0) > 0]
            down = [move for move in moves if move.net.get(good, 0) < 0]
            if len(up) * len(down) <= MOST_PAIRS:
                rest = [move for move in moves if not move.net.get(good, 0)]
                pairs = (_evened(one, other, good) for one in up for other in down)
                moves = (*rest, *pairs)
        return Problem(moves, self.even, self.worth)


def _evened(one: Move, other: Move, good: str) -> Move:
    more, less = one.net[good], -other.net[good]
    goods = sorted({*one.net, *other.net} - {good})
    net = {g: less * one.net.get(g, 0) + more * other.net.get(g, 0) for g in goods}
    return Move(f"{one.name}, {other.name}", {g: number for g, number in net.items() if number})


Recipe = dict[Move, int]
"""How often each move is used."""


def shortest_pump(problem: Problem) -> Recipe | None:
    """The shortest recipe that gives something for nothing; None where there is none."""
    problem = problem.reduced()
    if not problem.paired().reduced().moves:
        return None
    found, complete = searched(problem)
    if found is None and not complete:
        found = solved(problem)
    return found


def searched(problem: Problem) -> tuple[Recipe | None, bool]:
    """The recipe of fewest uses, and whether all sums were looked at."""
    number = count()
    ahead: list[tuple[int, int, Sums, tuple[int, ...]]] = []
    seen: set[Sums] = set()
    complete = True
    most = FEW_SUMS if has_solver() else MOST_SUMS

    def add(uses: int, before: Mapping[str, int], used: tuple[int, ...]) -> None:
        sums = _sums(before, problem.moves[used[-1]].net)
        if sums not in seen:
            seen.add(sums)
            heappush(ahead, (uses, next(number), sums, used))

    order = sorted(enumerate(problem.moves), key=lambda each: each[1].uses)
    for index, move in order:
        add(move.uses, {}, (index,))
    while ahead:
        uses, pushed, sums, used = heappop(ahead)
        if pushed > most:
            return None, False
        net = dict(sums)
        lack = problem.lack(net)
        if lack is None:
            if problem.gain(net) > 0:
                return dict(Counter(problem.moves[index] for index in used)), True
            continue
        good, sign = lack
        for index, move in order:
            if move.net.get(good, 0) * sign > 0:
                if uses + move.uses > MOST_USES:
                    complete = False
                else:
                    add(uses + move.uses, net, (*used, index))
    return None, complete


def _sums(net: Mapping[str, int], more: Mapping[str, int]) -> Sums:
    """Two sums as one, in a form that tells it from others."""
    total = dict(net)
    for good, number in more.items():
        total[good] = total.get(good, 0) + number
    return tuple(sorted((good, number) for good, number in total.items() if number))


def solved(problem: Problem) -> Recipe | None:
    """The same by linear programming; None also where no solver is installed."""
    try:
        from scipy.optimize import linprog  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        return None
    moves = problem.moves
    goods = sorted({good for move in moves for good in move.net})
    rows = [[-move.net.get(good, 0) for move in moves] for good in goods]
    gain = [-problem.gain(move.net) for move in moves]
    even = [row for good, row in zip(goods, rows, strict=True) if good in problem.even]
    system: dict[str, Any] = {
        "c": [move.uses for move in moves],
        "A_ub": [*rows, gain],
        "b_ub": [*[0] * len(rows), -1],
        "A_eq": even or None,
        "b_eq": [0] * len(even) or None,
    }
    if linprog(**system).status != 0:
        return None
    whole = linprog(**system, integrality=1, options={"time_limit": MOST_SECONDS})
    if whole.x is None:
        return None
    return _exactly(problem, [round(number) for number in whole.x])


def _exactly(problem: Problem, numbers: Sequence[int]) -> Recipe | None:
    """What a solver found, if it holds in whole numbers."""
    recipe = {m: n for m, n in zip(problem.moves, numbers, strict=True) if n}
    net = net_of(recipe)
    return recipe if problem.lack(net) is None and problem.gain(net) > 0 else None


def net_of(recipe: Recipe) -> dict[str, int]:
    """By how much a recipe changes each good."""
    net: Sums = ()
    for move, number in recipe.items():
        net = _sums(dict(net), {good: number * n for good, n in move.net.items()})
    return dict(net)
