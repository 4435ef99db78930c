"""A stock that runs short, and room for what is gained, before anything is gained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...mechanisms.holding.definitions import MayHold, RunsShort
from ...runtime.recording.events import STOCK
from .triggers import follow_units

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from .reading import Ask, Asks, Choice, Reading
    from .text import Text


def shortage(text: Text, good: str) -> RunsShort | None:
    """What is said of a good that runs short."""
    return next((each for each in text.all_of(RunsShort) if good in each.goods), None)


def is_given_back(text: Text, good: str) -> bool:
    """Does everybody give some back where the stock is short of it?"""
    short = shortage(text, good)
    return short is not None and short.back > 0


def room_under(game: Reading, bound: MayHold) -> int:
    """How many more of its goods "you" may hold; less than nothing where they are too many."""
    return bound.count - sum(map(game.held, bound.goods))


def filled_up(game: Reading, good: str, number: int) -> Generator[Ask, Choice | None, int]:
    """How much an exchange gives: others give back what the stock is short of, if they can."""
    short = shortage(game.text, good)
    if short is None or not short.back:
        return number
    yield from fill_up(game, short, good, number)
    return min(number, max(game.in_stock(good), 0))


def has_room(game: Reading, paid: Mapping[str, int], gained: Mapping[str, int]) -> bool:
    """Does no exchange bring "you" more than may be held? What is paid for it makes room."""
    for bound in game.text.all_of(MayHold):
        more, less = (sum(each.get(good, 0) for good in bound.goods) for each in (gained, paid))
        if more and more - less > room_under(game, bound):
            return False
    return True


def fill_up(game: Reading, short: RunsShort, good: str, needed: int) -> Asks:
    """Round after round, as long as there is too little and anybody has any."""
    you, piece = game.you, game.piece
    seats = game.seats_from(you)
    while game.held(good, STOCK) < needed and any(game.held(good, seat) > 0 for seat in seats):
        for game.you in seats:
            amount = min(short.back, max(game.held(good), 0))
            game.piece = ""
            game.give(short.span, good, amount, game.you, STOCK)
            game.piece = piece
            yield from follow_units(game, "loses", [(good, amount)])
    game.you = you
