"""Layout: what each cell of a state means.

A state is one tuple of ints: registers; a row of goods for each player and for the stock; pieces,
slots, stacks, tracks and the auction; last, growing and shrinking, what is unfinished.
"""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from attrs import define, field

from ..commands.amounts import Amount, GoodCount, Number, Per
from ..commands.base import Command, Vocabulary, walk
from ..commands.conditions import Has
from ..commands.definitions.course import Play
from ..commands.definitions.definition import Definition, Good, Limited, Revealed, Tally
from ..commands.definitions.pieces import Piece, Sort
from ..commands.definitions.tracks import Track
from ..freezing import Freezing, fixed
from ..mechanisms import piles
from ..mechanisms.auction.commands import Auction
from ..mechanisms.auction.neutral import NeutralBid
from ..mechanisms.displays.commands import Display, spaces_of
from ..mechanisms.grids.definitions import Grid
from ..mechanisms.later.commands import LATER
from ..mechanisms.limits import USED
from ..mechanisms.occupying.lying import left_on
from ..mechanisms.occupying.using import TakeBack
from ..mechanisms.piles.commands import Stack
from ..runtime.packing import WIDTH, shift_of
from ..runtime.predicates import NEVER, Predicate
from ..runtime.registers import REGISTERS
from ..values import ByClass
from .boards.grounds import add_ground, add_lattice
from .boards.lots import add_auction, boards_of, greatest, largest, on_board
from .boards.lying import lying
from .cells import HIDDEN, PUBLIC, Cell, Place, every, own_cells, owned_first, places_on, slots_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

    from ..mechanisms.displays.steps import Spaces
    from ..mechanisms.grids.lattice import Lattice
    from ..mechanisms.maps.definitions import Map, Tile
    from ..mechanisms.maps.ground import Ground

LEAST_BOUND = 1 << 14
BOUND_PER_NUMBER = 1 << 8
"""Nobody holds more of a good than so many times the largest number in the rules."""
MARKERS = ("marker lot", "marker bid")
"""What a player bids."""


