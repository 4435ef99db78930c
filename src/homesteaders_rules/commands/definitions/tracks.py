"""Tracks: markers that go on from space to space, with rewards or values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...trees import Node, nodes, text_of, tokens
from ..base import Vocabulary, added
from ..effects import Effect
from ..sentences import Sentence, Sentences
from .definition import Definition

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..protocols import Causes, Happening, Reader

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
    ``values`` belong to a common track; its marker begins on ``start`` (an index). A common track
    may have rewards too, and its marker begins on the space ``start``. ``circle``: the first
    space follows the last. The sentences of :data:`TRACK` fill the others, and a circle has none.
    """

    rules = ("track", "common_track", "shared_track")
    example = "track Level, for all: 1, 2, 4, beginning at 2"
    hints = (("track", "track <track>, for each player: and below it, indented: 1: gain 1 <good>"),)
    kind = "track"
    name: str
    common: bool
    rewards: tuple[Effect, ...] = ()
    values: tuple[int, ...] = ()
    start: int = 0
    any_earlier: bool = True
    takes_at_end: bool = True
    circle: bool = added(False)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        span, name = reader.span(node), text_of(tokens(node)[0])
        if node.data == "common_track":
            values, start = _values(reader, node)
            return cls(name, True, (), values, start, span=span)
        rewards, common = _rewards(reader, node), node.data == "shared_track"
        start = _start(reader, node, len(rewards))
        if tokens(node, "IN_A_CIRCLE"):
            _has_no_sentences(reader, node)
            return cls(name, common, rewards, (), start, False, False, True, span=span)
        said = reader.sentences(node, TRACK)
        return cls(name, common, rewards, (), start, **said, span=span)

    @property
    def last(self) -> int:
        """The number of the last space; of values they are counted from 0."""
        return len(self.values) - 1 if self.values else len(self.rewards)

    @property
    def chooses_reward(self) -> bool:
        """Does a player choose among rewards, where one is taken?

        What lies on the one space that a marker for all has reached is taken without a question.
        """
        return not self.common or (bool(self.rewards) and self.any_earlier)

    def words(self, vocabulary: Vocabulary) -> str:
        around = ", in a circle" * self.circle
        return f"track {self.name}, for {'all' if self.common else 'each player'}{around}"

    def sentences(self) -> tuple[str, ...]:
        """The track's own sentences, in the words of the language."""
        return () if self.values or self.circle else TRACK.spoken(self)

    def leads(self, rules: Causes) -> Iterable[tuple[Happening, Effect]]:
        return [(("track", self.name), reward) for reward in self.rewards]


def _rewards(reader: Reader, node: Node) -> tuple[Effect, ...]:
    rewards: list[Effect] = []
    wrong = False
    for line in nodes(node, "reward"):
        token = tokens(line)[0]
        if not wrong and str(token) != str(len(rewards) + 1):
            wrong = True
            hint = f"number it {len(rewards) + 1}: ..."
            reader.report("E345", "the spaces of a track are numbered 1, 2, 3, ...", token, hint)
        rewards.append(reader.body(nodes(line)[0]))
    return tuple(rewards)


def _start(reader: Reader, node: Node, spaces: int) -> int:
    """The space on which a marker for all begins; 0: before the first."""
    beginning = tokens(node, "START_VALUE")
    start = reader.number(beginning[0]) if beginning else 0
    if start > spaces:
        hint = f"begin at one of 1 to {spaces}"
        reader.report("E346", f"{start} is no space of the track", beginning[0], hint)
    return min(start, spaces)


def _has_no_sentences(reader: Reader, node: Node) -> None:
    for rule in ("advance_rule", "end_rule"):
        for line in nodes(node, rule):
            message = "a track in a circle has no end, and a space only its own reward"
            reader.report("E362", message, line, "leave the sentence out")


def _values(reader: Reader, node: Node) -> tuple[tuple[int, ...], int]:
    listed = tokens(node, "NUMBER")
    beginning = tokens(node, "START_VALUE")
    values = tuple(reader.number(token, 0) for token in listed)
    reader.report_falling("value", listed, values)
    if not beginning:
        return values, 0
    value = reader.number(beginning[0], 0)
    if value not in values:
        hint = f"begin at one of {', '.join(map(str, values))}"
        reader.report("E346", f"{value} is no value of the track", beginning[0], hint)
        return values, 0
    return values, values.index(value)
