"""Compiling in which order, how often and for whom effects happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.control import STOP, AnyOrder, EachPlayer, Part, Times
from ...trees import nodes, tokens
from .conditions import compile_extreme

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...commands.effects import Effect
    from ...trees import Node
    from ..names.scope import Scope

    Body = Callable[[Scope, Node], Effect]

MOST_TIMES = 20
MOST_PARTS = 8


def compile_each_player(scope: Scope, node: Node, body: Body) -> Effect:
    """``each player, in secret: A``, ``each player with the most wood: A``."""
    *parts, block = nodes(node)
    who = compile_extreme(scope, parts) if parts else None
    secret = bool(tokens(node, "IN_SECRET"))
    return EachPlayer(body(scope, block), who, secret, span=scope.span(node))


def compile_times(scope: Scope, node: Node, body: Body) -> Effect:
    """``4 times: A``."""
    token = tokens(node)[0]
    count = scope.number(token)
    if count > MOST_TIMES:
        scope.report("E302", f"an effect can be repeated {MOST_TIMES} times at most", token)
        count = MOST_TIMES
    return Times(count, body(scope, nodes(node)[0]), span=scope.span(node))


def compile_any_order(scope: Scope, node: Node, body: Body) -> Effect:
    """``in any order, each once, or stop:`` and the parts."""
    parts: dict[str, Part] = {}
    for line in nodes(node):
        word = tokens(line)[0]
        name = str(word)
        if name in parts or name == STOP:
            hint = "give each part a name of its own"
            message = f'"{name}" stands twice'
            if name == STOP:
                message = f'"{name}" means that the other parts are left out'
            scope.report("E301", message, word, hint)
        parts[name] = Part(name, body(scope, nodes(line)[0]), span=scope.span(line))
    if len(parts) > MOST_PARTS:
        message = f"more than {MOST_PARTS} parts to put in order"
        scope.report("E302", message, node, "join some of them with: A, then B")
    may_stop = bool(tokens(node, "OR_STOP"))
    return AnyOrder(tuple(parts.values()), may_stop, span=scope.span(node))
