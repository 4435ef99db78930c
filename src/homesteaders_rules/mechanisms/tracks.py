"""Tracks: a row of spaces and a marker for each player, or one for all."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from ..commands.base import TRACK, SaidOneWay
from ..commands.effects import Effect
from ..runtime import counters, predicates, steps
from ..runtime.offering import offers
from ..runtime.recording import records
from .piles import acts as piles_acts
from .piles import steps as piles_steps
from .rewards import RewardOffer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..commands.definitions.tracks import Track
    from ..commands.protocols import Appraiser, Causes, Happening, Linker, W
    from ..runtime.acts import Act
    from ..runtime.predicates import Predicate


@frozen(eq=False, repr=False)
class OnTrack(Effect):
    """Something with the marker of a track."""

    leads_on: ClassVar[bool] = True
    """Does it take a player's marker away from before the first space, where it begins?"""
    track: str = field(metadata=TRACK)


class Rewarded(OnTrack):
    """What takes a reward of the track."""

    __slots__ = ()

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("track", self.track)]

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.reward(self.track)

    def asks_itself(self, rules: Causes) -> bool:
        return rules.chooses_reward(self.track)

    def asks(self, rules: Causes) -> bool:
        return self.asks_itself(rules) or rules.may_ask(("track", self.track))


class Advance(SaidOneWay, Rewarded):
    """``advance Railroad``: the marker goes one space on, and the track's sentences follow."""

    __slots__ = ()

    rules = ("advance",)
    example = "advance <track>"

    def act(self, linker: Linker) -> Act | None:
        track = linker.track(self.track)
        return linker.inline(self) if track.rewards else _move(linker, self, track, 1)

    def link(self, linker: Linker, follow: int) -> int:
        track = linker.track(self.track)
        if not track.rewards:
            return super().link(linker, follow)
        name = ("advance", self.track)
        return linker.call(name, lambda back: self._routine(linker, track, back), follow)

    def _routine(self, linker: Linker, track: Track, back: int) -> int:
        cell, stride, last = marker_of(linker, track)
        question = _reward(linker, track, back)
        forward = linker.add(steps.Run(_move(linker, self, track, 1), question))
        if track.takes_at_end or track.circle:
            return forward
        at_end = predicates.Within(counters.InCell(cell, stride), last)
        return linker.add(steps.Branch(at_end, back, forward))

    def can(self, linker: Linker) -> Predicate:
        """What is taken without a question must be such that it can be, wherever the marker is."""
        track = linker.track(self.track)
        if track.chooses_reward:
            return predicates.ALWAYS
        return predicates.All.of(*(reward.can(linker) for reward in track.rewards))

    def present(self, linker: Linker) -> Predicate:
        track = linker.track(self.track)
        takes_at_end = bool(track.rewards) and track.takes_at_end
        return predicates.ALWAYS if takes_at_end else _can_move(linker, track, 1)


class TakeReward(SaidOneWay, Rewarded):
    """``take a reward of Railroad``: as an advance does, without moving the marker."""

    __slots__ = ()

    is_open = False
    rules = ("take_reward",)
    example = "take a reward of <track>"
    hints = (("take a reward of", example),)
    leads_on = False

    def link(self, linker: Linker, follow: int) -> int:
        track = linker.track(self.track)
        return linker.call(
            ("reward", self.track), lambda back: _reward(linker, track, back), follow
        )

    def can(self, linker: Linker) -> Predicate:
        track = linker.track(self.track)
        if track.chooses_reward:
            return predicates.ALWAYS
        position = counters.InCell(marker_of(linker, track)[0])
        elsewhere = (
            predicates.Either.of(
                predicates.Opposite(predicates.Within(position, space, space)), reward.can(linker)
            )
            for space, reward in enumerate(track.rewards, 1)
        )
        return predicates.All.of(*elsewhere)

    def present(self, linker: Linker) -> Predicate:
        """No reward lies where markers begin; of one for all it is known what lies there now."""
        track = linker.track(self.track)
        cell, stride, _ = marker_of(linker, track)
        position = counters.InCell(cell, stride)
        if track.chooses_reward:
            return predicates.Within(position, 1)
        here = (
            predicates.All.of(predicates.Within(position, space, space), reward.present(linker))
            for space, reward in enumerate(track.rewards, 1)
        )
        return predicates.Either.of(*here)


class Moved(OnTrack):
    """The marker goes one space on (``step`` 1) or back (-1), at most to the end; no reward."""

    __slots__ = ()

    step: ClassVar[int]

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return ()

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.moved(self.track, self.step)

    def act(self, linker: Linker) -> Act | None:
        return _move(linker, self, linker.track(self.track), self.step)

    def present(self, linker: Linker) -> Predicate:
        return _can_move(linker, linker.track(self.track), self.step)


class MoveOn(SaidOneWay, Moved):
    """``move Railroad on``."""

    __slots__ = ()

    rules = ("move_on",)
    example = "move <track> on"
    step = 1


class MoveBack(SaidOneWay, Moved):
    """``move Neutral back``."""

    __slots__ = ()

    rules = ("move_back",)
    example = "move <track> back"
    step = -1
    leads_on = False


def marker_of(linker: Linker, track: Track) -> tuple[int, int, int]:
    """The cell of the marker, how far those of players lie apart, and the last space."""
    at = linker.layout.at
    if track.common:
        return at["track", linker.layout.players, track.name], 0, track.last
    return at["track", 0, track.name], 1, track.last


def _can_move(linker: Linker, track: Track, step: int) -> Predicate:
    """Is the marker before the end that it moves to? A circle has none."""
    if track.circle:
        return predicates.ALWAYS
    cell, stride, last = marker_of(linker, track)
    position = counters.InCell(cell, stride)
    return predicates.Within(position, 1) if step < 0 else predicates.Within(position, 0, last - 1)


def _move(linker: Linker, effect: Effect, track: Track, step: int) -> Act:
    cell, stride, last = marker_of(linker, track)
    told = records.Marked(track.name, track.values, span=effect.span, piece=linker.piece)
    source = linker.source(told)
    if track.circle:
        return piles_acts.MoveAround(source, cell, stride, last, step)
    return piles_acts.MoveMarker(source, cell, stride, last, step)


def _does_nothing(linker: Linker, reward: Effect) -> bool:
    return not linker.asks(reward) and reward.act(linker) is None


def _reward(linker: Linker, track: Track, back: int) -> int:
    """The question which reward is taken; the one on the space of a marker for all is."""
    cell, stride, _ = marker_of(linker, track)
    if not track.chooses_reward:
        entries = tuple(linker.link(reward, back) for reward in track.rewards)
        return linker.add(piles_steps.AtSpace(cell, entries, back))
    rewards = tuple(
        () if _does_nothing(linker, reward) else tuple(reward.offered(linker, back))
        for reward in track.rewards
    )
    offer = RewardOffer(rewards, cell, stride, track.any_earlier)
    question = offers.Question((offer,))
    linker.add(question)
    return linker.add(offers.SkipIfEmpty(question, back))
