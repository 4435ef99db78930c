"""How often something will still happen: the course of a game, counted."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from ..commands.control import Do, If, Sequence
from ..commands.definitions.course import Action, Phase, Play
from ..commands.goods import Pay
from ..commands.repetition import Collect, EachPlayer
from ..linking.table import once_a_table
from ..mechanisms.owing import PayOrElse
from ..mechanisms.placing.in_turn import PlaceInTurn
from ..runtime.registers import END, PART, ROUND

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Sequence as Cells

    from ..commands.effects import Effect
    from ..linking.table import Table
    from ..play.state import State


USUAL_ROUNDS, MORE_ROUNDS = 12, 3
"""Of an end that is reached nobody knows the round: so many are usual, and so many always come."""


@frozen(cache_hash=True)
class Now:
    """A time in a game. ``last``: the number of the last round, as far as it is known."""

    round: int
    phase: str
    is_final: bool = False
    last: int = 0

    @classmethod
    def of(cls, state: State) -> Now:
        """When a state is."""
        return cls.at(state.table, state.cells)

    @classmethod
    def at(cls, table: Table, cells: Cells[int | None]) -> Now:
        """When a state with such cells is; what is hidden is not needed."""
        return now_of(table, *(cells[cell] or 0 for cell in when(table)))


@once_a_table
def when(table: Table) -> tuple[int, ...]:
    """The cells that say when it is: the round, the part of the course, and the last round."""
    end = table.layout.at.get(END)
    return (ROUND, PART) if end is None else (ROUND, PART, end)


@once_a_table
def now_of(table: Table, number: int, part: int, end: int = 0) -> Now:
    """The time that these cells say."""
    phase, is_counted = table.program.course[part][0], END not in table.layout.at
    is_final = table.layout.has_final and number > table.rounds
    if number > table.rounds:
        number = (table.rounds if is_counted else end) + is_final
    if is_counted:
        return Now(number, phase, is_final, table.rounds)
    guess = min(max(number + MORE_ROUNDS, USUAL_ROUNDS), table.rounds)
    return Now(number, phase, is_final, end or guess)


class Course:
    """Which phases collect which moments and demand which payments, and when they come again."""

    def __init__(self, table: Table) -> None:
        self.play = next(d for d in table.definitions if isinstance(d, Play))
        self.actions = {d.name: d.effect for d in table.definitions if isinstance(d, Action)}
        self.parts: dict[str, list[Effect]] = {}
        for definition in table.definitions:
            if isinstance(definition, Phase):
                self.parts.setdefault(definition.name, []).append(definition.effect)
        self.returns = lru_cache(maxsize=None)(self._returns)
        self.ahead = lru_cache(maxsize=None)(self._ahead)

    def recurring(self) -> list[tuple[Collect | Pay, tuple[str, ...]]]:
        """What every player collects and pays, with the phases it happens in, one for each time."""
        return [
            (effect, (name,))
            for name, effect in self._everywhere()
            if isinstance(effect, Collect | Pay)
        ]

    def owing(self) -> list[tuple[str, PayOrElse]]:
        """What every player owes, or something else comes, each with its phase."""
        found = self._everywhere()
        return [(name, effect) for name, effect in found if isinstance(effect, PayOrElse)]

    def _everywhere(self) -> Iterator[tuple[str, Effect]]:
        for name in dict.fromkeys((*self.play.recurring, *self.play.final_phases)):
            for part in self.parts[name]:
                yield from ((name, effect) for effect in self._reached(part))

    def _reached(self, effect: Effect) -> Iterator[Effect]:
        match effect:
            case Collect() | Pay() | PayOrElse() | PlaceInTurn():
                yield effect
            case Sequence(effects=effects):
                for inner in effects:
                    yield from self._reached(inner)
            case EachPlayer(effect=inner):
                yield from self._reached(inner)
            case Do(action=action):
                yield from self._reached(self.actions[action])
            case If(then=then):
                yield from self._reached(then)
            case _:
                pass

    def rounds_left(self, now: Now) -> int:
        """How many numbered rounds come after this one."""
        return 0 if now.is_final else max(now.last - now.round, 0)

    def is_last(self, now: Now) -> bool:
        """Whether the last phase of the game is on."""
        phases = self.play.final_phases
        return now.is_final and (not phases or now.phase == phases[-1])

    def placed(self) -> str:
        """The good that players place in turn on places of all; empty where none is."""
        placing = (effect for _, effect in self._everywhere() if isinstance(effect, PlaceInTurn))
        return next((effect.good for effect in placing), "")

    def _ahead(self, phase: str, now: Now) -> tuple[int, ...]:
        """In how many rounds a phase begins, each time from now on; 0: in this one."""
        if now.is_final:
            return (0,) * _after(self.play.final_phases, now.phase).count(phase)
        here = _after(self.play.phases_of(now.round), now.phase).count(phase)
        later = range(now.round + 1, now.round + 1 + self.rounds_left(now))
        return (0,) * here + tuple(
            number - now.round
            for number in later
            for _ in range(self.play.phases_of(number).count(phase))
        )

    def _returns(self, phase: str, now: Now) -> int:
        """How often a phase begins from now on, the one that is on not counted."""
        finally_ = 0 if now.is_final else self.play.final_phases.count(phase)
        return len(self.ahead(phase, now)) + finally_


def _after(phases: tuple[str, ...], current: str) -> tuple[str, ...]:
    return phases[phases.index(current) + 1 :] if current in phases else ()
