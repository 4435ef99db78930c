"""Where a compiler stands: the names it may use, the text it reads, the errors it finds."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from ...commands.amounts import Bundle
from ...commands.base import Span
from ...commands.conditions import Condition
from ...spelling import did_you_mean, nearest
from ...trees import Node, Token, text_of
from ...words import a_or_an
from ..messages.diagnostics import Diagnostic, listed
from .hints import hint_for_none

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from ..reading.syntax import Passage
    from .names import Names

LARGEST = 9999
OF_SORTS = ("label", "place")
"""What each sort of pieces has of its own."""
OF_GRIDS = ("cell", "enclosed area")
"""What is not known where a grid cannot be read."""
SORT, GROUP, PIECE, CELLS = "sort of pieces", "group of goods", "piece", "count of cells"
MOST_FOUND = 300
"""After so many findings unknown names are no longer looked up."""


@define(eq=False, repr=False)
class Scope:
    """What one definition is compiled with.

    ``prices`` are the compiled prices of each good with their conditions. Within an exchange
    for a group, ``group`` stands for the one good ``chosen``, and ``price`` is its price.
    ``portion`` is one way to choose any so many goods, ``among`` those that there are.
    ``lenient``: groups that stand in the place of goods were already reported. ``piece`` is the
    piece whose lines are compiled, what ``here`` means; HERE: the space just built on.
    ``on_cell``: within what is done for a cell of a grid, what ``there`` means.
    ``called``: what pieces are called now, by the names that the text knows.
    """

    names: Names
    passage: Passage
    found: list[Diagnostic]
    prices: Mapping[str, tuple[tuple[Bundle, tuple[Condition, ...]], ...]] = field(factory=dict)
    lenient: bool = False
    group: str = ""
    chosen: str = ""
    price: Bundle | None = None
    portion: tuple[tuple[str, int], ...] = ()
    among: tuple[str, ...] = ()
    piece: str = ""
    on_cell: bool = False
    called: Mapping[str, str] = field(factory=dict)

    def span(self, part: Node | Token) -> Span:
        """Where a part of the tree stands."""
        return self.passage.span_of(part)

    def word_in(self, part: Node | Token, word: str) -> Span:
        """Where a word stands in a part of the text; that part if it is not in its first line."""
        span = self.span(part)
        text = self.passage.source.line_text(span.line)
        found = re.compile(rf"\b{re.escape(word)}\b").search(text, span.column - 1)
        if found is None:
            return span
        ends = found.end() + 1
        return evolve(span, column=found.start() + 1, end_line=span.line, end_column=ends)

    def report(self, code: str, message: str, part: Node | Token | Span, hint: str = "") -> None:
        """Note an error; compiling goes on."""
        span = part if isinstance(part, Span) else self.span(part)
        self.found.append(self.passage.source.finding(code, message, span, hint))

    # ---- numbers

    def number(self, token: Token, least: int = 1) -> int:
        """A number of the text within reasonable bounds."""
        digits = str(token)
        value = int(digits) if len(digits) < 9 else LARGEST + 1
        if abs(value) > LARGEST:
            message = f"the number is beyond {LARGEST}"
            self.report("E302", message, token, f"write {LARGEST}, or less")
            return LARGEST
        if value < least:
            span, message = self.span(token), f"the number must be at least {least}, not {value}"
            text = self.passage.source.line_text(span.line)
            none = hint_for_none(text[: span.column - 1], text[span.end_column - 1 :])
            self.report("E302", message, token, "" if value else none)
            return least
        return value

    def range_of(self, token: Token, most: int = LARGEST) -> tuple[int, int]:
        """``1-10`` or ``4``: the first and the last, within reasonable bounds."""
        first, _, last = str(token).partition("-")
        ends = [int(part[:9]) for part in (first, last or first)]
        if max(ends) > most:
            self.report("E302", f"the number is beyond {most}", token, f"write {most}, or less")
            ends = [min(end, most) for end in ends]
        if ends[0] > ends[1] or ends[0] < 1:
            ordered = f"{min(ends)}-{max(ends)}"
            hint = f"the first number comes first: {ordered}" if min(ends) else "begin at 1"
            message = "a range goes from a number above 0 to a higher one"
            self.report("E302", message, token, hint)
        return min(ends), max(ends)

    def report_falling(self, what: str, listed: Sequence[Token], numbers: Sequence[int]) -> None:
        """An error at the first of some numbers that is not higher than the one before it."""
        for token, (low, high) in zip(listed[1:], pairwise(numbers), strict=True):
            if low >= high:
                rising = ", ".join(map(str, sorted(set(numbers))))
                hint = f"{low} stands before it; in rising order: {rising}"
                message = f"each {what} must be higher than the one before it"
                self.report("E324", message, token, hint)
                return

    # ---- names

    def resolve(self, token: Token, table: Mapping[str, str], what: str) -> str:
        """The name for a form of it, or the word itself and an error."""
        word = text_of(token)
        if word in table:
            return table[word]
        self.unknown(token, table, what)
        return word

    def unknown(self, token: Token, known: Iterable[str], what: str) -> None:
        """An error for a name that is not declared, unless its declaration is the error."""
        word = text_of(token)
        if self.names.in_unread_text(word) or len(self.found) > MOST_FOUND:
            return
        if self.names.unread and what in OF_GRIDS:
            return
        known = tuple(known)
        names = self.names
        once = [w for w in known if {names.goods.get(w, w), names.sorts.get(w, w)} == {w}]
        usual = f"known: {listed(once)}" if once else f"no {what} is declared"
        if what == SORT and token.where[1] == 1 and not word.endswith("s"):
            usual = f"{usual}; a new sort is declared: piece {word}/{word}s:"
        carried = names.table("label").get(word)
        if carried and what == SORT:
            usual = f"the sort stands behind its labels: {word} {carried}"
        of_sort = what.partition(" ")[0]
        if sort := names.table(of_sort).get(word) if of_sort in OF_SORTS else None:
            known, usual = (), f"it is a {of_sort} of {a_or_an(sort)}; {usual}"
        if word in self.names.renamed and what == PIECE:
            usual = f"it has another name now: {self.names.renamed[word]}"
        token = token.part(word, 1) if token.type == "QUOTED" else token
        hint = self.names.in_a_pack(word, what) or did_you_mean(word, known)
        before = "" if hint else _name_before(word, known)
        if before:
            rest = word[len(before) :].strip()
            token = token.part(rest, len(word) - len(rest))
            usual = f'"{rest}" cannot stand behind "{before}"'
        hint = hint or usual
        kind = self.names.kind_of(word)
        if kind and kind != what:
            self.report(
                "E202", f'"{word}" is {a_or_an(kind)}; {a_or_an(what)} is needed here', token, hint
            )
        else:
            self.report("E201", f'unknown {what} "{word}"', token, hint)

    def good(self, token: Token) -> str:
        """A good, in any form. Where a good is chosen for its group, that one."""
        word = str(token)
        group = self.names.groups.get(word)
        if self.chosen and group == self.group:
            return self.chosen
        if self.lenient and group is not None:
            return self.names.members[group][0]
        return self.resolve(token, self.names.goods, "good")

    def goods(self, *words: Token) -> tuple[str, ...]:
        """The goods that words name, each once: all of a group, or the one good."""
        return tuple(dict.fromkeys(good for word in words for good in self._goods(word)))

    def _goods(self, token: Token) -> tuple[str, ...]:
        word = str(token)
        if word in self.names.groups and word not in self.names.goods:
            return self.names.members[self.names.groups[word]]
        if word not in self.names.goods:
            self.unknown(token, (*self.names.goods, *self.names.groups), "good")
        return (self.names.goods.get(word, word),)

    def named(self, kind: str, token: Token) -> str:
        """The name of something of a kind, as the fields of commands call it."""
        if kind == "good":
            return self.good(token)
        table, word = self.names.table(kind), text_of(token)
        word = self.piece_name(token) if kind == PIECE else word
        if word not in table:
            self.unknown(token, table, kind)
        return table.get(word, word) if kind in (SORT, GROUP, CELLS) else word

    def piece_name(self, token: Token) -> str:
        """What a piece is called now, by the name that the text knows."""
        word = text_of(token)
        return self.called.get(word, word)

    def declares(self, kind: str, token: Token) -> bool:
        """Whether the words name something of a kind."""
        return text_of(token) in self.names.table(kind)

    def mapped_sort(self, part: Node | Token) -> str:
        """The sort of the spaces of the map: the only one of which there is one."""
        messages = "there is no map", "there is more than one map"
        hint = "a map is a block like: map of <sorts>: ..."
        return self._only_sort(self.names.mapped(), part, messages, hint)

    def _only_sort(
        self, sorts: Sequence[str], part: Node | Token, messages: tuple[str, str], hint: str
    ) -> str:
        """The one sort that there is; else an error, which says that there is none, or more."""
        if len(sorts) == 1:
            return sorts[0]
        if not self.names.unread:
            self.report("E303", messages[len(sorts) > 1], part, hint)
        return ""

    def sort_of_stack(self, stack: str) -> str:
        """The sort of the pieces that lie in it; empty where there is no such stack."""
        return self.names.stacks.get(stack, "")

    def sort(self, token: Token) -> str:
        """A sort of pieces, in any form."""
        return self.named(SORT, token)

    def label(self, token: Token, sort: str) -> str:
        """A label that pieces of the sort may carry."""
        labels = self.names.labels_of(sort)
        if sort not in self.names.labels:
            return str(token)
        words = str(token).split()
        one_by_one = set(words) & set(labels)
        if len(words) > 1 and str(token) not in labels and len(one_by_one) > 1:
            hint = "between labels stand commas, and between layers of a stack: on"
            if one_by_one == set(words):
                hint = f"put commas between them: {', '.join(words)}"
            self.report("E201", f'unknown label "{token}"', token, hint)
            return str(token)
        return self.resolve(token, dict(zip(labels, labels, strict=True)), "label")

    def place(self, token: Token, sort: str) -> str:
        """A place where pieces of the sort may lie."""
        places = self.names.places.get(sort, ())
        if sort not in self.names.places:
            return str(token)
        return self.resolve(token, dict(zip(places, places, strict=True)), "place")

    def owned_sort(self, part: Node | Token) -> str:
        """The sort that is built: the only one that players own and that is offered somewhere."""
        owned = self.names.built_sorts()
        if len(owned) == 1:
            return owned[0]
        if self.names.unread:
            return owned[0] if owned else ""
        message = "no sort of pieces" if not owned else f"more than one sort ({', '.join(owned)})"
        hint = "one sort is built; the places of every other that players own are: <place>, players"
        self.report("E303", f"{message} can be built", part, hint)
        return ""

    def auctioned_sort(self, part: Node | Token) -> str:
        """The sort of the lots: the only one that is auctioned."""
        several = "more than one sort of pieces is auctioned"
        messages = "no sort of pieces is auctioned", several
        hint = "an auction is a block like: auction <sorts>: ..."
        return self._only_sort(self.names.auctioned(), part, messages, hint)

    def labels_in(self, token: Token, sort: str) -> tuple[str, ...]:
        """``stone oven``: labels of a sort; its own word may stand behind them."""
        words = str(token).split()
        if self.names.sorts.get(words[-1]) == sort:
            words.pop()
        return self._labels_in(words, sort, token)

    def split_labels(self, token: Token) -> tuple[tuple[str, ...], str]:
        """``industrial buildings`` -> the labels and the sort, with errors for unknown words."""
        words = str(token).split()
        for start in range(len(words)):
            sort = self.names.sorts.get(" ".join(words[start:]))
            if sort is not None:
                return self._labels_in(words[:start], sort, token), sort
        for start in range(1, len(words)):
            wrong = " ".join(words[start:])
            if nearest(wrong, self.names.sorts):
                word = token.part(wrong, token.index(wrong))
                self.unknown(word, self.names.sorts, SORT)
                return (), ""
        self.unknown(token, self.names.sorts, SORT)
        return (), ""

    def _labels_in(self, words: list[str], sort: str, token: Token) -> tuple[str, ...]:
        labels = self.names.labels_of(sort)
        found = labels_at(words, labels)
        if rest := words[sum(len(label.split()) for label in found) :]:
            wrong = " ".join(rest)
            word = token.part(wrong, token.index(wrong))
            self.unknown(word, labels, f"label of a {sort}")
        return found


def labels_at(words: Sequence[str], labels: Iterable[str]) -> tuple[str, ...]:
    """The labels that some words begin with, each as long as can be."""
    known, found, start = frozenset(labels), [], 0
    while start < len(words):
        ends = range(len(words), start, -1)
        end = next((end for end in ends if " ".join(words[start:end]) in known), start)
        if end == start:
            break
        found.append(" ".join(words[start:end]))
        start = end
    return tuple(found)


def _name_before(word: str, known: Collection[str]) -> str:
    """The known name that ``coin in bidding`` begins with, and goes on with what is no name."""
    ends = (word.rfind(" ", 0, end) for end in range(len(word), 0, -1))
    return next((word[:end] for end in ends if end > 0 and word[:end] in known), "")
