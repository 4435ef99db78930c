"""Finding packs: by their path, their name, or their id. Of their text only headers are read.

The id of a game is its name in lower case with underscores; the id of a pack has that of its game
before it: ``homesteaders`` and ``homesteaders.new_beginnings`` stand for headers, wherever these
lie. A folder is usually called like the pack in it, but need not be.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from ...paths import data_folder, readable, real_path, user_rules_folder
from ...values import ByValue
from ..messages.diagnostics import listed
from ..reading.characters import printable
from ..reading.files import SUFFIX, entries, kind_of, rule_files
from ..reading.sources import Source, read_sources

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from importlib.metadata import EntryPoint

    from ...words import Span

TITLE = r"(?:\"[^\"\n]+\"|[A-Z][^\",\n]*?)"
HEADER = re.compile(rf"^(game|pack) +({TITLE})(?=,| *$)", re.MULTILINE)
JOINT = (
    r"(?:, then|,?(?: and| but| also)*(?: needs| requires| extends| with| depends on| uses)"
    r"|,| and| plus| [&+])"
)
"""Also what is often written for "and": it is told where the header is read."""
EXTENDS = re.compile(
    rf"^(?:game|pack)\b.*?, extends ({TITLE}(?:{JOINT} {TITLE})*)"
    rf"(?=[,:;]? *$|, *[a-z]| for\b)",
    re.MULTILINE,
)
JOINTS = re.compile(rf"({JOINT}) (?=[A-Z\"])")
LEAST_VERSION = re.compile(r" from version \d+$")
NO_NAME = re.compile(r"[/\\\0]")
ENTRY_POINTS = "homesteaders_rules.packs"
MOST_NAMED = 20
MOST_LOOKED_AT = 50
"""So many packs are read where the game of one is looked for."""


def identity_of(name: str) -> str:
    """``New Beginnings`` -> ``new_beginnings``: one word for every way to write a name."""
    composed = unicodedata.normalize("NFC", name)
    return "_".join(re.sub(r"[-_.]", " ", composed.lower()).split())


@frozen(eq=False, repr=False)
class Place(ByValue):
    """Where a pack was found, and how messages name the place."""

    path: Path
    shown: str = field(converter=printable)


@frozen(eq=False, repr=False)
class Extended(ByValue):
    """A pack that a header extends, and where the header names it.

    ``later``: it comes after all that stand before it.
    """

    name: str
    span: Span
    line_text: str
    later: bool = False


def extended(sources: Iterable[Source]) -> tuple[Extended, ...]:
    """What the header of a pack extends."""
    for source in sources:
        text = "\n".join(source.plain)
        header = EXTENDS.search(text)
        if header is not None:
            return tuple(_extended(source, text, *header.span(1)))
    return ()


def _extended(source: Source, text: str, start: int, end: int) -> Iterator[Extended]:
    line = text.count("\n", 0, start) + 1
    before = text.rfind("\n", 0, start) + 1
    later = False
    joints = JOINTS.finditer(text, start, end)
    between = [each for each in joints if text.count('"', start, each.start()) % 2 == 0]
    for joint in chain(between, [None]):
        stop = end if joint is None else joint.start()
        named = LEAST_VERSION.sub("", text[start:stop].rstrip())
        span = source.span(line, start - before + 1, line, start - before + len(named) + 1)
        yield Extended(named.strip('"'), span, source.line_text(line), later)
        if joint is not None:
            start, later = joint.end(), joint[1] == ", then"


def is_pack(path: Path) -> bool:
    """Whether a path is a rule file, or a folder with rule files."""
    try:
        if readable(path).is_dir():
            return bool(rule_files(path))
        return path.name.endswith(SUFFIX) and not kind_of(path)
    except (OSError, ValueError):
        return False


def find(name: str, near: Path | None = None, games: dict[Path, str] | None = None) -> Place | None:
    """A pack by its name or id; ``near`` is the folder where it is looked for first.

    A folder or file of that name comes before a package that offers it, and that before a pack
    that has the name in its header only. ``games`` are those of packs looked at before.
    """
    games = {} if games is None else games
    if NO_NAME.search(name):
        return None
    for game, own in _readings(name):
        for place in chain(_called(own, near), _provided(own), _headed(own, near)):
            if not game or game_of(place, games) == game:
                return place
    return None


def find_all(near: Path | None = None) -> dict[str, Place]:
    """All packs that :func:`find` finds, in the order of their names; each header is read once."""
    headed: dict[str, Place] = {}
    for name, place in _headers(near):
        headed.setdefault(name, place)
    offered = {identity_of(entry.name) for entry in _entry_points()}
    found = {}
    for name in pack_names(near):
        provided = _provided(name) if name in offered else ()
        first = next(chain(_called(name, near), provided), headed.get(name))
        if first is not None:
            found[name] = first
    known = {place.path for place in found.values()}
    found = {name: place for name, place in headed.items() if place.path not in known} | found
    return dict(sorted(found.items()))


def _readings(name: str) -> Iterator[tuple[str, str]]:
    """What a name may mean: a pack, or behind a dot a pack for a game."""
    game, _, own = name.partition(".")
    for reading in (("", identity_of(name)), (identity_of(game), identity_of(own))):
        if reading[1]:
            yield reading


def _folders(near: Path | None) -> list[Path]:
    """Where packs are looked for by name, the nearest place first."""
    folders = (near, Path(), user_rules_folder(), data_folder("rules"))
    return [folder for folder in folders if folder is not None]


def _called(own: str, near: Path | None) -> Iterator[Place]:
    """Folders and files of that name."""
    shipped = data_folder("rules")
    for folder in _folders(near):
        for path in _written(folder, (own, f"{own}{SUFFIX}")):
            if is_pack(path) and not (folder == near and path.is_symlink()):
                yield Place(path, own if folder == shipped else str(path))


def _written(folder: Path, names: tuple[str, ...]) -> Iterator[Path]:
    """Paths of those names; accents may be written as characters of their own there (NFD)."""
    yield from (folder / name for name in names)
    if not names[0].isascii():
        with suppress(OSError):
            composed = ((each, unicodedata.normalize("NFC", each.name)) for each in entries(folder))
            yield from (each for each, name in composed if name in names and name != each.name)


def _headed(own: str, near: Path | None) -> Iterator[Place]:
    """Packs that lie in a folder of another name."""
    return (place for name, place in _headers(near) if name == own)


def _headers(near: Path | None) -> Iterator[tuple[str, Place]]:
    """All packs, by the ids of the names in their headers."""
    shipped = data_folder("rules")
    for folder in _folders(near):
        for path in _packs_in(folder, near):
            header = header_of(path)
            if header is not None:
                shown = path.stem if folder == shipped else str(path)
                yield identity_of(header), Place(path, shown)


def _packs_in(folder: Path, near: Path | None) -> list[Path]:
    """The packs in a folder. A link that lies beside a pack may lead anywhere: it is none."""
    try:
        packs = [path for path in entries(folder) if is_pack(path)]
    except OSError:
        return []
    return [path for path in packs if folder != near or not path.is_symlink()]


def header_of(path: Path) -> str | None:
    """The name in the header of a pack; None where there is none."""
    return name_in(read_sources(path, "")[0])


def name_in(sources: Iterable[Source]) -> str | None:
    """The name in the header among the texts of a pack; None where there is none."""
    for source in sources:
        header = HEADER.search("\n".join(source.plain))
        if header is not None:
            return header[2].strip('"')
    return None


def game_of(place: Place, games: dict[Path, str]) -> str:
    """The id of the game that a pack is for; empty where it cannot be found."""
    path = real_path(place.path)
    if path not in games and len(games) < MOST_LOOKED_AT:
        games[path] = ""
        bases = extended(read_sources(path, "")[0])
        if bases:
            base = find(bases[0].name, path.parent, games)
            games[path] = game_of(base, games) if base is not None else ""
        else:
            games[path] = identity_of(header_of(path) or "")
    return games.get(path, "")


# ---------------------------------------------------------------------------------- packages


def _entry_points() -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points

    return entry_points(group=ENTRY_POINTS)


def _provided(own: str) -> Iterator[Place]:
    """A pack of another installed package: an entry point names the package it lies in."""
    for entry in _entry_points():
        if identity_of(entry.name) == own:
            for folder in _folders_of(entry.module):
                if is_pack(folder):
                    yield Place(folder, str(folder))


def _folders_of(module: str) -> list[Path]:
    """The folders of a package. No code of it is run."""
    from importlib.util import find_spec

    top, *inner = module.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return []
    folders = (spec and spec.submodule_search_locations) or ()
    return [Path(folder, *inner) for folder in folders]


def offered_without_rules(name: str) -> str:
    """The module that an installed package names for a pack, and where no rules lie."""
    own = identity_of(name)
    return next((e.module for e in _entry_points() if identity_of(e.name) == own), "")


# ---------------------------------------------------------------------------------- hints


def pack_names(near: Path | None = None) -> list[str]:
    """The names of all packs that can be found by name."""
    names = {identity_of(entry.name) for entry in _entry_points()}
    for folder in _folders(near):
        names.update(identity_of(printable(path.stem)) for path in _packs_in(folder, near))
    return sorted(names)


def shipped_names() -> list[str]:
    """The names of the packs that come with this package."""
    return sorted(identity_of(path.stem) for path in _packs_in(data_folder("rules"), None))


def known_packs(near: Path | None = None) -> str:
    """The known packs, for a hint."""
    return f"known: {listed(pack_names(near), MOST_NAMED)}"


def known_titles(near: Path | None = None, but: str = "") -> str:
    """All packs but one as their headers call them: what a header can extend."""
    packs = (path for folder in _folders(near) for path in _packs_in(folder, near))
    titles = {title for title in map(header_of, packs) if title} - {but}
    return f"known: {listed(titles, MOST_NAMED)}"
