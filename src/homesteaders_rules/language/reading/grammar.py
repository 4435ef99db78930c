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
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from lark import Lark
    from lark.grammar import Symbol

    from .automaton import Automaton

OPTIONS = {"propagate_positions": True}
"""What Lark takes when it makes a table, and again when one is loaded."""

OWN = ("postlex", "_plugins")
"""What we give to Lark of our own, which is no part of a table."""

TABLE, STATES = "table", "states"
"""The names of what is kept: all that Lark makes of the grammar, and what reading takes of that."""
FORM = 2
"""The form of the latter: another number for each change of what it holds."""

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
    """The parser of the language, built once and only when some text has to be read."""
    from lark import Lark

    from .lexing import Lexer, Lines

    text = expanded(grammar_text())
    key = _key(text)
    own = {"postlex": Lines(), "_plugins": {"ContextualLexer": Lexer}}
    parser = _kept(key, own)
    if parser is None:
        parser = Lark(
            text,
            parser="lalr",
            lexer="contextual",
            maybe_placeholders=False,
            **OPTIONS,
            **own,
        )
        _keep(key, parser)
    return parser


@lru_cache(maxsize=1)
def automaton() -> Automaton:
    """What reads texts as the parser does, and faster; it does not say why one cannot be read."""
    from .automaton import Automaton, table_of

    key = f"{_key(expanded(grammar_text()))} {FORM}"
    for part in _parts(STATES, key):
        with contextlib.suppress(Exception):  # As below.
            return Automaton(json.loads(part))
    table = table_of(language())
    _write(STATES, key, table)
    return Automaton(table)


@lru_cache
def openings(rule: str) -> frozenset[str]:
    """The names of the terminals with which a rule of the grammar can begin."""
    rules: dict[str, list[Sequence[Symbol]]] = {}
    for each in language().rules:
        rules.setdefault(each.origin.name, []).append(each.expansion)
    found: set[str] = set()
    seen, waiting = {rule}, [rule]
    while waiting:
        for first, *_ in rules[waiting.pop()]:
            if first.is_term:
                found.add(first.name)
            elif first.name not in seen:
                seen.add(first.name)
                waiting.append(first.name)
    return frozenset(found)


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


def _key(text: str) -> str:
    """A hash of the grammar, and of what makes the table and its regular expressions."""
    makers = f"{_lark()} {sys.implementation.cache_tag} {sorted(OPTIONS)}"
    return hashlib.sha256(f"{makers}\0{text}".encode()).hexdigest()


def _lark() -> str:
    """What tells the Lark that is installed from others, found without importing it."""
    found: Any = find_spec("lark")
    return hashlib.sha256(found.loader.get_data(found.origin)).hexdigest()


def _places(kind: str) -> list[Path]:
    """Where a table for the grammar is kept, which takes longer to make than to read.

    It lies where Python keeps the compiled modules of the package. Where that folder cannot be
    written it lies with the compiled rules, if those are kept.
    """
    folders = [] if sys.dont_write_bytecode or IN_ARCHIVE else [PACKAGE / "__pycache__"]
    folders += [folder for folder in (cache_folder(),) if folder is not None and store.is_on()]
    return [folder / f"grammar.{sys.implementation.cache_tag}.{kind}" for folder in folders]


def _parts(kind: str, key: str) -> Iterator[bytes]:
    for path in _places(kind):
        yield from store.find(path, key) or ()


def _write(kind: str, key: str, table: Any) -> None:
    part = json.dumps(table, separators=(",", ":")).encode()
    any(store.keep(path, key, part) for path in _places(kind))


def _kept(key: str, own: dict[str, Any]) -> Lark | None:
    """The parser from a kept table and our own parts of it; None where there is none."""
    from lark import Lark

    for part in _parts(TABLE, key):
        with contextlib.suppress(Exception):  # Whatever is wrong with it, it is made anew.
            # Lark's stub only tells of files; it takes the plain data of one as well.
            return Lark.load(_with_numbers(json.loads(part), {**OPTIONS, **own}))
    return None


def _keep(key: str, parser: Lark) -> None:
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    data, memo = parser.memo_serialize([TerminalDef, Rule])
    options = {name: value for name, value in data["options"].items() if name not in OWN}
    data = {**data, "options": options}
    _write(TABLE, key, {"data": data, "memo": memo})


def _with_numbers(table: Any, options: dict[str, Any]) -> Any:
    """Lark's data as it was before JSON made words of numbers, and lists of tuples."""
    table["memo"] = {int(number): entry for number, entry in table["memo"].items()}
    for entry in table["memo"].values():
        if "pattern" in entry:
            entry["pattern"]["flags"] = tuple(entry["pattern"]["flags"])
    parser = table["data"]["parser"]["parser"]
    parser["tokens"] = {int(number): name for number, name in parser["tokens"].items()}
    parser["states"] = {
        int(state): {int(token): action for token, action in actions.items()}
        for state, actions in parser["states"].items()
    }
    table["data"]["options"] |= options
    return table
