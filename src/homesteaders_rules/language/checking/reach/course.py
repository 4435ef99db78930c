"""How often the commands of the course come to pass at a table, at least and at most."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from attrs import field, frozen

from ....commands.base import walk
from ....commands.conditions import FinalRound, Rounds, Static, all_hold
from ....commands.control import Do, If, Sequence
from ....commands.definitions.course import Action, Hook, Phase, Play
from ....commands.repetition import EachPlayer, Times
from ....values import ByValue
from ..context import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ....commands.base import Command
    from ....commands.definitions.definition import Definition
    from ....commands.effects import Effect

Rounds_ = frozenset[int]
FINAL = 0
"""The number that stands for the final round."""


@frozen(eq=False, repr=False)
class Time(ByValue):
    """When a command is reached, and how often within each of these rounds.

    ``rounds`` are empty before the first one.
    """

    rounds: Rounds_ = frozenset()
    opening: bool = False
    least: float = 1
    most: float = 1

    @property
    def at_least(self) -> float:
        """How often in all, at least."""
        return self.least * (len(self.rounds) + self.opening)

    @property
    def at_most(self) -> float:
        """How often in all, at most."""
        return self.most * (len(self.rounds) + self.opening)

    def during(self, rounds: Rounds_, opening: bool = False) -> Time:
        """Only in some rounds."""
        return Time(self.rounds & rounds, self.opening and opening, self.least, self.most)

    def times(self, least: float, most: float) -> Time:
        """So many times as often."""
        return Time(self.rounds, self.opening, self.least * least, self.most * most)


@frozen(eq=False, repr=False)
class Course(ByValue):
    """The course of a game at one table, in the order in which it is played.

    The rules must have no circles, and be of a size that can be linked. ``definitions`` are those
    of the rules, or as many as lead to what is looked for.
    """

    definitions: Iterable[Definition]
    players: int
    options: Mapping[str, bool]
    play: Play
    _phases: dict[str, list[Effect]] = field(factory=dict, init=False)
    _actions: dict[str, list[Effect]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        before: list[Hook] = []
        after: list[Hook] = []
        for definition in self.definitions:
            if not all_hold(definition.conditions, self.players, self.options):
                continue
            match definition:
                case Phase(name=name, effect=effect):
                    self._phases[name] = [effect]
                case Action(name=name, effect=effect):
                    self._actions[name] = [effect]
                case Hook(before=first):
                    (before if first else after).append(definition)
                case _:
                    pass
        for hook in before:
            self._of(hook).insert(0, hook.effect)
        for hook in after:
            self._of(hook).append(hook.effect)

    def _of(self, hook: Hook) -> list[Effect]:
        named = self._actions if hook.of_action else self._phases
        return named.setdefault(hook.around, [])

    def commands(self) -> Iterator[tuple[Command, Time]]:
        """Every command of the phases and of the actions that they use, with its time."""
        numbers = frozenset(range(1, self.play.rounds + 1))
        always = 0 if self.play.until_end else 1
        for name in self.play.opening:
            yield from self._phase(name, Time(opening=True))
        for name in self.play.round_phases:
            yield from self._phase(name, Time(numbers, least=always))
        for each in self.play.afterwards:
            for name in each.phases:
                yield from self._phase(name, Time(frozenset(each.rounds), least=always))
        for name in self.play.final_phases:
            yield from self._phase(name, Time(frozenset({FINAL})))

    def _phase(self, name: str, time: Time) -> Iterator[tuple[Command, Time]]:
        left: list[tuple[Command, Time]] = [
            (effect, time) for effect in reversed(self._phases.get(name, []))
        ]
        while left:
            command, when = left.pop()
            if when.at_most:
                yield command, when
                left += reversed([*self._inner(command, when)])

    def _inner(self, command: Command, time: Time) -> Iterator[tuple[Command, Time]]:
        match command:
            case If():
                yield from self._either(command, time)
            case Sequence(effects=effects):
                yield from ((each, time) for each in effects)
            case Times(count=count, effect=effect):
                yield effect, time.times(count, count)
            case EachPlayer(effect=effect, who=who):
                least = self.players if who is None else 1
                yield effect, time.times(least, self.players)
            case Do(action=name):
                yield from ((effect, time) for effect in self._actions.get(name, ()))
            case _:
                # What players choose, and what each winner does, may happen or not.
                inner = parts_of(command)
                seldom = time.times(0, inf) if inner else time
                yield from ((child, seldom) for child in inner)

    def _either(self, command: If, time: Time) -> Iterator[tuple[Command, Time]]:
        condition = command.condition
        then, otherwise = time.times(0, 1), time.times(0, 1)
        match condition:
            case Static():
                holds = condition.decide(self.players, self.options)
                then, otherwise = time.times(holds, holds), time.times(not holds, not holds)
            case Rounds(first=first, last=last):
                meant = frozenset(range(first, last + 1))
                then, otherwise = time.during(meant), time.during(time.rounds - meant, True)
            case FinalRound():
                meant = frozenset({FINAL})
                then, otherwise = time.during(meant), time.during(time.rounds - meant, True)
            case _:
                pass
        yield command.then, then
        if command.otherwise is not None:
            yield command.otherwise, otherwise


def leading_to(definitions: Iterable[Definition], *kinds: type[Command]) -> list[Definition]:
    """The definitions that hold commands of some classes, or use an action that leads to them."""
    walked = [(definition, [*walk(definition)]) for definition in definitions]
    users: dict[str, list[str]] = {}
    found: set[str] = set()
    for definition, commands in walked:
        match definition:
            case Action(name=name) | Hook(around=name, of_action=True):
                for command in commands:
                    if isinstance(command, Do):
                        users.setdefault(command.action, []).append(name)
                    elif isinstance(command, kinds):
                        found.add(name)
            case _:
                pass
    ahead = [*found]
    while ahead:
        more = set(users.get(ahead.pop(), ())) - found
        found |= more
        ahead += more

    def leads(command: Command) -> bool:
        return command.action in found if isinstance(command, Do) else isinstance(command, kinds)

    return [definition for definition, commands in walked if any(map(leads, commands))]
