"""Checks of what is used: does it exist at every table, and is all that exists used?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.amounts import TheBid
from ...commands.base import Command
from ...commands.conditions import Built, Declined, OptionIs, Players
from ...commands.counting.bounds import numbers_words
from ...commands.definitions.course import Action, Hook, Option, Phase, Play
from ...commands.definitions.definition import ALSO_GIVES, Clause, Exchange, Good, Needs, Tally
from ...commands.definitions.examples import Example
from ...commands.definitions.exchanges import UseExchange, Window
from ...commands.definitions.pieces import Piece, Sort
from ...commands.definitions.scores import Scoring
from ...commands.definitions.tracks import Track
from ...mechanisms.auction.commands import Auction, UsePiece
from ...mechanisms.auction.conditions import ThisLot
from ...mechanisms.auction.winning import EachWinner
from ...mechanisms.piles.commands import BuildSame, MovePieces, Stack, TurnUp
from ...mechanisms.placing.in_turn import PLACING_ON
from ...spelling import did_you_mean
from ..messages.diagnostics import listed
from .context import contrary, table_words
from .reach.declared import declared, written
from .reach.moments import check_moments

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...words import Span
    from .context import Checking, Conditions

PLAYERS_OF = re.compile(r"\bwith (\d+) player")
"""The end of the first line of an example."""


def check_course(checking: Checking) -> None:
    """There is a play and a scoring for every table."""
    for kind, code, example in (
        (Play, "E501", "play: and below it, indented: rounds 1-10: <phase>"),
        (Scoring, "E502", "scoring in <units>: and below it, indented: <units>: 1 per <unit>"),
    ):
        given = [d.conditions for d in checking.rules.of(kind)]
        table = checking.missing_table((), given)
        if table is not None:
            word = kind.__name__.lower()
            where = f" {table_words(table)}" if given else ""
            message = f"the game has no {word}{where}"
            checking.report(code, message, checking.header, f"write it like: {example}")


# ---------------------------------------------------------------------------------- references


def check_references(checking: Checking) -> None:
    """What is used exists at every table where it is used."""
    given: dict[tuple[str, str], list[Conditions]] = {}
    for definition in checking.rules.definitions:
        kind = KINDS.get(type(definition))
        if kind is not None:
            name = str(getattr(definition, "name", ""))
            given.setdefault((kind, name), []).append(definition.conditions)
        for of, name, conditions in definition.declares():
            given.setdefault((of, name), []).append(conditions)
        for exchange in definition.exchanges if isinstance(definition, Piece) else ():
            given.setdefault(("exchange", exchange.name), []).append(())
    for command, conditions in checking.placed():
        for kind, name in command.mentions():
            _check_reference(checking, command, (kind, name), conditions, given)


KINDS = {
    Good: "good",
    Sort: "sort of pieces",
    Action: "action",
    Exchange: "exchange",
    Track: "track",
    Piece: "piece",
    Phase: "phase",
    Tally: "tally",
}


def check_exchanges_named(checking: Checking) -> None:
    """An effect uses an exchange of the rules: that of a piece is open to its owner alone."""
    pieces = {e.name: (p.name, e) for p in checking.rules.of(Piece) for e in p.exchanges if e.name}
    named: list[UseExchange | Window] = [*checking.every(UseExchange)]
    for command in (*named, *checking.every(Window)):
        names = command.also if isinstance(command, Window) else (command.exchange,)
        for name in names:
            if name in pieces:
                piece, exchange = pieces[name]
                when = "when it is offered" if exchange.offered_only else "at any time"
                message = f"only the owner of {piece} may {name}, and {when}"
                hint = f"write it outside of the piece: exchange {name}: ..., when offered"
                if exchange.offered_only:
                    hint = f"for all who own such a piece write: {name} freely"
                checking.report("E524", message, command, hint)


def _check_reference(
    checking: Checking,
    command: Command,
    wanted: tuple[str, str],
    conditions: Conditions,
    given: dict[tuple[str, str], list[Conditions]],
) -> None:
    table = checking.missing_table(conditions, given.get(wanted, []))
    if table is not None:
        lacking = _lacking(checking, conditions, given.get(wanted, []))
        message = f"{' '.join(wanted)} does not exist {contrary(lacking) or table_words(table)}"
        hint = "put the line under the same conditions as its definition, or define it there too"
        if lacking:
            hint = f'put it below a line "{lacking}:", as its definition is, or define it there too'
        checking.report("E503", message, command, hint)


def _lacking(checking: Checking, conditions: Conditions, given: list[Conditions]) -> str:
    """What a line has to stand below for all that it uses to be there; empty if not one thing."""
    vocabulary = checking.rules.vocabulary
    there = {condition.words(vocabulary) for condition in conditions}
    ways = {tuple(condition.words(vocabulary) for condition in each) for each in given}
    if len(ways) != 1:
        return ""
    return " and ".join(word for word in next(iter(ways)) if word not in there)


# ---------------------------------------------------------------------------------- situations


def check_situations(checking: Checking) -> None:
    """``the bid``, ``the lot`` and ``if you built`` need a winner whose piece is resolved."""
    lots = {auction.sort for auction in checking.every(Auction)}
    for definition in checking.rules.definitions:
        resolved = (
            isinstance(definition, Action)
            or (isinstance(definition, Hook) and definition.of_action)
            or (isinstance(definition, Piece) and definition.sort in lots)
        )
        if not resolved:
            _check_winner(checking, definition, lots)
    stacked: list[Auction | TurnUp | UsePiece] = [*checking.every(Auction)]
    for command in (*stacked, *checking.every(TurnUp), *checking.every(UsePiece)):
        _needs_stacks(checking, command, command.sort, lots)
    for move in checking.every(MovePieces):
        if move.source == move.target:
            hint = "name two places: from one of them to the other"
            checking.report("E504", "the pieces stay where they are", move, hint)
    first = {sort.name: sort.places[:1] for sort in checking.rules.of(Sort)}
    for turn in checking.every(TurnUp):
        if turn.place and (turn.place,) == first.get(turn.sort):
            hint = "name another place of the sort: pieces come from the first one"
            checking.report("E504", "the pieces stay where they are", turn, hint)


def _check_winner(checking: Checking, command: Command, lots: set[str]) -> None:
    match command:
        case EachWinner():
            return
        case Clause(moment=moment) if moment == ALSO_GIVES:
            return
        case TheBid() | Built() | Declined() | ThisLot() | BuildSame():
            needed = True
        case UsePiece(sort=sort, moment=moment):
            needed = sort in lots or moment == ALSO_GIVES
        case _:
            needed = False
    if needed:
        words = command.words(checking.rules.vocabulary)
        message = f'"{words}" means nothing here: nobody has won anything'
        hint = "it belongs into a block like: each winner, in order of <lots>: ..."
        checking.report("E505", message, command, hint)
    for part in command.children():
        _check_winner(checking, part, lots)


def _stacks(checking: Checking, sort: str) -> tuple[str, ...]:
    return tuple(s for each in checking.rules.of(Sort) if each.name == sort for s in each.stacks)


def _needs_stacks(checking: Checking, command: Command, sort: str, lots: set[str]) -> None:
    # What is auctioned may lie on a board instead, where nothing is turned up.
    auctioned = sort in lots and not isinstance(command, TurnUp)
    on_board = auctioned and any(
        each.places for each in checking.rules.of(Sort) if each.name == sort
    )
    if not _stacks(checking, sort) and not on_board:
        message = f"pieces of the sort {sort} lie in no stacks"
        checking.report("E506", message, command, "give the sort a line: stacks: <stack>")


# ---------------------------------------------------------------------------------- examples


def check_examples(checking: Checking) -> None:
    """The examples of the last pack are played with a number of players that the game allows."""
    players = checking.widest
    scored = {line.label for s in checking.rules.of(Scoring) for line in s.lines}
    for example in checking.rules.of(Example):
        if example.span is None or example.span.file not in checking.own_files:
            continue
        if example.players not in players:
            fitting = numbers_words(players)
            message = f"the game is for {fitting} players, and not for {example.players}"
            where = _players_of(checking, example.span)
            checking.report("E508", message, where, "choose another number for the example")
        for line in example.lines:
            last = max((play.rounds for play in checking.rules.of(Play)), default=0)
            if line.kind == "round" and 0 < last < line.number:
                message = f"there is no round {line.number}"
                checking.report("E302", message, line, f"the last round is {last}")
            unknown = [name for name in line.names if line.kind == "scores" and name not in scored]
            if unknown:
                hint = did_you_mean(unknown[0], scored, f"known: {listed(scored)}")
                message = f'the scoring has no line "{unknown[0]}"'
                checking.report("E201", message, checking.last_word(line, unknown[0]), hint)


def _players_of(checking: Checking, head: Span) -> Span:
    """Where the first line of an example says how many players there are."""
    number = PLAYERS_OF.search(checking.sources[head.file].line_text(head.line))
    if number is None:
        return head
    first, end = number.start(1) + 1, number.end(1) + 1
    return evolve(head, column=first, end_line=head.line, end_column=end)


def check_needed(checking: Checking) -> None:
    """What every table needs is said once, and not set to no by a pack: all would be refused."""
    rules = checking.rules
    first: dict[object, Needs] = {}
    for needs in rules.of(Needs):
        before = first.setdefault((needs.option, needs.conditions), needs)
        if before is not needs and checking.is_own(needs):
            message = f"{needs.option} is already needed, in {before.span}"
            checking.report("E401", message, needs, "keep one of the two lines")
        answer = rules.settings.get(needs.option)
        if needs.conditions or answer is None or rules.options[needs.option]:
            continue
        if answer.file in checking.own_files:
            where = f", in {needs.span}" if needs.span else ""
            message = f"{needs.option} is set to no, but every table needs it{where}"
            checking.report("E412", message, answer, f"write: set {needs.option}: yes")


# ---------------------------------------------------------------------------------- unused


def check_unused(checking: Checking) -> None:
    """Warnings for what is defined and can never matter."""
    rules = checking.rules
    _unused_names(checking)
    asked = {condition.option for condition in checking.every(OptionIs)}
    asked |= {needs.option for needs in rules.of(Needs)}
    for option in rules.of(Option):
        if option.name not in asked:
            hint = f"write somewhere: with {option.name}: ..."
            checking.report("W511", f"nothing depends on the option {option.name}", option, hint)
    for condition in checking.every(Players):
        if not any(condition.decide(players, {}) for players in checking.widest):
            words = condition.words(rules.vocabulary)
            message = (
                f'"{words}" never holds: the game is for {numbers_words(checking.widest)} players'
            )
            hint = "write other numbers of players, or leave the line out"
            checking.report("W512", message, condition, hint)
    for slot, is_own in checking.slots():
        placed = sorted({each.good for each in checking.every(PLACING_ON[is_own])})
        if slot.good not in placed:
            hint = checking.in_a_phase(f"place {rules.vocabulary.plural(slot.good)}", each=True)
            if placed:
                hint = f"what is placed here is {listed(placed)}; for another good {hint}"
            if not is_own:
                hint += ": and below it, indented: each turn places one, and the other sentences"
            checking.report("W513", f"no effect places {slot.good} here", slot, hint)


WHERE_USED: Mapping[type[Phase | Action | Tally | Track | Good], str] = {
    Phase: "write it into a line of the play, such as: rounds 1-10: ..., {}",
    Action: "write its name where it is to happen, such as: after <phase>: each player: {}",
    Tally: "count it somewhere: gain 1 <good> per {}",
    Track: "let somebody go forward on it: advance {}",
    Good: "let somebody gain it, or pay it: gain 1 {}",
}
"""Where the name of a definition is to stand that nothing uses."""


def _unused_names(checking: Checking) -> None:
    rules = checking.rules
    used: set[tuple[str, str]] = set()
    if not rules.of(Play):  # What phases there are shows in it.
        used.update(("phase", phase.name) for phase in rules.of(Phase))
    for command in checking.every(Command):
        if not isinstance(command, Hook):
            used.update(command.mentions())
    is_pack = bool(rules.headers[-1].extends)
    for kind, use in WHERE_USED.items():
        # A game may have goods and tracks for packs to use.
        for definition in rules.of(kind) if is_pack or kind not in (Track, Good) else ():
            word, name = KINDS[kind], definition.name
            if (word, name) not in used:
                place, hint = _unused(checking, definition, use.format(name))
                checking.report("W514", f"the {word} {name} is never used", place, hint)
    on_pieces = {e.name: e for piece in rules.of(Piece) for e in piece.exchanges}
    for exchange in (*rules.of(Exchange), *on_pieces.values()):
        if exchange.offered_only and exchange.name not in checking.offered:
            effect = f"trade freely, also {exchange.name}"
            if exchange.name in on_pieces:
                effect = f"{exchange.name} freely"
            hint = checking.in_a_phase(effect, each=True)
            message = f"the exchange {exchange.name} is never offered"
            checking.report("W515", message, exchange, hint)
    stacked = {stack.stack: stack for stack in checking.every(Stack)}
    for sort in rules.of(Sort):
        for name in sort.stacks:
            if stacked and name not in stacked:
                others = [stacked[each] for each in sort.stacks if each in stacked]
                face = "up" if any(stack.face_up for stack in others) else "down"
                hint = checking.in_a_phase(f"stack {written(name)} face {face}", once=True)
                where = declared(checking, sort, "stacks", name)
                checking.report("W516", f"{name} is never stacked", where, hint)
    check_moments(checking)


def _unused(checking: Checking, definition: Command, use: str) -> tuple[Span | None, str]:
    """Where it is told that nothing uses a definition, and how it would be used."""
    match definition:
        case Good(name=name):
            goods = (e.span for e in checking.entries if (e.kind, e.name) == ("good", name))
            return next(goods, definition.span), use
        case Phase(name=name) if not checking.is_own(definition):  # A play has dropped it.
            play = next(iter(checking.rules.of(Play)), definition)
            return play.span, f"name it there, or say that it goes: remove phase {name}"
        case _:
            return definition.span, use
