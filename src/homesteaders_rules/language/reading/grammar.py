"""The grammar as a parser, built once."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import sys
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ...commands.definitions.occasions import KINDS
from ...paths import IN_ARCHIVE, PACKAGE, cache_folder, grammar_text
from .. import store

if TYPE_CHECKING:
    from pathlib import Path

    from lark import Lark

    from .automaton import Automaton

FORM = 3
"""The form of the table that is kept: another number for each change of what it holds."""


KEYWORD = re.compile(r'"((?:, )?[a-z]+(?:,? [a-z]+)*)"')
"""Words of the language, quoted where the grammar has them."""
DECLARED = re.compile(r"^(\w+)(?:\.-?\d+)?:", re.MULTILINE)
"""The names of the terminals and rules that the grammar has itself."""

LIST = re.compile(r"^(_NO_OPENING|_NO_JOINT): /\(\?!\(\?:([^)]*)\)", re.MULTILINE)

OCCASIONS = frozenset(
    word
    for kind in KINDS.values()
    for verb in (kind.verb, kind.plain)
    for word in verb.split()
    if kind.of != "exchange"
)
"""Verbs of ``whenever``; an exchange of such a name could never be waited for."""


def expanded(grammar: str) -> str:
    """The grammar with its quoted words as terminals, which leave no trace in a tree.

    They end where their last word ends, and are named after the words: ``"pay"`` is ``_PAY``.
    """
    named: dict[str, str] = {}
    declared = set(DECLARED.findall(grammar))

    def terminal(found: re.Match[str]) -> str:
        words = found[1]
        tail = "_TAIL_" if words.startswith(",") else "_"
        name = tail + re.sub(r"\W+", "_", words.strip(", ")).upper()
        if name in declared:
            name += "_WORD"
        named[name] = words
        return name

    text = KEYWORD.sub(terminal, grammar)
    return text + "".join(f"\n{name}: /{words}\\b(?!-)/" for name, words in named.items()) + "\n"


@lru_cache(maxsize=1)
def language() -> Lark:
    """The grammar as Lark reads it, which takes long: what is needed of it is kept."""
    from lark import Lark

    from .lexing import Lexer, Lines

    return Lark(
        expanded(grammar_text()),
        parser="lalr",
        lexer="contextual",
        maybe_placeholders=False,
        propagate_positions=True,
        postlex=Lines(),
        _plugins={"ContextualLexer": Lexer},
    )


@lru_cache(maxsize=1)
def automaton() -> Automaton:
    """What reads texts, by the tables that Lark makes of the grammar."""
    from .automaton import Automaton, table_of

    key = _key()
    for path in _places():
        for part in store.find(path, key) or ():
            with contextlib.suppress(Exception):  # Whatever is wrong with it, it is made anew.
                return Automaton(json.loads(part))
    table = table_of(language())
    part = json.dumps(table, separators=(",", ":")).encode()
    any(store.keep(path, key, part) for path in _places())
    return Automaton(table)


# ---------------------------------------------------------------------------------- its words


@lru_cache(maxsize=1)
def _lists() -> dict[str, frozenset[str]]:
    found = LIST.findall(grammar_text())
    return {name: frozenset(words.split("|")) for name, words in found}


def opening_words() -> frozenset[str]:
    """Words that cannot begin a name."""
    return _lists()["_NO_OPENING"]


def joining_words() -> frozenset[str]:
    """Words that cannot stand anywhere in a name."""
    return _lists()["_NO_JOINT"]


def structural_words() -> frozenset[str]:
    """All words that cannot be a name."""
    return opening_words() | joining_words()


# ---------------------------------------------------------------------------------- the table


def _key() -> str:
    """A hash of the grammar, and of what makes the table and its regular expressions."""
    lark: Any = find_spec("lark")  # Found without importing it.
    maker = lark.loader.get_data(lark.origin)
    makers = f"{FORM} {sys.implementation.cache_tag} {expanded(grammar_text())}"
    return hashlib.sha256(maker + makers.encode()).hexdigest()


def _places() -> list[Path]:
    """Where a table for the grammar is kept, which takes longer to make than to read.

    It lies where Python keeps the compiled modules of the package. Where that folder cannot be
    written it lies with the compiled rules, if those are kept.
    """
    folders = [] if sys.dont_write_bytecode or IN_ARCHIVE else [PACKAGE / "__pycache__"]
    folders += [folder for folder in (cache_folder(),) if folder is not None and store.is_on()]
    return [folder / f"grammar.{sys.implementation.cache_tag}.table" for folder in folders]
