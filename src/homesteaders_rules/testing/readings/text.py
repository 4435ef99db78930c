"""What holds at a table: the definitions of rules, settled for its players and options."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define, evolve, field, fields

from ...commands.amounts import Amount, Bundle, Count
from ...commands.base import Command, walk
from ...commands.conditions import Condition, Static
from ...commands.control import Choose, Do, If, Nothing, OnlyIf, Sequence
from ...commands.definitions.course import Action, Hook, Option, Phase, Play
from ...commands.definitions.definition import (
    Clause,
    Definition,
    EqualBid,
    Exchange,
    Good,
    Limited,
    Needs,
    NotOffered,
    Price,
    Revealed,
    Score,
    Slot,
    Substitution,
    Tally,
    Trigger,
)
from ...commands.definitions.examples import Example
from ...commands.definitions.exchanges import UseExchange
from ...commands.definitions.pieces import OwnershipLimit, Piece, Sort
from ...commands.definitions.scores import Scoring
from ...commands.definitions.tracks import Track
from ...commands.effects import Effect
from ...commands.goods import Pay, PayTo
from ...commands.repetition import Collect, Times
from ...mechanisms.auction.commands import Auction
from ...mechanisms.chance.commands import Draw, Roll, Spin
from ...mechanisms.chance.throwing import Throw
from ...mechanisms.displays.commands import Display, Fill
from ...mechanisms.holding.definitions import MayHold, RunsShort
from ...mechanisms.maps.definitions import Begins, Beside, Dealing, Map, Reach, Rows, Shape, Tile
from ...mechanisms.piles.commands import Build, Stack
from ...mechanisms.placing.in_turn import PlaceInTurn
from ...mechanisms.turns import TakeTurns
from ...runtime.offering.trying import Need
from ...words import Span, Vocabulary
from .registry import ASKING, KNOWN, find_readings, has_reading, reading_of, says_more

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...linking.table import Table

READ = (Effect, Condition, Amount, Count)
"""What second readings are of."""
DEFINED = (
    *(Action, Clause, EqualBid, Exchange, Good, Hook, Limited, Needs, NotOffered, Option),
    *(OwnershipLimit, Phase, Piece, Play, Price, Revealed, Score, Scoring, Slot, Sort),
    *(Substitution, Tally, Track, Trigger, Example, MayHold, RunsShort),
    *(Display, Map, Tile, Shape, Rows, Dealing, Reach, Begins, Beside),
)
"""Definitions that second readings know."""
READ_LATER = {
    *(("Nothing", "left_out"), ("AnyOrder", "at_least_one"), ("ThisOrder", "at_least_one")),
    *(("Scoring", "ties"), ("ScoreTerm", "on"), ("ScoreTerm", "amount"), ("Per", "every")),
    *(("Play", "until_end"), ("Exchange", "in_turn"), ("EachPlayer", "order"), ("Track", "circle")),
    *(("TakeTurns", "order"), ("PlayerWord", "who"), ("UsePiece", "less_is_optional")),
    *(("Auction", name) for name in ("you_begin", "first_bids", "money", "called", "at_once")),
    *(("Exchange", name) for name in ("most", "within", "shared")),
    *(("Auction", "sealed"), ("Auction", "falling"), ("Substitution", "portion")),
    *(("Bundle", "among"), ("EachWinner", "from_you"), ("RemoveCopies", "most")),
    *(("Piece", "instead"), ("Piece", "returning"), ("Piece", "needs")),
    *(("Play", "afterwards"), ("Collect", "place"), ("TurnUp", "place"), ("TakeAll", "piece")),
    *(("MayHold", "own"), ("Phase", "closed")),
}
"""Fields that came to a phrase later and that its second reading knows."""
D = TypeVar("D", bound=Definition)


@define(eq=False, slots=False)
class Text:
    """The definitions that hold at a table, with what stands around phases and actions in them.

    ``waiting``, ``standings`` and ``ways`` keep what others have found in it.
    """

    players: int
    options: Mapping[str, bool]
    definitions: tuple[Definition, ...] = ()
    waiting: dict[tuple[str, str], Any] = field(factory=dict)
    standings: dict[str, Any] = field(factory=dict)
    ways: dict[object, Any] = field(factory=dict)
    _by_kind: dict[type[Definition], Any] = field(factory=dict)
    _asking: dict[int, tuple[Effect, bool]] = field(factory=dict)

    @classmethod
    def of(cls, table: Table) -> Text:
        """What the rules of a table say at it."""
        find_readings()
        rules: Any = table.rules
        options = tuple(sorted(table.options.items()))
        return _text(rules, rules.spans_hash, table.players, options)

    def all_of(self, kind: type[D]) -> tuple[D, ...]:
        """All definitions of a class, in the order of the text."""
        if kind not in self._by_kind:
            self._by_kind[kind] = tuple(d for d in self.definitions if isinstance(d, kind))
        return cast("tuple[D, ...]", self._by_kind[kind])

    @cached_property
    def commands(self) -> tuple[Command, ...]:
        """Everything that is said, with all that stands in it."""
        return tuple(walk(*self.definitions))

    def is_so(self, conditions: Iterable[Command]) -> bool:
        """Do all conditions hold that players and options decide?"""
        decided = (each for each in conditions if isinstance(each, Static))
        return all(reading_of(type(each))(self, each) for each in decided)

    # ------------------------------------------------------------------ by name

    @cached_property
    def goods(self) -> dict[str, Good]:
        """Goods by name."""
        return {good.name: good for good in self.all_of(Good)}

    @cached_property
    def limited(self) -> frozenset[str]:
        """Goods of which no more can be gained than there are."""
        return frozenset(good for mark in self.all_of(Limited) for good in mark.goods)

    @cached_property
    def hands_shown(self) -> tuple[bool, bool]:
        """Is everything public, always and in the final round?"""
        marks = self.all_of(Revealed)
        return any(not m.final_only for m in marks), any(m.final_only for m in marks)

    @cached_property
    def sorts(self) -> dict[str, Sort]:
        """Sorts of pieces by name."""
        return {sort.name: sort for sort in self.all_of(Sort)}

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """Pieces by name: those that players can own come first."""
        pieces = self.all_of(Piece)
        owned = [piece for piece in pieces if self.is_owned(piece)]
        return {p.name: p for p in (*owned, *(p for p in pieces if not self.is_owned(p)))}

    def is_owned(self, piece: Piece) -> bool:
        """Can players own it?"""
        return self.sorts[piece.sort].is_owned

    def is_for_all(self, piece: Piece) -> bool:
        """Does it lie open in a place, where nobody owns it?"""
        return bool(self.sorts[piece.sort].places) and not self.is_owned(piece) and not piece.stack

    def of_sort(self, sort: str) -> list[Piece]:
        """The pieces of a sort."""
        return [piece for piece in self.pieces.values() if piece.sort == sort]

    @cached_property
    def tracks(self) -> dict[str, Track]:
        """Tracks by name."""
        return {track.name: track for track in self.all_of(Track)}

    @cached_property
    def actions(self) -> dict[str, Effect]:
        """What named actions do."""
        return {action.name: action.effect for action in self.all_of(Action)}

    @cached_property
    def phases(self) -> dict[str, Phase]:
        """Phases by name."""
        return {phase.name: phase for phase in self.all_of(Phase)}

    @cached_property
    def play(self) -> Play:
        """The course of the game."""
        return self.all_of(Play)[0]

    @cached_property
    def takes_turns(self) -> bool:
        """Do players take turns? Then nobody is asked who can do nothing but decline."""
        return any(isinstance(each, TakeTurns | PlaceInTurn) for each in self.commands)

    @cached_property
    def scoring(self) -> Scoring:
        """How the game is scored."""
        return self.all_of(Scoring)[0]

    @cached_property
    def exchanges(self) -> tuple[Exchange, ...]:
        """The exchanges of the rules themselves."""
        return self.all_of(Exchange)

    @cached_property
    def triggers(self) -> tuple[Trigger, ...]:
        """What the rules themselves wait for."""
        return self.all_of(Trigger)

    @cached_property
    def trigger_spans(self) -> frozenset[Span | None]:
        """Where what follows from triggers of the rules stands."""
        return frozenset(command.span for command in walk(*self.triggers))

    @cached_property
    def substitutions(self) -> tuple[tuple[Substitution, str], ...]:
        """What may pay for what, and the piece whose owners may (empty: everybody)."""
        own = [(each, "") for each in self.all_of(Substitution)]
        return (*own, *((s, p.name) for p in self.pieces.values() for s in p.substitutions))

    @cached_property
    def stacks(self) -> tuple[str, ...]:
        """The stacks that something lays."""
        laid = {each.stack for each in self.commands if isinstance(each, Stack)}
        stacks = (s for sort in self.sorts.values() for s in sort.stacks if s in laid)
        return (*stacks, *(name for names in self.boards.values() for name in names))

    @cached_property
    def boards(self) -> dict[str, tuple[str, ...]]:
        """Of what is auctioned where it lies, the pieces: each is a stack of itself."""
        sold = {each.sort for each in self.commands if isinstance(each, Auction)}
        lying = (s for s in self.sorts.values() if s.name in sold and s.places and not s.stacks)
        return {sort.name: tuple(piece.name for piece in self.of_sort(sort.name)) for sort in lying}

    @cached_property
    def lots(self) -> tuple[str, ...]:
        """The stacks whose pieces are auctioned."""
        sold = {each.sort for each in self.commands if isinstance(each, Auction)}
        sorts = (sort for sort in self.sorts.values() if sort.name in sold)
        return tuple(s for sort in sorts for s in self.stacks_of(sort.name))

    def stacks_of(self, sort: str) -> tuple[str, ...]:
        """The stacks of a sort that something lays."""
        rows = self.sorts[sort].stacks or self.boards.get(sort, ())
        return tuple(stack for stack in rows if stack in self.stacks)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of goods and sorts for several."""
        plurals = {good.name: good.plural for good in self.goods.values()}
        return Vocabulary(plurals | {sort.name: sort.plural for sort in self.sorts.values()})

    @cached_property
    def is_readable(self) -> bool:
        """Has everything that it says a second reading, also what was added to a phrase later?"""
        commands = self.commands
        kinds = {type(command) for command in commands}
        if not all(has_reading(kind) for kind in kinds if issubclass(kind, READ)):
            return False
        if any(issubclass(kind, Definition) and kind not in {*DEFINED, *KNOWN} for kind in kinds):
            return False
        return not any(says_more(command, READ_LATER) for command in commands)

    @cached_property
    def is_left_to_chance(self) -> bool:
        """Might a setup spin, roll or draw? What came of that is told with a choice only."""
        kinds = Spin, Roll, Draw, Throw, Fill
        return any(isinstance(each, kinds) for each in self.commands)

    def reads(self, table: Table) -> bool:
        """Can a game at a table be followed from its beginning on, whatever is chosen?"""
        return self.is_readable and not tries_out(table)

    def counted(self, goods: Iterable[tuple[str, int]]) -> str:
        """Goods in words: ``2 wood, 1 silver``."""
        return ", ".join(self.vocabulary.count(number, good) for good, number in goods)

    def paid(self, goods: Iterable[tuple[str, int]], due: str) -> str:
        """The same as the key of a payment, what stands in for the good that is due before it."""
        return f"pay {self.counted(sorted(goods, key=lambda each: each[0] == due))}"

    # ------------------------------------------------------------------ questions

    def is_sure(self, effect: Effect) -> bool:
        """Can it always be done to its end, whatever anybody holds?"""
        match effect:
            case Sequence(effects=parts):
                return all(map(self.is_sure, parts))
            case Choose(alternatives=parts):
                return any(map(self.is_sure, parts))
            case If(then=then, otherwise=otherwise) if type(effect) is If:
                return self.is_sure(then) and (otherwise is None or self.is_sure(otherwise))
            case Do(action=name):
                return self.is_sure(self.actions[name])
            case Times(effect=inner):
                return self.is_sure(inner)
            case PayTo(cost=cost, effect=inner):
                return self._can_be_raised(cost) and self.is_sure(inner)
            case Pay(bundle=bundle):
                return self._can_be_raised(bundle)
            case UseExchange(exchange=name):
                return any(self._is_free(each) for each in self.exchanges if each.name == name)
            case _:
                return not isinstance(effect, Build | OnlyIf)

    def gives_freely(self, exchange: Exchange) -> bool:
        """Can everybody get as much as they need by it, at any time and for nothing?"""
        closed = any(each.closes(exchange) for each in self.phases.values())
        return exchange.is_always_open and not closed and self._is_free(exchange)

    def _is_free(self, exchange: Exchange) -> bool:
        """Can it be used whatever the player has?"""
        bounded = {*self.limited, *(good for held in self.all_of(MayHold) for good in held.goods)}
        gained = {item.good for item in exchange.gain.items}
        return not (exchange.cost.items or exchange.most or gained & bounded)

    def _can_be_raised(self, bundle: Bundle) -> bool:
        free = filter(self.gives_freely, self.exchanges)
        raised = {item.good for each in free for item in each.gain.items}
        return {item.good for item in bundle.items} <= raised

    def asks(self, effect: Effect) -> bool:
        """May carrying out an effect ask anybody?"""
        known = self._asking.get(id(effect))
        if known is None:
            # What goes round in a circle asks no more the second time.
            self._asking[id(effect)] = known = effect, False
            self._asking[id(effect)] = known = effect, self._asks(effect)
        return known[1]

    def _asks(self, effect: Effect) -> bool:
        if type(effect) in ASKING:
            return bool(ASKING[type(effect)](self, effect))
        inner = [each for each in effect.children() if isinstance(each, Effect)]
        if isinstance(effect, Do):
            inner.append(self.actions[effect.action])
        if isinstance(effect, Collect):
            inner += self._moment(effect.moment)
        return any(self.asks(each) for each in inner)

    def _moment(self, moment: str) -> list[Effect]:
        found = [clause.effect for clause in self.all_of(Clause) if clause.moment == moment]
        for piece in self.pieces.values():
            found += [clause.effect for clause in piece.clauses if clause.moment == moment]
            sort = self.sorts[piece.sort]
            if sort.is_owned and sort.moments[:1] == (moment,):
                found += [slot.effect for slot in piece.slots]
        return found


