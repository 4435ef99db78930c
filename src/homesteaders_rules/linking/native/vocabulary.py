"""The one table of what parts hold: for each class of parts its operands, slot by slot.

It is read off the fields that the classes declare (``linking.image``). From it come the header of
the machine in C (``header``), the check of each block that the machine is given, and the blocks
themselves (``block``).

A part is a record of 64-bit words: the number of its class, then its operands. A number, a cell or
a step takes one slot; a part the place of its record (0: none); a list the place of its length,
behind which its entries follow; a range of cells two slots; what may be missing a slot that says
whether it is there, and then its own. Of words for people it has a number, 0 for none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import cache
from typing import Any, Union

from attrs import frozen

from ...mechanisms.auction.paying import Due
from ...mechanisms.enclosing.steps import Work
from ...mechanisms.homes.steps import GiveUpSome
from ...runtime.offering.due import Pay, PayOrElse
from ...runtime.offering.offers import Offer, Question
from ...runtime.offering.ordering import Again
from ...runtime.offering.payments import Payment
from ...runtime.operands import Amount, Bits
from ...runtime.steps import Step
from ..image import OF_STEPS, form_of, operands_of
from ..parts import PARTS

ASIDE = ("home", "meaning", "program", "subject")
"""What the machine has no use for; of steps also who made them, and what they are called."""


class Slot(IntEnum):
    """What a slot holds, in the words of the check."""

    END = 0
    """The end of a list's entry, or of what may be missing."""
    NUMBER = 1
    """A small number, also below nothing."""
    INDEX = 2
    """Not below nothing."""
    BITS = 3
    """Bits of one word."""
    FLAG = 4
    CELL = 5
    """A cell that is there at every table, or -1."""
    STEP = 6
    """The number of a step, or -1."""
    PART = 7
    """The place of a part of the family that follows."""
    PERHAPS = 8
    """The same, or 0."""
    LIST = 9
    """The place of a list; its entry follows, up to END."""
    OPTIONAL = 10
    """Whether the slots that follow, up to END, hold anything."""


OF_KINDS: Mapping[str, tuple[int, ...]] = {
    "cell": (Slot.CELL,),
    "player cell": (Slot.CELL,),
    "cells": (Slot.CELL, Slot.CELL),
    "step": (Slot.STEP,),
    "bits": (Slot.BITS,),
    "flag": (Slot.FLAG,),
    "good": (Slot.INDEX,),
    "piece": (Slot.INDEX,),
    "place": (Slot.INDEX,),
    "lot": (Slot.INDEX,),
    "part": (Slot.INDEX,),
    "seats": (Slot.INDEX,),
    "routine": (Slot.INDEX,),
    "text": (Slot.INDEX,),
    "phrase": (),
    "program": (),
    "beside": (),
}
"""The slots of a kind of number; of all others one, with a small number."""

WORKED_OUT: Mapping[type, Mapping[str, Any]] = {
    Pay: {"payable": tuple[tuple[Payment, ...], ...]},
    PayOrElse: {"payable": tuple[tuple[Payment, ...], ...]},
    Work: {"every": tuple[tuple[Bits, Bits, Bits], ...]},
    Due: {"payable": tuple[tuple[Payment, ...], ...]},
    Question: {"alike": tuple[tuple[Offer, Amount, Amount, Amount], ...]},
    Again: {"alike": tuple[tuple[Offer, Amount, Amount, Amount], ...]},
    GiveUpSome: {"alike": tuple[tuple[Offer, Amount, Amount, Amount], ...]},
}
"""What Python finds when it is first needed, and a block holds ready (``block.worked_out``)."""


@frozen
class Operand:
    """An operand in a record: its first slot, and what it holds."""

    name: str
    slot: int
    holds: Any

    @property
    def codes(self) -> tuple[int, ...]:
        """What its slots hold, in the words of Slot."""
        return codes_of(self.holds)


