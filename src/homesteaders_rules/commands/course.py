"""The course of a game: tracks, actions, phases and the order they are played in; options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from .base import PHASE, Vocabulary
from .definitions import Definition
from .effects import Effect
from .sentences import Sentence, Sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .protocols import Causes, Happening

TRACK = Sentences(
    "track",
    (
        Sentence(
            "any_earlier",
            "each advance takes one reward, at or before the marker",
            "each advance takes the reward of the space reached",
            ("advance_rule",),
        ),
        Sentence(
            "takes_at_end",
            "at the end the marker stays, and the advance still takes a reward",
            "at the end the marker stays, and the advance is lost",
            ("end_rule",),
        ),
    ),
)
"""What happens to the marker of a player."""


@frozen(eq=False, repr=False)
class Track(Definition):
    """``track Railroad, for each player:`` with rewards, or ``track Neutral, for all: 3, 4``.

    ``rewards[0]`` belongs to space 1; the marker of a player begins before it, on space 0.
    ``values`` belong to a common track; its marker begins on ``start`` (an index).
    The sentences of :data:`TRACK` fill the others.
    """

    kind = "track"
    name: str
    common: bool
    rewards: tuple[Effect, ...] = ()
    values: tuple[int, ...] = ()
    start: int = 0
    any_earlier: bool = True
    takes_at_end: bool = True

    def words(self, vocabulary: Vocabulary) -> str:
        return f"track {self.name}, for {'all' if self.common else 'each player'}"

    def sentences(self) -> tuple[str, ...]:
        """The track's own sentences, in the words of the language."""
        return () if self.common else TRACK.spoken(self)

    def leads(self, rules: Causes) -> Iterable[tuple[Happening, Effect]]:
        return [(("track", self.name), reward) for reward in self.rewards]


@frozen(eq=False, repr=False)
class Action(Definition):
    """``action forgive a debt: ...``: a named effect that a pack may replace."""

    kind = "action"
    name: str
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"action {self.name}: {self.effect.words(vocabulary)}"

    def leads(self, rules: Causes) -> Iterable[tuple[Happening, Effect]]:
        return [(("action", self.name), self.effect)]


@frozen(eq=False, repr=False)
class Phase(Definition):
    """``phase income: ...``."""

    kind = "phase"
    name: str
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"phase {self.name}: {self.effect.words(vocabulary)}"


@frozen(eq=False, repr=False)
class Hook(Definition):
    """``before bidding: ...`` and ``after bidding: ...``: effects around a phase or an action.

    Several before one: the last written runs first; after it: the last written runs last.
    """

    before: bool
    around: str
    effect: Effect
    of_action: bool = False

    def words(self, vocabulary: Vocabulary) -> str:
        return (
            f"{'before' if self.before else 'after'} {self.around}: {self.effect.words(vocabulary)}"
        )

    def identity(self, vocabulary: Vocabulary) -> tuple[str, str]:
        return "", f"{'before' if self.before else 'after'} {self.around}"

    def mentions(self) -> Iterator[tuple[str, str]]:
        yield "action" if self.of_action else "phase", self.around

    def leads(self, rules: Causes) -> Iterable[tuple[Happening, Effect]]:
        return [(("action", self.around), self.effect)] if self.of_action else []


@frozen(eq=False, repr=False)
class Play(Definition):
    """``play:``: phases once at the start, phases of each round, phases of the final round."""

    kind = "play"
    opening: tuple[str, ...] = field(metadata=PHASE)
    rounds: int
    round_phases: tuple[str, ...] = field(metadata=PHASE)
    final_phases: tuple[str, ...] = field(metadata=PHASE)

    def words(self, vocabulary: Vocabulary) -> str:
        return (
            f"play: {', '.join(self.opening)}; rounds 1-{self.rounds}: "
            f"{', '.join(self.round_phases)}; final round: {', '.join(self.final_phases)}"
        )


@frozen(eq=False, repr=False)
class Option(Definition):
    """``option open hands: no`` and the lines that explain it."""

    kind = "option"
    name: str
    default: bool
    text: str

    def words(self, vocabulary: Vocabulary) -> str:
        return f"option {self.name}: {'yes' if self.default else 'no'}"
