"""Bidding for lots, and resolving them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from .. import machine
from ..commands.amounts import Amount
from ..commands.base import Vocabulary, join
from ..commands.effects import Effect

if TYPE_CHECKING:
    from ..machine.linker import Linker

NEUTRAL_BID = "the neutral bid"
"""What a bidder outbids that is nobody's."""


@frozen
class Auction(Effect):
    """``auction lots:`` and its sentences; each field is one sentence.

    ========================  ================================================================
    ``clockwise``             ``the start player begins, and turns pass to the left`` / right
    ``bids``                  ``bids are 3, 4, 5 or 6``: the steps, rising
    ``next_step_only``        ``a bid is higher than the bid it replaces`` / ``a bid is one step
                              above the bid it replaces``
    ``leader_waits``          ``a player who leads a lot waits`` / ``a player who leads a lot may
                              bid on another, or pass``
    ``outbid_stays``          ``a player who is outbid may bid again, on any lot`` / ``a player
                              who is outbid is out``
    ``pass_is_final``         ``a player who passes is out`` / ``a player who passes may bid
                              again``
    ``equal_neutral``         present: ``a right to equal holds against the neutral bid``
    ``equal_equals``          present: ``a right to equal holds against a player who has it too``
    ========================  ================================================================

    The end, ``the bidding ends when every player leads a lot or is out``, is required where it
    follows from the sentences; with ``a player who passes may bid again`` it reads ``the bidding
    ends when every player in turn waits or passes``.
    """

    sort: str
    bids: tuple[int, ...]
    clockwise: bool = True
    next_step_only: bool = False
    leader_waits: bool = True
    outbid_stays: bool = True
    pass_is_final: bool = True
    equal_neutral: bool = False
    equal_equals: bool = False

    def words(self, vocabulary: Vocabulary) -> str:
        return f"auction {vocabulary.plural(self.sort)}"

    def sentences(self) -> tuple[str, ...]:
        """The whole procedure, one sentence each, in the words of the language."""
        lot = self.sort
        end = (
            f"the bidding ends when every player leads a {lot} or is out"
            if self.pass_is_final
            else "the bidding ends when every player in turn waits or passes"
        )
        sentences = (
            f"the start player begins, and turns pass to the {'left' if self.clockwise else 'right'}",
            f"bids are {join(map(str, self.bids), 'or')}",
            "a bid is one step above the bid it replaces"
            if self.next_step_only
            else "a bid is higher than the bid it replaces",
            f"a player who leads a {lot} waits"
            if self.leader_waits
            else f"a player who leads a {lot} may bid on another, or pass",
            f"a player who is outbid may bid again, on any {lot}"
            if self.outbid_stays
            else "a player who is outbid is out",
            "a player who passes is out"
            if self.pass_is_final
            else "a player who passes may bid again",
            end,
        )
        neutral = ("a right to equal holds against the neutral bid",) if self.equal_neutral else ()
        equals = (
            ("a right to equal holds against a player who has it too",) if self.equal_equals else ()
        )
        return (*sentences, *neutral, *equals)

    def asks(self, linker: Linker) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        with linker.pushed("player"):
            bidding = machine.auctioning.Bidding(
                source=linker.source(machine.telling.BidMade(span=self.span)),
                pass_source=linker.source(machine.telling.Pass(span=self.span)),
                sort=self.sort,
                bids=self.bids,
                players=layout.players,
                leaders=layout.leaders.start,
                standing=layout.at["standing", 0],
                lots=len(layout.stacks),
                offered=layout.offered,
                markers=layout.at["marker lot", 0],
                owned=layout.owned,
                right=linker.right_to_equal(),
                direction=1 if self.clockwise else -1,
                next_step_only=self.next_step_only,
                leader_waits=self.leader_waits,
                outbid_stays=self.outbid_stays,
                pass_is_final=self.pass_is_final,
                equal_neutral=self.equal_neutral,
                equal_equals=self.equal_equals,
                outbid_neutral=linker.publish_act("outbids", NEUTRAL_BID),
                follow=follow,
            )
            turn = linker.add(bidding)
            following = linker.add(
                machine.auctioning.NextBidder(layout.players, bidding.direction, turn)
            )
            bidding.passed = linker.publish("passes", "", following)
        return linker.add(machine.auctioning.AuctionBegin(turn))


@frozen
class NeutralBid(Effect):
    """``the start player places a neutral bid of Neutral on any lot``."""

    sort: str
    amount: Amount

    def words(self, vocabulary: Vocabulary) -> str:
        return f"the start player places a neutral bid of {self.amount.words(vocabulary)} on any {self.sort}"

    def asks(self, linker: Linker) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        source = linker.source(machine.telling.BidMade(neutral=True, span=self.span))
        offer = machine.auctioning.NeutralOffer(
            source,
            self.sort,
            self.amount.counter(layout),
            layout.offered,
            layout.leaders.start,
            layout.at["standing", 0],
            layout.players,
            follow,
        )
        with linker.pushed("player"):
            question = linker.add(machine.decisions.Choice((offer,)))
        return linker.add(machine.auctioning.NeutralTurn(question))


@frozen
class EachWinner(Effect):
    """``each winner, in order of lots: A``: "you" is the winner, "the lot" what they won."""

    sort: str
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        lots = vocabulary.plural(self.sort)
        return f"each winner, in order of {lots}: {self.effect.words(vocabulary)}"

    def asks(self, linker: Linker) -> bool:
        return self.effect.asks(linker)

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        with linker.pushed("player"):
            entry = linker.add(machine.steps.Restore(follow))
            for lot in reversed(range(len(layout.stacks))):
                source = linker.source(machine.telling.LotOpened(self.sort, span=self.span))
                body = linker.link(self.effect, entry)
                leaders = layout.leaders.start
                entry = linker.add(
                    machine.steps.LotBegin(source, leaders, layout.players, lot, body, entry)
                )
        return linker.add(machine.steps.Save(entry))


@frozen
class UsePiece(Effect):
    """``use the lot``, ``collect the bonus of the lot``: the clauses of the lot being resolved.

    ``moment`` empty: the clauses without a moment.
    """

    sort: str
    moment: str = ""

    def words(self, vocabulary: Vocabulary) -> str:
        if self.moment:
            return f"collect the {self.moment} of the {self.sort}"
        return f"use the {self.sort}"

    def asks(self, linker: Linker) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        stacks = tuple((layout.at["stack", s], layout.at["turned", s]) for s in layout.stacks)
        return linker.add(
            machine.steps.UsePiece(stacks, linker.dispatcher(self.moment, follow), follow)
        )
