"""Who holds how much of the goods that are hidden in a view: all that it could be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...linking.table import once_a_table
from ...mechanisms.auction.steps import AskingForBids
from ...mechanisms.enclosing.definitions import OnEdges, find_enclosed
from ...mechanisms.holding.definitions import MayHold
from ...mechanisms.holding.steps import GiveBack
from ...runtime.packing import numbers
from ..validation import lying_anywhere
from .shares import Shares

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from ...commands.definitions.definition import Good
    from ...linking.table import Table
    from ...runtime.steps import Step
    from ..views import View

    Unknown = tuple[Good, Mapping[int, int], Sequence[int]]
    """A good, the cells of those whose amounts are hidden by these holders, and the open cells."""


@once_a_table
def _bounds(table: Table) -> tuple[MayHold, ...]:
    """How much players may hold."""
    return tuple([each for each in table.definitions if isinstance(each, MayHold)])


@once_a_table
def _unknown(table: Table, hidden: frozenset[int]) -> list[Unknown]:
    """The goods of which somebody's are hidden, and where."""
    layout = table.layout
    found: list[Unknown] = []
    for number, good in enumerate(layout.goods):
        cells = [layout.row(holder) + number for holder in range(layout.players + 1)]
        unknown = {holder: cell for holder, cell in enumerate(cells) if cell in hidden}
        if unknown:
            found.append((good, unknown, [cell for cell in cells if cell not in hidden]))
    return found


class Hands:
    """What hidden holders have, each way to share what is left as likely as the others.

    Nothing is lost: what nobody is seen to hold, and what lies nowhere, is with the hidden holders,
    of whom the stock may be one. Nobody has less than nothing, less than they have placed, or more
    than they may hold. The stock has less than nothing only where the view shows that more than
    all is with the players; then the other players have no more than they must.

    ``asked``: the question, as far as it is known; ``hidden``: cells that the view does not tell,
    which are 0 in ``known``.
    """

    def __init__(
        self, view: View, known: Sequence[int], hidden: frozenset[int], asked: Step | None
    ) -> None:
        layout = self._layout = view.layout
        self._known = known
        self._asked = asked
        self._decider = view.decider
        self._bounds = _bounds(view.table)
        self._least = self._find_least()
        self._shared: list[tuple[Sequence[int], Shares, int]] = []
        self._players: set[int] = set()
        for good, unknown, open_ in _unknown(view.table, hidden):
            self._players |= unknown.keys() - {layout.players}
            seen = sum([self._known[each] for each in open_])
            rest = good.count - seen - lying_anywhere(layout, self._known, good.name)
            self._share(unknown, good.name, rest)

    def draw(self, random: Random, cells: list[int]) -> None:
        """Give every hidden holder something."""
        for rows, shares, lacking in self._shared:
            for row, amount in zip(rows, shares.draw(random), strict=True):
                cells[row] = amount
            cells[rows[-1]] -= lacking

    def agrees(self, cells: Sequence[int]) -> bool:
        """Does nobody hold more of several goods together than they may?"""
        for bound in self._bounds:
            for player in self._players if len(bound.goods) > 1 else ():
                held = (cells[self._layout.goods_cell(player, good)] for good in bound.goods)
                if not self._has_too_many(player, bound.goods) and sum(held) > bound.count:
                    return False
        return True

    def _share(self, unknown: Mapping[int, int], good: str, rest: int) -> None:
        holders = [*unknown]
        least = [self._least.get((each, good), 0) for each in holders]
        lacking = max(sum(least) - rest, 0)
        total = rest + lacking
        most = self._most(holders, good, total)
        shares = Shares(total, [(a, max(a, b)) for a, b in zip(least, most, strict=True)])
        if not shares.count:
            shares = Shares(total, [(low, total) for low in least])
        self._shared.append(([*unknown.values()], shares, lacking))

    def _most(self, holders: Sequence[int], good: str, rest: int) -> list[int]:
        """No more than what players may hold, or than their grid shows."""
        bounds = [each for each in self._bounds if good in each.goods]
        if not bounds and good not in self._counted:
            return [rest] * len(holders)
        return [self._most_of(each, good, rest, bounds) for each in holders]

    def _most_of(self, holder: int, good: str, rest: int, bounds: Sequence[MayHold]) -> int:
        if holder == self._layout.players:
            return rest
        if good in self._counted:
            return self._least.get((holder, good), 0)
        counts = (b.count for b in bounds if not self._has_too_many(holder, b.goods))
        return min(counts, default=rest)

    def _has_too_many(self, player: int, goods: Sequence[str]) -> bool:
        """Are they just asked what goes back?"""
        index = self._layout.good_index
        asked = self._asked if player == self._decider else None
        return isinstance(asked, GiveBack) and index[goods[0]] in asked.goods

    def _find_least(self) -> dict[tuple[int, str], int]:
        """What a player has placed, bids with, or has on their grid, they hold."""
        layout, cells = self._layout, self._known
        found: dict[tuple[int, str], int] = {}
        for player in range(layout.players):
            for number in numbers(cells[layout.placed + player]):
                good = layout.places[number].good
                found[player, good] = found.get((player, good), 0) + 1
        for seat, good, amount in (*self._bids(), *self._on_grids()):
            found[seat, good] = max(found.get((seat, good), 0), amount)
        return found

    def _bids(self) -> list[tuple[int, str, int]]:
        """What bids that lead must be covered with."""
        step, layout = self._asked, self._layout
        if not isinstance(step, AskingForBids) or step.order.money < 0:
            return []
        good = layout.goods[step.order.money - layout.row(0)].name
        bids: dict[int, int] = {}
        for lot in range(step.lots):
            leader = self._known[step.leaders + lot] - 1
            if 0 <= leader < layout.players:
                bids[leader] = bids.get(leader, 0) + self._known[step.standing + lot]
        return [(seat, good, amount) for seat, amount in bids.items()]

    def _on_grids(self) -> list[tuple[int, str, int]]:
        """What is only counted: tiles on cells, and what stands on edges."""
        layout, lattice = self._layout, self._layout.lattice
        self._counted: set[str] = set()
        if lattice is None or layout.grid is None:
            return []
        found: list[tuple[int, str, int]] = []
        enclosed = find_enclosed(layout)
        for player in range(layout.players):
            for kind, good in enumerate(lattice.kinds, 1):
                lying = lattice.holding(self._known, player, 1 << kind).bit_count()
                found.append((player, layout.goods[good].name, lying))
            for line in layout.grid.of(OnEdges) if enclosed is not None else ():
                standing = self._known[enclosed.standing + player].bit_count()  # type: ignore[union-attr]
                found.append((player, line.good, standing))
        self._counted = {good for _, good, _ in found}
        return found
