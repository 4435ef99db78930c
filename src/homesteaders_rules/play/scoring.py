"""The final score, line by line and source by source (rulebook: Final scoring round)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from ..commands.amounts import Number, OnYoursCount, Per
from ..commands.base import Span, Vocabulary
from ..commands.counting.tiers import Tiers
from ..commands.definitions.scores import ScoreLine, ScoreTerm, Tie
from ..errors import GameError, expect, shown, suggestion
from ..linking.table import once_a_table
from ..mechanisms.grids.counting import counted_in_scoring, in_scoring
from ..runtime import counters
from .state import STATE, State

if TYPE_CHECKING:
    from collections.abc import Sequence as Listed

    from ..linking.layout import Layout
    from ..linking.table import Table
    from ..runtime.counters import Counter

    Count = Callable[[Listed[int], int], int]


@frozen
class Source:
    """What gave points: ``what`` in words, how many, and the rule line behind it."""

    what: str
    amount: int
    span: Span | None = None


@frozen
class Line:
    """One line of the scoring, with its sources. Sources of 0 are left out."""

    label: str
    sources: tuple[Source, ...]

    @property
    def total(self) -> int:
        """The sum of its sources."""
        return sum(source.amount for source in self.sources)


@frozen
class Score:
    """The score of a player (a seat from 0). ``ties`` decide between equal totals, in order.

    More is better: what should be few is below zero.
    """

    player: int
    lines: tuple[Line, ...]
    ties: tuple[int, ...] = ()

    @property
    def tie(self) -> int:
        """The first of the ``ties``; 0 where nothing decides."""
        return self.ties[0] if self.ties else 0

    @property
    def total(self) -> int:
        """The sum of the lines; it may be below zero (case 171)."""
        return sum(line.total for line in self.lines)

    def line(self, label: str) -> int:
        """The total of one line. Raises GameError for a label that the scoring does not have."""
        totals = {line.label: line.total for line in self.lines}
        if not isinstance(label, str):
            raise GameError(f"a line of the scoring has a label, not {shown(label)}")
        if label not in totals:
            raise GameError(
                f'no line of the scoring is called "{label}"{suggestion(label, totals)}'
            )
        return totals[label]


def score(state: State) -> tuple[Score, ...]:
    """The score of each player if the game ended now, in order of seats.

    Raises TypeError for what is no state.
    """
    expect(state, State, STATE)
    return tuple(score_of(state, player) for player in range(state.table.players))


def totals(state: State) -> tuple[int, ...]:
    """The totals of :func:`score` alone, in order of seats: many times as fast.

    Raises TypeError for what is no state.
    """
    expect(state, State, STATE)
    cells, counts = state.cells, _counts(state.table)
    players = range(state.table.players)
    return tuple([sum([count(cells, player) for count in counts]) for player in players])


@once_a_table
def _counts(table: Table) -> tuple[Count, ...]:
    """What the terms of a scoring count, each of the cells of a state and a player."""
    terms = [term for line in table.scoring.lines for term in line.terms]
    return tuple(count for term in terms for count in _counts_of(table, term))


def _counts_of(table: Table, term: ScoreTerm) -> Iterator[Count]:
    layout = table.layout
    pieces = [n for n, piece in enumerate(layout.pieces) if piece.sort == term.of]
    match term.kind:
        case "per good" | "per cell":
            held = _holding(layout, term)
            yield lambda cells, player: term.each * held.count(cells, player)
        case "rising":
            held = _holding(layout, term)
            yield lambda cells, player: rising(term.series, held.count(cells, player))
        case "tiers" | "counted" if term.amount is not None:
            amount, counter = term.amount, counted_in_scoring(layout, term.amount.count)
            yield lambda cells, player: amount.value(counter.count(cells, player))
        case "printed":
            yield _owned(layout, {n: [counters.Fixed(layout.pieces[n].worth)] for n in pieces})
        case "scores":
            clauses = {n: layout.pieces[n].scores for n in pieces}
            yield _owned(
                layout, {n: [each.amount.counter(layout) for each in clauses[n]] for n in pieces}
            )


def _owned(layout: Layout, each: Mapping[int, Listed[Counter]]) -> Count:
    """What pieces that a player owns count, by their numbers."""

    def count(cells: Listed[int], player: int) -> int:
        owned = cells[layout.owned + player]
        found = (n for n in each if owned >> n & 1)
        return sum([counter.count(cells, player) for n in found for counter in each[n]])

    return count


def score_of(state: State, player: int) -> Score:
    """The score of one player if the game ended now."""
    scoring = state.table.scoring
    lines = tuple(_line(state, player, line) for line in scoring.lines)
    return Score(player, lines, tuple(_tie(state, player, tie) for tie in scoring.in_order()))


def winners(state: State) -> tuple[int, ...]:
    """The seats with the highest total; among equals those whom the tie-breakers put ahead.

    All who are still tied win (case 170). Raises GameError while the game goes on, and TypeError
    for what is no state.
    """
    expect(state, State, STATE)
    if not state.over:
        raise GameError("the game goes on: nobody has won yet; score() says what all have now")
    return leading(state)


def leading(state: State) -> tuple[int, ...]:
    """The seats that would win if the game ended now."""
    scores = score(state)
    best = max((s.total, s.ties) for s in scores)
    return tuple(s.player for s in scores if (s.total, s.ties) == best)


def _tie(state: State, player: int, tie: Tie) -> int:
    number = tie.count.counter(state.table.layout).count(state.cells, player)
    return number if tie.most else -number


def _line(state: State, player: int, line: ScoreLine) -> Line:
    sources = (source for term in line.terms for source in _sources(state, player, term))
    return Line(line.label, tuple(source for source in sources if source.amount))


def _sources(state: State, player: int, term: ScoreTerm) -> Iterator[Source]:
    match term.kind:
        case "per good" | "per cell":
            held = _held(state, player, term)
            yield Source(_count(state, held, term.of), term.each * held, term.span)
        case "rising":
            held = _held(state, player, term)
            yield Source(_count(state, held, term.of), rising(term.series, held), term.span)
        case "tiers" | "counted" if term.amount is not None:
            yield _by_count(state, player, term, term.amount)
        case "printed":
            yield from _printed(state, player, term.of)
        case "scores":
            yield from _scored(state, player, term.of)


def _by_count(state: State, player: int, term: ScoreTerm, amount: Tiers | Per) -> Source:
    layout, counted = state.table.layout, amount.count
    number = counted_in_scoring(layout, counted).count(state.cells, player)
    words = (counted.words if number == 1 else counted.several)(layout.vocabulary)
    return Source(f"{number} {words}", amount.value(number), term.span)


def _holding(layout: Layout, term: ScoreTerm) -> Counter:
    """What a player holds, or what lies on their own pieces."""
    if term.on:
        return OnYoursCount(term.of, term.on).counter(layout)
    return in_scoring(layout, term.of)


def _held(state: State, player: int, term: ScoreTerm) -> int:
    return _holding(state.table.layout, term).count(state.cells, player)


def _count(state: State, number: int, good: str) -> str:
    return state.table.layout.vocabulary.count(number, good)


def rising(series: tuple[int, ...], number: int) -> int:
    """The sum of the first ``number`` values of a series whose last difference goes on."""
    step = series[-1] - series[-2] if len(series) > 1 else 0
    further = range(1, number - len(series) + 1)
    return sum(series[:number]) + sum(series[-1] + step * index for index in further)


def _printed(state: State, player: int, sort: str) -> Iterator[Source]:
    layout = state.table.layout
    for name in state.pieces(player):
        piece = layout.pieces[layout.piece_index[name]]
        if piece.sort == sort:
            yield Source(name, piece.worth, piece.span)


def _scored(state: State, player: int, sort: str) -> Iterator[Source]:
    layout = state.table.layout
    for name in state.pieces(player):
        piece = layout.pieces[layout.piece_index[name]]
        for clause in piece.scores if piece.sort == sort else ():
            amount = clause.amount
            number = amount.counter(layout).count(state.cells, player)
            what = name
            if isinstance(amount, Per | Tiers):
                what += f" ({amount.words(Vocabulary())})"
            elif isinstance(amount, Number):
                what += f" ({amount.value})"
            yield Source(what, number, clause.span)
