"""Sampling: a state that agrees with a view, each as likely as the others.

What is hidden is drawn part by part, each of the possibilities of a part being as likely as the
others; and what does not agree with the view as a whole is drawn anew. So whatever agrees is as
likely as anything else that does, though nobody could list it.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from ...errors import GameError, expect
from ...linking.table import once_a_table
from ...mechanisms.auction.once import SealedBids
from ...mechanisms.limits import USED, bounds_of
from ...mechanisms.piles.steps import ShuffleStack
from ...runtime.operands import SEAT_BITS
from ...runtime.packing import laid
from ...runtime.registers import NEXT_STEP, OPEN, OUT, RANDOM
from ..state import State
from ..validation import limits
from ..views import VIEW, View, view
from .hands import Hands
from .unfinished import AMOUNT, ending, levels, questions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...linking.table import Table
    from ...runtime.steps import Step

    Layers = tuple[tuple[tuple[int, ...], int | None], ...]

MOST_TRIED = 20_000
"""So many states are drawn until one agrees with a view."""
MOST_LAID = 200
"""So often a stack is laid until what lies up agrees; then it was laid in no way of the text."""


def sample(seen: View, seed: int) -> State:
    """A state that agrees with a view: ``view(sample(seen, seed), seen.player) == seen``.

    Every state that agrees is as likely as every other, as docs/clients.md says what is counted:
    who holds how much of what is hidden, the order of what lies face down as its layers have it,
    what others do in secret just now, and the random numbers to come. Equal views and seeds give
    equal states; play goes on from them.

    Raises TypeError for what is no view or no whole number, and GameError for a view that
    :func:`view` has not made, or with which nothing agrees.
    """
    expect(seen, View, VIEW)
    expect(seed, int, "a whole number as seed")
    random, hidden, table = Random(seed), _Hidden(seen), seen.table
    for _ in range(MOST_TRIED):
        cells = hidden.draw(random)
        if hidden.agrees(cells):
            state = State.of(table, cells)
            if (state.options or state.over) and view(state, seen.player) == seen:
                return state
    raise GameError("no state was found that agrees with this view; view() makes one of a state")


class _Hidden:
    """What a view does not tell, and how each part of it is drawn."""

    def __init__(self, seen: View) -> None:
        self.seen = seen
        self.table, self.layout = seen.table, seen.layout
        self.known = [cell or 0 for cell in seen.cells]
        self.stacks = [_Stack(seen, stack) for stack in self.layout.stacks]
        self.most = max((good.count for good in self.layout.goods), default=1)
        number = seen.cells[NEXT_STEP]
        asked = None if number is None else self.table.program.steps[number]
        self.secret = _Secret(seen, asked) if asked is None or asked.secret else None
        hidden = {cell for cell, value in enumerate(seen.cells) if value is None}
        if self.secret is not None:
            hidden |= {*self.layout.kept}
        self.hands = Hands(seen, self.known, frozenset(hidden), asked)

    def draw(self, random: Random) -> list[int]:
        """The cells of a state; they need not agree with all that the view tells."""
        cells = list(self.known)
        cells[RANDOM] = random.getrandbits(64)
        for stack in self.stacks:
            stack.draw(random, cells)
        self.hands.draw(random, cells)
        if self.secret is not None:
            return self.secret.draw(random, cells)
        return cells + [self._frame(random, frame) for frame in self.seen.unfinished]

    def _frame(self, random: Random, frame: int | None) -> int:
        """What somebody else has counted, and has to raise now, is any amount that there is."""
        return random.randint(1, self.most) if frame is None else frame

    def agrees(self, cells: Sequence[int]) -> bool:
        """Could it be so, as far as that is quickly seen?"""
        if self.secret is not None and not self.secret.agrees(cells):
            return False
        return self.hands.agrees(cells)


@once_a_table
def _shuffled(table: Table) -> dict[int, list[Layers]]:
    """The ways in which each stack is shuffled, by the cell of its order."""
    found: dict[int, dict[Layers, None]] = {}
    for step in table.program.steps:
        if isinstance(step, ShuffleStack):
            found.setdefault(step.order, {})[step.layers] = None
    return {cell: [*ways] for cell, ways in found.items()}


class _Stack:
    """A stack of which some pieces are known: those that lie up, and have lain up."""

    def __init__(self, seen: View, stack: str) -> None:
        layout = seen.layout
        self.cell, self.size = layout.at["stack", stack], layout.stack_size[stack]
        order = seen.stack(stack)
        self.count = len(order)
        self.known = [layout.piece_index[name] for name in order if name is not None]
        self.pieces = layout.stack_pieces[stack]
        self.ways = _shuffled(seen.table).get(self.cell, ())

    def draw(self, random: Random, cells: list[int]) -> None:
        """Lay it anew below what is known."""
        if len(self.known) == self.count:
            cells[self.cell] = laid(self.known, self.size)
            return
        for _ in range(MOST_LAID if self.ways else 0):
            order = self._laid(random, random.choice(self.ways))
            if len(order) == self.count:
                break
        else:
            others = [piece for piece in self.pieces if piece not in self.known]
            order = [*self.known, *random.sample(others, self.count - len(self.known))]
        cells[self.cell] = laid(order, self.size)

    def _laid(self, random: Random, layers: Layers) -> list[int]:
        """Layer by layer, as it is shuffled, but that what is known lies where it lies."""
        order: list[int] = []
        for fitting, count in layers:
            pieces = [piece for piece in fitting if piece not in order]
            size = len(pieces) if count is None else min(count, len(pieces))
            known = self.known[len(order) : len(order) + size]
            others = [piece for piece in pieces if piece not in self.known]
            order += [*known, *random.sample(others, min(size - len(known), len(others)))]
        return order


class _Secret:
    """What is done in secret just now: what others have chosen, used up, and are asked.

    ``asked``: the question, for who decides; None for others, who know at which step it ends.
    """

    def __init__(self, seen: View, asked: Step | None) -> None:
        self.seen, self.asked = seen, asked
        self.table, self.layout = seen.table, seen.layout
        program = self.table.program
        if asked is None:
            *base, number = seen.unfinished
            last = program.steps[number or 0]
            self.ways = questions(program, last)
        else:
            base = list(seen.unfinished)
            known = [cell or 0 for cell in (*seen.cells, *base)]
            first = next(each for each in levels(program, known) if each.step.secret)
            found = ending(program, first.step)
            assert found is not None, "whoever is asked in secret is asked before it ends"
            last = found
            base = base[: first.first + len(last.frames) - self.layout.size]
            self.ways = []
        self.last, self.base = last, base
        self.limits = limits(self.table)
        self.uses = bounds_of(self.table.definitions)
        self.acted = self._acted()

    def _acted(self) -> set[int]:
        """The others who may have chosen something: all who are not to come."""
        cells, players = self.seen.cells, self.layout.players
        waiting = self.base[-1] or 0
        if isinstance(self.last, SealedBids):
            waiting = ~(cells[OUT] or 0)
        elif self.last.frames[-1] == "order":
            seats = (waiting >> SEAT_BITS * n & (1 << SEAT_BITS) - 1 for n in range(players))
            waiting = sum(1 << seat - 1 for seat in seats if seat)
        return {p for p in range(players) if not waiting >> p & 1 and p != self.seen.player}

    def draw(self, random: Random, cells: list[int]) -> list[int]:
        """With goods drawn already: the bids, the uses and the question, and all the cells."""
        for player in self.acted:
            self._bid(random, cells, player)
            self._use(random, cells, player)
        if self.asked is not None:
            return [*cells, *(frame or 0 for frame in self.seen.unfinished)]
        way = random.choice(self.ways)
        frames = [frame or 0 for frame in self.base]
        frames += self._frames(random, way[0].frames[len(self.last.frames) :])
        for outer, inner in pairwise(way):
            frames += [outer.number, *self._frames(random, inner.frames)]
        cells[NEXT_STEP] = way[-1].number
        return [*cells, *frames]

    def agrees(self, cells: Sequence[int]) -> bool:
        """Are all bids covered?"""
        step = self.last
        if not isinstance(step, SealedBids) or step.order.money < 0:
            return True
        covered = [cells[step.order.money + p * step.order.width] for p in self.acted]
        bids = (cells[step.markers + 2 * player + 1] for player in self.acted)
        return all(bid <= most for bid, most in zip(bids, covered, strict=True))

    def _bid(self, random: Random, cells: list[int], player: int) -> None:
        """A bid on a lot that is on offer, or none."""
        step = self.last
        if isinstance(step, SealedBids):
            lots = [lot for lot in range(step.lots) if cells[OPEN] >> lot & 1]
            bids = [(0, 0), *((lot + 1, amount) for lot in lots for amount in step.bids)]
            marker = step.markers + 2 * player
            cells[marker], cells[marker + 1] = random.choice(bids)

    def _use(self, random: Random, cells: list[int], player: int) -> None:
        """As many uses of what is limited as before the secret, or more."""
        cell = self.layout.at.get((USED, player))
        if cell is not None:
            before = cells[cell]
            for first, most in self.uses:
                used = before >> first & (1 << most.bit_length()) - 1
                cells[cell] += random.randint(used, max(most, used)) - used << first

    def _frames(self, random: Random, kinds: Sequence[str]) -> list[int]:
        """What the question has on the stack besides, of which nobody else knows anything."""
        most = max(good.count for good in self.layout.goods)
        return [random.randrange(most if k == AMOUNT else self.limits[k]) for k in kinds]
