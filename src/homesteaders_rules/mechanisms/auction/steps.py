"""The auction: turns, bids and passes; the neutral bid."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime.acts import Act
from ...runtime.offers import Offer
from ...runtime.options import Option
from ...runtime.predicates import Test
from ...runtime.registers import ACTOR, OPEN, OUT
from ...runtime.steps import Asking
from ...runtime.turns import first_free

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...runtime.counters import Counter
    from ...runtime.events import Log

CLOSED = None
"""Stands for a lot on which no bid is possible, in place of the bid that stands."""


@define(eq=False)
class ClearBids(Act):
    """Take off what an auction before has left: then somebody leads a lot, or is out.

    A neutral bid that was placed for the auction that begins stays. ``cells``: all of the auction.
    """

    players: int
    leaders: range
    cells: range

    def do(self, cells: list[int], log: Log) -> None:
        led = any(0 < cells[lot] <= self.players for lot in self.leaders)
        if cells[OUT] or led:
            cells[OUT] = 0
            cells[self.cells.start : self.cells.stop] = [0] * len(self.cells)


@define(eq=False)
class Bidding(Asking):
    """Whose turn it is, what they may bid, and the end.

    ``passed`` is where a pass goes on: what follows from it, and then the next player's turn.
    """

    source: int
    pass_source: int
    sort: str
    bids: tuple[int, ...]
    players: int
    leaders: int
    standing: int
    lots: int
    markers: int
    owned: int
    right: int
    direction: int
    next_step_only: bool
    leader_waits: bool
    outbid_stays: bool
    pass_is_final: bool
    equal_neutral: bool
    equal_equals: bool
    outbid_neutral: Act | None
    follow: int
    passed: int = -1
    _table: tuple[tuple[Option, ...], ...] = field(init=False)
    passing: Option = field(init=False)
    _lookup: Callable[..., tuple[Option, ...]] = field(init=False)
    _cells: tuple[tuple[int, int, int], ...] = field(init=False)
    _others: tuple[int, ...] = field(init=False)
    _next: tuple[tuple[int | None, ...], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.passing = Option("pass", offer=self)
        self._table = tuple(
            tuple(
                Option(f"bid {amount} on {self.sort} {lot + 1}", offer=self, payload=(lot, amount))
                for amount in self.bids
            )
            for lot in range(self.lots)
        )
        self._cells = tuple(
            (1 << lot, self.leaders + lot, self.standing + lot) for lot in range(self.lots)
        )
        everybody = (1 << self.players) - 1
        # By who leads a lot (nobody, a player, the neutral bid): the bits of those who do not.
        others = (everybody ^ 1 << player for player in range(self.players))
        self._others = (everybody, *others, everybody)
        self._next = first_free(self.players, self.direction)
        self._lookup = lru_cache(maxsize=1 << 13)(self._options)

    # ------------------------------------------------------------------ turns

    def run(self, cells: list[int], log: Log) -> int:
        free = ~cells[OUT] & self._others[0]
        if self.leader_waits:
            for _, leads, _ in self._cells:
                free &= self._others[cells[leads]]
        player = self._next[cells[ACTOR]][free]
        if player is not None:
            cells[ACTOR] = player
            return ~self.number
        cells[ACTOR] = cells.pop()
        return self.follow

    # ------------------------------------------------------------------ options

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        own = cells[ACTOR] + 1
        open_ = cells[OPEN]
        right = self.right and cells[self.owned + own - 1] & self.right
        found: list[int | None] = []
        for bit, leads, stands in self._cells:
            leader = cells[leads]
            if not open_ & bit or leader == own:
                found.append(CLOSED)
            elif right and leader and self._equal(cells, stands, leader):
                found.append(~cells[stands])
            else:
                found.append(cells[stands])
        return self._lookup(*found)

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

    def _options(self, *bids: int | None) -> tuple[Option, ...]:
        """By the bid that stands on each lot, ``~bid`` if it may be equalled."""
        found: list[Option] = []
        for lot, bid in enumerate(bids):
            if bid is not CLOSED:
                step = bisect_right(self.bids, bid if bid >= 0 else ~bid)
                step -= ~bid in self.bids
                highest = step + 1 if self.next_step_only and step else len(self.bids)
                found += self._table[lot][step:highest]
        return (*found, self.passing)

    # ------------------------------------------------------------------ choosing

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        player = cells[ACTOR]
        if option is self.passing:
            cells[OUT] |= 1 << player
            log.append((self.pass_source, player))
            return self.passed
        lot, amount = option.payload
        leads, marker = self.leaders + lot, self.markers + 2 * player
        before = cells[leads]
        cells[leads] = player + 1
        cells[self.standing + lot] = amount
        cells[marker] = lot + 1
        cells[marker + 1] = amount
        if not self.pass_is_final:
            cells[OUT] = 0
        if before and before <= self.players and not self.outbid_stays:
            cells[OUT] |= 1 << (before - 1)
        log.append((self.source, player, lot + 1, amount))
        if before > self.players and self.outbid_neutral is not None:
            self.outbid_neutral.do(cells, log)
        cells[ACTOR] = (player + self.direction) % self.players
        return self.run(cells, log)

    # ------------------------------------------------------------------ reasons

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
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
        above = "one step above" if self.next_step_only else "higher than"
        return f"a bid on {self.sort} {lot + 1} must be {above} {cells[self.standing + lot]}"

    def keys(self) -> tuple[str, ...]:
        return (*(option.key for lot in self._table for option in lot), self.passing.key)


class NeutralOffer(Offer):
    """One option for each lot on offer."""

    def __init__(
        self,
        *,
        source: int,
        sort: str,
        amount: Counter,
        lots: int,
        leaders: int,
        standing: int,
        players: int,
        target: int,
    ) -> None:
        self.source = source
        self.amount = amount
        self.leaders = leaders
        self.standing = standing
        self.players = players
        self.target = target
        self._all = tuple(
            Option(f"neutral bid on {sort} {lot + 1}", offer=self, payload=lot)
            for lot in range(lots)
        )

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return tuple([o for lot, o in enumerate(self._all) if cells[OPEN] >> lot & 1])

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        lot = option.payload
        amount = self.amount.count(cells, cells[ACTOR])
        cells[self.leaders + lot] = self.players + 1
        cells[self.standing + lot] = amount
        log.append((self.source, cells[ACTOR], lot + 1, amount))
        cells[ACTOR] = cells.pop()
        return self.target

    def keys(self) -> tuple[str, ...]:
        return tuple(option.key for option in self._all)


class RewardOffer(Offer):
    """The rewards of a track, at or before the marker."""

    def __init__(self, rewards: Sequence[Sequence[Offer]], marker: int, any_earlier: bool) -> None:
        self.marker = marker
        self.rewards = [list(offers) for offers in rewards]
        self.reached: list[list[Offer]] = [[]]
        for offers in self.rewards:
            before = self.reached[-1] if any_earlier else []
            known = {key for offer in before for key in offer.keys()}
            self.reached.append([*before, *(o for o in offers if not known.issuperset(o.keys()))])

    def settle(self, home: tuple[object, ...]) -> None:
        super().settle(home)
        for offers in self.rewards:
            for offer in offers:
                offer.settle(home)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        found: tuple[Option, ...] = ()
        for offer in self.reached[cells[self.marker + cells[ACTOR]]]:
            found += offer.options(cells)
        return found

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        offer: Offer = option.offer
        return offer.take(cells, log, option)

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key not in self.keys():
            return None
        space = cells[self.marker + cells[ACTOR]]
        offers = [offer for offer in self.reached[space] if key in offer.keys()]
        reasons = (offer.why_not(cells, key) for offer in offers)
        only = "" if any(key in offer.keys() for offer in self._at(space)) else "only "
        return next((r for r in reasons if r), f"your marker is {only}on space {space}")

    def each(self) -> Sequence[Offer]:
        return [offer for offers in self.rewards for offer in offers]

    def is_always_open(self) -> bool:
        """Markers stay where they are while a reward is chosen."""
        return all(any(offer.is_always_open() for offer in offers) for offers in self.reached[1:])

    def _at(self, space: int) -> list[Offer]:
        """What lies on the spaces from the first to one."""
        return [offer for offers in self.rewards[:space] for offer in offers]

    def keys(self) -> tuple[str, ...]:
        keys = (key for offers in self.rewards for offer in offers for key in offer.keys())
        return tuple(dict.fromkeys(keys))


@frozen
class Winners(Test):
    """How many different players lead a lot lies between bounds."""

    leaders: range
    players: int
    least: int
    most: int

    def holds(self, cells: Sequence[int]) -> bool:
        winners = {cells[lot] for lot in self.leaders} - {0, self.players + 1}
        return self.least <= len(winners) <= self.most
