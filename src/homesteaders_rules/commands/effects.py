"""What happens? The effects of the language that every game needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ..mechanisms.placing import steps as placing_steps
from ..runtime import acts, counters, exchanges, offers, predicates, steps
from .amounts import Bundle
from .base import Command, Vocabulary
from .conditions import STATIC, Condition, FinalRound, Rounds
from .transfers import transfer

if TYPE_CHECKING:
    from ..mechanisms.placing.steps import Yield
    from ..runtime.acts import Act
    from ..runtime.counters import Counter
    from ..runtime.offers import Offer
    from ..runtime.predicates import Test
    from .linked import Linker

DECLINE = "decline"
"""The key of not doing what may be done."""


@frozen(eq=False, repr=False)
class Effect(Command):
    """Something that happens to the player whose turn it is ("you").

    An effect that never asks gives an ``act``; one that may ask emits steps with ``link``.
    """

    def asks(self, linker: Linker) -> bool:
        """May carrying it out ask a question? Known from the text alone."""
        return False

    def act(self, linker: Linker) -> Act | None:
        """The effect as one act; None where it does nothing."""
        return linker.inline(self)

    def link(self, linker: Linker, follow: int) -> int:
        """The entry of its steps, the last of which goes on to ``follow``."""
        act = self.act(linker)
        return follow if act is None else linker.add(steps.Run(act, follow))

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        """The effect as options of a question."""
        key = self.words(linker.layout.vocabulary)
        if self.asks(linker):
            return [offers.Plain(key, None, self.link(linker, follow))]
        return [offers.Plain(key, self.act(linker), follow)]

    def present(self, linker: Linker) -> Test:
        """Is there anything in it, in this state? Of a part of an order that players choose."""
        return predicates.Always()

    def declined(self, linker: Linker, follow: int) -> Offer:
        """The option not to do it, where it is only allowed."""
        return offers.Plain(DECLINE, None, follow)

    def link_may(self, linker: Linker, follow: int) -> int:
        """The entry of the question whether to do it."""
        return May(self).ask(linker, follow)


@frozen(eq=False, repr=False)
class Nothing(Effect):
    """``do nothing``."""

    def words(self, vocabulary: Vocabulary) -> str:
        return "do nothing"

    def act(self, linker: Linker) -> Act | None:
        return None

    def present(self, linker: Linker) -> Test:
        return predicates.Never()


@frozen(eq=False, repr=False)
class Sequence(Effect):
    """``A, then B``, or lines one below the other: all of them, in order."""

    effects: tuple[Effect, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return ", then ".join(effect.words(vocabulary) for effect in self.effects)

    def asks(self, linker: Linker) -> bool:
        return any(effect.asks(linker) for effect in self.effects)

    def act(self, linker: Linker) -> Act | None:
        return acts.Several.of(*(effect.act(linker) for effect in self.effects))

    def link(self, linker: Linker, follow: int) -> int:
        for effect in reversed(self.effects):
            follow = linker.link(effect, follow)
        return follow

    def present(self, linker: Linker) -> Test:
        return predicates.Either(tuple(effect.present(linker) for effect in self.effects))


@frozen(eq=False, repr=False)
class Choose(Effect):
    """``A or B``: the player picks one alternative that can be carried out, if one can."""

    alternatives: tuple[Effect, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return " or ".join(effect.words(vocabulary) for effect in self.alternatives)

    def asks(self, linker: Linker) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        return linker.question(self.offers(linker, follow), follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        return [offer for effect in self.alternatives for offer in effect.offers(linker, follow)]


@frozen(eq=False, repr=False)
class May(Effect):
    """``may A``: A or nothing. ``may build`` too is May(Build(...))."""

    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"may {self.effect.words(vocabulary)}"

    def asks(self, linker: Linker) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        return self.effect.link_may(linker, follow)

    def ask(self, linker: Linker, follow: int) -> int:
        """The question itself."""
        return linker.add(offers.Choice(tuple(self.offers(linker, follow))))

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        return [*self.effect.offers(linker, follow), self.effect.declined(linker, follow)]


@frozen(eq=False, repr=False)
class PayTo(Effect):
    """``pay 1 copper to gain 4 points``: the cost first, then the effect."""

    cost: Bundle
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        effect = self.effect.words(vocabulary)
        if isinstance(self.effect, May):
            effect = f"be allowed to {self.effect.effect.words(vocabulary)}"
        return f"pay {self.cost.words(vocabulary)} to {effect}"

    def asks(self, linker: Linker) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        return Pay(self.cost, span=self.span).link(linker, linker.link(self.effect, follow))

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        return self.paid(linker, self.words(linker.layout.vocabulary), follow)

    def paid(self, linker: Linker, key: str, follow: int) -> list[Offer]:
        """As options with a key: one for each way to pay."""
        cost = linker.cost(self.cost)
        after = linker.following(lost=cost)
        act, target = None, follow
        if self.effect.asks(linker):
            target = linker.link(self.effect, follow)
        else:
            act = self.effect.act(linker)
        source = linker.source(linker.paid_teller(self))
        solver = linker.solver(linker.purpose)
        return [
            offers.Paid(
                key,
                cost=cost,
                solver=solver,
                purse=linker.purse,
                act=acts.Several.of(after, act),
                target=target,
                source=source,
            )
        ]


@frozen(eq=False, repr=False)
class Gain(Effect):
    """``gain 2 silver, 1 trade``: from the stock to the player."""

    bundle: Bundle

    def words(self, vocabulary: Vocabulary) -> str:
        return f"gain {self.bundle.words(vocabulary)}"

    def act(self, linker: Linker) -> Act | None:
        return transfer(linker, self, self.bundle, 1)


@frozen(eq=False, repr=False)
class Pay(Effect):
    """``pay 1 silver per worker``: from the player to the stock, through the payment solver.

    Mandatory: where it cannot be paid at once the player must raise it by exchanges.
    ``counted_first``: what is due is counted before that, and does not grow by it.
    """

    bundle: Bundle
    counted_first: bool = False

    def words(self, vocabulary: Vocabulary) -> str:
        return f"pay {self.bundle.words(vocabulary)}" + ", counted first" * self.counted_first

    def asks(self, linker: Linker) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        solver = linker.solver(linker.purpose)
        source = linker.source(linker.paid_teller(self))
        for item in reversed(self.bundle.items):
            good = linker.layout.good_index[item.good]
            counter = item.amount.counter(linker.layout)
            if self.counted_first:
                follow = self._counted(linker, good, counter, source, follow)
            else:
                step = exchanges.Pay(
                    source, good, counter, solver, linker.purse, linker.raising(good), follow
                )
                follow = linker.add(step)
        return follow

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        """What cannot be raised is only offered to players who have it."""
        goods = (linker.layout.good_index[item.good] for item in self.bundle.items)
        if all(linker.raising(good) is not None for good in goods):
            return super().offers(linker, follow)
        key = self.words(linker.layout.vocabulary)
        return PayTo(self.bundle, Nothing(), span=self.span).paid(linker, key, follow)

    def _counted(
        self, linker: Linker, good: int, counter: Counter, source: int, follow: int
    ) -> int:
        """The amount lies on the stack while it is raised and paid."""
        solver = linker.solver(linker.purpose)
        with linker.pushed("amount"):
            after = linker.add(steps.Drop(follow))
            on_top = counters.OnTop()
            step = exchanges.Pay(
                source, good, on_top, solver, linker.purse, linker.raising(good), after
            )
            paying = linker.add(step)
        return linker.add(steps.CountFirst(counter, paying))


@frozen(eq=False, repr=False)
class Discard(Effect):
    """``discard 1 debt``: from the player to the stock; no more than the player holds."""

    bundle: Bundle

    def words(self, vocabulary: Vocabulary) -> str:
        return f"discard {self.bundle.words(vocabulary)}"

    def act(self, linker: Linker) -> Act | None:
        return transfer(linker, self, self.bundle, -1)


@frozen(eq=False, repr=False)
class If(Effect):
    """``if C: A`` with ``otherwise: B``; also ``with 2 players: A`` and ``in round 5: A``."""

    condition: Condition
    then: Effect
    otherwise: Effect | None = None

    def words(self, vocabulary: Vocabulary) -> str:
        condition = self.condition.words(vocabulary)
        if not isinstance(self.condition, (*STATIC, Rounds, FinalRound)):
            condition = f"if {condition}"
        other = "" if self.otherwise is None else f"; otherwise: {self.otherwise.words(vocabulary)}"
        return f"{condition}: {self.then.words(vocabulary)}{other}"

    def asks(self, linker: Linker) -> bool:
        return self.then.asks(linker) or (
            self.otherwise is not None and self.otherwise.asks(linker)
        )

    def act(self, linker: Linker) -> Act | None:
        otherwise = None if self.otherwise is None else self.otherwise.act(linker)
        return acts.Conditional(
            self.condition.test(linker.layout), self.then.act(linker), otherwise
        )

    def link(self, linker: Linker, follow: int) -> int:
        otherwise = follow if self.otherwise is None else linker.link(self.otherwise, follow)
        then = linker.link(self.then, follow)
        return linker.add(steps.Branch(self.condition.test(linker.layout), then, otherwise))

    def present(self, linker: Linker) -> Test:
        test = self.condition.test(linker.layout)
        other = Nothing() if self.otherwise is None else self.otherwise
        return predicates.Cases(test, self.then.present(linker), other.present(linker))


@frozen(eq=False, repr=False)
class Do(Effect):
    """``forgive a debt``: a named action that a pack may replace."""

    action: str

    def words(self, vocabulary: Vocabulary) -> str:
        return self.action

    def asks(self, linker: Linker) -> bool:
        return linker.action(self.action).asks(linker)

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

    def asks(self, linker: Linker) -> bool:
        return any(part.effect.asks(linker) for part in self._parts(linker))

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        always: list[Act] = linker.emptied_tallies(self.moment)
        yields: list[Yield] = []
        asking: list[_Part] = []
        for part in self._parts(linker):
            with linker.within(part.piece, self.moment):
                if part.effect.asks(linker):
                    asking.append(part)
                elif act := part.effect.act(linker):
                    if part.owner:
                        yields.append(placing_steps.Yield(part.owner, part.places, act))
                    else:
                        always.append(act)
        for part in reversed(asking):
            with linker.within(part.piece, self.moment):
                body = linker.link(part.effect, follow)
            test = predicates.Earns(layout.owned, part.owner, layout.placed, part.places)
            follow = linker.add(steps.Branch(test, body, follow)) if part.owner else body
        step = placing_steps.Collect(
            tuple(always), tuple(yields), layout.owned, layout.placed, follow
        )
        return linker.add(step)

    def _parts(self, linker: Linker) -> list[_Part]:
        """Clauses of the rules, then clauses and slots of each piece.

        Slots belong to the first moment of their sort.
        """
        layout = linker.layout
        parts = [_Part(0, 0, "", clause.effect) for clause in linker.clauses(self.moment)]
        for index, piece in enumerate(layout.pieces):
            bit, moments = 1 << index, layout.sort_of(piece.sort).moments
            clauses = (clause for clause in piece.clauses if clause.moment == self.moment)
            parts += [_Part(bit, 0, piece.name, clause.effect) for clause in clauses]
            if moments and moments[0] == self.moment:
                for number, slot in enumerate(piece.slots):
                    parts.append(
                        _Part(bit, layout.slot_bits(index, number), piece.name, slot.effect)
                    )
        return parts


@frozen
class _Part:
    """An effect of a moment, the bit of its piece (0: none) and the places it needs filled."""

    owner: int
    places: int
    piece: str
    effect: Effect
