"""Pieces that no move and no right to build ever brings to a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from ....commands.amounts import PieceCount
from ....commands.base import join
from ....commands.definitions.pieces import Piece, Sort
from ....mechanisms.displays.commands import Display, Fill
from ....mechanisms.maps.commands import LayMap
from ....mechanisms.maps.definitions import Map
from ....mechanisms.piles.commands import Build, MovePieces, TurnUp
from ....mechanisms.piles.taking import Take
from ...names.names import PLAYERS
from .declared import declared
from .tables import possible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ....commands.conditions import Condition
    from ..context import Checking

    Conditions = tuple[Condition, ...]


@define(eq=False, repr=False)
class Ways:
    """What brings pieces to players: moves, rights to build, and what is taken at once."""

    checking: Checking
    moves: list[tuple[MovePieces, Conditions]]
    laid: set[str]
    builds: dict[tuple[str, tuple[str, ...], Conditions], None]
    taken: list[tuple[Take, Conditions]]

    @classmethod
    def of(cls, checking: Checking) -> Ways:
        """Those of some rules."""
        ways = cls(checking, [], set(), {}, [])
        if any(True for _ in checking.every(LayMap)):
            ways.laid = {drawn.sort for drawn in checking.rules.of(Map)}
        for command, conditions in checking.placed():
            match command:
                case MovePieces():
                    ways.moves.append((command, conditions))
                case Fill():
                    ways.moves += [(move, conditions) for move in _filling(checking, command)]
                case Build():
                    ways.builds[command.sort, command.labels, conditions] = None
                case Take():
                    ways.taken.append((command, conditions))
                case _:
                    pass
        return ways

    def places(self, piece: Piece, sort: Sort) -> set[str]:
        """Where a piece can come to lie."""
        places = set(sort.places[: 1 + (sort.name in self.laid)])
        moves = [
            move
            for move, conditions in self.moves
            if move.sort == piece.sort
            and set(move.labels) <= set(piece.labels)
            and not set(move.without) & set(piece.labels)
            and possible(self.checking, (*piece.conditions, *conditions))
        ]
        while more := {m.target for m in moves if m.source in places} - places:
            places |= more
        return places

    def is_taken(self, piece: Piece) -> bool:
        """Does some effect give it for nothing?"""
        return any(
            take.means(piece) and possible(self.checking, (*piece.conditions, *conditions))
            for take, conditions in self.taken
        )

    def rights(self, piece: Piece) -> bool:
        """Does some effect let a player build it?"""
        return any(
            of == piece.sort
            and (not labels or set(labels) & set(piece.labels))
            and possible(self.checking, (*piece.conditions, *conditions))
            for of, labels, conditions in self.builds
        )

    def labels_built(self, sort: str) -> list[str]:
        """The labels that rights to build name; none where one lets a player build any."""
        return list(dict.fromkeys(x for of, labels, _ in self.builds if of == sort for x in labels))

    def brings(self, piece: Piece, sort: Sort) -> bool:
        """Can a player come to own it?"""
        offered = sort.places[1:2]
        return self.is_taken(piece) or (
            bool(offered) and offered[0] in self.places(piece, sort) and self.rights(piece)
        )


def _filling(checking: Checking, fill: Fill) -> Iterator[MovePieces]:
    """What comes to lie on a display, as moves."""
    sorts = {sort.name: sort for sort in checking.rules.of(Sort)}
    for display in checking.rules.of(Display):
        offered = sorts[fill.sort].places[1:2]
        if display.sort == fill.sort and offered:
            yield MovePieces(fill.sort, (), (), display.source, offered[0], span=fill.span)


def check_brought(checking: Checking) -> None:
    """Every piece that players may own can come to them, and every other to where it acts."""
    ways = Ways.of(checking)
    _check_places(checking, ways)
    sorts = {sort.name: sort for sort in checking.rules.of(Sort) if PLAYERS in sort.places[1:]}
    for piece in checking.rules.of(Piece):
        sort = sorts.get(piece.sort)
        if sort is None or sort.stacks or ways.brings(piece, sort):
            continue
        if sort.name in ways.laid and not ways.rights(piece):
            continue  # What lies on a map need not be for building.
        if ways.rights(piece) and len(sort.places) > 2:
            message = f"{piece.name} never comes to {sort.places[1]}, and so nobody builds it"
            checking.report("W536", message, piece, _move_hint(ways, sort))
        elif sum(place != PLAYERS for place in sort.places) == 1:
            hint = f"write where it comes to players: take any {sort.name}"
            checking.report("W536", f"nothing lets a player take {piece.name}", piece, hint)
        else:
            labels = ways.labels_built(piece.sort)
            message = f"nothing lets a player build {piece.name}"
            hint = f"give it one of the labels that may be built: {join(labels, 'or')}"
            if not labels:
                hint = f"write where it comes to players: may build any, or: take {piece.name}"
            checking.report("W536", message, piece, hint)
    _check_counts(checking)


def _check_places(checking: Checking, ways: Ways) -> None:
    """Something comes to every place, and all that lies open for all comes to its board."""
    turned = {turn.place for turn in checking.every(TurnUp)}
    moved = {(move.sort, move.target) for move, _ in ways.moves}
    for sort in checking.rules.of(Sort):
        for place in sort.places[2:]:
            if place != PLAYERS and place not in turned and (sort.name, place) not in moved:
                message = f"nothing ever comes to {place}"
                hint = checking.in_a_phase(_moved(sort, place), once=True)
                checking.report("W540", message, declared(checking, sort, "places", place), hint)
    of_all = (sort for sort in checking.rules.of(Sort) if PLAYERS not in sort.places)
    mapped = checking.names.mapped()
    boards = {sort.name: sort for sort in of_all if sort.places[1:] and sort.name not in mapped}
    for piece in checking.rules.of(Piece):
        board = boards.get(piece.sort)
        if board and not piece.stack and not {*board.places[1:]} & ways.places(piece, board):
            message = f"{piece.name} never comes to {board.places[1]}"
            checking.report("W536", message, piece, _move_hint(ways, board))


def _move_hint(ways: Ways, sort: Sort) -> str:
    moves = [move for move, _ in ways.moves if move.sort == sort.name and move.source != PLAYERS]
    labels = dict.fromkeys(label for move in moves for label in move.labels)
    if labels:
        moved = join(list(labels), "or")
        return f"give it a label of those that are moved there: {moved}"
    return ways.checking.in_a_phase(_moved(sort, sort.places[1]), once=True)


def _moved(sort: Sort, place: str) -> str:
    return f"move {sort.plural} from {sort.places[0]} to {place}"


def _check_counts(checking: Checking) -> None:
    """What is counted or moved by several labels is carried by some piece."""
    carried: dict[str, set[frozenset[str]]] = {}
    for piece in checking.rules.of(Piece):
        carried.setdefault(piece.sort, set()).add(frozenset(piece.labels))
    commands: list[PieceCount | MovePieces] = [*checking.every(PieceCount)]
    for command in (*commands, *checking.every(MovePieces)):
        there = carried.get(command.sort, set())
        unless = set(command.without) if isinstance(command, MovePieces) else set()
        meant = [x for x in there if set(command.labels) <= x and not unless & x]
        if there and not meant and _each_carried(command.labels, there):
            sort = checking.rules.vocabulary.plural(command.sort)
            words = join(list(command.labels)) if command.labels else f"not {join(list(unless))}"
            message = f"no {command.sort} is {words}"
            hint = f"name one label only, or give both to some of the {sort}"
            checking.report("W537", message, command, hint)


def _each_carried(labels: Iterable[str], there: set[frozenset[str]]) -> bool:
    """A single label that no piece carries is told where it stands among the labels."""
    return all(any(label in carried for carried in there) for label in labels)
