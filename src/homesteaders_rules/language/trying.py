"""Trying what a wrong line may mean: is it right in the game as it stands?

No proposal is made that was not tried: who follows it to the letter gets a text that is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import define, evolve, field

from ..spelling import OR, nearest, words_meant
from ..trees import below, tokens
from ..words import a_or_an, join
from .compiling.compiler import compile_entries
from .messages.diagnostics import ERROR, Diagnostic
from .names.hints import fill
from .names.names import PLAYERS, TABLES, Names, collect
from .reading.characters import depth, in_plain_letters, without_comment
from .reading.entries import entries_of
from .reading.keywords import words_of_language
from .reading.parser import parse_passage
from .reading.sources import Source
from .reading.syntax import ADD, MORE_SCORING, REPLACE, Entry, Passage
from .slips.changes import DECLARING, NEAR, ONE, Change
from .slips.rewriting import Broken, Unread, Way, ways_of

SORT_GAP = "<sort>"
PLACE_GAP = "<elsewhere>"
"""Another place of the pieces of a sort than the one that a line names."""
NUMBERED = ("E345", "E393")
"""That a line comes at the wrong number: each is tried without those before it."""
CANNOT_STAND = re.compile(r'"[^"]+" cannot stand here(; expected: .*)$')
TITLE = re.compile(r"[A-Z][\w'’.&-]*(?: [A-Z0-9][\w'’.&-]*)*")
NO_VERB = re.compile(r"(?:^ +|: |, then |\bmay | or )(?:may )?(?P<name>[a-z][a-z'’ -]*) $")
NO_VERBS = frozenset({"give"})
"""Words that the language has in another form, and never before goods."""
LOT_NUMBER = re.compile(r"\d+ $")
EXCHANGED = re.compile(r" +exchange: (?P<given>\d+ (?P<good>[a-z '-]+)) -> (?P<gain>\d[^:]*)$")
GOODS = re.compile(r"\d+ [a-z]+(?:, \d+ [a-z]+)*")
NAME = re.compile(r"[^:,]+")
PLACING = ("place_goods", "placing", "placing_in_turn")
UNKNOWN = ("E102", "E201", "E202")
MOST_TRIED = 20
"""So many findings are tried; with more of them something else is wrong."""


@define
class Trial:
    """The definitions that hold, the names they declare, and the files by name.

    ``complete``: all names are known. Where they are not, what can be read is taken for usable.
    """

    entries: Sequence[Entry]
    names: Names
    sources: Mapping[str, Source] = field(factory=dict)
    complete: bool = True
    tried: int = 0

    # ---- lines that cannot be read

    def settled(self, finding: Diagnostic) -> Diagnostic:
        """What is told of a line that cannot be read: the first way in which it could be used.

        Where none could be used, what is wrong is told without the line. A declared name is never
        taken for a misspelt word.
        """
        if not isinstance(finding, Unread):
            return self._of_its_kind(finding)
        misspelt = finding.misspelt
        if misspelt is not None and self.names.kind_of(misspelt.word):
            misspelt = None
        self.tried += 1
        if self.tried > MOST_TRIED:
            return finding.alone()
        ways = finding.search()
        if misspelt is not None:
            # What is said so elsewhere is meant rather than what is spelt like it.
            same = self._usable(w for w in ways if w.certain and w.word == misspelt.word)
            if same is not None:
                return same
            here, below = self._errors(misspelt.around, misspelt.at)
            if not here:
                return misspelt.finding if below else self._with_line(misspelt)
        usable = self._usable(ways)
        if usable is not None:
            return usable
        if misspelt is not None and self._can_be_read(misspelt):
            return misspelt.finding
        filled = (self._with(way, "", "") for way in ways if way.certain and way.is_wrong)
        certain = next((way.finding for way in filled if self._fits(way)), None)
        return certain or self._at_its_verb(finding.otherwise or finding.alone())

    def _usable(self, ways: Iterable[Way]) -> Diagnostic | None:
        """The first way that leaves nothing wrong; else the first in whose line nothing is."""
        second: Diagnostic | None = None
        for way in ways:
            if way.spelling and self.names.kind_of(way.word):
                continue
            for meant in self._meant(way):
                here, below = self._errors(meant.around, meant.at, meant.several)
                if not here and not below:
                    return self._with_line(meant)
                if not here and second is None:
                    second = self._with_line(meant)
        return second

    def _meant(self, way: Way) -> Iterator[Way]:
        """The way with names in its gaps."""
        if SORT_GAP in way.line:
            # Of a piece that is there the sort is known.
            rest = way.line.partition(SORT_GAP)[2].lstrip(' "')
            named = [name for name in self.names.pieces if rest.startswith(name)]
            sort = self.names.pieces[max(named, key=len)] if named else ""
            yield self._with(way, SORT_GAP if sort else "", sort)
            return
        if PLACE_GAP in way.line:
            places = self._other_places(way.line)
            hint = f"say which place: {join(places, 'or')}" if len(places) > 1 else ""
            yield from (evolve(self._with(way, PLACE_GAP, place), hint=hint) for place in places)
            return
        if NEAR not in way.line:
            yield self._with(way, "", "")
            return
        for table in TABLES.values():
            name = nearest(way.word, table(self.names))
            if name:
                yield self._with(way, NEAR, name)

    def _other_places(self, line: str) -> list[str]:
        """Where pieces of the sort in a line may lie, but for players and where it says."""
        forms = [form for form in self.names.sorts if f" {form} " in line]
        sort = self.names.sorts[max(forms, key=len)] if forms else ""
        places = self.names.places.get(sort, ())
        return [at for at in places if at != PLAYERS and f" {at} " not in f"{line} "]

    def _with(self, way: Way, gap: str, name: str) -> Way:
        def put(text: str) -> str:
            text = text.replace(gap, name) if gap else text
            return fill(text, self.names) if "<" in text else text

        line = put(way.line)
        around = (*way.around[: way.at], line, *way.around[way.at + 1 :])
        return evolve(way, line=line, around=around, finding=way.told(put))

    def _with_line(self, way: Way) -> Diagnostic:
        """The finding of a way with the line as it should be."""
        line = way.line.strip()
        hint = way.hint or f"write: {line}"
        if way.word == "," and way.end == len(way.line):
            hint = f"say what follows the comma, or leave it out: {line}"
        return evolve(way.finding, hint=self._which_number(way) or self._or_a_place(way) or hint)

    def _or_a_place(self, way: Way) -> str:
        """``1 worker for 3 silver``: of what is placed on pieces it may be told what it gives."""
        said, line = EXCHANGED.match(way.line), without_comment(way.finding.line_text)
        if said is None or "exchange" in line or "->" in line or not self._is_placed(said["good"]):
            return ""
        place = f"{said['given']}: gain {said['gain']}"
        return f"say which it is: {way.line.strip()}, or a place: {place}"

    def _is_placed(self, word: str) -> bool:
        """Whether an effect places a good on pieces."""
        every = (node for entry in self.entries for node in below(entry.node))
        placed = (str(tokens(node, "PHRASE")[0]) for node in every if node.data in PLACING)
        return self.names.goods.get(word, "") in map(self.names.goods.get, placed)

    def _which_number(self, way: Way) -> str:
        """That a missing number is for the author to say; empty where one of several is named."""
        found = re.match("[a-z '’-]*", way.counted.lstrip())
        words = found[0].split() if found else []
        forms = self.names.goods | self.names.groups | self.names.sorts
        labels = {word for label in TABLES["label"](self.names) for word in label.split()}
        while words and words[0] in labels and words[0] not in forms:
            words.pop(0)
        runs = (" ".join(words[:end]) for end in range(len(words), 0, -1))
        named = next((run for run in runs if run in forms), "")
        several = (form for form, of in forms.items() if of == named != form)
        if not way.counted or any(several):
            return ""
        at = way.line.rindex(ONE, 0, way.end)
        first = way.counted.split()[0].rstrip(":,")
        is_plural = forms.get(named, named) != named or first.endswith("s")
        number = "2" if is_plural else ONE
        line = f"{way.line[:at]}{number}{way.line[at + 1 :]}"
        return f"say which number is meant, as in: {line.strip()}"

    # ---- lines that can be read

    def improved(self, finding: Diagnostic) -> Diagnostic:
        """A finding about a name with a proposal that was tried, or without one."""
        source = self.sources.get(finding.span.file)
        words, more = words_meant(finding.hint)
        if source is None or self.tried > MOST_TRIED:
            return finding
        if not words and finding.code not in UNKNOWN:
            return self.whole(finding)
        self.tried += 1
        broken = _broken(finding, source)
        start, end = broken.column, finding.span.end_column - finding.span.column + broken.column

        def report(change: Change) -> Diagnostic:
            span = source.span(finding.span.line, change.column, finding.span.line, change.end)
            return evolve(finding, code="E101", message=change.message, span=span)

        # What is wrong about a name may be the two words before it.
        before = re.search(r"(?:[\w-]+ ){0,2}$", broken.line[:start])
        first = before.start() if before else start
        ways = ways_of(broken, report, within=range(first, end + 1))
        certain = self._usable(way for way in ways if way.certain)
        if certain is not None:
            return certain
        better = [word for word in words if self._is_better(finding, broken, word)]
        if better:
            return evolve(finding, hint=finding.hint.replace(OR.join(words), OR.join(better)))
        spare = evolve(finding, hint=more)
        return self._usable(way for way in ways if not way.certain) or spare

    def whole(self, finding: Diagnostic) -> Diagnostic:
        """A finding whose hint says what to write, with a line that was tried in its place.

        What is said is that line, or what stands there where the finding is.
        """
        source = self.sources.get(finding.span.file)
        if not finding.line_meant or source is None:
            return finding
        broken, span = _broken(finding, source), finding.span
        text, line, start = fill(finding.line_meant, self.names), broken.line, broken.column
        end = start + span.end_column - span.column if span.line == span.end_line else start
        part = f"{line[:start]}{text}{line[end:]}" if start < end else ""
        for better in filter(None, (part, line[: depth(line)] + text)):
            if not self._errors(*broken.around(better))[0]:
                return evolve(finding, hint=f"write: {better.strip()}")
        return evolve(finding, hint=f"say it so: {text}")

    def _is_better(self, finding: Diagnostic, broken: Broken, word: str) -> bool:
        """Whether less is wrong in the line with another word in the place of what was found."""
        line, start = broken.line, broken.column
        end = start + finding.span.end_column - finding.span.column
        better, worse = (
            broken.around(each) for each in (f"{line[:start]}{word}{line[end:]}", line)
        )
        return self._errors(*better)[0] < self._errors(*worse)[0]

    def _errors(self, around: tuple[str, ...], at: int, several: int = 1) -> tuple[int, int]:
        """How much is wrong in a line, or in ``several`` up to it, and in those around it."""
        wrong = [each.span.line - 1 for each in self._wrong(around, at)]
        here = sum(at - several < line <= at for line in wrong)
        return here, len(wrong) - here

    def _can_be_read(self, way: Way) -> bool:
        """Whether only names are wrong in the line, if anything is."""
        wrong = self._wrong(way.around, way.at)
        return not way.finding.line_meant and not any(
            each.code.startswith("E1") and each.span.line == way.at + 1 for each in wrong
        )

    def _fits(self, way: Way) -> bool:
        """Whether something is put into the line with which nothing is wrong, whatever else is."""
        put = range(way.finding.span.column, way.end + 1)
        wrong = (each.span for each in self._wrong(way.around, way.at))
        return len(put) > 0 and not any(s.line == way.at + 1 and s.column in put for s in wrong)

    def _at_its_verb(self, finding: Diagnostic) -> Diagnostic:
        """``award 2 coins``: goods behind what was read as the name of an action, or of a lot."""
        line, start = finding.line_text, finding.span.column - 1
        numbered = LOT_NUMBER.search(line[:start])
        start = numbered.start() if numbered else start
        verb, goods = NO_VERB.search(line[:start]), GOODS.match(line, start)
        if not verb or not goods:
            return self._of_its_kind(finding)
        first, *_ = words = verb["name"].split()
        name = first if first in NO_VERBS else verb["name"]
        if name not in NO_VERBS and not words_of_language().isdisjoint(words):
            return self._of_its_kind(finding)
        if numbered and verb["name"] in self.names.sorts:
            return finding
        kind, start = self.names.kind_of(name), verb.start("name")
        message = f'"{name}" is {a_or_an(kind) if kind else "no verb"}, and takes no goods'
        span = evolve(finding.span, column=start + 1, end_column=start + len(name) + 1)
        is_told = finding.hint and not finding.hint.startswith("write it like: ")
        verbs = f"goods stand behind a verb: gain {goods[0]}, or pay {goods[0]}"
        hint = finding.hint if is_told else verbs
        return evolve(finding, message=message, span=span, hint=hint)

    def _of_its_kind(self, finding: Diagnostic) -> Diagnostic:
        """A finding about a declared name where none like it can stand says what the name is."""
        found = CANNOT_STAND.match(finding.message)
        name = TITLE.match(finding.line_text, finding.span.column - 1) if found else None
        words = name.group().split() if name else []
        for length in range(len(words), 0, -1):
            called = " ".join(words[:length])
            kind = self.names.kind_of(called)
            if found and kind:
                message = f'"{called}" is {a_or_an(kind)}, and cannot stand here{found[1]}'
                return evolve(finding, message=message)
        return finding

    def _wrong(self, around: tuple[str, ...], at: int) -> list[Diagnostic]:
        """What is wrong in lines that stand in each other, as a definition of their own."""
        lines = tuple(without_comment(line).rstrip() for line in around)
        if not lines[at]:
            return []
        passage = Passage(Source("", lines, lines), 1, lines)
        parsed, found = parse_passage(passage)
        if not self.complete:
            return found
        read = [entry for entry in entries_of(parsed, "") if entry.kind != "header"]
        entries = [entry for entry in read if entry.operation in (ADD, REPLACE)]
        there = {(entry.kind, entry.name) for entry in self.entries}
        gone = [e for e in read if e.operation != ADD and (e.kind, e.name) not in there]
        whole = passage.span(at + 1, 1, at + 1, len(lines[at]) + 1)
        if parsed.node is None:
            # Whether there is such a thing shows only in what can be read as a whole.
            found.append(Diagnostic("E101", ERROR, "nothing of it can be read", whole))
        # What it declares itself is known in it, and what it adds to is there.
        names = collect((*self.entries, *entries))
        accented = (word for word in self.names.unread if not word.isascii())
        names.unread = frozenset(map(in_plain_letters, accented))
        scorings = [e for e in self.entries if e.kind == "scoring"][:1]
        added = [e for e in entries if e.kind == MORE_SCORING]
        gone += added if not scorings else ()
        found += [Diagnostic("E402", ERROR, "nothing to replace", whole) for _ in gone]
        entries += [evolve(e, more=(*e.more, *added)) for e in scorings if added]
        _, wrong = compile_entries(entries, names, "")
        told = (*found, *(each for each in wrong if not each.span.file))
        return [each for each in told if each.is_error and each.code not in NUMBERED]


def told_where_declared(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What is said of lines that cannot be read.

    Where a name is declared that cannot be one, the lines that use it lack nothing but that name.
    """
    found = [*found]
    refused = {name: each for each in reversed(found) if (name := _refused(each))}
    return [
        each
        for each in found
        if not any(first is not each and _is_about(each, name) for name, first in refused.items())
    ]


