"""A payment that must be made, and what must be raised for it."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from attrs import define, field

from ..acts import Act
from ..counters import Counter
from ..operands import Cost, Flag, GoodIndex, Memory, RecordSource, StepNumber
from ..pointing import LookedUp, looked_up
from ..registers import ACTOR
from ..steps import Asking
from .deeds import Deed
from .exchanges import ExchangeOffer, Held
from .listing import numbers_of
from .options import Option, Paying, option_of
from .payments import Handed, Losses, Payment, Purse, Reader, Solver, affordable, lose

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..recording.events import Log


@define(eq=False, repr=False)
class Pay(Asking, Paying):
    """A payment of one good that must be made, counted when it is asked.

    Where no way to pay is open, exchanges that cost nothing are needed: as few uses as suffice.
    Operands of its options: what is due, and the number of the way to pay that.
    """

    source: RecordSource
    good: GoodIndex
    counter: Counter
    solver: Solver
    purse: Purse
    raising: ExchangeOffer | None
    losses: Losses
    follow: StepNumber
    _goods: tuple[int, ...] = field(init=False)
    _handed: Memory[tuple[int, ...], tuple[Handed, ...]] = field(init=False)
    _amount: LookedUp | None = field(init=False)
    _held: tuple[Reader, ...] = field(init=False)
    _options: Memory[tuple[int, ...], Option] = field(init=False)
    _masks: int = field(init=False)
    _payable: Memory[int, tuple[tuple[Cost, ...], Any]] = field(init=False)
    _lacking: Memory[tuple[int, Held], tuple[Option, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        fitting = [s for s in self.solver.substitutes if s.good == self.good]
        pays = {good for substitute in fitting for good, _ in substitute.pays}
        self._goods = tuple(sorted({self.good, *pays}))
        self._masks = reduce(or_, (substitute.mask for substitute in fitting), 0)
        self._amount = looked_up(self.counter)
        self._held = self.purse.readers(self._goods)
        self._handed = Memory(self._hand_over)
        self._options = Memory(lambda operands: option_of(self, *operands))
        self._payable = Memory(self._ways_to_pay, 1 << 9)
        self._lacking = Memory(self._raise)

    def ways(self, due: int) -> tuple[Payment, ...]:
        """Each payment of so much."""
        return self.solver.due(self.good, due)

    def payment_of(self, operands: tuple[int, ...]) -> Payment:
        due, way = operands
        return self.ways(due)[way]

    def settle(self, home: tuple[object, ...]) -> None:
        self.home = home
        if self.raising is not None:
            self.raising.settle(home)

    def run(self, cells: list[int], log: Log) -> int:
        if self._amount is None:
            amount = self.counter.count(cells, cells[ACTOR])
        else:
            each, first, register, stride, _ = self._amount
            amount = each * cells[first + cells[register] * stride]
        # Whoever is asked for what they had when it was promised may have spent it since.
        if amount > 0 and (self.raising is not None or self.options(cells)):
            return ~self.number
        return self.follow

    def can_run_dry(self) -> bool:
        return self.raising is None

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        if self._amount is None:
            amount = self.counter.count(cells, cells[ACTOR])
        else:
            each, first, register, stride, most = self._amount
            counted = each * cells[first + cells[register] * stride]
            amount = counted if counted < most else most
        places, found = self._payable[amount]
        for cell, most in places[cells[ACTOR]]:
            held = cells[cell]
            found = found[held if held < most else most]
        if self._masks:
            found = found[cells[self.solver.owned + cells[ACTOR]] & self._masks]
        options: tuple[Option, ...] = found
        return options

    def is_alike(self, cells: Sequence[int], changes: Cost) -> bool:
        """Is the same surely offered when the player in ACTOR has so much more of some goods?"""
        if self._amount is None:
            return False
        each, first, register, stride, most = self._amount
        counted, row = first + cells[register] * stride, self.purse.row(cells)
        places, _ = self._payable[min(each * cells[counted], most)]
        enough = dict(places[cells[ACTOR]])
        for good, more in changes:
            cell = row + good
            if counted in (cell, self.purse.stock + good):
                return False
            if cell in enough and min(cells[cell], cells[cell] + more) < enough[cell]:
                return False
        return True

    def _ways_to_pay(self, due: int) -> tuple[tuple[Cost, ...], Any]:
        """For each player the cells of what may be paid, with the most of it; and what is open.

        What is open is found by how much is held of one good after the other, and by the rights:
        more of a good than can be paid is as good as that.
        """
        ways = self.ways(due)
        most = {
            good: max(dict(way.goods).get(good, 0) for way in ways)
            for good in sorted({good for way in ways for good, _ in way.goods})
        }

        def held(amounts: tuple[int, ...]) -> Any:
            if len(amounts) < len(most):
                return Memory(lambda amount: held((*amounts, amount)))
            by_rights: Memory[int, Any] = Memory(lambda rights: open_ways(amounts, rights))
            return by_rights if self._masks else by_rights[0]

        def open_ways(amounts: tuple[int, ...], rights: int) -> tuple[Option, ...]:
            numbers = affordable(ways, dict(zip(most, amounts, strict=True)), rights)
            return tuple(self._options[due, way] for way in numbers)

        rows = self.purse.rows()
        return tuple(tuple((row + good, most[good]) for good in most) for row in rows), held(())

    def _hand_over(self, operands: tuple[int, ...]) -> tuple[Handed, ...]:
        return self.purse.handed(self.source, self.payment_of(operands).goods)

    def needed(self, cells: Sequence[int]) -> tuple[Option, ...]:
        player = cells[ACTOR]
        return self._lacking[self.counter.count(cells, player), self._held[player](cells)]

    def _raise(self, key: tuple[int, Held]) -> tuple[Option, ...]:
        if self.raising is None:
            return ()
        due, held = key
        amounts = dict(zip(self._goods, held, strict=True))
        lacking = [lack for way in self.ways(due) if (lack := self._lack(way, amounts))]
        return (self.raising.to_raise(self.good, min(lacking)),) if lacking else ()

    def _lack(self, payment: Payment, amounts: Mapping[int, int]) -> int:
        """How much of the good a payment lacks; 0 if it lacks others, which cannot be raised."""
        lack = 0
        for good, amount in payment.goods:
            if amounts[good] < amount:
                if good != self.good:
                    return 0
                lack = amount - amounts[good]
        return lack

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        moves, record = self._handed[option.operands][cells[ACTOR]]
        for giver, taker, amount in moves:
            cells[giver] -= amount
            cells[taker] += amount
        log.append(record)
        if self.losses:
            lose(cells, log, self.losses, self.payment_of(option.operands).goods)
        return self.follow

    def key_of(self, operands: tuple[int, ...]) -> str:
        due, way = operands
        goods = sorted(self.ways(due)[way].goods, key=lambda item: item[0] == self.good)
        return f"pay {self.purse.words(tuple(goods) or ((self.good, 0),))}"

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return Deed("pay", amount=operands[0], cost=self.payment_of(operands).goods)

    def wished(self, cells: Sequence[int]) -> Iterator[tuple[str, Deed]]:
        for operands in self._whole(self.counter.count(cells, cells[ACTOR])):
            yield self.key_of(operands), self.deed_of(operands)

    def _whole(self, due: int) -> list[tuple[int, ...]]:
        """The operands of each way to pay all that is due."""
        return [(due, way) for way in range(len(self.ways(due)))]

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if not key.startswith("pay "):
            return None
        amount = self.counter.count(cells, cells[ACTOR])
        keys = {self.key_of((amount, way)): each for way, each in enumerate(self.ways(amount))}
        due = f"the cost is {self.purse.words(((self.good, amount),))}"
        if key in keys:
            return f"{due}; {self.purse.shortage(cells, keys[key].goods)}"
        listed = ", ".join(f'"{each}"' for each in keys)
        return f"{due}: with nothing too much it can be paid as {listed}"

    def keys_up_to(self, most: int) -> Iterator[str]:
        """Every key while no more than ``most`` of anything is counted, and of what raises it."""
        # An exchange while it is asked for may leave nothing due.
        due = sorted(numbers_of(self.counter, most))
        yield from self._keys_of(due)
        if self.raising is not None:
            lacking = range(1, max(due, default=0) + 1)
            yield from (self.raising.to_raise(self.good, number).key for number in lacking)

    def _keys_of(self, due: Sequence[int]) -> Iterator[str]:
        """The keys of each way to pay some amounts that may be due."""
        for amount in due:
            yield from (self.key_of((amount, way)) for way in range(len(self.ways(amount))))

    def may_offer(self, key: str) -> bool:
        return key.startswith("pay ")

    def may_share(self, keys: frozenset[str]) -> bool:
        return self.raising is not None or any(map(self.may_offer, keys))


@define(eq=False, repr=False)
class PayOrElse(Pay):
    """A payment of which some may be left: for each that is missing something else comes.

    ``all_there``: no more may be left than is missing. Operands of its options: what is due, how
    much of that is paid, and the number of the way to pay it.
    """

    instead: Act | None
    all_there: Flag
    _found: Memory[tuple[int, int, Held], tuple[Option, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        Pay.__attrs_post_init__(self)
        self._found = Memory(self._find)

    def payment_of(self, operands: tuple[int, ...]) -> Payment:
        return self.ways(operands[1])[operands[2]]

    def _whole(self, due: int) -> list[tuple[int, ...]]:
        return [(due, due, way) for way in range(len(self.ways(due)))]

    def run(self, cells: list[int], log: Log) -> int:
        return ~self.number if self.counter.count(cells, cells[ACTOR]) > 0 else self.follow

    def can_run_dry(self) -> bool:
        return False

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        player = cells[ACTOR]
        rights = cells[self.solver.owned + player] & self._masks
        return self._found[self.counter.count(cells, player), rights, self._held[player](cells)]

    def _find(self, key: tuple[int, int, Held]) -> tuple[Option, ...]:
        due, rights, held = key
        amounts = dict(zip(self._goods, held, strict=True))
        found: dict[Cost, Option] = {}
        for paid in range(min(due, self._most(amounts)), -1, -1):
            for way in affordable(self.ways(paid), amounts, rights):
                operands = due, paid, way
                # Of payments of the same goods the one that counts for most is meant.
                found.setdefault(self.payment_of(operands).goods, self._options[operands])
            if found and self.all_there:
                break
        return tuple(found.values())

    def _most(self, amounts: Mapping[int, int]) -> int:
        """No more than that can be paid."""
        fitting = (each for each in self.solver.substitutes if each.good == self.good)
        instead = (s.units * min(amounts[g] // n for g, n in s.pays) for s in fitting)
        return amounts[self.good] + sum(instead)

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        due, paid, _ = option.operands
        missing = due - paid
        follow = super().choose(cells, log, option) if paid else self.follow
        if missing and self.instead is not None:
            cells.append(missing)
            self.instead.do(cells, log)
            cells.pop()
        return follow

    def key_of(self, operands: tuple[int, ...]) -> str:
        return super().key_of(operands[1:])

    def _keys_of(self, due: Sequence[int]) -> Iterator[str]:
        for paid in range(max(due, default=0) + 1):
            ways = range(len(self.ways(paid)))
            yield from (self.key_of((paid, paid, way)) for way in ways)

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if not key.startswith("pay "):
            return None
        amount = self.counter.count(cells, cells[ACTOR])
        due, held = ((self.good, amount),), self.purse.row(cells) + self.good
        has = self.purse.words(((self.good, cells[held]),))
        more = "; as much as you have is paid" if self.all_there else ""
        return f"the cost is {self.purse.words(due)}; you have {has}{more}"
