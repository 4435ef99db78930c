"""A bot that looks one step ahead, and through an auction to what it buys."""

from __future__ import annotations

from functools import cache, lru_cache
from random import Random
from typing import TYPE_CHECKING

from ..play.planning.goals import planner_of
from ..play.planning.swaps import can_matter
from ..runtime.offering.due import Pay
from ..runtime.recording.happenings import Bid, Passed, Placed
from ..runtime.registers import ACTOR, NEXT_STEP, PART, ROUND
from .asking import seen_by_decider
from .calendar import Now
from .outlook import Outlook
from .placing import best_places
from .trying import Deeds, Guess, Position
from .valuing.reckoning import Reckoning

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from ..linking.table import Table
    from ..play.state import State
    from ..play.views import View
    from ..runtime.offering.options import Option
    from .trying import Deed
    from .valuing.tuning import Tuning

MARGIN = 0.05
"""How much better an exchange must be than going on without it."""
PATIENCE = 12
"""How many exchanges in a row it makes at most."""
MOST_STEPS = 60
"""How far a look ahead goes at most."""


class SensibleBot:
    """Builds an income early, buys what is worth its price, and ends without debts it can avoid.

    It tries each option on a guess of what it does not see, and takes the one with the best
    outlook. A bid is followed to the end of the round as if all others passed. It knows no game:
    what things are worth it reads off the rules. The last option of a question is taken to be the
    one that declines.
    """

    def __init__(self, seed: int = 0, tuning: Tuning | None = None) -> None:
        self.random = Random(seed)
        self.tuning = tuning
        self._guess = Guess(self.random)
        self._patience = PATIENCE
        self._asked = -1
        self._standing: tuple[object, ...] = ()

    def choose(self, view: View | State) -> Option:
        """The option with the best outlook; an exchange of any time where it makes it better."""
        seen = seen_by_decider(view)
        thinker = Thinker(seen.table, self.tuning, self._guess.position(seen))
        option, without = thinker.best(self.random)
        swap = self._exchange(thinker, seen.anytime, without) if self._patience else None
        self._patience = self._patience - 1 if swap else PATIENCE
        return swap or option

    def _exchange(
        self, thinker: Thinker, exchanges: Sequence[Option], without: Callable[[], float]
    ) -> Option | None:
        """The exchange of any time to use now, if there is one.

        All are looked at once for a question and the goods and pieces at hand, and those that open
        nothing once for the goods and pieces.
        """
        asked, standing = thinker.asked(), thinker.standing()
        if standing == self._standing and asked == self._asked:
            return None
        opening = thinker.opening()
        if thinker.pays_plainly():
            exchanges = [each for each in exchanges if each.operands[1] == 1]
        if standing == self._standing:
            exchanges = [each for each in exchanges if each.offer in opening]
        self._asked, self._standing = asked, standing
        return thinker.exchange(exchanges, opening, without)


@lru_cache(maxsize=1 << 12)
def _opening(table: Table, step: int) -> frozenset[object]:
    """The exchanges that may change what a step that asks offers, also by what they take."""
    planner = planner_of(table)
    looks = planner.steps[step]
    return frozenset(
        swap.offer
        for swap in planner.swaps.all
        if can_matter(swap, looks) or swap.takes & looks.wanted.keys()
    )


