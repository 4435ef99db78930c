"""Pieces of stacks that are never turned up, and stacks that run dry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field

from ....commands.base import join, walk
from ....commands.conditions import Condition, all_hold
from ....commands.counting.bounds import numbers_words
from ....commands.definitions.course import Play
from ....commands.definitions.pieces import Piece, Sort
from ....mechanisms.piles.commands import Stack, TurnUp
from ....words import Vocabulary
from .course import Course, Time, leading_to
from .declared import written
from .tables import Table, play_of, possible, tables_asked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ....commands.base import Command
    from ....commands.definitions.definition import Definition
    from ..context import Checking

EACH_LAYER = "say how many are drawn of each"


@define(eq=False, repr=False)
class Laid:
    """A stack at one table: how it is laid, its pieces, and how often one is turned up.

    ``times``: when one is turned up, for each line that says so.
    """

    table: Table
    stack: Stack
    pieces: list[Piece]
    least: float
    most: float
    play: Play
    times: list[tuple[TurnUp, Time]]

    @property
    def turn(self) -> TurnUp | None:
        """The first line that turns one up."""
        return self.times[0][0] if self.times else None

    def drawn(self) -> list[Piece]:
        """The pieces that can be turned up."""
        left, found = self.most, list[Piece]()
        for there, count in self.layers():
            if left > 0:
                drawn = int(min(count, left))
                found += there[:drawn] if self.in_order else there
                left -= count
        return found

    @property
    def in_order(self) -> bool:
        """Do its pieces lie in the order of the text?"""
        return self.stack.face_up and not self.stack.shuffled

    def layers(self) -> list[tuple[list[Piece], int]]:
        """The pieces for each layer, and how many of them it takes."""
        if not self.stack.layers:
            return [(self.pieces, len(self.pieces))]
        return [
            (there, len(there) if count is None else min(count, len(there)))
            for label, count in _counted(self.stack)
            for there in [[piece for piece in self.pieces if label in piece.labels]]
        ]

    def size(self) -> int:
        """How many pieces lie in it when it is laid."""
        return sum(count for _, count in self.layers())

    @property
    def is_over(self) -> bool:
        """Do layers take more pieces than are turned up?"""
        return bool(self.stack.layers and self.least) and self.size() > self.most

    @property
    def is_short(self) -> bool:
        """Is one turned up more often than there are pieces?"""
        return self.size() < self.least


def _counted(stack: Stack) -> list[tuple[str, int | None]]:
    return [(layer.label, layer.count) for layer in stack.layers]


@define(eq=False, repr=False)
class Seen:
    """What holds of a stack at all tables together.

    ``is_certain``: it is laid once, before the first round, wherever it is laid.
    """

    laid: list[Laid] = field(factory=list)
    is_certain: bool = True

    def drawn(self) -> set[str]:
        """The pieces that come at some table."""
        return {piece.name for each in self.laid for piece in each.drawn()}


def check_drawn(checking: Checking) -> None:
    """Every piece of a stack can be turned up, and there is one for each time."""
    sorts = [sort for sort in checking.rules.of(Sort) if sort.stacks]
    if not sorts or not checking.rules.of(Play):
        return
    _check_laid(checking)
    seen = checking.kept(stacks_seen)
    for sort in sorts:
        for name in sort.stacks:
            if name in seen and seen[name].laid:
                _check_stack(checking, sort, name, seen[name])


def _check_laid(checking: Checking) -> None:
    """A piece is there at some table where its stack is laid."""
    laid: dict[str, list[tuple[Condition, ...]]] = {}
    for stack, conditions in checking.placed_of(Stack):
        laid.setdefault(stack.stack, []).append(conditions)
    for piece in checking.rules.of(Piece):
        given = laid.get(piece.stack, [])
        if given and not any(possible(checking, (*piece.conditions, *each)) for each in given):
            where = _words(checking, piece.conditions)
            laid_there = _words(checking, (condition for each in given for condition in each))
            message = f"{piece.name} is there {where}, and {piece.stack} is laid {laid_there}"
            hint = f"lay the stack there too, or put {piece.name} under other conditions"
            checking.report("W516", message, piece, hint)


def _words(checking: Checking, conditions: Iterable[Condition]) -> str:
    return join([c.words(checking.rules.vocabulary) for c in dict.fromkeys(conditions)])


def stacks_seen(checking: Checking) -> dict[str, Seen]:
    """Each stack at every table that differs in what lies there and how often it is asked for."""
    leading = leading_to(checking.rules.definitions, Stack, TurnUp)
    asked = [each for each in walk(*leading) if isinstance(each, Condition)]
    for definition in checking.rules.definitions:
        if isinstance(definition, Play) or (isinstance(definition, Piece) and definition.stack):
            asked += definition.conditions
    seen: dict[str, Seen] = {}
    for table in tables_asked(checking, asked):
        _see_stacks(checking, table, leading, seen)
    return seen


def _see_stacks(
    checking: Checking, table: Table, leading: Sequence[Definition], seen: dict[str, Seen]
) -> None:
    """Add the stacks at a table; ``leading`` are the definitions that lay and turn up pieces."""
    play = play_of(checking, table)
    if play is None:
        return
    laid: dict[str, tuple[Stack, Time]] = {}
    uncertain: set[str] = set()
    turned: dict[str, list[tuple[TurnUp, Time]]] = {}
    for command, time in Course(leading, *table, play).commands():
        if isinstance(command, Stack) and time.at_most:
            laid[command.stack] = command, time
            if not time.opening or time.least != 1:
                uncertain.add(command.stack)
        elif isinstance(command, TurnUp) and time.at_most:
            turned.setdefault(command.sort, []).append((command, time))
    for sort in checking.rules.of(Sort):
        times = turned.get(sort.name, [])
        least, most = sum(t.at_least for _, t in times), sum(t.at_most for _, t in times)
        for name in sort.stacks:
            here = seen.setdefault(name, Seen())
            # What is laid anew in the middle of the game has no simple end.
            here.is_certain &= name not in uncertain
            if name in laid and name not in uncertain:
                pieces = [
                    piece
                    for piece in checking.rules.of(Piece)
                    if piece.stack == name and all_hold(piece.conditions, *table)
                ]
                here.laid.append(Laid(table, laid[name][0], pieces, least, most, play, times))


# ---------------------------------------------------------------------------------- findings


def _check_stack(checking: Checking, sort: Sort, name: str, seen: Seen) -> None:
    if not any(laid.most for laid in seen.laid):
        message = f"nothing turns up the {sort.plural} of {name}"
        hint = checking.in_a_phase(f"turn up 1 {sort.name} of each stack")
        _report_first(checking, "W532", message, hint, [seen.laid[0].stack, sort, *_own(seen)])
        return
    drawn = seen.drawn()
    labels = dict.fromkeys(layer.label for laid in seen.laid for layer in laid.stack.layers)
    told = False
    in_layers = any(laid.stack.layers and laid.in_order for laid in seen.laid)
    crowded = any(checking.is_own(piece) for laid in seen.laid for piece in _loose(laid))
    crowded |= any(laid.is_over and checking.is_own(laid.stack) for laid in seen.laid)
    for piece in _pieces(seen):
        # What of the pack takes its turn is told below; what numbers leave out is meant so.
        if piece.name in drawn or ((in_layers or crowded) and not checking.is_own(piece)):
            continue
        told = True
        if labels and not set(labels) & set(piece.labels):
            of_one = join(list(labels), "or")
            message = f"no layer of {name} draws {piece.name}: it does not carry the label {of_one}"
            hint = f"write it below a line like: {_heading(sort, name, next(iter(labels)))}"
            checking.report("W533", message, piece, hint)
        else:
            checking.report("W534", *_never_reached(checking, sort, name, piece, seen))
    _check_numbers(checking, sort, name, seen, told)


def _never_reached(
    checking: Checking, sort: Sort, name: str, piece: Piece, seen: Seen
) -> tuple[str, Piece, str]:
    laid = max(seen.laid, key=lambda each: each.most)
    size, most, where = laid.size(), int(laid.most), f"in {name}"
    for label, (there, count) in zip(laid.stack.layers, laid.layers(), strict=False):
        if piece in there[count:]:
            size, most, where = len(there), count, f"of {name}, {label.label},"
    first = "the first is" if most == 1 else f"the first {most} are"
    message = f"{piece.name} is never turned up: of {_number(size, sort)} {where} {first}"
    if laid.is_over:
        return message, piece, f"{EACH_LAYER}: {_with_numbers(checking, laid)}"
    return message, piece, _new_layers(checking, sort, name, piece, laid)


def _new_layers(checking: Checking, sort: Sort, name: str, piece: Piece, laid: Laid) -> str:
    """How to lay a stack so that a piece of it has its turn: with layers, if there are labels."""
    where = "" if checking.is_own(laid.stack) else _after_opening(laid.play)
    for group in sort.labels:
        drawn = laid.drawn()
        carried = [next((x for x in group if x in each.labels), "") for each in drawn]
        if not all(carried):
            continue
        layers = " on ".join(f"{carried.count(x)} {x}" for x in dict.fromkeys(carried))
        anew = f"lay the stack in layers, shuffled: {where}{_shuffled(laid.stack)}: {layers}"
        if set(group) & set(piece.labels):
            return f"replace another {sort.name} instead; or {anew}"
        return f"write it below a line like: {_heading(sort, name, carried[0])} and {anew}"
    return f"shuffle the stack: {where}{_shuffled(laid.stack)}"


def _shuffled(stack: Stack) -> str:
    """How a stack is laid in any order, that of the text aside: it lies open if it lay open."""
    return _as_said(evolve(stack, shuffled=True))


def _as_said(stack: Stack) -> str:
    """How a stack is laid, but for its layers."""
    return evolve(stack, stack=written(stack.stack), layers=()).words(Vocabulary())


def _check_numbers(checking: Checking, sort: Sort, name: str, seen: Seen, told: bool) -> None:
    """Layers take as many pieces as are turned up."""
    over = [each for each in seen.laid if each.is_over and not told]
    short = [each for each in seen.laid if each.is_short]
    for laid in (each for each in seen.laid if each in over or each in short):
        size, is_over = laid.size(), laid in over
        at = _tables(checking, seen, over if is_over else short)
        turned = _turned(laid.most if is_over else laid.least)
        where = f" {', '.join(at)}" if at else ""
        message = f"{_number(size, sort)} {_lie(size)} in {name}, and {turned}{where}"
        if is_over:
            if at and " and " in at[-1]:
                # A line of the language says only numbers of players that follow each other.
                same = [each for each in over if each.table[0] == laid.table[0]]
                at = _tables(checking, seen, same)
            hint = ": ".join((EACH_LAYER, *at, _with_numbers(checking, laid)))
            places: list[Command | None] = [*_loose(laid), laid.stack, laid.play, laid.turn]
            _report_first(checking, "W534", message, hint, places)
        else:
            message += ": the last one then lies there again"
            hint = f"add {sort.plural} to {name}, or play fewer rounds"
            _report_first(checking, "W535", message, hint, [laid.play, laid.stack, laid.turn])
        return


def _loose(laid: Laid) -> list[Piece]:
    """The pieces of layers that take all there are."""
    labels = {label for label, count in _counted(laid.stack) if count is None}
    return [piece for piece in laid.pieces if labels & set(piece.labels)]


def _with_numbers(checking: Checking, laid: Laid) -> str:
    """How the stack would be laid with so many of each layer that all are turned up.

    What is too much is left in the layers that have more than the game had for them, then below.
    """
    counts, usual = [], []
    for label, count in _counted(laid.stack):
        carried = [piece for piece in laid.pieces if label in piece.labels]
        before = sum(not checking.is_own(piece) for piece in carried) or len(carried)
        counts.append(before if count is None else min(count, len(carried)))
        usual.append(before)
    for least in (usual, [0] * len(usual)):
        for index in reversed(range(len(counts))):
            too_many = max(0, sum(counts) - int(laid.most))
            counts[index] -= min(too_many, max(0, counts[index] - least[index]))
    layers = zip(counts, laid.stack.layers, strict=True)
    said = " on ".join(f"{count} {layer.label}" for count, layer in layers if count)
    where = "" if checking.is_own(laid.stack) else _after_opening(laid.play)
    return f"{where}{_as_said(laid.stack)}: {said}"


def _after_opening(play: Play) -> str:
    return f"after {play.opening[-1]}: " if play.opening else ""


def _report_first(
    checking: Checking, code: str, message: str, hint: str, places: list[Command | None]
) -> None:
    """At the first of these places that is the pack's own, else at the first of all."""
    there = [place for place in places if place is not None and place.span]
    own = [place for place in there if checking.is_own(place)]
    for place in (*own, *there)[:1]:
        checking.report(code, message, place, hint)


