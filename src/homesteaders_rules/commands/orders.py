"""In which order, how often, and for whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ..runtime import ordering, steps
from .base import Command, Vocabulary
from .conditions import Extreme
from .effects import Effect, Sequence

if TYPE_CHECKING:
    from ..runtime.acts import Act
    from .linked import Linker

STOP = "stop"
"""The key of leaving out the parts that are left."""


@frozen(eq=False, repr=False)
class EachPlayer(Effect):
    """``each player, from the start player: A``: one after the other, clockwise.

    ``who``: only the players of whom it is so (``each player with the most wood: A``), found
    before the first of them acts. ``secret``: what they do is shown when all are done.
    """

    effect: Effect
    who: Extreme | None = None
    secret: bool = False

    def words(self, vocabulary: Vocabulary) -> str:
        who = ", from the start player"
        if self.who is not None:
            who = f" with {self.who.extreme_words(vocabulary)}"
        hidden = ", in secret" * self.secret
        return f"each player{who}{hidden}: {self.effect.words(vocabulary)}"

    def asks(self, linker: Linker) -> bool:
        return self.effect.asks(linker)

    def link(self, linker: Linker, follow: int) -> int:
        players = linker.layout.players
        with linker.pushed("player", "players"), linker.hiding(self.secret):
            following = steps.EachNext(players, follow)
            following.body = linker.link(self.effect, linker.add(following))
        test = None if self.who is None else self.who.test(linker.layout)
        return linker.add(steps.EachBegin(players, test, following.number))


@frozen(eq=False, repr=False)
class Times(Effect):
    """``4 times: A``."""

    count: int
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.count} times: {self.effect.words(vocabulary)}"

    def asks(self, linker: Linker) -> bool:
        return self.effect.asks(linker)

    def act(self, linker: Linker) -> Act | None:
        return self._all().act(linker)

    def link(self, linker: Linker, follow: int) -> int:
        return self._all().link(linker, follow)

    def _all(self) -> Sequence:
        return Sequence((self.effect,) * self.count, span=self.span)


@frozen(eq=False, repr=False)
class Part(Command):
    """``bonus: take the bonus``: a part of an order that the player chooses, with its key."""

    name: str
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.name}: {self.effect.words(vocabulary)}"


@frozen(eq=False, repr=False)
class AnyOrder(Effect):
    """``in any order, each once, or stop:`` and the parts.

    Parts that would do nothing are not offered. A single part that is left begins by itself.
    """

    parts: tuple[Part, ...]
    may_stop: bool

    def words(self, vocabulary: Vocabulary) -> str:
        parts = ", ".join(part.words(vocabulary) for part in self.parts)
        return f"in any order, each once{', or stop' * self.may_stop}: {parts}"

    def asks(self, linker: Linker) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        with linker.pushed("parts"):
            question = ordering.ChooseOrder(follow, STOP if self.may_stop else "")
            again = linker.add(question)
            question.parts = tuple(
                ordering.PartOffer(
                    part.name, part.effect.present(linker), linker.link(part.effect, again)
                )
                for part in self.parts
            )
        return linker.add(ordering.OrderBegin(again))
