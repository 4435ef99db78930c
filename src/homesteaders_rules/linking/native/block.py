"""Blocks: a linked program as 64-bit words, as the machine in C reads them.

A block begins with a head; behind it lie the records of all parts, each after the parts it refers
to (steps aside, which are referred to by their numbers), and their lists. It is made from a program
of our own linker, and checked once more by the machine when that takes it.

Cells keep their numbers, and a word holds all that a cell can. What may need more (the copies in a
place, the order of a stack, random numbers) has words of its own, which lie apart. Of a set of
pieces or places the first 62 bits lie in the cell, and all others in words of its own; a set in a
part is a word, or the place of such words, below nothing.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Union

from attrs import frozen

from ...errors import Unsupported
from ...mechanisms.auction.paying import Due
from ...mechanisms.building.steps import BuildOffer
from ...mechanisms.enclosing.steps import Work
from ...runtime.offering.due import Pay
from ...runtime.offering.exchanges import UseOnce
from ...runtime.offering.offers import Offer, Paid, Question, Single
from ...runtime.offering.ordering import Again, FromHere
from ...runtime.offering.payments import MOST_WAYS, Substitute
from ...runtime.operands import BESIDE, BITS, CELLS, PHRASE, TEXT, WHOLE
from ...runtime.registers import RANDOM
from ...runtime.steps import Asking, Step
from ..image import NUMBERS, form_of
from .vocabulary import WORKED_OUT, record_of, width_of

if TYPE_CHECKING:
    from ...runtime.offering.payments import Payment
    from ...runtime.program import Program
    from ..layout import Layout

HEAD = ("size", "players", "cells", "words", "steps", "parts", "wide", "duties", "program")
"""What the first words say: how many words, players, cells and wide words there are; where the
lists are of the steps' records, of all records, of wide cells, of duties; where the program is."""
MAY_BLOCK, MAY_LIST = 1, 2
"""What must be looked at where exchanges of any time are listed: may one leave the question without
an option, may one be listed already."""
WORD = 62
"""So many bits of a number fit into a word, with room for a sum."""
MOST_DUE = 60
"""Where two kinds of substitutes may pay what is due, the ways are listed up to so much; what is
more is left to Python."""
MOST_PAYING = 8
"""So many goods may one kind of substitute consist of."""

FIELDS = ("grid", "on cells")
"""Cells with a few bits for each cell of a grid, which are looked at one by one."""


@frozen
class Block:
    """A program as words, and the parts whose options the machine lists, by their places."""

    words: bytes
    sources: Mapping[int, Any]


def block_of(program: Program, layout: Layout, known: Iterable[int]) -> Block:
    """The block of a program; ``known`` are the numbers of the classes that the machine knows.

    Raises Unsupported where something in it is beyond the machine.
    """
    writer = _Writer(frozenset(known))
    steps = [writer.part(step) for step in program.steps]
    whole = writer.part(program)
    wide = _wide(layout)
    names = frozenset(key for offer in program.exchanges for key in offer.keys())
    head = {
        "players": layout.players,
        "cells": len(wide),
        "words": sum(map(abs, wide)),
        "steps": writer.listed([(each,) for each in steps]),
        "wide": writer.listed([(each,) for each in wide]),
        "duties": writer.listed([(_duty(step, names),) for step in program.steps]),
        "program": whole,
        "parts": writer.listed([(each,) for each, _ in sorted(writer.parts.values(), key=_place)]),
    }
    head["size"] = len(writer.words)
    writer.words[: len(HEAD)] = [head[name] for name in HEAD]
    try:
        words = array("q", writer.words).tobytes()
    except OverflowError as error:
        raise Unsupported("a number of the rules does not fit into a word") from error
    return Block(words, dict(writer.parts.values()))


def _place(written: tuple[int, object]) -> int:
    return written[0]


