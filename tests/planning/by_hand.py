"""Exchanges tried one after the other, as a player would: the slow answer to "how?"."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from homesteaders_rules import Option, State, apply, score

Uses = Counter[tuple[str, str]]
Moves = tuple[tuple[str, int], ...]


class ByHand:
    """All that up to ``depth`` exchanges of any time lead to, each of them one choice."""

    def __init__(self, state: State, depth: int) -> None:
        self.state = state
        self.depth = depth
        self.seat = state.decision.player
        self.goods = [good.name for good in state.table.layout.goods]
        self.reached: list[tuple[Uses, State, set[str]]] = []
        known: dict[frozenset[tuple[tuple[str, str], int]], State] = {frozenset(): state}
        for _ in range(depth + 1):
            self.reached += [
                (Counter(dict(name)), after, {option.key for option in after.decision.all})
                for name, after in known.items()
            ]
            known = {
                frozenset(found.items()): after
                for name, here in known.items()
                for found, after in self._after(Counter(dict(name)), here)
            }

    def _after(self, uses: Uses, here: State) -> list[tuple[Uses, State]]:
        found = []
        needed = (option for option in here.options if option.anytime)
        for option in chain(here.anytime, needed):
            after, _ = apply(here, option)
            if self._is_same_question(after):
                name, times = _use(option)
                found.append((uses + Counter({name: times}), after))
        return found

    def _is_same_question(self, after: State) -> bool:
        """Is the same asked of the same player, and has chance decided nothing?"""
        asked = self.state.decision
        same = after.decision.step is asked.step and after.decision.player == asked.player
        return not after.over and same and after.cells[4] == self.state.cells[4]

    def keys(self) -> set[str]:
        """All that can be chosen in one of these situations."""
        return set().union(*(keys for _, _, keys in self.reached))

    def ways(self, key: str) -> dict[Moves, int]:
        """What the ways to a key that cannot do without an exchange move, and the points."""
        there = [(uses, after) for uses, after, keys in self.reached if key in keys]
        least = [(u, after) for u, after in there if not any(v < u for v, _ in there)]
        points = score(self.state)[self.seat].total
        return {
            self._moves(after): score(after)[self.seat].total - points
            for uses, after in least
            if uses.total() <= self.depth
        }

    def _moves(self, after: State) -> Moves:
        changes = (
            (good, after.holding(self.seat, good) - self.state.holding(self.seat, good))
            for good in self.goods
        )
        return tuple(change for change in changes if change[1])


def _use(option: Option) -> tuple[tuple[str, str], int]:
    """The exchange, how it is paid, and how often it is used."""
    way, times = option.operands
    if way > 0:
        return (option.offer.key, option.offer.key_of((way, 1))), 1
    return (option.offer.key, ""), times


def is_no_worse(one: Moves, other: Moves, burdens: set[str]) -> bool:
    """Is one at least as good as another in all goods?"""
    mine, theirs = dict(one), dict(other)
    return all(
        (mine.get(g, 0) - theirs.get(g, 0)) * (-1 if g in burdens else 1) >= 0
        for g in {*mine, *theirs}
    )
