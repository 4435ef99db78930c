"""A search over exchanges of any time: not over their orders, and over none that is of no use.

Two rules keep it small, and lose no answer. What was reached twice is looked at once. And what
has, after some more exchanges, no more of anything that can be of use, goes no further: whatever
it leads to needs those exchanges less.
"""

from __future__ import annotations

from collections import Counter, deque
from operator import ge
from typing import TYPE_CHECKING, Protocol

from attrs import frozen

from ...runtime.offering.payments import reader
from ...runtime.registers import ACTOR, NEXT_STEP, RANDOM
from .looks import PLENTY
from .swaps import MOST_USES, Matters, Swap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.offering.options import Option
    from ...runtime.program import Program
    from ...runtime.steps import Asking
    from .costs import Values

MOST_LOOKED = 4000
"""So many situations are looked at; what is still open then is not found."""
MOST_FOR_NOTHING = 200
"""So often what gives something for nothing is tried for one option."""
Use = tuple[int, int]
"""An exchange and a way to pay for it; 0 is the plain one, used once."""


@frozen(eq=False)
class Reached:
    """A situation on the way: its cells, and how it was reached.

    ``options``: exchanges from the beginning on, with their numbers; those for nothing are not
    counted there, and used ``free`` times before; ``worth``: what there is of use.
    """

    cells: list[int]
    options: tuple[tuple[int, Option], ...] = ()
    free: int = 0
    worth: tuple[int, ...] = ()
    same: tuple[int, ...] = ()
    before: Reached | None = None

    def is_no_better(self) -> bool:
        """Is no more of use here than at some place on the way, and else all the same?"""
        there = self.before
        while there is not None:
            if there.same == self.same and all(map(ge, there.worth, self.worth)):
                return True
            there = there.before
        return False


class Sight(Protocol):
    """How useful a situation is: what there is of use, and what else may matter."""

    def __call__(self, cells: Sequence[int], /) -> tuple[tuple[int, ...], tuple[int, ...]]: ...


class Demand:
    """Which exchanges are of use now: they bring what is lacking.

    What is asked for may be lacking, and so may what an exchange costs that is of use. Whatever
    brings what nobody lacks yet can wait until somebody does.
    """

    def __init__(
        self, bring: Sequence[tuple[Swap, dict[int, int]]], asked: dict[int, int], row: int
    ) -> None:
        self._asked = tuple((row + good, amount, 1 << good) for good, amount in asked.items())
        self._bring = [
            (
                swap,
                sum(1 << good for good in gains),
                tuple({(row + g, n, 1 << g) for price in swap.prices for g, n in price.items()}),
            )
            for swap, gains in bring
        ]

    def swaps(self, cells: Sequence[int]) -> list[Swap]:
        """Those that bring what is lacking."""
        lacking = 0
        for cell, amount, bit in self._asked:
            if cells[cell] < amount:
                lacking |= bit
        found: list[Swap] = []
        waiting = self._bring
        while True:
            later = []
            for entry in waiting:
                swap, brings, costs = entry
                if not brings & lacking:
                    later.append(entry)
                    continue
                found.append(swap)
                for cell, amount, bit in costs:
                    if cells[cell] < amount:
                        lacking |= bit
            if len(later) == len(waiting):
                return found
            waiting = later


class Brought:
    """What each exchange brings in one situation: found once for all that is asked of it."""

    def __init__(self, cells: Sequence[int]) -> None:
        self.cells = list(cells)
        self.gains: dict[int, dict[int, int]] = {}


