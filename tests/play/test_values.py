"""What every public value can do: be copied, compared, taken apart; and what none lets be done."""

from __future__ import annotations

import copy
import inspect
import pickle
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import cattrs
import pytest
from hypothesis.vendor.pretty import pretty

import homesteaders_rules as library
from homesteaders_rules import Cursor, View, load, new_game, read, view
from play.everything import played, values

RULES = load("homesteaders")
VALUES = values(RULES)
PLAIN = (dict, list, tuple, str, int, bool, type(None))
TAKEN_APART = (
    "View",
    "View of an onlooker",
    "Score",
    "Line",
    "Source",
    "Event",
    "Change",
    "Side",
    "Option",
    "Decision",
    "Lot",
    "Span",
    "Header",
    "Vocabulary",
    "Diagnostic",
)


@pytest.mark.wheel
def test_there_is_a_value_of_every_public_class() -> None:
    classes = {name for name in library.__all__ if inspect.isclass(getattr(library, name))}
    assert classes == {name.split(" ")[0] for name in VALUES}


@pytest.mark.parametrize("name", VALUES)
def test_copies_are_equal(name: str) -> None:
    value = VALUES[name]
    for other in (copy.copy(value), copy.deepcopy(value)):
        assert type(other) is type(value)
        assert other == value


@pytest.mark.parametrize("name", VALUES)
def test_equality_is_left_to_others_where_it_is_of_another_kind(name: str) -> None:
    value = VALUES[name]
    assert value == ANY
    assert value == ANY
    assert value != object()
    assert value.__eq__(object()) is NotImplemented


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copied_cursor_goes_its_own_way(copied: Any) -> None:
    state = new_game(RULES, 3, 1)
    cursor = Cursor(state)
    other = copied(cursor)
    other.choose(other.options[0])
    assert cursor.state() == state
    assert cursor.options == state.options
    assert other != cursor


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copied_game_goes_its_own_way(copied: Any) -> None:
    game = played(RULES, 3)
    other = copied(game)
    other.choose(other.state.options[0].key)
    assert len(game.turns) == 3
    assert game == played(RULES, 3)


def test_what_the_digest_stands_for_cannot_be_changed() -> None:
    table = RULES.for_table(3)
    for mapping in (table.options, RULES.defaults, RULES.settings, RULES.vocabulary.plurals):
        with pytest.raises(TypeError):
            mapping["open hands"] = True  # type: ignore[index]
    for thing in (table, RULES):
        with pytest.raises(AttributeError):
            thing.definitions = ()  # type: ignore[misc]


CHANGING = {*((library.Game, each) for each in ("state", "turns")), (Cursor, "options")}
"""What goes on: a game and a cursor. Everything else stays as it was made."""


def stored(value: Any) -> Iterator[tuple[str, Any]]:
    """What a value holds under a public name, or a property always gives the same object for."""
    for name in dir(type(value)):
        held = getattr(type(value), name, None)
        if name.startswith("_") or (callable(held) and not isinstance(held, type)):
            continue
        with suppress(AttributeError, library.GameError):
            found = getattr(value, name)
            if found is getattr(value, name):
                yield name, found


