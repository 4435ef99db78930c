"""Coverage of rule lines: what each line of a pack has done in the games that were seen.

>>> from homesteaders_rules import load
>>> from homesteaders_rules.testing.walks import walk
>>> coverage = Coverage(load("homesteaders"))
>>> for step in walk(coverage.rules, players=2, seed=1, most=20):
...     coverage.see(step)
>>> len(coverage.unseen()) < len(coverage.lines)
True
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from ..commands.base import Command
from ..commands.base import walk as walk_commands
from ..commands.control import Do
from ..commands.definitions.definition import Exchange, Score, Substitution
from ..commands.definitions.examples import Example
from ..commands.definitions.pieces import Piece
from ..commands.definitions.scores import ScoreTerm
from ..commands.effects import Effect
from ..mechanisms.piles.steps import UsePiece
from ..play.scoring import score
from ..runtime.recording.events import Event
from ..runtime.recording.kinds import Move, Revealed
from .lines import is_own, line_behind, line_of, lines_of
from .payments import substitutions_used

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..play.state import State
    from ..rules import Rules
    from ..runtime.offering.options import Option
    from ..runtime.program import Program
    from ..words import Span
    from .walks import Step, Walk

FIRED, ASKED, OFFERED, CHOSEN, PAID, SCORED, CAME = (
    "fired",
    "asked",
    "offered",
    "chosen",
    "paid",
    "scored",
    "came into play",
)
KINDS = (FIRED, ASKED, OFFERED, CHOSEN, PAID, SCORED, CAME)
"""What a line may have done, in the order in which it is told."""
MARK = {kind: kind[0] for kind in KINDS} | {CAME: "+"}
Place = tuple[str, int]
"""A file as spans name it, and a line of it."""


@frozen
class Line:
    """A line that can do something, with how often it did what."""

    file: str
    number: int
    text: str
    done: dict[str, int]

    @property
    def seen(self) -> bool:
        """Has it done anything?"""
        return bool(self.done)

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {"file": self.file, "line": self.number, "text": self.text, "done": self.done}


@define
class Coverage:
    """What the lines of the last pack have done; with ``whole`` those of all packs.

    Lines that only describe (labels, options, what is worth points) do nothing by themselves and
    are left out. Feed it with :meth:`see_walk`, or :meth:`see`, :meth:`happened` and
    :meth:`scored`.
    """

    rules: Rules
    whole: bool = False
    _done: dict[Place, Counter[str]] = field(init=False)
    _texts: dict[str, tuple[str, ...]] = field(init=False)
    _pieces: dict[str, list[Span]] = field(init=False)
    _printed: dict[Place, Span] = field(init=False, factory=dict)
    _behind: dict[int, tuple[Option, Span | None]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self._done = {}
        commands = [*_commands(self.rules)]
        for span in (span for command in commands for span in _places(command)):
            if self.whole or is_own(self.rules, span):
                self._done.setdefault((span.file, span.line), Counter())
        self._texts = {file: lines_of(file) for file in {file for file, _ in self._done}}
        pieces = [command for command in commands if isinstance(command, Piece)]
        self._pieces = {piece.name: [*_places(piece)] for piece in pieces}
        for piece in pieces:
            for part in walk_commands(piece):
                if part.span is not None and piece.span is not None:
                    self._printed[part.span.file, part.span.line] = piece.span

    # ------------------------------------------------------------------ seeing

    def see(self, step: Step) -> None:
        """What a step shows: who was asked, what was offered, what happened."""
        self._lying_up(step.before)
        self._mark(step.before.decision.span, ASKED)
        for option in step.before.decision.all:
            self._mark(self._line(step.before, option), OFFERED)
        self._mark(self._line(step.before, step.option), CHOSEN)
        for substitution in substitutions_used(step.before, step.option):
            self._mark(substitution.span, PAID)
        self.happened(step.events)
        if not step.option.anytime:
            cells, program = list(step.before.cells), step.before.table.program
            self._ran(cells, step.before.decision.step.choose(cells, [], step.option), program)

    def _lying_up(self, state: State) -> None:
        """The pieces that stacks show: in a situation no event has told of them."""
        for stack in state.table.layout.stacks:
            turned = state.cells[state.table.layout.at["turned", stack]]
            for span in self._pieces.get(state.stack(stack)[turned - 1], ()) if turned else ():
                self._mark(span, CAME)

    def _ran(self, cells: list[int], number: int, program: Program) -> None:
        """The lines of the steps that run from one on: some of them leave no event."""
        while number >= 0:
            step = program.steps[number]
            for each in step.row if isinstance(step, UsePiece) else (step,):
                if isinstance(each.effect, Effect) and _does(each.effect):
                    self._mark(each.effect.span, FIRED)
            number = step.run(cells, [])

    def see_walk(self, walk: Walk) -> None:
        """The setup of a walk, all of its steps, and what gives points where it ends."""
        setup = walk.beginning.setup()
        if setup is not None:
            self.happened(setup[1])
            self._ran(list(setup[0].cells), setup[0].table.program.start, setup[0].table.program)
        for step in walk:
            self.see(step)
        self.scored(walk.last)

    def happened(self, events: Iterable[Event]) -> None:
        """What some events show."""
        for event in events:
            self._mark(event.span, FIRED)
            if isinstance(event, Move | Revealed):
                for span in self._pieces.get(event.name, ()):
                    self._mark(span, CAME)

    def scored(self, state: State) -> None:
        """What gives points if the game ends now."""
        for each in score(state):
            for source in (source for line in each.lines for source in line.sources):
                self._mark(source.span, SCORED)

    def _mark(self, span: Span | None, kind: str) -> None:
        """A line does something, and a piece that it stands on is in play, where it never moves."""
        if span is None:
            return
        place = span.file, span.line
        if (found := self._done.get(place)) is not None:
            found[kind] += 1
        piece = self._printed.get(place) if kind not in (CAME, SCORED) else None
        if piece is not None and (piece.file, piece.line) != place:
            self._mark(piece, CAME)

    def _line(self, state: State, option: Option) -> Span | None:
        """The line behind an option; the option is kept, so that its id stays its own."""
        found = self._behind.get(id(option))
        if found is None:
            found = self._behind[id(option)] = option, line_behind(state, option)
        return found[1]

    # ------------------------------------------------------------------ telling

    @property
    def lines(self) -> list[Line]:
        """Every line that can do something, in the order of the text."""
        return [
            Line(file, number, line_of(self._texts[file], number).strip(), _ordered(done))
            for (file, number), done in sorted(self._done.items())
        ]

    def unseen(self) -> list[Line]:
        """The lines that have done nothing."""
        return [line for line in self.lines if not line.seen]

    def to_json(self) -> list[dict[str, Any]]:
        """Every line as plain data."""
        return [line.to_json() for line in self.lines]

    def marked(self, file: str) -> Iterator[str]:
        """The text of a file, each line behind a mark of what it has done.

        A blank: it does nothing by itself; ``!``: it has done nothing; else the initials of what
        it has done, such as ``fo`` for fired and offered, and ``+`` for came into play.
        """
        found = {line.number: line for line in self.lines if line.file == file}
        for number, text in enumerate(self._texts.get(file) or lines_of(file), 1):
            line = found.get(number)
            done = "" if line is None else "".join(MARK[kind] for kind in line.done) or "!"
            yield f"{done:<{len(KINDS)}} {number:>4}  {text}".rstrip()


def _commands(rules: Rules) -> Iterator[Command]:
    """Every command that does something itself; those of examples aside.

    What holds other effects or calls an action does what is in it.
    """
    definitions = (each for each in rules.definitions if not isinstance(each, Example))
    for command in walk_commands(*definitions):
        if isinstance(command, Effect):
            if _does(command):
                yield command
        elif isinstance(command, ScoreTerm):
            if command.kind in ("per good", "rising", "tiers", "counted"):
                yield command
        elif isinstance(command, Exchange | Piece | Score | Substitution):
            yield command


def _does(effect: Effect) -> bool:
    """Does it do anything but what is in it?"""
    holds = any(isinstance(each, Effect) for each in effect.children())
    return not holds and not isinstance(effect, Do)


def _places(command: Command) -> Iterator[Span]:
    """Where a command stands; a piece also where its cost is."""
    spans = [command.span]
    if isinstance(command, Piece) and command.cost.items:
        spans.append(command.cost.span)
    return (span for span in spans if span is not None)


def _ordered(done: Counter[str]) -> dict[str, int]:
    return {kind: done[kind] for kind in KINDS if done[kind]}
