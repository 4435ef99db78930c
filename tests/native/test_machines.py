"""Which machine plays is a matter of speed alone: everything else is the same."""

from __future__ import annotations

import copy
import pickle
import weakref
from random import Random
from threading import Thread
from typing import Any

import pytest

from homesteaders_rules import (
    BadTable,
    Cursor,
    GameError,
    IllegalOption,
    Rules,
    State,
    apply,
    begin,
    load,
    new_game,
    restore,
    rollout,
    save,
    score,
    view,
)
from homesteaders_rules.errors import Unsupported
from homesteaders_rules.language import cache
from homesteaders_rules.linking import table as tables
from homesteaders_rules.linking.native import machine as machines
from homesteaders_rules.linking.native.block import Block, block_of
from homesteaders_rules.play.saves import Game

try:
    import homesteaders_rules_native
except ImportError:
    homesteaders_rules_native = None

BUILT = homesteaders_rules_native is not None
needs_machine = pytest.mark.skipif(not BUILT, reason="make native builds the machine in C")
GAME = "homesteaders"
TABLES = ((GAME, 2), (GAME, 4), ("new_beginnings", 5), ("montana", 3), ("agricola", 2))


def absent() -> None:
    raise Unsupported("the machine in C is not installed")


def test_without_the_machine_python_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "extension", absent)
    state = new_game(load(GAME), 2, 5, machine="auto", options={"open hands": True})
    assert state.table.machine == "python"
    assert type(Cursor(state)) is Cursor


def test_who_wants_the_machine_where_there_is_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "extension", absent)
    with pytest.raises(BadTable, match="machine in C is not installed"):
        load(GAME).for_table(3, machine="native", options={"open hands": True})


@needs_machine
def test_the_machine_takes_nothing_else_for_an_image() -> None:
    assert homesteaders_rules_native is not None
    for call in (
        lambda: homesteaders_rules_native.Game(7, ()),
        lambda: homesteaders_rules_native.state("x", None, ()),
        lambda: homesteaders_rules_native.begin(None, None, (), 0, 1),
    ):
        with pytest.raises(TypeError, match="wanted is an Image"):
            call()
    native, _ = both(load(GAME), 3, 1)
    assert native.table.native is not None
    game = native.table.native.game(native.cells)
    with pytest.raises(ValueError, match="no such option is known"):
        game.take(11, (), False)
    assert game.cells == native.cells
    with pytest.raises(ValueError, match="empty"):
        homesteaders_rules_native.Image(b"", print, print, b"")
    with pytest.raises(ValueError, match="the head"):
        homesteaders_rules_native.Image(bytes(800), print, print, b"")


@needs_machine
def test_a_block_that_the_machine_refuses_is_played_by_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def damaged(*arguments: Any) -> Block:
        """One with no players."""
        block = block_of(*arguments)
        return Block(block.words[:8] + bytes(8) + block.words[16:], block.sources)

    rules = load(GAME)
    monkeypatch.setattr("homesteaders_rules.linking.native.block.block_of", damaged)
    monkeypatch.setenv(cache.VARIABLE, "off")  # No image that was made before is found.
    table = rules.for_table(3, options={"open hands": True, "strict supply": True})
    assert table.machine == "python"


@needs_machine
def test_what_was_pickled_is_read_where_there_is_no_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = new_game(load(GAME), 2, seed=1, options={"open hands": True}, machine="native")
    sent = pickle.dumps((state, Cursor(state), view(state, 0), state.options[0]))
    monkeypatch.setattr(machines, "extension", absent)
    monkeypatch.setattr(tables, "_tables", tables._Tables())
    again, cursor, seen, option = pickle.loads(sent)
    assert (again.table.machine, again) == ("python", state)
    assert cursor == Cursor(again) and seen == view(again, 0)
    assert apply(again, option)[0] == apply(state, state.options[0])[0]


def test_a_machine_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadTable, match="one of auto, native, python, not 'steam'"):
        new_game(load(GAME), 2, machine="steam")
    monkeypatch.setenv("HOMESTEADERS_RULES_MACHINE", "rust")
    says = "not 'rust' .the variable HOMESTEADERS_RULES_MACHINE says so."
    with pytest.raises(BadTable, match=says):
        new_game(load(GAME), 2)


