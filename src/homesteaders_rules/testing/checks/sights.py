"""What may be known: views, events and reasons tell nobody what they may not know."""

from __future__ import annotations

from copy import copy
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

from ...play.choosing import apply, why_not
from ...play.hidden.sampling import sample
from ...play.hidden.unfinished import AMOUNT, PLAYER
from ...play.views import View, view
from ...runtime.recording.events import STOCK, Events, SecretEnded
from ..readings.counting.scores import sees
from ..readings.text import Text
from .offered import every_key

if TYPE_CHECKING:
    from ...play.saves import Game
    from ...play.spaces import Lot
    from ...play.state import State

MOST_KEYS = 10
MOST_HEARD = 3
"""So many of the options of a state are carried out with other hidden things."""


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
    if not state.secret:
        pictures = _open_to_all(state, state.lots()), _open_to_all(seen, seen.lots)
        wrong = {what: shown for what, shown in pictures[1].items() if shown != pictures[0][what]}
        assert not wrong, f"shown to {seat}, and not so: {wrong}"
        _check_counted(state, seat, seen)
    decides = not state.over and seat == state.decision.player
    keys = tuple(option.key for option in state.decision.all) if decides else ()
    assert seen.options == keys, f"shown to {seat} as what may be chosen: {seen.options}"


def _open_to_all(shown: State | View, lots: tuple[Lot, ...]) -> dict[str, Any]:
    """What everybody sees of a game, by what it is; in secret it is as it was before."""
    layout, seats = shown.table.layout, range(shown.table.players)
    kinds = [(each.name, place) for each in layout.placed_sorts() for place in each.places]
    return {
        "round": (shown.round, shown.is_final, shown.over),
        "phase": shown.phase,
        "turn": (shown.start_player, shown.turn),
        "lots": lots,
        "map": shown.map(),
        "displays": [shown.display(sort) for sort in layout.displays],
        "grids": [shown.grid(seat) for seat in seats],
        "what is due": [shown.due(seat) for seat in seats],
        "owned": [shown.pieces(seat) for seat in seats],
        "placed": [shown.placed(seat) for seat in seats],
        "markers": [
            shown.position(track.name, None if track.common else seat)
            for track in layout.tracks
            for seat in seats
        ],
        "lying": [shown.lying(piece, good) for piece, good in layout.here],
        "users": [shown.user(piece) for piece, _ in layout.here],
        "copies": [
            shown.copies(place, piece.name)
            for sort, place in kinds
            if place != "players"
            for _, piece in layout.of_sort(sort)
        ],
    }


def _check_counted(state: State, seat: int | None, seen: View) -> None:
    """What whoever decides has counted, of goods that are hidden perhaps, is known to nobody else.

    It lies on top of the unfinished business.
    """
    if seat != state.decision.player and state.table.layout.hidden and not state.over:
        for depth, kind in enumerate(reversed(state.decision.step.frames), 1):
            if kind == PLAYER:
                break
            shown = seen.unfinished[-depth]
            assert kind != AMOUNT or shown is None, f"shown to {seat}: {shown} was counted"


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


def check_heard(state: State, seed: int = 0) -> None:
    """Whoever sees the same after a choice, whatever is hidden from them, has heard the same."""
    if state.over:
        return
    random, decides = Random(seed), state.decision.player
    options = state.decision.all
    for seat in (each for each in (None, *range(state.table.players)) if each != decides):
        other = hidden_changed(state, seat, seed)
        for option in random.sample(options, min(len(options), MOST_HEARD)):
            if other.decision.find(option.key) is not None:
                (one, told), (two, told_then) = (apply(each, option.key) for each in (state, other))
                heard = told.seen_by(seat), told_then.seen_by(seat)
                is_same = heard[0] == heard[1] or view(one, seat) != view(two, seat)
                assert is_same, f"{option.key}: {seat} hears {heard[0]}, or else {heard[1]}"


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
        chance = game.state.table.layout.at["random",]
        drawn = after.cells[chance] != last.before.cells[chance]
        assert not drawn, f"{last.key} can be taken back, and chance had a part in it"
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
    """What is done in secret is heard and seen by who does it, until it is shown."""
    shown = any(isinstance(event, SecretEnded) for event in events.whole())
    if before.secret and after.secret and not shown:
        player = before.decision.player
        for seat in (None, *range(before.table.players)):
            if seat != player:
                heard = [e for e in events.seen_by(seat) if e.player != seat]
                assert not heard, f"{seat} hears of what is done in secret: {heard}"
                seen = _seen_by(before, seat), _seen_by(after, seat)
                assert seen[0] == seen[1], f"{seat} sees what is done in secret"


def _seen_by(state: State, seat: int | None) -> dict[str, Any]:
    """All that somebody sees lie somewhere."""
    seen, holders = view(state, seat), (*range(state.table.players), STOCK)
    goods = [seen.holding(h, g.name) for h in holders for g in state.table.layout.goods]
    kept = [seen.cells[cell] for cell in seen.layout.kept]
    return {**_open_to_all(seen, seen.lots), "goods": goods, "used": kept}
