"""No exchanges and triggers give goods or points for nothing without end."""

from __future__ import annotations

from itertools import chain, product
from pathlib import PurePath
from typing import TYPE_CHECKING

from attrs import define, field

from ....commands.conditions import all_hold
from ....commands.definitions.course import Action, Hook
from ....commands.definitions.definition import Exchange, Limited, Substitution, Trigger
from ....commands.definitions.exchanges import UseFreely, Window
from ....commands.definitions.pieces import Piece, Sort
from ....commands.definitions.scores import Scoring
from ....mechanisms.auction.commands import Auction
from ....mechanisms.holding.definitions import MayHold
from ...names.names import PLAYERS
from ..reach.goods import Reachable
from ..reach.pieces import Ways
from ..reach.tables import Table, tables_asked
from .following import Following
from .moves import Offer, moves_of
from .related import Line, related
from .solving import Move, Problem, Recipe, net_of, shortest_pump

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ....commands.base import Command, Span
    from ....commands.conditions import Condition
    from ....commands.effects import Effect
    from ..context import Checking

    Conditions = tuple[Condition, ...]

MOST_PROBLEMS = 200


@define(eq=False, repr=False)
class _Game:
    """All lines of the rules that exchange, and what else matters for them."""

    checking: Checking
    lines: list[Line] = field(factory=list)
    windows: list[tuple[tuple[str, ...], Conditions]] = field(factory=list)
    limited: list[tuple[tuple[str, ...], Conditions]] = field(factory=list)
    rising: set[str] = field(factory=set)
    scored: dict[str, int] = field(factory=dict)

    def conditions(self) -> Iterator[Condition]:
        """All that decides which lines are there at a table."""
        held = (line.conditions for line in self.lines)
        others = ((*self.windows, *self.limited),)
        yield from chain.from_iterable((*held, *(c for pairs in others for _, c in pairs)))


def check_pumps(checking: Checking) -> None:
    """What can be used any number of times costs something in the end."""
    game = _read(checking)
    if not any(isinstance(line.command, Exchange) for line in game.lines):
        return
    # Hardly any rules have one at all: whether what it costs can be had is asked of those only.
    if next(_recipes(game, None), None) is not None:
        told: set[tuple[str, ...]] = set()
        for recipe in _recipes(game, checking.kept(Reachable.of)):
            _report_once(checking, recipe, told)


def _recipes(game: _Game, reachable: Reachable | None) -> Iterator[Recipe]:
    """The shortest recipe of each situation that has one, of what can be had if that is given."""
    tried: set[object] = set()
    without: set[object] = set()
    tables = [*tables_asked(game.checking, game.conditions())]
    for table, window, turned in _situations(game, tables):
        situation = _situation(game, table, window, turned)
        if situation in tried or len(tried) >= MOST_PROBLEMS:
            continue
        tried.add(situation)
        for problem in _problems(game, reachable, table, situation):
            recipe = None if problem.key in without else shortest_pump(problem)
            if recipe is not None:
                yield recipe
            else:
                without.add(problem.key)


# ---------------------------------------------------------------------------------- reading


def _read(checking: Checking) -> _Game:
    game = _Game(checking)
    auctioned = {auction.sort for auction in checking.every(Auction)}
    for definition in checking.rules.definitions:
        match definition:
            case Exchange() | Trigger() | Substitution():
                game.lines.append(Line(definition, definition.conditions))
            case Limited(goods=goods) | MayHold(goods=goods):
                game.limited.append((goods, definition.conditions))
            case Piece():
                lies_up = bool(definition.stack) and definition.sort not in auctioned
                if lies_up or not definition.stack:
                    game.lines += _lines_of(definition, definition.stack if lies_up else "")
            case Scoring(lines=lines):
                for term in (term for line in lines for term in line.terms):
                    if term.kind == "per good":
                        game.scored[term.of] = game.scored.get(term.of, 0) + term.each
                    elif term.kind == "rising" and term.series[-1] < 0:
                        game.rising.add(term.of)
            case _:
                pass
    game.lines = related(checking, [x for x in game.lines if not _is_limited(x.command)])
    if any(line.piece for line in game.lines):
        owned = _owned(checking, {line.piece for line in game.lines if not line.stack})
        there = [x for x in game.lines if not x.piece or x.stack or x.piece in owned]
        game.lines = related(checking, there)
    if any(isinstance(x.command, Exchange) and x.command.offered_only for x in game.lines):
        game.windows += ((command.also, where) for command, where in checking.placed_of(Window))
        game.windows += ((command.names, where) for command, where in checking.placed_of(UseFreely))
    return game


