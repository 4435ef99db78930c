"""Deeds: the options of a decision in their parts, and what is refused, with the reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ..commands.definitions.definition import Exchange
from ..errors import expect
from .choosing import why_not
from .spaces import OnTable
from .state import STATE, State

if TYPE_CHECKING:
    from ..linking.layout import Layout
    from ..runtime.offering.deeds import Deed
    from ..runtime.operands import Cost
    from .views import View

Goods = tuple[tuple[str, int], ...]


@frozen
class ToldDeed:
    """An option of a decision, in its parts by name. Parts that it has not are None, or empty.

    ``key`` is what is chosen, ``verb`` how it begins, ``group`` what options of one kind may be
    listed below: a lot, the name of an exchange. ``piece`` is what it is done with, ``place`` which
    place of that is filled, counted from 1 for each good; ``origin`` the piece and the place
    that are left. ``amount`` is what is bid or due. ``exchange`` is the key of a single use, and
    ``times`` how often it is used. ``cost`` is all that is paid at once, ``gain`` what an exchange
    brings: what other options bring is told by the events of :func:`apply`. ``cells`` are those of
    a grid. ``anytime`` and ``needed`` are those of an option.
    """

    key: str
    verb: str
    group: str = ""
    piece: str | None = None
    place: int | None = None
    origin: str | None = None
    lot: int | None = None
    amount: int | None = None
    exchange: str = ""
    times: int = 1
    cost: Goods = ()
    gain: Goods = ()
    cells: tuple[str, ...] = ()
    anytime: bool = False
    needed: bool = False


@frozen
class Refusal:
    """Something that cannot be chosen now, and ``reason``: why, in a sentence."""

    deed: ToldDeed
    reason: str


def deeds(state: State | View) -> tuple[ToldDeed, ...]:
    """All that may be chosen now, in the order of :attr:`Decision.all`; none when it is over.

    A view of who decides will do. Raises GameError for a view of somebody else, and TypeError for
    what is neither.
    """
    expect(state, OnTable, f"{STATE}, or the view of who decides")
    if state.over:
        return ()
    names = _Names(state)
    return tuple(
        names.told(option.key, option.deed, option.anytime, option.needed)
        for option in state.decision.all
    )


def wishes(state: State) -> tuple[ToldDeed, ...]:
    """What who decides may wish for and is not offered: pieces that lie there, payments, exchanges.

    It may be there after exchanges, see :func:`reachable`. Raises TypeError for what is no state.
    """
    expect(state, State, STATE)
    if state.over:
        return ()
    names, cells = _Names(state), state.cells
    offered = {option.key for option in state.decision.all}
    asked = ((*each, False) for each in state.decision.step.wished(cells))
    at_any_time = (
        (*each, True)
        for exchange in state.table.program.exchanges
        for each in exchange.wished(cells)
    )
    found: dict[str, ToldDeed] = {}
    for key, deed, anytime in (*asked, *at_any_time):
        if key not in offered and key not in found:
            found[key] = names.told(key, deed, anytime)
    return tuple(found.values())


def refused(state: State) -> tuple[Refusal, ...]:
    """The wishes that are not granted, each with its reason; of a piece its plain cost alone.

    Raises TypeError for what is no state.
    """
    told = {each.piece for each in deeds(state)}
    found = []
    for wish in wishes(state):
        if wish.piece is None or wish.piece not in told:
            told.add(wish.piece)
            found.append(Refusal(wish, why_not(state, wish.key) or ""))
    return tuple(each for each in found if each.reason)


class _Names:
    """What the layout of a table calls the parts of a deed."""

    def __init__(self, state: OnTable) -> None:
        self.layout: Layout = state.table.layout
        every = state.table.definitions
        self.exchanges = {each.key(): each.name for each in every if isinstance(each, Exchange)}
        for piece in self.layout.pieces:
            named = ((each.key(piece.name), each.name) for each in piece.exchanges)
            self.exchanges |= {key: name or piece.name for key, name in named}

    def told(self, key: str, deed: Deed, anytime: bool = False, needed: bool = False) -> ToldDeed:
        piece, place = self._filled(deed)
        return ToldDeed(
            key,
            deed.verb,
            self.exchanges.get(deed.exchange, deed.group),
            piece,
            place,
            None if deed.origin is None else self._place(deed.origin),
            deed.lot,
            deed.amount,
            deed.exchange,
            deed.times,
            self._goods(deed.cost),
            self._goods(deed.gain),
            deed.cells,
            anytime,
            needed,
        )

    def _filled(self, deed: Deed) -> tuple[str | None, int | None]:
        """The piece of a deed, and the number of the place that is filled on it."""
        if deed.place is None:
            return None if deed.piece is None else self.layout.pieces[deed.piece].name, None
        place = self.layout.places[deed.place]
        return self.layout.pieces[place.piece].name, place.number

    def _place(self, number: int) -> str:
        place = self.layout.places[number]
        return f"{self.layout.pieces[place.piece].name} {place.number}"

    def _goods(self, goods: Cost) -> Goods:
        return tuple((self.layout.goods[good].name, amount) for good, amount in goods)
