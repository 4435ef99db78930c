"""What goes on, and whether: effects that are made of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from attrs import evolve, field, frozen

from ..mechanisms.piles.commands import Build
from ..runtime import acts, predicates, steps
from ..runtime.offering import offers
from ..trees import Node, nodes, tokens
from .base import ACTION, Command, SaidOneWay, Vocabulary, added, walk
from .conditions import Condition, FinalRound, Rounds, Static
from .counting.comparing import Extreme
from .effects import Effect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..runtime.acts import Act
    from ..runtime.offering.offers import Offer
    from ..runtime.predicates import Predicate
    from .protocols import Appraiser, Causes, Happening, Linker, Reader, W


class Composed(Effect):
    """An effect that is made of others, and causes nothing besides them."""

    __slots__ = ()

    about_you = False
    is_open = False

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return ()


@frozen(eq=False, repr=False)
class Nothing(SaidOneWay, Composed):
    """``do nothing``. ``left_out``: it stands for what does not belong to a table.

    What is said in so many words may be chosen, to do nothing.
    """

    rules = ("do_nothing",)
    example = "do nothing"
    left_out: bool = added(False)

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.nothing

    def act(self, linker: Linker) -> Act | None:
        return None

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        if self.left_out:
            return super().offers(linker, follow)
        return [offers.Plain(self.words(linker.layout.vocabulary), None, follow)]

    def present(self, linker: Linker) -> Predicate:
        return predicates.NEVER


@frozen(eq=False, repr=False)
class Sequence(Composed):
    """``A, then B``, or lines one below the other: all of them, in order."""

    rules = ("sequence",)
    example = "gain 1 <good>, then gain 2 <goods>"
    effects: tuple[Effect, ...]

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        effects = tuple(reader.effect(part) for part in nodes(node))
        return effects[0] if len(effects) == 1 else cls(effects, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return ", then ".join(effect.words(vocabulary) for effect in self.effects)

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.total([effect.worth(appraiser) for effect in self.effects])

    def act(self, linker: Linker) -> Act | None:
        return acts.Several.of(*(effect.act(linker) for effect in self.effects))

    def link(self, linker: Linker, follow: int) -> int:
        return linker.in_turn(self.effects, follow)

    def can(self, linker: Linker) -> Predicate:
        return linker.can_in_turn(self.effects)

    def present(self, linker: Linker) -> Predicate:
        return predicates.Either.of(*(effect.present(linker) for effect in self.effects))


@frozen(eq=False, repr=False)
class Choose(Composed):
    """``A or B``: the player picks one alternative that can be carried out, if one can."""

    asks_which = True
    is_question = True
    rules: ClassVar[tuple[str, ...]] = ("choice",)
    example = "gain 1 <good> or gain 2 <goods>"
    alternatives: tuple[Effect, ...]

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        alternatives: list[Effect] = []
        for part in nodes(node):
            if part.data == "words" and alternatives and (last := _build_in(alternatives[-1])):
                label = reader.label(tokens(part)[0], last.sort)
                if label in last.labels:
                    reader.report("E301", f'"{label}" stands twice', part)
                alternatives[-1] = _with_label(alternatives[-1], label)
            else:
                alternatives.append(reader.effect(part))
        if len(alternatives) == 1:
            return alternatives[0]
        return cls(tuple(alternatives), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return " or ".join(effect.words(vocabulary) for effect in self.alternatives)

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.best([effect.worth(appraiser) for effect in self.alternatives])

    def link(self, linker: Linker, follow: int) -> int:
        if not linker.guarding and self.can(linker) != predicates.ALWAYS:
            linker.uncertain.append(self)
        return linker.question(self.offers(linker, follow), follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        return [offer for effect in self.alternatives for offer in effect.offered(linker, follow)]

    def present(self, linker: Linker) -> Predicate:
        return predicates.Either.of(*(each.offered_if(linker) for each in self.alternatives))

    def can(self, linker: Linker) -> Predicate:
        return predicates.Either.of(*(each.can(linker) for each in self.alternatives))


def _build_in(effect: Effect) -> Build | None:
    """The build with labels in an alternative, as in ``pay 1 wood to be allowed to build tall``."""
    if isinstance(effect, Build):
        return effect if effect.labels else None
    inner = getattr(effect, "effect", None)
    return None if inner is None else _build_in(inner)


def _with_label(effect: Any, label: str) -> Effect:
    """In ``build early or late`` the second is only another label."""
    if isinstance(effect, Build):
        return evolve(effect, labels=(*effect.labels, label))
    return evolve(effect, effect=_with_label(effect.effect, label))  # type: ignore[no-any-return]


@frozen(eq=False, repr=False)
class May(Effect):
    """``may A``: A or nothing. ``may build`` too is May(Build(...))."""

    about_you = False
    is_open = False
    is_question = True
    rules = ("may", "be_allowed")
    example = "may pay 1 <good> to gain 4 <goods>"
    hints = (("be allowed to", "may pay 1 <good> to be allowed to build any"),)
    effect: Effect

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        return cls(reader.effect(nodes(node)[0]), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"may {self.effect.words(vocabulary)}"

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return self.effect.declining()

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.best([self.effect.worth(appraiser), appraiser.nothing])

    def link(self, linker: Linker, follow: int) -> int:
        return self.link_may(linker, follow, follow)

    def link_may(self, linker: Linker, follow: int, done: int) -> int:
        way = which(self.effect, linker.action)
        if way is self.effect or not way.asks_which:
            return self.effect.link_may(linker, follow, done)
        offered = way.offered(linker, done)
        return linker.optional(offered, self.effect.declined(linker, follow), follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        way = which(self.effect, linker.action)
        offered = (way if way.asks_which else self.effect).offered(linker, follow)
        return [*offered, self.effect.declined(linker, follow)]

    def present(self, linker: Linker) -> Predicate:
        """Not to do it is something, too, where anything waits for that."""
        if linker.heeds(self.effect.declining()):
            return predicates.ALWAYS
        return self.effect.offered_if(linker)


@frozen(eq=False, repr=False)
class If(Composed):
    """``if C: A`` with ``otherwise: B``; also ``with 2 players: A`` and ``in round 5: A``."""

    rules: ClassVar[tuple[str, ...]] = ("if_line", "with_line")
    example = "if you have no <good>: gain 1 <good>"
    hints: ClassVar[tuple[tuple[str, str], ...]] = (("otherwise", "otherwise: gain 1 <good>"),)
    condition: Condition
    then: Effect
    otherwise: Effect | None = None

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        condition, body = nodes(node)
        return cls(reader.condition(condition), reader.body(body), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        condition = self.condition.words(vocabulary)
        if not isinstance(self.condition, (Static, Rounds, FinalRound)):
            condition = f"if {condition}"
        other = "" if self.otherwise is None else f"; otherwise: {self.otherwise.words(vocabulary)}"
        return f"{condition}: {self.then.words(vocabulary)}{other}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        otherwise = appraiser.nothing if self.otherwise is None else self.otherwise.worth(appraiser)
        return appraiser.depending(self.condition, self.then.worth(appraiser), otherwise)

    def inner(self) -> Iterable[tuple[Command, tuple[Command, ...]]]:
        static = [self.condition] if isinstance(self.condition, Static) else []
        yield self.condition, ()
        yield self.then, tuple(static)
        if self.otherwise is not None:
            yield self.otherwise, tuple(each for one in static for each in one.contrary())

    def act(self, linker: Linker) -> Act | None:
        with linker.depending(self.condition):
            then = self.then.act(linker)
            otherwise = None if self.otherwise is None else self.otherwise.act(linker)
        if then is None and otherwise is None:
            return None
        return acts.Conditional(self.condition.test(linker.layout), then, otherwise)

    def link(self, linker: Linker, follow: int) -> int:
        with linker.depending(self.condition):
            otherwise = follow if self.otherwise is None else linker.link(self.otherwise, follow)
            then = linker.link(self.then, follow)
        test = self.condition.test(linker.layout)
        if isinstance(test, predicates.Opposite):
            return linker.add(steps.Branch(test.test, otherwise, then))
        return linker.add(steps.Branch(test, then, otherwise))

    def present(self, linker: Linker) -> Predicate:
        other = Nothing() if self.otherwise is None else self.otherwise
        return self._by_case(linker, self.then.present(linker), other.present(linker))

    def _by_case(self, linker: Linker, then: Predicate, otherwise: Predicate) -> Predicate:
        if self._tells_of_others(linker):
            return predicates.Either.of(then, otherwise)
        if then == otherwise:
            return then
        return predicates.Cases(self.condition.test(linker.layout), then, otherwise)

    def can(self, linker: Linker) -> Predicate:
        other = Nothing() if self.otherwise is None else self.otherwise
        return self._by_case(linker, self.then.can(linker), other.can(linker))

    def _tells_of_others(self, linker: Linker) -> bool:
        """Whoever sees what is offered would know what others hide."""
        compared = (each for each in walk(self.condition) if isinstance(each, Extreme))
        return any(linker.layout.counts_hidden(each) for each in compared)


class OnlyIf(If):
    """``only if C: A``: where it is not so A cannot be done, and is not offered.

    A line that simply comes to pass is skipped then. ``only in rounds 5-8: A`` too.
    """

    __slots__ = ()

    rules = ("only_if",)
    example = "only if you have 2 or more <goods>: gain 1 <good>"
    hints = (
        ("only if", example),
        ("only in", "only in rounds 2-4: gain 1 <good>"),
    )

    def words(self, vocabulary: Vocabulary) -> str:
        return f"only {super().words(vocabulary)}"

    def present(self, linker: Linker) -> Predicate:
        return self.then.present(linker)

    def can(self, linker: Linker) -> Predicate:
        """Of what others hide nobody may learn from what they are offered."""
        if self._tells_of_others(linker):
            return self.then.can(linker)
        return predicates.All.of(self.condition.test(linker.layout), self.then.can(linker))


@frozen(eq=False, repr=False)
class Do(Effect):
    """``forgive a debt``: a named action that a pack may replace."""

    about_you = False
    is_open = False
    rules = ("words",)
    example = "<action>"
    action: str = field(metadata=ACTION)

    def words(self, vocabulary: Vocabulary) -> str:
        return self.action

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("action", self.action)]

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.led_to(("action", self.action))

    def act(self, linker: Linker) -> Act | None:
        return linker.action(self.action).act(linker)

    def link(self, linker: Linker, follow: int) -> int:
        return linker.link(linker.action(self.action), follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        """An action may be a name for doing nothing, or for what says itself what it is."""
        effect = linker.action(self.action)
        if effect == Nothing():
            return [offers.Plain(self.words(linker.layout.vocabulary), None, follow)]
        if effect.says_itself:
            return effect.offers(linker, follow)
        return super().offers(linker, follow)

    def present(self, linker: Linker) -> Predicate:
        return linker.action(self.action).present(linker)

    def can(self, linker: Linker) -> Predicate:
        return linker.action(self.action).can(linker)


def which(effect: Effect, action: Callable[[str], Any]) -> Effect:
    """What is asked of somebody who may do it, or do it again: of an action which way."""
    inner = effect
    while isinstance(inner, Do):
        inner = action(inner.action)
    return inner if isinstance(inner, If) or inner.asks_which else effect
