"""Checks of the names that are declared: one word must not stand for two things."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...commands.definitions.course import Action
from ...commands.definitions.definition import Exchange
from ...commands.definitions.occasions import third_person
from ...commands.definitions.pieces import Piece
from ...mechanisms.parts import Part
from ...spelling import nearest
from ...trees import nodes, tokens
from ..reading.grammar import OCCASIONS, opening_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...trees import Token
    from ..reading.syntax import Entry
    from .context import Checking

DECLARED = {
    "good": "good",
    "exchange": "exchange",
    "action": "action",
    "sort": "sort of pieces",
    "tally": "tally",
}
"""Kinds whose names can stand in the same places, and so must differ."""

ANSWERS = frozenset({"pass", "decline", "done", "stop", "nothing"})
"""What players say when they do not go on."""

Declaration = tuple[str, str, str, "Token", "Entry"]


def check_names(checking: Checking) -> None:
    """No word for two things; no exchange with a name that ``whenever`` understands otherwise."""
    seen: dict[str, tuple[str, str, Entry, Token]] = {}
    told: set[tuple[str, ...]] = set()  # Of two things with the same forms only one is told.
    goods = [each for each in checking.entries if each.kind == "good" and each.around is not None]
    lines = Counter({id(each.around): str(_group_of(each)) for each in goods}.values())
    for word, kind, owner, token, entry in _declarations(checking):
        before = seen.setdefault(word, (kind, owner, entry, token))
        both = *before[:2], kind, owner
        if before[:2] != (kind, owner) and both not in told:
            told.add(both)
            place = before[2].passage.span_of(before[3])
            message = f'"{word}" already names something else, in {place}'
            span, hint = entry.passage.span_of(token), "choose another word for one of them"
            if kind == before[0] == "group" and nearest(owner, (before[1],)):
                wrong, right = (entry, before[2]), (before[2], entry)
                # Who misspells a group does so once; where both stand once the first is right.
                slip, meant = wrong if lines[owner] <= lines[before[1]] else right
                span, group = slip.passage.span_of(_group_of(slip)), _group_of(meant)
                message = f'"{word}" belongs to {group}, in {meant.passage.span_of(group)}'
                hint = f'did you mean "{group}"?'
            checking.report("E203", message, span, hint)
    for entry in checking.entries:
        if entry.kind == "exchange" and entry.name:
            _check_exchange(checking, entry)
        if entry.name in ANSWERS and entry.kind in ("exchange", "action", "piece"):
            message = f'"{entry.name}" is an answer of the player, and cannot name anything'
            checking.report("E103", message, entry.span, "choose another name")
    _check_groups(checking)
    _check_keys(checking)


def _check_groups(checking: Checking) -> None:
    """A new group of a pack that is called nearly like one that is there may be that one."""
    goods = [e for e in checking.entries if e.kind == "good" and e.around is not None]
    own = [e for e in goods if e.passage.source.file in checking.own_files]
    groups = {str(_group_of(entry)) for entry in goods if entry not in own}
    for entry in own:
        group = _group_of(entry)
        meant = nearest(group, groups)
        if meant and group not in groups:
            message = f"{group} is a new group of goods, and there is one that is called nearly so"
            span = entry.passage.span_of(group)
            checking.report("W205", message, span, f'did you mean "{meant}"?')


def _group_of(entry: Entry) -> Token:
    """The name of the group in whose line a good stands."""
    assert entry.around is not None
    return tokens(entry.around, "PHRASE")[0]


def _check_keys(checking: Checking) -> None:
    """What can be chosen at the same time must have different keys."""
    actions = {action.name for action in checking.rules.of(Action)}
    parts = {part.name for part in checking.every(Part)}
    keys: dict[str, str] = {}
    for exchange in checking.every(Exchange):
        if not exchange.name:
            continue
        key = exchange.key()
        # An exchange and an action with one name are two declarations: see above.
        other = "part" if key in parts else "action" if exchange.of and key in actions else ""
        if not other and keys.setdefault(key, exchange.name) != exchange.name:
            other = f"exchange {keys[key]}"
        if other:
            message = f'to use the exchange a player says "{key}", and so they do for the {other}'
            checking.report("E203", message, exchange, "choose another name for one of them")
    _check_piece_keys(checking)
    _check_kinds(checking)


def _check_piece_keys(checking: Checking) -> None:
    """So must the exchanges of pieces, which one player may own together."""
    keys = {exchange.key(): exchange for exchange in checking.rules.of(Exchange)}
    for piece in checking.rules.of(Piece):
        for exchange in piece.exchanges:
            other = keys.setdefault(exchange.key(piece.name), exchange)
            if other is not exchange and not (other.conditions or exchange.conditions):
                message = "a player could not tell this exchange from another, in "
                hint = "give it a name of its own: exchange <name>: ..."
                checking.report("E203", f"{message}{other.span}", exchange, hint)


def _check_kinds(checking: Checking) -> None:
    """Exchanges of one name on several pieces are one kind: they give and cost the same goods."""
    first: dict[str, Exchange] = {}
    on_pieces = [each for piece in checking.rules.of(Piece) for each in piece.exchanges]
    for exchange in (*checking.rules.of(Exchange), *on_pieces):
        other = first.setdefault(exchange.name, exchange)
        if exchange.shared and shape_of(exchange) != shape_of(other) and exchange.of == other.of:
            message = f"it is of another kind than {exchange.name} in {other.span}"
            hint = "what has one name costs and gives the same goods, at the same time"
            checking.report("E203", message, exchange, f"{hint}: choose another name for one")


def shape_of(exchange: Exchange) -> object:
    """What exchanges of one kind have in common: all but the numbers, and how often."""
    goods = frozenset(exchange.cost.goods), frozenset(exchange.gain.goods)
    return goods, exchange.offered_only, exchange.in_turn, exchange.counts_as


def _check_exchange(checking: Checking, entry: Entry) -> None:
    """``whenever you <name>`` and ``whenever a player <name>s`` can be read."""
    uses = third_person(entry.name).split()[0]
    word = entry.name if entry.name in OCCASIONS else uses
    if word in OCCASIONS | opening_words():
        message = f'"{word}" is a word that follows "whenever", and cannot name an exchange'
        if word != entry.name:
            message = f'"whenever a player {third_person(entry.name)}" could not be read'
        checking.report("E103", message, entry.span, "choose another name")


def _declarations(checking: Checking) -> Iterator[Declaration]:
    """Every word that a definition declares, with what it names and the name it is a form of."""
    for entry in checking.entries:
        if entry.kind not in DECLARED:
            continue
        words = tokens(entry.node, "PHRASE")
        if entry.kind in ("exchange", "action", "tally"):
            words = words[:1]
        for token in words:
            yield str(token), DECLARED[entry.kind], entry.name, token, entry
        if entry.kind == "good" and entry.around is not None:
            forms = tokens(entry.around, "PHRASE")
            for token in forms:
                yield str(token), "group", str(forms[0]), token, entry
        if entry.kind == "sort":
            _same_label_twice(checking, entry)


def _same_label_twice(checking: Checking, entry: Entry) -> None:
    seen: set[str] = set()
    for line in nodes(entry.node, "labels"):
        for token in tokens(line):
            if str(token) in seen:
                message = f'"{token}" is in two groups of labels'
                span = entry.passage.span_of(token)
                checking.report("E203", message, span, "a label belongs to one group")
            seen.add(str(token))
