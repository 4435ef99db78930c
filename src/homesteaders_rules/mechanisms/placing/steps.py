"""Placing goods on slots, and collecting what pieces and filled slots give."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from ...runtime.acts import Act, Transfer
from ...runtime.offering.deeds import Deed
from ...runtime.offering.options import Option, option_of
from ...runtime.operands import (
    Bits,
    Flag,
    Memory,
    PlaceIndex,
    PlayerCell,
    RecordSource,
    StepNumber,
    Stride,
    Text,
)
from ...runtime.predicates import Wide
from ...runtime.registers import ACTOR
from ...runtime.steps import Asking, Step
from ...values import ByValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...runtime.recording.events import Log

DONE = "done"


@frozen(eq=False, repr=False)
class SlotPlaces(ByValue):
    """The places of one slot: the bit of its piece, and of each place its number and its key."""

    owner: Bits
    places: tuple[tuple[PlaceIndex, Text], ...]


@define(eq=False, repr=False)
class PlaceGoods(Asking):
    """Put one after the other on a free place, until done.

    ``come_back``: all on places of their own (``mask``) are taken back first. Those that stay are
    taken back too where there are fewer goods than filled places (of all that are ``counted``).
    ``may_idle``: it can be done while a place is free. Operands of its options: the number of a
    place; none: done.
    """

    source: RecordSource
    good: Text
    slots: tuple[SlotPlaces, ...]
    goods: PlayerCell
    width: Stride
    owned: PlayerCell
    placed: PlayerCell
    mask: Bits
    counted: Bits
    come_back: Flag
    may_idle: Flag
    follow: StepNumber
    _keys: dict[int, str] = field(init=False)
    _done: Option = field(init=False)
    _slots: tuple[tuple[int, tuple[tuple[int, Option], ...]], ...] = field(init=False)
    _lookup: Memory[tuple[int, int], tuple[Option, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._keys = {number: key for slot in self.slots for number, key in slot.places}
        self._done = option_of(self)
        self._slots = tuple((slot.owner, self._options_of(slot)) for slot in self.slots)
        self._lookup = Memory(self._free, 1 << 13)

    def _options_of(self, slot: SlotPlaces) -> tuple[tuple[int, Option], ...]:
        """The bits of the places of a slot, and their options."""
        return tuple((1 << number, option_of(self, number)) for number, _ in slot.places)

    def run(self, cells: list[int], log: Log) -> int:
        player = cells[ACTOR]
        if not self.come_back:
            placed = (cells[self.placed + player] & self.counted).bit_count()
            if placed <= cells[self.goods + player * self.width]:
                return ~self.number
        cells[self.placed + player] &= ~self.mask
        return ~self.number

    def _free(self, key: tuple[int, int]) -> tuple[Option, ...]:
        """The first free place of every slot of the pieces that are owned."""
        owned, placed = key
        found = []
        for owner, places in self._slots:
            if owned & owner:
                free = (option for bit, option in places if not placed & bit)
                found += [option for option in (next(free, None),) if option]
        return (*found, self._done) if self.may_idle or not found else tuple(found)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        player = cells[ACTOR]
        placed = cells[self.placed + player]
        if (placed & self.counted).bit_count() >= cells[self.goods + player * self.width]:
            return (self._done,)
        return self._lookup[cells[self.owned + player], placed]

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        if not option.operands:
            return self.follow
        (place,) = option.operands
        cells[self.placed + cells[ACTOR]] |= 1 << place
        log.append((self.source, cells[ACTOR], place))
        return ~self.number

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        player = cells[ACTOR]
        owned, placed = cells[self.owned + player], cells[self.placed + player]
        if key == DONE:
            return f"no {self.good} may stay idle while a place is free"
        found = [(owner, bit) for owner, places in self._slots for bit, o in places if o.key == key]
        if not found:
            return None
        owner, bit = found[0]
        if not owned & owner:
            return "you do not own that piece"
        if placed & bit:
            return "that place is taken"
        if (placed & self.counted).bit_count() >= cells[self.goods + player * self.width]:
            return f"you have no {self.good} left to place"
        return "the place before it on the same slot comes first"

    def keys(self) -> tuple[str, ...]:
        return (*(key for slot in self.slots for _, key in slot.places), DONE)

    def key_of(self, operands: tuple[int, ...]) -> str:
        return self._keys[operands[0]] if operands else DONE

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return Deed("place", place=operands[0]) if operands else Deed(DONE)


@frozen(eq=False, repr=False)
class Yield(ByValue):
    """An act of a clause or slot: it happens if the piece is owned and places are filled."""

    owner: Bits
    places: Bits
    act: Act


@define(eq=False, repr=False)
class Collect(Step):
    """The acts of a moment: of the rules, of owned pieces, of filled slots."""

    always: tuple[Act, ...]
    yields: tuple[Yield, ...]
    owned: PlayerCell
    placed: PlayerCell
    follow: StepNumber
    _lookup: Memory[tuple[int, int], tuple[Act, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._lookup = Memory(self._acts, 1 << 13)

    def _acts(self, key: tuple[int, int]) -> tuple[Act, ...]:
        owned, placed = key
        active = [
            entry.act
            for entry in self.yields
            if owned & entry.owner and placed & entry.places == entry.places
        ]
        return tuple(merged((*self.always, *active)))

    def run(self, cells: list[int], log: Log) -> int:
        player = cells[ACTOR]
        placed = cells[self.placed + player]
        for act in self._lookup[cells[self.owned + player], placed]:
            act.do(cells, log)
        return self.follow


@frozen(eq=False, repr=False)
class Earns(Wide):
    """The player owns a piece and all of some places on it are filled."""

    owned: PlayerCell
    bit: Bits
    placed: PlayerCell
    places: Bits

    def holds(self, cells: Sequence[int]) -> bool:
        player = cells[ACTOR]
        if not cells[self.owned + player] & self.bit:
            return False
        return cells[self.placed + player] & self.places == self.places


def merged(acts: Iterable[Act]) -> Iterator[Act]:
    """The acts, with transfers of fixed amounts that follow each other as one."""
    for _, run in groupby(acts, _is_fixed):
        several = list(run)
        fixed = [act for act in several if isinstance(act, Transfer) and _is_fixed(act)]
        if len(fixed) < 2:
            yield from several
            continue
        goods: Counter[tuple[int, int, int, int]] = Counter()
        for act in fixed:
            for give in act.gives:
                goods[give[:4]] += give[4]
        gives = tuple((*ends, amount) for ends, amount in goods.items())
        yield evolve(fixed[0], sources=tuple(s for act in fixed for s in act.sources), gives=gives)


def _is_fixed(act: Act) -> bool:
    return isinstance(act, Transfer) and act.times is None and act.each is None
