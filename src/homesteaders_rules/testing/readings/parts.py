"""Parts that a player puts in order."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...commands.control import Do, If, which
from ...mechanisms.auction.commands import UsePiece
from ...mechanisms.parts import AnyOrder, AsOften, Part, ThisOrder
from ...mechanisms.piles.commands import Build, BuildSame
from .control import branch_of
from .pieces import lot_builds, uses_lot
from .reading import Asks, Choice, Reading, finish
from .registry import able, always_ask, reads, there

if TYPE_CHECKING:
    from ...commands.effects import Effect

STOP = "stop"

always_ask(AnyOrder, ThisOrder, AsOften)


@reads(AnyOrder, ThisOrder)
def _any_order(game: Reading, effect: AnyOrder) -> Asks:
    """Parts in which there is nothing are left out, and the last one begins by itself.

    Where one must be done each is begun by its name, and nobody stops before.
    """
    done: list[Part] = []
    least, is_rising = effect.at_least_one, isinstance(effect, ThisOrder)

    def left() -> list[Part]:
        ahead = [part for part in effect.parts if part not in done]
        if is_rising and done:
            ahead = [*effect.parts[effect.parts.index(done[-1]) + 1 :]]
        return [part for part in ahead if game.is_wanted(part.effect)]

    def begin(part: Part) -> Asks:
        done.append(part)
        yield from game.do(part.effect)

    def stop() -> Asks:
        done.extend(effect.parts)
        yield from ()

    def listed() -> list[Choice]:
        may_stop = effect.may_stop and (bool(done) or not least)
        is_sure = effect.may_stop and not least
        found = [Choice(_key(game, part), partial(begin, part), is_sure) for part in left()]
        return [*found, Choice(STOP, stop, not least)] if may_stop else found

    while parts := left():
        if len(parts) == 1 and not least:
            yield from begin(parts[0])
        else:
            yield from game.ask(listed, skips=False)


def _key(game: Reading, part: Part) -> str:
    """A part that is called after building goes by what it is where nothing is built."""
    if part.name != "build":
        return part.name
    inner: list[Any] = [part.effect]
    for each in inner:
        inner += each.children()
        if isinstance(each, Do) and game.text.actions[each.action] not in inner:
            inner.append(game.text.actions[each.action])
    if any(isinstance(each, Build | BuildSame) for each in inner):
        return part.name
    used = [e for e in inner if isinstance(e, UsePiece) and uses_lot(game.text, e)]
    if not used or lot_builds(game):
        return part.name
    return UsePiece(used[0].sort).words(game.text.vocabulary)


@there(AnyOrder, ThisOrder)
def _any_part(game: Reading, effect: AnyOrder) -> bool:
    return any(game.is_wanted(part.effect) for part in effect.parts)


@able(AnyOrder, ThisOrder)
def _any_can(game: Reading, effect: AnyOrder) -> bool:
    return not effect.at_least_one or _any_part(game, effect)


@reads(AsOften)
def _as_often(game: Reading, effect: AsOften) -> Asks:
    """Until the player stops, or nothing of it can be done any more."""
    done: list[bool] = []
    left: list[bool] = []

    def again(choice: Choice) -> Asks:
        done.append(True)
        yield from choice.do()

    def listed() -> list[Choice]:
        found = [
            Choice(each.key, partial(again, each), False, each.same)
            for each in _ways(game, effect.effect)
        ]
        may_stop = bool(done) or not effect.at_least_once
        return [*found, Choice(STOP, lambda: finish(left), False)] if may_stop else found

    while not left and _ways(game, effect.effect):
        yield from game.ask(listed, skips=False)


def _ways(game: Reading, effect: Effect) -> list[Choice]:
    """What is asked each time: of an action which way, and of two what is so."""
    effect = which(effect, game.text.actions.__getitem__)
    if not isinstance(effect, If):
        return game.choices(effect)
    branch = branch_of(game, effect)
    return [] if branch is None else _ways(game, branch)


@there(AsOften)
def _once_is_wanted(game: Reading, effect: AsOften) -> bool:
    return game.is_wanted(effect.effect)


@able(AsOften)
def _once_can(game: Reading, effect: AsOften) -> bool:
    return not effect.at_least_once or game.is_wanted(effect.effect)
