"""What do rules mean? Their digests, and the orders that mean something.

Two texts mean the same where the same definitions stand in them, in the same order as far as
chance, what follows from what, and the words of keys go by it. Files never matter.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from functools import cache, cached_property
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, cast

from attrs import fields, frozen

from .commands import control
from .commands.amounts import Bundle, GoodCount, Item, Number, Per, PieceCount, Sum, SumCount
from .commands.base import Command, walk
from .commands.conditions import Both, FinalRound, Has, Rounds, Static
from .commands.control import Do, If, Nothing, OnlyIf
from .commands.counting.comparing import Comparison, HasCount
from .commands.definitions.course import Action, Hook
from .commands.definitions.definition import Clause, Exchange, Good, Substitution, Trigger
from .commands.definitions.examples import Example
from .commands.definitions.exchanges import UseExchange
from .commands.definitions.pieces import Piece, Sort
from .commands.definitions.tracks import Track
from .commands.effects import Effect
from .commands.goods import Discard, Gain
from .commands.repetition import Collect, Times
from .commands.transfers import Bringing
from .freezing import fixed
from .mechanisms.auction.commands import Auction
from .mechanisms.displays.commands import Display
from .mechanisms.holding.definitions import MayHold, RunsShort
from .mechanisms.homes.definitions import HomesOf
from .mechanisms.later.commands import CollectDue, Later
from .mechanisms.maps.definitions import Map, Tile
from .mechanisms.piles.taking import TakeRandom
from .mechanisms.sets import GroupCount, KindCount, SetCount
from .mechanisms.tracks import Advance, TakeReward
from .values import ByClass, ByValue
from .words import ADDED, Vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

    from .commands.definitions.definition import Definition
    from .commands.definitions.occasions import Occasion
    from .commands.protocols import Causes

PLAIN = (
    *(Bundle, Item, Number, Per, Sum, SumCount, GoodCount, PieceCount),
    *(SetCount, KindCount, GroupCount),
    *(Gain, Discard, control.Sequence, Times, Nothing, If, OnlyIf, Do, UseExchange, Exchange),
    *(Has, HasCount, Comparison, Both, Static, Rounds, FinalRound),
)
"""What changes goods alone and depends on goods alone, as far as it changes within a moment."""


@cache
def _fields(kind: Any) -> tuple[Callable[[Any], tuple[Any, ...]], dict[int, Any]]:
    """What gets the values of the fields that count, and the defaults of those that came later."""
    known = [each for each in fields(kind) if each.name != "span"]
    later = {number: f.default for number, f in enumerate(known) if ADDED in f.metadata}
    names = [each.name for each in known]
    if len(names) > 1:
        return attrgetter(*names), later
    return lambda command: tuple([getattr(command, name) for name in names]), later


fields_told: Callable[[Any], tuple[Callable[[Any], tuple[Any, ...]], dict[int, Any]]] = _fields


def _plain(command: Command) -> list[Any]:
    """A command as a list, without spans: what digests are made of.

    Fields that came to the language later are left out as long as a text does not use them.
    """
    get, later = fields_told(type(command))
    told = [type(command).__name__, *get(command)]
    if later:
        left_out = [number + 1 for number, default in later.items() if told[number + 1] == default]
        for number in reversed(left_out):
            del told[number]
    return told


_encoder = json.JSONEncoder(check_circular=False, separators=(",", ":"), default=_plain)


def text_of(definition: Definition) -> str:
    """The meaning of one definition as a text."""
    return _dumped(definition)


def short_digest(text: str) -> str:
    """Of the text of one definition."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


@frozen(eq=False, repr=False)
class Titled(ByValue):
    """A definition, by what it is known (``building Farm``), and what it means as a text."""

    title: str
    definition: Definition
    text: str


@frozen(init=False, eq=False)
class Meaning:
    """What definitions mean, examples left out: ``entries`` has them in the order of the text."""

    entries: tuple[Titled, ...]

    def __init__(self, definitions: Iterable[Definition], words: Vocabulary) -> None:
        self.__attrs_init__(
            tuple(
                Titled(each.title(words), each, text_of(each))
                for each in definitions
                if not isinstance(each, Example)
            )
        )

    @cached_property
    def fingerprints(self) -> Mapping[str, str]:
        """A short digest of each definition by its title; titles that repeat are numbered."""
        found: dict[str, str] = {}
        times: dict[str, int] = {}
        for entry in self.entries:
            title = entry.title
            times[title] = times.get(title, 0) + 1
            name = f"{title} #{times[title]}" if times[title] > 1 else title
            found[name] = short_digest(entry.text)
        return fixed(found)

    def digest(
        self, headers: list[list[str]], defaults: Mapping[str, bool], *, before: bool = False
    ) -> str:
        """Of all that the rules mean: blind to every order that means nothing.

        ``before``: as it was until version 0.2.0, which was blind to more (see :func:`orders_of`).
        """
        orders = sorted(orders_of(self.entries, before=before).items())
        content = _dumped([headers, sorted(defaults.items()), orders])
        return _digest(f"{content}{sorted(entry.text for entry in self.entries)}")

    def identity(self, headers: list[list[str]], defaults: Mapping[str, bool]) -> str:
        """Of the same in just this order, by which cells and options are counted."""
        head = _dumped([headers, sorted(defaults.items())])
        return _digest(f"{head[:-1]},[{','.join(entry.text for entry in self.entries)}]]")


