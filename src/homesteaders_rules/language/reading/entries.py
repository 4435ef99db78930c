"""Cutting the tree of a definition into entries: one for each thing that has a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from ...trees import Node, nodes, text_of, tokens
from .syntax import MORE, MORE_SCORING, REMOVE, RENAME, REPLACE, SET, Entry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .parser import Parsed

KINDS = {
    "header": "header",
    "play": "play",
    "phase": "phase",
    "action": "action",
    "hook": "hook",
    "trigger": "trigger",
    "rule_clause": "clause",
    "goods": "good",
    "limited": "limited",
    "runs_short": "runs short",
    "may_hold": "may hold",
    "own_stock": "own stock",
    "revealed_always": "revealed",
    "revealed_finally": "revealed",
    "price_list": "price of",
    "exchange": "exchange",
    "substitution": "substitution",
    "sort": "sort",
    "piece": "piece",
    "ownership": "ownership",
    "track": "track",
    "common_track": "track",
    "shared_track": "track",
    "map": "map of",
    "display": "display of",
    "tile": "tile",
    "grid": "grid",
    "homes_of": "homes of",
    "scoring": "scoring",
    "option": "option",
    "example": "example",
    "needs": "needs",
    "more": MORE,
    "more_scoring": MORE_SCORING,
    "tally": "tally",
}
"""What the rules of the grammar define. ``piece_group`` is many pieces."""

ALONE = ("play", "scoring")
"""Of these a game has one, without a name."""

NAMED = (
    "phase",
    "action",
    "exchange",
    "track",
    "map of",
    "display of",
    "tile",
    "grid",
    "homes of",
    "option",
    "example",
    "sort",
    "good",
    "price of",
    "tally",
)
"""Kinds whose first name is the name of the definition; a piece has the name of its sort first."""


def entries_of(parsed: Parsed, pack: str) -> list[Entry]:
    """The entries of one definition; none where nothing of it could be read."""
    if parsed.node is None:
        return []
    return list(_cut(Entry("", "", parsed.node, parsed.passage, pack)))


def _cut(entry: Entry) -> Iterator[Entry]:
    """The entries in ``entry.node``, with the conditions and the operation of ``entry``."""
    node = entry.node
    parts = nodes(node)
    match node.data:
        case "with_definitions":
            for part in parts[1:]:
                yield from _cut(evolve(entry, node=part, static=(*entry.static, parts[0])))
        case "replacement":
            yield from _cut(evolve(entry, node=parts[0], operation=REPLACE))
        case "piece_group":
            for part in parts:
                yield from _cut(evolve(entry, node=part, around=node))
        case "goods" | "price_list":
            for part in parts:
                yield _named(entry, 0, kind=KINDS[node.data], node=part, around=node)
        case "removal":
            yield _removal(entry, parts[0])
        case "renaming":
            yield _named(entry, 1, kind="piece", operation=RENAME)
        case "setting":
            yield _named(entry, 0, kind="option", operation=SET)
        case _:
            yield _definition(entry, KINDS[node.data])


def _definition(entry: Entry, kind: str) -> Entry:
    if kind in ALONE:
        return evolve(entry, kind=kind, name=kind)
    if kind == "piece":
        return _named(entry, 1, kind=kind)
    return _named(entry, 0, kind=kind) if kind in NAMED else evolve(entry, kind=kind)


def _named(entry: Entry, position: int, **changes: Any) -> Entry:
    """The entry with changes, and with the name that is the word at a position."""
    words = tokens(changes.get("node", entry.node))
    words = [w for w in words if w.type in ("PHRASE", "TITLE", "QUOTED", "EXAMPLE_NAME")]
    if position < len(words):
        word = words[position]
        changes |= {"name": text_of(word).strip(), "named_at": entry.passage.span_of(word)}
    return evolve(entry, **changes)


def _removal(entry: Entry, removed: Node) -> Entry:
    """``remove option X``; the kind stands in the text, except for pieces."""
    words = tokens(removed)
    gone = evolve(entry, node=removed, operation=REMOVE)
    if removed.data == "removed_alone":
        kind = str(words[0])
        return evolve(gone, kind=kind, name=kind, named_at=entry.passage.span_of(words[0]))
    kind = "piece" if removed.data == "removed_piece" else str(words[0])
    name = text_of(words[1])
    # A name in quotes stands between them.
    word = words[1].part(name, 1) if words[1].type == "QUOTED" else words[1]
    return evolve(gone, kind=kind, name=name, named_at=entry.passage.span_of(word))
