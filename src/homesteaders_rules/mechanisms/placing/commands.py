"""Placing goods on the slots of your pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.base import GOOD, SaidOneWay
from ...commands.effects import Effect, Quiet
from ...commands.sentences import Sentence, Sentences
from ...runtime.recording import records
from ...trees import Node, tokens
from . import steps as placing_steps

if TYPE_CHECKING:
    from ...commands.protocols import Linker, Reader
    from .steps import SlotPlaces


PLACING = Sentences(
    "placing",
    (
        Sentence(
            "come_back",
            "all of them come back first",
            "those placed stay where they are",
            ("return_rule",),
        ),
        Sentence(
            "may_idle",
            "any of them may stay idle",
            "none stays idle while a place is free",
            ("idle_rule",),
        ),
    ),
)
"""What happens before and while goods are placed."""


@frozen(eq=False, repr=False)
class PlaceGoods(SaidOneWay, Quiet):
    """``place workers:`` and its sentences: put them on free places of your pieces, until done.

    The sentences of :data:`PLACING` fill its fields; without a block it says the first of each.
    A slot acts when all of its places are filled; what is hired meanwhile may be placed too
    (rulebook 2A, cases 18-26).
    """

    about_you = True
    is_question = True
    rules = ("place_goods", "placing")
    example = "place <goods>"
    good: str = field(metadata=GOOD)
    come_back: bool = True
    may_idle: bool = True

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        good = reader.named("good", tokens(node)[0])
        said = reader.sentences(node, PLACING) if node.data == "placing" else {}
        return cls(good, **said, span=reader.span(node))

    def sentences(self) -> tuple[str, ...]:
        """The whole procedure, one sentence each, in the words of the language."""
        return PLACING.spoken(self)

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        named = tuple((layout.pieces[place.piece].name, place.number) for place in layout.places)
        listed = [(1 << i, p) for i, p in enumerate(layout.places) if p.good == self.good]
        own = sum(bit for bit, place in listed if layout.is_owned(place.piece))
        step = placing_steps.PlaceGoods(
            linker.source(records.Put(self.good, named, span=self.span)),
            self.good,
            slots_of(linker, self.good, f"place {self.good} "),
            layout.goods_cell(0, self.good),
            len(layout.goods),
            layout.owned,
            layout.placed,
            own,
            sum(bit for bit, _ in listed),
            self.come_back,
            self.may_idle,
            follow,
        )
        return linker.add(step)


def slots_of(linker: Linker, good: str, before: str = "") -> tuple[SlotPlaces, ...]:
    """A player's slots for a good; of each place its number, and its name behind some words."""
    layout = linker.layout
    slots: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for index, place in enumerate(layout.places):
        if place.good == good and layout.is_owned(place.piece):
            name = f"{before}{layout.pieces[place.piece].name} {place.number}"
            slots.setdefault((place.piece, place.slot), []).append((index, name))
    return tuple(
        placing_steps.SlotPlaces(1 << piece, tuple(places)) for (piece, _), places in slots.items()
    )
