"""Goods that go from one player to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, frozen

from homesteaders_rules.commands.amounts import Bundle
from homesteaders_rules.commands.effects import Effect
from homesteaders_rules.commands.transfers import each_gained, each_lost
from homesteaders_rules.runtime.acts import Act, Several
from homesteaders_rules.runtime.operands import Amount, PlayerCell, RecordSource, Seats, Stride
from homesteaders_rules.runtime.recording.records import Decoder
from homesteaders_rules.runtime.registers import ACTOR
from homesteaders_rules.trees import nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from homesteaders_rules.commands.protocols import (
        Appraiser,
        Causes,
        Happening,
        Linker,
        Reader,
        W,
    )
    from homesteaders_rules.runtime.recording.events import Event, Log, Record
    from homesteaders_rules.trees import Node
    from homesteaders_rules.words import Vocabulary


@frozen(eq=False, repr=False)
class Steal(Effect):
    """``steal 1 silver from each other player``: no more than each of them holds."""

    rules = ("steal",)
    example = "steal 1 <good> from each other player"

    bundle: Bundle

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        return cls(reader.bundle(nodes(node)[0]), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"steal {self.bundle.words(vocabulary)} from each other player"

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [(verb, item.good) for item in self.bundle.items for verb in ("loses", "gains")]

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.goods(self.bundle, 1)

    def act(self, linker: Linker) -> Act | None:
        return Several.of(*(self._one(linker, *each) for each in linker.cost(self.bundle)))

    def _one(self, linker: Linker, good: int, amount: int) -> Act:
        layout = linker.layout
        name = linker.purse.names[good][0]
        source = linker.source(Stolen(name, span=self.span, piece=linker.piece))
        lost, gained = each_lost(linker, name), each_gained(linker, name)
        cell, apart = layout.goods_cell(0, name), len(layout.goods)
        return StealEach(source, cell, apart, amount, layout.players, lost, gained)


@define(eq=False)
class StealEach(Act):
    """So many of a good from each other player, clockwise; what follows follows unit by unit."""

    source: RecordSource
    cell: PlayerCell
    apart: Stride
    amount: Amount
    players: Seats
    lost: Act | None
    gained: Act | None

    def do(self, cells: list[int], log: Log) -> None:
        thief = cells[ACTOR]
        for seat in range(1, self.players):
            victim = (thief + seat) % self.players
            taken = min(self.amount, cells[self.cell + victim * self.apart])
            if not taken:
                continue
            cells[self.cell + victim * self.apart] -= taken
            cells[self.cell + thief * self.apart] += taken
            log.append((self.source, thief, victim, taken))
            for player, act in ((victim, self.lost), (thief, self.gained)):
                cells[ACTOR] = player
                for _ in range(taken if act is not None else 0):
                    act.do(cells, log)  # type: ignore[union-attr]
        cells[ACTOR] = thief


@frozen
class Stolen(Decoder):
    """(source, player, victim, amount): one good, from another player."""

    good: str

    def tell(self, record: Record) -> Iterator[Event]:
        _, player, victim, amount = record
        yield self.between(player, self.good, amount, victim, player)
