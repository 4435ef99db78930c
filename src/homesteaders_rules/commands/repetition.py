"""How often, in which order and for whom: effects that hold others, and what a moment collects."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import evolve, field, frozen

from ..mechanisms.auction.commands import UsePiece
from ..mechanisms.holding.steps import CopiesIn
from ..mechanisms.piles.commands import BUILD, Build, BuildSame
from ..mechanisms.placing import steps as placing_steps
from ..runtime import acts, counters, predicates, steps, turns
from ..runtime.offering import offers, ordering
from ..trees import nodes, tokens
from .base import MOMENT, Command, Vocabulary, added, walk
from .comparing import Extreme, Order
from .control import Composed, Do, Sequence
from .effects import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..mechanisms.placing.steps import Yield
    from ..runtime.acts import Act
    from ..runtime.predicates import Predicate
    from ..trees import Node
    from .protocols import Appraiser, Causes, Happening, Layout, Linker, Reader, W

STOP = "stop"
"""The key of leaving out the parts that are left."""
MOST_TIMES = 20
MOST_PARTS = 8


@frozen(eq=False, repr=False)
class EachPlayer(Composed):
    """``each player, from the start player: A``: one after the other, clockwise.

    ``who``: only the players of whom it is so (``each player with the most wood: A``), found
    before the first of them acts. ``secret``: what they do is shown when all are done.
    """

    rules: ClassVar[tuple[str, ...]] = ("each_player", "each_player_with", "each_other")
    example = "each player, in secret: gain 1 <good>"
    hints: ClassVar[tuple[tuple[str, str], ...]] = (
        ("each", "each player, from the start player: gain 1 <good>"),
        ("each other player", "each other player: may pay 1 <good> to gain 2 <goods>"),
        ("the most", "each player with the most <goods>, at least 1: gain 1 <good>"),
        ("the fewest", "each player with the fewest <goods>: gain 1 <good>"),
    )
    effect: Effect
    who: Extreme | None = None
    secret: bool = False
    order: Order | None = added(None)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        *parts, block = nodes(node)
        orders = [Order.read(reader, part) for part in parts if part.data in Order.rules]
        parts = [part for part in parts if part.data not in Order.rules]
        who = Extreme.read_all(reader, parts) if parts else None
        secret, order = bool(tokens(node, "IN_SECRET")), orders[0] if orders else None
        if node.data == "each_other":
            order = Order(others=True, span=reader.span(node))
        return cls(reader.body(block), who, secret, order, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        who = self._order_words(vocabulary)
        if self.who is not None:
            who = f" with {self.who.extreme_words(vocabulary)}"
        hidden = ", in secret" * self.secret
        if self.order is not None and self.order.others:
            return f"each other player{hidden}: {self.effect.words(vocabulary)}"
        return f"each player{who}{hidden}: {self.effect.words(vocabulary)}"

    def _order_words(self, vocabulary: Vocabulary) -> str:
        order = "from the start player" if self.order is None else self.order.words(vocabulary)
        return f", {order}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        return self.effect.worth(appraiser)

    def link(self, linker: Linker, follow: int) -> int:
        hiding = linker.hiding(self) if self.secret else nullcontext()
        seats, hangs_on = "players" if self.order is None else "order", (self.who, self.order)
        with hiding as secret, linker.pushed("player", seats), linker.depending(*hangs_on):
            following = self._following(linker, follow, secret)
            following.body = linker.link(self.effect, linker.add(following))
        test = predicates.ALWAYS if self.who is None else self.who.test(linker.layout)
        order = None if self.order is None else self.order.counter(linker.layout)
        return linker.each_player(test, following.number, secret, order)

    def _following(
        self, linker: Linker, follow: int, secret: turns.Secret | None
    ) -> turns.EachNext:
        """The step that goes on with the next player, and after the last to ``follow``."""
        ordered = self.order is not None
        return turns.EachNext(linker.layout.players, follow, hides=secret, ordered=ordered)


@frozen(eq=False, repr=False)
class Times(Composed):
    """``4 times: A``."""

    rules = ("times",)
    example = "4 times: gain 1 <good>"
    hints = (("times", "4 times: gain 1 <good>"),)
    count: int
    effect: Effect

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        token = tokens(node)[0]
        count = reader.number(token)
        if count > MOST_TIMES:
            reader.report("E302", f"an effect can be repeated {MOST_TIMES} times at most", token)
            count = MOST_TIMES
        return cls(count, reader.body(nodes(node)[0]), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.count} times: {self.effect.words(vocabulary)}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.times(self.count, self.effect.worth(appraiser))

    def act(self, linker: Linker) -> Act | None:
        return self._all().act(linker)

    def link(self, linker: Linker, follow: int) -> int:
        return self._all().link(linker, follow)

    def present(self, linker: Linker) -> Predicate:
        return self.effect.present(linker)

    def can(self, linker: Linker) -> Predicate:
        return self._all().can(linker)

    def _all(self) -> Sequence:
        return Sequence((self.effect,) * self.count, span=self.span)


@frozen(eq=False, repr=False)
class Part(Command):
    """``meal: cook the meal``: a part of an order that the player chooses, with its key."""

    name: str
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.name}: {self.effect.words(vocabulary)}"


@frozen(eq=False, repr=False)
class AnyOrder(Composed):
    """``in any order, each once, or stop:`` and the parts.

    Parts that would do nothing are not offered. A single part that is left begins by itself.
    ``at_least_one``: the player may stop once one is done, and begins each part by its name.
    """

    rules: ClassVar[tuple[str, ...]] = ("any_order",)
    example = "in any order, each once, or stop:\n    <action>: <action>\n    last: gain 1 <good>"
    hints: ClassVar[tuple[tuple[str, str], ...]] = tuple(
        (words, "in any order, each once, or stop: and below it, indented: <action>: <action>")
        for words in ("in any order", "in any order, each once")
    )
    head: ClassVar[str] = "in any order, each once"
    rising: ClassVar[bool] = False
    parts: tuple[Part, ...]
    may_stop: bool
    at_least_one: bool = added(False)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        parts: dict[str, Part] = {}
        least = bool(tokens(node, "AT_LEAST_ONE"))
        for line in nodes(node):
            word = tokens(line)[0]
            name = str(word)
            if name in parts or name == STOP:
                hint = "give each part a name of its own"
                message = f'"{name}" stands twice'
                if name == STOP:
                    message = f'"{name}" means that the other parts are left out'
                reader.report("E301", message, word, hint)
            effect = begun(reader.body(nodes(line)[0])) if least else reader.body(nodes(line)[0])
            parts[name] = Part(name, effect, span=reader.span(line))
        if len(parts) > MOST_PARTS:
            message = f"more than {MOST_PARTS} parts to put in order"
            reader.report("E302", message, node, "join some of them with: A, then B")
        may_stop = least or bool(tokens(node, "OR_STOP"))
        return cls((*parts.values(),), may_stop, least, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        parts = ", ".join(part.words(vocabulary) for part in self.parts)
        tail = ", at least one" if self.at_least_one else ", or stop" * self.may_stop
        return f"{self.head}{tail}: {parts}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        worths = [part.effect.worth(appraiser) for part in self.parts]
        if self.at_least_one:
            return appraiser.best(worths)
        if self.may_stop:
            worths = [appraiser.best([worth, appraiser.nothing]) for worth in worths]
        return appraiser.total(worths)

    def asks_itself(self, rules: Causes) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        if self.at_least_one and not linker.guarding and self.can(linker) != predicates.ALWAYS:
            linker.uncertain.append(self)
        with linker.pushed("parts"):
            stop = STOP if self.may_stop else ""
            question = ordering.ChooseOrder(follow, stop, self.at_least_one, self.rising)
            again = linker.add(question)
            question.parts = tuple(self._part(linker, part, again) for part in self.parts)
        return linker.add(steps.Run(acts.Push(counters.Fixed(0)), again))

    def present(self, linker: Linker) -> Predicate:
        return predicates.Either.of(*(part.effect.offered_if(linker) for part in self.parts))

    def can(self, linker: Linker) -> Predicate:
        """Where one must be done, one can be; else none of them need be done."""
        return self.present(linker) if self.at_least_one else predicates.ALWAYS

    def _part(self, linker: Linker, part: Part, again: int) -> ordering.PartOffer:
        use = _only_use(linker, part.effect) if part.name == BUILD else None
        return ordering.PartOffer(
            part.name,
            part.effect.offered_if(linker),
            linker.guarded(part.effect, again),
            None if use is None else linker.lot_builds(),
            "" if use is None else UsePiece(use.sort).words(linker.layout.vocabulary),
        )


@frozen(eq=False, repr=False)
class ThisOrder(AnyOrder):
    """``in this order, at least one:`` and the parts, any of which may be passed over."""

    rules = ("this_order",)
    example = "in this order, at least one:\n    <action>: <action>\n    last: gain 1 <good>"
    hints = (
        (
            "in this order",
            "in this order, at least one: and below it, indented: <action>: <action>",
        ),
    )
    head = "in this order"
    rising = True


@frozen(eq=False, repr=False)
class AsOften(Composed):
    """``as often as you like: A``: again and again, as long as the player likes and can.

    ``at_least_once``: it cannot be left before it was done.
    """

    rules = ("as_often",)
    example = "as often as you like, at least once: build any"
    hints = (("as often", "as often as you like: pay 1 <good> to gain 2 <goods>"),)
    effect: Effect
    at_least_once: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        least = bool(tokens(node, "AT_LEAST_ONCE"))
        return cls(reader.body(nodes(node)[0]), least, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        tail = ", at least once" * self.at_least_once
        return f"as often as you like{tail}: {self.effect.words(vocabulary)}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        once = self.effect.worth(appraiser)
        return once if self.at_least_once else appraiser.best([appraiser.nothing, once])

    def asks_itself(self, rules: Causes) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        if self.at_least_once and not linker.guarding and self.can(linker) != predicates.ALWAYS:
            linker.uncertain.append(self)
        with linker.pushed("done"):
            question = ordering.Again((), follow, self.at_least_once)
            again = linker.add(question)
            stop = offers.Plain(STOP, acts.Pop(), follow)
            stop.meaning = STOP
            question.offers = (*self.effect.offered(linker, again), stop)
        return linker.add(steps.Run(acts.Push(counters.Fixed(0)), again))

    def present(self, linker: Linker) -> Predicate:
        return self.effect.offered_if(linker)

    def can(self, linker: Linker) -> Predicate:
        return self.effect.offered_if(linker) if self.at_least_once else predicates.ALWAYS


def begun(effect: Effect) -> Effect:
    """What a player begins by its name where at least one thing must be done is done once."""
    return evolve(effect, at_least_once=True) if isinstance(effect, AsOften) else effect


def _only_use(linker: Linker, effect: Effect) -> UsePiece | None:
    """What uses the lot, in a part that builds nothing besides."""
    uses: list[UsePiece] = []
    left: list[Any] = [effect]
    known: set[str] = set()
    while left:
        for command in walk(left.pop()):
            if isinstance(command, Build | BuildSame):
                return None
            if isinstance(command, UsePiece) and command.uses_lot(linker.layout):
                uses.append(command)
            elif isinstance(command, Do) and command.action not in known:
                known.add(command.action)
                left.append(linker.action(command.action))
    return uses[0] if uses else None


@frozen(eq=False, repr=False)
class Collect(Effect):
    """``collect income``: the clauses of a moment, of the rules, your pieces and filled slots.

    Clauses that ask nothing come first, then the others, each in the order of the text.
    ``collect refill on board`` (``place``): those of all pieces that lie in that place.
    """

    rules = ("collect",)
    example = "collect <moment>"
    moment: str = field(metadata=MOMENT)
    place: str = added("")

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        word, *where = tokens(node)
        moment = reader.named("moment", word)
        for token in where:
            reader.named("place", token)
        return cls(moment, *map(str, where), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"collect {self.moment}" + f" on {self.place}" * bool(self.place)

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("moment", self.moment)]

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.led_to(("moment", self.moment))

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        always: list[Act] = linker.emptied_tallies(self.moment)
        yields: list[Yield] = []
        asking: list[_Share] = []
        for part in self._parts(linker):
            with linker.within(part.piece, self.moment):
                if linker.asks(part.effect):
                    asking.append(part)
                elif act := part.effect.act(linker):
                    if part.owner:
                        yields.append(placing_steps.Yield(part.owner, part.places, act))
                    elif part.lies is not None:
                        always.append(acts.Conditional(part.lies, act, None))
                    else:
                        always.append(act)
        for part in reversed(asking):
            with linker.within(part.piece, self.moment):
                body = linker.link(part.effect, follow)
            test = part.lies
            if part.owner:
                test = placing_steps.Earns(layout.owned, part.owner, layout.placed, part.places)
            follow = body if test is None else linker.add(steps.Branch(test, body, follow))
        step = placing_steps.Collect(
            tuple(always), tuple(yields), layout.owned, layout.placed, follow
        )
        return linker.add(step)

    def _parts(self, linker: Linker) -> list[_Share]:
        """Clauses of the rules, then clauses and slots of each piece: of those that lie open for
        all, whoever collects.

        Slots belong to the first moment of their sort, where players own its pieces.
        """
        layout = linker.layout
        if self.place:
            return [*self._parts_on(layout)]
        parts = [_Share(0, 0, "", clause.effect) for clause in linker.clauses(self.moment)]
        for index, piece in enumerate(layout.pieces):
            bit = 0 if layout.is_for_all(index) else 1 << index
            moments = layout.sort_of(piece.sort).moments
            clauses = (clause for clause in piece.clauses if clause.moment == self.moment)
            parts += [_Share(bit, 0, piece.name, clause.effect) for clause in clauses]
            if moments and moments[0] == self.moment and layout.is_owned(index):
                for number, slot in enumerate(piece.slots):
                    parts.append(
                        _Share(1 << index, layout.slot_bits(index, number), piece.name, slot.effect)
                    )
        return parts

    def _parts_on(self, layout: Layout) -> Iterator[_Share]:
        """Clauses of each piece that may lie in the place, while it does."""
        for index, piece in enumerate(layout.pieces):
            clauses = [clause for clause in piece.clauses if clause.moment == self.moment]
            if clauses and self.place in layout.sort_of(piece.sort).places:
                lying = CopiesIn(layout.at["pieces", self.place], (index,))
                lies = predicates.Within(lying, 1)
                yield from (_Share(0, 0, piece.name, each.effect, lies) for each in clauses)


@frozen
class _Share:
    """An effect of a moment, the bit of its piece (0: none) and the places it needs filled.

    ``lies``: whether the piece lies where it must, if it must.
    """

    owner: int
    places: int
    piece: str
    effect: Effect
    lies: Predicate | None = None
