"""A bot that looks one step ahead, and through an auction to what it buys."""

from __future__ import annotations

from functools import cached_property
from math import inf
from random import Random
from typing import TYPE_CHECKING

from ..linking.table import once
from ..mechanisms.auction.steps import Bidding, NeutralOffer
from ..play.planning.goals import Planner
from ..play.planning.swaps import can_matter
from ..runtime.ending import ended_with_round
from ..runtime.offering.due import Pay
from ..runtime.offering.offers import Question
from ..runtime.offering.payments import reader
from ..runtime.operands import Memory
from ..runtime.recording.kinds import Bid, Passed, Placed
from ..runtime.registers import ACTOR, NEXT_STEP, OUT, PART, ROUND
from .asking import seen_by_decider
from .calendar import now_of, when
from .outlook import Outlook
from .placing import best_places
from .trying import Deeds, Guess, Position
from .valuing.reckoning import Reckoning

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ..linking.table import Table
    from ..play.state import State
    from ..play.views import View
    from ..runtime.offering.exchanges import ExchangeOffer
    from ..runtime.offering.options import Option
    from ..runtime.operands import Cost
    from .trying import Deed
    from .valuing.tuning import Tuning

MARGIN = 0.05
"""How much better an exchange must be than going on without it."""
PATIENCE = 12
"""How many exchanges in a row it makes at most."""
ROUNDING = 1e-6
"""What two ways to add up the same may differ by, and more."""
MOST_REMEMBERED = 1 << 6
"""So many ends of auctions are remembered."""
MOST_STEPS = 60
"""How far a look ahead goes at most."""
IN_AUCTION, LATER = (Bid, Passed), (Bid, Placed)
"""Deeds that are followed to the end of the round, and that no exchange is made for in advance."""


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
        self._looked_at: tuple[object, object] = None, None

    def choose(self, view: View | State) -> Option:
        """The option with the best outlook; an exchange of any time where it makes it better."""
        seen = seen_by_decider(view)
        asked = seen.cells[NEXT_STEP], _standing(seen)
        is_content = asked == self._looked_at
        if is_content and len(seen.decision.options) == 1:
            self._patience = PATIENCE
            return seen.decision.options[0]
        thinker = Thinker(seen.table, self.tuning, self._guess.position(seen))
        option, without = thinker.best(self.random)
        swap = None
        if self._patience and not is_content:
            swap = self._exchange(thinker, asked, seen.anytime, without)
        self._patience = self._patience - 1 if swap else PATIENCE
        return swap or option

    def _exchange(
        self,
        thinker: Thinker,
        asked: tuple[object, object],
        exchanges: Sequence[Option],
        without: Callable[[], float],
    ) -> Option | None:
        """The exchange of any time to use now, if there is one.

        All are looked at once for a question and the goods and pieces at hand, and those that open
        nothing once for the goods and pieces.
        """
        opening = thinker.opening()
        if asked[1] == self._looked_at[1]:
            exchanges = [each for each in exchanges if each.offer in opening]
        self._looked_at = asked
        return thinker.exchange(exchanges, opening, without)


def _standing(seen: View) -> tuple[object, ...]:
    """What exchanges are weighed by: the goods and pieces of who decides, and the round."""
    layout, cells = seen.layout, seen.cells
    first = layout.row(seen.decider)
    goods = cells[first : first + len(layout.goods)]
    return cells[ROUND], goods, cells[layout.owned + seen.decider]


def _is_short(position: Position) -> bool:
    """Must something be raised, since nothing else can be chosen?"""
    return bool(position.options) and position.options[0].needed


class Mind:
    """What all who think at a table share: found once.

    ``program``: that of the table, but that it ends with the round; in it bids are tried.
    ``opening``: the exchanges that may change what a step that asks offers, also by what they take.
    ``changes``: what uses of exchanges change; ``ended``: where there is a neutral bid, the outlook
    after auctions, by when, who, and the cells after a bid.
    """

    def __init__(self, table: Table, tuning: Tuning | None) -> None:
        self.table, self.tuning = table, tuning
        self.outlook = once(table, Outlook, tuning)
        self.deeds = Deeds(table)
        self.program = ended_with_round(table.program)
        self.opening = Memory(self._opening)
        self._when = reader(when(table))
        self._reckonings = Memory(self._reckoning)
        asked = (step for step in table.program.steps if isinstance(step, Question))
        self.has_neutral = any(isinstance(e, NeutralOffer) for step in asked for e in step.offers)
        self.ended: dict[tuple[object, ...], float] = {}
        self.changes: Memory[tuple[ExchangeOffer, int, int], Cost | None] = Memory(
            lambda use: use[0].changes(*use[1:])
        )

    def reckoning(self, cells: Sequence[int]) -> Reckoning:
        """What positions are worth at the time of these cells."""
        return self._reckonings[self._when(cells)]

    def _reckoning(self, told: tuple[int, ...]) -> Reckoning:
        return once(self.table, Reckoning, now_of(self.table, *told), self.tuning)

    def _opening(self, step: int) -> frozenset[object]:
        planner = once(self.table, Planner)
        looks = planner.steps[step]
        return frozenset(
            swap.offer
            for swap in planner.swaps.all
            if can_matter(swap, looks) or swap.takes & looks.wanted.keys()
        )


