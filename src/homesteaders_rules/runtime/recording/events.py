"""What happened: the records a run leaves, and the events they are read as.

A record is a small tuple of ints whose first entry names its source (a step or an act). Reading
turns it into attrs objects that know the rule line behind them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import Any, overload

from attrs import evolve, field, frozen

from ...errors import GameError, expect, shown
from ...values import ByValue, Unchanging, names_of
from ...words import Span

VERSION = 1
"""One more whenever a client that knows the JSON of before could not read it."""
NO_SEAT = 1 << 16
"""No table has so many seats."""
STOCK = -1
"""The holder number of the stock in events."""


def on_piece(index: int) -> int:
    """The holder number of a piece that goods lie on."""
    return -2 - index


OUT_OF_GAME = ""
"""The place of pieces that are removed from the game."""

Record = tuple[int, ...]
Log = list[Record]


class Sight(Enum):
    """Who is told everything, whoever may know it: no player of a game."""

    WHOLE = "whole"


Viewer = int | Sight | None
"""Whom something is told: the player at a seat from 0, an onlooker (None), or all of it."""


@frozen(eq=False, repr=False)
class Event(ByValue):
    """Something that happened to ``player`` (a seat from 0), by the rule line at ``span``.

    ``piece`` is the piece whose text it was, empty for the rules themselves. ``secret``: others
    learn of it when what was done in secret is shown. ``private``: others do not learn of it,
    since it hangs on goods that only the player sees. ``needed``: an exchange that had to be
    used; others are not told for which piece, since it hangs on such goods too.
    """

    player: int
    span: Span | None = field(default=None, eq=False, repr=False, kw_only=True)
    piece: str = field(default="", kw_only=True)
    secret: bool = field(default=False, eq=False, repr=False, kw_only=True)
    private: bool = field(default=False, eq=False, repr=False, kw_only=True)
    needed: bool = field(default=False, eq=False, repr=False, kw_only=True)


class SecretBegan(Event):
    """What the players do from here on is not seen by others. Only in :meth:`Events.whole`."""

    __slots__ = ()


class SecretEnded(Event):
    """What was done in secret is shown. Only in :meth:`Events.whole`."""

    __slots__ = ()


MARKS = SecretBegan, SecretEnded


class Events(Unchanging, Sequence[Event]):
    """The events of one run, in order. Made into objects when read.

    Equal where the same happened, whatever rule line was behind it.
    """

    __slots__ = ("_events", "_records", "_secret", "_tell", "_whole")

    def __init__(
        self, tell: Callable[[Record], Iterator[Event]], records: Log, secret: bool = False
    ) -> None:
        self._tell = tell
        self._records = records
        self._secret = secret

    @property
    def records(self) -> tuple[Record, ...]:
        """What the run left, to be read as events."""
        return tuple(self._records)

    @property
    def secret(self) -> bool:
        """Do they begin while something is done in secret?"""
        return self._secret

    def seen_by(self, seat: int | None, earlier: Iterable[Events] = ()) -> tuple[Event, ...]:
        """What the player at a seat (from 0; None: an onlooker) may know of them now.

        What others do in secret is missing until it is shown; then it is told, as far as it is
        among these or ``earlier``, the events of the choices before: who follows a game hands over
        those since the secret began. What hangs on goods that the seat does not see is missing.
        Raises TypeError for what is no seat or are no events.
        """
        if seat is not None and type(seat) is not int:
            raise TypeError(f"wanted is a seat from 0, or None for an onlooker, not {shown(seat)}")
        expect(earlier, Iterable, "the events of the choices before")
        hearing = Hearing(seat)
        for events in earlier:
            expect(events, Events, "events, which apply() returns")
            hearing.hear(events)
        return tuple(hearing.hear(self))

    def to_json(self, seat: int | None, earlier: Iterable[Events] = ()) -> str:
        """What :meth:`seen_by` tells, as JSON: what docs/schemas/events.json describes.

        Raises TypeError as :meth:`seen_by` does, and GameError for a seat that no table has.
        """
        if isinstance(seat, int) and not 0 <= seat < NO_SEAT:
            raise GameError(f"there is no seat {shown(seat)}")
        told = [_plain(event) for event in self.seen_by(seat, earlier)]
        return json.dumps({"version": VERSION, "viewer": seat, "events": told}, indent=1)

    def whole(self) -> tuple[Event, ...]:
        """The events, with where a secret begins and ends among them."""
        whole: tuple[Event, ...] | None = getattr(self, "_whole", None)
        if whole is None:
            whole = self._whole = tuple(self._marked())
        return whole

    def _marked(self) -> Iterator[Event]:
        tell, secret = self._tell, self._secret
        for record in self._records:
            for event in tell(record):
                if isinstance(event, MARKS):
                    secret = isinstance(event, SecretBegan)
                    yield event
                else:
                    yield evolve(event, secret=True) if secret else event

    def __eq__(self, other: Any) -> bool:
        return self._read() == other._read() if isinstance(other, Events) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._read())

    def __reduce__(self) -> tuple[Any, ...]:
        return _told, (self._records, self.whole(), self._secret)

    def _read(self) -> tuple[Event, ...]:
        events: tuple[Event, ...] | None = getattr(self, "_events", None)
        if events is None:
            events = self._events = tuple(e for e in self.whole() if not isinstance(e, MARKS))
        return events

    def __len__(self) -> int:
        return len(self._read())

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...
    def __getitem__(self, index: Any) -> Any:
        return self._read()[index]

    def __iter__(self) -> Iterator[Event]:
        return iter(self._read())

    def __repr__(self) -> str:
        """What an onlooker may know of them."""
        return f"Events({list(self.seen_by(None))!r})"


def _plain(event: Event) -> dict[str, Any]:
    """Its class, and what it says."""
    kind = type(event)
    return {"event": kind.__name__} | {name: getattr(event, name) for name in names_of(kind)[0]}


def _told(records: Log, events: tuple[Event, ...], secret: bool) -> Events:
    """Events from another process, where they were read."""
    told = Events(lambda _: iter(()), records, secret)
    told._whole = events
    return told


class Hearing:
    """What one seat (from 0; None: an onlooker) hears of a game, choice by choice.

    What others do in secret is held back until it is shown, and what would tell the goods that
    are hidden from the seat is not told at all.
    """

    __slots__ = ("_held", "seat")

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self._held: list[Event] = []

    def hear(self, events: Iterable[Event]) -> list[Event]:
        """What the seat may know of what happened, and what is shown now of before."""
        heard: list[Event] = []
        for event in events.whole() if isinstance(events, Events) else events:
            if isinstance(event, MARKS):
                heard += self._held
                self._held = []
            elif event.player == self.seat:
                heard.append(event)
            elif not event.private:
                told = self._held if event.secret else heard
                told.append(evolve(event, piece="") if event.needed else event)
        return heard
