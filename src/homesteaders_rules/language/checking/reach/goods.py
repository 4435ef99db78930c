"""Goods that nobody can ever have, and what must be paid in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from ....commands.conditions import Has
from ....commands.definitions.definition import Exchange, Slot, Substitution, Trigger
from ....commands.definitions.pieces import Piece, Sort
from ....commands.flows import THE_PLAYER, THE_STOCK
from ....commands.goods import PayTo
from ....mechanisms.grids.heaping import TakeThere
from ....mechanisms.maps.commands import TakeAll
from ....mechanisms.occupying.commands import LeaveTo
from ....mechanisms.piles.taking import Take
from ....mechanisms.placing.in_turn import PLACING_ON
from ...names.names import PLAYERS
from ..context import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ....commands.amounts import Bundle, Item
    from ....commands.base import Command
    from ..context import Checking

DEPENDING = (Piece, Exchange, PayTo, LeaveTo, Slot, Trigger)


@define(eq=False, repr=False)
class Reachable:
    """The goods that players can come to have: the least set that what they can do adds up to."""

    checking: Checking
    goods: set[str] = field(factory=set)
    put: set[tuple[str, str]] = field(factory=set)
    taken: set[str] = field(factory=set)
    substitutions: list[Substitution] = field(factory=list)
    _owned: set[str] = field(factory=set)

    @classmethod
    def of(cls, checking: Checking) -> Reachable:
        """Those of some rules, under whatever conditions they come about."""
        found = cls(checking)
        takes = [*checking.every(Take)]
        pieces = checking.rules.of(Piece)
        found.taken = {piece.name for piece in pieces if any(take.means(piece) for take in takes)}
        found.substitutions = list(checking.every(Substitution))
        found._owned = {s.name for s in checking.rules.of(Sort) if PLAYERS in s.places}
        before, waiting = -1, [*checking.rules.definitions]
        while before != len(found.goods) + len(found.put):
            before = len(found.goods) + len(found.put)
            waiting = [definition for definition in waiting if not found._add(definition)]
        return found

    def payable(self, bundle: Bundle) -> bool:
        """Can a player have all of it, or what may be paid in its place?"""
        return all(map(self.has, bundle.goods))

    def has(self, good: str) -> bool:
        """Can a player have it, or what may be paid in its place?"""
        return good in self.goods or any(
            any(item.good == good for item in each.items) and self.goods.issuperset(each.pays.goods)
            for each in self.substitutions
        )

    def owned(self, piece: Piece) -> bool:
        """Can what is printed on a piece ever matter, as far as its cost goes?"""
        if piece.sort not in self._owned or piece.name in self.taken or piece.returning:
            return True
        return any(map(self.payable, (piece.cost, *piece.instead)))

    def _happens(self, command: Command) -> bool:
        """Is it ever carried out? Only some classes depend on what can be had."""
        match command:
            case Piece():
                return self.owned(command)
            case Exchange(cost=cost) | PayTo(cost=cost):
                return self.payable(cost)
            case LeaveTo(left=left, paid=paid):
                return self.payable(left) and self.payable(paid)
            case Slot(good=good):
                return good in self.goods
            case Trigger(occasion=occasion) if occasion.verb in ("gains", "loses"):
                return occasion.of in self.goods
            case _:
                return True

    def _add(self, command: Command) -> bool:
        """Add what a command brings; whether nothing of it has to wait for what others bring."""
        if isinstance(command, DEPENDING) and not self._happens(command):
            return False
        is_all = True
        for flow in command.flows():
            giver, good = flow.giver, flow.item.good
            if flow.taker == THE_PLAYER:
                if giver == THE_STOCK or (giver, good) in self.put:
                    self.goods.add(good)
                else:
                    is_all = False
            elif flow.taker != THE_STOCK:
                self.put.add((flow.taker, good))
        if isinstance(command, TakeAll | TakeThere):
            caused = command.causes(self.checking.flow)
            self.goods.update(good for verb, good in caused if verb == "gains")
        for child in parts_of(command):
            is_all = self._add(child) and is_all
        return is_all


def check_goods(checking: Checking) -> None:
    """What something costs can be had: each good that cannot is told once."""
    reachable = checking.kept(Reachable.of)
    told: set[str] = set()
    for item, what in _costs(checking):
        if item.good in told or reachable.has(item.good):
            continue
        if not _is_own(checking, item):
            continue
        told.add(item.good)
        plural = checking.rules.vocabulary.plural(item.good)
        message = f"nobody can ever have {plural}, and so {what}"
        hint = f"let something give {plural}: gain 1 {item.good}, or an exchange"
        checking.report("W538", message, item, hint)
    for asked in checking.every(Has):
        if asked.least and asked.good not in reachable.goods | told and _is_own(checking, asked):
            told.add(asked.good)
            plural = checking.rules.vocabulary.plural(asked.good)
            message = f"nobody can ever have {plural}, and so this never holds"
            hint = f"let something give {plural}: gain 1 {asked.good}, or an exchange"
            checking.report("W538", message, asked, hint)


def _is_own(checking: Checking, item: Command) -> bool:
    return item.span is not None and item.span.file in checking.own_files


def _costs(checking: Checking) -> Iterator[tuple[Item | Slot, str]]:
    """Everything that is paid if one likes, with what does not happen otherwise."""
    for piece in checking.rules.of(Piece):
        if not piece.instead and not piece.returning:
            yield from _each(piece.cost, f"nobody can build {piece.name}")
    for exchange in checking.every(Exchange):
        yield from _each(exchange.cost, "nobody can use this exchange")
    for payment in checking.every(PayTo):
        yield from _each(payment.cost, "nobody can pay it")
    for leaving in checking.every(LeaveTo):
        for bundle in (leaving.left, leaving.paid):
            yield from _each(bundle, "nobody can leave it there")
    for substitution in checking.every(Substitution):
        yield from _each(substitution.pays, "nobody can pay with it")
    for slot, is_own in checking.slots():
        if any(each.good == slot.good for each in checking.every(PLACING_ON[is_own])):
            yield slot, "this place stays empty"


def _each(bundle: Bundle, what: str) -> Iterable[tuple[Item, str]]:
    return ((item, what) for item in bundle.items)
