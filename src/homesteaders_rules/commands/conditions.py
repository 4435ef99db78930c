"""Is it so? Conditions on the table (folded before a game starts) and on the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ..runtime import predicates
from ..runtime.counters import InCell
from ..runtime.registers import BUILT, DECLINED, ROUND
from ..trees import Node, nodes, tokens
from .amounts import Count, GoodCount
from .base import GOOD, PIECE, Command, SaidOneWay, Vocabulary, filled
from .counting.bounds import Bounds, bounds_words, players_words, read_bounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..runtime.predicates import Predicate
    from .protocols import Layout, Reader


class Condition(Command):
    """Something that is so or not."""

    __slots__ = ()

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Condition:
        """The condition that a tree of one of its rules says."""
        return filled(cls, reader, node)

    def with_more(self, reader: Reader, node: Node) -> Condition:
        """This of one thing *and another*, as in ``the most wood and stone``."""
        reader.no_condition(tokens(node)[0])
        return self

    def test(self, layout: Layout) -> Predicate:
        """Linked to the cells of a table. Those of :class:`Static` are folded before."""
        raise NotImplementedError


class Static(Condition):
    """A condition that a table decides once and for all."""

    __slots__ = ()

    def decide(self, players: int, options: Mapping[str, bool]) -> bool:
        """Is it so? An option without an answer is what is asked for."""
        raise NotImplementedError

    def contrary(self) -> tuple[Static, ...]:
        """What holds wherever this does not, as far as conditions can say it."""
        return ()


def all_hold(conditions: Iterable[Condition], players: int, options: Mapping[str, bool]) -> bool:
    """Do all static conditions among these hold at a table?"""
    for each in conditions:
        if isinstance(each, Static) and not each.decide(players, options):
            return False
    return True


@frozen(eq=False, repr=False)
class Players(Static):
    """``with 3 or more players``. ``most`` is None where there is no upper bound. Folded."""

    rules = ("players",)
    example = "with 3 or more players"
    hints = (("with", "with 2 players: ... or with <option>: ..."),)
    least: int
    most: int | None

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Condition:
        return cls(*read_bounds(reader, nodes(node)[0]), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"with {players_words((self.least, self.most))}"

    def decide(self, players: int, options: Mapping[str, bool]) -> bool:
        return self.least <= players and (self.most is None or players <= self.most)


@frozen(eq=False, repr=False)
class OptionIs(Static):
    """``with open hands`` / ``without open hands``: a yes-or-no option of the table. Folded."""

    rules = ("option_on", "option_off")
    example = "without <option>"
    hints = (("without", "without <option>: ..."),)
    option: str
    value: bool

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Condition:
        word, option = tokens(node)[0], ""
        if str(word).endswith((" player", " players")) and not reader.declares("option", word):
            option = str(word)
            hint = "write the number in digits: with 2 players, with 3 or more players"
            reader.report("E201", f'unknown option "{option}"', word, hint)
        option = option or reader.named("option", word)
        return cls(option, node.data == "option_on", span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{'with' if self.value else 'without'} {self.option}"

    def decide(self, players: int, options: Mapping[str, bool]) -> bool:
        return options.get(self.option, self.value) == self.value

    def contrary(self) -> tuple[Static, ...]:
        return (OptionIs(self.option, not self.value),)


@frozen(eq=False, repr=False)
class Rounds(Condition):
    """``in round 5``, ``in rounds 5-8``: rounds count from 1."""

    rules = ("in_round", "in_rounds")
    example = "in round 5"
    hints = (("in", "in round 5: gain 1 <good>"),)
    first: int
    last: int

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Condition:
        word, span = tokens(node)[0], reader.span(node)
        if node.data == "in_rounds":
            return cls(*reader.range_of(word), span=span)
        number = reader.number(word)
        return cls(number, number, span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        if self.first == self.last:
            return f"in round {self.first}"
        return f"in rounds {self.first}-{self.last}"

    def test(self, layout: Layout) -> Predicate:
        return predicates.Within(InCell(ROUND), self.first, self.last)


class FinalRound(SaidOneWay, Condition):
    """``in the final round``: after the last numbered round."""

    __slots__ = ()

    rules = ("in_the_final_round",)
    example = "in the final round"

    def test(self, layout: Layout) -> Predicate:
        return predicates.Within(InCell(ROUND), layout.rounds + 1)


@frozen(eq=False, repr=False)
class Has(Condition):
    """``if you have no debt`` (0, 0), ``if you have 2 or more wood`` (2, None).

    Of goods; whatever else is counted is a :class:`~.comparing.HasCount`, which reads both.
    """

    example = "you have no <good>"
    good: str = field(metadata=GOOD)
    least: int
    most: int | None

    def words(self, vocabulary: Vocabulary) -> str:
        return has_words(GoodCount(self.good), (self.least, self.most), vocabulary)

    def test(self, layout: Layout) -> Predicate:
        return predicates.Within(GoodCount(self.good).counter(layout), self.least, self.most)


def has_words(count: Count, bounds: Bounds, vocabulary: Vocabulary) -> str:
    """``you have 2 or more late trees``."""
    if bounds == (0, 0):
        return f"you have no {count.words(vocabulary)}"
    name = count.words(vocabulary) if bounds == (1, 1) else count.several(vocabulary)
    return f"you have {bounds_words(bounds)} {name}"


class Built(SaidOneWay, Condition):
    """``if you built``: since the lot being resolved was opened, its winner built something."""

    __slots__ = ()

    rules = ("you_built",)
    example = "you built"

    def test(self, layout: Layout) -> Predicate:
        return predicates.Within(InCell(BUILT), 1)


class Declined(SaidOneWay, Condition):
    """``if you declined to build``: at least once since the lot being resolved was opened."""

    __slots__ = ()

    rules = ("you_declined",)
    example = "you declined to build"

    def test(self, layout: Layout) -> Predicate:
        return predicates.Within(InCell(DECLINED), 1)


@frozen(eq=False, repr=False)
class Not(Condition):
    """``if you built nothing``: the opposite of a condition."""

    rules = ("you_did_not_build",)
    example = "you built nothing"
    condition: Condition

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Condition:
        span = reader.span(node)
        return cls(Built(span=span), span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        if isinstance(self.condition, Built):
            return "you built nothing"
        return f"not {self.condition.words(vocabulary)}"

    def test(self, layout: Layout) -> Predicate:
        return predicates.Opposite(self.condition.test(layout))


@frozen(eq=False, repr=False)
class Both(Condition):
    """``if A and B``: all of the conditions."""

    rules = ("conditions",)
    example = "you have no <good> and you built"
    conditions: tuple[Condition, ...]

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Condition:
        found: list[Condition] = []
        for part in nodes(node):
            if part.data == "more_counted":
                found[-1] = found[-1].with_more(reader, part)
            else:
                found.append(reader.condition(part))
        return found[0] if len(found) == 1 else cls(tuple(found), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return " and ".join(condition.words(vocabulary) for condition in self.conditions)

    def test(self, layout: Layout) -> Predicate:
        return predicates.All(tuple(condition.test(layout) for condition in self.conditions))


@frozen(eq=False, repr=False)
class TurnedUp(SaidOneWay, Condition):
    """``if Extra Lot is turned up``: the piece was turned up last from its stack, this round."""

    rules = ("is_turned_up",)
    example = "<turned> is turned up"
    hints = (("is turned up", "if <piece> is turned up: gain 1 <good>"),)
    piece: str = field(metadata=PIECE)

    def test(self, layout: Layout) -> Predicate:
        return layout.turned_up(layout.piece_index[self.piece])
