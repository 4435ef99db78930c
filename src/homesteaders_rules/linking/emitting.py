"""What linking needs everywhere: emitting steps, routines, and where they stand."""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, TypeVar, cast

from attrs import evolve

from ..commands.definitions.course import Action
from ..commands.definitions.definition import Definition, Trigger
from ..commands.definitions.tracks import Track
from ..freezing import fixed
from ..mechanisms.building.steps import Discount, PriceList
from ..runtime.ceiling import Ceiling
from ..runtime.offering.offers import Offer, Plain, Question, SkipIfAlone, SkipIfEmpty
from ..runtime.offering.payments import Purse, Solver
from ..runtime.program import Program
from ..runtime.recording import records
from ..runtime.recording.events import on_piece
from ..runtime.registers import TURN
from ..runtime.steps import Asking, Call, Return, Step
from ..runtime.turns import Secret
from ..values import ByClass, Meanwhile
from .consequences import Consequences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence, Set

    from ..commands.base import Command
    from ..commands.effects import Effect
    from ..mechanisms.auction.paying import Due
    from ..mechanisms.limits import Line
    from ..runtime.acts import Act
    from ..runtime.offering.exchanges import ExchangeOffer
    from ..runtime.offering.limits import Closed, Limit
    from ..runtime.predicates import Predicate
    from ..words import Phrase
    from .layout import Layout

D = TypeVar("D", bound=Definition)
Waiting = tuple["Trigger", "Predicate | None", str]
"""A trigger, whether it acts now (None: always), and its piece (empty: the rules themselves)."""
Moment = tuple[str, Discount]
"""A moment, and what is paid less for what is built in it."""


