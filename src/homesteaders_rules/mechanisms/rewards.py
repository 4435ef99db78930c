"""What is offered where a marker stands: the rewards of a track."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from ..runtime.offering.offers import Offer, Plain, each_once, options_of
from ..runtime.operands import Flag, PlayerCell, Stride
from ..runtime.registers import ACTOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..runtime.offering.options import Option


@define(eq=False, repr=False)
class RewardOffer(Offer):
    """The rewards of a track, at or before the marker."""

    rewards: tuple[tuple[Offer, ...], ...]
    marker: PlayerCell
    stride: Stride
    any_earlier: Flag
    _reached: tuple[tuple[Offer, ...], ...] = field(init=False)
    _overlapping: tuple[bool, ...] = field(init=False)
    """For each space: whether two of its offers can have one key."""
    _fixed: dict[int, tuple[Option, ...]] = field(init=False, factory=dict)
    """Of spaces at which everything is always possible: all of it."""

    def __attrs_post_init__(self) -> None:
        reached: list[tuple[Offer, ...]] = [()]
        for offers in self.rewards:
            reached.append((*(reached[-1] if self.any_earlier else ()), *offers))
        self._reached = tuple(reached)
        keys = [[key for offer in offers for key in offer.keys()] for offers in reached]
        self._overlapping = tuple(len(each) > len(set(each)) for each in keys)

    def settle(self, home: tuple[object, ...]) -> None:
        super().settle(home)
        for offers in self.rewards:
            for offer in offers:
                offer.settle(home)
        for space, offers in enumerate(self._reached):
            if all(type(offer) is Plain for offer in offers):
                self._fixed[space] = each_once(options_of(offers))

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        space = cells[self.marker + cells[ACTOR] * self.stride]
        if space in self._fixed:
            return self._fixed[space]
        found: tuple[Option, ...] = ()
        for offer in self._reached[space]:
            found += offer.options(cells)
        return each_once(found) if self._overlapping[space] else found

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key not in self.keys():
            return None
        space = cells[self.marker + cells[ACTOR] * self.stride]
        offers = [offer for offer in self._reached[space] if key in offer.keys()]
        reasons = (offer.why_not(cells, key) for offer in offers)
        only = "" if any(key in offer.keys() for offer in self._at(space)) else "only "
        whose = "your" if self.stride else "the"
        return next((r for r in reasons if r), f"{whose} marker is {only}on space {space}")

    def each(self) -> Sequence[Offer]:
        return [offer for offers in self.rewards for offer in offers]

    def is_always_open(self) -> bool:
        """Markers stay where they are while a reward is chosen."""
        return all(any(offer.is_always_open() for offer in offers) for offers in self._reached[1:])

    def _at(self, space: int) -> list[Offer]:
        """What lies on the spaces from the first to one."""
        return [offer for offers in self.rewards[:space] for offer in offers]

    def keys(self) -> tuple[str, ...]:
        keys = (key for offers in self.rewards for offer in offers for key in offer.keys())
        return tuple(dict.fromkeys(keys))
