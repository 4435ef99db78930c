"""Placing goods on the places of all, one after the other, in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...commands.base import GOOD, CellName, Vocabulary
from ...commands.effects import Effect
from ...commands.sentences import Sentence, Sentences
from ...runtime import predicates, steps
from ...runtime.offering.deeds import Deed
from ...runtime.offering.options import Option, option_of
from ...runtime.operands import (
    Bits,
    Cell,
    Direction,
    Flag,
    Memory,
    PlaceIndex,
    PlayerCell,
    RecordSource,
    Seats,
    StepNumber,
    Stride,
    Text,
)
from ...runtime.packing import COPIES, MOST_COPIES
from ...runtime.predicates import Predicate
from ...runtime.recording import records
from ...runtime.registers import ACTOR, START
from ...runtime.steps import Asking, Step
from ...trees import tokens
from ..ending import AGAIN, TURN
from .commands import PLACING, PlaceGoods
from .steps import DONE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...commands.definitions.definition import Slot
    from ...commands.protocols import Appraiser, Causes, Happening, Layout, Linker, Reader, W
    from ...runtime.recording.events import Log
    from ...trees import Node

PLACES = "places"
"""What happens where a good comes to a place of all: what the place gives."""
AT_ONCE = "place"
"""The purpose of what is paid on a place of all."""

IN_TURN = Sentences(
    "placing",
    (
        *PLACING.listed,
        Sentence(
            "to_left",
            "the start player begins, and turns pass to the left",
            "the start player begins, and turns pass to the right",
            ("turns",),
        ),
        Sentence("one_each", "each turn places one", "each turn places all", ("each_turn",)),
        Sentence(
            "for_one",
            "a place is for anybody, and for one until all come back",
            "a place is for anybody, and for one of each player until all come back",
            ("place_rule",),
        ),
        Sentence(
            "fruitful",
            "what a place gives happens at once, and a place that can give nothing is not free",
            "what a place gives happens at once, and a place that can give nothing is free too",
            ("giving_rule",),
        ),
    ),
)
"""What happens before and while goods are placed in turn."""


@frozen(eq=False, repr=False)
class PlaceInTurn(Effect):
    """``place people:`` on places of all, which their sentences say more of than of one's own.

    Places are slots of pieces that nobody owns, while they lie in the second place of their sort.
    Each turn places one good (or all of the player's); what a place gives is finished before
    anything else is placed.
    Who has none left, or no place that is of any use, is left out of this turn; the placing is
    over when that is so of everybody. The sentences of :data:`IN_TURN` fill the fields.
    """

    rules = ("placing_in_turn",)
    example = "place <goods>:\n    " + "\n    ".join(IN_TURN.example(""))
    good: str = field(metadata=GOOD)
    come_back: bool
    may_idle: bool
    to_left: bool
    one_each: bool
    for_one: bool
    fruitful: bool

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        good = reader.named("good", tokens(node)[0])
        said = dict.fromkeys((each.field for each in IN_TURN.listed), True)
        return cls(good, **said | reader.sentences(node, IN_TURN), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"place {vocabulary.plural(self.good)}"

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [(PLACES, self.good)]

    def worth(self, appraiser: Appraiser[W]) -> W:
        """It depends on the places that are free: a bot tries it."""
        return appraiser.nothing

    def sentences(self) -> tuple[str, ...]:
        """The whole procedure, one sentence each, in the words of the language."""
        return IN_TURN.spoken(self)

    def asks_itself(self, rules: Causes) -> bool:
        return True

    def cells(self, players: int) -> Iterable[tuple[CellName, int]]:
        return [(TURN, players), (AGAIN, 1)]

    def link(self, linker: Linker, follow: int) -> int:
        layout = linker.layout
        mask = sum(1 << index for index, _, _ in places_for(layout, self.good))
        every = (1 << i for i, place in enumerate(layout.places) if place.good == self.good)
        ends = layout.goods_cell(0, self.good), len(layout.goods), layout.placed, mask, sum(every)
        direction = 1 if self.to_left else -1
        with linker.pushed("player", "players"):
            named = tuple((layout.pieces[each.piece].name, each.number) for each in layout.places)
            question = Placing(
                linker.source(records.Put(self.good, named, span=self.span)),
                self.good,
                *ends,
                layout.players,
                self.for_one,
                self.may_idle,
            )
            number = linker.add(question)
            turns = linker.source(records.TurnBegan(span=self.span))
            cells = layout.at[TURN], layout.at[AGAIN]
            turn = linker.add(
                NextPlacing(turns, question, direction, self.one_each, *cells, follow)
            )
            question.skip = question.done = turn
            question.set_places(tuple(self._places(linker, turn)))
        assert number == question.number
        return linker.add(
            BeginPlacing(*ends, layout.players, self.come_back, direction, self.one_each, turn)
        )

    def _places(self, linker: Linker, follow: int) -> Iterator[OpenPlace]:
        """The places, and where that leads on which they are taken."""
        layout = linker.layout
        for index, slot, name in places_for(layout, self.good):
            piece = layout.places[index].piece
            with linker.within(layout.pieces[piece].name, AT_ONCE):
                fruitful = slot.effect.offered_if(linker)
                entry = linker.guarded(slot.effect, follow)
            if not self.fruitful:
                entry = linker.add(steps.Branch(fruitful, entry, follow))
            test = fruitful if self.fruitful else predicates.ALWAYS
            key = f"place {self.good} on {name}"
            yield OpenPlace(key, index, *lies_open(layout, piece), test, entry)


PLACING_ON: Mapping[bool, type[PlaceGoods | PlaceInTurn]] = {True: PlaceGoods, False: PlaceInTurn}
"""What places goods on pieces that players own, and on those that nobody does."""


def places_for(layout: Layout, good: str) -> Iterator[tuple[int, Slot, str]]:
    """The places of all for a good: the number of each, its slot, and its name.

    The number of a place belongs to its name where a piece has several for the good.
    """
    for index, place in enumerate(layout.places):
        piece = layout.pieces[place.piece]
        if place.good == good and not layout.is_owned(place.piece):
            several = sum(slot.count for slot in piece.slots if slot.good == good) > 1
            yield index, piece.slots[place.slot], piece.name + f" {place.number}" * several


def lies_open(layout: Layout, piece: int) -> tuple[int, int]:
    """The cell of the place in which a piece lies open for all, and its bits there.

    A piece that lies nowhere is always open: (NOWHERE, 0).
    """
    places = layout.sort_of(layout.pieces[piece].sort).places
    if not places:
        return NOWHERE, 0
    return layout.at["pieces", places[:2][-1]], MOST_COPIES << COPIES * piece


NOWHERE = -1


@frozen
class OpenPlace:
    """A place of all: its key and number; where its piece lies open, and the bits of it there.

    ``fruitful``: it gives something that can be done to its end, from ``entry`` on.
    """

    key: Text
    place: PlaceIndex
    board: Cell
    copies: Bits
    fruitful: Predicate
    entry: StepNumber


@define(eq=False)
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


@define(eq=False)
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


@define(eq=False)
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
    _boards: tuple[Cell, ...] = field(init=False, default=())
    _done: tuple[Option, ...] = field(init=False)
    _free: Memory[tuple[int, ...], tuple[tuple[Predicate, Option], ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._done = (option_of(self),) if self.may_idle else ()
        self.set_places(self.places)

    def set_places(self, places: tuple[OpenPlace, ...]) -> None:
        """What the places give is linked after this step."""
        self.places = places
        self._by_number = {each.place: each for each in places}
        self._by_key = {each.key: each for each in places}
        self._boards = tuple({each.board: None for each in places if each.board != NOWHERE})
        options = {each.place: option_of(self, each.place) for each in places}

        def free(key: tuple[int, ...]) -> tuple[tuple[Predicate, Option], ...]:
            taken, *lying = key
            boards = dict(zip(self._boards, lying, strict=True))
            return tuple(
                (each.fruitful, options[each.place])
                for each in places
                if not taken >> each.place & 1
                and (each.board == NOWHERE or boards[each.board] & each.copies)
            )

        self._free = Memory(free, 1 << 12)

    def _taken(self, cells: Sequence[int]) -> int:
        player = cells[ACTOR]
        if not self.for_one:
            return cells[self.placed + player] & self.mask
        taken = 0
        for each in range(self.placed, self.placed + self.players):
            taken |= cells[each]
        return taken & self.mask

    def _has_left(self, cells: Sequence[int]) -> bool:
        player = cells[ACTOR]
        placed = (cells[self.placed + player] & self.counted).bit_count()
        return placed < cells[self.goods + player * self.width]

    def _lying_free(self, cells: Sequence[int]) -> tuple[tuple[Predicate, Option], ...]:
        """The options of the places that are not taken, each with what it gives."""
        return self._free[(self._taken(cells), *[cells[board] for board in self._boards])]

    def is_any_open(self, cells: Sequence[int]) -> bool:
        """Has the player in ACTOR something left to place, and is a place free for it?"""
        if not self._has_left(cells):
            return False
        for fruitful, _ in self._lying_free(cells):
            if fruitful.holds(cells):
                return True
        return False

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        found = [option for fruitful, option in self._lying_free(cells) if fruitful.holds(cells)]
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
        return "that place can give you nothing now"

    def keys(self) -> tuple[str, ...]:
        return (*self._by_key, DONE)

    def key_of(self, operands: tuple[int, ...]) -> str:
        return self._by_number[operands[0]].key if operands else DONE

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return Deed("place", place=operands[0]) if operands else Deed(DONE)
