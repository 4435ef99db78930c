"""What the answers of the protocol are made of."""

from __future__ import annotations

from attrs import frozen

from .places import Stretch


@frozen
class SettingInfo:
    """A setting of a game: its name, what it does, and whether it is on by default."""

    name: str
    text: str
    default: bool


@frozen
class GameInfo:
    """A game or a pack that is found by its name ``id``; ``extends``: none, where it is a game."""

    id: str
    title: str
    extends: list[str]


@frozen
class LineInfo:
    """A line that is printed on a piece. ``at``: where it stands in the texts."""

    text: str
    at: Stretch | None


@frozen
class CardInfo:
    """A piece as it is printed. ``own``: the texts say it. ``broken``: there are errors in it."""

    name: str
    sort: str
    labels: list[str]
    cost: str
    worth: int
    copies: int
    for_each: bool
    places: int
    stack: str
    when: str
    lines: list[LineInfo]
    at: Stretch | None
    own: bool
    broken: bool


@frozen
class WordInfo:
    """A word that may stand there, and what it is: a keyword, a good, a piece ..."""

    text: str
    kind: str


@frozen
class OptionInfo:
    """An option in its parts, as ``ToldDeed`` has it. Goods are named with how much of each.

    ``effect``: what the place that is filled does, in the words of the rules.
    """

    key: str
    verb: str
    group: str
    piece: str | None
    place: int | None
    origin: str | None
    lot: int | None
    amount: int | None
    exchange: str
    times: int
    cost: dict[str, int]
    gain: dict[str, int]
    cells: list[str]
    anytime: bool
    needed: bool
    effect: str


@frozen
class RefusalInfo:
    """What cannot be chosen now, and why."""

    key: str
    verb: str
    piece: str | None
    cost: dict[str, int]
    gain: dict[str, int]
    anytime: bool
    reason: str


@frozen
class GoodInfo:
    """A good: its name, that of several, and the words of its group."""

    name: str
    plural: str
    group: str
    hidden: bool


@frozen
class TrackInfo:
    """A track: what its spaces say, from the first. ``common``: one marker for all."""

    name: str
    common: bool
    spaces: list[str]


@frozen
class SentenceInfo:
    """A line of the log: ``kind`` is round, phase or sentence, ``player`` whom it is about."""

    kind: str
    text: str
    player: int | None


@frozen
class SourceInfo:
    """What gave points."""

    what: str
    amount: int


@frozen
class ScoreLineInfo:
    """A line of the scoring, with its sources."""

    label: str
    total: int
    sources: list[SourceInfo]


@frozen
class ScoreInfo:
    """The score of a player."""

    player: int
    total: int
    lines: list[ScoreLineInfo]


@frozen
class WayInfo:
    """Exchanges to choose one after the other, and what they cost in all."""

    keys: list[str]
    goods: dict[str, int]
    points: int
    text: str