class Search:
    """A search from some cells. ``by_chance``: exchanges left out, since chance decides in them.

    ``left``: those left out since the decision is another one after them; ``is_whole``: was
    everything looked at?
    """

    def __init__(
        self,
        program: Program,
        matters: Matters,
        brought: Brought,
        values: Values,
        most: int = MOST_LOOKED,
    ) -> None:
        cells = brought.cells
        self.program = program
        self.matters = matters
        self.step: Asking = program.steps[cells[NEXT_STEP]]  # type: ignore[assignment]
        self.start = cells
        self._gains = brought.gains
        self._values = values
        self.by_chance: dict[str, None] = {}
        self.leaving: dict[str, None] = {}
        self.is_whole = True
        self.most = most
        self._goes_dry = self.step.tried or self.step.can_run_dry()
        self.source = None if self._goes_dry else matters.source
        swaps = matters.swaps
        if matters.source is not None and self.source is None:
            swaps = (*swaps, matters.source)
        self._swaps = swaps
        offers = program.exchanges
        self._row = offers[0].purse.row(cells) if offers else 0
        self._width = len(offers[0].purse.names) if offers else 0
        self._given = () if self.source is None else self.source.offer.gain

    def plenty(self, cells: Sequence[int]) -> list[int]:
        """The same, with as much as anybody could want of what there is for nothing."""
        rich = list(cells)
        for good, _ in self._given:
            rich[self._row + good] = PLENTY
        return rich

    def each(self) -> Iterator[Reached]:
        """Every situation that may be of use, those with fewer exchanges first.

        Whoever gets one may :meth:`close` it: then nothing is looked for behind it.
        """
        self._sight, self._demand = self._make_sight(), self._make_demand()
        worth, same = self._sight(self.start)
        waiting = deque([Reached(self.start, worth=worth, same=same)])
        seen = {tuple(self.start)}
        while waiting:
            here = waiting.popleft()
            self._closed = False
            yield here
            if self._closed:
                continue
            if len(here.options) >= MOST_USES:
                self.is_whole = False
                continue
            for after in self._after(here):
                key = tuple(after.cells)
                if key in seen or after.is_no_better():
                    continue
                if len(seen) >= self.most:
                    self.is_whole = False
                    return
                seen.add(key)
                waiting.append(after)

    def close(self) -> None:
        """Nothing is looked for behind the last situation."""
        self._closed = True

    def with_free(self, cells: Sequence[int], times: int) -> list[int]:
        """After so many more uses of what gives for nothing."""
        after = list(cells)
        if self.source is not None:
            for _ in range(times):
                self.source.offer.use(after, [], ())
        return after

    def _after(self, here: Reached) -> Iterator[Reached]:
        rich = self.plenty(here.cells) if self._given else here.cells
        offered = self._offered(here.cells) if self._goes_dry else ()
        for swap in self._swaps if self._demand is None else self._demand.swaps(here.cells):
            for option in swap.options(rich):
                free = self._lacking(here.cells, swap, option)
                cells = self.with_free(here.cells, free)
                swap.offer.take(cells, [], option)
                if self._is_left_out(here.cells, cells, option, offered):
                    continue
                worth, same = self._sight(cells)
                options = (*here.options, (swap.number, option))
                yield Reached(cells, options, here.free + free, worth, same, here)

    def _lacking(self, cells: Sequence[int], swap: Swap, option: Option) -> int:
        """How often what gives for nothing must be used before."""
        if not self._given:
            return 0
        goods = dict(swap.offer.paid(*option.operands))
        lacks = ((goods.get(g, 0) - cells[self._row + g], each) for g, each in self._given)
        return max(0, *(-(-lack // each) for lack, each in lacks))

    def _offered(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return self.program.anytime(cells, self.program.options(cells))

    def _is_left_out(
        self, before: list[int], after: list[int], option: Option, offered: tuple[Option, ...]
    ) -> bool:
        """``offered``: the exchanges offered before, where that must be tried out."""
        if after[RANDOM] != before[RANDOM]:
            self.by_chance[option.key] = None
            return True
        if after[ACTOR] != before[ACTOR] or len(after) != len(before):
            self.leaving[option.key] = None
            return True
        if not self._goes_dry:
            return False
        if option not in offered:
            return True
        if self.step.skip >= 0 and not self.step.options(after):
            self.leaving[option.key] = None
            return True
        return False

    def _make_demand(self) -> Demand | None:
        """What is needed now, where no chain of exchanges can bring more than it takes.

        Where one can, something may be of use that nobody needs yet.
        """
        looks = self.matters.looks
        if looks.ahead or looks.goods or self._goes_dry:
            return None
        values = self._values
        bring = [(swap, self._brings(swap)) for swap in self._swaps]
        for swap, gains in bring:
            brought = sum(values.units[good] * n for good, n in gains.items())
            for price in swap.prices:
                if brought > sum(values.units[g] * n for g, n in price.items()):
                    return None
            if any(not values.units[good] for good in gains):
                return None
        return Demand(bring, self.matters.asked, self._row)

    def _brings(self, swap: Swap) -> dict[int, int]:
        """What of use one use brings now, with all that follows."""
        gains = self._gains.get(swap.number)
        if gains is None:
            gains = self._gains[swap.number] = self._found(swap)
        wanted = self.matters.looks.wanted
        return {good: n for good, n in gains.items() if good in wanted}

    def _found(self, swap: Swap) -> dict[int, int]:
        cells = list(self.start)
        for good in swap.takes:
            cells[self._row + good] += PLENTY
        before = cells[self._row : self._row + self._width]
        swap.offer.use(cells, [], swap.offer.cost)
        for good, amount in swap.offer.cost:
            cells[self._row + good] += amount
        gains = {good: cells[self._row + good] - before[good] for good in swap.brings}
        return {good: n for good, n in gains.items() if n > 0}

    def _make_sight(self) -> Sight:
        """Everything where anything may matter; else the goods of use, and those that may matter.

        What the stock and the others hold of these may matter too.
        """
        looks = self.matters.looks
        if looks.ahead:
            return lambda cells: ((), tuple(cells))
        row = self._row
        caps = self.matters.caps(self.start[row : row + self._width])
        rows = self.program.exchanges[0].purse.rows() if self.program.exchanges else ()
        holders = (*rows, *([rows.stop] if isinstance(rows, range) else ()))
        same = sorted(holder + good for holder in holders for good in looks.goods)
        limits = [swap.offer.limit for swap in self._swaps if swap.offer.limit is not None]
        same += {limit.cell + self.start[ACTOR] for limit in limits}
        pairs = tuple(caps.items())
        most = tuple(cap for _, cap in pairs)
        read = reader([row + good for good, _ in pairs])
        read_same = reader(same)
        return lambda cells: (tuple(map(min, read(cells), most)), read_same(cells))


def uses_of(source: Swap | None, reached: Reached, more: int) -> Counter[Use]:
    """How often each exchange was used in each way."""
    found: Counter[Use] = Counter()
    for number, option in reached.options:
        way, times = option.operands
        found[number, way] += times if not way else 1
    if source is not None and reached.free + more:
        found[source.number, 0] += reached.free + more
    return found
