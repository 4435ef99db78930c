"""Auctions at random: by turns, sealed or falling; of stacks or of what lies on a board."""

from __future__ import annotations

from attrs import evolve

from .amounts import Where
from .effects import Lines, indented
from .maps import Maps
from .world import Sort, titled


class Auctions(Maps):
    """Writes the auctions of the lots, in a phase and in somebody's turn."""

    def write_auction(self, where: Where) -> None:
        lots, lot = self.lots, self.lots.word.one
        kind = self.pick([self.by_turns] * 3 + [self.sealed, self.falling])
        lines = kind(lots, "the start player")
        for against in ("the neutral bid", "a player who has it too"):
            if self.maybe(0.3) and kind == self.by_turns:
                right = f"a right to equal holds against {against}"
                lines.append(f"{self.with_()}: {right}" if self.maybe(0.3) else right)
        if self.maybe(0.3):
            lines.append(f"nobody bids more {self.world.money.many} than they have")
        self.random.shuffle(lines)
        won = evolve(where, lot=True, collects=False)
        inner = ["pay the bid in coins"] if self.maybe(0.8) else []
        inner += [self.pick([f"use the {lot}", "in any order, each once:"])]
        if inner[-1].endswith(":"):
            inner += [f"    build: use the {lot}", "    treat: collect the treat of the lot"]
        inner += self.block(won, 1) if self.maybe() else []
        winners = [f"each winner, in order of {lots.word.many}:", *indented(inner)]
        self.phase("bid", ["auction lots:", *indented(lines), *winners])
        if self.maybe(0.4):
            bid = titled(self.world.commons[0]) if self.world.commons and self.maybe() else "3"
            neutral = f"the start player places a neutral bid of {bid} on any lot"
            self.add([f"before bid: {neutral}"], self.sometimes())

    def write_fair(self) -> None:
        """An auction of the board in the turn of each player, who acts first of its winners."""
        lots = self.lots
        lines = self.pick([self.by_turns, self.by_turns, self.sealed])(lots, "you")
        winners = f"each winner, from you: may pay the bid in coins to use the {lots.word.one}"
        fair = ["auction lots:", *indented(lines), winners]
        self.texts.append(["action hold a fair:", *indented(fair)])
        self.phase("fair", ["each player, from the start player: hold a fair or do nothing"])

    def by_turns(self, lots: Sort, who: str) -> Lines:
        """Higher and higher."""
        lot = lots.word.one
        stays = self.maybe(0.3)
        again = ["may bid again, on any lot", "may bid again, on any lot", "is out"]
        waits = self.pick(["waits", "may bid on another, or pass"])
        if waits == "waits" and not stays:
            again.append("bids again at once, on any lot")
        return [
            f"{who} {'begin' if who == 'you' else 'begins'}, and turns pass to the {self.side()}",
            f"bids are {self.pick(['1, 2, 4 or 8', '2, 3', '3'])}",
            f"a bid is {self.pick(['higher than', 'one step above'])} the bid it replaces",
            f"a player who leads a {lot} {waits}",
            f"a player who is outbid {self.pick(again)}",
            f"a player who passes {'may bid again' if stays else 'is out'}",
            "the bidding ends when every player "
            + ("in turn waits or passes" if stays else f"leads a {lot} or is out"),
            *["the first to bid does not pass"] * self.maybe(0.2),
        ]

    def sealed(self, lots: Sort, who: str) -> Lines:
        """All at once."""
        first = f"all bid at once, in secret, and ties go clockwise from {who}"
        return [first, f"bids are {self.pick(['1, 2, 4 or 8', '2, 3', '3'])}"]

    def falling(self, lots: Sort, who: str) -> Lines:
        """Lower and lower, until somebody takes it."""
        return [
            f"{who} {'begin' if who == 'you' else 'begins'}, and turns pass to the {self.side()}",
            f"bids are {self.pick(['1, 2, 4 or 8', '2, 3', '3'])}",
            "the highest bid is offered first, and falls until somebody takes it",
        ]

    def side(self) -> str:
        return self.pick(["left", "right"])
