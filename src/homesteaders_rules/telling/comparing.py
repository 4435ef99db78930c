"""What packs do to rules: which definitions they add, remove and change, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from attrs import evolve, frozen

from ..commands.base import Span
from ..commands.definitions.course import Option
from ..commands.definitions.definition import Definition
from ..commands.definitions.examples import Example
from ..errors import expect
from ..rules import Rules
from .describing import INDENT, conditions_of, described

ADDED, REMOVED, CHANGED = "added", "removed", "changed"
PLAYERS = "players"
"""The kind of a change of how many may play."""

Identity = tuple[str, str]
Definitions = tuple[Definition, ...]


@frozen
class Side:
    """A definition in the rules before or after: itself, and what it says, line by line.

    There are several definitions of one name where conditions tell them apart, and none where
    nothing is there; then there are no lines either, but of ``players``.
    """

    definitions: Definitions = ()
    lines: tuple[str, ...] = ()

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where the definitions stand."""
        return tuple(d.span for d in self.definitions if d.span is not None)


@frozen
class Change:
    """What is not alike in two sets of rules: a definition, an option, the players.

    ``how`` is ``added``, ``removed`` or ``changed``; ``kind`` and ``name`` are ``building`` and
    ``Farm``. What has no name, a trigger for instance, has no kind, and its first words as name.
    """

    how: str
    kind: str
    name: str
    before: Side
    after: Side

    @property
    def title(self) -> str:
        """``building Farm``."""
        return f"{self.kind} {self.name}".strip()

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """``-`` and a line that is gone, ``+`` and one that is new, a blank and one that stays."""
        old, new = self.before.lines, self.after.lines
        found: list[tuple[str, str]] = []
        for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag == "equal":
                found += [(" ", line) for line in old[a:b]]
            else:
                found += [("-", line) for line in old[a:b]]
                found += [("+", line) for line in new[c:d]]
        return tuple(found)


def compare(before: Rules, after: Rules, examples: bool = False) -> tuple[Change, ...]:
    """What is in one of two sets of rules, and not alike in the other.

    First the players, then what changed or is gone, in the order of ``before``, then what is new,
    in the order of ``after``. Examples are left out unless they are asked for. Raises TypeError
    for what are no rules.
    """
    for rules in (before, after):
        expect(rules, Rules, "what load() returns")
    old, new = _Words(before, examples), _Words(after, examples)
    changes = list(_players(old, new))
    for identity, definitions in old.named.items():
        others = new.named.get(identity, ())
        if others != definitions:
            sides = old.side(definitions), new.side(others)
            changes.append(Change(CHANGED if others else REMOVED, *identity, *sides))
    for one in _without(old.nameless, new.nameless):
        changes.append(Change(REMOVED, *old.identity(one), old.side((one,)), Side()))
    fresh = [
        definitions for identity, definitions in new.named.items() if identity not in old.named
    ]
    fresh += [(one,) for one in _without(new.nameless, old.nameless)]
    places = {id(definition): number for number, definition in enumerate(new.definitions)}
    for definitions in sorted(fresh, key=lambda each: places[id(each[0])]):
        changes.append(Change(ADDED, *new.identity(definitions[0]), Side(), new.side(definitions)))
    return tuple(changes)


class _Words:
    """The definitions of rules: those with a name by their identity, and the others."""

    def __init__(self, rules: Rules, examples: bool) -> None:
        self.rules = rules
        self.vocabulary = rules.vocabulary
        self.definitions = [
            _with_default(rules, definition)
            for definition in rules.definitions
            if examples or not isinstance(definition, Example)
        ]
        self.named: dict[Identity, Definitions] = {}
        self.nameless: list[Definition] = []
        for definition in self.definitions:
            identity = self.identity(definition)
            if not identity[0]:
                self.nameless.append(definition)
            else:
                self.named[identity] = (*self.named.get(identity, ()), definition)

    def identity(self, definition: Definition) -> Identity:
        """Its kind and name."""
        return definition.identity(self.vocabulary)

    def side(self, definitions: Definitions) -> Side:
        """Definitions of one name, with their words."""
        lines = (line for each in definitions for line in self._lines(each))
        return Side(definitions, tuple(lines))

    def _lines(self, definition: Definition) -> Iterator[str]:
        """The words of a definition without its title, below the conditions it has."""
        (_, first), *others = described(definition, self.vocabulary)
        own = first.removeprefix(definition.title(self.vocabulary)).lstrip(":, ")
        lines = [own] if own else []
        for indent, text in others:
            lines += [" " * (indent - INDENT) + line for line in text.splitlines()]
        when = conditions_of(definition, self.vocabulary)
        if when and len(lines) < 2:
            lines = [": ".join((when, *lines))]
        elif when:
            lines = [f"{when}:", *(f"{' ' * INDENT}{line}" for line in lines)]
        yield from lines


def _with_default(rules: Rules, definition: Definition) -> Definition:
    """An option with the default that packs set, and the place where they do."""
    if isinstance(definition, Option):
        place = rules.settings.get(definition.name, definition.span)
        return evolve(definition, default=rules.options[definition.name], span=place)
    return definition


def _players(before: _Words, after: _Words) -> Iterator[Change]:
    old, new = (
        f"for {words.rules.players[0]} to {words.rules.players[-1]} players"
        for words in (before, after)
    )
    if old != new:
        yield Change(CHANGED, PLAYERS, "", Side(lines=(old,)), Side(lines=(new,)))


def _without(definitions: Iterable[Definition], others: Iterable[Definition]) -> list[Definition]:
    """Those that the others do not have; of equal ones as many as there are more."""
    left = list(others)
    found = []
    for definition in definitions:
        if definition in left:
            left.remove(definition)
        else:
            found.append(definition)
    return found
