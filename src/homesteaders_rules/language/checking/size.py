"""Checks of the size: what follows from one effect can be linked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.repetition import Times
from .context import WITHOUT

if TYPE_CHECKING:
    from ...commands.base import Command
    from ...commands.protocols import Happening
    from .context import Checking, Flow

MOST_STEPS = 100_000
MOST_CALLS = 50
"""Effects that call others are linked with the steps of those, each time anew."""


def check_size(checking: Checking) -> None:
    """What follows from one definition can be linked: it does not double, and double again."""
    if any(finding.code == "E511" for finding in checking.found):
        return
    sizes = _Sizes(checking.flow)
    for definition in checking.rules.definitions:
        size, depth = sizes.of(definition)
        if size > MOST_STEPS or depth > MOST_CALLS:
            message = f"with all that follows from it this takes more than {MOST_STEPS} steps"
            if depth > MOST_CALLS:
                message = f"one thing follows from another more than {MOST_CALLS} times"
            hint = "repeat less, or call fewer actions from within actions"
            checking.report("E515", message, definition, hint)
            return


Size = tuple[int, int]
"""How many steps, and how many calls within each other."""


class _Sizes:
    """The sizes of all happenings, and of the effects to which they lead."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._happenings: dict[Happening, Size] = {}
        self._effects: dict[int, Size] = {}
        for origin in flow.origins:
            self._measure(origin)

    def _measure(self, origin: Happening) -> None:
        """A happening, after those that it leads to."""
        flow, known = self._flow, self._happenings
        left = [origin]
        while left:
            happening = left[-1]
            following = {each for each, _ in flow.following(happening)}
            ahead = [each for each in following if each in flow.origins and each not in known]
            left += ahead
            if ahead:
                continue
            left.pop()
            effects = flow.effects(happening)
            sizes = [self.of(effect) for effect in effects]
            # The flow holds its effects as long as this lives, so that no other has such an id.
            self._effects.update(zip(map(id, effects), sizes, strict=True))
            depth = 1 + max(depth for _, depth in sizes)
            known[happening] = sum(size for size, _ in sizes), depth

    def of(self, command: Command) -> Size:
        """The size of a command with all that follows from it."""
        found = self._effects.get(id(command))
        if found is not None:
            return found
        if isinstance(command, WITHOUT):
            return len(command.whole()), 0
        total, deepest = 1, 0
        for happening in self._flow.direct(command):
            size, depth = self._happenings.get(happening, (0, 0))
            total, deepest = total + size, max(deepest, depth)
        times = command.count if isinstance(command, Times) else 1
        for child in command.children():
            size, depth = self.of(child)
            total, deepest = total + times * size, max(deepest, depth)
        return min(total, MOST_STEPS + 1), deepest
