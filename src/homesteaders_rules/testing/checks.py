"""Checks of the promises, one step at a time. Each raises AssertionError with what is wrong."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..errors import IllegalOption
from ..mechanisms.occupying.steps import LeaveOffer, UseFree
from ..play.choosing import apply, why_not
from ..play.cursor import Cursor
from ..play.state import State
from ..play.validation import checked
from ..runtime.offering.exchanges import ExchangeOffer, UseOnce
from ..runtime.offering.offers import Paid
from ..runtime.offering.options import Option, option_of
from ..runtime.recording.events import OUT_OF_GAME, STOCK, Move, Transfer, on_piece

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..runtime.operands import Cost
    from ..runtime.recording.events import Events

Holdings = Counter[tuple[int, str]]


def holdings(state: State) -> Holdings:
    """Every holder's amount of every good; the stock is STOCK."""
    found: Holdings = Counter()
    for holder in (*range(state.table.players), STOCK):
        for good in state.table.layout.goods:
            found[holder, good.name] = state.holding(holder, good.name)
    for piece, name in state.table.layout.here:
        holder = on_piece(state.table.layout.piece_index[piece])
        found[holder, name] = state.lying(piece, name)
    return found


def piece_places(state: State) -> Counter[tuple[str, str]]:
    """How many copies of every piece lie in every place, players included."""
    layout = state.table.layout
    found: Counter[tuple[str, str]] = Counter()
    for sort in layout.placed_sorts():
        for _, piece in layout.of_sort(sort.name):
            for place in sort.places:
                if place != "players":
                    found[place, piece.name] = state.copies(place, piece.name)
    for player in range(state.table.players):
        for name in state.pieces(player):
            found[f"player {player + 1}", name] += 1
    return found


def check_conserved(before: State, after: State, events: Events) -> None:
    """Nothing is lost: what changed is exactly what transfers and moves say (promise 3)."""
    changed = holdings(after)
    changed.subtract(holdings(before))
    moved: Holdings = Counter()
    for event in events:
        if isinstance(event, Transfer):
            assert event.amount > 0, f"a transfer of {event.amount}: {event}"
            moved[event.source, event.good] -= event.amount
            moved[event.target, event.good] += event.amount
    assert _real(changed) == _real(moved), f"goods {_real(changed)} but transfers {_real(moved)}"
    for good in after.table.layout.goods:
        total = sum(n for (_, name), n in holdings(after).items() if name == good.name)
        assert total == good.count, f"{total} {good.plural} in all, not {good.count}"
    _check_pieces(before, after, events)


def _check_pieces(before: State, after: State, events: Events) -> None:
    changed = piece_places(after)
    changed.subtract(piece_places(before))
    moved: Counter[tuple[str, str]] = Counter()
    for event in events:
        if isinstance(event, Move):
            moved[event.source, event.name] -= event.count
            if event.target != OUT_OF_GAME:
                moved[event.target, event.name] += event.count
    assert _real(changed) == _real(moved), f"pieces {_real(changed)} but moves {_real(moved)}"


def _real(counter: Counter) -> dict:  # type: ignore[type-arg]
    return {key: value for key, value in counter.items() if value}


def check_holdings(state: State) -> None:
    """No player holds less than nothing, and no place holds fewer copies than none."""
    for (holder, good), amount in holdings(state).items():
        limited = good in state.table.layout.limited
        assert amount >= 0 or (holder == STOCK and not limited), f"{holder} holds {amount} {good}"
    for place, copies in piece_places(state).items():
        assert copies >= 0, f"{copies} of {place}"


def check_decision(state: State) -> None:
    """The decision lists something unless the game is over, and every key once."""
    keys = [option.key for option in state.decision.all]
    assert bool(state.decision.options) != state.over, f"over: {state.over}, options: {keys}"
    assert len(keys) == len(set(keys)), (
        f"a key twice: {[k for k, n in Counter(keys).items() if n > 1]}"
    )


