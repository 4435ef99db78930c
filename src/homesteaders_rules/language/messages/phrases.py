"""How the phrases of the language look: examples for hints, and words for terminals.

Names of the game at hand are put in for ``<good>`` and the like before a hint is shown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...commands.catalogue import examples
from ...commands.definitions.tracks import TRACK
from ...mechanisms.auction.saying import AUCTION
from ...mechanisms.placing.in_turn import IN_TURN

if TYPE_CHECKING:
    from collections.abc import Mapping

EXAMPLES: Mapping[str, str] = {
    **examples(),
    "game": "game My Game, version 1, for 2-4 players",
    "pack": "pack My Pack, version 1, extends My Game, for 2-4 players",
    "whenever": "whenever a player passes: gain 1 <good>",
    "exchange": "exchange <exchange>: 1 <good>, 2 <goods> -> 1 <good>",
    "labels": "labels: <label>, <label>",
    "places": "places: <place>, <place>, players",
    "stacks": "stacks: <stack>, <stack>",
    "moments": "moments: <moment>, <moment>",
    "piece": "piece <sort>/<sorts>: and below it, indented: labels: <label>, <label>",
    "cost": "cost 1 <good>, 2 <goods>",
    "copy": "1 copy for each player",
    "copies": "2 copies",
    "worth": "worth 2 <units>",
    "when": "when <moment>: gain 1 <good>",
    "scores": "scores 1 <unit> per <good>",
    "your": "your bid may equal the bid it replaces",
    "more": "more of piece <lot>: and below it, indented: stacks: New Stack",
    "more of scoring": "more of scoring: and below it, indented: <goods>: 1 per <good>",
    "not": "not offered",
    "is not offered": "<lot> 1 is not offered",
    "also gives": "each <lot> also gives: gain 1 <good>",
    "replace": "replace action <action>: gain 1 <good>",
    "example": "example two become four, with 2 players: and its lines below it, indented",
    "remove example": 'remove example "two become four"',
    "replace example": "replace example two become four, with 2 players: and its lines below it",
    "player": 'player 1 has 2 <goods>, or player 1: "done"',
}
"""An example for the phrases that begin with a word: those of the catalogue give their own."""

REMOVAL_EXAMPLE = "remove <sort> <piece>, or remove option <option>"

STARTED: Mapping[str, str] = {
    "scoring": "a game has scoring in <units>:, and a pack adds to it with more of scoring:, or "
    "replaces all: replace scoring in <units>:",
    "otherwise": "it stands in a block, indented as much as its if: if ...: A / otherwise: B",
    "more": "what gets more: more of piece <lot>:, more of scoring:; other things are replaced",
}
"""The way out for words that do begin a definition, with others behind them."""

SENTENCES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    begins: tuple(
        tuple(said.format(sort="<lot>", good="<goods>") for said in each.every)
        for each in block.listed
    )
    for begins, block in (("auction", AUCTION), ("place", IN_TURN), ("track", TRACK))
}
"""The sentences of a block, by the word that it begins with; those together that say a thing."""

PLAIN_WORDS: Mapping[str, str] = {
    "PHRASE": "a name in lower case",
    "TITLE": "a name with a capital letter",
    "QUOTED": "a text in quotes",
    "EXAMPLE_NAME": "a name for the example",
    "TEXT": "a sentence that explains the option",
    "NUMBER": "a number",
    "SIGNED": "a number",
    "RANGE": 'a range such as "1-10"',
    "_NEWLINE": "the end of the line",
    "_COLON": '":"',
    "_COMMA": '","',
    "_SLASH": '"/"',
    "_ARROW": '"->"',
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the definition",
}
"""What an author calls the terminals that are no keywords."""

CHOICE = "a choice stands in one line, with or between: gain 1 <good> or gain 1 <good>"
CHOOSING = frozenset({"choose", "choose one", "pick one", "select one", "either"})
"""What stands above a block of which one line is meant; on a piece it looks like a moment."""
SILENT = frozenset({"_DEDENT", "_INDENT", "$END", "BLANKS", "BOUND", "_SETS_OF", "_KINDS_OF"})
"""Terminals that no message mentions among others."""

AHEAD = re.compile(r"\(\?=(?:[^()]|\([^()]*\))*\)$")
"""What must follow a keyword, and is no part of it: names in lower case may begin with one."""
NAMED = re.compile(r"\[a-z\]\[[^\]]*\]\*(?:\( [^()]*\)\*\??)?")
"""A name in a keyword."""
ALTERNATIVES = re.compile(r"\(([^()]*)\)(\??)")
OPTIONAL = re.compile(r"(.)\?")


def keywords_of(pattern: str, full: bool = False) -> tuple[str, ...]:
    """The words a keyword terminal stands for: ``face (up|down)\\b`` -> face up, face down.

    ``full``: what is optional is always there.
    """
    pattern = AHEAD.sub("", pattern.removesuffix("\\b(?!-)")).replace(",? ?for", "for")
    pattern = NAMED.sub("...", pattern)
    group = ALTERNATIVES.search(pattern)
    if group is not None:
        choices = group[1].split("|") + ([""] if group[2] and not full else [])
        parts = (pattern[: group.start()], pattern[group.end() :])
        return tuple(word for each in choices for word in keywords_of(each.join(parts), full))
    optional = OPTIONAL.search(pattern)
    if optional is not None:
        start, end = optional.span()
        without, present = pattern[:start] + pattern[end:], pattern[: end - 1] + pattern[end:]
        longer = keywords_of(present, full)
        return longer if full else (*keywords_of(without), *longer)
    return (pattern.strip(),)


def example_for(word: str, removal: bool = False) -> str:
    """An example of the phrase that begins with ``word``; empty if none does."""
    if removal and word == "remove":
        return REMOVAL_EXAMPLE
    return EXAMPLES.get(word, "")
