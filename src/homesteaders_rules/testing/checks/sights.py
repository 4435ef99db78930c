"""What may be known: views, events and reasons tell nobody what they may not know."""

from __future__ import annotations

from copy import copy
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from ...play.choosing import why_not
from ...play.hidden.sampling import sample
from ...play.views import View, view
from ...runtime.recording.events import STOCK, Events, SecretEnded
from ..readings.counting.scores import sees
from ..readings.text import Text
from .offered import every_key

if TYPE_CHECKING:
    from ...play.saves import Game
    from ...play.state import State

MOST_KEYS = 10


def check_sight(state: State) -> None:
    """Everybody sees what is public and their own, and nothing else (promise of views)."""
    text = Text.of(state.table)
    for seat in (None, *range(state.table.players)):
        seen = view(state, seat)
        for holder in (*range(state.table.players), STOCK):
            for good in text.goods:
                shown = seen.holding(holder, good)
                who = f"{'an onlooker' if seat is None else f'player {seat + 1}'}: {good}"
                if not sees(text, state, seat, holder, good):
                    assert shown is None, f"{who} of {holder} is shown, and hidden from them"
                elif not (state.secret and holder == STOCK):
                    held = state.holding(holder, good)
                    assert shown == held, f"{who} of {holder} is shown as {shown}, and is {held}"
        _check_rest(state, seat, seen)


def _check_rest(state: State, seat: int | None, seen: View) -> None:
    layout = state.table.layout
    assert seen.cells[layout.at["random",]] is None, "the random numbers are shown"
    for stack in layout.stacks:
        known = state.cells[layout.at["turned", stack]]
        order: tuple[str | None, ...] = state.stack(stack)
        if not state.cells[layout.at["face up", stack]]:
            order = (*order[:known], *[None] * len(order[known:]))
        assert seen.stack(stack) == order, f"{stack} is shown as {seen.stack(stack)}"
    decides = not state.over and seat == state.decision.player
    keys = tuple(option.key for option in state.decision.all) if decides else ()
    assert seen.options == keys, f"shown to {seat} as what may be chosen: {seen.options}"


def hidden_changed(state: State, player: int | None, seed: int) -> State:
    """The state with what ``player`` may not know drawn anew (:func:`sample`)."""
    return sample(view(state, player), seed)


def check_hidden(state: State, seed: int = 0) -> None:
    """Whatever somebody may not know could be otherwise: they see and hear the same."""
    keys = sorted(every_key(state))
    asked = Random(seed).sample(keys, min(len(keys), MOST_KEYS))
    for player in (None, *range(state.table.players)):
        other = hidden_changed(state, player, seed)
        assert view(other, player) == view(state, player), f"what {player} sees tells hidden things"
        for key in asked:
            told = why_not(state, key, player), why_not(other, key, player)
            assert told[0] == told[1], f"{player} hears why not {key}: {told}"


def check_undo(game: Game) -> None:
    """Who chose last may take it back, nobody else; and not what has shown something hidden.

    Then all is as before, the history too.
    """
    last, after = game.turns[-1], game.state
    player = last.before.decision.player
    for seat in range(game.players):
        reason = game.why_not_undo(seat)
        assert reason or seat == player, f"{seat} may take back what {player} has chosen"
    if game.why_not_undo(player) is None:
        for viewer in (None, player):
            shown = _newly_known(view(last.before, viewer), view(after, viewer))
            assert not shown, f"{last.key} can be taken back, and has shown {shown}"
        other = copy(game)
        other.undo(player)
        assert other.turns == game.turns[:-1], f"{last.key} was taken back, and is still told of"
        assert other.state == last.before, f"{last.key} was taken back, and is still done"


def _newly_known(before: View, after: View) -> list[str]:
    """What was hidden and is no longer: places of stacks, and what somebody holds."""
    stacks, goods = before.layout.stacks, before.layout.goods
    known = [s for s in stacks if _number_known(before, s) < _number_known(after, s)]
    for seat, good in product(before.seats, goods):
        if before.holding(seat, good.name) is None and after.holding(seat, good.name) is not None:
            known.append(f"{good.name} of player {seat + 1}")
    return known


def _number_known(seen: View, stack: str) -> int:
    return sum(name is not None for name in seen.stack(stack))


def check_secret(before: State, after: State, events: Events) -> None:
    """What is done in secret is heard by who does it, until it is shown."""
    shown = any(isinstance(event, SecretEnded) for event in events.whole())
    if before.secret and after.secret and not shown:
        player = before.decision.player
        for seat in (None, *range(before.table.players)):
            if seat != player:
                heard = [e for e in events.seen_by(seat) if e.player != seat]
                assert not heard, f"{seat} hears of what is done in secret: {heard}"
