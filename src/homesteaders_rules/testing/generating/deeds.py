"""Deeds at random: what can happen in one line, where it is asked for."""

from __future__ import annotations

from collections.abc import Callable

from .amounts import Amounts, Where
from .world import titled


class Deeds(Amounts):
    """Writes single deeds."""

    def deed(self, where: Where) -> str:
        """One deed."""
        return self.pick(self.quiet if where.calm else self.kinds(where))(where)

    @property
    def quiet(self) -> list[Callable[[Where], str]]:
        often = [self.gain, self.gain, self.gain, self.discard, self.move_track]
        return [*often, self.turn_into, self.nothing]

    def kinds(self, where: Where) -> list[Callable[[Where], str]]:
        """What may be written here, by what it is."""
        world = self.world
        kinds = [*self.quiet, self.name, self.name, self.chance]
        if where.asks:
            kinds += [self.pay, self.take_reward, self.place, self.window, self.move_placed]
            if world.builds and not where.opening:
                kinds += [self.build] * 3
            if world.ends and not where.opening:
                kinds += [self.end]
        if world.owned is not None and not world.mapped and not world.displayed:
            kinds += [self.take, self.move]
        if world.trinkets is not None:
            kinds += [self.take_one]
        if world.board is not None:
            kinds += [self.use_the_board]
        kinds += [self.lying] * 2
        kinds += self.on_the_grid(where)
        if where.space:
            kinds += [self.here_on_space] * 4
        if where.lot:
            kinds += [self.the_lot] * 4
        if where.here:
            kinds += [self.keep] * 4
        if where.collects:
            kinds += [self.collect]
        if not where.here:
            kinds += [self.start_player]
        return kinds

    def turn_into(self, where: Where) -> str:
        one, other = self.some(list(self.world.goods), 2, 2)
        return f"turn {self.world.goods[one].many} into {self.world.goods[other].many}"

    def nothing(self, where: Where) -> str:
        return "do nothing"

    def gain(self, where: Where) -> str:
        return f"gain {self.bundle(where)}"

    def discard(self, where: Where) -> str:
        return f"discard {self.bundle(where, choice=False)}"

    def pay(self, where: Where) -> str:
        if not self.maybe(0.2):
            return f"pay {self.due(where)}"
        goods = self.bundle(where, choice=False)
        much = self.pick(["", ", as much as you have"])
        how, instead = self.pick(["gain", "discard"]), self.pick(list(self.world.goods))
        return f"pay {goods}{much}, or {how} {self.some_of(instead)} for each that is missing"

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

    def chance(self, where: Where) -> str:
        """A marker that is spun, goods that are drawn."""
        turned = [f"spin {titled(track)}" for track in (*self.world.commons, *self.world.rings)]
        rewards = [f"take a reward of {titled(ring)}" for ring in self.world.rings]
        group = self.pick(list(self.world.groups))
        number = self.number(1, 2)
        drawn = [f"draw {number} {self.world.word(group).of(number)}"]
        drawn.append(f"throw {self.pick(['1 die', '2 dice'])} for {self.world.unit.many}")
        return self.pick([*turned, *(rewards if where.tracks and where.asks else []), *drawn])

    def end(self, where: Where) -> str:
        when = ["after this round", "after one more round", "at once"]
        return f"the game ends {self.pick(when)}"

    def take_one(self, where: Where) -> str:
        trinkets = self.world.trinkets
        assert trinkets is not None
        how = ["any", "a random"] if where.asks else ["a random"]
        return f"take {self.pick(how)} {self.labelled_word(trinkets)}"

    def lying(self, where: Where) -> str:
        """What is done with what lies on maps, displays and grids; else what is due."""
        world = self.world
        kinds = [f"lay 1 {tile.one} on A1" for tile in world.laid if not where.opening]
        if world.displayed:
            kinds.append("fill the display of huts")
        if world.mapped:
            kinds.append(f"a random {self.pick(self.owned.all_labels)} becomes neutral")
        elif world.owned is not None:
            kinds.append("remove 1 copy of each hut that has 2 or more copies")
        if where.asks and not where.opening:
            kinds.append("collect what is due")
        return self.pick(kinds or ["do nothing"])

    def use_the_board(self, where: Where) -> str:
        """What lies there for all is used, cleared or taken back."""
        board = self.world.board
        assert board is not None
        kinds = [f"clear the {self.labelled_word(board, many=True)}", "take back what is yours"]
        if where.asks and not where.opening and not where.here:
            kinds += [f"use any free {self.labelled_word(board)}"] * 3
        return self.pick(kinds)

    def on_the_grid(self, where: Where) -> list[Callable[[Where], str]]:
        """What is done on cells."""
        may_lay = self.world.laid and where.asks and not where.opening
        kinds: list[Callable[[Where], str]] = [self.lay] * (4 if may_lay else 0)
        kinds += [self.enclose] * (5 if may_lay and self.world.closed else 0)
        kinds += [self.house] * (4 if self.world.homed and where.asks else 0)
        return kinds + [self.there] * (6 if where.cell else 0)

    def enclose(self, where: Where) -> str:
        hurdle, close = self.world.closed
        cost = self.some_of(self.pick(list(self.world.goods)), 1)
        paid = f"pay {cost} per {hurdle.one} to enclose a {close.one}"
        return self.pick([paid, paid, f"enclose a {close.one}"])

    def house(self, where: Where) -> str:
        """What needs a home comes, or has young."""
        one, other = self.world.homed
        young = "gain 1 of each pet that you have 2 of, as far as there is room"
        return self.pick([f"gain 1 {one.one}", f"gain 2 {other.many}, 1 {one.one}", young])

    def lay(self, where: Where) -> str:
        return f"lay 1 {self.pick(self.world.laid).one}"

    def there(self, where: Where) -> str:
        """On the cell that is dealt with."""
        thing = self.some_of(self.pick(self.world.groups["thing"]))
        return self.pick([f"put {thing} there", "take 1 from there", "take everything from there"])

    def here_on_space(self, where: Where) -> str:
        """On the space of the map that was just built on."""
        owned = self.owned
        good = self.pick(list(self.world.goods))
        kinds = ["take everything from here", f"put {self.some_of(good)} here"]
        kinds += [f"leave {self.some_of(good)} here"]
        if owned.labels:
            kinds += [f"take everything from each {self.pick(owned.all_labels)} next to here"] * 2
        return self.pick(kinds)

    def name(self, where: Where) -> str:
        free = self.world.exchanges[:1]
        return self.pick([*where.actions, *free] or ["do nothing"])

    def place(self, where: Where) -> str:
        return f"place {self.world.pawn.many}"

    def move_placed(self, where: Where) -> str:
        return f"move 1 {self.world.pawn.one} to another place"

    def window(self, where: Where) -> str:
        if self.world.offered and self.maybe(0.3):
            return f"{self.pick(self.world.offered)} freely" + ", at least once" * self.maybe()
        if self.maybe(0.2):
            return "collect what is due"
        offered = self.some(self.world.offered, 0, 2) if self.world.offered else []
        return "trade freely" + "".join(f", also {name}" for name in offered)

    def build(self, where: Where) -> str:
        owned = self.owned
        if where.lot and self.maybe(0.3):
            return "build the same"
        return f"build {self.pick(owned.all_labels) if owned.labels and self.maybe() else 'any'}"

    def take(self, where: Where) -> str:
        return f"take {titled(self.pick(self.owned.pieces))}"

    def move(self, where: Where) -> str:
        owned = self.owned
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
        lots, events = self.lots, self.world.events
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

    def keep(self, where: Where) -> str:
        good = self.pick(where.here)
        group = self.group_of(good)
        put = f"put {self.some_of(good)} here"
        if all(each in where.here for each in self.world.groups[group]) and self.maybe():
            return self.pick([f"put 1 of each {group} here", f"take 1 {group} from here"])
        taken = f"take 1 {good} from here"
        drawn = f"draw 1 {group} from here"
        return self.pick([put, put, taken, drawn] if where.asks else [put, drawn])

    def collect(self, where: Where) -> str:
        owned = self.world.owned
        if owned is None or not owned.moments:
            return "do nothing"
        return f"collect {owned.moments[0]}"

    def start_player(self, where: Where) -> str:
        players = ["a random player", "the next player"]
        players.append(f"the player with {self.extreme(more=True)}")
        if self.world.players.stop == 3:
            players.append("the other player")
        if self.world.lots is not None and not where.opening:
            players += ["the first winner", f"the winner of {self.world.lots.word.one} 1"]
        the = "the " if self.maybe(0.2) else ""
        if self.maybe(0.2):
            return f"you become {the}start player"
        return f"{self.pick(players)} becomes {the}start player"
