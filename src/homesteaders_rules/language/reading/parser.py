"""From sources to trees: each definition parsed alone, so that an error stays where it is."""

from __future__ import annotations

import re
from collections import deque
from functools import lru_cache
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ...spelling import nearest
from ...trees import Node, nodes
from ...values import ByValue
from ..messages.diagnostics import Diagnostic
from .automaton import Unreadable
from .characters import TAB, depth
from .grammar import automaton, structural_words
from .layout import MOST_REMEMBERED, first_problem, without_block
from .syntax import Passage

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .sources import Source

MOST_ERRORS = 12
MOST_REREAD = 300_000
"""After so many errors in one definition the rest of it is left unread; a long one earlier."""
BLANK_LINES = 1
"""So many may stand between a block and a line of it that is not indented."""
MOST_BELOW = 40
"""So many lines are tried in the block above them."""


@frozen(eq=False, repr=False)
class Parsed(ByValue):
    """A definition: its tree, None if nothing of it could be read; ``broken``: lines left out."""

    passage: Passage
    node: Node | None
    broken: tuple[str, ...] = ()


def passages(source: Source) -> tuple[list[Passage], list[Diagnostic]]:
    """The definitions of a source: from each line that begins in column 1 to the next one."""
    starts = [n for n, line in enumerate(source.plain, 1) if line and not line.startswith(" ")]
    found = _lines_before(source, starts[0] if starts else len(source.plain) + 1)
    cut: list[Passage] = []
    for start, following in pairwise([*starts, len(source.plain) + 1]):
        lines = list(source.plain[start - 1 : following - 1])
        while not lines[-1]:
            lines.pop()
        cut.append(Passage(source, start, tuple(lines)))
    return cut, found


def _lines_before(source: Source, start: int) -> list[Diagnostic]:
    for number, line in enumerate(source.plain[: start - 1], 1):
        if line:
            blanks = depth(line)
            span = source.span(number, 1, number, blanks + 1)
            message = "the first definition must begin in column 1"
            return [source.finding("E104", message, span, "delete the blanks before it")]
    return []


def parse_source(source: Source) -> tuple[list[Parsed], list[Diagnostic]]:
    """The trees of all definitions of a source."""
    all_passages, found = passages(source)
    cut = deque(all_passages)
    parsed: list[Parsed] = []
    while cut:
        passage = cut.popleft()
        result, diagnostics = parse_passage(passage)
        if [each.code for each in diagnostics] == ["E105"]:
            lines = _not_indented(passage, cut)
            if lines:
                for _ in lines:
                    cut.popleft()
                broken = chain(passage.lines, *(each.lines for each in lines))
                result = Parsed(passage, None, tuple(broken))
                diagnostics = [_indent_missing(passage, lines[0])]
        elif parsed and _belongs(passage, diagnostics, parsed[-1]):
            first = evolve(parsed[-1].passage, lines=parsed[-1].passage.lines[:1])
            diagnostics = [_indent_missing(first, passage, "it can only stand")]
        parsed.append(result)
        found += diagnostics
    return parsed, found


@lru_cache(MOST_REMEMBERED)
def _tree(text: str) -> Node | None:
    """The tree of a definition, None where it cannot be read.

    Nothing changes a tree: those who read the same text share it.
    """
    whole = automaton().tree(text)
    return nodes(whole)[0] if whole is not None else None


def _refusal(text: str) -> Unreadable:
    """Why a text that cannot be read is not read any further."""
    try:
        automaton().read(text)
    except Unreadable as error:
        return error
    raise AssertionError(f"this can be read: {text}")


def _not_indented(passage: Passage, following: Iterable[Passage]) -> list[Passage]:
    """What stands right below a line that begins a block, and belongs to it but is not indented.

    It can be read in the block, as far as it goes on without a blank line.
    """
    last = passage.first + len(passage.lines)
    lines = passage.lines
    deeper = " " * (depth(lines[-1]) + TAB)
    looked_at: list[Passage] = []
    belong = 0
    for other in islice(following, MOST_BELOW):
        if other.first != last:
            break
        looked_at.append(other)
        lines = (*lines, *(deeper + line for line in other.lines))
        last = other.first + len(other.lines)
        if _tree("\n".join(lines) + "\n") is not None:
            belong = len(looked_at)
    return looked_at[:belong]


def _belongs(passage: Passage, found: Sequence[Diagnostic], above: Parsed) -> bool:
    """Whether what cannot be read as it stands can be in the block right above it."""
    over = above.passage
    if not found or found[0].span.line != passage.first or above.broken:
        return False
    # Below an option any line could be read: it explains the option.
    of_option = over.lines[0].startswith("option ")
    is_condition = passage.lines[0].startswith("if ")
    if of_option and (is_condition or "begins no definition" not in found[0].message):
        return False
    deeper = " " * max(4, depth(over.lines[-1]))
    below = (deeper + line if line else "" for line in passage.lines)
    whole = evolve(over, lines=(*over.lines, *below))
    between = passage.first - over.first - len(over.lines)
    return between <= BLANK_LINES and not parse_passage(whole)[1]


