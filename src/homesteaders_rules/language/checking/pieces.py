"""Checks of the pieces: where they lie, how many there are, and what lies on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.amounts import HERE, HereCount
from ...commands.base import Command, join
from ...commands.conditions import TurnedUp, all_hold
from ...commands.definitions.definition import ALSO_GIVES, Clause, NotOffered
from ...commands.definitions.pieces import OwnershipLimit, Piece, Sort
from ...commands.flows import HOLDERS
from ...mechanisms.auction.commands import Auction, UsePiece
from ...mechanisms.auction.conditions import ThisLot, WonLot
from ...mechanisms.displays.commands import Display
from ...mechanisms.maps.commands import TakeAll
from ...mechanisms.maps.definitions import Begins, Map
from ...mechanisms.occupying.lying import left_on
from ...mechanisms.piles.commands import Build, MovePieces, RemoveCopies, Stack, TurnUp
from ...mechanisms.piles.taking import Take
from ...mechanisms.turns import WINNER, PlayerWord
from ..names.names import PLAYERS
from .context import table_words
from .reach.declared import declared, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .context import Checking, Conditions

NAMING_LOTS = (Clause, NotOffered, PlayerWord, ThisLot, WonLot)
"""What may name a lot by its number."""
MOST_COPIES = 63
MOST_PIECES = 1000
MOST_PLACES = 8
"""What the machine can hold: copies of a piece, pieces of all sorts, places on a piece."""


def check_pieces(checking: Checking) -> None:
    """The sort that is built has places to come from; stacks have pieces, pieces a stack."""
    rules = checking.rules
    for sort in rules.of(Sort):
        owned = PLAYERS in sort.places
        builds = [build for build in checking.every(Build) if build.sort == sort.name]
        pieces = [piece for piece in rules.of(Piece) if piece.sort == sort.name]
        if sort.places[:1] == (PLAYERS,):
            message = f"pieces of the sort {sort.name} have no place to begin in"
            first = [place for place in sort.places if place != PLAYERS] or ["<place>"]
            hint = f"its line: places: {', '.join((*first, PLAYERS))}"
            checking.report("E526", message, sort, hint)
        if owned and builds and len([p for p in sort.places[:3] if p != PLAYERS]) < 2:
            message = (
                f"pieces of the sort {sort.name} are built, but there is no place to take them from"
            )
            hint = "places: where they begin, where they are offered, players"
            checking.report("E507", message, sort, hint)
        if not pieces:
            hint = f"write one, {sort.name} <piece>: ..., or leave the sort out"
            checking.report("W521", f"there are no pieces of the sort {sort.name}", sort, hint)
        carried = {label for piece in pieces for label in piece.labels}
        unused = [x for group in sort.labels for x in group if x not in carried]
        for label in unused if pieces else ():
            message = f"no {sort.name} carries the label {label}"
            hint = f"write it below one of the {sort.plural}, or leave it out"
            checking.report("W522", message, declared(checking, sort, "labels", label), hint)
        for piece in pieces:
            if sort.stacks and not piece.stack and not sort.places:
                message = f"{piece.name} lies in no stack, and so never comes into play"
                hint = f"put it below a line like: {_heading(checking, sort, piece)}"
                checking.report("W523", message, piece, hint)
        filled = {piece.stack for piece in pieces}
        for name in sort.stacks:
            if name not in filled:
                where = declared(checking, sort, "stacks", name)
                hint = (
                    f"put some below a line {sort.plural} of {written(name)}: ..., or leave it out"
                )
                checking.report("W524", f"no piece lies in the stack {name}", where, hint)


def _heading(checking: Checking, sort: Sort, piece: Piece) -> str:
    """What stands above the pieces of a stack: what stood above the one that this replaces."""
    named = (e for e in checking.entries if (e.kind, e.name) == ("piece", piece.name))
    entry = next(named, None)
    replaced = entry.replaced if entry else None
    if replaced and replaced.around:
        line = replaced.passage.span_of(replaced.around).line
        return replaced.passage.source.line_text(line).strip()
    first = sort.stacks[0]
    there = (p.labels for p in checking.rules.of(Piece) if p.stack == first and p.labels)
    label = next((f", {labels[0]}" for labels in there), "")
    return f"{sort.plural} of {written(first)}{label}:"


def check_places(checking: Checking) -> None:
    """Only pieces that lie in places can be moved and removed, and taken if players own them."""
    sorts = {sort.name: sort for sort in checking.rules.of(Sort)}
    for command, _ in checking.placed_of(MovePieces, RemoveCopies, Take):
        taken = isinstance(command, Take)
        name = checking.sort_of(command)
        places = sorts[name].places
        if not places or (taken and PLAYERS not in places):
            message = f"pieces of the sort {name} lie in no place"
            if places:
                message = f"players do not own pieces of the sort {name}"
            known = ", ".join(places or ("<place>",)) + f", {PLAYERS}" * taken
            checking.report("E526", message, command, f"give the sort a line: places: {known}")


def check_returned(checking: Checking) -> None:
    """A piece is returned to where it is built again, and no two are returned for each other."""
    pieces = checking.rules.of(Piece)
    laid = {each.sort for each in checking.rules.of(Map)}
    laid |= {each.sort for each in checking.rules.of(Display)}
    after = {p.name: {o.name for o in pieces if p.may_return(o)} for p in pieces if p.returning}
    for piece in pieces:
        if piece.returning and piece.sort in laid:
            message = f"a {piece.sort} is not returned: it lies on a space of its own"
            hint = f"write a cost in goods: {piece.cost.words(checking.rules.vocabulary)}"
            checking.report("E348", message, piece, hint)
        elif piece.name in _reached(after, piece.name):
            message = f"{piece.name} can be returned for what can be returned for it again"
            hint = "give the pieces that are returned a label that the others do not carry"
            checking.report("E349", message, piece, hint)


def _reached(after: Mapping[str, set[str]], name: str) -> set[str]:
    """What is returned for a piece, for what is returned for it, and so on."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        more = after.get(waiting.pop(), set()) - found
        found |= more
        waiting += more
    return found


