"""``play``: a game from the first decision to the last, by people, by bots, or by both."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from attrs import frozen

from ..errors import GameError
from ..play.saves import Game, restore
from ..telling.narration import player_names
from . import DEFAULT_GAME, PROGRAM
from .arguments import HUMAN, bots_of_seats, chosen_options, names_of_seats, rules_of, seats_at
from .asking import Person, Quit
from .console import new_console, write
from .files import read_save_file, write_save
from .log import Teller
from .results import show_result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from ..bots import Bot


@frozen
class Wanted:
    """The arguments of ``play``."""

    game: str
    packs: Sequence[str]
    players: int | None
    seats: Sequence[str]
    bots: str
    seed: int | None
    options: Sequence[str]
    save: Path | None
    resume: Path | None


def play_game(wanted: Wanted) -> None:
    """Play it to its end, or until a person leaves."""
    game = _resumed(wanted) if wanted.resume else _new(wanted)
    names = names_of_seats(game.players, wanted.seats, wanted.bots)
    bots = bots_of_seats(names, game.seed)
    if wanted.save is not None:
        _try_to_write(wanted.save)
    file = wanted.save or wanted.resume
    Session(new_console(), game, names, bots, file, packs=wanted.packs).run()


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
    named = wanted.packs or wanted.game != DEFAULT_GAME
    return restore(text, rules_of(wanted.game, wanted.packs) if named else None)


def _try_to_write(path: Path) -> None:
    """Find out before the game begins, not at its end. An old save stays as it is."""
    path.open("a", encoding="utf-8").close()


class Session:
    """One sitting: a game, who plays it, and where it is told."""

    def __init__(
        self,
        console: Console,
        game: Game,
        who: Sequence[str],
        bots: Sequence[Bot | None],
        file: Path | None,
        *,
        packs: Sequence[str],
    ) -> None:
        self.packs = packs
        self.console = console
        self.game = game
        self.who = who
        self.bots = bots
        self.file = file
        self.names = player_names(game.players)
        self.teller = Teller(console, self.names)
        self.humans = [seat for seat, bot in enumerate(bots) if bot is None]

    def run(self) -> None:
        """Play until the game is over or a person leaves."""
        self._introduce()
        person = Person(self.console, self.game, self.names, self.humans, self.file)
        try:
            while not self.game.state.over:
                self._turn(person)
        except (Quit, KeyboardInterrupt) as leaving:
            self.teller.flush()
            self._leave(str(leaving) or "The game is interrupted.")
            return
        self.teller.flush()
        if self.game.turns:
            self.console.print()
        show_result(self.console, self.game.state, self.names)
        if self.file is not None:
            self.write_save(self.file)
            write(self.console, f"The game is saved in {self.file}.")

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
        if bot is None:
            self.teller.flush()
            key = person.ask(player)
        else:
            key = bot.choose(before).key
        self.teller.hear(before, self.game.choose(key))

    def _leave(self, reason: str) -> None:
        write(self.console, reason)
        if self.file is None:
            write(self.console, "The game was not saved.")
            return
        self.write_save(self.file)
        seats = "".join(f" --seat {seat + 1}={HUMAN}" for seat in self.humans)
        write(self.console, f"The game is saved in {self.file}; go on with:")
        packs = "".join(f" --with {pack}" for pack in self.packs)
        write(self.console, f"{PROGRAM} play --resume {self.file}{packs}{seats}", 2)

    def write_save(self, file: Path) -> None:
        """Write the save as a whole or not at all."""
        write_save(self.game, file)
