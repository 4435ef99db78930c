"""What is due, or something else for each that is missing."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, TypeGuard

from attrs import evolve, frozen

from ..commands.amounts import Amount, Item, Number
from ..commands.base import Vocabulary
from ..commands.effects import Effect
from ..commands.goods import Discard, Gain, Loss, due_counter
from ..runtime import counters
from ..runtime.offering import due
from ..trees import Node, nodes, tokens

if TYPE_CHECKING:
    from ..commands.protocols import Appraiser, Layout, Linker, Reader, W
    from ..runtime.counters import Counter

AS_MUCH = ", as much as you have"
MISSING = "for each that is missing"


@frozen(eq=False, repr=False)
class PayOrElse(Loss):
    """``pay 2 food per person, or gain 1 begging card for each that is missing``.

    The player pays as much as they like; ``all_there``: as much as they have. What comes instead
    asks nothing and always can be done, so nobody is stuck (Agricola, 2007: feeding; F37).
    """

    is_question = True
    rules = ("pay_or_else",)
    example = "pay 2 <goods>, or discard 1 <good> for each that is missing"
    hints = (("or else", example),)
    instead: Gain | Discard
    all_there: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        first, *more, deed = nodes(node)
        whole = copy(first)
        whole.children = [*first.children, *more]
        instead: Effect = reader.effect(deed)
        if not _is_plain(instead):
            message = "this cannot be done for each that is missing"
            hint = "what comes instead is plain: gain 1 <good>, or: discard 1 <good>"
            reader.report("E317", message, deed, hint)
            return instead
        all_there = bool(tokens(node, "AS_MUCH"))
        return cls(reader.bundle(whole), instead, all_there, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        much = AS_MUCH * self.all_there
        instead = self.instead.words(vocabulary)
        return f"pay {self.bundle.words(vocabulary)}{much}, or {instead} {MISSING}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.discarded(self.bundle)

    def link(self, linker: Linker, follow: int) -> int:
        for item in reversed(self.bundle.items):
            good, solver = linker.layout.good_index[item.good], linker.solver(linker.purpose)
            paying = (each.pays for each in solver.substitutes if each.good == good)
            step = due.PayOrElse(
                linker.source(linker.paid_decoder(self)),
                good,
                due_counter(item.amount, linker),
                solver,
                linker.purse,
                None,
                linker.losses((((good, 1),), *paying)),
                follow,
                self.for_each_missing().act(linker),
                self.all_there,
            )
            follow = linker.add(step)
        return follow

    def for_each_missing(self) -> Gain | Discard:
        """What comes instead, as often as is missing, all at once."""
        bundle = self.instead.bundle
        each = tuple(evolve(item, amount=_each(item)) for item in bundle.items)
        return evolve(self.instead, bundle=evolve(bundle, items=each))


def _is_plain(effect: Effect) -> TypeGuard[Gain | Discard]:
    """It asks nothing, always can be done, and can be done so many times at once."""
    return isinstance(effect, Gain | Discard) and effect.bundle.is_plain


def _each(item: Item) -> EachMissing:
    assert isinstance(item.amount, Number)
    return EachMissing(item.amount, span=item.span)


@frozen(eq=False, repr=False)
class EachMissing(Amount):
    """A number for each that is missing: how many are, lies on the stack."""

    number: Number

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.number.words(vocabulary)} {MISSING}"

    def counter(self, layout: Layout) -> Counter:
        return counters.Multiple.of(self.number.value, counters.OnTop(), None)
