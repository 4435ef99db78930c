"""One of everything public, for the tests of what every value must be able to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import homesteaders_rules as library
from homesteaders_rules import (
    Game,
    Option,
    RuleErrors,
    Rules,
    State,
    View,
    load,
    new_game,
    read,
)


def fan_rules(folder: Path) -> Rules:
    """Rules of a folder that no process finds by a name: a pack for the game of the package."""
    pack = folder / "late_start"
    pack.mkdir(parents=True)
    text = "pack Late Start, version 1, extends Homesteaders\n\nset open hands: yes\n"
    (pack / "late_start.rules").write_text(text, encoding="utf-8")
    return load(pack)


def played(rules: Rules, choices: int = 12) -> Game:
    """A game of which some choices are made."""
    game = Game.new(rules, 3, 4, deal={"start player": 1})
    for _ in range(choices):
        game.choose(game.state.decision.all[-1].key)
    return game


def values(rules: Rules) -> dict[str, Any]:
    """A value of every public class, by a name that says which."""
    game = played(rules)
    state = game.state
    opened = new_game(rules, 3, 1)
    events = game.turns[0].events
    with pytest.raises(RuleErrors) as caught:
        load("orchrad")
    changed = library.compare(load("homesteaders"), load("peer"))[0]
    scores = library.score(state)
    return {
        "Rules": rules,
        "Header": rules.headers[0],
        "Vocabulary": rules.vocabulary,
        "Table": state.table,
        "Actions": state.table.actions,
        "State": state,
        "Cursor": library.Cursor(state),
        "Decision": state.decision,
        "Option": state.options[0],
        "Option of any time": next(iter(opened.anytime), opened.options[-1]),
        "Game": game,
        "Turn": game.turns[0],
        "Events": events,
        "Event": events[0],
        "View": library.view(state, 0),
        "View of an onlooker": library.view(state, None),
        "Lot": library.Lot(1, "A", None, 0, False),
        "Seat": library.Seat("Ann", "human"),
        "Due": library.Due(5, "gain 1 apple", 2, (("apple", 2),), ""),
        "Space": library.Space("A 1", "A", 1, 0, (0, 0), ("dry",), None, False, (("cow", 1),)),
        "GridCell": library.GridCell("A1", 0, 0, "", (("cow", 1),), True, 1),
        "Score": scores[0],
        "Line": scores[0].lines[0],
        "Source": library.Source("2 points", 2, library.Span("f.rules", 1, 1, 1, 9)),
        "Span": library.Span("f.rules", 1, 1, 1, 9),
        "How": library.how(opened, "build nothing"),
        "Way": library.how(opened, opened.options[0]).ways[0],
        "Reachable": library.reachable(opened),
        "Forecast": library.forecast(opened, 0),
        "Change": changed,
        "Side": changed.after,
        "Diagnostic": read("orchrad")[1][0],
        "RuleErrors": caught.value,
        "GameError": library.GameError("no"),
        "IllegalOption": library.IllegalOption('"x" cannot be chosen', "x", "why"),
        "BadTable": library.BadTable("no table"),
        "BeyondCatalogue": library.BeyondCatalogue("too many", 40),
        "BadSave": library.BadSave("no save", ("building Farm",)),
    }


def kind_of(value: Any) -> str:
    """Runs in a worker: what arrived there."""
    return type(value).__name__


def sent_back(value: Any) -> Any:
    """Runs in a worker."""
    return value


def sampled(seen: View) -> State:
    """Runs in a worker: a state that agrees with a view."""
    return library.sample(seen, 5)


def first_option(state: State) -> tuple[State, Option]:
    """Runs in a worker: a choice for the one who asks."""
    return state, state.options[0]
