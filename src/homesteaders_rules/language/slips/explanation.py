"""Saying in an author's words why a line cannot be read, and how it could be written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve

from ...trees import Node, Token
from ..messages.diagnostics import Diagnostic
from ..messages.phrases import EXAMPLES, PLAIN_WORDS, SILENT
from ..reading.automaton import Uneven
from ..reading.characters import TAB, depth
from ..reading.grammar import automaton, structural_words
from ..reading.keywords import keywords
from ..reading.layout import BLOCK, end_of_reading, into_block, misplaced, unlike_any_above
from .advice import beginning, like_keyword, like_last, like_only, usual_slip
from .changes import ONE, Change, quoted
from .expected import MOST_NAMED, begun, like_a_keyword, named
from .reasons import BY_LABELS, FINAL, IF_SO
from .rewriting import Broken, Unread, Way, apart, below, shorter, ways_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..reading.automaton import Unreadable
    from ..reading.syntax import Passage

WORD = re.compile(r'"[^"]*"?|->|[\w\'’-]+|\S')
SWALLOWED = re.compile(r"\w (in|with)\b")
DECLARES = re.compile(
    r"(?:^|[: ])(?:action|exchange|option|phase|tally|piece|hidden|public|labels:.*|places:.*"
    r"|moments:.*|(?:hidden|public) .*\d)$"
)
"""What stands before a name that is declared, and not used."""
LOOK_BACK = 5
"""So many values before an error may contain the misspelt word that is to blame."""
LAYOUT = ("E105", "E108")
SIGNS = {"_COLON": ":", "_COMMA": ",", "NUMBER": ONE, "SIGNED": ONE}
NOT_INDENTED = "this line is not indented more than the line above it"
NO_WORD, NOT_HERE = "is no word of the language", "cannot stand here"
NO_DEFINITION, OTHER_LINE = "begins no definition", "begins another line"
TAKEN = "is a word of the language and cannot begin a name"
OTHER_NAME = "choose another name, or put another word before it"
NO_RULE = "say what happens behind a colon; before what only explains put #"
EITHER = "end the line with a colon, or indent the next one as much as this one"
QUOTE_HINT = 'a quoted text begins and ends with " in the same line'


def explain(error: Unreadable, passage: Passage, lines: Sequence[str]) -> Diagnostic:
    """The diagnostic for ``lines``, what is left of the passage, which cannot be read.

    Where the line could be read in another way it is :class:`Unread`, and the ways go with it.
    """
    explanation = _Explanation(error, passage, lines)
    finding = explanation.diagnostic()
    # Where lines are to be moved or quotes to be closed, other words would not help.
    return finding if finding.code in LAYOUT else explanation.unread(finding)


class _Explanation:
    """One error: where it is, what could stand there, what stands there instead."""

    def __init__(self, error: Unreadable, passage: Passage, lines: Sequence[str]) -> None:
        self.passage = passage
        self.lines = tuple(lines)  # Those of the caller change.
        self.kind, self.reading = error.kind, error.reading
        self.is_uneven = isinstance(error, Uneven)
        self.allowed = self.reading.accepted
        self.line, self.column = error.line, error.column
        self.at_end = self.kind in ("_NEWLINE", "$END", "_DEDENT", "")
        self.guessing = True
        self.guess: Change | None = None
        self.phrase = ""

    def diagnostic(self) -> Diagnostic:
        text = self._text(self.line)
        number = self._line_before(self.line + 1)
        told = unlike_any_above(self.lines) if self.is_uneven else misplaced(self.lines, number)
        if told is not None:
            message, hint, at = told
            return self._report("E104", message, at, hint)
        while text[self.column - 2 : self.column].isalpha() and self.column > 1:
            self.column -= 1  # A letter that is in no name does not end one.
        if self.kind == "_INDENT":
            return self._indented_too_much()
        if "_INDENT" in self.allowed and "_NEWLINE" not in self.allowed:
            return self._block_missing()
        misspelt = self._misspelt_before()
        if misspelt is not None:
            return misspelt
        if self.at_end:
            return self._ends_too_early()
        rest = text[self.column - 1 :]
        found = WORD.match(rest)
        return self._unexpected(found.group() if found else rest, rest)

    # ---- other ways

    def unread(self, finding: Diagnostic) -> Diagnostic:
        """The finding with the ways in which its line could be read."""
        number = finding.span.line - self.passage.first + 1
        if finding.hint in FINAL:
            return finding
        if finding.code == "E104":
            return Unread.of(finding, search=lambda: self._block_above(number, finding))
        broken = self._broken(number)
        if finding.code == "E103":  # In another order the words would make a name of their own.
            broken = evolve(broken, expected=None)
        misspelt, plain = None, finding
        if self.guess is not None:
            line, word = self.guess.changed, self.phrase
            misspelt = Way(finding, line, *broken.around(line), word=word)
            self.guessing = False
            plain = self.diagnostic()

        before, rest = broken.line[: broken.column].strip(), broken.line[broken.column :]
        slip = usual_slip(before, rest)
        is_known = self.guess or slip or begun(rest, broken.expected or ())[0]

        def report(change: Change) -> Diagnostic:
            at = (number, change.column, change.end - change.column)
            example = slip or self._example(change.changed) or self._example(broken.line)
            return self._report("E101", change.message, at, example)

        def other_line(start: int, word: str) -> Diagnostic:
            return self._report("E101", f'"{word}" {OTHER_LINE}', (number, start + 1, len(word)))

        def search() -> tuple[Way, ...]:
            ways = (*apart(broken, other_line), *ways_of(broken, report))
            return ways if is_known else (*ways, *shorter(broken, report))

        return Unread.of(finding, misspelt=misspelt, otherwise=plain, search=search)

    def _block_above(self, number: int, indented: Diagnostic) -> tuple[Way, ...]:
        """A line that is indented more may belong to the one above, whose colon is missing.

        Or what stands behind the colon of that one belongs below it, as this line does.
        """
        broken = Broken(self.lines, self._line_before(number) - 1, 0)
        change = Change(len(broken.line), "", ":", broken.line)
        around = broken.around(change.changed)
        depths = [depth(each) for each in (broken.line, self._text(number))]
        slipped = depths[0] > 0 and depths[0] % TAB == 0 and depths[1] % TAB != 0
        if self.kind != "_INDENT" or slipped:
            return ()
        if end_of_reading(*around) is not None:
            return tuple(below(broken, depths[1], indented))
        finding = self._report("E101", change.message, (broken.at + 1, change.column, 1))
        block = (" " * depths[0] + line.lstrip() for line in around[0][around[1] + 1 :])
        flat = (*around[0][: around[1]], broken.line, *block)
        either = end_of_reading(flat, len(flat) - 1) is None
        return (Way(finding, change.changed, *around, hint=EITHER if either else ""),)

    def _broken(self, number: int) -> Broken:
        instead = [(name.where[1] - 1, keywords(known)) for name, known in self._names_read()]
        before, tails = self._tails()
        instead += [(before - 1, tails)] if tails else []
        signs = {sign for name, sign in SIGNS.items() if name in self.allowed}
        ends_here = number == (self._line_before(self.line + 1) if self.at_end else self.line)
        expected = keywords(self.allowed) | signs if ends_here else ()
        within = ends_here and not self.at_end
        column = self.column - 1 if within else len(self._text(number))
        return Broken(self.lines, number - 1, column, expected, instead=instead)

    def _misspelt(
        self, saying: str, at: tuple[int, int], wrong: str, right: str, hint: str = ""
    ) -> Diagnostic | None:
        """A finding about a misspelt word, if the line can be read further with the right one.

        Of a phrase only the words are told that are wrong in it; ``saying`` is what they are not.
        """
        line, column = at
        text, start = self._text(line), column - 1
        hint = like_keyword(right) or hint
        if right.startswith(",") and not wrong.startswith(","):
            before = text[:start].rstrip()
            wrong, start = text[len(before) : start] + wrong, len(before)
        change, phrase = Change.of(start, wrong, right, text), wrong.strip(" ,")
        if not self.guessing or change.joins or not self._broken(line).gets_further(change.changed):
            return None
        wrong, right = change.wrong.strip(), change.right.strip()
        if wrong and right and not like_a_keyword(wrong, (right,)):
            return None
        self.guess, self.phrase = change, phrase
        message = f'"{wrong}" {saying}; did you mean "{right}"?'
        if not wrong or not right:
            message, hint = change.message, f"write: {change.changed.strip()}"
        return self._report("E102", message, (line, change.column, len(wrong)), hint)

    # ---- layout

    def _indented_too_much(self) -> Diagnostic:
        number = self._next_line(self.line)
        above = self._text(self.line)
        line = self._text(number)
        blanks = depth(line)
        message = "the line is indented more than the line above it, which begins no block"
        hint = "indent it like that line; or end that line with a colon, to begin a block"
        if above.rstrip().endswith(":"):
            hint = "what stands above it takes no block"
        return self._report("E104", message, (number, 1, blanks), hint)

    def _block_missing(self) -> Diagnostic:
        number = self._line_before(self.line if not self.at_end else self.line + 1)
        text = self._text(number)
        below = self._next_line(number)
        if hint := into_block(self.lines, number - 1, below - 1):
            message = f"{NOT_INDENTED}, but nothing stands in the block of: {text.strip()}"
            at = (below, depth(self._text(below)) + 1, len(self._text(below)))
            return self._report("E105", message, at, hint)
        hint = usual_slip(text.strip(), "") or self._example(text) or BLOCK
        at = (number, len(text), 1)
        return self._report("E105", "an indented block must follow this line", at, hint)

    # ---- words

    def _misspelt_before(self) -> Diagnostic | None:
        """A keyword spelt wrongly was read as a name; the error is only what follows it."""
        for name, known in self._names_read():
            found = like_a_keyword(str(name), keywords(known))
            if found:
                wrong, right = found
                at = name.where[:2]
                return self._misspelt(NO_WORD, at, wrong, right)
            within = self._misspelt_within(name) if name is self._last_read() else None
            if within is not None:
                return within
        return None

    def _names_read(self) -> Iterator[tuple[Token, frozenset[str]]]:
        """Names in this line, the last one first, with what might stand in the place of each."""
        values = self.reading.values
        number = self._line_before(self.line + 1)
        for position in range(len(values) - 1, max(-1, len(values) - LOOK_BACK), -1):
            name, where = values[position], self.reading.places[position]
            if isinstance(name, Node | list) or where is None or where[0] != number:
                break
            if isinstance(name, Token) and name.type == "PHRASE":
                yield name, self.reading.instead_of(position) - {"PHRASE"}

    def _last_read(self) -> object:
        return self.reading.values[-1] if self.reading.values else None

    def _misspelt_within(self, name: Token) -> Diagnostic | None:
        """``names frmo``: what should follow a name was taken for its next words."""
        for space in re.finditer(" ", name):
            near = like_a_keyword(name[space.end() :], keywords(self.allowed))
            if near is not None:
                at = (name.where[0], name.where[1] + space.end())
                return self._misspelt(NOT_HERE, at, *near)
        return None

    def _ends_too_early(self, expected: str = "", hint: str = "") -> Diagnostic:
        number = self._line_before(self.line + 1)
        text = self._text(number)
        message = f"the line ends where {expected or self._expected()} should follow"
        hint = hint or usual_slip(text.strip(), "") or self._example(text)
        if text[-1].isdigit() and not hint:
            hint = f"say of what: {text.split()[-1]} <good>"
        complete = f'put it there, or leave out "{text.split()[-1]}"'
        hint = hint or (NO_RULE if "_COLON" in self.allowed else complete)
        return self._report("E106", message, (number, len(text) + 1, 1), hint)

    def _unexpected(self, word: str, rest: str) -> Diagnostic:
        hint = like_only(self.allowed) or self._example(self._text(self.line))
        at = (self.line, self.column, len(word))
        if word.startswith('"') and not (word.endswith('"') and len(word) > 2):
            return self._report("E108", "the quotes are not closed, or empty", at, QUOTE_HINT)
        if self.line == self.column == 1:
            return self._no_definition(word)
        near = self._near_keyword(rest, hint)
        if near is not None:
            return near
        before = self._text(self.line)[: self.column - 1].strip()
        slip = IF_SO if not before and rest.startswith("if so") else usual_slip(before, rest)
        if self._is_taken(word, rest) and (DECLARES.search(before) or not before):
            of_parts = not before and "BUILD" in self.allowed
            other = f"each line begins with its name: first: {rest}" if of_parts else OTHER_NAME
            return self._report("E103", f'"{word}" {TAKEN}', at, slip or other)
        tail = self._misspelt_tail() or self._swallowed()
        if tail is not None:
            return tail
        # Of a phrase that begins as it should the word is told that is wrong in it.
        slipped = slip not in ("", BY_LABELS)
        start, further = (0, ()) if slipped else begun(rest, keywords(self.allowed))
        if further and not rest[start:].strip():
            return self._ends_too_early(named(further), hint)
        found = WORD.match(rest[start:])
        word = found.group() if found else word
        at = (self.line, self.column + start, len(word))
        expected = named(further) if further else self._expected()
        message = f"{quoted(word)} {NOT_HERE}; expected: {expected}"
        return self._report("E101", message, at, slip or hint)

    def _near_keyword(self, rest: str, hint: str) -> Diagnostic | None:
        """A finding about a misspelt keyword."""
        near = like_a_keyword(rest, keywords(self.allowed))
        if near is None or rest.startswith("."):
            return None
        if " " not in near[1] and self._is_taken(near[0], rest):
            return None
        return self._misspelt(NOT_HERE, (self.line, self.column), *near, hint)

    def _is_taken(self, word: str, rest: str) -> bool:
        """Whether a word of the language stands where a name should."""
        allowed = "PHRASE" in self.allowed and "_GAIN" not in self.allowed
        return allowed and word in structural_words()

    def _misspelt_tail(self) -> Diagnostic | None:
        """A tail such as ``, when offered`` spelt wrongly: its comma was read for itself."""
        end, tails = self._tails()
        near = like_a_keyword(self._text(self.line)[end - 1 :], tails) if tails else None
        return self._misspelt(NOT_HERE, (self.line, end), *near) if near else None

    def _tails(self) -> tuple[int, frozenset[str]]:
        """Where the comma before the error ends, and what might begin with it."""
        end = len(self._text(self.line)[: self.column - 1].rstrip())
        values = self.reading.values
        if self._text(self.line)[end - 1 : end] != "," or not values:
            return end, frozenset()
        words = keywords(self.reading.instead_of(len(values) - 1))
        return end, frozenset(word for word in words if word.startswith(","))

    def _swallowed(self) -> Diagnostic | None:
        """``coin in round 5``: the name goes on because "in" and "with" may stand in a name."""
        name = self._last_read()
        if not isinstance(name, Token) or name.type != "PHRASE":
            return None
        found = SWALLOWED.search(name)
        if found is None:
            return None
        line, column, *_ = name.where
        at = (line, column + found.start(1), len(found[1]))
        message = f'"{found[1]}" cannot stand here; expected: {self._expected()}'
        return self._report("E101", message, at, self._example(self._text(line)))

    def _no_definition(self, word: str) -> Diagnostic:
        near = like_a_keyword(word, keywords(self.allowed))
        if near and word not in EXAMPLES:
            found = self._misspelt(NO_DEFINITION, (1, 1), word, near[1])
            if found is not None:
                return found
        message, at = f'"{word}" {NO_DEFINITION}', (1, 1, len(word))
        return self._report("E101", message, at, beginning(word, self._text(1)))

    def _expected(self) -> str:
        allowed = self.allowed - SILENT
        words: list[str] = []
        if len(allowed & automaton().openings("effect")) > MOST_NAMED:
            allowed -= automaton().openings("effect")
            words.append("an effect")
        plain = sorted({PLAIN_WORDS[name] for name in allowed if name in PLAIN_WORDS})
        return named(keywords(allowed, True), *words, *plain)

    # ---- places

    def _example(self, text: str) -> str:
        part = text[: max(0, self.column - 1)] if not self.at_end else text
        return like_last(text, part, self.lines[: self.line - 1])

    def _text(self, number: int) -> str:
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def _next_line(self, number: int) -> int:
        following = range(number + 1, len(self.lines) + 1)
        return next((each for each in following if self._text(each)), number)

    def _line_before(self, number: int) -> int:
        earlier = range(min(number - 1, len(self.lines)), 0, -1)
        return next((each for each in earlier if self._text(each)), 1)

    def _report(
        self, code: str, message: str, at: tuple[int, int, int], hint: str = ""
    ) -> Diagnostic:
        """A diagnostic ``at`` a line, a column and a number of characters."""
        line, column, width = at
        span = self.passage.span(line, column, line, column + max(1, width))
        return self.passage.source.finding(code, message, span, hint)
