"""The auction: turns, bids and passes; the neutral bid."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime.acts import Act
from ...runtime.counters import Counter
from ...runtime.offering.deeds import Deed
from ...runtime.offering.offers import Offer
from ...runtime.offering.options import Option, option_of
from ...runtime.offering.payments import Reader, reader
from ...runtime.operands import (
    Amount,
    Bits,
    Cell,
    CellRange,
    Direction,
    Flag,
    Memory,
    PlayerCell,
    RecordSource,
    Seats,
    StepNumber,
    Stride,
    Text,
)
from ...runtime.predicates import Wide
from ...runtime.registers import ACTOR, OPEN, OUT
from ...runtime.steps import Asking
from ...runtime.turns import first_free
from ...values import ByValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...runtime.recording.events import Log

PASS = "pass"
CLOSED = None
"""Stands for a lot on which no bid is possible, in place of the bid that stands."""


@define(eq=False, repr=False)
class ClearBids(Act):
    """Take off what an auction before has left: then somebody leads a lot, or is out.

    A neutral bid that was placed for the auction that begins stays. ``cells``: all of the auction.
    """

    players: Seats
    leaders: CellRange
    cells: CellRange

    def do(self, cells: list[int], log: Log) -> None:
        if cells[OUT] or any(0 < cells[lot] <= self.players for lot in self.leaders):
            cells[OUT] = 0
            cells[self.cells.start : self.cells.stop] = [0] * len(self.cells)


@frozen(eq=False, repr=False)
class Order(ByValue):
    """Who begins an auction, and what bids must be covered with.

    ``money``: the cell of that good of the first player (-1: they need not be); those of the
    others lie ``width`` apart.
    """

    first: Counter
    money: PlayerCell
    width: Stride

    def covered(self, cells: Sequence[int], committed: int) -> int:
        """What the player in ACTOR may bid at most, beside what they have bid already."""
        return cells[self.money + cells[ACTOR] * self.width] - committed


@define(eq=False, repr=False)
class AskingForBids(Asking):
    """A question for a bid. Operands of its options: the lot and the amount; none: a pass."""

    source: RecordSource
    pass_source: RecordSource
    sort: Text
    bids: tuple[Amount, ...]
    players: Seats
    leaders: Cell
    standing: Cell
    lots: Amount
    markers: Cell
    direction: Direction
    order: Order
    _table: tuple[tuple[Option, ...], ...] = field(init=False)
    _passing: Option = field(init=False)
    _next: tuple[tuple[int | None, ...], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._passing = option_of(self)
        self._table = tuple(
            tuple(option_of(self, lot, amount) for amount in self.bids) for lot in range(self.lots)
        )
        self._next = first_free(self.players, self.direction)

    def keys(self) -> tuple[str, ...]:
        ways = ((lot, amount) for lot in range(self.lots) for amount in self.bids)
        return (*(self.key_of(way) for way in ways), self.key_of(()))

    def key_of(self, operands: tuple[int, ...]) -> str:
        if not operands:
            return PASS
        lot, amount = operands
        return f"bid {amount} on {self.sort} {lot + 1}"

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        if not operands:
            return Deed("pass")
        lot, amount = operands
        return Deed("bid", lot=lot + 1, group=f"{self.sort} {lot + 1}", amount=amount)


@define(eq=False, repr=False)
class Bidding(AskingForBids):
    """Whose turn it is, what they may bid, and the end.

    ``passed`` is where a pass goes on: what follows from it, and then the next player's turn.
    """

    owned: PlayerCell
    right: Bits
    next_step_only: Flag
    leader_waits: Flag
    outbid_stays: Flag
    pass_is_final: Flag
    equal_neutral: Flag
    equal_equals: Flag
    first_bids: Flag
    at_once: Flag
    outbid_neutral: Act | None
    outbid_player: Act | None
    is_outbid: Act | None
    follow: StepNumber
    passed: StepNumber = -1
    _lookup: Memory[tuple[int | None, ...], tuple[Option, ...]] = field(init=False)
    _unled: Memory[tuple[int, ...], tuple[Option, ...]] = field(init=False)
    _others: tuple[int, ...] = field(init=False)
    _seats: tuple[int, ...] = field(init=False)
    _standing: Reader = field(init=False)
    _leads: tuple[int, ...] = field(init=False)
    _leaders: slice = field(init=False)
    """The cells of ``_leads`` in one piece."""
    _lots: tuple[tuple[int, int, int, int], ...] = field(init=False)
    """Of each lot its number, its bit, and the cells of who leads it and of what stands there."""
    _is_bound: bool = field(init=False)
    _heeded: bool = field(init=False)
    """Does anything follow where a bid is replaced?"""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self._lots = tuple(
            (lot + 1, 1 << lot, self.leaders + lot, self.standing + lot) for lot in range(self.lots)
        )
        self._leads = tuple(leads for _, _, leads, _ in self._lots)
        self._leaders = slice(self.leaders, self.leaders + self.lots)
        everybody = (1 << self.players) - 1
        # By who leads a lot (nobody, a player, the neutral bid): the bits of those who do not.
        others = (everybody ^ 1 << player for player in range(self.players))
        self._others = (everybody, *others, everybody)
        self._seats = tuple((p + self.direction) % self.players for p in range(self.players))
        self._standing = reader([OPEN, *(stands for *_, stands in self._lots)])
        self._unled = Memory(self._options_unled, 1 << 13)
        self._lookup = Memory(self._options, 1 << 13)
        self._is_bound = self.order.money >= 0
        follows = self.outbid_neutral, self.outbid_player, self.is_outbid
        self._heeded = any(act is not None for act in follows)

    # ------------------------------------------------------------------ turns

    def run(self, cells: list[int], log: Log) -> int:
        others = self._others
        free = ~cells[OUT] & others[0]
        if self.leader_waits:
            for leads in self._leads:
                free &= others[cells[leads]]
        player = self._next[cells[ACTOR]][free]
        if player is not None:
            cells[ACTOR] = player
            return ~self.number
        cells[ACTOR] = cells.pop()
        return self.follow

    # ------------------------------------------------------------------ options

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        own = cells[ACTOR] + 1
        right = self.right and cells[self.owned + own - 1] & self.right
        if right or self._is_bound or own in cells[self._leaders]:
            options = self._lookup[self._as_it_stands(cells, right)]
        else:  # As mostly: what may be bid hangs on nothing but the bids that stand.
            options = self._unled[self._standing(cells)]
        return options[:-1] or options if self.first_bids and self._begins(cells) else options

    def _options_unled(self, key: tuple[int, ...]) -> tuple[Option, ...]:
        """By the lots on offer and the bids that stand, where the player leads none of them."""
        open_, *bids = key
        found = [bid if open_ >> lot & 1 else CLOSED for lot, bid in enumerate(bids)]
        return self._options((self.bids[-1], *found))

    def _as_it_stands(self, cells: Sequence[int], right: int) -> tuple[int | None, ...]:
        """The highest bid possible for the player in ACTOR, and what stands on each lot."""
        own, open_ = cells[ACTOR] + 1, cells[OPEN]
        found: list[int | None] = [self._most(cells) if self._is_bound else self.bids[-1]]
        for _, bit, leads, stands in self._lots:
            leader = cells[leads]
            if not open_ & bit or leader == own:
                found.append(CLOSED)
            elif right and leader and self._equal(cells, stands, leader):
                found.append(~cells[stands])
            else:
                found.append(cells[stands])
        return tuple(found)

    def _begins(self, cells: Sequence[int]) -> bool:
        """Is it the first bid that is asked for? Whoever can make it does not pass."""
        if cells[OUT]:
            return False
        for leads in self._leads:
            if cells[leads]:
                return False
        return True

    def _most(self, cells: Sequence[int]) -> int:
        """The highest bid that the player in ACTOR could make on a lot that nobody leads."""
        return max(min(self._covered(cells), self.bids[-1]), 0)

    def _covered(self, cells: Sequence[int]) -> int:
        own, committed = cells[ACTOR] + 1, 0
        for _, _, leads, stands in self._lots:
            if cells[leads] == own:
                committed += cells[stands]
        return self.order.covered(cells, committed)

    def _equal(self, cells: Sequence[int], stands: int, leader: int) -> bool:
        """May the player in ACTOR, who has the right, equal the bid that stands on a lot?"""
        if leader > self.players:
            return self.equal_neutral
        if not cells[self.owned + leader - 1] & self.right:
            return True
        marker = self.markers + 2 * cells[ACTOR]
        lot = stands - self.standing
        own = cells[marker] == lot + 1 and cells[marker + 1] == cells[stands]
        return self.equal_equals and not own

    def _options(self, key: tuple[int | None, ...]) -> tuple[Option, ...]:
        """By the highest bid possible, and by the bid that stands on each lot.

        That is ``~bid`` if it may be equalled.
        """
        most, *bids = key
        highest = bisect_right(self.bids, most or 0)
        found: list[Option] = []
        for lot, bid in enumerate(bids):
            if bid is not CLOSED:
                standing = bid if bid >= 0 else ~bid
                above = bisect_right(self.bids, standing)
                lowest = above - (~bid in self.bids)
                end = above + 1 if self.next_step_only and standing else len(self.bids)
                found += self._table[lot][lowest : min(end, highest)]
        return (*found, self._passing)

    def lowest(self, options: Sequence[Option]) -> Iterable[Option]:
        """Of its options the lowest bid on each lot, and the pass."""
        found: dict[tuple[int, ...], Option] = {}
        for option in options:
            found.setdefault(option.operands[:1], option)
        return found.values()

    # ------------------------------------------------------------------ choosing

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        player = cells[ACTOR]
        if not option.operands:
            cells[OUT] |= 1 << player
            log.append((self.pass_source, player))
            return self.passed
        lot, amount = option.operands
        number, _, leads, stands = self._lots[lot]
        marker = self.markers + 2 * player
        before = cells[leads]
        cells[leads] = player + 1
        cells[stands] = cells[marker + 1] = amount
        cells[marker] = number
        if not self.pass_is_final:
            cells[OUT] = 0
        if before and before <= self.players and not self.outbid_stays:
            cells[OUT] |= 1 << (before - 1)
        log.append((self.source, player, number, amount))
        if before and self._heeded:
            self._outbid(cells, log, before)
        if not self.at_once:
            cells[ACTOR] = self._seats[player]
        elif 0 < before <= self.players:
            cells[ACTOR] = before - 1
            return ~self.number
        else:
            cells[ACTOR] = self.order.first.count(cells, player)
        return self.run(cells, log)

    def _outbid(self, cells: list[int], log: Log, before: int) -> None:
        """What follows for the bidder, and then for the player whose bid was replaced."""
        is_neutral, bidder = before > self.players, cells[ACTOR]
        act = self.outbid_neutral if is_neutral else self.outbid_player
        if act is not None:
            act.do(cells, log)
        if self.is_outbid is not None and not is_neutral:
            cells[ACTOR] = before - 1
            self.is_outbid.do(cells, log)
            cells[ACTOR] = bidder

    # ------------------------------------------------------------------ reasons

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key == self.key_of(()):
            return "the first to bid does not pass"
        words = key.split()
        if len(words) != 5 or words[0] != "bid" or not words[1].isdigit() or not words[4].isdigit():
            return None
        amount, lot = int(words[1]), int(words[4]) - 1
        if not 0 <= lot < self.lots or not cells[OPEN] >> lot & 1:
            return f"there is no {self.sort} {lot + 1} this round"
        if amount not in self.bids:
            return f"bids are {', '.join(map(str, self.bids))}"
        if cells[self.leaders + lot] == cells[ACTOR] + 1:
            return f"you lead {self.sort} {lot + 1} already"
        if self.order.money >= 0 and amount > self._covered(cells):
            return f"you can cover a bid of {max(self._covered(cells), 0)} at most"
        above = "one step above" if self.next_step_only else "higher than"
        return f"a bid on {self.sort} {lot + 1} must be {above} {cells[self.standing + lot]}"


@define(eq=False, repr=False)
class NeutralOffer(Offer):
    """One option for each lot on offer. Operands of its options: the lot."""

    source: RecordSource
    sort: Text
    amount: Counter
    lots: Amount
    leaders: Cell
    standing: Cell
    players: Seats
    target: StepNumber
    _all: tuple[Option, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._all = tuple(option_of(self, lot) for lot in range(self.lots))

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return tuple([o for lot, o in enumerate(self._all) if cells[OPEN] >> lot & 1])

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        (lot,) = option.operands
        amount = self.amount.count(cells, cells[ACTOR])
        cells[self.leaders + lot] = self.players + 1
        cells[self.standing + lot] = amount
        log.append((self.source, cells[ACTOR], lot + 1, amount))
        cells[ACTOR] = cells.pop()
        return self.target

    def keys(self) -> tuple[str, ...]:
        return tuple(self.key_of((lot,)) for lot in range(self.lots))

    def key_of(self, operands: tuple[int, ...]) -> str:
        return f"neutral bid on {self.sort} {operands[0] + 1}"

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        lot = operands[0] + 1
        return Deed("neutral bid", lot=lot, group=f"{self.sort} {lot}")


@frozen(eq=False, repr=False)
class Winners(Wide):
    """How many different players lead a lot lies between bounds."""

    leaders: CellRange
    players: Seats
    least: Amount
    most: Amount

    def holds(self, cells: Sequence[int]) -> bool:
        winners = {cells[lot] for lot in self.leaders} - {0, self.players + 1}
        return self.least <= len(winners) <= self.most
