"""Exchanges as parts of effects: one use, and windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...mechanisms.placing import steps as placing_steps
from ...runtime import acts
from ...runtime.offering import exchanges, offers
from ...runtime.offering.exchanges import AnyOffered
from ...runtime.predicates import ALWAYS, Predicate
from ...trees import Node, tokens
from ..base import EXCHANGE, Vocabulary
from ..effects import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...runtime.acts import Act
    from ...runtime.offering.offers import Offer
    from ..protocols import Appraiser, Causes, Happening, Linker, Reader, W


@frozen(eq=False, repr=False)
class UseExchange(Effect):
    """``borrow``: one use of a named exchange, as a part of an effect."""

    is_open = False
    rules = ("words",)
    example = "<exchange>"
    exchange: str = field(metadata=EXCHANGE)

    def words(self, vocabulary: Vocabulary) -> str:
        return self.exchange

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return rules.exchanged([self.exchange])

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.best(appraiser.exchanges([self.exchange]))

    def asks_itself(self, rules: Causes) -> bool:
        """Of an exchange for a group of goods: for which."""
        return rules.exchanges_named(self.exchange) > 1

    def act(self, linker: Linker) -> Act | None:
        used = exchanges.OneUse(linker.exchanges(self.exchange)[0])
        return acts.Several.of(used, linker.renewal(""))

    def link(self, linker: Linker, follow: int) -> int:
        if linker.asks(self):
            return linker.question(self.offers(linker, follow), follow)
        return super().link(linker, follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        after = linker.renewed("", follow)
        return [exchanges.UseOnce(offer, after) for offer in linker.exchanges(self.exchange)]

    def present(self, linker: Linker) -> Predicate:
        return linker.can_use(self.exchange)

    def can(self, linker: Linker) -> Predicate:
        return self.present(linker)


@frozen(eq=False, repr=False)
class Window(Effect):
    """``trade freely, also repay``: use exchanges, as often as you like, until done.

    Besides the exchanges of any time it offers those named in ``also``.
    """

    is_open = False
    is_question = True
    rules = ("window",)
    example = "trade freely"
    hints = (("trade freely", "trade freely, also <exchange>"),)
    also: tuple[str, ...] = field(default=(), metadata=EXCHANGE)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        also = tuple(reader.named("exchange", token) for token in tokens(node))
        return cls(also, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return "trade freely" + "".join(f", also {name}" for name in self.also)

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [*rules.exchanged(None), *rules.exchanged(self.also)]

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.best(
            [appraiser.nothing, *appraiser.exchanges(None), *appraiser.exchanges(self.also)]
        )

    def link(self, linker: Linker, follow: int) -> int:
        question = offers.Question(())
        again = linker.add(question)
        named = (
            exchanges.UseOnce(offer, again)
            for name in self.also
            for offer in linker.exchanges(name)
        )
        close = linker.renewed("", follow)
        question.offers = (*named, offers.Plain(placing_steps.DONE, None, close))
        return again


FREELY = " freely"


@frozen(eq=False, repr=False)
class UseFreely(Effect):
    """``bake freely, at least once``: use the exchanges of a kind, until done.

    ``kind``: the words that their names are or begin with; ``names``: those names. They may stand
    on pieces, each for its owner. The window closes by itself where nothing more can be used, and
    where it ``must`` be used once it is only offered where it can.
    """

    is_open = False
    is_question = True
    rules = ("use_freely",)
    example = "<exchange> freely, at least once"
    says_itself = True
    why_not = "nothing of it can be used now"
    kind: str
    names: tuple[str, ...]
    must: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        word = tokens(node)[0]
        kind = str(word).removesuffix(FREELY)
        names = reader.of_kind(kind)
        if not names or kind == word:
            reader.unknown_kind(word)
        return cls(kind, names, node.data == "use_freely", span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.kind}{FREELY}" + ", at least once" * self.must

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return rules.exchanged(self.names)

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.best([appraiser.nothing, *appraiser.exchanges(self.names)])

    def link(self, linker: Linker, follow: int) -> int:
        if self.must:
            return linker.question(self.offers(linker, follow), follow)
        return self._window(linker, follow)[0]

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        """The first use; the window stays open after it."""
        return list(self._window(linker, follow)[1])

    def _window(self, linker: Linker, follow: int) -> tuple[int, tuple[Offer, ...]]:
        """The entry of the window, and the uses that lead into it.

        Where it closes what is limited in one window begins anew for the next.
        """
        close = linker.renewed("", follow)
        question = offers.Question(())
        linker.add(question)
        asked = offers.SkipIfAlone(question, (), close)
        again = linker.add(asked)
        uses = (exchanges.UseOnce(each, again) for each in linker.exchanges_of_kind(self.kind))
        asked.offers = tuple(uses)
        question.offers = (*asked.offers, offers.Plain(placing_steps.DONE, None, close))
        return again, asked.offers

    def present(self, linker: Linker) -> Predicate:
        return AnyOffered(tuple(linker.exchanges_of_kind(self.kind)))

    def can(self, linker: Linker) -> Predicate:
        return self.present(linker) if self.must else ALWAYS
