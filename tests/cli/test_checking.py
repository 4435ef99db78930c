"""``check``: all findings, for people and as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules.language.messages.codes import catalogue

Invoke = Callable[..., Any]
ENTRY = [
    "code",
    "severity",
    "file",
    "line",
    "column",
    "end_line",
    "end_column",
    "utf16_column",
    "utf16_end_column",
    "message",
    "hint",
]
HEADER = "pack Broken, version 1, extends Homesteaders, for 2-4 players\n\n"


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    file = tmp_path / "broken.rules"
    text = f"{HEADER}building Barn:\n    residential\n    cost 1 wod\n    incme: gain 1 wood\n"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    file = tmp_path / "failing.rules"
    text = (
        f"{HEADER}example a poor player, with 2 players:\n"
        "    player 1 has 3 silver\n    in income\n    player 1 has 4 silver\n"
    )
    file.write_text(text, encoding="utf-8")
    return file


def test_nothing_is_wrong(invoke: Invoke) -> None:
    outcome = invoke("check", "peer")
    assert outcome.code == 0
    assert "Homesteaders with Peer: nothing is wrong" in outcome.output


def test_text_shows_the_line_with_a_caret(invoke: Invoke, broken: Path) -> None:
    outcome = invoke("check", str(broken))
    assert outcome.code == 1
    assert f"{broken}:5:" in outcome.output
    assert "^^^" in outcome.output
    assert "did you mean" in outcome.output
    assert "2 errors" in outcome.output


def test_json_has_an_entry_for_each_finding(invoke: Invoke, broken: Path) -> None:
    outcome = invoke("check", "--format", "json", str(broken))
    assert outcome.code == 1
    entries = json.loads(outcome.output)
    assert len(entries) == 2
    for entry in entries:
        assert list(entry) == ENTRY
        assert (entry["file"], entry["severity"]) == (str(broken), "error")
    assert [entry["line"] for entry in entries] == [5, 6]


def test_json_of_correct_rules_is_a_list(invoke: Invoke) -> None:
    outcome = invoke("check", "--format", "json", "homesteaders")
    assert outcome.code == 0
    assert all(entry["severity"] == "warning" for entry in json.loads(outcome.output))


def test_several_paths_are_checked(invoke: Invoke, broken: Path) -> None:
    outcome = invoke("check", "--format", "json", "peer", str(broken))
    assert outcome.code == 1
    assert len(json.loads(outcome.output)) == 2


def test_a_path_that_is_not_there_is_a_finding(invoke: Invoke) -> None:
    outcome = invoke("check", "--format", "json", "/no/where")
    assert outcome.code == 1
    assert [entry["file"] for entry in json.loads(outcome.output)] == ["/no/where"]


def test_what_is_there_without_rules_is_told(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder" / "inner").mkdir(parents=True)
    (tmp_path / "folder" / "inner" / "few.rules").write_text(HEADER)
    (tmp_path / "file").write_text(HEADER)
    output = invoke("check", "folder").output
    assert "folder:1:1: E007 the folder has no rule files" in output
    assert "inner" in output
    output = invoke("check", "file").output
    assert 'E013 there is no game or pack "file"' in output
    assert (
        'hint: the file that is called so is none of rules: their names end in ".rules"' in output
    )


def test_examples_are_run_on_request(invoke: Invoke, failing: Path) -> None:
    assert invoke("check", str(failing)).code == 0
    outcome = invoke("check", "--examples", str(failing))
    assert outcome.code == 1
    assert 'E901 example "a poor player"' in outcome.output
    assert "  6 |     player 1 has 4 silver\n    |     ^^^^^" in outcome.output


def test_a_code_is_explained(invoke: Invoke) -> None:
    outcome = invoke("explain", "e102")
    assert outcome.code == 0
    assert outcome.output.splitlines() == [
        "E102: A word of the language is misspelt",
        "",
        "No sentence goes on with this word, and one that is much like it would do. Take",
        "the word that the message offers, if it is the one you meant.",
        "",
        "wrong:",
        "",
        "    after fair: gian 2 coins",
        "",
        "right:",
        "",
        "    after fair: gain 2 coins",
    ]


def test_all_codes_are_listed(invoke: Invoke) -> None:
    lines = invoke("explain").output.splitlines()
    assert "E102  A word of the language is misspelt" in lines
    assert "W514  A phase, an action or a tally is never used" in lines


def test_no_terminal_is_disturbed_by_an_explanation(invoke: Invoke) -> None:
    for code in catalogue():
        assert all(
            sign == "\n" or sign >= " " or sign == "\t" for sign in invoke("explain", code).output
        )


def test_the_nearest_code_is_named(invoke: Invoke) -> None:
    outcome = invoke("explain", "E103x")
    assert outcome.code == 2
    assert outcome.sentence == 'homesteaders: there is no code "E103x"; did you mean "E103"?'
    assert 'no code "hello"' in invoke("explain", "hello").sentence


def test_what_is_saved_is_checked_again(
    invoke: Invoke, broken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watchfiles = pytest.importorskip("watchfiles")

    def saved(*paths: Path, raise_interrupt: bool) -> Iterator[set[tuple[object, str]]]:
        assert (paths, raise_interrupt) == ((broken,), False)
        yield {(watchfiles.Change.added, f"{broken}~")}
        broken.write_text(HEADER, encoding="utf-8")
        yield {(watchfiles.Change.modified, str(broken))}

    monkeypatch.setattr(watchfiles, "watch", saved)
    outcome = invoke("check", "--watch", str(broken))
    assert outcome.code == 0, "the code of the last check"
    first, second = outcome.output.strip().rsplit("\n\n", 1)
    assert "E201" in first
    assert first.count("2 errors") == 1, "what an editor leaves behind is no rule file"
    assert second == "Homesteaders with Broken: nothing is wrong"


def test_what_cannot_be_watched_is_refused(
    invoke: Invoke, broken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("watchfiles")
    outcome = invoke("check", "--watch", str(broken.parent / "gone.rules"))
    assert "to watch: name the path of one" in outcome.sentence
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    outcome = invoke("check", "--watch", str(broken))
    assert outcome.code == 2
    assert 'pip install "homesteaders-rules[watch]"' in outcome.sentence
