"""Payments: the one solver of every way to pay a cost, substitutions and all; and paying.

A payment never holds a unit that could be taken back while the rest still covers the cost,
unless its substitution says ``even too much``. There is no change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING

from attrs import field, frozen

from ...values import ByValue
from ..acts import Act
from ..ceiling import Moves
from ..operands import Amount, Bits, Cell, Cost, Flag, GoodIndex, Memory, PlayerCell, Text
from ..registers import ACTOR, REGISTERS

if TYPE_CHECKING:
    from ..recording.events import Log, Record

Names = tuple[Text, Text]
"""What one of a good is called, and several of it."""


def counted(amount: int, names: Names) -> str:
    """``1 gold``, ``2 gold``."""
    return f"{amount} {names[0] if amount == 1 else names[1]}"


WITH = " with "
"""Before the substitutions of a payment, in its key."""
MOST_WAYS = 1000
"""In so many ways can something be paid: nobody reads more options, and making them takes long."""


@frozen(eq=False, repr=False)
class Substitute(ByValue):
    """``pays`` stands for ``units`` of one good: 1 gold for 5 silver.

    ``mask``: the bits of the pieces that give the right; none: everybody has it. ``most``: the
    largest number of times it can make sense. ``words`` name one use; with ``names`` (of what
    pays, and last of the good) they say all numbers, where without them they could be others.
    ``portion``: what pays was chosen as any so many of several goods.
    """

    pays: Cost
    good: GoodIndex
    units: Amount
    words: Text
    mask: Bits = 0
    surplus: Flag = False
    most: Amount = 0
    names: tuple[Names, ...] = ()
    portion: Flag = False

    def said(self, times: int) -> str:
        """So many uses in words: ``2 pebbles as star``, ``4 pebbles as 2 stars``."""
        if not self.names:
            return self.formerly(times)
        *paying, instead = self.names
        each = zip(self.pays, paying, strict=True)
        join = ", " if self.portion else " and "
        paid = join.join(counted(amount * times, names) for (_, amount), names in each)
        return f"{paid} as {counted(self.units * times, instead).removeprefix('1 ')}"

    def formerly(self, times: int) -> str:
        """The same without the numbers, as in saves written before."""
        return f"{times} {self.words}" if times > 1 else self.words


@frozen(eq=False, repr=False)
class Payment(ByValue):
    """One way to pay: the goods handed over, rights it needs, and its substitutions in words.

    ``formerly``: the words without numbers, as in saves written before. ``surplus``: some of it
    may be too much. ``returned``: the bit of a piece of the player that goes back with them.
    """

    goods: Cost
    masks: tuple[Bits, ...]
    suffix: Text
    formerly: Text = ""
    surplus: Flag = False
    returned: Bits = 0

    def beats(self, other: Payment) -> bool:
        """Is it no more of anything, needs no other right, and is it less of something?"""
        paid = dict(other.goods)
        less = all(amount <= paid.get(good, 0) for good, amount in self.goods)
        return less and self.goods != other.goods and set(self.masks) <= set(other.masks)

    def joined_with(self, other: Payment) -> Payment:
        """Both of them made at once."""
        goods: dict[int, int] = dict(self.goods)
        for good, amount in other.goods:
            goods[good] = goods.get(good, 0) + amount
        return Payment(
            tuple(goods.items()),
            (*self.masks, *other.masks),
            _with([each.removeprefix(WITH) for each in (self.suffix, other.suffix) if each]),
            _with([each.removeprefix(WITH) for each in (self.formerly, other.formerly) if each]),
            self.surplus or other.surplus,
        )


def solve(cost: Cost, substitutes: Sequence[Substitute]) -> tuple[Payment, ...]:
    """Every distinct way to pay ``cost``, the plain one first.

    Where the same goods may pay in different numbers, what is less in everything beats the rest.
    """
    ways = [list(_ways(good, amount, substitutes)) for good, amount in cost]
    found: dict[Cost, Payment] = {}
    for combination in product(*ways):
        payment = _combine(combination)
        before = found.setdefault(payment.goods, payment)
        if set(payment.masks) < set(before.masks):
            found[payment.goods] = payment
    payments = tuple(found.values())
    if not any(substitute.names for substitute in substitutes):
        return payments
    return tuple(p for p in payments if p.surplus or not any(q.beats(p) for q in payments))


def most_ways(cost: Cost, substitutes: Sequence[Substitute]) -> int:
    """How many ways to pay :func:`solve` has to look at, before any is made."""
    return prod(
        limit + 1
        for good, amount in cost
        for limit in _limits(amount, [s for s in substitutes if s.good == good])
    )


def solve_due(good: int, amount: int, substitutes: Sequence[Substitute]) -> tuple[Payment, ...]:
    """The ways to pay what is due of one good, however much that is; the plain one first.

    Where there are more than MOST_WAYS each way has one kind of substitute, and the first
    MOST_WAYS are left: what is due can always be paid as it stands.
    """
    cost = ((good, amount),)
    if most_ways(cost, substitutes) <= MOST_WAYS:
        return solve(cost, substitutes)
    found: dict[Cost, Payment] = {}
    fitting = [s for s in substitutes if s.good == good]
    for substitute in fitting:
        for way in islice(_ways(good, amount, [substitute]), MOST_WAYS // len(fitting)):
            payment = _combine([way])
            found.setdefault(payment.goods, payment)
    return tuple(found.values())


Uses = tuple[tuple[Substitute, int], ...]
Way = tuple[int, int, Uses]
"""A good, how much of it is paid itself, and how often each substitute is used."""


def _ways(good: int, amount: int, substitutes: Sequence[Substitute]) -> Iterator[Way]:
    fitting = [s for s in substitutes if s.good == good]
    for times in product(*(range(limit + 1) for limit in _limits(amount, fitting))):
        uses = tuple((s, n) for s, n in zip(fitting, times, strict=True) if n)
        covered = sum(s.units * n for s, n in uses)
        wasteful = any(covered - s.units >= amount and not s.surplus for s, _ in uses)
        if not wasteful:
            yield good, max(amount - covered, 0), uses


def _limits(amount: int, substitutes: Iterable[Substitute]) -> list[int]:
    """How often each of some substitutes of a good can make sense."""
    return [s.most if s.surplus else -(-amount // s.units) for s in substitutes]


def _combine(ways: Sequence[Way]) -> Payment:
    goods: dict[int, int] = {}
    masks: list[int] = []
    suffix: list[str] = []
    formerly: list[str] = []
    for good, amount, uses in ways:
        for substitute, times in uses:
            for paid, units in substitute.pays:
                goods[paid] = goods.get(paid, 0) + units * times
            if substitute.mask:
                masks.append(substitute.mask)
            suffix.append(substitute.said(times))
            formerly.append(substitute.formerly(times))
        if amount:
            goods[good] = goods.get(good, 0) + amount
    surplus = any(substitute.surplus for *_, uses in ways for substitute, _ in uses)
    return Payment(tuple(goods.items()), tuple(masks), _with(suffix), _with(formerly), surplus)


def _with(words: Sequence[str]) -> str:
    return f"{WITH}{', '.join(words)}" if words else ""


@frozen(eq=False, repr=False)
class Solver:
    """The payments of costs for one purpose: substitutes are those that hold for it.

    ``owned``: the bits of the pieces that players own, some of which give a right.
    """

    substitutes: tuple[Substitute, ...]
    owned: PlayerCell
    _payments: Memory[Cost, tuple[Payment, ...]] = field(init=False)
    _dues: Memory[tuple[int, int], tuple[Payment, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_payments", Memory(self._solve, 1 << 10))
        object.__setattr__(self, "_dues", Memory(self._solve_due, 1 << 9))

    def payments(self, cost: Cost) -> tuple[Payment, ...]:
        """Every way to pay a cost."""
        return self._payments[cost]

    def _solve(self, cost: Cost) -> tuple[Payment, ...]:
        return solve(cost, self.substitutes)

    def due(self, good: int, amount: int) -> tuple[Payment, ...]:
        """The ways to pay what is counted while the game goes on."""
        return self._dues[good, amount]

    def _solve_due(self, key: tuple[int, int]) -> tuple[Payment, ...]:
        return solve_due(*key, self.substitutes)


def multiple(cost: Cost, times: int) -> Cost:
    """A cost so many times over."""
    return tuple((good, amount * times) for good, amount in cost)


def substituted(solver: Solver, cost: Cost, most: int) -> tuple[tuple[int, Payment], ...]:
    """The ways to pay a cost with substitutes, once and in one sum up to ``most`` times."""
    return tuple(
        (times, payment)
        for times in range(1, most + 1)
        for payment in solver.payments(multiple(cost, times))
        if payment.suffix
    )


Reader = Callable[[Sequence[int]], tuple[int, ...]]


def reader(cells: Sequence[int]) -> Reader:
    """What reads a few cells at once."""
    if len(cells) > 1:
        return itemgetter(*cells)
    wanted = tuple(cells)
    return lambda all_cells: tuple([all_cells[cell] for cell in wanted])


Handed = tuple[Moves, tuple[int, ...]]
"""What is paid, and the record of it."""


def payment_record(source: int, player: int, goods: Cost) -> Record:
    """What tells of goods that a player pays, under a source."""
    return source, player, *(number for good, amount in goods for number in (good, -amount))


@frozen(eq=False, repr=False)
class Purse(ByValue):
    """Where the goods of players and the stock lie, and the words for a payment."""

    names: tuple[Names, ...]
    stock: Cell
    _rows: tuple[int, ...] = field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_rows", tuple(self.rows()))

    def row(self, cells: Sequence[int]) -> int:
        """The first cell of the goods of the player in ACTOR."""
        return self._rows[cells[ACTOR]]

    def readers(self, goods: Sequence[int], others: Sequence[int] = ()) -> tuple[Reader, ...]:
        """For each player what reads the amounts they hold of some goods, and some other cells."""
        return tuple(reader([*(row + good for good in goods), *others]) for row in self.rows())

    def rows(self) -> range:
        """For each player the first cell of their goods."""
        return range(REGISTERS, self.stock, len(self.names))

    def handed(self, source: int, goods: Cost) -> tuple[Handed, ...]:
        """For each player what they hand over to the stock, told under a source."""
        return tuple(
            (
                tuple((row + good, self.stock + good, amount) for good, amount in goods),
                payment_record(source, player, goods),
            )
            for player, row in enumerate(self.rows())
        )

    def pay(self, cells: list[int], log: Log, source: int, goods: Cost) -> None:
        """From the player to the stock."""
        player = cells[ACTOR]
        row = self._rows[player]
        record: Record = (source, player)
        for good, amount in goods:
            cells[row + good] -= amount
            cells[self.stock + good] += amount
            record += (good, -amount)
        log.append(record)

    def words(self, goods: Cost) -> str:
        """``1 gold, 2 silver``."""
        return ", ".join(counted(amount, self.names[good]) for good, amount in goods)

    def shortage(self, cells: Sequence[int], goods: Cost) -> str:
        """``you have 1 wood``: what of the goods a payment needs the player lacks; else empty."""
        row = self.row(cells)
        short = [(good, cells[row + good]) for good, n in goods if cells[row + good] < n]
        return f"you have {self.words(tuple(short))}" if short else ""


def affordable(
    payments: Sequence[Payment], held: Mapping[int, int] | Sequence[int], owned: int
) -> Iterator[int]:
    """The numbers of the payments that can be made with these goods and pieces."""
    for number, payment in enumerate(payments):
        for good, amount in payment.goods:
            if held[good] < amount:
                break
        else:
            if all(owned & mask for mask in payment.masks):
                yield number


Losses = tuple[tuple[GoodIndex, Act], ...]
"""What follows from each unit of some goods that a player loses."""


def lose(cells: list[int], log: Log, losses: Losses, goods: Cost) -> None:
    """What follows from goods that have been paid, unit by unit."""
    following = dict(losses)
    for good, amount in goods:
        if good in following:
            for _ in range(amount):
                following[good].do(cells, log)
