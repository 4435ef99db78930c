"""Compiling the sentences of a mechanism: each of them once, none left out."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from attrs import frozen

from ...commands.sentences import Numbers, Sentence, Sentences
from ...trees import nodes, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...trees import Node
    from ..names.scope import Scope


@frozen
class Said:
    """A sentence of the text, and the value of its field."""

    sentence: Sentence
    value: Any
    node: Node


def read_sentence(scope: Scope, node: Node, sentences: Sentences) -> Said:
    """Which of the sentences a line says, and with what value."""
    rule = str(node.data)
    end = "".join(str(word) for word in tokens(node)[-1:] if word.type not in ("PHRASE", "NUMBER"))
    sentence = next(each for each in sentences.listed if each.is_said(rule, end))
    if isinstance(sentence, Numbers):
        return Said(sentence, _numbers(scope, node), node)
    return Said(sentence, sentence.value(rule, end), node)


def _numbers(scope: Scope, node: Node) -> tuple[int, ...]:
    numbers = tuple(scope.number(token) for token in tokens(node))
    if any(low >= high for low, high in pairwise(numbers)):
        scope.report("E324", "each bid must be higher than the one before it", node)
    return numbers


def read_sentences(scope: Scope, node: Node, sentences: Sentences) -> dict[str, Any]:
    """The fields that the sentences below a line fill."""
    rules = {rule for each in sentences.listed for rule in each.rules}
    lines = [line for line in nodes(node) if line.data in rules]
    return fields_of(
        scope, node, [read_sentence(scope, line, sentences) for line in lines], sentences
    )


def fields_of(
    scope: Scope, node: Node, said: Iterable[Said], sentences: Sentences, sort: str = ""
) -> dict[str, Any]:
    """The fields that sentences fill; errors for what is missing, and for what is said twice."""
    found: dict[str, Said] = {}
    for each in said:
        before = found.setdefault(each.sentence.field, each)
        if before is not each:
            line = scope.span(before.node).line
            message = f"the {sentences.of} already says this, or its contrary, in line {line}"
            scope.report("E321", message, each.node, "keep one of the two sentences")
    for sentence in sentences.listed:
        hint = sentence.hint(sort)
        if hint and sentence.field not in found:
            message = f"a sentence of the {sentences.of} is missing"
            scope.report("E320", message, tokens(node)[0], f"add the line: {hint}")
    return {field: each.value for field, each in found.items()}
