"""Moving one of the goods that lie on places of your pieces to another place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...commands.base import GOOD, Vocabulary
from ...commands.effects import Effect, Quiet
from ...runtime import recording
from ...runtime.offering.deeds import Deed
from ...runtime.offering.offers import Offer
from ...runtime.offering.options import Option, option_of
from ...runtime.operands import Memory, PlayerCell, RecordSource, StepNumber, Text
from ...runtime.predicates import Predicate, Wide
from ...runtime.registers import ACTOR
from ...trees import Node, tokens
from ...values import ByValue
from .commands import slots_of
from .steps import SlotPlaces

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...commands.protocols import Linker, Reader
    from ...runtime.recording.events import Log


@frozen(eq=False, repr=False)
class MovePlaced(Quiet):
    """``move 1 worker to another place``: from a place of your pieces to a free one."""

    about_you = True
    is_question = True
    rules = ("move_placed",)
    example = "move 1 <good> to another place"
    why_not = "there is nothing to move, or no free place to move it to"
    good: str = field(metadata=GOOD)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        number, word = tokens(node)
        if str(number) != "1":
            one = reader.named("good", word)
            hint = f"one after the other: {number} times: may move 1 {one} to another place"
            reader.report("E302", "only 1 can be moved at once", number, hint)
        return cls(reader.named("good", word), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"move 1 {self.good} to another place"

    def link(self, linker: Linker, follow: int) -> int:
        return linker.question(self.offered(linker, follow), follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        layout = linker.layout
        named = tuple((layout.pieces[place.piece].name, place.number) for place in layout.places)
        source = linker.source(
            recording.boards.Shifted(self.good, named, span=self.span, piece=linker.piece)
        )
        return [ShiftOffer(self._ways(linker), source, self.good, follow)]

    def present(self, linker: Linker) -> Predicate:
        return CanShift(self._ways(linker))

    def _ways(self, linker: Linker) -> Ways:
        return Ways(slots_of(linker, self.good), linker.layout.owned, linker.layout.placed)


@frozen(eq=False, repr=False)
class Ways(ByValue):
    """From the last filled place of a slot to the first free one of another."""

    slots: tuple[SlotPlaces, ...]
    owned: PlayerCell
    placed: PlayerCell

    def there(self, cells: Sequence[int]) -> tuple[int, int]:
        """What the player in ACTOR owns, and which of their places are filled."""
        player = cells[ACTOR]
        return cells[self.owned + player], cells[self.placed + player]

    def of(self, owned: int, placed: int) -> Iterator[tuple[int, int]]:
        """Each place to move from and to, as things lie."""
        own = [[number for number, _ in slot.places] for slot in self.slots if owned & slot.owner]
        filled = [[number for number in places if placed >> number & 1] for places in own]
        for lying, start in enumerate(filled):
            for other, places in enumerate(own):
                free = next((number for number in places if not placed >> number & 1), None)
                if start and free is not None and other != lying:
                    yield start[-1], free


@frozen(eq=False, repr=False)
class CanShift(Wide):
    """Something lies on a place, and another is free."""

    ways: Ways

    def holds(self, cells: Sequence[int]) -> bool:
        return next(self.ways.of(*self.ways.there(cells)), None) is not None


@define(eq=False, repr=False)
class ShiftOffer(Offer):
    """One option for each place to move from and to: the operands are these two."""

    ways: Ways
    source: RecordSource
    good: Text
    target: StepNumber
    _names: dict[int, str] = field(init=False)
    _options: Memory[tuple[int, int], tuple[Option, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._names = {number: name for slot in self.ways.slots for number, name in slot.places}
        self._options = Memory(
            lambda there: tuple(option_of(self, *way) for way in self.ways.of(*there))
        )

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return self._options[self.ways.there(cells)]

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        start, end = option.operands
        cells[self.ways.placed + cells[ACTOR]] ^= 1 << start | 1 << end
        log.append((self.source, cells[ACTOR], start, end))
        return self.target

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key not in self.keys():
            return None
        return f"no {self.good} lies there, or that is not the first free place of your own"

    def keys(self) -> tuple[str, ...]:
        numbers = [[number for number, _ in slot.places] for slot in self.ways.slots]
        ways = (
            (start, end)
            for one, starts in enumerate(numbers)
            for other, ends in enumerate(numbers)
            if one != other
            for start in starts
            for end in ends
        )
        return tuple(self.key_of(way) for way in ways)

    def key_of(self, operands: tuple[int, ...]) -> str:
        start, end = operands
        return f"move {self.good} from {self._names[start]} to {self._names[end]}"

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return Deed("move", origin=operands[0], place=operands[1])
