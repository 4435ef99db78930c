"""Auctions in which every bid stands: sealed ones, and those in which the price falls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from ...runtime.offering.options import Option
from ...runtime.operands import StepNumber
from ...runtime.registers import ACTOR, OPEN, OUT
from ...runtime.turns import Secret
from .steps import AskingForBids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.recording.events import Log


class OnceBidding(AskingForBids):
    """Each player bids once at most. OUT holds the players who have bid or passed."""

    __slots__ = ()

    def next_player(self, cells: Sequence[int], first: int) -> int | None:
        """The next from the first on who has not bid or passed."""
        everybody = (1 << self.players) - 1
        return self._next[first][~cells[OUT] & everybody]

    def most(self, cells: Sequence[int]) -> int:
        """What the player in ACTOR may bid at most."""
        return self.order.covered(cells, 0) if self.order.money >= 0 else self.bids[-1]

    def note(self, cells: list[int], lot: int, amount: int) -> None:
        """The bid of the player in ACTOR."""
        marker = self.markers + 2 * cells[ACTOR]
        cells[marker], cells[marker + 1] = lot + 1, amount

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        player = cells[ACTOR]
        cells[OUT] |= 1 << player
        if option.operands:
            lot, amount = option.operands
            self.note(cells, lot, amount)
            log.append((self.source, player, lot + 1, amount))
        return self.run(cells, log)

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key not in self.keys():
            return None
        amount, lot = int(key.split()[1]), int(key.split()[4]) - 1
        if not cells[OPEN] >> lot & 1:
            return f"there is no {self.sort} {lot + 1} this round"
        if amount > self.most(cells):
            return f"you can cover a bid of {max(self.most(cells), 0)} at most"
        return self.closed(cells, lot)

    def closed(self, cells: Sequence[int], lot: int) -> str:
        """Why no such bid can be made on a lot."""
        raise NotImplementedError


@define(eq=False, repr=False)
class SealedBids(OnceBidding):
    """Everybody bids at the same time; then the highest bid leads its lot.

    Of equal bids that one leads whose player comes first, as turns would pass.
    """

    hides: Secret | None
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        first = self.order.first.count(cells, cells[ACTOR])
        player = self.next_player(cells, first)
        if player is not None:
            cells[ACTOR] = player
            return ~self.number
        for place in range(self.players):
            self._reveal(cells, (first + place * self.direction) % self.players)
        cells[ACTOR] = cells.pop()
        if self.hides is not None:
            self.hides.end(cells, log)
        return self.follow

    def _reveal(self, cells: list[int], player: int) -> None:
        marker = self.markers + 2 * player
        lot, amount = cells[marker] - 1, cells[marker + 1]
        if lot >= 0 and amount > cells[self.standing + lot]:
            cells[self.leaders + lot] = player + 1
            cells[self.standing + lot] = amount

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        most, open_ = self.most(cells), cells[OPEN]
        bids = (o for lot, listed in enumerate(self._table) if open_ >> lot & 1 for o in listed)
        return (*(option for option in bids if option.operands[1] <= most), self._passing)

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        if not option.operands:
            log.append((self.pass_source, cells[ACTOR]))
        return super().choose(cells, log, option)

    def closed(self, cells: Sequence[int], lot: int) -> str:
        return f"nobody bids on {self.sort} {lot + 1}"


@define(eq=False, repr=False)
class FallingBids(OnceBidding):
    """The highest bid is offered first, to one after the other; then the next lower one.

    What is offered lies on top of the stack: its number among the bids. Whoever takes a lot leads
    it, and is not asked again.
    """

    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        before = cells[-2]
        while cells[-1] >= 0 and self._left(cells):
            first = self._first(cells)
            while (player := self.next_player(cells, first)) is not None:
                cells[ACTOR] = player
                if not self._leads(cells, player) and self._bids(cells):
                    return ~self.number
                cells[OUT] |= 1 << player
            cells[OUT] = 0
            cells[-1] -= 1
        del cells[-2:]
        cells[ACTOR] = before
        return self.follow

    def _first(self, cells: list[int]) -> int:
        """Who begins; who was "you" lies below what is offered."""
        offered = cells.pop()
        first = self.order.first.count(cells, cells[ACTOR])
        cells.append(offered)
        return first

    def _left(self, cells: Sequence[int]) -> bool:
        """Is there a lot that nobody has taken?"""
        return any(
            cells[OPEN] >> lot & 1 and not cells[self.leaders + lot] for lot in range(self.lots)
        )

    def _leads(self, cells: Sequence[int], player: int) -> bool:
        return any(cells[self.leaders + lot] == player + 1 for lot in range(self.lots))

    def _bids(self, cells: Sequence[int]) -> tuple[Option, ...]:
        offered = cells[-1]
        if self.bids[offered] > self.most(cells):
            return ()
        return tuple(
            listed[offered]
            for lot, listed in enumerate(self._table)
            if cells[OPEN] >> lot & 1 and not cells[self.leaders + lot]
        )

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return (*self._bids(cells), self._passing)

    def note(self, cells: list[int], lot: int, amount: int) -> None:
        super().note(cells, lot, amount)
        cells[self.leaders + lot] = cells[ACTOR] + 1
        cells[self.standing + lot] = amount

    def closed(self, cells: Sequence[int], lot: int) -> str:
        if cells[self.leaders + lot]:
            return f"{self.sort} {lot + 1} is taken"
        return f"what is offered now is a bid of {self.bids[cells[-1]]}"
