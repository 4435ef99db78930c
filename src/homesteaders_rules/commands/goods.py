"""Goods change hands: gained, paid and discarded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from attrs import frozen

from ..mechanisms import auction
from ..mechanisms.auction.commands import UsePiece
from ..mechanisms.holding import bounds
from ..runtime import acts, counters, offering, predicates, steps
from ..runtime.offering import due, offers
from ..trees import Node, nodes, tokens
from .amounts import Amount, Bundle, Number, Sum, TheBid
from .base import Vocabulary
from .control import Choose, May, Nothing
from .effects import Effect
from .flows import THE_PLAYER, THE_STOCK, Flow, flows_of
from .transfers import Bringing, gives, in_stock, of_player, transfer

if TYPE_CHECKING:
    from ..runtime.acts import Act
    from ..runtime.counters import Counter
    from ..runtime.offering.offers import Offer
    from ..runtime.predicates import Predicate
    from .protocols import Appraiser, Causes, Happening, Linker, Reader, W


def _on_goods(reader: Reader, node: Node, make: Callable[[Bundle], Effect]) -> Effect:
    """An effect on a list of goods; where it names a group, one of the group by choice."""
    found: Effect = reader.choice(node, lambda each: make(each.bundle(nodes(node)[0])))
    return found


@frozen(eq=False, repr=False)
class Gain(Bringing):
    """``gain 2 silver, 1 trade``: from the stock to the player."""

    is_open = False
    why_not = "there is nothing to gain"
    rules = ("gain",)
    example = "gain 2 <goods>, 1 <good>"
    bundle: Bundle

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        return _on_goods(reader, node, lambda goods: cls(goods, span=reader.span(node)))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"gain {self.bundle.words(vocabulary)}"

    def flows(self) -> Iterable[Flow]:
        return flows_of(THE_STOCK, THE_PLAYER, self.bundle)

    def brings(self, rules: Causes) -> Iterable[str]:
        return self.bundle.goods

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [*super().causes(rules), *rules.filling_up(self.brings(rules))]

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.goods(self.bundle, 1)

    def present(self, linker: Linker) -> Predicate:
        return gives(linker, self.bundle, in_stock(linker))

    def can(self, linker: Linker) -> Predicate:
        """No more than a player has of what is limited for each of them."""
        return bounds.fits(linker, self.bundle.items)

    def act(self, linker: Linker) -> Act | None:
        return transfer(linker, self, self.bundle, 1)


@frozen(eq=False, repr=False)
class Loss(Effect):
    """Goods that go from the player to the stock."""

    is_open = False
    bundle: Bundle

    def flows(self) -> Iterable[Flow]:
        return flows_of(THE_PLAYER, THE_STOCK, self.bundle)

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("loses", good) for good in self.bundle.goods]


class Discard(Loss):
    """``discard 1 debt``: from the player to the stock; no more than the player holds."""

    __slots__ = ()

    why_not = "you have none of it"
    rules = ("discard",)
    example = "discard 1 <good>"

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        return _on_goods(reader, node, lambda goods: cls(goods, span=reader.span(node)))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"discard {self.bundle.words(vocabulary)}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.discarded(self.bundle)

    def present(self, linker: Linker) -> Predicate:
        return gives(linker, self.bundle, of_player(linker))

    def act(self, linker: Linker) -> Act | None:
        return transfer(linker, self, self.bundle, -1)


@frozen(eq=False, repr=False)
class Pay(Loss):
    """``pay 1 silver per worker``: from the player to the stock, through the payment solver.

    Mandatory: where it cannot be paid at once the player must raise it by exchanges.
    ``counted_first``: what is due is counted before that, and does not grow by it.
    """

    is_question = True
    rules = ("pay",)
    example = "pay 1 <good> per <good>, at most 5"
    counted_first: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        first = bool(tokens(node, "COUNTED_FIRST"))
        return _on_goods(reader, node, lambda goods: cls(goods, first, span=reader.span(node)))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"pay {self.bundle.words(vocabulary)}" + ", counted first" * self.counted_first

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.goods(self.bundle, -1)

    def link(self, linker: Linker, follow: int) -> int:
        if linker.guarding and not self._can_be_raised(linker):
            question = linker.question(self.offers(linker, follow), follow)
            if self.bundle.is_plain:
                return question
            dues = tuple(due_counter(item.amount, linker) for item in self.bundle.items)
            is_due = predicates.Within(counters.Together(dues), 1)
            return linker.add(steps.Branch(is_due, question, follow))
        source = linker.source(linker.paid_decoder(self))
        for item in reversed(self.bundle.items):
            good = linker.layout.good_index[item.good]
            if isinstance(item.amount, Number):
                linker.check_ways(self, ((good, item.amount.value),), linker.purpose)
            counter = due_counter(item.amount, linker)
            if self.counted_first:
                follow = self._counted(linker, good, counter, source, follow)
            else:
                follow = self._paying(linker, good, counter, source, follow)
        return follow

    def _paying(self, linker: Linker, good: int, counter: Counter, source: int, follow: int) -> int:
        solver = linker.solver(linker.purpose, self.bundle.among)
        instead = (each.pays for each in solver.substitutes if each.good == good)
        losses = linker.losses((((good, 1),), *instead))
        raising = linker.raising(good)
        return linker.add(
            due.Pay(source, good, counter, solver, linker.purse, raising, losses, follow)
        )

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        """What cannot be raised is only offered to players who have it."""
        if self._can_be_raised(linker):
            return super().offers(linker, follow)
        key = self.words(linker.layout.vocabulary)
        return PayTo(self.bundle, Nothing(), span=self.span).paid(linker, key, follow)

    def can(self, linker: Linker) -> Predicate:
        """What nobody can raise first is paid in one answer."""
        if self._can_be_raised(linker):
            return predicates.ALWAYS
        return _can_pay(linker, self, self.bundle)

    def _can_be_raised(self, linker: Linker) -> bool:
        index = linker.layout.good_index
        return all(linker.can_raise(index[good]) for good in self.bundle.goods)

    def _counted(
        self, linker: Linker, good: int, counter: Counter, source: int, follow: int
    ) -> int:
        """The amount lies on the stack while it is raised and paid."""
        with linker.pushed("amount"):
            after = linker.add(steps.Run(acts.Pop(), follow))
            paying = self._paying(linker, good, counters.OnTop(), source, after)
        return linker.add(steps.Run(acts.Push(counter), paying))


def due_counter(amount: Amount, linker: Linker) -> Counter:
    """What is due, no more than somebody can hold."""
    counter = amount.due().counter(linker.layout)
    return counters.Multiple(1, counter, linker.layout.most) if isinstance(amount, Sum) else counter


def _counted_cost(linker: Linker, bundle: Bundle) -> offering.counted.CountedCost:
    good_index = linker.layout.good_index
    items = tuple(
        (good_index[item.good], due_counter(item.amount, linker)) for item in bundle.items
    )
    solver = linker.solver(linker.purpose, bundle.among)
    return offering.counted.CountedCost(items, solver, linker.purse)


def _can_pay(linker: Linker, command: Effect, bundle: Bundle) -> Predicate:
    """Is there what something costs, also where that is counted?"""
    if not bundle.is_plain:
        return offering.counted.CanPayCounted(_counted_cost(linker, bundle))
    return linker.can_pay(command, linker.cost(bundle), linker.purpose, bundle.among)


@frozen(eq=False, repr=False)
class PayTo(Effect):
    """``pay 1 copper to gain 4 points``: the cost first, then the effect."""

    is_open = False
    is_question = True
    rules = ("pay_to",)
    example = "pay 1 <good> to gain 4 <goods>"
    cost: Bundle
    effect: Effect

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        deed = nodes(node)[1]
        effect = reader.effect(deed)
        span = reader.span(node)

        def pays(cost: Bundle) -> Effect:
            return effect.paid_with(cost) or cls(cost, effect, span=span)

        paid = _on_goods(reader, node, pays)
        if not isinstance(paid, cls) and isinstance(effect, Choose | PayTo):
            hint = "put the second choice into an action, and write its name here"
            reader.report("E309", "a choice within a choice", deed, hint)
            return effect
        return paid

    def words(self, vocabulary: Vocabulary) -> str:
        return f"pay {self.cost.words(vocabulary)} to {self._done(vocabulary)}"

    def _done(self, vocabulary: Vocabulary) -> str:
        if isinstance(self.effect, May):
            return f"be allowed to {self.effect.effect.words(vocabulary)}"
        return self.effect.words(vocabulary)

    def flows(self) -> Iterable[Flow]:
        return flows_of(THE_PLAYER, THE_STOCK, self.cost)

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("loses", good) for good in self.cost.goods]

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.total([appraiser.goods(self.cost, -1), self.effect.worth(appraiser)])

    def link(self, linker: Linker, follow: int) -> int:
        if linker.guarding:
            return linker.in_turn(self._in_turn(), follow)
        return self._payment().link(linker, linker.link(self.effect, follow))

    def can(self, linker: Linker) -> Predicate:
        return linker.can_in_turn(self._in_turn())

    def _in_turn(self) -> tuple[Effect, Effect]:
        return self._payment(), self.effect

    def _payment(self) -> Pay:
        """What it costs is counted once, before it is raised and paid; what was bid stays so."""
        first = any(not isinstance(item.amount, Number | TheBid) for item in self.cost.items)
        return Pay(self.cost, first, span=self.span)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        if self._is_bid():
            return self._bid_paid(linker, follow)
        return self.paid(linker, self.words(linker.layout.vocabulary), follow)

    def offered_if(self, linker: Linker) -> Predicate:
        """It is paid at once. Where the rest is in doubt it is tried whether it can follow."""
        if self._is_bid():
            paid: Predicate = auction.paying.CanPayDue(self._due(linker))
        else:
            paid = _can_pay(linker, self, self.cost)
        return predicates.All.of(paid, self.can(linker))

    def _is_bid(self) -> bool:
        """Is it the bid that is paid, and nothing else?"""
        return len(self.cost.items) == 1 and isinstance(self.cost.items[0].amount, TheBid)

    def _due(self, linker: Linker) -> auction.paying.Due:
        (item,) = self.cost.items
        good, counter = linker.layout.good_index[item.good], item.amount.counter(linker.layout)
        due = auction.paying.Due(good, counter, linker.solver(linker.purpose), linker.purse)
        known: auction.paying.Due = linker.dues.setdefault(due, due)
        return known

    def _bid_paid(self, linker: Linker, follow: int) -> list[Offer]:
        """As options, one for each way to pay; what is then used is called by its name."""
        layout, due = linker.layout, self._due(linker)
        act, target, can = self.effect.once_paid(linker, follow)
        uses_lot = isinstance(self.effect, UsePiece) and self.effect.uses_lot(linker)
        instead = (each.pays for each in due.solver.substitutes if each.good == due.good)
        offer = auction.paying.PayBid(
            self.effect.words(layout.vocabulary),
            linker.lots if uses_lot else (),
            layout.piece_names if uses_lot else (),
            due,
            layout.bids,
            act,
            target,
            linker.source(linker.paid_decoder(self)),
            linker.losses((((due.good, 1),), *instead)),
        )
        return [offer if can == predicates.ALWAYS else linker.tried(offer)]

    def _counted_offer(self, linker: Linker, follow: int) -> list[Offer]:
        """As options whose keys say how much it is."""
        act, target, can = self.effect.once_paid(linker, follow)
        cost = _counted_cost(linker, self.cost)
        goods = {good for good, _ in cost.items}
        instead = (each.pays for each in cost.solver.substitutes if each.good in goods)
        offer = offering.counted.PaidCounted(
            "" if self.effect == Nothing() else self._done(linker.layout.vocabulary),
            cost,
            act,
            target,
            linker.source(linker.paid_decoder(self)),
            linker.losses((tuple((good, 1) for good in goods), *instead)),
        )
        return [offer if can == predicates.ALWAYS else linker.tried(offer)]

    def paid(self, linker: Linker, key: str, follow: int) -> list[Offer]:
        """As options with a key: one for each way to pay."""
        if not self.cost.is_plain:
            return self._counted_offer(linker, follow)
        cost = linker.cost(self.cost)
        linker.check_ways(self, cost, linker.purpose)
        act, target, can = self.effect.once_paid(linker, follow)
        source = linker.source(linker.paid_decoder(self))
        payments = linker.solver(linker.purpose, self.cost.among).payments(cost)
        offer = offers.Paid(
            key,
            cost=cost,
            payments=payments,
            purse=linker.purse,
            owned=linker.layout.owned,
            act=act,
            target=target,
            source=source,
            losses=linker.losses(payment.goods for payment in payments),
        )
        return [offer if can == predicates.ALWAYS else linker.tried(offer)]
