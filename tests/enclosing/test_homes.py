"""Do all have a home? Against every arrangement, tried one by one."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from homesteaders_rules.mechanisms.homes.fitting import Homes, homeless, young
from sizes import size


def homeless_by_trying(homes: Homes, held: tuple[int, ...]) -> int:
    """The fewest that are left over, of every way to give each shared home to a kind."""
    found = sum(held)
    for kinds in product(range(len(held)), repeat=len(homes.shared)):
        room = [0] * len(held)
        for kind, number in zip(kinds, homes.shared, strict=True):
            room[kind] += number
        left = sum(max(number - had, 0) for number, had in zip(held, room, strict=True))
        found = min(found, max(left - homes.single, 0))
    return found


@pytest.mark.parametrize("seed", range(size(10, 200)))
def test_homes_are_found_wherever_there_are_any(seed: int) -> None:
    chance = Random(seed)
    for _ in range(20):
        sizes = [2, 2, 4, 4, 6, 8, 8, 12, 16, 3]
        homes = Homes(
            tuple(chance.choices(sizes, k=chance.randrange(6))), single=chance.randrange(4)
        )
        held = tuple(chance.randrange(12) for _ in range(chance.choice([1, 2, 3, 3, 4])))
        assert homeless(homes, held) == homeless_by_trying(homes, held)


@pytest.mark.parametrize("seed", range(size(10, 200)))
def test_young_are_as_many_as_find_a_home(seed: int) -> None:
    chance = Random(seed)
    for _ in range(10):
        homes = Homes(tuple(chance.choices([2, 4, 8], k=chance.randrange(5))), chance.randrange(3))
        held = tuple(chance.randrange(6) for _ in range(3))
        if homeless(homes, held):
            continue
        breeding = [kind for kind in range(3) if held[kind] >= 2]
        fitting = [
            some
            for number in range(3, 0, -1)
            for some in combinations(breeding, number)
            if not homeless_by_trying(homes, tuple(held[k] + (k in some) for k in range(3)))
        ]
        assert young(homes, held, tuple(breeding)) == tuple(
            some for some in fitting if not any(set(some) < set(each) for each in fitting)
        )


def test_one_set_of_young_may_be_smaller_than_another() -> None:
    """Whoever wants the lamb has it: nobody need have as many young as there can be."""
    homes = Homes((4, 4, 6), single=2)
    assert young(homes, (2, 5, 7), (0, 1, 2)) == ((1, 2), (0,))


def test_each_keeps_no_place_of_its_own() -> None:
    """Ruling F35: in homes of 2 and 4, with 1 beside them, there is room for 4, 2 and 1."""
    homes = Homes((2, 4), single=1)
    assert homeless(homes, (4, 2, 1)) == 0
    assert homeless(homes, (4, 3, 1)) == 1
    # Once one of another kind has gone all have a home again; one of the first does not help.
    assert homeless(homes, (3, 3, 1)) == 1
    assert homeless(homes, (4, 2, 1)) == homeless(homes, (4, 3, 0)) == 0


def test_one_home_for_two_young() -> None:
    """Either kind may have young; where both have a home, both have."""
    assert young(Homes((2, 2), single=1), (2, 2, 0), (0, 1)) == ((0,), (1,))
    assert young(Homes((2, 2), single=2), (2, 2, 0), (0, 1)) == ((0, 1),)
    assert young(Homes((2,), single=1), (3, 0, 0), (0,)) == ()
