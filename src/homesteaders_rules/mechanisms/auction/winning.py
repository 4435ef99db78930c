"""Who has won: what follows from it when the bidding is over, and what each winner does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...commands.base import SORT, Vocabulary
from ...commands.effects import Effect
from ...runtime.acts import Pop, Push
from ...runtime.counters import InCell
from ...runtime.operands import Cell, LotIndex, Seats, StepNumber
from ...runtime.recording import records
from ...runtime.registers import ACTOR, LOT
from ...runtime.steps import Run, Step
from ...trees import nodes, tokens
from ..piles import steps as piles_steps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Appraiser, Causes, Happening, Linker, Reader, W
    from ...runtime.recording.events import Log
    from ...trees import Node


@frozen(eq=False, repr=False)
class EachWinner(Effect):
    """``each winner, in order of lots: A``: "you" is the winner, "the lot" what they won."""

    rules = ("each_winner",)
    example = "each winner, in order of <lots>: gain 1 <good>"
    sort: str = field(metadata=SORT)
    effect: Effect

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        sort = reader.named("sort of pieces", tokens(node)[0])
        return cls(sort, reader.body(nodes(node)[0]), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        lots = vocabulary.plural(self.sort)
        return f"each winner, in order of {lots}: {self.effect.words(vocabulary)}"

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return ()

    def worth(self, appraiser: Appraiser[W]) -> W:
        return self.effect.worth(appraiser)

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
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


@define(eq=False)
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
