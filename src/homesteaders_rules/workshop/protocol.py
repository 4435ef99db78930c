"""What a page asks, and what it is answered: plain classes, of which docs/schemas/ is made.

A request is an object with ``version``, ``id`` (any number; the answer has it too), ``ask`` (the
name of a class below, in small letters) and the fields of that class. Fields with a default may be
missing. The answer has ``version``, ``id``, ``answer`` (the name of its class) and its fields.
"""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from .parts import (
    CardInfo,
    GameInfo,
    GoodInfo,
    OptionInfo,
    RefusalInfo,
    ScoreInfo,
    SentenceInfo,
    SettingInfo,
    TrackInfo,
    WayInfo,
    WordInfo,
)
from .places import Stretch
from .workspace import ExampleTold, Finding

VERSION = 1
"""One more whenever a page that knows the one before could not go on."""
VIEW = "view.json"
"""The schema of what ``View.to_json()`` writes."""

# ---------------------------------------------------------------------------------- requests


@frozen
class Hello:
    """What is there: games, bots, the words of the language."""


@frozen
class Check:
    """What is wrong in some texts (by the names of their files), read with packs.

    Without ``examples`` and ``tables`` the answer is there soonest: no example is run, and no more
    tables are linked than one. Who asks again for all of it has nothing read twice.
    """

    texts: dict[str, str] = field(factory=dict)
    packs: list[str] = field(factory=list)
    examples: bool = True
    tables: bool = True


@frozen
class Complete:
    """What may stand at an offset (in UTF-16 units) of one of some texts."""

    file: str
    offset: int
    texts: dict[str, str] = field(factory=dict)
    packs: list[str] = field(factory=list)


@frozen
class Source:
    """The text of a file of the packs that some texts are read with, to be looked at."""

    file: str
    texts: dict[str, str] = field(factory=dict)
    packs: list[str] = field(factory=list)


@frozen
class Play:
    """A new match. ``seats`` has for each seat ``human`` or the name of a bot.

    ``example``: it begins as that example of the texts is set up, for its number of players; the
    seats are repeated or cut off to fit, and if a human sits there, then where somebody decides.
    """

    seats: list[str]
    texts: dict[str, str] = field(factory=dict)
    packs: list[str] = field(factory=list)
    seed: int = 0
    settings: dict[str, bool] = field(factory=dict)
    example: str = ""


@frozen
class Restore:
    """A match that was saved; without texts and packs the packs are those of the save.

    Seats are repeated or cut off as for an example.
    """

    save: str
    seats: list[str]
    texts: dict[str, str] = field(factory=dict)
    packs: list[str] = field(factory=list)


@frozen
class Look:
    """How a match stands."""

    match: str


@frozen
class Choose:
    """Choose in a match, in which the page knows of so many ``turns``: none comes twice."""

    match: str
    key: str
    turns: int


@frozen
class Undo:
    """Take back the last choice of who looks at a match."""

    match: str


@frozen
class How:
    """How a key that is not offered could be had by exchanges, cheapest first."""

    match: str
    key: str


@frozen
class Reach:
    """Which of some refused keys exchanges would open."""

    match: str
    keys: list[str]


@frozen
class Cards:
    """All pieces at the table of a match."""

    match: str


@frozen
class Save:
    """A match as a text, for a file. It holds everything, what is hidden too."""

    match: str


REQUESTS = (
    Hello,
    Check,
    Complete,
    Source,
    Play,
    Restore,
    Look,
    Choose,
    Undo,
    How,
    Reach,
    Cards,
    Save,
)

# ---------------------------------------------------------------------------------- answers


@frozen
class Welcome:
    """What is there. ``words`` are those of the language, ``openings`` begin a definition."""

    library: str
    games: list[GameInfo]
    bots: list[str]
    words: list[str]
    openings: list[str]


@frozen
class Checked:
    """What is known of the texts; without any, of the packs.

    ``title`` is empty where there are errors. ``cards`` are those of the texts, as far as they can
    be read; ``stale``: none can, and these are what they were before.
    """

    title: str
    players: list[int]
    settings: list[SettingInfo]
    findings: list[Finding]
    cards: list[CardInfo]
    examples: list[ExampleTold]
    stale: bool


@frozen
class Completed:
    """Words that may stand between two offsets, the likely ones first."""

    start: int
    end: int
    words: list[WordInfo]


@frozen
class Text:
    """The text of a file, or a save."""

    file: str
    text: str


@frozen
class Table:
    """A match as who looks at it may see it.

    ``view`` is what ``View.to_json()`` writes for ``seat`` (null: an onlooker). ``turns`` counts
    the choices so far; ``rounds`` is 0 where nobody knows how many there will be. ``prompt`` says
    what can be done, ``asked`` the words of the rules, ``asked_by`` the piece whose text it is,
    ``asked_at`` where these stand in the texts.
    ``news`` is the number of sentences
    of the log that were known at the last choice. ``no_undo``: why the last choice cannot be taken
    back, empty where it can. ``shops`` are the places in which pieces are on offer. ``grid``: rows
    and columns, empty where there is none; ``tiles``: all that may be laid there, in the order of
    the texts; ``spaces``: the shape of those of a map, empty where
    there is none or they have no shape. ``ended`` is false where bots have still to choose, since
    many have chosen at once: look again, and they go on.
    """

    match: str
    title: str
    seat: int | None
    names: list[str]
    seats: list[str]
    turns: int
    rounds: int
    over: bool
    ended: bool
    view: dict[str, Any] = field(metadata={"schema": VIEW})
    prompt: str
    asked: str
    asked_by: str
    asked_at: Stretch | None
    options: list[OptionInfo]
    refused: list[RefusalInfo]
    log: list[SentenceInfo]
    news: int
    no_undo: str
    goods: list[GoodInfo]
    tracks: list[TrackInfo]
    shops: list[str]
    spaces: str
    grid: list[int]
    tiles: list[str]
    scores: list[ScoreInfo]
    winners: list[int]


@frozen
class Deck:
    """The pieces at a table."""

    cards: list[CardInfo]


@frozen
class Ways:
    """How a key could be had; ``reason`` says why where there is no way."""

    key: str
    ways: list[WayInfo]
    reason: str
    complete: bool


@frozen
class Reached:
    """Those that exchanges open; ``complete``: was all looked at for that?"""

    keys: list[str]
    complete: bool


@frozen
class Failed:
    """Nothing was done, and why: ``reason`` is a sentence for a person.

    ``kind`` is ``request`` (it could not be read), ``refused`` (it cannot be done now), ``gone``
    (the match is not there any more), ``busy``, ``broken`` (a fault of the engine), or ``ended``:
    it took too long or has ended over this, and knows no match any more; restore it.
    """

    kind: str
    reason: str


ANSWERS = (Welcome, Checked, Completed, Text, Table, Deck, Ways, Reached, Failed)


def called(kind: type) -> str:
    """The name of a request or an answer, as it is written."""
    return kind.__name__.lower()
