"""From the names or paths of packs to the rules of a game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, field, frozen

from ..commands.rules import Header, Rules
from .checker import check
from .compiler import compile_entries
from .diagnostics import ERROR, Diagnostic, RuleErrors, has_errors, in_order, nearest
from .entries import entries_of
from .hints import filled
from .names import Names, collect
from .packs import HeaderDraft, Merge, identity_of, read_header
from .parser import parse_source
from .places import data_folder, user_rules_folder
from .scope import Scope
from .sources import HEADER, SUFFIX, read_sources, whole_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .sources import Source
    from .syntax import Entry

PackName: TypeAlias = "str | os.PathLike[str]"
MOST_PACKS = 50


def load(*packs: PackName) -> Rules:
    """The rules of a game with packs; raises :class:`RuleErrors` where the text is wrong."""
    rules, diagnostics = read(*packs)
    if rules is None:
        raise RuleErrors(diagnostics)
    return rules


def read(*packs: PackName) -> tuple[Rules | None, tuple[Diagnostic, ...]]:
    """The rules, None where there are errors, and all findings, warnings included."""
    reader = Reader()
    for pack in packs:
        reader.read_pack(reader.find(pack))
    if not packs:
        reader.complain("E013", "no game is named", "<nothing>", _known_packs())
    return reader.rules()


@frozen
class Place:
    """Where a pack was found, and how messages name the place."""

    path: Path
    shown: str


@define
class Pack:
    """A pack that was read: header, entries, and lines that could not be read."""

    place: Place
    header: HeaderDraft
    entries: list[Entry]
    unread: list[str]


@define
class Reader:
    """Reads packs, each after those it extends."""

    packs: list[Pack] = field(factory=list)
    found: list[Diagnostic] = field(factory=list)
    open: list[Path] = field(factory=list)
    done: set[Path] = field(factory=set)

    def complain(self, code: str, message: str, shown: str, hint: str = "") -> None:
        """Note an error about a file or pack as such."""
        self.found.append(Diagnostic(code, ERROR, message, whole_file(shown), hint))

    # ---- finding

    def find(self, pack: PackName, near: Path | None = None) -> Place | None:
        """A path as it is, or a name in the folders where packs lie."""
        name = os.fspath(pack)
        if not isinstance(name, str) or "\0" in name or not name:
            self.complain("E013", "this is no name of a pack", repr(pack), _known_packs())
            return None
        path = Path(name)
        if near is None and (os.sep in name or name.endswith(SUFFIX) or _is_pack(path)):
            return Place(path, name.rstrip("/"))
        identity = identity_of(name)
        for folder in _folders(near):
            if _is_pack(folder / identity):
                shown = identity if folder == data_folder("rules") else str(folder / identity)
                return Place(folder / identity, shown)
        known = _pack_names(near)
        close = nearest(identity, known)
        hint = f'did you mean "{close}"?' if close else _known_packs()
        self.complain("E013", f'there is no game or pack "{name}"', name, hint)
        return None

    # ---- reading

    def read_pack(self, place: Place | None) -> None:
        """Read a pack and, before it, what it extends."""
        if place is None:
            return
        path = place.path.resolve()
        if path in self.open:
            circle = " extends ".join(p.name for p in (*self.open, path))
            self.complain("E014", f"packs extend each other in a circle: {circle}", place.shown)
        elif path not in self.done and len(self.done) < MOST_PACKS:
            self.done.add(path)
            self.open.append(path)
            self._read_new(place)
            self.open.pop()

    def _read_new(self, place: Place) -> None:
        sources, found = read_sources(place.path, place.shown)
        self.found += found
        if not sources:
            return
        identity = identity_of(place.path.stem)
        entries, unread = self._parse(sources, identity)
        headers = [entry for entry in entries if entry.kind == "header"]
        header = self._header(headers, sources, place)
        if header is None:
            return
        for name in header.extends:
            self.read_pack(self.find(name, place.path.resolve().parent))
        body = [entry for entry in entries if entry.kind != "header"]
        self.packs.append(Pack(place, header, body, unread))

    def _parse(self, sources: Iterable[Source], pack: str) -> tuple[list[Entry], list[str]]:
        entries: list[Entry] = []
        unread: list[str] = []
        for source in sources:
            parsed, found = parse_source(source)
            self.found += found
            for each in parsed:
                entries += entries_of(each, pack)
                unread += each.broken
        return entries, unread

    def _header(
        self, headers: list[Entry], sources: list[Source], place: Place
    ) -> HeaderDraft | None:
        if not headers:
            if not any(HEADER.search("\n".join(source.plain)) for source in sources):
                hint = "one file begins with a line like: game My Game, version 1, for 2-4 players"
                self.complain("E011", "there is no header", place.shown, hint)
            return None
        for other in headers[1:]:
            scope = Scope(Names(), other.passage, self.found)
            message = f"the pack already has a header, in {headers[0].span}"
            scope.report("E012", message, other.node, "keep one of the two")
        return read_header(headers[0], Scope(Names(), headers[0].passage, self.found))

    # ---- putting together

    def rules(self) -> tuple[Rules | None, tuple[Diagnostic, ...]]:
        """All packs as one, checked."""
        self._check_packs()
        if not self.packs:
            return None, in_order(self.found)
        unread = [line for pack in self.packs for line in pack.unread]
        everything = collect((entry for pack in self.packs for entry in pack.entries), unread)
        merge = Merge(everything, self.found)
        for pack in self.packs:
            merge.add_pack(pack.entries)
        names = collect(merge.entries, unread)
        definitions, found = compile_entries(merge.entries, names)
        self.found += found
        rules = Rules(tuple(self._headers()), definitions, merge.defaults)
        if not has_errors(self.found):
            self.found += check(rules, names, self._texts())
        diagnostics = tuple(filled(diagnostic, names) for diagnostic in in_order(self.found))
        return (None if has_errors(diagnostics) else rules), diagnostics

    def _headers(self) -> Iterable[Header]:
        header: Header | None = None
        for pack in self.packs:
            header = pack.header.finished(header)
            yield header

    def _check_packs(self) -> None:
        games = [pack for pack in self.packs if pack.header.kind == "game"]
        if self.packs and not games and not has_errors(self.found):
            hint = "a pack extends a game; a game begins with a line like: game My Game, ..."
            self.complain("E016", "there is no game among the packs", self.packs[0].place.shown, hint)
        for other in games[1:]:
            message = f"two games cannot be played at once; the other is {games[0].header.name}"
            scope = Scope(Names(), other.header.entry.passage, self.found)
            scope.report("E015", message, other.header.entry.node)
        seen: dict[str, Pack] = {}
        for pack in self.packs:
            before = seen.setdefault(identity_of(pack.header.name), pack)
            if before is not pack:
                message = f"{pack.header.name} was already read, from {before.place.shown}"
                self.complain("E018", message, pack.place.shown)

    def _texts(self) -> dict[str, Source]:
        """The sources by file, for the lines that messages show."""
        entries = (entry for pack in self.packs for entry in pack.entries)
        return {entry.passage.source.file: entry.passage.source for entry in entries}


# ---------------------------------------------------------------------------------- folders


def _folders(near: Path | None) -> list[Path]:
    """Where packs are looked for by name, the nearest place first."""
    places = [near] if near is not None else []
    return [*places, Path(), user_rules_folder(), data_folder("rules")]


def _is_pack(path: Path) -> bool:
    """Whether a path is a rule file, or a folder with rule files."""
    try:
        if path.is_dir():
            return any(each.suffix == SUFFIX for each in path.iterdir())
        return path.suffix == SUFFIX and path.is_file()
    except OSError:
        return False


def _pack_names(near: Path | None = None) -> list[str]:
    names: set[str] = set()
    for folder in _folders(near):
        try:
            names.update(path.name for path in folder.iterdir() if _is_pack(path))
        except OSError:
            continue
    return sorted(names)


def _known_packs() -> str:
    return f"known: {', '.join(_pack_names()[:20])}"
