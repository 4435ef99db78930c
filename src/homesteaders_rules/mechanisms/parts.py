"""Parts that a player puts in order, and what is done as often as they like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from attrs import evolve, frozen

from ..commands.base import Command, Vocabulary, added, walk
from ..commands.control import Composed, Do, If, which
from ..runtime import acts, counters, offering, predicates, steps
from ..runtime.offering import offers
from ..trees import Node, nodes, tokens
from .auction.commands import UsePiece
from .piles.commands import BUILD, Build, BuildSame

if TYPE_CHECKING:
    from ..commands.effects import Effect
    from ..commands.protocols import Appraiser, Linker, Reader, W
    from ..runtime.offering.ordering import Again, PartOffer
    from ..runtime.predicates import Predicate

STOP = "stop"
"""The key of leaving out the parts that are left."""
MOST_PARTS = 8


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

    is_question = True
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

    def link(self, linker: Linker, follow: int) -> int:
        if self.at_least_one and not linker.guarding and self.can(linker) != predicates.ALWAYS:
            linker.uncertain.append(self)
        with linker.pushed("parts"):
            stop = STOP if self.may_stop else ""
            question = offering.ordering.ChooseOrder(follow, stop, self.at_least_one, self.rising)
            again = linker.add(question)
            question.parts = tuple(self._part(linker, part, again) for part in self.parts)
        return linker.add(steps.Run(acts.Push(counters.Fixed(0)), again))

    def present(self, linker: Linker) -> Predicate:
        return predicates.Either.of(*(part.effect.offered_if(linker) for part in self.parts))

    def can(self, linker: Linker) -> Predicate:
        """Where one must be done, one can be; else none of them need be done."""
        return self.present(linker) if self.at_least_one else predicates.ALWAYS

    def _part(self, linker: Linker, part: Part, again: int) -> PartOffer:
        use = _only_use(linker, part.effect) if part.name == BUILD else None
        return offering.ordering.PartOffer(
            part.name,
            part.effect.offered_if(linker),
            linker.guarded(part.effect, again),
            None if use is None else linker.lot_builds(),
            "" if use is None else UsePiece(use.sort).words(linker.layout.vocabulary),
        )


class ThisOrder(AnyOrder):
    """``in this order, at least one:`` and the parts, any of which may be passed over."""

    __slots__ = ()

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

    is_question = True
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

    def link(self, linker: Linker, follow: int) -> int:
        if self.at_least_once and not linker.guarding and self.can(linker) != predicates.ALWAYS:
            linker.uncertain.append(self)
        with linker.pushed("done"):
            questions: list[tuple[Effect | None, Again]] = []
            again = self._asking(linker, self.effect, follow, questions)
            stop = offers.Plain(STOP, acts.Pop(), follow)
            stop.meaning = STOP
            for effect, question in questions:
                offered = () if effect is None else effect.offered(linker, again)
                question.offers = (*offered, stop)
        return linker.add(steps.Run(acts.Push(counters.Fixed(0)), again))

    def _asking(
        self,
        linker: Linker,
        effect: Effect | None,
        follow: int,
        questions: list[tuple[Effect | None, Again]],
    ) -> int:
        """Where each time begins: at the question what to do, of several at the one that is so."""
        effect = effect and which(effect, linker.action)
        if isinstance(effect, If):
            with linker.depending(effect.condition):
                otherwise = self._asking(linker, effect.otherwise, follow, questions)
                then = self._asking(linker, effect.then, follow, questions)
            return linker.add(steps.Branch(effect.condition.test(linker.layout), then, otherwise))
        question = offering.ordering.Again((), follow, self.at_least_once)
        questions.append((effect, question))
        return linker.add(question)

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
            if isinstance(command, UsePiece) and command.uses_lot(linker):
                uses.append(command)
            elif isinstance(command, Do) and command.action not in known:
                known.add(command.action)
                left.append(linker.action(command.action))
    return uses[0] if uses else None
