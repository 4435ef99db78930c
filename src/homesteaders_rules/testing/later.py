"""What is due in later rounds in a situation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import GameError
from ..mechanisms.later.commands import LATER
from ..mechanisms.later.steps import MOST, WIDTH, often
from ..play.due import plainly_gained
from ..play.lookups import seat_of
from ..runtime.registers import ROUND

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..linking.table import Table


def put_off(
    table: Table, cells: list[int], due: Mapping[tuple[int, int], Mapping[str, int]]
) -> None:
    """So much of some goods is due to a seat in a round, by an effect that brings only them.

    What else would bring one of them then is due no more. Raises GameError for what cannot be.
    """
    for (player, number), goods in due.items():
        _put_off(table, cells, player, number, goods)


def _put_off(
    table: Table, cells: list[int], player: int, number: int, goods: Mapping[str, int]
) -> None:
    if not cells[ROUND] <= number <= table.rounds:
        raise GameError(f"round {number} is none of the rounds to come, {_rounds(table, cells)}")
    seat, layout = seat_of(table.layout, player), table.layout
    wanted = {good: amount for good, amount in goods.items() if amount}
    times = dict.fromkeys(range(len(table.put_off)), 0)
    lines = [dict(plainly_gained(later.effect)) for _, later in table.put_off]
    if wanted:
        line, often_due = _line(lines, wanted)
        if line is None:
            counts = ", ".join(layout.vocabulary.count(n, good) for good, n in wanted.items())
            raise GameError(f"no effect of these rules brings just {counts} in a later round")
        times[line] = often_due
    for line, brought in enumerate(lines):
        if brought.keys() & goods.keys():
            cell, shift = layout.at[LATER, seat, line], WIDTH * (number - 1)
            cells[cell] += (times[line] - often(cells[cell], number)) << shift


def _line(lines: list[dict[str, int]], wanted: dict[str, int]) -> tuple[int | None, int]:
    """The first line that brings these goods and no others, and how often it must come."""
    for line, brought in enumerate(lines):
        if brought.keys() == wanted.keys():
            times = {divmod(wanted[good], each) for good, each in brought.items()}
            often_due, left = min(times)
            if len(times) == 1 and not left and often_due <= MOST:
                return line, often_due
    return None, 0


def _rounds(table: Table, cells: list[int]) -> str:
    return f"{cells[ROUND]}-{table.rounds}"