def _pieces(seen: Seen) -> list[Piece]:
    return list({piece.name: piece for laid in seen.laid for piece in laid.pieces}.values())


def _own(seen: Seen) -> list[Command | None]:
    return [*_pieces(seen)]


def _tables(checking: Checking, seen: Seen, laid: Sequence[Laid]) -> list[str]:
    """The answers, and the numbers of players, at which alone some stacks are laid so."""
    tables = [each.table for each in laid]
    others = [each.table for each in seen.laid if each not in laid]
    found = []
    for name, value in tables[0][1].items():
        turned = [(players, {**chosen, name: not value}) for players, chosen in tables]
        if all(chosen[name] == value for _, chosen in tables) and any(
            table in others for table in turned
        ):
            found.append(f"with {name}" if value else f"without {name}")
    numbers = sorted({players for players, _ in tables})
    if numbers != [*checking.rules.players]:
        found.append(f"with {numbers_words(numbers)} player{'s' * (numbers != [1])}")
    return found


def _number(count: int, sort: Sort) -> str:
    return f"{count} {sort.name if count == 1 else sort.plural}"


def _heading(sort: Sort, stack: str, label: str) -> str:
    """``lots of Auction 1, settlement:``."""
    return f"{sort.plural} of {written(stack)}, {label}:"


def _lie(count: int) -> str:
    return "lies" if count == 1 else "lie"


def _turned(count: float) -> str:
    return f"{int(count)} {'is' if count == 1 else 'are'} turned up"