def _wide(layout: Layout) -> list[int]:
    """For each cell how many words of its own it has; 0: it is one itself.

    Those of sets, which have some beside the cell, are counted below nothing.
    """
    found = []
    if layout.grid is not None and layout.grid.plan.size >= WORD:
        raise Unsupported(f"a grid of {layout.grid.plan.size} cells is more than a word")
    for number, cell in enumerate(layout.cells):
        bits = cell.high.bit_length()
        if number == RANDOM:
            found.append(1)
        elif cell.name[0] == "owned":
            found.append(-_more(_owned(layout)))
        elif cell.name[0] == "placed" or cell.name == ("map", "neutral"):
            found.append(-_more(bits))
        elif bits <= WORD:
            found.append(0)
        else:
            if cell.name[0] not in FIELDS and any(isinstance(each, int) for each in cell.name):
                raise Unsupported(f"what lies in {cell.name} of players is more than a word")
            found.append(-(-bits // 64))
    return found


def _more(bits: int) -> int:
    """So many words more than one has a set of so many bits."""
    return max(bits - 1, 0) // WORD


def _owned(layout: Layout) -> int:
    """How many kinds of pieces players can own: they are the first of all."""
    owned = [sort.name for sort in layout.sorts if "players" in sort.places]
    return sum(piece.sort in owned for piece in layout.pieces)


def _duty(step: Step, names: frozenset[str]) -> int:
    """What to look at where exchanges of these names are listed at a step, as bits."""
    if not isinstance(step, Asking):
        return 0
    if isinstance(step, Question):
        _check_keys(step, names)
    if not names:
        return 0
    if not isinstance(step, Question | Pay) and step.may_share(names):
        raise Unsupported(f"{type(step).__name__} may list what is an exchange too")
    may_block = step.tried or step.can_run_dry()
    return MAY_BLOCK * may_block | MAY_LIST * step.may_share(names)


def _check_keys(step: Question, names: frozenset[str]) -> None:
    """The machine knows no keys: it is told which of its options have one together."""
    others = (part for part in _each_of(step) if not isinstance(part, UseOnce))
    if not all(names.isdisjoint(part.keys()) for part in others):
        raise Unsupported("an offer of a question may have the key of an exchange")


def _each_of(step: Question) -> list[Offer]:
    """The offers of a question that are made of no others."""
    found: list[Offer] = []
    left = list(step.offers)
    while left:
        offer = left.pop(0)
        parts = list(offer.each())
        if parts == [offer]:
            found.append(offer)
        left[:0] = [] if parts == [offer] else parts
    return found


def alike(step: Question) -> tuple[tuple[Offer, int, int, int], ...]:
    """The options of a question that have a key together: of which offer, their operands, the key.

    Only the first of those with one key is listed. Raises Unsupported where it cannot be said.
    """
    parts = _each_of(step)
    uses = Counter(chain.from_iterable(part.keys() for part in parts))
    numbers = {key: number for number, (key, many) in enumerate(uses.items(), 1) if many > 1}
    if isinstance(step, Again) and not numbers.keys().isdisjoint(step.offers[-1].keys()):
        raise Unsupported("what ends a question has the key of something else in it")
    found: dict[tuple[int, int, int], tuple[Offer, int, int, int]] = {}
    for part in parts:
        if numbers.keys().isdisjoint(part.keys()):
            continue
        for operands in _operands_of(part):
            if number := numbers.get(part.key_of(operands)):
                first, second = (*operands, 0, 0)[:2]
                found[id(part), first, second] = part, first, second, number
    return tuple(found.values())


def _operands_of(part: Offer) -> Iterable[tuple[int, ...]]:
    """The operands of all options of an offer, two at most."""
    match part:
        case Single() | FromHere():
            return [()]
        case Paid():
            return [(way,) for way in range(len(part.payments))]
        case UseOnce():
            return part.exchange.ways()
        case BuildOffer():
            return [(k.index, way) for k in part.prices.kinds for way in range(len(k.ways))]
    raise Unsupported(f"another offer may have a key of {type(part).__name__}")


def worked_out(part: Pay | Due) -> tuple[tuple[Payment, ...], ...]:
    """What a block holds ready: the ways to pay what is due, by how much that is.

    With one kind of substitute the machine counts them itself.
    """
    fitting = [each for each in part.solver.substitutes if each.good == part.good]
    if not fitting or (len(fitting) == 1 and _is_plain(fitting[0])):
        return ()
    found: list[tuple[Payment, ...]] = []
    while len(found) <= MOST_DUE and sum(map(len, found)) < MOST_WAYS:
        found.append(part.ways(len(found)))
    return tuple(found)


def _is_plain(substitute: Substitute) -> bool:
    """Does nothing but the number of its uses tell one way to pay with it from another?"""
    pays = {good for good, _ in substitute.pays}
    is_other = substitute.good not in pays and len(pays) == len(substitute.pays) <= MOST_PAYING
    return is_other and not substitute.surplus


def _words_of(bits: int) -> list[int]:
    """The words of a set, the first members in the first."""
    return [bits >> at & (1 << WORD) - 1 for at in range(0, bits.bit_length(), WORD)]


@cache
def _is_number(holds: Any) -> bool:
    """Is it written as the number that it is?"""
    form, inner = form_of(holds)
    aside = ("part", Union, "row", CELLS, TEXT, BITS, PHRASE, WHOLE, BESIDE)
    return not inner and form not in aside


class _Writer:
    """Writes each part once, after what it refers to; equal lists are written once too."""

    def __init__(self, known: frozenset[int]) -> None:
        self.known = known
        self.words = [0] * len(HEAD)
        self.parts: dict[int, tuple[int, Any]] = {}
        self.lists: dict[tuple[int, ...], int] = {}
        self.held: dict[tuple[int, int], tuple[int, Any, Any]] = {}
        self.texts = {"": 0}

    def part(self, part: Any) -> int:
        """The place of the record of a part, which is written if it is not yet."""
        if id(part) in self.parts:
            return self.parts[id(part)][0]
        kind: Any = type(part)
        if NUMBERS[kind] not in self.known:
            raise Unsupported(f"{kind.__name__} is not known to the machine")
        record = [NUMBERS[kind]]
        for operand in record_of(kind):
            if _is_number(operand.holds):
                record.append(int(getattr(part, operand.name)))
            elif operand.name not in WORKED_OUT.get(kind, ()):
                record += self.slots(operand.holds, getattr(part, operand.name))
            elif isinstance(part, Question):
                record += self.slots(operand.holds, alike(part))
            elif isinstance(part, Work):
                record.append(self.listed(part.areas.every))
            else:
                record += self.slots(operand.holds, worked_out(part))
        place = len(self.words)
        self.words += record
        self.parts[id(part)] = place, part
        return place

    def slots(self, holds: Any, value: Any) -> list[int]:
        """The slots of a value."""
        form, inner = form_of(holds)
        if form == "part":
            return [value.number if isinstance(value, Step) else self.part(value)]
        if form is Union:
            return self.perhaps(inner[0], value)
        if form == "row":
            pairs = zip(inner, value, strict=True)
            return [slot for each, entry in pairs for slot in self.slots(each, entry)]
        if inner:
            name = id(value), id(holds)
            if name not in self.held:
                self.held[name] = self.several(inner[0], value), value, holds
            return [self.held[name][0]]
        if form is CELLS:
            return [value.start, value.stop]
        if form is TEXT:
            return [self.texts.setdefault(value, len(self.texts))]
        if form is BITS and value >> WORD:
            return [-self.listed((each,) for each in _words_of(value))]
        return [] if form in (PHRASE, WHOLE, BESIDE) else [int(value)]

    def several(self, holds: Any, value: Any) -> int:
        """The place of all entries of a value, which many parts may hold."""
        entries: Any = sorted(value.items()) if isinstance(value, Mapping) else value
        if isinstance(entries, frozenset | set):
            entries = sorted(entries)
        if _is_number(holds):
            return self.listed([(int(entry),) for entry in entries])
        return self.listed([self.slots(holds, entry) for entry in entries])

    def perhaps(self, holds: Any, value: Any) -> list[int]:
        """A part, or 0; of all else whether it is there, and what it is."""
        form, _ = form_of(holds)
        if form == "part" and not issubclass(holds, Step):
            return [0 if value is None else self.part(value)]
        if value is None:
            return [0] * (1 + width_of(holds))
        return [1, *self.slots(holds, value)]

    def listed(self, entries: Iterable[Iterable[int]]) -> int:
        """The place of a list: its length, and its entries."""
        every = [tuple(entry) for entry in entries]
        block = (len(every), *(slot for entry in every for slot in entry))
        place = self.lists.get(block)
        if place is None:
            place = self.lists[block] = len(self.words)
            self.words += block
        return place
