"""What was asked for: which game, who sits where, and where it is saved."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from attrs import frozen

from ...bots import bot_names
from ...errors import GameError
from ...play.seats import HUMAN, Seat, named_seats, usual_seats
from .. import PROGRAM
from .seating import USUAL_BOT, bots_named, taken_seats

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@frozen(kw_only=True)
class Wanted:
    """The arguments of ``play``; None, and what is empty, was not given.

    ``each_step``: ask also where there is no choice. ``reminders``: remind of what is left undone.
    ``plain``: line after line, without screens.
    """

    game: str | None = None
    packs: Sequence[str] = ()
    players: int | None = None
    seats: Sequence[str] = ()
    names: str = ""
    bots: str | None = None
    seed: int | None = None
    options: Sequence[str] = ()
    save: Path | None = None
    resume: Path | None = None
    overwrite: bool = False
    each_step: bool | None = None
    reminders: bool = True
    plain: bool = False

    def seated(self, players: int, known: Sequence[Seat] = ()) -> tuple[Seat, ...]:
        """Who sits where, as a save knows it, unless it was said anew.

        Raises GameError for what is no seat, no name and no bot.
        """
        before = list(known) or usual_seats(players, USUAL_BOT)
        taken, bots = taken_seats(players, self.seats), bots_named(self.bots)
        said = self.names.split(",") if self.names.strip() else []
        names = named_seats([*said, *(seat.name for seat in before[len(said) :])], players)
        seats = []
        for number, (name, seat) in enumerate(zip(names, before, strict=True)):
            by = taken.get(number) or (bots[number % len(bots)] if bots else "")
            seats.append(Seat(name, by or _startable(seat, number + 1)))
        return tuple(seats)

    def kept_seats(self, seats: Sequence[Seat]) -> Sequence[Seat]:
        """What a save says of the seats: nothing where they are as nobody asked for."""
        return () if tuple(seats) == usual_seats(len(seats), USUAL_BOT) else seats

    def going_on(self, file: Path, seats: Sequence[Seat]) -> str:
        """The command that goes on with a saved game, as a shell takes it."""
        command = [PROGRAM, "play", "--resume", str(file)]
        if self.game is not None:
            command += ["--game", self.game]
        for pack in self.packs:
            command += ["--with", pack]
        for number, seat in enumerate(seats, 1):
            if not _comes_along(seat.by):
                command += ["--seat", f"{number}={seat.by}"]
        return shlex.join(command)


def _comes_along(by: str) -> bool:
    """Is it a person, or a bot of this package, maybe with a setting?"""
    return by == HUMAN or by.partition(":")[0] in bot_names()


def _startable(seat: Seat, number: int) -> str:
    """Who decides for a seat of a save. What a save names is not imported: it may be a stranger's.

    Raises GameError for a bot that does not come along.
    """
    if not _comes_along(seat.by):
        raise GameError(
            f"seat {number} was played by {seat.by!r:.60}, which a save cannot start; say who has "
            f"it: --seat {number}={HUMAN}, or the name of a bot"
        )
    return seat.by
