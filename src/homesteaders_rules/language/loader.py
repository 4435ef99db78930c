"""From the names or paths of packs to the rules of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from os import PathLike
from typing import cast

from attrs import evolve, frozen

from ..errors import expect
from ..garbage import collected_later
from ..paths import data_folder
from ..rules import Rules, note_shipped
from ..values import ByValue
from . import cache
from .messages.diagnostics import Diagnostic, RuleErrors, has_errors
from .packs.discovery import known_packs
from .packs.resolving import Bundled, Library, PackName
from .plain import from_json, to_json
from .reading.sources import in_units

Result = tuple[Rules | None, tuple[Diagnostic, ...]]
AT_TABLES = "found at tables"
"""The name of what is kept beside rules: what is wrong with tables that reading did not link."""


def load(*packs: PackName) -> Rules:
    """The rules of a game with packs; raises :class:`RuleErrors` where the text is wrong.

    A pack is a path to a folder or file, a name such as ``peer``, or an id such as
    ``game.pack``; these are looked for in the working directory, in the user's folder of rules,
    among the rules of this package and in other installed packages. What a pack extends is
    loaded before it. Raises TypeError for what is neither a name nor a path.
    """
    rules, diagnostics = read(*packs)
    if rules is None:
        raise RuleErrors(diagnostics)
    return rules


def read(*packs: PackName) -> Result:
    """The rules, None where there are errors, and all findings, warnings included.

    Packs are named as for :func:`load`. Raises TypeError for what is neither a name nor a path.
    """
    for pack in packs:
        expect(pack, (str, PathLike), "the name or the path of a pack")
    library = Library()
    for pack in packs:
        library.add(pack)
    return _read(library)


def found_at_tables(rules: Rules) -> tuple[Diagnostic, ...]:
    """What is wrong with tables of rules beyond the one that reading linked.

    It is kept with the rules: of those that were checked before nothing has to be linked.
    """
    place = cache.beside(rules)
    kept = place.find(AT_TABLES) if place is not None else None
    if kept is not None:
        with suppress(ValueError):
            return cast("tuple[Diagnostic, ...]", from_json(kept))
    from .checking.tables import link_more

    found = tuple(link_more(rules))
    if place is not None:
        place.keep(AT_TABLES, to_json(found))
    return found


def load_shipped(names: Iterable[str]) -> Rules:
    """The rules of packs that come with this package, whatever else has their names.

    Raises RuleErrors where they are not there.
    """
    library = Library()
    for name in names:
        library.add_shipped(name)
    rules, diagnostics = _read(library)
    if rules is None:
        raise RuleErrors(diagnostics)
    return rules


def _read(library: Library) -> Result:
    """What :func:`read` gives; rules that any process finds in this package are noted."""
    rules, diagnostics = _put_together(library)
    folder = data_folder("rules").resolve()
    if rules is not None and all(pack.path.parent == folder for pack in library.packs):
        note_shipped(rules)
    return rules, diagnostics


def _put_together(library: Library) -> Result:
    library.put_in_order()
    if not library.packs and not library.found:
        library.complain("E013", "no game is named", "<nothing>", known_packs())
    if has_errors(library.found) or not cache.is_on():
        return compiled(library)
    key = cache.key_of(library.sources(), library.found)
    kept = cache.find(key)
    if kept is not None:
        return kept
    rules, diagnostics = compiled(library)
    if rules is not None:
        cache.keep(key, (rules, diagnostics))
    return rules, diagnostics


@frozen(eq=False, repr=False)
class Reading(ByValue):
    """What became of some texts: rules where nothing is wrong, what was found, and a draft.

    ``draft`` is all that could be compiled, errors or not; None where not even the headers can be
    read.
    """

    rules: Rules | None
    diagnostics: tuple[Diagnostic, ...]
    draft: Rules | None


def read_known(library: Library) -> Reading:
    """The packs of a library, where they were compiled before as they were then."""
    rules, diagnostics = _put_together(library)
    return Reading(rules, diagnostics, rules)


def compiled(library: Library) -> Result:
    """The packs of a library, compiled from their text."""
    reading = read_all(library)
    return reading.rules, reading.diagnostics


@collected_later()
def read_all(library: Library, tables: bool = True) -> Reading:
    """The same, with the draft that is left where there are errors.

    ``tables``: are some linked for a trial? Whoever leaves that out does it later (``link_more``).
    """
    is_whole = not has_errors(library.found)
    reading = _assembled(library.packs, library.found, tables)
    if reading.rules is not None or not is_whole:
        return reading
    from .following import Followed

    followed = Followed(library.packs, lambda packs: _assembled(packs, [], tables).diagnostics)
    return evolve(reading, diagnostics=tuple(followed.told(reading.diagnostics)))


def _assembled(packs: Sequence[Bundled], found: list[Diagnostic], tables: bool) -> Reading:
    # What parses and compiles is imported only where text has to be read.
    from .assembly import Assembly

    assembly = Assembly(found, has_errors(found), tables)
    for bundled in packs:
        assembly.parse(bundled)
    rules, told = assembly.rules()
    sources = {source.file: source for pack in packs for source in pack.sources}
    diagnostics = tuple(in_units(diagnostic, sources) for diagnostic in told)
    return Reading(rules, diagnostics, assembly.draft)