class Thinker:
    """Thinks about one position, for the player who decides there, at that time of the game."""

    def __init__(self, table: Table, tuning: Tuning | None, position: Position) -> None:
        self.table = table
        self.outlook = Outlook.of(table, tuning)
        self.deeds = Deeds.of(table)
        self.position = position
        self.player = position.player
        self.reckoning = Reckoning.at(table, Now.at(table, position.cells), tuning)

    def best(self, random: Random) -> tuple[Option, Callable[[], float]]:
        """The best option, and what it is worth, found when that is asked for."""
        position, options = self.position, self.position.options
        deeds = self._deeds(position)
        if any(isinstance(deed, Placed) for deed in deeds):
            return self._placing(deeds), lambda: self._value(position)
        candidates = _candidates(options, deeds)
        if len(candidates) == 1:
            (only,) = candidates
            return only[0], cache(lambda: self._try(position, *only))
        values = [self._try(position, *each) for each in candidates]
        highest = max(values)
        among = [o for (o, _), v in zip(candidates, values, strict=True) if v > highest - 1e-9]
        return random.choice(among), lambda: highest

    def ranked(self) -> list[Option]:
        """The options worth a trial, the best first; none where goods are placed."""
        position, deeds = self.position, self._deeds(self.position)
        if any(isinstance(deed, Placed) for deed in deeds):
            return []
        candidates = _candidates(position.options, deeds)
        values = {each[0]: self._try(position, *each) for each in candidates}
        return sorted(values, key=lambda option: -values[option])

    def _deeds(self, position: Position) -> list[Deed]:
        of = self.deeds.of_option
        return [of(position, option) for option in position.options]

    def _value(self, position: Position) -> float:
        return self.reckoning.value(position.cells, self.player)

    # ------------------------------------------------------------------ options

    def _placing(self, deeds: Sequence[Deed]) -> Option:
        """The next of the best places that is not filled yet, or the end of placing."""
        options = self.position.options
        wanted = best_places(self.outlook, self.position.cells, self.player)
        for option, deed in zip(options, deeds, strict=True):
            if isinstance(deed, Placed) and (deed.name, deed.place) in wanted:
                return option
        return options[-1]

    # ------------------------------------------------------------------ exchanges

    def asked(self) -> int:
        """The step that asks."""
        return self.position.cells[NEXT_STEP]

    def standing(self) -> tuple[object, ...]:
        """What exchanges are weighed by: the goods and pieces of the player, and the round."""
        layout, cells = self.table.layout, self.position.cells
        first = layout.row(self.player)
        goods = cells[first : first + len(layout.goods)]
        return cells[ROUND], *goods, cells[layout.owned + self.player]

    def pays_plainly(self) -> bool:
        """Is something due that can be paid with what is asked for, and not by what pays for it?"""
        step, first = self.table.program.steps[self.asked()], self.position.options[0]
        return type(step) is Pay and not first.anytime and first.operands[1] == 0

    def opening(self) -> Collection[object]:
        """The exchanges that may open options here that are not there now."""
        return _opening(self.table, self.asked())

    def exchange(
        self,
        exchanges: Sequence[Option],
        opening: Collection[object] = (),
        without: Callable[[], float] = float,
    ) -> Option | None:
        """The exchange of any time that is better than going on without, if there is one.

        It is better by itself, or, of those that are ``opening`` something, by an option that is
        there after it. ``without``: what going on is worth.
        """
        found, most = None, MARGIN
        if not exchanges:
            return found
        now, there = self._value(self.position), {option.key for option in self.position.options}
        known: dict[tuple[object, int], set[str]] = {}  # by the exchange and the way to pay it
        for exchange in exchanges:
            way, times = exchange.operands
            if exchange.offer not in opening:
                if times > 1:
                    continue  # what is better once can be made again
                better = self._value(self.position.exchanged(exchange)) - now
            else:
                after = self.position.after(exchange)
                keys = known.setdefault((exchange.offer, way), {*there})
                opened = [each - without() for each in self._opened(after, keys)]
                better = max([self._value(after) - now, *opened])
            if better > most:
                found, most = exchange, better
        return found

    def _opened(self, after: Position, known: set[str]) -> Iterator[float]:
        """What the options are worth that are not known, as from fewer uses of an exchange."""
        for option in after.options:
            if option.key not in known:
                known.add(option.key)
                deed = self.deeds.of_option(after, option)
                if not isinstance(deed, Bid | Placed):
                    yield self._try(after, option, deed)

    # ------------------------------------------------------------------ looking ahead

    def _try(self, position: Position, option: Option, deed: Deed, deep: bool = True) -> float:
        """The outlook after an option, when what it leads to at once has been done."""
        after = position.after(option)
        if isinstance(deed, Bid) and deed.neutral and deep:
            return self._after_neutral(after)
        return self._value(self._follow(after, isinstance(deed, Bid | Passed)))

    def _after_neutral(self, position: Position) -> float:
        candidates = _candidates(position.options, self._deeds(position))
        return max(self._try(position, *each, deep=False) for each in candidates)

    def _follow(self, position: Position, to_the_end_of_round: bool) -> Position:
        """Play on: the player greedily, the others by declining."""
        number, part, player = position.cells[ROUND], position.cells[PART], self.player
        for _ in range(MOST_STEPS):
            cells = position.cells
            if cells[ROUND] != number:
                break
            own = cells[ACTOR] == player
            if not to_the_end_of_round and not (own and cells[PART] == part):
                break
            options = position.options
            if not options:
                break
            if own and len(options) > 1:
                position = self._greedily(position)
            else:
                position.choose(options[-1])
        return position

    def _greedily(self, position: Position) -> Position:
        """The position after the option with the best outlook."""
        trials = [position.after(option) for option in position.options]
        return max(trials, key=self._value)


def _candidates(options: Iterable[Option], deeds: Iterable[Deed]) -> list[tuple[Option, Deed]]:
    """The options worth a trial, with what they do: of the bids on a lot only the lowest."""
    lowest: dict[int, tuple[Option, Bid]] = {}
    found: list[tuple[Option, Deed]] = []
    for option, deed in zip(options, deeds, strict=True):
        if not isinstance(deed, Bid) or deed.neutral:
            found.append((option, deed))
        elif deed.lot not in lowest or deed.amount < lowest[deed.lot][1].amount:
            lowest[deed.lot] = option, deed
    return [*lowest.values(), *found]
