"""Linking triggers: what follows from what."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..commands.definitions import Trigger
from ..runtime.acts import Act, Add, Conditional, EachOwner, SetTo, Several
from ..runtime.predicates import OwnsPiece
from ..runtime.steps import Branch, CallLater, EachBegin, EachNext
from .emitting import Emitter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..commands.definitions import Occasion
    from ..commands.effects import Effect
    from ..runtime.payments import Cost
    from ..runtime.predicates import Test


class TriggerLinker(Emitter):
    """Knows which triggers wait for an occasion."""

    def triggers(self, verb: str, of: str) -> list[tuple[Trigger, Test | None, str]]:
        """Those that wait for an occasion, with the test and the name of their piece.

        Triggers that ask nothing come first; then those of pieces before those of the rules.
        """

        occasion = verb, of
        if occasion not in self._waiting:
            pieces = [
                (trigger, self._acts_now(index, trigger.occasion), piece.name)
                for index, piece in enumerate(self.layout.pieces)
                for trigger in piece.triggers
                if (trigger.occasion.verb, trigger.occasion.of) == occasion
            ]
            rules = [t for t in self.of(Trigger) if (t.occasion.verb, t.occasion.of) == occasion]
            found = [*pieces, *((trigger, None, "") for trigger in rules)]
            self._waiting[occasion] = sorted(found, key=lambda entry: self.asks(entry[0].effect))
        return self._waiting[occasion]

    def publish(self, verb: str, of: str, follow: int) -> int:
        """What follows from an occasion, as steps; then on."""
        entry = follow
        for trigger, test, piece in reversed(self.triggers(verb, of)):
            with self.within(piece, verb):
                if test is not None and self._waits_for_anybody(trigger, piece):
                    entry = self._each_owner(trigger.effect, test, entry)
                else:
                    body = self.link(trigger.effect, entry)
                    entry = body if test is None else self.add(Branch(test, body, entry))
        return entry

    def publish_later(self, verb: str, of: str, follow: int) -> int:
        """As :meth:`publish`; what asks may lead to the same occasion, and is linked at the end."""
        if not any(self.asks(trigger.effect) for trigger, _, _ in self.triggers(verb, of)):
            return self.publish(verb, of, follow)
        entry = self.later.setdefault((verb, of), [])
        self.returns_to((verb, of), follow)
        return self.add(CallLater(entry, follow))

    def link_later(self) -> None:
        """Link what was put off."""
        for (verb, of), entry in [*self.later.items()]:
            if not entry:
                emit = partial(self.publish, verb, of)
                entry.append(self.routine((verb, of), emit))

    def _each_owner(self, effect: Effect, test: Test, follow: int) -> int:
        """Every owner of the piece in turn is "you"; then whoever was before."""
        players = self.layout.players
        with self.pushed("player", "players"):
            following = EachNext(players, follow)
            following.body = self.link(effect, self.add(following))
        return self.add(EachBegin(players, test, following.number))

    def publish_act(self, verb: str, of: str) -> Act | None:
        """What follows from an occasion that leaves no room for questions."""
        acts: list[Act | None] = []
        for trigger, test, piece in self.triggers(verb, of):
            with self.within(piece, verb):
                act = self.act(trigger.effect)
            if act is None or test is None:
                acts.append(act)
            elif self._waits_for_anybody(trigger, piece):
                acts.append(EachOwner(self.layout.players, test, act))
            else:
                acts.append(Conditional(test, act, None))
        return Several.of(*acts)

    def _waits_for_anybody(self, trigger: Trigger, piece: str) -> bool:
        """``whenever a player ...`` on a piece that players own: it acts for its owner."""
        owned = self.layout.is_owned(self.layout.piece_index[piece])
        return owned and trigger.occasion.who != "you"

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
