"""Tracks, and what is left to chance: the second reading learns its outcome from what was told."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ....mechanisms.chance.commands import Draw, Roll, Spin
from ....mechanisms.chance.throwing import Throw
from ....mechanisms.tracks import Advance, MoveBack, MoveOn, TakeReward
from ....runtime.recording.events import STOCK, Event
from ....runtime.recording.kinds import Marker, Rolled, Transfer
from ..board import as_shown, position_of
from ..holding import as_far_as_held, give_back
from ..reading import Asks, Choice, NotDecided, Reading
from ..registry import able, asking, reads, there
from ..triggers import gain, lose

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....commands.definitions.tracks import Track
    from ..text import Text

E = TypeVar("E", bound=Event)


def _last(track: Track) -> int:
    return len(track.values) - 1 if track.values else len(track.rewards)


def _marker(game: Reading, name: str) -> tuple[int, str]:
    return STOCK if game.text.tracks[name].common else game.you, name


def _put(game: Reading, effect: Advance | MoveOn | MoveBack | Spin, position: int) -> None:
    track = game.text.tracks[effect.track]
    game.board.markers[_marker(game, track.name)] = position
    shown = as_shown(track, position)
    game.tell(Marker(game.you, track.name, shown, span=effect.span, piece=game.piece))


def _move(game: Reading, effect: Advance | MoveOn | MoveBack, step: int) -> None:
    track = game.text.tracks[effect.track]
    here = game.board.markers[_marker(game, track.name)]
    last = _last(track)
    if track.circle:
        after = {last: 1} if step > 0 else {0: last, 1: last}
        _put(game, effect, after.get(here, here + step))
    elif 0 <= here + step <= last:
        _put(game, effect, here + step)


def _chooses(track: Track) -> bool:
    """One marker for all on one space: what lies there is taken without a question."""
    return not track.common or (bool(track.rewards) and track.any_earlier)


@asking(Advance, TakeReward)
def _reward_asks(text: Text, effect: Advance | TakeReward) -> bool:
    track = text.tracks[effect.track]
    return _chooses(track) or any(text.asks(reward) for reward in track.rewards)


@reads(Advance)
def _advance(game: Reading, effect: Advance) -> Asks:
    track = game.text.tracks[effect.track]
    if not track.rewards:
        _move(game, effect, 1)
    elif track.takes_at_end or track.circle or _is_before_the_end(game, track.name):
        with game.apart():
            _move(game, effect, 1)
            yield from _reward(game, track)


@there(Advance)
def _can_advance(game: Reading, effect: Advance) -> bool:
    track = game.text.tracks[effect.track]
    return (bool(track.rewards) and track.takes_at_end) or _is_before_the_end(game, track.name)


def _is_before_the_end(game: Reading, name: str) -> bool:
    track = game.text.tracks[name]
    return track.circle or game.board.markers[_marker(game, name)] < _last(track)


def _reward(game: Reading, track: Track) -> Asks:
    """A reward of the space of the marker, or of one before it if the track says so."""
    space = game.board.markers[_marker(game, track.name)]
    if not _chooses(track):
        yield from game.do(track.rewards[space - 1]) if space else ()
        return

    def listed() -> list[Choice]:
        reached = track.rewards[:space] if track.any_earlier else track.rewards[space - 1 : space]
        asked = (each for each in reached if game.text.asks(each) or game.is_there(each))
        return [choice for reward in asked for choice in game.choices(reward)]

    yield from game.ask(listed if space else list)


@reads(TakeReward)
def _take_reward(game: Reading, effect: TakeReward) -> Asks:
    with game.apart():
        yield from _reward(game, game.text.tracks[effect.track])


@there(TakeReward)
def _has_begun(game: Reading, effect: TakeReward) -> bool:
    """No reward lies where markers begin."""
    track = game.text.tracks[effect.track]
    space = game.board.markers[_marker(game, track.name)]
    return space >= 1 and (_chooses(track) or game.is_there(track.rewards[space - 1]))


@reads(MoveOn)
def _move_on(game: Reading, effect: MoveOn) -> None:
    _move(game, effect, 1)


@able(Advance)
def _wherever_it_is(game: Reading, effect: Advance) -> bool:
    """What comes without a question can be done, whichever it is."""
    track = game.text.tracks[effect.track]
    return _chooses(track) or all(game.can(reward) for reward in track.rewards)


@able(TakeReward)
def _where_it_is_now(game: Reading, effect: TakeReward) -> bool:
    track = game.text.tracks[effect.track]
    space = game.board.markers[_marker(game, track.name)]
    return _chooses(track) or not space or game.can(track.rewards[space - 1])


@there(MoveOn)
def _can_move_on(game: Reading, effect: MoveOn) -> bool:
    return _is_before_the_end(game, effect.track)


@reads(MoveBack)
def _move_back(game: Reading, effect: MoveBack) -> None:
    _move(game, effect, -1)


@there(MoveBack)
def _can_move_back(game: Reading, effect: MoveBack) -> bool:
    track = game.text.tracks[effect.track]
    return track.circle or game.board.markers[_marker(game, effect.track)] >= 1


# ---------------------------------------------------------------------------------- chance


def _told(game: Reading, kind: type[E], fits: Callable[[E], bool]) -> E:
    """What happened by chance: the next event of a kind that was told and was not read yet."""
    read = sum(1 for event in game.told if isinstance(event, kind) and fits(event))
    listed = [event for event in game.happened if isinstance(event, kind) and fits(event)]
    if read == len(listed):
        raise NotDecided(f"nothing was told of what chance decides: {kind.__name__}")
    return listed[read]


@reads(Spin)
def _spin(game: Reading, effect: Spin) -> None:
    track = game.text.tracks[effect.track]
    found = _told(game, Marker, lambda event: event.track == track.name)
    _put(game, effect, position_of(track, found.position))
    assert track.values or 1 <= found.position <= len(track.rewards)


@asking(Roll)
def _a_face_asks(text: Text, effect: Roll) -> bool:
    return any(text.asks(face.effect) for face in effect.parts)


@reads(Roll)
def _roll(game: Reading, effect: Roll) -> Asks:
    number = _told(game, Rolled, lambda event: event.span == effect.span).number
    game.tell(Rolled(game.you, number, span=effect.span, piece=game.piece))
    (face,) = (part for part in effect.parts if part.first <= number <= part.last)
    yield from game.do(face.effect)


@able(Roll)
def _whatever_is_rolled(game: Reading, effect: Roll) -> bool:
    return all(game.can(face.effect) for face in effect.parts)


@reads(Throw)
def _throw(game: Reading, effect: Throw) -> Asks:
    """Chance has thrown them: the sum is told, unless there is nothing left of the good."""
    held, dice = game.held(effect.good), game.count(effect.count)
    yield from lose(game, effect.span, effect.good, held)
    left, room = game.in_stock(effect.good), as_far_as_held(game, effect.good, 6 * dice)
    if not room or (effect.good in game.text.limited and not left):
        return
    you = game.you
    told = _told(game, Transfer, lambda e: e.span == effect.span and e.target == you)
    assert min(dice, left, room) <= told.amount <= min(6 * dice, room)
    yield from gain(game, effect.span, effect.good, told.amount, STOCK)


@there(Throw)
def _any_dice(game: Reading, effect: Throw) -> bool:
    return game.count(effect.count) > 0


def _lying(game: Reading, effect: Draw, good: str) -> int:
    """How much there is of what may be drawn."""
    if not as_far_as_held(game, good, 1):
        return 0
    if effect.piece:
        return game.board.lying.get((effect.piece, good), 0)
    return game.in_stock(good)


@reads(Draw)
def _draw(game: Reading, effect: Draw) -> Asks:
    """One after the other, as long as there are any."""
    giver = effect.piece or STOCK
    for _ in range(effect.count):
        if not any(_lying(game, effect, good) for good in effect.goods):
            break
        good = _told(game, Transfer, lambda event: event.span == effect.span).good
        assert _lying(game, effect, good) > 0, f"{good} was drawn, and none was there"
        yield from gain(game, effect.span, good, 1, giver)
    yield from give_back(game, effect.goods)


@there(Draw)
def _can_draw(game: Reading, effect: Draw) -> bool:
    return any(_lying(game, effect, good) > 0 for good in effect.goods)
