"""``as Fireplace Two``: the lines of another piece, and what is given again in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...trees import tokens
from ..names.names import MOST_BETWEEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..reading.syntax import Entry
    from .draft import Draft


def other_piece(draft: Draft, seen: tuple[str, ...]) -> Entry | None:
    """The piece that one is as; None, and an error, where it cannot be.

    ``seen``: the pieces on the way to it, the first of which is the one that is read.
    """
    (token,) = tokens(draft.once["piece it is as"])
    scope = draft.scope
    name = scope.named("piece", token)
    texts = scope.names.texts.get(name, ())
    message = ""
    if name in seen:
        message = f"{name} would be as itself"
    elif len(seen) > MOST_BETWEEN:
        message = f"{seen[0]} would be as {name} by more than {MOST_BETWEEN} pieces"
    elif len(texts) > 1:
        message = f"{name} is written {len(texts)} times, for several tables"
    elif scope.names.pieces.get(name) and not _is_of_sort(draft, name):
        message = f"{name} is no {draft.sort}"
    if message:
        hint = f"name another {draft.sort} that is written once, or write the lines"
        scope.report("E350", message, token, hint)
    return texts[0] if texts and not message else None


def _is_of_sort(draft: Draft, name: str) -> bool:
    names = draft.scope.names
    word = names.pieces[name]
    return names.sorts.get(word, word) == draft.sort


def take_over(draft: Draft, other: Draft) -> None:
    """Everything of the other that is not given again."""
    if "labels" not in draft.once:
        draft.labels += [label for label in other.labels if label not in draft.labels]
        if "joined labels" in other.once:
            draft.once["joined labels"] = other.once["joined labels"]
    if "number of copies" not in draft.once:
        draft.copies, draft.copies_per_player = other.copies, other.copies_per_player
    if "cost" not in draft.once:
        draft.cost, draft.instead = other.cost, other.instead
        draft.returning = other.returning
    if "worth" not in draft.once:
        draft.worth = other.worth
    for lines, known in LINES.items():
        own = getattr(draft, lines)
        again = {known(line) for line in own}
        taken = (line for line in getattr(other, lines) if known(line) not in again)
        setattr(draft, lines, [*taken, *own])


def _goods(items: Iterable[Any]) -> frozenset[str]:
    return frozenset(item.good for item in items)


LINES: dict[str, Callable[[Any], object]] = {
    "needs": lambda need: need.count,
    "clauses": lambda clause: (clause.moment, clause.lot, clause.with_build),
    "slots": lambda slot: slot.good,
    "exchanges": lambda exchange: exchange.name or _goods(exchange.gain.items),
    "substitutions": lambda each: (_goods(each.pays.items), _goods(each.items)),
    "triggers": lambda trigger: trigger.occasion,
    "rights": type,
    "scores": lambda score: score.unit,
    "closings": lambda closing: closing.lot,
}
"""What lines of a piece are about: one that is about the same as another stands in its place."""
