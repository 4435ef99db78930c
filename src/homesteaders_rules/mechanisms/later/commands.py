"""Effects that are put off to rounds to come, and the one that collects them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...commands.base import SaidOneWay, Vocabulary, join, walk
from ...commands.control import Composed
from ...commands.definitions.definition import Definition
from ...commands.definitions.pieces import Piece
from ...commands.effects import Effect, Unvalued
from ...runtime.counters import InCell
from ...runtime.predicates import NEVER, Predicate, Within
from ...runtime.registers import ROUND
from ...trees import Node, nodes, tokens
from .. import later as room

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...commands.protocols import Appraiser, Causes, Happening, Linker, Reader, W
    from ...runtime.acts import Act

LATER = "later"
"""The first word of the names of cells that say what is due."""
EVERY = ("", "odd ", "even ")
MOST_AHEAD = 100
SOME = 3
"""So often comes what is due in every round to come, as far as a bot looks."""
Line = tuple[str, object]
"""A piece (none: the rules themselves), and where on it something is put off."""


@frozen(eq=False, repr=False)
class Later(Composed):
    """``on each of the next 5 rounds: gain 1 food``: an effect that comes in rounds to come.

    ``ahead``: how many rounds from now; empty: in every round to come, or only in each odd
    (``every`` 1) or even (2) one. It comes to the same player, also when the piece on which it
    stands is gone by then; what would come after the last round does not.
    """

    rules = ("later_next", "later_from_now", "later_each")
    example = "on each of the next 3 rounds: gain 1 <good>"
    hints = (
        ("on each", example),
        ("odd", "on each odd round to come: gain 1 <good>"),
        ("from now", "2 and 4 rounds from now: gain 1 <good>"),
    )
    effect: Effect
    ahead: tuple[int, ...] = ()
    every: int = 0

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        words = tokens(node)
        effect, span = reader.body(nodes(node)[-1]), reader.span(node)
        if node.data == "later_each":
            every = next((EVERY.index(f"{word} ") for word in words), 0)
            return cls(effect, (), every, span=span)
        numbers = tuple(reader.number(word) for word in words if word.type == "NUMBER")
        if max(numbers) > MOST_AHEAD:
            message = f"rounds from now are no more than {MOST_AHEAD}"
            reader.report("E302", message, words[0], "for all of them: on each round to come")
            numbers = (1,)
        if node.data == "later_next":
            return cls(effect, tuple(range(1, numbers[0] + 1)), span=span)
        if len(numbers) == len(words):
            reader.report_falling("round", words, numbers)
        return cls(effect, numbers, span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self._when()}: {self.effect.words(vocabulary)}"

    def _when(self) -> str:
        if not self.ahead:
            return f"on each {EVERY[self.every]}round to come"
        if len(self.ahead) > 1 and self.ahead == tuple(range(1, len(self.ahead) + 1)):
            return f"on each of the next {len(self.ahead)} rounds"
        rounds = "round" if self.ahead == (1,) else "rounds"
        return f"{join(map(str, self.ahead))} {rounds} from now"

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.times(len(self.ahead) or SOME, self.effect.worth(appraiser))

    def asks(self, rules: Causes) -> bool:
        """What it asks it asks later."""
        return False

    def act(self, linker: Linker) -> Act | None:
        layout = linker.layout
        lines = [line for line, _ in put_off_in(linker.of(Definition))]
        line = linker.piece, self.span
        number = lines.index(line if line in lines else ("", self.span))
        cell = layout.at[LATER, 0, number]
        effect = self.effect.words(layout.vocabulary)
        source = linker.source(room.steps.WasPutOff(effect, span=self.span, piece=linker.piece))
        return room.steps.PutOff(source, cell, layout.rounds, self.ahead, self.every)

    def present(self, linker: Linker) -> Predicate:
        """Is there such a round to come?"""
        last = linker.layout.rounds - min(self.ahead, default=1)
        return Within(InCell(ROUND), 0, last) if last >= 0 else NEVER


class CollectDue(SaidOneWay, Unvalued):
    """``collect what is due``: what was put off to this round comes to "you" now."""

    __slots__ = ()

    is_open = False
    why_not = "nothing is due to you now"
    rules = ("collect_due",)
    example = "collect what is due"

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("due", "")]

    def link(self, linker: Linker, follow: int) -> int:
        return linker.call(self.example, lambda back: self._link(linker, back), follow)

    def _link(self, linker: Linker, back: int) -> int:
        """In the order of the text; what asks nothing comes before what asks."""
        lines = [*enumerate(put_off_in(linker.of(Definition)))]
        lines.sort(key=lambda line: linker.asks(line[1][1].effect))
        layout = linker.layout
        for number, ((piece, _), later) in reversed(lines):
            due = room.steps.CollectDue(layout.at[LATER, 0, number], layout.rounds, back)
            back = linker.add(due)
            with linker.within(piece):
                due.body = linker.link(later.effect, back)
        return back


def put_off_in(definitions: Iterable[Definition]) -> list[tuple[Line, Later]]:
    """What some definitions put off, each line once, in the order of the text."""
    found: dict[Line, Later] = {}
    for each in definitions:
        piece = each.name if isinstance(each, Piece) else ""
        for command in walk(each):
            if isinstance(command, Later):
                found.setdefault((piece, command.span), command)
    return [*found.items()]


def cells_of_later(
    definitions: Sequence[Definition], players: int, rounds: int
) -> Iterator[tuple[tuple[str, int, int], int]]:
    """The cells that say what is due: one for each player and line, with their highest values."""
    for number, _ in enumerate(put_off_in(definitions)):
        for player in range(players):
            yield (LATER, player, number), (1 << room.steps.WIDTH * rounds) - 1
