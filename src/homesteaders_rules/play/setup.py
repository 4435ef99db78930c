"""Setup: a new game, run to its first decision, with what chance decides given instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import BadTable, expect, shown, suggestion
from ..freezing import fixed
from ..linking.table import Table
from ..rules import Rules
from ..runtime.packing import laid, unpacked
from ..runtime.recording.events import Events, Log
from ..runtime.registers import NEXT_STEP, START
from .state import State

if TYPE_CHECKING:
    from ..mechanisms.piles.steps import ShuffleStack
    from ..mechanisms.piles.taking import DrawPiece
    from ..runtime.operands import PieceIndex
    from ..runtime.steps import Step

START_PLAYER = "start player"
SEED_BITS = 1024
"""So large a seed can be, so that whatever is played can be saved and read again."""
MOST_DEALT = 1 << 10
"""So many pieces there can be; no list of names needs to be read any further."""
Deal: TypeAlias = Mapping[str, Sequence[str] | int]
"""The order of stacks by name, the first to be turned up first; by the plural of a sort what is
drawn of it, one after the other; and the seat of who starts."""

Draw: TypeAlias = "Callable[[DrawPiece, list[int]], PieceIndex | None]"
"""What a step draws for the player in ACTOR; None leaves it to chance."""


def new_game(
    rules: Rules,
    players: int,
    seed: int = 0,
    options: Mapping[str, bool] | None = None,
    deal: Deal | None = None,
    *,
    machine: str | None = None,
) -> State:
    """The first decision of a game, after setup.

    ``seed`` decides everything that is random, for ever and on every platform. ``deal`` decides
    it instead where it says so: the order of a stack by name (the names of its pieces, the first
    to be turned up first), the pieces drawn at random by the plural of their sort, in the order in
    which they are drawn, and ``"start player"`` (a seat). ``machine`` says who plays, as in
    :meth:`Rules.for_table`.

    Raises BadTable for impossible players, seeds, options and deals, and TypeError for what are
    no rules.
    """
    return begin(rules, players, seed, options, deal, machine=machine)[0]


def begin(
    rules: Rules,
    players: int,
    seed: int = 0,
    options: Mapping[str, bool] | None = None,
    deal: Deal | None = None,
    *,
    machine: str | None = None,
) -> tuple[State, Events]:
    """The first decision of a game, as :func:`new_game` has it, and what happened until then."""
    expect(rules, Rules, "what load() returns")
    if type(seed) is not int:
        raise BadTable(f"the seed of a game is a whole number, not {shown(seed)}")
    if seed.bit_length() > SEED_BITS:
        raise BadTable(f"the seed of a game is a whole number of at most {SEED_BITS} bits")
    table = rules.for_table(players, options, machine=machine)
    if deal is None and table.native is not None:
        begun: tuple[State, Events] | None = table.native.begin(table, (State, Events), seed)
        if begun is not None:
            return begun
    cells = table.fresh_cells(seed)
    if isinstance(deal, Mapping) and START_PLAYER in deal:
        _seat(table, deal[START_PLAYER])
    log = deal_from(table, cells, plain_deal(deal))
    return State.of(table, cells), Events(table.program.tell, log)


def by_chance(_step: DrawPiece, _cells: list[int]) -> PieceIndex | None:
    """Nothing but chance says which piece is drawn."""
    return None


def deal_from(
    table: Table, cells: list[int], deal: Deal, opening: bool = False, draw: Draw = by_chance
) -> Log:
    """Run the course from its first step; ``deal`` replaces what chance would decide.

    ``draw`` says which piece is drawn where the deal does not; None leaves it to chance.

    It runs to the first question; with ``opening`` no further than to the first round. Where a
    stack is laid anew, as by a pack, the deal is of the order in which it lies in the end.
    """
    log: Log = []
    if not deal and not opening and draw is by_chance:
        table.program.run(cells, log, table.program.start)
        return log
    from ..mechanisms.piles.steps import ShuffleStack
    from ..mechanisms.piles.taking import DrawPiece

    drawn = {step.of for step in table.program.steps if isinstance(step, DrawPiece)}
    known = {START_PLAYER, *table.layout.stacks, *drawn}
    for name in deal:
        if name not in known:
            raise BadTable(f'nothing called "{name}" is dealt{suggestion(name, known)}')
    laid_last: dict[str, int] = {}
    if known & set(deal) - {START_PLAYER}:
        for number, step in enumerate(
            _opening(table, list(cells), [], deal, opening=opening, draw=draw)
        ):
            if isinstance(step, ShuffleStack) and step.stack in deal:
                laid_last[step.stack] = number
    for number, step in enumerate(_opening(table, cells, log, deal, opening=opening, draw=draw)):
        if isinstance(step, ShuffleStack) and number == laid_last.get(step.stack):
            _lay(table, cells, step, deal[step.stack])
    return log


def _opening(
    table: Table, cells: list[int], log: Log, deal: Deal, *, opening: bool, draw: Draw
) -> Iterator[Step]:
    """Each step of the opening, when it was run with the start player of the deal."""
    from ..mechanisms.piles.steps import RandomStart
    from ..mechanisms.piles.taking import DrawPiece
    from ..runtime.turns import RoundBegin

    program = table.program
    step = program.start
    hands = {name: iter(listed) for name, listed in deal.items() if not isinstance(listed, int)}
    while step >= 0:
        here = program.steps[step]
        if opening and isinstance(here, RoundBegin):
            return
        if isinstance(here, DrawPiece) and here.of in deal:
            here.give(cells, log, _drawn(table, cells, here, hands.get(here.of)))
            step = here.follow
        else:
            step = run_drawing(here, cells, log, draw)
        if isinstance(here, RandomStart) and START_PLAYER in deal:
            cells[START] = _seat(table, deal[START_PLAYER])
            log[-1] = here.source, cells[START]
        yield here
    cells[NEXT_STEP] = ~step


def run_drawing(step: Step, cells: list[int], log: Log, draw: Draw) -> int:
    """The number of the step after one that was run; ``draw`` says what it draws, if it does."""
    from ..mechanisms.piles.taking import DrawPiece

    piece = draw(step, cells) if isinstance(step, DrawPiece) else None
    if piece is None or not isinstance(step, DrawPiece):
        return step.run(cells, log)
    step.give(cells, log, piece)
    return step.follow


def plain_deal(deal: Mapping[str, Iterable[str] | int] | None) -> Deal:
    """A deal as a save can hold it, which nobody changes; what can be read once is read here.

    Raises BadTable for anything that is no seat, and no list of names.
    """
    if deal is None:
        return fixed({})
    if not isinstance(deal, Mapping):
        raise BadTable(f"a deal is a mapping of names to what is dealt, not {shown(deal)}")
    return fixed((_word(name), _dealt(name, value)) for name, value in deal.items())


def _dealt(name: str, value: Any) -> tuple[str, ...] | int:
    if type(value) is int or name == START_PLAYER:
        return value  # type: ignore[no-any-return]  # a seat is checked at its table
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise BadTable(f"the deal of {name} is a list of names, or a seat, not {shown(value)}")
    return tuple(_word(each) for each in islice(value, MOST_DEALT))


def _word(word: object) -> str:
    if not isinstance(word, str):
        raise BadTable(f"what is dealt has a name, not {shown(word)}")
    return str(word)


def _seat(table: Table, seat: object) -> int:
    if type(seat) is not int or not 0 <= seat < table.players:
        raise BadTable(
            f"the start player is a seat from 0 to {table.players - 1}, not {shown(seat)}"
        )
    return seat


def _drawn(
    table: Table, cells: list[int], step: DrawPiece, names: Iterator[str] | None
) -> PieceIndex:
    """The next piece of a deal, for the player in ACTOR."""
    left = {table.layout.pieces[index].name: index for index in step.left(cells)}
    name = next(names or iter(()), None)
    if name not in left:
        told = "nothing" if name is None else f'"{name}"'
        listed = ", ".join(left)
        raise BadTable(f"the deal of {step.of} has {told} where one of these is drawn: {listed}")
    return left[name]


def _lay(table: Table, cells: list[int], step: ShuffleStack, names: Sequence[str] | int) -> None:
    layout = table.layout
    if isinstance(names, int):
        raise BadTable(f"the deal of {step.stack} is a list of names, not {names}")
    order = [layout.piece_index.get(name, -1) for name in names]
    size = len(unpacked(cells[step.order], step.size))
    if len(order) != size:
        raise BadTable(f"the deal of {step.stack} must name {size} pieces, not {len(order)}")
    position = 0
    for fitting, count in step.layers:
        left = set(fitting) - set(order[:position])
        part = order[position : position + (len(left) if count is None else min(count, len(left)))]
        if len(set(part)) < len(part) or not set(part) <= left:
            expected = ", ".join(layout.pieces[index].name for index in sorted(left))
            raise BadTable(
                f"the deal of {step.stack} must hold {len(part)} of these at this height, "
                f"each once: {expected}"
            )
        position += len(part)
    cells[step.order] = laid(order, step.size)
