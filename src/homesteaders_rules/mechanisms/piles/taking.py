"""Pieces that a player takes for nothing: one by its name, or one of several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.base import PIECE, Vocabulary
from ...commands.effects import Effect
from ...runtime.recording import records
from . import acts as piles_acts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Appraiser, Causes, Happening, Linker, W
    from ...runtime.acts import Act


@frozen(eq=False, repr=False)
class TakePiece(Effect):
    """``take Homestead``: one copy to the player, from the first of its places that has one."""

    rules = ("take",)
    example = "take <piece>"
    piece: str = field(metadata=PIECE)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"take {self.piece}"

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return ()

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.nothing

    def act(self, linker: Linker) -> Act | None:
        layout = linker.layout
        index = layout.piece_index[self.piece]
        places = layout.sort_of(layout.pieces[index].sort).places
        decoders = {
            place: records.Taken(layout.piece_names, place, span=self.span)
            for place in places
            if ("pieces", place) in layout.at
        }
        found = [(linker.source(told), layout.at["pieces", at]) for at, told in decoders.items()]
        return piles_acts.Take(index, tuple(found), layout.owned)
