"""What else lies on the table, at random: pieces that are taken, and pieces for all."""

from __future__ import annotations

from attrs import evolve

from .amounts import Where
from .effects import Lines, indented
from .pieces import LABELS, Pieces
from .world import Sort, Word, titled

TRINKETS = ["Comb", "Old Key", "Lamp", "Ring 4", "Buckle"]
SPOTS = ["High Mill", "Low Mill", "Ford", "Spot 9"]
STANDS = ["North Stand", "Stand 2", "Ferry", "Gate"]


class Boards(Pieces):
    """Writes a second sort that is owned, and a board that anybody may use."""

    def write_trinkets(self) -> None:
        """Pieces that come to players by effects."""
        if self.world.owned is None or self.maybe(0.6):
            return
        trinkets = Sort(
            Word("trinket", "trinkets"), [LABELS[0]], ["hamper", "players"], [], ["rent"]
        )
        trinkets.pieces = self.some(TRINKETS, 2, 4)
        self.world.trinkets = trinkets
        self.write_sort(trinkets)
        self.texts.append(["each player may own 1 trinket of each name"])
        where = Where(calm=self.maybe(), tracks=self.tracks)
        for name in trinkets.pieces:
            lines = ["/".join(self.some(LABELS[0], 2, 2))]
            lines += self.pick([
                self.body("rent", where), self.trigger(where), [self.substitution()],
                [f"scores {self.some_of(self.world.unit.one)} per {self.counted()}"],
            ])  # fmt: skip
            self.add([f"trinket {titled(name)}:", *indented(lines)])

    def write_grid(self) -> None:
        """A grid of each player: tiles are no other goods, and things lie on the first of them."""
        if self.maybe(0.7):
            return
        first, second = self.world.laid = [Word("lawn", "lawns"), Word("pond", "ponds")]
        tiles = ", ".join(f"{self.number(4, 9)} {word.declared}" for word in (first, second))
        self.texts.append([f"public cover/covers: {tiles}"])
        self.add([f"limited: {second.many}"], self.sometimes())
        counts = self.pick(["", ", and count in scoring"])
        lines = [f"a cell holds 1 {first.one} or 1 {second.one}", "what was laid stays"]
        lines += [f"things lie on {first.many}{counts}"]
        near = [f"beside another {first.one}", "anywhere"]
        where = f"{self.with_()}: " if self.maybe(0.3) else ""
        lines += [f"{where}a {first.one} lies {self.pick(near)}"]
        lines += [f"a {second.one} lies beside a {first.one}"] * self.maybe(0.3)
        lines += [f"a bare cell is one that holds nothing{self.pick(['', ' and is not enclosed'])}"]
        if self.maybe(0.7):
            lines += self.closes(second.one)
        rows, columns = (self.number(1, 3) for _ in range(2))
        head = f"grid Park, for each player, of {rows} rows and {columns} columns:"
        self.texts.append([head, *indented(self.random.sample(lines, len(lines)))])
        self.prepared += [f"each player: lay 1 {first.one} on A1"] * self.maybe()

    def closes(self, tile: str) -> Lines:
        """What stands on the edges of cells, and what it encloses."""
        hurdle, close = self.world.closed = [Word("hurdle", "hurdles"), Word("close", "closes")]
        self.texts.append([f"public post/posts: {self.number(4, 30)} {hurdle.declared}"])
        self.add([f"limited: {hurdle.many}"], self.sometimes())
        rings = f"a {close.one} is what {hurdle.many} enclose, chosen or not"
        chosen = f"a {close.one} is what was enclosed"
        lines = [f"{hurdle.many} lie on the edges of cells, and stay"]
        lines += [f"a walled {tile} is one in a {close.one}"]
        if self.maybe(0.7):
            lines += [self.pick([rings, rings, chosen, rings.removesuffix(", chosen or not")])]
            lines += [f"the edge of Park is no {hurdle.one}"] * self.maybe(0.2)
        else:
            lines += [chosen, f"the edge of Park is a {hurdle.one}"]
        near = [f"a {close.one} lies beside another {close.one}", f"a {close.one} lies anywhere"]
        lines += [self.pick(near)] * self.maybe(0.7)
        lines += [f"a {close.one} holds no {tile}"] * self.maybe(0.3)
        divided = f"a {close.one} may be divided"
        lines += [self.pick([divided, f"with 2 players: {divided}"])] * self.maybe(0.6)
        lines += [f"a {close.one} has at most {self.number(1, 5)} cells"] * self.maybe(0.2)
        return lines

    def write_homes(self) -> None:
        """Goods that need a home: no exchange brings them."""
        if self.maybe(0.6):
            return
        pets = self.world.homed = [Word("mouse", "mice"), Word("cat", "cats")]
        goods = ", ".join(f"{self.number(6, 40)} {word.declared}" for word in pets)
        self.texts.append([f"public pet/pets: {goods}"])
        self.add(["limited: mice"], self.sometimes())
        also = ["exchange peddle mouse: 1 mouse -> 2 coins"] * self.maybe()
        self.texts += [[f"exchange let loose: 1 pet -> nothing{self.pick([', when offered', ''])}"]]
        self.texts += [also] if also and "coin" in self.world.goods else []
        lines = [f"{self.number(1, 3)} in the attic", "they may move at any time"]
        ways = "peddles or lets loose" if also and "coin" in self.world.goods else "lets loose"
        lines += [f"who has too many {ways} some"]
        if self.world.closed:
            tile = self.world.laid[1].one
            doubled = f", and twice as many for each {tile} in it"
            lines += [f"1 for each {tile} outside closes"] * self.maybe(0.6)
            inside = f"{self.number(1, 2)} for each cell of a close, all of one kind"
            lines += [inside + self.pick([doubled, ""])]
        if self.maybe(0.3):
            lines[0] = f"with {self.number(1, 4)} players: {lines[0]}"
            lines.append("1 in the cellar")
        self.texts.append(["homes of pets:", *indented(lines)])

    def write_board(self) -> None:
        """Pieces that are used while they are free."""
        if self.maybe(0.6):
            return
        board = Sort(Word("stand", "stands"), [LABELS[1]], ["square"], [], ["dawn"])
        board.pieces = self.some(STANDS, 2, 4)
        self.write_sort(board)
        for name in board.pieces:
            self.add([f"stand {titled(name)}:", *indented(self.stand())])
        self.world.board = board

    def stand(self) -> Lines:
        """What is left there, and what follows."""
        where = Where(tracks=self.tracks, actions=self.actions, calm=self.maybe())
        lines = ["/".join(self.some(LABELS[1], 2, 2))]
        good = self.pick([self.world.pawn.one, *self.world.goods])
        left = self.pick([self.some_of(good, 2), f"1 {self.group_of(good)}"])
        coins = self.some_of(self.world.money.one)
        pays = f" and pay {coins}" if self.maybe(0.3) and good != self.world.money.one else ""
        calm = self.deed(evolve(where, choice=False, calm=True))
        lines.append(f"leave {left} here{f'{pays} to {calm}' if pays or self.maybe() else ''}")
        if self.maybe():
            lines.append(f"may leave 1 {good} here to {calm}")
        if self.maybe():
            lines += self.line(where, 1)
        if self.maybe(0.4):
            bag = [*self.world.groups["thing"]]
            lines.append(f"dawn: put {', '.join(self.some_of(each) for each in bag)} here")
            keeps = evolve(where, here=tuple(bag), calm=True)
            lines += self.body("dawn", keeps)
            lines.append(f"dawn: draw {self.number(1, 2)} things from here")
        return lines

    def write_spots(self) -> None:
        """Places of all that are filled in turn, where goods may gather; some are turned up."""
        if self.maybe(0.7):
            return
        spots = Sort(Word("spot", "spots"), [["old", "new"]], ["loft", "green"], ["Reel"], ["dusk"])
        spots.pieces = self.some(SPOTS, 2, 4)
        self.write_sort(spots)
        self.world.spots = spots
        first, *others = spots.pieces
        self.add(["spots of Reel, new:", *indented(self.spot(first, []))])
        for name in others:
            self.add(self.spot(name, ["old"]))
        self.prepared += ["move old spots from loft to green", "stack Reel face down"]

    def spot(self, name: str, labels: Lines) -> Lines:
        """What may gather there, and what it gives to whoever comes there."""
        where = Where(tracks=self.tracks, actions=self.actions, calm=self.maybe())
        lines = list(labels)
        for _ in range(self.number(1, 2)):
            lines += self.body(f"1 {self.world.pawn.one}", where)
        if self.maybe():
            things = self.world.groups["thing"]
            lines.append(f"dusk: put {self.some_of(self.pick(things))} here")
            lines.append(f"1 {self.world.pawn.one}: take everything from here")
        return [f"spot {titled(name)}:", *indented(lines)]

    def placing_in_turn(self) -> Lines:
        """All place on them, one after the other."""
        if self.world.spots is None:
            return []
        sentences = (
            self.pick(["all of them come back first", "those placed stay where they are"]),
            self.pick(["any of them may stay idle", "none stays idle while a place is free"]),
            f"the start player begins, and turns pass to the {self.pick(['left', 'right'])}",
            f"each turn places {self.pick(['one', 'all'])}",
            f"a place is for anybody, and for one {self.pick(['', 'of each player '])}"
            "until all come back",
            "what a place gives happens at once, and a place that can give nothing is "
            + self.pick(["not free", "free too"]),
        )
        turned = ["in round 1: turn up 1 spot of each stack, onto green"] * self.maybe()
        block = [f"place {self.world.pawn.many}:", *indented(sentences)]
        return [*turned, "collect dusk on green", *block]
