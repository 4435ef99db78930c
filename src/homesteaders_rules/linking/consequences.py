"""What follows from what: the one graph that checkers, linker, descriptions and bots ask."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from ..commands.base import Command, walk
from ..commands.definitions.definition import Definition, Exchange
from ..commands.definitions.pieces import Sort
from ..commands.definitions.tracks import Track
from ..mechanisms.grids.heaping import most_on_cells
from ..mechanisms.holding.definitions import MayHold, RunsShort
from ..mechanisms.homes.definitions import HomesOf
from ..mechanisms.later.commands import Later
from ..mechanisms.maps.lying import lying_on_spaces
from ..mechanisms.occupying.lying import left_on
from ..mechanisms.placing.in_turn import PLACES
from .boards.lying import lying

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from ..commands.effects import Effect
    from ..commands.protocols import Happening


class Consequences:
    """Which happenings lead to which effects, in some definitions.

    ``origins`` holds for every happening the definitions that wait for it, with their effects.
    It is made of what the classes of commands say: ``causes`` of those that make something
    happen, and ``leads`` of those that wait for it.
    """

    def __init__(self, definitions: Iterable[Definition]) -> None:
        self._definitions = tuple(definitions)
        parts = [part for part in walk(*self._definitions) if isinstance(part, Definition)]
        tracks = [part for part in parts if isinstance(part, Track)]
        self._chosen = {part.name for part in tracks if part.chooses_reward}
        self._sorts = {part.name: part for part in parts if isinstance(part, Sort)}
        bounded = (part for part in parts if isinstance(part, MayHold) and part.gives_back)
        self._given_back = [frozenset(part.goods) for part in bounded]
        self._homes = [part for part in parts if isinstance(part, HomesOf)]
        short = (part for part in parts if isinstance(part, RunsShort) and part.back)
        self._filled_up = {good for part in short for good in part.goods}
        self._exchanges = [part for part in parts if isinstance(part, Exchange)]
        own = (each for each in self._definitions if isinstance(each, Exchange))
        self._named = Counter(exchange.name for exchange in own)
        self._asking: dict[Happening, bool] = {}
        self.origins: dict[Happening, list[tuple[Definition, Effect]]] = {}
        for part in parts:
            for happening, effect in part.leads(self):
                self.origins.setdefault(happening, []).append((part, effect))
        for part in self._definitions:
            for later in (each for each in walk(part) if isinstance(each, Later)):
                self.origins.setdefault(("due", ""), []).append((part, later.effect))

    def effects(self, happening: Happening) -> list[Effect]:
        """What happens because of it."""
        return [effect for _, effect in self.origins.get(happening, ())]

    def caused(self, commands: Iterable[Command]) -> set[Happening]:
        """What some commands cause, each by itself."""
        return {happening for command in commands for happening in command.causes(self)}

    def done_by(self, command: Command, calls: Container[str] = ("action",)) -> Iterator[Command]:
        """Every command in one and in what it calls: happenings of these verbs are a part of it."""
        seen: set[Happening] = set()
        waiting = [command]
        while waiting:
            for each in walk(waiting.pop()):
                yield each
                called = [h for h in each.causes(self) if h[0] in calls and h not in seen]
                seen.update(called)
                waiting += [effect for h in called for effect in self.effects(h)]

    def exchanged(self, names: Iterable[str] | None) -> Iterator[Happening]:
        """What the use of some exchanges causes; None: of those open at any time."""
        for exchange in self._exchanges:
            if exchange.name in names if names is not None else not exchange.offered_only:
                yield from exchange.causes(self)

    def exchanges_named(self, name: str) -> int:
        """How many exchanges of the rules have a name: one for each good of a group."""
        return self._named[name]

    def chooses_reward(self, track: str) -> bool:
        """Whether a player chooses among the rewards of a track."""
        return track in self._chosen

    def filling(self, sort: str, good: str) -> Happening | None:
        """What makes slots of a sort of pieces act: its first moment, or that somebody places."""
        found = self._sorts.get(sort)
        if found is not None and not found.is_owned:
            return PLACES, good
        return ("moment", found.moments[0]) if found is not None and found.moments else None

    def gives_back(self, goods: Iterable[str]) -> bool:
        """Whether a player may have to give back one of some goods when they gain it."""
        if not self._homes and not self._given_back:
            return False
        named = frozenset(goods)
        if any(named.intersection(homes.goods) for homes in self._homes):
            return True
        return any(named & together for together in self._given_back)

    def gaining(self, goods: Iterable[str]) -> Iterator[Happening]:
        """What gaining some goods causes: what is then too much goes back."""
        named = tuple(goods)
        yield from (("gains", good) for good in named)
        for together in self._given_back:
            if not together.isdisjoint(named):
                yield from (("loses", good) for good in sorted(together))
        for homes in self._homes:
            if not set(homes.goods).isdisjoint(named):
                yield from self.giving_up(homes)

    def giving_up(self, homes: HomesOf) -> Iterator[Happening]:
        """What it causes that not all have a home: some are given up by exchanges."""
        for exchange in self._exchanges:
            if any(exchange.is_of_kind(kind) for kind in homes.kinds):
                yield from exchange.causes(self)

    def filling_up(self, goods: Iterable[str]) -> Iterator[Happening]:
        """What it causes that the stock of some goods runs short: players give them back."""
        return (("loses", good) for good in goods if good in self._filled_up)

    def left_goods(self) -> Iterable[str]:
        """The goods that players may leave on pieces."""
        found = left_on(walk(*self._definitions)).values()
        return dict.fromkeys(good for goods in found for good in goods)

    def lying_goods(self, piece: str = "") -> tuple[str, ...]:
        """The goods that may lie on a piece; empty: on the spaces of a map."""
        if piece:
            return tuple(good for name, good in self._on_pieces if name == piece)
        return lying_on_spaces(walk(*self._definitions))

    def goods_on_cells(self) -> Iterable[str]:
        """The goods that may lie on the cells of grids."""
        return most_on_cells(walk(*self._definitions))

    @cached_property
    def _on_pieces(self) -> tuple[tuple[str, str], ...]:
        commands = [*walk(*self._definitions)]
        return tuple(lying(commands, left_on(commands)))

    def may_ask(self, happening: Happening) -> bool:
        """Whether an effect to which a happening leads may ask a question.

        What goes round in a circle, which a check refuses, asks no more the second time.
        """
        if happening not in self._asking:
            self._asking[happening] = False
            asking = any(effect.asks(self) for effect in self.effects(happening))
            self._asking[happening] = asking
        return self._asking[happening]
