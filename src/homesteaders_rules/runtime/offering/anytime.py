"""The exchanges of any time: those that may be used now, remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..registers import ACTOR
from .payments import Reader, reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .exchanges import ExchangeOffer
    from .options import Option

MOST_REMEMBERED = 1 << 12


class Anytime:
    """The exchanges of any time, remembered by all that they depend on."""

    def __init__(self, offers: Sequence[ExchangeOffer]) -> None:
        self.offers = offers
        self._timed = [offer for offer in offers if offer.turn is not None][:1]
        self.names = frozenset(key for offer in offers for key in offer.keys())
        self._readers: tuple[Reader, ...] = ()
        self._remembered: dict[tuple[int, ...], tuple[Option, ...]] = {}
        if offers:
            purse, owned = offers[0].purse, offers[0].owned
            goods = sorted({good for offer in offers for good in offer.depends_on()[0]})
            stocks = sorted({cell for offer in offers for cell in offer.depends_on()[1]})
            self._readers = tuple(
                reader([owned + player, *(row + good for good in goods), *stocks])
                for player, row in enumerate(purse.rows())
            )

    def options(self, cells: Sequence[int], listed: Sequence[Option]) -> tuple[Option, ...]:
        """Those that may be used now; what is listed has another key."""
        if not self.offers:
            return ()
        key = self._readers[cells[ACTOR]](cells)
        if self._timed:
            key += tuple([offer.is_timely(cells) for offer in self._timed])
        found = self._remembered.get(key)
        if found is None:
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            found = tuple(option for offer in self.offers for option in offer.options(cells))
            self._remembered[key] = found
        names = [option.key for option in listed if option.key in self.names]
        return tuple(option for option in found if option.key not in names) if names else found