def _is_limited(command: Command) -> bool:
    """What can be used so often and no more goes on for ever with nobody."""
    return isinstance(command, Exchange) and bool(command.most)


def _owned(checking: Checking, names: set[str]) -> set[str]:
    """Those of some pieces that can come to a player."""
    ways = Ways.of(checking)
    sorts = {sort.name: sort for sort in checking.rules.of(Sort) if PLAYERS in sort.places}
    return {
        piece.name
        for piece in checking.rules.of(Piece)
        if piece.name in names and piece.sort in sorts and ways.brings(piece, sorts[piece.sort])
    }


def _lines_of(piece: Piece, stack: str) -> Iterator[Line]:
    every: tuple[Exchange | Trigger | Substitution, ...]
    every = (*piece.exchanges, *piece.triggers, *piece.substitutions)
    for command in every:
        yield Line(command, (*piece.conditions, *command.conditions), piece.name, stack)


# ---------------------------------------------------------------------------------- situations

_Situation = tuple[frozenset[int], frozenset[str], frozenset[str]]
"""Which lines are there, which exchanges are offered, and what is limited."""


def _situations(
    game: _Game, tables: list[Table]
) -> Iterator[tuple[Table, tuple[str, ...], frozenset[str]]]:
    """Every table, with each window that may be open and each choice of what lies up."""
    up: dict[str, set[str]] = {}
    for line in game.lines:
        if line.stack:
            up.setdefault(line.stack, {""}).add(line.piece)
    choices = [
        frozenset(each) - {""} for each in product(*(sorted(names) for names in up.values()))
    ]
    for table in tables:
        offered = {names for names, conditions in game.windows if all_hold(conditions, *table)}
        for window in sorted({(), *offered}):
            yield from ((table, window, turned) for turned in choices[:MOST_PROBLEMS])


def _situation(
    game: _Game, table: Table, window: tuple[str, ...], turned: frozenset[str]
) -> _Situation:
    there = frozenset(
        index
        for index, line in enumerate(game.lines)
        if all_hold(line.conditions, *table) and (not line.stack or line.piece in turned)
    )
    goods = (goods for goods, conditions in game.limited if all_hold(conditions, *table))
    return there, frozenset(window), frozenset(chain.from_iterable(goods))


def _problems(
    game: _Game, reachable: Reachable | None, table: Table, situation: _Situation
) -> Iterator[Problem]:
    """Goods for nothing; and points for debts that count less than the points do."""
    there, window, limited = situation
    lines = [line for index, line in enumerate(game.lines) if index in there]
    moves = tuple(_moves(game, lines, window, reachable, table))
    negative = {good for good, each in game.scored.items() if each < 0}
    owed = game.rising | negative
    goods = {good for move in moves for good in move.net}
    even = frozenset(limited | owed)
    yield Problem(moves, even, dict.fromkeys(goods - even, 1))
    if negative - game.rising:
        yield Problem(moves, frozenset(limited | game.rising), game.scored)


def _moves(
    game: _Game,
    lines: list[Line],
    window: frozenset[str],
    reachable: Reachable | None,
    table: Table,
) -> Iterator[Move]:
    following = _following(game, lines, table)
    # What holds for a purpose only does not hold for exchanges.
    paying = [c for line in lines if isinstance(c := line.command, Substitution) and not c.purposes]
    for line in lines:
        exchange = line.command
        if not isinstance(exchange, Exchange):
            continue
        if reachable is not None and not reachable.payable(exchange.cost):
            continue
        if exchange.offered_only and exchange.name not in window:
            continue
        for move in moves_of(Offer(exchange, line.piece), paying, following):
            yield _with_triggers(move, following)


