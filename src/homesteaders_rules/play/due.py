"""What is due to players in rounds to come: for all to see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ..runtime.registers import ROUND
from ..values import ByValue
from ..words import join
from .lookups import seat_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..commands.effects import Effect
    from ..linking.table import Table


@frozen(eq=False, repr=False)
class Due(ByValue):
    """An effect that comes to a player in a round to come, or later in this one.

    ``effect`` is what the rules say, and comes so many ``times``; ``goods`` are those it brings
    in all, where it gains just so much of them and does nothing else. ``piece``: where it stands,
    empty for the rules themselves.
    """

    round: int
    effect: str
    times: int
    goods: tuple[tuple[str, int], ...]
    piece: str

    @property
    def text(self) -> str:
        """What comes, in words: ``gain 1 food``, ``2 times: gain 1 food``."""
        return f"{self.times} times: {self.effect}" if self.times > 1 else self.effect


def due_to(table: Table, cells: Sequence[int | None], player: object) -> tuple[Due, ...]:
    """What is due to a player, round by round. Raises GameError for what is no seat."""
    seat = seat_of(table.layout, player)
    found = _due(table, cells, seat) if table.put_off else ()
    return tuple(sorted(found, key=lambda due: due.round))


def _due(table: Table, cells: Sequence[int | None], seat: int) -> Iterator[Due]:
    from ..mechanisms.later.commands import LATER
    from ..mechanisms.later.steps import often

    layout = table.layout
    for number, ((piece, _), later) in enumerate(table.put_off):
        bits = cells[layout.at[LATER, seat, number]] or 0
        for coming in range(cells[ROUND] or 1, table.rounds + 1 if bits else 0):
            if times := often(bits, coming):
                goods = tuple((good, times * each) for good, each in plainly_gained(later.effect))
                words = later.effect.words(layout.vocabulary)
                yield Due(coming, words, times, goods, piece)


def plainly_gained(effect: Effect) -> tuple[tuple[str, int], ...]:
    """The goods that an effect brings which gains just so much of them, and does nothing else."""
    from ..commands.goods import Gain

    if isinstance(effect, Gain) and effect.bundle.is_plain:
        return tuple(effect.bundle.numbers.items())
    return ()


def in_rounds(rounds: Sequence[int]) -> str:
    """``in round 4``, ``in rounds 4, 5 and 6``."""
    return f"in round{'s' * (len(rounds) > 1)} {join(map(str, rounds))}"
