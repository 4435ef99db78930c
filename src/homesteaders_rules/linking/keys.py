"""Keys: what can be chosen at the same time has different ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.base import Command
from ..errors import SameKey
from ..runtime.offering.offers import Question
from ..runtime.steps import Asking

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..runtime.offering.exchanges import ExchangeOffer
    from ..runtime.steps import Step

Meanings = dict[str, object]
"""What each key stands for."""


def check_keys(steps: Iterable[Step], exchanges: Iterable[ExchangeOffer]) -> None:
    """Raise SameKey where one key would stand for two things, at a question or at any time.

    ``exchanges`` are those of any time.
    """
    always: Meanings = {}
    for exchange in exchanges:
        for key in exchange.keys():
            if key in always:
                raise same_key(key, always[key], exchange.meaning)
            always[key] = exchange.meaning
    seen: set[object] = set()
    for step in steps:
        if isinstance(step, Asking):
            asked = (*_asked(step),)
            if asked in seen:  # Much may be built at many questions: it is compared once.
                continue
            seen.add(asked)
            here: Meanings = {}
            for keys, meaning in asked:
                for key in keys:
                    for known in (here, always):
                        if key in known and known[key] != meaning:
                            raise same_key(key, known[key], meaning)
                    here[key] = meaning


def _asked(step: Asking) -> Iterator[tuple[tuple[str, ...], object]]:
    """What can be chosen at a question: keys, and what they stand for; an answer for itself."""
    if isinstance(step, Question):
        for offer in step.offers:
            for part in offer.each():
                yield part.keys(), part.meaning
    else:
        yield from (((key,), (step.number, index)) for index, key in enumerate(step.keys()))


def same_key(key: str, one: object, other: object) -> SameKey:
    """The error for a key of two things; where they are commands it says their places."""
    effects = [each for each in (other, one) if isinstance(each, Command)]
    places = " and ".join(str(each.span) for each in effects if each.span)
    message = f'two things would be chosen by the words "{key}"'
    where = f", in {places}" if places else ""
    return SameKey(
        f"{message}{where}; give one of them another name", key, effects[0] if effects else None
    )