def _with_triggers(move: Move, following: Following) -> Move:
    """The move with the triggers that belong to it, to say where they stand."""
    exchange = move.parts[0]
    happenings = [("uses", name) for name in dict.fromkeys((exchange.name, exchange.counts_as))]
    for good in dict.fromkeys((*exchange.cost.goods, *exchange.gain.goods, *move.net)):
        happenings += [("gains", good), ("loses", good)]
    waiting = (trigger for each in happenings for trigger in following.triggers.get(each, ()))
    return Move(move.name, move.net, move.uses, (*move.parts, *waiting))


def _following(game: _Game, lines: Iterable[Line], table: Table) -> Following:
    rules = game.checking.rules
    triggers: dict[tuple[str, str], list[Trigger]] = {}
    exchanges: dict[str, Exchange] = {}
    for line in lines:
        if isinstance(line.command, Trigger):
            occasion = line.command.occasion
            triggers.setdefault((occasion.verb, occasion.of), []).append(line.command)
        elif isinstance(line.command, Exchange) and not line.piece:
            exchanges.setdefault(line.command.name, line.command)
    actions: dict[str, list[Effect]] = {}
    for action in rules.of(Action):
        if all_hold(action.conditions, *table):
            actions.setdefault(action.name, []).append(action.effect)
    for hook in rules.of(Hook):
        if hook.of_action and all_hold(hook.conditions, *table):
            actions.setdefault(hook.around, []).append(hook.effect)
    return Following(triggers, actions, exchanges, *table)


# ---------------------------------------------------------------------------------- telling


def _report_once(checking: Checking, recipe: Recipe, told: set[tuple[str, ...]]) -> None:
    """Not again what is only a longer way of something that was told."""
    names = tuple(sorted({move.name for move in recipe}))
    if not any(set(other) <= set(names) for other in told):
        told.add(names)
        _report(checking, recipe)


def _report(checking: Checking, recipe: Recipe) -> None:
    """At the pack's own line; at its header, where it only brings the others together."""
    parts: list[Command] = [part for move in recipe for part in move.parts]
    own = [part for part in parts if part.span and part.span.file in checking.own_files]
    where = own[0].span if own else _joining(checking, parts) or parts[0].span
    times = ((move.name, n * move.uses) for move, n in recipe.items())
    each = [f"{number} times {name}" if number > 1 else name for name, number in times]
    net = {good: n for good, n in net_of(recipe).items() if n > 0}
    vocabulary = checking.rules.vocabulary
    gained = ", ".join(f"+{vocabulary.count(number, good)}" for good, number in net.items())
    message = f"this gives goods for nothing, without end: {', '.join(each)}: {gained} each time"
    stands = [f"{_phrase(checking, part)} stands in {_place(part)}" for part in _each_once(parts)]
    which = "one of them" if len(stands) > 1 else "it"
    hint = f"let {which} cost more or give less: {', '.join(stands)}"
    checking.report("W541", message, where, hint)


def _phrase(checking: Checking, part: Command) -> str:
    if isinstance(part, Exchange) and part.name:
        return part.name
    return f'"{part.words(checking.rules.vocabulary)}"'


def _place(part: Command) -> str:
    assert part.span is not None
    return f"{PurePath(part.span.file).name}:{part.span.line}"


def _each_once(parts: Iterable[Command]) -> list[Command]:
    return list({(part.span, type(part)): part for part in parts if part.span}.values())


def _joining(checking: Checking, parts: Iterable[Command]) -> Span | None:
    """The last pack brings together what is harmless in each of the packs it is played with."""
    packs = {entry.passage.source.file: entry.pack for entry in checking.entries}
    names = {packs.get(part.span.file) for part in parts if part.span}
    return checking.header if len(names) > 1 else None