def check_limits(checking: Checking) -> None:
    """No more of anything than the machine can hold."""
    pieces = checking.rules.of(Piece)
    most_players = checking.rules.players.stop - 1
    for piece in pieces:
        copies = piece.copies * (most_players if piece.copies_per_player else 1)
        if copies > MOST_COPIES:
            message = f"{copies} copies of {piece.name}; there can be {MOST_COPIES}"
            checking.report("E519", message, piece, "write fewer copies")
        places = sum(slot.count for slot in piece.slots)
        if places > MOST_PLACES:
            message = f"{places} places on {piece.name}; there can be {MOST_PLACES}"
            checking.report("E519", message, piece, "put some of them on another piece")
    for piece in pieces[MOST_PIECES : MOST_PIECES + 1]:
        message = f"{len(pieces)} pieces; there can be {MOST_PIECES}"
        checking.report("E519", message, piece, "use copies, or remove some pieces")


def check_ownership(checking: Checking) -> None:
    """Of a sort that players own it is said that they own 1 of each name."""
    rules = checking.rules
    limits = rules.of(OwnershipLimit)
    for sort in rules.of(Sort):
        if PLAYERS not in sort.places:
            continue
        given = [limit.conditions for limit in limits if limit.sort == sort.name]
        table = checking.missing_table(sort.conditions, given)
        if table is not None:
            where = f" {table_words(table)}" if given else ""
            message = f"nothing says how many {sort.plural} of one name a player may own{where}"
            hint = f"add the line: each player may own 1 {sort.name} of each name"
            checking.report("E518", message, sort, hint)
    owned = {sort.name for sort in rules.of(Sort) if PLAYERS in sort.places}
    for limit in limits:
        if limit.count != 1:
            message = "players can own 1 of each name, and no other number"
            hint = f"write: each player may own 1 {limit.sort} of each name"
            checking.report("E518", message, limit, hint)
        if limit.sort not in owned:
            message = f"nobody owns a {limit.sort}"
            hint = f'a sort is owned that has "{PLAYERS}" among its places'
            checking.report("E518", message, limit, hint)


