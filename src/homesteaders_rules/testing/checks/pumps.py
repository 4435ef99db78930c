"""Pumps, by play: exchanges of any time that give something for nothing."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from ...commands.definitions.definition import Exchange
from ...play.choosing import apply
from ...play.scoring import score
from ...play.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.offering.options import Option

MOST_TRIED = 300
"""So many exchanges are tried from one state."""


def check_pumps(state: State, most: int = MOST_TRIED) -> None:
    """No exchanges of any time, one after the other, leave who decides with more and nothing less.

    More of what costs points at the end, such as a debt, is no gain; and where the player holds as
    much of a good as anybody can, an exchange costs or gives less than it says. The shortest
    recipes are tried first, and ``most`` exchanges in all: what needs more is left to the
    checker's proof.
    """
    burdens = set(_burdens(state)) if state.anytime else set()
    waiting: deque[tuple[State, tuple[str, ...]]] = deque([(state, ())])
    seen = {state.cells}
    while waiting and most > 0:
        here, recipe = waiting.popleft()
        for option in _single(here):
            most -= 1
            after, _ = apply(here, option)
            keys = (*recipe, option.key)
            gained = _gain(state, after, burdens)
            assert not gained, f"for nothing, by {', '.join(keys)}: {gained}"
            if after.cells not in seen and after.decision.player == state.decision.player:
                seen.add(after.cells)
                waiting.append((after, keys))


def _single(state: State) -> Iterator[Option]:
    """One use of each exchange that may be used at any time."""
    for option in state.anytime:
        exchange = getattr(option.offer, "meaning", None)
        if isinstance(exchange, Exchange) and not option.key[-1:].isdigit():
            yield option


def _burdens(state: State) -> Iterator[str]:
    """The goods of which one more costs who decides points."""
    layout, player = state.table.layout, state.decision.player
    total = score(state)[player].total
    for good in layout.goods:
        cells = list(state.cells)
        cells[layout.goods_cell(player, good.name)] += 1
        if score(State.of(state.table, cells))[player].total < total:
            yield good.name


def _gain(state: State, after: State, burdens: set[str]) -> dict[str, int]:
    """What the player has more of, if nothing is less and nothing else has changed."""
    layout, player = state.table.layout, state.decision.player
    own = {layout.goods_cell(player, good.name): good.name for good in layout.goods}
    stock = {layout.goods_cell(layout.players, good.name) for good in layout.goods}
    more: dict[str, int] = {}
    pairs = zip(state.cells, after.cells, strict=False)
    for cell, (then, now) in enumerate(pairs if len(state.cells) == len(after.cells) else ()):
        good = own.get(cell, "")
        grown = then - now if good in burdens else now - then
        if good and now == layout.most:
            return {}
        if cell in stock or not grown:
            continue
        if not good or grown < 0:
            return {}
        more[good] = now - then
    return more
