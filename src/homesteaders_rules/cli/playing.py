"""``play``: a game from the first decision to the last, by people, by bots, or by both."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

from rich.text import Text

from ..bots import ask
from ..commands.counting.bounds import players_words
from ..errors import GameError
from ..play.saves import Game, restore
from ..play.seats import HUMAN, Seat, seats_of
from ..play.setup import begin
from .arguments import chosen_options, rules_of
from .asking import Manners, Person, Quit
from .console import has_screen, is_typed, new_console, write
from .drawing.sitting import Sitting
from .errors import Ended, ended_by_signals, sentence_of, write_no_more
from .files import SaveFiles, read_save_file
from .log import Teller
from .results import show_result
from .table.beginning import NOBODY, Beginning
from .table.forced import forced
from .table.keeping import usual_file
from .table.seating import bots_of_seats, seats_at
from .table.statistics import show_statistics

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import Console

    from .table.wanted import Wanted


def play_game(wanted: Wanted) -> None:
    """Play it to its end, or until a person leaves."""
    if wanted.resume is None:
        game, known = _new(wanted), tuple[Seat, ...]()
    else:
        text = _resumed_text(wanted)
        named = wanted.packs or wanted.game is not None
        game = restore(text, rules_of(wanted.game, wanted.packs) if named else None)
        known = seats_of(text)
    Session(new_console(), game, wanted.seated(game.players, known), wanted).run()


def begin_to_play() -> None:
    """Ask at the terminal what to play, and play it. Raises GameError where nobody can be asked."""
    console = new_console()
    if not is_typed(console):
        raise GameError(NOBODY)
    play_game(Beginning(console).ask())


def _new(wanted: Wanted) -> Game:
    rules = rules_of(wanted.game, wanted.packs)
    players = seats_at(rules, wanted.players, wanted.seats)
    seed = SystemRandom().randrange(1_000_000) if wanted.seed is None else wanted.seed
    return Game.new(rules, players, seed, chosen_options(wanted.options))


def _resumed_text(wanted: Wanted) -> str:
    assert wanted.resume is not None
    given = (("--players", wanted.players), ("--seed", wanted.seed), ("--option", wanted.options))
    for name, value in given:
        if value not in (None, [], ()):
            raise GameError(f"{name} cannot be given with --resume: the save says it")
    return read_save_file(wanted.resume)


class Session:
    """One sitting: a game, who plays it, and where it is told."""

    def __init__(self, console: Console, game: Game, seats: Sequence[Seat], wanted: Wanted) -> None:
        self.wanted = wanted
        self.console = console
        self.game = game
        self.seats = seats
        self.bots = bots_of_seats([seat.by for seat in seats], game.seed)
        self.names = tuple(seat.name for seat in seats)
        self.humans = [number for number, seat in enumerate(seats) if seat.by == HUMAN]
        self.is_typed = is_typed(console)
        file = wanted.save or wanted.resume or self._usual_file()
        self.files = SaveFiles(file, wanted.resume, wanted.overwrite, wanted.kept_seats(seats))
        # Where several people look at one screen it tells what everybody may know.
        alone = self.humans[0] if len(self.humans) == 1 else None
        self.teller = Teller(console, self.names, alone)
        # Who types into a pipe cannot see what was taken: a line is an answer to each question.
        each = wanted.each_step
        self.each_step = not self.is_typed if each is None else each

    def _usual_file(self) -> Path | None:
        """Where a game of people is kept that said nothing of it; what is piped is not."""
        return usual_file(self.game) if self.humans and self.is_typed else None

    def run(self) -> None:
        """Play until the game is over, a person leaves, or a signal ends it.

        Raises Ended for a signal, once the game is saved.
        """
        self._begin()
        try:
            with ended_by_signals():
                self._play()
        except (Quit, KeyboardInterrupt, Ended) as leaving:
            self._save()
            try:
                self.teller.tell_all()
                self._leave(str(leaving) or "The game is interrupted.")
            except OSError:
                if not isinstance(leaving, Ended):
                    raise
                write_no_more()  # the terminal is gone
            if isinstance(leaving, Ended):
                raise
            return
        self.teller.tell_all()
        if self.game.turns:
            self.console.print()
        show_result(self.console, self.game.state, self.names)
        show_statistics(self.console, self.game, self.names)
        self._save()
        if self.files.file is not None:
            write(self.console, f"The game is saved in {self.files.file}.")

    def _begin(self) -> None:
        """The first save. A folder of games that cannot be written is no reason not to play."""
        if self.wanted.save is None and self.wanted.resume is not None:
            return
        try:
            self.files.begin(self.game)
        except OSError as error:
            if self.wanted.save is not None:
                raise
            self.files.file = None
            write(self.console, f"The game is not saved by itself: {sentence_of(error)}.")

    def _keep(self) -> None:
        """Saved after every choice; where that fails people may go on, and save it elsewhere."""
        try:
            self._save()
        except OSError as error:
            if not self.humans:
                raise
            write(self.console, f"The game could not be saved: {sentence_of(error)}.", style="bold")

    def _play(self) -> None:
        person = self._person()
        with person.at_the_table():
            self._introduce()
            while not self.game.state.over:
                self._turn(person)
                self._keep()

    def _person(self) -> Person:
        """Who is asked: by screens, where somebody sits at a terminal."""
        by_screens = self.humans and not self.wanted.plain and has_screen(self.console)
        kind = Sitting if by_screens else Person
        manners = Manners(self.humans, self.wanted.reminders, self.is_typed)
        return kind(self.console, self.game, self.names, manners, self.files)

    def _save(self) -> None:
        """In the file of the game, if it has one."""
        if self.files.file is not None:
            self.files.write(self.game, self.files.file)

    def _introduce(self) -> None:
        rules, players = self.game.rules, self.game.players
        table = f"{rules.title} for {players_words((players, players))}, seed {self.game.seed}"
        write(self.console, table, style="bold")
        write(self.console, ", ".join(f"{seat.name} ({seat.by})" for seat in self.seats))
        changed = {n: v for n, v in self.game.options.items() if rules.options.get(n) != v}
        for name, value in changed.items():
            write(self.console, f"option {name}: {'yes' if value else 'no'}")
        self.console.print()
        state = self.game.state
        if state.over or state.decision.player in self.humans:
            return
        if self.game.turns or self.game.begun is not None:
            self.teller.begin(state)
            return
        game = self.game
        _, events = begin(game.rules, game.players, game.seed, game.options, game.deal)
        self.teller.tell_setup(state, events)

    def _turn(self, person: Person) -> None:
        before = self.game.state
        player = before.decision.player
        bot = self.bots[player]
        only = None if bot or self.each_step else forced(before)
        if bot is not None:
            self.teller.tell_forced()
            self.game.choose(ask(bot, before))
        elif only is not None:
            self.game.choose(only)
            self.teller.force(only.key)
        else:
            if not person.goes_on():
                self.teller.tell_all()
            self.game.choose(person.ask(player))
        self.teller.hear(self.game.turns)

    def _leave(self, reason: str) -> None:
        write(self.console, reason)
        file = self.files.file
        if file is None:
            write(self.console, "The game was not saved.")
            return
        write(self.console, f"The game is saved in {file}; go on with:")
        # In one line, however long: it is to be copied into a shell.
        command = self.wanted.going_on(file, self.seats)
        self.console.print(Text(f"  {command}"), soft_wrap=True)
