"""Walks: games played at random, step by step; what is left of one can be read and replayed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, overload

from attrs import frozen

from ..play.choosing import apply
from ..play.state import State
from .beginnings import Beginning
from .lines import line_behind, shown

if TYPE_CHECKING:
    from ..play.saves import Game
    from ..rules import Rules
    from ..runtime.offering.options import Option
    from ..runtime.recording.events import Events


@frozen(repr=False)
class Step:
    """One step of a walk."""

    before: State
    option: Option
    after: State
    events: Events

    def __repr__(self) -> str:
        return f"<Step: player {self.before.decision.player + 1}: {self.option}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    def told(self) -> str:
        """Who chose what, and the rule line that offered it."""
        line = shown(line_behind(self.before, self.option))
        said = f"player {self.before.decision.player + 1}: {self.option}"
        return f"{said:<44} {line}".rstrip()


class Walk(Sequence[Step]):
    """The steps of a game from a beginning on, printed as a transcript.

    ``game`` is the same as a game, to be saved; ``python`` as a program that plays it again.
    """

    def __init__(self, beginning: Beginning, steps: Sequence[Step] = ()) -> None:
        self.beginning = beginning
        self.steps = tuple(steps)

    @property
    def first(self) -> State:
        """The state it begins with."""
        return self.beginning.state

    @property
    def last(self) -> State:
        """The state it leads to."""
        return self.steps[-1].after if self.steps else self.first

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys chosen."""
        return tuple(step.option.key for step in self.steps)

    @property
    def game(self) -> Game:
        """The same as a game; a choice that cannot be made again is left out with what follows."""
        return self.beginning.played(self.keys)

    def transcript(self) -> str:
        """How it begins, and every choice with its seat and its rule line."""
        lines = [f"{number:>3}. {step.told()}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([repr(self.beginning), *lines])

    def python(self) -> str:
        """The same as a program."""
        places = ", ".join(repr(header.place) for header in self.beginning.rules.headers)
        call = self.beginning.call
        home = "homesteaders_rules"
        imports = f"from {home} import apply, load"
        imports += f", {call}" if call == "new_game" else ""
        lines = [imports]
        if call == "situation":
            lines += [f"from {home}.testing.situations import situation"]
        lines += ["", f"rules = load({places})", f"state = {self.beginning!r}"]
        if self.steps:
            lines += ["for key in ["]
            lines += [f"    {key!r}," for key in self.keys]
            lines += ["]:", "    state, events = apply(state, key)"]
        return "\n".join(lines)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> Walk: ...
    def __getitem__(self, index: int | slice) -> Step | Walk:
        if isinstance(index, int):
            return self.steps[index]
        if index.start or index.step not in (None, 1):
            raise ValueError("a walk can only be cut off at its end: walk[:10]")
        return Walk(self.beginning, self.steps[index])

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        return self.transcript()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """In the reports of Hypothesis: the transcript, one line a choice."""
        with printer.group(4):
            for number, line in enumerate(self.transcript().split("\n")):
                if number:
                    printer.break_()
                printer.text(line)


def walk(
    rules: Rules,
    players: int,
    seed: int,
    options: Mapping[str, bool] | None = None,
    *,
    anytime: float = 0.1,
    most: int = 100_000,
) -> Iterator[Step]:
    """A random game from setup on, until it is over or ``most`` steps are taken.

    With the chance ``anytime`` a step is an exchange of any time, if there is one; since such
    exchanges could go on for ever, every second step at least leads on.
    """
    beginning = Beginning.of_game(rules, players=players, seed=seed, options=options)
    return walk_from(beginning.state, seed, anytime=anytime, most=most)


def walk_from(
    state: State, seed: int = 0, *, anytime: float = 0.1, most: int = 100_000
) -> Iterator[Step]:
    """A random game from any state on, as :func:`walk`."""
    random = Random(seed)
    rest = False
    for _ in range(most):
        if state.over:
            return
        decision = state.decision
        offered = decision.options
        if not rest and random.random() < anytime:
            offered = decision.anytime or offered
        option = random.choice(offered)
        rest = option.anytime
        after, events = apply(state, option)
        yield Step(state, option, after, events)
        state = after


def finish(state: State, seed: int = 0, most: int = 20_000) -> State:
    """Head for the end, without exchanges that are not needed; the state when the game is over.

    Raises AssertionError if ``most`` steps do not get there (promise 2).
    """
    random = Random(seed)
    for _ in range(most):
        if state.over:
            return state
        state, _ = apply(state, random.choice(state.decision.options))
    raise AssertionError(f"not over after {most} steps, in {state.phase}, round {state.round}")
