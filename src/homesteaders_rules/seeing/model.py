"""What is to be seen at a table when somebody is asked: plain data, which any page can draw.

No name of a thing of a game stands here: sections are what a table of any game has, and empty where
a game has none of it. Seats count from 0, numbers of lots and places from 1.
"""

from __future__ import annotations

import json

from attrs import asdict, frozen

from ..play.spaces import GridCell, Space
from .menu import Menu

NOW, AFTER, ENOUGH = "now", "after exchanges", "enough"
"""How a tile can be had: an option takes it; one would after exchanges; or nothing is asked about
tiles, and there is enough for its plain cost."""


@frozen
class Held:
    """How much a player holds of a good; None where it is hidden, and counted with its group."""

    good: str
    amount: int | None
    words: str
    group: str


@frozen
class Marker:
    """A marker of a player on a track: on ``space``, 0 before the first, of ``last``."""

    track: str
    space: int
    last: int


@frozen
class Owned:
    """A piece of a player: ``filled`` are the numbers of its ``places`` that are filled."""

    name: str
    text: str
    places: int
    filled: tuple[int, ...]
    lying: tuple[str, ...]


@frozen
class Player:
    """Everything that can be seen of a player.

    ``counted``: how many pieces of each sort, in words, and spaces of the map, which are not among
    ``pieces``; ``lying``: what lies on the grid, in all; ``due``: what comes in later rounds.
    """

    seat: int
    name: str
    is_viewer: bool
    decides: bool
    starts: bool
    goods: tuple[Held, ...]
    markers: tuple[Marker, ...]
    pieces: tuple[Owned, ...]
    spaces: str
    counted: tuple[str, ...]
    lying: tuple[str, ...]
    due: tuple[str, ...]


@frozen
class LotSeen:
    """What is up for auction: ``bid`` is 0 where none stands, ``leader`` a seat or None."""

    sort: str
    number: int
    name: str
    text: str
    bid: int
    leader: int | None
    neutral: bool


@frozen
class Tile:
    """A piece that can be had, from where ``copies`` of it lie, with ``more`` to pay for its space.

    ``had``: one of NOW, AFTER and ENOUGH, empty where it cannot be had. ``is_named``: an option
    is about it, and not about a place on one that somebody has.
    """

    sort: str
    place: str
    name: str
    labels: tuple[str, ...]
    cost: str
    worth: int
    text: str
    copies: int
    more: int
    had: str
    is_named: bool


@frozen
class Spot:
    """A place of all: what it gives, what lies there, and the seats of those who are there.

    ``user``: the seat of who left there what lies there.
    """

    sort: str
    name: str
    text: str
    lying: tuple[str, ...]
    who: tuple[int, ...]
    user: int | None
    is_named: bool


@frozen
class Level:
    """A track for all: the value its marker is at, or what lies on the space."""

    track: str
    value: int
    text: str


@frozen
class TurnedUp:
    """What lies up on a stack for everybody, such as an event."""

    sort: str
    name: str
    text: str


@frozen
class Outlook:
    """What the filled places of the one who looks bring, and what is due then, in words."""

    phase: str
    brings: tuple[str, ...]
    loses: tuple[str, ...]
    due: tuple[str, ...]
    lacking: tuple[str, ...]
    undecided: tuple[str, ...]


@frozen
class MapSeen:
    """The map: ``shape`` of its spaces; empty in a game without one. ``named``: the spaces that
    options are about."""

    shape: str
    spaces: tuple[Space, ...]
    named: tuple[str, ...]


@frozen
class GridSeen:
    """The grid of a player; ``named`` are the cells that options are about."""

    seat: int
    cells: tuple[GridCell, ...]
    named: tuple[str, ...]


@frozen
class Screen:
    """A table as one seat sees it, and what it is asked.

    ``player`` decides and ``viewer`` looks; others than the one who decides have an empty menu.
    """

    game: str
    viewer: int | None
    player: int
    over: bool
    round: int
    rounds: int | None
    is_final: bool
    phase: str
    starts: int
    players: tuple[Player, ...]
    levels: tuple[Level, ...]
    stock: tuple[str, ...]
    lots: tuple[LotSeen, ...]
    up: tuple[TurnedUp, ...]
    tiles: tuple[Tile, ...]
    spots: tuple[Spot, ...]
    map: MapSeen
    grids: tuple[GridSeen, ...]
    outlook: Outlook | None
    prompt: str
    piece: str
    menu: Menu

    @property
    def decider(self) -> Player:
        """The row of the one who decides."""
        return self.players[self.player]

    def name(self, seat: int) -> str:
        """How a player is called."""
        return self.players[seat].name

    def to_json(self) -> str:
        """All of it by its names, as JSON."""
        return json.dumps(asdict(self), indent=1)
