"""Checks of an end that is reached, and of turns: games come to their end, and turns too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.definitions.course import Action, Hook, Phase, Play
from ...commands.definitions.definition import Clause, Exchange, Trigger
from ...commands.definitions.pieces import Sort
from ...commands.goods import Gain, PayTo
from ...mechanisms.ending import GameEnds
from ...mechanisms.placing.in_turn import PlaceInTurn
from ...mechanisms.storage import Put
from ...mechanisms.turns import AnotherTurn, TakeTurns
from .context import BUILDS, table_words

if TYPE_CHECKING:
    from ...commands.base import Command
    from .context import Checking


def check_end(checking: Checking) -> None:
    """Where rounds go on until the end something ends the game, and nowhere else."""
    enders = checking.placed_of(GameEnds)
    plays = checking.rules.of(Play)
    for play in plays:
        table = play.until_end and checking.missing_table(
            play.conditions, [given for _, given in enders]
        )
        if table:
            where = f" {table_words(table)}" if enders else ""
            message = f"rounds go on until the end, and nothing ends the game{where}"
            checking.report(
                "E561", message, play, "write where it ends: the game ends after this round"
            )
    endless = [play.conditions for play in plays if play.until_end]
    for ender, given in enders:
        if checking.missing_table(given, endless) is not None:
            message = "the rounds of this game are counted, and this would change nothing"
            hint = "write in the play: rounds until the end: ..."
            checking.report("E562", message, ender, hint)


# ---------------------------------------------------------------------------------- turns


def check_turns(checking: Checking) -> None:
    """Where something is about turns, players take them; and another turn has its price."""
    turns = [given for _, given in checking.placed_of(TakeTurns, PlaceInTurn)]
    for command, given in checking.placed_of(Exchange, AnotherTurn):
        about = command.in_turn if isinstance(command, Exchange) else True
        if about and checking.missing_table(given, turns) is not None:
            message = "nobody takes a turn, and this would never happen"
            effect = "each player takes a turn, from the start player: ..."
            checking.report("E563", message, command, checking.in_a_phase(effect))
    if checking.placed_of(AnotherTurn):
        for definition in checking.rules.definitions:
            _check_price(checking, definition, frozenset())


def _check_price(checking: Checking, command: Command, paid: frozenset[str]) -> None:
    """Whoever takes another turn pays with what comes to an end, or has built something."""
    if isinstance(command, AnotherTurn) and not paid - _brought(checking):
        message = "turns could follow each other without end"
        hint = (
            "let it cost what nothing brings after the setup: may pay 1 <good> to take another turn"
        )
        checking.report("E564", message, command, hint)
    if isinstance(command, PayTo):
        paid = paid.union(command.cost.goods)
    if isinstance(command, Trigger) and command.occasion.verb == BUILDS:
        return
    for child in command.children():
        if not (isinstance(child, Clause) and child.moment in _last_moments(checking)):
            _check_price(checking, child, paid)


def _last_moments(checking: Checking) -> set[str]:
    """The moments that come when a piece is built: pieces come to an end."""
    return {sort.moments[-1] for sort in checking.rules.of(Sort) if len(sort.moments) > 1}


def _brought(checking: Checking) -> set[str]:
    """The goods that come from the stock after the setup."""
    opening = {name for play in checking.rules.of(Play) for name in play.opening}
    later = {
        name for play in checking.rules.of(Play) for name in (*play.recurring, *play.final_phases)
    }
    found: set[str] = set()
    for definition in checking.rules.definitions:
        is_setup = isinstance(definition, Phase) and definition.name in opening - later
        is_setup |= isinstance(definition, Hook) and definition.around in opening - later
        if is_setup or isinstance(definition, Action):
            continue
        for command in checking.flow.done_by(definition):
            match command:
                case Gain(bundle=bundle) | Put(bundle=bundle) | Exchange(gain=bundle):
                    found.update(bundle.goods)
                case _:
                    pass
    return found
