"""From the names or paths of packs to the rules of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import Rules
from . import cache
from .messages.diagnostics import Diagnostic, RuleErrors, has_errors
from .packs.discovery import known_packs
from .packs.resolving import Library

if TYPE_CHECKING:
    from .packs.resolving import PackName

Result = tuple[Rules | None, tuple[Diagnostic, ...]]


def load(*packs: PackName) -> Rules:
    """The rules of a game with packs; raises :class:`RuleErrors` where the text is wrong.

    A pack is a path to a folder or file, a name such as ``peer``, or an id such as
    ``game.pack``; these are looked for in the working directory, in the user's folder of rules,
    among the rules of this package and in other installed packages. What a pack extends is
    loaded before it.
    """
    rules, diagnostics = read(*packs)
    if rules is None:
        raise RuleErrors(diagnostics)
    return rules


def read(*packs: PackName) -> Result:
    """The rules, None where there are errors, and all findings, warnings included."""
    library = Library()
    for pack in packs:
        library.add(pack)
    library.put_in_order()
    if not packs:
        library.complain("E013", "no game is named", "<nothing>", known_packs())
    if has_errors(library.found) or not cache.is_on():
        return compiled(library)
    key = cache.key_of(library.sources())
    kept = cache.find(key)
    if kept is not None:
        return kept
    rules, diagnostics = compiled(library)
    if rules is not None:
        cache.keep(key, (rules, diagnostics))
    return rules, diagnostics


def compiled(library: Library) -> Result:
    """The packs of a library, compiled from their text."""
    # What parses and compiles is imported only where text has to be read.
    from .assembly import Assembly

    assembly = Assembly(library.found, has_errors(library.found))
    for bundled in library.packs:
        assembly.parse(bundled)
    return assembly.rules()