class Emitter:
    """Emits steps from the back, so that each knows the number of the one that follows."""

    def __init__(self, definitions: Sequence[Definition], layout: Layout) -> None:
        self.definitions = definitions
        self.layout = layout
        self.consequences = Consequences(definitions)
        self.steps: list[Step] = []
        self.decoders: list[records.Decoder] = []
        self.exchanged: list[ExchangeOffer] = []
        self.kinds: dict[object, list[ExchangeOffer]] = {}
        self.closures: dict[frozenset[str], Closed] = {}
        self.limits: dict[Line, tuple[Limit, str]] = {}
        self.course: list[tuple[str, str]] = []
        self.entries: list[int] = []
        self.returns: dict[int, set[int]] = {}
        self.program = Program(
            self.steps,
            self.decoders,
            self.exchanged,
            self.course,
            self.entries,
            returns=self.returns,
        )
        self.frames: tuple[str, ...] = ()
        self.family = 0
        self.effect: Effect | None = None
        self.piece = ""
        self.purpose = ""
        self.secret = False
        self.depends = False
        self.is_needed = False
        self.uncertain: list[Phrase] = []
        self.guarding = False
        self.trying = False
        self.next_round = 0
        self.discount = Discount()
        self.routines: dict[object, tuple[int, int]] = {}
        self.dispatch: dict[tuple[Moment, bool], dict[int, int]] = {}
        self.dispatchers: dict[tuple[Moment, bool], Mapping[int, int]] = {}
        self.later: dict[tuple[str, str, bool], list[Call]] = {}
        self.families: dict[object, int] = {"course": 0}
        self._by_class = ByClass(definitions)
        self._named: dict[type, dict[str, list[object]]] = {}
        self.solvers: dict[str, Solver] = {}
        self._among: dict[tuple[str, tuple[str, ...]], Solver] = {}
        self.dues: dict[Due, Due] = {}
        self._waiting: dict[tuple[str, str], list[Waiting]] = {}
        self._published: dict[object, Act | None] = {}
        self._prices: dict[tuple[str, str, Discount], PriceList] = {}
        self._raising: dict[tuple[int, str, bool, bool], ExchangeOffer] = {}
        self.goods = tuple(good.name for good in layout.goods)
        names = tuple((good.name, good.plural) for good in layout.goods)
        self.purse = Purse(names, layout.row(layout.players))
        self.limited = layout.limited
        self.lots = layout.stack_cells(layout.lots)
        self.lot_sorts: Set[str] = {
            sort.name for sort in layout.sorts if {*layout.stacks_of(sort.name)} == {*layout.lots}
        }
        self.ceiling = self._ceiling()

    def finished(self) -> Program:
        """The program, with nothing in it that still grows."""
        program = self.program
        program.steps, program.decoders = tuple(self.steps), tuple(self.decoders)
        program.exchanges = tuple(self.exchanged)
        program.course, program.entries = tuple(self.course), tuple(self.entries)
        program.uncertain = tuple(self.uncertain)
        program.returns = fixed((each, frozenset(steps)) for each, steps in self.returns.items())
        return program

    def _ceiling(self) -> Ceiling:
        """What nobody holds more of: each holder's cells of all goods, and how it is told."""
        layout = self.layout
        index = layout.piece_index
        held = [
            (layout.goods_cell(seat, good), number, seat)
            for seat in range(layout.players)
            for number, good in enumerate(self.goods)
        ]
        held += [
            (layout.at["here", name, good], layout.good_index[good], on_piece(index[name]))
            for name, good in layout.here
        ]
        told = records.HandedBack(self.goods, private=layout.hidden)
        return Ceiling(self.source(told), layout.most, self.purse.stock, tuple(held))

    def of(self, kind: type[D]) -> tuple[D, ...]:
        """The definitions of a class."""
        return cast("tuple[D, ...]", self._by_class.of(kind))

    def named(self, kind: type[D], name: str) -> list[D]:
        """The definitions of a class and a name."""
        if kind not in self._named:
            by_name = self._named[kind] = {}
            for each in self.of(kind):
                by_name.setdefault(getattr(each, "name", ""), []).append(each)
        return cast("list[D]", self._named[kind].get(name, []))

    def add(self, step: Step) -> int:
        """Number a step and note where it stands."""
        step.number = len(self.steps)
        step.routine = self.family
        step.frames = self.frames
        step.effect = self.effect
        step.piece = self.piece
        step.secret = self.secret
        if isinstance(step, Asking):
            step.tried = self.trying
        self.steps.append(step)
        return step.number

    def question(self, offers: Sequence[Offer], follow: int) -> int:
        """The question which of the offers; nothing is asked where none is possible."""
        question = Question(tuple(offers))
        number = self.add(question)
        if any(type(offer) is Plain for offer in offers):
            return number
        if any(isinstance(offer, Plain) for offer in offers):
            question.skip = follow
            return number
        return self.add(SkipIfEmpty(question, follow))

    def optional(
        self,
        offers: Sequence[Offer],
        declined: Offer,
        follow: int,
        deciding: Sequence[Offer] | None = None,
    ) -> int:
        """The question which of the offers, or not to do it.

        Where players take turns nobody is asked who can do nothing but decline. ``deciding``: those
        without which there is no other.
        """
        question = Question((*offers, declined))
        number = self.add(question)
        if TURN not in self.layout.at:
            return number
        return self.add(SkipIfAlone(question, tuple(deciding or offers), follow))

    def source(self, decoder: records.Decoder) -> int:
        """The number under which a decoder's records are told."""
        if self.depends and self.layout.hidden:
            decoder = evolve(decoder, private=self.layout.hidden)
        if self.is_needed:
            decoder = evolve(decoder, private=frozenset(), needed=True)
        self.decoders.append(decoder)
        return len(self.decoders) - 1

    def pushed(self, *frames: str) -> AbstractContextManager[None]:
        """Steps emitted inside find these cells on the stack.

        Where one is a player others decide, and owe nobody to bring anything to its end.
        """
        owing = {} if "player" not in frames else {"guarding": False, "trying": False}
        return Meanwhile(self, frames=self.frames + frames, **owing)

    def offered(self, trying: bool = False) -> AbstractContextManager[None]:
        """What is linked inside was offered because it can be done to its end."""
        return Meanwhile(self, guarding=True, trying=trying or self.in_doubt)

    @property
    def in_doubt(self) -> bool:
        """Must each answer be tried out, since something comes later that may be impossible?"""
        return self.guarding and self.trying

    def within(self, piece: str = "", purpose: str = "") -> AbstractContextManager[None]:
        """Effects linked inside stand on a piece, and their payments have a purpose."""
        return Meanwhile(self, piece=piece or self.piece, purpose=purpose or self.purpose)

    def depending(self, *on: Command | None) -> AbstractContextManager[None]:
        """What happens inside hangs on these; on hidden goods, it would tell what they are."""
        depends = self.depends or any(self.layout.counts_hidden(each) for each in on)
        return Meanwhile(self, depends=depends)

    @contextmanager
    def hiding(self, effect: Command) -> Iterator[Secret | None]:
        """What is linked inside is done in secret, from a beginning to an end.

        They are told here; inside of another secret there is none, since that goes on.
        """
        if self.secret:
            yield None
            return
        began = self.source(records.Told("SecretBegan", span=effect.span))
        ended = self.source(records.Told("SecretEnded", span=effect.span))
        with Meanwhile(self, secret=True):
            yield Secret(len(self.layout.cells), self.layout.kept, (began, ended))

    def needed(self) -> AbstractContextManager[None]:
        """What is linked inside must be used where nothing else can be chosen."""
        return Meanwhile(self, is_needed=True)

    def cheaper(self, discount: Discount) -> AbstractContextManager[None]:
        """What is built inside costs so much less."""
        return Meanwhile(self, discount=discount)

    def nowhere(self) -> AbstractContextManager[None]:
        """What is linked inside stands on no piece."""
        return Meanwhile(self, piece="")

    def apart(self) -> AbstractContextManager[None]:
        """What is linked inside stands on no piece, has no purpose, and hangs on nothing."""
        return Meanwhile(self, piece="", purpose="", depends=False)

    def routine(
        self,
        name: object,
        emit: Callable[[int], int],
        family: object = None,
        end: type[Return] = Return,
    ) -> int:
        """The entry of a routine, emitted once: ``emit`` gets the number of its return."""
        if name in self.routines:
            return self.routines[name][0]
        number = self.families.setdefault(family or name, len(self.families))
        with Meanwhile(self, frames=(), family=number, guarding=False, trying=False):
            entry = emit(self.add(end()))
        self.routines[name] = entry, number
        return entry

    def shared(self, name: object, emit: Callable[[int], int], family: object = None) -> int:
        """The entry of a routine for all; what is in doubt has one whose answers are tried out."""
        if not self.in_doubt:
            return self.routine(name, emit, family)

        def tried(back: int) -> int:
            with self.offered(trying=True):
                return emit(back)

        return self.routine((name, "tried"), tried, family or name)

    def call(self, name: object, emit: Callable[[int], int], follow: int) -> int:
        """A step that calls a routine and then goes on.

        Many may call it: it stands on no piece, has no purpose, and hangs on nothing. In secret
        there is one of its own.
        """
        if self.secret:
            name = (name, "in secret")
        with self.apart():
            entry = self.shared(name, emit)
        self.returns_to(name, follow)
        return self.add(Call(entry, follow))

    def returns_to(self, family: object, follow: int) -> None:
        """A routine of the family may return to a step."""
        number = self.families.setdefault(family, len(self.families))
        self.returns.setdefault(number, set()).add(follow)

    def link(self, effect: Effect, follow: int) -> int:
        """The entry of the steps of an effect."""
        raise NotImplementedError

    def act(self, effect: Effect) -> Act | None:
        """An effect that asks nothing, as an act."""
        raise NotImplementedError

    def asks(self, effect: Effect) -> bool:
        """May carrying out an effect ask a question?"""
        raise NotImplementedError

    def can(self, effect: Effect) -> Predicate:
        """Can an effect be carried out to its end?"""
        raise NotImplementedError

    def present(self, effect: Effect) -> Predicate:
        """Is there anything in an effect?"""
        raise NotImplementedError

    def action(self, name: str) -> Effect:
        """What a named action does."""
        return self.named(Action, name)[0].effect

    def track(self, name: str) -> Track:
        """A track by name."""
        return self.named(Track, name)[0]
