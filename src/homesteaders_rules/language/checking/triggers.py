"""Triggers in the middle of things: they cannot ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.definitions.definition import Trigger
from ...commands.definitions.occasions import KINDS
from ...commands.effects import CALLED, Effect
from ...linking.consequences import Consequences

if TYPE_CHECKING:
    from .context import Checking

ENDLESS = ("E511", "E515")
"""What follows from what goes on for too long, and is not followed once more."""


def check_triggers(checking: Checking) -> None:
    """What follows from goods that change hands must not ask a question."""
    if any(finding.code in ENDLESS for finding in checking.found):
        return
    rules = checking.flow
    for trigger in checking.every(Trigger):
        if KINDS[trigger.occasion.verb].in_the_middle:
            asking = _asking(rules, trigger.effect) if trigger.effect.asks(rules) else None
            if asking is not None:
                occasion = trigger.occasion.words(checking.rules.vocabulary)
                what = checking.text_of(asking)
                message = f'"{what}" asks, and "whenever {occasion}" may happen amid anything'
                hint = "write an effect without a choice, such as: gain 1 <good>"
                checking.report("E521", message, trigger, hint)


def _asking(rules: Consequences, effect: Effect) -> Effect | None:
    """The first effect that asks, in an effect and in the actions it uses."""
    if effect.asks_itself(rules):
        return effect
    called = (each for each in effect.causes(rules) if each[0] in CALLED)
    inner = [child for child in effect.children() if isinstance(child, Effect)]
    for each in (*inner, *(other for happening in called for other in rules.effects(happening))):
        if each.asks(rules):
            return _asking(rules, each)
    return None
