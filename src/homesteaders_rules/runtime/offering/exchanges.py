"""Exchanges, and each use of them, also those of any time."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ..acts import Act
from ..ceiling import Ceiling
from ..operands import (
    Amount,
    Bits,
    Cell,
    Cost,
    GoodIndex,
    Memory,
    PlayerCell,
    RecordSource,
    StepNumber,
    Text,
)
from ..predicates import Wide
from ..registers import ACTOR
from .deeds import Deed, verb_of
from .offers import NO_RIGHT, Offer
from .options import Option, Paying, option_of
from .payments import Losses, Payment, Purse, Reader, affordable, lose, multiple, payment_record
from .shortage import Bound, Refill, has_room

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..ceiling import Moves
    from ..recording.events import Log
    from .limits import Closed, Limit, MayUse

MOST_AT_ONCE = 9
"""How often an exchange can be used by one option."""
Held = tuple[int, ...]  # amounts of the goods that matter
Taken = tuple["Moves", "Log"]
NEEDED = -1
"""Stands for a way to pay, in an option that must be used and costs nothing."""


@define(eq=False, repr=False)
class ExchangeOffer(Offer, Paying):
    """An exchange: a cost, what it gives, and what follows from its use.

    ``mask``: the pieces whose owner may use it; 0: everybody. ``turn``: the cell with whose turn it
    is, where it is for one's own turn only. ``substituted``: how many uses at
    once are paid how, where not by their plain cost. ``limit``: how often it may be used.
    ``closed``: where nobody may. Operands of its options: the number of the way to pay (0: the
    plain cost), and the number of uses.
    """

    key: Text
    cost: Cost
    gain: Cost
    substituted: tuple[tuple[Amount, Payment], ...]
    purse: Purse
    owned: PlayerCell
    limited: frozenset[GoodIndex]
    source: RecordSource
    gain_source: RecordSource
    losses: Losses
    after: Act | None
    mask: Bits
    ceiling: Ceiling
    turn: Cell | None = None
    refills: tuple[tuple[GoodIndex, Refill], ...] = ()
    bounds: tuple[Bound, ...] = ()
    limit: Limit | None = None
    closed: Closed | None = None
    _goods: tuple[int, ...] = field(init=False)
    _stocks: tuple[int, ...] = field(init=False)
    _payments: tuple[Payment, ...] = field(init=False)
    _taken: Memory[tuple[int, tuple[int, ...]], Taken | None] = field(init=False)
    _gained: Memory[tuple[int, int], Taken] = field(init=False)
    _rights: int = field(init=False)
    _held: tuple[Reader, ...] = field(init=False)
    _options: Memory[tuple[int, int], Option] = field(init=False)
    _found: Memory[tuple[int, Held], tuple[Option, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._payments = tuple(payment for _, payment in self.substituted)
        paid = (self.cost, *(payment.goods for payment in self._payments))
        held = {good for goods in paid for good, _ in goods}
        self._goods = tuple(sorted(held.union(*(goods for goods, _ in self.bounds))))
        self._stocks = tuple(self.purse.stock + g for g, _ in self.gain if g in self.limited)
        masks = (mask for payment in self._payments for mask in payment.masks)
        self._rights = reduce(or_, masks, self.mask)
        self._held = self.purse.readers(self._goods, self._stocks)
        self._taken = Memory(self._find_taken)
        self._gained = Memory(
            lambda use: self._told(use[0], multiple(self.gain, use[1]), (), use[1])
        )
        self._options = Memory(self._option)
        self._found = Memory(self._find)

    def _option(self, operands: tuple[int, int]) -> Option:
        return option_of(self, *operands, anytime=True, needed=operands[0] == NEEDED)

    def ways(self) -> list[tuple[int, int]]:
        """The operands of every option but those that are needed."""
        plain = [(0, times) for times in range(1, MOST_AT_ONCE + 1)]
        return plain + [(way, times) for way, (times, _) in enumerate(self.substituted, 1)]

    def paid(self, way: int, times: int) -> Cost:
        """The goods that are paid for so many uses."""
        if way > 0:
            return self._payments[way - 1].goods
        return multiple(self.cost, times) if way == 0 else ()

    def changes(self, way: int, times: int) -> Cost | None:
        """How much more of each good a player has after so many uses; None: more may follow."""
        if self.limit is not None or self.losses or self.after is not None or self.refills:
            return None
        more = dict(multiple(self.gain, times))
        for good, amount in self.paid(way, times):
            more[good] = more.get(good, 0) - amount
        return tuple(more.items())

    def _find_taken(self, use: tuple[int, tuple[int, ...]]) -> Taken | None:
        player, (way, times) = use
        changes = self.changes(way, times)
        if changes is None:
            return None
        return self._told(player, changes, self.paid(way, times), times)

    def _told(self, player: int, changes: Cost, goods: Cost, times: int) -> Taken:
        """The cells that change, by how much, and how it is told that goods are paid and gained."""
        row, stock = self.purse.rows()[player], self.purse.stock
        moves = tuple((stock + good, row + good, more) for good, more in changes)
        log: Log = []
        if goods:
            log.append(payment_record(self.source, player, goods))
        if self.gain:
            log.append((self.gain_source, player, times))
        return moves, log

    def payment_of(self, operands: tuple[int, ...]) -> Payment | None:
        return self._payments[operands[0] - 1] if operands[0] > 0 else None

    def depends_on(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The goods of a player that decide what is offered, and the cells of limited stocks."""
        return self._goods, self._stocks

    def allowed(self, cells: Sequence[int]) -> bool:
        """Does the player in ACTOR have the right to use it?"""
        return not self.mask or bool(cells[self.owned + cells[ACTOR]] & self.mask)

    def may_use(self, times: int = 1) -> MayUse:
        """The test whether the player may use it so often, as far as no goods are asked for."""
        from .limits import MayUse

        return MayUse(self.limit, self.closed, times)

    def is_timely(self, cells: Sequence[int]) -> bool:
        """Is it the turn of the player in ACTOR, where that matters, and is it not closed?"""
        if self.closed is not None and self.closed.holds(cells):
            return False
        return self.turn is None or cells[self.turn] == cells[ACTOR] + 1

    def is_open(self, cells: Sequence[int]) -> bool:
        # First what is quick, and most often not so: exchanges of pieces are asked for in rows.
        if self.mask and not cells[self.owned + cells[ACTOR]] & self.mask:
            return False
        return bool(self.options(cells))

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        player = cells[ACTOR]
        rights = cells[self.owned + player] & self._rights
        if self.mask and not rights & self.mask:
            return ()
        if not self.is_timely(cells):
            return ()
        found = self._found[rights, self._held[player](cells)]
        if self.limit is None or not found:
            return found
        left = self.limit.left(cells)
        return tuple([option for option in found if option.operands[1] <= left])

    def _find(self, key: tuple[int, Held]) -> tuple[Option, ...]:
        """By the pieces and the goods that matter, and the stock of limited ones."""
        rights, held = key
        amounts = dict(zip(self._goods, held, strict=False))
        stock = held[len(self._goods) :]
        uses = min([amounts[good] // amount for good, amount in self.cost] + [MOST_AT_ONCE])
        plain = [(0, times) for times in range(1, uses + 1)]
        payable = affordable(self._payments, amounts, rights)
        fitting = (*plain, *((way + 1, self.substituted[way][0]) for way in payable))
        return tuple(
            self._options[way, times]
            for way, times in fitting
            if not stock or not self._short(stock, self.paid(way, times), times)
            if not self.bounds or self._has_room(amounts, way, times)
        )

    def _has_room(self, held: Mapping[int, int], way: int, times: int) -> bool:
        return has_room(self.bounds, held, self.paid(way, times), multiple(self.gain, times))

    def _short(self, stock: Sequence[int], goods: Cost, times: int) -> list[tuple[int, int]]:
        """The limited goods of which so many uses give more than there is, and what there is.

        What is paid goes back to the stock first, and may be given out again.
        """
        paid = dict(goods)
        gains = ((good, amount) for good, amount in self.gain if good in self.limited)
        there = [(g, max(left, 0), n) for (g, n), left in zip(gains, stock, strict=True)]
        return [(good, left) for good, left, n in there if left + paid.get(good, 0) < n * times]

    def to_raise(self, good: int, amount: int) -> Option:
        """The option that uses it as often as it takes to gain ``amount`` of a good."""
        each = dict(self.gain)[good]
        return self._options[NEEDED, -(-amount // each)]

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        operands = option.operands
        taken = self._taken[cells[ACTOR], operands]
        if taken is None:
            self.use(cells, log, self.paid(*operands), operands[1])
        else:
            self.ceiling.move(cells, log, *taken)
        return -1

    def use(self, cells: list[int], log: Log, goods: Cost, times: int = 1) -> None:
        """So many uses at once: pay the goods, gain, and what follows from each use."""
        if self.limit is not None:
            self.limit.count(cells, times)
        if goods:
            self.purse.pay(cells, log, self.source, goods)
        if self.refills:
            self._gain_what_there_is(cells, log, times)
        elif self.gain:
            self.ceiling.move(cells, log, *self._gained[cells[ACTOR], times])
        if self.losses:
            lose(cells, log, self.losses, goods)
        if self.after is not None:
            for _ in range(times):
                self.after.do(cells, log)

    def _gain_what_there_is(self, cells: list[int], log: Log, times: int) -> None:
        """After others have given back what the stock is short of, no more than there is then."""
        row, fill = self.purse.row(cells), dict(self.refills)
        most, too_much = self.ceiling.most, False
        for good, amount in self.gain:
            number = amount * times
            if good in fill:
                fill[good].fill(cells, log, number)
                number = min(number, max(cells[self.purse.stock + good], 0))
            held = cells[row + good] = cells[row + good] + number
            cells[self.purse.stock + good] -= number
            if number:
                log.append((self.source, cells[ACTOR], good, number))
            if held > most:
                too_much = True
        if too_much:
            self.ceiling.hand_back(cells, log)

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        operands = next((each for each in self.ways() if self.key_of(each) == key), None)
        if operands is None:
            return None
        if not self.allowed(cells):
            return "you do not own the piece that allows it"
        if self.closed is not None and self.closed.holds(cells):
            return "nobody may do that now"
        if not self.is_timely(cells):
            return "it is not your turn"
        if self.limit is not None and (reason := self.limit.why_not(cells, operands[1])):
            return reason
        words = self.purse.words
        # Their own goods first: what the stock has is only known to who could take it.
        goods = self.paid(*operands)
        short = self.purse.shortage(cells, goods)
        row = self.purse.row(cells)
        held = {good: cells[row + good] for good in range(len(self.purse.names))}
        if not short and not self._has_room(held, *operands):
            return "you may not hold so much"
        if not short and (left := self.too_few(cells, goods, operands[1])):
            return f"it gives {words(self.gain)} each time; the stock has {words(left)}"
        return f"it costs {words(self.cost)} each time; {short or NO_RIGHT}"

    def too_few(self, cells: Sequence[int], goods: Cost, times: int = 1) -> Cost:
        """What the stock has left of limited goods that are fewer than so many uses give."""
        return tuple(self._short([cells[cell] for cell in self._stocks], goods, times))

    def keys(self) -> tuple[str, ...]:
        return tuple(self.key_of(operands) for operands in self.ways())

    def key_of(self, operands: tuple[int, ...]) -> str:
        way, times = operands
        suffix = self._payments[way - 1].suffix if way > 0 else ""
        return f"{self.key}{f' {times}' * (times > 1)}{suffix}"

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        way, times = operands
        gain = multiple(self.gain, times)
        paid = self.paid(way, times)
        return Deed(verb_of(self.key), exchange=self.key, times=times, cost=paid, gain=gain)

    def wished(self, cells: Sequence[int]) -> Iterator[tuple[str, Deed]]:
        if self.allowed(cells):
            yield self.key_of((0, 1)), self.deed_of((0, 1))

    def former_key_of(self, operands: tuple[int, ...]) -> str:
        way, times = operands
        suffix = self._payments[way - 1].formerly if way > 0 else ""
        return f"{self.key}{f' {times}' * (times > 1)}{suffix}" if suffix else ""


@define(eq=False, repr=False)
class UseOnce(Offer, Paying):
    """An exchange as an option of a question that goes on after it: used once, in a window."""

    exchange: ExchangeOffer
    target: StepNumber
    _options: Memory[tuple[int, ...], Option] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.meaning = self.exchange.meaning
        self._options = Memory(lambda operands: option_of(self, *operands))

    def settle(self, home: tuple[object, ...]) -> None:
        super().settle(home)
        self.exchange.settle(home)

    def is_open(self, cells: Sequence[int]) -> bool:
        return self.exchange.is_open(cells)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        found = self.exchange.options(cells)
        return tuple([self._options[option.operands] for option in found]) if found else ()

    def payment_of(self, operands: tuple[int, ...]) -> Payment | None:
        return self.exchange.payment_of(operands)

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        self.exchange.take(cells, log, option)
        return self.target

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        return self.exchange.why_not(cells, key)

    def keys(self) -> tuple[str, ...]:
        return self.exchange.keys()

    def key_of(self, operands: tuple[int, ...]) -> str:
        return self.exchange.key_of(operands)

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return self.exchange.deed_of(operands)

    def wished(self, cells: Sequence[int]) -> Iterator[tuple[str, Deed]]:
        return self.exchange.wished(cells)

    def former_key_of(self, operands: tuple[int, ...]) -> str:
        return self.exchange.former_key_of(operands)


@define(eq=False, repr=False)
class OneUse(Act):
    """One use of an exchange at its plain cost, if the stock has what it gives."""

    exchange: ExchangeOffer

    def __attrs_post_init__(self) -> None:
        self.exchange.freeze()

    def do(self, cells: list[int], log: Log) -> None:
        is_open = self.exchange.may_use().holds(cells)
        if is_open and not self.exchange.too_few(cells, self.exchange.cost):
            self.exchange.use(cells, log, self.exchange.cost)


@frozen(eq=False, repr=False)
class AnyOffered(Wide):
    """One of some exchanges may be used."""

    offers: tuple[ExchangeOffer, ...]
    _owned: int = field(init=False, eq=False, repr=False, default=-1)
    _masks: int = field(init=False, eq=False, repr=False, default=0)

    def __attrs_post_init__(self) -> None:
        if self.offers and all(offer.mask for offer in self.offers):
            object.__setattr__(self, "_owned", self.offers[0].owned)
            object.__setattr__(self, "_masks", reduce(or_, (each.mask for each in self.offers)))

    def holds(self, cells: Sequence[int]) -> bool:
        # All of them go with pieces, and most players own none of these.
        if self._owned >= 0 and not cells[self._owned + cells[ACTOR]] & self._masks:
            return False
        for offer in self.offers:
            if offer.is_open(cells):
                return True
        return False
