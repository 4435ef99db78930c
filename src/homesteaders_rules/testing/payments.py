"""Payments: which one an option makes, and which substitutions it uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.definitions.definition import Substitution
from ..commands.definitions.pieces import Piece
from ..runtime.offering.options import Option, Paying

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..play.state import State
    from ..runtime.offering.payments import Payment
    from ..words import Vocabulary


def payment_of(option: Option) -> Payment | None:
    """What an option pays, where it is one of several ways to pay."""
    offer = option.offer
    return offer.payment_of(option.operands) if isinstance(offer, Paying) else None


def substitutions_used(state: State, option: Option) -> Iterator[Substitution]:
    """The substitutions, at this table, whose words stand in how an option pays."""
    payment = payment_of(option)
    if payment is None or not payment.suffix:
        return
    owned = state.pieces(state.decision.player)
    vocabulary = state.table.layout.vocabulary
    for definition in state.table.definitions:
        if isinstance(definition, Substitution):
            if _says(payment.suffix, definition, vocabulary):
                yield definition
        elif isinstance(definition, Piece) and definition.name in owned:
            for each in definition.substitutions:
                if _says(payment.suffix, each, vocabulary):
                    yield each


def _says(suffix: str, substitution: Substitution, vocabulary: Vocabulary) -> bool:
    """Do the words of a payment say that one good of a substitution stood in for another?"""
    paying = [item.good for item in substitution.pays.items]
    instead = [item.good for item in substitution.items]
    for words in suffix.removeprefix(" with ").split(", "):
        paid, _, good = words.partition(" as ")
        named = any(one in good or vocabulary.plural(one) in good for one in instead)
        if named and all(one in paid or vocabulary.plural(one) in paid for one in paying):
            return True
    return False