class Thinker:
    """Thinks about one position, for the player who decides there, at that time of the game."""

    def __init__(self, table: Table, tuning: Tuning | None, position: Position) -> None:
        self.mind = mind = once(table, Mind, tuning)
        self.position = position
        self.player = position.player
        self.reckoning = mind.reckoning(position.cells)

    def best(self, random: Random) -> tuple[Option, Callable[[], float]]:
        """The best option, and what it is worth, found when that is asked for."""
        position, candidates = self.position, self._candidates(self.position)
        if not candidates:
            return self._placing(), lambda: self.now
        if len(candidates) == 1:
            (only,) = candidates
            return only[0], lambda: self.followed(position, *only)
        values = [self.followed(position, *each) for each in candidates]
        highest = max(values)
        among = [o for (o, _), v in zip(candidates, values, strict=True) if v >= highest - 1e-9]
        return random.choice(among), lambda: highest

    def ranked(self) -> list[Option]:
        """The options worth a trial, the best first; none where goods are placed."""
        candidates = self._candidates(self.position)
        values = {each[0]: self.followed(self.position, *each) for each in candidates}
        return sorted(values, key=lambda option: -values[option])

    def _candidates(self, position: Position) -> list[tuple[Option, Deed]]:
        """The options worth a trial, with what they do; none where goods are placed.

        Of the bids on a lot only the lowest.
        """
        found: list[tuple[Option, Deed]] = []
        of, step, options = self.mind.deeds.of_option, position.step, position.options
        for option in step.lowest(options) if type(step) is Bidding else options:
            deed = of(position, option)
            if type(deed) is Placed:
                return []
            found.append((option, deed))
        return found

    @cached_property
    def now(self) -> float:
        """What the position is worth as it is."""
        return self.value(self.position.cells)

    def value(self, cells: Sequence[int]) -> float:
        return self.reckoning.value(cells, self.player)

    # ------------------------------------------------------------------ options

    def _placing(self) -> Option:
        """The next of the best places that is not filled yet, or the end of placing."""
        position, of = self.position, self.mind.deeds.of_option
        wanted = best_places(self.mind.outlook, position.cells, self.player)
        for option in position.options:
            deed = of(position, option)
            if isinstance(deed, Placed) and (deed.name, deed.place) in wanted:
                return option
        return position.options[-1]

    # ------------------------------------------------------------------ exchanges

    def asked(self) -> int:
        """The step that asks."""
        return self.position.cells[NEXT_STEP]

    def _paid_plainly(self) -> Pay | None:
        """What is due, if it can be paid with what is asked for, and not by what pays for it."""
        step, first = self.position.step, self.position.options[0]
        if type(step) is Pay and not first.anytime and first.operands[1] == 0:
            return step
        return None

    def opening(self) -> Collection[object]:
        """The exchanges that may open options here that are not there now."""
        return self.mind.opening[self.asked()]

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
        position, due = self.position, self._paid_plainly()
        more, changes = self.reckoning.trading(position.cells, self.player), self.mind.changes
        opened = _Opened(self, due is not None, without)
        for exchange in exchanges:
            offer, (way, times) = exchange.offer, exchange.operands
            opens = offer in opening
            if times > 1 and (due is not None or not opens):
                continue  # what is better once can be made again
            change, better = changes[offer, way, times], -inf
            may_pay = more(change) > most - ROUNDING
            if not may_pay and due is not None and change and due.is_alike(position.cells, change):
                continue
            if opens:
                better = opened.better(exchange, may_pay)
            elif may_pay:
                better = self.value(position.exchanged(exchange)) - self.now
            if better > most:
                found, most = exchange, better
        return found

    # ------------------------------------------------------------------ looking ahead

    def followed(self, position: Position, option: Option, deed: Deed, deep: bool = True) -> float:
        """The outlook after an option, when what it leads to at once has been done."""
        if type(deed) not in IN_AUCTION:
            return self._follow(position.after(option), False)
        after = self._alone(position, option)
        after.choose(option)
        if isinstance(deed, Bid) and deed.neutral and deep:
            return self._after_neutral(after)
        if not self.mind.has_neutral:
            return self._follow(after, True)
        # The same bids are looked at for every place of the neutral bid, and once it lies there.
        known, name = self.mind.ended, (self.reckoning, self.player, *after.cells)
        if name not in known:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            known[name] = self._follow(after, True)
        return known[name]

    def _alone(self, position: Position, option: Option) -> Position:
        """An auction as if all others were out, and had bid on nothing but the lot of the option.

        What they would do is declined, step by step, and changes nothing for the player.
        """
        cells, bid_on = [*position.cells], option.operands[:1]
        step, player = position.step, self.player
        if type(step) is Bidding:
            cells[OUT] |= (1 << step.players) - 1 ^ 1 << player
            for lot in range(step.lots):
                if cells[step.leaders + lot] != player + 1 and (lot,) != bid_on:
                    cells[step.leaders + lot] = cells[step.standing + lot] = 0
            own = step.markers + 2 * player
            marked = cells[own : own + 2]
            cells[step.markers : step.markers + 2 * step.players] = [0] * 2 * step.players
            cells[own : own + 2] = marked
        return Position(self.mind.program, cells)

    def _after_neutral(self, position: Position) -> float:
        candidates = self._candidates(position)
        return max([self.followed(position, *each, deep=False) for each in candidates])

    def _follow(self, position: Position, to_the_end_of_round: bool) -> float:
        """The outlook after playing on: the player greedily, the others by declining."""
        number, part, player = position.cells[ROUND], position.cells[PART], self.player
        worth: float | None = None
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
                position, worth = self._greedily(position)
            else:
                position.choose(options[-1])
                worth = None
        return self.value(position.cells) if worth is None else worth

    def _greedily(self, position: Position) -> tuple[Position, float]:
        """The position after the option with the best outlook, and that."""
        trials = [position.tried(option) for option in position.options]
        value, player = self.reckoning.value, self.player
        values = [value(cells, player) for cells in trials]
        worth = max(values)
        return Position(position.program, trials[values.index(worth)]), worth


