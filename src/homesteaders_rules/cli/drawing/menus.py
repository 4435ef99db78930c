"""The question of a screen, with its menu: rows of choices, or a line for each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text

from ...seeing.menu import ANYTIME, ASKED, Choice, Row
from ..console import style_of
from .lines import LOUD, QUIET, Cells, flow, listed, split, table
from .part import Form, Part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...seeing.model import Screen

FOLDS = ((3, True), (6, False), (12, False))
"""Rows of more choices than that are folded, into as few parts as can be or not, where there is no
room for them."""
TOLD = ((ASKED,), (ASKED, ANYTIME))
"""In which rows it stands beside the choices what they bring: first where it is asked for them."""
MOST_LINES = 16
"""A menu of more choices has no line for each, however much room there is."""
SEPARATOR = " |"


class Question:
    """The prompt and the menu, in forms from lean to rich; each is a menu of its own."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        menu = screen.menu
        self.menus = [*(menu.folded(*fold) for fold in FOLDS), menu, *[menu for _ in TOLD]]
        kinds = [*[()] * (len(FOLDS) + 1), *TOLD]
        forms: list[Form] = [partial(self._rows, at, told) for at, told in enumerate(kinds)]
        spread = menu.spread(noted=True)
        if len(spread.rows) <= MOST_LINES:
            self.menus.append(spread)
            forms.append(self._lines)
        self.part = Part("menu", forms)

    def _asked(self, width: int) -> list[Text]:
        """Who decides about what."""
        screen = self.screen
        said = f"{screen.decider.name}: {screen.prompt}" if screen.prompt else screen.decider.name
        if screen.piece:
            said += f" ({screen.piece})"
        if screen.menu.opened:
            said += f" - {screen.menu.opened}"
        return flow(split(said, f"{LOUD} {style_of(screen.player)}"), width)

    def _rows(self, at: int, told: Sequence[str], width: int) -> list[Text]:
        """Rows of choices, those of one choice one after the other; in the leanest form all.

        ``told``: the kinds of rows in which it is told what choices bring.
        """
        lines = self._asked(width)
        together: list[Text] = []
        for row in self.menus[at].rows:
            said = _row(row, row.kind in told)
            if row.only or not at:
                together += said
                continue
            lines += flow(_ended(together), width, 4)
            together = []
            lines += flow(_ended(said), width, 4)
        lines += flow(_ended(together), width, 4)
        return [*lines, *self._beyond(at, width)]

    def _lines(self, width: int) -> list[Text]:
        """A line for each choice, with its note; those without stay in rows."""
        rows: list[Cells] = []
        for row in self.menus[-1].rows:
            number = Text(f"{row.number:>2}", style=LOUD)
            style = QUIET if row.kind == ANYTIME else ""
            if row.only:
                note = split(row.only.note, QUIET) or [Text("")]
                rows.append([number, Text(_label(row), style=style), note])
            else:
                rows.append([number, Text(f"{row.head}:", style=style), _labels(row)])
        found = table(rows, width)
        return found and [*self._asked(width), *found, *self._beyond(len(FOLDS), width)]

    def _beyond(self, at: int, width: int) -> list[Text]:
        """What is there after exchanges, tiles aside; in the leanest form how much."""
        rows = [row for row in self.menus[at].beyond if not self._is_told(row)]
        if rows and not at:
            count = sum(len(row.keys) for row in rows)
            return flow(split(f"after exchanges: {count} more", QUIET), width)
        found = [Text("after exchanges:", style=QUIET)]
        for row in rows:
            end = SEPARATOR if row is not rows[-1] else ""
            if row.only:
                found.append(Text(row.head, style="italic").append(end, QUIET))
            else:
                said = listed([choice.label for choice in row.choices], style="italic")
                said[-1].append(end, QUIET)
                found += [Text(f"{row.head}:", style="italic"), *said]
        return flow(found, width) if rows else []

    def _is_told(self, row: Row) -> bool:
        """Are all keys of a row about tiles, which stand on the screen with what they cost?"""
        names = {tile.name for tile in self.screen.tiles if tile.had}
        return all(self.screen.menu.pieces.get(key) in names for key in row.keys)


def _label(row: Row) -> str:
    label = row.choices[0].label
    return f"{row.head} {label}".strip() if row.choices[0].most > 1 else row.head


def _row(row: Row, brief: bool) -> list[Text]:
    """A row as items; the last ends with what parts it from the next."""
    number = Text().append(f"{row.number} ", LOUD)
    if row.only:
        found = [number.append(_label(row)).append_text(_beside(row.only, brief))]
    else:
        style = QUIET if row.kind == ANYTIME else ""
        found = [number.append(f"{row.head}:", style), *_labels(row, brief)]
    found[-1].append(SEPARATOR, QUIET)
    return found


def _labels(row: Row, brief: bool = False) -> list[Text]:
    """The choices of a row."""
    apart = ";" if any("," in choice.words for choice in row.choices) else ","
    return listed([Text(c.label).append_text(_beside(c, brief)) for c in row.choices], apart)


def _beside(choice: Choice, brief: bool) -> Text:
    """What a choice brings, or what lies there, in brackets."""
    said = choice.brief if brief else choice.there
    return Text(f" ({said})" if said else "", style=QUIET)


def _ended(items: Sequence[Text]) -> list[Text]:
    """Without what would part the last row from another."""
    if not items:
        return []
    last = items[-1].copy()
    last.right_crop(len(SEPARATOR))
    return [*items[:-1], last]
