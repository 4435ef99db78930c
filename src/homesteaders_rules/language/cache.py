"""Compiled rules, kept between processes under a hash of everything they were made of.

A wheel brings those of its own games (``compile_rules.py``).

What is kept is plain data, and what is only needed to play (the definitions) is made into commands
when somebody asks for it. Set HOMESTEADERS_RULES_CACHE to ``off`` to keep nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
from functools import cache
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from attrs import frozen

from ..paths import PACKAGE, cache_folder, data_folder, grammar_text, readable
from ..rules import Rules
from . import store
from .checking.pumps import has_solver
from .messages.diagnostics import Diagnostic, render
from .plain import from_json, to_json
from .store import VARIABLE, is_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from .reading.sources import Source

__all__ = ["MOST_KEPT", "SUFFIX", "VARIABLE", "find", "is_on", "keep", "key_of"]

SUFFIX, BESIDE = ".compiled", ".linked"
"""How files are called that hold rules, and what they lead to."""
MOST_KEPT = 64
"""So many files of each kind."""
ASIDE = ("bots", "cli", "learning", "play", "seeing", "telling", "testing", "workshop")
"""Folders that stand beside or above the language, and so have no part in compiling."""

Compiled = tuple[Rules, tuple["Diagnostic", ...]]

_in_use: WeakValueDictionary[str, Rules] = WeakValueDictionary()
"""By their keys: who loads the same again gets the same rules, and need not make them anew."""


def key_of(sources: Iterable[Source], found: Iterable[Diagnostic] = ()) -> str:
    """A hash of the texts, of what was found at reading them, of the grammar and the compiler."""
    hashed = hashlib.sha256(_makers().encode())
    hashed.update(render(found).encode())
    for source in sources:
        text = "\n".join(source.written)
        hashed.update(f"\0{source.file}\0{len(source.written)}\0{text}".encode())
    return hashed.hexdigest()


@cache
def _makers() -> str:
    """A hash of the grammar and the compiler: what another one compiled must not be found.

    It is made of contents alone, so that a wheel that is unpacked again finds what it kept.
    """
    hashed = hashlib.sha256(grammar_text().encode())
    for module in _modules(readable(PACKAGE)):
        hashed.update(module.name.encode() + b"\0" + module.read_bytes())
    return hashed.hexdigest()


def _modules(folder: Path | Traversable) -> Iterator[Path | Traversable]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        name = each.name
        if name.endswith(".py"):
            yield each
        # What Python has compiled, and data, begin with an underscore.
        elif "." not in name and name[0] != "_" and name not in ASIDE and each.is_dir():
            yield from _modules(each)


def _path(key: str, suffix: str) -> Path | None:
    folder = cache_folder()
    return folder and folder / f"{key}{suffix}"


def _rules_path(key: str) -> Path | None:
    """Where rules are kept: what is found in them may depend on how pumps are looked for."""
    return _path(key, f".solved{SUFFIX}" if has_solver() else SUFFIX)


@frozen(eq=False, repr=False)
class Beside:
    """A place for what rules lead to, beside those that are kept under a key."""

    key: str

    def find(self, name: str) -> bytes | None:
        """What was kept of these rules under a name; None where nothing can be used."""
        key, path = self._place(name)
        parts = store.find(path, key) if path and is_on() else None
        if path and parts:
            store.keep_longer(path)
        return None if parts is None else b"\n".join(parts)

    def keep(self, name: str, content: bytes) -> None:
        """Keep something that these rules lead to, and nothing else but what the name says."""
        key, path = self._place(name)
        if path and is_on() and store.keep(path, key, content):
            store.forget_oldest(path.parent, BESIDE, MOST_KEPT)

    def _place(self, name: str) -> tuple[str, Path | None]:
        key = hashlib.sha256(f"{self.key} {name}".encode()).hexdigest()
        return key, _path(key, BESIDE)


@frozen(eq=False, repr=False)
class KeptDefinitions(Beside):
    """The definitions of rules that were compiled before, and what is kept beside them."""

    body: bytes

    def __call__(self) -> Any:
        """The definitions, made of plain data."""
        return from_json(self.body)


def beside(rules: Rules) -> Beside | None:
    """Where to keep what rules in use lead to; None where they are not kept themselves."""
    return next((Beside(key) for key, each in _in_use.items() if each is rules), None)


def find(key: str) -> Compiled | None:
    """What was kept under a key, or lies in the wheel; None where nothing can be used."""
    path, brought = _rules_path(key), data_folder("compiled") / f"{key}{SUFFIX}"
    parts = path and store.find(path, key)
    if path and parts:
        store.keep_longer(path)
    # What lies beside the modules of the package is trusted as they are.
    parts = parts or store.find(brought, key, private=False)
    if not parts or len(parts) != 2:
        return None
    head, body = parts
    try:
        headers, defaults, settings, hashes, diagnostics = from_json(head)
    except ValueError:
        return None
    rules = _in_use.get(key)
    if rules is None:
        options = dict(defaults), dict(settings)
        rules = _in_use[key] = Rules(headers, KeptDefinitions(key, body), *options, *hashes)
    return rules, diagnostics


def keep(key: str, compiled: Compiled) -> None:
    """Keep compiled rules. Where that is not possible, nothing is lost but time."""
    path = _rules_path(key)
    rules, diagnostics = compiled
    if path is None:
        return
    _in_use[key] = rules
    hashes = rules.digest, rules.identity
    options = tuple(rules.defaults.items()), tuple(rules.settings.items())
    head = rules.headers, *options, hashes, diagnostics
    with contextlib.suppress(RecursionError):
        if store.keep(path, key, to_json(head), to_json(rules.definitions)):
            store.forget_oldest(path.parent, SUFFIX, MOST_KEPT)
