"""How often, in which order and for whom: effects that hold others, and what a moment collects."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from ..mechanisms import holding
from ..mechanisms.placing import steps as placing_steps
from ..runtime import acts, predicates, steps, turns
from ..trees import Node, nodes, tokens
from ..values import ByValue
from .base import MOMENT, Vocabulary, added
from .control import Composed, Sequence
from .counting.comparing import Extreme, Order
from .effects import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..mechanisms.placing.steps import Yield
    from ..runtime.acts import Act
    from ..runtime.predicates import Predicate
    from .protocols import Appraiser, Causes, Happening, Layout, Linker, Reader, W

MOST_TIMES = 20


@frozen(eq=False, repr=False)
class EachPlayer(Composed):
    """``each player, from the start player: A``: one after the other, clockwise.

    ``who``: only the players of whom it is so (``each player with the most wood: A``), found
    before the first of them acts. ``secret``: what they do is shown when all are done.
    """

    is_open = True
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
    hints = (("times", example),)
    count: int
    effect: Effect

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        token = tokens(node)[0]
        count = reader.number(token)
        if count > MOST_TIMES:
            message = f"an effect can be repeated {MOST_TIMES} times at most"
            reader.report("E302", message, token, f"write {MOST_TIMES}, or less")
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
class Collect(Effect):
    """``collect income``: the clauses of a moment, of the rules, your pieces and filled slots.

    Clauses that ask nothing come first, then the others, each in the order of the text.
    ``collect refill on board`` (``place``): those of all pieces that lie in that place.
    """

    is_open = False
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
                lying = holding.steps.CopiesIn(layout.at["pieces", self.place], (index,))
                lies = predicates.Within(lying, 1)
                yield from (_Share(0, 0, piece.name, each.effect, lies) for each in clauses)


@frozen(eq=False, repr=False)
class _Share(ByValue):
    """An effect of a moment, the bit of its piece (0: none) and the places it needs filled.

    ``lies``: whether the piece lies where it must, if it must.
    """

    owner: int
    places: int
    piece: str
    effect: Effect
    lies: Predicate | None = None
