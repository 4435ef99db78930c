"""Strategies of what rules name: seats, tables, amounts of goods, pieces."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from ...commands.base import walk
from ...commands.definitions.definition import Good, Limited
from ...commands.definitions.pieces import Piece
from ...freezing import fixed
from ...language.checking.tables import playable_tables
from ..lines import stands_in
from .numbers import MOST_SEED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypothesis.strategies import SearchStrategy

    from ...rules import Rules

FEW = 3
"""What so many pieces can do is a rare ability."""
MOST = 9
"""Of a good in a drawn amount: what a hand holds."""


class TableArguments(dict[str, Any]):
    """Arguments for :func:`new_game` and :func:`walk`; printed by the name of the rules."""

    def __repr__(self) -> str:
        return f"{self['rules'].title}: { ({k: v for k, v in self.items() if k != 'rules'})!r}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))


def seats(rules: Rules) -> SearchStrategy[int]:
    """A number of players that the rules allow."""
    return st.sampled_from(list(rules.players))


def tables(*rules: Rules) -> SearchStrategy[dict[str, Any]]:
    """Arguments for :func:`new_game` and :func:`walk`: rules, players, options and seed."""
    return st.one_of([_tables(each) for each in rules])


@st.composite
def _tables(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    players, options = draw(st.sampled_from(choices(rules)))
    seed = draw(st.integers(0, MOST_SEED))
    return TableArguments(rules=rules, players=players, options=dict(options), seed=seed)


@lru_cache(maxsize=16)
def choices(rules: Rules) -> tuple[tuple[int, Mapping[str, bool]], ...]:
    """Players, and the options that do not have their defaults; the plainest come first.

    A few tables, in which any two choices meet: to link one takes longer than to play.
    """
    defaults = rules.options
    return tuple(
        (players, fixed(each for each in options.items() if each not in defaults.items()))
        for players, options in playable_tables(rules)
    )


def amounts(*rules: Rules, most: int = MOST) -> SearchStrategy[dict[str, int]]:
    """Amounts of some goods, never more of one than there are where it is ever limited."""
    return st.one_of([_amounts(each, most) for each in rules])


def _amounts(rules: Rules, most: int) -> SearchStrategy[dict[str, int]]:
    limited = {good for mark in rules.of(Limited) for good in mark.goods}
    counts = {
        good.name: min(most, good.count) if good.name in limited else most
        for good in rules.of(Good)
    }
    return st.fixed_dictionaries(
        {}, optional={name: st.integers(0, count) for name, count in counts.items()}
    )


def pieces(*rules: Rules, sort: str = "") -> SearchStrategy[str]:
    """The name of a piece, of one sort if that is named; those of each pack about as often."""
    return st.one_of([st.sampled_from(piece_names(each, sort)) for each in rules])


@lru_cache(maxsize=64)
def piece_names(rules: Rules, sort: str = "") -> tuple[str, ...]:
    """The names of all pieces, of one sort if that is named.

    Those of each pack are named again until no pack has many more of them than another, and then
    those with a rare ability until they are a third of all.
    """
    found = [piece for piece in rules.of(Piece) if sort in ("", piece.sort)]
    packs = [
        [p.name for p in found if p.span is not None and stands_in(p.span, header.place)]
        for header in rules.headers
    ]
    most = max([1, *map(len, packs)])
    again = [names * (most // len(names)) for names in packs if names]
    listed = [name for names in again for name in names] or [piece.name for piece in found]
    rare = _rare(found)
    return (*listed, *rare * (len(listed) // (2 * len(rare)) if rare else 0))


def _rare(pieces: list[Piece]) -> list[str]:
    """The pieces that say something which few of them say."""
    verbs = {piece.name: {type(command) for command in walk(piece)} for piece in pieces}
    count = Counter(verb for found in verbs.values() for verb in found)
    return [name for name, found in verbs.items() if any(count[v] <= FEW for v in found)]
