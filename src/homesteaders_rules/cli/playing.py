"""``play``: a game from the first decision to the last, by people, by bots, or by both."""

from __future__ import annotations

import shlex
from random import SystemRandom
from typing import TYPE_CHECKING

from attrs import frozen
from rich.text import Text

from ..bots import ask
from ..errors import GameError
from ..play.saves import Game, restore
from ..telling.narration import player_names
from . import PROGRAM
from .arguments import HUMAN, bots_of_seats, chosen_options, names_of_seats, rules_of, seats_at
from .asking import Person, Quit
from .console import is_typed, new_console, write
from .errors import Ended, ended_by_signals
from .files import SaveFiles, read_save_file
from .log import Teller
from .results import show_result
from .table.forced import forced

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import Console

    from ..bots import Bot


@frozen
class Wanted:
    """The arguments of ``play``."""

    game: str | None
    packs: Sequence[str]
    players: int | None
    seats: Sequence[str]
    bots: str
    seed: int | None
    options: Sequence[str]
    save: Path | None
    resume: Path | None
    overwrite: bool = False
    each_step: bool | None = None

    def going_on(self, file: Path, humans: Sequence[int]) -> str:
        """The command that goes on with a saved game, as a shell takes it."""
        command = [PROGRAM, "play", "--resume", str(file)]
        if self.game is not None:
            command += ["--game", self.game]
        for pack in self.packs:
            command += ["--with", pack]
        for seat in humans:
            command += ["--seat", f"{seat + 1}={HUMAN}"]
        return shlex.join(command)


def play_game(wanted: Wanted) -> None:
    """Play it to its end, or until a person leaves."""
    game = _resumed(wanted) if wanted.resume else _new(wanted)
    names = names_of_seats(game.players, wanted.seats, wanted.bots)
    bots = bots_of_seats(names, game.seed)
    Session(new_console(), game, names, bots, wanted).run()


def _new(wanted: Wanted) -> Game:
    rules = rules_of(wanted.game, wanted.packs)
    players = seats_at(rules, wanted.players, wanted.seats)
    seed = SystemRandom().randrange(1_000_000) if wanted.seed is None else wanted.seed
    return Game.new(rules, players, seed, chosen_options(wanted.options))


def _resumed(wanted: Wanted) -> Game:
    assert wanted.resume is not None
    given = (("--players", wanted.players), ("--seed", wanted.seed), ("--option", wanted.options))
    for name, value in given:
        if value not in (None, []):
            raise GameError(f"{name} cannot be given with --resume: the save says it")
    text = read_save_file(wanted.resume)
    named = wanted.packs or wanted.game is not None
    return restore(text, rules_of(wanted.game, wanted.packs) if named else None)


class Session:
    """One sitting: a game, who plays it, and where it is told."""

    def __init__(
        self,
        console: Console,
        game: Game,
        who: Sequence[str],
        bots: Sequence[Bot | None],
        wanted: Wanted,
    ) -> None:
        self.wanted = wanted
        self.files = SaveFiles(wanted.save or wanted.resume, wanted.resume, wanted.overwrite)
        self.console = console
        self.game = game
        self.who = who
        self.bots = bots
        self.names = player_names(game.players)
        self.humans = [seat for seat, bot in enumerate(bots) if bot is None]
        # Where several people look at one screen it tells what everybody may know.
        alone = self.humans[0] if len(self.humans) == 1 else None
        self.teller = Teller(console, self.names, alone)
        # Who types into a pipe cannot see what was taken: a line is an answer to each question.
        each = wanted.each_step
        self.each_step = not is_typed(console) if each is None else each
        self._taken: list[str] = []

    def run(self) -> None:
        """Play until the game is over, a person leaves, or a signal ends it.

        Raises Ended for a signal, once the game is saved.
        """
        if self.wanted.save is not None:
            self.files.begin(self.game)
        try:
            with ended_by_signals():
                self._play()
        except (Quit, KeyboardInterrupt, Ended) as leaving:
            self._save()
            self._tell_what_was_taken()
            self.teller.flush()
            self._leave(str(leaving) or "The game is interrupted.")
            if isinstance(leaving, Ended):
                raise
            return
        self._tell_what_was_taken()
        self.teller.flush()
        if self.game.turns:
            self.console.print()
        self._save()
        show_result(self.console, self.game.state, self.names)
        if self.files.file is not None:
            write(self.console, f"The game is saved in {self.files.file}.")

    def _play(self) -> None:
        self._introduce()
        person = Person(self.console, self.game, self.names, self.humans, self.files)
        while not self.game.state.over:
            self._turn(person)

    def _save(self) -> None:
        """In the file of the game, if it has one."""
        if self.files.file is not None:
            self.files.write(self.game, self.files.file)

    def _introduce(self) -> None:
        rules, players = self.game.rules, self.game.players
        table = f"{rules.title} for {players} players, seed {self.game.seed}"
        write(self.console, table, style="bold")
        seats = (f"{name} ({who})" for name, who in zip(self.names, self.who, strict=True))
        write(self.console, ", ".join(seats))
        changed = {n: v for n, v in self.game.options.items() if rules.options.get(n) != v}
        for name, value in changed.items():
            write(self.console, f"option {name}: {'yes' if value else 'no'}")
        self.console.print()
        state = self.game.state
        if not state.over and state.decision.player not in self.humans:
            self.teller.begin(state)

    def _turn(self, person: Person) -> None:
        before = self.game.state
        player = before.decision.player
        bot = self.bots[player]
        only = None if bot or self.each_step else forced(before)
        if bot is not None:
            self.game.choose(ask(bot, before))
        elif only is not None:
            self.game.choose(only)
            self._taken.append(only.key)
        else:
            self._tell_what_was_taken()
            self.teller.flush()
            self.game.choose(person.ask(player))
        self.teller.hear(self.game.turns)

    def _tell_what_was_taken(self) -> None:
        """The forced steps since the last question, in one line."""
        if self._taken:
            self.teller.flush()
            taken = "; ".join(self._taken)
            write(self.console, f"Nothing else could be chosen: {taken}.", 2, "italic")
        self._taken = []

    def _leave(self, reason: str) -> None:
        write(self.console, reason)
        file = self.files.file
        if file is None:
            write(self.console, "The game was not saved.")
            return
        write(self.console, f"The game is saved in {file}; go on with:")
        # In one line, however long: it is to be copied into a shell.
        command = self.wanted.going_on(file, self.humans)
        self.console.print(Text(f"  {command}"), soft_wrap=True)