@cache
def record_of(part: type) -> tuple[Operand, ...]:
    """The operands of a class of parts in their order; slot 0 has the number of the class."""
    found: list[Operand] = []
    slot = 1
    aside = {*ASIDE, *OF_STEPS} - {"tried"} if issubclass(part, Step) else ASIDE
    named = [(each.name, each.holds) for each in operands_of(part) if each.name not in aside]
    # Behind what every question has, so that those that inherit from this one have it there too.
    named[2:2] = WORKED_OUT.get(part, {}).items()
    for name, holds in named:
        slots = width_of(holds)
        if slots:
            found.append(Operand(name, slot, holds))
            slot += slots
    return tuple(found)


@cache
def width_of(holds: Any) -> int:
    """How many slots something takes, found without looking up what may stand there."""
    form, inner = form_of(holds)
    if form == "part":
        return 1
    if form is Union:
        is_part = form_of(inner[0])[0] == "part" and not issubclass(inner[0], Step)
        return 1 if is_part else 1 + width_of(inner[0])
    if form == "row":
        return sum(width_of(each) for each in inner)
    return 1 if inner else len(OF_KINDS.get(form.name, (Slot.NUMBER,)))


def codes_of(holds: Any) -> tuple[int, ...]:
    """What the slots of something hold."""
    form, inner = form_of(holds)
    if form == "part":
        return (Slot.STEP,) if issubclass(holds, Step) else (Slot.PART, family(holds))
    if form is Union:
        codes = codes_of(inner[0])
        if codes[0] == Slot.PART:
            return (Slot.PERHAPS, codes[1])
        return (Slot.OPTIONAL, *codes, Slot.END)
    if form == "row":
        return sum((codes_of(each) for each in inner), ())
    if inner:
        return (Slot.LIST, *codes_of(inner[0]), Slot.END)
    return OF_KINDS.get(form.name, (Slot.NUMBER,))


def width(codes: Sequence[int]) -> int:
    """How many slots these words describe."""
    slots, place = 0, 0
    while place < len(codes):
        code = codes[place]
        if code == Slot.END:
            return slots
        slots += 1
        if code in (Slot.PART, Slot.PERHAPS):
            place += 1
        elif code == Slot.LIST:
            place = closing(codes, place)
        elif code == Slot.OPTIONAL:
            slots += width(codes[place + 1 :])
            place = closing(codes, place)
        place += 1
    return slots


def closing(codes: Sequence[int], place: int) -> int:
    """Where the END is of what opens at a place."""
    depth = 0
    while True:
        code = codes[place]
        if code in (Slot.LIST, Slot.OPTIONAL):
            depth += 1
        elif code == Slot.END:
            depth -= 1
            if not depth:
                return place
        elif code in (Slot.PART, Slot.PERHAPS):
            place += 1
        place += 1


def family(base: type) -> int:
    """The number of a class that operands name: what belongs to it may stand there."""
    return families().index(base)


@cache
def families() -> tuple[type, ...]:
    """All classes of which an operand may hold an object, in the order of the vocabulary."""
    found: dict[type, None] = {}
    for part in PARTS:
        worked = WORKED_OUT.get(part, {}).values()
        for holds in (*(each.holds for each in operands_of(part)), *worked):
            found.update(dict.fromkeys(_parts_in(holds)))
    return tuple(found)


def _parts_in(holds: Any) -> list[type]:
    form, inner = form_of(holds)
    if form == "part":
        return [] if issubclass(holds, Step) else [holds]
    return [each for part in inner for each in _parts_in(part)]


@cache
def members(base: type) -> frozenset[type]:
    """The classes of parts that belong to a family; those of a protocol are all that fulfil it."""
    if getattr(base, "_is_protocol", False):
        wanted = {name for name in vars(base) if not name.startswith("_")}
        return frozenset(part for part in PARTS if wanted <= set(dir(part)))
    return frozenset(part for part in PARTS if issubclass(part, base))
