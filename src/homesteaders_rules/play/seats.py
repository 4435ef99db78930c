"""Who sits at a table: names for the seats, and who decides there."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category

from attrs import field, frozen
from attrs.validators import instance_of

from ..errors import BadSave, GameError, expect
from .reading import read_save

HUMAN = "human"
LONGEST_NAME = 20
"""So many characters have room in the heading of a column."""


@frozen
class Seat:
    """A seat: the name of who sits there, and ``by``: ``human``, or the name of a bot."""

    name: str = field(validator=instance_of(str))
    by: str = field(validator=instance_of(str))


def named_seats(names: Sequence[str], players: int) -> tuple[str, ...]:
    """The names of all seats; who is given none is Player 1, Player 2 and so on.

    Raises GameError for too many names, for two alike, and for what can be no name on a screen.
    """
    if len(names) > players:
        raise GameError(f"{len(names)} names are too many for {players} players")
    given = [" ".join(name.split()) for name in names] + [""] * (players - len(names))
    found = tuple(name or f"Player {seat}" for seat, name in enumerate(given, 1))
    for name in found:
        if len(name) > LONGEST_NAME:
            raise GameError(f'the name "{name[:LONGEST_NAME]}..." is too long: {LONGEST_NAME} fit')
        if any(category(letter).startswith("C") for letter in name):
            raise GameError(f"{name!r} is no name: there is a sign in it that is not printed")
    folded = [name.casefold() for name in found]
    for number, name in enumerate(found):
        if folded[number] in folded[:number]:
            raise GameError(f"two players are called {name}; give each a name of their own")
    return found


def marks(names: Sequence[str]) -> tuple[str, ...]:
    """A sign for each player, no two alike: the first letters that tell their names apart.

    Of names that differ only in their last word, such as Player 1 and Player 2, it is from there.
    """
    words = [name.split() for name in names]
    last = [each[-1] for each in words]
    tails = len(names) > 1 and len({tuple(each[:-1]) for each in words}) == 1
    parts = last if tails and all(len(each) > 1 for each in words) else list(names)
    folded = [part.casefold() for part in parts]
    for length in range(1, max(map(len, parts), default=0) + 1):
        if len({part[:length] for part in folded}) == len(names):
            return tuple(part[:length] for part in parts)
    return tuple(str(number) for number in range(1, len(names) + 1))


def usual_seats(players: int, by: str) -> tuple[Seat, ...]:
    """Player 1, Player 2 and so on, all decided for by the same bot."""
    return tuple(Seat(name, by) for name in named_seats((), players))


def seats_data(seats: Sequence[Seat], players: int) -> list[list[str]] | None:
    """The seats as a save has them; None where nothing is to be said of them.

    Raises TypeError for what are no seats, and GameError where some are missing or have no name.
    """
    expect(seats, (tuple, list), "a row of seats, one for each player")
    for seat in seats:
        expect(seat, Seat, "a Seat, with a name and who decides")
    if seats and len(seats) != players:
        raise GameError(f"a game for {players} players has {players} seats, not {len(seats)}")
    named_seats([seat.name for seat in seats], players)
    return [[seat.name, seat.by] for seat in seats] or None


def seats_of(text: str) -> tuple[Seat, ...]:
    """Who sat at the table of a save; empty where it does not say.

    Raises BadSave, and TypeError for what is no text.
    """
    expect(text, str, "the text of a save, which save() returns")
    data = read_save(text)
    if data.seats is None:
        return ()
    if len(data.seats) != data.players or any(len(seat) != 2 for seat in data.seats):
        raise BadSave("the save is damaged: it does not say of each seat its name and who decides")
    try:
        names = named_seats([name for name, _ in data.seats], data.players)
    except GameError as error:
        raise BadSave(f"the save is damaged or edited: {error}") from None
    return tuple(Seat(name, by) for name, (_, by) in zip(names, data.seats, strict=True))
