"""Examples of rule files: run as tests.

>>> from homesteaders_rules import load
>>> for failure in failures(load("homesteaders")):
...     print(failure)
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from attrs import define, frozen

from ..commands.definitions.examples import Example
from ..commands.definitions.pieces import Piece
from ..errors import GameError, IllegalOption
from ..mechanisms.ending import END
from ..play.choosing import UNKNOWN, apply, why_not
from ..play.lookups import lying_pairs
from ..play.scoring import score, winners
from .lines import is_own
from .situations import FINAL, situation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..commands.base import Span
    from ..commands.definitions.examples import ExampleLine
    from ..play.state import Lot, State
    from ..rules import Rules


@frozen
class ExampleFailure:
    """A line of an example that is not so: which, why, and where it stands."""

    example: str
    message: str
    span: Span | None

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


def run_example(rules: Rules, example: Example) -> ExampleFailure | None:
    """Play an example; the first line that is not so, or None."""
    setting: list[ExampleLine] = []
    story: _Story | None = None
    for line in example.lines:
        try:
            if story is not None:
                story.go_on(line)
            elif line.kind == "in":
                state = _set_up(rules, example, [*setting, line])
                story = _Story(state, (_round(setting) or state.round, line.names[0]))
            else:
                setting.append(line)
        except (GameError, _NotSo) as error:
            wrong = line if story else _wrong_setting(rules, example, [*setting, line], error)
            return ExampleFailure(example.name, str(error), wrong.span)
    if story is None:
        return ExampleFailure(example.name, "no line says in which phase it begins", example.span)
    return None


class _NotSo(Exception):
    """What a line says is not so."""


def _expect(holds: bool, message: str) -> None:
    if not holds:
        raise _NotSo(message)


# ---------------------------------------------------------------------------------- setting up

SETTING = (
    "option",
    "round",
    "start",
    "has",
    "owns",
    "at",
    "comes",
    "up",
    "won",
    "turned",
    "holds",
    "laid",
    "neutral",
    "setup",
    "ends",
    "in",
)
"""Kinds of lines that set up the table when they stand above the first ``in``."""


def _set_up(rules: Rules, example: Example, setting: Sequence[ExampleLine]) -> State:
    """The state in which the example begins; the last line says the phase."""
    for line in setting:
        _expect(line.kind in SETTING, "the example has not begun: no line says in which phase")
    holdings: dict[int, dict[str, int]] = {}
    pieces: dict[int, list[str]] = {}
    lying: dict[str, dict[str, int]] = {}
    users: dict[str, int] = {}
    for line in setting:
        if line.kind == "has":
            holdings.setdefault(line.player - 1, {}).update(line.goods)
        if line.kind == "owns":
            pieces.setdefault(line.player - 1, []).extend(line.names)
        if line.kind == "holds":
            lying.setdefault(line.names[0], {}).update(line.goods)
        if line.kind == "holds" and line.player:
            users[line.names[0]] = line.player - 1
    starts = [line.player for line in setting if line.kind == "start"]
    return situation(
        rules,
        example.players,
        setting[-1].names[0],
        _round(setting),
        options={line.names[0]: bool(line.number) for line in setting if line.kind == "option"},
        start_player=starts[-1] - 1 if starts else 0,
        holdings=holdings,
        pieces=pieces,
        positions={(ln.names[0], ln.player - 1): ln.number for ln in setting if ln.kind == "at"},
        lots={line.number: line.names[0] for line in setting if line.kind == "up"},
        won={ln.number: (ln.player - 1, ln.value) for ln in setting if ln.kind == "won"},
        turned={_stack(rules, ln.names[0]): ln.names[0] for ln in setting if ln.kind == "turned"},
        chance=[("".join(ln.names), ln.number) for ln in setting if ln.kind == "comes"],
        lying=lying,
        users=users,
        ends=any(line.kind == "ends" for line in setting),
        tiles=[name for line in setting if line.kind == "laid" for name in line.names],
        neutral=[name for line in setting if line.kind == "neutral" for name in line.names],
        setup=[(ln.player - 1, key) for ln in setting if ln.kind == "setup" for key in ln.names],
    )


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

MOST_LISTED = 6
"""So many options are told where one is not offered."""


@define
class _Story:
    """An example under way: a state, and the round and phase in which the story is."""

    state: State
    begun: tuple[int, str]

    def go_on(self, line: ExampleLine) -> None:
        """Carry out a line, or make sure that it is so."""
        match line.kind:
            case "takes":
                for key in line.names:
                    self._turn_of(line.player)
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
                    _expect(reason is not None, f'"{key}" is offered')
                    _expect(not str(reason).startswith(UNKNOWN), f'"{key}": {reason}')
            case "turn":
                self._turn_of(line.player)
            case "over":
                now = self.state.round, self.state.phase
                _expect(self.state.over or now != self.begun, f"the phase goes on: {self._asked()}")
                self.begun = now
            case "end":
                _expect(self.state.over, f"the game goes on: {self._asked()}")
            case _:
                _expect(line.kind in CLAIMS, "such a line must stand before the phase begins")
                contrary = CLAIMS[line.kind](self.state, line)
                _expect(not contrary, contrary)

    def _choose(self, key: str) -> None:
        try:
            self.state, _ = apply(self.state, key)
        except IllegalOption as error:
            raise _NotSo(f"{error}{self._like(key)}") from None

    def _like(self, key: str) -> str:
        """What is offered, the keys most like this one first."""
        first, *_ = key.split(maxsplit=1) or [""]
        keys = [option.key for option in self.state.decision.all]
        likeness = SequenceMatcher(b=key)

        def distance(each: str) -> tuple[bool, float]:
            likeness.set_seq1(each)
            return each.split(maxsplit=1)[0] != first, -likeness.ratio()

        listed = [f'"{each}"' for each in sorted(keys, key=distance)]
        more = ", ..." if len(listed) > MOST_LISTED else ""
        return f"; offered: {', '.join(listed[:MOST_LISTED])}{more}"

    def _turn_of(self, player: int) -> None:
        _expect(not self.state.over, "the game is over")
        theirs = self.state.decision.player == player - 1
        _expect(theirs, f"it is not the turn of player {player}: {self._asked()}")

    def _asked(self) -> str:
        decision = self.state.decision
        return f"player {decision.player + 1} decides: {decision.prompt}"


# ---------------------------------------------------------------------------------- claims


def _has(state: State, line: ExampleLine) -> str:
    held = {good: state.holding(line.player - 1, good) for good, _ in line.goods}
    wrong = [good for good, amount in line.goods if held[good] != amount]
    count = state.table.layout.vocabulary.count
    amounts = ", ".join(count(held[good], good) for good in wrong)
    return f"player {line.player} has {amounts}" if wrong else ""


def _owns(state: State, line: ExampleLine) -> str:
    owned = state.pieces(line.player - 1)
    wrong = [name for name in line.names if name not in owned]
    return f"player {line.player} does not own {', '.join(wrong)}" if wrong else ""


def _at(state: State, line: ExampleLine) -> str:
    track = line.names[0]
    if track not in (each.name for each in state.table.layout.tracks):
        return f"there is no track {track} at this table"
    position = state.position(track, line.player - 1 if line.player else None)
    return "" if position == line.number else f"the marker on {track} is at {position}"


def _is_start(state: State, line: ExampleLine) -> str:
    start = state.start_player + 1
    return "" if start == line.player else f"player {start} is start player"


def _is_round(state: State, line: ExampleLine) -> str:
    is_so = state.is_final if line.number == FINAL else state.round == line.number
    return "" if is_so else f"it is round {state.round}"


def _ends(state: State, _: ExampleLine) -> str:
    end = state.table.layout.at.get(END)
    last = 0 if end is None else state.cells[end]
    return "" if last == state.round else f"the last round is {last or 'not known yet'}"


def _is_in(state: State, line: ExampleLine) -> str:
    return "" if state.phase == line.names[0] else f"the phase is {state.phase}"


def _lies(state: State, line: ExampleLine) -> str:
    lot = _lot(state, line.number)
    if lot is None:
        return NO_LOT
    return "" if lot.piece == line.names[0] else f"{lot.piece} lies there"


def _turned(state: State, line: ExampleLine) -> str:
    layout, name = state.table.layout, line.names[0]
    here = name in layout.piece_index
    up = here and layout.turned_up(layout.piece_index[name]).holds(state.cells)
    return "" if up else f"{name} is not turned up"


def _holds(state: State, line: ExampleLine) -> str:
    piece, layout = line.names[0], state.table.layout
    can = {*lying_pairs(layout)}
    held = {good: state.lying(piece, good) if (piece, good) in can else 0 for good, _ in line.goods}
    wrong = [good for good, amount in line.goods if held[good] != amount]
    amounts = ", ".join(layout.vocabulary.count(held[good], good) for good in wrong)
    if wrong:
        return f"{piece} holds {amounts}"
    user = state.user(piece)
    if not line.player or user == line.player - 1:
        return ""
    return f"what {piece} holds is {'nobody' if user is None else f'player {user + 1}'}'s"


def _laid(state: State, line: ExampleLine) -> str:
    spaces = {space.place: (space.tile, space.turned) for space in state.map()}
    first = [spaces.get(place, ("nothing", 0)) for place in range(1, len(line.names) + 1)]
    if [tile for tile, _ in first] != [*line.names]:
        return f"{' and '.join(tile for tile, _ in first)} lies first"
    return "" if not any(turned for _, turned in first) else "it is turned"


def _is_neutral(state: State, line: ExampleLine) -> str:
    neutral = [space.name for space in state.map() if space.neutral]
    return "" if line.names[0] in neutral else f"neutral: {', '.join(neutral) or 'nothing'}"


def _won(state: State, line: ExampleLine) -> str:
    lot = _lot(state, line.number)
    if lot is None:
        return NO_LOT
    if (lot.leader, lot.bid) == (line.player - 1, line.value):
        return ""
    if lot.leader is None and not lot.neutral:
        return "nobody has bid for it"
    who = "the neutral bid" if lot.leader is None else f"player {lot.leader + 1}"
    return f"{who} has it for {lot.bid}"


NO_LOT = "no such lot is on offer"


def _lot(state: State, number: int) -> Lot | None:
    return next((lot for lot in state.lots() if lot.number == number), None)


def _scores(state: State, line: ExampleLine) -> str:
    found = score(state)[line.player - 1]
    label = line.names[0] if line.names else ""
    number = found.line(label) if label else found.total
    where = f" for {label}" if label else " in all"
    return "" if number == line.number else f"player {line.player} scores {number}{where}"


def _wins(state: State, line: ExampleLine) -> str:
    best = {seat + 1 for seat in winners(state)}
    names = " and ".join(f"player {number}" for number in sorted(best))
    verb = "wins" if len(best) == 1 else "win"
    return "" if best == {line.player, *line.others} else f"{names} {verb}"


CLAIMS: Mapping[str, Callable[[State, ExampleLine], str]] = {
    "has": _has,
    "owns": _owns,
    "at": _at,
    "start": _is_start,
    "round": _is_round,
    "in": _is_in,
    "up": _lies,
    "won": _won,
    "turned": _turned,
    "holds": _holds,
    "laid": _laid,
    "neutral": _is_neutral,
    "scores": _scores,
    "wins": _wins,
    "ends": _ends,
}
"""For each kind of line that claims something: the contrary if it is not so, else empty."""