def storing(checking: Checking) -> Iterator[tuple[Command, str]]:
    """What speaks of goods that lie on a piece, with the piece."""
    for command, flow in checking.moved:
        yield from ((command, end) for end in (flow.giver, flow.taker) if end not in HOLDERS)
    yield from ((count, count.piece) for count in checking.every(HereCount))
    yield from ((taking, taking.piece) for taking in checking.every(TakeAll))


def _used(checking: Checking) -> Iterator[tuple[Command, str, list[str]]]:
    """What takes goods from a piece, or counts them there, with the piece and the goods."""
    taken: dict[int, tuple[Command, str, list[str]]] = {}
    for command, flow in checking.moved:
        if flow.giver not in HOLDERS:
            _, _, goods = taken.setdefault(id(command), (command, flow.giver, []))
            goods.append(flow.item.good)
    yield from taken.values()
    for count in checking.every(HereCount):
        yield count, count.piece, [count.good]


def check_storage(checking: Checking) -> None:
    """What lies "here" must lie in one place: on a piece of which there is one copy."""
    told: set[str] = set()
    pieces = checking.rules.of(Piece)
    several = {p.name for p in pieces if p.copies > 1 or p.copies_per_player}
    for command, piece in storing(checking):
        if piece in several - told:
            told.add(piece)
            message = f"goods cannot lie on {piece}: there is more than one copy of it"
            hint = "a piece that keeps goods has 1 copy; give the copies names of their own"
            checking.report("E520", message, command, hint)
    put = {(flow.taker, flow.item.good) for _, flow in checking.moved}
    left = left_on(checking.every(Command))
    put |= {(piece, good) for piece, goods in left.items() for good in goods}
    put |= {(HERE, good) for each in checking.every(Begins) for good in each.bundle.goods}
    filled = {piece for piece, _ in put}
    for each in checking.every(TakeAll):
        if each.piece and each.piece not in several | filled:
            message = f"nothing ever puts anything on {each.piece}"
            hint = f"write below {each.piece}: <moment>: put 1 <good> here"
            checking.report("E529", message, each, hint)
    for use, piece, goods in _used(checking):
        if piece not in several and not any((piece, good) in put for good in goods):
            where = "a space" if piece == HERE else piece
            message = f"nothing ever puts {join(goods, 'or')} on {where}"
            hint = f"write below {piece}: <moment>: put 1 {goods[0]} here"
            if piece == HERE:
                hint = f"write in the map: a <mapped> begins with 1 {goods[0]}"
            checking.report("E529", message, use, hint)


# ---------------------------------------------------------------------------------- stacks


