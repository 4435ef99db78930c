"""The ledger of rules: what every line moves, from whom to whom, as double entry.

Nothing else moves goods, so that their number stays: the stock is the one source, and the sink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from ..commands.base import Command, Span, Vocabulary, walk
from ..commands.definitions.definition import Definition
from ..commands.flows import THE_STOCK, Flow
from ..rules import Rules


@frozen
class Entry:
    """One movement of a line: ``amount`` of ``good`` in words, from ``giver`` to ``taker``.

    Holders are ``the stock``, ``the player`` and pieces by name. ``choice``: the player picks it
    from among others.
    """

    amount: str
    good: str
    giver: str
    taker: str
    choice: bool
    span: Span | None


def ledger(definition: Definition, vocabulary: Vocabulary) -> tuple[Entry, ...]:
    """All that a definition moves, line by line; not what it calls elsewhere."""
    return tuple(_entry(command, flow, vocabulary) for command, flow in _flows(definition))


def _flows(definition: Definition) -> Iterator[tuple[Command, Flow]]:
    for command in walk(definition):
        for flow in command.flows():
            yield command, flow


def _entry(command: Command, flow: Flow, vocabulary: Vocabulary) -> Entry:
    words = flow.item.words(vocabulary)
    ends = flow.giver, flow.taker
    return Entry(words, flow.item.good, *ends, flow.choice, flow.item.span or command.span)


def sources(definitions: Iterable[Definition]) -> frozenset[str]:
    """The goods that come out of the stock by these definitions."""
    flows = (flow for each in definitions for _, flow in _flows(each))
    return frozenset(flow.item.good for flow in flows if flow.giver == THE_STOCK)


def sinks(definitions: Iterable[Definition]) -> frozenset[str]:
    """The goods that go back into the stock by these definitions."""
    flows = (flow for each in definitions for _, flow in _flows(each))
    return frozenset(flow.item.good for flow in flows if flow.taker == THE_STOCK)


def moved_goods(rules: Rules) -> dict[str, tuple[list[str], list[str]]]:
    """For each good the definitions that give it from the stock, and those that take it there."""
    vocabulary = rules.vocabulary
    found: dict[str, tuple[list[str], list[str]]] = {}
    for definition in rules.definitions:
        title = definition.title(vocabulary)
        for side, goods in enumerate((sources([definition]), sinks([definition]))):
            for good in sorted(goods):
                listed = found.setdefault(good, ([], []))[side]
                if title not in listed:
                    listed.append(title)
    return found
