"""What is kept: states are data, saves bring games back, and events do not change."""

from __future__ import annotations

import pickle
from copy import copy
from typing import TYPE_CHECKING

from ...errors import IllegalOption
from ...play.choosing import apply, own_option
from ...play.cursor import Cursor
from ...play.saves import Game, restore, save, state_from_json
from ...play.state import State
from ...play.validation import checked
from ...runtime.recording.events import Events

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...runtime.offering.options import Option


def check_honest(state: State) -> None:
    """What a game hands on is taken back when it comes from outside (promise 4)."""
    assert tuple(checked(state.table, state.cells)) == state.cells


def check_equal(state: State) -> None:
    """States are equal if all of their cells are, unfinished business too."""
    cells, table = state.cells, state.table
    same = State(table, tuple(cells), state.options)
    assert same == state, "a state is not equal to itself"
    assert hash(same) == hash(state), "equal states have other hashes"
    for number, cell in enumerate(cells):
        other = State(table, (*cells[:number], cell + 1, *cells[number + 1 :]), state.options)
        assert other != state, f"states are equal though cell {number} is not"
    longer = State(table, (*cells, 0), state.options)
    assert longer != state, "states are equal though one has more unfinished business"


def check_pickled(state: State) -> None:
    """A pickled state is the same state, and takes pickled options of it (promise 4)."""
    again = pickle.loads(pickle.dumps(state))
    assert again.cells == state.cells, "a pickled state has other cells"
    assert again.decision.keys == state.decision.keys, "a pickled state offers something else"
    for option in pickle.loads(pickle.dumps(state.decision.all)):
        try:
            own_option(state, option)
        except IllegalOption:
            raise AssertionError(f"{option.key}: refused where it comes from elsewhere") from None


def check_saved(game: Game) -> None:
    """A save brings back the same game: every cell, every choice, and what may be chosen now."""
    text, rules = save(game, with_state=True), game.state.table.rules
    again = restore(text, rules)
    assert again.keys == game.keys, f"saved {len(game.keys)} choices, restored {len(again.keys)}"
    assert again.state.cells == game.state.cells, "the game of a save stands elsewhere"
    assert save(again, with_state=True) == text, "a restored game is saved otherwise"
    of_cells = state_from_json(text, rules)
    assert of_cells.cells == game.state.cells, "the state of a save is another"
    assert of_cells.decision.keys == game.state.decision.keys, "the state of a save offers others"
    offered = [[o.key for o in each.state.decision.all] for each in (game, again)]
    assert offered[0] == offered[1], "the game of a save offers something else"


def check_cursor(state: State, option: Option) -> None:
    """The cursor goes where apply goes, tells and lists the same, and shares nothing.

    However it is told what to choose: by an option, by its key, or by what another process sends.
    """
    after, events = apply(state, option)
    told = list(events)
    other = Cursor(state)
    sent = pickle.loads(pickle.dumps(option))
    for said, choice in (("", option), ("by its key ", option.key), ("sent by a process ", sent)):
        cursor, way = Cursor(state), f"{option.key}: {said}"
        copied = copy(cursor)
        log = cursor.choose(choice)
        assert cursor.state().cells == after.cells, f"{way}the cursor goes elsewhere"
        listed = _keys(cursor.options), _keys(after.options)
        assert listed[0] == listed[1], f"{way}the cursor lists {listed[0]}, not {listed[1]}"
        offered = _keys(cursor.anytime), _keys(after.anytime)
        assert offered[0] == offered[1], f"{way}a cursor offers {offered[0]}, not {offered[1]}"
        heard = list(Events(state.table.program.tell, log, events.secret))
        assert heard == told, f"{way}the cursor tells something else"
        assert copied.state().cells == state.cells, "a cursor and its copy share their cells"
    assert other.state().cells == state.cells, "two cursors share their cells"
    assert Cursor(state).state().cells == state.cells, "a cursor keeps what another has done"


def _keys(options: Iterable[Option]) -> list[str]:
    return [option.key for option in options]


def check_late(state: State, option: Option) -> None:
    """Events that are read late are those that are read at once."""
    at_once = list(apply(state, option)[1])
    after, events = apply(state, option)
    for each in (*state.options[:3], *after.options[:3]):
        apply(state if each in state.options else after, each)
    assert list(events) == at_once, f"{option.key}: events read late tell something else"
    assert list(pickle.loads(pickle.dumps(events))) == at_once, "pickled events tell others"
