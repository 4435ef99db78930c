"""Every public function, class and method, given things of odd kinds: documented errors only.

What is asked of a game and is not there is a GameError (RuleErrors for packs); a thing of another
kind is a TypeError.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import homesteaders_rules as library
from homesteaders_rules import Cursor, GameError, RuleErrors, bots, load, save
from homesteaders_rules.seeing.looking import Onlooker
from play.everything import played, values

RULES = load("new_beginnings")
GAME = played(RULES)
STATE = GAME.state
VALUES = values(load("homesteaders"))
DOCUMENTED = (GameError, RuleErrors, TypeError)


class Unspeakable:
    """A thing that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


def odd_values() -> list[Any]:
    """Made anew for each call: some of them can be used up."""
    numbers = [True, False, 0, -1, 7, 10**30, 10**5000, 2.5, float("nan"), 1j]
    texts = ["", "x", "\0", "done", b"x", bytearray(b"{}")]
    nested = [(), [], ["a"], [None], {}, {"a": 1}, {1: 2}, {1}, frozenset(), range(3)]
    things = [None, object(), object, len, Unspeakable(), iter(()), (n for n in "ab"), ...]
    ours = [RULES, STATE, GAME, STATE.table, STATE.options[0], GAME.turns[0].events, ValueError()]
    return [*numbers, *texts, *nested, *things, *ours]


RIGHT: dict[str, Any] = {
    "rules": RULES,
    "players": 3,
    "seed": 1,
    "options": {},
    "deal": {},
    "state": STATE,
    "seen": library.view(STATE, 0),
    "option": STATE.options[0],
    "key": "done",
    "text": save(GAME, with_state=True),
    "game": GAME,
    "with_state": False,
    "events": GAME.turns[0].events,
    "table": STATE.table,
    "names": (),
    "program": STATE.table.program,
    "player": 0,
    "before": RULES,
    "after": RULES,
    "examples": False,
    "tables": False,
    "good": "silver",
    "piece": "Farm",
    "place": "supply",
    "track": "Railroad",
    "stack": "Auction 1",
    "sort": "building",
    "kind": library.Span,
    "definition": RULES.definitions[0],
    "name": "point",
    "number": 2,
    "label": "chits",
    "cells": list(STATE.cells),
    "packs": "homesteaders",
    "viewer": 0,
    "seat": 0,
    "earlier": [],
    "most": 2,
    "among": ("done",),
    "seats": tuple(library.Seat(f"Player {number}", "human") for number in (1, 2, 3)),
    "machine": "auto",
    "you": 0,
    "budget": 3,
    "anytime": 5,
}
"""For every parameter of a public function, by its name, a value that is right."""

FRESH: dict[str, Callable[[], Any]] = {
    "Game": lambda: played(RULES, 3),
    "Cursor": lambda: Cursor(STATE),
}
"""What changes when its methods are called."""

PARTS: dict[str, tuple[Any, ...]] = {
    "Rules": (RULES.headers, RULES.definitions, {}, {}, ""),
    "Table": (STATE.table.rules, STATE.table.players, STATE.table.options),
    "State": (STATE.table, STATE.cells, STATE.options),
    "Cursor": (STATE,),
    "Vocabulary": ({},),
    "Header": ("a", "A", "1", 2, 4, (), ""),
    "Option": ("key", False, False, None, None),
    "RuleErrors": ((),),
    "Diagnostic": ("E101", "error", "wrong", RULES.definitions[0].span, "", "a line"),
}
"""What public classes are made of, where making them looks at it."""


def parameters(function: Any) -> list[str]:
    return [each for each in inspect.signature(function).parameters if each != "self"]


def cases() -> Iterator[tuple[str, Callable[[], Any], list[Any]]]:
    """A name, what makes the thing to call, and right arguments."""
    for name in library.__all__:
        thing = getattr(library, name)
        if inspect.isfunction(thing):
            yield name, lambda thing=thing: thing, [RIGHT[each] for each in parameters(thing)]
        elif name in PARTS:
            yield name, lambda thing=thing: thing, list(PARTS[name])
        for own in methods(thing) if inspect.isclass(thing) else ():
            make = FRESH.get(name, lambda name=name: VALUES[name])
            right = [RIGHT[each] for each in parameters(getattr(thing, own))]
            yield f"{name}.{own}", lambda make=make, own=own: getattr(make(), own), right


def methods(thing: type) -> list[str]:
    """The public methods of a class that are its own, and take something."""
    return [
        own
        for own, held in vars(thing).items()
        if not own.startswith("_")
        and inspect.isfunction(getattr(held, "__func__", held))
        and parameters(getattr(thing, own))
    ]


CASES = {name: (make, right) for name, make, right in cases()}


def call(function: Callable[..., Any], arguments: list[Any]) -> Any:
    """What comes back, read to its end."""
    kinds = [] if inspect.isclass(function) else inspect.signature(function).parameters.values()
    names = [each.name for each in kinds if each.kind is inspect.Parameter.KEYWORD_ONLY]
    split = len(arguments) - len(names)
    found = function(*arguments[:split], **dict(zip(names, arguments[split:], strict=True)))
    return list(found) if isinstance(found, Iterator) else found


