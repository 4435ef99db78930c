"""What multiplies, as far as there are homes for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.amounts import Bundle, Item, Number
from ...commands.base import GOOD, Vocabulary
from ...commands.effects import Effect
from ...commands.flows import THE_PLAYER, THE_STOCK, Flow, flows_of
from ...commands.transfers import gives, in_stock, transfer
from ...trees import Node, tokens
from .. import homes as room
from .definitions import HomesOf
from .dwelling import dwelling_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Appraiser, Causes, Happening, Linker, Reader, W
    from ...runtime.predicates import Predicate
    from .steps import Young


@frozen(eq=False, repr=False)
class GainWithRoom(Effect):
    """``gain 1 of each animal that you have 2 of, as far as there is room``.

    Of the sets of them that find a home and cannot be added to, the one that the player chooses.
    """

    is_open = False
    why_not = "there is no room for any"
    is_question = True
    rules = ("gain_with_room",)
    example = "gain 1 of each <homed> that you have 2 of, as far as there is room"
    hints = (("as far as there is room", example),)
    goods: tuple[str, ...] = field(metadata=GOOD)
    called: str
    parents: int

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        """Of which goods, and how many of them have young."""
        number, word, parents = tokens(node)
        if str(number) != "1":
            reader.report("E302", "there is 1 more of each", number, "write: 1")
        goods, span = reader.goods(word), reader.span(node)
        return cls(goods, str(word), reader.number(parents), span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        having = f"that you have {self.parents} of"
        return f"gain 1 of each {self.called} {having}, as far as there is room"

    @property
    def bundles(self) -> tuple[Bundle, ...]:
        """One of each of the goods."""
        return tuple(Bundle((Item(Number(1), good, span=self.span),)) for good in self.goods)

    def flows(self) -> Iterable[Flow]:
        return flows_of(THE_STOCK, THE_PLAYER, *self.bundles)

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [*(("gains", good) for good in self.goods), *rules.filling_up(self.goods)]

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.total([appraiser.goods(bundle, 1) for bundle in self.bundles])

    def link(self, linker: Linker, follow: int) -> int:
        acts = (transfer(linker, self, bundle, 1) for bundle in self.bundles)
        made = tuple(act for act in acts if act is not None)
        return linker.add(room.steps.GainYoung(self._young(linker), self.goods, made, follow))

    def present(self, linker: Linker) -> Predicate:
        return room.steps.HaveYoung(self._young(linker))

    def _young(self, linker: Linker) -> Young:
        homes = next(each for each in linker.of(HomesOf) if set(self.goods) <= set(each.goods))
        return room.steps.Young(
            dwelling_of(linker.layout, homes),
            self.parents,
            tuple(map(homes.goods.index, self.goods)),
            tuple(gives(linker, bundle, in_stock(linker)) for bundle in self.bundles),
        )
