"""Compiling effects, conditions and the blocks they stand in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from ..commands.conditions import (
    Built,
    Condition,
    EveryPlayerWon,
    FinalRound,
    Has,
    NobodyWon,
    OptionIs,
    Players,
    Rounds,
    WonLot,
)
from ..commands.effects import (
    Choose,
    Collect,
    Discard,
    Do,
    EachPlayer,
    Effect,
    Gain,
    If,
    May,
    Nothing,
    Pay,
    PayTo,
    Sequence,
    UseExchange,
    Window,
)
from ..mechanisms.auction import EachWinner
from ..mechanisms.piles import Build
from ..mechanisms.turns import BecomeStart, PlayerWord
from .compiler_auction import compile_auction
from .compiler_goods import compile_bundle, each_of_group
from .compiler_piles import PILES
from .diagnostics import did_you_mean
from .phrases import EXAMPLES
from .syntax import nodes, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lark import Token

    from .scope import Scope
    from .syntax import Node


# ---------------------------------------------------------------------------------- conditions


def compile_static(scope: Scope, node: Node) -> Condition:
    """``with 2 players``, ``without open hands``."""
    word, place = tokens(node)[0], scope.span(node)
    match node.data:
        case "players":
            least, most = scope.range_of(word)
            return Players(least, most, span=place)
        case "players_or_more":
            return Players(scope.number(word), None, span=place)
        case _:
            option = _option(scope, word)
            return OptionIs(option, node.data == "option_on", span=place)


def _option(scope: Scope, token: Token) -> str:
    if str(token).endswith((" player", " players")) and str(token) not in scope.names.options:
        hint = "write the number in digits: with 2 players, with 3 or more players"
        scope.report("E201", f'unknown option "{token}"', token, hint)
        return str(token)
    return scope.resolve(token, scope.names.options, "option")


def compile_condition(scope: Scope, node: Node) -> Condition:
    """What stands between ``if`` or ``in`` and the colon."""
    words, place = tokens(node), scope.span(node)
    match node.data:
        case "in_round":
            number = scope.number(words[0])
            return Rounds(number, number, span=place)
        case "in_rounds":
            return Rounds(*scope.range_of(words[0]), span=place)
        case "in_the_final_round":
            return FinalRound(span=place)
        case "has_no":
            return Has(scope.good(words[0]), 0, 0, span=place)
        case "has_just":
            number = scope.number(words[0])
            return Has(scope.good(words[1]), number, number, span=place)
        case "has_or_more":
            return Has(scope.good(words[1]), scope.number(words[0]), None, span=place)
        case "you_built":
            return Built(span=place)
        case "every_player_won":
            return EveryPlayerWon(scope.sort(words[0]), span=place)
        case "nobody_won":
            return NobodyWon(scope.sort(words[0]), span=place)
        case _:
            return WonLot(scope.sort(words[0]), scope.number(words[1]), span=place)


# ---------------------------------------------------------------------------------- blocks


def compile_body(scope: Scope, node: Node) -> Effect:
    """What follows a colon: an effect in the same line, or a block of lines."""
    effects: list[Effect] = []
    for line in nodes(node):
        if line.data == "otherwise":
            _add_otherwise(scope, effects, line)
        else:
            effects.append(compile_line(scope, line))
    return effects[0] if len(effects) == 1 else Sequence(tuple(effects), span=scope.span(node))


def _add_otherwise(scope: Scope, effects: list[Effect], line: Node) -> None:
    """``otherwise`` completes the line before it, which must begin with a condition."""
    other = compile_body(scope, nodes(line)[0])
    last = effects[-1] if effects else None
    if isinstance(last, If) and last.otherwise is None:
        effects[-1] = evolve(last, otherwise=other)
        return
    message = '"otherwise" must follow a line that begins with "if", "with", "without" or "in"'
    hint = "the line before it, indented as much, begins the choice: if ...: A / otherwise: B"
    scope.report("E310", message, line, hint)


def compile_line(scope: Scope, node: Node) -> Effect:
    """One line of a block."""
    place = scope.span(node)
    parts = nodes(node)
    match node.data:
        case "with_line":
            return If(compile_static(scope, parts[0]), compile_body(scope, parts[1]), span=place)
        case "if_line":
            return If(compile_condition(scope, parts[0]), compile_body(scope, parts[1]), span=place)
        case "each_player":
            return EachPlayer(compile_body(scope, parts[0]), span=place)
        case "each_winner":
            sort = scope.sort(tokens(node)[0])
            return EachWinner(sort, compile_body(scope, parts[0]), span=place)
        case "auction":
            return compile_auction(scope, node, lambda part: compile_static(scope, part))
        case _:
            return compile_effect(scope, node)


# ---------------------------------------------------------------------------------- one line


def compile_effect(scope: Scope, node: Node) -> Effect:
    """An effect within a line: ``A, then B``, ``may A``, ``A or B``, or a single deed."""
    match node.data:
        case "sequence":
            effects = tuple(compile_effect(scope, part) for part in nodes(node))
            return effects[0] if len(effects) == 1 else Sequence(effects, span=scope.span(node))
        case "may":
            return May(compile_effect(scope, nodes(node)[0]), span=scope.span(node))
        case "choice":
            return _choice(scope, node)
        case _:
            return DEEDS[node.data](scope, node)


def _choice(scope: Scope, node: Node) -> Effect:
    """``A or B``. In ``build residential or commercial`` the second is only another label."""
    alternatives: list[Effect] = []
    for part in nodes(node):
        last = alternatives[-1] if alternatives else None
        if isinstance(last, Build) and last.labels and part.data == "words":
            label = scope.label(tokens(part)[0], last.sort)
            if label in last.labels:
                scope.report("E301", f'"{label}" stands twice', part)
            alternatives[-1] = evolve(last, labels=(*last.labels, label))
        else:
            alternatives.append(compile_effect(scope, part))
    if len(alternatives) == 1:
        return alternatives[0]
    return Choose(tuple(alternatives), span=scope.span(node))


def _of_bundle(
    make: Callable[[Scope, Node], Effect],
) -> Callable[[Scope, Node], Effect]:
    """An effect on a bundle; where that names a group of goods the player chooses one of it."""

    def compiled(scope: Scope, node: Node) -> Effect:
        scopes = [each for each, _ in each_of_group(scope, nodes(node)[0])]
        effects = tuple(make(each, node) for each in scopes)
        return effects[0] if len(effects) == 1 else Choose(effects, span=scope.span(node))

    return compiled


def _gain(scope: Scope, node: Node) -> Effect:
    return Gain(compile_bundle(scope, nodes(node)[0]), span=scope.span(node))


def _pay(scope: Scope, node: Node) -> Effect:
    return Pay(compile_bundle(scope, nodes(node)[0]), span=scope.span(node))


def _pay_to(scope: Scope, node: Node) -> Effect:
    """``pay A to B``; where A is one good of a group, B is the same for each of them."""
    cost, deed = nodes(node)
    effect, place = compile_effect(scope, deed), scope.span(node)
    scopes = [each for each, _ in each_of_group(scope, cost)]
    if len(scopes) > 1 and isinstance(effect, Choose | PayTo):
        hint = "put the second choice into an action, and write its name here"
        scope.report("E309", "a choice within a choice", deed, hint)
        return effect
    effects = tuple(PayTo(compile_bundle(each, cost), effect, span=place) for each in scopes)
    return effects[0] if len(effects) == 1 else Choose(effects, span=place)


def _discard(scope: Scope, node: Node) -> Effect:
    return Discard(compile_bundle(scope, nodes(node)[0]), span=scope.span(node))


def _do_nothing(scope: Scope, node: Node) -> Effect:
    return Nothing(span=scope.span(node))


def _build(scope: Scope, node: Node) -> Effect:
    sort = scope.owned_sort(node)
    labels = tuple(scope.label(token, sort) for token in tokens(node, "PHRASE"))
    return Build(sort, labels, span=scope.span(node))


def _words(scope: Scope, node: Node) -> Effect:
    """A line of words only: the name of an action or of an exchange."""
    token = tokens(node)[0]
    word, place = str(token), scope.span(node)
    if word in scope.names.actions:
        return Do(word, span=place)
    if word in scope.names.exchanges:
        return UseExchange(word, span=place)
    if not scope.names.in_unread_text(word):
        first = word.split(maxsplit=1)[0]
        known = (*scope.names.actions, *scope.names.exchanges)
        keyword = did_you_mean(first, EXAMPLES)
        hint = did_you_mean(word, known) or keyword
        usual = "an effect is a phrase such as: gain 2 <good>, or the name of an action"
        scope.report("E201", f'unknown effect "{word}"', token, hint or usual)
    return Do(word, span=place)


def _collect(scope: Scope, node: Node) -> Effect:
    return Collect(scope.moment(tokens(node)[0]), span=scope.span(node))


def _window(scope: Scope, node: Node) -> Effect:
    also = tuple(scope.exchange(token) for token in tokens(node))
    return Window(also, span=scope.span(node))


def _become_start(scope: Scope, node: Node) -> Effect:
    return BecomeStart(_player_word(scope, nodes(node)[0]), span=scope.span(node))


def _player_word(scope: Scope, node: Node) -> PlayerWord:
    words, place = tokens(node), scope.span(node)
    if node.data == "the_winner_of":
        number = scope.number(words[1])
        return PlayerWord("the winner", number, scope.sort(words[0]), span=place)
    return PlayerWord(str(words[0]), span=place)


DEEDS: Mapping[str, Callable[[Scope, Node], Effect]] = {
    "do_nothing": _do_nothing,
    "gain": _of_bundle(_gain),
    "pay": _of_bundle(_pay),
    "pay_to": _pay_to,
    "discard": _of_bundle(_discard),
    "build": _build,
    "build_any": _build,
    "words": _words,
    "collect": _collect,
    "window": _window,
    "become_start": _become_start,
    **PILES,
}
