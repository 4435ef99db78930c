"""Flows: which goods a phrase moves, from whom to whom. Nothing is made, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from attrs import frozen

from ..values import ByValue

if TYPE_CHECKING:
    from ..words import Span, Vocabulary

THE_STOCK = "the stock"
THE_PLAYER = "the player"
HOLDERS = THE_STOCK, THE_PLAYER
"""Who holds goods; else they lie on a piece, or on a cell."""


class Moved(Protocol):
    """So much of a good, as an item of a bundle says it."""

    @property
    def good(self) -> str: ...
    @property
    def span(self) -> Span | None: ...
    def words(self, vocabulary: Vocabulary) -> str: ...


class Several(Protocol):
    """A bundle."""

    @property
    def items(self) -> Sequence[Moved]: ...


@frozen(eq=False, repr=False)
class Flow(ByValue):
    """So much of a good goes from a giver to a taker: the stock, the player, or a piece by name.

    ``choice``: it is one of several flows of which the player picks one.
    """

    giver: str
    taker: str
    item: Moved
    choice: bool = False


def flows_of(giver: str, taker: str, *bundles: Several) -> Iterator[Flow]:
    """Bundles that go from one holder to another."""
    return (Flow(giver, taker, item) for bundle in bundles for item in bundle.items)


def both_ways(given: Several, gained: Several) -> Iterable[Flow]:
    """What a player hands over, and what they get for it."""
    return *flows_of(THE_PLAYER, THE_STOCK, given), *flows_of(THE_STOCK, THE_PLAYER, gained)