class _Opened:
    """What exchanges of any time open at a question, against going on without any.

    If it ``is_paid``, only options are followed that are worth as much at once: where something can
    be paid as it is, another way to pay it is no worse, or never better. ``without``: what going
    on is worth.
    """

    def __init__(self, thinker: Thinker, is_paid: bool, without: Callable[[], float]) -> None:
        self._thinker = thinker
        self._position = position = thinker.position
        self._options = position.options
        self._was_short = _is_short(position)
        self._is_paid = is_paid
        self._without = without
        self._going_on: float | None = None
        self._least: float | None = None
        # By the exchange and the way to pay it: what fewer uses of it open is known.
        self._known: dict[tuple[object, int], set[str]] = {}

    def better(self, exchange: Option, may_pay: bool) -> float:
        """How much better it is after an exchange: by itself if it ``may_pay``, or an option."""
        thinker, after, better = self._thinker, self._position.after_exchange(exchange), -inf
        opens = after.options != self._options
        # Of what leads to debts, where there was enough, the outlook tells only later.
        if may_pay and (self._was_short or not opens or not _is_short(after)):
            better = thinker.value(after.cells) - thinker.now
        worths = self._worths(exchange, after) if opens else []
        if not worths:
            return better
        if self._going_on is None:
            self._going_on = self._without()
        return max(better, max(worths) - self._going_on)

    def _is_hopeless(self, cells: list[int]) -> bool:
        """Is it worth less at once than what is due, paid as it is?"""
        if self._least is None:
            paid = self._position.tried(self._options[0])
            self._least = self._thinker.value(paid) - MARGIN
        return self._thinker.value(cells) < self._least

    def _worths(self, exchange: Option, after: Position) -> list[float]:
        """What the options are worth that are there only after it."""
        use, thinker = (exchange.offer, exchange.operands[0]), self._thinker
        if use not in self._known:
            self._known[use] = {option.key for option in self._options}
        known, found = self._known[use], []
        for option in after.options:
            if option.key not in known:
                known.add(option.key)
                deed = thinker.mind.deeds.of_option(after, option)
                if type(deed) in LATER:
                    continue
                if not (self._is_paid and self._is_hopeless(after.tried(option))):
                    found.append(thinker.followed(after, option, deed))
        return found
