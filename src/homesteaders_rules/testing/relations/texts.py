"""Texts that mean the same: goods renamed, an unused good added, a pack that changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import evolve, fields

from ...commands.base import Command, walk
from ...commands.definitions.definition import Good
from ...play.choosing import apply
from ...play.scoring import score
from ...play.setup import new_game
from ...rules import Header, Rules
from ...words import in_new_names

if TYPE_CHECKING:
    from ...play.saves import Game

Names = Mapping[str, str]
UNUSED = Good("unused thing", "unused things", "unused sort", "unused sorts", False, 7)


def check_renamed(game: Game) -> None:
    """With other names for its goods a game goes the same."""
    names = _new_names(game.rules)
    definitions = tuple(_renamed(each, names) for each in game.rules.definitions)
    _check_alike(game, _with(game.rules, definitions), names)


def check_unused_good(game: Game) -> None:
    """With a good more that nothing speaks of a game goes the same."""
    _check_alike(game, _with(game.rules, (UNUSED, *game.rules.definitions)), {})


def check_empty_pack(game: Game) -> None:
    """With a pack that says nothing a game goes the same, cell by cell."""
    rules = game.rules
    last = rules.headers[-1]
    header = Header(f"{last.identity}.empty", "Empty", "1", last.least, last.most)
    same = Rules((*rules.headers, header), rules.definitions, rules.defaults, rules.settings)
    _check_alike(game, same, {}, whole=True)


def _with(rules: Rules, definitions: tuple[Any, ...]) -> Rules:
    return Rules(rules.headers, definitions, rules.defaults, rules.settings)


def _new_names(rules: Rules) -> dict[str, str]:
    """New words for goods, one and several, where nothing else is called so."""
    taken = [word for each in rules.definitions for word in _other_words(each)]
    names: dict[str, str] = {}
    for number, good in enumerate(rules.of(Good)):
        if good.name not in taken and good.plural not in taken:
            names[good.name] = f"ware {number}"
            names[good.plural] = names[good.name] + "s" * (good.plural != good.name)
    return names


def _other_words(definition: Command) -> set[str]:
    """What a definition calls something that is no good."""
    found: set[str] = set()
    for each in walk(definition):
        words = ("name", "labels", "moments", "moment", "places", "stacks", "group", "purposes")
        for word in words if not isinstance(each, Good) else ("group", "group_plural"):
            value = getattr(each, word, ())
            found.update([value] if isinstance(value, str) else _flat(value))
    return found


def _flat(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [word for each in value for word in _flat(each)] if isinstance(value, tuple) else []


def _renamed(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(_renamed(each, names) for each in value)
    if not isinstance(value, Command):
        return value
    kept = (each.name for each in fields(type(value)) if each.name != "span")
    return evolve(value, **{name: _renamed(getattr(value, name), names) for name in kept})


def _check_alike(game: Game, rules: Rules, names: Names, whole: bool = False) -> None:
    """The choices of a game are played by other rules, and everything is the same there."""
    state = new_game(rules, game.players, game.seed, game.state.table.options, game.deal)
    for turn in () if game.begun is not None else game.turns:
        keys = sorted(in_new_names(option.key, names) for option in turn.before.decision.all)
        others = sorted(option.key for option in state.decision.all)
        assert keys == others, f"there are other keys: {set(keys) ^ set(others)}"
        assert turn.before.decision.player == state.decision.player, "another player decides"
        if whole:
            assert turn.before.cells == state.cells, "the cells are others"
        for good in turn.before.table.layout.goods:
            for holder in range(-1, game.players):
                held = turn.before.holding(holder, good.name)
                there = state.holding(holder, names.get(good.name, good.name))
                assert held == there, f"{good.name} of {holder}: {there}, not {held}"
        totals = [[each.total for each in score(one)] for one in (turn.before, state)]
        assert totals[0] == totals[1], f"other scores: {totals[1]}, not {totals[0]}"
        state, _ = apply(state, in_new_names(turn.key, names))
