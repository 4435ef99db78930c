"""Exchanges as parts of effects: one use, and windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from .. import machine
from .base import Vocabulary
from .definitions import Exchange
from .effects import Effect

if TYPE_CHECKING:
    from ..machine.acts import Act
    from ..machine.decisions import Offer
    from .linked import Linker


@frozen(eq=False, repr=False)
class UseExchange(Effect):
    """``borrow``: one use of a named exchange, as a part of an effect."""

    exchange: str

    def words(self, vocabulary: Vocabulary) -> str:
        return self.exchange

    def asks(self, linker: Linker) -> bool:
        """Of an exchange for a group of goods: for which."""
        return len(linker.exchanges(self.exchange)) > 1

    def act(self, linker: Linker) -> Act | None:
        return machine.paying.OneUse(linker.exchanges(self.exchange)[0])

    def link(self, linker: Linker, follow: int) -> int:
        if self.asks(linker):
            return linker.question(self.offers(linker, follow), follow)
        return super().link(linker, follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        return [machine.paying.UseOnce(offer, follow) for offer in linker.exchanges(self.exchange)]


@frozen(eq=False, repr=False)
class Window(Effect):
    """``trade freely, also repay``: use exchanges, as often as you like, until done.

    Besides the exchanges of any time it offers those named in ``also``.
    """

    also: tuple[str, ...] = ()

    def words(self, vocabulary: Vocabulary) -> str:
        return "trade freely" + "".join(f", also {name}" for name in self.also)

    def asks(self, linker: Linker) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        question = machine.decisions.Choice(())
        again = linker.add(question)
        named = (
            machine.paying.UseOnce(offer, again)
            for name in self.also
            for offer in linker.exchanges(name)
        )
        question.offers = (*named, machine.decisions.Plain(machine.placing.DONE, None, follow))
        return again
