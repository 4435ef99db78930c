"""Reading the files of packs, and putting the packs in order. Nothing is parsed here.

A pack comes after all that it extends, and where a header says ``extends A, then B``, B comes
after A. Between others the order is that of naming them, and they must not meet: see
:mod:`.packs`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from attrs import define, evolve, field, frozen

from ...paths import data_folder, real_path
from ...spelling import nearest
from ...values import ByValue
from ..messages.diagnostics import ERROR, Diagnostic, has_errors
from ..reading.characters import depth, printable
from ..reading.files import SUFFIX
from ..reading.sources import HEADER, Source, read_sources, sources_of, whole_file
from .discovery import (
    Extended,
    Place,
    extended,
    find,
    header_of,
    is_pack,
    known_packs,
    known_titles,
    name_in,
    offered_without_rules,
    pack_names,
)

PackName: TypeAlias = str | os.PathLike[str]
Findings: TypeAlias = list[Diagnostic]
MOST_PACKS = 50
NO_RULES_HERE = f'the file that is called so is none of rules: their names end in "{SUFFIX}"'
LIKE_HEADER = re.compile(r"(?:([^\W\d_]+) +)?([^,:]+)(?=, (?:version|extends|for)\b)")


@frozen(eq=False, repr=False)
class Bundled(ByValue):
    """The sources of one pack, the file with the header first.

    ``path`` tells packs apart. ``bases`` are the paths of what it extends, in the order of its
    header; ``after`` those of all packs that come before it by what headers say.
    """

    place: Place
    sources: tuple[Source, ...]
    path: Path
    bases: tuple[Path, ...] = ()
    after: frozenset[Path] = frozenset()


@frozen(eq=False, repr=False)
class Wish(ByValue):
    """``later`` shall come after ``earlier``; a header says so: that of ``pack``."""

    pack: Bundled
    earlier: Path
    later: Path


@define(eq=False, repr=False)
class Library:
    """Collects the sources of packs in the order in which they are put together."""

    packs: list[Bundled] = field(factory=list)
    found: list[Diagnostic] = field(factory=list)
    open: list[Path] = field(factory=list)
    done: set[Path] = field(factory=set)
    wishes: list[Wish] = field(factory=list)

    def complain(
        self, code: str, message: str, shown: str, hint: str = "", at: Extended | None = None
    ) -> None:
        """Note an error about a file or pack as such, or about the word ``at`` in its header."""
        span, line = (at.span, at.line_text) if at else (whole_file(shown), "")
        self.found.append(Diagnostic(code, ERROR, message, span, hint, line))

    def add(self, pack: PackName) -> None:
        """Read a pack that the user names, and what it extends."""
        place = self._place(pack)
        if place is not None:
            self._read(place)

    def add_shipped(self, name: str) -> None:
        """Read a pack that comes with this package, whatever else has its name."""
        self._read(Place(data_folder("rules") / name, name))

    def add_texts(self, texts: Mapping[str, str], shown: str, near: Path | None = None) -> None:
        """Take a pack that lies in memory: the texts of its files by their names.

        ``shown`` is how messages name the pack, ``near`` the folder where what it extends is
        looked for first.
        """
        path = (near or Path()) / shown
        self.done.add(path)
        self.open.append(path)
        self._take(Place(path, shown), path, *sources_of(texts, shown))
        self.open.pop()

    def sources(self) -> Iterator[Source]:
        """All sources read, in order."""
        for pack in self.packs:
            yield from pack.sources

    # ---- finding

    def _place(self, pack: PackName) -> Place | None:
        """A path as it is, or a name."""
        name = str(os.fspath(pack))
        if "\0" in name or not name:
            self.complain("E013", "this is no name of a game or pack", repr(pack), known_packs())
            return None
        path = Path(name)
        is_path = not isinstance(pack, str) or path.name != name or name.startswith(".")
        if is_path or name.endswith(SUFFIX) or is_pack(path):
            return Place(path, name.rstrip(os.sep) or name)
        found = find(name)
        if found is None and _is(path, Path.is_dir):
            return Place(path, name)  # without rules, and told so
        if found is None:
            message, hint = unknown(printable(name))
            hint = NO_RULES_HERE if _is(path, Path.exists) else hint
            self.complain("E013", message, printable(name), hint)
        return found

    def _base(self, wanted: Extended, near: Path, extending: str) -> Place | None:
        """A pack that the header of another one extends."""
        found = find(wanted.name, near)
        if found is None:
            message, hint = unknown(wanted.name, near, extending)
            self.complain("E013", message, "", hint, wanted)
        return found

    # ---- reading

    def _read(self, place: Place, at: Extended | None = None) -> Path | None:
        """Read a pack unless it was read; its path. None where packs extend each other.

        ``at`` is where a header names it.
        """
        path = real_path(place.path)
        if path in self.open:
            circle = ", which extends ".join(p.stem for p in (*self.open, path))
            message = f"packs extend each other in a circle: {circle}"
            hint = "leave one of them out: a pack extends a game, or packs that do without it"
            self.complain("E014", message, place.shown, hint, at)
            return None
        if path not in self.done:
            self.done.add(path)
            if len(self.done) > MOST_PACKS:
                self.complain("E014", f"more than {MOST_PACKS} packs at once", place.shown, at=at)
                return None
            self.open.append(path)
            self._read_new(place, path)
            self.open.pop()
        return path

    def _read_new(self, place: Place, path: Path) -> None:
        self._take(place, path, *read_sources(place.path, place.shown))

    def _take(self, place: Place, path: Path, sources: list[Source], found: Findings) -> None:
        """The sources of a pack, and the packs that its header extends."""
        self.found += found
        if not sources:
            if not has_errors(found):
                self.found.append(_no_header(sources, place.shown))
            return
        if not any(HEADER.search("\n".join(source.plain)) for source in sources):
            self.found.append(_no_header(sources, place.shown))
            return
        bases: list[Path] = []
        breaks: list[int] = []
        for each in extended(sources):
            base = self._base(each, path.parent, name_in(sources) or "")
            read = None if base is None else self._read(base, each)
            if read is not None:
                breaks += [len(bases)] if each.later else []
                bases.append(read)
        pack = Bundled(place, tuple(sources), path, tuple(bases))
        self.packs.append(pack)
        for at in breaks:
            self.wishes += [Wish(pack, one, two) for one in bases[:at] for two in bases[at:]]

    # ---- order

    def put_in_order(self) -> None:
        """Each pack after those it extends, and as ``then`` says; else as they were named."""
        before = {pack.path: {*pack.bases} for pack in self.packs}
        for wish in self.wishes:
            before.setdefault(wish.later, set()).add(wish.earlier)
        waiting, ordered = self.packs, dict[Path, Bundled]()
        while waiting:
            ready = next((p for p in waiting if before[p.path] <= ordered.keys()), None)
            if ready is None:
                self._complain_of_order(before)
                return
            after = {path for base in before[ready.path] for path in (base, *ordered[base].after)}
            ordered[ready.path] = evolve(ready, after=frozenset(after))
            waiting = [pack for pack in waiting if pack is not ready]
        self.packs = list(ordered.values())

    def _complain_of_order(self, before: Mapping[Path, set[Path]]) -> None:
        """Some header wants an order that others do not allow."""
        shown = {pack.path: pack.place.shown for pack in self.packs}
        for wish in self.wishes:
            if _leads(wish.earlier, wish.later, before):
                one, two = shown[wish.earlier], shown[wish.later]
                message = f"{two} cannot come later than {one}: by other headers it comes first"
                hint = 'leave out the "then" between them, or turn round what extends what'
                self.complain("E014", message, wish.pack.place.shown, hint)
                return


def _no_header(sources: Sequence[Source], shown: str) -> Diagnostic:
    """Where a line looks like one, its first word is wrong."""
    code = "E011"
    lines = [
        (source, *each) for source in sources for each in enumerate(source.plain, 1) if each[1]
    ]
    for source, number, line in lines:
        if HEADER.match(line.lstrip()):
            span = source.span(number, 1, number, depth(line) + 1)
            message = "the header is indented, and begins in column 1"
            return source.finding(code, message, span, "delete the blanks before it")
        found = LIKE_HEADER.match(line)
        if found is not None:
            kind = "pack" if ", extends" in line else "game"
            word = found[1] or found[2]
            span = source.span(number, 1, number, len(word) + 1)
            message = f'"{word}" begins no header: that of a {kind} begins with "{kind}"'
            name = found[2].title() if found[2].islower() else found[2]
            return source.finding(
                code, message, span, f"write: {kind} {name}{line[found.end(2) :]}"
            )
    hint = (
        "one file begins with a line like: game My Game, version 1, for 2-4 players, "
        "or: pack My Pack, version 1, extends My Game"
    )
    if not lines:
        message = "nothing stands in it, not even a header"
        return Diagnostic(code, ERROR, message, whole_file(shown), hint)
    source, number, line = lines[0]
    span = source.span(number, 1, number, len(line) + 1)
    return source.finding(code, "there is no header", span, hint)


def _is(path: Path, kind: Callable[[Path], bool]) -> bool:
    try:
        return kind(path)
    except OSError:  # the name is too long for any file
        return False


def _leads(start: Path, goal: Path, before: Mapping[Path, set[Path]]) -> bool:
    """Does ``goal`` come before ``start``?"""
    seen, waiting = {start}, [start]
    while waiting:
        new = before.get(waiting.pop(), set()) - seen
        seen |= new
        waiting += new
    return goal in seen


def unknown(name: str, near: Path | None = None, extending: str = "") -> tuple[str, str]:
    """The message and the hint for a name that no pack has.

    In the header of ``extending`` the others are told as their own headers call them.
    """
    module = offered_without_rules(name)
    if module:
        message = f'an installed package offers "{name}" without its files'
        return message, f"no rule files lie in {module}: install it again"
    written, names = name.lower().replace(" ", "_"), pack_names(near)
    close = nearest(written, names) or nearest(written.rpartition(".")[2], names)
    place = find(close, near) if close and extending else None
    meant = (place and header_of(place.path)) or close
    known = known_titles(near, extending) if extending else known_packs(near)
    hint = f'did you mean "{meant}"?' if meant else known
    return f'there is no game or pack "{name}"', hint
