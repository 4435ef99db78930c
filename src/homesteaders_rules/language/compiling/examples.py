"""Compiling examples: situations, what players do in them, and what must come of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.definitions.examples import Example, ExampleLine
from ...trees import Node, Token, nodes, text_of, tokens
from ...words import in_new_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...commands.conditions import Condition
    from ..reading.syntax import Entry
    from .blocks import TextReader


def compile_example(scope: TextReader, entry: Entry, conditions: tuple[Condition, ...]) -> Example:
    """``example paying seven workers, with 4 players:`` and its lines."""
    counts = tokens(entry.node, "NUMBER")
    players = scope.number(counts[0]) if counts else 0
    lines = tuple(each for line in nodes(entry.node) for each in _lines(scope, line, players))
    span = scope.span(entry.node)
    return Example(entry.name, players, lines, conditions=conditions, span=span)


def _lines(scope: TextReader, node: Node, players: int) -> Iterator[ExampleLine]:
    """A line; for ``in setup:`` each of the choices below it."""
    if node.data != "example_setup":
        yield _line(scope, node, players)
        return
    _in(scope, tokens(node))
    for choice in nodes(node):
        yield evolve(_line(scope, choice, players), kind="setup")


def _line(scope: TextReader, node: Node, players: int) -> ExampleLine:
    kind = str(node.data).removeprefix("example_")
    seats = [_seat(scope, part, players) for part in nodes(node, "player")]
    line = LINES.get(kind)
    number, value, names = line(scope, tokens(node)) if line else (0, 0, ())
    return ExampleLine(
        KINDS.get(kind, kind),
        seats[0] if seats else 0,
        number,
        value,
        _goods(scope, node, kind),
        names,
        tuple(seats[1:]),
        span=scope.span(node),
    )


def _seat(scope: TextReader, node: Node, players: int) -> int:
    token = tokens(node)[0]
    player = scope.number(token)
    if players and player > players:
        hint = f"the example is played with {players} players"
        scope.report("E351", f"there is no player {player}", token, hint)
    return player


KINDS = {"player_at": "at", "track_at": "at", "final": "round", "piece": "up"}
"""Lines whose kind in the command is another word than in the grammar."""

Parts = tuple[int, int, tuple[str, ...]]


def _goods(scope: TextReader, node: Node, kind: str) -> tuple[tuple[str, int], ...]:
    if kind == "on":
        return ((scope.good(tokens(node)[0]), 1),)
    if kind not in ("has", "holds", "supply", "cell", "due"):
        return ()
    words = tokens(nodes(node, "example_goods")[0])
    pairs = zip(words[::2], words[1::2], strict=True)
    found: dict[str, int] = {}
    for number, word in pairs:
        good = _counted(scope, word) if kind == "has" else scope.good(word)
        if good in found:
            scope.report("E301", f"{good} stands twice in the list", word, "keep one of them")
        found[good] = scope.number(number, 0)
    return tuple(found.items())


def _counted(scope: TextReader, word: Token) -> str:
    """A good, or what is counted of the cells of a grid."""
    names = scope.names
    return names.counts[word] if word in names.counts else scope.good(word)


def _title(scope: TextReader, token: Token, known: Mapping[str, str], what: str) -> str:
    return scope.resolve(token, {name: name for name in known}, what)


def _round(scope: TextReader, words: list[Token]) -> Parts:
    return scope.number(words[0]), 0, ()


def _owns(scope: TextReader, words: list[Token]) -> Parts:
    return 0, 0, tuple(scope.named("piece", word) for word in words)


def _player_at(scope: TextReader, words: list[Token]) -> Parts:
    number, track = words
    return scope.number(number, 0), 0, (_title(scope, track, scope.names.tracks, "track"),)


def _track_at(scope: TextReader, words: list[Token]) -> Parts:
    track, number = words
    return scope.number(number, 0), 0, (_title(scope, track, scope.names.tracks, "track"),)


def _comes(scope: TextReader, words: list[Token]) -> Parts:
    """What the next spin of a track comes to, or the next roll where none is named."""
    *track, number = words
    names = tuple(_title(scope, word, scope.names.tracks, "track") for word in track)
    return scope.number(number, 0), 0, names


def _up(scope: TextReader, words: list[Token]) -> Parts:
    sort, number, piece = words
    scope.sort(sort)
    return scope.number(number), 0, (scope.named("piece", piece),)


def _won(scope: TextReader, words: list[Token]) -> Parts:
    sort, number, value = words
    scope.sort(sort)
    return scope.number(number), scope.number(value, 0), ()


def _piece(scope: TextReader, words: list[Token]) -> Parts:
    return 0, 0, (scope.named("piece", words[0]),)


def _cells(scope: TextReader, words: list[Token]) -> Parts:
    """The cells of a grid; before them may stand the tile that lies there."""
    titles = [word for word in words if word.type != "PHRASE"]
    return 0, 0, tuple(scope.named("cell", word) for word in titles)


def _lies(scope: TextReader, words: list[Token]) -> Parts:
    piece, place = words
    return 0, 0, (scope.named("piece", piece), scope.named("place", place))


def _area(scope: TextReader, words: list[Token]) -> Parts:
    """The cells of an area, one beside the other."""
    (word,) = words
    found = []
    for match in re.finditer(r"\S+", word):
        found.append(scope.named("cell", word.part(match[0], match.start())))
    return 0, 0, tuple(found)


def _tiles(scope: TextReader, words: list[Token]) -> Parts:
    known = scope.names.tiles or scope.names.pieces
    return 0, 0, tuple(_title(scope, word, known, "tile") for word in words)


def _in(scope: TextReader, words: list[Token]) -> Parts:
    return 0, 0, (scope.resolve(words[0], scope.names.phases, "phase"),)


def _keys(scope: TextReader, words: list[Token]) -> Parts:
    keys = (" ".join(text_of(word).split()) for word in words)
    return 0, 0, tuple(in_new_names(key, scope.called) for key in keys)


def _scores(scope: TextReader, words: list[Token]) -> Parts:
    return scope.number(words[0], -9999), 0, tuple(str(word) for word in words[1:])


def _option(scope: TextReader, words: list[Token]) -> Parts:
    option = scope.resolve(words[0], scope.names.options, "option")
    return int(str(words[1]) == "yes"), 0, (option,)


LINES = {
    "round": _round,
    "due": _round,
    "owns": _owns,
    "player_at": _player_at,
    "track_at": _track_at,
    "comes": _comes,
    "piece": _up,
    "won": _won,
    "turned": _piece,
    "holds": _piece,
    "on": _cells,
    "cell": _cells,
    "encloses": _area,
    "laid": _tiles,
    "neutral": _piece,
    "lies": _lies,
    "in": _in,
    "takes": _keys,
    "setup_choice": _keys,
    "can": _keys,
    "cannot": _keys,
    "scores": _scores,
    "option": _option,
}
"""For each kind of line its number, value and names."""
