"""What players are given before the first round, where there is not enough for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....commands.base import walk
from ....commands.conditions import Condition, all_hold
from ....commands.definitions.course import Hook, Phase, Play
from ....commands.definitions.pieces import Piece
from ....mechanisms.piles.taking import Take, TakePiece
from .course import Course, leading_to
from .tables import Table, play_of, tables_asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....commands.base import Command
    from ....commands.definitions.definition import Definition
    from ..context import Checking


def check_taken(checking: Checking) -> None:
    """Where each player is given a piece at the beginning, there is one for each."""
    leading = leading_to(checking.rules.definitions, Take)
    asked = [each for each in walk(*leading) if isinstance(each, Condition)]
    for piece in checking.rules.of(Piece):
        asked += piece.conditions
    told: set[Take] = set()
    for table in tables_asked(checking, asked) if leading else ():
        for take, number in _given(checking, table, leading).items():
            copies = _copies(checking, table, take)
            if copies < number and take not in told:
                told.add(take)
                _report(checking, take, number, copies, table[0])


def dealt_in(checking: Checking, moment: str) -> str:
    """The phase before the first round in which players get the pieces with a moment.

    Empty where they get none of them there, or some in a round.
    """
    rules = checking.rules
    pieces = [p for p in rules.of(Piece) if any(c.moment == moment for c in p.clauses)]
    opening = [name for play in rules.of(Play) for name in play.opening]
    phases: list[tuple[str, Command]] = [(phase.name, phase) for phase in rules.of(Phase)]
    phases += [(hook.around, hook) for hook in rules.of(Hook) if not hook.of_action]
    found = {
        name
        for name, phase in phases
        for command in checking.flow.done_by(phase)
        if isinstance(command, Take) and any(map(command.means, pieces))
    }
    if not found.issubset(opening):
        return ""
    return next((name for name in reversed(opening) if name in found), "")


def _given(checking: Checking, table: Table, leading: Sequence[Definition]) -> dict[Take, int]:
    """How often each is sure to be taken before the first round."""
    given: dict[Take, int] = {}
    play = play_of(checking, table)
    for command, time in Course(leading, *table, play).commands() if play else ():
        if time.opening and isinstance(command, Take):
            given[command] = given.get(command, 0) + int(time.least)
    # Nobody takes a piece twice: of each name a player owns one.
    return {
        take: min(number, table[0]) if isinstance(take, TakePiece) else number
        for take, number in given.items()
    }


def _copies(checking: Checking, table: Table, take: Take) -> int:
    """How many there are of what is taken."""
    meant = [piece for piece in checking.rules.of(Piece) if take.means(piece)]
    there = [piece for piece in meant if all_hold(piece.conditions, *table)]
    return sum(table[0] if piece.copies_per_player else piece.copies for piece in there)


def _report(checking: Checking, take: Take, number: int, copies: int, players: int) -> None:
    vocabulary = checking.rules.vocabulary
    there = f"there is {copies} copy" if copies == 1 else f"there are {copies} copies"
    message = f'"{take.words(vocabulary)}" comes {number} times with {players} players, and {there}'
    hint = "write below it: 1 copy for each player"
    if not isinstance(take, TakePiece):
        more = vocabulary.plural(checking.sort_of(take))
        hint = f"add {more}, or write below some: 1 copy for each player"
    checking.report("W589", message, take, hint)
