"""What ends a game whose rounds are not counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from .. import runtime
from ..commands.base import Vocabulary
from ..commands.effects import Effect, Quiet
from ..runtime.recording import records
from ..runtime.registers import AGAIN, END, TURN
from ..trees import Node, tokens

if TYPE_CHECKING:
    from ..commands.protocols import Causes, Linker, Reader
    from ..runtime.acts import Act

AT_ONCE = "at once"
AFTER = ("after this round", "after one more round")
"""When it ends, by the number of rounds that still come."""


@frozen(eq=False, repr=False)
class GameEnds(Quiet):
    """``the game ends after this round``. ``more``: how many rounds come after it; None: at once.

    Said again it changes nothing, unless the game then ends earlier.
    """

    rules = ("game_ends",)
    example = "the game ends after this round"
    hints = (("the game ends", example),)
    more: int | None = 0

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        when = str(tokens(node)[0])
        return cls(None if when == AT_ONCE else AFTER.index(when), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"the game ends {AT_ONCE if self.more is None else AFTER[self.more]}"

    def asks_itself(self, rules: Causes) -> bool:
        """What ends at once leaves whatever is going on: not in the middle of an act."""
        return self.more is None

    def act(self, linker: Linker) -> Act | None:
        if self.more is None:
            return super().act(linker)
        layout = linker.layout
        source = linker.source(records.Told("Ending", span=self.span, piece=linker.piece))
        return runtime.ending.EndAfter(source, layout.at[END], layout.rounds, self.more)

    def link(self, linker: Linker, follow: int) -> int:
        if self.more is not None:
            return super().link(linker, follow)
        layout = linker.layout
        source = linker.source(records.Told("Ending", span=self.span, piece=linker.piece))
        over = tuple(layout.at[cell] for cell in (TURN, AGAIN) if cell in layout.at)
        end, first = layout.at[END], layout.size
        step = runtime.ending.EndNow(source, end, layout.rounds, first, over, linker.next_round)
        return linker.add(step)
