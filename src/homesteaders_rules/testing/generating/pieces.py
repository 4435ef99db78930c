"""Pieces at random: sorts, tiles that players own, lots and events in stacks, triggers."""

from __future__ import annotations

from random import Random

from attrs import evolve

from .amounts import Where
from .effects import Effects, Lines, indented
from .world import Sort, Word, World, titled

LABELS = [["early", "late"], ["small", "tall", "very tall"]]
PIECES = ["Mill", "Old Barn", "Inn", "2nd Hut", "Well", "Tower 3", "Grocer's", "H & Co."]
CARDS = ["A1", "B2", "C3 East", "D-4", "E5", "Fair", "1st Rain", "Q7"]


class Pieces(Effects):
    """Writes what lies on the table; each definition goes into ``texts``."""

    def __init__(self, random: Random, world: World) -> None:
        super().__init__(random, world)
        self.texts: list[Lines] = []
        self.prepared: Lines = []
        self.labelled: dict[str, list[str]] = {}

    def add(self, lines: Lines, condition: str = "") -> None:
        """One more definition, perhaps under a condition."""
        if condition and self.maybe():
            lines = [f"{condition}: {lines[0]}", *lines[1:]]
        elif condition:
            lines = [f"{condition}:", *indented(lines)]
        self.texts.append(lines)

    def sometimes(self) -> str:
        return self.with_() if self.maybe(0.15) else ""

    def phase(self, name: str, lines: Lines) -> None:
        self.texts.append([f"phase {name}:", *indented(lines)])
        self.world.phases.append(name)

    @property
    def owned_word(self) -> str:
        """What a piece that players own is called."""
        return self.world.owned.word.one if self.world.owned is not None else ""

    def substitution(self) -> str:
        money = self.world.money.one
        goods = self.some([g for g in self.world.goods if g != "owing"], 3, 3)
        pays = self.some_of(goods[0])
        pays += f"{self.pick([' and', ','])} {self.some_of(goods[1])}" if self.maybe(0.2) else ""
        items = f"{self.some_of(money)} or 1 {goods[2]}" if goods[2] != money else f"1 {money}"
        if money in goods[:2]:
            items = f"1 {goods[2]}"
        tail = ", even too much" if self.maybe(0.3) else ""
        owned = self.world.owned
        if self.maybe(0.3) and owned is not None and owned.moments:
            tail += self.pick(
                [", in build", f", in build and {owned.moments[0]}", f", in {owned.moments[0]}"]
            )
        return f"{pays} may pay for {items}{tail}"

    # -------------------------------------------------------------------------- pieces

    def write_sorts(self) -> None:
        world = self.world
        if self.maybe(0.8):
            places = ["shed", "players"] if self.maybe(0.2) else ["shed", "yard", "players"]
            world.owned = Sort(Word("hut", "huts"), self.labels(), places, [], ["rent", "built"])
            world.owned.pieces = self.some(PIECES, 2, 5)
            self.write_sort(world.owned)
            self.texts.append([f"each player may own {self.number(1, 1)} hut of each name"])
        if self.maybe(0.7):
            stacks = self.some(["Row", "2nd row", "Col 3"], 1, 3) if self.maybe(0.7) else []
            places = [] if stacks else ["street"]
            world.lots = Sort(Word("lot", "lots"), self.labels(), places, stacks, ["treat"])
            self.write_sort(world.lots)
        if self.maybe(0.5 if world.lots else 0.2):
            world.events = Sort(Word("cloud", "clouds"), self.labels(), [], ["Sky"], [])
            self.write_sort(world.events)

    def labels(self) -> list[list[str]]:
        return [LABELS[n] for n in range(2) if self.maybe(0.6)]

    def write_sort(self, sort: Sort) -> None:
        lines = [f"labels: {', '.join(group)}" for group in sort.labels]
        if sort.places:
            lines.append(f"places: {', '.join(sort.places)}")
        if sort.stacks:
            lines.append(f"stacks: {', '.join(map(titled, sort.stacks))}")
        if sort.moments:
            lines.append(f"moments: {', '.join(sort.moments)}")
        self.texts.append([f"piece {sort.word.declared}:", *indented(lines)])

    def write_pieces(self) -> None:
        owned = self.world.owned
        if owned is None or self.world.tiles:
            return
        for name in owned.pieces:
            self.add(self.piece(owned, name))

    def piece(self, sort: Sort, name: str) -> Lines:
        """A piece that players may own."""
        copies = self.pick(["", "", "2 copies", "1 copy for each player"])
        copies = "" if self.world.mapped else copies
        alone = not copies and not self.world.mapped
        keeps = tuple(self.pick(list(self.world.groups.values()))) if alone else ()
        where = Where(calm=self.maybe(), tracks=self.tracks, actions=self.actions)
        lines = self.label_lines(sort)
        lines += [copies] if copies else []
        if self.maybe(0.7):
            lines.append(f"cost {self.bundle(where, choice=False, counted=False)}")
            if self.maybe(0.15):
                lines[-1] += f", or {self.some_of(self.pick(list(self.world.goods)))}"
            if self.maybe(0.15) and not self.world.mapped and not self.world.displayed:
                lines[-1] += f", or return 1 {self.pick(sort.all_labels or (sort.word.one,))}"
        if self.maybe(0.4):
            lines.append(f"worth {self.some_of(self.world.unit.one)}")
        if self.maybe(0.15):
            lines.append(self.needed(sort))
        kept = ["put " + self.some_of(keeps[0]) + " here"] if keeps and self.maybe(0.4) else []
        lines += [f"when {sort.moments[1]}: {line}" for line in kept]
        where = evolve(where, here=keeps) if kept else where
        for _ in range(self.number(0, 3)):
            lines += self.piece_line(sort, where)
        if where.here and self.maybe():
            lines.append(f"scores {self.some_of(self.world.unit.one)} per {keeps[0]} here")
        first = sort.pieces[0] if sort.pieces else name
        if name != first and not self.world.mapped and self.maybe(0.15):
            lines.append(f"as {titled(first)}")
        return [f"{sort.word.one} {titled(name)}:", *indented(lines or ["do nothing"])]

    def needed(self, sort: Sort) -> str:
        """Which pieces whoever builds one owns before."""
        label = self.pick(["", *sort.all_labels])
        count = self.pick(["1", "exactly 1", "2 or fewer", "no"])
        word = sort.word.many if count == "2 or fewer" else sort.word.one
        return " ".join(filter(None, ["needs", count, label, word]))

    def label_lines(self, sort: Sort) -> Lines:
        """Labels of each group, on one line or several; some joined with a slash."""
        texts = []
        for group in sort.labels:
            texts.append("/".join(self.some(group, 1, 2)) if self.maybe(0.3) else self.pick(group))
        if not texts:
            return []
        if len(texts) > 1:
            return [", ".join(texts)]
        # A label alone would be read as an effect: it needs another group, or a slash.
        return ["/".join(self.some(sort.labels[0], 2, 2))]

    def piece_line(self, sort: Sort, where: Where) -> Lines:
        rent, built = sort.moments
        anew = evolve(where, calm=self.maybe(0.7))
        pawn = self.world.pawn
        roll = self.number(0, 11)
        count = self.number(1, 2)
        if roll < 2:
            return self.body(self.pick([rent, f"when {rent}"]), where)
        if roll == 2:
            return self.body(f"when {built}", anew)
        if roll < 5:
            return self.body(f"{count} {pawn.of(count)}", where)
        if roll == 5:
            good, other = self.some(list(self.world.goods), 2, 2)
            name = "" if self.maybe(0.6) else f" trick {self.number(1, 99)}".replace("1", "one")
            name = "" if any(each.isdigit() for each in name) else name
            return [f"exchange{name}: {self.some_of(good)} -> {self.some_of(other)}"]
        if roll == 6:
            return [self.substitution()]
        if roll < 9:
            return self.trigger(where)
        if roll == 9 and self.world.lots is not None:
            return ["your bid may equal the bid it replaces"]
        if roll == 10:
            unit = self.some_of(self.world.unit.one)
            return [f"scores {self.pick([unit, f'{unit} per {self.counted()}'])}"]
        if roll == 11 and self.world.ticket is not None:
            return [f"when {built}: take another turn"]
        first, *rest = self.body(rent, where)
        return [f"{self.with_()}: {first}", *rest]

    @property
    def tracks(self) -> tuple[str, ...]:
        return tuple(self.world.tracks)

    @property
    def actions(self) -> tuple[str, ...]:
        return tuple(self.world.actions)

    # -------------------------------------------------------------------------- lots and events

    def write_cards(self) -> None:
        """What is stacked: lots, and what is turned up beside them."""
        cards = self.random.sample(CARDS, len(CARDS))
        lots, events = self.world.lots, self.world.events
        if lots is not None:
            for name in [cards.pop() for _ in range(0 if lots.stacks else 3)]:
                lots.pieces.append(name)
                self.texts.append(self.lot(lots, name))
            for stack in lots.stacks:
                self.write_stack(
                    lots, stack, [cards.pop() for _ in range(2 if len(lots.stacks) > 2 else 3)]
                )
        if events is not None:
            self.write_stack(events, "Sky", [cards.pop() for _ in range(min(2, len(cards)))])
        for sort in filter(None, (lots, events)):
            for stack in sort.stacks:
                how = self.pick(["stack {} face up", "stack {} face down", "shuffle {} face up"])
                self.prepared.append(how.format(titled(stack)) + self.layers(stack))

    def layers(self, stack: str) -> str:
        """How the pieces of a stack lie on each other: those with a label that all of them have."""
        labels = self.labelled.get(stack, [])
        if not labels or self.maybe():
            return ""
        number = f"{self.number(1, 2)} " if self.maybe() else ""
        label = self.pick(labels)
        return f": {number}{label}" + (f" on {self.pick(labels)}" if self.maybe(0.2) else "")

    def write_stack(self, sort: Sort, stack: str, names: list[str]) -> None:
        labels = [self.pick(group) for group in sort.labels if self.maybe(0.7)]
        head = ", ".join([f"{sort.word.many} of {titled(stack)}", *labels])
        lines: Lines = []
        for name in names:
            sort.pieces.append(name)
            lines += self.lot(sort, name) if sort is self.world.lots else self.event(sort, name)
        self.texts.append([f"{head}:", *indented(lines)])
        self.labelled[stack] = labels

    def lot(self, sort: Sort, name: str) -> Lines:
        where = Where(lot=True, tracks=self.tracks, actions=self.actions)
        lines = [self.effect(evolve(where, calm=self.maybe(0.3)))]
        if self.world.builds and self.maybe(0.6):
            lines = [self.pick(["may build any", f"may {self.build(evolve(where, lot=False))}"])]
        lines = [line for line in lines if f"the {sort.word.one}" not in line] or ["do nothing"]
        if self.maybe(0.5):
            lines += self.body(self.pick(sort.moments), evolve(where, calm=self.maybe(), lot=False))
        if self.maybe(0.1):
            lines.append("not offered")
        return [f"{sort.word.one} {titled(name)}:", *indented(lines)]

    def event(self, sort: Sort, name: str) -> Lines:
        lots = self.world.lots
        where = Where(calm=self.maybe(), tracks=self.tracks, actions=self.actions)
        lines = [self.effect(where)]
        roll = self.number(0, 5)
        if roll == 0 or lots is None:
            lines = self.line(where, 1)
        elif roll == 1:
            lines = [f"{lots.word.one} {self.number(1, lots.offered)} is not offered"]
        elif roll == 2:
            lines = self.body(f"each {lots.word.one} also gives", evolve(where, lot=True))
        elif roll == 3 and self.world.builds:
            lines = [
                f"each {lots.word.one} with a {self.owned_word} also gives: may build the same"
            ]
        elif roll == 4:
            number = self.number(1, lots.offered)
            lines = self.body(f"{lots.word.one} {number} also gives", evolve(where, lot=True))
        if self.maybe(0.2):
            lines += self.trigger(where)
        if len(lines) == 1 and self.maybe():
            return [f"{sort.word.one} {titled(name)}: {lines[0]}"]
        return [f"{sort.word.one} {titled(name)}:", *indented(lines)]

    # -------------------------------------------------------------------------- triggers

    def write_triggers(self) -> None:
        for _ in range(self.number(0, 2)):
            self.add(self.trigger(Where(tracks=self.tracks)), self.sometimes())
        if self.world.owned is not None and self.maybe():
            self.add(
                self.body(self.world.owned.moments[0], Where(calm=self.maybe(), tracks=self.tracks))
            )
        owned = self.world.owned
        if owned is not None and owned.moments and self.maybe(0.3):
            goods = self.some(list(self.world.goods), most=2)
            self.texts.append([f"tally reaping: {', '.join(goods)} that rent gives"])
            self.world.tallies.append("reaping")

    def trigger(self, where: Where) -> Lines:
        world = self.world
        who, s = self.pick([("you", ""), ("a player", "s")])
        good = self.pick(list(world.goods))
        an = "an" if good[0] in "aeiou" else "a"
        kinds = [f"gain{s} {an} {good}", f"lose{s} {an} {good}"]
        if world.lots is not None:
            kinds += [f"outbid{s} the neutral bid", f"outbid{s} another player"]
            kinds += [f"{'is' if s else 'are'} outbid"]
        kinds += [f"{name}{s}" for name in (*world.exchanges, *world.offered)]
        quiet = len(kinds)
        if world.builds:
            another = "another" if where.here or self.maybe(0.2) else "a"
            kinds += [f"build{s} {another} {self.owned_word}", f"decline{s} to build"]
        if world.lots is not None:
            kinds += [f"pass{'es' if s else ''}", f"win{s} a {world.lots.word.one}"]
        number = self.number(0, len(kinds) - 1)
        anew = evolve(where, calm=True, asks=number >= quiet and self.maybe(), lot=False)
        return self.body(f"whenever {who} {kinds[number]}", anew)
