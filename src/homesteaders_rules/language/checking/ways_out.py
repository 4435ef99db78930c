"""What may be written where a payment could not be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.definitions.course import Phase
from ...commands.definitions.definition import Exchange
from ...commands.definitions.scores import Scoring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.amounts import Bundle
    from .context import Checking


def ways_out(checking: Checking, bundle: Bundle, good: str) -> str:
    """Lines that let a player go on who has not enough of a good, and cannot raise it."""
    words = bundle.words(checking.rules.vocabulary)
    liability = next((each for each in _liabilities(checking) if each != good), "")
    ways = [*_opened(checking, good), f"let them choose: may pay {words}"]
    if liability:
        ways.append(
            f"say what comes instead: pay {words}, or gain 1 {liability} for each that is missing"
        )
    if not {good, liability} & checking.bounded:
        names = (f"{verb} {good}" for verb in ("raise", "lend"))
        name = next((each for each in names if each not in checking.names.exchanges), "<exchange>")
        also = f"1 {liability}" if liability else "and what counts against them"
        ways.append(
            "or add an exchange without cost that is open at any time: "
            f"exchange {name}: nothing -> 1 {good}, {also}"
        )
    return "; ".join(ways)


def _opened(checking: Checking, good: str) -> Iterator[str]:
    """Exchanges without a cost that would bring it, if they were open at any time."""
    for exchange in checking.rules.of(Exchange):
        if good in exchange.gain.goods and not exchange.cost.items:
            for phase in checking.rules.of(Phase):
                if phase.closes(exchange):
                    yield f"do not close {exchange.name} in the phase {phase.name}"
            if exchange.offered_only:
                yield f"let {exchange.name} be open at any time, without: when offered"


def _liabilities(checking: Checking) -> Iterator[str]:
    """The goods that count against whoever has them."""
    for scoring in checking.rules.of(Scoring):
        for term in (term for line in scoring.lines for term in line.terms):
            falls = term.kind == "rising" and term.series[-1] < 0
            if falls or (term.kind == "per good" and term.each < 0):
                yield term.of
