"""Linking triggers: what follows from what."""

from __future__ import annotations

from contextlib import nullcontext
from functools import cached_property, partial
from itertools import groupby
from typing import TYPE_CHECKING

from .. import runtime
from ..commands.base import walk
from ..commands.conditions import Declined
from ..commands.definitions.definition import Trigger
from ..mechanisms.building.steps import OwnsPiece
from ..mechanisms.tallying import Add
from ..runtime.acts import Act, Conditional, Push, SetTo, Several
from ..runtime.counters import Counter, Fixed, InCell
from ..runtime.predicates import ALWAYS, All, Either, Predicate
from ..runtime.registers import ACTOR
from ..runtime.steps import Branch, Call, Run
from ..runtime.turns import EachNext
from .emitting import Emitter, Waiting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..commands.definitions.occasions import Occasion
    from ..commands.protocols import Happening
    from ..runtime.offering.payments import Losses
    from ..runtime.operands import Cost
    from ..runtime.players import OwnersAct
    from ..runtime.turns import Secret


class TriggerLinker(Emitter):
    """Knows which triggers wait for an occasion."""

    def triggers(self, verb: str, of: str) -> list[Waiting]:
        """Those that wait for an occasion, with the test and the name of their piece.

        Triggers that ask nothing come first; then those of pieces before those of the rules.
        """
        occasion = verb, of
        if occasion not in self._waiting:
            found: list[Waiting] = [
                (trigger, None if piece is None else self._acts_now(piece, trigger.occasion), name)
                for trigger, piece, name in self._by_occasion.get(occasion, ())
            ]
            self._waiting[occasion] = sorted(found, key=lambda entry: self.asks(entry[0].effect))
        return self._waiting[occasion]

    @cached_property
    def _by_occasion(self) -> dict[Happening, list[tuple[Trigger, int | None, str]]]:
        """All triggers: those of pieces with the number and the name of theirs, then the others."""
        pieces = enumerate(self.layout.pieces)
        owned = ((each, index, piece.name) for index, piece in pieces for each in piece.triggers)
        found: dict[Happening, list[tuple[Trigger, int | None, str]]] = {}
        for entry in (*owned, *((each, None, "") for each in self.of(Trigger))):
            occasion = entry[0].occasion
            found.setdefault((occasion.verb, occasion.of), []).append(entry)
        return found

    def heeds(self, happenings: Iterable[Happening]) -> bool:
        """Does anything wait for one of some happenings, or ask later whether it came to pass?"""
        found = [*happenings]
        remembered = ("declines" in dict(found)) and any(
            isinstance(each, Declined) for each in walk(*self.definitions)
        )
        return remembered or any(self.triggers(*each) for each in found)

    def runs(self, verb: str, of: str) -> list[list[Waiting]]:
        """The triggers of an occasion in parts that come one after the other.

        Where several owners may have one, their triggers are a part of its own: it goes by seats.
        """
        parts: list[list[Waiting]] = []
        for _, entries in groupby(self.triggers(verb, of), self._sorted_by):
            part = list(entries)
            together = any(self._waits_for_anybody(each) for each in part)
            parts += [part] if together else [[each] for each in part]
        return parts

    def _sorted_by(self, waiting: Waiting) -> tuple[bool, bool]:
        """What comes together: what asks or not, on pieces that players own or elsewhere."""
        trigger, _, piece = waiting
        return self.asks(trigger.effect), self._is_owned(piece)

    def publish(self, verb: str, of: str, follow: int) -> int:
        """What follows from an occasion, as steps; then on."""
        entry = follow
        for part in reversed(self.runs(verb, of)):
            if self._waits_for_anybody(part[0]) or len(part) > 1:
                entry = self._each_owner(part, verb, entry)
                continue
            trigger, test, piece = part[0]
            with self.within(piece, verb):
                body = self.link(trigger.effect, entry)
                entry = body if test is None else self.add(Branch(test, body, entry))
        return entry

    def publish_later(self, verb: str, of: str, follow: int) -> int:
        """As :meth:`publish`; what asks may lead to the same occasion, and is linked at the end."""
        if not any(self.asks(trigger.effect) for trigger, _, _ in self.triggers(verb, of)):
            return self.publish(verb, of, follow)
        call = Call(-1, follow)
        self.later.setdefault((verb, of, self.in_doubt), []).append(call)
        self.returns_to((verb, of), follow)
        return self.add(call)

    def link_later(self) -> None:
        """Link what was put off."""
        linked: dict[tuple[str, str, bool], int] = {}
        while waiting := [each for each in self.later if each not in linked]:
            for verb, of, in_doubt in waiting:
                with self.offered(trying=True) if in_doubt else nullcontext():
                    entry = self.shared((verb, of), partial(self.publish, verb, of))
                linked[verb, of, in_doubt] = entry
        for occasion, calls in self.later.items():
            for call in calls:
                call.entry = linked[occasion]

    def _each_owner(self, part: list[Waiting], verb: str, follow: int) -> int:
        """The triggers of the players in turn, each of whom is "you"; then whoever was before."""
        players = self.layout.players
        tests = [test for _, test, _ in part if test is not None]
        with self.pushed("player", "players"):
            following = EachNext(players, follow)
            entry = self.add(following)
            for waiting in reversed(part):
                trigger, test, piece = waiting
                with self.within(piece, verb):
                    body = self.link(trigger.effect, entry)
                if len(part) > 1 and test is not None:
                    caused = runtime.players.Caused()
                    meant = test if self._waits_for_anybody(waiting) else All((test, caused))
                    entry = self.add(Branch(meant, body, entry))
                else:
                    entry = body
            following.body = entry
        anybody = tests[0] if len(tests) == 1 else Either(tuple(tests))
        return self.each_player(anybody, following.number)

    def each_player(
        self,
        test: Predicate,
        follow: int,
        hides: Secret | None = None,
        order: Counter | None = None,
    ) -> int:
        """Who is "you" goes on the stack, and then the bits of the players of whom a test holds.

        In their place the players in an order, if there is one.
        """
        players = self.layout.players
        everybody = Fixed((1 << players) - 1)
        chosen = everybody if test is ALWAYS else runtime.players.Whoever(players, test)
        hidden = () if hides is None else (runtime.players.Hide(hides),)
        return self.add(Run(Several((*hidden, Push(InCell(ACTOR)), Push(order or chosen))), follow))

    def publish_act(self, verb: str, of: str) -> Act | None:
        """What follows from an occasion that leaves no room for questions.

        It is made once for all that lead to it, and so stands on no piece but those of triggers.
        """
        name = verb, of, self.depends, self.is_needed, self.secret
        if name not in self._published:
            with self.nowhere():
                parts = [self._part_act(part, verb) for part in self.runs(verb, of)]
            self._published[name] = Several.of(*parts)
        return self._published[name]

    def _part_act(self, part: list[Waiting], verb: str) -> Act | None:
        linked: list[OwnersAct] = []
        for waiting in part:
            trigger, test, piece = waiting
            with self.within(piece, verb):
                act = self.act(trigger.effect)
            if act is not None and test is None:
                return act
            if act is not None and test is not None:
                linked.append((test, act, self._waits_for_anybody(waiting)))
        if any(for_anybody for _, _, for_anybody in linked):
            return runtime.players.EachOwner(self.layout.players, tuple(linked))
        return Several.of(*(Conditional(test, act, None) for test, act, _ in linked))

    def _waits_for_anybody(self, waiting: Waiting) -> bool:
        """``whenever a player ...`` on a piece that players own: it acts for its owner."""
        trigger, _, piece = waiting
        return self._is_owned(piece) and trigger.occasion.who != "you"

    def _is_owned(self, piece: str) -> bool:
        return bool(piece) and self.layout.is_owned(self.layout.piece_index[piece])

    def _acts_now(self, piece: int, occasion: Occasion) -> Predicate:
        """A piece acts for its owner; one of a stack while it lies up, one on a board always."""
        if self.layout.is_owned(piece):
            return OwnsPiece(self.layout.owned, 1 << piece, occasion.another)
        return ALWAYS if self.layout.is_for_all(piece) else self.layout.turned_up(piece)

    def following(self, gained: Cost, used: Iterable[str] = ()) -> Act | None:
        """What follows from goods that were gained, once for every unit, and from exchanges."""
        acts: list[Act | None] = []
        for good, amount in gained:
            acts += [self.publish_act("gains", self.goods[good])] * amount
        acts += [self.publish_act("uses", name) for name in used]
        return Several.of(*acts)

    def losses(self, payments: Iterable[Cost]) -> Losses:
        """What follows from each unit of whatever some payments may take."""
        goods = {good for payment in payments for good, _ in payment}
        acts = ((good, self.publish_act("loses", self.goods[good])) for good in sorted(goods))
        return tuple((good, act) for good, act in acts if act is not None)

    def emptied_tallies(self, moment: str) -> list[Act]:
        """The tallies of a moment begin at nothing whenever it is collected."""
        stride = len(self.layout.tallies)
        return [
            SetTo(self.layout.at["tally", 0, tally.name], Fixed(0), stride)
            for tally in self.layout.tallies
            if tally.moment == moment
        ]

    def earned(self, good: str, amount: int) -> Act | None:
        """Goods that a moment gives are counted by the tallies of that moment."""
        if not self.layout.tallies:
            return None
        cells = (
            self.layout.at["tally", 0, tally.name]
            for tally in self.layout.tallies
            if tally.moment == self.purpose and good in tally.goods
        )
        stride, most = len(self.layout.tallies), self.layout.most
        return Several.of(*(Add(cell, stride, amount, most) for cell in cells))
