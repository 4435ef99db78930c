"""Second readings of goods that are placed in turn, on places of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....mechanisms.placing.in_turn import AT_ONCE, PlaceInTurn
from ....mechanisms.placing.steps import DONE
from ....runtime.recording.kinds import TURN, Placed, Started
from ..goods import places_of
from ..reading import Asks, Choice, Reading
from ..registry import always_ask, reads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ....commands.definitions.definition import Slot
    from ..board import Filled

Free = tuple["Slot", "Filled", str]
"""A place that is free, with its slot and its key."""

always_ask(PlaceInTurn)


@reads(PlaceInTurn)
def _place_in_turn(game: Reading, effect: PlaceInTurn) -> Asks:
    seats, before, filled = range(game.text.players), game.you, game.board.filled
    for seat in seats:
        here = {place for place in filled[seat] if place[1] == effect.good}
        if effect.come_back or len(here) > game.held(effect.good, seat):
            pieces = game.text.pieces
            filled[seat] -= {place for place in here if not game.text.is_owned(pieces[place[0]])}
    onward = 1 if effect.to_left else -1
    done: set[int] = set()
    game.you = game.board.start - (onward if effect.one_each else 0)
    while _turn_passes(game, effect, onward, done):
        goes_on = not effect.one_each and not game.board.again and game.board.turn == game.you
        game.board.turn, game.board.again = game.you, False
        if not goes_on:
            game.tell(Started(game.you, TURN, span=effect.span))
        yield from game.ask(lambda: _choices(game, effect, done))
    game.board.turn, game.board.again, game.you = None, False, before


def _turn_passes(game: Reading, effect: PlaceInTurn, onward: int, done: set[int]) -> bool:
    """To the next player who can place something; not where nobody can."""
    players, last = game.text.players, game.you
    first = int(effect.one_each and not game.board.again)
    for number in range(first, players + first):
        game.you = (last + onward * number) % players
        if game.you not in done and next(_open(game, effect), None) is not None:
            return True
    return False


def _choices(game: Reading, effect: PlaceInTurn, done: set[int]) -> list[Choice]:
    found = [_choice(game, effect, each) for each in _open(game, effect)]
    if effect.may_idle:
        found.append(Choice(DONE, lambda: _stop(game, done)))
    return found


def _stop(game: Reading, done: set[int]) -> Asks:
    done.add(game.you)
    yield from ()


def _choice(game: Reading, effect: PlaceInTurn, place: Free) -> Choice:
    slot, filled, key = place

    def fill() -> Asks:
        name, good, number = filled
        game.board.filled[game.you].add(filled)
        game.tell(Placed(game.you, good, name, number, span=effect.span))
        with game.within(name, AT_ONCE):
            if game.is_wanted(slot.effect):
                yield from game.do(slot.effect)

    return Choice(key, fill, sure=False)


def _open(game: Reading, effect: PlaceInTurn) -> Iterator[Free]:
    """The places that are free for "you", each with its key."""
    board, good = game.board, effect.good
    own = board.filled[game.you]
    taken = set().union(*board.filled) if effect.for_one else own
    if sum(place[1] == good for place in own) >= game.held(good):
        return
    for piece in game.text.pieces.values():
        places = game.text.sorts[piece.sort].places
        if "players" in places or (places and not board.copies.get((places[:2][-1], piece.name))):
            continue
        several = sum(slot.count for slot in piece.slots if slot.good == good) > 1
        for slot, filled in places_of(piece):
            free = [each for each in filled if each not in taken] if slot.good == good else []
            if not free:
                continue
            with game.within(piece.name, AT_ONCE):
                is_fruitful = not effect.fruitful or game.is_wanted(slot.effect)
            for each in free if is_fruitful else ():
                yield slot, each, f"place {good} on {piece.name}" + f" {each[2]}" * several
