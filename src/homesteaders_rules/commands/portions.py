"""Any so many of a group of goods, chosen at once."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from .base import GOOD, Vocabulary
from .control import Choose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ONE_KIND, DIFFERENT = "of one kind", "of different kinds"
"""What may be said of the goods that are chosen; without it they may be alike or not."""
MOST_PORTIONS = 200
"""So many ways to choose can be listed."""

Portion = tuple[tuple[str, int], ...]
"""So many of each of some goods."""


def portions(goods: Sequence[str], count: int, alike: str) -> Iterator[Portion]:
    """Every way to choose so many of some goods, those of the first good first."""
    if alike == ONE_KIND:
        yield from (((good, count),) for good in goods)
    elif alike == DIFFERENT:
        yield from (tuple((good, 1) for good in some) for some in combinations(goods, count))
    else:
        for some in combinations_with_replacement(goods, count):
            yield tuple((good, some.count(good)) for good in dict.fromkeys(some))


def how_many(goods: int, count: int, alike: str) -> int:
    """How many ways there are."""
    if alike == ONE_KIND:
        return goods
    return comb(goods, count) if alike == DIFFERENT else comb(goods + count - 1, count)


@frozen(eq=False, repr=False)
class ChoosePortion(Choose):
    """``gain any 2 workers``: one alternative for each way to choose so many of some goods.

    ``said`` are the goods as the text names them, ``alike`` what it says of their kinds.
    """

    rules: ClassVar[tuple[str, ...]] = ("portion_item", "portion_of_item")
    example = "gain any 2 of <good> and <goods>"
    hints = (("any", "gain any 2 of <good> and <goods>"),)
    count: int = 0
    said: str = ""
    alike: str = ""
    goods: tuple[str, ...] = field(default=(), metadata=GOOD)

    def words(self, vocabulary: Vocabulary) -> str:
        chosen = next(portions(self.goods, self.count, self.alike))
        one = ", ".join(vocabulary.count(number, good) for good, number in chosen)
        portion = " ".join(filter(None, (f"any {self.count} {self.said}", self.alike)))
        return self.alternatives[0].words(vocabulary).replace(one, portion, 1)