def _refused(finding: Diagnostic) -> str:
    """The name, declared where a finding is, that begins with a word of the language; or empty."""
    start = finding.span.column - 1
    is_declared = finding.code == "E103" and DECLARING.search(finding.line_text[:start])
    found = NAME.match(finding.line_text, start) if is_declared else None
    return found.group().strip() if found else ""


def _is_about(finding: Diagnostic, name: str) -> bool:
    """Whether the name stands where a line cannot be read."""
    whole = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    places = (found.span() for found in whole.finditer(finding.line_text))
    is_unread = finding.code.startswith("E1")
    return is_unread and any(start < finding.span.column <= end for start, end in places)


def _broken(finding: Diagnostic, source: Source) -> Broken:
    """The line of a finding in its definition."""
    at = finding.span.line - 1
    first = at
    while first > 0 and (not source.plain[first] or source.plain[first].startswith(" ")):
        first -= 1
    last = at + 1
    while last < len(source.plain) and (not source.plain[last] or source.plain[last][0] == " "):
        last += 1
    written = range(1, len(source.plain[at]) + 2)
    column = next((c for c in written if source.column(at + 1, c) >= finding.span.column), 1)
    end = column - 1 + finding.span.end_column - finding.span.column
    return Broken(source.plain[first:last], at - first, column - 1, (",",), end)
