"""Placing goods on slots, and collecting what pieces and filled slots give."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime.acts import merged
from ...runtime.options import Option
from ...runtime.predicates import Test
from ...runtime.registers import ACTOR
from ...runtime.steps import Asking, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...runtime.acts import Act
    from ...runtime.events import Log

DONE = "done"


@frozen
class SlotPlaces:
    """The places of one slot: the bit of its piece, and of each place its number and its key."""

    owner: int
    places: tuple[tuple[int, str], ...]


@define(eq=False)
class PlaceGoods(Asking):
    """Put one after the other on a free place, until done.

    ``come_back``: all are taken back first. Those that stay are taken back too where there are
    fewer goods than filled places. ``may_idle``: it can be done while a place is free.
    """

    source: int
    good: str
    slots: tuple[SlotPlaces, ...]
    goods: int
    width: int
    owned: int
    placed: int
    mask: int
    come_back: bool
    may_idle: bool
    follow: int
    done: Option = field(init=False)
    _slots: tuple[tuple[int, tuple[tuple[int, Option], ...]], ...] = field(init=False)
    _lookup: Callable[[int, int], tuple[Option, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.done = Option(DONE, offer=self)
        self._slots = tuple((slot.owner, self._options_of(slot)) for slot in self.slots)
        self._lookup = lru_cache(maxsize=1 << 13)(self._free)

    def _options_of(self, slot: SlotPlaces) -> tuple[tuple[int, Option], ...]:
        """The bits of the places of a slot, and their options."""
        return tuple(
            (1 << number, Option(key, offer=self, payload=number)) for number, key in slot.places
        )

    def run(self, cells: list[int], log: Log) -> int:
        player = cells[ACTOR]
        placed = (cells[self.placed + player] & self.mask).bit_count()
        if self.come_back or placed > cells[self.goods + player * self.width]:
            cells[self.placed + player] &= ~self.mask
        return ~self.number

    def _free(self, owned: int, placed: int) -> tuple[Option, ...]:
        """The first free place of every slot of the pieces in ``owned``."""
        found = []
        for owner, places in self._slots:
            if owned & owner:
                free = (option for bit, option in places if not placed & bit)
                found += [option for option in (next(free, None),) if option]
        return (*found, self.done) if self.may_idle or not found else tuple(found)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        player = cells[ACTOR]
        placed = cells[self.placed + player]
        if (placed & self.mask).bit_count() >= cells[self.goods + player * self.width]:
            return (self.done,)
        return self._lookup(cells[self.owned + player], placed)

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        if option is self.done:
            return self.follow
        cells[self.placed + cells[ACTOR]] |= 1 << option.payload
        log.append((self.source, cells[ACTOR], option.payload))
        return ~self.number

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        player = cells[ACTOR]
        owned, placed = cells[self.owned + player], cells[self.placed + player]
        if key == self.done.key:
            return f"no {self.good} may stay idle while a place is free"
        found = [(owner, bit) for owner, places in self._slots for bit, o in places if o.key == key]
        if not found:
            return None
        owner, bit = found[0]
        if not owned & owner:
            return "you do not own that piece"
        if placed & bit:
            return "that place is taken"
        if (placed & self.mask).bit_count() >= cells[self.goods + player * self.width]:
            return f"you have no {self.good} left to place"
        return "the place before it on the same slot comes first"

    def keys(self) -> tuple[str, ...]:
        return (*(key for slot in self.slots for _, key in slot.places), self.done.key)


@frozen
class Yield:
    """An act of a clause or slot: it happens if the piece is owned and places are filled."""

    owner: int
    places: int
    act: Act


@define(eq=False)
class Collect(Step):
    """The acts of a moment: of the rules, of owned pieces, of filled slots."""

    always: tuple[Act, ...]
    yields: tuple[Yield, ...]
    owned: int
    placed: int
    follow: int
    _lookup: Callable[[int, int], tuple[Act, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._lookup = lru_cache(maxsize=1 << 13)(self._acts)

    def _acts(self, owned: int, placed: int) -> tuple[Act, ...]:
        active = [
            entry.act
            for entry in self.yields
            if owned & entry.owner and placed & entry.places == entry.places
        ]
        return tuple(merged((*self.always, *active)))

    def run(self, cells: list[int], log: Log) -> int:
        player = cells[ACTOR]
        placed = cells[self.placed + player]
        for act in self._lookup(cells[self.owned + player], placed):
            act.do(cells, log)
        return self.follow


@frozen
class Earns(Test):
    """The player owns a piece and all of some places on it are filled."""

    owned: int
    bit: int
    placed: int
    places: int

    def holds(self, cells: Sequence[int]) -> bool:
        player = cells[ACTOR]
        owns = bool(cells[self.owned + player] & self.bit)
        return owns and cells[self.placed + player] & self.places == self.places
