"""Steps: what a program is made of. Each runs on the cells and names the step that follows.

A step that asks stops the run by naming itself with ``~number``; its ``options`` are then what
may be chosen and ``choose`` goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from .orders import packed, piece_at
from .registers import ACTOR, BUILT, DUTY, LOT, OUT, RANDOM, ROUND, START
from .randomness import below, shuffled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..commands.base import Vocabulary
    from ..commands.effects import Effect
    from .acts import Act, Test
    from .decisions import Option
    from .events import Log


@define(eq=False)
class Step:
    """One step. ``number`` is its place in the program, ``frames`` what lies on the stack here.

    ``frames`` are the kinds of the cells that the routine has pushed so far, from the bottom;
    ``routine`` is the number of the routine it belongs to (0: the main course), ``effect`` what
    it was linked from, on ``piece`` (empty: the rules themselves).
    """

    number: int = field(init=False, default=-1)
    routine: int = field(init=False, default=0)
    frames: tuple[str, ...] = field(init=False, default=())
    effect: Effect | None = field(init=False, default=None)
    piece: str = field(init=False, default="")

    def run(self, cells: list[int], log: Log) -> int:
        """Carry it out; the number of the next step, or ``~number`` to ask."""
        raise NotImplementedError


@define(eq=False)
class Asking(Step):
    """A step that asks the player in ACTOR."""

    def prompt(self, vocabulary: Vocabulary) -> str:
        """What is asked, in the words of the rules."""
        return "" if self.effect is None else self.effect.words(vocabulary)

    def run(self, cells: list[int], log: Log) -> int:
        return ~self.number

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        """What may be chosen, any-time exchanges aside."""
        raise NotImplementedError

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        """Carry out one of the options; the number of the next step, or ``~number``."""
        raise NotImplementedError

    def needed(self, cells: Sequence[int]) -> tuple[Option, ...]:
        """Exchanges that must be used because nothing else can be chosen."""
        return ()

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        """Why a key that is not offered is not; None where this step knows nothing of it."""
        return None

    def keys(self) -> tuple[str, ...]:
        """Every key this step may ever offer, as far as they can be listed."""
        return ()

    def may_offer(self, key: str) -> bool:
        """Is ``key`` one that this step offers at some time?"""
        return key in self.keys()


@define(eq=False)
class End(Asking):
    """The end of the game: nothing is asked any more."""

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return ()


@define(eq=False)
class Run(Step):
    """An act, then on."""

    act: Act
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        self.act.do(cells, log)
        return self.follow


@define(eq=False)
class Branch(Step):
    """One way or the other."""

    test: Test
    then: int
    otherwise: int

    def run(self, cells: list[int], log: Log) -> int:
        return self.then if self.test.holds(cells) else self.otherwise


@define(eq=False)
class Call(Step):
    """Into a routine; where to go on afterwards lies on the stack."""

    entry: int
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        cells.append(self.follow)
        return self.entry


@define(eq=False)
class Return(Step):
    """Out of a routine."""

    def run(self, cells: list[int], log: Log) -> int:
        return cells.pop()


@define(eq=False)
class EachBegin(Step):
    """Begin with the start player; the caller and the first player lie on the stack."""

    body: int

    def run(self, cells: list[int], log: Log) -> int:
        cells.append(cells[ACTOR])
        cells.append(cells[START])
        cells[ACTOR] = cells[START]
        return self.body


@define(eq=False)
class EachNext(Step):
    """On to the next player clockwise, until it would be the first again."""

    players: int
    follow: int
    body: int = -1

    def run(self, cells: list[int], log: Log) -> int:
        player = (cells[ACTOR] + 1) % self.players
        if player == cells[-1]:
            cells.pop()
            cells[ACTOR] = cells.pop()
            return self.follow
        cells[ACTOR] = player
        return self.body


@define(eq=False)
class RoundBegin(Step):
    """The next round begins; after the last numbered one, ``final`` is where it goes on."""

    source: int
    rounds: int
    body: int
    final: int

    def run(self, cells: list[int], log: Log) -> int:
        cells[ROUND] += 1
        log.append((self.source, cells[ACTOR], cells[ROUND]))
        return self.body if cells[ROUND] <= self.rounds else self.final


@define(eq=False)
class Enter(Step):
    """A part of the course begins: a phase, with what goes before and after it."""

    source: int
    part: int
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        cells[DUTY] = self.part
        cells[ACTOR] = cells[START]
        log.append((self.source, cells[START], self.part))
        return self.follow


@define(eq=False)
class Save(Step):
    """Who is "you" goes on the stack."""

    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        cells.append(cells[ACTOR])
        return self.follow


@define(eq=False)
class Restore(Step):
    """Who was "you" comes off the stack."""

    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        cells[ACTOR] = cells.pop()
        return self.follow


@define(eq=False)
class LotBegin(Step):
    """The next lot that a player won, from ``lot`` on; its winner is "you"."""

    source: int
    leaders: int
    players: int
    lot: int
    body: int
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        leader = cells[self.leaders + self.lot]
        if not 0 < leader <= self.players:
            return self.follow
        cells[ACTOR] = leader - 1
        cells[LOT] = self.lot
        cells[BUILT] = 0
        log.append((self.source, leader - 1, self.lot))
        return self.body


@define(eq=False)
class ShuffleStack(Step):
    """Lay a stack: within each layer in the order of the text, or shuffled."""

    layers: tuple[tuple[int, ...], ...]
    order: int
    turned: int
    face_up: int
    shuffle: bool
    stack: str
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        order: list[int] = []
        for layer in self.layers:
            pieces = list(layer)
            if self.shuffle:
                pieces, cells[RANDOM] = shuffled(pieces, cells[RANDOM])
            order += pieces
        cells[self.order] = packed(order)
        cells[self.turned] = 0
        cells[self.face_up] = int(not self.shuffle)
        return self.follow


@define(eq=False)
class RandomStart(Step):
    """A random player becomes start player."""

    source: int
    players: int
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        cells[START], cells[RANDOM] = below(self.players, cells[RANDOM])
        log.append((self.source, cells[START]))
        return self.follow


@define(eq=False)
class SetStart(Step):
    """The winner of the first lot sold among ``leaders``, or the next player, becomes start player."""

    source: int
    leaders: range
    players: int
    next_player: bool
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        new = cells[START]
        if self.next_player:
            new = (new + 1) % self.players
        else:
            won = (cells[lot] for lot in self.leaders if 0 < cells[lot] <= self.players)
            new = next(won, new + 1) - 1
        if new != cells[START]:
            cells[START] = new
            log.append((self.source, new))
        return self.follow


@define(eq=False)
class TurnUp(Step):
    """Turn up the next piece of each stack, and take all bids off."""

    source: int
    stacks: tuple[tuple[int, int, int], ...]
    cleared: range
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        for number, (order, turned, size) in enumerate(self.stacks):
            if cells[turned] < size:
                piece = piece_at(cells[order], cells[turned])
                cells[turned] += 1
                log.append((self.source, cells[ACTOR], number, piece))
        cells[OUT] = 0
        for cell in self.cleared:
            cells[cell] = 0
        return self.follow


@define(eq=False)
class UsePiece(Step):
    """The routine of the piece that lies on the lot being resolved."""

    stacks: tuple[tuple[int, int], ...]
    entries: dict[int, int]
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        order, turned = self.stacks[cells[LOT]]
        entry = self.entries.get(piece_at(cells[order], cells[turned] - 1))
        if entry is None:
            return self.follow
        cells.append(self.follow)
        return entry
