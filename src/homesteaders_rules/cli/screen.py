"""The table line after line: the parts of a screen, each as rich as the page is wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..play.views import view
from ..seeing.looking import Onlooker
from .console import title, width_of, write
from .drawing.drawings import drawings, own_grid
from .drawing.forms import lots, parts_of, standing, tiles
from .drawing.players import due, holdings, players

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from ..play.state import State
    from ..seeing.model import Screen
    from .drawing.part import Part

ASKED_FOR = ("tiles", "stock")
"""Parts that are shown with the table only where an option names some of it."""


def show_state(
    console: Console, state: State, names: Sequence[str], player: int | None = None
) -> None:
    """Everything on the table that a seat (from 0) may see; None: what everybody sees."""
    show_table(console, Onlooker(state.table, names, looks_beyond=False).see(state, player))


def show_table(console: Console, screen: Screen, brief: bool = False) -> None:
    """Everything that a screen has, but for its menu. ``brief``: only what a decision needs."""
    title(console, headline(screen))
    _show(console, [players(screen)], apart=False)
    for level in screen.levels:
        at = f"at {level.value}" if level.value else "before the first space"
        write(console, f"{level.track}: {at}" + (f", {level.text}" if level.text else ""))
    parts = [*due(screen), *drawings(screen), *parts_of(screen)]
    hidden = [] if not brief else [part.name for part in parts if not part.needed]
    hidden += [part.name for part in parts if part.name in ASKED_FOR and not part.needed]
    _show(console, (part for part in parts if part.name not in hidden))


def show_change(console: Console, screen: Screen, before: Screen) -> None:
    """What is new to somebody who saw an earlier screen, and where something can be laid now."""
    if screen.lots != before.lots:
        _show(console, lots(screen))
    _show(console, own_grid(screen))
    _show(console, (p for p in drawings(screen) if p.needed and p.name != "grids"))
    write(console, f"You have {holdings(screen)}.", style="dim")


def show_offers(console: Console, screen: Screen) -> None:
    """The pieces that can be had, with what they cost and give."""
    title(console, "What can be had")
    if not screen.tiles:
        write(console, "No pieces can be had now.")
    _show(console, tiles(screen), apart=False)


def show_stacks(console: Console, state: State, player: int | None) -> None:
    """The stacks, as far as they are known: what comes next."""
    seen = view(state, player)
    for name in seen.layout.stacks:
        pieces = seen.stack(name)
        known = [piece for piece in pieces if piece]
        hidden = len(pieces) - len(known)
        text = ", ".join(known) + (f", and {hidden} face down" if hidden else "")
        write(console, f"{name}: {text}")


def headline(screen: Screen) -> str:
    """``Round 3 of 10, bidding; Player 2 is start player``."""
    if screen.over:
        return standing(screen)
    return f"{standing(screen)}; {screen.name(screen.starts)} is start player"


def _show(console: Console, parts: Iterable[Part], apart: bool = True) -> None:
    """Parts in their richest forms for which there is room, each below an empty line."""
    for part in parts:
        lines = part.richest(width_of(console))
        if lines and apart:
            console.print()
        for line in lines:
            line.rstrip()
            console.print(line, soft_wrap=True)
