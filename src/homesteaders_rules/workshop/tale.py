"""The log of a match for one seat: what was told stays, and what is new is put in words."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import define, field

from ..runtime.recording.events import Hearing
from ..telling.narration import Told, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..play.saves import Turn
    from ..runtime.recording.events import Event


@define
class Tale:
    """What a seat (None: an onlooker) is told of the turns of a game, a stretch at a time.

    A stretch is what one player chooses in a row: those are told in one breath.
    """

    seat: int | None
    names: tuple[str, ...]
    _turns: list[Turn] = field(init=False, factory=list)
    _hearing: Hearing = field(init=False)
    _heard: list[list[Event]] = field(init=False, factory=list)
    _told: dict[int, tuple[int, list[Told]]] = field(init=False, factory=dict)
    """By the number of its first turn: how long a stretch was when it was told, and its words."""

    def __attrs_post_init__(self) -> None:
        self._hearing = Hearing(self.seat)

    def of(self, turns: Sequence[Turn]) -> list[Told]:
        """All sentences of some turns; those of a game that goes on are found where it was left."""
        return [told for begin, end in self._stretches(turns) for told in self._tell(begin, end)]

    def before(self, turns: Sequence[Turn]) -> int:
        """How many of them were told up to the last stretch in which the seat chose."""
        stretches = self._stretches(turns)
        mine = [b for b, _ in stretches if turns[b].before.decision.player == self.seat]
        last = mine[-1] if mine else 0
        return sum(len(self._tell(begin, end)) for begin, end in stretches if begin < last)

    def _stretches(self, turns: Sequence[Turn]) -> list[tuple[int, int]]:
        self._hear(turns)
        players = [turn.before.decision.player for turn in turns]
        begins = [n for n, player in enumerate(players) if n == 0 or player != players[n - 1]]
        return [*pairwise([*begins, len(turns)])]

    def _hear(self, turns: Sequence[Turn]) -> None:
        """Take in the turns that are new; all of them, where some were taken back."""
        known = len(self._turns)
        if known > len(turns) or (known and turns[known - 1] is not self._turns[-1]):
            self._turns, self._heard, self._told = [], [], {}
            self._hearing = Hearing(self.seat)
        for turn in turns[len(self._turns) :]:
            self._turns.append(turn)
            self._heard.append(self._hearing.hear(turn.events))

    def _tell(self, begin: int, end: int) -> list[Told]:
        known = self._told.get(begin)
        if known is None or known[0] != end:
            events = [event for heard in self._heard[begin:end] for event in heard]
            table = self._turns[begin].before.table
            known = self._told[begin] = end, tell(events, table, self.names, you=self.seat)
        return known[1]
