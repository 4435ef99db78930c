"""An engine in a process of its own: when it hangs or dies there is an answer, and a new one."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest

from homesteaders_rules.workshop.serving.apart import Apart
from workshop.texts import TEXTS, ask

SIGNALS = [
    pytest.param("SIGKILL", "has ended over this", id="dead"),
    pytest.param("SIGSTOP", "this took too long", id="hung"),
]
SEATS = ["human", "sensible", "sensible"]


@pytest.fixture(scope="module")
def shared() -> Iterator[Apart]:
    """One for all tests: what became of it in the last one does not matter."""
    made = Apart()
    yield made
    made.close()


@pytest.fixture
def engine(shared: Apart) -> Apart:
    shared.patience = 60.0
    return shared


def started(engine: Apart) -> Popen[bytes]:
    process = engine.start()
    assert process is not None
    return process


def signalled(engine: Apart, name: str) -> None:
    if not hasattr(signal, name):
        pytest.skip("there are no such signals here")
    os.kill(started(engine).pid, getattr(signal, name))


def answered(engine: Apart, question: str, **fields: Any) -> dict[str, Any]:
    """An answer of which nothing is expected yet."""
    request = {"version": 1, "id": 7, "ask": question, **fields}
    answer: dict[str, Any] = json.loads(engine.answer(json.dumps(request)))
    return answer


@pytest.mark.parametrize(("name", "reason"), SIGNALS)
def test_a_match_goes_on_in_a_new_engine_with_the_same_texts(
    engine: Apart, name: str, reason: str
) -> None:
    table = ask(engine, "play", texts=TEXTS, seats=SEATS, seed=4)
    for _ in range(3):
        key, turns = table["options"][-1]["key"], table["turns"]
        table = ask(engine, "choose", match=table["match"], key=key, turns=turns)
    save = ask(engine, "save", match=table["match"])["text"]
    before = started(engine).pid

    signalled(engine, name)
    engine.patience = 1.0
    began = time.monotonic()
    failed = answered(engine, "choose", match=table["match"], key="pass", turns=table["turns"])
    assert time.monotonic() - began < 12
    assert (failed["answer"], failed["kind"]) == ("failed", "ended")
    assert reason in failed["reason"]
    assert "started anew" in failed["reason"]

    engine.patience = 60.0
    assert started(engine).pid != before
    assert ask(engine, "look", match=table["match"])["kind"] == "gone"
    again = ask(engine, "restore", save=save, seats=SEATS, texts=TEXTS)
    assert again["match"] != table["match"]
    assert {**again, "match": ""} == {**table, "match": ""}


def test_a_request_that_is_too_big_for_a_pipe_is_given_up_too(engine: Apart) -> None:
    ask(engine, "hello")
    signalled(engine, "SIGSTOP")
    engine.patience = 0.5
    assert answered(engine, "check", texts={"a.rules": "# " * 500_000})["kind"] == "ended"


def test_what_computes_too_long_is_stopped_by_itself() -> None:
    """By the time that it computes, not by a clock: nobody is stopped since others are busy too."""
    engine = Apart(limit=0.01)
    began = time.monotonic()
    failed = answered(engine, "play", packs=["homesteaders"], seats=["sensible"] * 4)
    assert (failed["kind"], "took too long" in failed["reason"]) == ("ended", True)
    assert time.monotonic() - began < engine.patience
    engine.close()


def test_odd_letters_come_through(engine: Apart) -> None:
    assert json.loads(engine.answer("\ud800 ü 🎪 \n\n"))["kind"] == "request"
    text = 'pack Zelt, version 1, extends Homesteaders\n\nbuilding "Zelt 🎪":\n    gian\n'
    assert "🎪" in json.dumps(ask(engine, "check", texts={"a.rules": text}), ensure_ascii=False)


@pytest.mark.parametrize("save", ["[" * 100_000, '{"format":' * 100_000, "", "[]", "\0"])
def test_a_damaged_save_ends_with_a_message(engine: Apart, save: str) -> None:
    before = started(engine).pid
    failed = ask(engine, "restore", save=save, seats=SEATS, packs=["homesteaders"])
    assert (failed["answer"], failed["kind"]) == ("failed", "refused")
    assert "save" in failed["reason"]
    assert started(engine).pid == before


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at the processes of Linux")
def test_an_engine_ends_with_who_asks(engine: Apart) -> None:
    """Nobody is left behind to compute on; the pipe is closed as a dead parent's is."""
    process = started(engine)
    assert process.stdin is not None
    ask(engine, "hello")
    process.stdin.close()
    assert process.wait(timeout=30) == 0
    engine.stop()


def test_when_it_is_closed_it_ends_and_none_follows() -> None:
    engine = Apart()
    process = started(engine)
    assert started(engine) is process
    engine.close()
    assert process.poll() is not None
    assert engine.start() is None
    assert answered(engine, "hello")["reason"] == "the workshop is closed"
