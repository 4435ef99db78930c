"""Compiling entries into definitions: the course of the game, tracks, scoring and the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.catalogue import DEFINITIONS, by_rule
from ...commands.conditions import Condition
from ...commands.definitions.definition import Definition, Exchange, Price
from ...commands.definitions.pieces import Sort
from ...trees import nodes, tokens
from ..reading.syntax import MORE, MORE_SCORING, Entry
from .blocks import TextReader
from .examples import compile_example
from .goods import (
    compile_exchanges,
    compile_good,
    compile_own_stock,
    compile_substitutions,
)
from .pieces import compile_clause, compile_piece
from .scores import compile_scoring
from .sorts import compile_sort, with_lines
from .tiles import compile_tile
from .triggers import compile_trigger

if TYPE_CHECKING:
    from ...commands.amounts import Bundle
    from ..messages.diagnostics import Diagnostic
    from ..names.names import Names

Conditions = tuple[Condition, ...]


def compile_entries(
    entries: Iterable[Entry], names: Names, last_pack: str
) -> tuple[tuple[Definition, ...], list[Diagnostic]]:
    """The definitions of all entries, in order, and what is wrong with them.

    An example of an earlier pack that tells of what a later one has removed is left out.
    """
    entries = tuple(entries)
    found: list[Diagnostic] = []
    prices = _prices(entries, names)
    definitions: list[Definition] = []
    for entry in entries:
        if entry.kind in (MORE, MORE_SCORING):
            continue
        of_base = entry.kind == "example" and entry.pack != last_pack
        wrong: list[Diagnostic] = [] if of_base else found
        scope = TextReader(names, entry.passage, wrong, prices, called=entry.called)
        compiled = _compiled(scope, entry)
        if not (of_base and wrong):
            definitions += compiled
    for entry in entries:
        if entry.kind == MORE:
            _add_to_sort(TextReader(names, entry.passage, found), entry, definitions)
    return tuple(definitions), found


def _add_to_sort(scope: TextReader, entry: Entry, definitions: list[Definition]) -> None:
    """``more of piece lot:`` and its lines, for all tables whatever the conditions around it.

    What is added is there where something uses it: a stack without pieces at a table is none.
    """
    conditions_of(scope, entry)
    name = scope.sort(tokens(entry.node)[0])
    for index, definition in enumerate(definitions):
        if isinstance(definition, Sort) and definition.name == name:
            definitions[index] = with_lines(scope, definition, nodes(entry.node))


def conditions_of(scope: TextReader, entry: Entry) -> Conditions:
    """The static conditions around a definition, each once."""
    if not entry.static and not entry.unless:
        return ()
    compiled = (scope.condition(node) for node in entry.static)
    return tuple(dict.fromkeys((*compiled, *entry.unless)))


def _prices(
    entries: tuple[Entry, ...], names: Names
) -> dict[str, tuple[tuple[Bundle, Conditions], ...]]:
    """The prices of each good. Their errors are found when they are compiled for themselves."""
    prices: dict[str, tuple[tuple[Bundle, Conditions], ...]] = {}
    for entry in entries:
        if entry.kind == "price of":
            scope = TextReader(names, entry.passage, [])
            (price,) = _compiled(scope, entry)
            assert isinstance(price, Price)
            known = prices.get(price.good, ())
            prices[price.good] = (*known, (price.bundle, price.conditions))
    return prices


def _named_exchanges(scope: TextReader, entry: Entry, conditions: Conditions) -> list[Exchange]:
    if not entry.name:
        hint = "write it like: exchange <exchange>: 1 <good> -> 2 <good>"
        scope.report("E344", "an exchange of the rules needs a name", entry.node, hint)
    return compile_exchanges(scope, entry.node, conditions)


Compiler = Callable[[TextReader, "Entry", Conditions], "Definition | Sequence[Definition]"]
COMPILERS: Mapping[str, Compiler] = {
    "clause": lambda scope, entry, given: compile_clause(scope, entry.node, given),
    "trigger": lambda scope, entry, given: compile_trigger(scope, entry.node, given),
    "good": compile_good,
    "exchange": _named_exchanges,
    "own stock": compile_own_stock,
    "substitution": lambda scope, entry, given: compile_substitutions(scope, entry.node, given),
    "sort": compile_sort,
    "piece": compile_piece,
    "scoring": compile_scoring,
    "tile": compile_tile,
    "example": compile_example,
}
"""What is more than one phrase; all else is read by the class of its rule."""
READERS = by_rule(DEFINITIONS)


def _compiled(scope: TextReader, entry: Entry) -> Sequence[Definition]:
    conditions = conditions_of(scope, entry)
    if entry.kind not in COMPILERS:
        definition = READERS[entry.node.data].read(scope, entry.node)
        return [evolve(definition, conditions=conditions) if conditions else definition]
    compiled = COMPILERS[entry.kind](scope, entry, conditions)
    return [compiled] if isinstance(compiled, Definition) else compiled
