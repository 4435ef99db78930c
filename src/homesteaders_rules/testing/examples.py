"""Examples of rule files: run as tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ..errors import GameError
from ..machine.state import apply, why_not
from ..scoring import score
from .situations import FINAL, situation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..commands.base import Span
    from ..commands.definitions import Example, ExampleLine
    from ..commands.rules import Rules
    from ..machine.state import State


@frozen
class ExampleFailure:
    """A line of an example that is not so: which, why, and where it stands."""

    example: str
    message: str
    span: Span | None

    def __str__(self) -> str:
        return f"{self.span}: example {self.example}: {self.message}"


def run_example(rules: Rules, example: Example) -> ExampleFailure | None:
    """Play an example; the first line that fails, or None."""
    state: State | None = None
    setting: list[ExampleLine] = []
    line = None
    try:
        for line in example.lines:
            if line.kind == "in":
                state = _begin(rules, example, setting, line.names[0])
            elif state is None:
                setting.append(line)
            else:
                state = _check(state, line)
    except (GameError, AssertionError) as error:
        return ExampleFailure(example.name, str(error), line.span if line else example.span)
    if state is None:
        return ExampleFailure(example.name, "no line says in which phase it begins", example.span)
    return None


def _begin(rules: Rules, example: Example, setting: list[ExampleLine], phase: str) -> State:
    rounds = [line.number for line in setting if line.kind == "round"]
    starts = [line.player for line in setting if line.kind == "start"]
    round_number = rounds[0] if rounds else 1
    return situation(
        rules,
        example.players,
        phase,
        FINAL if round_number == FINAL else round_number,
        options={line.names[0]: bool(line.number) for line in setting if line.kind == "option"},
        start_player=starts[0] - 1 if starts else 0,
        holdings={p: dict(goods) for p, goods in _by_player(setting, "has")},
        pieces={p: names for p, names in _by_player(setting, "owns")},
        positions={(ln.names[0], ln.player - 1): ln.number for ln in setting if ln.kind == "at"},
        lots={line.number: line.names[0] for line in setting if line.kind == "up"},
        won={ln.number: (ln.player - 1, ln.value) for ln in setting if ln.kind == "won"},
    )


def _by_player(setting: list[ExampleLine], kind: str) -> Iterator[tuple[int, tuple]]:  # type: ignore[type-arg]
    for player in sorted({line.player for line in setting if line.kind == kind}):
        lines = [line for line in setting if line.kind == kind and line.player == player]
        yield player - 1, sum(((ln.goods if kind == "has" else ln.names) for ln in lines), ())


def _check(state: State, line: ExampleLine) -> State:
    """The state after a line; AssertionError if the line is not so."""
    seat = line.player - 1
    match line.kind:
        case "takes":
            for key in line.names:
                _turn(state, seat)
                state, _ = apply(state, key)
        case "can":
            _turn(state, seat)
            for key in line.names:
                assert state.decision.find(key), f'"{key}" is not offered: {why_not(state, key)}'
        case "cannot":
            _turn(state, seat)
            for key in line.names:
                assert not state.decision.find(key), f'"{key}" is offered'
        case "turn":
            _turn(state, seat)
        case "over":
            pass
        case _:
            _compare(state, line, seat)
    return state


def _turn(state: State, seat: int) -> None:
    assert not state.over, "the game is over"
    decider = state.decision.player
    assert decider == seat, f"it is the turn of player {decider + 1}: {state.decision.prompt}"


def _compare(state: State, line: ExampleLine, seat: int) -> None:
    match line.kind:
        case "has":
            for good, amount in line.goods:
                held = state.holding(seat, good)
                assert held == amount, f"player {seat + 1} has {held} {good}, not {amount}"
        case "owns":
            for name in line.names:
                assert name in state.pieces(seat), f"player {seat + 1} does not own {name}"
        case "at":
            position = state.position(line.names[0], seat if seat >= 0 else None)
            assert position == line.number, f"{line.names[0]} is at {position}, not {line.number}"
        case "start":
            start = state.start_player + 1
            assert start == line.player, f"player {start} is start player"
        case "scores":
            points = score(state)[seat].line(line.names[0])
            assert points == line.number, f"player {seat + 1} scores {points} for {line.names[0]}"
        case _:
            raise AssertionError(f"such a line must stand before the phase begins: {line.kind}")