def _indent_missing(passage: Passage, below: Passage, why: str = "nothing stands") -> Diagnostic:
    begins = passage.lines[-1].strip()
    span = below.span(1, 1, 1, len(below.lines[0]) + 1)
    message = f"this line is not indented, but {why} in the block of: {begins}"
    hint = "indent the lines that belong to the block by four blanks"
    return below.source.finding("E105", message, span, hint)


def parse_passage(passage: Passage) -> tuple[Parsed, list[Diagnostic]]:
    """The tree of one definition. A line that cannot be read is left out and reported."""
    found: list[Diagnostic] = []
    broken: list[str] = []
    below = (0, 0)
    left = list(passage.lines)
    refused = _too_deep(passage)
    if refused is not None:
        return Parsed(passage, None, passage.lines), [refused]
    most = max(1, min(MOST_ERRORS, MOST_REREAD // sum(map(len, left))))
    while any(left) and len(found) < most:
        text = "\n".join(left) + "\n"
        tree = _tree(text)
        if tree is not None:
            return Parsed(passage, tree, tuple(broken)), found
        for named in (_misspelt_head, _small_name, _no_sort) if not found else ():
            if result := named(passage):
                return result
        from ..slips.explanation import explain

        diagnostic = explain(_refusal(text), passage, left)
        line = diagnostic.span.line - passage.first
        # A block that lost all its lines is an error that was already reported, and what is
        # indented like a line that is indented too much is told with it.
        place = diagnostic.span.line, diagnostic.span.end_column
        again = diagnostic.code == "E104" and place == below
        if not (again or (found and diagnostic.code == "E105")):
            found.append(diagnostic)
        below = (place[0] + 1, place[1]) if diagnostic.code == "E104" else (0, 0)
        removed = without_block(left, line)
        broken += removed
        if line == 0 or not removed:
            broken += left
            break
    return Parsed(passage, None, tuple(broken)), found


NO_SORT = re.compile(r"(?:replace )?(tile|piece) [A-Z\"][^:]*:")
ANY_SORT = "sort"
SMALL_NAME = re.compile(r"([a-z][a-z'’-]*) ([a-z][\w'’ -]*):")


def _small_name(passage: Passage) -> tuple[Parsed, list[Diagnostic]] | None:
    """``building bakery:`` was read as a moment: is all well with a capital letter?"""
    from .keywords import opening_words_of_lines

    found = SMALL_NAME.match(passage.lines[0])
    if found is None or found[1] in structural_words():
        return None
    if passage.lines[0].startswith(tuple(f"{word} " for word in opening_words_of_lines())):
        return None
    sort, small = found.groups()
    if small.startswith("of "):  # A heading of several.
        return None
    name = re.sub(r"(?:^| )\w", lambda first: first[0].upper(), small)
    first = f"{sort} {name}{passage.lines[0][found.end() - 1 :]}"
    changed = evolve(passage, lines=(first, *passage.lines[1:]))
    parsed, others = parse_passage(changed)
    if parsed.node is None or parsed.node.data != "piece":
        return None
    span = passage.span(1, len(sort) + 2, 1, len(sort) + 2 + len(small))
    message = f'"{small}" cannot be the name of a {sort}'
    hint = f"the name of a {sort} begins with a capital letter: {sort} {name}"
    return parsed, [passage.source.finding("E204", message, span, hint), *others]


def _misspelt_head(passage: Passage) -> tuple[Parsed, list[Diagnostic]] | None:
    """``tlie North End:`` begins no definition: is all well with the word that is meant?"""
    from .keywords import opening_words_of_lines

    first = passage.lines[0]
    word = first.split(maxsplit=1)[0].rstrip(":,")
    known = {phrase.split()[0] for phrase in opening_words_of_lines()}
    right = "" if word in known else nearest(word, known)
    if not right:
        return None
    changed = right + first[len(word) :]
    parsed, others = parse_passage(evolve(passage, lines=(changed, *passage.lines[1:])))
    if parsed.node is None or others:
        return None
    span = passage.span(1, 1, 1, len(word) + 1)
    message = f'"{word}" begins no definition'
    return parsed, [passage.source.finding("E102", message, span, f"write: {changed}")]


def _no_sort(passage: Passage) -> tuple[Parsed, list[Diagnostic]] | None:
    """``tile Bakery:`` and ``piece Bakery:`` begin no piece: is all well with a sort before it?"""
    found = NO_SORT.match(passage.lines[0])
    if found is None:
        return None
    start, end = found.span(1)
    changed = f"{passage.lines[0][:start]}{ANY_SORT}{passage.lines[0][end:]}"
    lines = (changed, *passage.lines[1:])
    tree = _tree("\n".join(lines) + "\n")
    if tree is None:
        return None
    span = passage.span(1, start + 1, 1, end + 1)
    hint = f"its sort stands before its name: {found[0].replace(found[1], '<sort>', 1)}"
    finding = passage.source.finding("E201", f'"{found[1]}" is no sort of pieces', span, hint)
    return Parsed(passage, None, passage.lines), [finding]


def _too_deep(passage: Passage) -> Diagnostic | None:
    found = first_problem(passage.lines)
    if found is None:
        return None
    number, code, message = found
    line = passage.lines[number - 1]
    span = passage.span(number, depth(line) + 1, number, len(line) + 1)
    hint = "give the inner part a name with action, and write the name here"
    return passage.source.finding(code, message, span, hint)
