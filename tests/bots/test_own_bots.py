"""Bots of one's own: found in the working directory, given a view, and blamed for their faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from command_line import run
from homesteaders_rules import GameError, State, View, load, new_game
from homesteaders_rules.bots import ask, contest, make_bot
from homesteaders_rules.errors import BotFault

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
BLOCKS = re.findall(r"^```(.+)\n((?:.*\n)*?)```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
HEAD = "class Mine:\n    def __init__(self, seed):\n        pass\n    def choose(self, view):\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The working directory, with the bots of the page; what is imported there is forgotten."""
    import sys

    for info, text in BLOCKS:
        if info.startswith("python in "):
            (tmp_path / info.removeprefix("python in ")).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    known, path = set(sys.modules), list(sys.path)
    yield tmp_path
    sys.path[:] = path
    for name in set(sys.modules) - known:
        if (
            getattr(sys.modules[name], "__file__", "")
            and tmp_path in Path(str(sys.modules[name].__file__)).parents
        ):
            del sys.modules[name]


@pytest.fixture
def start() -> State:
    return new_game(load("homesteaders"), 3, 4)


def write(folder: Path, name: str, body: str) -> None:
    (folder / f"{name}.py").write_text(HEAD + f"        {body}\n", encoding="utf-8")


# ---------------------------------------------------------------------------------- the page


def test_what_the_page_types_runs(folder: Path) -> None:
    lines = [line for info, text in BLOCKS if info == "sh" for line in text.splitlines()]
    assert len(lines) >= 3
    for line in lines:
        program, *arguments = line.split()
        assert program == "homesteaders"
        assert run(*arguments).code == 0, line


def test_what_fails_on_the_page_is_told_so(folder: Path) -> None:
    told = [(info, text) for info, text in BLOCKS if info.startswith("text from homesteaders ")]
    assert told
    for info, text in told:
        result = run(*info.removeprefix("text from homesteaders ").split())
        assert (result.code, result.errors) == (2, text)


def test_the_programs_of_the_page_run_beside_the_bots(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    programs = [text for info, text in BLOCKS if info.startswith("python beside ")]
    assert programs
    for text in programs:
        exec(compile(text, "page", "exec"), {})
    assert "mybot won " in capsys.readouterr().out


def test_the_bot_of_the_page_that_looks_ahead_beats_chance(folder: Path) -> None:
    better, _ = contest(load("homesteaders"), ["onestep", "random", "random"], 3)
    assert (better.won, better.games) == (3, 3)
    assert better.points > 10


# ---------------------------------------------------------------------------------- finding


def test_a_file_goes_before_what_is_installed(folder: Path, start: State) -> None:
    """Whatever it is called: the module of that name is still there for everybody else."""
    import random

    for name in ("random_walk", "colorsys", "json"):
        write(folder, name, "return view.options[0]")
        assert ask(make_bot(name), start) == start.decision.options[0]
        assert ask(make_bot(f"{name}:Mine"), start) == start.decision.options[0]
    import json

    assert json.loads("[1]") == [1]
    assert random.__file__ is not None


def test_what_lies_beside_a_bot_can_be_imported(folder: Path, start: State) -> None:
    (folder / "habits_of_mine.py").write_text("WHICH = 1\n", encoding="utf-8")
    text = "from habits_of_mine import WHICH\n" + HEAD + "        return view.options[WHICH]\n"
    (folder / "habitual.py").write_text(text, encoding="utf-8")
    assert ask(make_bot("habitual"), start) == start.decision.options[1]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("mybott", 'there is no bot "mybott"'),
        ("mybot.py", 'there is no bot "mybot.py"; write it "mybot"'),
        ("./mybot.py:Builder", 'there is no bot "./mybot.py:Builder"; write it "mybot:Builder"'),
        ("bots/mine", 'there is no bot "bots/mine"; write it "bots.mine"'),
        ("../mybot.py", 'there is no bot "../mybot.py"; known are '),
        ("kalm", 'there is no bot "kalm"; known are '),
        ("mybot:Bilder", 'no "Bilder" is in it; did you mean "Builder"'),
        ("nowhere_at_all:Mine", 'there is no module "nowhere_at_all"'),
        ("two", 'several bots are in "two"; say which one: "two:First" or "two:Second"'),
        ("empty", 'no class in it has a method "choose"'),
        ("calm:2s", 'the bot "calm" takes no setting'),
        ("broken", r"SyntaxError: [^()]*\(broken.py, line 1\)$"),
        ("failing", r'"failing" failed with ZeroDivisionError: .* \(failing.py, line 1\)'),
        ("lacking", r"ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("leaving", r'"leaving" failed with SystemExit: 3 \(leaving.py, line 1\)'),
        ("raising", r'"raising" failed with ValueError: too bad \(raising.py, line 3\)'),
    ],
)
def test_what_cannot_be_found_or_made_is_told(folder: Path, name: str, told: str) -> None:
    choose = "    def choose(self, view):\n        return 1\n"
    texts = {
        "two": f"class First:\n{choose}class Second:\n{choose}",
        "empty": "from homesteaders_rules.bots.chance import RandomBot\n",
        "broken": "class :\n",
        "failing": "1 / 0\n",
        "lacking": "import nothing_of_that_name\n",
        "leaving": "raise SystemExit(3)\n",
        "raising": HEAD.replace("pass", "raise ValueError('too bad')") + "        return 1\n",
    }
    for each, text in texts.items():
        (folder / f"{each}.py").write_text(text, encoding="utf-8")
    with pytest.raises(GameError, match=told):
        make_bot(name)
    result = run("simulate", "--games", "1", "--bots", name)
    assert result.code == 2
    assert "Traceback" not in result.errors


