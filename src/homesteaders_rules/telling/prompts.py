"""What a player is asked, said to the player: ``bid or pass`` for ``auction lots``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..words import join

if TYPE_CHECKING:
    from ..play.state import Decision

FEW = 3
"""So many options are said in full."""
MAY = "may "


def asked(decision: Decision) -> str:
    """What can be done now, in a few words; the words of the rules where these say it.

    Empty where the game is over.
    """
    options = [option for option in decision.options if not option.needed]
    if not options:
        return decision.prompt
    verbs = dict.fromkeys(option.deed.verb for option in options)
    prompt = decision.prompt.removeprefix(MAY)
    if prompt.partition(" ")[0] in verbs:
        return prompt
    if len(verbs) > 1:
        return join(verbs, "or")
    if len(options) <= FEW:
        return join((option.key for option in options), "or")
    (verb,) = verbs
    return f"{verb} one of {len(options)}" + (f" ({prompt})" if prompt else "")
