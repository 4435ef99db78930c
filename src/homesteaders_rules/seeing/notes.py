"""What an option would bring, in words: the notes beside the options of a menu."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..commands.definitions.definition import Exchange
from ..mechanisms.owing import PayOrElse
from ..play.views import view
from ..runtime.offering import due
from ..runtime.offering.exchanges import ExchangeOffer, UseOnce
from ..runtime.offering.payments import WITH
from ..telling.describing import piece_text
from .lying import lying_text

if TYPE_CHECKING:
    from ..commands.definitions.definition import Slot
    from ..commands.definitions.pieces import Piece
    from ..play.state import Decision, State
    from ..runtime.offering.options import Option

TIMES = re.compile(r"(.+) (\d+)")


def gathered(decision: Decision) -> tuple[list[Option], list[Option], dict[str, int]]:
    """What is asked, what may be used at any time, and how often at once, by the key of a single
    use: several uses of an exchange stand with it, wherever it is."""
    keys = {option.key for option in decision.all}
    most: dict[str, int] = {}

    def single(option: Option) -> bool:
        is_use = isinstance(option.offer, ExchangeOffer | UseOnce)
        found = TIMES.fullmatch(option.key) if is_use else None
        if not found or found.group(1) not in keys:
            return True
        most[found.group(1)] = max(most.get(found.group(1), 1), int(found.group(2)))
        return False

    listed = [option for option in decision.options if single(option)]
    return listed, [option for option in decision.anytime if single(option)], most


class Notes:
    """What an option would bring, as far as the rules say it in words."""

    def __init__(self, state: State) -> None:
        layout = state.table.layout
        self.seen = view(state, state.decision.player)
        self.layout = layout
        self.vocabulary = layout.vocabulary
        self.exchanges = {d.key(): d for d in state.table.definitions if isinstance(d, Exchange)}
        self.exchanges |= {
            exchange.key(piece.name): exchange
            for piece in layout.pieces
            for exchange in piece.exchanges
            if exchange.name
        }

    def of(self, option: Option, most: int = 1) -> str:
        """The note of an option; empty where its key says it all."""
        if missing := self._missing(option):
            return missing
        if price := self.price(option):
            return f"costs {price}"
        bare = option.key.partition(" with ")[0].partition(", returning ")[0]
        several = f" (up to {most} at once: {option.key} {most})" if most > 1 else ""
        times = TIMES.fullmatch(bare)
        exchange = self.exchanges.get(bare) or (times and self.exchanges.get(times.group(1)))
        if exchange:
            cost, gain = (b.words(self.vocabulary) for b in (exchange.cost, exchange.gain))
            return f"{cost} -> {gain}{several}"
        piece = self._piece(bare)
        return self._note(piece, option.key) + several if piece else several.strip()

    def price(self, option: Option) -> str:
        """What is paid for cells of a grid, in words: their key names the cells alone."""
        deed = option.deed
        if not deed.cells:
            return ""
        goods = ((self.layout.goods[good].name, amount) for good, amount in deed.cost)
        return ", ".join(self.vocabulary.count(amount, good) for good, amount in goods)

    def brief(self, option: Option) -> str:
        """The same in a few words, beside the key in a row of options: what it gives or costs."""
        if missing := self._missing(option):
            return missing
        bare = option.key.partition(WITH)[0].partition(", returning ")[0]
        exchange = self.exchanges.get(bare)
        if exchange:
            cost, gain = (b.words(self.vocabulary) for b in (exchange.cost, exchange.gain))
            return f"{cost} -> {gain}"
        piece = self._piece(bare)
        if piece is None:
            return ""
        place = TIMES.fullmatch(bare)
        slot = place and self._slot_of(piece, place.group(1), int(place.group(2)))
        if slot:
            return slot.effect.words(self.vocabulary)
        for slot in piece.slots:
            if bare.endswith(f" {slot.good} on {piece.name}"):
                return self.there(option) or slot.effect.words(self.vocabulary)
        return piece.cost_words(self.vocabulary)

    def there(self, option: Option) -> str:
        """What lies on the place of all that an option fills."""
        piece = self._piece(option.key)
        if piece is None or not any(
            option.key.endswith(f" {slot.good} on {piece.name}") for slot in piece.slots
        ):
            return ""
        return ", ".join(lying_text(self.seen, piece.name))

    def _missing(self, option: Option) -> str:
        """What comes for what is not paid of all that is due."""
        step = option.offer
        if not isinstance(step, due.PayOrElse) or not isinstance(step.effect, PayOrElse):
            return ""
        owed, paid, _ = option.operands
        instead = step.effect.instead.words(self.vocabulary)
        return f"{owed - paid} of {owed} missing: {instead} for each" if owed > paid else "all"

    def _piece(self, key: str) -> Piece | None:
        """The piece an option names: the one with the longest name that stands in its key."""
        padded = f" {key} "
        named = [piece for piece in self.layout.pieces if f" {piece.name} " in padded]
        return max(named, key=lambda piece: len(piece.name), default=None)

    def _note(self, piece: Piece, key: str) -> str:
        place = TIMES.fullmatch(key)
        if place and place.group(1).endswith(piece.name):
            return self._slot(piece, place.group(1), int(place.group(2)))
        for slot in piece.slots:
            if key.endswith(f" {slot.good} on {piece.name}"):
                return self._place_of_all(piece, slot)
        for exchange in piece.exchanges:
            gained = " and ".join(item.good for item in exchange.gain.items)
            if key.endswith(f"{piece.name} for {gained}"):
                words = (b.words(self.vocabulary) for b in (exchange.cost, exchange.gain))
                return " -> ".join(words)
        cost = piece.cost_words(self.vocabulary)
        worth = f"worth {piece.worth}" if piece.worth else ""
        parts = [f"costs {cost}" if cost else "", worth, *piece_text(piece, self.vocabulary)]
        return "; ".join(part for part in parts if part)

    def _slot(self, piece: Piece, key: str, number: int) -> str:
        slot = self._slot_of(piece, key, number)
        return slot.words(self.vocabulary) if slot else ""

    def _slot_of(self, piece: Piece, key: str, number: int) -> Slot | None:
        """The slot with place ``number``, the places of each good counted apart."""
        filled: dict[str, int] = {}
        for slot in piece.slots:
            filled[slot.good] = filled.get(slot.good, 0) + slot.count
            if f" {slot.good} " in f" {key} " and number <= filled[slot.good]:
                return slot
        return None

    def _place_of_all(self, piece: Piece, slot: Slot) -> str:
        """What lies there now, and what is given; how it grows is said at the table."""
        lying = ", ".join(lying_text(self.seen, piece.name))
        given = slot.effect.words(self.vocabulary)
        return f"{lying} there; {given}" if lying else given
