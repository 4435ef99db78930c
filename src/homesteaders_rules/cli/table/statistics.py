"""How the points came about round by round, as a table and as a picture."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen
from rich.text import Text

from ...errors import install
from ...play.scoring import score
from ...play.seats import marks
from ..console import grid, headings, spread, style_of, width_of, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.table import Table as Grid

    from ...play.saves import Game
    from ...play.state import State

BEFORE = "before"
"""What the row is called that stands above the first round."""
GAINS = 8
"""So much room has what a total is more than before."""
TICKS = 4
HEIGHT = 18
"""Of the picture, in lines."""
NEEDS = f"A picture of it needs another library; this brings it: {install('statistics')}."


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
    """The points of a game that is over after each round, and a picture of them."""
    found, width = standings(game), width_of(console)
    console.print()
    write(console, "Points by round:", style="bold")
    room = width - len(BEFORE) - GAINS * len(names)
    spread(console, rounds_table(found, headings(names, room)))
    console.print()
    picture = drawn(found, names, width)
    for line in picture:
        console.print(Text(line.rstrip()), soft_wrap=True)
    if not picture:
        write(console, NEEDS, style="dim")


def rounds_table(found: Sequence[Standing], names: Sequence[str]) -> Grid:
    """A row for each round: the total of each player, and what it is more than before."""
    columns = [each for name in names for each in (name, "")]
    table = grid("round", *columns, right=range(1, len(columns) + 1))
    last = (0,) * len(names)
    for standing in found:
        cells = []
        for seat, (before, total) in enumerate(zip(last, standing.totals, strict=True)):
            cells += [Text(str(total), style=style_of(seat)), Text(f"{total - before:+}", "dim")]
        last = standing.totals
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
