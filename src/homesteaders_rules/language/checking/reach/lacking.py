"""What counts something, places it or asks about it in a game that has no such thing."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from ....commands.amounts import PieceCount
from ....commands.conditions import TurnedUp as LiesUp
from ....commands.definitions.pieces import Piece, Sort
from ....commands.definitions.scores import ScoreTerm, Scoring
from ....mechanisms.displays.commands import Display
from ....mechanisms.maps.definitions import Map
from ....mechanisms.piles.commands import Build, Stack, TurnUp
from ....mechanisms.placing.in_turn import PLACING_ON
from ....mechanisms.placing.moving import MovePlaced
from ...messages.diagnostics import listed
from ...names.names import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ....mechanisms.placing.commands import PlaceGoods
    from ....mechanisms.placing.in_turn import PlaceInTurn
    from ..context import Checking

PRINTED, SCORES = "printed", "scores"
"""Kinds of terms of the scoring."""


def check_lacking(checking: Checking) -> None:
    """What is counted, placed or asked about can be there."""
    _check_places(checking)
    _check_counts(checking)
    _check_turned_up(checking)
    _check_layers(checking)
    _check_scores(checking)
    _check_unbuilt(checking)


def _check_places(checking: Checking) -> None:
    places = {(slot.good, is_own) for slot, is_own in checking.slots()}
    placing: list[tuple[PlaceGoods | PlaceInTurn | MovePlaced, bool, str]] = []
    for is_own, kind in PLACING_ON.items():
        placing += [(command, is_own, "placed") for command in checking.every(kind)]
    placing += [(command, True, "moved") for command in checking.every(MovePlaced)]
    for command, is_own, done in placing:
        good = command.good
        if (good, is_own) not in places:
            plural = checking.rules.vocabulary.plural(good)
            which = "no piece that players own" if is_own else "no piece that nobody owns"
            message = f"{plural} are {done} here, and {which} has a place for a {good}"
            hint = f"write below a piece: 1 {good}: gain ..."
            checking.report("W582", message, command, hint)


def _check_counts(checking: Checking) -> None:
    sorts = checking.rules.of(Sort)
    unowned = {sort.name for sort in sorts if PLAYERS not in sort.places}
    for count in checking.every(PieceCount):
        if count.sort in unowned:
            plural = checking.rules.vocabulary.plural(count.sort)
            message = f"players own no {plural}, so that this is always 0"
            hint = f'write below "piece {count.sort}/{plural}:" that players can have them'
            checking.report("W583", message, count, f"{hint}: places: ..., {PLAYERS}")


def _check_turned_up(checking: Checking) -> None:
    turned = {turn.sort for turn in checking.every(TurnUp)}
    pieces = {piece.name: piece for piece in checking.rules.of(Piece)}
    for lies in checking.every(LiesUp):
        piece = pieces.get(lies.piece)
        if piece is not None and piece.sort not in turned:
            message = f"{piece.name} is never turned up, and this never happens"
            hint = checking.in_a_phase(f"turn up 1 {piece.sort} of each stack")
            checking.report("W584", message, lies, hint)


def _check_layers(checking: Checking) -> None:
    for stack in checking.every(Stack):
        left = [each for each in checking.rules.of(Piece) if each.stack == stack.stack]
        for layer in stack.layers:
            fitting = [piece for piece in left if layer.label in piece.labels]
            if not fitting:
                message = (
                    f'nothing is left for the layer "{layer.words(checking.rules.vocabulary)}"'
                )
                hint = "a layer without a number takes all: write a number before it, or one layer"
                checking.report("W585", message, layer, hint)
            taken = {id(piece) for piece in fitting[: layer.count]}
            left = [piece for piece in left if id(piece) not in taken]


def _check_unbuilt(checking: Checking) -> None:
    """What a piece costs and needs matters only where it is built, or taken from a display."""
    built: list[Build | Map | Display] = [*checking.every(Build), *checking.every(Map)]
    sorts = {each.sort for each in (*built, *checking.every(Display))}
    for piece in checking.rules.of(Piece):
        lines = (*piece.cost.items[:1], *piece.needs[:1])
        for line in lines if piece.sort not in sorts else ():
            word = "needs" if line in piece.needs else "costs"
            message = f"no {piece.sort} is built, and so what {piece.name} {word} never matters"
            hint = "leave the line out; what is to be paid for an effect stands there: pay 1 <good>"
            checking.report("W587", message, line, hint)


def _check_scores(checking: Checking) -> None:
    """What pieces are worth or score counts only where a line of the scoring says so."""
    counted = {(term.kind, term.of) for term in checking.every(ScoreTerm)}
    owned = {sort.name for sort in checking.rules.of(Sort) if sort.is_owned}
    lost: dict[str, dict[str, list[str]]] = {}
    for piece in checking.rules.of(Piece):
        plural = checking.rules.vocabulary.plural(piece.sort)
        has_worth = piece.worth and piece.sort in owned
        worth = [(PRINTED, piece, f"what is printed on {plural}")] if has_worth else []
        scores = [(SCORES, score, f"what {plural} score") for score in piece.scores]
        for kind, command, words in (*worth, *scores[:1]):
            if (kind, piece.sort) not in counted:
                line = f"{plural}: {words}"
                message = f"{piece.name} brings no points at the end: no line of the scoring counts"
                hint = f"count it: more of scoring: and below it, indented: {line}"
                where = checking.line_in(command, "worth ") if kind == PRINTED else command
                checking.report("W586", f"{message} {words}", where, hint)
                if not checking.is_own(command):
                    lost.setdefault(plural, {}).setdefault(words, []).append(piece.name)
    _check_lost(checking, lost)


def _check_lost(checking: Checking, lost: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
    """A pack that puts another scoring in the place of one says all of its lines again.

    ``lost``: for each sort what is not counted any more, and the pieces for which it was, of what
    the pack extends.
    """
    for scoring in checking.rules.of(Scoring):
        for plural, terms in lost.items():
            names = listed(chain.from_iterable(terms.values()))
            message = f"{names} bring no points at the end any more"
            line = f"{plural}: {', '.join(terms)}"
            hint = f"this replaces all lines of the scoring; if that one was to stay, add: {line}"
            checking.report("W586", message, scoring, hint)
