"""What positions are worth at one time of a game, found from their cells.

What hangs on the pieces of a player alone, and on some goods, is found once for these; the rest is
counted each time.
"""

from __future__ import annotations

from math import inf
from operator import getitem
from typing import TYPE_CHECKING

from attrs import field, frozen

from ...linking.table import once
from ...play.scoring import rising
from ...runtime.offering.payments import Reader, reader
from ...runtime.operands import Memory
from ..outlook import Outlook
from .estates import MOST_REMEMBERED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...linking.table import Table
    from ...runtime.operands import Cost
    from ..appraisal import Estimate
    from ..calendar import Now
    from .estates import Parts
    from .tuning import Tuning


@frozen(eq=False)
class _Owner:
    """What pieces are worth: ``known`` by how much there is of the goods that ``read`` finds."""

    parts: Parts
    rest: tuple[tuple[int, Estimate], ...]
    read: Reader
    known: dict[object, float] = field(factory=dict, init=False)


class Reckoning:
    """What positions of a table are worth at a time ``now``.

    ``goods``: what so many units of each are worth; ``factors``: how often each part of what
    pieces and goods are worth comes (:class:`Parts`).
    """

    def __init__(self, table: Table, now: Now, tuning: Tuning | None) -> None:
        layout = table.layout
        self.outlook = outlook = once(table, Outlook, tuning)
        self.now = now
        self.is_last = outlook.course.is_last(now)
        self._left = outlook.course.rounds_left(now)
        self._tier = outlook.tuning.next_tier if self._left else 0.0
        width, self._owned = len(layout.goods), layout.owned
        self._rows = [slice(row, row + width) for row in map(layout.row, range(table.players))]
        self.goods = [self._good(good.name) for good in layout.goods]
        moments = (self._times(phases) for phases in outlook.moments.values())
        payments = (self._times([phase]) for phase, _ in outlook.payments)
        self.factors = (1.0, float(self._left), *moments, *payments)
        self._owners = Memory(self._owner)
        self._has_duties = bool(outlook.duties.found)
        self._has_more = self._has_duties or not outlook.standing.is_empty

    def value(self, cells: Sequence[int], player: int) -> float:
        """About how much the player will have at the end, in units of the scoring."""
        held = cells[self._rows[player]]
        owner = self._owners[cells[self._owned + player]]
        goods = owner.read(held)
        worth = owner.known.get(goods)
        if worth is None:
            worth = self._find(owner, cells, player, goods)
        value = sum(map(getitem, self.goods, held)) + worth
        if owner.rest:
            for number, estimate in owner.rest:
                value += estimate(cells, player) * self.factors[number]
        if self._has_more:
            value += self.outlook.standing.value(cells, player, self._tier)
            if self._has_duties:
                value += self.outlook.duties.value(cells, player, self.now)
        return value

    def trading(self, cells: Sequence[int], player: int) -> Callable[[Cost | None], float]:
        """About how much more it is worth with some goods changed; infinite: more hangs on them."""
        owner, worths = self._owners[cells[self._owned + player]], self.goods
        held, counted = cells[self._rows[player]], owner.parts.goods
        hangs_on_more = bool(owner.rest) or self._has_more

        def more(changes: Cost | None) -> float:
            if changes is None or hangs_on_more:
                return inf
            found = 0.0
            for good, amount in changes:
                if good in counted:
                    return inf
                worth, now = worths[good], held[good]
                found += worth[now + amount] - worth[now]
            return found

        return more

    def _owner(self, owned: int) -> _Owner:
        parts = self.outlook.parts[owned]
        return _Owner(parts, parts.rest, reader(parts.goods))

    def _find(self, owner: _Owner, cells: Sequence[int], player: int, goods: object) -> float:
        """What pieces are worth with so much of the goods that matter to them."""
        if len(owner.known) >= MOST_REMEMBERED:
            owner.known.clear()
        worth = owner.parts.worth_of(goods, cells, player)
        found = sum([part * by for part, by in zip(worth, self.factors, strict=True)])
        owner.known[goods] = found
        return found

    # ------------------------------------------------------------------ what hangs on the time

    def _times(self, phases: Sequence[str]) -> float:
        """How often some phases begin from now on, the later ones worth less."""
        times = sum([self.outlook.course.returns(name, self.now) for name in phases])
        later = self.outlook.tuning.later
        return (1 - later**times) / (1 - later) if later < 1 else float(times)

    # ------------------------------------------------------------------ goods

    def _good(self, name: str) -> Memory[int, float]:
        """What so many units of a good are worth."""
        outlook, tuning, left = self.outlook, self.outlook.tuning, self._left
        last = self.is_last
        keep = tuning.last if last else 1.0 if left else tuning.late
        worth, scored = outlook.worths[name], outlook.scored.get(name, 0.0)
        if name in outlook.rising:
            most = 0 if last else 1 + int(tuning.cleared * left)
            return Memory(lambda held: self._borne(name, held, most) if held else 0.0)
        if name in outlook.standing.goods or name in outlook.duties.goods:
            each = 0.0
        elif name in outlook.turning_goods:
            each = scored + tuning.turn * left
        elif name in outlook.scored:
            each = max(scored, worth * keep)
        elif outlook.is_race:
            return Memory(lambda held: worth * keep * self._hoarded(held) if held else 0.0)
        else:
            is_placed = outlook.table.layout.good_index[name] in outlook.placed_goods
            each = 0.0 if is_placed else worth * keep
        return Memory(lambda held: held * each)

    def _hoarded(self, held: int) -> float:
        """So many units count like this many, where whoever does not use them comes too late."""
        hoard = self.outlook.tuning.hoard
        return self.outlook.tuning.detour * (1 - hoard**held) / (1 - hoard)

    def _borne(self, name: str, held: int, most: int) -> float:
        """The cheapest way to bear some units of a good that counts more and more.

        At most ``most`` of them can still be got rid of, at the price of the market.
        """
        series, worth = self.outlook.rising[name], self.outlook.worths[name]
        gone = range(min(held, most) + 1)
        return max(rising(series, held - number) + worth * number for number in gone)
