"""What may be chosen: listed means accepted, and nothing else is."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import evolve

from ...errors import BeyondCatalogue, IllegalOption
from ...mechanisms.occupying.steps import LeaveOffer, UseAny, UseFree
from ...play.choosing import apply, why_not
from ...play.state import State
from ...runtime.offering.exchanges import ExchangeOffer, UseOnce
from ...runtime.offering.limits import MayUse
from ...runtime.offering.offers import Paid
from ...runtime.offering.options import Option, option_of
from ...runtime.offering.portions import PaidTimes
from ...runtime.predicates import All
from .conserved import check_conserved, check_holdings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...linking.table import Table
    from ...runtime.operands import Cost


def check_decision(state: State) -> None:
    """The decision lists something unless the game is over, and every key once."""
    keys = [option.key for option in state.decision.all]
    assert bool(state.decision.options) != state.over, f"over: {state.over}, options: {keys}"
    assert len(keys) == len(set(keys)), (
        f"a key twice: {[k for k, n in Counter(keys).items() if n > 1]}"
    )


def check_offered(state: State, keys: Iterable[str]) -> None:
    """Offered means accepted, and nothing else is (promise 1).

    Every listed option is carried out on a copy; of ``keys`` those not listed are refused with
    a reason and leave the state as it was.
    """
    listed = {option.key for option in state.decision.all}
    for key in listed:
        assert why_not(state, key) is None
        after, events = apply(state, key)
        check_conserved(state, after, events)
        check_holdings(after)
        check_decision(after)
    for key in set(keys) - listed:
        reason = why_not(state, key)
        assert reason, f"no reason why not: {key}"
        try:
            apply(state, key)
        except IllegalOption as error:
            assert error.reason == reason
        else:
            raise AssertionError(f"accepted though not listed: {key}")


def check_listed(table: Table, keys: Iterable[str]) -> None:
    """What was offered is in the catalogue of a table, unless more is counted than that lists."""
    try:
        actions = table.actions
    except BeyondCatalogue:
        return
    for key in set(keys).difference(actions.keys):
        numbers = [int(word) for word in key.split() if word.isdecimal()]
        assert max(numbers, default=0) > actions.most, f"offered, and not in the catalogue: {key}"


def every_key(state: State) -> set[str]:
    """The keys that the step of a state and the exchanges of its table can make."""
    keys = set(state.decision.step.keys())
    for exchange in state.table.program.exchanges:
        keys.update(exchange.keys())
    return keys | {"", "nonsense", "decline", "done", "pass"}


def check_guards(state: State) -> None:
    """Every guard says what carrying the option out shows (promise 1).

    Each option that an offer can make, offered or not, is carried out by force on a copy: it
    must be listed exactly if nobody then holds less than nothing and no place less than none.
    Options with a right (a piece that must be owned, a space that must be reached) are left out
    where the right is missing. What says whether there is an option, without making any, says so
    exactly if there is one.
    """
    step = state.decision.step
    asked = getattr(step, "offers", ())
    for source in (step, *asked):
        assert source.is_open(state.cells) == bool(source.options(state.cells)), source
    once = [offer.exchange for offer in asked if isinstance(offer, UseOnce)]
    free = [part for offer in asked for part in _parts(offer, state)]
    for offer in [*asked, *once, *free, *state.table.program.exchanges]:
        if isinstance(offer, (Paid, ExchangeOffer)):
            offered = {option.key for option in offer.options(state.cells)}
            for option, goods, masks in _every(offer):
                if _has_rights(state, offer, masks):
                    possible = _forced(state, offer, option, goods)
                    possible = possible and _is_within_limit(state, offer, option)
                    assert (option.key in offered) == possible, f"{option.key}: possible {possible}"


def _parts(offer: object, state: State) -> tuple[LeaveOffer, ...]:
    """The ways to use a piece that is free, where nothing but what they cost can hinder."""
    uses = offer.uses if isinstance(offer, UseAny) else (offer,)
    free = (use for use in uses if isinstance(use, UseFree) and use.free.holds(state.cells))
    return tuple(part for use in free for part in use.parts if isinstance(part, LeaveOffer))


def _every(offer: Paid | ExchangeOffer) -> Iterator[tuple[Option, Cost, tuple[int, ...]]]:
    """Each option, what is paid for it, and the rights that takes."""
    if isinstance(offer, ExchangeOffer):
        for way, times in offer.ways():
            masks = offer.substituted[way - 1][1].masks if way else ()
            yield option_of(offer, way, times, anytime=True), offer.paid(way, times), masks
    else:
        for way, payment in enumerate(offer.payments):
            yield option_of(offer, way), payment.goods, payment.masks


def _is_within_limit(state: State, offer: Paid | ExchangeOffer, option: Option) -> bool:
    """Is it used no more often than is left to the player?"""
    if isinstance(offer, PaidTimes):
        tests = offer.test.tests if isinstance(offer.test, All) else (offer.test,)
        return all(test.holds(state.cells) for test in tests if isinstance(test, MayUse))
    limit = offer.limit if isinstance(offer, ExchangeOffer) else None
    return limit is None or option.operands[1] <= limit.left(state.cells)


def _has_rights(state: State, offer: Paid | ExchangeOffer, masks: tuple[int, ...]) -> bool:
    if isinstance(offer, ExchangeOffer) and not offer.is_timely(state.cells):
        return False
    if isinstance(offer, ExchangeOffer) and offer.refills and offer.bounds:
        return False  # What goes back to the stock first may make room that is not counted on.
    held = state.cells[state.table.layout.owned + state.decision.player]
    needed = (*masks, getattr(offer, "mask", 0) or -1)
    return all(held & mask for mask in needed if mask != -1)


def _forced(state: State, offer: Paid | ExchangeOffer, option: Option, goods: Cost) -> bool:
    """Pay, then carry it out, whatever the guard says: is nobody left with less than nothing?

    What follows from an exchange comes later: it may bring back what the stock was short of.
    """
    layout, player = state.table.layout, state.decision.player
    paid, done = list(state.cells), list(state.cells)
    offer.purse.pay(paid, [], 0, goods)
    alone = evolve(offer, after=None, losses=()) if isinstance(offer, ExchangeOffer) else offer
    alone.take(done, [], option)
    own = range(layout.row(player), layout.row(player + 1))
    limited = [layout.goods_cell(state.table.players, good) for good in state.table.layout.limited]
    bounds = offer.bounds if isinstance(offer, ExchangeOffer) else ()
    gained = dict(offer.gain) if isinstance(offer, ExchangeOffer) else {}
    held = all(
        sum(done[own.start + good] for good in goods) <= most or gained.keys().isdisjoint(goods)
        for goods, most in bounds
    )
    enough = min(paid[cell] for cell in own) >= 0 and all(done[cell] >= 0 for cell in limited)
    return enough and held
