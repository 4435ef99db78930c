"""What can be carried out to its end: guards, and what must be tried out to know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.control import Choose, Do, If, May, Nothing, Sequence
from ..commands.definitions.definition import Exchange
from ..commands.definitions.exchanges import UseExchange
from ..commands.effects import Effect
from ..commands.goods import Discard, Gain, Pay, PayTo
from ..commands.repetition import Times
from ..mechanisms.holding.definitions import MayHold
from ..mechanisms.owing import PayOrElse
from ..mechanisms.parts import AnyOrder, AsOften
from ..mechanisms.turning import TurnInto
from ..runtime import offering
from ..runtime.counters import InCell
from ..runtime.footprint import Goods, Row
from ..runtime.predicates import ALWAYS, All, Either, Predicate, Within
from ..runtime.steps import Call
from .payments import PAY_EXCHANGE, PaymentLinker

if TYPE_CHECKING:
    from ..runtime.acts import Act
    from ..runtime.offering.offers import Offer

COMPOSED = (Sequence, Choose, May, If, Do, Times, AnyOrder, AsOften, Nothing)
"""Effects that move nothing themselves."""
MOVES = (Gain, Discard, Pay, PayTo, PayOrElse, TurnInto, UseExchange)
"""Those that move goods, and nothing else."""


class GuardLinker(PaymentLinker):
    """Knows what stands behind an offer: it is begun only where it can be done to its end.

    ``guarding``: what is linked was offered as a whole. ``trying``: something that comes later is
    in doubt, so that each answer is tried out. ``tries_all``: no sequence is known beforehand, for
    a comparison of both ways.
    """

    tries_all = False

    def guarded(self, effect: Effect, follow: int) -> int:
        """The entry of the steps of what was offered."""
        with self.offered():
            return self.link(effect, follow)

    def needing(self, need: Predicate, follow: int) -> int:
        """A step before what must be possible when it is reached."""
        return self.add(offering.trying.Need(need, not self.trying, follow))

    def tried(self, offer: Offer) -> Offer:
        """What leads to such a step is offered only where it is."""
        return offering.trying.Tried(offer, self.program)

    def in_turn(self, effects: tuple[Effect, ...], follow: int) -> int:
        """The entry of several effects, one after the other."""
        if self.trying:
            return self._with_needs(effects, follow)
        if self.guarding and self.is_doubtful(effects):
            entry = self._tried(effects)
            self.returns_to(self._name(effects), follow)
            return self.add(Call(entry, follow))
        for effect in reversed(effects):
            follow = self.link(effect, follow)
        return follow

    def can_in_turn(self, effects: tuple[Effect, ...]) -> Predicate:
        """Can several effects be done one after the other, to the end?"""
        if self.is_doubtful(effects):
            entry = self._tried(effects)
            known = None if self.tries_all else self._known(effects)
            return known or offering.trying.Completable(self.program, entry)
        return All.of(*(self.can(effect) for effect in effects))

    def _known(self, effects: tuple[Effect, ...]) -> Predicate | None:
        """Of what first gains a good, and then needs one of it: who has one, or gains one, can.

        None where there is more to it.
        """
        first, *others = effects
        if not isinstance(first, Gain) or len(first.bundle.items) > 1:
            return None
        good = first.bundle.items[0].good
        has_one = Within(InCell(self.layout.goods_cell(0, good), len(self.goods)), 1)
        needs = [need for each in others if (need := self.can(each)) != ALWAYS]
        is_bounded = any(good in each.goods for each in self.of(MayHold))
        alone = self._moved((first,)) == frozenset({self.layout.good_index[good]})
        if needs != [has_one] or self.can(others[0]) != has_one or is_bounded or not alone:
            return None
        return Either.of(has_one, self.present(first))

    def is_doubtful(self, effects: tuple[Effect, ...]) -> bool:
        """Might an effect take or bring what a later one needs?"""
        needs = [self.can(effect) for effect in effects]
        return any(
            need != ALWAYS and (self.tries_all or self._may_change(effects[:number], need))
            for number, need in enumerate(needs)
            if number
        )

    def inline(self, effect: Effect) -> Act:
        """Any effect that asks nothing, as an act that runs its steps."""
        flags = self.depends, self.secret
        name = ("inline", self.piece, self.purpose, flags, effect.span, effect)
        entry = self.routine(name, lambda back: self.link(effect, back))
        return offering.trying.Inline(self.program, entry)

    def _name(self, effects: tuple[Effect, ...]) -> object:
        flags = self.depends, self.secret
        return ("tried", self.piece, self.purpose, flags, self.discount, effects[0].span, effects)

    def _tried(self, effects: tuple[Effect, ...]) -> int:
        """The entry of a routine of its own, whose end is marked."""

        def emit(back: int) -> int:
            with self.offered():
                return self._with_needs(effects, back)

        return self.routine(self._name(effects), emit, end=offering.trying.Ended)

    def _with_needs(self, effects: tuple[Effect, ...], follow: int) -> int:
        """Before each effect stands what it needs; before the last such need, answers are tried."""
        needs = [self.can(effect) for effect in effects]
        last = max((n for n, need in enumerate(needs) if need != ALWAYS), default=-1)
        for number in reversed(range(len(effects))):
            with self.offered(trying=number < last):
                follow = self.link(effects[number], follow)
            if needs[number] != ALWAYS:
                ends_here = number == last and not self.trying
                follow = self.add(offering.trying.Need(needs[number], ends_here, follow))
        return follow

    def _may_change(self, effects: tuple[Effect, ...], need: Predicate) -> bool:
        read, moved = need.reads(Row(self.layout.row(0), len(self.goods))), self._moved(effects)
        return read is None or moved is None or bool(read & moved)

    def _moved(self, effects: tuple[Effect, ...]) -> Goods | None:
        """The goods that some effects move, triggers and substitutes with them; None: more."""
        found: set[int] = set()
        for effect in effects:
            for command in self.consequences.done_by(effect):
                if not isinstance(command, Effect) or isinstance(command, COMPOSED):
                    continue
                happenings = [*command.causes(self.consequences)]
                if not isinstance(command, MOVES) or any(self.triggers(*h) for h in happenings):
                    return None
                moved = [(verb, self.layout.good_index[of]) for verb, of in happenings if _is(verb)]
                found |= {good for _, good in moved}
                found |= self._substituting({good for verb, good in moved if verb == "loses"})
        if any(self.asks(effect) for effect in effects):
            found |= self._traded()
        return frozenset(found)

    def _traded(self) -> set[int]:
        """What players may give away at any question."""
        pieces = (each for piece in self.layout.pieces for each in piece.exchanges)
        open_now = [*(e for e in self.of(Exchange) if not e.offered_only), *pieces]
        paid = {good for exchange in open_now for good, _ in self.cost(exchange.cost)}
        return paid | self._substituting(paid)

    def _substituting(self, goods: set[int]) -> set[int]:
        """What may be paid in the place of some goods."""
        every = [*self.solver(self.purpose).substitutes, *self.solver(PAY_EXCHANGE).substitutes]
        return {paid for each in every if each.good in goods for paid, _ in each.pays}


def _is(verb: str) -> bool:
    return verb in ("gains", "loses")
