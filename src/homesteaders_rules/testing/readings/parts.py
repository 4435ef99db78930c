"""Parts that a player puts in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...commands.control import Do
from ...commands.repetition import AnyOrder, Part
from ...mechanisms.auction.commands import UsePiece
from ...mechanisms.piles.commands import Build, BuildSame
from .pieces import lot_builds, uses_lot
from .reading import Choice
from .registry import always_ask, reads, there

if TYPE_CHECKING:
    from .reading import Asks, Reading

STOP = "stop"

always_ask(AnyOrder)


@reads(AnyOrder)
def _any_order(game: Reading, effect: AnyOrder) -> Asks:
    """Parts in which there is nothing are left out, and the last one begins by itself."""
    done: list[Part] = []

    def left() -> list[Part]:
        return [p for p in effect.parts if p not in done and game.is_there(p.effect)]

    def begin(part: Part) -> Asks:
        done.append(part)
        yield from game.do(part.effect)

    def stop() -> Asks:
        done.extend(effect.parts)
        yield from ()

    def listed() -> list[Choice]:
        found = [Choice(_key(game, p), lambda p=p: begin(p), effect.may_stop) for p in left()]  # type: ignore[misc]
        return [*found, Choice(STOP, stop)] if effect.may_stop else found

    while parts := left():
        if len(parts) == 1:
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


@there(AnyOrder)
def _any_part(game: Reading, effect: AnyOrder) -> bool:
    return any(game.is_there(part.effect) for part in effect.parts)
