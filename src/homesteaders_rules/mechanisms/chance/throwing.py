"""Dice with values: what they show together is what a player then has of a good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...commands.amounts import Amount, Item, Number, Per
from ...commands.base import GOOD, Vocabulary
from ...commands.effects import Effect, Unvalued
from ...commands.flows import THE_PLAYER, THE_STOCK, Flow
from ...commands.transfers import each_gained, each_lost, in_stock, of_player
from ...runtime import predicates
from ...runtime.acts import Act
from ...runtime.ceiling import Ceiling
from ...runtime.counters import Counter
from ...runtime.operands import Cell, Flag, PlayerCell, RecordSource, Stride
from ...runtime.recording import records
from ...runtime.registers import ACTOR, RANDOM
from ...trees import Node, tokens
from ..holding import bounds
from ..piles.randomness import below

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Causes, Happening, Linker, Reader
    from ...runtime.predicates import Predicate
    from ...runtime.recording.events import Log

FACES = 6
"""The numbers on a die."""


@frozen(eq=False, repr=False)
class Throw(Unvalued):
    """``throw 3 dice for pips``, ``throw 1 die for pips per worker``.

    What the player has of the good goes back; then they gain as many as the dice show together.
    """

    is_open = False
    rules = ("throw",)
    example = "throw 2 dice for <goods>"
    count: Amount
    good: str = field(metadata=GOOD)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        _, _, *counted = node.children
        each, span = reader.number(tokens(node, "NUMBER")[0]), reader.span(node)
        count: Amount = Number(each, span=span)
        if counted and counted[0] is not None:
            count = Per(each, reader.count(counted[0]), span=span)
        return cls(count, reader.named("good", tokens(node, "PHRASE")[0]), span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        each = self.count.each if isinstance(self.count, Per) else 0
        number = each or int(self.count.words(vocabulary))
        dice = f"{number} {'die' if number == 1 else 'dice'}"
        per = f" {self.count.words(vocabulary)}" if each else ""
        return f"throw {dice} for {vocabulary.plural(self.good)}{per}"

    def flows(self) -> Iterable[Flow]:
        item = Item(self.count, self.good)
        return [Flow(THE_PLAYER, THE_STOCK, item), Flow(THE_STOCK, THE_PLAYER, item)]

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("loses", self.good), ("gains", self.good)]

    def act(self, linker: Linker) -> Act | None:
        layout, good = linker.layout, self.good
        (stock, source), (player, target) = in_stock(linker), of_player(linker)
        told = records.Transferred(
            ((good, source, target, 1),),
            span=self.span,
            piece=linker.piece,
            private=layout.hidden & {good},
        )
        return ThrowDice(
            self.count.counter(layout),
            stock(good)[0],
            *player(good),
            good in layout.limited,
            linker.ceiling,
            linker.source(told),
            each_lost(linker, good),
            each_gained(linker, good),
            bounds.room(linker, good),
        )

    def present(self, linker: Linker) -> Predicate:
        return predicates.Within(self.count.counter(linker.layout), 1)


@define(eq=False, repr=False)
class ThrowDice(Act):
    """The player's amount of a good becomes the sum of some dice, as far as the stock has it."""

    is_random = True

    dice: Counter
    stock: Cell
    held: PlayerCell
    stride: Stride
    limited: Flag
    ceiling: Ceiling
    source: RecordSource
    each_lost: Act | None
    each_gained: Act | None
    room: Counter | None

    def do(self, cells: list[int], log: Log) -> None:
        player = cells[ACTOR]
        dice, held = self.dice.count(cells, player), self.held + player * self.stride
        self.move(cells, log, -cells[held])
        total = 0
        for _ in range(dice):
            shown, cells[RANDOM] = below(FACES, cells[RANDOM])
            total += shown + 1
        if self.limited:
            total = min(total, max(cells[self.stock], 0))
        if self.room is not None:
            total = min(total, self.room.count(cells, player))
        self.move(cells, log, total)

    def move(self, cells: list[int], log: Log, amount: int) -> None:
        """So much from the stock to the player, or back where it is below nothing."""
        if not amount:
            return
        player = cells[ACTOR]
        cells[self.stock] -= amount
        cells[self.held + player * self.stride] += amount
        log.append((self.source, player, amount))
        self.ceiling.hand_back(cells, log)
        each = self.each_gained if amount > 0 else self.each_lost
        for _ in range(abs(amount) if each is not None else 0):
            each.do(cells, log)  # type: ignore[union-attr]
