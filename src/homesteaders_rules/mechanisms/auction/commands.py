"""Bidding for lots, and resolving them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.amounts import Amount, Number, TrackValue
from ...commands.base import GOOD, SORT, Vocabulary, added, join
from ...commands.definitions.definition import ALSO_GIVES
from ...commands.definitions.occasions import ANOTHER_PLAYER, NEUTRAL_BID
from ...commands.effects import Effect
from ...commands.sentences import Numbers, Said, Sentence, Sentences
from ...freezing import fixed
from ...runtime import predicates, steps
from ...runtime.acts import Pop, Push, SetTo, Several
from ...runtime.counters import Fixed, InCell
from ...runtime.recording import records
from ...runtime.registers import ACTOR, LOT, OUT, START
from ...runtime.turns import NextSeat
from ...trees import nodes, tokens
from ..building.steps import Discount
from ..piles import predicates as piles_predicates
from ..piles import steps as piles_steps
from . import steps as auction_steps
from .winning import each_won

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Appraiser, Causes, Happening, Layout, Linker, Reader, W
    from ...runtime.acts import Act
    from ...runtime.predicates import Predicate
    from ...trees import Node

END = Sentence(
    "ends_when_out",
    "the bidding ends when every player leads a {sort} or is out",
    "the bidding ends when every player in turn waits or passes",
    ("ends_led_or_out", "ends_waits_or_passes"),
)
"""Follows from the others, and is said all the same."""

AUCTION = Sentences(
    "auction",
    (
        Sentence(
            "clockwise",
            "the start player begins, and turns pass to the left",
            "the start player begins, and turns pass to the right",
            ("turns",),
        ),
        Numbers("bids", "bids are", "bids are 3, 4, 5 or 6", ("bids",)),
        Sentence(
            "next_step_only",
            "a bid is one step above the bid it replaces",
            "a bid is higher than the bid it replaces",
            ("next_bid",),
        ),
        Sentence(
            "leader_waits",
            "a player who leads a {sort} waits",
            "a player who leads a {sort} may bid on another, or pass",
            ("leader",),
        ),
        Sentence(
            "outbid_stays",
            "a player who is outbid may bid again, on any {sort}",
            "a player who is outbid is out",
            ("outbid_stays", "outbid_out"),
        ),
        Sentence(
            "pass_is_final",
            "a player who passes is out",
            "a player who passes may bid again",
            ("pass_out", "pass_stays"),
        ),
        END,
        Sentence("equal_neutral", "a right to equal holds against the neutral bid", "", ("equal",)),
        Sentence(
            "equal_equals", "a right to equal holds against a player who has it too", "", ("equal",)
        ),
    ),
)
"""The order of turns, what may be bid, who stays in, and when it ends; who may equal a bid."""


@frozen(eq=False, repr=False)
class Auction(Effect):
    """``auction lots:`` and its sentences, those of :data:`AUCTION`: each fills one field."""

    rules = ("auction",)
    example = "\n    ".join(("auction <lots>:", *AUCTION.example("<lot>")))
    hints = (
        ("auction", "auction <sorts>: and one sentence in each line below it, indented"),
        ("bids", "bids are 3, 4, 5 or 6"),
    )
    sort: str = field(metadata=SORT)
    bids: tuple[int, ...]
    clockwise: bool = True
    next_step_only: bool = False
    leader_waits: bool = True
    outbid_stays: bool = True
    pass_is_final: bool = True
    equal_neutral: bool = False
    equal_equals: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        sort = reader.named("sort of pieces", tokens(node)[0])
        _about(reader, sort, nodes(node))

        def auction(said: list[Said]) -> Auction:
            values = reader.values(node, said, AUCTION, sort)
            end = values.pop(END.field, None)
            if end not in (None, values.get("pass_is_final", end)):
                message = "the end does not fit to what a player who passes may do"
                line = next(each.node for each in said if each.sentence is END)
                reader.report("E322", message, line, END.hint(sort))
            return cls(sort, values.pop("bids", ()), **values, span=reader.span(node))

        found: Effect = reader.for_each_table(node, AUCTION, auction)
        return found

    def words(self, vocabulary: Vocabulary) -> str:
        return f"auction {vocabulary.plural(self.sort)}"

    def causes(self, rules: Causes) -> Iterable[Happening]:
        outbid = [("outbids", NEUTRAL_BID), ("outbids", ANOTHER_PLAYER), ("is outbid", "")]
        return [("passes", ""), *outbid, ("wins", self.sort)]

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.nothing

    def sentences(self) -> tuple[str, ...]:
        """The whole procedure, one sentence each, in the words of the language."""
        return AUCTION.spoken(self, self.sort)

    @property
    def ends_when_out(self) -> bool:
        """How the bidding ends follows from whether a pass is final."""
        return self.pass_is_final

    def asks_itself(self, rules: Causes) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        follow = each_won(linker, self.sort, follow)
        with linker.pushed("player"):
            turns = auction_steps.Bidding(
                source=linker.source(records.BidMade(span=self.span)),
                pass_source=linker.source(records.Pass(span=self.span)),
                sort=self.sort,
                bids=self.bids,
                players=layout.players,
                leaders=layout.leaders.start,
                standing=layout.at["standing", 0],
                lots=len(layout.lots),
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
                outbid_player=linker.publish_act("outbids", ANOTHER_PLAYER),
                is_outbid=linker.publish_act("is outbid", ""),
                follow=follow,
            )
            turn = linker.add(turns)
            next_bidder = SetTo(ACTOR, NextSeat(layout.players, turns.direction))
            following = linker.add(steps.Run(next_bidder, turn))
            turns.passed = linker.publish("passes", "", following)
        begin = Several((*_start_player_is_you(layout), SetTo(OUT, Fixed(0))))
        return _open_lots(linker, linker.add(steps.Run(begin, turn)))


@frozen(eq=False, repr=False)
class NeutralBid(Effect):
    """``the start player places a neutral bid of Neutral on any lot``, if one is on offer."""

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

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return ()

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.nothing

    def asks_itself(self, rules: Causes) -> bool:
        return True

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
        turn = linker.add(steps.Run(Several(_start_player_is_you(layout)), question))
        return _open_lots(linker, turn)


@frozen(eq=False, repr=False)
class UsePiece(Effect):
    """``use the lot``, ``collect the bonus of the lot``: the clauses of the lot being resolved.

    ``moment`` empty: the clauses without a moment. A sort that is not auctioned: of the piece
    turned up last. ``less``: building then costs so much less of ``less_of``, as the player
    likes (``use the lot, for 1 resource less``); ``less_is_optional``: or not so much less, down
    to the whole cost (``for up to 1 resource less``).
    """

    rules = ("use_piece", "collect_piece", "collect_additions")
    example = "use the <lot>"
    hints = (
        ("use the", "use the <lot>, for 1 <good> less"),
        ("collect the", "collect the <moment> of the <lot>"),
        ("collect what the", "collect what the <beside> also gives"),
    )
    sort: str = field(metadata=SORT)
    moment: str = ""
    less: int = 0
    less_of: tuple[str, ...] = field(default=(), metadata=GOOD)
    less_is_optional: bool = added(False)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        span = reader.span(node)
        if node.data == "collect_piece":
            moment, word = tokens(node)
            sort = reader.named("sort of pieces", word)
            return cls(sort, reader.named("moment", moment), span=span)
        word, *reduction = tokens(node)
        sort = reader.named("sort of pieces", word)
        if node.data == "collect_additions":
            return cls(sort, ALSO_GIVES, span=span)
        if not reduction:
            return cls(sort, span=span)
        *optional, number, good = reduction
        less, goods = reader.number(number), reader.goods(good)
        return cls(sort, "", less, goods, bool(optional), span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        if self.moment == ALSO_GIVES:
            return f"collect what the {self.sort} also gives"
        if self.moment:
            return f"collect the {self.moment} of the {self.sort}"
        if not self.less:
            return f"use the {self.sort}"
        up_to = "up to " * self.less_is_optional
        return f"use the {self.sort}, for {up_to}{self.less} {join(self.less_of, 'or')} less"

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("moment", self.moment) if self.moment else ("use", self.sort)]

    def worth(self, appraiser: Appraiser[W]) -> W:
        """It depends on what lies there: a bot tries it."""
        return appraiser.nothing

    def asks_itself(self, rules: Causes) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        entries = linker.dispatcher((self.moment, self._discount()), follow)
        if self._is_lot(layout):
            lots = layout.stack_cells(layout.lots)
            return linker.add(piles_steps.UsePiece(lots, entries, follow))
        for stack in reversed(layout.stacks_of(self.sort)):
            cells = layout.stack_cells([stack])
            follow = linker.add(piles_steps.UseTurned(cells, entries, follow, layout.rounds))
        return follow

    def _discount(self) -> Discount:
        return Discount(0 if self.less_is_optional else self.less, self.less, self.less_of)

    def present(self, linker: Linker) -> Predicate:
        layout = linker.layout
        found: dict[int, Predicate] = {}
        for index, piece in layout.of_sort(self.sort):
            clauses = [clause for clause in piece.clauses if clause.moment == self.moment]
            if clauses:
                found[index] = predicates.Either(
                    tuple(linker.clause_test(clause) or predicates.ALWAYS for clause in clauses)
                )
        lots = layout.stack_cells(
            layout.lots if self._is_lot(layout) else layout.stacks_of(self.sort)
        )
        register = LOT if self._is_lot(layout) else -1
        return piles_predicates.Contains(lots, register, fixed(found), layout.rounds)

    def uses_lot(self, layout: Layout) -> bool:
        """Is it about the clauses of the lot itself?"""
        return not self.moment and self._is_lot(layout)

    def _is_lot(self, layout: Layout) -> bool:
        return set(layout.stacks_of(self.sort)) == set(layout.lots)


def _start_player_is_you(layout: Layout) -> tuple[Act, ...]:
    """The bids of an auction before come off; whoever was "you" lies on the stack."""
    cleared = auction_steps.ClearBids(layout.players, layout.leaders, layout.auction_cells)
    return cleared, Push(InCell(ACTOR)), SetTo(ACTOR, InCell(START))


def _about(reader: Reader, sort: str, lines: list[Node]) -> None:
    """All sentences are about what is sold."""
    for line in lines:
        if line.data == "with_sentence":
            _about(reader, sort, nodes(line)[1:])
            continue
        for word in tokens(line, "PHRASE"):
            other = reader.named("sort of pieces", word)
            if other != sort and reader.declares("sort of pieces", word):
                message = f'"{word}" is not what this auction sells'
                reader.report("E202", message, word, f"the auction is about: {sort}")


def _open_lots(linker: Linker, follow: int) -> int:
    """The step that says which lots are on offer."""
    layout = linker.layout
    closed = set()
    closers = []
    for index, piece in enumerate(layout.pieces):
        for closing in piece.closings:
            if not closing.lot:
                closed.add(index)
            elif closing.lot <= len(layout.lots):
                closers.append((layout.turned_up(index), 1 << (closing.lot - 1)))
    lots = layout.stack_cells(layout.lots)
    return linker.add(piles_steps.OpenLots(lots, frozenset(closed), tuple(closers), follow))
