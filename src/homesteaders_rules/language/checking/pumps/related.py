"""Which exchanges may feed each other at all: most cost something that no exchange brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ....commands.base import walk
from ....commands.control import Do
from ....commands.definitions.course import Action, Hook
from ....commands.definitions.definition import Exchange, Substitution, Trigger
from ....commands.definitions.exchanges import UseExchange
from ....commands.goods import Gain
from ....values import ByValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ....commands.base import Command
    from ....commands.conditions import Condition
    from ..context import Checking


@frozen(eq=False, repr=False)
class Line(ByValue):
    """An exchange, a trigger or a substitution, where it stands, and when it is there."""

    command: Exchange | Trigger | Substitution
    conditions: tuple[Condition, ...]
    piece: str = ""
    stack: str = ""


def related(checking: Checking, lines: list[Line]) -> list[Line]:
    """The lines that are left when nothing is kept which costs what the others cannot bring."""
    bringing = _Bringing.of(checking)
    while True:
        raised = {good for line in lines for good in bringing.goods(line.command)}
        moved = raised | {
            good
            for line in lines
            if isinstance(line.command, Exchange)
            for good in line.command.cost.goods
        }
        paying = [
            line.command
            for line in lines
            if isinstance(line.command, Substitution)
            and not line.command.purposes
            and raised.issuperset(line.command.pays.goods)
        ]
        payable = raised | {item.good for each in paying for item in each.items}
        used = {
            name
            for line in lines
            if isinstance(line.command, Exchange)
            for name in (line.command.name, line.command.counts_as)
        }
        kept = [
            line for line in lines if _is_kept(line.command, payable, paying, moved, used - {""})
        ]
        if len(kept) == len(lines):
            return kept
        lines = kept


def _is_kept(
    command: Command,
    payable: set[str],
    paying: list[Substitution],
    moved: set[str],
    used: set[str],
) -> bool:
    match command:
        case Exchange(cost=cost):
            return payable.issuperset(cost.goods)
        case Trigger(occasion=occasion):
            if occasion.verb == "uses":
                return occasion.of in used
            return occasion.verb in ("gains", "loses") and occasion.of in moved
        case _:
            return any(command is each for each in paying)


@frozen(eq=False, repr=False)
class _Bringing(ByValue):
    """What actions and exchanges bring that triggers use."""

    actions: Mapping[str, list[Command]]
    gains: Mapping[str, set[str]]

    @classmethod
    def of(cls, checking: Checking) -> _Bringing:
        actions: dict[str, list[Command]] = {}
        gains: dict[str, set[str]] = {}
        for action in checking.rules.of(Action):
            actions.setdefault(action.name, []).append(action.effect)
        for hook in checking.rules.of(Hook):
            if hook.of_action:
                actions.setdefault(hook.around, []).append(hook.effect)
        for exchange in checking.every(Exchange):
            gains.setdefault(exchange.name, set()).update(exchange.gain.goods)
        return cls(actions, gains)

    def goods(self, command: Command) -> Iterator[str]:
        """The goods that a line may bring."""
        match command:
            case Exchange(gain=gain):
                yield from gain.goods
            case Trigger(effect=effect):
                yield from self._gained(effect)
            case _:
                pass

    def _gained(self, effect: Command) -> Iterator[str]:
        left, seen = [effect], set[str]()
        while left:
            for command in walk(left.pop()):
                match command:
                    case Gain(bundle=bundle):
                        yield from bundle.goods
                    case UseExchange(exchange=name):
                        yield from self.gains.get(name, ())
                    case Do(action=name) if name not in seen:
                        seen.add(name)
                        left += self.actions.get(name, ())
                    case _:
                        pass
