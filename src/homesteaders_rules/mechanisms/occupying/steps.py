"""Goods left on pieces: offers, whether a piece is free, and whose goods lie there."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime.acts import Act
from ...runtime.ceiling import Ceiling
from ...runtime.offering.offers import Offer, Paid
from ...runtime.offering.options import Option, by_bits, option_of
from ...runtime.offering.payments import Purse, Reader, lose, reader
from ...runtime.offering.prices import Prices
from ...runtime.operands import Bits, Cell, Cost, GoodIndex, Memory, PlayerCell, RecordSource, Text
from ...runtime.packing import bits
from ...runtime.predicates import Wide
from ...runtime.registers import ACTOR

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...runtime.recording.events import Log

NOBODY = -1
"""In the place of a cell: who left it there is not kept."""
Payable = tuple[Reader, tuple[Option, ...]]
"""What reads where nothing may lie, and the ways to use a piece that somebody can pay for."""
MOST_LISTED = 6
"""So many ways to use a piece are told to whom none is open."""


@frozen(eq=False, repr=False)
class NothingIn(Wide):
    """Nothing lies in some cells."""

    cells: tuple[Cell, ...]
    _read: Reader = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_read", reader(self.cells))

    def holds(self, cells: Sequence[int]) -> bool:
        return not any(self._read(cells))


@frozen(eq=False, repr=False)
class IsTheirs(Wide):
    """A cell holds the seat of the player, plus one."""

    cell: Cell

    def holds(self, cells: Sequence[int]) -> bool:
        return cells[self.cell] == cells[ACTOR] + 1


@define(eq=False, repr=False)
class SetUser(Act):
    """What lies on a piece was left there by the player; if nothing does, by nobody."""

    user: Cell
    lying: NothingIn

    def do(self, cells: list[int], log: Log) -> None:
        cells[self.user] = 0 if self.lying.holds(cells) else cells[ACTOR] + 1


@define(eq=False, repr=False)
class LeaveOffer(Paid):
    """As :class:`Paid`, but a part of what is handed over lies on a piece afterwards.

    ``left`` and ``paid``: by the number of the way what is left there, and what goes to the
    stock. ``here``: the cell of each good on the piece; ``user`` says who left it (NOBODY: it is
    not kept).
    """

    left: tuple[Cost, ...]
    paid: tuple[Cost, ...]
    here: Mapping[GoodIndex, Cell]
    user: Cell
    left_source: RecordSource
    ceiling: Ceiling

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        (way,) = option.operands
        player, row = cells[ACTOR], self.purse.row(cells)
        record: tuple[int, ...] = (self.left_source, player)
        most, too_much = self.ceiling.most, False
        for good, amount in self.left[way]:
            cells[row + good] -= amount
            lying = cells[self.here[good]] = cells[self.here[good]] + amount
            record += (good, amount)
            if lying > most:
                too_much = True
        log.append(record)
        if too_much:
            self.ceiling.hand_back(cells, log)
        if self.user >= 0:
            cells[self.user] = player + 1
        if self.paid[way]:
            self.purse.pay(cells, log, self.source, self.paid[way])
        if self.losses:
            lose(cells, log, self.losses, self.payments[way].goods)
        if self.act is not None:
            self.act.do(cells, log)
        return self.target


@define(eq=False, repr=False)
class UseFree(Offer):
    """A piece that may be used while it is free, in each way to do what its text begins with."""

    name: Text
    free: NothingIn
    parts: tuple[Offer, ...]
    _keys: tuple[str, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._keys = tuple(key for part in self.parts for key in part.keys())

    @property
    def is_plain(self) -> bool:
        """Can nothing but what it takes hinder somebody?"""
        return all(isinstance(part, LeaveOffer) for part in self.parts)

    def settle(self, home: tuple[object, ...]) -> None:
        super().settle(home)
        for part in self.parts:
            part.settle(home)

    def each(self) -> Sequence[Offer]:
        return self.parts

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        if not self.free.holds(cells):
            return ()
        if len(self.parts) == 1:
            return self.parts[0].options(cells)
        return tuple([option for part in self.parts for option in part.options(cells)])

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key not in self._keys and key != self.name and not key.startswith(f"{self.name} with "):
            return None
        if not self.free.holds(cells):
            return "it is not free: something lies there"
        for part in self.parts:
            if key in part.keys():
                return part.why_not(cells, key)
        listed = [f'"{each}"' for each in self._keys[:MOST_LISTED]]
        more = ", ..." if len(self._keys) > MOST_LISTED else ""
        return f"it can be used as {', '.join(listed)}{more}"

    def keys(self) -> tuple[str, ...]:
        return self._keys


@define(eq=False, repr=False)
class UseAny(Offer):
    """Several such pieces, with one look at the goods for all ways to use one of them.

    Each part of them is a :class:`LeaveOffer`: nothing but what it takes can hinder.
    """

    uses: tuple[UseFree, ...]
    purse: Purse
    owned: PlayerCell
    _prices: Prices = field(init=False)
    _ways: tuple[tuple[Reader, Bits], ...] = field(init=False)
    _options: Memory[int, tuple[Option, ...]] = field(init=False)
    _payable: Memory[int, tuple[Payable, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._payable = Memory(self._pieces_for)
        ways = [
            (number, part, way)
            for number, use in enumerate(self.uses)
            for part in use.parts
            if isinstance(part, LeaveOffer)
            for way in range(len(part.payments))
        ]
        self._prices = Prices([part.payments[way] for _, part, way in ways], self.purse)
        of = (bits(number == use for number, *_ in ways) for use in range(len(self.uses)))
        self._ways = tuple(zip((reader(use.free.cells) for use in self.uses), of, strict=True))
        self._options = by_bits(lambda number: option_of(*ways[number][1:]))

    @staticmethod
    def joined(uses: Iterable[UseFree]) -> Iterator[Offer]:
        """The pieces in their order, with those as one that nothing else can hinder."""
        for is_plain, several in groupby(uses, lambda use: use.is_plain):
            run = tuple(several)
            part = run[0].parts[0]
            if is_plain and len(run) > 1 and isinstance(part, LeaveOffer):
                yield UseAny(run, part.purse, part.owned)
            else:
                yield from run

    def settle(self, home: tuple[object, ...]) -> None:
        super().settle(home)
        for use in self.uses:
            use.settle(home)

    def each(self) -> Sequence[Offer]:
        return [part for use in self.uses for part in use.each()]

    def is_open(self, cells: Sequence[int]) -> bool:
        for lying, _ in self._payable[self._prices.open_now(cells, self.owned)]:
            if not any(lying(cells)):
                return True
        return False

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        found: tuple[Option, ...] = ()
        for lying, options in self._payable[self._prices.open_now(cells, self.owned)]:
            if not any(lying(cells)):
                found += options
        return found

    def _pieces_for(self, open_now: int) -> tuple[Payable, ...]:
        """The pieces that some ways to pay are for."""
        return tuple(
            (lying, self._options[open_now & ways]) for lying, ways in self._ways if open_now & ways
        )

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        reasons = (use.why_not(cells, key) for use in self.uses)
        return next((reason for reason in reasons if reason), None)

    def keys(self) -> tuple[str, ...]:
        return tuple(key for use in self.uses for key in use.keys())
