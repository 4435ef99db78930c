"""Who sits where: names, people and bots, told, saved and known again."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import BadSave, Game, GameError, load, restore, save
from homesteaders_rules.play.seats import Seat, marks, named_seats, seats_of

Invoke = Callable[..., Any]
PLAY = ("play", "--players", "3", "--seed", "1")


def test_names_are_told_everywhere(invoke: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    arguments = ("--names", "Ann,,Çem", "--seat", "1=human", "--save", str(file))
    output = invoke(*PLAY, *arguments, typed="1\nd\n1\n").output
    assert "Ann (human), Player 2 (sensible), Çem (sensible)" in output
    assert "Ann [" in output
    assert "Ann places 1 worker" in output
    assert re.search(r"^  Çem ", output, re.MULTILINE)
    assert "Player 1" not in output
    told = invoke("replay", str(file)).output
    assert re.search(r"^\d+\. Ann: place worker", told, re.MULTILINE)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("Ann,Bob,Cid,Dan", "4 names are too many for 3 players"),
        ("Ann,ann", "two players are called ann"),
        ("Player 2", "two players are called Player 2"),
        ("Ann" * 10, "is too long: 20 fit"),
        ("A\x1b[2J", "there is a sign in it that is not printed"),
    ],
)
def test_names_that_cannot_be_told_are_refused(invoke: Invoke, names: str, said: str) -> None:
    outcome = invoke(*PLAY, "--names", names)
    assert outcome.code == 2
    assert said in outcome.sentence


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Player 1", "Player 2"), ("1", "2")),
        (("Ann", "Bob"), ("A", "B")),
        (("Ann", "anton"), ("Ann", "ant")),
        (("Ann Lee", "Ann Ray"), ("L", "R")),
        (("An", "Ann"), ("An", "Ann")),
        (("Solo",), ("S",)),
    ],
)
def test_marks_tell_players_apart_without_colours(
    names: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert marks(names) == expected
    assert len(set(marks(names))) == len(names)


def test_a_resumed_game_knows_who_sits_where(invoke: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    seats = ("--names", "Ann,Bob", "--seat", "1=human", "--bots", "random", "--save", str(file))
    left = invoke(*PLAY, *seats, typed="1\nquit\n").output
    line = shlex.split(left.splitlines()[-1])
    assert line == ["homesteaders", "play", "--resume", str(file)]
    resumed = invoke(*line[1:], typed="d\nquit\n").output
    assert "Ann (human), Bob (random), Player 3 (random)" in " ".join(resumed.split())
    anew = invoke(*line[1:], "--names", "Eve", "--seat", "2=human", typed="quit\n").output
    assert "Eve (human), Bob (human), Player 3 (random)" in " ".join(anew.split())
    watched = invoke(*line[1:], "--bots", "sensible", "--overwrite").output
    assert "Eve (sensible), Bob (sensible), Player 3 (sensible)" in " ".join(watched.split())


def test_a_save_without_seats_goes_on_as_before(invoke: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game = Game.new(load("homesteaders"), 2, seed=1)
    file.write_text(save(game), encoding="utf-8")
    assert seats_of(save(game)) == ()
    output = invoke("play", "--resume", str(file)).output
    assert "Player 1 (sensible), Player 2 (sensible)" in output
    assert restore(file.read_text(encoding="utf-8")).state.over


def test_a_save_starts_no_bot_that_does_not_come_along(invoke: Invoke, tmp_path: Path) -> None:
    """A stranger's save could name any module, and importing it would run it."""
    (tmp_path / "evil.py").write_text("raise SystemExit('run')\n", encoding="utf-8")
    file = tmp_path / "game.json"
    game = Game.new(load("homesteaders"), 2, seed=1)
    seats = (Seat("Ann", "human"), Seat("Bob", "evil:Bot"))
    file.write_text(save(game, seats=seats), encoding="utf-8")
    outcome = invoke("play", "--resume", str(file))
    assert outcome.code == 2
    assert "seat 2 was played by 'evil:Bot', which a save cannot start" in outcome.sentence
    assert "--seat 2=human" in outcome.sentence
    assert invoke("play", "--resume", str(file), "--seat", "2=random", typed="quit\n").code == 0


def test_the_line_to_go_on_names_bots_of_ones_own(invoke: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    own = "homesteaders_rules.bots.chance:RandomBot"
    seats = ("--seat", "1=human", "--seat", f"2={own}", "--save", str(file))
    line = shlex.split(invoke(*PLAY, *seats, typed="quit\n").output.splitlines()[-1])
    assert line[3:] == [str(file), "--seat", f"2={own}"]
    assert invoke(*line[1:], typed="quit\n").code == 0


@pytest.mark.parametrize(
    "seats",
    [
        [["Ann", "human"]],
        [["Ann", "human"], ["Bob"]],
        [["Ann", "human"], ["ann", "human"]],
        [["Ann", "human"], ["\x1b", "human"]],
        [["Ann", "human"], ["B" * 50, "human"]],
        [["Ann", "human"], 2],
        "Ann",
    ],
)
def test_a_damaged_list_of_seats_is_told(seats: object) -> None:
    data = json.loads(save(Game.new(load("homesteaders"), 2, seed=1))) | {"seats": seats}
    with pytest.raises(BadSave, match="the save is damaged"):
        seats_of(json.dumps(data))


def test_names_are_taken_as_they_are_said() -> None:
    assert named_seats((" Ann  Lee ",), 2) == ("Ann Lee", "Player 2")
    with pytest.raises(GameError, match="too many"):
        named_seats(("A", "B", "C"), 2)


def test_the_game_is_saved_after_every_choice(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is killed without a word leaves the last choice too."""
    from homesteaders_rules.cli import files

    file, written = tmp_path / "game.json", list[int]()
    kept = files.write_save

    def note(game: Game, *rest: Any) -> None:
        written.append(len(game.turns))
        kept(game, *rest)

    monkeypatch.setattr(files, "write_save", note)
    invoke(*PLAY, "--seat", "1=human", "--save", str(file), typed="1\nd\n")
    assert written[:2] == [0, 1]
    assert set(written) == set(range(max(written) + 1))