@lru_cache(64)
def _text(rules: Any, _spans: int, players: int, options: tuple[tuple[str, bool], ...]) -> Text:
    """Rules that stand elsewhere are equal, and tell of other lines."""
    found = Text(players, dict(options))
    kept = [_settled(d, found) for d in rules.definitions if found.is_so(d.conditions)]
    hooks = [each for each in kept if isinstance(each, Hook)]
    found.definitions = tuple(_with_hooks(d, hooks) for d in kept if not isinstance(d, Hook))
    return found


def _settled(value: Any, text: Text) -> Any:
    """A command without what players and options have decided."""
    if isinstance(value, tuple):
        kept = (v for v in value if not isinstance(v, Definition) or text.is_so(v.conditions))
        return tuple(_settled(each, text) for each in kept)
    if not isinstance(value, Command):
        return value
    if isinstance(value, If) and isinstance(value.condition, Static):
        branch = value.then if text.is_so([value.condition]) else value.otherwise
        return Nothing(True, span=value.span) if branch is None else _settled(branch, text)
    names = (f.name for f in fields(type(value)) if f.name not in ("span", "conditions"))
    made = evolve(value, **{name: _settled(getattr(value, name), text) for name in names})
    return _shortened(made) if isinstance(made, Sequence) else made


def _shortened(made: Sequence) -> Effect:
    """A sequence without what does nothing."""
    effects = tuple(each for each in made.effects if not isinstance(each, Nothing))
    if not effects:
        return Nothing(True, span=made.span)
    return effects[0] if len(effects) == 1 else Sequence(effects, span=made.span)


def _with_hooks(definition: Definition, hooks: list[Hook]) -> Definition:
    """Before a phase or an action the last written comes first, and behind it last."""
    if not isinstance(definition, Phase | Action):
        return definition
    is_action = isinstance(definition, Action)
    own = [h for h in hooks if h.around == definition.name and h.of_action == is_action]
    effects = [definition.effect]
    for hook in own:
        effects = [hook.effect, *effects] if hook.before else [*effects, hook.effect]
    return evolve(definition, effect=Sequence(tuple(effects))) if own else definition


def tries_out(table: Table) -> bool:
    """Is something tried out before it is offered? What came of that has no second reading."""
    return any(isinstance(step, Need) for step in table.program.steps)
