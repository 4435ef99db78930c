"""Filling places of all in turn: whose turn it is, which are free, and what each leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime import counters, predicates
from ...runtime.offering.deeds import Deed
from ...runtime.offering.options import Option, option_of
from ...runtime.operands import (
    Amount,
    Bits,
    Cell,
    Direction,
    Flag,
    Memory,
    PieceIndex,
    PlaceIndex,
    PlayerCell,
    RecordSource,
    Seats,
    StepNumber,
    Stride,
    Text,
)
from ...runtime.packing import MOST_COPIES, shift_of
from ...runtime.predicates import Predicate
from ...runtime.registers import ACTOR, START
from ...runtime.steps import Asking, Step
from ...values import ByValue
from .steps import DONE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...runtime.recording.events import Log

NOWHERE = -1


@frozen(eq=False, repr=False)
class OpenPlace(ByValue):
    """A place of all: its key and number; the piece that it is on, and where that lies open.

    ``fruitful``: it gives something that can be done to its end, from ``entry`` on.
    """

    key: Text
    place: PlaceIndex
    board: Cell
    piece: PieceIndex
    fruitful: Predicate
    entry: StepNumber

    @property
    def copies(self) -> int:
        """The bits of the piece where it lies open."""
        return MOST_COPIES << shift_of(self.piece)


@define(eq=False, repr=False)
class BeginPlacing(Step):
    """All come back, or as many as there are too few goods; the turns begin.

    ``goods``: how many a player has; ``placed``: the bits of their filled places, of which those
    of ``mask`` are meant, and all for the good are ``counted``. On the stack lie whoever was "you"
    before, and the bits of those done.
    """

    goods: PlayerCell
    width: Stride
    placed: PlayerCell
    mask: Bits
    counted: Bits
    players: Seats
    come_back: Flag
    direction: Direction
    one_each: Flag
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        for player in range(self.players):
            placed = (cells[self.placed + player] & self.counted).bit_count()
            if self.come_back or placed > cells[self.goods + player * self.width]:
                cells[self.placed + player] &= ~self.mask
        cells += [cells[ACTOR], 0]
        before = self.direction if self.one_each else 0
        cells[ACTOR] = (cells[START] - before) % self.players
        return self.follow


@define(eq=False, repr=False)
class NextPlacing(Step):
    """Whose turn it is to place: the first who can, after "you" or, where they go on, from them on.

    They go on where a turn places all, and where they take another turn (``again``). ``turn``: the
    cell with the seat of the player whose turn it is, plus one; 0: nobody's.
    """

    source: RecordSource
    question: Asking
    direction: Direction
    one_each: Flag
    turn: Cell
    again: Cell
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        placing: Placing = self.question  # type: ignore[assignment]
        you, players, before = cells[ACTOR], placing.players, cells[self.turn]
        first = int(self.one_each and not cells[self.again])
        if self.one_each or cells[self.again]:
            before = 0
        cells[self.again] = 0
        for number in range(first, players + first):
            seat = cells[ACTOR] = (you + self.direction * number) % players
            if not cells[-1] >> seat & 1 and placing.is_any_open(cells):
                cells[self.turn] = seat + 1
                if before != seat + 1:
                    log.append((self.source, seat))
                return ~placing.number
        cells[self.turn] = 0
        cells.pop()
        cells[ACTOR] = cells.pop()
        return self.follow


def _bound(fruitful: Predicate) -> tuple[Cell, Amount, Predicate | None]:
    """A cell and how much it holds at least, and what else must hold; None: nothing.

    Most places give what has gathered there, which is one cell: that is looked at in passing.
    """
    match fruitful:
        case predicates.ALWAYS:
            return ACTOR, 0, None
        case predicates.Within(counter=counters.InCell(first=cell, stride=0), least=n, most=None):
            return cell, n, None
        case _:
            return ACTOR, 0, fruitful


@define(eq=False, repr=False)
class Placing(Asking):
    """One good onto a place of all that is free; what that gives follows.

    ``for_one``: a place is free only where nobody has placed anything, else where the player has
    not. Operands of its options: the number of the place; none: done.
    """

    source: RecordSource
    good: Text
    goods: PlayerCell
    width: Stride
    placed: PlayerCell
    mask: Bits
    counted: Bits
    players: Seats
    for_one: Flag
    may_idle: Flag
    done: StepNumber = -1
    places: tuple[OpenPlace, ...] = ()
    _by_number: dict[int, OpenPlace] = field(init=False, factory=dict)
    _by_key: dict[str, OpenPlace] = field(init=False, factory=dict)
    _boards: tuple[tuple[Cell, Memory[int, int]], ...] = field(init=False, default=())
    _always_open: Bits = field(init=False, default=0)
    _sure: Bits = field(init=False, default=0)
    _tests: tuple[tuple[Bits, Cell, Amount, Predicate | None, Option], ...] = field(
        init=False, default=()
    )
    _done: tuple[Option, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._done = (option_of(self),) if self.may_idle else ()
        self.set_places(self.places)

    def set_places(self, places: tuple[OpenPlace, ...]) -> None:
        """What the places give is linked after this step."""
        self.places = places
        self._by_number = {each.place: each for each in places}
        self._by_key = {each.key: each for each in places}
        boards = dict.fromkeys(each.board for each in places if each.board != NOWHERE)
        self._boards = tuple((board, Memory(self._open_on(board))) for board in boards)
        self._always_open = sum(1 << each.place for each in places if each.board == NOWHERE)
        self._tests = tuple(
            (1 << each.place, *_bound(each.fruitful), option_of(self, each.place))
            for each in places
        )
        sure = (each.place for each in places if each.fruitful == predicates.ALWAYS)
        self._sure = sum(1 << place for place in sure)

    def _open_on(self, board: int) -> Callable[[int], int]:
        """The bits of the places whose pieces lie open, by what a cell holds."""
        places = [(1 << each.place, each.copies) for each in self.places if each.board == board]
        return lambda lying: sum(bit for bit, copies in places if lying & copies)

    def _taken(self, cells: Sequence[int]) -> int:
        player = cells[ACTOR]
        if not self.for_one:
            return cells[self.placed + player] & self.mask
        taken = 0
        for placed in cells[self.placed : self.placed + self.players]:
            taken |= placed
        return taken & self.mask

    def _has_left(self, cells: Sequence[int]) -> bool:
        player = cells[ACTOR]
        placed = (cells[self.placed + player] & self.counted).bit_count()
        return placed < cells[self.goods + player * self.width]

    def _free(self, cells: Sequence[int]) -> int:
        """The bits of the places that are open, and not taken."""
        found = self._always_open
        for board, open_on in self._boards:
            found |= open_on[cells[board]]
        return found & ~self._taken(cells)

    def is_any_open(self, cells: Sequence[int]) -> bool:
        """Has the player in ACTOR something left to place, and is a place free for it?"""
        if not self._has_left(cells):
            return False
        free = self._free(cells)
        # A place that always gives something is mostly free, and spares looking at all others.
        if free & self._sure:
            return True
        for place in self.places:
            if free >> place.place & 1 and place.fruitful.holds(cells):
                return True
        return False

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        free = self._free(cells) if self._has_left(cells) else 0
        found = [
            option
            for bit, cell, least, fruitful, option in self._tests
            if bit & free and cells[cell] >= least and (fruitful is None or fruitful.holds(cells))
        ]
        return (*found, *self._done)

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        player = cells[ACTOR]
        if not option.operands:
            cells[-1] |= 1 << player
            return self.done
        (place,) = option.operands
        cells[self.placed + player] |= 1 << place
        log.append((self.source, player, place))
        return self._by_number[place].entry

    def can_run_dry(self) -> bool:
        return not self.may_idle

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key == DONE:
            return f"no {self.good} may stay idle while a place is free"
        place = self._by_key.get(key)
        if place is None:
            return None
        if place.board != NOWHERE and not cells[place.board] & place.copies:
            return "that place is not open yet"
        if self._taken(cells) >> place.place & 1:
            return "that place is taken"
        if not self._has_left(cells):
            return f"you have no {self.good} left to place"
        return "that place can give you nothing now"

    def keys(self) -> tuple[str, ...]:
        return (*self._by_key, DONE)

    def key_of(self, operands: tuple[int, ...]) -> str:
        return self._by_number[operands[0]].key if operands else DONE

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return Deed("place", place=operands[0]) if operands else Deed(DONE)
