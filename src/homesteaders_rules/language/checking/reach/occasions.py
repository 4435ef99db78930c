"""What waits for an occasion that never comes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define

from ....commands.base import Command
from ....commands.definitions.definition import Exchange, Substitution, Trigger
from ....commands.definitions.pieces import Piece, Sort
from ....commands.flows import THE_PLAYER
from ....mechanisms.auction.commands import Auction
from .goods import Reachable

if TYPE_CHECKING:
    from ....commands.definitions.occasions import Occasion
    from ....commands.protocols import Happening
    from ..context import Checking

OF_BUILDS = ("builds", "declines")
OF_GOODS = ("gains", "loses")
Finding = tuple[str, str] | None
"""Why an occasion never comes, and the way out; None: it may come."""


def check_occasions(checking: Checking) -> None:
    """Every occasion that a trigger waits for can come."""
    occasions = _Occasions(checking)
    for trigger in checking.every(Trigger):
        finding = occasions.never(trigger.occasion)
        if finding is not None:
            why, hint = finding
            words = trigger.occasion.words(checking.rules.vocabulary)
            message = f'"whenever {words}" never happens: {why}'
            checking.report("W581", message, trigger, f"{hint}, or leave this out")


@define(slots=False)
class _Occasions:
    """What may come, in the rules under examination."""

    checking: Checking

    def never(self, occasion: Occasion) -> Finding:
        """Why an occasion never comes."""
        if occasion.verb == "uses":
            return self._of_exchange(occasion.of)
        if occasion.verb in OF_GOODS:
            return self._of_goods(occasion)
        return self._of_play(occasion)

    def _of_play(self, occasion: Occasion) -> Finding:
        """Passing, bidding and winning, building and declining to."""
        if (occasion.verb, occasion.of) in self._caused:
            return None
        if occasion.verb in OF_BUILDS:
            may = self.checking.in_a_phase(f"may build a {occasion.of}", each=True)
            return f"no {occasion.of} is built", may
        is_auction = any(self.checking.every(Auction))
        why = "no such bid is made" if is_auction else "nothing is auctioned"
        lots = next((s.plural for s in self.checking.rules.of(Sort) if s.stacks), "<lots>")
        return why, self.checking.in_a_phase(f"auction {lots}: ...")

    def _of_goods(self, occasion: Occasion) -> Finding:
        """What nobody can have is neither gained nor lost; and some goods nobody has to give."""
        good, plural = occasion.of, self.checking.rules.vocabulary.plural(occasion.of)
        if good not in self._reachable.goods:
            return f"nobody can ever have {good}", f"let something give {plural}: gain 1 {good}"
        if occasion.verb == "loses" and good not in self._lost:
            return f"nobody ever gives {good} away", f"let something take {plural}: pay 1 {good}"
        return None

    def _of_exchange(self, name: str) -> Finding:
        """An exchange is used if its cost can be had, and it is open at any time or offered."""
        payable = [e for e in self._exchanges.get(name, ()) if self._reachable.payable(e.cost)]
        if not payable:
            return "nobody can ever pay for it", "let something give what it costs"
        if any(not each.offered_only or each.name in self.checking.offered for each in payable):
            return None
        effect = f"trade freely, also {payable[0].name}"
        return "it is never offered", self.checking.in_a_phase(effect, each=True)

    @cached_property
    def _caused(self) -> set[Happening]:
        return self.checking.flow.caused(self.checking.every(Command))

    @cached_property
    def _reachable(self) -> Reachable:
        return self.checking.kept(Reachable.of)

    @cached_property
    def _lost(self) -> set[str]:
        """The goods that players pay, hand over or give back somewhere."""
        paid = (each.pays for each in self.checking.every(Substitution))
        return {
            *(flow.item.good for _, flow in self.checking.moved if flow.giver == THE_PLAYER),
            *(good for verb, good in self._caused if verb == "loses"),
            *(good for bundle in paid for good in bundle.goods),
        }

    @cached_property
    def _exchanges(self) -> dict[str, list[Exchange]]:
        """Those of the rules, and of pieces that somebody can own, by the names they go by."""
        pieces = filter(self._reachable.owned, self.checking.rules.of(Piece))
        own = (exchange for piece in pieces for exchange in piece.exchanges)
        found: dict[str, list[Exchange]] = {}
        for exchange in (*self.checking.rules.of(Exchange), *own):
            for name in {exchange.name, exchange.counts_as}:
                found.setdefault(name, []).append(exchange)
        return found
