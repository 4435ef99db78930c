"""Scores and sight: what everything is worth at the end, and who may know what before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....commands.amounts import Count, GoodCount, OnYoursCount, Per
from ....mechanisms.grids.counting import CellCount
from ....mechanisms.sets import GroupCount, KindCount, SetCount
from ....runtime.recording.events import STOCK
from ..shared.grids import scored
from .numbers import tier_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ....commands.definitions.scores import ScoreTerm
    from ....play.state import State
    from ..reading import Reading
    from ..text import Text


def scores(game: Reading) -> list[dict[str, int]]:
    """For each seat the total of each line of the scoring."""
    return [
        {line.label: sum(_term(game, seat, term) for term in line.terms) for line in lines}
        for seat in range(game.text.players)
        for lines in [game.text.scoring.lines]
    ]


def _term(game: Reading, seat: int, term: ScoreTerm) -> int:
    owned = [game.text.pieces[name] for name in game.board.owned[seat]]
    of_sort = [piece for piece in owned if piece.sort == term.of]
    match term.kind:
        case "per good":
            if term.on:
                return term.each * game.count(OnYoursCount(term.of, term.on), seat)
            return term.each * scored(game, term.of, seat)
        case "per cell":
            return term.each * game.count(CellCount(term.of), seat)
        case "rising":
            number = scored(game, term.of, seat)
            return sum(_rising(term.series, each) for each in range(number))
        case "tiers" | "counted" if term.amount is not None:
            number = _number(game, seat, term.amount.count)
            if isinstance(term.amount, Per):
                return term.amount.each * (number // term.amount.every)
            return tier_of(term.amount, number)
        case "printed":
            return sum(piece.worth for piece in of_sort)
        case _:
            return sum(game.count(s.amount, seat) for piece in of_sort for s in piece.scores)


def _number(game: Reading, seat: int, count: Count) -> int:
    """How many a line of the scoring counts, with what lies on cells."""
    match count:
        case GoodCount(good=good):
            return scored(game, good, seat)
        case SetCount(counts=parts):
            return min(_number(game, seat, part) for part in parts)
        case KindCount(counts=parts):
            return sum(_number(game, seat, part) > 0 for part in parts)
        case GroupCount(counts=parts):
            return sum(_number(game, seat, part) for part in parts)
        case _:
            return game.count(count, seat)


def _rising(series: tuple[int, ...], number: int) -> int:
    """A value of a series whose last difference goes on."""
    if number < len(series):
        return series[number]
    step = series[-1] - series[-2] if len(series) > 1 else 0
    return series[-1] + step * (number - len(series) + 1)


def winners(game: Reading, by_seat: Sequence[Mapping[str, int]]) -> list[int]:
    """The most points; among those the most of what decides a tie; all who are left."""
    totals = [sum(lines.values()) for lines in by_seat]
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    for tie in game.text.scoring.in_order():
        numbers = {seat: game.count(tie.count, seat) for seat in best}
        wanted = max(numbers.values()) if tie.most else min(numbers.values())
        best = [seat for seat in best if numbers[seat] == wanted]
    return best


def sees(text: Text, state: State, seat: int | None, holder: int, good: str) -> bool:
    """May a seat (None: an onlooker) know how much of a good a seat, or the stock, holds?"""
    always, finally_ = text.hands_shown
    is_final = state.is_final
    if state.over or (seat is not None and holder == seat):
        return True
    if holder == STOCK and good in text.limited:
        return True
    if state.secret:
        return False
    return not text.goods[good].hidden or always or (finally_ and is_final)
