"""Amounts, counts and conditions at random, with the names of a world."""

from __future__ import annotations

from random import Random

from attrs import frozen

from ...words import join
from .world import Chance, Sort, World, titled


@frozen
class Where:
    """Where an effect stands.

    ``calm``: it gives or takes something, and sets off little; ``asks``: it may ask somebody;
    ``choice``: a group of goods may stand for one of them;
    ``lot``: a lot is being resolved; ``here``: on a piece that keeps these goods; ``space``: on a
    space of a map; ``cell``: for a cell of a grid; ``turn``: in somebody's turn. ``actions`` and
    ``tracks`` are those that it may lead to: what stands before it, so that nothing goes round.
    """

    calm: bool = False
    choice: bool = True
    asks: bool = True
    lot: bool = False
    here: tuple[str, ...] = ()
    space: bool = False
    cell: bool = False
    turn: bool = False
    actions: tuple[str, ...] = ()
    tracks: tuple[str, ...] = ()
    collects: bool = False
    opening: bool = False


class Amounts(Chance):
    """Writes amounts and conditions."""

    def __init__(self, random: Random, world: World) -> None:
        super().__init__(random)
        self.world = world

    @property
    def owned(self) -> Sort:
        """The pieces that players build, where there are any."""
        assert self.world.owned is not None
        return self.world.owned

    @property
    def lots(self) -> Sort:
        """What is auctioned, where anything is."""
        assert self.world.lots is not None
        return self.world.lots

    # -------------------------------------------------------------------------- amounts

    def some_of(self, name: str, most: int = 3) -> str:
        number = self.number(1, most)
        return f"{number} {self.world.word(name).of(number)}"

    def single(self) -> str:
        """Something to count: goods, pieces with labels, a track, a tally."""
        world = self.world
        tracks = (*world.tracks, *world.commons, *world.rings)
        things = [self.pick(list(world.goods)), *map(titled, tracks), *world.tallies]
        for sort in filter(None, (world.owned, world.trinkets)):
            labels = [self.pick(group) for group in sort.labels if self.maybe(0.4)]
            things.append(" ".join([*labels, sort.word.one]))
        return self.pick(things)

    def counted(self) -> str:
        """Something to count, by itself or in sets and kinds, or on pieces of a map."""
        roll = self.random.random()
        if roll < 0.1:
            return f"set of {join(self.some(list(self.world.goods), 2, 3))}"
        if roll < 0.2:
            return f"kind of {self.pick(list(self.world.groups))}"
        if roll < 0.24:
            return self.pick(list(self.world.groups))
        if roll < 0.28 and self.world.laid:
            counted = ["bare cell", "close", "walled pond"]
            return self.pick(counted if self.world.closed else counted[:1])
        if roll < 0.3 and self.world.mapped and self.world.owned is not None:
            return f"{self.pick(list(self.world.goods))} on your {self.world.owned.word.many}"
        return self.single()

    def plural(self, name: str) -> str:
        """A good, sort or group in its plural; whatever has none as it is."""
        world = self.world
        if name in world.goods:
            return world.goods[name].many
        for several in ("set", "kind"):
            if name.startswith(f"{several} of "):
                return f"{several}s{name.removeprefix(several)}"
        if name in world.groups:
            return world.plurals[name].many
        if name in ("bare cell", "close", "walled pond"):
            return f"{name}s"
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
            if self.maybe(0.1):
                items = [f"1 from 1, 3 from 4 {self.plural(self.single())} in {goods[0]}"]
            elif where.here and self.maybe():
                items = [f"{self.some_of(goods[0])} per {self.pick(where.here)} here{most}"]
            elif self.maybe(0.15):
                items = [f"{self.some_of(goods[0])} for every 2 {self.plural(self.single())}{most}"]
            elif self.maybe(0.1):
                items = [f"{self.some_of(goods[0])} per player before you{most}"]
        elif roll < 0.55 and where.lot and counted:
            items = [self.the_bid(goods[0])]
        elif roll < 0.65 and choice and where.choice and where.asks:
            items = [self.portion()]
        return ", ".join(items)

    def portion(self) -> str:
        """So many of a group, or of some goods, as the player likes."""
        number = self.number(1, 3)
        alike = self.pick(["", "", " of one kind", " of different kinds" if number < 3 else ""])
        if self.maybe():
            group = self.world.plurals[self.pick(list(self.world.groups))]
            different = number < 3 and self.maybe(0.2)
            return (
                f"{number} different {group.many}"
                if different
                else f"any {number} {group.many}{alike}"
            )
        goods = [self.world.goods[good].many for good in self.some(list(self.world.goods), 2, 3)]
        return f"any {number} of {join(goods)}{alike}"

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

    def any_good(self, number: int) -> str:
        world = self.world
        return world.word(self.pick([*world.goods, *world.groups])).of(number)

    # -------------------------------------------------------------------------- conditions

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
            "you are start player",
            self.comparison(),
        ]
        lots, events = self.world.lots, self.world.events
        if lots is not None and not where.opening:
            lot = lots.word.one
            kinds += [f"every player won a {lot}", f"nobody won a {lot}", f"a player won {lot} 1"]
            if where.lot:
                kinds += ["you built", "you built nothing", "you did not build"] * 2
                kinds += ["you declined to build"] * 2
                kinds += [f"this is {lot} {self.number(1, lots.offered)}"] * 2
        if events is not None and events.pieces and not where.opening:
            kinds.append(f"{titled(self.pick(events.pieces))} is turned up")
        if self.world.ticket is not None:
            kinds += ["the supply has 3 or more tickets", "the supply has no tickets"]
        if self.world.owned is not None:
            huts, shed = self.world.owned.word, self.world.owned.places[0]
            kinds += [f"{shed} has 1 or more {huts.many}", f"no {huts.one} is left in {shed}"]
        if self.world.board is not None:
            board = self.labelled_word(self.world.board)
            kinds += [f"no {board} is free", f"a {board} is free"]
        if where.space and self.maybe():
            return self.here_on_the_map()
        return self.pick(kinds)

    def comparison(self) -> str:
        """Two goods, or a good and a group, side by side."""
        first, second = self.some(list(self.world.goods), 2, 2)
        second = second if self.maybe(0.7) else self.pick(list(self.world.groups))
        how, than = self.pick([("more", "than"), ("fewer", "than"), ("as many", "as")])
        return f"you have {how} {self.plural(first)} {than} {self.plural(second)}"

    def here_on_the_map(self) -> str:
        long = self.number(2, 3)
        kinds = [f"here makes a row of {long} of yours", f"here makes 2 rows of {long} of yours"]
        kinds = kinds if self.world.in_rows else []
        kinds += [f"here is a {label}" for label in self.owned.all_labels]
        return self.pick(kinds)

    def labelled_word(self, sort: Sort, *, many: bool = False) -> str:
        """The word of a sort, perhaps with a label before it."""
        labels = [self.pick(sort.all_labels)] if sort.labels and self.maybe(0.4) else []
        return " ".join([*labels, sort.word.many if many else sort.word.one])

    def extreme(self, more: bool = False) -> str:
        """``the most A and B, at least 2``."""
        which = self.pick(["most", "fewest"])
        text = f"the {which} {self.plural(self.counted())}"
        other = self.plural(self.pick(list(self.world.goods)))
        more = more and " and " not in text and other not in text
        text += f" and {other}" if more and self.maybe() else ""
        return (
            f"{text}, at least {self.number(1, 3)}" if which == "most" and self.maybe(0.4) else text
        )

    def with_(self) -> str:
        """A static condition."""
        least, most = self.world.players.start, self.world.players.stop - 1
        kinds = [f"with {self.number(least, most)} players", f"with {least} or more players"]
        kinds += [f"with at least {least} players", f"with exactly {most} players"]
        if most > least:
            kinds += [f"with {least}-{most} players", f"with {most} or more players"]
        for option in self.world.options:
            kinds += [f"with {option}", f"without {option}"]
        return self.pick(kinds)
