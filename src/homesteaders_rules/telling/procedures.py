"""Mechanisms that speak: their sentences, those that hang on an option marked with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from attrs import evolve, frozen

from ..commands.conditions import OptionIs
from ..commands.control import If
from ..commands.effects import Effect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..commands.base import Vocabulary


@runtime_checkable
class Speaking(Protocol):
    """A mechanism whose procedure is a list of sentences."""

    def words(self, vocabulary: Vocabulary) -> str:
        """What it is called."""
        ...

    def sentences(self) -> tuple[str, ...]:
        """The procedure, one sentence each."""
        ...


@frozen
class Procedure:
    """A mechanism in words."""

    title: str
    sentences: tuple[str, ...]


Choice = frozenset[tuple[str, bool]]
"""The options that lead to one variant of a mechanism."""


def procedure_of(effect: Effect, vocabulary: Vocabulary) -> Procedure | None:
    """The procedure of a mechanism, or of all its variants by options; None for other effects."""
    variants = list(_variants(effect, frozenset()))
    mechanisms = [mechanism for _, mechanism in variants if isinstance(mechanism, Speaking)]
    titles = {mechanism.words(vocabulary) for mechanism in mechanisms}
    if len(mechanisms) != len(variants) or len(titles) != 1:
        return None
    spoken = [
        (chosen, mechanism.sentences())
        for (chosen, _), mechanism in zip(variants, mechanisms, strict=True)
    ]
    every = dict.fromkeys(sentence for _, sentences in spoken for sentence in sentences)
    told = [_marked(sentence, spoken, vocabulary) for sentence in every]
    real = tuple(sentence for sentence in told if sentence is not None)
    return Procedure(titles.pop(), real) if len(real) == len(told) else None


def _variants(effect: Effect, chosen: Choice) -> Iterator[tuple[Choice, Effect]]:
    """What an effect comes to, for every way to choose the options it asks for."""
    if isinstance(effect, If) and isinstance(effect.condition, OptionIs) and effect.otherwise:
        name, value = effect.condition.option, effect.condition.value
        yield from _variants(effect.then, chosen | {(name, value)})
        yield from _variants(effect.otherwise, chosen | {(name, not value)})
    else:
        yield chosen, effect


def _marked(
    sentence: str, spoken: list[tuple[Choice, tuple[str, ...]]], vocabulary: Vocabulary
) -> str | None:
    """A sentence, with the one option it hangs on; None where it hangs on more than one."""
    if all(sentence in sentences for _, sentences in spoken):
        return sentence
    for name, value in sorted(frozenset().union(*(chosen for chosen, _ in spoken))):
        if all(
            ((name, value) in chosen) == (sentence in sentences) for chosen, sentences in spoken
        ):
            condition = evolve(OptionIs(name, True), value=value)
            return f"{condition.words(vocabulary)}: {sentence}"
    return None
