"""What happened, told in sentences: events as a player would put them.

``narrate`` gives plain strings; ``tell`` says of each whether it is a heading and whom it is
about, for a client that lays them out itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from ..errors import GameError, expect
from ..linking.table import Table
from ..play.lookups import seat_of
from ..runtime.recording.events import Event, Events, Hearing, Sight, Viewer
from .narrator import PHASE, ROUND, SENTENCE, Narrator, Told

__all__ = ["PHASE", "ROUND", "SENTENCE", "Told", "narrate", "player_names", "tell"]
T = TypeVar("T")
TABLE = "the table of a state, as State.table has it"


def narrate(
    events: Iterable[Event],
    table: Table,
    names: Sequence[str] = (),
    viewer: Viewer = Sight.WHOLE,
    you: int | None = None,
) -> list[str]:
    """The events as sentences, those of one player in one breath; headings as bare words.

    ``names`` are those of the players; without them they are Player 1, Player 2 and so on.
    ``viewer``: only what that seat (from 0; None: an onlooker) may know of them, as
    :meth:`Events.seen_by`. ``you``: the seat of whom it is told to, in the second person. Raises
    TypeError for what are no events, no table or no names, and GameError for a seat that is not
    there, and for too few names or too many.
    """
    return [told.text for told in tell(events, table, names, viewer, you)]


def tell(
    events: Iterable[Event],
    table: Table,
    names: Sequence[str] = (),
    viewer: Viewer = Sight.WHOLE,
    you: int | None = None,
) -> list[Told]:
    """The events as lines, with their kinds. Raises as :func:`narrate` does."""
    expect(table, Table, TABLE)
    for seat in (viewer, you):
        if seat is not None and not isinstance(seat, Sight):
            seat_of(table.layout, seat)
    if not isinstance(events, Events):
        events = list(_each(events, Event, "events, which apply() returns"))
    if not isinstance(viewer, Sight):
        events = Hearing(viewer).hear(events)
    return Narrator(table, names_at(table, names), you).tell(events)


def names_at(table: Table, names: Sequence[str]) -> tuple[str, ...]:
    """The names of the players of a table, as they are given or by their numbers.

    Raises TypeError for what is no table and no names, and GameError for too few or too many.
    """
    expect(table, Table, TABLE)
    names = tuple(_each(names, str, "the names of the players"))
    if names and len(names) != table.players:
        raise GameError(f"{len(names)} names cannot be those of {table.players} players")
    return names or player_names(table.players)


def _each(values: Iterable[T], kind: type[T], what: str) -> Iterator[T]:
    """All values, each of a kind."""
    expect(values, Iterable, what)
    for value in values:
        expect(value, kind, what)
        yield value


def player_names(players: int) -> tuple[str, ...]:
    """Player 1, Player 2 and so on."""
    return tuple(f"Player {number}" for number in range(1, players + 1))
