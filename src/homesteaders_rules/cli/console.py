"""What is written on: a console for tables and long lines."""

from __future__ import annotations

import sys
import textwrap
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

T = TypeVar("T")
WIDEST = 100
NARROWEST = 20
NARROWEST_COLUMN = 4
USUAL = 80
STYLES = ("cyan", "magenta", "yellow", "green", "blue", "red")
"""The colours of the players, in order of seats."""
SECONDS = 10
"""So long nothing is said of how far things are, where that is told by lines."""


def new_console(stderr: bool = False) -> Console:
    """A console that prints words as they are. A width of 0 stands for one that is not known."""
    console = Console(highlight=False, markup=False, emoji=False, stderr=stderr)
    if console.width < 1:
        console.width = USUAL
    return console


def is_typed(console: Console) -> bool:
    """Does somebody sit at a terminal, who sees what is told and types the answers?"""
    return console.is_terminal and sys.stdin.isatty()


def has_screen(console: Console) -> bool:
    """Is somebody at a terminal that can be cleared and written on anew?"""
    return is_typed(console) and not console.is_dumb_terminal


def style_of(player: int | None) -> str:
    """The colour of a player."""
    return "" if player is None else STYLES[player % len(STYLES)]


def width_of(console: Console) -> int:
    """How wide lines may be."""
    return max(NARROWEST, min(console.width, WIDEST))


def write(console: Console, text: str, indent: int = 0, style: str = "", hanging: int = 2) -> None:
    """A paragraph, its further lines indented more."""
    lines = textwrap.wrap(
        text,
        width_of(console),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_long_words=False,
        break_on_hyphens=False,
    )
    for line in lines or [""]:
        console.print(Text(line, style=style), soft_wrap=True)


def grid(*headers: str, right: Sequence[int] = (), wide: Sequence[int] = ()) -> Grid:
    """A table without lines. ``right`` are the columns of numbers, ``wide`` those that wrap."""
    table = Grid.grid(padding=(0, 2, 0, 0))
    table.show_header = any(headers)
    table.header_style = "bold underline"
    for number, header in enumerate(headers):
        table.add_column(
            header,
            justify="right" if number in right else "left",
            no_wrap=number not in wide,
            overflow="fold",
            ratio=1 if number in wide else None,
        )
    return table


def headings(names: Sequence[str], room: int) -> list[str]:
    """Names above columns that have so much room in all: shortened if need be, no two alike."""
    each = max(room // len(names) - 2, NARROWEST_COLUMN)
    if all(cell_len(name) <= each for name in names):
        return list(names)
    short = [n if cell_len(n) <= each else f"{set_cell_size(n, each - 1)}." for n in names]
    if len(set(short)) == len(names):
        return short
    return [set_cell_size(f"{seat} {name}", each).rstrip() for seat, name in enumerate(names, 1)]


def spread(console: Console, table: Grid) -> None:
    """Print a table; into a file without the blanks at the ends of its lines."""
    if console.is_terminal:
        console.print(table, width=width_of(console))
        return
    with console.capture() as captured:
        console.print(table, width=width_of(console))
    for line in captured.get().splitlines():
        console.print(Text(line.rstrip()), soft_wrap=True)


def title(console: Console, text: str, style: str = "bold") -> None:
    """A line across the page with a title."""
    bar = "─" if console.encoding.lower().startswith("utf") else "-"
    width = width_of(console)
    shown = textwrap.shorten(text, width - 8, placeholder="...")
    line = f"{bar * 2} {shown} "
    console.print(Text(line + bar * max(0, width - len(line)), style=style), soft_wrap=True)


def with_progress(things: Iterable[T], total: int, what: str, quiet: bool) -> Iterable[T]:
    """The things; unless it shall be quiet, how far they are is shown.

    By a bar on a terminal, else by a line of stderr every now and then.
    """
    if quiet:
        return things
    if not sys.stderr.isatty():
        return _told(things, total, what)
    from rich.progress import track

    return track(things, what, total, console=new_console(stderr=True), transient=True)


def _told(things: Iterable[T], total: int, what: str) -> Iterator[T]:
    told = time.monotonic()
    for number, thing in enumerate(things):
        if time.monotonic() - told >= SECONDS:
            told = time.monotonic()
            print(f"{what}: {number} of {total}", file=sys.stderr, flush=True)
        yield thing
