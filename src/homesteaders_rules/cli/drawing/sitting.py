"""Somebody at a terminal: each question is one screen, drawn anew, and what happens is a log.

What is printed meanwhile goes onto paper: the newest of it stands on the screen, all of it can be
read back. Answers that are short stand on the screen too, longer ones on a page of their own.
"""

from __future__ import annotations

from contextlib import contextmanager
from io import StringIO
from typing import IO, TYPE_CHECKING

from rich.text import Text

from ...seeing.looking import Onlooker
from ...seeing.menu import Row
from ..asking import Manners, Person
from ..menus import Menu
from ..table.repeating import last_placing
from .fitting import Told, draw
from .lines import QUIET, Cells, flow, split, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from ...play.saves import Game
    from ...seeing.model import Screen
    from ..files import SaveFiles

BACK = "Enter goes back to the table. "
EARLIER = "Enter goes back to the table, - shows what was before. "
HELP = (
    ("2", "row 2 of the menu: its option, or those of it more closely (Enter goes back)"),
    ("2 5", "what is called 5 in row 2; (12) behind something means so many ways to do it"),
    ("2 THIS 3", "what is called THIS in row 2, 3 times at once"),
)
SIMPLE = str.maketrans("─…×", "-_x")
MOST_SAID = 8
"""An answer of more lines has a page of its own."""


