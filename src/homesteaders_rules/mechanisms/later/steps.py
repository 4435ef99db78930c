"""Later rounds, linked: what is put off, and what is due in a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, frozen

from ...runtime.acts import Act
from ...runtime.operands import Amount, PlayerCell, RecordSource, StepNumber
from ...runtime.recording.events import Event, Log, Record
from ...runtime.recording.kinds import Postponed
from ...runtime.recording.records import Decoder
from ...runtime.registers import ACTOR, ROUND
from ...runtime.steps import Step

WIDTH = 4
"""So many bits of a cell count how often something is due in a round: the first round is lowest."""
MOST = (1 << WIDTH) - 1


@define(eq=False, repr=False)
class PutOff(Act):
    """It is due once more in some rounds to come, of the ``rounds`` that there are.

    They are counted from now, as ``ahead`` says. Where it is empty it is every round to come, and
    of those the odd or the even ones where ``every`` is 1 or 2.
    """

    source: RecordSource
    cell: PlayerCell
    rounds: Amount
    ahead: tuple[Amount, ...]
    every: Amount

    def do(self, cells: list[int], log: Log) -> None:
        cell, rounds = self.cell + cells[ACTOR], []
        for number in coming(cells[ROUND], self.rounds, self.ahead, self.every):
            if often(cells[cell], number) < MOST:
                cells[cell] += 1 << WIDTH * (number - 1)
                rounds.append(number)
        if rounds:
            log.append((self.source, cells[ACTOR], *rounds))


def coming(now: int, rounds: int, ahead: Sequence[int], every: int) -> list[int]:
    """The rounds that are meant and that come; what would be due after the last is lost."""
    found = [now + number for number in ahead] or range(now + 1, rounds + 1)
    return [n for n in found if n <= rounds and (not every or n % 2 == every % 2)]


def often(due: int, number: int) -> int:
    """How often a cell says that something is due in a round, from 1."""
    return due >> WIDTH * (number - 1) & MOST


@frozen(eq=False, repr=False)
class WasPutOff(Decoder):
    """(source, player, round, round ...)."""

    effect: str

    def tell(self, record: Record) -> Iterator[Event]:
        _, player, *rounds = record
        yield Postponed(player, self.effect, tuple(rounds), span=self.span, piece=self.piece)


@define(eq=False, repr=False)
class CollectDue(Step):
    """What is due to the player in this round, as often as it is; then on."""

    cell: PlayerCell
    rounds: Amount
    follow: StepNumber
    body: StepNumber = -1

    def run(self, cells: list[int], log: Log) -> int:
        if not 0 < cells[ROUND] <= self.rounds:
            return self.follow
        cell, number = self.cell + cells[ACTOR], cells[ROUND]
        if not often(cells[cell], number):
            return self.follow
        cells[cell] -= 1 << WIDTH * (number - 1)
        return self.body
