"""Compiling what is put on pieces and taken from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...mechanisms.storage import Put, TakeFrom
from ...trees import nodes, tokens
from .goods import compile_bundle, here

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...commands.effects import Effect
    from ...trees import Node
    from ..names.scope import Scope


def _put(scope: Scope, node: Node) -> Effect:
    """``put 1 of each resource here``."""
    bundle = nodes(node)[0]
    return Put(compile_bundle(scope, bundle), here(scope, node), span=scope.span(node))


def _take_from(scope: Scope, node: Node) -> Effect:
    """``take 1 resource from here``."""
    number, word = tokens(node)
    if str(number) != "1":
        scope.report("E302", "only 1 can be taken from here at once", number)
    goods = scope.goods(word)
    return TakeFrom(here(scope, node), goods, span=scope.span(node))


STORAGE: Mapping[str, Callable[[Scope, Node], Effect]] = {
    "put_here": _put,
    "take_from_here": _take_from,
}
