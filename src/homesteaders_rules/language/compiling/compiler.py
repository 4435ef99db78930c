"""Compiling entries into definitions: the course of the game, tracks, scoring and the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.conditions import Condition
from ...commands.course import TRACK, Action, Hook, Option, Phase, Play, Track
from ...commands.definitions import Definition, Needs
from ...commands.pieces import Sort
from ...commands.scores import ScoreLine, ScoreTerm, Scoring
from ...trees import nodes, text_of, tokens
from ..reading.syntax import MORE
from .blocks import TextReader
from .examples import compile_example
from .goods import (
    compile_exchanges,
    compile_good,
    compile_limited,
    compile_price,
    compile_revealed,
    compile_substitutions,
    compile_tally,
)
from .pieces import check_unit, compile_clause, compile_piece
from .sorts import compile_ownership, compile_sort, with_lines
from .triggers import compile_trigger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ...commands.amounts import Bundle
    from ...commands.effects import Effect
    from ...trees import Node
    from ..messages.diagnostics import Diagnostic
    from ..names.names import Names
    from ..reading.syntax import Entry

Conditions = tuple[Condition, ...]
Compiler = "Callable[[TextReader, Entry, Conditions], Definition | list[Definition]]"


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
        if entry.kind == MORE:
            continue
        of_base = entry.kind == "example" and entry.pack != last_pack
        wrong: list[Diagnostic] = [] if of_base else found
        scope = TextReader(names, entry.passage, wrong, prices)
        compiled = COMPILERS[entry.kind](scope, entry, conditions_of(scope, entry))
        if of_base and wrong:
            continue
        definitions += compiled if isinstance(compiled, list) else [compiled]
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
            price = compile_price(scope, entry, conditions_of(scope, entry))
            known = prices.get(price.good, ())
            prices[price.good] = (*known, (price.bundle, price.conditions))
    return prices


# ---------------------------------------------------------------------------------- the course


def _play(scope: TextReader, entry: Entry, conditions: Conditions) -> Play:
    opening: list[str] = []
    finally_: list[str] = []
    rounds: tuple[int, tuple[str, ...]] = (0, ())
    seen: set[str] = set()
    for line in nodes(entry.node):
        phases = [
            scope.resolve(word, scope.names.phases, "phase") for word in tokens(line, "PHRASE")
        ]
        if line.data != "opening" and line.data in seen:
            scope.report("E332", "this line of the play stands twice", line, "join the two lines")
        if line.data == "opening" and seen & {"rounds", "final_round"}:
            hint = "put it above the line that begins with rounds"
            scope.report("E341", "phases without rounds stand first", line, hint)
        seen.add(str(line.data))
        if line.data == "opening":
            opening += phases
        elif line.data == "final_round":
            finally_ += phases
        else:
            rounds = _rounds(scope, line), tuple(phases)
    if "rounds" not in seen:
        hint = "write it like: rounds 1-10: <phase>, <phase>"
        scope.report("E342", "the play has no rounds", entry.node, hint)
    span = scope.span(entry.node)
    return Play(tuple(opening), *rounds, tuple(finally_), conditions=conditions, span=span)


def _rounds(scope: TextReader, line: Node) -> int:
    token = tokens(line, "RANGE")[0]
    first, last = scope.range_of(token)
    if first != 1:
        scope.report("E343", "rounds are counted from 1", token, f"write: rounds 1-{last}")
    return last


def _named_effect(
    make: Callable[..., Definition],
) -> Callable[[TextReader, Entry, Conditions], Definition]:
    def compiled(scope: TextReader, entry: Entry, conditions: Conditions) -> Definition:
        effect: Effect = scope.body(nodes(entry.node)[0])
        return make(entry.name, effect, conditions=conditions, span=scope.span(entry.node))

    return compiled


def _hook(scope: TextReader, entry: Entry, conditions: Conditions) -> Hook:
    when, word = tokens(entry.node)
    of_action = str(word) in scope.names.actions and str(word) not in scope.names.phases
    if str(word) not in {*scope.names.phases, *scope.names.actions}:
        scope.unknown(word, (*scope.names.phases, *scope.names.actions), "phase or action")
    effect = scope.body(nodes(entry.node)[0])
    before, span = str(when) == "before", scope.span(entry.node)
    return Hook(before, str(word), effect, of_action, conditions=conditions, span=span)


def _clause(scope: TextReader, entry: Entry, conditions: Conditions) -> Definition:
    return compile_clause(scope, entry.node, conditions)


def _trigger(scope: TextReader, entry: Entry, conditions: Conditions) -> Definition:
    return compile_trigger(scope, entry.node, conditions)


def _option(scope: TextReader, entry: Entry, conditions: Conditions) -> Option:
    answer = tokens(entry.node, "ANSWER")[0]
    text = "\n".join(str(line) for line in tokens(entry.node, "TEXT"))
    span = scope.span(entry.node)
    return Option(entry.name, str(answer) == "yes", text, conditions=conditions, span=span)


def _needs(scope: TextReader, entry: Entry, conditions: Conditions) -> Needs:
    option = scope.named("option", tokens(entry.node)[0])
    return Needs(option, conditions=conditions, span=scope.span(entry.node))


def _exchanges(scope: TextReader, entry: Entry, conditions: Conditions) -> list[Definition]:
    if not entry.name:
        hint = "write it like: exchange <exchange>: 1 <good> -> 2 <good>"
        scope.report("E344", "an exchange of the rules needs a name", entry.node, hint)
    return [*compile_exchanges(scope, entry.node, conditions)]


def _substitutions(scope: TextReader, entry: Entry, conditions: Conditions) -> list[Definition]:
    return [*compile_substitutions(scope, entry.node, conditions)]


# ---------------------------------------------------------------------------------- tracks


def _track(scope: TextReader, entry: Entry, conditions: Conditions) -> Track:
    span = scope.span(entry.node)
    if entry.node.data == "common_track":
        values, start = _values(scope, entry.node)
        return Track(entry.name, True, (), values, start, conditions=conditions, span=span)
    rewards = _rewards(scope, entry.node)
    said = scope.sentences(entry.node, TRACK)
    return Track(entry.name, False, rewards, **said, conditions=conditions, span=span)


def _rewards(scope: TextReader, node: Node) -> tuple[Effect, ...]:
    rewards: list[Effect] = []
    for line in nodes(node, "reward"):
        token = tokens(line)[0]
        if scope.number(token) != len(rewards) + 1:
            hint = f"write: {len(rewards) + 1}: ..."
            scope.report("E345", "the spaces of a track are numbered 1, 2, 3, ...", token, hint)
        rewards.append(scope.body(nodes(line)[0]))
    return tuple(rewards)


def _values(scope: TextReader, node: Node) -> tuple[tuple[int, ...], int]:
    listed = tokens(node, "NUMBER")
    beginning = tokens(node, "START_VALUE")
    values = tuple(scope.number(token, 0) for token in listed)
    scope.report_falling("value", listed, values)
    if not beginning:
        return values, 0
    value = scope.number(beginning[0], 0)
    if value not in values:
        hint = f"begin at one of {', '.join(map(str, values))}"
        scope.report("E346", f"{value} is no value of the track", beginning[0], hint)
        return values, 0
    return values, values.index(value)


# ---------------------------------------------------------------------------------- scoring


def _scoring(scope: TextReader, entry: Entry, conditions: Conditions) -> Scoring:
    unit = check_unit(scope, tokens(entry.node)[0])
    lines: list[ScoreLine] = []
    ties = nodes(entry.node, "tie")
    tie = scope.good(tokens(ties[0])[0]) if ties else ""
    for again in ties[1:]:
        first = scope.span(ties[0]).line
        message = f"line {first} already says what decides a tie"
        scope.report("E332", message, again, "keep one of the two lines")
    for line in nodes(entry.node):
        if line.data == "tie":
            continue
        terms = tuple(_score_term(scope, part) for part in nodes(line))
        lines.append(ScoreLine(str(tokens(line)[0]), terms, span=scope.span(line)))
    span = scope.span(entry.node)
    return Scoring(unit, tuple(lines), tie, conditions=conditions, span=span)


def _score_term(scope: TextReader, node: Node) -> ScoreTerm:
    *numbers, word = tokens(node)
    span = scope.span(node)
    match node.data:
        case "per_good":
            each = scope.number(numbers[0], -9999)
            return ScoreTerm("per good", scope.good(word), each, span=span)
        case "rising":
            series = tuple(scope.number(token, -9999) for token in numbers)
            return ScoreTerm("rising", scope.good(word), 0, series, span=span)
        case "printed":
            return ScoreTerm("printed", scope.sort(word), span=span)
        case _:
            return ScoreTerm("scores", scope.sort(word), span=span)


COMPILERS: Mapping[
    str, Callable[[TextReader, Entry, Conditions], Definition | list[Definition]]
] = {
    "play": _play,
    "phase": _named_effect(Phase),
    "action": _named_effect(Action),
    "hook": _hook,
    "trigger": _trigger,
    "clause": _clause,
    "good": compile_good,
    "limited": compile_limited,
    "revealed": compile_revealed,
    "price of": compile_price,
    "exchange": _exchanges,
    "substitution": _substitutions,
    "sort": compile_sort,
    "piece": compile_piece,
    "ownership": compile_ownership,
    "track": _track,
    "scoring": _scoring,
    "option": _option,
    "example": compile_example,
    "needs": _needs,
    "tally": compile_tally,
}


def text_of_header(node: Node) -> str:
    """The name of a game or pack."""
    return text_of(tokens(node)[1])
