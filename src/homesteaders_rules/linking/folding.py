"""Folding: what a number of players and a value for each option decide, decided once.

Afterwards no definition has conditions, no effect asks for players or options, and what stands
before and after phases and actions is part of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import is_
from typing import Any

from attrs import evolve

from ..commands.base import Command, holders_of
from ..commands.conditions import Condition, Static, all_hold
from ..commands.control import If, Nothing
from ..commands.control import Sequence as Effects
from ..commands.definitions.course import Action, Hook, Phase
from ..commands.definitions.definition import Definition
from ..commands.definitions.examples import Example


def fold(
    definitions: Iterable[Definition], players: int, options: Mapping[str, bool]
) -> tuple[Definition, ...]:
    """The definitions that hold at a table, with every static condition decided.

    Examples only tell of the rules: they are no part of a table.
    """
    fold_one = _Folder(players, options)
    told = (d for d in definitions if not isinstance(d, Example) and fold_one.holds(d.conditions))
    return _hooked([d if _is_decided(d) else fold_one(d) for d in told])


def _is_decided(definition: Definition) -> bool:
    """Is there nothing in it that a table decides, and nothing to be left out then?"""
    return not any(
        isinstance(each, (Static, Nothing))
        or (isinstance(each, Definition) and each.conditions)
        or (isinstance(each, Effects) and len(each.effects) <= 1)
        for each in definition.whole()
    )


class _Folder:
    def __init__(self, players: int, options: Mapping[str, bool]) -> None:
        self.players = players
        self.options = options

    def holds(self, conditions: Iterable[Condition]) -> bool:
        return all_hold(conditions, self.players, self.options)

    def __call__(self, command: Any) -> Any:
        """A command with all in it decided; itself where nothing in it is to be decided."""
        if isinstance(command, If) and isinstance(command.condition, Static):
            is_so = command.condition.decide(self.players, self.options)
            branch = command.then if is_so else command.otherwise
            return Nothing(True, span=command.span) if branch is None else self(branch)
        changes: dict[str, Any] = {}
        for name in holders_of(type(command)):
            old = getattr(command, name)
            new = self._inside(old) if old else old
            if new is not old:
                changes[name] = new
        if isinstance(command, Definition) and command.conditions:
            changes["conditions"] = ()
        folded = evolve(command, **changes) if changes else command
        return _without_nothing(folded) if isinstance(folded, Effects) else folded

    def _inside(self, value: Any) -> Any:
        """The same of what a field holds."""
        if isinstance(value, Command):
            return self(value)
        if not isinstance(value, tuple):
            return value
        kept = [v for v in value if not isinstance(v, Definition) or self.holds(v.conditions)]
        folded = [self._inside(v) for v in kept]
        same = len(folded) == len(value) and all(map(is_, folded, value))
        return value if same else tuple(folded)


def _hooked(definitions: Sequence[Definition]) -> tuple[Definition, ...]:
    """Phases and actions with what stands before and after them; no hooks are left."""
    hooks: dict[tuple[bool, str], list[Hook]] = {}
    for hook in definitions:
        if isinstance(hook, Hook):
            hooks.setdefault((hook.of_action, hook.around), []).append(hook)
    return tuple(
        _around(definition, hooks.get((isinstance(definition, Action), definition.name), []))
        if isinstance(definition, Phase | Action)
        else definition
        for definition in definitions
        if not isinstance(definition, Hook)
    )


def _around(definition: Phase | Action, hooks: list[Hook]) -> Definition:
    """Before it the last written hook comes first, after it the last."""
    if not hooks:
        return definition
    before = (hook.effect for hook in reversed(hooks) if hook.before)
    after = (hook.effect for hook in hooks if not hook.before)
    return evolve(definition, effect=Effects((*before, definition.effect, *after)))


def _without_nothing(sequence: Effects) -> Command:
    if len(sequence.effects) > 1 and not any(isinstance(e, Nothing) for e in sequence.effects):
        return sequence
    effects = tuple(effect for effect in sequence.effects if not isinstance(effect, Nothing))
    if len(effects) == 1:
        return effects[0]
    return Effects(effects, span=sequence.span) if effects else Nothing(True, span=sequence.span)
