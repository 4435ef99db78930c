"""Effects at random: one line each, or a block, that can stand where it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import evolve

from .amounts import Where
from .deeds import Deeds

Lines = list[str]
CONDITIONS = ("if ", "in round", "in the final", "with ", "without ")
DEEP = 3
"""So many blocks within each other."""


def indented(lines: Iterable[str]) -> Lines:
    return [f"    {line}" for line in lines]


class Effects(Deeds):
    """Writes lines and blocks."""

    def effect(self, where: Where) -> str:
        """``A``, ``A or B``, ``may A``, ``may pay X to A``, ``A, then B``."""
        steps = [self.step(where) for _ in range(2 if self.maybe(0.1) else 1)]
        return ", then ".join(steps)

    def step(self, where: Where) -> str:
        if not where.asks:
            return self.deed(where)
        roll = self.random.random()
        ticket = self.world.ticket
        if ticket is not None and where.turn and roll > 0.9:
            return f"may pay 1 {ticket.one} to take another turn"
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
        price = self.bundle(where, counted=self.maybe(0.3))
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
            done = line[0].startswith("up to ") or (
                line[0].startswith("may ") and ", then" not in line[0]
            )
            if done and self.maybe(0.4):
                lines += self.body("if so", where, depth + 1)
        return lines

    def line(self, where: Where, depth: int) -> Lines:
        """An effect, or something that holds others."""
        if depth >= DEEP or self.maybe(0.6):
            return [self.effect(where)]
        heads: Sequence[Callable[[Where, int], Lines]] = [
            self.conditional, self.conditional, self.at_tables, self.each_player, self.times,
            self.roll, self.later,
        ]  # fmt: skip
        if self.world.laid and not where.opening:
            heads = [*heads, self.each_cell]
        if where.asks and not where.calm:
            heads = [*heads, self.any_order, self.placing, self.up_to, self.as_often]
        return self.pick(heads)(where, depth)

    def conditional(self, where: Where, depth: int) -> Lines:
        if self.maybe(0.2) and not where.opening:
            last = self.world.rounds
            when = [f"in round {self.number(1, last)}", "in the final round"]
            when += [f"in rounds 1-{last}"] if last > 1 else []
            return self.body(self.pick(when), where, depth + 1)
        only = "only " if self.maybe(0.15) else ""
        return self.body(f"{only}if {self.conditions(where)}", where, depth + 1)

    def at_tables(self, where: Where, depth: int) -> Lines:
        return self.body(self.with_(), where, depth + 1)

    def each_player(self, where: Where, depth: int) -> Lines:
        head = "each player"
        if self.maybe(0.3):
            head += f" with {self.extreme(more=True)}"
        elif self.maybe():
            head += self.order()
        elif self.maybe(0.2):
            head = "each other player"
        if self.maybe(0.25) and where.asks and not where.lot:
            quiet = self.pick([self.gain, self.discard, self.turn_into])(where)
            goods = self.pick(["trade freely", f"may {self.gain(where)}", self.pay(where), quiet])
            return [f"{head}, in secret: {goods}"]
        return self.body(head, evolve(where, lot=False), depth + 1)

    def order(self) -> str:
        """In which order players act."""
        ranked = f", in order of {self.pick(['most', 'fewest'])} {self.plural(self.counted())}"
        return self.pick([", from the start player"] * 4 + [", in reverse order", ranked])

    def roll(self, where: Where, depth: int) -> Lines:
        """A die: what stands behind each of its numbers."""
        lines, first = ["roll:"], 1
        for _ in range(self.number(2, 3)):
            last = first + self.number(0, 2)
            number = str(first) if first == last else f"{first}-{last}"
            lines += indented(self.body(number, where, depth + 1))
            first = last + 1
        return lines

    def each_cell(self, where: Where, depth: int) -> Lines:
        """For each cell with the first tile, or for some."""
        tile, where = self.world.laid[0].one, evolve(where, cell=True)
        if where.asks and not where.calm and self.maybe():
            good = self.pick(self.world.groups["thing"])
            cost = self.some_of(self.pick([*self.world.goods]))
            empty = self.pick(["empty ", ""])
            put = f"put {self.some_of(good)} there"
            deeds = self.pick([put, f"pay {cost} to {put}", f"pay {cost} to {put} or {put}"])
            return [f"for each {empty}{tile}, at least one: {deeds}"]
        head = f"for each {self.pick(['empty ', ''])}{tile}"
        return (
            [f"{head}: {self.there(where)}"] if self.maybe() else self.body(head, where, depth + 1)
        )

    def up_to(self, where: Where, depth: int) -> Lines:
        """So many times, as the player likes: exchanges, and what is paid for."""
        goods = [*self.world.goods]
        deeds = self.some(self.world.offered, 0, 1) if self.world.offered else []
        for _ in range(self.number(1, 2)):
            cost, gain = self.some(goods, 2, 2)
            deeds.append(f"pay {self.some_of(cost)} to gain {self.some_of(gain)}")
        return [f"up to {self.number(2, 4)} times: {' or '.join(deeds)}"]

    def later(self, where: Where, depth: int) -> Lines:
        """In rounds to come."""
        when = [f"on each of the next {self.number(1, 3)} rounds", "1 round from now"]
        when += ["1 and 2 rounds from now", "on each round to come", "on each odd round to come"]
        calm = where.calm or self.maybe()
        return self.body(self.pick(when), evolve(where, calm=calm, lot=False), depth + 1)

    def times(self, where: Where, depth: int) -> Lines:
        return self.body(f"{self.number(2, 3)} times", where, depth + 1)

    def any_order(self, where: Where, depth: int) -> Lines:
        names = ["build", "reaping home", "rest-day", "go"]
        heads = ["in any order, each once", "in any order, each once, or stop"]
        least = ["in any order, each once, at least one", "in this order, at least one"]
        head = self.pick([*heads, *heads, *least])
        lines = [f"{head}:"]
        for name in self.some(names, 2, 3):
            # What is begun there is done: no part may be left.
            body = [f"{name}: {self.deed(where)}"] if head in least else None
            lines += indented(body or self.body(name, where, depth + 1))
        return lines

    def as_often(self, where: Where, depth: int) -> Lines:
        """What takes the rarer good, and brings another: the other way round nothing does."""
        least = ", at least once" if self.maybe() else ""
        if self.world.builds and not where.opening and self.maybe():
            return [f"as often as you like{least}: {self.build(where)}"]
        ticket = self.world.ticket
        if ticket is None:
            return self.up_to(where, depth)
        return [f"as often as you like{least}: pay 1 {ticket.one} to {self.gain(where)}"]

    def placing(self, where: Where, depth: int) -> Lines:
        back = self.pick(["all of them come back first", "those placed stay where they are"])
        idle = ["any of them may stay idle", "none stays idle while a place is free"]
        return [f"place {self.world.pawn.many}:", *indented([back, self.pick(idle)])]
