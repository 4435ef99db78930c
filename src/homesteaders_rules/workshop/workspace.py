"""A pack whose texts lie in memory, checked again and again while somebody writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ..commands.definitions.examples import Example
from ..commands.definitions.pieces import Piece
from ..errors import GameError, expect
from ..garbage import collected_later
from ..language.checking.tables import link_more
from ..language.loader import read_all, read_known
from ..language.messages.diagnostics import Diagnostic, has_errors, in_order
from ..language.packs.resolving import Library
from ..language.reading.files import SUFFIX
from ..language.reading.sources import MOST_BYTES, in_units
from ..telling.cards import Card, card
from ..testing.examples import as_finding, own_examples, run_example, start_of
from .fixes import Fix, fix_of
from .places import Places, Stretch
from .related import related_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from ..language.loader import Reading
    from ..language.packs.resolving import PackName
    from ..language.reading.sources import Source
    from ..play.state import State
    from ..rules import Rules

MOST_FILES = 100
MOST_IN_ALL = 4 * MOST_BYTES
"""So many bytes may all texts of a workspace have together."""
NAME = "pack"
"""What the pack of a workspace is called in messages, if nothing else is said."""


@frozen
class Finding:
    """What is wrong in a text, where, and the change that mends it, where one is known.

    ``related`` are other places that it names, such as the first of two definitions.
    """

    code: str
    severity: str
    message: str
    hint: str
    at: Stretch
    fix: Fix | None
    related: list[Stretch]


@frozen
class Preview:
    """A piece as it is printed. ``own``: the pack of the workspace says it; ``broken``: there are
    errors in its text, and what is shown is what could be read of it.
    """

    card: Card
    own: bool
    broken: bool


@frozen
class ExampleTold:
    """An example of the pack. ``failure`` says what is not so; empty where it comes out."""

    name: str
    at: Stretch
    failure: str
    failed_at: Stretch | None


@frozen
class Report:
    """What is known of the texts of a workspace.

    ``rules`` are None where there are errors, ``draft`` is what could be compiled all the same.
    ``cards`` are all that could be read, errors or not;
    ``stale``: nothing could be, and they are those of before. Examples are run where the rules
    hold.
    """

    rules: Rules | None
    draft: Rules | None
    findings: tuple[Finding, ...]
    cards: tuple[Preview, ...]
    examples: tuple[ExampleTold, ...]
    stale: bool
    places: Places

    @property
    def title(self) -> str:
        """The name of the game with its packs; empty where there are errors."""
        return "" if self.rules is None else self.rules.title


class Workspace:
    """A pack in memory: texts by the names of their files. No file is read for it or written.

    ``packs`` are names of packs that it is read with, as :func:`load` takes them, though no paths;
    a workspace without texts is just these. ``name`` is what messages call the pack, ``near`` the
    folder where what it extends is looked for first.
    """

    def __init__(
        self, packs: Iterable[PackName] = (), name: str = NAME, near: Path | None = None
    ) -> None:
        self.packs = tuple(packs)
        self.name = name
        self.near = near
        self._texts: dict[str, str] = {}
        self._known: tuple[Preview, ...] = ()
        self._read: tuple[Reading, tuple[Source, ...], Places] | None = None
        self._last: tuple[tuple[bool, bool], Report] | None = None

    @property
    def texts(self) -> Mapping[str, str]:
        """The texts by the names of their files."""
        return dict(self._texts)

    def put(self, file: str, text: str) -> None:
        """Add a file, or give it another text.

        Raises GameError, and changes nothing, for a name that no rule file has, and for more than
        may be read.
        """
        expect(file, str, "the name of a file")
        expect(text, str, "the text of a file")
        if not file.endswith(SUFFIX) or "/" in file or "\\" in file or not file.isprintable():
            raise GameError(f'"{file:.60}" is no name of a rule file; it is like my_pack{SUFFIX}')
        others = {name: each for name, each in self._texts.items() if name != file}
        size = len(text.encode("utf-8", "replace"))
        if size > MOST_BYTES:
            raise GameError(f"{file} is too big: rule files have at most {MOST_BYTES} bytes")
        if size + sum(len(each) for each in others.values()) > MOST_IN_ALL:
            raise GameError(f"too much text: a pack has at most {MOST_IN_ALL} bytes here")
        if len(others) >= MOST_FILES:
            raise GameError(f"too many files: a pack has at most {MOST_FILES} here")
        if self._texts.get(file) != text:
            self._texts[file] = text
            self._read = self._last = None

    def drop(self, file: str) -> None:
        """Leave a file out. Raises GameError where there is none of that name."""
        if file not in self._texts:
            raise GameError(f'there is no file "{file:.60}"')
        del self._texts[file]
        self._read = self._last = None

    def replace(self, texts: Mapping[str, str]) -> None:
        """Exchange all texts. Raises GameError, and changes nothing, where ``put`` does."""
        before = dict(self._texts)
        try:
            for file in [file for file in self._texts if file not in texts]:
                self.drop(file)
            for file, text in texts.items():
                self.put(file, text)
        except GameError:
            self._texts, self._read, self._last = before, None, None
            raise

    # ------------------------------------------------------------------ checking

    def check(self, examples: bool = True, tables: bool = True) -> Report:
        """All that is known of the texts; found once as long as nothing is changed.

        Only definitions whose text was changed are parsed again. What takes longest can be left
        out and asked for later: that the ``examples`` are run, and that ``tables`` are linked for
        a trial.
        """
        before = (False, False) if self._last is None else self._last[0]
        asked = examples or before[0], tables or before[1]
        if self._last is None or asked != before:
            self._last = asked, self._checked(*asked)
        return self._last[1]

    @collected_later()
    def _checked(self, examples: bool, tables: bool) -> Report:
        self._read = self._read or self._reading()
        reading, sources, places = self._read
        found = [*reading.diagnostics]
        told: list[ExampleTold] = []
        rules = reading.rules
        if rules is not None and self._texts and tables:
            found += _linked(rules, sources, places)
            rules = None if has_errors(found) else rules
        if rules is not None and examples:
            for example in own_examples(rules):
                told.append(self._run(rules, example, places, found))
        if reading.draft is not None:
            self._known = _previews(reading.draft, found, places)
        findings = tuple(_finding(each, places) for each in in_order(found))
        stale = reading.draft is None
        return Report(rules, reading.draft, findings, self._known, tuple(told), stale, places)

    def _reading(self) -> tuple[Reading, tuple[Source, ...], Places]:
        library = Library()
        for pack in self.packs:
            library.add(pack)
        if self._texts or not self.packs:
            library.add_texts(self._texts, self.name, self.near)
        library.put_in_order()
        reading = read_all(library, tables=False) if self._texts else read_known(library)
        sources = tuple(library.sources())
        return reading, sources, Places(sources, self.name)

    def _run(
        self, rules: Rules, example: Example, places: Places, found: list[Diagnostic]
    ) -> ExampleTold:
        """An example, run; where it fails that is a finding too."""
        failure = run_example(rules, example)
        if failure is not None:
            found.append(as_finding(failure, places.line))
        span, failed = example.span, failure and failure.span
        assert span is not None
        return ExampleTold(
            example.name,
            places.stretch(span),
            failure.message if failure else "",
            places.stretch(failed) if failed else None,
        )

    def state_of(self, example: str) -> State:
        """The state that an example of the pack sets up, to go on from there.

        Raises GameError where there is none of that name, where it cannot be set up, and where the
        texts have errors.
        """
        rules = self.check().rules
        if rules is None:
            raise GameError(
                "there are errors in the rules; nothing can be played before they are mended"
            )
        for each in rules.of(Example):
            if each.name == example:
                return start_of(rules, each)
        raise GameError(f'there is no example "{example:.60}"')


def _linked(rules: Rules, sources: Iterable[Source], places: Places) -> Iterator[Diagnostic]:
    """What is found when tables are linked; warnings only about the pack itself."""
    files = {source.file: source for source in sources}
    for each in dict.fromkeys(link_more(rules, known=0)):
        if each.is_error or places.is_own(each.span):
            yield in_units(evolve(each, line_text=places.line(each.span)), files)


def _previews(rules: Rules, found: Iterable[Diagnostic], places: Places) -> tuple[Preview, ...]:
    """All pieces; those whose text has an error are broken."""
    wrong = [(each.span.file, each.span.line) for each in found if each.is_error]
    cards = []
    for piece in rules.of(Piece):
        span = piece.span
        lines = range(span.line, span.end_line + 1) if span else range(0)
        broken = any(span and file == span.file and line in lines for file, line in wrong)
        cards.append(Preview(card(piece, rules.vocabulary), places.is_own(span), broken))
    return tuple(cards)


def _finding(each: Diagnostic, places: Places) -> Finding:
    at, fix = places.stretch(each.span), fix_of(each, places)
    related = related_of(each, places)
    return Finding(each.code, each.severity, each.message, each.hint, at, fix, related)
