"""What is known where a line stands: of each question the answers that are left.

A condition leaves some answers to a question (which round is it? how many debts do you have?) and
rules out the others. Where none is left, the line below it never happens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ....commands.conditions import (
    Both,
    Built,
    Condition,
    Declined,
    FinalRound,
    Has,
    Not,
    OptionIs,
    Players,
    Rounds,
    TurnedUp,
)
from ....commands.counting.comparing import HasCount
from ....commands.definitions.course import Play
from ....commands.definitions.pieces import Piece, Sort
from ....mechanisms.auction.conditions import EveryPlayerWon, NobodyWon, ThisLot, WonLot
from ....values import ByValue
from ....words import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..context import Checking

Question = tuple[str, str]
Answers = frozenset[object]
TRUTH: Answers = frozenset({True, False})
FINAL = "the final round"
OPENING = "the beginning"
OF_PLAYER = frozenset({"good", "counted", "built", "declined"})
"""Questions about the player who is "you"; what happens in between may change the answer."""
NOBODY, SOME, EVERYBODY = "nobody", "some", "everybody"


@frozen(eq=False, repr=False)
class Questions(ByValue):
    """All that conditions ask, each with every answer there can be."""

    players: Answers
    rounds: Answers
    lots: Answers
    most: int
    stacks: Mapping[str, str] = field(factory=dict)

    @classmethod
    def of(cls, checking: Checking) -> Questions:
        """Those of some rules."""
        plays = checking.rules.of(Play)
        rounds: set[object] = {n for play in plays for n in range(1, play.rounds + 1)}
        rounds |= {FINAL} if any(play.final_phases for play in plays) else set()
        rounds |= {OPENING} if any(play.opening for play in plays) else set()
        asked: tuple[Has | HasCount, ...] = (*checking.every(Has), *checking.every(HasCount))
        held = [n for has in asked for n in (has.least, has.most or 0)]
        stacks = {piece.name: piece.stack for piece in checking.rules.of(Piece) if piece.stack}
        numbers = range(1, 1 + max((len(s.stacks) for s in checking.rules.of(Sort)), default=0))
        most = max(held, default=0) + 1
        return cls(frozenset(checking.widest), frozenset(rounds), frozenset(numbers), most, stacks)

    def all_answers(self, question: Question) -> Answers:
        """Every answer that there can be."""
        match question:
            case ("players", _):
                return self.players
            case ("round", _):
                return self.rounds
            case ("lot", _):
                return self.lots
            case ("winners", _):
                return frozenset({NOBODY, SOME, EVERYBODY})
            case ("good" | "counted", _):
                return frozenset(range(self.most + 1))
            case ("turned up", stack):
                return frozenset(name for name, lies in self.stacks.items() if lies == stack)
            case _:
                return TRUTH

    def left_by(self, condition: Condition) -> dict[Question, Answers]:
        """The answers with which a condition can hold."""
        match condition:
            case Both(conditions=conditions):
                left: dict[Question, Answers] = {}
                for each in conditions:
                    for question, answers in self.left_by(each).items():
                        left[question] = left.get(question, answers) & answers
                return left
            case Not(condition=inner):
                return self.left_without(inner)
            case _:
                asked = self._asked(condition)
                if asked is None:
                    return {}
                question, answers = asked
                return {question: answers & self.all_answers(question)}

    def left_without(self, condition: Condition) -> dict[Question, Answers]:
        """The answers with which it does not hold, as far as one question decides that."""
        if isinstance(condition, Not):
            return self.left_by(condition.condition)
        asked = self._asked(condition)
        if asked is None or isinstance(condition, WonLot):
            return {}
        question, answers = asked
        return {question: self.all_answers(question) - answers}

    def _asked(self, condition: Condition) -> tuple[Question, Answers] | None:
        match condition:
            case Players():
                some = (n for n in self.players if isinstance(n, int) and condition.decide(n, {}))
                return ("players", ""), frozenset(some)
            case OptionIs(option=option, value=value):
                return ("option", option), frozenset({value})
            case Rounds(first=first, last=last):
                return ("round", ""), frozenset(range(first, last + 1))
            case FinalRound():
                return ("round", ""), frozenset({FINAL})
            case Has(good=good, least=least, most=most):
                return ("good", good), self._numbers(least, most)
            case HasCount(count=count, least=least, most=most):
                return ("counted", count.words(Vocabulary())), self._numbers(least, most)
            case ThisLot(number=number):
                return ("lot", ""), frozenset({number})
            case TurnedUp(piece=piece):
                stack = self.stacks.get(piece, "")
                return (("turned up", stack), frozenset({piece})) if stack else None
            case _:
                return PLAIN.get(type(condition))

    def _numbers(self, least: int, most: int | None) -> Answers:
        return frozenset(range(least, (self.most if most is None else most) + 1))


PLAIN: dict[type[Condition], tuple[Question, Answers]] = {
    Built: (("built", ""), frozenset({True})),
    Declined: (("declined", ""), frozenset({True})),
    NobodyWon: (("winners", ""), frozenset({NOBODY})),
    WonLot: (("winners", ""), frozenset({SOME, EVERYBODY})),
    EveryPlayerWon: (("winners", ""), frozenset({EVERYBODY})),
}
"""Conditions without numbers or names that matter: the question, and the answers they leave."""


@frozen(eq=False, repr=False)
class Known(ByValue):
    """What is known at a place, and for each question the condition that said so last."""

    questions: Questions
    left: Mapping[Question, Answers] = field(factory=dict)
    because: Mapping[Question, Condition] = field(factory=dict)

    def answers(self, question: Question) -> Answers:
        """Those that are left."""
        return self.left.get(question, self.questions.all_answers(question))

    def against(self, left: Mapping[Question, Answers]) -> Question | None:
        """The first question to which no answer is left with more knowledge; None: it fits."""
        for question, answers in left.items():
            if not self.answers(question) & answers:
                return question
        return None

    def knowing(
        self, left: Mapping[Question, Answers], condition: Condition | None = None
    ) -> Known:
        """With more knowledge."""
        more = {question: self.answers(question) & answers for question, answers in left.items()}
        because = {} if condition is None else dict.fromkeys(left, condition)
        return Known(self.questions, {**self.left, **more}, {**self.because, **because})

    def without(self, kinds: Iterable[str]) -> Known:
        """After something happened that may have changed the answers to some questions."""
        kept = {q: answers for q, answers in self.left.items() if q[0] not in kinds}
        return Known(self.questions, kept, self.because)
