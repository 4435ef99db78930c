"""The grammar as a parser, built once."""

from __future__ import annotations

import contextlib
import os
import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from ...paths import PACKAGE, cache_folder, grammar_path
from ..cache import is_on

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Lark, Token


@lru_cache(maxsize=1)
def language() -> Lark:
    """The parser of the language, built once and only when some text has to be read."""
    from lark import Lark
    from lark.indenter import Indenter

    class Lines(Indenter):
        """Blocks by indentation, as in Python.

        Lark's own counts the depth in itself, and all texts share one: so each text gets its own,
        and threads may read at once.
        """

        NL_type = "_NEWLINE"
        OPEN_PAREN_types = ()  # type: ignore[assignment]
        CLOSE_PAREN_types = ()  # type: ignore[assignment]
        INDENT_type = "_INDENT"
        DEDENT_type = "_DEDENT"
        tab_len = 4

        def process(self, stream: Iterator[Token]) -> Iterator[Token]:
            own: Iterator[Token] = Indenter.process(Lines(), stream)  # type: ignore[no-untyped-call]
            return own

    kept = _place_of_table()
    return Lark(
        grammar_path().read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        postlex=Lines(),
        propagate_positions=True,
        maybe_placeholders=False,
        cache=kept,
    )


def _place_of_table() -> str | bool:
    """Where Lark keeps its table for the grammar, which takes longer to make than to read.

    It lies where Python keeps the compiled modules of the package, and as they do it depends on
    nothing else: Lark makes a new one when the grammar, Lark or Python is another. Where that
    folder cannot be written it lies with the compiled rules, if those are kept.
    """
    folders = [PACKAGE / "__pycache__"] if not sys.dont_write_bytecode else []
    folders += [cache_folder()] if is_on() else []
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return str(folder / f"grammar.{sys.implementation.cache_tag}.table")
    return False
