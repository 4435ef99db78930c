"""Actions: every key that a state of a table can offer, numbered once and for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, overload, runtime_checkable

from attrs import field, frozen

from ..errors import BeyondCatalogue, GameError, expect, shown, suggestion
from ..runtime.offering.options import Option
from ..runtime.program import Program
from ..runtime.steps import Asking
from ..values import Unchanging

MOST_COUNTED = 100
"""So many of anything that is counted while a game goes on, goods due for instance, are listed."""
MOST_LISTED = 1000
"""Nobody may ask for more of it."""
MOST_ACTIONS = 1 << 16
"""A catalogue has no more actions than that: no learner has use for them, and making takes long."""


@runtime_checkable
class Deciding(Protocol):
    """A state, as far as its actions are asked for."""

    @property
    def table(self) -> Any: ...
    @property
    def over(self) -> bool: ...
    @property
    def decision(self) -> Any: ...


@runtime_checkable
class Counting(Protocol):
    """A step with keys that say numbers which are counted while a game goes on."""

    def keys_up_to(self, most: int) -> Iterator[str]: ...


@frozen(repr=False)
class Actions(Unchanging, Sequence[str]):
    """Every key that any state of a table can offer, in order: ``actions[7]`` is the key of 7.

    The keys come from the offers of the program of the table, exchanges of any time and payments
    included, and are sorted: tables of equal rules (by their digest), players and options number
    them alike, in every process. What is counted while a game goes on has no bound of its own;
    no more than ``most`` of it are listed.
    """

    home: tuple[object, ...]
    keys: tuple[str, ...]
    most: int
    _numbers: dict[str, int] = field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        numbers = {key: number for number, key in enumerate(self.keys)}
        object.__setattr__(self, "_numbers", numbers)

    @classmethod
    def of(cls, program: Program, most: int = MOST_COUNTED) -> Actions:
        """The actions of a program that belongs to a table; of what is counted ``most``.

        Raises BeyondCatalogue where they are more than MOST_ACTIONS, or ``most`` is more than
        MOST_LISTED.
        """
        expect(program, Program, "the program of a table")
        expect(most, int, "a whole number")
        if not 0 < most <= MOST_LISTED:
            message = f"of what is counted 1 to {MOST_LISTED} can be listed, not {shown(most)}"
            raise BeyondCatalogue(message, MOST_LISTED)
        found: set[str] = set()
        for key in _every_key(program, most):
            found.add(key)
            if len(found) > MOST_ACTIONS:
                raise BeyondCatalogue(
                    f"this table has more than {MOST_ACTIONS} actions, too many for a catalogue; "
                    f"list less of what is counted than {most}, or choose by the keys of decisions",
                    MOST_ACTIONS,
                )
        return cls(program.home, tuple(sorted(found)), most)

    def __repr__(self) -> str:
        return f"<Actions: {len(self)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Actions, (self.home, self.keys, self.most)

    def __len__(self) -> int:
        return len(self.keys)

    @overload
    def __getitem__(self, number: int) -> str: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[str, ...]: ...
    def __getitem__(self, number: int | slice) -> str | tuple[str, ...]:
        return self.keys[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys)

    def __contains__(self, key: object) -> bool:
        return key in self._numbers

    def number(self, option: Option | str) -> int:
        """The number of an option, or of its key. Raises GameError where no state offers it."""
        key = option.key if isinstance(option, Option) else option
        expect(key, str, "an option, or its key")
        if key not in self._numbers:
            hint = suggestion(key, self.keys)
            raise GameError(f"no state of this table offers {shown(key)}{hint}")
        return self._numbers[key]

    def offered(self, state: Deciding) -> tuple[int, ...]:
        """The numbers of all that may be chosen in a state, exchanges of any time included.

        There are none when the game is over. Raises GameError for a state of another table, and
        BeyondCatalogue where something is offered of which more are counted than are listed.
        """
        expect(state, Deciding, "a state")
        if state.table.identity != self.home:
            raise GameError("this state is of another table; take the actions of its own")
        if state.over:
            return ()
        keys = [option.key for option in state.decision.all]
        unlisted = next((key for key in keys if key not in self._numbers), None)
        if unlisted is not None:
            raise BeyondCatalogue(
                f"{shown(unlisted)} is offered, and no more than {self.most} of anything that is "
                f"counted are listed; Actions.of(table.program, most) lists more",
                self.most,
            )
        return tuple([self._numbers[key] for key in keys])

    def mask(self, state: Deciding) -> tuple[bool, ...]:
        """For each action whether it may be chosen in a state. Raises what ``offered`` does."""
        mask = [False] * len(self.keys)
        for number in self.offered(state):
            mask[number] = True
        return tuple(mask)


def _every_key(program: Program, most: int) -> Iterator[str]:
    for step in program.steps:
        if isinstance(step, Asking):
            yield from step.keys_up_to(most) if isinstance(step, Counting) else step.keys()
    for exchange in program.exchanges:
        yield from exchange.keys_up_to(most)
