"""What goes on, and whether; how often, in which order and for whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from ...commands.amounts import GoodCount
from ...commands.base import walk
from ...commands.conditions import Declined, Has
from ...commands.control import Choose, Do, If, May, Nothing, OnlyIf, Sequence, which
from ...commands.counting.comparing import Extreme
from ...commands.definitions.definition import Clause, Tally
from ...commands.definitions.exchanges import UseFreely
from ...commands.portions import ChoosePortion
from ...commands.repetition import Collect, EachPlayer, Times
from ...mechanisms.ending import GameEnds
from ...mechanisms.piles.commands import Build, BuildSame
from ...mechanisms.turns import AnotherTurn, SeatsBefore, TakeTurns
from ...runtime.recording.kinds import TURN, Ending, Started
from .goods import places_of
from .reading import Asks, Choice, Reading, RoundOver
from .registry import able, always_ask, asking, asks_which, choices, reads, there
from .triggers import follow, waiting_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.effects import Effect
    from .board import Filled
    from .text import Text

DECLINE = "decline"


@reads(Nothing)
def _nothing(game: Reading, effect: Nothing) -> None:
    """It is said that nothing happens."""


@choices(Nothing)
def _nothing_as_choice(game: Reading, effect: Nothing) -> list[Choice]:
    return [] if effect.left_out else [Choice(game.words(effect), tuple)]


@there(Nothing)
def _never(game: Reading, effect: Nothing) -> bool:
    return False


@reads(Sequence)
def _sequence(game: Reading, effect: Sequence) -> Asks:
    for each in effect.effects:
        yield from game.do(each)


@there(Sequence)
def _any_of(game: Reading, effect: Sequence) -> bool:
    return any(game.is_there(each) for each in effect.effects)


always_ask(May)
asks_which(Choose, ChoosePortion)


@choices(Choose, ChoosePortion)
def _alternatives(game: Reading, effect: Choose) -> Iterator[Choice]:
    for each in effect.alternatives:
        yield from game.choices(each)


@there(Choose, ChoosePortion)
def _any_alternative(game: Reading, effect: Choose) -> bool:
    return any(game.is_wanted(each) for each in effect.alternatives)


@reads(May)
def _may(game: Reading, effect: May) -> Asks:
    if isinstance(effect.effect, BuildSame):
        yield from game.do(effect.effect)
    elif not game.text.takes_turns or game.choices(effect.effect):
        yield from game.ask(lambda: game.choices(effect), skips=False)


@choices(May)
def _or_not(game: Reading, effect: May) -> Iterator[Choice]:
    way = which(effect.effect, game.text.actions.__getitem__)
    yield from game.choices(way if way.asks_which else effect.effect)
    if isinstance(effect.effect, Build):
        sort = effect.effect.sort
        yield Choice("build nothing", lambda: _decline_to_build(game, sort))
    else:
        yield Choice(DECLINE, tuple)


def _decline_to_build(game: Reading, sort: str) -> Asks:
    game.board.declined = True
    yield from follow(game, "declines", sort)


@there(May)
def _may_be_there(game: Reading, effect: May) -> bool:
    if isinstance(effect.effect, Build):
        remembered = any(isinstance(c, Declined) for c in game.text.commands)
        if remembered or waiting_for(game.text, "declines", effect.effect.sort):
            return True
    return game.is_wanted(effect.effect)


@reads(If, OnlyIf)
def _if(game: Reading, effect: If) -> Asks:
    branch = branch_of(game, effect)
    if branch is not None:
        yield from game.do(branch)


def branch_of(game: Reading, effect: If) -> Effect | None:
    """What happens as things stand."""
    return effect.then if game.holds(effect.condition) else effect.otherwise


@there(If)
def _branch_is_there(game: Reading, effect: If) -> bool:
    """Where it hangs on what others hide, nobody may see from an option how it stands."""
    branches = effect.then, effect.otherwise
    if _tells_of_others(game, effect):
        return any(each is not None and game.is_there(each) for each in branches)
    branch = branch_of(game, effect)
    return branch is not None and game.is_there(branch)


def _tells_of_others(game: Reading, effect: If) -> bool:
    if game.text.hands_shown[0]:
        return False
    compared = (each for each in walk(effect.condition) if isinstance(each, Extreme))
    counts: list[Any] = [
        each for one in compared for each in walk(one) if isinstance(each, GoodCount | Has)
    ]
    return any(game.text.goods[each.good].hidden for each in counts)


@reads(Do)
def _action(game: Reading, effect: Do) -> Asks:
    yield from game.do(game.text.actions[effect.action])


@choices(Do)
def _action_as_choice(game: Reading, effect: Do) -> list[Choice]:
    """An action may be a name for doing nothing, or for what says itself what it is."""
    action = game.text.actions[effect.action]
    if isinstance(action, UseFreely):
        return game.choices(action)
    is_open = action == Nothing() or (game.is_there(action) and game.can(action))
    is_sure = game.text.is_sure(effect)
    return [Choice(game.words(effect), lambda: game.do(effect), is_sure)] if is_open else []


# ---------------------------------------------------------------------------------- to the end


@able(Sequence)
def _all_can(game: Reading, effect: Sequence) -> bool:
    """None of them changes what another needs: games where one might are not read."""
    return all(game.can(each) for each in effect.effects)


@able(Choose, ChoosePortion)
def _one_can(game: Reading, effect: Choose) -> bool:
    return any(game.can(each) for each in effect.alternatives)


@able(If)
def _branch_can(game: Reading, effect: If) -> bool:
    branches = [effect.then] if effect.otherwise is None else [effect.then, effect.otherwise]
    if _tells_of_others(game, effect):
        return len(branches) < 2 or any(map(game.can, branches))
    branch = branch_of(game, effect)
    return branch is None or game.can(branch)


@able(OnlyIf)
def _only_if(game: Reading, effect: OnlyIf) -> bool:
    is_so = _tells_of_others(game, effect) or game.holds(effect.condition)
    return is_so and game.can(effect.then)


@there(OnlyIf)
def _is_there_if_so(game: Reading, effect: OnlyIf) -> bool:
    return game.is_there(effect.then)


@able(Do)
def _action_can(game: Reading, effect: Do) -> bool:
    return game.can(game.text.actions[effect.action])


@able(Times)
def _once_can(game: Reading, effect: Times) -> bool:
    return game.can(effect.effect)


@there(Do)
def _action_is_there(game: Reading, effect: Do) -> bool:
    return game.is_there(game.text.actions[effect.action])


# ---------------------------------------------------------------------------------- repetition


@reads(EachPlayer)
def _each_player(game: Reading, effect: EachPlayer) -> Asks:
    """Who it is for is found before the first of them acts."""
    seats, secret = [], game.secret
    for seat in game.clockwise(range(game.text.players)):
        if effect.who is None or game.holds(effect.who):
            seats.append(seat)
    game.secret = secret or effect.secret
    for _ in _in_order(game, effect, seats):
        yield from game.do(effect.effect)
    game.secret = secret


def _in_order(game: Reading, effect: EachPlayer, seats: list[int]) -> Iterator[int]:
    """Each of some seats is "you" in turn: as they sit, backwards, or by what they have."""
    if effect.order is None:
        yield from game.clockwise(seats)
        return
    before, listed = game.you, [*seats]
    if effect.order.others:
        listed = game.seats_from(before)[1:]
    elif effect.order.count is None:
        listed.reverse()
    else:
        numbers = {seat: game.count(effect.order.count, seat) for seat in seats}
        sign = -1 if effect.order.most else 1
        listed.sort(key=lambda seat: sign * numbers[seat])
    for game.you in listed:
        yield game.you
    game.you = before


@reads(Times)
def _times(game: Reading, effect: Times) -> Asks:
    for _ in range(effect.count):
        yield from game.do(effect.effect)


@there(Times)
def _once_is_there(game: Reading, effect: Times) -> bool:
    return game.is_there(effect.effect)


@reads(Collect)
def _collect(game: Reading, effect: Collect) -> Asks:
    """Lines that ask nothing first; each of the rules, of your pieces, of your filled places."""
    text, seat = game.text, game.you
    for tally in text.all_of(Tally):
        if tally.moment == effect.moment:
            game.board.tallies[seat, tally.name] = 0
    lines = [*(_lines_on(game, effect) if effect.place else _lines(game, effect.moment))]
    quiet = [line for line in lines if not text.asks(line.effect) and _earned(game, line)]
    for line in quiet:
        with game.within(line.piece, effect.moment):
            yield from game.do(line.effect)
    for line in lines:
        if text.asks(line.effect) and _earned(game, line):
            with game.within(line.piece, effect.moment):
                yield from game.do(line.effect)


@frozen
class _Line:
    """An effect of a moment, its piece, who must own which, and what must be filled for it."""

    effect: Effect
    piece: str = ""
    owner: str = ""
    places: frozenset[Filled] = frozenset()


def _lines(game: Reading, moment: str) -> Iterator[_Line]:
    for clause in game.text.all_of(Clause):
        if clause.moment == moment:
            yield _Line(clause.effect)
    for piece in game.text.pieces.values():
        for clause in piece.clauses:
            if clause.moment == moment:
                owner = "" if game.text.is_for_all(piece) else piece.name
                yield _Line(clause.effect, piece.name, owner)
        if game.text.sorts[piece.sort].moments[:1] == (moment,):
            for slot, places in places_of(piece):
                yield _Line(slot.effect, piece.name, piece.name, frozenset(places))


def _lines_on(game: Reading, effect: Collect) -> Iterator[_Line]:
    """Those of all pieces that lie in a place."""
    for piece in game.text.pieces.values():
        if game.board.copies.get((effect.place, piece.name)):
            clauses = (each for each in piece.clauses if each.moment == effect.moment)
            yield from (_Line(clause.effect, piece.name) for clause in clauses)


def _earned(game: Reading, line: _Line) -> bool:
    if not line.owner:
        return True
    return line.owner in game.board.owned[game.you] and line.places <= game.board.filled[game.you]


# ---------------------------------------------------------------------------------- the course


@reads(TakeTurns)
def _take_turns(game: Reading, effect: TakeTurns) -> Asks:
    """Clockwise from the start player; whoever takes another turn takes it at once."""
    seats = [*game.clockwise(range(game.text.players))]
    for seat in _in_order(game, effect, seats):
        is_left = True
        while is_left:
            game.board.turn, game.board.again = seat, False
            game.tell(Started(seat, TURN, span=effect.span))
            yield from game.do(effect.effect)
            is_left = game.board.again
    game.board.turn, game.board.again = None, False


@reads(AnotherTurn)
def _another_turn(game: Reading, effect: AnotherTurn) -> None:
    game.board.again = game.board.again or game.board.turn == game.you


@there(AnotherTurn)
def _is_ones_turn(game: Reading, effect: AnotherTurn) -> bool:
    return game.board.turn == game.you


@reads(SeatsBefore)
def _seats_before(game: Reading, count: SeatsBefore, seat: int) -> int:
    return game.seats_from(game.board.start).index(seat)


@asking(GameEnds)
def _leaves_what_is_going_on(text: Text, effect: GameEnds) -> bool:
    return effect.more is None


@reads(GameEnds)
def _game_ends(game: Reading, effect: GameEnds) -> None:
    """After a round, if it does not end before; at once even in the middle of something."""
    board = game.board
    last = min(max(board.round, 1) + (effect.more or 0), game.text.play.rounds)
    if not board.is_final and (effect.more is None or not board.last or last < board.last):
        board.last, board.round = last, max(board.round, 1) if effect.more is None else board.round
        game.tell(Ending(game.you, last, span=effect.span, piece=game.piece))
    if effect.more is None:
        raise RoundOver
