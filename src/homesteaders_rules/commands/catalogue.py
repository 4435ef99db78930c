"""Every class of commands that says itself how it is read: verbs, conditions, amounts and more.

Readers, hints, documents and tests go through this list; a new module adds its name here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import TypeVar

from .amounts import Amount, Count
from .base import Command
from .conditions import Condition
from .definitions.definition import Definition
from .effects import Effect

ROOT = __name__.split(".", maxsplit=1)[0]
MODULES = (
    "commands.goods",
    "commands.control",
    "commands.portions",
    "commands.repetition",
    "mechanisms.parts",
    "commands.definitions.exchanges",
    "mechanisms.piles.commands",
    "mechanisms.piles.taking",
    "mechanisms.displays.commands",
    "mechanisms.tracks",
    "mechanisms.chance.commands",
    "mechanisms.chance.throwing",
    "mechanisms.storage",
    "mechanisms.owing",
    "mechanisms.turning",
    "mechanisms.occupying.commands",
    "mechanisms.occupying.using",
    "mechanisms.maps.commands",
    "mechanisms.grids.commands",
    "mechanisms.grids.heaping",
    "mechanisms.enclosing.commands",
    "mechanisms.homes.commands",
    "mechanisms.placing.commands",
    "mechanisms.placing.in_turn",
    "mechanisms.placing.moving",
    "mechanisms.auction.commands",
    "mechanisms.auction.neutral",
    "mechanisms.auction.winning",
    "mechanisms.turns",
    "mechanisms.later.commands",
    "mechanisms.ending",
    "commands.conditions",
    "commands.counting.comparing",
    "mechanisms.auction.conditions",
    "mechanisms.occupying.conditions",
    "mechanisms.maps.conditions",
    "mechanisms.holding.left",
    "commands.amounts",
    "commands.counting.tiers",
    "mechanisms.sets",
    "mechanisms.grids.counting",
    "commands.definitions.definition",
    "commands.definitions.occasions",
    "commands.definitions.tracks",
    "commands.definitions.course",
    "commands.definitions.afterwards",
    "commands.definitions.pieces",
    "mechanisms.holding.definitions",
    "mechanisms.maps.definitions",
    "mechanisms.grids.definitions",
    "mechanisms.enclosing.definitions",
    "mechanisms.homes.definitions",
    "commands.definitions.scores",
)
"""Where the classes are; where two examples begin with the same word the first explains it."""

C = TypeVar("C", bound=Command)


def _every() -> Iterator[type[Command]]:
    for module in (import_module(f"{ROOT}.{name}") for name in MODULES):
        for kind in vars(module).values():
            is_own = isinstance(kind, type) and kind.__module__ == module.__name__
            if is_own and issubclass(kind, Command) and kind.example:
                yield kind


EVERY = tuple(_every())
"""The classes of the catalogue in its order: those that have an example."""


def kinds(of: type[C]) -> tuple[type[C], ...]:
    """Those below one."""
    return tuple(kind for kind in EVERY if issubclass(kind, of))


def by_rule(listed: Iterable[type[C]]) -> Mapping[str, type[C]]:
    """The class that reads what a rule of the grammar says."""
    return {rule: kind for kind in listed for rule in kind.rules}


VERBS = kinds(Effect)
CONDITIONS = kinds(Condition)
AMOUNTS = kinds(Amount)
COUNTS = kinds(Count)
DEFINITIONS = kinds(Definition)


def examples() -> Mapping[str, str]:
    """An example for each word, or words, that a phrase begins with or contains."""
    found: dict[str, str] = {}
    for kind in EVERY:
        first = kind.example.split(maxsplit=1)[0]
        if issubclass(kind, Effect) and first.isalpha() and "\n" not in kind.example:
            found.setdefault(first, kind.example)
    for kind in EVERY:
        found.update(kind.hints)
    return found
