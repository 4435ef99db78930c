"""Goods that players leave on pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ...commands.amounts import HERE, Bundle
from ...commands.base import Vocabulary
from ...commands.control import Choose, May, Nothing
from ...commands.effects import Effect
from ...commands.flows import THE_PLAYER, THE_STOCK, Flow, flows_of
from ...commands.transfers import each_lost, of_player, on_piece, transferred
from ...freezing import fixed
from ...runtime import acts, counters, predicates, recording
from ...runtime.offering import prices
from ...runtime.recording import events
from ...trees import Node, nodes
from .. import occupying
from ..maps.commands import left_there

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Appraiser, Causes, Happening, Layout, Linker, Reader, W
    from ...runtime.acts import Act
    from ...runtime.offering.offers import Offer
    from ...runtime.offering.payments import Payment
    from ...runtime.operands import Cost
    from ...runtime.predicates import Predicate


@frozen(eq=False, repr=False)
class Leave(Effect):
    """``leave 1 worker here``: from the player onto the piece; no more than they hold.

    Where a space of a map is built on, that is where it lies.
    """

    why_not = "you have none of it"
    rules = ("leave_here",)
    example = "leave 1 <good> here"
    bundle: Bundle
    piece: str

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        here, span = reader.here(node), reader.span(node)
        found: Effect = reader.choice(
            node, lambda each: cls(each.bundle(nodes(node)[0]), here, span=span)
        )
        return found

    def words(self, vocabulary: Vocabulary) -> str:
        return f"leave {self.bundle.words(vocabulary)} here"

    def flows(self) -> Iterable[Flow]:
        return flows_of(THE_PLAYER, self.piece, self.bundle)

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("loses", good) for good in self.bundle.goods]

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.discarded(self.bundle)

    def act(self, linker: Linker) -> Act | None:
        goods = linker.cost(self.bundle)
        if self.piece == HERE:
            return left_there(linker, self, goods, of_player(linker), capped=True)
        left = (self._left(linker, good, amount) for good, amount in goods)
        return acts.Several.of(*left, _used(linker, self.piece))

    def _left(self, linker: Linker, good: int, amount: int) -> Act:
        ends = of_player(linker), on_piece(linker, self.piece)
        act = transferred(linker, self, [(linker.goods[good], 1)], *ends)
        each = each_lost(linker, linker.goods[good])
        return evolve(act, times=counters.Fixed(amount), capped=True, each=each)

    def present(self, linker: Linker) -> Predicate:
        where, _ = of_player(linker)
        held = (counters.InCell(*where(good)) for good in self.bundle.goods)
        return predicates.Either.of(*(predicates.Within(each, 1) for each in held))


@frozen(eq=False, repr=False)
class LeaveTo(Effect):
    """``leave 1 worker here and pay 2 coins to gain 1 grain``: the goods first, then the effect.

    What is left, or what stands in for it, lies on the piece afterwards; what is paid goes to
    the stock. Who cannot do it goes on without it.
    """

    why_not = "you do not have what it takes"
    is_question = True
    rules = ("leave_to",)
    example = "leave 1 <good> here and pay 2 <goods> to gain 1 <good>"
    left: Bundle
    piece: str
    paid: Bundle
    effect: Effect

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        *bundles, deed = nodes(node)
        here, span = reader.here(node), reader.span(node)
        effect = reader.effect(deed)
        if here == HERE:
            hint = "leave it and go on in the next line: leave 1 <good> here"
            reader.report("E392", "what is left on a space of a map buys nothing", node, hint)

        def make(each: Reader) -> Effect:
            left, *paid = (each.bundle(bundle) for bundle in bundles)
            return cls(left, here, paid[0] if paid else Bundle(), effect, span=span)

        found: Effect = reader.choice(node, make)
        if not isinstance(found, cls) and isinstance(effect, Choose):
            hint = "put the second choice into an action, and write its name here"
            reader.report("E309", "a choice within a choice", deed, hint)
            return effect
        return found

    def words(self, vocabulary: Vocabulary) -> str:
        paid = f" and pay {self.paid.words(vocabulary)}" if self.paid.items else ""
        left, effect = self.left.words(vocabulary), self.effect.words(vocabulary)
        if isinstance(self.effect, May):
            effect = f"be allowed to {self.effect.effect.words(vocabulary)}"
        return f"leave {left} here{paid} to {effect}"

    def flows(self) -> Iterable[Flow]:
        return *flows_of(THE_PLAYER, self.piece, self.left), *flows_of(
            THE_PLAYER, THE_STOCK, self.paid
        )

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("loses", good) for good in (*self.left.goods, *self.paid.goods)]

    def worth(self, appraiser: Appraiser[W]) -> W:
        given = [appraiser.goods(each, -1) for each in (self.left, self.paid)]
        return appraiser.total([*given, self.effect.worth(appraiser)])

    def link(self, linker: Linker, follow: int) -> int:
        if linker.guarding and not isinstance(self.effect, Nothing):
            return linker.in_turn(self.split(), follow)
        return linker.question(self.offered(linker, follow), follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        act, target, can = self.effect.once_paid(linker, follow)
        offer = self.leaving(linker, self.words(linker.layout.vocabulary), act, target)
        return [offer if can == predicates.ALWAYS else linker.tried(offer)]

    def present(self, linker: Linker) -> Predicate:
        return self.can(linker)

    def can(self, linker: Linker) -> Predicate:
        if not isinstance(self.effect, Nothing):
            return linker.can_in_turn(self.split())
        ways = tuple(whole for whole, _, _ in self._ways(linker))
        return prices.CanPay(ways, linker.purse, linker.layout.owned)

    def split(self) -> tuple[Effect, ...]:
        """What is left and paid, and then the effect, if there is one."""
        if isinstance(self.effect, Nothing):
            return (self,)
        return evolve(self, effect=Nothing()), self.effect

    def leaving(
        self, linker: Linker, key: str, act: Act | None, target: int
    ) -> occupying.steps.LeaveOffer:
        """As options with a key: one for each way to leave and to pay."""
        ways, layout = self._ways(linker), linker.layout
        listed = tuple(whole for whole, _, _ in ways)
        cost = (*linker.cost(self.left), *linker.cost(self.paid))
        holder = events.on_piece(layout.piece_index[self.piece])
        told = recording.boards.Left(linker.goods, holder, span=self.span, piece=linker.piece)
        return occupying.steps.LeaveOffer(
            key,
            cost=cost,
            payments=listed,
            purse=linker.purse,
            owned=layout.owned,
            act=act,
            target=target,
            source=linker.source(linker.paid_decoder(self)),
            losses=linker.losses(whole.goods for whole in listed),
            left=tuple(left for _, left, _ in ways),
            paid=tuple(paid for _, _, paid in ways),
            here=fixed((layout.good_index[g], cell) for g, cell in layout.lying_on(self.piece)),
            user=layout.at.get(("user", self.piece), occupying.steps.NOBODY),
            left_source=linker.source(told),
            ceiling=linker.ceiling,
        )

    def _ways(self, linker: Linker) -> list[tuple[Payment, Cost, Cost]]:
        """Each way: all that is handed over, what of it is left, and what is paid."""
        left, paid = linker.cost(self.left), linker.cost(self.paid)
        among = self.left.among or self.paid.among
        linker.check_ways(self, (*left, *paid), linker.purpose, among)
        solvers = (linker.solver(linker.purpose, each.among) for each in (self.left, self.paid))
        leaving, paying = (each.payments for each in solvers)
        found: dict[str, tuple[Payment, Cost, Cost]] = {}
        for one in leaving(left):
            for other in paying(paid):
                whole = one.joined_with(other)
                found.setdefault(whole.suffix, (whole, one.goods, other.goods))
        return list(found.values())


def begins_with(effect: Effect) -> tuple[LeaveTo, ...]:
    """What a text that begins with an effect leaves, in each way; nothing where it leaves none."""
    match effect:
        case LeaveTo():
            return (effect,)
        case Leave(bundle=bundle, piece=piece, span=span):
            return (LeaveTo(bundle, piece, Bundle(), Nothing(), span=span),)
        case Choose(alternatives=alternatives):
            ways = [begins_with(each) for each in alternatives]
            return tuple(way for each in ways for way in each) if all(ways) else ()
        case _:
            return ()


def nothing_on(layout: Layout, piece: str) -> occupying.steps.NothingIn:
    """Is a piece free?"""
    return occupying.steps.NothingIn(tuple(cell for _, cell in layout.lying_on(piece)))


def _used(linker: Linker, piece: str) -> Act | None:
    """The player is noted as the one who left what lies on a piece, where that matters."""
    user = linker.layout.at.get(("user", piece))
    if user is None:
        return None
    return occupying.steps.SetUser(user, nothing_on(linker.layout, piece))