@pytest.mark.parametrize("name", CASES)
def test_right_arguments_are_taken(name: str) -> None:
    make, right = CASES[name]
    try:
        call(make(), right)
    except GameError as error:
        # Nothing of another table, nothing to take back, no display in this game, no end of it.
        known = (
            "Actions.mask",
            "Actions.offered",
            "Cursor.choose",
            "Game.choose",
            "Game.undo",
            "State.display",
            "View.display",
            "winners",
        )
        assert name in known, error


@pytest.mark.parametrize("name", CASES)
def test_odd_arguments_raise_what_is_documented(name: str) -> None:
    make, right = CASES[name]
    for position in range(len(right)):
        # Whether something is to be done is said by anything that is true or false.
        some = 10 if isinstance(right[position], bool) else None
        for number, odd in enumerate(odd_values()[:some]):
            arguments = [*right[:position], odd, *right[position + 1 :]]
            try:
                call(make(), arguments)
            except DOCUMENTED as error:
                assert str(error), (name, position, number)
            except Exception as error:
                pytest.fail(f"{name}, argument {position + 1}, odd value {number}: {error!r}")


@pytest.mark.parametrize("name", [n for n in CASES if inspect.isfunction(CASES[n][0]())])
def test_a_wrong_kind_is_named_with_the_way_out(name: str) -> None:
    """Where a state, rules, a game, a table or a text of a save is wanted."""
    make, right = CASES[name]
    if inspect.ismethod(make()):
        return
    for position, each in enumerate(parameters(make())):
        if each in ("state", "rules", "game", "table", "text", "before", "after", "packs"):
            with pytest.raises(TypeError, match=r"^wanted is .*, not 2\.5$"):
                call(make(), [*right[:position], 2.5, *right[position + 1 :]])


@pytest.mark.parametrize("player", [-2, -1, 3, 9, 10**30, True, False, 1.0, "0", None, [0]])
def test_seats_that_are_not_there(player: Any) -> None:
    """A state and a view say the same; -1 is the stock where goods are asked for."""
    seen = library.view(STATE, 0)
    for thing in (STATE, seen):
        with pytest.raises(GameError, match="there is no seat"):
            thing.pieces(player)
        if player not in (-1, 3):
            with pytest.raises(GameError, match="there is no seat"):
                thing.holding(player, "silver")
    with pytest.raises(GameError, match="there is no seat"):
        STATE.placed(player)
    if player is not None:
        with pytest.raises(GameError, match="there is no seat"):
            library.view(STATE, player)
        with pytest.raises(GameError, match="there is no seat"):
            STATE.position("Railroad", player)


@pytest.mark.parametrize("name", ["", "Frm", "\0", None, 5, b"Farm", ["Farm"], ("Farm",), {}])
def test_names_that_are_not_there(name: Any) -> None:
    seen = library.view(STATE, 0)
    for thing in (STATE, seen):
        for ask in (
            lambda thing=thing: thing.holding(0, name),
            lambda thing=thing: thing.copies("supply", name),
            lambda thing=thing: thing.copies(name, "Farm"),
            lambda thing=thing: thing.stack(name),
        ):
            with pytest.raises(GameError, match="there is no "):
                ask()
    for ask in (
        lambda: STATE.lying(name, "wood"),
        lambda: STATE.lying("Farm", name),
        lambda: STATE.position(name),
    ):
        with pytest.raises(GameError, match="there is no "):
            ask()


TABLE = STATE.table
SCREEN = Onlooker(TABLE).see(STATE, STATE.decision.player)


@pytest.mark.parametrize("odd", [None, 2.5, b"x", object(), [1], {}, Unspeakable()])
def test_the_doors_of_rooms_name_a_wrong_kind_too(odd: Any) -> None:
    """Of bots, and of screens to draw."""
    for ask_for in (
        lambda: bots.make_bot(odd),
        lambda: bots.register(odd, bots.make_bot),
        lambda: bots.ask(bots.make_bot("random"), odd),
        lambda: Onlooker(odd),
        lambda: Onlooker(TABLE).see(odd, 0),
        lambda: Onlooker(TABLE).see(STATE, 0, [odd]),
        lambda: Onlooker(TABLE, (odd,) * 3),
        lambda: SCREEN.menu.meant(odd),
    ):
        with pytest.raises(TypeError, match=r"^wanted is "):
            ask_for()


def test_an_onlooker_looks_at_one_table_and_knows_all_its_players() -> None:
    with pytest.raises(GameError, match="2 names cannot be those of 3 players"):
        Onlooker(TABLE, ("Ann", "Bob"))
    with pytest.raises(GameError, match="this state is of another table"):
        Onlooker(TABLE).see(library.new_game(RULES, 2), 0)
    assert Onlooker(TABLE, iter("abc")).names == ("a", "b", "c")
