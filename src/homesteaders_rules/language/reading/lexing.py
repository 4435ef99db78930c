"""The lexers that Lark is given: they cut as texts are cut that can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from lark.indenter import Indenter
from lark.lexer import BasicLexer, ContextualLexer

from .cutting import Cutter, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Token


class StateLexer(BasicLexer):
    """The tokens at some states of the parser, for Lark."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.callback = {}
        known = ((each.name, each.pattern.to_regexp()) for each in self.terminals)
        self.cutter = Cutter([Terminal(*each, self.g_regex_flags) for each in known])

    def match(self, text: Any, pos: int) -> tuple[str, str] | None:
        """What the text has at a position, and the name of its terminal; None: nothing fits."""
        return self.cutter.match(text if isinstance(text, str) else text.text, pos)


class Lexer(ContextualLexer):
    """A lexer for each state of the parser, as Lark takes one for its own."""

    BasicLexer: ClassVar[type[BasicLexer]] = StateLexer  # type: ignore[misc]


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
