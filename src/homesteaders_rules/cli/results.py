"""How a game ends: the scoring line by line, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ..commands.base import join
from ..play.scoring import leading, score
from .console import grid, spread, style_of, title, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from ..play.scoring import Score, Source
    from ..play.state import State


def show_result(console: Console, state: State, names: Sequence[str]) -> None:
    """The final scoring of all players as a table, where it comes from, and the winners."""
    scores = score(state)
    title(console, "Final scoring")
    show_scores(console, state, scores, names)
    console.print()
    for each in scores:
        write(console, f"{names[each.player]}: {sources_of(each)}", style=style_of(each.player))
    console.print()
    write(console, winning(state, names), style="bold")


def show_scores(
    console: Console, state: State, scores: Sequence[Score], names: Sequence[str]
) -> None:
    """A row for each line of the scoring, a column for each player."""
    scoring = state.table.scoring
    columns = [names[each.player] for each in scores]
    table = grid("", *columns, right=range(1, len(scores) + 1))
    table.columns[0].no_wrap = False  # What decides a tie may be a long list.
    for line in scoring.lines:
        table.add_row(line.label, *(str(each.line(line.label)) for each in scores))
    totals = (Text(str(each.total), style="bold") for each in scores)
    table.add_row(Text("total", style="bold"), *totals)
    for number, tie in enumerate(scoring.in_order()):
        shown = (Text(str(abs(each.ties[number])), style="dim") for each in scores)
        what = tie.count.words(state.table.layout.vocabulary)
        table.add_row(Text(f"{what}, for a tie", style="dim"), *shown)
    spread(console, table)


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
