"""What pieces are to their owner, and what positions are made of: parts that hang on no time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ..appraisal import Constant, OfOwn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..appraisal import Estimate

MOST_REMEMBERED = 1 << 12
"""So many holdings are remembered of those with the same pieces."""


@frozen(eq=False)
class Slots:
    """The places of a slot of a piece: the good they take, and what each yields when all are full.

    ``places``: their numbers.
    """

    good: int
    piece: str
    places: range
    each: Estimate


@frozen(eq=False)
class Estate:
    """What pieces are to their owner: ``now``, for each round that is left (``a_round``),

    whenever a moment is ``collected``, and by what is placed on their ``slots`` then.
    """

    now: Estimate
    a_round: Estimate
    collected: Mapping[str, Estimate]
    slots: Mapping[str, tuple[Slots, ...]]


@frozen(eq=False)
class Parts:
    """What pieces and goods are worth, part by part: what lies there now, what comes in each

    round, at each moment, and with each payment. ``fixed``: what is always the same; ``own``: what
    hangs on the pieces and on some ``goods`` of the player alone; ``rest``: all else; with the
    number of the part.
    """

    fixed: tuple[float, ...]
    own: tuple[tuple[int, Estimate], ...]
    goods: tuple[int, ...]
    rest: tuple[tuple[int, Estimate], ...]
    _known: dict[object, tuple[float, ...]] = field(factory=dict, init=False)

    @classmethod
    def of(cls, parts: Sequence[Sequence[Estimate]]) -> Parts:
        """Each part as estimates to be added up."""
        fixed = tuple(
            sum(each.value for each in part if isinstance(each, Constant)) for part in parts
        )
        every = [(number, each) for number, part in enumerate(parts) for each in part]
        own = [(number, each) for number, each in every if isinstance(each, OfOwn)]
        return cls(
            fixed,
            tuple((number, each.estimate) for number, each in own),
            tuple(sorted({good for _, each in own for good in each.goods})),
            tuple(each for each in every if not isinstance(each[1], Constant | OfOwn)),
        )

    def worth(self, cells: Sequence[int], player: int) -> tuple[float, ...]:
        """Each part, as far as it hangs on nothing else."""
        found = [*self.fixed]
        for number, estimate in self.own:
            found[number] += estimate(cells, player)
        return tuple(found)

    def worth_of(self, held: object, cells: Sequence[int], player: int) -> tuple[float, ...]:
        """The same, remembered: the player holds so much of the ``goods``."""
        worth = self._known.get(held)
        if worth is None:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            worth = self._known[held] = self.worth(cells, player)
        return worth
