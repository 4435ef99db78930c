"""Finding packs and reading their files, each after those it extends. Nothing is parsed here."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, field, frozen

from .diagnostics import ERROR, Diagnostic, nearest
from .places import data_folder, user_rules_folder
from .sources import HEADER, SUFFIX, read_sources, whole_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .sources import Source

PackName: TypeAlias = "str | os.PathLike[str]"
TITLE = r"(?:\"[^\"\n]+\"|[A-Z][^\",\n]*?)"
EXTENDS = re.compile(
    rf"^pack\b.*?, extends ({TITLE}(?:(?:,| and) {TITLE})*)(?=,? *$|, *[a-z]| for\b)", re.MULTILINE
)
BETWEEN = re.compile(r"(?:,| and) (?=[A-Z\"])")
ENTRY_POINTS = "homesteaders_rules.packs"
MOST_PACKS = 50


def identity_of(name: str) -> str:
    """``New Beginnings`` -> ``new_beginnings``, the name of its folder."""
    return "_".join(re.sub(r"[-_]", " ", name.lower()).split())


@frozen
class Place:
    """Where a pack was found, and how messages name the place."""

    path: Path
    shown: str


@frozen
class Bundled:
    """The sources of one pack, the file with the header first."""

    place: Place
    sources: tuple[Source, ...]


@define
class Library:
    """Collects the sources of packs in the order in which they are put together."""

    packs: list[Bundled] = field(factory=list)
    found: list[Diagnostic] = field(factory=list)
    open: list[Path] = field(factory=list)
    done: set[Path] = field(factory=set)

    def complain(self, code: str, message: str, shown: str, hint: str = "") -> None:
        """Note an error about a file or pack as such."""
        self.found.append(Diagnostic(code, ERROR, message, whole_file(shown), hint))

    def add(self, pack: PackName) -> None:
        """Read a pack that the user names, and what it extends."""
        place = self._place(pack)
        if place is not None:
            self._read(place)

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
        return self._named(name, None)

    def _named(self, name: str, near: Path | None) -> Place | None:
        """A pack by its name, in the folders where packs lie."""
        identity = identity_of(name)
        shipped = data_folder("rules")
        for folder in _folders(near):
            path = folder / identity
            if identity and is_pack(path):
                return Place(path, identity if folder == shipped else str(path))
        provided = _provided(identity)
        if provided is not None:
            return Place(provided, identity)
        close = nearest(identity, pack_names(near))
        hint = f'did you mean "{close}"?' if close else known_packs(near)
        self.complain("E013", f'there is no game or pack "{name}"', name, hint)
        return None

    # ---- reading

    def _read(self, place: Place) -> None:
        path = place.path.resolve()
        if path in self.open:
            circle = ", which extends ".join(p.stem for p in (*self.open, path))
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
        if not any(HEADER.search("\n".join(source.plain)) for source in sources):
            hint = "one file begins with a line like: game My Game, version 1, for 2-4 players"
            self.complain("E011", "there is no header", place.shown, hint)
        for name in extended(sources):
            base = self._named(name, place.path.resolve().parent)
            if base is not None:
                self._read(base)
        self.packs.append(Bundled(place, tuple(sources)))


def extended(sources: Iterable[Source]) -> list[str]:
    """The names of the packs that the header of a pack extends."""
    for source in sources:
        header = EXTENDS.search("\n".join(source.plain))
        if header is not None:
            return [name.strip().strip('"') for name in BETWEEN.split(header[1])]
    return []


# ---------------------------------------------------------------------------------- folders


def _folders(near: Path | None) -> list[Path]:
    """Where packs are looked for by name, the nearest place first."""
    places = [near] if near is not None else []
    return [*places, Path(), user_rules_folder(), data_folder("rules")]


def is_pack(path: Path) -> bool:
    """Whether a path is a rule file, or a folder with rule files."""
    try:
        if path.is_dir():
            return any(each.suffix == SUFFIX for each in path.iterdir())
        return path.suffix == SUFFIX and path.is_file()
    except OSError:
        return False


def _provided(identity: str) -> Path | None:
    """A pack of another installed package: an entry point that names a module beside it."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=ENTRY_POINTS):
        if identity_of(entry.name) == identity:
            module = entry.load()
            return Path(str(module.__file__)).parent
    return None


def pack_names(near: Path | None = None) -> list[str]:
    """The names of all packs that can be found by name."""
    from importlib.metadata import entry_points

    names = {identity_of(entry.name) for entry in entry_points(group=ENTRY_POINTS)}
    for folder in _folders(near):
        try:
            names.update(path.name for path in folder.iterdir() if is_pack(path))
        except OSError:
            continue
    return sorted(names)


def known_packs(near: Path | None = None) -> str:
    """The known packs, for a hint."""
    return f"known: {', '.join(pack_names(near)[:20])}"
