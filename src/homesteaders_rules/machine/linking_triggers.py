"""Linking triggers: what follows from what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.definitions import Trigger
from .acts import Act, Add, Conditional, SetTo, Several
from .judging import OwnsPiece
from .linking import Emitter
from .steps import Branch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..commands.definitions import Occasion
    from .judging import Test
    from .payments import Cost


class TriggerLinker(Emitter):
    """Knows which triggers wait for an occasion."""

    def triggers(self, verb: str, of: str) -> list[tuple[Trigger, Test | None, str]]:
        """Those that wait for an occasion, with the test and the name of their piece.

        Triggers that ask nothing come first; then those of pieces before those of the rules.
        """

        def waits(trigger: Trigger) -> bool:
            return trigger.occasion.verb == verb and trigger.occasion.of == of

        pieces = [
            (t, self._acts_now(i, t.occasion), p.name)
            for i, p in enumerate(self.layout.pieces)
            for t in p.triggers
            if waits(t)
        ]
        found = pieces + [(t, None, "") for t in self.of(Trigger) if waits(t)]
        return sorted(found, key=lambda entry: self.asks(entry[0].effect))

    def publish(self, verb: str, of: str, follow: int) -> int:
        """What follows from an occasion, as steps; then on."""
        entry = follow
        for trigger, test, piece in reversed(self.triggers(verb, of)):
            with self.within(piece, verb):
                body = self.link(trigger.effect, entry)
            if test is not None:
                body = self.add(Branch(test, body, entry))
            entry = body
        return entry

    def publish_act(self, verb: str, of: str) -> Act | None:
        """What follows from an occasion that leaves no room for questions."""
        acts = []
        for trigger, test, piece in self.triggers(verb, of):
            with self.within(piece, verb):
                act = self.act(trigger.effect)
            acts.append(act if test is None else Conditional(test, act, None))
        return Several.of(*acts)

    def _acts_now(self, piece: int, occasion: Occasion) -> Test:
        """A piece acts for its owner; one that lies for all acts while it lies up."""
        if self.layout.is_owned(piece):
            return OwnsPiece(self.layout.owned, 1 << piece, occasion.another)
        return self.layout.turned_up(piece)

    def following(self, gained: Cost = (), lost: Cost = (), used: Iterable[str] = ()) -> Act | None:
        """What follows from goods that changed hands: once for every unit."""
        acts: list[Act | None] = []
        for verb, goods in (("loses", lost), ("gains", gained)):
            for good, amount in goods:
                act = self.publish_act(verb, self.purse.names[good])
                acts += [act] * amount
        acts += [self.publish_act("uses", name) for name in used]
        return Several.of(*acts)

    def emptied_tallies(self, moment: str) -> list[Act]:
        """The tallies of a moment begin at nothing whenever it is collected."""
        stride = len(self.layout.tallies)
        return [
            SetTo(self.layout.at["tally", 0, tally.name], 0, stride)
            for tally in self.layout.tallies
            if tally.moment == moment
        ]

    def earned(self, good: str, amount: int) -> Act | None:
        """Goods that a moment gives are counted by the tallies of that moment."""
        cells = (
            self.layout.at["tally", 0, tally.name]
            for tally in self.layout.tallies
            if tally.moment == self.purpose and good in tally.goods
        )
        return Several.of(*(Add(cell, len(self.layout.tallies), amount) for cell in cells))
