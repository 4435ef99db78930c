"""By what a definition is known: its kind and its name, however it is worded.

``("building", "Farm")`` and ``("action", "farm")`` are two things. A definition without a name is
known by its first words, and there may be several of them.
"""

from __future__ import annotations

from .base import Vocabulary
from .course import Action, Hook, Option, Phase, Play, Track
from .definitions import (
    Clause,
    Definition,
    Exchange,
    Good,
    Limited,
    Needs,
    Price,
    Revealed,
    Substitution,
    Tally,
    Trigger,
)
from .examples import Example
from .pieces import OwnershipLimit, Piece, Sort
from .scores import Scoring

KINDS: dict[type[Definition], str] = {
    Action: "action",
    Example: "example",
    Exchange: "exchange",
    Good: "good",
    Option: "option",
    Phase: "phase",
    Play: "play",
    Price: "price of",
    Scoring: "scoring",
    Sort: "piece",
    Tally: "tally",
    Track: "track",
}
"""The kinds of what has a name, as one writes them behind ``replace``."""

NAMELESS = (Clause, Hook, Limited, Needs, OwnershipLimit, Revealed, Substitution, Trigger)
"""Definitions that packs only add: they have no name, and no kind but their first words."""


def identity_of(definition: Definition, vocabulary: Vocabulary) -> tuple[str, str]:
    """The kind and the name; the kind is empty where there is no name but the first words."""
    match definition:
        case Piece(sort=sort, name=name):
            return sort, name
        case Price(good=good):
            return KINDS[Price], good
        case Play() | Scoring():
            return KINDS[type(definition)], ""
        case Hook(around=around, before=first):
            return "", f"{'before' if first else 'after'} {around}"
        case Trigger(occasion=occasion):
            return "", f"whenever {occasion.words(vocabulary)}"
        case Clause(moment=moment):
            return "", moment
        case _ if isinstance(definition, NAMELESS):
            return "", definition.words(vocabulary)
        case _:
            return KINDS[type(definition)], str(getattr(definition, "name", ""))


def title_of(definition: Definition, vocabulary: Vocabulary) -> str:
    """``building Farm``, ``scoring``, ``before bidding``."""
    return " ".join(part for part in identity_of(definition, vocabulary) if part)
