"""The kinds of events: what can happen in a game."""

from __future__ import annotations

from attrs import frozen

from .events import MARKS, Event

SecretBegan, SecretEnded = MARKS


@frozen(eq=False, repr=False)
class Transfer(Event):
    """``amount`` units of ``good`` went from ``source`` to ``target`` (seats, or STOCK)."""

    good: str
    amount: int
    source: int
    target: int


@frozen(eq=False, repr=False)
class Move(Event):
    """``count`` copies of a piece went from one place to another.

    Places are those of the rules, ``player 1`` and so on, and OUT_OF_GAME.
    """

    name: str
    source: str
    target: str
    count: int = 1


@frozen(eq=False, repr=False)
class Placed(Event):
    """A good was put on a place of a piece."""

    good: str
    name: str
    place: int


@frozen(eq=False, repr=False)
class Shifted(Event):
    """A good was moved from a place of a piece (``source``) to one of another, or of the same."""

    good: str
    source: str
    source_place: int
    name: str
    place: int


@frozen(eq=False, repr=False)
class Marker(Event):
    """A marker of a track moved to ``position``, as :meth:`State.position` has it.

    A common track's event names the player who moved it.
    """

    track: str
    position: int


@frozen(eq=False, repr=False)
class Rolled(Event):
    """A die of the player came to ``number``."""

    number: int


@frozen(eq=False, repr=False)
class Bid(Event):
    """A bid of ``amount`` on lot ``lot`` (from 1). ``neutral``: made for nobody."""

    lot: int
    amount: int
    neutral: bool = False


class Passed(Event):
    """The player passed."""

    __slots__ = ()


TURN = "turn"
"""What began, where it is the player's turn now."""


@frozen(eq=False, repr=False)
class Started(Event):
    """``what`` began: a round, a phase, a turn, the resolving of a lot, the end of the game.

    ``number`` counts rounds and lots from 1; ``name`` is the phase or the piece.
    """

    what: str
    name: str = ""
    number: int = 0


@frozen(eq=False, repr=False)
class Ending(Event):
    """It is known now that the game ends after a round, the last."""

    last: int


@frozen(eq=False, repr=False)
class Postponed(Event):
    """An effect, in the words of the rules, comes to the player in some ``rounds`` to come."""

    effect: str
    rounds: tuple[int, ...]


@frozen(eq=False, repr=False)
class Revealed(Event):
    """A piece was turned up on stack ``stack``; what was hidden is known now."""

    stack: str
    name: str


@frozen(eq=False, repr=False)
class TileLaid(Event):
    """A tile of the map came to its place (from 1), turned by so many parts of a whole turn."""

    tile: str
    place: int
    turned: int = 0


@frozen(eq=False, repr=False)
class Laid(Event):
    """A tile that the player has lies on a cell of their grid now."""

    good: str
    cell: str


@frozen(eq=False, repr=False)
class Enclosed(Event):
    """Cells of a player's grid are closed in now, by what was built on ``edges`` of them."""

    good: str
    cells: tuple[str, ...]
    edges: int


@frozen(eq=False, repr=False)
class MadeNeutral(Event):
    """A space of the map became neutral."""

    name: str


class BecameStart(Event):
    """The player became start player."""

    __slots__ = ()
