"""Strategies of play: walks from any state, whole games, single options."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from attrs import define, field
from hypothesis import strategies as st

from ...play.choosing import apply
from ..beginnings import Beginning
from ..counterexamples import Counterexample, fault_of
from ..walks import Step, Walk, walk_from
from .numbers import Numbers, Seeded, numbers
from .states import begun
from .tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypothesis.strategies import SearchStrategy

    from ...play.state import State
    from ...rules import Rules
    from ...runtime.offering.options import Option

TENTHS = 10
SOUGHT = 8
"""What is sought counts as so many kinds of options."""
MOST_DRAWN = 700
"""So many choices of a game are drawn; what is left of a very long one is played from a number."""


@st.composite
def walks(draw: st.DrawFn, *rules: Rules, most: int = 60, anytime: float = 0.2) -> Walk:
    """The steps of a random game from setup or from a situation on, as far as ``most``.

    Situations lie in any round, so that what comes late in a game is met after few choices.
    With the chance ``anytime`` a step is an exchange of any time.
    """
    return _walked(draw(numbers()), rules, most, anytime)


def seeded_walks(
    *rules: Rules, seed: int = 0, most: int = 60, anytime: float = 0.2
) -> Iterator[Walk]:
    """Such walks without end, without Hypothesis: the same ones for a seed."""
    for number in count():
        yield _walked(Numbers(Seeded(f"{seed} {number}")), rules, most, anytime)


def _walked(source: Numbers, rules: Sequence[Rules], most: int, anytime: float) -> Walk:
    return _played(source, begun(source, rules), most, anytime)


@st.composite
def walks_from(
    draw: st.DrawFn, beginning: Beginning, *, most: int = 60, anytime: float = 0.2
) -> Walk:
    """The steps of a random game from one beginning on, as far as ``most``."""
    return _played(draw(numbers()), beginning, most, anytime)


def _played(source: Numbers, beginning: Beginning, most: int, anytime: float) -> Walk:
    player = _Player(source, beginning, round(anytime * TENTHS))
    for _ in range(source.number(1, most)):
        if not player.state.over:
            player.step()
    return player.walk


@st.composite
def games(draw: st.DrawFn, *rules: Rules, anytime: float = 0.1) -> Walk:
    """A whole game from setup to its end."""
    beginning = Beginning.of_game(**draw(tables(*rules)))
    player = _Player(draw(numbers()), beginning, round(anytime * TENTHS))
    while not player.state.over and len(player.steps) < MOST_DRAWN:
        player.step()
    rest = walk_from(player.state, anytime=0)
    return Walk(beginning, [*player.steps, *rest])


def options(state: State, anytime: bool = True) -> SearchStrategy[Option]:
    """One of the options of a state that is not over; exchanges of any time too."""
    return st.sampled_from(state.decision.all if anytime else state.options)


@define
class _Player:
    """Chooses one option after the other: all kinds alike, and those not chosen yet more often."""

    numbers: Numbers
    beginning: Beginning
    exchanges: int
    steps: list[Step] = field(factory=list)
    taken: set[int] = field(factory=set)

    @property
    def state(self) -> State:
        return self.steps[-1].after if self.steps else self.beginning.state

    @property
    def walk(self) -> Walk:
        return Walk(self.beginning, self.steps)

    def step(self) -> None:
        """One choice. Raises Counterexample where the engine fails."""
        state = self.state
        option = self._drawn(self._offered(state))
        try:
            after, events = apply(state, option)
        except Exception as error:
            fault = f"{option.key} cannot be carried out: {fault_of(error)}"
            raise Counterexample(fault, self.walk) from error
        self.steps.append(Step(state, option, after, events))

    def _offered(self, state: State) -> Sequence[Option]:
        """The options, or sometimes the exchanges; never two exchanges in a row."""
        rest = bool(self.steps) and self.steps[-1].option.anytime
        exchanges = () if rest or not self.exchanges else state.anytime
        if exchanges and self.numbers.number(0, TENTHS - 1) >= TENTHS - self.exchanges:
            return exchanges
        return state.options

    def _drawn(self, offered: Sequence[Option]) -> Option:
        """Row by row: the first option of each kind, then the second of each, as often."""
        kinds: dict[int, list[Option]] = {}
        for option in offered:
            kinds.setdefault(id(option.offer), []).append(option)
        fresh = {kind: found for kind, found in kinds.items() if kind not in self.taken}
        sought = [o for o in offered if any(name in o.key for name in self.beginning.sought)]
        weighted = [*kinds.values(), *fresh.values(), *[sought] * (SOUGHT if sought else 0)]
        longest = max(map(len, weighted))
        number = self.numbers.number(0, longest * len(weighted) - 1) if len(offered) > 1 else 0
        row, kind = divmod(number, len(weighted))
        option = weighted[kind][row % len(weighted[kind])]
        self.taken.add(id(option.offer))
        return option
