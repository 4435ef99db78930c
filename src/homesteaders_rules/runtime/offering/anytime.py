"""Exchanges of any time: which of them may be used at a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from .. import offering
from ..operands import Memory
from ..registers import ACTOR, NEXT_STEP, PART
from .payments import Reader, reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..steps import Asking, Step
    from .exchanges import ExchangeOffer
    from .options import Option

MOST_REMEMBERED = 1 << 12


class Exchanging(Protocol):
    """A program, as far as its exchanges need it."""

    steps: Sequence[Step]
    exchanges: Sequence[ExchangeOffer]


class Anytime:
    """The exchanges of any time of a program, remembered by all that they depend on."""

    def __init__(self, program: Exchanging) -> None:
        self._program = program
        self._offers = tuple(program.exchanges)
        self._names = frozenset(key for offer in self._offers for key in offer.keys())
        self._timed = [offer for offer in self._offers if offer.turn is not None][:1]
        self._readers: tuple[Reader, ...] = ()
        self._remembered: dict[tuple[int, ...], tuple[Option, ...]] = {}
        # By the step that asks: may it list one of them, and may one leave it without an option?
        self._may_list: Memory[int, bool] = Memory(
            lambda step: self._asking(step).may_share(self._names)
        )
        self._may_block: Memory[int, bool] = Memory(
            lambda step: self._is_in_doubt(self._asking(step))
        )
        if self._offers:
            purse, owned = self._offers[0].purse, self._offers[0].owned
            goods = sorted({good for offer in self._offers for good in offer.depends_on()[0]})
            stocks = sorted({cell for offer in self._offers for cell in offer.depends_on()[1]})
            parts = [PART] if any(offer.closed is not None for offer in self._offers) else []
            limits = [offer.limit for offer in self._offers if offer.limit is not None]
            self._readers = tuple(
                reader(
                    [
                        owned + player,
                        *(row + good for good in goods),
                        *stocks,
                        *parts,
                        *sorted({cell for limit in limits for cell in limit.depends_on(player)}),
                    ]
                )
                for player, row in enumerate(purse.rows())
            )

    def options(self, cells: Sequence[int], listed: Sequence[Option]) -> tuple[Option, ...]:
        """Those that may be used now; what is listed has another key."""
        if not self._offers:
            return ()
        key = self._readers[cells[ACTOR]](cells)
        if self._timed:
            key += tuple([offer.is_timely(cells) for offer in self._timed])
        found = self._remembered.get(key)
        if found is None:
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            found = self._remembered[key] = self._usable(cells)
        if found and self._may_list[cells[NEXT_STEP]]:
            keys = self._names.intersection([option.key for option in listed])
            if keys:
                found = tuple([option for option in found if option.key not in keys])
        if found and self._may_block[cells[NEXT_STEP]]:
            return tuple(option for option in found if self._leads_on(cells, option))
        return found

    def takes_last_way(self, cells: Sequence[int], key: str) -> bool:
        """Is one not offered because nothing that must be chosen could be chosen then?"""
        if not self._may_block[cells[NEXT_STEP]]:
            return False
        return any(o.key == key and not self._leads_on(cells, o) for o in self._usable(cells))

    def _asking(self, step: int) -> Asking:
        return self._program.steps[step]  # type: ignore[return-value]

    def _is_in_doubt(self, step: Asking) -> bool:
        return step.tried or step.can_run_dry()

    def _usable(self, cells: Sequence[int]) -> tuple[Option, ...]:
        found: tuple[Option, ...] = ()
        for offer in self._offers:
            found += offer.options(cells)
        return found

    def _leads_on(self, cells: Sequence[int], option: Option) -> bool:
        """Is there still something to choose after an exchange? It is tried on a copy."""
        tried = list(cells)
        option.offer.take(tried, [], option)
        step = self._asking(cells[NEXT_STEP])
        listed = step.options(tried) or step.needed(tried)
        if step.tried:
            listed = offering.trying.leading_on(self._program, tried, listed)
        return bool(listed)