def test_the_environment_says_who_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOMESTEADERS_RULES_MACHINE", "python")
    table = load(GAME).for_table(2)
    assert table.machine == "python"
    assert pickle.loads(pickle.dumps(table)).asked == "python"


@needs_machine
def test_what_the_machine_does_not_know_is_played_by_python() -> None:
    rules = load("agricola")
    assert rules.for_table(2).machine in ("native", "python")
    table = rules.for_table(2, machine="python")
    assert table.machine == "python"


def played(cursor: Cursor, seed: int, most: int) -> tuple[State, list[object]]:
    """Random choices, some of them exchanges of any time: where it ends, and all that was told."""
    random = Random(seed)
    told: list[object] = []
    for _ in range(most):
        if not cursor.options:
            break
        assert cursor.cells == cursor.state().cells
        assert cursor.anytime == cursor.state().anytime
        exchanges = cursor.anytime if random.random() < 0.1 else ()
        told.append(cursor.choose(random.choice(exchanges or cursor.options)))
    return cursor.state(), told


def both(rules: Rules, players: int, seed: int) -> tuple[State, State]:
    """The same state at two tables: the machine's, and Python's."""
    native = new_game(rules, players, seed, machine="native")
    return native, new_game(rules, players, seed, machine="python")


@needs_machine
def test_cursors_of_both_go_the_same_way() -> None:
    native, python = both(load(GAME), 4, 3)
    assert (native.table.machine, python.table.machine) == ("native", "python")
    assert type(Cursor(native)) is not type(Cursor(python))
    assert Cursor(native) == Cursor(python)
    assert played(Cursor(native), 1, 400) == played(Cursor(python), 1, 400)


@needs_machine
def test_a_cursor_of_the_machine_is_a_cursor() -> None:
    native, python = both(load(GAME), 3, 8)
    cursor = Cursor(native)
    assert isinstance(cursor, Cursor)
    assert cursor.player == native.decision.player
    cursor.choose(native.options[0])
    other = copy.copy(cursor)
    cursor.choose(cursor.options[0].key)
    assert other != cursor
    assert pickle.loads(pickle.dumps(cursor)) == cursor
    expected = Cursor(python)
    expected.choose(python.options[0].key)
    expected.choose(expected.options[0])
    assert expected == cursor
    assert cursor == expected
    assert cursor.options == expected.options
    with pytest.raises(IllegalOption):
        cursor.choose("fly to the moon")
    assert expected == cursor


@needs_machine
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_states_of_both_are_equal_after_each_choice(name: str, players: int) -> None:
    one, other = both(load(name), players, 6)
    random = Random(players)
    assert type(one) is not type(other)
    while other.options:
        assert one.options == other.options
        exchanges = random.random() < 0.1
        if exchanges:
            assert one.anytime == other.anytime
        among = (exchanges and other.anytime) or other.options
        number = random.randrange(len(among))
        listed = one.options if among is other.options else one.anytime
        chosen = random.choice((listed[number], among[number], among[number].key))
        one, told = apply(one, chosen)
        other, expected = apply(other, among[number])
        assert one == other
        assert told.records == expected.records
        assert (told, told.whole(), told.secret) == (expected, expected.whole(), expected.secret)
    assert one.over
    assert score(one) == score(other)


@needs_machine
@pytest.mark.parametrize("name", [GAME, "new_beginnings", "montana", "agricola", "peer"])
def test_games_begin_alike_in_both(name: str) -> None:
    rules = load(name)
    for players in rules.players:
        for seed in (0, 1, -5, 1 << 64, 987654321):
            one, told = begin(rules, players, seed, machine="native")
            other, expected = begin(rules, players, seed, machine="python")
            assert one == other
            assert (told, told.records) == (expected, expected.records)
    dealt = begin(rules, 3, 1, deal={"start player": 2}, machine="native")
    assert dealt == begin(rules, 3, 1, deal={"start player": 2}, machine="python")


