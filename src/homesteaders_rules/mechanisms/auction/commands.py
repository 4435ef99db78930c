"""Bidding for lots, and resolving them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from ... import runtime
from ...commands.base import GOOD, SORT, Vocabulary, added, join
from ...commands.definitions.definition import ALSO_GIVES
from ...commands.definitions.occasions import ANOTHER_PLAYER, NEUTRAL_BID
from ...commands.effects import Effect, Unvalued
from ...commands.sentences import Said, Sentences
from ...freezing import fixed
from ...runtime import predicates, steps
from ...runtime.acts import Act, Push, SetTo, Several
from ...runtime.counters import Counter, Fixed, InCell, OnTop
from ...runtime.recording import records
from ...runtime.registers import ACTOR, LOT, OUT, START
from ...runtime.turns import NextSeat
from ...trees import Node, nodes, tokens
from ...words import ADDED
from .. import auction, piles
from ..building.steps import Discount
from ..piles import steps as piles_steps
from . import steps as auction_steps
from .saying import AUCTION, COVERED, END, FALLING, FALLS, SEALED, TURNS
from .winning import each_won

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Causes, Happening, Layout, Linker, Reader
    from ...runtime.predicates import Predicate

ADDED_LATER = {ADDED: True}
NO_CELL = -1
"""In the place of a cell: bids need not be covered."""


@frozen(eq=False, repr=False)
class Auction(Unvalued):
    """``auction lots:`` and its sentences, those of :data:`AUCTION`, which fill its fields.

    ``money``: no bid is of more than the bidder has of this good; ``called`` is its name as the
    text has it. ``at_once``: who is outbid decides next.
    """

    about_you = False
    is_question = True
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
    you_begin: bool = added(False)
    first_bids: bool = added(False)
    money: str = field(default="", metadata=GOOD | ADDED_LATER)
    called: str = added("")
    at_once: bool = added(False)
    sealed: bool = added(False)
    falling: bool = added(False)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        sort = reader.named("sort of pieces", tokens(node)[0])
        _about(reader, sort, nodes(node))

        def auction(said: list[Said]) -> Auction:
            sentences = _sentences_of(said)
            for each in said:
                if each.sentence not in sentences.listed:
                    hint = "leave the sentence out"
                    message = f"this means nothing where {_kind_of(sentences)}"
                    reader.report("E363", message, each.node, hint)
            fitting = (each for each in said if each.sentence in sentences.listed)
            values = reader.values(node, fitting, sentences, sort)
            _must_fit(reader, said, values)
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

    def sentences(self) -> tuple[str, ...]:
        """The whole procedure, one sentence each, in the words of the language."""
        fitting = SEALED if self.sealed else FALLING if self.falling else AUCTION
        return fitting.spoken(self, self.sort)

    @property
    def ends_when_out(self) -> bool:
        """How the bidding ends follows from whether a pass is final."""
        return self.pass_is_final

    def can(self, linker: Linker) -> Predicate:
        """Whoever must begin needs the lowest bid."""
        if not (self.first_bids and self.you_begin and self.money):
            return predicates.ALWAYS
        held = InCell(linker.layout.goods_cell(0, self.money), len(linker.layout.goods))
        return predicates.Within(held, self.bids[0])

    def link(self, linker: Linker, follow: int) -> int:
        bidding = self._sealed if self.sealed else self._falling if self.falling else self._in_turn
        return open_lots(linker, bidding(linker, each_won(linker, self.sort, follow)))

    def _in_turn(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        with linker.pushed("player"):
            turns = auction_steps.Bidding(
                **self._asked(linker),
                owned=layout.owned,
                right=linker.right_to_equal(),
                next_step_only=self.next_step_only,
                leader_waits=self.leader_waits,
                outbid_stays=self.outbid_stays,
                pass_is_final=self.pass_is_final,
                equal_neutral=self.equal_neutral,
                equal_equals=self.equal_equals,
                first_bids=self.first_bids,
                at_once=self.at_once,
                outbid_neutral=linker.publish_act("outbids", NEUTRAL_BID),
                outbid_player=linker.publish_act("outbids", ANOTHER_PLAYER),
                is_outbid=linker.publish_act("is outbid", ""),
                follow=follow,
            )
            turn = linker.add(turns)
            # Whoever begins sees that all before have bid or passed.
            after = NextSeat(layout.players, turns.direction)
            next_bidder = SetTo(ACTOR, self._first() if self.at_once else after)
            following = linker.add(steps.Run(next_bidder, turn))
            turns.passed = linker.publish("passes", "", following)
        return linker.add(steps.Run(Several(self._begun(layout)), turn))

    def _begun(self, layout: Layout) -> tuple[Act, ...]:
        """Bids come off, whoever was "you" lies on the stack, and the first to bid is "you"."""
        cleared, pushed, starts = start_player_is_you(layout)
        first = () if self.you_begin else (starts,)
        return cleared, pushed, *first, SetTo(OUT, Fixed(0))

    def _first(self) -> Counter:
        """The seat of whoever begins, while who was "you" lies on top of the stack."""
        return OnTop() if self.you_begin else InCell(START)

    def _asked(self, linker: Linker) -> dict[str, Any]:
        """What the questions of all auctions share."""
        layout = linker.layout
        money = layout.goods_cell(0, self.money) if self.money else NO_CELL
        return {
            "source": linker.source(records.BidMade(span=self.span)),
            "pass_source": linker.source(records.Told("Passed", span=self.span)),
            "sort": self.sort,
            "bids": self.bids,
            "players": layout.players,
            "leaders": layout.leaders.start,
            "standing": layout.at["standing", 0],
            "lots": len(layout.lots),
            "markers": layout.at["marker lot", 0],
            "direction": 1 if self.clockwise else -1,
            "order": auction_steps.Order(self._first(), money, len(layout.goods)),
        }

    def _sealed(self, linker: Linker, follow: int) -> int:
        with linker.hiding(self) as secret, linker.pushed("player"):
            asked = linker.add(
                auction.once.SealedBids(**self._asked(linker), hides=secret, follow=follow)
            )
        hidden = () if secret is None else (runtime.players.Hide(secret),)
        return linker.add(steps.Run(Several((*hidden, *self._begun(linker.layout))), asked))

    def _falling(self, linker: Linker, follow: int) -> int:
        with linker.pushed("player", "bid"):
            asked = linker.add(auction.once.FallingBids(**self._asked(linker), follow=follow))
        highest = Push(Fixed(len(self.bids) - 1))
        return linker.add(steps.Run(Several((*self._begun(linker.layout), highest)), asked))


def _sentences_of(said: list[Said]) -> Sentences:
    """The sentences that mean something beside those that are said."""
    values = [each.value for each in said if each.sentence is TURNS]
    if any(value["sealed"] for value in values):
        return SEALED
    return FALLING if any(each.sentence is FALLS for each in said) else AUCTION


def _kind_of(sentences: Sentences) -> str:
    return "all bid at once, in secret" if sentences is SEALED else "the bid falls"


def _must_fit(reader: Reader, said: list[Said], values: dict[str, Any]) -> None:
    """Whoever is outbid decides at once: then all before them lead or are out, and stay so."""
    waits = values.get("leader_waits", True) and values.get("pass_is_final", True)
    if values.get("at_once") and not waits:
        line = next(each.node for each in said if each.sentence.field == "outbid")
        message = "who is outbid can bid at once only where leaders wait and who passes is out"
        reader.report("E364", message, line, "say so, or: a player who is outbid may bid again ...")


@frozen(eq=False, repr=False)
class UsePiece(Unvalued):
    """``use the lot``, ``collect the bonus of the lot``: the clauses of the lot being resolved.

    ``moment`` empty: the clauses without a moment. A sort that is not auctioned: of the piece
    turned up last. ``less``: building then costs so much less of ``less_of``, as the player
    likes (``use the lot, for 1 resource less``); ``less_is_optional``: or not so much less, down
    to the whole cost (``for up to 1 resource less``).
    """

    about_you = False
    is_question = True
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

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        entries = linker.dispatcher((self.moment, self._discount()), follow)
        if self.sort in linker.lot_sorts:
            return linker.add(piles_steps.UsePiece(linker.lots, entries, follow))
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
        is_lot = self.sort in linker.lot_sorts
        lots = linker.lots if is_lot else layout.stack_cells(layout.stacks_of(self.sort))
        register = LOT if is_lot else -1
        return piles.predicates.Contains(lots, register, fixed(found), layout.rounds)

    def uses_lot(self, linker: Linker) -> bool:
        """Is it about the clauses of the lot itself?"""
        return not self.moment and self.sort in linker.lot_sorts


def start_player_is_you(layout: Layout) -> tuple[Act, ...]:
    """The bids of an auction before come off; whoever was "you" lies on the stack."""
    cleared = auction_steps.ClearBids(layout.players, layout.leaders, layout.auction_cells)
    return cleared, Push(InCell(ACTOR)), SetTo(ACTOR, InCell(START))


def _about(reader: Reader, sort: str, lines: list[Node]) -> None:
    """All sentences are about what is sold."""
    for line in lines:
        if line.data == "with_sentence":
            _about(reader, sort, nodes(line)[1:])
            continue
        for word in tokens(line, "PHRASE") if line.data != COVERED.rules[0] else ():
            other = reader.named("sort of pieces", word)
            if other != sort and reader.declares("sort of pieces", word):
                message = f'"{word}" is not what this auction sells'
                reader.report("E202", message, word, f"the auction is about: {sort}")


def open_lots(linker: Linker, follow: int) -> int:
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
    return linker.add(piles_steps.OpenLots(linker.lots, frozenset(closed), tuple(closers), follow))
