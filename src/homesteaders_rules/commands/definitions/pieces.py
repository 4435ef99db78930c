"""Pieces: what lies on the table, and what is printed on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ..amounts import Bundle, PieceCount
from ..base import SORT, Command, Vocabulary, added
from ..counting.bounds import bounds_words
from ..flows import THE_PLAYER, THE_STOCK, Flow, flows_of
from .definition import (
    Clause,
    Definition,
    EqualBid,
    Exchange,
    NotOffered,
    Score,
    Slot,
    Substitution,
    Trigger,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..conditions import Condition
    from ..effects import Effect
    from ..protocols import Causes, Happening


@frozen(eq=False, repr=False)
class Sort(Definition):
    """``piece building/buildings:`` and its lines.

    ``labels`` are groups of words that pieces may carry; ``places`` where copies lie: they
    begin in the first, are offered for building in the second, and ``players`` says that
    players own them; ``stacks`` for sorts that are stacked and turned up; ``moments`` the words
    that begin clauses.
    """

    kind = "piece"
    name: str
    plural: str
    labels: tuple[tuple[str, ...], ...] = ()
    places: tuple[str, ...] = ()
    stacks: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()

    @property
    def is_owned(self) -> bool:
        """Can players own pieces of it?"""
        return "players" in self.places

    @property
    def common_places(self) -> list[str]:
        """The places where copies lie that nobody owns: all but ``players``."""
        return [place for place in self.places if place != "players"]

    def words(self, vocabulary: Vocabulary) -> str:
        return f"piece {self.name}"

    def declares(self) -> Iterable[tuple[str, str, tuple[Condition, ...]]]:
        return [("stack", name, self.conditions) for name in self.stacks]


@frozen(eq=False, repr=False)
class NeedsPieces(Command):
    """``needs 3 huts``: whoever builds it owns so many already; ``most`` None: or more."""

    count: PieceCount
    least: int
    most: int | None

    def words(self, vocabulary: Vocabulary) -> str:
        one = self.count.words(vocabulary)
        if self.most == 0:
            return f"needs no {one}"
        exactly = self.least == self.most
        bounds = bounds_words((self.least, self.most))
        if self.most is None or exactly:
            bounds = f"{'exactly ' * exactly}{self.least}"
        alone = self.least == 1 and (exactly or self.most is None)
        return f"needs {bounds} {one if alone else self.count.several(vocabulary)}"


@frozen(eq=False, repr=False)
class Piece(Definition):
    """``building Farm:`` and its lines, or ``lot A1-S1: ...``.

    ``instead``: what may be paid in the place of its cost. ``returning``: labels; a piece of the
    player that carries all of them may be returned for it, to where it is on offer. ``needs``: how
    many pieces its builder owns before.
    """

    sort: str = field(metadata=SORT)
    name: str
    labels: tuple[str, ...] = ()
    copies: int = 1
    copies_per_player: bool = False
    cost: Bundle = Bundle()
    worth: int = 0
    stack: str = ""
    clauses: tuple[Clause, ...] = ()
    slots: tuple[Slot, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    rights: tuple[EqualBid, ...] = ()
    scores: tuple[Score, ...] = ()
    closings: tuple[NotOffered, ...] = ()
    instead: tuple[Bundle, ...] = added(())
    returning: tuple[tuple[str, ...], ...] = added(())
    needs: tuple[NeedsPieces, ...] = added(())

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.sort} {self.name}"

    def cost_words(self, vocabulary: Vocabulary) -> str:
        """``4 clay, or return 1 fireplace``; empty where it costs nothing."""
        if not self.cost.items:
            return ""
        costs = (each.words(vocabulary) for each in (self.cost, *self.instead))
        returned = (f"return 1 {' '.join(labels) or self.sort}" for labels in self.returning)
        return ", or ".join((*costs, *returned))

    def may_return(self, other: Piece) -> bool:
        """Can another one of the player be returned in the place of its cost?"""
        is_meant = any(set(labels) <= set(other.labels) for labels in self.returning)
        return is_meant and other.sort == self.sort and other.name != self.name

    def identity(self, vocabulary: Vocabulary) -> tuple[str, str]:
        return self.sort, self.name

    def flows(self) -> Iterable[Flow]:
        """What building it costs."""
        return flows_of(THE_PLAYER, THE_STOCK, self.cost)

    def leads(self, rules: Causes) -> Iterable[tuple[Happening, Effect]]:
        """Lines without a moment are used; what slots give comes when they are filled, or later."""
        bare = (clause.effect for clause in self.clauses if not clause.moment)
        yield from ((("use", self.sort), effect) for effect in bare)
        for slot in self.slots:
            filling = rules.filling(self.sort, slot.good)
            if filling is not None:
                yield filling, slot.effect


@frozen(eq=False, repr=False)
class OwnershipLimit(Definition):
    """``each player may own 1 building of each name``."""

    rules = ("ownership",)
    example = "each player may own 1 <sort> of each name"
    count: int
    sort: str = field(metadata=SORT)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"each player may own {vocabulary.count(self.count, self.sort)} of each name"
