"""What follows from what: occasions times owners."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from attrs import frozen

from ...runtime.recording.events import STOCK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.definitions.definition import Trigger
    from ...words import Span
    from .reading import Asks, Holder, Reading
    from .text import Text


@frozen
class Waiting:
    """A trigger, and the piece it stands on (empty: the rules themselves)."""

    trigger: Trigger
    piece: str
    is_owned: bool
    asks: bool

    @property
    def for_anybody(self) -> bool:
        """On a piece that a player owns, it acts for its owner whoever is the cause."""
        return self.is_owned and self.trigger.occasion.who != "you"


def waiting_for(text: Text, verb: str, of: str) -> list[Waiting]:
    """Those that wait: what asks nothing first, then those of pieces before those of the rules."""
    if (verb, of) not in text.waiting:
        text.waiting[verb, of] = _waiting(text, verb, of)
    found: list[Waiting] = text.waiting[verb, of]
    return found


def _waiting(text: Text, verb: str, of: str) -> list[Waiting]:
    placed = [(t, p.name, text.is_owned(p)) for p in text.pieces.values() for t in p.triggers]
    everywhere = [*placed, *((trigger, "", False) for trigger in text.triggers)]
    found = [
        Waiting(trigger, piece, owned, text.asks(trigger.effect))
        for trigger, piece, owned in everywhere
        if (trigger.occasion.verb, trigger.occasion.of) == (verb, of)
    ]
    return sorted(found, key=lambda each: each.asks)


def follow(game: Reading, verb: str, of: str = "") -> Asks:
    """What follows from an occasion of which "you" are the cause."""
    found = waiting_for(game.text, verb, of)
    for _, group in groupby(found, key=lambda each: (each.asks, each.is_owned)):
        part = [*group]
        if any(each.for_anybody for each in part):
            yield from _by_owners(game, part, verb)
        else:
            for each in part:
                if acts_now(game, each, game.you):
                    with game.within(each.piece, verb):
                        yield from game.do(each.trigger.effect)


def follow_units(game: Reading, verb: str, goods: Iterable[tuple[str, int]]) -> Asks:
    """The same for every unit of some goods."""
    for good, amount in goods:
        for _ in range(amount):
            yield from follow(game, verb, good)


def gain(game: Reading, span: Span | None, good: str, amount: int, source: Holder) -> Asks:
    """Goods come to "you"; each unit is counted, and what follows from it follows at once."""
    game.give(span, good, amount, source, game.you)
    yield from follow_gain(game, good, amount)


def follow_gain(game: Reading, good: str, amount: int) -> Asks:
    """What follows from units that came to "you"; each is counted first."""
    for _ in range(amount):
        game.tally(good, 1)
        yield from follow(game, "gains", good)


def lose(game: Reading, span: Span | None, good: str, amount: int, target: Holder = STOCK) -> Asks:
    """Goods go from "you", and then what follows from each unit."""
    game.give(span, good, amount, game.you, target)
    yield from follow_units(game, "loses", [(good, amount)])


def _by_owners(game: Reading, part: list[Waiting], verb: str) -> Asks:
    """Clockwise from the start player, and each owner's in the order of the text."""
    cause = game.you
    seats = range(game.text.players)
    meant = [seat for seat in seats if any(acts_now(game, each, seat) for each in part)]
    for seat in game.clockwise(meant):
        for each in part:
            if (each.for_anybody or seat == cause) and acts_now(game, each, seat):
                with game.within(each.piece, verb):
                    yield from game.do(each.trigger.effect)


def acts_now(game: Reading, waiting: Waiting, seat: int) -> bool:
    """A piece acts for its owner; one that lies for all acts while it lies up."""
    if not waiting.piece:
        return True
    if waiting.is_owned:
        is_new = waiting.trigger.occasion.another and game.board.built == waiting.piece
        return waiting.piece in game.board.owned[seat] and not is_new
    if game.text.is_for_all(game.text.pieces[waiting.piece]):
        return True
    return lies_up(game, waiting.piece)


def lies_up(game: Reading, piece: str) -> bool:
    """Was it turned up last of its stack, in a numbered round?"""
    stack = game.text.pieces[piece].stack
    in_play = stack in game.text.stacks and not game.board.is_final
    return in_play and game.board.up(stack) == piece
