"""Who has won: what follows from it when the bidding is over, and what each winner does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...commands.base import SORT, Vocabulary, added
from ...commands.control import Composed
from ...commands.effects import Effect
from ...runtime.acts import Pop, Push, Several
from ...runtime.counters import Fixed, InCell
from ...runtime.operands import Amount, Cell, LotIndex, RecordSource, Seats, StepNumber
from ...runtime.recording import records
from ...runtime.registers import ACTOR, BUILT, DECLINED, LOT
from ...runtime.steps import Run, Step
from ...trees import Node, nodes, tokens
from ..piles import steps as piles_steps

if TYPE_CHECKING:
    from ...commands.protocols import Appraiser, Linker, Reader, W
    from ...runtime.recording.events import Log


@frozen(eq=False, repr=False)
class EachWinner(Composed):
    """``each winner, in order of lots: A``: "you" is the winner, "the lot" what they won.

    ``from_you``: the winners come one after the other, clockwise from the player whose turn it is
    (``each winner, from you: A``), and each with all that they have won.
    """

    is_open = True
    rules = ("each_winner", "each_winner_from_you")
    example = "each winner, in order of <lots>: gain 1 <good>"
    hints = (("from you", "each winner, from you: gain 1 <good>"),)
    sort: str = field(metadata=SORT)
    effect: Effect
    from_you: bool = added(False)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        effect, span = reader.body(nodes(node)[-1]), reader.span(node)
        if node.data == "each_winner_from_you":
            return cls(reader.auctioned_sort(node), effect, True, span=span)
        return cls(reader.named("sort of pieces", tokens(node)[0]), effect, span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        if self.from_you:
            return f"each winner, from you: {self.effect.words(vocabulary)}"
        lots = vocabulary.plural(self.sort)
        return f"each winner, in order of {lots}: {self.effect.words(vocabulary)}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        return self.effect.worth(appraiser)

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        if self.from_you:
            return self._from_you(linker, follow)
        with linker.pushed("player"):
            entry = linker.add(Run(Pop(ACTOR), follow))
            for lot in reversed(range(len(layout.lots))):
                source = linker.source(records.LotOpened(self.sort, span=self.span))
                body = linker.link(self.effect, entry)
                leaders = layout.leaders.start
                entry = linker.add(
                    piles_steps.LotBegin(source, leaders, layout.players, lot, body, entry)
                )
        return linker.add(Run(Push(InCell(ACTOR)), entry))

    def _from_you(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        source = linker.source(records.LotOpened(self.sort, span=self.span))
        with linker.pushed("player", "lots"):
            following = NextWinner(
                source, layout.leaders.start, len(layout.lots), layout.players, follow
            )
            following.body = linker.link(self.effect, linker.add(following))
        begun = Several((Push(InCell(ACTOR)), Push(Fixed(0))))
        return linker.add(Run(begun, following.number))


@define(eq=False, repr=False)
class NextWinner(Step):
    """The next of the winners, clockwise from who was "you", with the next lot that they won.

    On the stack lie who that was and the bits of the lots that came already; after the last both
    come off, and it goes on.
    """

    source: RecordSource
    leaders: Cell
    lots: Amount
    players: Seats
    follow: StepNumber
    body: StepNumber = -1

    def run(self, cells: list[int], log: Log) -> int:
        you, done = cells[-2:]
        nearest, won = self.players, 0
        for lot, leader in enumerate(cells[self.leaders : self.leaders + self.lots]):
            if 0 < leader <= self.players and not done >> lot & 1:
                place = (leader - 1 - you) % self.players
                if place < nearest:
                    nearest, won = place, lot
        if nearest == self.players:
            del cells[-2:]
            cells[ACTOR] = you
            return self.follow
        seat = (you + nearest) % self.players
        cells[-1] |= 1 << won
        cells[ACTOR], cells[LOT], cells[BUILT], cells[DECLINED] = seat, won, 0, 0
        log.append((self.source, seat, won))
        return self.body


@define(eq=False, repr=False)
class LotWon(Step):
    """The bidding is over: whoever leads a lot has won it, and is "you"."""

    leader: Cell
    players: Seats
    lot: LotIndex
    body: StepNumber
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        if not 0 < cells[self.leader] <= self.players:
            return self.follow
        cells[ACTOR] = cells[self.leader] - 1
        cells[LOT] = self.lot
        return self.body


def each_won(linker: Linker, sort: str, follow: int) -> int:
    """What follows from lots that are won, one after the other, where anything waits for it."""
    layout, wins = linker.layout, ("wins", sort)
    if not linker.heeds([wins]):
        return follow
    with linker.pushed("player"):
        entry = linker.add(Run(Pop(ACTOR), follow))
        for lot in reversed(range(len(layout.lots))):
            body = linker.publish(*wins, entry)
            leader = layout.leaders[lot]
            entry = linker.add(LotWon(leader, layout.players, lot, body, entry))
    return linker.add(Run(Push(InCell(ACTOR)), entry))
