"""Examples of rule files: run as tests.

>>> from homesteaders_rules import load
>>> for failure in failures(load("homesteaders")):
...     print(failure)
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import takewhile
from typing import TYPE_CHECKING, TypeVar

from attrs import define, evolve, frozen

from ..commands.base import Span, walk
from ..commands.conditions import OptionIs
from ..commands.definitions.course import Hook, Phase
from ..commands.definitions.examples import Example, ExampleLine
from ..commands.definitions.pieces import Piece
from ..errors import GameError, IllegalOption
from ..language.messages.diagnostics import ERROR, Diagnostic
from ..language.reading.sources import whole_file
from ..mechanisms.piles.taking import TakeAny, TakeRandom
from ..play.choosing import UNKNOWN, apply, why_not
from .claims import CLAIMS
from .lines import is_own, text_of
from .situations import situation
from .walks import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..commands.definitions.definition import Definition
    from ..play.state import State
    from ..rules import Rules
    from ..runtime.offering.options import Option


H = TypeVar("H")


@frozen
class ExampleFailure:
    """A line of an example that is not so: which, why, and where it stands.

    ``hint``: what lies there that the example does not name, and that may be why.
    """

    example: str
    message: str
    span: Span | None
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.span}: example {self.example}: {self.message}"


def own_examples(rules: Rules) -> Iterator[Example]:
    """The examples of the last pack. Those of what it extends hold without it.

    So do those for numbers of players that another pack does not allow.
    """
    for example in rules.of(Example):
        if is_own(rules, example.span) and example.players in rules.players:
            yield example


def failures(rules: Rules) -> Iterator[ExampleFailure]:
    """Run the examples of the last pack; the first line of each that is not so."""
    for example in own_examples(rules):
        failure = run_example(rules, example)
        if failure is not None:
            yield failure


KEY = re.compile(r'"[^"]+"')
EXAMPLE_FAILS = "E901"
"""The code of an example that does not come out as it says."""


def failed_examples(rules: Rules) -> Iterator[Diagnostic]:
    """The examples of the last pack that do not come out as they say, as findings."""
    return map(as_finding, failures(rules))


def as_finding(failure: ExampleFailure, line_of: Callable[[Span], str] = text_of) -> Diagnostic:
    """A line of an example that is not so, as it is told beside what else is found.

    ``line_of`` gives the line of the text at a place, for the caret.
    """
    span = failure.span or whole_file("")
    # Errors of playing say the way out behind what is wrong.
    wrong, _, way_out = failure.message.partition("; ")
    hint = "; ".join(filter(None, (way_out, failure.hint)))
    message = f'example "{failure.example}": {wrong}'
    line = line_of(span)
    return Diagnostic(EXAMPLE_FAILS, ERROR, message, _key_in(line, wrong, span), hint, line)


def _key_in(line: str, wrong: str, span: Span) -> Span:
    """Where the key stands that a message is about; the whole line if it is about none."""
    key = KEY.match(wrong)
    start = line.find(key[0], span.column - 1) + 1 if key else 0
    if key is None or not start:
        return span
    return evolve(span, column=start + 1, end_line=span.line, end_column=start + len(key[0]) - 1)


def run_example(
    rules: Rules, example: Example, see: Callable[[Step], None] | None = None
) -> ExampleFailure | None:
    """Play an example; the first line that is not so, or None. ``see`` is shown each choice."""
    setting: list[ExampleLine] = []
    story: _Story | None = None
    for line in example.lines:
        try:
            if story is not None:
                story.go_on(line)
            elif line.kind == "in":
                state = _set_up(rules, example, [*setting, line])
                begun = _round(setting) or state.round, line.names[0]
                story = _Story(state, begun, see)
            else:
                setting.append(line)
        except (GameError, _NotSo) as error:
            wrong = line if story else _wrong_setting(rules, example, [*setting, line], error)
            hint = _unnamed(rules, state, story.state, setting, line.player) if story else ""
            return ExampleFailure(example.name, str(error), wrong.span, hint)
    if story is None:
        phases = ", ".join(phase.name for phase in rules.of(Phase))
        hint = f"what sets it up ends with in and a phase: {phases}"
        at = next((line.span for line in setting if line.kind not in SETTING), example.span)
        return ExampleFailure(example.name, "no line says in which phase it begins", at, hint)
    return None


def _unnamed(
    rules: Rules, begun: State, state: State, setting: Sequence[ExampleLine], player: int
) -> str:
    """What chance turned up or gave a player, and no line names, in the place of one that would."""
    layout = state.table.layout
    named = {line.names[0] for line in setting if line.kind in ("turned", "up")}
    bid_for = {line.number for line in setting if line.kind == "won"}
    up = [index for index in range(len(layout.pieces)) if _lies_up(state, index)]
    beside = [layout.pieces[i].name for i in up if layout.pieces[i].stack not in layout.lots]
    hints = [f"{name} is turned up" for name in beside if name not in named]
    hints += _without(each for each in rules.of(Piece) if hints and each.name in beside)
    hints += _cards(rules, begun, setting, player) if player else ()
    lots = [lot for lot in state.lots() if lot.number in bid_for and lot.piece not in named]
    hints += [f"lot {lot.number} is {lot.piece}" for lot in lots]
    return f'not named above "in": {"; ".join(hints)}' if hints else ""


def _cards(
    rules: Rules, begun: State, setting: Sequence[ExampleLine], player: int
) -> Iterator[str]:
    """What a player was dealt, or took by chance, while the table was set up."""
    said = (name for line in setting if line.kind in ("owns", "setup") for name in line.names)
    named, owned = {name.removeprefix("take ") for name in said}, begun.pieces(player - 1)
    for deal in rules.of(Hook):
        takes = [each for each in walk(deal) if isinstance(each, TakeAny | TakeRandom)]
        found = {
            piece.name: f'in setup: player {player}: "take {piece.name}"'
            if isinstance(take, TakeAny)
            else f"player {player} owns {piece.name}"
            for take in takes
            for piece in rules.of(Piece)
            if piece.sort == take.sort and piece.name in owned and piece.name not in named
        }
        yield from found.values()
        yield from _without((deal,) if found else ())


def _without(definitions: Iterable[Definition]) -> list[str]:
    """The answer to an option with which the first of them does not come."""
    asked = (c for each in definitions for c in each.conditions if isinstance(c, OptionIs))
    return [f"to have none of it: option {c.option}: no" for c in asked if c.value][:1]


def _lies_up(state: State, piece: int) -> bool:
    layout = state.table.layout
    stacked = bool(layout.pieces[piece].stack)
    return stacked and layout.turned_up(piece).holds(state.cells)


class _NotSo(Exception):
    """What a line says is not so."""


def _expect(holds: bool, message: str) -> None:
    if not holds:
        raise _NotSo(message)


# ---------------------------------------------------------------------------------- setting up


def start_of(rules: Rules, example: Example) -> State:
    """The state in which an example begins, for somebody who goes on from there.

    Raises GameError where no line says in which phase, or where the lines before it cannot be so.
    """
    setting = [*takewhile(lambda line: line.kind != "in", example.lines)]
    if len(setting) == len(example.lines):
        raise GameError("no line says in which phase it begins")
    try:
        return _set_up(rules, example, example.lines[: len(setting) + 1])
    except _NotSo as error:
        raise GameError(str(error)) from None


SETTING = (
    *("option", "round", "start", "has", "owns", "at", "comes", "up", "won", "turned", "holds"),
    *("on", "cell", "encloses", "due", "laid", "neutral", "lies", "setup", "ends", "in"),
)
"""Kinds of lines that set up the table when they stand above the first ``in``."""


def _set_up(rules: Rules, example: Example, setting: Sequence[ExampleLine]) -> State:
    """The state in which the example begins; the last line says the phase."""
    of: dict[str, list[ExampleLine]] = {kind: [] for kind in SETTING}
    pieces: dict[int, list[str]] = {}
    for line in setting:
        _expect(line.kind in SETTING, "the example has not begun: no line says in which phase")
        of[line.kind].append(line)
        if line.kind == "owns":
            pieces.setdefault(line.player - 1, []).extend(line.names)
    on_cells = [line for line in setting if line.kind in ("on", "cell")]
    return situation(
        rules,
        example.players,
        setting[-1].names[0],
        _round(setting),
        options={line.names[0]: bool(line.number) for line in of["option"]},
        start_player=of["start"][-1].player - 1 if of["start"] else 0,
        holdings=_together((line.player - 1, line) for line in of["has"]),
        pieces=pieces,
        positions={(line.names[0], line.player - 1): line.number for line in of["at"]},
        lots={line.number: line.names[0] for line in of["up"]},
        won={line.number: (line.player - 1, line.value) for line in of["won"]},
        turned={_stack(rules, line.names[0]): line.names[0] for line in of["turned"]},
        chance=[("".join(line.names), line.number) for line in of["comes"]],
        lying=_together((line.names[0], line) for line in of["holds"]),
        cells=_together(((ln.player - 1, name), ln) for ln in on_cells for name in ln.names),
        users={line.names[0]: line.player - 1 for line in of["holds"] if line.player},
        ends=bool(of["ends"]),
        areas=[(line.player - 1, line.names) for line in of["encloses"]],
        due={(line.player - 1, line.number): dict(line.goods) for line in of["due"]},
        tiles=[name for line in of["laid"] for name in line.names],
        neutral=[name for line in of["neutral"] for name in line.names],
        places={line.names[0]: line.names[1] for line in of["lies"]},
        setup=[(line.player - 1, key) for line in of["setup"] for key in line.names],
    )


def _together(lines: Iterable[tuple[H, ExampleLine]]) -> dict[H, dict[str, int]]:
    """What all lines of a holder say of goods; the last word on a good counts."""
    found: dict[H, dict[str, int]] = {}
    for holder, line in lines:
        found.setdefault(holder, {}).update(line.goods)
    return found


def _stack(rules: Rules, name: str) -> str:
    stack = next((piece.stack for piece in rules.of(Piece) if piece.name == name), "")
    _expect(bool(stack), f"{name} belongs to no stack")
    return stack


def _round(setting: Sequence[ExampleLine]) -> int:
    return next((line.number for line in reversed(setting) if line.kind == "round"), 1)


def _wrong_setting(
    rules: Rules, example: Example, setting: Sequence[ExampleLine], error: Exception
) -> ExampleLine:
    """The first line of a setting with which it goes wrong in that way."""
    *before, begin = setting
    for count in range(len(before) + 1):
        try:
            _set_up(rules, example, [*before[:count], begin])
        except (GameError, _NotSo) as again:
            if str(again) == str(error):
                return before[count - 1] if count else begin
    return begin


# ---------------------------------------------------------------------------------- the story

WITH = " with "
"""What stands in a key before how it is paid."""
MOST_LISTED = 6
"""So many options are told where one is not offered."""
FEW = 2
"""Where there are no more ways to go on, an author may take it that the game goes on by itself."""


def _listed(options: Sequence[Option]) -> str:
    """Some of the options, the first ones."""
    keys = [f'"{option.key}"' for option in options]
    return ", ".join([*keys[:MOST_LISTED], *["..."][: len(keys) > MOST_LISTED]])


@define
class _Story:
    """An example under way: a state, and the round and phase in which the story is."""

    state: State
    begun: tuple[int, str]
    see: Callable[[Step], None] | None = None

    def go_on(self, line: ExampleLine) -> None:
        """Carry out a line, or make sure that it is so."""
        match line.kind:
            case "takes":
                for done, key in zip(("", *line.names), line.names, strict=False):
                    self._turn_of(line.player, done)
                    self._choose(key)
            case "can":
                self._turn_of(line.player)
                for key in line.names:
                    reason = why_not(self.state, key)
                    _expect(reason is None, f'"{key}" is not offered: {reason}{self._like(key)}')
            case "cannot":
                self._turn_of(line.player)
                for key in line.names:
                    reason = why_not(self.state, key)
                    offered = [key] if reason is None else self._ways(key)
                    _expect(not offered, f'"{", ".join(offered)}" is offered')
                    is_known = not str(reason).startswith(UNKNOWN)
                    _expect(is_known, f'"{key}": {reason}{self._like(key)}')
            case "turn":
                self._turn_of(line.player)
            case "over":
                now = self.state.round, self.state.phase
                _expect(
                    self.state.over or now != self.begun,
                    f"the phase goes on: {self._asked()}{self._offered()}",
                )
                self.begun = now
            case "end":
                _expect(self.state.over, f"the game goes on: {self._asked()}{self._offered()}")
            case _:
                _expect(line.kind in CLAIMS, "such a line must stand before the phase begins")
                contrary = CLAIMS[line.kind](self.state, line)
                _expect(not contrary, f"{contrary}{self._undecided() if contrary else ''}")

    def _ways(self, key: str) -> list[str]:
        """The offered ways to pay for what a key names that names no way: ``build Farm with ...``.

        What cannot be done cannot be paid for in any way.
        """
        keys = (option.key for option in self.state.decision.all)
        return [each for each in keys if WITH not in key and each.startswith(f"{key}{WITH}")]

    def _choose(self, key: str) -> None:
        before, option = self.state, self.state.decision.find(key)
        try:
            self.state, events = apply(before, key)
        except IllegalOption as error:
            raise _NotSo(f"{error}{self._like(key)}") from None
        if self.see is not None and option is not None:
            self.see(Step(before, option, self.state, events))

    def _like(self, key: str) -> str:
        """What is offered, the keys most like this one first."""
        first, *_ = key.split(maxsplit=1) or [""]
        likeness = SequenceMatcher(b=key)

        def distance(each: Option) -> tuple[bool, bool, float]:
            likeness.set_seq1(each.key)
            # What is offered at any time says nothing of what is asked now.
            return each.key.split(maxsplit=1)[0] != first, each.anytime, -likeness.ratio()

        return f"; offered: {_listed(sorted(self.state.decision.all, key=distance))}"

    def _offered(self) -> str:
        return f"; still to choose: {_listed(self.state.decision.options)}"

    def _undecided(self) -> str:
        """What a player has still to choose: it has not happened, however few ways there are."""
        if self.state.over or len(self.state.decision.options) > FEW:
            return ""
        decision = self.state.decision
        return f"; player {decision.player + 1} has still to choose: {_listed(decision.options)}"

    def _turn_of(self, player: int, done: str = "") -> None:
        """``done`` is what this player has just chosen in the same line."""
        _expect(not self.state.over, "the game is over")
        theirs = self.state.decision.player == player - 1
        after = f' after "{done}"' if done else ""
        asked = f"{self._asked()}{self._undecided()}"
        _expect(theirs, f"it is not the turn of player {player}{after}: {asked}")

    def _asked(self) -> str:
        decision = self.state.decision
        return f"player {decision.player + 1} decides: {decision.prompt}"
