"""Payments by brute force: every way to pay that is complete, minimal, owned and allowed."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ...commands.amounts import Amount, Bundle, Number, Per, Sum
from ...runtime.recording.events import STOCK
from .triggers import follow_units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...words import Span
    from .reading import Asks, Reading
    from .text import Text

Goods = dict[str, int]
MOST_DUE = 9999
MOST_WAYS = 1000
"""What could be paid in more ways is not read: the game does not list them all either."""


def cost_of(bundle: Bundle) -> Goods:
    """A bundle of plain numbers."""
    plain = ((each.good, each.amount) for each in bundle.items)
    return {good: n.value for good, n in plain if isinstance(n, Number) and n.value}


def due_of(game: Reading, amount: Amount) -> int:
    """No payment is of more than can be raised in time."""
    if isinstance(amount, Sum):
        return min(sum(due_of(game, each) for each in amount.amounts), game.most)
    number = game.count(amount)
    return min(number, MOST_DUE) if isinstance(amount, Per) and amount.most is None else number


def is_counted(bundle: Bundle) -> bool:
    """Is any of its numbers known only when it is asked?"""
    return any(not isinstance(item.amount, Number) for item in bundle.items)


def cost_now(game: Reading, bundle: Bundle) -> dict[str, int]:
    """What it comes to as things stand."""
    counted = {item.good: due_of(game, item.amount) for item in bundle.items}
    return {good: number for good, number in counted.items() if number > 0}


@frozen
class Standing:
    """``pays`` may stand for ``units`` of a good; ``rights``: for owners of one of these pieces."""

    pays: tuple[tuple[str, int], ...]
    good: str
    units: int
    surplus: bool
    rights: frozenset[str] | None
    in_numbers: bool = False
    portion: bool = False

    def words(self, text: Text, times: int) -> str:
        """``2 gold as silver``; in numbers ``2 gold as 10 silver``."""
        if self.in_numbers:
            count = text.vocabulary.count
            join = ", " if self.portion else " and "
            paid = join.join(count(amount * times, good) for good, amount in self.pays)
            return f"{paid} as {count(self.units * times, self.good).removeprefix('1 ')}"
        paid = " and ".join(good for good, _ in self.pays)
        return f"{times} " * (times > 1) + f"{paid} as {self.good}"


@frozen
class Way:
    """One way to pay: what is handed over, and its substitutions in words."""

    goods: tuple[tuple[str, int], ...]
    said: tuple[str, ...] = ()
    rights: tuple[frozenset[str], ...] = ()
    surplus: bool = False
    left_out: tuple[str, ...] = ()

    @property
    def suffix(self) -> str:
        """What stands behind the key of what is paid for."""
        words = f" with {', '.join(self.said)}" if self.said else ""
        return words + "".join(f" less 1 {good}" for good in self.left_out)

    def can_be_paid(self, game: Reading) -> bool:
        """Does "you" hold the goods, and own what allows it?"""
        owned = game.board.owned[game.you]
        return all(game.held(good) >= n for good, n in self.goods) and all(
            pieces & owned for pieces in self.rights
        )

    def beats(self, other: Way) -> bool:
        """Is it less of something, no more of anything, and as much allowed?"""
        mine, theirs = Counter(dict(self.goods)), Counter(dict(other.goods))
        return mine < theirs and set(self.rights) <= set(other.rights)


def standings(text: Text, purpose: str) -> list[Standing]:
    """What may stand for what in payments of a purpose."""
    if purpose not in text.standings:
        found = _standings(text, purpose)
        text.standings[purpose] = [
            evolve(each, in_numbers=_needs_numbers(each, found)) for each in found
        ]
    listed: list[Standing] = text.standings[purpose]
    return listed


def _standings(text: Text, purpose: str) -> list[Standing]:
    found: dict[tuple[object, ...], Standing] = {}
    for sub, piece in text.substitutions:
        if sub.purposes and purpose not in sub.purposes:
            continue
        for item in sub.items:
            units = item.amount.value if isinstance(item.amount, Number) else 1
            rights = frozenset([piece]) if piece else None
            each = Standing(tuple(cost_of(sub.pays).items()), item.good, units, sub.surplus, rights)
            each = evolve(each, portion=sub.portion)
            name = (*each.pays, each.good, units, sub.surplus, bool(piece))
            if name in found and rights:
                each = evolve(each, rights=rights | (found[name].rights or frozenset()))
            found[name] = each
    return [*found.values()]


def _needs_numbers(each: Standing, among: Iterable[Standing]) -> bool:
    """Would the words without numbers leave open what is meant?"""
    called = [good for good, _ in each.pays], each.good
    alike = (o for o in among if ([good for good, _ in o.pays], o.good) == called)
    numbers = {(other.pays, other.units) for other in alike}
    in_numbers = each.portion or any(amount != 1 for _, amount in each.pays)
    return in_numbers or len(numbers) > 1


def ways_to_pay(
    game: Reading, cost: Mapping[str, int], purpose: str, among: tuple[str, ...] = ()
) -> list[Way]:
    """Every way to pay, whether "you" can or not; found once for each table.

    Of goods ``among`` which any so many were chosen none stands in for another.
    """
    name = purpose, tuple(cost.items()), among
    if name not in game.text.ways:
        game.text.ways[name] = _ways_to_pay(game, cost, purpose, among)
    found: list[Way] = game.text.ways[name]
    return found


def _ways_to_pay(
    game: Reading, cost: Mapping[str, int], purpose: str, among: tuple[str, ...]
) -> list[Way]:
    known = [s for s in standings(game.text, purpose) if not dict(s.pays).keys() <= set(among)]
    ways = [_combined(parts) for parts in product(*(_parts(game, known, *g) for g in cost.items()))]
    if any(each.in_numbers for each in known):
        return [way for way in ways if way.surplus or not any(o.beats(way) for o in ways)]
    return ways


def payable(
    game: Reading, cost: Mapping[str, int], purpose: str, among: tuple[str, ...] = ()
) -> list[Way]:
    """Those that "you" can pay."""
    return [way for way in ways_to_pay(game, cost, purpose, among) if way.can_be_paid(game)]


def _parts(game: Reading, known: list[Standing], good: str, amount: int) -> Iterator[Way]:
    """Ways to pay for one good: try every number of each substitute."""
    text = game.text
    fitting = [each for each in known if each.good == good]
    limits = [_limit(text, each, amount) for each in fitting]
    for times in product(*(range(limit + 1) for limit in limits)):
        used = [(each, n) for each, n in zip(fitting, times, strict=True) if n]
        covered = sum(each.units * n for each, n in used)
        if any(covered - each.units >= amount for each, _ in used if not each.surplus):
            continue
        goods: Counter[str] = Counter()
        for each, n in used:
            goods.update({paid: units * n for paid, units in each.pays})
        if covered < amount:
            goods[good] += amount - covered
        yield Way(
            tuple(goods.items()),
            tuple(each.words(text, n) for each, n in used),
            tuple(each.rights for each, _ in used if each.rights),
            any(each.surplus for each, _ in used),
        )


def _limit(text: Text, each: Standing, amount: int) -> int:
    """Where too much may be paid, all that there is; else one more covers it in any case."""
    if each.surplus:
        return min(text.goods[good].count // units for good, units in each.pays)
    return -(-amount // each.units)


def _combined(parts: tuple[Way, ...]) -> Way:
    goods: Counter[str] = Counter()
    for part in parts:
        goods.update(dict(part.goods))
    return Way(
        tuple(goods.items()),
        tuple(said for part in parts for said in part.said),
        tuple(right for part in parts for right in part.rights),
        any(part.surplus for part in parts),
    )


def cheaper(ways: list[Way], less: tuple[int, int, tuple[str, ...]]) -> list[Way]:
    """The ways with so many units left out, of any of some goods, as far as they have them."""
    least, most, goods = less
    found: dict[tuple[object, ...], Way] = {}
    for way in ways:
        units = [good for good, amount in way.goods if good in goods for _ in range(amount)]
        for number in range(least, most + 1):
            for left_out in _picks(units, min(number, len(units))):
                paid = Counter(dict(way.goods)) - Counter(left_out)
                each = evolve(way, goods=tuple(paid.items()), left_out=left_out)
                found[(*way.said, "less", *left_out)] = each
    return [*found.values()]


def _picks(units: list[str], number: int) -> set[tuple[str, ...]]:
    """Every handful of so many units, in the order of the alphabet."""
    picked: set[tuple[str, ...]] = {()}
    for _ in range(number):
        picked = {
            tuple(sorted((*pick, good)))
            for pick in picked
            for good in set(units)
            if pick.count(good) < units.count(good)
        }
    return picked


def put_down(game: Reading, span: Span | None, bundle: Bundle, holder: str) -> None:
    """Goods come to lie somewhere; of limited ones no more than there are."""
    for good, amount in cost_of(bundle).items():
        game.give(span, good, game.out_of_stock(good, amount), STOCK, holder)


def hand_over(game: Reading, span: Span | None, way: Way) -> Asks:
    """Pay, and what follows from each unit that is lost."""
    for good, amount in way.goods:
        game.give(span, good, amount, game.you, STOCK)
    yield from follow_units(game, "loses", way.goods)
