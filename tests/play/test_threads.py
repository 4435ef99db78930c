"""Threads that read, link and play at once: each gets what it would get alone."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

import pytest

from homesteaders_rules import Cursor, State, Table, apply, load, new_game
from homesteaders_rules.language import cache
from homesteaders_rules.linking import table as tables
from sizes import size

T = TypeVar("T")
THREADS = 3


def at_once(work: Callable[[], T], times: int = THREADS) -> list[T]:
    """What so many threads bring that begin at the same moment; raises what any of them raised."""
    barrier = threading.Barrier(times)
    found: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        barrier.wait()
        try:
            found.append(work())
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return found


def test_threads_read_rules_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, "off")
    found = at_once(lambda: load("peer"))
    assert [rules.digest for rules in found] == [load("peer").digest] * THREADS


def test_threads_that_link_at_once_get_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_tables", tables._Tables())
    rules = load("homesteaders")
    found = at_once(lambda: rules.for_table(3))
    assert all(table is found[0] for table in found)


def test_a_table_in_use_is_never_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_tables", tables._Tables())
    monkeypatch.setattr(tables, "MOST_KEPT", 1)
    rules = load("homesteaders")
    mine = rules.for_table(2)
    for players in (3, 4):
        rules.for_table(players)
    assert rules.for_table(2) is mine


def twin(state: State, monkeypatch: pytest.MonkeyPatch) -> State:
    """An equal state of another table, as one of rules that were read again."""
    monkeypatch.setattr(tables, "_tables", tables._Tables())
    table: Table = state.table.rules.for_table(state.table.players)  # type: ignore[attr-defined]
    assert table is not state.table
    return State.of(table, state.cells)


def test_equal_states_take_each_others_options(monkeypatch: pytest.MonkeyPatch) -> None:
    state = new_game(load("homesteaders"), 3, 5)
    for number in range(40):
        made_anew = state.round < 2 and number % size(4, 1) == 0
        other = twin(state, monkeypatch) if made_anew else state
        assert other == state
        assert other.decision == state.decision
        for mine, theirs in zip(state.decision.all, other.decision.all, strict=True):
            assert mine == theirs
            after = apply(state, mine)
            assert apply(state, theirs) == apply(other, mine) == after
            cursor = Cursor(state)
            cursor.choose(theirs)
            assert cursor.state() == after[0]
        state = apply(state, other.options[0])[0]


def test_threads_play_one_table_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_tables", tables._Tables())
    start = new_game(load("new_beginnings"), 3, 9)

    def play() -> list[State]:
        state, seen = start, [start]
        while not state.over and len(seen) < 150:
            listed = state.decision.all
            state = apply(state, listed[len(seen) % len(listed)])[0]
            seen.append(state)
        return seen

    first, *others = at_once(play)
    assert all(other == first for other in others)


def test_every_question_has_its_own_options() -> None:
    """``done`` of one question, and of one table, is not that of another."""
    table = load("homesteaders").for_table(3)
    shared: dict[int, object] = {}
    for step in table.program.steps:
        done = getattr(step, "_done", None) or getattr(step, "_passing", None)
        if done is not None:
            assert done.offer is step
            assert id(done) not in shared
            shared[id(done)] = done
    assert shared
    four = load("homesteaders").for_table(4)
    assert not shared.keys() & {id(getattr(step, "_done", None)) for step in four.program.steps}
