"""What goes on, in which order, how often and for whom: effects that are made of others."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from ..mechanisms.auction.commands import UsePiece
from ..mechanisms.piles.commands import BUILD, Build, BuildSame
from ..mechanisms.placing import steps as placing_steps
from ..runtime import acts, counters, ordering, predicates, steps, turns
from .base import ACTION, Command, Vocabulary, walk
from .conditions import Condition, Extreme, FinalRound, Rounds, Static
from .effects import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..mechanisms.placing.steps import Yield
    from ..runtime.acts import Act
    from ..runtime.offers import Offer
    from ..runtime.predicates import Test
    from .protocols import Appraiser, Causes, Happening, Linker, W

STOP = "stop"
"""The key of leaving out the parts that are left."""


@frozen(eq=False, repr=False)
class Composed(Effect):
    """An effect that is made of others, and causes nothing besides them."""

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return ()


@frozen(eq=False, repr=False)
class Nothing(Composed):
    """``do nothing``."""

    def words(self, vocabulary: Vocabulary) -> str:
        return "do nothing"

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.nothing

    def act(self, linker: Linker) -> Act | None:
        return None

    def present(self, linker: Linker) -> Test:
        return predicates.NEVER


@frozen(eq=False, repr=False)
class Sequence(Composed):
    """``A, then B``, or lines one below the other: all of them, in order."""

    effects: tuple[Effect, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return ", then ".join(effect.words(vocabulary) for effect in self.effects)

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.total([effect.worth(appraiser) for effect in self.effects])

    def act(self, linker: Linker) -> Act | None:
        return acts.Several.of(*(effect.act(linker) for effect in self.effects))

    def link(self, linker: Linker, follow: int) -> int:
        for effect in reversed(self.effects):
            follow = linker.link(effect, follow)
        return follow

    def present(self, linker: Linker) -> Test:
        return predicates.Either(tuple(effect.present(linker) for effect in self.effects))


@frozen(eq=False, repr=False)
class Choose(Composed):
    """``A or B``: the player picks one alternative that can be carried out, if one can."""

    alternatives: tuple[Effect, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return " or ".join(effect.words(vocabulary) for effect in self.alternatives)

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.best([effect.worth(appraiser) for effect in self.alternatives])

    def asks_itself(self, rules: Causes) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        return linker.question(self.offers(linker, follow), follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        return [offer for effect in self.alternatives for offer in effect.offered(linker, follow)]


@frozen(eq=False, repr=False)
class May(Effect):
    """``may A``: A or nothing. ``may build`` too is May(Build(...))."""

    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"may {self.effect.words(vocabulary)}"

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return self.effect.declining()

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.best([self.effect.worth(appraiser), appraiser.nothing])

    def asks_itself(self, rules: Causes) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        return self.effect.link_may(linker, follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        return [*self.effect.offered(linker, follow), self.effect.declined(linker, follow)]


@frozen(eq=False, repr=False)
class If(Composed):
    """``if C: A`` with ``otherwise: B``; also ``with 2 players: A`` and ``in round 5: A``."""

    condition: Condition
    then: Effect
    otherwise: Effect | None = None

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
        return linker.add(steps.Branch(self.condition.test(linker.layout), then, otherwise))

    def present(self, linker: Linker) -> Test:
        test = self.condition.test(linker.layout)
        other = Nothing() if self.otherwise is None else self.otherwise
        return predicates.Cases(test, self.then.present(linker), other.present(linker))


@frozen(eq=False, repr=False)
class EachPlayer(Composed):
    """``each player, from the start player: A``: one after the other, clockwise.

    ``who``: only the players of whom it is so (``each player with the most wood: A``), found
    before the first of them acts. ``secret``: what they do is shown when all are done.
    """

    effect: Effect
    who: Extreme | None = None
    secret: bool = False

    def words(self, vocabulary: Vocabulary) -> str:
        who = ", from the start player"
        if self.who is not None:
            who = f" with {self.who.extreme_words(vocabulary)}"
        hidden = ", in secret" * self.secret
        return f"each player{who}{hidden}: {self.effect.words(vocabulary)}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        return self.effect.worth(appraiser)

    def link(self, linker: Linker, follow: int) -> int:
        players = linker.layout.players
        hiding = linker.hiding(self) if self.secret else nullcontext()
        with hiding as secret, linker.pushed("player", "players"), linker.depending(self.who):
            following = turns.EachNext(players, follow, hides=secret)
            following.body = linker.link(self.effect, linker.add(following))
        test = predicates.ALWAYS if self.who is None else self.who.test(linker.layout)
        return linker.each_player(test, following.number, secret)


@frozen(eq=False, repr=False)
class Times(Composed):
    """``4 times: A``."""

    count: int
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.count} times: {self.effect.words(vocabulary)}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.times(self.count, self.effect.worth(appraiser))

    def act(self, linker: Linker) -> Act | None:
        return self._all().act(linker)

    def link(self, linker: Linker, follow: int) -> int:
        return self._all().link(linker, follow)

    def _all(self) -> Sequence:
        return Sequence((self.effect,) * self.count, span=self.span)


@frozen(eq=False, repr=False)
class Part(Command):
    """``bonus: take the bonus``: a part of an order that the player chooses, with its key."""

    name: str
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.name}: {self.effect.words(vocabulary)}"


@frozen(eq=False, repr=False)
class AnyOrder(Composed):
    """``in any order, each once, or stop:`` and the parts.

    Parts that would do nothing are not offered. A single part that is left begins by itself.
    """

    parts: tuple[Part, ...]
    may_stop: bool

    def words(self, vocabulary: Vocabulary) -> str:
        parts = ", ".join(part.words(vocabulary) for part in self.parts)
        return f"in any order, each once{', or stop' * self.may_stop}: {parts}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        worths = [part.effect.worth(appraiser) for part in self.parts]
        if self.may_stop:
            worths = [appraiser.best([worth, appraiser.nothing]) for worth in worths]
        return appraiser.total(worths)

    def asks_itself(self, rules: Causes) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        with linker.pushed("parts"):
            question = ordering.ChooseOrder(follow, STOP if self.may_stop else "")
            again = linker.add(question)
            question.parts = tuple(self._part(linker, part, again) for part in self.parts)
        return linker.add(steps.Run(acts.Push(counters.Fixed(0)), again))

    def _part(self, linker: Linker, part: Part, again: int) -> ordering.PartOffer:
        use = _only_use(linker, part.effect) if part.name == BUILD else None
        return ordering.PartOffer(
            part.name,
            part.effect.present(linker),
            linker.link(part.effect, again),
            None if use is None else linker.lot_builds(),
            "" if use is None else UsePiece(use.sort).words(linker.layout.vocabulary),
        )


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
class Do(Effect):
    """``forgive a debt``: a named action that a pack may replace."""

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

    def present(self, linker: Linker) -> Test:
        return linker.action(self.action).present(linker)


@frozen(eq=False, repr=False)
class Collect(Effect):
    """``collect income``: the clauses of a moment, of the rules, your pieces and filled slots.

    Clauses that ask nothing come first, then the others, each in the order of the text.
    """

    moment: str

    def words(self, vocabulary: Vocabulary) -> str:
        return f"collect {self.moment}"

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
                    else:
                        always.append(act)
        for part in reversed(asking):
            with linker.within(part.piece, self.moment):
                body = linker.link(part.effect, follow)
            test = placing_steps.Earns(layout.owned, part.owner, layout.placed, part.places)
            follow = linker.add(steps.Branch(test, body, follow)) if part.owner else body
        step = placing_steps.Collect(
            tuple(always), tuple(yields), layout.owned, layout.placed, follow
        )
        return linker.add(step)

    def _parts(self, linker: Linker) -> list[_Share]:
        """Clauses of the rules, then clauses and slots of each piece.

        Slots belong to the first moment of their sort.
        """
        layout = linker.layout
        parts = [_Share(0, 0, "", clause.effect) for clause in linker.clauses(self.moment)]
        for index, piece in enumerate(layout.pieces):
            bit, moments = 1 << index, layout.sort_of(piece.sort).moments
            clauses = (clause for clause in piece.clauses if clause.moment == self.moment)
            parts += [_Share(bit, 0, piece.name, clause.effect) for clause in clauses]
            if moments and moments[0] == self.moment:
                for number, slot in enumerate(piece.slots):
                    parts.append(
                        _Share(bit, layout.slot_bits(index, number), piece.name, slot.effect)
                    )
        return parts


@frozen
class _Share:
    """An effect of a moment, the bit of its piece (0: none) and the places it needs filled."""

    owner: int
    places: int
    piece: str
    effect: Effect
