"""Definitions in words, as the engine understands them: lines with their indentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, fields

from ..commands.base import Command, Vocabulary
from ..commands.control import If, Nothing, Sequence
from ..commands.definitions.course import Option, Phase, Play
from ..commands.definitions.definition import Definition, Good
from ..commands.definitions.pieces import Piece, Sort
from ..commands.definitions.scores import Scoring
from ..commands.definitions.tracks import Track
from ..commands.effects import Effect
from ..commands.portions import IfSo
from ..mechanisms.chance.commands import Roll
from ..mechanisms.grids.definitions import Grid
from ..mechanisms.homes.definitions import HomesOf
from ..mechanisms.maps.definitions import Map
from ..mechanisms.parts import AnyOrder
from .procedures import procedure_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..words import Span

INDENT = 4
Line = tuple[int, str]
"""How much a line is indented, and its text."""


def describe(definition: Definition, vocabulary: Vocabulary) -> list[Line]:
    """The whole of a definition: its title, and what belongs to it indented below."""
    lines = list(_described(definition, vocabulary))
    when = conditions_of(definition, vocabulary)
    if when and len(lines) == 1:
        return [(0, f"{when}: {lines[0][1]}")]
    if when:
        return [(0, f"{when}:"), *((indent + INDENT, text) for indent, text in lines)]
    return lines


def described(definition: Definition, vocabulary: Vocabulary) -> list[Line]:
    """The same without the conditions under which it holds."""
    return list(_described(definition, vocabulary))


def conditions_of(definition: Definition, vocabulary: Vocabulary) -> str:
    """``with 2 players, without open hands``; empty where it always holds."""
    return ", ".join(condition.words(vocabulary) for condition in definition.conditions)


def piece_text(piece: Piece, vocabulary: Vocabulary) -> list[str]:
    """What is printed on a piece: one entry for each line, the cost and labels left out.

    A clause that does nothing is left out too: it stands for rules that name the piece.
    """
    return [text for text, _ in printed_lines(piece, vocabulary)]


def printed_lines(piece: Piece, vocabulary: Vocabulary) -> Iterator[tuple[str, Span | None]]:
    """The same, each with where it stands."""
    idle = {each.words(vocabulary) for each in piece.clauses if isinstance(each.effect, Nothing)}
    for clause in _printed(piece):
        for _, text in _clause(clause, vocabulary):
            if text not in idle:
                yield text, clause.span


def block(effect: Effect, vocabulary: Vocabulary, depth: int) -> Iterator[Line]:
    """An effect as lines: its parts below each other, what they hold indented."""
    if isinstance(effect, Sequence):
        for each in effect.effects:
            yield from block(each, vocabulary, depth)
    elif procedure := procedure_of(effect, vocabulary):
        yield depth, f"{procedure.title}:"
        yield from ((depth + INDENT, sentence) for sentence in procedure.sentences)
    elif isinstance(effect, If):
        yield from _conditional(effect, vocabulary, depth)
    elif isinstance(effect, IfSo):
        yield from block(effect.first, vocabulary, depth)
        yield from _headed("if so:", effect.effect, vocabulary, depth)
    elif isinstance(effect, AnyOrder | Roll):
        yield depth, f"{effect.words(vocabulary).partition(': ')[0]}:"
        for one in effect.parts:
            yield from _headed(f"{one.name}:", one.effect, vocabulary, depth + INDENT)
    else:
        yield from _nested(effect, vocabulary, depth)


def _nested(effect: Effect, vocabulary: Vocabulary, depth: int) -> Iterator[Line]:
    """``each player: A`` with A below, where A has several lines."""
    text = effect.words(vocabulary)
    inner = getattr(effect, "effect", None)
    if isinstance(inner, Effect):
        head = text.removesuffix(inner.words(vocabulary))
        lines = list(block(inner, vocabulary, depth + INDENT))
        if head != text and head.endswith(": ") and len(lines) > 1:
            yield depth, head.rstrip()
            yield from lines
            return
    yield depth, text


def _conditional(effect: If, vocabulary: Vocabulary, depth: int) -> Iterator[Line]:
    bare = evolve(effect, otherwise=None).words(vocabulary)
    head = bare.removesuffix(effect.then.words(vocabulary)).rstrip()
    yield from _headed(head, effect.then, vocabulary, depth)
    if effect.otherwise is not None:
        yield from _headed("otherwise:", effect.otherwise, vocabulary, depth)


def _headed(head: str, effect: Effect, vocabulary: Vocabulary, depth: int) -> Iterator[Line]:
    lines = list(block(effect, vocabulary, depth + INDENT))
    if len(lines) == 1:
        yield depth, f"{head} {lines[0][1]}"
    else:
        yield depth, head
        yield from lines


def _described(definition: Definition, vocabulary: Vocabulary) -> Iterator[Line]:
    match definition:
        case Piece():
            yield 0, f"{definition.words(vocabulary)}"
            yield from ((INDENT, line) for line in _head_of_piece(definition, vocabulary))
            for clause in _printed(definition):
                yield from _in_parts(clause, vocabulary)
        case Good(hidden=hidden, group=group):
            yield 0, f"{group} {definition.name}"
            yield INDENT, f"there are {vocabulary.count(definition.count, definition.name)}"
            sight = "only their owner sees them" if hidden else "everybody sees them"
            yield INDENT, f"{'hidden' if hidden else 'public'}: {sight}"
        case Sort():
            yield 0, f"{definition.words(vocabulary)}"
            yield from ((INDENT, line) for line in _sort(definition))
        case Track():
            yield 0, f"{definition.words(vocabulary)}"
            yield from ((INDENT, line) for line in _track(definition, vocabulary))
        case Map() | Grid() | HomesOf():
            yield 0, definition.words(vocabulary)
            yield from (line for each in definition.lines for line in _clause(each, vocabulary))
        case Play():
            yield 0, "play"
            yield from ((INDENT, line) for line in _play(definition))
        case Option():
            yield 0, f"option {definition.name}: {'yes' if definition.default else 'no'}"
            yield INDENT, definition.text
        case Scoring():
            yield 0, definition.words(vocabulary)
            yield from ((INDENT, line.words(vocabulary)) for line in definition.lines)
            for tie in definition.in_order():
                yield INDENT, f"tie: {tie.words(vocabulary)}"
        case _:
            yield from _general(definition, vocabulary)


def _general(definition: Definition, vocabulary: Vocabulary) -> Iterator[Line]:
    """Any other definition: its words, with its effect below where it has several lines."""
    text = definition.words(vocabulary)
    effect = getattr(definition, "effect", None)
    if isinstance(effect, Effect):
        head = text.removesuffix(effect.words(vocabulary)).rstrip()
        lines = list(block(effect, vocabulary, INDENT))
        if isinstance(definition, Phase) or len(lines) > 1:
            yield 0, head.removesuffix(":")
            yield from lines
            if isinstance(definition, Phase) and definition.closed:
                yield INDENT, f"closed: {', '.join(definition.closed)}"
            return
    yield 0, text


def _head_of_piece(piece: Piece, vocabulary: Vocabulary) -> Iterator[str]:
    if piece.labels:
        yield ", ".join(piece.labels)
    if piece.stack:
        yield f"(of {piece.stack})"
    if piece.copies_per_player:
        yield "1 copy for each player"
    elif piece.copies > 1:
        yield f"{piece.copies} copies"
    if piece.cost.items:
        yield f"cost {piece.cost_words(vocabulary)}"
    yield from (each.words(vocabulary) for each in piece.needs)
    if piece.worth:
        yield f"worth {piece.worth}"


HEADS = {
    *("labels", "stack", "copies", "copies_per_player", "cost", "instead", "returning", "worth"),
    *("needs", "conditions", "span"),
}


def _printed(piece: Piece) -> Iterator[Command]:
    """Everything that stands on a piece, in the order of its kinds."""
    for attribute in fields(type(piece)):
        value = getattr(piece, attribute.name)
        if attribute.name not in HEADS and isinstance(value, tuple):
            yield from (clause for clause in value if isinstance(clause, Command))


def _in_parts(clause: Command, vocabulary: Vocabulary) -> Iterator[Line]:
    """A clause in one line; parts to choose from stand below each other, as they are written."""
    (line,) = _clause(clause, vocabulary)
    effect = getattr(clause, "effect", None)
    if isinstance(effect, AnyOrder):
        head = line[1].removesuffix(effect.words(vocabulary)).rstrip()
        if head:
            yield INDENT, head
        yield from block(effect, vocabulary, 2 * INDENT if head else INDENT)
    else:
        yield line


def _clause(clause: Command, vocabulary: Vocabulary) -> Iterator[Line]:
    conditions = clause.conditions if isinstance(clause, Definition) else ()
    text = clause.words(vocabulary)
    for condition in reversed(conditions):
        text = f"{condition.words(vocabulary)}: {text}"
    yield INDENT, text


def _sort(sort: Sort) -> Iterator[str]:
    for group in sort.labels:
        yield f"labels: {', '.join(group)}"
    for word, names in (
        ("places", sort.places),
        ("stacks", sort.stacks),
        ("moments", sort.moments),
    ):
        if names:
            yield f"{word}: {', '.join(names)}"


def _track(track: Track, vocabulary: Vocabulary) -> Iterator[str]:
    if track.common and track.rewards and track.start:
        yield f"begins at {track.start}"
    if track.values:
        yield f"spaces: {', '.join(map(str, track.values))}; begins at {track.values[track.start]}"
    for space, reward in enumerate(track.rewards, 1):
        yield f"{space}: {reward.words(vocabulary)}"
    yield from track.sentences()


def _play(play: Play) -> Iterator[str]:
    if play.opening:
        yield ", ".join(play.opening)
    yield f"{play.rounds_words()}: {', '.join(play.round_phases)}"
    yield from (f"{each.rounds_words()}: {', '.join(each.phases)}" for each in play.afterwards)
    if play.final_phases:
        yield f"final round: {', '.join(play.final_phases)}"
