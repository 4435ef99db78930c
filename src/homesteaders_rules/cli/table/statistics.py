"""How the points came about: by source and by round, as tables and as a picture."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen
from rich.text import Text

from ...play.scoring import score
from ...play.seats import marks
from ..console import grid, spread, style_of, title, width_of, write

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console
    from rich.table import Table as Grid

    from ...play.saves import Game
    from ...play.scoring import Source
    from ...play.state import State

BEFORE = "before"
"""What the row is called that stands above the first round."""
TICKS = 4
HEIGHT = 18
"""Of the picture, in lines."""
NEEDS = (
    'A picture of it needs another library: pip install "homesteaders-rules[statistics]" brings it.'
)


@frozen
class Standing:
    """The totals of all players when a round was over: once the first choice of the next came."""

    when: str
    totals: tuple[int, ...]


def standings(game: Game) -> tuple[Standing, ...]:
    """The totals before the first choice, and after every round."""
    states = [turn.before for turn in game.turns] + [game.state]
    found = [Standing(BEFORE, _totals(states[0]))]
    for last, following in pairwise(states):
        if following.over or _when(following) != _when(last):
            found.append(Standing(_when(last), _totals(following)))
    return tuple(found)


def _when(state: State) -> str:
    return "final" if state.is_final else str(state.round)


def _totals(state: State) -> tuple[int, ...]:
    return tuple(each.total for each in score(state))


def show_statistics(console: Console, game: Game, names: Sequence[str]) -> None:
    """The points of a game that is over, by source and by round, and a picture of the latter."""
    console.print()
    title(console, "Points by source")
    spread(console, sources_table(game.state, names))
    console.print()
    title(console, "Points by round")
    found = standings(game)
    spread(console, rounds_table(found, names))
    console.print()
    picture = drawn(found, names, width_of(console))
    for line in picture:
        console.print(Text(line.rstrip()), soft_wrap=True)
    if not picture:
        write(console, NEEDS, style="dim")


def sources_table(state: State, names: Sequence[str]) -> Grid:
    """A row for each line of the scoring and each source of it, a column for each player."""
    scores, singular = score(state), {g.plural: g.name for g in state.table.layout.goods}
    table = grid("", *names, right=range(1, len(names) + 1), wide=(0,))
    for number, line in enumerate(state.table.scoring.lines):
        lines = [each.lines[number] for each in scores]
        totals = (str(each.total) for each in lines)
        table.add_row(
            Text(line.label, style="bold"), *(Text(each, style="bold") for each in totals)
        )
        sources = dict.fromkeys(
            _kind(source, singular) for each in lines for source in each.sources
        )
        for kind in sources if len(sources) > 1 else ():
            of_kind = (
                [s.amount for s in each.sources if _kind(s, singular) == kind] for each in lines
            )
            table.add_row(f"  {kind}", *(str(sum(each)) if each else "-" for each in of_kind))
    return table


def _kind(source: Source, singular: Mapping[str, str]) -> str:
    """What a source is called without how many there are: ``debt`` of ``3 debts``."""
    number, _, rest = source.what.partition(" ")
    return singular.get(rest, rest) if number.isdecimal() else source.what


def rounds_table(found: Sequence[Standing], names: Sequence[str]) -> Grid:
    """A row for each round: the total of each player, and what it is more than before."""
    columns = [each for name in names for each in (name, "")]
    table = grid("round", *columns, right=range(1, len(columns) + 1))
    for before, standing in zip((None, *found), found, strict=False):
        cells = []
        for seat, total in enumerate(standing.totals):
            more = "" if before is None else f"{total - before.totals[seat]:+}"
            cells += [Text(str(total), style=style_of(seat)), Text(more, style="dim")]
        table.add_row(standing.when, *cells)
    return table


def drawn(found: Sequence[Standing], names: Sequence[str], width: int) -> list[str]:
    """The totals by round as lines of a picture, each player's in their own sign.

    Empty where the library that draws is not installed.
    """
    try:
        from plotext import figure
    except ImportError:
        return []
    signs = marks(names)
    if any(len(sign) > 1 for sign in signs):
        signs = tuple(str(number) for number in range(1, len(names) + 1))
    figure.clear()
    rounds = list(range(len(found)))
    for seat, name in enumerate(names):
        own = [standing.totals[seat] for standing in found]
        signal = figure.signal(rounds, own, marker=signs[seat])
        signal.label(name)
        signal.lines()
        figure.draw(signal)
    figure.plot_size(width, HEIGHT)
    totals = [total for standing in found for total in standing.totals]
    low, high = min(totals), max(totals)
    marked = sorted({low + (high - low) * part // TICKS for part in range(TICKS + 1)})
    figure.ruler("y").ticks(marked, [str(total) for total in marked])
    figure.ruler("x").ticks(rounds, [standing.when for standing in found])
    lines: list[str] = figure.build().string(colorless=True).splitlines()
    figure.clear()
    return lines
