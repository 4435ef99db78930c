"""Packs at random, on a generated game or on one that comes along."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .amounts import Where
from .effects import Lines, indented
from .games import Game
from .world import Sort, World, titled

ALWAYS = ("more of piece", "option", "set", "rename")
"""What stands under no conditions."""


class Pack(Game):
    """Writes a pack: what it adds, replaces, removes and sets."""

    def __init__(self, random: Random, world: World, extends: str) -> None:
        super().__init__(random)
        self.world = world
        self.extends = extends
        self.where = Where(calm=self.maybe(), actions=self.actions, tracks=())

    def write(self) -> str:
        kinds: list[Callable[[], Lines]] = [
            self.a_piece, self.a_piece, self.a_trigger, self.a_hook, self.an_action, self.a_lot,
            self.more_labels, self.a_removal, self.a_removal, self.an_option, self.a_track,
            self.supply, self.another_name, self.more_scoring,
        ]  # fmt: skip
        for kind in self.some(kinds, 1, 4):
            lines = kind()
            if lines:
                self.add(lines, "" if lines[0].startswith(ALWAYS) else self.sometimes())
        return "\n".join([self.header(), *("\n".join(lines) for lines in self.texts)]) + "\n"

    def header(self) -> str:
        players = self.world.players
        numbers = f", for {players.start}-{players.stop - 1} players" if len(players) > 1 else ""
        return f"pack Added, version 1, extends {self.extends}{numbers if self.maybe() else ''}"

    def a_piece(self) -> Lines:
        owned = self.world.owned
        if owned is None or len(owned.moments) < 2:
            return []
        if self.maybe(0.3):
            return _headed("replace", self.piece(owned, self.pick(owned.pieces)))
        return self.piece(owned, self.pick(["New Mill", "3rd Hut", "Añil Works"]))

    def label_lines(self, sort: Sort) -> Lines:
        """At a shipped game labels come in pairs."""
        if len(sort.labels) > 1:
            return [", ".join(self.pick(group) for group in sort.labels)]
        return super().label_lines(sort)

    def a_lot(self) -> Lines:
        lots = self.world.lots
        if lots is None or not lots.stacks:
            return []
        labels = [self.pick(group) for group in lots.labels]
        head = ", ".join([f"{lots.word.many} of {titled(self.pick(lots.stacks))}", *labels])
        old = self.pick(lots.pieces)
        grouped = self.lot(lots, "Added Lot")
        if self.maybe(0.2) and old:
            grouped = _headed(self.with_() + ":", grouped)
        return [f"{head}:", *indented(grouped)]

    def a_trigger(self) -> Lines:
        return self.trigger(self.where)

    def a_hook(self) -> Lines:
        around = self.pick([*self.world.phases, *self.world.actions])
        return self.body(f"{self.pick(['before', 'after'])} {around}", Where(calm=True))

    def an_action(self) -> Lines:
        if self.world.actions and self.maybe():
            name = self.pick(self.world.actions)
            return _headed("replace", self.body(f"action {name}", Where(calm=True)))
        return self.body("action added deed", self.where)

    def more_labels(self) -> Lines:
        sorts = [sort for sort in (self.world.owned, self.world.lots) if sort is not None]
        if not sorts:
            return []
        sort = self.pick(sorts)
        lines = [self.pick(["labels: added, other", "moments: added moment"])]
        if sort.places:
            lines.append("places: far away")
        if sort.stacks and self.maybe():
            lines.append("stacks: Added Stack")
        return [f"more of piece {sort.word.one}:", *indented(lines)]

    def more_scoring(self) -> Lines:
        goods = [word.many for word in self.world.goods.values()]
        lines = [f"added: {self.number(-3, 3)} per {self.pick(goods)}"]
        if self.maybe(0.3):
            lines.append(f"more: -1, 2 and so on per {self.pick(goods)}")
        return ["more of scoring:", *indented(lines)]

    def a_removal(self) -> Lines:
        world = self.world
        kinds = {
            "example": [f'"{name}"' for name in world.examples[:2]],
            "action": world.actions,
            "exchange": world.exchanges,
            "track": [titled(name) for name in world.tracks],
            "option": world.options,
            "price of": world.priced[:1],
        }
        if world.owned is not None:
            kinds[world.owned.word.one] = [titled(name) for name in world.owned.pieces]
        kinds["tile"] = [titled(name) for name in world.tiles]
        kinds["map of"] = [world.owned.word.many] if world.mapped and world.owned else []
        kind = self.pick(["scoring", "play", *(kind for kind, names in kinds.items() if names)])
        return [f"remove {kind} {self.pick(kinds[kind])}" if kind in kinds else f"remove {kind}"]

    def another_name(self) -> Lines:
        owned = self.world.owned
        if owned is None:
            return []
        new = self.pick(["Renamed Place", "2nd Name"])
        return [f"rename {owned.word.one} {titled(self.pick(owned.pieces))} to {titled(new)}"]

    def an_option(self) -> Lines:
        if self.world.options and self.maybe():
            return [f"set {self.pick(self.world.options)}: {self.pick(['yes', 'no'])}"]
        self.world.options.append("added option")
        return ["option added option: no", "    It is new."]

    def a_track(self) -> Lines:
        lines = self.body("1", Where(calm=True)) + self.body("2", Where(calm=True))
        lines += ["each advance takes the reward of the space reached"]
        lines += ["at the end the marker stays, and the advance is lost"]
        if self.world.tracks and self.maybe():
            name = self.pick(self.world.tracks)
            return [f"replace track {titled(name)}, for each player:", *indented(lines)]
        return ["track Added Way, for each player:", *indented(lines)]

    def supply(self) -> Lines:
        good = self.pick(list(self.world.goods))
        group = self.group_of(good)
        word = self.world.plurals[group]
        return [f"replace hidden {word.declared}: {self.number(1, 9)} {good}"]


def _headed(head: str, lines: Lines) -> Lines:
    return [f"{head} {lines[0]}", *lines[1:]]
