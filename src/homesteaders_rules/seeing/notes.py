"""What an option would bring, in words: the notes beside the options of a menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.definitions.definition import Exchange, Slot
from ..mechanisms.owing import PayOrElse
from ..play.views import view
from ..runtime.offering import due
from ..telling.describing import piece_text
from .lying import lying_text

if TYPE_CHECKING:
    from ..commands.definitions.pieces import Piece
    from ..play.state import Decision, State
    from ..runtime.offering.options import Option


def gathered(decision: Decision) -> tuple[list[Option], list[Option], dict[str, int]]:
    """What is asked, what may be used at any time, and how often at once, by the key of a single
    use: several uses of an exchange stand with it, wherever it is."""
    keys = {option.key for option in decision.all}
    most: dict[str, int] = {}

    def single(option: Option) -> bool:
        once, times = option.deed.exchange, option.deed.times
        if once not in keys or option.key != f"{once} {times}":
            return True
        most[once] = max(most.get(once, 1), times)
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
        }

    def of(self, option: Option, most: int = 1) -> str:
        """The note of an option; empty where its key says it all."""
        if missing := self._missing(option):
            return missing
        if price := self.price(option):
            return f"costs {price}"
        several = f" (up to {most} at once: {option.key} {most})" if most > 1 else ""
        if swap := self._swap(option):
            return swap + several
        piece, slot = self._piece(option), self._slot(option)
        if piece and slot:
            is_own = self._is_owned(piece)
            return slot.words(self.vocabulary) if is_own else self._place_of_all(option, slot)
        if piece is None:
            return several.strip()
        # What a space costs is not paid by who makes it neutral.
        return self._note(piece, "building there costs" if option.deed.verb == "make" else "costs")

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
        if swap := self._swap(option):
            return swap
        if slot := self._slot(option):
            return self.there(option) or slot.effect.words(self.vocabulary)
        piece = self._piece(option)
        return piece.cost_words(self.vocabulary) if piece else ""

    def there(self, option: Option) -> str:
        """What lies on the place of all that an option fills."""
        piece = self._piece(option)
        if piece is None or not self._slot(option) or self._is_owned(piece):
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

    def _swap(self, option: Option) -> str:
        """What a single use of an exchange costs and brings; empty for what is none."""
        exchange = self.exchanges.get(option.deed.exchange)
        if exchange is None:
            return ""
        return " -> ".join(b.words(self.vocabulary) for b in (exchange.cost, exchange.gain))

    def _piece(self, option: Option) -> Piece | None:
        """The piece that something is done with, or on which a place is filled."""
        deed = option.deed
        index = deed.piece if deed.place is None else self.layout.places[deed.place].piece
        return None if index is None else self.layout.pieces[index]

    def _slot(self, option: Option) -> Slot | None:
        """The slot of which a place is filled."""
        if option.deed.place is None:
            return None
        place = self.layout.places[option.deed.place]
        return self.layout.pieces[place.piece].slots[place.slot]

    def _is_owned(self, piece: Piece) -> bool:
        return self.layout.sort_of(piece.sort).is_owned

    def _note(self, piece: Piece, costs: str) -> str:
        cost = piece.cost_words(self.vocabulary)
        worth = f"worth {piece.worth}" if piece.worth else ""
        parts = [f"{costs} {cost}" if cost else "", worth, *piece_text(piece, self.vocabulary)]
        return "; ".join(part for part in parts if part)

    def _place_of_all(self, option: Option, slot: Slot) -> str:
        """What lies there now, and what is given; how it grows is said at the table."""
        lying, given = self.there(option), slot.effect.words(self.vocabulary)
        return f"{lying} there; {given}" if lying else given
