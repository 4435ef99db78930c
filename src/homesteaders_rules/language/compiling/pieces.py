"""Compiling pieces, and the lines that are printed on them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.amounts import Bundle, PieceCount
from ...commands.base import Vocabulary
from ...commands.control import Nothing
from ...commands.counting.bounds import read_bounds
from ...commands.definitions.definition import (
    Clause,
    EqualBid,
    Slot,
)
from ...commands.definitions.pieces import NeedsPieces, Piece
from ...spelling import nearest
from ...trees import Node, Token, below, nodes, text_of, tokens
from ...words import a_or_an, join
from ..messages.phrases import CHOICE, CHOOSING, EXAMPLES
from ..reading.grammar import opening_words
from .alike import other_piece, take_over
from .draft import Draft
from .goods import compile_exchanges, compile_substitutions
from .lots import addition, closing
from .scores import compile_scores
from .triggers import compile_trigger

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...commands.conditions import Condition
    from ...commands.effects import Effect
    from ..reading.syntax import Entry
    from .blocks import TextReader

Conditions = tuple["Condition", ...]
LABEL = "label"
LEAST = 3
"""Words of so few letters are no slips of others."""


def compile_piece(scope: TextReader, entry: Entry, conditions: Conditions) -> Piece:
    """``building Farm:`` and its lines."""
    node = entry.node
    name, sort = tokens(node)[1], scope.sort(_word_of_sort(scope, entry))
    found = scope.found if sort in scope.names.labels else []  # Else nobody knows what fits it.
    draft = Draft(evolve(scope, piece=scope.piece_name(name), found=found), sort)
    stack = _group(draft, entry)
    _read_lines(draft, nodes(node)[0], ())
    _take_over(draft, (entry.name,))
    _check_labels(draft, name)
    return Piece(
        draft.sort,
        draft.scope.piece,
        tuple(draft.labels),
        draft.copies,
        draft.copies_per_player,
        draft.cost,
        draft.worth,
        stack,
        tuple(draft.clauses),
        tuple(draft.slots),
        tuple(draft.exchanges),
        tuple(draft.substitutions),
        tuple(draft.triggers),
        tuple(draft.rights),
        tuple(draft.scores),
        tuple(draft.closings),
        tuple(draft.instead),
        tuple(draft.returning),
        tuple(draft.needs),
        conditions=conditions,
        span=scope.span(node),
    )


def _word_of_sort(scope: TextReader, entry: Entry) -> Token:
    """Its word before the name; where nobody knows that above a group either, the one there."""
    word = tokens(entry.node)[0]
    above = tokens(entry.around)[0] if entry.around is not None else word
    return word if {str(word), str(above)} & {*scope.names.sorts} else above


def _take_over(draft: Draft, seen: tuple[str, ...]) -> None:
    """What another piece says, where it is as that; what is wrong in it is told there."""
    entry = other_piece(draft, seen) if "piece it is as" in draft.once else None
    if entry is not None:
        scope = evolve(draft.scope, passage=entry.passage, called=entry.called, found=[])
        other = Draft(scope, draft.sort)
        _read_lines(other, nodes(entry.node)[0], ())
        other.scope = evolve(scope, found=draft.scope.found)
        _take_over(other, (*seen, entry.name))
        take_over(draft, other)


def _as_piece(draft: Draft, line: Node, conditions: Conditions) -> None:
    draft.only_once(line, "piece it is as", conditions)


def _group(draft: Draft, entry: Entry) -> str:
    """The stack and labels that the line above a group of pieces gives to each of them."""
    scope = draft.scope
    if entry.around is None:
        return ""
    sort, name, *labels = tokens(entry.around)
    one = scope.sort(sort)
    if one != draft.sort and {str(sort), draft.sort} <= {*scope.names.sorts}:
        message = f"a {draft.sort} cannot stand in a group of {sort}"
        hint = f'write "{one}" in its place, or put it into a group of its own sort'
        scope.report("E333", message, tokens(entry.node)[0], hint)
    draft.labels += [scope.label(word, draft.sort) for word in labels]
    owner = scope.names.sorts.get(str(sort), draft.sort)
    stacks = {stack: stack for stack, of in scope.names.stacks.items() if of == owner}
    return scope.resolve(name, stacks, "stack")


def _read_lines(draft: Draft, body: Node, conditions: Conditions) -> None:
    for line in nodes(body):
        if line.data == "with_piece_lines":
            static, inner = nodes(line)
            more = (*conditions, draft.scope.condition(static))
            _read_lines(draft, inner, more)
        else:
            LINES[line.data](draft, line, conditions)
        draft.before = str(line.data)


def _check_labels(draft: Draft, name: Token) -> None:
    """At most one label of the first group, unless a slash joins several."""
    groups = draft.scope.names.labels.get(draft.sort, ())
    joined = draft.once.get("joined labels") is not None
    own = [label for label in draft.labels if groups and label in groups[0]]
    if len(own) > 1 and not joined:
        message = f"{text_of(name)} has more than one of the labels {', '.join(groups[0])}"
        line = draft.once.get("labels")
        words = (word for part in below(line) for word in tokens(part)) if line else ()
        where = next((word for word in words if str(word) == own[1]), name)
        draft.scope.report("E330", message, where, f"if it has both, write: {'/'.join(own)}")


# ---------------------------------------------------------------------------------- lines


def _label_line(draft: Draft, line: Node, conditions: Conditions) -> None:
    if draft.only_once(line, "labels", conditions):
        for part in nodes(line) or [line]:
            _joined(draft, tokens(part))


def _joined(draft: Draft, words: list[Token]) -> None:
    """``settlement/town``: labels of one group, all of them."""
    labels = [draft.scope.label(word, draft.sort) for word in words]
    groups = draft.scope.names.labels.get(draft.sort, ())
    known = {label for group in groups for label in group}
    if known >= set(labels) and not any(set(labels) <= set(group) for group in groups):
        message = f"a slash joins labels of one group only, unlike {join(labels)}"
        ends = draft.scope.span(words[-1]).end_column
        span = evolve(draft.scope.span(words[0]), end_column=ends)
        draft.scope.report("E334", message, span, f"write: {', '.join(labels)}")
    if len(words) > 1 and groups and labels[0] in groups[0]:
        draft.once["joined labels"] = draft.once["labels"]
    for label, word in zip(labels, words, strict=True):
        if label in draft.labels:
            draft.scope.report("E301", f'"{label}" stands twice', word, "keep one of them")
        else:
            draft.labels.append(label)


def compile_labels(draft: Draft, part: Node, line: Node) -> None:
    """Labels that a slash joins, in a line of a tile."""
    draft.once["labels"] = line
    _joined(draft, tokens(part))


def _copies(draft: Draft, line: Node, conditions: Conditions) -> None:
    if draft.only_once(line, "number of copies", conditions):
        draft.copies = draft.scope.number(tokens(line)[0])
        draft.copies_per_player = bool(tokens(line, "FOR_EACH_PLAYER"))


def _cost(draft: Draft, line: Node, conditions: Conditions) -> None:
    if draft.only_once(line, "cost", conditions):
        cost, *others = nodes(line)
        draft.cost = compile_cost(draft.scope, cost)
        instead = [nodes(each)[0] for each in others if each.data == "cost_instead"]
        draft.instead = [compile_cost(draft.scope, bundle) for bundle in instead]
        draft.returning = [_returned(draft, e) for e in others if e.data == "cost_return"]


def _returned(draft: Draft, part: Node) -> tuple[str, ...]:
    """``or return 1 fireplace``: the labels of what is returned."""
    number, label = tokens(part)
    if str(number) != "1":
        draft.scope.report("E302", "one piece is returned, and not more", number, "write: 1")
    return draft.scope.labels_in(label, draft.sort)


def compile_cost(scope: TextReader, bundle: Node) -> Bundle:
    """What is paid for a piece: goods, each named."""
    for group, item in scope.groups_in(bundle):
        message = f'"{group}" is a group of goods; a cost names the goods'
        each = [f"{tokens(item)[0]} {good}" for good in scope.names.members[group]]
        hint = f"name one of them, or several that may be paid: cost {', or '.join(each)}"
        scope.report("E308", message, tokens(item, "PHRASE")[0], hint)
        return Bundle()
    return scope.bundle(bundle)


def _worth(draft: Draft, line: Node, conditions: Conditions) -> None:
    if draft.only_once(line, "worth", conditions):
        number, unit = tokens(line)
        draft.worth = draft.scope.number(number)
        draft.scope.unit(unit)


def _needs(draft: Draft, line: Node, conditions: Conditions) -> None:
    scope, word = draft.scope, tokens(line)[0]
    before = len(scope.found)
    count = scope.count(word)
    if not isinstance(count, PieceCount):
        if len(scope.found) > before:
            return
        hint = f"name a sort of pieces, or labels and a sort: needs 2 {draft.sort}s"
        if str(word) in scope.names.goods:
            hint = f"what is paid to build it is its cost: cost 1 {word}"
        scope.report("E352", f'"{word}" are no pieces that a player owns', word, hint)
        return
    if not draft.only_once(line, f"need of {count.words(Vocabulary())}", conditions):
        return
    least, most = read_bounds(scope, nodes(line)[0]) if nodes(line) else (0, 0)
    if nodes(line) and [each.type for each in tokens(nodes(line)[0])] == ["NUMBER"]:
        most = None
    draft.needs.append(NeedsPieces(count, least, most, span=scope.span(line)))


def _bare_line(draft: Draft, line: Node, conditions: Conditions) -> None:
    """A line of one word may be a label; every other is an effect."""
    inner = nodes(line)[0]
    label = _single_word(inner)
    if label is not None and _is_label(draft, label):
        _label_line_of(draft, label, line, conditions)
        return
    effect = draft.scope.effect(inner)
    draft.clauses.append(Clause("", effect, conditions=conditions, span=draft.scope.span(line)))


def _otherwise(draft: Draft, line: Node, conditions: Conditions) -> None:
    """``otherwise`` completes the bare line before it."""
    lines: list[Effect] = []
    if draft.before == "bare_line" and draft.clauses:
        lines = [draft.clauses.pop().effect]
    draft.scope.add_otherwise(lines, line)
    draft.clauses += [
        Clause("", each, conditions=conditions, span=each.span or draft.scope.span(line))
        for each in lines
    ]


def _single_word(node: Node) -> Token | None:
    """The words of an effect that consists of nothing else."""
    while node.data in ("sequence", "choice") and len(node.children) == 1:
        node = nodes(node)[0]
    return tokens(node)[0] if node.data == "words" else None


def _is_label(draft: Draft, word: Token) -> bool:
    names = draft.scope.names
    if str(word) in {*names.actions, *names.exchanges}:
        return False
    if draft.sort not in names.labels:
        return True
    labels = names.labels_of(draft.sort)
    known = str(word) in labels or set(str(word).split()) <= set(labels)
    known = known or names.kind_of(str(word)) == LABEL
    return known or (not draft.once and bool(nearest(str(word), labels)))


def _label_line_of(draft: Draft, word: Token, line: Node, conditions: Conditions) -> None:
    if draft.only_once(line, "labels", conditions):
        _joined(draft, [word])


def _clause(draft: Draft, line: Node, conditions: Conditions) -> None:
    draft.clauses.append(compile_clause(draft.scope, line, conditions, draft.sort))


def compile_clause(scope: TextReader, line: Node, conditions: Conditions, sort: str = "") -> Clause:
    """``income: gain 2 silver``; in a piece with the moments of its sort."""
    word = tokens(line)[0]
    moments = {m: m for m, of in scope.names.moments.items() if not sort or sort in of}
    sort_word, _, name = str(word).rpartition(" ")
    if sort and str(word) in scope.names.moments and str(word) not in moments:
        others = " and of a ".join(scope.names.moments[str(word)])
        known = f"those of {a_or_an(sort)} are: {', '.join(moments)}" if moments else ""
        message = f'"{word}" is a moment of {a_or_an(others)}, and not of {a_or_an(sort)}'
        scope.report("E201", message, word, known or f"write it below the sort: moments: {word}")
        return Clause(str(word), Nothing(), conditions=conditions, span=scope.span(line))
    if str(word) not in moments and sort_word in scope.names.sorts:
        hint = f'did you mean "{name.title()}"? names of pieces begin with capital letters'
        at = word.part(name, len(word) - len(name))
        scope.report("E204", f'"{name}" cannot be the name of a {sort_word}', at, hint)
        return Clause(str(word), Nothing(), conditions=conditions, span=scope.span(line))
    moment = _moment(scope, word, moments)
    effect = scope.body(nodes(line)[0])
    return Clause(moment, effect, conditions=conditions, span=scope.span(line))


def _moment(scope: TextReader, token: Token, moments: Mapping[str, str]) -> str:
    if str(token) in CHOOSING and str(token) not in moments:
        scope.report("E201", f'unknown moment "{token}"', token, CHOICE)
        return str(token)
    first = str(token).split(maxsplit=1)[0]
    span = scope.span(token)
    before = scope.passage.source.line_text(span.line)[: span.column - 1]
    known = before.endswith("when ") or str(token) in moments or nearest(str(token), moments)
    keyword = "" if known else nearest(first, _beginnings())
    if not keyword:
        return scope.resolve(token, moments, "moment")
    hint = f'did you mean "{keyword}"?'
    if keyword in EXAMPLES:
        hint = f"{hint} write it like: {EXAMPLES[keyword]}"
    at = evolve(span, end_column=span.column + len(first))
    scope.report("E102", f'"{first}" is no word of the language and no moment', at, hint)
    return str(token)


@cache
def _beginnings() -> frozenset[str]:
    """The words of the language that begin a phrase or a definition."""
    return frozenset(word for word in (*EXAMPLES, *opening_words()) if len(word) > LEAST)


def _slot(draft: Draft, line: Node, conditions: Conditions) -> None:
    scope = draft.scope
    number, good = tokens(line)
    effect = scope.body(nodes(line)[0])
    span = scope.span(line)
    slot = Slot(scope.number(number), scope.good(good), effect, conditions=conditions, span=span)
    draft.slots.append(slot)


def _exchange(draft: Draft, line: Node, conditions: Conditions) -> None:
    draft.exchanges += compile_exchanges(draft.scope, line, conditions)


def _substitution(draft: Draft, line: Node, conditions: Conditions) -> None:
    draft.substitutions += compile_substitutions(draft.scope, line, conditions)


def _trigger(draft: Draft, line: Node, conditions: Conditions) -> None:
    draft.triggers.append(compile_trigger(draft.scope, line, conditions))


def _right(draft: Draft, line: Node, conditions: Conditions) -> None:
    draft.rights.append(EqualBid(conditions=conditions, span=draft.scope.span(line)))


def _scores(draft: Draft, line: Node, conditions: Conditions) -> None:
    draft.scores += compile_scores(draft.scope, line, conditions)


LINES: Mapping[str, Callable[[Draft, Node, Conditions], None]] = {
    "label_line": _label_line,
    "joined_label_line": _label_line,
    "copies": _copies,
    "cost": _cost,
    "worth": _worth,
    "needs_pieces": _needs,
    "clause": _clause,
    "slot": _slot,
    "exchange": _exchange,
    "substitution": _substitution,
    "trigger": _trigger,
    "equal_bid": _right,
    "scores": _scores,
    "bare_line": _bare_line,
    "otherwise": _otherwise,
    "closing": closing,
    "addition": addition,
    "as_piece": _as_piece,
}
