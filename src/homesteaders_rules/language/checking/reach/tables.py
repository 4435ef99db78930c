"""The tables that tell apart what some commands ask for."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from ....commands.conditions import Condition, OptionIs, all_hold
from ....commands.definitions.course import Option, Play
from ....commands.definitions.definition import Needs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..context import Checking

MOST_ANSWERS = 6
"""Of more options than that only the defaults are tried, and each other answer by itself."""

Table = tuple[int, dict[str, bool]]


def possible(checking: Checking, conditions: Iterable[Condition]) -> bool:
    """Is there a table where all static conditions among these hold?"""
    listed = tuple(conditions)
    answers: dict[str, bool] = {}
    for each in listed:
        if isinstance(each, OptionIs) and answers.setdefault(each.option, each.value) != each.value:
            return False
    return any(all_hold(listed, players, answers) for players in checking.rules.players)


def tables_asked(checking: Checking, conditions: Iterable[Condition]) -> Iterator[Table]:
    """The tables that may differ in what these conditions say, the one of the defaults first."""
    options = {each.name: each.default for each in checking.rules.of(Option)}
    defaults = {**options, **checking.rules.options}
    asked = sorted({each.option for each in conditions if isinstance(each, OptionIs)})
    needs = checking.rules.of(Needs)
    for players in checking.rules.players:
        for answers in _answers(defaults, asked):
            chosen = {**defaults, **answers}
            unmet = (need for need in needs if not chosen.get(need.option, True))
            if not any(all_hold(need.conditions, players, chosen) for need in unmet):
                yield players, chosen


def _answers(defaults: dict[str, bool], asked: list[str]) -> Iterator[dict[str, bool]]:
    if len(asked) <= MOST_ANSWERS:
        order = [(defaults.get(name, False), not defaults.get(name, False)) for name in asked]
        yield from (dict(zip(asked, each, strict=True)) for each in product(*order))
        return
    yield {}
    yield from ({name: not defaults.get(name, False)} for name in asked)


def play_of(checking: Checking, table: Table) -> Play | None:
    """The play at a table."""
    found = (p for p in checking.rules.of(Play) if all_hold(p.conditions, *table))
    return next(found, None)
