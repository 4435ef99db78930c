"""Effects whose outcome is left to chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.amounts import Item, Number
from ...commands.base import GOOD, Command, SaidOneWay, Vocabulary
from ...commands.control import Composed
from ...commands.effects import Effect, Quiet
from ...commands.flows import THE_PLAYER, THE_STOCK, Flow
from ...commands.transfers import Bringing, can_take, each_gained, in_stock, of_player, on_piece
from ...runtime import predicates
from ...runtime.recording import records
from ...trees import Node, nodes, tokens
from .. import chance
from ..holding import bounds
from ..tracks import OnTrack, marker_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Appraiser, Causes, Linker, Reader, W
    from ...runtime.acts import Act
    from ...runtime.predicates import Predicate

MOST_FACES = 100


class Spin(SaidOneWay, OnTrack, Quiet):
    """``spin Wheel``: the marker of a track comes to a space by chance; no reward."""

    __slots__ = ()

    rules = ("spin",)
    example = "spin <track>"

    def act(self, linker: Linker) -> Act | None:
        track = linker.track(self.track)
        cell, stride, last = marker_of(linker, track)
        told = records.Marked(track.name, track.values, span=self.span, piece=linker.piece)
        first = 0 if track.values else 1
        return chance.steps.Spin(linker.source(told), cell, stride, first, last)


@frozen(eq=False, repr=False)
class Face(Command):
    """``2: A`` or ``3-6: A``: numbers of a die, and what happens where one of them is rolled."""

    first: int
    last: int
    effect: Effect

    @property
    def size(self) -> int:
        """How many numbers they are."""
        return self.last - self.first + 1

    @property
    def name(self) -> str:
        """The numbers in words."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.name}: {self.effect.words(vocabulary)}"


@frozen(eq=False, repr=False)
class Roll(Composed):
    """``roll:`` and below it what each number leads to: a die with so many faces."""

    rules = ("roll",)
    example = "roll:\n    1: gain 1 <good>\n    2-6: gain 2 <goods>"
    hints = (("roll", "roll: and below it, indented: 1-2: gain 1 <good> / 3-6: gain 2 <goods>"),)
    parts: tuple[Face, ...]

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        faces: list[Face] = []
        for line in nodes(node):
            word = tokens(line)[0]
            first, last = reader.range_of(word, MOST_FACES)
            wanted = faces[-1].last + 1 if faces else 1
            if first != wanted:
                message = "the numbers of a die are counted 1, 2, 3, ..., each once"
                meant = f"{wanted}-{last}" if wanted < last else str(wanted)
                reader.report("E361", message, word, f"write: {meant}")
            faces.append(Face(first, last, reader.body(nodes(line)[0]), span=reader.span(line)))
        return cls(tuple(faces), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"roll: {', '.join(part.words(vocabulary) for part in self.parts)}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        """What it brings on the average, if one of the faces is as likely as another."""
        worths = [
            each for part in self.parts for each in [part.effect.worth(appraiser)] * part.size
        ]
        return appraiser.mean(worths)

    def asks(self, rules: Causes) -> bool:
        return any(part.effect.asks(rules) for part in self.parts)

    def can(self, linker: Linker) -> Predicate:
        """Whatever is rolled."""
        return predicates.All.of(*(part.effect.can(linker) for part in self.parts))

    def link(self, linker: Linker, follow: int) -> int:
        source = linker.source(records.Told("Rolled", span=self.span, piece=linker.piece))
        entries: list[int] = []
        for part in self.parts:
            entries += [linker.link(part.effect, follow)] * part.size
        return linker.add(chance.steps.Roll(source, tuple(entries)))


@frozen(eq=False, repr=False)
class Draw(Bringing):
    """``draw 2 gems``, ``draw 1 worker from here``: goods of a group by chance.

    From the stock, or from the piece whose text it is: each unit that lies there is as likely as
    another. No more than there are. ``called``: the goods as the text names them.
    """

    is_open = False
    why_not = "there is nothing to draw"
    rules = ("draw", "draw_from_here")
    example = "draw 2 <goods>"
    count: int
    goods: tuple[str, ...] = field(metadata=GOOD)
    called: str
    piece: str = ""

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        number, word = tokens(node)
        piece = reader.here(node) if node.data == "draw_from_here" else ""
        goods, span = reader.goods(word), reader.span(node)
        return cls(reader.number(number), goods, str(word), piece, span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"draw {self.count} {self.called}{' from here' * bool(self.piece)}"

    def flows(self) -> Iterable[Flow]:
        giver = self.piece or THE_STOCK
        each = (Item(Number(self.count), good) for good in self.goods)
        return [Flow(giver, THE_PLAYER, item, len(self.goods) > 1) for item in each]

    def brings(self, rules: Causes) -> Iterable[str]:
        return self.goods

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.times(self.count, appraiser.one_of(self.goods))

    def act(self, linker: Linker) -> Act | None:
        return chance.steps.Draw(
            self.count,
            tuple(self._drawn(linker, each) for each in self.goods),
            linker.ceiling,
        )

    def _drawn(self, linker: Linker, good: str) -> chance.steps.Drawn:
        """A unit of a hidden good is told to nobody but who draws it."""
        giver = on_piece(linker, self.piece) if self.piece else in_stock(linker)
        (given, source), (taken, target) = giver, of_player(linker)
        hidden = linker.layout.hidden & {good}
        told = records.Transferred(
            ((good, source, target, 1),), span=self.span, piece=linker.piece, private=hidden
        )
        after, room = each_gained(linker, good), bounds.room(linker, good)
        return *given(good), *taken(good), linker.source(told), after, room

    def present(self, linker: Linker) -> Predicate:
        giver = on_piece(linker, self.piece) if self.piece else in_stock(linker)
        return can_take(linker, self.goods, giver)
