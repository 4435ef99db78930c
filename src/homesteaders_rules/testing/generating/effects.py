"""Effects at random: one line each, or a block, that can stand where it is asked for."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from .world import Chance, World, titled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Lines = list[str]
CONDITIONS = ("if ", "in round", "in the final", "with ", "without ")
DEEP = 3
"""So many blocks within each other."""


@frozen
class Where:
    """Where an effect stands.

    ``calm``: it gives or takes something, and sets off little; ``asks``: it may ask somebody;
    ``choice``: a group of goods may stand for one of them;
    ``lot``: a lot is being resolved; ``here``: on a piece that keeps these goods. ``actions`` and
    ``tracks`` are those that it may lead to: what stands before it, so that nothing goes round.
    """

    calm: bool = False
    choice: bool = True
    asks: bool = True
    lot: bool = False
    here: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    tracks: tuple[str, ...] = ()
    collects: bool = False
    opening: bool = False


def indented(lines: Iterable[str]) -> Lines:
    return [f"    {line}" for line in lines]


class Effects(Chance):
    """Writes effects with the names of a world."""

    def __init__(self, random: Random, world: World) -> None:
        super().__init__(random)
        self.world = world

    # -------------------------------------------------------------------------- amounts

    def some_of(self, name: str, most: int = 3) -> str:
        number = self.number(1, most)
        return f"{number} {self.world.word(name).of(number)}"

    def counted(self) -> str:
        """Something to count: goods, pieces with labels, a track, a tally."""
        world = self.world
        things = [self.pick(list(world.goods)), *map(titled, (*world.tracks, *world.commons))]
        things += world.tallies
        if world.owned is not None:
            labels = [self.pick(group) for group in world.owned.labels if self.maybe(0.4)]
            things.append(" ".join([*labels, world.owned.word.one]))
        return self.pick(things)

    def plural(self, name: str) -> str:
        """A good, sort or group in its plural; whatever has none as it is."""
        world = self.world
        if name in world.goods:
            return world.goods[name].many
        owned = world.owned
        if owned is not None and name.rsplit(maxsplit=1)[-1] == owned.word.one:
            return f"{name.removesuffix(owned.word.one)}{owned.word.many}"
        return name

    def bundle(self, where: Where, *, choice: bool = True, counted: bool = True) -> str:
        """Several goods, each once."""
        goods = self.some(list(self.world.goods), most=2 if self.maybe(0.3) else 1)
        items = [self.some_of(good) for good in goods]
        roll = self.random.random()
        if roll < 0.15 and choice and where.choice and where.asks:
            group = self.pick(list(self.world.groups))
            items = [f"1 {group}", *(self.some_of(g) for g in goods if self.group_of(g) != group)]
        elif roll < 0.22:
            items = [f"1 of each {self.pick(list(self.world.groups))}"]
        elif roll < 0.5 and counted:
            most = f", at most {self.number(1, 9)}" if self.maybe(0.3) else ""
            items = [f"{self.some_of(goods[0])} per {self.counted()}{most}"]
            if where.here and self.maybe():
                items = [f"{self.some_of(goods[0])} per {self.pick(where.here)} here{most}"]
        elif roll < 0.55 and where.lot and counted:
            items = [self.the_bid(goods[0])]
        return ", ".join(items)

    def the_bid(self, good: str) -> str:
        many = self.world.goods[good].many
        return self.pick([f"the bid in {many}", f"half of the bid in {many}, rounded down"])

    def group_of(self, good: str) -> str:
        return next(group for group, goods in self.world.groups.items() if good in goods)

    def due(self, where: Where) -> str:
        """What every player can pay: money."""
        money = self.world.money.one
        if where.lot and self.maybe(0.3):
            return self.the_bid(money)
        if self.maybe(0.3):
            counted = self.counted()
            first = ", counted first" if self.maybe(0.3) and counted in self.world.goods else ""
            return f"{self.some_of(money)} per {counted}{first}"
        return self.some_of(money)

    # -------------------------------------------------------------------------- deeds

    def deed(self, where: Where) -> str:
        """One deed."""
        return self.pick(self.quiet if where.calm else self.kinds(where))(where)

    @property
    def quiet(self) -> list[Callable[[Where], str]]:
        return [self.gain, self.gain, self.gain, self.discard, self.move_track, self.nothing]

    def kinds(self, where: Where) -> list[Callable[[Where], str]]:
        """What may be written here, by what it is."""
        world = self.world
        kinds = [*self.quiet, self.name, self.name]
        if where.asks:
            kinds += [self.pay, self.take_reward, self.place, self.window]
            if world.builds and not where.opening:
                kinds += [self.build] * 3
        if world.owned is not None:
            kinds += [self.take, self.move]
        if where.lot:
            kinds += [self.the_lot] * 4
        if where.here:
            kinds += [self.keep] * 4
        if where.collects:
            kinds += [self.collect]
        if not where.here:
            kinds += [self.start_player]
        return kinds

    def nothing(self, where: Where) -> str:
        return "do nothing"

    def gain(self, where: Where) -> str:
        return f"gain {self.bundle(where)}"

    def discard(self, where: Where) -> str:
        return f"discard {self.bundle(where, choice=False)}"

    def pay(self, where: Where) -> str:
        return f"pay {self.due(where)}"

    def move_track(self, where: Where) -> str:
        """Whatever moves a marker; where rewards would go round only what brings none."""
        world = self.world
        back = [f"move {titled(track)} back" for track in (*world.tracks, *world.commons)]
        back += [f"move {titled(track)} on" for track in (*world.tracks, *world.commons)]
        on = [f"advance {titled(track)}" for track in (*where.tracks, *world.commons)]
        return self.pick((on * 2 if where.asks else []) + back or ["do nothing"])

    def take_reward(self, where: Where) -> str:
        if not where.tracks:
            return "do nothing"
        return f"take a reward of {titled(self.pick(where.tracks))}"

    def name(self, where: Where) -> str:
        free = self.world.exchanges[:1]
        return self.pick([*where.actions, *free] or ["do nothing"])

    def place(self, where: Where) -> str:
        return f"place {self.world.pawn.many}"

    def window(self, where: Where) -> str:
        offered = self.some(self.world.offered, 0, 2) if self.world.offered else []
        return "trade freely" + "".join(f", also {name}" for name in offered)

    def build(self, where: Where) -> str:
        owned = self.world.owned
        assert owned is not None
        if where.lot and self.maybe(0.3):
            return "build the same"
        return f"build {self.pick(owned.all_labels) if owned.labels and self.maybe() else 'any'}"

    def take(self, where: Where) -> str:
        owned = self.world.owned
        assert owned is not None
        return f"take {titled(self.pick(owned.pieces))}"

    def move(self, where: Where) -> str:
        owned = self.world.owned
        assert owned is not None
        label = f"{self.pick(owned.all_labels)} " if owned.labels and self.maybe() else ""
        without = ""
        if owned.labels and not label and self.maybe():
            without = f" that are not {' or '.join(self.some(owned.all_labels, most=2))}"
        places = [place for place in owned.places if place != "players"]
        if len(places) < 2:
            return "do nothing"
        old, new = self.some(places, 2, 2)
        return f"move {label}{owned.word.many}{without} from {old} to {new}"

    def the_lot(self, where: Where) -> str:
        lots, events = self.world.lots, self.world.events
        assert lots is not None
        kinds = [f"use the {lots.word.one}"]
        if self.world.builds:
            upto = "up to " if self.maybe() else ""
            number = self.number(1, 2)
            kinds.append(
                f"use the {lots.word.one}, for {upto}{number} {self.any_good(number)} less"
            )
        if lots.moments:
            kinds.append(f"collect the {self.pick(lots.moments)} of the {lots.word.one}")
        if events is not None:
            kinds.append(f"collect what the {events.word.one} also gives")
        return self.pick(kinds)

    def any_good(self, number: int) -> str:
        world = self.world
        return world.word(self.pick([*world.goods, *world.groups])).of(number)

    def keep(self, where: Where) -> str:
        good = self.pick(where.here)
        group = self.group_of(good)
        put = f"put {self.some_of(good)} here"
        if all(each in where.here for each in self.world.groups[group]) and self.maybe():
            return self.pick([f"put 1 of each {group} here", f"take 1 {group} from here"])
        taken = f"take 1 {good} from here"
        return self.pick([put, put, taken] if where.asks else [put])

    def collect(self, where: Where) -> str:
        owned = self.world.owned
        if owned is None or not owned.moments:
            return "do nothing"
        return f"collect {owned.moments[0]}"

    def start_player(self, where: Where) -> str:
        players = ["a random player"]
        if self.world.players.stop == 3:
            players.append("the other player")
        if self.world.lots is not None and not where.opening:
            players += ["the first winner", f"the winner of {self.world.lots.word.one} 1"]
        the = "the " if self.maybe(0.2) else ""
        return f"{self.pick(players)} becomes {the}start player"

    # -------------------------------------------------------------------------- lines

    def effect(self, where: Where) -> str:
        """``A``, ``A or B``, ``may A``, ``may pay X to A``, ``A, then B``."""
        steps = [self.step(where) for _ in range(2 if self.maybe(0.1) else 1)]
        return ", then ".join(steps)

    def step(self, where: Where) -> str:
        if not where.asks:
            return self.deed(where)
        roll = self.random.random()
        if roll < 0.15:
            return f"may {self.optional(where)}"
        one = evolve(where, choice=False)
        if roll < 0.22:
            return f"may {self.either(self.optional(one), self.optional(one))}"
        if roll < 0.32:
            return self.either(self.deed(one), self.deed(one))
        return self.deed(where)

    def either(self, first: str, second: str) -> str:
        """A or B: behind a label to build, a name would be read as another label."""
        return " or ".join(sorted([first, second], key=lambda deed: "build " in deed))

    def optional(self, where: Where) -> str:
        """What stands behind ``may``."""
        if self.maybe(0.6):
            return self.deed(where)
        price = self.bundle(where, counted=False)
        where = evolve(where, choice=False)
        if self.maybe(0.2):
            return f"pay {price}"
        if self.maybe(0.2) and self.world.builds and not where.opening:
            return f"pay {price} to be allowed to {self.build(where)}"
        return f"pay {price} to {self.deed(where)}"

    def body(self, head: str, where: Where, depth: int = 0) -> Lines:
        """``head: effect``, or the head with a block below it."""
        if depth >= DEEP or self.maybe(0.65):
            first, *rest = self.line(where, depth)
            return [f"{head}: {first}", *rest]
        return [f"{head}:", *indented(self.block(where, depth + 1))]

    def block(self, where: Where, depth: int) -> Lines:
        lines: Lines = []
        for _ in range(self.number(1, 3)):
            line = self.line(where, depth)
            lines += line
            if line[0].startswith(CONDITIONS) and self.maybe(0.4):
                lines += self.body("otherwise", where, depth + 1)
        return lines

    def line(self, where: Where, depth: int) -> Lines:
        """An effect, or something that holds others."""
        if depth >= DEEP or self.maybe(0.6):
            return [self.effect(where)]
        heads: Sequence[Callable[[Where, int], Lines]] = [
            self.conditional, self.conditional, self.at_tables, self.each_player, self.times,
        ]  # fmt: skip
        if where.asks and not where.calm:
            heads = [*heads, self.any_order, self.placing]
        return self.pick(heads)(where, depth)

    def conditional(self, where: Where, depth: int) -> Lines:
        if self.maybe(0.2) and not where.opening:
            last = self.world.rounds
            when = [f"in round {self.number(1, last)}", "in the final round"]
            when += [f"in rounds 1-{last}"] if last > 1 else []
            return self.body(self.pick(when), where, depth + 1)
        return self.body(f"if {self.conditions(where)}", where, depth + 1)

    def conditions(self, where: Where) -> str:
        found = [self.condition(where)]
        if self.maybe(0.2):
            found.append(self.condition(where))
        return " and ".join(found)

    def condition(self, where: Where) -> str:
        good = self.world.goods[self.pick(list(self.world.goods))]
        number = self.number(1, 3)
        kinds = [
            f"you have no {good.many}",
            f"you have {number} {good.of(number)}",
            f"you have {number} or more {good.many}",
            f"you have {self.extreme(more=True)}",
        ]
        lots, events = self.world.lots, self.world.events
        if lots is not None and not where.opening:
            lot = lots.word.one
            kinds += [f"every player won a {lot}", f"nobody won a {lot}", f"a player won {lot} 1"]
            if where.lot:
                kinds += ["you built", "you built nothing", "you did not build"]
                kinds += [
                    "you declined to build",
                    f"this is {lot} {self.number(1, len(lots.stacks))}",
                ]
        if events is not None and events.pieces and not where.opening:
            kinds.append(f"{titled(self.pick(events.pieces))} is turned up")
        return self.pick(kinds)

    def extreme(self, more: bool = False) -> str:
        """``the most A and B, at least 2``."""
        which = self.pick(["most", "fewest"])
        text = f"the {which} {self.plural(self.counted())}"
        other = self.plural(self.pick(list(self.world.goods)))
        text += f" and {other}" if more and self.maybe() and other not in text else ""
        return (
            f"{text}, at least {self.number(1, 3)}" if which == "most" and self.maybe(0.4) else text
        )

    def with_(self) -> str:
        """A static condition."""
        least, most = self.world.players.start, self.world.players.stop - 1
        kinds = [f"with {self.number(least, most)} players", f"with {least} or more players"]
        if most > least:
            kinds += [f"with {least}-{most} players", f"with {most} or more players"]
        for option in self.world.options:
            kinds += [f"with {option}", f"without {option}"]
        return self.pick(kinds)

    def at_tables(self, where: Where, depth: int) -> Lines:
        return self.body(self.with_(), where, depth + 1)

    def each_player(self, where: Where, depth: int) -> Lines:
        head = "each player"
        if self.maybe(0.3):
            head += f" with {self.extreme(more=True)}"
        elif self.maybe():
            head += ", from the start player"
        if self.maybe(0.25) and where.asks and not where.lot:
            goods = self.pick(["trade freely", f"may {self.gain(where)}", self.discard(where)])
            return [f"{head}, in secret: {goods}"]
        return self.body(head, evolve(where, lot=False), depth + 1)

    def times(self, where: Where, depth: int) -> Lines:
        return self.body(f"{self.number(2, 3)} times", where, depth + 1)

    def any_order(self, where: Where, depth: int) -> Lines:
        names = ["build", "reaping home", "rest-day", "go"]
        stop = ", or stop" if self.maybe() else ""
        lines = [f"in any order, each once{stop}:"]
        for name in self.some(names, 2, 3):
            lines += indented(self.body(name, where, depth + 1))
        return lines

    def placing(self, where: Where, depth: int) -> Lines:
        back = self.pick(["all of them come back first", "those placed stay where they are"])
        idle = ["any of them may stay idle", "none stays idle while a place is free"]
        return [f"place {self.world.pawn.many}:", *indented([back, self.pick(idle)])]
