"""Options as a menu: numbers, keys, and what an option would bring."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.text import Text

from ..play.planning.how import how
from ..play.planning.reach import beyond
from ..seeing.entry import meant
from ..seeing.notes import Notes, gathered
from ..words import join
from .console import grid, spread, style_of, width_of, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from ..play.state import State
    from ..runtime.offering.options import Option

AS_ABOVE = "as above"
MANY = 12
"""From so many options on, those without a note are set in columns."""
TOLD_APART = 6
"""So many keys are named that an answer may mean."""
FEW = 3
"""So many options that exchanges would open are shown, unless somebody asks for more."""


class Menu:
    """The options of a decision, numbered from 1. Those of any time come last."""

    def __init__(self, state: State, all_of_them: bool = False) -> None:
        self.state = state
        self.all_of_them = all_of_them
        self.listed, self.anytime, self.most = gathered(state.decision)
        self.open = all_of_them or len(self.anytime) <= 3
        self.notes = Notes(state)
        keys = [option.key for option in (*self.listed, *self.anytime)]
        self.numbers = {key: number for number, key in enumerate(keys, 1)}
        self.all_keys = {option.key for option in state.decision.all}

    @property
    def count(self) -> int:
        """The highest number."""
        return len(self.numbers)

    def key_of(self, answer: str) -> str | None:
        """The key that an answer means: a number, or the key itself."""
        if answer.isdecimal() and 1 <= int(answer[:9]) <= self.count:
            return list(self.numbers)[int(answer[:9]) - 1]
        wanted = " ".join(answer.lower().split())
        return next((key for key in self.all_keys if key.lower() == wanted), None)

    def meant(self, answer: str) -> tuple[str, ...]:
        """The keys that a short answer may mean, in the order of the decision."""
        return meant(answer, (option.key for option in self.state.decision.all))

    def several(self, keys: Sequence[str]) -> str:
        """Some keys that must be told apart, with the numbers of those that have one."""
        named = [f"{key} ({self.numbers[key]})" if key in self.numbers else key for key in keys]
        if len(named) > TOLD_APART:
            named[TOLD_APART:] = [f"{len(named) - TOLD_APART} more"]
        return join(named, "or")

    def show(self, console: Console, names: Sequence[str]) -> None:
        """Print the menu."""
        decision = self.state.decision
        prompt = decision.prompt
        console.print()
        text = f"{names[decision.player]}: {prompt}" if prompt else names[decision.player]
        write(console, text, style=f"bold {style_of(decision.player)}".strip())
        self._show(console, self.listed)
        if self.anytime and self.open:
            write(console, "at any time:", style="dim")
            self._show(console, self.anytime)
        elif self.anytime:
            keys = ", ".join(f"{self.numbers[o.key]} {o.key}" for o in self.anytime)
            write(console, f"at any time: {keys} (say more for what they bring)", style="dim")
        self._show_beyond(console)

    def _show_beyond(self, console: Console) -> None:
        """What is there after exchanges, each with the cheapest of them."""
        keys = beyond(self.state).keys
        shown = keys if self.all_of_them else keys[:FEW]
        for key in shown:
            answer = how(self.state, key, 1)
            if answer:
                write(console, f"{key}, after: {answer.ways[0]}", 2, "dim", hanging=4)
        if len(keys) > len(shown):
            more = f"and {len(keys) - len(shown)} more after exchanges (say more)"
            write(console, more, 2, "dim")

    def _show(self, console: Console, options: Sequence[Option]) -> None:
        notes = [self.notes.of(option, self.most.get(option.key, 1)) for option in options]
        told = any(note and not self.notes.price(o) for o, note in zip(options, notes, strict=True))
        if len(options) >= MANY and not told:
            self._show_columns(console, options)
            return
        table = grid("", "", "", right=(0,), wide=(2,))
        for option, note, above in zip(options, notes, ["", *notes], strict=False):
            same = note == above and len(note) > len(AS_ABOVE)
            number = Text(str(self.numbers[option.key]), style="bold")
            table.add_row(number, option.key, Text(AS_ABOVE if same else note, style="dim"))
        spread(console, table)

    def _cell(self, option: Option) -> str:
        price = self.notes.price(option)
        return f"{self.numbers[option.key]:>3} {option.key}{f' ({price})' * bool(price)}"

    def _show_columns(self, console: Console, options: Sequence[Option]) -> None:
        """Options below each other, in as many columns as there is room for."""
        columns = _columns(options)
        cells = [[self._cell(option) for option in column] for column in columns]
        widest = max(len(cell) for column in cells for cell in column) + 2
        if widest * len(cells) > width_of(console):
            cells = [[cell for column in cells for cell in column]]
        for row in zip_longest(*cells, fillvalue=""):
            line = "".join(cell.ljust(widest) for cell in row)
            console.print(Text(line.rstrip()), soft_wrap=True)


def _columns(options: Sequence[Option]) -> list[list[Option]]:
    """Options whose keys end alike in one column; what is left alone goes to the last."""
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(" ".join(option.key.split()[-2:]), []).append(option)
    columns = [group for group in groups.values() if len(group) > 1]
    alone = [group[0] for group in groups.values() if len(group) == 1]
    if not columns:
        half = -(-len(alone) // 2)
        return [alone[:half], alone[half:]]
    return [*columns[:-1], columns[-1] + alone]