def _dumped(value: Any) -> str:
    return _encoder.encode(value)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


# ---------------------------------------------------------------------------------- orders

Orders = dict[str, list[tuple[str, str]]]
"""By what goes by an order: the definitions in it, each with its text where names may repeat."""


def orders_of(entries: Sequence[Titled], *, before: bool = False) -> Orders:
    """Every order that means something; not that of tiles and of pieces off stacks ``before``."""
    found: Orders = {}
    commands: ByClass[Any] = ByClass(walk(*(entry.definition for entry in entries)))
    # Pieces off stacks that are numbered, drawn or laid in the order of the text.
    kinds = (Auction, Display, Map, TakeRandom)
    ordered = set() if before else {each.sort for each in commands.of(*kinds)}
    for entry in entries:
        if before and isinstance(entry.definition, Tile):
            continue
        for what in _reasons(entry.definition, ordered):
            found.setdefault(what, []).append((entry.title, entry.text))
    for what, shares in _shares_of(entries, commands).items():
        found[what] = [(title, "") for title in _in_order(shares)]
    return found


def _reasons(definition: Definition, ordered: Set[str]) -> Iterator[str]:
    match definition:
        case Tile():
            yield "tiles"
        case Good():
            yield "goods"
        case Sort(stacks=stacks) if stacks:
            yield "stacks"
        case Hook(around=around):
            yield f"hooks around {around}"
        case Clause(moment=moment):
            yield f"clauses of {moment}"
        case Trigger(occasion=occasion):
            yield _waiting(occasion)
        case Substitution():
            yield "substitutions"
        case Exchange(cost=cost) if not cost.items:
            yield "exchanges without a cost"
        case Piece(sort=sort, stack=stack, triggers=triggers, substitutions=substitutions):
            if stack or sort in ordered:
                yield f"the pieces of {stack or sort}"
            yield from (f"{_waiting(each.occasion)} on pieces" for each in triggers)
            if substitutions:
                yield "substitutions of pieces"


def _waiting(occasion: Occasion) -> str:
    """What waits for one occasion, whoever it is about."""
    return f"triggers that wait for {' '.join(filter(None, (occasion.verb, occasion.of)))}"


@frozen(eq=False, repr=False)
class _Share(ByValue):
    """What a piece gives in a moment: the goods it changes, and those that it depends on.

    ``is_known``: nothing else changes or matters.
    """

    title: str
    is_known: bool = True
    changes: frozenset[str] = frozenset()
    depends: frozenset[str] = frozenset()

    @property
    def goods(self) -> tuple[frozenset[str], frozenset[str]]:
        """What it changes, and what it depends on."""
        return self.changes, self.depends

    def is_free(self, others: Counter[tuple[frozenset[str], frozenset[str]]]) -> bool:
        """May it come before or after any other whose goods are counted, itself among them?"""
        return self.is_known and not any(
            self.depends & changes or self.changes & depends
            for (changes, depends), count in others.items()
            if count > 1 or (changes, depends) != self.goods
        )


def _are_free(shares: Sequence[_Share]) -> Iterator[tuple[_Share, bool]]:
    """Each share of a moment of which all is known, with whether it is free among the others."""
    goods = Counter(share.goods for share in shares)
    return ((share, share.is_free(goods)) for share in shares)


def _in_order(shares: Sequence[_Share]) -> Iterator[str]:
    """The titles of the shares of a moment; those that may change places by the alphabet."""
    for is_free, pairs in groupby(_are_free(shares), itemgetter(1)):
        run = [share for share, _ in pairs]
        titles = [share.title for share in run]
        yield from sorted(titles) if is_free else titles


