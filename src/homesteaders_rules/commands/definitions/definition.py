"""What a rule file defines: goods, pieces, exchanges, tracks, phases, scoring.

Every definition carries ``conditions``: those of :class:`~.conditions.Static` under which it
holds. A table (a number of players and a value for each option) folds them away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from ...trees import Node, nodes, tokens
from ..amounts import Amount, Bundle, Item
from ..base import EXCHANGE, GOOD, Command, SaidOneWay, Vocabulary, added, filled, join
from ..conditions import Condition
from ..counting.tiers import Tiers
from ..effects import Effect
from ..flows import Flow, both_ways
from .occasions import Occasion

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..protocols import Causes, Happening, Reader


@frozen(eq=False, repr=False)
class Definition(Command):
    """Something a rule file says once. It holds where all of ``conditions`` do."""

    kind: ClassVar[str] = ""
    """What stands before its name, as one writes it behind ``replace``; nameless ones have none."""

    conditions: tuple[Condition, ...] = field(default=(), kw_only=True)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        """The definition that a tree of its rule says, without the conditions around it."""
        return filled(cls, reader, node)

    def identity(self, vocabulary: Vocabulary) -> tuple[str, str]:
        """By what it is known, however it is worded: its kind and its name.

        ``("building", "Farm")`` and ``("action", "farm")`` are two things. What has no name, and
        of which there may be several, has no kind and is known by its first words.
        """
        return self.kind, getattr(self, "name", "") if self.kind else self.words(vocabulary)

    def title(self, vocabulary: Vocabulary) -> str:
        """``building Farm``, ``scoring``, ``before bidding``."""
        return " ".join(part for part in self.identity(vocabulary) if part)

    def declares(self) -> Iterable[tuple[str, str, tuple[Condition, ...]]]:
        """What is there because of it, besides itself: the kind, the name, and where that holds."""
        return ()

    def leads(self, rules: Causes) -> Iterable[tuple[Happening, Effect]]:
        """What happens because of what: the effects of this definition itself, not of its parts."""
        return ()


@frozen(eq=False, repr=False)
class Good(Definition):
    """``14 wood`` in ``hidden resource/resources: ...``: its group, who sees it, how many."""

    rules = ("good",)
    example = "14 <goods>"
    hints = (
        ("hidden", "hidden <group>/<groups>: 14 <goods>, 12 <goods>"),
        ("public", "public <group>/<groups>: 14 <goods>, 12 <goods>"),
    )
    kind = "good"
    name: str
    plural: str
    group: str
    group_plural: str
    hidden: bool
    count: int

    def words(self, vocabulary: Vocabulary) -> str:
        sight = "hidden" if self.hidden else "public"
        return f"{sight} {self.group}: {vocabulary.count(self.count, self.name)}"


@frozen(eq=False, repr=False)
class Limited(Definition):
    """``limited: wood, food``: no more of them can be gained than the stock holds."""

    rules = ("limited",)
    example = "limited: <good>, <good>"
    hints = (("limited", example),)
    goods: tuple[str, ...] = field(metadata=GOOD)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        return cls(reader.goods(*tokens(node)), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"limited: {', '.join(self.goods)}"


@frozen(eq=False, repr=False)
class Revealed(Definition):
    """``everything is public`` and ``everything is public in the final round``."""

    rules = ("revealed_always", "revealed_finally")
    example = "everything is public in the final round"
    hints = (("everything", example),)
    final_only: bool

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        return cls(node.data == "revealed_finally", span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return "everything is public" + " in the final round" * self.final_only


@frozen(eq=False, repr=False)
class Price(Definition):
    """``wood: 1 silver`` below ``prices:``."""

    rules = ("price",)
    example = "<good>: 2 <goods>"
    hints = (("prices", "prices: and below it, indented, lines such as: <good>: 2 <goods>"),)
    kind = "price of"
    good: str = field(metadata=GOOD)
    bundle: Bundle

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        good = reader.named("good", tokens(node)[0])
        return cls(good, reader.bundle(nodes(node)[0]), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"price of {self.good}: {self.bundle.words(vocabulary)}"

    def identity(self, vocabulary: Vocabulary) -> tuple[str, str]:
        return self.kind, self.good


CLOSED = "closed"
"""The line of a phase that closes exchanges."""
ROUND, GAME = "round", "game"
"""In each of which something may be used so often; a phase is another."""


@frozen(eq=False, repr=False)
class Exchange(Definition):
    """``exchange sell: 1 trade, 1 wood -> 1 silver, 1 point``.

    ``name`` is the word triggers and windows use; an exchange written for a group of goods is
    compiled to one exchange for each, with the good in ``of``. An exchange of a piece may go
    without a name (empty). ``offered_only``: only in a window that names it. ``counts_as``: the
    exchange whose triggers it sets off too (``exchange sell freely, as sell``). ``together``:
    several uses at once are paid in one sum (``paid together``). ``in_turn``: only in their
    own turn. ``most``: how often at most (0: as often as one likes), in one window or, where
    ``within`` names it, in each phase of that name, in each round or in the game. ``shared``:
    several pieces have exchanges of its name, and the key says which it is.
    """

    kind = "exchange"
    name: str
    cost: Bundle
    gain: Bundle
    offered_only: bool = False
    of: str = ""
    counts_as: str = field(default="", metadata=EXCHANGE)
    together: bool = False
    in_turn: bool = added(False)
    most: int = added(0)
    within: str = added("")
    shared: bool = added(False)

    def key(self, piece: str = "") -> str:
        """What a player says to use it; one without a name is known by the piece it stands on."""
        if self.name:
            name = f"{self.name} {self.of}".rstrip()
            return f"{name} at {piece}" if self.shared and piece else name
        gained = self.gain.goods or ("nothing",)
        given = f" with {self.of}" if self.of and self.of not in gained else ""
        return f"use {piece}{given} for {' and '.join(gained)}"

    def words(self, vocabulary: Vocabulary) -> str:
        name = f" {self.name} {self.of}".rstrip()
        name += f", as {self.counts_as}" if self.counts_as else ""
        name += ", paid together" * self.together + ", in your turn" * self.in_turn
        offered = ", when offered" if self.offered_only else ""
        swap = f"{self.cost.words(vocabulary)} -> {self.gain.words(vocabulary)}"
        limit = f", {self.limit_words}" if self.most else ""
        return f"exchange{name}: {swap}{offered}{limit}"

    @property
    def limit_words(self) -> str:
        """``at most 2 times in each round``."""
        often = "once" if self.most == 1 else f"at most {self.most} times"
        each = "in the game" if self.within == GAME else f"in each {self.within}"
        return f"{often} {each}" if self.within else often

    def is_of_kind(self, kind: str) -> bool:
        """Is it of a kind: called so, or by words that begin so?"""
        return f"{self.name} ".startswith(f"{kind} ")

    @property
    def is_always_open(self) -> bool:
        """Is it open at any time and as often as one likes, as far as there are goods for it?"""
        return not (self.offered_only or self.in_turn or self.most)

    def flows(self) -> Iterable[Flow]:
        return both_ways(self.cost, self.gain)

    def causes(self, rules: Causes) -> Iterable[Happening]:
        yield from (("uses", name) for name in (self.name, self.counts_as) if name)
        yield from (("gains", good) for good in self.gain.goods)
        yield from (("loses", good) for good in self.cost.goods)
        yield from rules.filling_up(self.gain.goods)


@frozen(eq=False, repr=False)
class Substitution(Definition):
    """``1 gold may pay for 1 copper or 1 livestock, in build and bonus``.

    ``pays`` stands for any one of ``items``. ``purposes`` are ``build`` and the moments of the
    game; empty: every payment. ``surplus``: may be paid even where one unit less would do.
    ``portion``: one way of many to choose what pays (``any 2 gold may pay for ...``).
    """

    pays: Bundle
    items: tuple[Item, ...]
    purposes: tuple[str, ...] = ()
    surplus: bool = False
    portion: bool = added(False)

    def words(self, vocabulary: Vocabulary) -> str:
        items = join((item.words(vocabulary) for item in self.items), "or")
        where = f", in {join(self.purposes)}" if self.purposes else ""
        return (
            f"{self.pays.words(vocabulary)} may pay for {items}{where}"
            + ", even too much" * self.surplus
        )


ALSO_GIVES = "also gives"
"""The moment of what a piece that is turned up adds to lots."""


@frozen(eq=False, repr=False)
class NotOffered(Definition):
    """``not offered`` on the piece of a lot, or ``lot 1 is not offered`` on one turned up."""

    lot: int = 0

    def words(self, vocabulary: Vocabulary) -> str:
        return f"lot {self.lot} is not offered" if self.lot else "not offered"


@frozen(eq=False, repr=False)
class Tally(Definition):
    """``tally harvest: resources that income gives``.

    For each player: how many of ``goods`` the moment gave them when it was collected last.
    """

    rules = ("tally",)
    example = "tally crop: <goods> that <moment> gives"
    hints = (("tally", example),)
    kind = "tally"
    name: str
    goods: tuple[str, ...] = field(metadata=GOOD)
    moment: str

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        name, *words, moment = tokens(node)
        goods, of = reader.goods(*words), reader.named("moment", moment)
        return cls(str(name), goods, of, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"tally {self.name}: {join(self.goods)} that {self.moment} gives"


@frozen(eq=False, repr=False)
class Needs(SaidOneWay, Definition):
    """``with 5 players: needs new buildings``: a table that says no to the option is refused."""

    rules = ("needs",)
    example = "needs <option>"
    hints = (("needs", "with 4 players: needs <option>"),)
    option: str = field(metadata={"reads": "option"})


@frozen(eq=False, repr=False)
class Clause(Definition):
    """``income: gain 2 silver``: an effect of a moment; moment empty: the bare effect.

    ``each lot also gives: A`` is a clause of the moment :data:`ALSO_GIVES`; ``lot`` is the only
    lot it belongs to (0: every one), ``with_build``: only lots whose own text lets you build.
    """

    moment: str
    effect: Effect
    lot: int = 0
    with_build: bool = False

    def words(self, vocabulary: Vocabulary) -> str:
        moment = self.moment
        if moment == ALSO_GIVES:
            lots = "each lot to build on" if self.with_build else "each lot"
            moment = f"{f'lot {self.lot}' if self.lot else lots} {moment}"
        prefix = f"{moment}: " if moment else ""
        return prefix + self.effect.words(vocabulary)

    def identity(self, vocabulary: Vocabulary) -> tuple[str, str]:
        return "", self.moment

    def leads(self, rules: Causes) -> Iterable[tuple[Happening, Effect]]:
        return [(("moment", self.moment), self.effect)] if self.moment else []


@frozen(eq=False, repr=False)
class Slot(Definition):
    """``2 workers: gain 1 gold``: a place for goods; filled, it acts when income is collected."""

    count: int
    good: str = field(metadata=GOOD)
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{vocabulary.count(self.count, self.good)}: {self.effect.words(vocabulary)}"


@frozen(eq=False, repr=False)
class Trigger(Definition):
    """``whenever you sell: gain 1 silver``."""

    occasion: Occasion
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"whenever {self.occasion.words(vocabulary)}: {self.effect.words(vocabulary)}"

    def identity(self, vocabulary: Vocabulary) -> tuple[str, str]:
        return "", f"whenever {self.occasion.words(vocabulary)}"

    def leads(self, rules: Causes) -> Iterable[tuple[Happening, Effect]]:
        return [((self.occasion.verb, self.occasion.of), self.effect)]


class EqualBid(Definition):
    """``your bid may equal the bid it replaces``."""

    __slots__ = ()

    def words(self, vocabulary: Vocabulary) -> str:
        return "your bid may equal the bid it replaces"


@frozen(eq=False, repr=False)
class Score(Definition):
    """``scores 1 point per rail``. The amount is a number or a count."""

    amount: Amount
    unit: str = field(metadata=GOOD)

    def words(self, vocabulary: Vocabulary) -> str:
        if isinstance(self.amount, Tiers):
            return f"scores {self.amount.words(vocabulary)}"
        return f"scores {Item(self.amount, self.unit).words(vocabulary)}"
