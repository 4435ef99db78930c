"""What happened: the records a run leaves, and the events they are read as.

A record is a small tuple of ints whose first entry names its source (a step or an act). Reading
turns it into attrs objects that know the rule line behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from attrs import field, frozen

from ..words import Span

STOCK = -1
"""The holder number of the stock in events."""


def on_piece(index: int) -> int:
    """The holder number of a piece that goods lie on."""
    return -2 - index


Record = tuple[int, ...]
Log = list[Record]


@frozen
class Event:
    """Something that happened to ``player`` (a seat from 0), by the rule line at ``span``.

    ``piece`` is the piece whose text it was, empty for the rules themselves.
    """

    player: int
    span: Span | None = field(default=None, eq=False, repr=False, kw_only=True)
    piece: str = field(default="", kw_only=True)


@frozen
class Transfer(Event):
    """``amount`` units of ``good`` went from ``source`` to ``target`` (seats, or STOCK)."""

    good: str
    amount: int
    source: int
    target: int


@frozen
class Move(Event):
    """``count`` copies of a piece went from one place to another (``player 1``, or a place)."""

    name: str
    source: str
    target: str
    count: int = 1


@frozen
class Placed(Event):
    """A good was put on a place of a piece."""

    good: str
    name: str
    place: int


@frozen
class Marker(Event):
    """A marker of a track moved to ``position``, as :meth:`State.position` has it.

    A common track's event names the player who moved it.
    """

    track: str
    position: int


@frozen
class Bid(Event):
    """A bid of ``amount`` on lot ``lot`` (from 1). ``neutral``: made for nobody."""

    lot: int
    amount: int
    neutral: bool = False


@frozen
class Passed(Event):
    """The player passed."""


@frozen
class Started(Event):
    """``what`` began: a round, a phase, the resolving of a lot, the end of the game.

    ``number`` counts rounds and lots from 1; ``name`` is the phase or the piece.
    """

    what: str
    name: str = ""
    number: int = 0


@frozen
class Revealed(Event):
    """A piece was turned up on stack ``stack``; what was hidden is known now."""

    stack: str
    name: str


@frozen
class BecameStart(Event):
    """The player became start player."""


class Events(Sequence[Event]):
    """The events of one run, in order. Made into objects when read.

    Equal where the same happened, whatever rule line was behind it.
    """

    __slots__ = ("_events", "_tell", "records")

    def __init__(self, tell: Callable[[Record], Iterator[Event]], records: Log) -> None:
        self._tell = tell
        self.records = records
        self._events: tuple[Event, ...] | None = None

    def __eq__(self, other: Any) -> bool:
        return self._read() == other._read() if isinstance(other, Events) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._read())

    def __copy__(self) -> Events:
        return self

    def __deepcopy__(self, memo: object) -> Events:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _told, (self.records, self._read())

    def _read(self) -> tuple[Event, ...]:
        if self._events is None:
            tell = self._tell
            self._events = tuple(event for record in self.records for event in tell(record))
        return self._events

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
        return f"Events({list(self._read())!r})"


def _told(records: Log, events: tuple[Event, ...]) -> Events:
    """Events from another process, where they were read."""
    told = Events(lambda _: iter(()), records)
    told._events = events
    return told
