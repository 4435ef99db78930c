"""Each linked condition says on which goods of the player it hangs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from homesteaders_rules.linking.parts import PARTS
from homesteaders_rules.mechanisms.holding.steps import HasRoom
from homesteaders_rules.runtime.counters import Fixed, InCell, Owned, Together
from homesteaders_rules.runtime.footprint import Row
from homesteaders_rules.runtime.predicates import (
    ALWAYS,
    All,
    Cases,
    Either,
    Opposite,
    Predicate,
    Within,
)

ROW = Row(11, 5)
SECOND, THIRD = Within(InCell(12, 5), 1), Within(InCell(13, 5), 1)
ROUND = Within(InCell(2), 1)


@pytest.mark.parametrize(
    ("test", "goods"),
    [
        (ALWAYS, set()),
        (SECOND, {1}),
        (ROUND, None),
        (Within(InCell(16, 5), 1), None),
        (Within(Owned(12, 1), 1), None),
        (Within(Together((Fixed(2), InCell(13, 5))), 1), {2}),
        (All((SECOND, THIRD)), {1, 2}),
        (Either((SECOND, ROUND)), None),
        (Cases(SECOND, THIRD, ALWAYS), {1, 2}),
        (Opposite(SECOND), None),
        (HasRoom(InCell(13, 5), (12, 15), 5, 4), {1, 2, 4}),
        (HasRoom(Owned(12, 1), (12,), 5, 4), None),
    ],
)
def test_a_condition_hangs_on_these_goods(test: Predicate, goods: set[int] | None) -> None:
    assert test.reads(ROW) == goods


def test_no_condition_can_forget_to_say_it() -> None:
    class Forgetful(Predicate):
        def holds(self, cells: Sequence[int]) -> bool:
            return True

    with pytest.raises(TypeError, match="reads"):
        Forgetful()  # type: ignore[abstract]
    tests = [part for part in PARTS if issubclass(part, Predicate)]
    assert tests
    assert not [part for part in tests if getattr(part, "__abstractmethods__", ())]
