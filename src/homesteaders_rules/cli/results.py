"""How a game ends: the scoring line by line, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ..commands.base import join
from ..play.scoring import Line, Score, Source, leading, score
from .console import grid, headings, spread, title, width_of, write

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from ..play.state import State


LABELS = 24
"""So much room has what stands before the columns of players."""


def show_result(console: Console, state: State, names: Sequence[str]) -> None:
    """The final scoring of all players as a table with its sources, and the winners."""
    scores = score(state)
    title(console, "Final scoring")
    show_scores(console, state, scores, names, with_sources=True)
    console.print()
    write(console, winning(state, names), style="bold")


def show_scores(
    console: Console,
    state: State,
    scores: Sequence[Score],
    names: Sequence[str],
    with_sources: bool = False,
) -> None:
    """A row for each line of the scoring, a column for each player.

    ``with_sources``: below each line a row for each source that it comes from, if it has several.
    """
    scoring = state.table.scoring
    columns = headings([names[each.player] for each in scores], width_of(console) - LABELS)
    table = grid("", *columns, right=range(1, len(scores) + 1))
    table.columns[0].no_wrap = False  # What decides a tie may be a long list.
    for number, line in enumerate(scoring.lines):
        lines = [each.lines[number] for each in scores]
        table.add_row(line.label, *(str(each.total) for each in lines))
        for kind, amounts in _sources(state, lines).items() if with_sources else ():
            shown = (Text("" if each is None else str(each), style="dim") for each in amounts)
            table.add_row(Text(f"  {kind}", style="dim"), *shown)
    totals = (Text(str(each.total), style="bold") for each in scores)
    table.add_row(Text("total", style="bold"), *totals)
    for number, tie in enumerate(scoring.in_order()):
        shown = (Text(str(abs(each.ties[number])), style="dim") for each in scores)
        what = tie.count.words(state.table.layout.vocabulary)
        table.add_row(Text(f"{what}, for a tie", style="dim"), *shown)
    spread(console, table)


def _sources(state: State, lines: Sequence[Line]) -> dict[str, list[int | None]]:
    """What a line comes from, for each player; of a single source nothing is to be said."""
    singular = {good.plural: good.name for good in state.table.layout.goods}
    found: dict[str, list[int | None]] = {}
    for seat, line in enumerate(lines):
        for source in line.sources:
            amounts = found.setdefault(_kind(source, singular), [None] * len(lines))
            amounts[seat] = (amounts[seat] or 0) + source.amount
    return found if len(found) > 1 else {}


def _kind(source: Source, singular: Mapping[str, str]) -> str:
    """What a source is called without how many there are: ``debt`` of ``3 debts``."""
    number, _, rest = source.what.partition(" ")
    return singular.get(rest, rest) if number.isdecimal() else source.what


def sources_of(each: Score) -> str:
    """``bonuses 4 (Depot (per rail) 1, Stables 3)``, line by line."""
    lines = []
    for line in each.lines:
        if line.sources:
            sources = ", ".join(map(_source, line.sources))
            lines.append(f"{line.label} {line.total} ({sources})")
    return "; ".join(lines) or "nothing"


def _source(source: Source) -> str:
    """``Depot (per rail) 1``; ``3 gold for 6``; ``27 points`` that count themselves."""
    number = source.what.partition(" ")[0]
    if not number.isdigit():
        return f"{source.what} {source.amount}"
    return source.what if int(number) == source.amount else f"{source.what} for {source.amount}"


def winning(state: State, names: Sequence[str]) -> str:
    """``Player 2 wins with 45 points.``"""
    scores = score(state)
    won = leading(state)
    total = scores[won[0]].total
    scoring = state.table.scoring
    worth = state.table.layout.vocabulary.count(total, scoring.unit)
    tied = sum(each.total == total for each in scores)
    reason = f" and the {_decided(state, scores, won[0])}" if tied > len(won) else ""
    if len(won) == 1:
        return f"{names[won[0]]} wins with {worth}{reason}."
    together = join(names[player] for player in won)
    return f"{together} win together with {worth}{reason}."


def _decided(state: State, scores: Sequence[Score], winner: int) -> str:
    """What has decided the tie at the top: ``most silver``."""
    best = scores[winner]
    left = [each for each in scores if each.total == best.total]
    words = ""
    for number, tie in enumerate(state.table.scoring.in_order()):
        ahead = [each for each in left if each.ties[number] == best.ties[number]]
        if len(ahead) < len(left):
            words = tie.words(state.table.layout.vocabulary)
        left = ahead
    return words
