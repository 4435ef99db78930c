"""What happens on a map, read from the text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ....mechanisms.maps.commands import LayMap, MakeNeutral, RandomNeutral, TakeAll
from ....mechanisms.maps.definitions import Begins
from ....runtime.recording.kinds import MadeNeutral, Move, TileLaid
from ..holding import as_far_as_held, give_back, what_may_lie
from ..payments import put_down
from ..reading import Asks, Choice, Reading
from ..registry import always_ask, reads, there
from ..triggers import gain
from .plane import beside, how_dealt, map_of, middles, space_names, tiles_of

if TYPE_CHECKING:
    from ....words import Span


@reads(LayMap)
def _lay(game: Reading, effect: LayMap) -> None:
    """Chance has laid it: which tile lies where is learned, and must be one that may lie there."""
    drawn = map_of(game.text)
    assert drawn is not None
    assert game.fate is not None
    if game.board.tiles:
        return
    laid = list(dict.fromkeys((s.tile, s.turned) for s in game.fate.map()))
    tiles, how = tiles_of(game.text, drawn), how_dealt(drawn)
    places = len(middles(game.text, drawn))
    assert len({tile for tile, _ in laid}) == len(laid) == min(places, len(tiles)), laid
    if "drawn" not in how:
        assert [tile for tile, _ in laid] == [*tiles][: len(laid)], f"not in order: {laid}"
    assert "turned" in how or not any(turned for _, turned in laid), f"turned: {laid}"
    game.board.tiles = laid
    source, target = game.text.sorts[drawn.sort].places[:2]
    for place, (tile, turned) in enumerate(laid, 1):
        game.tell(TileLaid(game.you, tile, place, turned, span=drawn.span))
        for name in tiles[tile]:
            game.board.copies[source, name] -= 1
            game.board.copies[target, name] += 1
            game.tell(Move(game.you, name, source, target, span=effect.span))
            for line in drawn.of(Begins):
                if line.label in game.text.pieces[name].labels:
                    put_down(game, line.span, line.bundle, name)


@reads(RandomNeutral)
def _random_neutral(game: Reading, effect: RandomNeutral) -> None:
    """Which one is learned: it lies free and carries the label."""
    assert game.fate is not None
    free = space_names(game, effect.label)
    now = [space.name for space in game.fate.map() if space.neutral and space.name in free]
    assert bool(now) == bool(free), f"neutral: {now} of {free}"
    if now:
        _make(game, effect.span, now[0])


def _make(game: Reading, span: Span | None, name: str) -> None:
    game.board.neutral.add(name)
    game.tell(MadeNeutral(game.you, name, span=span))


always_ask(MakeNeutral)


@reads(MakeNeutral)
def _make_neutral(game: Reading, effect: MakeNeutral) -> Asks:
    before, game.you = game.you, game.board.start

    def made(name: str) -> Asks:
        _make(game, effect.span, name)
        yield from ()

    def listed() -> list[Choice]:
        names = space_names(game, effect.label)
        return [Choice(f"make {name} neutral", partial(made, name), sure=False) for name in names]

    yield from game.ask(listed)
    game.you = before


@reads(TakeAll)
def _take_all(game: Reading, effect: TakeAll) -> Asks:
    """Piece after piece, and good after good."""
    here = effect.piece or game.board.built
    names = [here] if here else []
    if effect.label:
        pieces = game.text.pieces
        names = [n for n in beside(game, here) if effect.label in pieces[n].labels]
    goods = what_may_lie(game.text, effect)
    for name in names:
        for good in goods:
            lying = game.board.lying.get((name, good), 0)
            amount = as_far_as_held(game, good, lying)
            yield from gain(game, effect.span, good, amount, name)
    yield from give_back(game, goods)


@there(TakeAll)
def _lies_anything(game: Reading, effect: TakeAll) -> bool:
    """Of a space nobody can tell before it is built on."""
    if not effect.piece:
        return True
    goods = what_may_lie(game.text, effect)
    lying = {good: game.board.lying.get((effect.piece, good), 0) for good in goods}
    return any(as_far_as_held(game, good, number) for good, number in lying.items())