@needs_machine
def test_a_state_of_the_machine_is_a_state() -> None:
    one, other = both(load(GAME), 4, 2)
    assert isinstance(one, State)
    assert (one, hash(one), repr(one)) == (other, hash(other), repr(other))
    assert (one.decision, one.cells, one.phase) == (other.decision, other.cells, other.phase)
    assert copy.copy(one) is copy.deepcopy(one) is one
    assert pickle.loads(pickle.dumps(one)) == other
    assert weakref.ref(one)() is one
    assert view(one, 0) == view(other, 0)
    with pytest.raises(IllegalOption, match="cannot be chosen"):
        apply(one, "fly to the moon")
    with pytest.raises(AttributeError):
        one.options = ()  # type: ignore[misc]
    after, events = apply(one, one.options[0])
    assert pickle.loads(pickle.dumps(events)) == events == apply(other, other.options[0])[1]
    assert apply(after, after.options[0].key) == apply(after, after.options[0])


@needs_machine
def test_cells_that_only_python_can_hold_make_a_state_too() -> None:
    one, _ = both(load(GAME), 3, 2)
    large = State.of(one.table, (*one.cells[:5], 1 << 70, *one.cells[6:]))
    assert type(large) is State
    assert large.cells[5] == 1 << 70


@needs_machine
def test_a_saved_game_is_the_same_game_at_both() -> None:
    game = Game.new(load(GAME), 2, 4)
    random = Random(6)
    for _ in range(60):
        game.choose(random.choice(game.state.options))
    cursor = Cursor(new_game(load(GAME), 2, 4, machine="native"))
    for turn in game.turns:
        cursor.choose(turn.key)
    assert cursor.state() == game.state == restore(save(game)).state


@needs_machine
@pytest.mark.parametrize("anytime", [0, 20])
def test_a_rollout_plays_the_same_game_on_both(anytime: int) -> None:
    for name, players in TABLES:
        native, python = both(load(name), players, 11)
        for seed in range(3):
            assert rollout(native, seed, 100, anytime) == rollout(python, seed, 100, anytime)
        ended = rollout(native, 7, anytime=anytime)
        assert ended.over
        assert ended == rollout(python, 7, anytime=anytime)


def test_a_rollout_goes_on_where_it_stopped_and_no_further_than_its_budget() -> None:
    state = new_game(load(GAME), 3, 2, machine="python")
    assert rollout(state, 1, 0) == state
    cursor, after = Cursor(state), rollout(state, 5, 1)
    assert after in [apply(state, option)[0] for option in state.options]
    assert rollout(rollout(state, 9), 1) == rollout(state, 9)
    assert cursor.state() == state


@pytest.mark.parametrize(("budget", "anytime"), [(-1, 0), (10**9, 0), (5, 101), (5, -1), (5.0, 0)])
def test_a_rollout_refuses_what_is_no_budget(budget: int, anytime: int) -> None:
    with pytest.raises(GameError):
        rollout(new_game(load(GAME), 3, 2), 1, budget, anytime)


@needs_machine
def test_what_the_machine_cannot_carry_out_is_left_to_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A machine that fails now and then: the game is the same, decision for decision."""
    native, python = both(load(GAME), 4, 3)
    machine = native.table.native
    assert machine is not None
    random, begin = Random(1), machine.game

    class Limping:
        def __init__(self, game: object) -> None:
            self.game = game

        def __getattr__(self, name: str) -> object:
            return getattr(self.game, name)

        def choose(self, option: object) -> object:
            if random.random() < 0.3:
                raise ValueError("left to Python")
            return self.game.choose(option)  # type: ignore[attr-defined]

        @property
        def options(self) -> object:
            if random.random() < 0.2:
                raise ValueError("left to Python")
            return self.game.options  # type: ignore[attr-defined]

        def rollout(self, seed: int, budget: int, anytime: int) -> tuple[int, int, int]:
            done, chance, _ = self.game.rollout(seed, min(budget, 7), anytime)  # type: ignore[attr-defined]
            return done, chance, 1

    monkeypatch.setattr(machine, "game", lambda cells: Limping(begin(cells)))
    assert played(Cursor(native), 2, 300) == played(Cursor(python), 2, 300)
    assert rollout(native, 3) == rollout(python, 3)


@needs_machine
def test_threads_share_the_machine() -> None:
    native, python = both(load(GAME), 4, 9)
    found: dict[int, State] = {}

    def play(seed: int) -> None:
        found[seed] = rollout(native, seed)

    threads = [Thread(target=play, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {seed: rollout(python, seed) for seed in range(8)}