def _shares_of(entries: Sequence[Titled], commands: ByClass[Any]) -> dict[str, list[_Share]]:
    """What pieces give and ask in the moments that are collected."""
    collected = {each.moment for each in commands.of(Collect)}
    footprint = _Footprint(commands)
    first = {sort.name: sort.moments[:1] for sort in commands.of(Sort) if sort.is_owned}
    found: dict[str, list[_Share]] = {}
    for entry in entries:
        piece = entry.definition
        if not isinstance(piece, Piece) or piece.stack:
            continue
        for moment, effect in _effects(piece, first.get(piece.sort, ())):
            if moment not in collected:
                continue
            for when in footprint.comes_with(effect):
                what = f"what pieces {when} in {moment}"
                found.setdefault(what, []).append(footprint.share(entry.title, effect))
    for what, shares in found.items():
        if all(share.is_known for share in shares):
            found[what] = [share for share, is_free in _are_free(shares) if not is_free]
    return found


def _effects(piece: Piece, first: tuple[str, ...]) -> Iterator[tuple[str, Effect]]:
    """The effects of a piece, each with its moment: own places act in the first of their sort."""
    for clause in piece.clauses:
        yield clause.moment, clause.effect
    for slot in piece.slots:
        yield from ((moment, slot.effect) for moment in first)


ASKS, MAY_ASK = 2, 1
"""A verb asks a question; it may ask one, as the rules, the table and what lies there decide."""


class _Footprint:
    """Which goods an effect changes, and on which it depends, through actions and exchanges."""

    def __init__(self, commands: ByClass[Any]) -> None:
        self.called: dict[str, list[Command]] = {}
        for action in commands.of(Action):
            self.called.setdefault(action.name, []).append(action.effect)
        for exchange in commands.of(Exchange):
            self.called.setdefault(exchange.name, []).append(exchange)
        triggers = (each.occasion for each in commands.of(Trigger))
        self.awaited = {(occasion.verb, occasion.of) for occasion in triggers}
        self.choosing = {track.name for track in commands.of(Track) if track.chooses_reward}
        self.bounds = [frozenset(each.goods) for each in commands.of(MayHold, RunsShort, HomesOf)]

    def comes_with(self, effect: Effect) -> tuple[str, ...]:
        """Does it come with what pieces give, or with what they ask? Both: as others decide."""
        reached = [*self._reached(effect)]
        asks = [self._asks(each) for each in reached if isinstance(each, Effect)]
        is_sure = not any(isinstance(each, Later | Static) for each in reached)
        if ASKS in asks and is_sure:
            return ("ask",)
        return ("give", "ask") if any(asks) else ("give",)

    def _asks(self, effect: Effect) -> int:
        """Does a verb itself ask something, or may it?"""
        match effect:
            case Collect() | CollectDue():
                return MAY_ASK
            case Advance() | TakeReward():
                return ASKS if effect.track in self.choosing else MAY_ASK
            case UseExchange():
                return ASKS if len(self.called.get(effect.exchange, ())) > 1 else 0
            case Bringing():
                return MAY_ASK if self.bounds else 0
            case _:
                # The others know it without the rules.
                return ASKS if effect.asks_itself(cast("Causes", self)) else 0

    def share(self, title: str, effect: Effect) -> _Share:
        """What a piece gives by an effect."""
        changes: set[str] = set()
        depends: set[str] = set()
        for command in self._reached(effect):
            if not isinstance(command, PLAIN):
                return _Share(title, is_known=False)
            moves = _moves(command)
            if self.awaited & {*moves}:
                return _Share(title, is_known=False)
            changes.update(good for verb, good in moves if verb != "uses")
            # No more is lost than is there.
            depends.update(good for verb, good in moves if verb == "loses")
            if isinstance(command, GoodCount | Has):
                depends.add(command.good)
        for bound in self.bounds:
            # Of what is bounded the first may leave no room for the next, or less.
            if changes & bound:
                changes |= bound
                depends |= bound
        return _Share(title, True, frozenset(changes), frozenset(depends))

    def _reached(self, effect: Effect) -> Iterator[Command]:
        """All commands that an effect leads to."""
        known: set[str] = set()
        waiting: list[Command] = [effect]
        while waiting:
            for command in walk(waiting.pop()):
                yield command
                name = command.action if isinstance(command, Do) else ""
                name = command.exchange if isinstance(command, UseExchange) else name
                if name and name not in known:
                    known.add(name)
                    waiting += self.called.get(name, ())


def _moves(command: Command) -> list[tuple[str, str]]:
    """What happens because of a command itself."""
    match command:
        case Gain(bundle=bundle):
            return [("gains", good) for good in bundle.goods]
        case Discard(bundle=bundle):
            return [("loses", good) for good in bundle.goods]
        case Exchange(cost=cost, gain=gain, name=name, counts_as=other):
            used = [("uses", name), ("uses", other)]
            gained = [("gains", good) for good in gain.goods]
            return [*used, *gained, *(("loses", good) for good in cost.goods)]
        case _:
            return []