class Paper(StringIO):
    """What is printed while nobody is asked, with its colours."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[Text] = []
        self._taken = 0

    def isatty(self) -> bool:
        """So colours are kept."""
        return True

    @property
    def lines(self) -> list[Text]:
        """What is written there."""
        new = self.getvalue()[self._taken :]
        self._taken += len(new)
        self._lines += [Text.from_ansi(line) for line in new.splitlines()]
        return self._lines


def _without_gaps(lines: Sequence[Text]) -> list[Text]:
    return [line for line in lines if line.plain.strip()]


class Sitting(Person):
    """Asks by screens."""

    def __init__(
        self,
        console: Console,
        game: Game,
        names: Sequence[str],
        manners: Manners,
        files: SaveFiles,
    ) -> None:
        super().__init__(console, game, names, manners, files)
        self.onlooker = Onlooker(game.state.table, names)
        self.glass: IO[str] = console.file
        self.paper = Paper()
        self.read = 0
        self.recap: list[Text] = []
        self.handed = 0
        self.pending: Sequence[Text] = ()
        self.shown: Shown | None = None

    @contextmanager
    def at_the_table(self) -> Iterator[None]:
        """Meanwhile all that is printed goes onto paper; at the end what is new there is told."""
        self.console.file = self.paper
        try:
            yield
        finally:
            self.console.file = self.glass
            for line in self.paper.lines[self.read :]:
                self.console.print(line, soft_wrap=True)

    def show(self, lines: Sequence[Text]) -> None:
        """Nothing but these lines."""
        self.console.file = self.glass
        self.console.clear()
        for line in lines:
            self.console.print(self._writable(line), soft_wrap=True)
        self.console.file = self.paper

    def _writable(self, line: Text) -> Text:
        """With other signs where the terminal has not all of them."""
        if not self.console.encoding.lower().startswith("utf"):
            line = line.copy()
            line.plain = line.plain.translate(SIMPLE)
        return line

    def page(self, lines: Sequence[Text]) -> None:
        """Something to be read, its end first; then back to the table."""
        height, end = max(self.console.height - 1, 1), len(lines)
        while True:
            start = max(end - height, 0)
            self.show(lines[start:end])
            if self._line(EARLIER if start else BACK).strip() != "-" or not start:
                return
            end = max(start, height)

    # ------------------------------------------------------------------ what a person does

    def _look(self) -> None:
        """The table stands on the screen."""

    def _menu(self, all_of_them: bool = False) -> Shown:
        self.shown = Shown(self)
        if not self.shown.draw(self.pending):
            self.shown.draw()
        self.pending = ()
        return self.shown

    def _hand_over(self, player: int) -> None:
        """What somebody alone is told of what happened is on no paper that others read."""
        if self._last in (None, player):
            super()._hand_over(player)
            return
        self.show([])
        with self._heard() as said:
            super()._hand_over(player)
        self.recap, self.handed = said, len(self.paper.lines)
        self.read = self.handed

    @property
    def recent(self) -> int:
        """How many lines of the log are new to who is asked."""
        recap = self.recap if self.read == self.handed else []
        return len(_without_gaps([*recap, *self.paper.lines[self.read :]]))

    @property
    def told(self) -> list[Text]:
        """The log for who is asked: where several people sit here, since their last choice."""
        return _without_gaps([*self.recap, *self.paper.lines[self.handed :]])

    def _answer(self, answer: str, menu: Menu) -> None:
        """What is said in answer stands on the screen, or on a page of its own."""
        if self.shown and self.shown.is_turned:
            self.shown.draw()
            return
        with self._heard() as said:
            super()._answer(answer, menu)
        if self.game.state is menu.state:
            self._tell(said)
        else:
            self.pending = said

    def _reminds(self, key: str) -> bool:
        """A reminder that must be answered stands on the screen."""
        with self._heard() as said:
            must_say_again = super()._reminds(key)
        if must_say_again:
            self._tell(said)
        return must_say_again

    def _by_enter(self) -> str:
        """Enter goes back to the whole menu, or takes the only option."""
        if self.shown and self.shown.only:
            self.shown.only = ()
            self.shown.draw()
            return ""
        with self._heard() as said:
            answer = super()._by_enter()
        self._tell(said)
        return answer

    @contextmanager
    def _heard(self) -> Iterator[list[Text]]:
        """What is printed meanwhile."""
        said: list[Text] = []
        paper = self.console.file = Paper()
        try:
            yield said
        finally:
            self.console.file = self.paper
            said += paper.lines

    def _tell(self, said: Sequence[Text]) -> None:
        """On the screen if it is short, else on a page of its own."""
        if said and self.shown and (len(said) > MOST_SAID or not self.shown.draw(said)):
            self.page(said)
            self.shown.draw()

    def _more(self, rest: str) -> None:
        """Every option with what it brings, and what is there after exchanges."""
        screen = self.onlooker.see(self.game.state, self.player)
        rows: list[Cells] = [
            [Text(row.head), split(row.choices[0].note, QUIET) or [Text("")]]
            for row in screen.menu.spread().rows
        ]
        beyond = [key for row in screen.menu.beyond for key in row.keys]
        rows += [[Text(key), split("after exchanges", "italic")] for key in beyond]
        for line in table(rows, self.console.width):
            self.console.print(line, soft_wrap=True)

    def _help(self, rest: str) -> None:
        self._tell_help(HELP)
        super()._help(rest)

    def _log(self, rest: str) -> None:
        for line in self.paper.lines:
            self.console.print(line, soft_wrap=True)


class Shown(Menu):
    """The menu on the screen: its numbers are those of the rows that are drawn."""

    def __init__(self, by: Sitting) -> None:
        super().__init__(by.game.state)
        self.numbers = {}
        self.by = by
        self.only: tuple[str, ...] = ()
        self.is_turned = False
        self.news = by.recent
        self._screens: dict[tuple[str, ...], Screen] = {}

    def draw(self, said: Sequence[Text] = ()) -> bool:
        """Draw the screen; False, and nothing is drawn, where there is no room for an answer."""
        by = self.by
        lines, width = by.told, by.console.width
        answer = [part for line in (*said, *self._again()) for part in flow([line], width, 0)]
        if self.only not in self._screens:
            self._screens[self.only] = by.onlooker.see(self.state, by.player, self.only)
        screen = self._screens[self.only]
        told = Told(lines, self.news, answer)
        drawn = draw(screen, width, by.console.height - 1, told)
        if said and not drawn.fits:
            return False
        self.menu = drawn.menu
        by.show(drawn.lines)
        by.read = len(by.paper.lines)
        return True

    def _again(self) -> list[Text]:
        """That the last placing can be done again by Enter."""
        placing = None if self.only else last_placing(self.by.game)
        return [] if placing is None else [Text(placing.words, style=QUIET)]

    @property
    def count(self) -> int:
        """The highest number."""
        return len(self.menu.rows)

    def meant(self, answer: str) -> tuple[str, ...]:
        """The keys that a short answer may mean; none where it opened a part of the menu."""
        return () if self.is_turned else super().meant(answer)

    def key_of(self, answer: str) -> str | None:
        """The key that an answer means; a part of the menu is opened, and nothing is chosen."""
        self.is_turned = False
        found = self.menu.meant(answer)
        if found is None:
            return None if answer.isdecimal() else super().key_of(answer)
        if isinstance(found, Row) or not found.key:
            self.only, self.is_turned = found.keys, True
            return None
        return found.key
