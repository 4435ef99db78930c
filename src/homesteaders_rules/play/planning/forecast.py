"""What the present placing will bring: the income, and the wages that are due after it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import frozen

from ...commands.control import Do, Sequence
from ...commands.definitions.course import Action, Phase
from ...commands.definitions.definition import Clause
from ...commands.repetition import Collect, EachPlayer
from ...errors import expect
from ...linking.consequences import Consequences
from ...linking.table import once
from ...mechanisms.placing import steps as placing
from ...runtime.offering.due import Pay
from ...runtime.registers import ACTOR, RANDOM
from ..lookups import seat_of
from ..state import STATE, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.base import Command
    from ...commands.effects import Effect
    from ...linking.table import Table
    from ...runtime.acts import Act

Goods = tuple[tuple[str, int], ...]


@frozen
class Forecast:
    """What a placing brings in the phase that collects what filled places give.

    ``brings``: what ``player`` has more of each good then (below 0: less), triggers included;
    ``due``: what is due in that phase afterwards; ``lacking``: what of that they will not have.
    ``undecided``: in the words of the rules what asks, hangs on a condition or on chance, and is
    counted nowhere. All of it is empty where no places are filled.
    """

    player: int
    phase: str
    brings: Goods = ()
    due: Goods = ()
    lacking: Goods = ()
    undecided: tuple[str, ...] = ()


def forecast(state: State, player: int) -> Forecast:
    """What the places that a player has filled now bring, and the wages that are due then.

    It is counted as if the phase came next: with the pieces, goods and places of this moment.
    Raises GameError for a seat that is not there, and TypeError for what is no state.
    """
    expect(state, State, STATE)
    seat_of(state.table.layout, player)
    course = once(state.table, _Course)
    return _Run(state, player, course).forecast()


class _Course:
    """What a table collects and demands in the phase in which filled places give something."""

    def __init__(self, table: Table) -> None:
        self.consequences = Consequences(table.definitions)
        self._actions = {d.name: d.effect for d in table.definitions if isinstance(d, Action)}
        moments = {sort.moments[0] for sort in table.layout.sorts if sort.moments}
        self.phase = ""
        self.collecting: list[placing.Collect] = []
        self.paying: list[Pay] = []
        self.undecided: list[Effect] = []
        for phase in (d for d in table.definitions if isinstance(d, Phase)):
            sure = [*self._surely(phase.effect)]
            mine = [e for e in sure if isinstance(e, Collect) and e.moment in moments]
            if mine and any(slot.good for piece in table.layout.pieces for slot in piece.slots):
                self.phase = phase.name
                self._linked(table, phase.effect, sure)
                break

    def _linked(self, table: Table, whole: Effect, sure: list[Effect]) -> None:
        """The steps of what surely happens in the phase, each once; what may happen beside."""
        first: dict[int, Any] = {}
        for step in table.program.steps:
            if isinstance(step, placing.Collect | Pay) and not step.piece:
                first.setdefault(id(step.effect), step)
        steps = [first[id(effect)] for effect in sure if id(effect) in first]
        self.collecting = [step for step in steps if isinstance(step, placing.Collect)]
        self.paying = [step for step in steps if isinstance(step, Pay)]
        known = {id(effect) for effect in sure}
        for effect in sure:
            for part in self.consequences.done_by(effect):
                if id(part) in first and id(part) not in known and effect not in self.undecided:
                    self.undecided.append(effect)

    def _surely(self, effect: Effect) -> Iterator[Effect]:
        """What everybody does, whatever is so and whatever they choose."""
        match effect:
            case Sequence(effects=effects):
                for each in effects:
                    yield from self._surely(each)
            case EachPlayer(effect=inner, who=None):
                yield from self._surely(inner)
            case Do(action=action):
                yield from self._surely(self._actions[action])
            case _:
                yield effect


class _Run:
    """The phase, carried out on a copy for one player."""

    def __init__(self, state: State, player: int, course: _Course) -> None:
        self.table = state.table
        self.player = player
        self.course = course
        self.cells = [*state.cells[: state.table.layout.size]]
        self.cells[ACTOR] = player
        self.vocabulary = state.table.layout.vocabulary
        self.undecided = [each.words(self.vocabulary) for each in course.undecided]

    def forecast(self) -> Forecast:
        """Collect, and see what is due."""
        before = self._held()
        for collecting in self.course.collecting:
            self._collect(collecting)
        after = self._held()
        due = Counter[int]()
        for paying in self.course.paying:
            due[paying.good] += max(paying.counter.count(self.cells, self.player), 0)
        goods = self.table.layout.goods
        names = [good.name for good in goods]
        changes = (now - then for now, then in zip(after, before, strict=True))
        return Forecast(
            self.player,
            self.course.phase,
            tuple((name, n) for name, n in zip(names, changes, strict=True) if n),
            tuple((names[good], n) for good, n in sorted(due.items()) if n),
            tuple((names[g], n - after[g]) for g, n in sorted(due.items()) if n > after[g]),
            tuple(dict.fromkeys(self.undecided)),
        )

    def _held(self) -> list[int]:
        first = self.table.layout.row(self.player)
        return self.cells[first : first + len(self.table.layout.goods)]

    def _collect(self, step: placing.Collect) -> None:
        """The acts of a moment; what asks is told in its words."""
        for act in step.always:
            self._do(act, "")
        owned = self.cells[step.owned + self.player]
        filled = self.cells[step.placed + self.player]
        for each in step.yields:
            if owned & each.owner and filled & each.places == each.places:
                self._do(each.act, self._names(each.owner))
        moment = step.effect.moment
        self.undecided += (e.words(self.vocabulary) for e in self._asking(moment, owned, filled))

    def _do(self, act: Act, piece: str) -> None:
        """Carried out, unless chance decides what it does."""
        tried = list(self.cells)
        act.do(tried, [])
        if tried[RANDOM] == self.cells[RANDOM]:
            self.cells = tried
        else:
            self.undecided.append(piece)

    def _names(self, owner: int) -> str:
        pieces = self.table.layout.pieces
        return " or ".join(piece.name for i, piece in enumerate(pieces) if owner >> i & 1)

    def _asking(self, moment: str, owned: int, filled: int) -> Iterator[Command]:
        """The effects of the moment that ask the player something."""
        layout = self.table.layout
        clauses = [each for each in self.table.definitions if isinstance(each, Clause)]
        slots: list[Effect] = []
        for index, piece in enumerate(layout.pieces):
            if owned >> index & 1 or layout.is_for_all(index):
                clauses += piece.clauses
                if moment in layout.sort_of(piece.sort).moments[:1]:
                    for number, slot in enumerate(piece.slots):
                        places = layout.slot_bits(index, number)
                        if filled & places == places:
                            slots.append(slot.effect)
        effects = [*(each.effect for each in clauses if each.moment == moment), *slots]
        return (effect for effect in effects if effect.asks(self.course.consequences))
