"""The second reading of what ``stealing.py`` adds: what it means, not how it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from homesteaders_rules.mechanisms.stealing import Steal

from homesteaders_rules.testing.readings.payments import cost_of
from homesteaders_rules.testing.readings.registry import reads
from homesteaders_rules.testing.readings.triggers import follow_units

if TYPE_CHECKING:
    from homesteaders_rules.testing.readings.reading import Asks, Reading


@reads(Steal)
def _steal(game: Reading, effect: Steal) -> Asks:
    thief, players = game.you, game.text.players
    for good, amount in cost_of(effect.bundle).items():
        for victim in [(thief + seat) % players for seat in range(1, players)]:
            taken = min(amount, game.held(good, victim))
            game.give(effect.span, good, taken, victim, thief)
            for game.you, verb in ((victim, "loses"), (thief, "gains")):
                yield from follow_units(game, verb, [(good, taken)])
