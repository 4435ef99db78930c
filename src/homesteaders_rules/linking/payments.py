"""Linking costs, substitutions and exchanges."""

from __future__ import annotations

from functools import cached_property, reduce
from math import comb
from operator import or_
from typing import TYPE_CHECKING, cast

from attrs import evolve

from ..commands.amounts import Bundle, Number
from ..commands.definitions.course import Phase
from ..commands.definitions.definition import GAME, ROUND, Exchange, Substitution
from ..mechanisms.building.steps import Buildable, Needed, PriceList
from ..mechanisms.holding import bounds
from ..mechanisms.limits import USED, Line, line_of, uses_of
from ..runtime import offering
from ..runtime.counters import InCell
from ..runtime.offering.exchanges import MOST_AT_ONCE, ExchangeOffer
from ..runtime.offering.payments import (
    MOST_WAYS,
    Payment,
    Solver,
    Substitute,
    most_ways,
    multiple,
    substituted,
)
from ..runtime.offering.prices import CanPay
from ..runtime.predicates import ALWAYS, All, Either, Predicate, Within
from ..runtime.recording import records
from ..runtime.recording.events import STOCK
from ..runtime.registers import TURN
from ..runtime.steps import Run
from .keys import same_key
from .triggers import TriggerLinker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Set

    from ..commands.base import Command
    from ..commands.definitions.pieces import NeedsPieces, Piece
    from ..commands.protocols import Linker
    from ..runtime.acts import Act
    from ..runtime.offering.limits import Closed, Limit
    from ..runtime.operands import Cost
    from ..words import Phrase


class TooManyWays(Exception):
    """Something can be paid in more ways than there can be options; ``command`` asks for it."""

    def __init__(self, command: Command, ways: int) -> None:
        super().__init__(f"this can be paid in {ways:,} ways; there can be {MOST_WAYS:,}")
        self.command = command


PAY_EXCHANGE = "exchange"
"""The purpose of what exchanges cost; no rule text can name it."""


