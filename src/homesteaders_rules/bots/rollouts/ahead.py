"""Playing on by what positions are worth to whoever decides: fast, and alike on both machines.

The machine in C does the same, number for number (native/src/thinking.c); both are to be changed
together. It is about what a sensible bot does, with weights in the place of a reckoning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...mechanisms.auction.steps import Bidding
from ...mechanisms.placing.steps import PlaceGoods
from ...runtime.offering.due import Pay
from ...runtime.offering.offers import Question
from ...runtime.registers import NEXT_STEP, PART, ROUND
from ..sensible import MARGIN, MOST_STEPS, PATIENCE
from ..trying import Position
from .weights import POINT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...play.state import State
    from ...runtime.offering.options import Option
    from .weights import Weights

    Content = dict[int, tuple[object, ...]]


def play_ahead(state: State, weights: Weights, last: int, budget: int) -> tuple[int, ...]:
    """The cells after all players have played on up to a round, or so many choices."""
    native = state.table.native
    if native is not None:
        found = native.ahead(state.cells, weights.words, last, budget)
        if found is not None:
            return found
    position = Position(state.table.program, [*state.cells], state.options)
    patience, content = PATIENCE, dict[int, tuple[object, ...]]()
    for _ in range(budget):
        if not position.options or position.cells[ROUND] >= last:
            break
        thinker = Ahead(weights, position, content)
        chosen = thinker.choice(exchanges=patience > 0)
        patience = patience - 1 if chosen.anytime else PATIENCE
        position.choose(chosen)
    return tuple(position.cells)


class Ahead:
    """Whoever decides in a position, and what they take there.

    ``content``: how things stood when each player found no exchange better.
    """

    def __init__(self, weights: Weights, position: Position, content: Content) -> None:
        self.weights = weights
        self.position = position
        self.content = content
        self.you = position.player
        self.time = weights.time(position.cells)

    def choice(self, *, exchanges: bool) -> Option:
        """The option after which the outlook is best, or an exchange before it."""
        position, options = self.position, self.position.options
        asks, without = _asks(position), 0
        if asks is PlaceGoods:
            return self._best_place(position)
        option = options[0]
        may_open = asks is Question or (asks is Pay and option.needed)
        if len(options) > 1 or may_open:
            option, without = self._best_option()
        swap = self._exchange(may_open, without) if exchanges else None
        return swap or option

    def _worth(self, cells: Sequence[int]) -> int:
        return self.weights.worth(cells, self.you, self.time)

    # ------------------------------------------------------------------ options

    def _best_option(self) -> tuple[Option, int]:
        options: Sequence[Option] = self.position.options
        if _asks(self.position) is Bidding:
            options = _lowest(options)
        values = [self._tried(self.position, option) for option in options]
        most = max(values)
        return options[values.index(most)], most

    def _best_place(self, position: Position) -> Option:
        """The place that is worth most; the end of placing where none is worth anything."""
        worths, best, most = self.weights.places[position.player], position.options[-1], 0
        for option in position.options:
            if option.operands and worths[option.operands[0]] > most:
                best, most = option, worths[option.operands[0]]
        return best

    def _tried(self, position: Position, option: Option) -> int:
        """What an option leads to is worth so much; in an auction, at the end of the round."""
        number, part = position.cells[ROUND], position.cells[PART]
        is_auction = _asks(position) is Bidding
        after = position.after(option)
        for _ in range(MOST_STEPS):
            options, cells = after.options, after.cells
            if not options or cells[ROUND] != number:
                break
            own = after.player == self.you
            if not is_auction and not (own and cells[PART] == part):
                break
            declined = not own or len(options) == 1
            after.choose(options[-1] if declined else self._best_at_once(after))
        return self._worth(after.cells)

    def _best_at_once(self, position: Position) -> Option:
        if _asks(position) is PlaceGoods:
            return self._best_place(position)
        values = [self._worth(position.tried(option)) for option in position.options]
        return position.options[values.index(max(values))]

    # ------------------------------------------------------------------ exchanges

    def _exchange(self, may_open: bool, without: int) -> Option | None:
        """The exchange, once, that is better than going on without: by itself, or what it opens.

        Who has found none looks again when something has changed, or where something may open.
        """
        standing = self._standing()
        is_content = self.content.get(self.you) == standing
        if is_content and not may_open:
            return None
        now = self._worth(self.position.cells)
        best, most = None, round(MARGIN * POINT)
        for exchange in self.position.anytime:
            if exchange.operands[1] != 1:
                continue
            if not is_content:
                gained = self._worth(self.position.exchanged(exchange)) - now
                if gained > most:
                    best, most = exchange, gained
            for value in self._opened(exchange) if may_open else ():
                if value - without > most:
                    best, most = exchange, value - without
        if best is None:
            self.content[self.you] = standing
        return best

    def _opened(self, exchange: Option) -> list[int]:
        """What the options are worth that are there after an exchange, and not before it."""
        after = self.position.after(exchange)
        if after.player != self.you:
            return []
        known = {(id(option.offer), option.operands) for option in self.position.options}
        opened = (each for each in after.options if (id(each.offer), each.operands) not in known)
        return [self._tried(after, option) for option in opened]

    def _standing(self) -> tuple[object, ...]:
        layout, cells = self.weights.table.layout, self.position.cells
        first = layout.row(self.you)
        goods = cells[first : first + len(layout.goods)]
        return self.time, *goods, cells[layout.owned + self.you]


def _asks(position: Position) -> type:
    """The class of the step that asks."""
    return type(position.program.steps[position.cells[NEXT_STEP]])


def _lowest(options: Sequence[Option]) -> list[Option]:
    """Of the bids on a lot only the lowest, which comes first, and the pass."""
    found: list[Option] = []
    before: tuple[int, ...] = ()
    for option in options:
        if not option.operands or option.operands[:1] != before[:1]:
            found.append(option)
        before = option.operands
    return found
