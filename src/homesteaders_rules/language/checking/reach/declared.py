"""Where the words that a sort declares stand, in whichever pack that is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ....trees import nodes, text_of, tokens
from ...reading.syntax import MORE

if TYPE_CHECKING:
    from ....commands.definitions.pieces import Sort
    from ....words import Span
    from ..context import Checking


def declared(checking: Checking, sort: Sort, kind: str, word: str) -> Span | None:
    """Where ``word`` stands in a line such as ``labels`` of a sort, or of what adds to it."""
    forms = {sort.name, sort.plural}
    for entry in checking.entries:
        if entry.kind not in ("sort", MORE) or str(tokens(entry.node)[0]) not in forms:
            continue
        for line in nodes(entry.node, kind):
            for token in tokens(line):
                if text_of(token) == word:
                    return entry.passage.span_of(token)
    return sort.span


def written(name: str) -> str:
    """The name of a piece or stack as one writes it: in quotes, where it is no plain title."""
    plain = all(re.match(r"[A-Z0-9]", word) for word in name.split())
    return name if plain else f'"{name}"'
