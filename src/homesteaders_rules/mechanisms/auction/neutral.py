"""Bids that are nobody's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.amounts import Amount, Number, TrackValue
from ...commands.base import SORT, Vocabulary
from ...commands.effects import Effect, Quiet
from ...runtime import steps
from ...runtime.acts import Pop, Several
from ...runtime.recording import records
from ...runtime.registers import ACTOR
from ...trees import Node, tokens
from . import steps as auction_steps
from .commands import open_lots, start_player_is_you

if TYPE_CHECKING:
    from ...commands.protocols import Linker, Reader


@frozen(eq=False, repr=False)
class NeutralBid(Quiet):
    """``the start player places a neutral bid of Neutral on any lot``, if one is on offer."""

    is_question = True
    rules = ("neutral_bid",)
    example = "the start player places a neutral bid of 2 on any <lot>"
    sort: str = field(metadata=SORT)
    amount: Amount

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        value, sort = tokens(node)
        amount: Amount = (
            Number(reader.number(value), span=reader.span(value))
            if value.type == "NUMBER"
            else TrackValue(reader.named("track", value), span=reader.span(value))
        )
        return cls(reader.named("sort of pieces", sort), amount, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        amount = self.amount.words(vocabulary)
        return f"the start player places a neutral bid of {amount} on any {self.sort}"

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        source = linker.source(records.BidMade(neutral=True, span=self.span))
        offer = auction_steps.NeutralOffer(
            source=source,
            sort=self.sort,
            amount=self.amount.counter(layout),
            lots=len(layout.lots),
            leaders=layout.leaders.start,
            standing=layout.at["standing", 0],
            players=layout.players,
            target=follow,
        )
        with linker.pushed("player"):
            nowhere = linker.add(steps.Run(Pop(ACTOR), follow))
            question = linker.question([offer], nowhere)
        turn = linker.add(steps.Run(Several(start_player_is_you(layout)), question))
        return open_lots(linker, turn)