def check_honest(state: State) -> None:
    """What a game hands on is taken back when it comes from outside (promise 4)."""
    assert tuple(checked(state.table, state.cells)) == state.cells


def check_step(before: State, after: State, events: Events) -> None:
    """All of the checks of one step."""
    check_conserved(before, after, events)
    check_holdings(after)
    check_decision(after)


def check_offered(state: State, keys: Iterable[str]) -> None:
    """Offered means accepted, and nothing else is (promise 1).

    Every listed option is carried out on a copy; of ``keys`` those not listed are refused with
    a reason and leave the state as it was.
    """
    listed = {option.key for option in state.decision.all}
    for key in listed:
        assert why_not(state, key) is None
        after, events = apply(state, key)
        check_step(state, after, events)
    for key in set(keys) - listed:
        reason = why_not(state, key)
        assert reason, f"no reason why not: {key}"
        try:
            apply(state, key)
        except IllegalOption as error:
            assert error.reason == reason
        else:
            raise AssertionError(f"accepted though not listed: {key}")


def check_cursor(state: State, option: Option) -> None:
    """The cursor goes where apply goes."""
    cursor = Cursor(state)
    cursor.choose(option)
    assert cursor.state() == apply(state, option)[0]


def check_guards(state: State) -> None:
    """Every guard says what carrying the option out shows (promise 1).

    Each option that an offer can make, offered or not, is carried out by force on a copy: it
    must be listed exactly if nobody then holds less than nothing and no place less than none.
    Options with a right (a piece that must be owned, a space that must be reached) are left out
    where the right is missing.
    """
    asked = getattr(state.decision.step, "offers", ())
    once = [offer.exchange for offer in asked if isinstance(offer, UseOnce)]
    free = [part for offer in asked for part in _parts(offer, state)]
    for offer in [*asked, *once, *free, *state.table.program.exchanges]:
        if isinstance(offer, (Paid, ExchangeOffer)):
            offered = {option.key for option in offer.options(state.cells)}
            for option, goods, masks in _every(offer):
                if _has_rights(state, offer, masks):
                    possible = _forced(state, offer, option, goods)
                    assert (option.key in offered) == possible, f"{option.key}: possible {possible}"


def _parts(offer: object, state: State) -> tuple[LeaveOffer, ...]:
    """The ways to use a piece that is free."""
    return offer.parts if isinstance(offer, UseFree) and offer.free.holds(state.cells) else ()


def _every(offer: Paid | ExchangeOffer) -> Iterator[tuple[Option, Cost, tuple[int, ...]]]:
    """Each option, what is paid for it, and the rights that takes."""
    if isinstance(offer, ExchangeOffer):
        for way, times in offer.ways():
            masks = offer.substituted[way - 1][1].masks if way else ()
            yield option_of(offer, way, times, anytime=True), offer.paid(way, times), masks
    else:
        for way, payment in enumerate(offer.payments):
            yield option_of(offer, way), payment.goods, payment.masks


def _has_rights(state: State, offer: Paid | ExchangeOffer, masks: tuple[int, ...]) -> bool:
    held = state.cells[state.table.layout.owned + state.decision.player]
    needed = (*masks, getattr(offer, "mask", 0) or -1)
    return all(held & mask for mask in needed if mask != -1)


def _forced(state: State, offer: Paid | ExchangeOffer, option: Option, goods: Cost) -> bool:
    """Pay, then carry it out, whatever the guard says: is nobody left with less than nothing?"""
    layout, player = state.table.layout, state.decision.player
    paid, done = list(state.cells), list(state.cells)
    offer.purse.pay(paid, [], 0, goods)
    offer.take(done, [], option)
    own = range(layout.row(player), layout.row(player + 1))
    limited = [layout.goods_cell(state.table.players, good) for good in state.table.layout.limited]
    return min(paid[cell] for cell in own) >= 0 and all(done[cell] >= 0 for cell in limited)
