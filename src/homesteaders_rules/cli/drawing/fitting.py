"""Everything onto one screen: each part as rich as there is room for, and what is needed always."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen
from rich.text import Text

from .drawings import drawings
from .forms import headline, parts_of
from .lines import QUIET, beside, wide
from .menus import Question
from .part import HIDDEN, Part
from .players import due, own_tiles, players

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...seeing.menu import Menu
    from ...seeing.model import Screen

GAP = 2
LOG = "log"
WISHES = """
    menu 1, menu 2, lots 1, up 1, players 1, menu 3, players 2, rule 0, log 2, menu 4, menu 5,
    spots 0, tiles 0, grids 0, map 0, legend 0, menu 6, log 4, tiles 1, tiles 2, own 0, spots 1,
    grids 1, players 3, log 8, head 1, stock 0, map 1, tiles 3, spots 2, grids 2, legend 1
"""
"""What is made richer, in this order, as long as there is room: a part and its level, or how much
is told of what happened lately."""
ORDERED = [(name, int(level)) for name, level in map(str.split, WISHES.split(","))]
TEXTS = [("tiles", 2), ("menu", 4), ("menu", 5)]
_DRAWINGS = ORDERED.index(("grids", 0))
ASKED = [
    *(each for each in ORDERED[:_DRAWINGS] if each not in TEXTS),
    *TEXTS,
    *(each for each in ORDERED[_DRAWINGS:] if each not in TEXTS),
]
"""Where tiles are chosen, their texts come before costs in the menu and before what is drawn."""
DRAWN, UNDER, BOTTOM = ("map", "grids"), ("legend",), ("rule", "menu")


@frozen
class Drawn:
    """A screen as it is drawn: lines from top to bottom, and the menu that they show.

    ``parts``: the lines of each part that is shown, wherever they stand. ``fits``: is all that is
    needed in sight?
    """

    lines: tuple[Text, ...]
    menu: Menu
    parts: Mapping[str, tuple[Text, ...]]
    fits: bool


@frozen
class Told:
    """The log, how many lines of it came since somebody looked, and what was said in answer."""

    log: Sequence[Text] = ()
    news: int = 0
    said: Sequence[Text] = ()


NOTHING_TOLD = Told()


def draw(screen: Screen, width: int, height: int, told: Told = NOTHING_TOLD) -> Drawn:
    """The richest screen of so many columns and lines.

    An answer is needed; of the log there is what there is room for. Where even the leanest screen
    has too many lines, all of them are given.
    """
    question = Question(screen)
    parts = [
        headline(screen),
        players(screen),
        *due(screen),
        *own_tiles(screen),
        *parts_of(screen),
        *drawings(screen),
        Part("rule", [_rule], needed=False),
    ]
    kinds = _ARRANGED if any(part.name in DRAWN for part in parts) else _ARRANGED[:1]
    found = [_Page(kind, parts, question, width, height, told) for kind in kinds]
    wishes = ASKED if any(tile.is_named for tile in screen.tiles) else ORDERED
    for page in found:
        page.enrich(wishes)
    best = max(found, key=lambda page: (page.fits, page.riches))
    return best.drawn()


def _rule(width: int) -> list[Text]:
    return [Text("─" * width, style=QUIET)]


@define(eq=False)
class _Page:
    """An arrangement of parts, with the level of each.

    ``beside``: the parts beside what is drawn as a map, which stands to the right; none where it
    stands below the others.
    """

    beside: Sequence[str]
    parts: Sequence[Part]
    question: Question
    width: int
    height: int
    told: Told
    levels: dict[str, int] = field(init=False)
    logged: int = 0
    riches: int = 0

    def __attrs_post_init__(self) -> None:
        self.levels = {part.name: part.least for part in self.every}

    @property
    def every(self) -> list[Part]:
        """All parts; the question is the last."""
        return [*self.parts, self.question.part]

    @property
    def fits(self) -> bool:
        """Is there room for all that is needed?"""
        return self._height <= self.height

    def enrich(self, wishes: Sequence[tuple[str, int]]) -> None:
        """Make one part after the other richer, as long as there is room."""
        self._settle()
        for number, (name, level) in enumerate(wishes):
            if name == LOG:
                self._log(min(level, self.told.news))
            elif self.levels.get(name, level) < level and self._try(name, level):
                self.riches += len(wishes) - number
        self._log(min(len(self.told.log), self.logged + self.height - self._height))

    def _settle(self) -> None:
        """What has no room in its column is drawn in the richest form that has."""
        for part in self.every:
            level = self.levels[part.name]
            if level == HIDDEN or part.fits(level, self._width_of(part)):
                continue
            others = [*range(level - 1, HIDDEN, -1), *range(level + 1, len(part.forms))]
            fitting = (each for each in others if part.fits(each, self._width_of(part)))
            self.levels[part.name] = next(fitting, level)

    def _try(self, name: str, level: int) -> bool:
        part = next(each for each in self.every if each.name == name)
        if not part.fits(level, self._width_of(part)) or self._says_nothing(name):
            return False
        before = dict(self.levels)
        self.levels[name] = level
        if name in DRAWN:
            self._settle()
        if self._height <= self.height and not self._loses_texts(before):
            return True
        self.levels = before
        return False

    def _loses_texts(self, before: Mapping[str, int]) -> bool:
        """Has what is drawn left no room in their column for the texts of tiles?"""
        name, level = TEXTS[0]
        return self.levels.get(name, level) < level <= before.get(name, HIDDEN)

    def _says_nothing(self, name: str) -> bool:
        """Is it a legend without its map?"""
        return name == "legend" and self.levels["map"] == HIDDEN

    def _log(self, count: int) -> None:
        """So many lines of the log, or as many as there is room for."""
        before = self.logged
        for number in range(count, before, -1):
            self.logged = number
            if self._height <= self.height:
                return
        self.logged = before

    # ------------------------------------------------------------------ where parts stand

    @property
    def _margin(self) -> int:
        """So much the drawing to the right takes."""
        if not self.beside:
            return 0
        return max((wide(line) + GAP for line in self._drawing()), default=0)

    def _width_of(self, part: Part) -> int:
        if part.name in DRAWN:
            return self.width * 3 // 5 if self.beside else self.width
        return self.width - self._margin if part.name in self.beside else self.width

    def _drawing(self) -> list[Text]:
        """The maps and grids, as they are drawn beside the others."""
        return [line for part in self.parts if part.name in DRAWN for line in self._of(part)]

    def _of(self, part: Part) -> list[Text]:
        return part.lines(self.levels[part.name], self._width_of(part))

    def _regions(self) -> list[list[Part]]:
        """The parts above, those beside the drawing, those under it, and those at the bottom."""
        beside = self.beside if self._margin else ()
        found: list[list[Part]] = [[], [], [], []]
        for part in self.every:
            if part.name in beside:
                found[1].append(part)
            elif part.name not in DRAWN:
                found[2 if part.name in UNDER else 3 if part.name in BOTTOM else 0].append(part)
        return found

    @property
    def _height(self) -> int:
        """How many lines there are in all."""
        above, middle, under, bottom = (
            sum(len(self._of(part)) for part in parts) for parts in self._regions()
        )
        drawing = max(middle, len(self._drawing()))
        return above + drawing + under + len(self._happened()) + bottom

    def _lines(self) -> list[Text]:
        """All lines from top to bottom."""
        above, middle, under, bottom = (
            [line for part in parts for line in self._of(part)] for parts in self._regions()
        )
        margin, drawing = self._margin, self._drawing()
        if margin:
            drawing = beside([middle, drawing], [self.width - margin, margin - GAP])
        return [*above, *drawing, *under, *self._happened(), *bottom]

    def _happened(self) -> list[Text]:
        """The end of the log, below a line like that which stands above the question."""
        log = self.told.log[len(self.told.log) - self.logged :]
        line = _rule(self.width) if log and self.levels["rule"] != HIDDEN else []
        return [*line, *log, *self.told.said]

    def drawn(self) -> Drawn:
        """The lines, and what they show."""
        parts = {part.name: tuple(self._of(part)) for part in self.every}
        menu = self.question.menus[self.levels[self.question.part.name]]
        lines = self._lines()
        return Drawn(tuple(lines), menu, parts, len(lines) <= self.height)


_BOARD = ("lots", "up", "outlook", "spots", "tiles", "stock", "own", "due")
_ARRANGED: Sequence[Sequence[str]] = (
    (),
    _BOARD,
    (*_BOARD, "rule", "menu"),
    ("head", "players", *_BOARD, "rule", "menu"),
)
"""What stands beside a drawing; nothing: the drawing has all the width."""
