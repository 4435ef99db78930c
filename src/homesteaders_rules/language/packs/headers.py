"""The headers of packs: what each line says, and whether the packs fit together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...trees import Node, Token, nodes, text_of, tokens
from ...values import ByValue
from ..names.scope import Scope
from .discovery import known_titles

if TYPE_CHECKING:
    from ..reading.syntax import Entry

MOST_PLAYERS = 12
"""Who comes next is known for any of them that are left, which doubles with each player."""


@frozen(eq=False, repr=False)
class Needed(ByValue):
    """A pack that a header extends: its name, where it stands, and the least version."""

    name: str
    token: Token
    version: int = 0


@define(eq=False, repr=False)
class HeaderDraft:
    """A header as far as its line says; ``least`` is 0 where it says nothing of players."""

    kind: str
    name: str
    entry: Entry
    version: int = 1
    least: int = 0
    most: int = 0
    extends: list[Needed] = field(factory=list)


def read_header(entry: Entry, scope: Scope) -> HeaderDraft:
    """``pack Peer, version 1, extends Homesteaders, for 2-4 players``."""
    kind, name = tokens(entry.node)
    draft = HeaderDraft(str(kind), text_of(name), entry)
    seen: set[str] = set()
    for part in nodes(entry.node):
        if part.data in seen:
            scope.report(
                "E332", "this stands twice in the header", part, _instead(draft, part, scope)
            )
        seen.add(str(part.data))
        match part.data:
            case "version":
                draft.version = scope.number(tokens(part)[0])
            case "extends":
                draft.extends = [_needed(each, scope) for each in nodes(part)]
            case _:
                players = tokens(part)[0]
                draft.least, draft.most = scope.range_of(players, MOST_PLAYERS)
    _check_header(draft, scope, seen)
    return draft


def _instead(draft: HeaderDraft, part: Node, scope: Scope) -> str:
    """What may be meant by a part of the header that stands twice."""
    named = [str(each.token) for each in draft.extends]
    if part.data == "extends":
        named += [str(_needed(each, scope).token) for each in nodes(part)]
        return f"join the two: extends {' and '.join(named)}"
    if part.data == "version" and named:
        return f"keep one of them; that of the other: {named[-1]} from version {tokens(part)[0]}"
    return "keep one of them"


def check_version(draft: HeaderDraft, scope: Scope) -> None:
    """A warning where a header does not say its version: it counts as the first."""
    if any(part.data == "version" for part in nodes(draft.entry.node)):
        return
    passage, name = draft.entry.passage, tokens(draft.entry.node)[1]
    line, end = passage.line(1), name.where[-1] - 1
    at = len(line) - len(line[end:].lstrip(", ")) + 1
    hint = f"write: {line[:end]}, version 1{line[end:]}"
    span = passage.span(1, at, 1, at + 1)
    scope.report("W017", "the version is missing; it counts as version 1", span, hint)


def _needed(node: Node, scope: Scope) -> Needed:
    """``Homesteaders from version 2``, also behind ``then``."""
    inner = nodes(node)
    name, *version = tokens(inner[0] if inner else node)
    return Needed(text_of(name), name, scope.number(version[0]) if version else 0)


def _check_header(draft: HeaderDraft, scope: Scope, seen: set[str]) -> None:
    node = draft.entry.node
    if draft.kind == "game" and draft.extends:
        hint = f"write: pack{draft.entry.passage.line(1).removeprefix('game')}"
        scope.report("E017", "a game stands alone", node, hint)
        draft.kind = "pack"
    if draft.kind == "game" and "for_players" not in seen:
        hint = f"write it like: game {draft.name}, version 1, for 2-4 players"
        scope.report("E017", "the header does not say for how many players", node, hint)
    if draft.kind == "pack" and not draft.extends:
        hint = f"add at its end: , extends and one of these; {known_titles(but=draft.name)}"
        scope.report("E017", "the header does not say what the pack extends", node, hint)
