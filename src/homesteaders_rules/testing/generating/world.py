"""What a generated text may name: the names that its game declares, by kind."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeVar

from attrs import define, field, frozen

from ...commands.definitions.course import Action, Phase, Play
from ...commands.definitions.definition import Exchange, Good, Price
from ...commands.definitions.examples import Example
from ...commands.definitions.pieces import Piece
from ...commands.definitions.pieces import Sort as SortCommand
from ...commands.definitions.scores import Scoring
from ...commands.definitions.tracks import Track

if TYPE_CHECKING:
    from collections.abc import Sequence

    from homesteaders_rules import Rules

T = TypeVar("T")


@frozen
class Word:
    """A name and its plural."""

    one: str
    many: str

    def of(self, number: int) -> str:
        return self.one if number == 1 else self.many

    @property
    def declared(self) -> str:
        return self.one if self.one == self.many else f"{self.one}/{self.many}"


@define
class Sort:
    """A sort of pieces: what its lines say, and the pieces that there are."""

    word: Word
    labels: list[list[str]] = field(factory=list)
    places: list[str] = field(factory=list)
    stacks: list[str] = field(factory=list)
    moments: list[str] = field(factory=list)
    pieces: list[str] = field(factory=list)

    @property
    def all_labels(self) -> list[str]:
        return [label for group in self.labels for label in group]

    @property
    def offered(self) -> int:
        """So many lie up at once: one of each stack, or all of a board."""
        return len(self.stacks) or len(self.pieces)


@define
class World:
    """Names by kind. ``money`` is what everybody can raise; ``pawn`` is placed on pieces.

    ``ticket`` is paid for another turn, and nothing brings it; pieces that are owned lie on a map
    where it is ``mapped``, in ``tiles``, and straight ones where they lie ``in_rows``; players take
    ``turns``; the game ``ends`` when an effect says so. ``trinkets`` are
    owned and not built, anybody may use what lies on the ``board``. ``laid`` are tiles of a grid of
    each player: on the first of them things lie. ``closed`` are what stands on the edges of its
    cells, and what that makes; ``homed`` are goods that need a home.
    """

    players: range
    rounds: int = 1
    money: Word = Word("", "")
    pawn: Word = Word("", "")
    unit: Word = Word("", "")
    ticket: Word | None = None
    mapped: bool = False
    in_rows: bool = False
    displayed: bool = False
    turns: bool = False
    ends: bool = False
    laid: list[Word] = field(factory=list)
    closed: list[Word] = field(factory=list)
    homed: list[Word] = field(factory=list)
    tiles: list[str] = field(factory=list)
    goods: dict[str, Word] = field(factory=dict)
    groups: dict[str, list[str]] = field(factory=dict)
    plurals: dict[str, Word] = field(factory=dict)
    priced: list[str] = field(factory=list)
    options: list[str] = field(factory=list)
    exchanges: list[str] = field(factory=list)
    offered: list[str] = field(factory=list)
    tracks: list[str] = field(factory=list)
    commons: list[str] = field(factory=list)
    rings: list[str] = field(factory=list)
    tallies: list[str] = field(factory=list)
    actions: list[str] = field(factory=list)
    phases: list[str] = field(factory=list)
    examples: list[str] = field(factory=list)
    owned: Sort | None = None
    trinkets: Sort | None = None
    board: Sort | None = None
    spots: Sort | None = None
    lots: Sort | None = None
    events: Sort | None = None

    @property
    def builds(self) -> bool:
        """Are there pieces, and a place to build them from?"""
        return self.owned is not None and len(self.owned.places) > 2

    def word(self, name: str) -> Word:
        """The good or group of that name."""
        return self.goods.get(name) or self.plurals[name]

    @classmethod
    def of(cls, rules: Rules) -> World:
        """The names of rules that stand, for a pack on them."""
        world = cls(rules.players)
        world.rounds = rules.of(Play)[0].rounds
        for good in rules.of(Good):
            world.goods[good.name] = Word(good.name, good.plural)
            world.plurals[good.group] = Word(good.group, good.group_plural)
            world.groups.setdefault(good.group, []).append(good.name)
        world.priced = sorted({price.good for price in rules.of(Price)})
        world.options = list(rules.options)
        world.exchanges = sorted({e.name for e in rules.of(Exchange) if not e.offered_only})
        world.offered = sorted({e.name for e in rules.of(Exchange) if e.offered_only})
        world.tracks = sorted({track.name for track in rules.of(Track) if not track.common})
        world.commons = sorted({track.name for track in rules.of(Track) if track.common})
        world.actions = sorted({action.name for action in rules.of(Action)})
        world.phases = sorted({phase.name for phase in rules.of(Phase)})
        world.examples = sorted({example.name for example in rules.of(Example)})
        stacked = [s for s in rules.of(SortCommand) if s.stacks]
        world.owned = next(
            (_sort(s, rules) for s in rules.of(SortCommand) if "players" in s.places), None
        )
        world.lots = _sort(stacked[0], rules) if stacked else None
        world.events = _sort(stacked[1], rules) if len(stacked) > 1 else None
        world._find_roles(rules)
        return world

    def _find_roles(self, rules: Rules) -> None:
        """Money is what an exchange of any time gives for nothing."""
        free = [e for e in rules.of(Exchange) if not e.cost.items and not e.offered_only]
        self.money = self.goods[free[0].gain.items[-1].good]
        pawns = [slot.good for piece in rules.of(Piece) for slot in piece.slots]
        self.pawn = self.goods[pawns[0]] if pawns else self.money
        self.unit = self.goods[rules.of(Scoring)[0].unit]


def _sort(sort: SortCommand, rules: Rules) -> Sort:
    pieces = sorted({piece.name for piece in rules.of(Piece) if piece.sort == sort.name})
    word = Word(sort.name, sort.plural)
    labels = [list(group) for group in sort.labels]
    return Sort(word, labels, list(sort.places), list(sort.stacks), list(sort.moments), pieces)


class Chance:
    """Choices at random."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def maybe(self, chance: float = 0.5) -> bool:
        return self.random.random() < chance

    def pick(self, things: Sequence[T]) -> T:
        return self.random.choice(things)

    def some(self, things: Sequence[T], least: int = 1, most: int = 3) -> list[T]:
        """Several of them, in a random order."""
        least = min(least, len(things))
        return self.random.sample(list(things), self.random.randint(least, min(most, len(things))))

    def number(self, least: int, most: int) -> int:
        return self.random.randint(least, most)


def titled(name: str) -> str:
    """A title as it is written: in quotes where it needs them."""
    plain = all(word[0].isupper() or word.isdigit() for word in name.split()) and name.isascii()
    return name if plain and name[0].isupper() else f'"{name}"'
