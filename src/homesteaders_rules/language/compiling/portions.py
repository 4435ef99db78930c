"""Reading ``any 2 workers``: a choice of so many goods at once."""

from __future__ import annotations

from attrs import frozen

from ...commands.portions import DIFFERENT, MOST_PORTIONS, Portion, how_many, portions
from ...trees import Node, Token, nodes, tokens
from ...values import ByValue
from ..names.scope import LARGEST, Scope

PORTIONS = ("portion_item", "portion_of_item", "different_item")
MOST_AT_ONCE = 20


@frozen(eq=False, repr=False)
class Chosen(ByValue):
    """A portion as the text says it: so many of some goods, called so."""

    count: int
    said: str
    alike: str
    goods: tuple[str, ...]

    def ways(self) -> list[Portion]:
        """Every way to choose."""
        return list(portions(self.goods, self.count, self.alike))


def portion_in(reader: Scope, *bundles: Node | None) -> Chosen | None:
    """The portion that lists of goods name; None where they name none, or it was reported."""
    found = [
        item
        for bundle in bundles
        for item in (nodes(bundle) if bundle is not None else ())
        if item.data in PORTIONS
    ]
    for again in found[1:]:
        hint = "choose one portion, and then the other: A, then B"
        reader.report("E306", "two portions are to be chosen at once", again, hint)
    return _read(reader, found[0]) if len(found) == 1 else None


def not_here(reader: Scope, item: Node) -> None:
    """Report a portion where nobody chooses anything."""
    hint = "name the goods, each with its number"
    reader.report("E312", "any so many cannot be chosen here", item, hint)


def _read(reader: Scope, item: Node) -> Chosen | None:
    count = reader.number(tokens(item, "NUMBER")[0])
    words = tokens(item, "PHRASE")
    alike = "".join(str(word) for word in tokens(item, "ALIKE"))
    alike = DIFFERENT if item.data == "different_item" else alike
    goods = reader.goods(*words)
    if not all(reader.declares("good", word) or _is_group(reader, word) for word in words):
        return None  # reported when it was looked up
    if len(goods) < 2:
        message = f"there is nothing to choose: {goods[0]} is one good"
        reader.report("E312", message, item, f"write: {count} {words[0]}")
        return None
    chosen = Chosen(count, _said(item, list(map(str, words))), alike, goods)
    if not how_many(len(goods), min(count, LARGEST), alike):
        message = f"there are no {count} different kinds among {len(goods)}"
        reader.report("E312", message, item, "write a smaller number")
        return None
    if count > MOST_AT_ONCE or how_many(len(goods), count, alike) > MOST_PORTIONS:
        message = f"there are more than {MOST_PORTIONS} ways to choose this"
        hint = f"let it be chosen one by one: {count} times: ..."
        reader.report("E313", message, item, hint)
        return None
    return chosen


def _is_group(reader: Scope, word: Token) -> bool:
    return reader.declares("group of goods", word)


def _said(item: Node, words: list[str]) -> str:
    """The goods as they are named: ``workers``, ``of grain and ore``."""
    if item.data != "portion_of_item":
        return words[0]
    *first, last = words
    return f"of {', '.join(first)} and {last}" if first else f"of {last}"