class PaymentLinker(TriggerLinker):
    """Knows what things cost and how they may be paid."""

    def cost(self, bundle: Bundle) -> Cost:
        """A bundle of plain numbers as indices and amounts."""
        index, numbers = self.layout.good_index, bundle.numbers
        return tuple((index[good], number) for good, number in numbers.items() if number)

    def solver(self, purpose: str, among: tuple[str, ...] = ()) -> Solver:
        """The solver for payments of a purpose (empty: no special one).

        ``among``: goods that do not stand in, since any of them may be chosen anyway.
        """
        if among and (purpose, among) not in self._among:
            whole, goods = self.solver(purpose), {self.layout.good_index[each] for each in among}
            left = (each for each in whole.substitutes if not dict(each.pays).keys() <= goods)
            self._among[purpose, among] = Solver(tuple(left), self.layout.owned)
        if among:
            return self._among[purpose, among]
        if purpose not in self.solvers:
            rules = [(sub, 0) for sub in self.of(Substitution)]
            pieces = [
                (sub, 1 << i) for i, p in enumerate(self.layout.pieces) for sub in p.substitutions
            ]
            fitting = [
                substitute
                for sub, mask in rules + pieces
                if not sub.purposes or purpose in sub.purposes
                for substitute in self._substitutes(sub, mask)
            ]
            self.solvers[purpose] = Solver(
                tuple(self._numbered(_merged(fitting))), self.layout.owned
            )
        return self.solvers[purpose]

    def check_ways(
        self, command: Command, cost: Cost, purpose: str, among: tuple[str, ...] = ()
    ) -> None:
        """Raises TooManyWays before the ways to pay a cost are made."""
        ways = most_ways(cost, self.solver(purpose, among).substitutes)
        if ways > MOST_WAYS:
            raise TooManyWays(command, ways)

    def prices(self, sort: str, purpose: str) -> PriceList:
        """What can be built of a sort, with the payments for a purpose, less the discount here."""
        name = sort, purpose, self.discount
        if name not in self._prices:
            pieces = dict(self.layout.of_sort(sort))
            kinds = tuple(self._kind(i, piece, purpose) for i, piece in pieces.items())
            _check_keys(kinds, pieces)
            self._prices[name] = PriceList(kinds, self.purse)
        return self._prices[name]

    def _kind(self, index: int, piece: Piece, purpose: str) -> Buildable:
        cost = self.cost(piece.cost)
        payments = self._payments(piece, purpose)
        # Each unit less may be one of any of the goods.
        less = min(self.discount.most, sum(amount for _, amount in cost))
        count = len(payments) * comb(less + len(self.discount.goods), less)
        if count > MOST_WAYS:
            raise TooManyWays(piece, count)
        goods = frozenset(self.layout.good_index[good] for good in self.discount.goods)
        names = [name for name, _ in self.purse.names]
        ways = {way.suffix: way for way in self.discount.off(payments, goods, names)}
        slots = sum(self.layout.slot_bits(index, number) for number in range(len(piece.slots)))
        needs = tuple(self._needed(each) for each in piece.needs)
        return Buildable(index, piece.name, cost, piece.labels, tuple(ways.values()), slots, needs)

    def _needed(self, need: NeedsPieces) -> Needed:
        pieces = self.layout.mask(need.count.sort, need.count.labels)
        return Needed(pieces, need.least, need.most, need.words(self.layout.vocabulary))

    def _payments(self, piece: Piece, purpose: str) -> list[Payment]:
        """The ways to pay for a piece: its cost, what may be paid instead, what may be returned."""
        found: list[Payment] = []
        for bundle in (piece.cost, *piece.instead):
            cost = self.cost(bundle)
            self.check_ways(piece, cost, purpose)
            called = f" for {bundle.words(self.layout.vocabulary)}" if found else ""
            found += (
                evolve(way, suffix=called + way.suffix, formerly=called + way.formerly)
                for way in self.solver(purpose).payments(cost)
            )
        for index, other in self.layout.of_sort(piece.sort) if piece.returning else ():
            if piece.may_return(other):
                said = f", returning {other.name}"
                found.append(Payment((), (1 << index,), said, said, returned=1 << index))
        return found

    def _substitutes(self, sub: Substitution, mask: int) -> Iterator[Substitute]:
        pays = self.cost(sub.pays)
        most = min(self.layout.goods[good].count // amount for good, amount in pays)
        paid = " and ".join(self.layout.goods[good].name for good, _ in pays)
        for item in sub.items:
            good = self.layout.good_index[item.good]
            units = item.amount.value if isinstance(item.amount, Number) else 1
            words = f"{paid} as {item.good}"
            yield Substitute(pays, good, units, words, mask, sub.surplus, most, (), sub.portion)

    def _numbered(self, fitting: list[Substitute]) -> list[Substitute]:
        """With names for the numbers, where the same goods could pay in other numbers."""
        return [
            evolve(each, names=tuple(self.purse.names[g] for g in (*dict(each.pays), each.good)))
            if each.portion
            or any(amount != 1 for _, amount in each.pays)
            or any(each.words == s.words and _in_numbers(each) != _in_numbers(s) for s in fitting)
            else each
            for each in fitting
        ]

    def exchanges(self, name: str) -> list[ExchangeOffer]:
        """The exchanges of the rules with a name: one, or one for each good of a group."""
        return [self.exchange_offer(each) for each in self.named(Exchange, name)]

    def exchanges_of_kind(self, kind: str) -> list[ExchangeOffer]:
        """The exchanges of a kind: those of the rules, then those of pieces for their owners."""
        name = kind, self.piece, self.depends, self.is_needed
        if name not in self.kinds:
            self.kinds[name] = [*self._offers(lambda exchange: exchange.is_of_kind(kind))]
        return self.kinds[name]

    def _offers(self, is_meant: Callable[[Exchange], bool]) -> Iterator[ExchangeOffer]:
        """Some exchanges: those of the rules, then those of the pieces."""
        yield from (self.exchange_offer(each) for each in self.of(Exchange) if is_meant(each))
        for index, piece in enumerate(self.layout.pieces):
            with self.within(piece.name):
                for exchange in filter(is_meant, piece.exchanges):
                    yield self.exchange_offer(exchange, 1 << index, piece.name)

    @cached_property
    def _uses(self) -> Mapping[Line, int]:
        return uses_of(self.definitions)

    def limit_of(self, exchange: Exchange, piece: str) -> Limit | None:
        """How often an exchange may be used: one limit for all that use it anywhere."""
        if not exchange.most:
            return None
        line = line_of(exchange, piece)
        if line not in self.limits:
            within = exchange.within if exchange.within not in (ROUND, GAME) else ""
            first = self.layout.at[USED, 0]
            words = exchange.limit_words
            limit = offering.limits.Limit(first, self._uses[line], exchange.most, words, within)
            self.limits[line] = limit, exchange.within
        return self.limits[line][0]

    def closed_to(self, exchange: Exchange) -> Closed | None:
        """Where an exchange is closed: one for all that are closed in the same phases."""
        phases = frozenset(phase.name for phase in self.of(Phase) if phase.closes(exchange))
        return self.closures.setdefault(phases, offering.limits.Closed()) if phases else None

    def renewed(self, within: str, follow: int) -> int:
        """The entry where a phase or a round begins, or a window (empty) ends: see renewal."""
        act = self.renewal(within)
        return follow if act is None else self.add(Run(act, follow))

    def renewal(self, within: str) -> Act | None:
        """What is limited in a phase, a round or a window (empty) begins anew; None: nothing is."""
        pieces = ((p.name, each) for p in self.layout.pieces for each in p.exchanges)
        every = [*(("", each) for each in self.of(Exchange)), *pieces]
        limits = [self.limit_of(e, piece) for piece, e in every if e.most and e.within == within]
        bits = reduce(or_, (limit.mask for limit in limits if limit is not None), 0)
        if not bits:
            return None
        return offering.limits.Renew(self.layout.at[USED, 0], self.layout.players, bits)

    def place_limits(self) -> None:
        """Say where in the course the phases are in which alone something is open."""
        for limit, within in self.limits.values():
            limit.parts = self._parts_of({within})
        for phases, closed in self.closures.items():
            closed.parts = self._parts_of(phases)

    def _parts_of(self, phases: Set[str]) -> tuple[int, ...]:
        return tuple(number for number, (name, _) in enumerate(self.course) if name in phases)

    def paid_decoder(self, command: Phrase) -> records.Decoder:
        """How payments for a command are told."""
        return records.Paid(self.goods, span=command.span, piece=self.piece)

    def exchange_offer(self, exchange: Exchange, mask: int = 0, piece: str = "") -> ExchangeOffer:
        """An exchange of the rules, or of a piece and those who own it (``mask``)."""
        cost, gain = self.cost(exchange.cost), self.cost(exchange.gain)
        told = tuple((self.goods[g], STOCK, None, n) for g, n in gain)
        source = self.source(records.Paid(self.goods, span=exchange.span, piece=self.piece))
        gain_source = self.source(records.Transferred(told, span=exchange.span, piece=self.piece))
        names = [self.goods[good] for good, _ in gain]
        linker = cast("Linker", self)
        refills, held = bounds.refills(linker, names), bounds.holding_bounds(linker, names)
        limited = {self.layout.good_index[good] for good in self.limited} - set(dict(refills))
        used = (exchange.name, exchange.counts_as)
        after = self.following(gained=gain, used=[name for name in used if name])
        most = MOST_AT_ONCE if exchange.together else 1
        self.check_ways(exchange, multiple(cost, most), PAY_EXCHANGE, exchange.cost.among)
        ways = substituted(self.solver(PAY_EXCHANGE, exchange.cost.among), cost, most)
        offer = ExchangeOffer(
            exchange.key(piece),
            cost=cost,
            gain=gain,
            substituted=ways,
            purse=self.purse,
            owned=self.layout.owned,
            limited=frozenset(limited),
            source=source,
            gain_source=gain_source,
            losses=self.losses((cost, *(payment.goods for _, payment in ways))),
            after=after,
            mask=mask,
            ceiling=self.ceiling,
            turn=self.layout.at[TURN] if exchange.in_turn else None,
            refills=refills,
            bounds=held,
            limit=self.limit_of(exchange, piece),
            closed=self.closed_to(exchange),
        )
        offer.meaning = exchange
        return offer

    def link_exchanges(self) -> None:
        """The exchanges of any time."""
        self.exchanged += self._offers(lambda exchange: not exchange.offered_only)

    def raising(self, good: int) -> ExchangeOffer | None:
        """The exchange without cost that gains a good and never runs dry, if there is one.

        Others are told of it as when nobody needs it, or they would learn who does.
        """
        exchange = self._endless.get(good)
        if exchange is None:
            return None
        # Nearly every payment asks for the same.
        name = good, self.piece, self.depends, self.secret
        if name not in self._raising:
            with self.needed():
                self._raising[name] = self.exchange_offer(exchange)
        return self._raising[name]

    def can_raise(self, good: int) -> bool:
        """Is there such an exchange?"""
        return good in self._endless

    @cached_property
    def _endless(self) -> dict[int, Exchange]:
        """The first exchange of the rules that gains a good without cost and never runs dry."""
        found: dict[int, Exchange] = {}
        for exchange in self.of(Exchange):
            bounded = bounds.holding_bounds(cast("Linker", self), exchange.gain.goods)
            endless = not bounded and self.limited.isdisjoint(exchange.gain.goods)
            open_always = exchange.is_always_open and self.closed_to(exchange) is None
            if endless and open_always and not exchange.cost.items:
                for good, _ in self.cost(exchange.gain):
                    found.setdefault(good, exchange)
        return found

    def can_pay(
        self, command: Command, cost: Cost, purpose: str, among: tuple[str, ...] = ()
    ) -> Predicate:
        """Has the player what something costs, in one of the ways to pay it?

        Raises TooManyWays.
        """
        if not cost:
            return ALWAYS
        self.check_ways(command, cost, purpose, among)
        payments = self.solver(purpose, among).payments(cost)
        return CanPay(payments, self.purse, self.layout.owned)

    def can_use(self, name: str) -> Predicate:
        """Can one of the exchanges of the rules with a name be used once?"""
        return Either.of(*(self._usable(each) for each in self.named(Exchange, name)))

    def _usable(self, exchange: Exchange) -> Predicate:
        """What is paid goes back to the stock first, and may be given out again."""
        cost = self.cost(exchange.cost)
        tests = [self.can_pay(exchange, cost, PAY_EXCHANGE)]
        limit, closed = self.limit_of(exchange, ""), self.closed_to(exchange)
        if limit is not None or closed is not None:
            tests.append(offering.limits.MayUse(limit, closed, 1))
        for good, amount in self.cost(exchange.gain):
            least = amount - dict(cost).get(good, 0)
            fills = bool(bounds.refills(cast("Linker", self), [self.goods[good]]))
            if self.goods[good] in self.limited and least > 0 and not fills:
                tests.append(Within(InCell(self.purse.stock + good), least))
        return All.of(*tests)


def _check_keys(kinds: Iterable[Buildable], pieces: Mapping[int, Piece]) -> None:
    """Raises SameKey where one is called as another that is paid in some other way."""
    found: dict[str, int] = {}
    for kind in kinds:
        for key in map(kind.key, range(len(kind.ways))):
            other = found.setdefault(key, kind.index)
            if other != kind.index:
                raise same_key(key, pieces[other], pieces[kind.index])


def _in_numbers(substitute: Substitute) -> tuple[Cost, int]:
    """How much is paid by one use, and how much that stands for."""
    return substitute.pays, substitute.units


def _merged(substitutes: list[Substitute]) -> list[Substitute]:
    """Substitutes that differ only in the piece that allows them, as one."""
    merged: dict[tuple[object, ...], Substitute] = {}
    for s in substitutes:
        name = (s.pays, s.good, s.units, s.surplus, bool(s.mask))
        old = merged.get(name)
        mask = s.mask | (old.mask if old else 0)
        merged[name] = evolve(s, mask=mask)
    return list(merged.values())
