"""Whole games at random: every notion of the grammar, in a text that should be right."""

from __future__ import annotations

from random import Random

from attrs import evolve

from .amounts import Where
from .auctions import Auctions
from .effects import Lines, indented
from .world import Word, World, titled

GOODS = [
    Word("salt", "salt"), Word("fish", "fish"), Word("pay-day", "pay-days"),
    Word("o'hara's tea", "o'hara's tea"), Word("red cube", "red cubes"), Word("hat", "hats"),
    Word("loaf", "loaves"),
]  # fmt: skip


class Game(Auctions):
    """Writes one game. Each ``write_...`` declares what it writes, for what follows."""

    def __init__(self, random: Random) -> None:
        least = random.choice([2, 2, 2, 3])
        super().__init__(random, World(range(least, random.randint(3, 5) + 1)))
        if self.world.players.stop <= least:
            self.world.players = range(least, least + 1)
        self.world.ends, self.world.turns = self.maybe(0.3), self.maybe(0.3)

    def write(self) -> str:
        """The text; its definitions stand in a random order."""
        self.write_options()
        self.write_goods()
        self.write_tracks()
        self.write_exchanges()
        self.write_sorts()
        self.write_map()
        self.write_grid()
        self.write_homes()
        self.write_display()
        self.write_actions()
        self.write_pieces()
        self.write_trinkets()
        self.write_board()
        self.write_spots()
        self.write_cards()
        self.write_course()
        self.write_triggers()
        if self.world.mapped:
            self.write_building_on_the_map()
        self.write_scoring()
        if self.maybe(0.7):
            self.write_example()
        self.random.shuffle(self.texts)
        return "\n".join([self.header(), *("\n".join(lines) for lines in self.texts)]) + "\n"

    def header(self) -> str:
        first, last = self.world.players.start, self.world.players.stop - 1
        players = f"{first} players" if first == last else f"{first}-{last} players"
        version = f", version {self.number(1, 9)}" if self.maybe(0.8) else ""
        return f"game Generated{version}, for {players}"

    # -------------------------------------------------------------------------- what there is

    def write_options(self) -> None:
        for name in self.some(["dry summers", "open purses"], 0, 2):
            text = ["    The text of an option: anything, 3 words."] if self.maybe(0.3) else []
            self.texts.append([f"option {name}: {self.pick(['yes', 'no'])}", *text])
            self.world.options.append(name)
        if self.world.options and self.maybe(0.1):
            self.texts.append(
                [f"with {self.world.players[0]} players: needs {self.world.options[0]}"]
            )

    def write_goods(self) -> None:
        world = self.world
        things = self.some(GOODS, 2, 4)
        self.group(Word("thing", "things"), things, self.number(4, 30))
        world.money, world.pawn = Word("coin", "coins"), Word("helper", "helpers")
        world.unit = Word("star", "stars")
        own = [world.money, world.pawn, world.unit, Word("owing", "owings")]
        self.group(Word("money", "money"), own, 40)
        if self.maybe():
            self.write_limits([word.one for word in things])
        if self.maybe(0.3):
            world.ticket = Word("ticket", "tickets")
            self.texts.append(["public slip/slips: 20 ticket/tickets"])
        if self.maybe(0.15):
            final = " in the final round" if self.maybe() else ""
            self.add([f"everything is public{final}"], self.sometimes())
        if self.maybe():
            world.priced = [word.one for word in things]
            prices = [f"{word.one}: {self.some_of('coin')}" for word in things]
            self.texts.append(["prices:", *indented(prices)])

    def write_display(self) -> None:
        """Perhaps what can be built lies on spaces in a row."""
        if not self.world.builds or self.world.mapped or self.maybe(0.7):
            return
        self.world.displayed = True
        cost = ", that cost 0 and 1 coins" if self.maybe() else ""
        self.texts.append([f"display of huts: 2 spaces filled from shed{cost}"])

    def write_limits(self, things: list[str]) -> None:
        """Goods that can be gone, what is then done, and what players may hold of them."""
        limited = self.some(things)
        self.add([f"limited: {', '.join(limited)}"], self.sometimes())
        short = ["each player gives 1 back, until there is enough", "nobody gains any"]
        if self.maybe(0.4):
            goods = " or ".join(self.some(limited, 1, 2))
            self.texts.append([f"when {goods} runs short: {self.pick(short)}"])
        if self.maybe(0.4):
            most = self.number(2, 6)
            held = self.world.word(self.pick([*things, "thing"])).of(most)
            then = self.pick(["gives back what is too much", "gains no more"])
            limit = f"each player may hold {most} {held}, and {then}"
            if self.maybe(0.4):
                limit = f"limited for each player: {most} {held}"
            self.add([limit], self.sometimes())

    def group(self, group: Word, goods: list[Word], most: int) -> None:
        world = self.world
        for word in goods:
            world.goods[word.one] = word
        world.groups[group.one] = [word.one for word in goods]
        world.plurals[group.one] = group
        many = group.many if group.many != group.one else f"{group.one}s"
        counts = [f"{self.number(most // 2, most)} {word.declared}" for word in goods]
        sight = self.pick(["hidden", "public"])
        self.texts.append([f"{sight} {group.one}/{many}: {', '.join(counts)}"])
        world.plurals[group.one] = Word(group.one, many)

    def write_tracks(self) -> None:
        for name in self.some(["Canal", "River 2"], 0, 2):
            earlier = tuple(self.world.tracks)
            lines: Lines = []
            for number in range(1, self.number(2, 5)):
                where = Where(calm=self.maybe(0.8), tracks=earlier)
                lines += self.body(str(number), where)
            lines.append(self.pick([
                "each advance takes one reward, at or before the marker",
                "each advance takes the reward of the space reached",
            ]))  # fmt: skip
            end = self.pick(["still takes a reward", "is lost"])
            lines.append(f"at the end the marker stays, and the advance {end}")
            self.texts.append([f"track {name}, for each player:", *indented(lines)])
            self.world.tracks.append(name)
        if self.maybe(0.4):
            values = sorted(self.some(range(9), 2, 5))
            begin = f", beginning at {self.pick(values)}" if self.maybe() else ""
            row = ", ".join(map(str, values))
            self.texts.append([f'track "2nd Tide", for all: {row}{begin}'])
            self.world.commons.append("2nd Tide")
        if self.maybe(0.4):
            self.write_ring()

    def write_ring(self) -> None:
        """A track for all with rewards, mostly in a circle."""
        circle = ", in a circle" if self.maybe(0.7) else ""
        spaces = self.number(2, 4)
        begin = f", beginning at {self.number(1, spaces)}" if self.maybe() else ""
        lines: Lines = []
        for number in range(1, spaces + 1):
            lines += self.body(str(number), Where(calm=True))
        if not circle:
            lines += ["each advance takes the reward of the space reached"]
            lines += ["at the end the marker stays, and the advance is lost"]
        self.texts.append([f"track Whirl, for all{circle}{begin}:", *indented(lines)])
        self.world.rings.append("Whirl")

    # -------------------------------------------------------------------------- exchanges

    def write_exchanges(self) -> None:
        world = self.world
        self.texts.append(["exchange lend: nothing -> 1 owing, 2 coins"])
        world.exchanges.append("lend")
        if world.priced:
            fee = self.pick(["", "1 owing, "])
            if self.maybe():
                self.texts.append([f"exchange vend: {fee}1 thing -> price of thing"])
                world.exchanges.append("vend")
            if self.maybe():
                self.texts.append(["exchange order: price of thing -> 1 thing"])
                world.exchanges.append("order")
        for name in self.some(["dig", "swap", "brew"], 0, 2):
            good, other = self.some([g for g in world.goods if g != "star"], 2, 2)
            gain = self.pick([self.some_of(other), f"{self.some_of(other)}, 1 star", "nothing"])
            turn = ", in your turn" if world.turns and self.maybe() else ""
            often = ["once in each round", "at most 3 times in the game", "once in each work"]
            limit = f", {self.pick(often)}" if self.maybe(0.3) else ""
            swap = f"{self.some_of(good)} -> {gain}{limit}"
            self.add([f"exchange {name}{turn}: {swap}"], self.sometimes())
        for name in self.some(["present", "settle", "haggle"], 0, 2):
            cost = self.pick(
                ["nothing", self.some_of("owing"), self.some_of(self.pick([*world.goods]))]
            )
            gain = self.some_of(self.pick(["thing", "star", "helper"]))
            tail = ", as lend" if self.maybe(0.2) else ""
            tail += ", paid together" if self.maybe(0.3) else ""
            swap = f"{cost} -> {'1 thing' if 'thing' in gain else gain}"
            arrow = swap.replace("->", "→") if self.maybe(0.2) else swap
            limit = self.pick([", once", ", at most 2 times"]) if self.maybe(0.3) else ""
            self.texts.append([f"exchange {name}{tail}: {arrow}, when offered{limit}"])
            world.offered.append(name)
        if self.maybe(0.4):
            self.add([self.substitution()], self.sometimes())

    # -------------------------------------------------------------------------- the course

    def write_actions(self) -> None:
        for name in self.some(["rest", "feast well", "wait-a-day"], 0, 3):
            where = Where(calm=self.maybe(0.3), tracks=self.tracks, actions=self.actions)
            self.texts.append(self.body(f"action {name}", where))
            self.world.actions.append(name)
        for name in self.some(self.world.actions, 0, 1) if self.world.actions else []:
            hook = self.pick(["before", "after"])
            self.texts.append(self.body(f"{hook} {name}", Where(calm=True, asks=self.maybe(0.3))))

    def write_course(self) -> None:
        world = self.world
        world.rounds = self.number(1, 3)
        where = Where(tracks=self.tracks, actions=self.actions, collects=True)
        self.write_opening()
        rounds = []
        stacked = [sort for sort in (world.lots, world.events) if sort and sort.stacks]
        if stacked:
            turned = [f"turn up 1 {sort.word.one} of each stack" for sort in stacked]
            self.phase("show", turned)
            rounds.append("show")
        if world.events is not None:
            self.texts.append(self.body("after show", evolve(where, collects=False)))
            self.texts.append([f"before work: use the {world.events.word.one}"])
        closed = self.some(world.offered, 1, 1) if world.offered and self.maybe(0.2) else []
        self.phase("work", [*self.work(where), *(f"closed: {name}" for name in closed)])
        rounds.append("work")
        if world.lots is not None:
            self.write_auction(where)
            rounds.append("bid")
            if not world.lots.stacks and self.maybe():
                self.write_fair()
                rounds.append("fair")
        final = ["work" if self.maybe() or world.events else "end"]
        if "end" in final:
            self.phase("end", self.block(where, 0))
        play = [f"{self.length()}: {', '.join(rounds)}"]
        if self.maybe(0.3):
            some = self.pick(["round 1", f"rounds 1-{world.rounds}", "rounds 1 and 2"])
            play.append(f"{some if world.rounds > 1 else 'round 1'}, afterwards: later")
            self.phase("later", self.block(where, 0))
        play += [f"final round: {', '.join(final)}"] if self.maybe(0.7) or "end" in final else []
        self.texts.append(["play:", "    opening", *indented(play)])

    def length(self) -> str:
        """How many rounds there are: where nobody knows, a round comes that is the last."""
        last = self.world.rounds
        if not self.world.ends:
            return f"rounds 1-{last}"
        self.texts.append([f"before work: in round {last}: the game ends after this round"])
        return self.pick(["rounds until the end", f"rounds 1-{last}, or until the end"])

    def write_opening(self) -> None:
        lines = list(self.prepared)
        owned = self.world.owned
        if self.world.mapped:
            lines += self.laid()
        elif owned is not None and self.world.displayed:
            lines.append("fill the display of huts")
        elif owned is not None and "yard" in owned.places:
            lines.append("move huts from shed to yard")
        if owned is not None and self.maybe(0.3) and not self.world.mapped:
            lines.append("remove 1 copy of each hut that has 2 or more copies")
            lines.sort(key=lambda line: not line.startswith("remove"))
        lines.append(f"each player: gain {self.some_of('coin', 5)}, {self.some_of('helper')}")
        if self.world.ticket is not None:
            lines.append(f"each player: gain {self.pick(['1 ticket', '2 tickets'])}")
        if self.world.board is not None:
            lines.append("collect dawn")
        if self.world.trinkets is not None:
            lines.append("each player: take a random trinket")
        if self.maybe():
            lines += self.line(Where(opening=True, asks=self.maybe(0.3), tracks=self.tracks), 1)
        self.phase("opening", lines)

    def work(self, where: Where) -> Lines:
        world = self.world
        if world.turns:
            order = self.order() if self.maybe(0.8) else ""
            lines = self.body(f"each player takes a turn{order}", evolve(where, turn=True))
        else:
            lines = self.body("each player, from the start player", where)
        if world.board is not None:
            lines.append("each player: use any free stand or do nothing")
            lines.append("each player: take back what is yours")
        if world.owned is not None and self.maybe(0.8):
            lines += [f"each player: place {world.pawn.many}", "collect rent"]
            if self.maybe(0.4) and world.builds:
                lines.append("each player, from the start player: may build any")
        lines += self.placing_in_turn()
        return lines + (self.block(where, 0) if self.maybe(0.3) else [])

    # -------------------------------------------------------------------------- the end

    def write_scoring(self) -> None:
        lines = ["stars: 1 per star"]
        goods = [word.many for word in self.world.goods.values()]
        if self.world.owned is not None:
            lines.append("huts: what is printed on huts, what huts score")
        if self.maybe():
            per = self.pick(["per", "per", "for every 2"])
            lines.append(f"others: {self.number(-3, 3)} {per} {self.pick(goods)}")
        if self.maybe(0.4):
            lines.append(f"rising: -1, -2, -3 and so on per {self.pick(goods)}")
        if self.maybe(0.3):
            lines.append(f"tiers: -1, 1 from {self.number(1, 2)}, 3 from 4 {self.pick(goods)}")
        if self.world.mapped:
            lines.append(f"ground: {self.number(1, 3)} per {self.pick(goods)} on your huts")
        if self.world.laid:
            lines.append(f"bare: {self.number(-3, -1)} per bare cell")
        if self.maybe(0.7):
            lines += self.ties(goods)
        self.texts.append(["scoring in stars:", *indented(lines)])

    def ties(self, goods: list[str]) -> Lines:
        """One line, or several after each other."""
        sets = self.some(goods, 2, 3)
        kinds = [f"most {self.pick(goods)}", f"fewest {self.pick(goods)}"]
        kinds += [f"most {' and '.join(sets)}", "most kinds of things"]
        kinds += [f"most sets of {' and '.join(sets[:2])}"]
        return [f"tie: {each}" for each in self.some(kinds, 1, 2)]

    def laid_out(self) -> Lines:
        """What an example may say of maps, boards and chance."""
        world = self.world
        lines = ["the supply has 2 coins, 1 star"]
        lines += [f"{titled(track)} is at 1" for track in world.rings]
        if world.lots is not None:
            lot = titled(self.pick(world.lots.pieces))
            lines += [f"lot {self.number(1, 2)} is {lot}", "player 1 won lot 1 for 2"]
        if world.events is not None:
            lines.append(f"{titled(self.pick(world.events.pieces))} is turned up")
        if any(line.endswith("    roll:") for text in self.texts for line in text):
            lines.append("the roll comes to 1")
        lines += [f"{titled(track)} comes to 1" for track in world.rings]
        if world.mapped and world.owned is not None:
            tile = titled(self.pick(world.tiles or world.owned.pieces))
            space = titled(self.pick(world.owned.pieces))
            lines += [f"{tile} is laid first", f"{space} is neutral", f"{space} holds 1 coin"]
        if world.laid:
            things = world.groups["thing"]
            lines += ["player 1 has lawn on A1", f"A1 of player 1 holds 1 {self.pick(things)}"]
        if world.closed:
            lines += ["player 1 encloses A1"]
        if world.board is not None:
            stand = titled(self.pick(world.board.pieces))
            lines.append(f"{stand} holds 1 helper of player 1")
        if world.spots is not None:
            lines.append(f"{titled(self.pick(world.spots.pieces))} lies on green")
        lines.append(f"player 1 has 1 {self.pick(list(world.goods))} due in round {world.rounds}")
        if world.ends:
            lines.append("the game ends after this round")
        return lines

    def write_example(self) -> None:
        world = self.world
        players = self.pick(world.players)
        good = self.pick(list(world.goods))
        lines = [f"round {self.number(1, world.rounds)}"] if self.maybe() else []
        lines += (
            [f"option {self.pick(world.options)}: yes"] if world.options and self.maybe(0.3) else []
        )
        lines += [f"player {self.number(1, players)} is start player"] if self.maybe(0.3) else []
        lines += [f"player 1 has {self.number(0, 3)} {world.goods[good].many}"]
        if world.owned is not None:
            lines += [f"player 1 owns {titled(self.pick(world.owned.pieces))}"]
        if world.tracks and self.maybe():
            lines += [f"player 1 is at 1 on {world.tracks[0]}"]
        lines += self.some(self.laid_out(), 0, 4)
        lines += ['in opening: player 1: "decline"'] if self.maybe(0.2) else []
        lines += [f"in {self.pick([p for p in world.phases if p != 'opening'])}"]
        lines += self.some([
            'player 1: "done", "pass"', "player 2 is next", "player 1 scores 3 for stars",
            "player 1 scores 7", "player 1 wins", "player 1 and player 2 win", "the game is over",
            "the phase is over", 'player 1 can "done"', 'player 1 cannot "pass"', "final round",
            "the supply has 3 coins", "the game ends after this round",
        ], 1, 3)  # fmt: skip
        world.examples.append("any tale")
        self.texts.append([f"example any tale, with {players} players:", *indented(lines)])