def reachable(values: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """All values of the package that hang on these, each once, with the way to it."""
    known: set[int] = set()
    kept = []
    waiting = [(type(value).__name__, value) for value in values]
    while waiting:
        way, value = waiting.pop()
        if id(value) in known or isinstance(value, str | int | type(None) | type):
            continue
        known.add(id(value))
        kept.append(value)
        yield way, value
        if isinstance(value, Mapping):
            waiting += [(f"{way}[{key!r}]", each) for key, each in value.items()]
        elif isinstance(value, Sequence | Set):
            waiting += [(f"{way}[{number}]", each) for number, each in enumerate(value)]
        if type(value).__module__.startswith("homesteaders_rules"):
            waiting += [(f"{way}.{name}", each) for name, each in stored(value)]


def test_nothing_that_hangs_on_public_values_can_be_changed() -> None:
    """No list, dict or set, and no attribute that could be set; of the largest program too."""
    quay = Path(__file__).parents[1] / "hostile" / "games" / "quay.rules"
    largest = [new_game(load(each), 4, 1) for each in ("new_beginnings", quay)]
    others = [value for value in VALUES.values() if not isinstance(value, Exception)]
    can_be_changed = set()
    seen: set[type] = set()
    for way, value in reachable([*others, *largest]):
        if isinstance(value, list | dict | set | bytearray):
            can_be_changed.add(way)
        if not type(value).__module__.startswith("homesteaders_rules"):
            continue
        seen.add(type(value))
        for name, held in stored(value):
            if not any((kind, name) in CHANGING for kind in type(value).__mro__):
                with suppress(AttributeError):
                    setattr(value, name, held)
                    can_be_changed.add(f"{type(value).__name__}.{name}")
    assert can_be_changed == set()
    assert len(seen) > 100


def test_what_a_game_was_made_of_stays_what_it_was() -> None:
    """Or it could not be read again from its save."""
    order = list(new_game(RULES, 2, 1).stack("Auction 2"))
    game = library.Game.new(RULES, 2, 1, deal={"Auction 2": order, "start player": 1})
    dealt = dict(game.deal)
    order.reverse()
    for mapping in (game.deal, game.options):
        with pytest.raises(TypeError):
            mapping["start player"] = 0  # type: ignore[index]
    for name in ("rules", "players", "seed", "options", "deal"):
        with pytest.raises(AttributeError):
            setattr(game, name, getattr(game, name))
    assert game.deal == dealt
    assert library.restore(library.save(game)) == game
    assert pickle.loads(pickle.dumps(game)) == game


def test_what_rules_were_made_of_can_be_changed_afterwards() -> None:
    defaults = dict(RULES.defaults)
    rules = library.Rules(RULES.headers, RULES.definitions, defaults, RULES.settings)
    defaults.clear()
    assert rules == RULES
    assert rules.defaults == RULES.defaults


@pytest.mark.parametrize("name", TAKEN_APART)
def test_values_can_be_taken_apart(name: str) -> None:
    waiting = [cattrs.unstructure(VALUES[name])]
    assert isinstance(waiting[0], dict)
    while waiting:
        part = waiting.pop()
        assert isinstance(part, PLAIN) or type(part).__module__.startswith("homesteaders_rules.")
        waiting += [*part.values()] if isinstance(part, dict) else []
        waiting += [*part] if isinstance(part, list | tuple) else []


def test_a_view_is_put_together_again_from_its_parts() -> None:
    seen = view(new_game(RULES, 2, 1), 1)
    again = cattrs.structure(cattrs.unstructure(seen), library.View)
    assert again == seen
    with pytest.raises(library.GameError, match="knows no table"):
        again.holding(0, "silver")


def public_functions() -> dict[str, Any]:
    """Everything public that has hints: functions, classes, and their methods and properties."""
    found: dict[str, Any] = {}
    for name in library.__all__:
        thing = getattr(library, name)
        if callable(thing):
            found[name] = thing
        for own, held in vars(thing).items() if inspect.isclass(thing) else ():
            method = getattr(held, "fget", None) or getattr(held, "__func__", held)
            if inspect.isfunction(method) and (not own.startswith("_") or own == "__init__"):
                found[f"{name}.{own}"] = method
    return found


def test_hints_can_be_looked_up() -> None:
    functions = public_functions()
    assert len(functions) > 100
    for name, thing in functions.items():
        for hint in typing.get_type_hints(thing).values():
            assert not isinstance(hint, str | typing.ForwardRef), name


def test_the_hint_of_a_table_is_the_table() -> None:
    assert typing.get_type_hints(library.Rules.for_table)["return"] is library.Table


def test_rules_read_again_have_tables_that_know_their_lines(tmp_path: Path) -> None:
    """The same meaning, three lines further down: equal tables, each with its own places."""
    pack = tmp_path / "late.rules"
    text = 'pack Late, version 1, extends Homesteaders\n\noption late game: no\n  "Late."\n'
    pack.write_text(text, encoding="utf-8")
    rules, found = read(pack)
    assert rules is not None, found
    before = rules.for_table(2)
    pack.write_text("# one\n# two\n# three\n" + text, encoding="utf-8")
    after = load(pack).for_table(2)
    assert before == after
    assert before.rules.definitions[-1].span.line + 3 == after.rules.definitions[-1].span.line


def test_a_view_is_shown_in_a_line_that_tells_nothing_hidden() -> None:
    state = new_game(RULES, 3, 1)
    stands = "3 players, round 1, income, player 1 decides"
    assert repr(view(state, 1)) == f"<View of player 2: {stands}>"
    assert repr(view(state, None)) == f"<View of an onlooker: {stands}>"
    assert repr(View(0, (), 0, (), False)) == "<View of player 1>"
    for value in (state, view(state, 1)):
        assert pretty(value) == repr(value), "short in notebooks and reports of Hypothesis too"


def test_who_gives_a_view_for_a_state_hears_how_one_is_drawn() -> None:
    with pytest.raises(
        TypeError, match=r"and sample\(\) for a view, not <View of player 1: 3 players"
    ):
        library.score(view(new_game(RULES, 3, 1), 0))  # type: ignore[arg-type]
