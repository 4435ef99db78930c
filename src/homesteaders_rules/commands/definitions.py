"""What a rule file defines: goods, pieces, exchanges, tracks, phases, scoring.

Every definition carries ``conditions``: those of :data:`~.conditions.STATIC` under which it
holds. A table (a number of players and a value for each option) folds them away.
"""

from __future__ import annotations

from attrs import field, frozen

from .amounts import Amount, Bundle, Item
from .base import Command, Vocabulary, join
from .conditions import Condition
from .effects import Effect


@frozen
class Definition(Command):
    """Something a rule file says once. It holds where all of ``conditions`` do."""

    conditions: tuple[Condition, ...] = field(default=(), kw_only=True)


# ---------------------------------------------------------------------------------- goods


@frozen
class Good(Definition):
    """``14 wood`` in ``hidden resource/resources: ...``: its group, who sees it, how many."""

    name: str
    plural: str
    group: str
    group_plural: str
    hidden: bool
    count: int

    def words(self, vocabulary: Vocabulary) -> str:
        sight = "hidden" if self.hidden else "public"
        return f"{sight} {self.group}: {vocabulary.count(self.count, self.name)}"


@frozen
class Limited(Definition):
    """``limited: wood, food``: no more of them can be gained than the stock holds."""

    goods: tuple[str, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return f"limited: {', '.join(self.goods)}"


@frozen
class Revealed(Definition):
    """``everything is public`` and ``everything is public in the final round``."""

    final_only: bool

    def words(self, vocabulary: Vocabulary) -> str:
        return "everything is public" + " in the final round" * self.final_only


@frozen
class Price(Definition):
    """``wood: 1 silver`` below ``prices:``."""

    good: str
    bundle: Bundle

    def words(self, vocabulary: Vocabulary) -> str:
        return f"price of {self.good}: {self.bundle.words(vocabulary)}"


@frozen
class Exchange(Definition):
    """``exchange sell: 1 trade, 1 wood -> 1 silver, 1 point``.

    ``name`` is the word triggers and windows use; an exchange written for a group of goods is
    compiled to one exchange for each, with the good in ``of``. An exchange of a piece may go
    without a name (empty). ``offered_only``: only in a window that names it.
    """

    name: str
    cost: Bundle
    gain: Bundle
    offered_only: bool = False
    of: str = ""

    def words(self, vocabulary: Vocabulary) -> str:
        name = f" {self.name} {self.of}".rstrip()
        offered = ", when offered" if self.offered_only else ""
        swap = f"{self.cost.words(vocabulary)} -> {self.gain.words(vocabulary)}"
        return f"exchange{name}: {swap}{offered}"


@frozen
class Substitution(Definition):
    """``1 gold may pay for 1 copper or 1 livestock, in build and bonus``.

    ``pays`` stands for any one of ``items``. ``purposes`` are ``build`` and the moments of the
    game; empty: every payment. ``surplus``: may be paid even where one unit less would do.
    """

    pays: Bundle
    items: tuple[Item, ...]
    purposes: tuple[str, ...] = ()
    surplus: bool = False

    def words(self, vocabulary: Vocabulary) -> str:
        items = join((item.words(vocabulary) for item in self.items), "or")
        where = f", in {join(self.purposes)}" if self.purposes else ""
        return (
            f"{self.pays.words(vocabulary)} may pay for {items}{where}"
            + ", even too much" * self.surplus
        )


# ---------------------------------------------------------------------------------- clauses


@frozen
class Clause(Definition):
    """``income: gain 2 silver``: an effect of a moment; moment empty: the bare effect."""

    moment: str
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        prefix = f"{self.moment}: " if self.moment else ""
        return prefix + self.effect.words(vocabulary)


@frozen
class Slot(Definition):
    """``2 workers: gain 1 gold``: a place for goods; filled, it acts when income is collected."""

    count: int
    good: str
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{vocabulary.count(self.count, self.good)}: {self.effect.words(vocabulary)}"


@frozen
class Occasion(Command):
    """What a trigger waits for.

    ``who`` is ``you`` (the owner, or the player meant) or ``a player``. ``verb`` and ``of``:

    ==========  ====================  =====================================================
    verb        of                    published by
    ==========  ====================  =====================================================
    passes                            an auction
    outbids     ``the neutral bid``   an auction
    builds      a sort of pieces      a build; ``another``: not the piece that waits
    declines    a sort of pieces      a build that was optional and not used
    uses        name of an exchange   an exchange (written ``you sell`` for ``exchange sell``)
    gains       a good                any transfer from the stock to a player
    loses       a good                any transfer from a player to the stock
    ==========  ====================  =====================================================
    """

    who: str
    verb: str
    of: str = ""
    another: bool = False

    def words(self, vocabulary: Vocabulary) -> str:
        verb = self.of if self.verb == "uses" else self.verb
        of = "" if self.verb == "uses" else self.of
        if self.who == "you":
            verb = verb.removesuffix("es") if verb == "passes" else verb.removesuffix("s")
        article = "another " if self.another else ("" if not of or of.startswith("the ") else "a ")
        return f"{self.who} {verb} {article}{of}".rstrip()


@frozen
class Trigger(Definition):
    """``whenever you sell: gain 1 silver``."""

    occasion: Occasion
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"whenever {self.occasion.words(vocabulary)}: {self.effect.words(vocabulary)}"


@frozen
class EqualBid(Definition):
    """``your bid may equal the bid it replaces``."""

    def words(self, vocabulary: Vocabulary) -> str:
        return "your bid may equal the bid it replaces"


@frozen
class Score(Definition):
    """``scores 1 point per rail``. The amount is a number or a count."""

    amount: Amount
    unit: str

    def words(self, vocabulary: Vocabulary) -> str:
        return f"scores {Item(self.amount, self.unit).words(vocabulary)}"


# ---------------------------------------------------------------------------------- pieces


@frozen
class Sort(Definition):
    """``piece building/buildings:`` and its lines.

    ``labels`` are groups of words that pieces may carry; ``places`` where copies lie: they
    begin in the first, are offered for building in the second, and ``players`` says that
    players own them; ``stacks`` for sorts that are stacked and turned up; ``moments`` the words
    that begin clauses.
    """

    name: str
    plural: str
    labels: tuple[tuple[str, ...], ...] = ()
    places: tuple[str, ...] = ()
    stacks: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()

    def words(self, vocabulary: Vocabulary) -> str:
        return f"piece {self.name}"


@frozen
class Piece(Definition):
    """``building Farm:`` and its lines, or ``lot A1-S1: ...``."""

    sort: str
    name: str
    labels: tuple[str, ...] = ()
    copies: int = 1
    copies_per_player: bool = False
    cost: Bundle = Bundle()
    worth: int = 0
    stack: str = ""
    clauses: tuple[Clause, ...] = ()
    slots: tuple[Slot, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    rights: tuple[EqualBid, ...] = ()
    scores: tuple[Score, ...] = ()

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.sort} {self.name}"


@frozen
class OwnershipLimit(Definition):
    """``each player may own 1 building of each name``."""

    count: int
    sort: str

    def words(self, vocabulary: Vocabulary) -> str:
        return f"each player may own {vocabulary.count(self.count, self.sort)} of each name"


# ---------------------------------------------------------------------------------- the course


@frozen
class Track(Definition):
    """``track Railroad, for each player:`` with rewards, or ``track Neutral, for all: 3, 4``.

    ``rewards[0]`` belongs to space 1; the marker of a player begins before it, on space 0.
    ``values`` belong to a common track; its marker begins on ``start`` (an index).
    ``any_earlier``: an advance takes one reward at or before the marker, else the one reached.
    ``at_end``: at the last space ``takes`` one more reward, or the advance is ``lost``.
    """

    name: str
    common: bool
    rewards: tuple[Effect, ...] = ()
    values: tuple[int, ...] = ()
    start: int = 0
    any_earlier: bool = True
    takes_at_end: bool = True

    def words(self, vocabulary: Vocabulary) -> str:
        return f"track {self.name}, for {'all' if self.common else 'each player'}"

    def sentences(self) -> tuple[str, ...]:
        """The track's own sentences, in the words of the language."""
        if self.common:
            return ()
        return (
            "each advance takes one reward, at or before the marker"
            if self.any_earlier
            else "each advance takes the reward of the space reached",
            "at the end the marker stays, and the advance still takes a reward"
            if self.takes_at_end
            else "at the end the marker stays, and the advance is lost",
        )


@frozen
class Action(Definition):
    """``action forgive a debt: ...``: a named effect that a pack may replace."""

    name: str
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"action {self.name}: {self.effect.words(vocabulary)}"


@frozen
class Phase(Definition):
    """``phase income: ...``."""

    name: str
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"phase {self.name}: {self.effect.words(vocabulary)}"


@frozen
class Hook(Definition):
    """``before bidding: ...`` and ``after bidding: ...``: effects around a phase.

    Several before one phase: the last written runs first; after it: the last written runs last.
    """

    before: bool
    phase: str
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return (
            f"{'before' if self.before else 'after'} {self.phase}: {self.effect.words(vocabulary)}"
        )


@frozen
class Play(Definition):
    """``play:``: phases once at the start, phases of each round, phases of the final round."""

    opening: tuple[str, ...]
    rounds: int
    round_phases: tuple[str, ...]
    final_phases: tuple[str, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return (
            f"play: {', '.join(self.opening)}; rounds 1-{self.rounds}: "
            f"{', '.join(self.round_phases)}; final round: {', '.join(self.final_phases)}"
        )


@frozen
class Option(Definition):
    """``option open hands: no`` and the lines that explain it."""

    name: str
    default: bool
    text: str

    def words(self, vocabulary: Vocabulary) -> str:
        return f"option {self.name}: {'yes' if self.default else 'no'}"


# ---------------------------------------------------------------------------------- scoring


@frozen
class ScoreTerm(Command):
    """One thing that counts in a line of the scoring.

    ``kind`` is ``per good`` (``each`` per unit of ``of``), ``printed`` (what is printed on
    pieces of the sort ``of``), ``scores`` (what pieces of the sort score) or ``rising``
    (``series`` per unit, the last difference going on: -1, -2, -3 and so on).
    """

    kind: str
    of: str
    each: int = 0
    series: tuple[int, ...] = ()

    def words(self, vocabulary: Vocabulary) -> str:
        match self.kind:
            case "printed":
                return f"what is printed on {vocabulary.plural(self.of)}"
            case "scores":
                return f"what {vocabulary.plural(self.of)} score"
            case "rising":
                return f"{', '.join(map(str, self.series))} and so on per {self.of}"
            case _:
                return f"{self.each} per {self.of}"


@frozen
class ScoreLine(Command):
    """``resources: 2 per gold, 2 per copper``."""

    label: str
    terms: tuple[ScoreTerm, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.label}: {', '.join(term.words(vocabulary) for term in self.terms)}"


@frozen
class Scoring(Definition):
    """``scoring in points:``; ``tie`` is the good that decides a tie, empty: none does."""

    unit: str
    lines: tuple[ScoreLine, ...]
    tie: str = ""

    def words(self, vocabulary: Vocabulary) -> str:
        return f"scoring in {vocabulary.plural(self.unit)}"
