"""``homesteaders play`` alone: asks what to play, how many, and who sits where."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from attrs import evolve
from rich.text import Text

from ...bots import bot_names
from ...errors import GameError
from ...language.packs.listing import Listed, listed_games
from ...play.seats import HUMAN, named_seats
from ...seeing.entry import meant
from .. import DEFAULT_GAME, PROGRAM
from ..arguments import rules_of
from ..console import write
from .seating import USUAL_BOT
from .wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console

NOBODY = (
    f"say what to play, since nobody can be asked here: {PROGRAM} play --seat 1={HUMAN}, "
    f"or {PROGRAM} play --bots {USUAL_BOT} to watch; --game, --with and --players say which game"
)
"""What is told where there is no terminal."""


class Beginning:
    """Questions before a game. ``line`` reads an answer to a prompt."""

    def __init__(self, console: Console, line: Callable[[str], str] = input) -> None:
        self.console = console
        self.line = line

    def ask(self) -> Wanted:
        """Ask for everything; what was chosen. Raises GameError where the answers end."""
        game = self._game()
        packs = self._packs(game) if game.packs else []
        wanted = Wanted(game=game.name, packs=[pack.name for pack in packs])
        players = self._players(rules_of(wanted.game, wanted.packs).players)
        names, by = self._seats(players)
        wanted = evolve(
            wanted,
            players=players,
            seats=[f"{seat}={who}" for seat, who in enumerate(by, 1)],
            names=",".join(names).rstrip(","),
        )
        self._say("Another time this is:")
        self.console.print(Text(f"  {_command(wanted)}"), soft_wrap=True)
        return wanted

    def _game(self) -> Listed:
        games = listed_games()
        self._ask("What do you want to play?", [game.title for game in games])
        names = [game.name for game in games]
        usual = names.index(DEFAULT_GAME) if DEFAULT_GAME in names else 0
        while True:
            found = self._one(self._read(f"1-{len(games)}, Enter: {usual + 1}"), games, usual)
            if found is not None:
                return found

    def _packs(self, game: Listed) -> list[Listed]:
        self._ask("With which packs? Several with commas.", [pack.title for pack in game.packs])
        while True:
            answers = self._read(f"1-{len(game.packs)}, Enter: none").split(",")
            found = [self._one(each, game.packs) for each in answers if each.strip()]
            chosen = [pack for pack in found if pack is not None]
            if len(chosen) == len(found):
                return list({pack.name: pack for pack in chosen}.values())

    def _players(self, allowed: Sequence[int]) -> int:
        if len(allowed) == 1:
            return allowed[0]
        self._ask("How many players?")
        while True:
            answer = self._read(f"{allowed[0]}-{allowed[-1]}, Enter: {allowed[-1]}")
            if not answer:
                return allowed[-1]
            if answer.isdecimal() and int(answer[:9]) in allowed:
                return int(answer)
            self._say(f"It is for {allowed[0]} to {allowed[-1]} players.")

    def _seats(self, players: int) -> tuple[list[str], list[str]]:
        """The names that were given to the seats, and who decides there."""
        bots = bot_names()
        self._ask(f"Who plays? The name of a person, or a bot: {', '.join(bots)}.")
        names: list[str] = []
        by: list[str] = []
        while len(names) < players:
            number = len(names) + 1
            usual = USUAL_BOT if HUMAN in by else f"Player {number}, a person"
            answer = self._read(f"seat {number}, Enter: {usual}")
            is_bot = answer in bots or (not answer and HUMAN in by)
            try:
                named_seats([*names, "" if is_bot else answer], players)
            except GameError as error:
                self._say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
                continue
            names.append("" if is_bot else answer)
            by.append((answer or USUAL_BOT) if is_bot else HUMAN)
        return names, by

    def _one(self, answer: str, listed: Sequence[Listed], usual: int = -1) -> Listed | None:
        """What a number, a name or its beginning means; None where that is not clear."""
        answer = answer.strip()
        if not answer and usual >= 0:
            return listed[usual]
        if answer.isdecimal() and 1 <= int(answer[:9]) <= len(listed):
            return listed[int(answer) - 1]
        found = meant(answer, [each.title for each in listed]) if answer else ()
        if len(found) == 1:
            return next(each for each in listed if each.title == found[0])
        several = (
            f'"{answer}" may mean {" or ".join(found)}' if found else f'no "{answer}" is there'
        )
        self._say(f"{several[:1].upper()}{several[1:]}; say a number.")
        return None

    def _ask(self, question: str, answers: Sequence[str] = ()) -> None:
        write(self.console, question, style="bold")
        for number, answer in enumerate(answers, 1):
            write(self.console, f"{number:>3} {answer}", hanging=4)

    def _read(self, hint: str) -> str:
        try:
            return " ".join(self.line(f"[{hint}]> ").split())
        except EOFError:
            self.console.print()
            raise GameError("there is no more input, so nothing is played") from None

    def _say(self, sentence: str) -> None:
        write(self.console, sentence, 2, "italic")


def _command(wanted: Wanted) -> str:
    """The command that begins such a game without asking."""
    command = [PROGRAM, "play", "--game", str(wanted.game)]
    for pack in wanted.packs:
        command += ["--with", pack]
    command += ["--players", str(wanted.players)]
    command += ["--names", wanted.names] if wanted.names else []
    for seat in wanted.seats:
        command += ["--seat", seat]
    return shlex.join(command)