def check_stacks(checking: Checking) -> None:
    """There are as many pieces and lots as are asked for, and moments belong to their sort."""
    rules = checking.rules
    pieces = rules.of(Piece)
    for stack in checking.every(Stack):
        for layer in stack.layers:
            count = sum(p.stack == stack.stack and layer.label in p.labels for p in pieces)
            if count < (layer.count or 1):
                carry = "piece of {} carries" if count == 1 else "pieces of {} carry"
                message = f"{count or 'no'} {carry.format(stack.stack)} the label {layer.label}"
                message += f", and {layer.count} are to lie there" if layer.count else ""
                code = "E509" if layer.count else "W525"
                hint = "add pieces, or take fewer of them"
                if layer.count and count:
                    hint = f"write {count} {layer.label}, or add pieces"
                checking.report(code, message, layer, hint)
    for use in checking.every(UsePiece):
        moments = {m for s in rules.of(Sort) if s.name == use.sort for m in s.moments}
        if use.moment not in moments | {"", ALSO_GIVES}:
            message = f'"{use.moment}" is no moment of the sort {use.sort}'
            known = f"its moments: {', '.join(sorted(moments))}" if moments else "it has none"
            checking.report("E510", message, use, known)
    for piece in pieces:
        if piece.stack and (piece.copies > 1 or piece.copies_per_player):
            message = f"{piece.name} lies in {piece.stack}, where there is one of each name"
            hint = f"leave it out, and write below: {piece.sort} {piece.name} Two: as {piece.name}"
            checking.report("E531", message, checking.line_in(piece, f"{piece.copies} cop"), hint)
    unstacked = {piece.name for piece in pieces if not piece.stack}
    for condition in checking.every(TurnedUp):
        if condition.piece in unstacked:
            message = f"{condition.piece} lies in no stack, and so is never turned up"
            hint = (
                "ask for a piece that lies in one, or put it below a line: <lots> of <stack>: ..."
            )
            checking.report("E506", message, condition, hint)
    _check_lots(checking)


def _check_lots(checking: Checking) -> None:
    """Stacks are laid where they are used, and ``lot 3`` is there, at some table at least."""
    auctioned = {auction.sort for auction in checking.every(Auction)}
    laid: dict[str, list[Conditions]] = {}
    named: list[tuple[Command, str, int, Conditions]] = []
    for stack, conditions in checking.placed_of(Stack):
        laid.setdefault(stack.stack, []).append(conditions)
    for command, conditions in checking.placed_of(Auction, TurnUp, UsePiece, *NAMING_LOTS):
        if isinstance(command, (Auction, TurnUp, UsePiece)):
            named.append((command, command.sort, 1, conditions))
        named += [(command, *lot, conditions) for lot in _lots_named(command, auctioned)]
    for command, sort, number, conditions in named:
        stacks = [s for each in checking.rules.of(Sort) if each.name == sort for s in each.stacks]
        if not stacks:
            continue
        places = [laid[stack] for stack in stacks if stack in laid]
        # What asks for a lot where there is none could not be carried out.
        strict = isinstance(command, Auction | TurnUp | UsePiece | WonLot)
        missing = _table_with_fewer(checking, number, places, conditions if strict else None)
        if missing is not None:
            _report_missing(checking, command, sort, number, missing)


def _report_missing(
    checking: Checking, command: Command, sort: str, number: int, where: str
) -> None:
    where = f" {where}" if where else ""
    if isinstance(command, Auction | TurnUp | UsePiece):
        message = f"no stack of {checking.rules.vocabulary.plural(sort)} is laid out{where}"
        hint = checking.in_a_phase("stack <stack> face up", once=True)
    else:
        message = f"there is no {sort} {number}{where}"
        hint = "lots are numbered as their stacks are: one stack is one lot of a round"
    checking.report("E517", message, command, hint)


def _lots_named(command: Command, auctioned: set[str]) -> Iterator[tuple[str, int]]:
    match command:
        case ThisLot(sort=sort, number=number) | WonLot(sort=sort, number=number):
            yield sort, number
        case PlayerWord(kind=kind, sort=sort, number=number) if kind == WINNER:
            yield sort, number
        case Clause(lot=number) | NotOffered(lot=number) if number:
            yield from ((sort, number) for sort in auctioned)
        case _:
            pass


def _table_with_fewer(
    checking: Checking, number: int, places: list[list[Conditions]], needed: Conditions | None
) -> str | None:
    """A table without so many stacks, in words; no words: no table has them; None: they exist."""
    if number > len(places):
        return ""
    if needed is None:
        return None
    every = (*needed, *(c for given in places for conditions in given for c in conditions))
    for players, answers in checking.tables(every):
        there = [given for given in places if any(all_hold(one, players, answers) for one in given)]
        if all_hold(needed, players, answers) and len(there) < number:
            return table_words((players, answers))
    return None
