"""The solver of payments against plain counting, and the small things that it is made of."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from homesteaders_rules.runtime.offering.payments import (
    MOST_WAYS,
    Payment,
    Purse,
    Substitute,
    affordable,
    most_ways,
    solve,
    solve_due,
    substituted,
)
from homesteaders_rules.runtime.offering.payments import Solver as Solving
from homesteaders_rules.runtime.offering.prices import CanPay, Prices
from homesteaders_rules.runtime.packing import bits, numbers
from homesteaders_rules.runtime.registers import ACTOR, REGISTERS

GOODS = range(5)


def drawn(random: Random) -> tuple[tuple[tuple[int, int], ...], list[Substitute]]:
    """A cost of two goods, and what may be paid in their place: goods that nothing stands for."""
    cost = tuple((good, random.randint(1, 4)) for good in random.sample(range(2), 2))
    substitutes = []
    for number in range(random.randint(0, 3)):
        pays = tuple((good, random.randint(1, 2)) for good in random.sample((2, 3, 4), 2))
        surplus = random.random() < 0.2
        substitutes.append(
            Substitute(
                pays[: random.randint(1, 2)],
                random.randrange(2),
                random.randint(1, 3),
                f"w{number}",
                mask=random.choice((0, 0, 1 << number)),
                surplus=surplus,
                most=4 if surplus else 0,
            )
        )
    return cost, substitutes


def counted(
    cost: tuple[tuple[int, int], ...], substitutes: list[Substitute]
) -> dict[frozenset[tuple[int, int]], list[set[int]]]:
    """All that covers a cost without a unit that could be taken back: goods, and the rights."""
    found: dict[frozenset[tuple[int, int]], list[set[int]]] = {}
    for times in product(range(5), repeat=len(substitutes)):
        paid: Counter[int] = Counter()
        is_way = True
        for good, amount in cost:
            used = [(s, n) for s, n in zip(substitutes, times, strict=True) if s.good == good and n]
            covered = sum(s.units * n for s, n in used)
            is_way &= all(s.surplus or covered - s.units < amount for s, _ in used)
            paid[good] += max(amount - covered, 0)
        for substitute, number in zip(substitutes, times, strict=True):
            is_way &= number <= 4
            for good, amount in substitute.pays:
                paid[good] += amount * number
        if is_way:
            goods = frozenset((good, n) for good, n in paid.items() if n)
            rights = {s.mask for s, n in zip(substitutes, times, strict=True) if n and s.mask}
            found.setdefault(goods, []).append(rights)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_every_way_to_pay_is_found_once_and_no_other(seed: int) -> None:
    cost, substitutes = drawn(Random(seed))
    expected = counted(cost, substitutes)
    payments = solve(cost, substitutes)
    assert dict(payments[0].goods) == dict(cost)
    assert payments[0].suffix == ""
    assert len({frozenset(each.goods) for each in payments}) == len(payments)
    assert {frozenset(each.goods) for each in payments} == set(expected)
    for each in payments:
        rights = expected[frozenset(each.goods)]
        assert set(each.masks) in rights
        assert not any(other < set(each.masks) for other in rights)
        assert all(amount > 0 for _, amount in each.goods)
    assert most_ways(cost, substitutes) >= len(payments)


def test_what_counts_for_most_is_said_in_numbers() -> None:
    names = (("pebble", "pebbles"), ("star", "stars"))
    two, three = (Substitute(((1, n),), 0, 1, "pebble as star", names=names) for n in (2, 3))
    payments = solve(((0, 3),), [two, three])
    assert [each.suffix for each in payments] == [
        "",
        " with 2 pebbles as star",
        " with 4 pebbles as 2 stars",
        " with 6 pebbles as 3 stars",
    ]
    assert [each.formerly for each in payments][2:] == [
        " with 2 pebble as star",
        " with 3 pebble as star",
    ]
    portion = Substitute(((1, 1), (2, 1)), 0, 1, "w", names=(*names, names[1]), portion=True)
    assert portion.said(2) == "2 pebbles, 2 stars as 2 stars"
    whole = Substitute(((1, 1), (2, 1)), 0, 1, "w", names=(*names, names[1]))
    assert whole.said(2) == "2 pebbles and 2 stars as 2 stars"


def test_what_is_due_is_paid_in_no_more_ways_than_anybody_reads() -> None:
    one, other = (Substitute(((good, 1),), 0, 1, f"as {good}") for good in (1, 2))
    assert solve_due(0, 3, [one, other]) == solve(((0, 3),), [one, other])
    payments = solve_due(0, 2 * MOST_WAYS, [one, Substitute(((3, 1),), 4, 1, "odd"), other])
    assert len(payments) == MOST_WAYS - 1
    assert payments[0].goods == ((0, 2 * MOST_WAYS),)
    assert {tuple(good for good, _ in each.goods) for each in payments} == {(0,), (1, 0), (2, 0)}
    assert solve_due(0, 2 * MOST_WAYS, [one])[-1].goods == ((1, MOST_WAYS - 1), (0, MOST_WAYS + 1))
    just = next(n for n in range(100) if most_ways(((0, n),), [one, other]) > MOST_WAYS)
    assert len(solve_due(0, just - 1, [one, other])) > 2 * just
    assert len(solve_due(0, just, [one, other])) == 2 * just + 1
    three = [Substitute(((good, 1),), 0, 1, f"as {good}") for good in (1, 2, 3)]
    assert most_ways(((0, 9),), three) == MOST_WAYS
    assert solve_due(0, 9, three) == solve(((0, 9),), three)


def test_an_exchange_is_paid_with_substitutes_once_and_in_one_sum() -> None:
    solver = Solving((Substitute(((1, 1),), 0, 2, "gold as silver"),), 0)
    found = substituted(solver, ((0, 1),), 3)
    assert [(times, each.goods) for times, each in found] == [
        (1, ((1, 1),)),
        (2, ((1, 1),)),
        (3, ((1, 1), (0, 1))),
        (3, ((1, 2),)),
    ]


@pytest.mark.parametrize(("surplus", "golds"), [(True, [0, 1, 2, 3]), (False, [0, 1])])
def test_too_much_is_paid_only_where_the_rules_let_it(surplus: bool, golds: list[int]) -> None:
    """1 gold may pay for 5 silver: of 3 silver even the second one is too much."""
    names = (("gold", "gold"), ("silver", "silver"))
    gold = Substitute(((1, 1),), 0, 5, "gold", surplus=surplus, most=3, names=names)
    found = [dict(payment.goods) for payment in solve(((0, 3),), [gold])]
    assert sorted(way.get(1, 0) for way in found) == golds
    assert {way.get(0, 0) for way in found if 1 in way} == {0}


def test_two_payments_at_once() -> None:
    one = Payment(((0, 1), (1, 2)), (1,), " with a", " with b", surplus=True)
    other = Payment(((1, 3), (2, 1)), (2,), " with c", "")
    both = one.joined_with(other)
    assert both == Payment(((0, 1), (1, 5), (2, 1)), (1, 2), " with a, c", " with b", surplus=True)
    assert not other.joined_with(Payment(((0, 1),), (), "")).surplus
    assert other.joined_with(one).surplus
    assert Payment((), (), "").joined_with(Payment(((0, 1),), (), "")).suffix == ""


def test_a_payment_beats_what_costs_more_and_asks_as_much() -> None:
    few = Payment(((0, 1),), (1,), "")
    assert few.beats(Payment(((0, 2),), (1, 2), ""))
    assert few.beats(Payment(((0, 1), (1, 1)), (1,), ""))
    assert not few.beats(Payment(((0, 1),), (1, 2), ""))
    assert not few.beats(Payment(((0, 2),), (), ""))
    assert not few.beats(Payment(((1, 2),), (1,), ""))


def test_what_can_be_paid() -> None:
    payments = [Payment(((0, 2),), (), ""), Payment(((1, 1),), (1, 2), ""), Payment((), (4,), "")]
    assert [*affordable(payments, (2, 1), 7)] == [0, 1, 2]
    assert [*affordable(payments, (1, 1), 5)] == [2]
    assert [*affordable(payments, (1, 0), 3)] == []
    assert bits([True, False, True]) == 5
    assert [*numbers(0b101001)] == [0, 3, 5]
    assert [*numbers(0)] == []


@pytest.mark.parametrize("seed", range(60))
def test_prices_are_open_to_whom_has_the_goods_and_the_right(seed: int) -> None:
    random = Random(seed)
    purse = Purse((("pebble", "pebbles"),) * 3, stock=REGISTERS + 6)
    payments = []
    for _ in range(random.randint(1, 3)):
        goods = random.sample(range(3), random.randint(1, 2))
        masks = tuple(random.sample((1, 2, 4), random.choice((0, 0, 1, 2))))
        payments.append(Payment(tuple((good, random.randint(1, 2)) for good in goods), masks, ""))
    cells = [random.choice((-1, 0, 1, 2)) for _ in range(REGISTERS + 9)]
    owned = len(cells)
    cells += [random.randrange(8) for _ in range(2)]
    prices = Prices(payments, purse)
    for cells[ACTOR] in range(2):
        row = REGISTERS + 3 * cells[ACTOR]
        made = [*affordable(payments, cells[row : row + 3], cells[owned + cells[ACTOR]])]
        assert [*numbers(prices.open_now(cells, owned))] == made
        assert prices.is_open(cells, owned) == bool(made)
        assert CanPay(tuple(payments), purse, owned).holds(cells) == bool(made)
