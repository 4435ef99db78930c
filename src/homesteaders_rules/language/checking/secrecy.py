"""What is done in secret must be such that nobody sees it: goods, and nothing that lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.base import walk
from ...commands.conditions import FinalRound
from ...commands.control import If
from ...commands.definitions.pieces import Piece
from ...commands.effects import CALLED, Effect
from ...commands.flows import HOLDERS
from ...commands.repetition import EachPlayer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.base import Command
    from ...linking.consequences import Consequences
    from .context import Checking

FOLLOWED = (*CALLED, "track", "gains", "loses", "uses")
"""What is done in secret is also what follows at once from what it uses, gains and loses."""


def _done(flow: Consequences, effect: Effect) -> Iterator[Command]:
    """What may be done while an effect is carried out: where it asks, exchanges of any time too."""
    yield from flow.done_by(effect, FOLLOWED)
    if effect.asks(flow):
        for happening in flow.exchanged(None):
            if happening[0] in FOLLOWED:
                for following in flow.effects(happening):
                    yield from flow.done_by(following, FOLLOWED)


def _is_open(command: Command) -> bool:
    """Does it change what lies on the table, pieces and goods on them, for all to see?"""
    if isinstance(command, Effect) and command.is_open:
        return True
    return any({flow.giver, flow.taker}.difference(HOLDERS) for flow in command.flows())


def check_secrets(checking: Checking) -> None:
    """In secret players may gain, give and exchange goods, and so may all that follows from it."""
    final = {
        id(command)
        for each in checking.every(If)
        if isinstance(each.condition, FinalRound)
        for command in walk(each.then)
    }
    lying = {
        id(command) for piece in checking.every(Piece) if piece.stack for command in walk(piece)
    }
    for each in checking.every(EachPlayer):
        if not each.secret:
            continue
        # What lies up has gone when the final round comes.
        never = final if id(each) in lying else set()
        done = _done(checking.flow, each.effect)
        seen = next((c for c in done if _is_open(c) and id(c) not in never), None)
        if seen is not None:
            what = seen.words(checking.rules.vocabulary)
            message = f'"{what}" changes what lies on the table for all to see, and'
            if isinstance(seen, EachPlayer):
                message = f'"{what}" happens to others, who know of it, and'
            if any(seen is part for part in walk(each)):
                hint = "do it in the open, after what is done in secret"
                checking.report("E523", f"{message} cannot be secret", seen, hint)
            else:
                message = f"{message} may follow from what is done in secret in {each.span}"
                hint = "let it follow from something else, or do it in the open, in a phase"
                checking.report("E523", message, seen, hint)
