"""Checks of the names that are declared: one word must not stand for two things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .syntax import nodes, tokens
from .words import OCCASIONS, opening_words, third_person

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Token

    from .checking import Checking
    from .syntax import Entry

DECLARED = {
    "good": "good",
    "exchange": "exchange",
    "action": "action",
    "sort": "sort of pieces",
    "tally": "tally",
}
"""Kinds whose names can stand in the same places, and so must differ."""

Declaration = tuple[str, str, str, "Token", "Entry"]


def check_names(checking: Checking) -> None:
    """No word for two things; no exchange with a name that ``whenever`` understands otherwise."""
    seen: dict[str, tuple[str, str, Entry, Token]] = {}
    for word, kind, owner, token, entry in _declarations(checking):
        before = seen.setdefault(word, (kind, owner, entry, token))
        if before[:2] != (kind, owner):
            place = before[2].passage.span_of(before[3])
            message = f'"{word}" already names something else, in {place}'
            span = entry.passage.span_of(token)
            checking.report("E203", message, span, "choose another word for one of them")
    for entry in checking.entries:
        if entry.kind == "exchange" and entry.name:
            _check_exchange(checking, entry)


def _check_exchange(checking: Checking, entry: Entry) -> None:
    """``whenever you <name>`` and ``whenever a player <name>s`` can be read."""
    uses = third_person(entry.name).split()[0]
    word = entry.name if entry.name in OCCASIONS else uses
    if word in OCCASIONS | opening_words():
        message = f'"{word}" is a word that follows "whenever", and cannot name an exchange'
        if word != entry.name:
            message = f'"whenever a player {third_person(entry.name)}" could not be read'
        checking.report("E103", message, entry.span, "choose another name")


def _declarations(checking: Checking) -> Iterator[Declaration]:
    """Every word that a definition declares, with what it names and the name it is a form of."""
    for entry in checking.entries:
        if entry.kind not in DECLARED:
            continue
        words = tokens(entry.node, "PHRASE")
        if entry.kind in ("exchange", "action", "tally"):
            words = words[:1]
        for token in words:
            yield str(token), DECLARED[entry.kind], entry.name, token, entry
        if entry.kind == "good" and entry.around is not None:
            forms = tokens(entry.around, "PHRASE")
            for token in forms:
                yield str(token), "group", str(forms[0]), token, entry
        if entry.kind == "sort":
            _same_label_twice(checking, entry)


def _same_label_twice(checking: Checking, entry: Entry) -> None:
    seen: set[str] = set()
    for line in nodes(entry.node, "labels"):
        for token in tokens(line):
            if str(token) in seen:
                message = f'"{token}" is in two groups of labels'
                span = entry.passage.span_of(token)
                checking.report("E203", message, span, "a label belongs to one group")
            seen.add(str(token))
