"""Conditions that can never hold where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from ....commands.base import join, walk
from ....commands.conditions import FinalRound, Players, Rounds, Static
from ....commands.control import If, Sequence
from ....commands.definitions.course import Hook, Phase, Play
from ....commands.definitions.definition import Needs, Trigger
from ....commands.definitions.pieces import Piece, Sort
from ....commands.goods import PayTo
from ....commands.repetition import EachPlayer
from ....mechanisms.auction.commands import Auction
from ....mechanisms.auction.winning import EachWinner
from ....mechanisms.later.commands import Later
from .course import FINAL as LAST
from .facts import FINAL, OF_PLAYER, OPENING, Answers, Known, Question, Questions
from .lying import rounds_up

if TYPE_CHECKING:
    from ....commands.base import Command, Span
    from ....commands.conditions import Condition
    from ....commands.definitions.definition import Definition
    from ..context import Checking

ROUND: Question = ("round", "")
LOT: Question = ("lot", "")
LEAVE = "leave it out"
ASK_THEN = "leave it out, or ask for one of those rounds"
PHASE = "this phase is played"
Finding = tuple["Condition", str, str]
"""The condition that never holds, the message and the way out."""


def check_conditions(checking: Checking) -> None:
    """Every condition can hold, with those around it and at the time when the line is read."""
    reader = _Reader(checking)
    for definition in checking.rules.definitions:
        if any(isinstance(c, If) or getattr(c, "conditions", ()) for c in walk(definition)):
            reader.read(definition, reader.at(definition))
    for findings in reader.outcomes.values():
        # A line about a group is read once for each good, with the conditions of its price.
        if all(findings) and findings[0] is not None:
            condition, message, hint = findings[0]
            # What a pack replaces at some tables is left at the others: there it may ask too much.
            if not isinstance(condition, Static) or checking.is_own(condition):
                checking.report("W531", message, condition, hint)


@define(eq=False, repr=False)
class _Reader:
    checking: Checking
    outcomes: dict[Span, list[Finding | None]] = field(factory=dict)
    _questions: Questions = field(init=False)
    _auctioned: set[str] = field(init=False)
    _what: str = field(default=PHASE, init=False)
    """What is read, and when it is there."""
    _plays: tuple[Play, ...] = field(init=False)
    _needs: tuple[Needs, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._plays = self.checking.rules.of(Play)
        self._needs = self.checking.rules.of(Needs)
        self._questions = Questions.of(self.checking)
        self._auctioned = {auction.sort for auction in self.checking.every(Auction)}

    def at(self, definition: Definition) -> Known:
        """What is known where a definition is read: the rounds of a phase, what lies up."""
        known = Known(self._questions)
        self._what = f"{definition.name} lies up" if isinstance(definition, Piece) else PHASE
        match definition:
            case Phase(name=name) | Hook(around=name, of_action=False):
                return known.knowing({ROUND: self._rounds_of(name)})
            case Piece(stack=stack) if stack:
                return known.knowing(self._while_up(definition))
            case _:
                return known

    def _while_up(self, piece: Piece) -> dict[Question, Answers]:
        """What is known while a piece of a stack lies up."""
        asks_when = any(isinstance(each, Rounds | FinalRound) for each in walk(piece))
        up = self.checking.kept(rounds_up).get(piece.name) if asks_when else None
        left: dict[Question, Answers] = {}
        if up:
            left[ROUND] = frozenset(FINAL if number == LAST else number for number in up)
        if piece.sort not in self._auctioned:
            return {**left, ("turned up", piece.stack): frozenset({piece.name})}
        stacks = next(
            sort.stacks for sort in self.checking.rules.of(Sort) if sort.name == piece.sort
        )
        return {**left, LOT: frozenset({1 + stacks.index(piece.stack)})}

    def _rounds_of(self, phase: str) -> Answers:
        found: set[object] = set()
        for play in self._plays:
            found |= {OPENING} if phase in play.opening else set()
            found |= play.rounds_of(phase)
            found |= {FINAL} if phase in play.final_phases else set()
        return frozenset(found) or self._questions.rounds

    def read(self, command: Command, known: Known) -> None:
        """Read a command and all within it."""
        conditions = getattr(command, "conditions", ())
        span = command.span
        findings: list[Finding | None] = []
        for condition in conditions:
            found = self._never(condition, known)
            findings.append(found)
            if found is None:
                known = known.knowing(self._questions.left_by(condition), condition)
        if span is not None and conditions:
            self.outcomes.setdefault(span, []).append(next(filter(None, findings), None))
        match command:
            case If():
                self._read_if(command, known)
            case Sequence(effects=effects):
                for effect in effects:
                    self.read(effect, known)
                    known = known.without(OF_PLAYER)
            case EachPlayer() | EachWinner() | PayTo():
                self._read_children(command, known.without((*OF_PLAYER, "lot")))
            case Later():
                self._read_children(command, known.without(("round", "turned up", "lot")))
            case Trigger():
                self._read_children(command, known.without(("lot",)))
            case _:
                self._read_children(command, known)

    def _read_children(self, command: Command, known: Known) -> None:
        conditions = getattr(command, "conditions", ())
        for child in command.children():
            if not any(child is condition for condition in conditions):
                self.read(child, known)

    def _read_if(self, command: If, known: Known) -> None:
        condition = command.condition
        found = self._never(condition, known)
        span = condition.span or command.span
        if span is not None:
            self.outcomes.setdefault(span, []).append(found)
        if found is None:
            self.read(command.then, known.knowing(self._questions.left_by(condition), condition))
        if command.otherwise is not None:
            left = self._questions.left_without(condition)
            if known.against(left) is None:
                self.read(command.otherwise, known.knowing(left, condition))

    def _never(self, condition: Condition, known: Known) -> Finding | None:
        """Why a condition never holds; None if it can."""
        left = self._questions.left_by(condition)
        question = known.against(left)
        if question is None:
            return self._without_need(condition, known.knowing(left, condition))
        if isinstance(condition, Players) and not left[question]:
            return None  # No table has so many players, wherever it stands: W512.
        vocabulary = self.checking.rules.vocabulary
        words = condition.words(vocabulary)
        outer = known.because.get(question)
        if outer is not None:
            message = f'"{words}" never holds here: it stands within "{outer.words(vocabulary)}"'
            hint = f'keep "{words}" or "{outer.words(vocabulary)}", or write two lines'
            return condition, message, hint
        if question == ROUND:
            return condition, *self._never_then(words, known)
        return condition, f'"{words}" never holds here', LEAVE

    def _without_need(self, condition: Condition, known: Known) -> Finding | None:
        """Every table that is left where a static condition holds lacks what it needs."""
        for need in self._needs if isinstance(condition, Static) else ():
            asked = [self._questions.left_by(each) for each in need.conditions]
            at_all = all(known.answers(q) <= a for left in asked for q, a in left.items())
            if at_all and known.answers(("option", need.option)) == {False}:
                vocabulary = self.checking.rules.vocabulary
                words = condition.words(vocabulary)
                where = [each.words(vocabulary) for each in need.conditions]
                table = " ".join(("a table", *where))
                return condition, f'"{words}" never holds here: {table} needs {need.option}', LEAVE
        return None

    def _never_then(self, words: str, known: Known) -> tuple[str, str]:
        last = max((n for n in self._questions.rounds if isinstance(n, int)), default=0)
        hint = f"rounds are numbered from 1 to {last}"
        if ROUND not in known.left or known.left[ROUND] == self._questions.rounds:
            rounds = f"{last} rounds" if last != 1 else "1 round"
            if FINAL not in self._questions.rounds and "final" in words:
                return f'"{words}" never holds: the play has no line "final round"', hint
            return f'"{words}" never holds: the game has {rounds}', hint
        told = f'"{words}" never holds here: {self._what} {_times(known.left[ROUND])}'
        if self._what != PHASE:
            return f"{told} at most", ASK_THEN
        return f"{told} only", LEAVE if len(known.left[ROUND]) == 1 else ASK_THEN


def _times(rounds: Answers) -> str:
    """``in rounds 1-4 and in the final round``."""
    numbers = sorted(number for number in rounds if isinstance(number, int))
    first, last = (numbers[0], numbers[-1]) if numbers else (1, 0)
    listed = join(map(str, numbers)) if last - first >= len(numbers) else f"{first}-{last}"
    told = ["before the first round"] if OPENING in rounds else []
    if numbers:
        told.append(f"in round {first}" if first == last else f"in rounds {listed}")
    return join([*told, *(["in the final round"] if FINAL in rounds else [])])