@define(eq=False, repr=False)
class Layout(Freezing):
    """Names, owners and bounds of all cells at a table of ``players`` players.

    ``most`` bounds what may be held of a good, lie on a piece or be due. It is far above what
    games need, and so low that a state from outside cannot make the machine count for long.
    """

    players: int
    goods: tuple[Good, ...]
    sorts: tuple[Sort, ...]
    pieces: tuple[Piece, ...]
    tracks: tuple[Track, ...]
    stacks: tuple[str, ...]
    lots: tuple[str, ...]
    rounds: int
    has_final: bool = False
    cells: tuple[Cell, ...] = ()
    _added: list[Cell] = field(factory=list)
    good_index: Mapping[str, int] = field(factory=dict)
    piece_index: Mapping[str, int] = field(factory=dict)
    stack_pieces: Mapping[str, Sequence[int]] = field(factory=dict)
    stack_size: Mapping[str, int] = field(factory=dict)
    here: tuple[tuple[str, str], ...] = ()
    left: Mapping[str, tuple[str, ...]] = field(factory=dict)
    users: tuple[str, ...] = ()
    boards: Mapping[str, tuple[str, ...]] = field(factory=dict)
    sealed: bool = False
    tallies: tuple[Tally, ...] = ()
    map: Map | None = None
    tiles: tuple[Tile, ...] = ()
    ground: Ground | None = None
    grid: Grid | None = None
    lattice: Lattice | None = None
    displays: Mapping[str, Spaces] = field(factory=dict)
    _stackings: tuple[Stack, ...] = ()
    places: tuple[Place, ...] = ()
    _slots: Mapping[tuple[int, int], int] = field(factory=dict)
    _numbers: dict[tuple[str | int, ...], int] = field(factory=dict)
    at: Mapping[tuple[str | int, ...], int] = field(factory=dict)
    limited: Set[str] = frozenset()
    most: int = LEAST_BOUND
    _bids: tuple[int, ...] = ()
    _neutral: tuple[Amount, ...] = ()
    _own: Mapping[tuple[str | int, ...], int] = field(factory=dict)
    _auction_first: int = 0
    revealed: bool = False
    revealed_at_end: bool = False

    @classmethod
    def of(cls, definitions: Sequence[Definition], players: int, rounds: int) -> Layout:
        """The layout for folded definitions."""
        commands: ByClass[Any] = ByClass(walk(*definitions))
        laid, auctions = commands.of(Stack), commands.of(Auction)
        used = {command.stack for command in laid}
        sold = {auction.sort for auction in auctions}
        sorts, pieces = every(definitions, Sort), every(definitions, Piece)
        boards = boards_of(sorts, pieces, sold)
        stacks = [(each, sort.name) for sort in sorts for each in sort.stacks if each in used]
        stacks += [(each, sort) for sort, names in boards.items() for each in names]
        layout = cls(
            players,
            every(definitions, Good),
            sorts,
            owned_first(sorts, pieces),
            every(definitions, Track),
            tuple(stack for stack, _ in stacks),
            tuple(stack for stack, sort in stacks if sort in sold),
            rounds,
            boards=boards,
            sealed=any(auction.sealed for auction in auctions),
        )
        layout.has_final = any(play.final_phases for play in every(definitions, Play))
        layout.grid = next(iter(every(definitions, Grid)), None)
        layout.limited = frozenset(g for mark in every(definitions, Limited) for g in mark.goods)
        final_only = {mark.final_only for mark in every(definitions, Revealed)}
        layout.revealed, layout.revealed_at_end = False in final_only, True in final_only
        layout.left = fixed(left_on(commands.of(Command)))
        layout.here = tuple(lying(commands.of(Command), layout.left))
        layout.users = tuple(layout.left) if commands.of(TakeBack) else ()
        layout.tallies = every(definitions, Tally)
        numbers = [number.value for number in commands.of(Number)]
        numbers += [good.count for good in layout.goods]
        numbers += [max(each.each, each.most or 0) for each in commands.of(Per)]
        layout.most = max(LEAST_BOUND, BOUND_PER_NUMBER * max(numbers, default=0))
        layout._bids = tuple(bid for auction in auctions for bid in auction.bids)
        layout._neutral = tuple(bid.amount for bid in commands.of(NeutralBid))
        layout._stackings = laid
        layout._own = own_cells(definitions, commands.of(Command), players, rounds)
        layout._number(definitions)
        layout.freeze()
        return layout

    def _number(self, definitions: Sequence[Definition]) -> None:
        self.at = MappingProxyType(self._numbers)
        self._registers()
        self._goods()
        self._pieces()
        add_ground(self, definitions, self._add)
        self._stacks()
        for name, high in self._own.items():
            self._add(*name, high=high)
        add_lattice(self, definitions, self._add)
        self.displays = fixed((d.sort, spaces_of(self, d)) for d in every(definitions, Display))
        self._auction_first = len(self._added)
        neutral = (greatest(each, self.tracks, self.most) for each in self._neutral)
        bids = max(self._bids, default=0), max(neutral, default=0)
        add_auction(self.players, len(self.lots), *bids, self._add)
        self.cells = tuple(self._added)

    def _add(self, *name: str | int, owner: int = PUBLIC, low: int = 0, high: int) -> int:
        number = self._numbers[name] = len(self._added)
        self._added.append(Cell(name, owner, low, high))
        return number

    def _registers(self) -> None:
        last = self.players - 1
        self._add("you", high=last)
        self._add("start player", high=last)
        self._add("round", high=self.rounds + 1)
        self._add("step", high=1 << 20)
        self._add("random", owner=HIDDEN, high=(1 << 64) - 1)
        self._add("lot", high=max(len(self.lots) - 1, 0))
        self._add("built last", high=len(self.pieces))
        self._add("declined", high=1)
        self._add("out", high=(1 << self.players) - 1)
        self._add("open", high=(1 << len(self.lots)) - 1)
        self._add("part", high=1 << 20)

    def _goods(self) -> None:
        """A hidden good is hidden in the stock too, since the rest tells what others hold.

        What is left of a limited good is public: whether more can be gained depends on it.
        """
        self.good_index = fixed((good.name, index) for index, good in enumerate(self.goods))
        grids = 0 if self.grid is None else self.players * self.grid.plan.size
        holders = self.players + len(self.here) + len(self.pieces) + grids
        for holder in range(self.players + 1):
            stock = holder == self.players
            for good in self.goods:
                hidden = good.hidden and not (stock and good.name in self.limited)
                owner = PUBLIC if not hidden else HIDDEN if stock else holder
                low = good.count - self.most * holders if stock else 0
                high = good.count if stock else self.most
                self._add("goods", holder, good.name, owner=owner, low=low, high=high)
        for piece, name in self.here:
            self._add("here", piece, name, high=self.most)
        for piece in self.users:
            self._add("user", piece, high=self.players)
        for player in range(self.players):
            for tally in self.tallies:
                self._add("tally", player, tally.name, high=self.most)

    def _pieces(self) -> None:
        self.piece_index = fixed((piece.name, index) for index, piece in enumerate(self.pieces))
        for sort in self.placed_sorts():
            for place in sort.common_places:
                if ("pieces", place) not in self.at:
                    self._add("pieces", place, high=(1 << shift_of(len(self.pieces))) - 1)
        for player in range(self.players):
            self._add("owned", player, high=(1 << len(self.pieces)) - 1)
        self.places = places_on(self.pieces)
        self._slots = slots_of(self.places)
        for player in range(self.players):
            self._add("placed", player, high=(1 << len(self.places)) - 1)

    def _stacks(self) -> None:
        lying: dict[str, list[int]] = {stack: [] for stack in self.stacks}
        for index, piece in enumerate(self.pieces):
            lying.get(self._lies_in(piece), []).append(index)
        self.stack_pieces = fixed((stack, tuple(pieces)) for stack, pieces in lying.items())
        self.stack_size = fixed((stack, self._largest(stack)) for stack in self.stacks)
        board = {name for names in self.boards.values() for name in names}
        for stack, size in self.stack_size.items():
            if stack in board:
                for cell, value in on_board(self.piece_index[stack]):
                    self._add(cell, stack, low=value, high=value)
                continue
            self._add("stack", stack, owner=HIDDEN, high=(1 << WIDTH * size) - 1)
            self._add("turned", stack, high=size)
            self._add("face up", stack, high=1)
        for track in self.tracks:
            for player in [self.players] if track.common else range(self.players):
                self._add("track", player, track.name, high=track.last)

    def _largest(self, stack: str) -> int:
        """The most pieces that ever lie in a stack."""
        ways = (way.layers for way in self._stackings if way.stack == stack)
        return largest([self.pieces[index] for index in self.stack_pieces[stack]], ways)

    def _lies_in(self, piece: Piece) -> str:
        """The stack of a piece: what stays on a board and is auctioned there is one of itself."""
        return piece.name if piece.sort in self.boards else piece.stack

    @property
    def kept(self) -> tuple[int, ...]:
        """What all see and what changes in secret too: limited stock, uses, what is due."""
        uses = (number for name, number in self.at.items() if name[0] in (USED, LATER))
        return (*(self.goods_cell(self.players, good) for good in sorted(self.limited)), *uses)

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The goods that only their owner sees, all through the game."""
        return frozenset(g.name for g in self.goods if g.hidden and not self.revealed)

    def counts_hidden(self, command: Command | None) -> bool:
        """Does it hang on goods that others do not see?"""
        parts = () if command is None else walk(command)
        counts = (each for each in parts if isinstance(each, GoodCount | Has))
        return any(each.good in self.hidden for each in counts)

    # ------------------------------------------------------------------ looking things up

    def placed_sorts(self) -> Iterator[Sort]:
        """Sorts whose pieces lie in places, whether players can own them or not."""
        return (sort for sort in self.sorts if sort.places)

    def of_sort(self, sort: str, labels: tuple[str, ...] = ()) -> Iterator[tuple[int, Piece]]:
        """Index and piece of every piece of a sort that carries all of the labels."""
        every = ((i, piece) for i, piece in enumerate(self.pieces) if piece.sort == sort)
        return (each for each in every if set(labels) <= set(each[1].labels)) if labels else every

    def copies(self, piece: int) -> int:
        """How many copies of a piece there are at this table."""
        found = self.pieces[piece]
        return self.players if found.copies_per_player else found.copies

    def row(self, player: int) -> int:
        """The first cell of a player's goods; ``players`` is the stock."""
        return REGISTERS + player * len(self.goods)

    def goods_cell(self, player: int, good: str) -> int:
        """The cell of one good of one holder."""
        return self.row(player) + self.good_index[good]

    @property
    def size(self) -> int:
        """How many cells every state has; unfinished business lies behind them."""
        return len(self.cells)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The plurals of goods and sorts, for the words of keys."""
        plurals = {good.name: good.plural for good in self.goods}
        plurals |= self.grid.plurals if self.grid is not None else {}
        return Vocabulary(plurals | {sort.name: sort.plural for sort in self.sorts})

    @property
    def owned(self) -> int:
        """The cell with the bits of player 0's pieces; the other players follow."""
        return self.at["owned", 0]

    @property
    def placed(self) -> int:
        """The cell with the bits of player 0's filled places; the other players follow."""
        return self.at["placed", 0]

    def mask(self, sort: str, labels: tuple[str, ...]) -> int:
        """The bits of the pieces of a sort that carry all of the labels."""
        return sum(1 << index for index, _ in self.of_sort(sort, labels))

    @cached_property
    def place_cells(self) -> Mapping[str, int]:
        """Where it is kept which pieces lie in each place."""
        return fixed((str(name[1]), cell) for name, cell in self.at.items() if name[0] == "pieces")

    @cached_property
    def piece_names(self) -> tuple[str, ...]:
        """The names of all pieces."""
        return tuple(piece.name for piece in self.pieces)

    @property
    def bids(self) -> tuple[int, ...]:
        """All that may be bid."""
        return tuple(sorted(set(self._bids)))

    @property
    def auction_cells(self) -> range:
        """All cells of the auction: leaders, standing bids and markers."""
        return range(self._auction_first, len(self.cells))

    def stack_cells(self, stacks: Iterable[str]) -> tuple[tuple[int, int], ...]:
        """For each stack the cells of its order and of the number of pieces turned up."""
        return tuple((self.at["stack", stack], self.at["turned", stack]) for stack in stacks)

    def stacks_of(self, sort: str) -> tuple[str, ...]:
        """The stacks of a sort that are used at this table."""
        rows = self.sort_of(sort).stacks or self.boards.get(sort, ())
        return tuple(stack for stack in rows if stack in self.stack_size)

    def turned_up(self, piece: int) -> Predicate:
        """Linked: does the piece lie up, in a numbered round? Never, if its stack is not used."""
        stack = self.pieces[piece].stack
        if stack not in self.stack_size:
            return NEVER
        return piles.predicates.LiesUp(piece, *self.stack_cells([stack])[0], self.rounds)

    def lying_on(self, piece: str) -> tuple[tuple[str, int], ...]:
        """The goods that players may leave on a piece, each with its cell there."""
        return tuple((good, self.at["here", piece, good]) for good in self.left.get(piece, ()))

    def is_owned(self, piece: int) -> bool:
        """Is the piece of a sort that players own?"""
        return self.sort_of(self.pieces[piece].sort).is_owned

    def is_for_all(self, piece: int) -> bool:
        """Does the piece lie open in a place, where nobody owns it?"""
        sort = self.sort_of(self.pieces[piece].sort)
        return bool(sort.places) and not sort.is_owned and not self.pieces[piece].stack

    @property
    def leaders(self) -> range:
        """The cells that say who leads each lot: 0 nobody, a seat plus one, the neutral bid."""
        return range(self._auction_first, self._auction_first + len(self.lots))

    def slot_bits(self, piece: int, slot: int) -> int:
        """The bits of the places of one slot."""
        return self._slots[piece, slot]

    def sort_of(self, name: str) -> Sort:
        """The sort of that name."""
        return next(sort for sort in self.sorts if sort.name == name)

    def owner_now(self, index: int, final: bool, over: bool = False, secret: bool = False) -> int:
        """Who may see a cell now: the end, open hands and an open final round lift the screens.

        While something secret is going on nobody sees what others hold, public or not.
        """
        name, owner = self.cells[index].name, self.cells[index].owner
        is_goods = name[0] == "goods"
        if secret and self.sealed and name[0] in MARKERS:
            return int(name[1])
        if is_goods and secret:
            holder, good = name[1:]
            stock = PUBLIC if good in self.limited else HIDDEN
            return stock if holder == self.players else int(holder)
        lifted = over or self.revealed or (final and self.revealed_at_end)
        return PUBLIC if is_goods and lifted else owner
