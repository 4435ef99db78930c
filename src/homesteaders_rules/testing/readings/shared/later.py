"""What comes in rounds to come, read once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....commands.base import walk
from ....commands.definitions.pieces import Piece
from ....mechanisms.later.commands import LATER, CollectDue, Later
from ....mechanisms.later.steps import MOST, WIDTH
from ....runtime.recording.kinds import Postponed
from ..registry import asking, reads, there

if TYPE_CHECKING:
    from ....play.state import State
    from ..reading import Asks, Reading
    from ..text import Text

Line = tuple[str, object]


def lines_of(text: Text) -> dict[Line, Later]:
    """Every line that puts something off, by its piece and where it stands."""
    found: dict[Line, Later] = {}
    for definition in text.definitions:
        piece = definition.name if isinstance(definition, Piece) else ""
        for command in walk(definition):
            if isinstance(command, Later):
                found.setdefault((piece, command.span), command)
    return found


def due_in(text: Text, state: State) -> dict[tuple[int, object], dict[int, int]]:
    """How often each line is due to each player in each round, in a state."""
    found: dict[tuple[int, object], dict[int, int]] = {}
    for number, line in enumerate(lines_of(text)):
        for seat in range(text.players):
            bits = state.cells[state.table.layout.at[LATER, seat, number]]
            rounds = range(1, text.play.rounds + 1)
            found[seat, line] = {n: bits >> WIDTH * (n - 1) & MOST for n in rounds}
    return found


@asking(Later)
def _asks_later(text: Text, effect: Later) -> bool:
    return False


@reads(Later)
def _put_off(game: Reading, effect: Later) -> None:
    line: Line = (game.piece, effect.span)
    if line not in lines_of(game.text):
        line = "", effect.span
    due, now = game.board.later.setdefault((game.you, line), {}), game.board.round
    found = [
        number
        for number in _to_come(game)
        if (number - now in effect.ahead if effect.ahead else _is_one(number, effect.every))
        and due.get(number, 0) < MOST
    ]
    due.update({number: due.get(number, 0) + 1 for number in found})
    if found:
        words = effect.effect.words(game.text.vocabulary)
        rounds = tuple(found)
        game.tell(Postponed(game.you, words, rounds, span=effect.span, piece=game.piece))


def comes_later(game: Reading, event: Postponed) -> None:
    """It was told that something was put off."""
    line: Line = (event.piece, event.span)
    if line not in lines_of(game.text):
        line = "", event.span
    due = game.board.later.setdefault((event.player, line), {})
    due.update({number: due.get(number, 0) + 1 for number in event.rounds})


def _to_come(game: Reading) -> range:
    """The rounds after this one: none after the final round, whenever that comes."""
    board = game.board
    return range(board.round + 1, 0 if board.is_final else game.text.play.rounds + 1)


def _is_one(number: int, every: int) -> bool:
    return not every or number % 2 == every % 2


@there(Later)
def _is_to_come(game: Reading, effect: Later) -> bool:
    return game.board.round + min(effect.ahead, default=1) in _to_come(game)


@asking(CollectDue)
def _may_ask(text: Text, effect: CollectDue) -> bool:
    return any(text.asks(later.effect) for later in lines_of(text).values())


@reads(CollectDue)
def _collect(game: Reading, effect: CollectDue) -> Asks:
    lines = sorted(lines_of(game.text).items(), key=lambda line: game.text.asks(line[1].effect))
    for line, later in lines:
        due = game.board.later.get((game.you, line), {})
        while not game.board.is_final and due.get(game.board.round, 0):
            due[game.board.round] -= 1
            with game.apart(), game.within(line[0]):
                yield from game.do(later.effect)
