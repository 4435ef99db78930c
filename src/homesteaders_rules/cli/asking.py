"""Asking a person: the options with their numbers, and the words that help to choose."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from ..errors import GameError, suggestion
from ..play.choosing import UNKNOWN, why_not
from ..play.planning.how import how
from ..play.scoring import score
from ..seeing.looking import Onlooker
from ..telling.ways import how_lines, way_text
from .console import style_of, write
from .errors import sentence_of
from .menus import Menu
from .results import show_scores, sources_of
from .screen import show_change, show_offers, show_stacks, show_table
from .table.completing import Completion
from .table.forced import may_slip, take_back
from .table.recap import tell_from, tell_since
from .table.reminders import reminders
from .table.repeating import last_placing
from .table.wishing import wished

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console

    from ..play.saves import Game
    from ..seeing.model import Screen
    from .files import SaveFiles

WHY = re.compile(r"why(?:\s+not)?\s+(.+?)\s*\??", re.IGNORECASE)
AGAIN = "again"
IN_FULL = ("overwrite", "quit", "exit")
"""What is said in full, since it may lose something."""
WITH_WORDS = ("how", "show", "save")
"""What other words follow: where they follow one that is cut short, an option was meant."""
HELP = (
    ("a number or a key", "choose that option; Enter alone takes the only one"),
    ("b 5 2", "short for a key: beginnings of its words, and its numbers"),
    (AGAIN, "place as you did the last time; Enter alone does it too"),
    ("why not KEY?", "why an option cannot be chosen now"),
    ("how KEY", "which exchanges open an option, and what they cost"),
    ("table", "the table: players, lots"),
    ("offers", "the pieces that can be had, with cost and text"),
    ("stacks", "what is known of the stacks"),
    ("more", "all options, those of any time too"),
    ("show NAME", "explain a piece, a phase, an exchange ..."),
    ("score", "what you would score now"),
    ("log", "what happened, from the beginning"),
    ("undo", "take back your last choice"),
    ("save FILE", "save the game"),
    ("overwrite FILE", "save it in a file that is there already"),
    ("quit", "leave the game"),
)


def _first_word(answer: str) -> str:
    return answer.partition(" ")[0].lower()


class Quit(Exception):
    """A person leaves. Its text says why."""


@frozen
class Manners:
    """How people are asked. ``humans``: their seats. ``reminders``: they are reminded of what they
    leave undone; ``asks_again``: and must say it a second time.
    """

    humans: Sequence[int]
    reminders: bool = True
    asks_again: bool = False


class Person:
    """Asks the people at the screen. What it shows is what the one who decides may see."""

    def __init__(
        self,
        console: Console,
        game: Game,
        names: Sequence[str],
        manners: Manners,
        files: SaveFiles,
    ) -> None:
        self.console = console
        self.game = game
        self.names = names
        self.manners = manners
        self.files = files
        self._next: list[str] = []
        self._completion = Completion()
        self._last: int | None = None
        self.onlooker = Onlooker(game.state.table, names, looks_beyond=False)
        self._seen: Screen | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "how": self._how,
            "table": self._table,
            "offers": self._offers,
            "stacks": self._stacks,
            "more": self._more,
            "show": self._show,
            "score": self._score,
            "log": self._log,
            "undo": self._undo,
            "save": self._save,
            "overwrite": self._overwrite,
            "quit": self._quit,
            "exit": self._quit,
        }

    def at_the_table(self) -> contextlib.AbstractContextManager[None]:
        """The time in which the game is played."""
        return contextlib.nullcontext()

    @property
    def player(self) -> int:
        """Who decides."""
        return self.game.state.decision.player

    def goes_on(self) -> bool:
        """Is there more of what was chosen in one go, so that nothing need be asked?"""
        if self._next and self.game.state.decision.find(self._next[0]) is None:
            self._next = []
        return bool(self._next)

    def ask(self, player: int) -> str:
        """Ask until something is chosen; its key."""
        if self.goes_on():
            return self._next.pop(0)
        self._hand_over(player)
        self._look()
        menu, reminded = self._menu(), ""
        while True:
            answer = self._read(menu)
            state = self.game.state
            key = self._again(answer) or menu.key_of(answer) or self._short(answer, menu)
            if key is None:
                self._answer(answer, menu)
            elif key == reminded or not self._reminds(key):
                return key
            else:
                reminded = key
            if self.game.state is not state:
                self._look()
                menu = self._menu()

    def _again(self, answer: str) -> str | None:
        """The first key of the last round's placing, if that is to be done again."""
        placing = last_placing(self.game) if answer.lower() == AGAIN else None
        if placing is None:
            return None
        first, *self._next = placing.keys
        return first

    def _reminds(self, key: str) -> bool:
        """Remind of what is left undone by a choice; must it be said once more?"""
        if not self.manners.reminders:
            return False
        found = reminders(self.game.state, key)
        again = f"Say {key} once more to leave it so." if self.manners.asks_again else ""
        if found:
            self._say(f"{key}: {'; '.join(found)}. {again}".strip())
        return bool(found and again)

    def _look(self) -> None:
        """The table when a phase begins; later what has changed on it."""
        before, state = self._seen, self.game.state
        if before is None or (before.round, before.phase) != (state.round, state.phase):
            self._show_table(brief=before is not None and before.round == state.round)
        else:
            self._seen = self._screen()
            show_change(self.console, self._seen, before)

    def _screen(self) -> Screen:
        """What is to be seen now."""
        return self.onlooker.see(self.game.state, self.player)

    def _short(self, answer: str, menu: Menu) -> str | None:
        """The key that a short answer means; None if it means none or several, or is a command."""
        found = () if self._is_command(answer) else menu.meant(answer)
        return found[0] if len(found) == 1 else None

    def _is_command(self, answer: str) -> bool:
        return WHY.fullmatch(answer) is not None or _first_word(answer) in self._commands

    def _command_of(self, answer: str, menu: Menu) -> Callable[[str], None] | None:
        """The command an answer begins with, or with the beginning of, if that means no option."""
        word = _first_word(answer)
        if word in self._commands or menu.meant(answer):
            return self._commands.get(word)
        known = self._commands if word == answer.lower() else WITH_WORDS
        found = [name for name in known if name.startswith(word)]
        return self._commands[found[0]] if len(found) == 1 and found[0] not in IN_FULL else None

    def _answer(self, answer: str, menu: Menu) -> None:
        if answer.isdecimal():
            self._say(f"There is no option {answer}: they are numbered 1 to {menu.count}.")
            return
        why = WHY.fullmatch(answer)
        if why:
            self._why(why.group(1))
            return
        command = self._command_of(answer, menu)
        if command is None:
            self._say(self._misunderstood(answer, menu))
            return
        try:
            command(answer.partition(" ")[2].strip())
        except (GameError, OSError) as error:
            self._say(sentence_of(error))

    def _misunderstood(self, answer: str, menu: Menu) -> str:
        """What an answer may mean, or why it cannot be chosen."""
        several = menu.meant(answer)
        if several:
            return f'"{answer}" may mean {menu.several(several)}. Say more of it, or a number.'
        key, *more = wished(self.game.state, answer)
        if more:
            return f'"{answer}" may mean {menu.several((key, *more))}; none can be chosen now.'
        reason = why_not(self.game.state, key, self.player)
        if reason == UNKNOWN:
            word = _first_word(answer)
            begun = [name for name in IN_FULL if name.startswith(word)]
            reason += f'; say "{begun[0]}" in full' if begun else suggestion(word, self._commands)
        end = "" if str(reason).endswith("?") else "."
        return f'"{key}" cannot be chosen: {reason}{end} Say help for what can be said.'

    # ------------------------------------------------------------------ reading

    def _menu(self, all_of_them: bool = False) -> Menu:
        menu = Menu(self.game.state, all_of_them)
        menu.show(self.console, self.names)
        placing = last_placing(self.game)
        if placing is not None:
            write(self.console, placing.words, style="dim", hanging=4)
        return menu

    def _read(self, menu: Menu) -> str:
        """One answer."""
        answer = ""
        keys = [option.key for option in self.game.state.decision.all]
        self._completion.offer(keys, list(self._commands))
        while not answer:
            hint = f"1-{menu.count}" if menu.count > 1 else "1"
            prompt = f"{self.names[self.player]} [{hint}, help]> "
            answer = self._line(prompt).strip() or self._by_enter()
        return answer

    def _by_enter(self) -> str:
        """What Enter alone says: the last placing, or the only option, unless it may be a slip."""
        state = self.game.state
        if last_placing(self.game) is not None:
            return AGAIN
        if len(state.options) != 1:
            return "help"
        (only,) = state.options
        if not may_slip(state):
            return only.key
        self._say(f"It is not taken by Enter alone, since it may be a slip: say {only.key}.")
        return ""

    def _line(self, prompt: str) -> str:
        try:
            return input(prompt)
        except EOFError:
            self.console.print()
            raise Quit("There is no more input; the game stops here.") from None

    def _hand_over(self, player: int) -> None:
        """At one screen the others look away; who comes is told what they did."""
        if len(self.manners.humans) > 1 and self._last not in (None, player):
            self._line(f"{self.names[player]}, it is your turn: press Enter when only you look. ")
            if self.console.is_terminal:
                self.console.clear()
            self._seen = None
            self._completion.forget()
            tell_since(self.console, self.game, self.names, player)
        self._last = player

    def _say(self, text: str) -> None:
        write(self.console, text, 2, "italic")

    # ------------------------------------------------------------------ commands

    def _help(self, rest: str) -> None:
        self._tell_help(HELP)

    def _tell_help(self, lines: Sequence[tuple[str, str]]) -> None:
        for words, meaning in lines:
            write(self.console, f"{words:<18} {meaning}", 2, hanging=19)

    def _table(self, rest: str) -> None:
        self._show_table()

    def _show_table(self, brief: bool = False) -> None:
        self._seen = self._screen()
        self.console.print()
        show_table(self.console, self._seen, brief)

    def _offers(self, rest: str) -> None:
        show_offers(self.console, self._screen())

    def _stacks(self, rest: str) -> None:
        show_stacks(self.console, self.game.state, self.player)

    def _more(self, rest: str) -> None:
        self._menu(all_of_them=True)

    def _show(self, rest: str) -> None:
        from .texts.showing import show_name

        show_name(self.game.rules, rest)

    def _score(self, rest: str) -> None:
        own = score(self.game.state)[self.player]
        show_scores(self.console, self.game.state, [own], self.names)
        write(self.console, sources_of(own), style=style_of(self.player))

    def _log(self, rest: str) -> None:
        if not self.game.turns:
            raise GameError("nothing has been chosen yet")
        tell_from(self.console, self.game, self.names, self.player)

    def _why(self, key: str) -> None:
        key = self._wished(key.strip("\"'"))
        reason = why_not(self.game.state, key, self.player)
        self._say(f'"{key}": {reason}.' if reason else f'"{key}" can be chosen now.')
        answer = how(self.game.state, key, 1) if reason else None
        if answer:
            self._say(way_text(answer.ways[0], self.game.rules.vocabulary))

    def _wished(self, said: str) -> str:
        """The only key that is meant, or the words themselves."""
        found = wished(self.game.state, said)
        return found[0] if len(found) == 1 else said

    def _how(self, rest: str) -> None:
        said = rest.rstrip("? ").strip("\"'")
        if not said:
            raise GameError("say for what: how KEY")
        key = self._wished(said)
        for line in how_lines(how(self.game.state, key), self.game.rules.vocabulary):
            self._say(line)

    def _undo(self, rest: str) -> None:
        keys = take_back(self.game, self.player)
        if self.files.file is not None:
            self.files.write(self.game, self.files.file)
        taken = " and ".join(f'"{key}"' for key in keys)
        self._say(f"{taken} {'is' if len(keys) == 1 else 'are'} taken back.")

    def _save(self, rest: str) -> None:
        file = Path(rest) if rest else self.files.file
        if file is None:
            raise GameError("say where: save FILE")
        try:
            self.files.check(file)
        except GameError as error:
            raise GameError(f"{error}; say: overwrite {file}") from None
        self._write(file)

    def _overwrite(self, rest: str) -> None:
        if not rest:
            raise GameError("say what: overwrite FILE")
        self._write(Path(rest), overwrite=True)

    def _write(self, file: Path, overwrite: bool = False) -> None:
        self.files.write(self.game, file, overwrite)
        self._say(f"The game is saved in {file}.")

    def _quit(self, rest: str) -> None:
        raise Quit("You leave the game.")