# ---------------------------------------------------------------------------------- asking


class Noting:
    """Notes what it is given."""

    def __init__(self, seed: int = 0) -> None:
        self.given: list[object] = []

    def choose(self, view: View) -> str:
        self.given.append(view)
        return view.decision.keys[0]


@pytest.mark.parametrize("wrong", ["sensible", Noting, None, 7])
def test_what_is_no_bot_is_not_asked(start: State, wrong: Any) -> None:
    with pytest.raises(TypeError, match="wanted is a bot, with a method choose, which make_bot"):
        ask(wrong, start)
    if not isinstance(wrong, str):
        with pytest.raises(TypeError, match=r"which register\(\) gives to a class"):
            make_bot(wrong)


def test_a_bot_is_given_the_view_of_who_decides(start: State) -> None:
    bot = Noting()
    assert ask(bot, start) is start.decision.options[0]
    (given,) = bot.given
    assert isinstance(given, View)
    assert given.player == start.decision.player
    assert given.decision.all == start.decision.all


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return 3", "returned 3, which is no choice; return one of view.options"),
        ("return None", "returned None, which is no choice"),
        ("return 'build Castle'", 'chose "build Castle", which is not offered: nothing is called'),
        ("return 'build Farm'", 'chose "build Farm", which is not offered: the decision now is: '),
        ("return view.missing", r"failed with AttributeError: .*missing.* \(faulty_one.py, line"),
        ("raise SystemExit", r"failed with SystemExit \(faulty_one.py, line 5\)"),
        ("from homesteaders_rules import apply; apply(view, 'done')",
         r"failed with TypeError: wanted is a state, .* \(faulty_one.py, line 5\)"),
    ],
)  # fmt: skip
def test_faults_of_a_bot_are_told_as_its_own(
    folder: Path, start: State, body: str, told: str
) -> None:
    write(folder, "faulty_one", body)
    with pytest.raises(BotFault, match=f'the bot "faulty_one:Mine" {told}') as caught:
        ask(make_bot("faulty_one"), start)
    assert caught.value.bot == "faulty_one:Mine"


@pytest.mark.parametrize("command", ["play", "simulate", "verify"])
def test_a_traceback_is_shown_for_debugging_only(folder: Path, command: str) -> None:
    write(folder, "dividing", "return view.options[1 // 0]")
    arguments = ["simulate", "--verify"] if command == "verify" else [command]
    arguments += ["--players", "2", "--bots", "calm,dividing"]
    plain, debugged = run(*arguments), run(*arguments, "--debug")
    assert (plain.code, debugged.code) == (2, 2)
    assert "Traceback" not in plain.errors
    assert plain.errors.count("\n") == 1
    assert "--debug shows the traceback" in plain.errors
    assert "Traceback" in debugged.errors
    assert "return view.options[1 // 0]" in debugged.errors
    assert "asking.py" not in debugged.errors, "what is shown begins with the bot"


def test_a_contest_goes_round(monkeypatch: pytest.MonkeyPatch) -> None:
    seats: list[tuple[str, int]] = []

    def noting(name: str) -> Callable[[int], Noting]:
        class Named(Noting):
            def choose(self, view: View) -> str:
                if not self.given:
                    seats.append((name, view.player or 0))
                return super().choose(view)

        return Named

    known = {name: noting(name) for name in ("one", "two")}
    monkeypatch.setattr("homesteaders_rules.bots.registry.KNOWN", known)
    first, second = contest(load("homesteaders"), ["one", "two"], 2)
    assert sorted(seats) == [("one", 0), ("one", 1), ("two", 0), ("two", 1)]
    assert (first.name, second.name, first.won + second.won) == ("one", "two", 2)
    assert str(first).startswith("one won ")
