"""Compiling effects, conditions and the blocks they stand in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.control import Choose, Collect, Do, If, May, Nothing, Sequence
from ...commands.effects import Effect
from ...commands.exchanges import UseExchange, Window
from ...commands.goods import Discard, Gain, Pay, PayTo
from ...mechanisms.auction.commands import EachWinner
from ...mechanisms.piles.commands import Build, BuildSame
from ...mechanisms.turns import BecomeStart, PlayerWord
from ...trees import nodes, tokens
from ..messages.diagnostics import did_you_mean, nearest
from ..messages.phrases import EXAMPLES
from .auction import compile_auction
from .conditions import compile_condition, compile_static
from .goods import compile_bundle, each_of_group
from .orders import compile_any_order, compile_each_player, compile_times
from .piles import PILES, compile_placing
from .storage import STORAGE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...trees import Node
    from ..names.scope import Scope


# ---------------------------------------------------------------------------------- blocks


def compile_body(scope: Scope, node: Node) -> Effect:
    """What follows a colon: an effect in the same line, or a block of lines."""
    effects: list[Effect] = []
    for line in nodes(node):
        if line.data == "otherwise":
            add_otherwise(scope, effects, line)
        else:
            effects.append(compile_line(scope, line))
    return effects[0] if len(effects) == 1 else Sequence(tuple(effects), span=scope.span(node))


def add_otherwise(scope: Scope, effects: list[Effect], line: Node) -> None:
    """``otherwise`` completes the line before it, which must begin with a condition."""
    other = compile_body(scope, nodes(line)[0])
    last = effects[-1] if effects else None
    if isinstance(last, If) and last.otherwise is None:
        effects[-1] = evolve(last, otherwise=other)
        return
    message = '"otherwise" must follow a line that begins with "if", "with", "without" or "in"'
    hint = "the line before it, indented as much, begins the choice: if ...: A / otherwise: B"
    scope.report("E310", message, line, hint)


GUARDED = (
    "if_line",
    "each_player",
    "each_player_with",
    "each_winner",
    "times",
    "any_order",
    "auction",
    "placing",
)
"""Lines that hold other effects."""


def compile_line(scope: Scope, node: Node) -> Effect:
    """One line of a block."""
    span = scope.span(node)
    parts = nodes(node)
    match node.data:
        case "with_line":
            return If(compile_static(scope, parts[0]), compile_body(scope, parts[1]), span=span)
        case "if_line":
            return If(compile_condition(scope, parts[0]), compile_body(scope, parts[1]), span=span)
        case "each_player" | "each_player_with":
            return compile_each_player(scope, node, compile_body)
        case "times":
            return compile_times(scope, node, compile_body)
        case "any_order":
            return compile_any_order(scope, node, compile_body)
        case "each_winner":
            sort = scope.sort(tokens(node)[0])
            return EachWinner(sort, compile_body(scope, parts[0]), span=span)
        case "auction":
            return compile_auction(scope, node, lambda part: compile_static(scope, part))
        case "placing":
            return compile_placing(scope, node)
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
        last = _build_in(alternatives[-1]) if alternatives else None
        if last is not None and last.labels and part.data == "words":
            label = scope.label(tokens(part)[0], last.sort)
            if label in last.labels:
                scope.report("E301", f'"{label}" stands twice', part)
            alternatives[-1] = _with_label(alternatives[-1], label)
        else:
            alternatives.append(compile_effect(scope, part))
    if len(alternatives) == 1:
        return alternatives[0]
    return Choose(tuple(alternatives), span=scope.span(node))


def _build_in(effect: Effect) -> Build | None:
    """The build that an alternative ends with, as ``pay 1 wood to be allowed to build tall``."""
    while isinstance(effect, PayTo | May):
        effect = effect.effect
    return effect if isinstance(effect, Build) else None


def _with_label(effect: Effect, label: str) -> Effect:
    if isinstance(effect, PayTo | May):
        return evolve(effect, effect=_with_label(effect.effect, label))
    assert isinstance(effect, Build)
    return evolve(effect, labels=(*effect.labels, label))


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
    counted_first = bool(tokens(node, "COUNTED_FIRST"))
    return Pay(compile_bundle(scope, nodes(node)[0]), counted_first, span=scope.span(node))


def _pay_to(scope: Scope, node: Node) -> Effect:
    """``pay A to B``; where A is one good of a group, B is the same for each of them."""
    cost, deed = nodes(node)
    effect, span = compile_effect(scope, deed), scope.span(node)
    scopes = [each for each, _ in each_of_group(scope, cost)]
    if len(scopes) > 1 and isinstance(effect, Choose | PayTo):
        hint = "put the second choice into an action, and write its name here"
        scope.report("E309", "a choice within a choice", deed, hint)
        return effect
    effects = tuple(PayTo(compile_bundle(each, cost), effect, span=span) for each in scopes)
    return effects[0] if len(effects) == 1 else Choose(effects, span=span)


def _discard(scope: Scope, node: Node) -> Effect:
    return Discard(compile_bundle(scope, nodes(node)[0]), span=scope.span(node))


def _do_nothing(scope: Scope, node: Node) -> Effect:
    return Nothing(span=scope.span(node))


def _build(scope: Scope, node: Node) -> Effect:
    sort = scope.owned_sort(node)
    labels = tuple(scope.label(token, sort) for token in tokens(node, "PHRASE"))
    return Build(sort, labels, span=scope.span(node))


def _build_same(scope: Scope, node: Node) -> Effect:
    sort, lots = scope.owned_sort(node), scope.auctioned_sort(node)
    return BuildSame(sort, lots, span=scope.span(node))


def _be_allowed(scope: Scope, node: Node) -> Effect:
    return May(compile_effect(scope, nodes(node)[0]), span=scope.span(node))


def _words(scope: Scope, node: Node) -> Effect:
    """A line of words only: the name of an action or of an exchange."""
    token = tokens(node)[0]
    word, span = str(token), scope.span(node)
    if word in scope.names.actions:
        return Do(word, span=span)
    if word in scope.names.exchanges:
        return UseExchange(word, span=span)
    if not scope.names.in_unread_text(word):
        first = word.split(maxsplit=1)[0]
        known = (*scope.names.actions, *scope.names.exchanges)
        keyword = nearest(first, EXAMPLES)
        example = f'did you mean "{keyword}"? write it like: {EXAMPLES.get(keyword, "")}'
        hint = did_you_mean(word, known) or (example if keyword else "")
        usual = "an effect is a phrase such as: gain 2 <goods>, or the name of an action"
        scope.report("E201", f'unknown effect "{word}"', token, hint or usual)
    return Do(word, span=span)


def _collect(scope: Scope, node: Node) -> Effect:
    return Collect(scope.moment(tokens(node)[0]), span=scope.span(node))


def _window(scope: Scope, node: Node) -> Effect:
    also = tuple(scope.exchange(token) for token in tokens(node))
    return Window(also, span=scope.span(node))


def _become_start(scope: Scope, node: Node) -> Effect:
    return BecomeStart(_player_word(scope, nodes(node)[0]), span=scope.span(node))


def _player_word(scope: Scope, node: Node) -> PlayerWord:
    words, span = tokens(node), scope.span(node)
    if node.data == "the_winner_of":
        number = scope.number(words[1])
        return PlayerWord("the winner", number, scope.sort(words[0]), span=span)
    return PlayerWord(str(words[0]), span=span)


DEEDS: Mapping[str, Callable[[Scope, Node], Effect]] = {
    "do_nothing": _do_nothing,
    "gain": _of_bundle(_gain),
    "pay": _of_bundle(_pay),
    "pay_to": _pay_to,
    "discard": _of_bundle(_discard),
    "build": _build,
    "build_any": _build,
    "build_same": _build_same,
    "be_allowed": _be_allowed,
    "words": _words,
    "collect": _collect,
    "window": _window,
    "become_start": _become_start,
    **PILES,
    **STORAGE,
}
