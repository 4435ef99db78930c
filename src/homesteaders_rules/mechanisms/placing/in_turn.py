"""Placing goods on the places of all, one after the other, in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.base import GOOD, CellName, Vocabulary
from ...commands.effects import Effect, Unvalued
from ...commands.sentences import Sentence, Sentences
from ...runtime import predicates, steps
from ...runtime.recording import records
from ...runtime.registers import AGAIN, TURN
from ...trees import Node, tokens
from .. import placing
from .commands import PLACING, PlaceGoods

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...commands.definitions.definition import Slot
    from ...commands.protocols import Causes, Happening, Layout, Linker, Reader
    from .filling import OpenPlace

PLACES = "places"
"""What happens where a good comes to a place of all: what the place gives."""
AT_ONCE = "place"
"""The purpose of what is paid on a place of all."""

IN_TURN = Sentences(
    "placing",
    (
        *PLACING.listed,
        Sentence(
            "to_left",
            "the start player begins, and turns pass to the left",
            "the start player begins, and turns pass to the right",
            ("turns",),
        ),
        Sentence("one_each", "each turn places one", "each turn places all", ("each_turn",)),
        Sentence(
            "for_one",
            "a place is for anybody, and for one until all come back",
            "a place is for anybody, and for one of each player until all come back",
            ("place_rule",),
        ),
        Sentence(
            "fruitful",
            "what a place gives happens at once, and a place that can give nothing is not free",
            "what a place gives happens at once, and a place that can give nothing is free too",
            ("giving_rule",),
        ),
    ),
)
"""What happens before and while goods are placed in turn."""


@frozen(eq=False, repr=False)
class PlaceInTurn(Unvalued):
    """``place people:`` on places of all, which their sentences say more of than of one's own.

    Places are slots of pieces that nobody owns, while they lie in the second place of their sort.
    Each turn places one good (or all of the player's); what a place gives is finished before
    anything else is placed.
    Who has none left, or no place that is of any use, is left out of this turn; the placing is
    over when that is so of everybody. The sentences of :data:`IN_TURN` fill the fields.
    """

    about_you = False
    is_question = True
    rules = ("placing_in_turn",)
    example = "place <goods>:\n    " + "\n    ".join(IN_TURN.example(""))
    good: str = field(metadata=GOOD)
    come_back: bool
    may_idle: bool
    to_left: bool
    one_each: bool
    for_one: bool
    fruitful: bool

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        good = reader.named("good", tokens(node)[0])
        said = dict.fromkeys((each.field for each in IN_TURN.listed), True)
        return cls(good, **said | reader.sentences(node, IN_TURN), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"place {vocabulary.plural(self.good)}"

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [(PLACES, self.good)]

    def sentences(self) -> tuple[str, ...]:
        """The whole procedure, one sentence each, in the words of the language."""
        return IN_TURN.spoken(self)

    def cells(self, players: int) -> Iterable[tuple[CellName, int]]:
        return [(TURN, players), (AGAIN, 1)]

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        mask = sum(1 << index for index, _, _ in places_for(layout, self.good))
        every = (1 << i for i, place in enumerate(layout.places) if place.good == self.good)
        ends = layout.goods_cell(0, self.good), len(layout.goods), layout.placed, mask, sum(every)
        direction = 1 if self.to_left else -1
        with linker.pushed("player", "players"):
            named = tuple((layout.pieces[each.piece].name, each.number) for each in layout.places)
            question = placing.filling.Placing(
                linker.source(records.Put(self.good, named, span=self.span)),
                self.good,
                *ends,
                layout.players,
                self.for_one,
                self.may_idle,
            )
            number = linker.add(question)
            turns = linker.source(records.TurnBegan(span=self.span))
            cells = layout.at[TURN], layout.at[AGAIN]
            turn = linker.add(
                placing.filling.NextPlacing(
                    turns, question, direction, self.one_each, *cells, follow
                )
            )
            question.skip = question.done = turn
            question.set_places(tuple(self._places(linker, turn)))
        assert number == question.number
        return linker.add(
            placing.filling.BeginPlacing(
                *ends, layout.players, self.come_back, direction, self.one_each, turn
            )
        )

    def _places(self, linker: Linker, follow: int) -> Iterator[OpenPlace]:
        """The places, and where that leads on which they are taken."""
        layout = linker.layout
        for index, slot, name in places_for(layout, self.good):
            piece = layout.places[index].piece
            with linker.within(layout.pieces[piece].name, AT_ONCE):
                fruitful = slot.effect.offered_if(linker)
                entry = linker.guarded(slot.effect, follow)
            if not self.fruitful:
                entry = linker.add(steps.Branch(fruitful, entry, follow))
            test = fruitful if self.fruitful else predicates.ALWAYS
            key = f"place {self.good} on {name}"
            yield placing.filling.OpenPlace(
                key, index, lies_open(layout, piece), piece, test, entry
            )


PLACING_ON: Mapping[bool, type[PlaceGoods | PlaceInTurn]] = {True: PlaceGoods, False: PlaceInTurn}
"""What places goods on pieces that players own, and on those that nobody does."""


def places_for(layout: Layout, good: str) -> Iterator[tuple[int, Slot, str]]:
    """The places of all for a good: the number of each, its slot, and its name.

    The number of a place belongs to its name where a piece has several for the good.
    """
    for index, place in enumerate(layout.places):
        piece = layout.pieces[place.piece]
        if place.good == good and not layout.is_owned(place.piece):
            several = sum(slot.count for slot in piece.slots if slot.good == good) > 1
            yield index, piece.slots[place.slot], piece.name + f" {place.number}" * several


def lies_open(layout: Layout, piece: int) -> int:
    """The cell of the place in which a piece lies open for all.

    A piece that lies nowhere is always open: NOWHERE.
    """
    places = layout.sort_of(layout.pieces[piece].sort).places
    return layout.at["pieces", places[:2][-1]] if places else placing.filling.NOWHERE
