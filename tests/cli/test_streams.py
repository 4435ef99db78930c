"""The command line where a stream is closed, the terminal is narrow, or a signal comes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import command_line
from homesteaders_rules import Game, load, restore, save
from sizes import size, some

PROGRAM = f'"{sys.executable}" -m homesteaders_rules'


def run(line: str, **environment: str) -> tuple[int, str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    done = subprocess.run(
        ["sh", "-c", line],
        capture_output=True,
        text=True,
        timeout=60,
        env=kept | environment,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("show Farm >&-", 0),
        ("play --players 9 2>&-", 2),
        ("play --players 2 --seed 1 --seat 1=human <&-", 0),
    ],
)
def test_a_closed_stream(arguments: str, code: int) -> None:
    found, _, errors = run(f"{PROGRAM} {arguments}")
    assert (found, errors) == (code, "")


@pytest.mark.parametrize("columns", ["1", "5", "20"])
def test_a_very_narrow_terminal(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    outcome = command_line.run("play", "--players", "2", "--seed", "1", "--bots", "random")
    assert (outcome.code, outcome.errors) == (0, "")
    assert "Round 1" in outcome.output


@pytest.mark.parametrize(
    "arguments", ["show Farm", "play --players 2 --seed 1 --bots random"][: size(1, 2)]
)
def test_a_width_of_zero_is_one_that_is_not_known(
    arguments: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    outcome = command_line.run(*arguments.split())
    found = run(f"{PROGRAM} {arguments}", COLUMNS="0")
    assert found == (outcome.code, outcome.output, outcome.errors)
    assert outcome.output


@pytest.mark.parametrize(
    "arguments", ["show", "--help", "play --players 4 --seed 1 --bots random"][: size(2, 3)]
)
def test_a_reader_that_has_seen_enough(arguments: str) -> None:
    """It is no fault: no traceback, no complaint, and the code of success."""
    assert run(f"({PROGRAM} {arguments}; echo $? >&2) | true") == (0, "", "0\n")


@pytest.mark.parametrize(
    ("body", "code"), [("print('x' * 9_000)", "0"), ("raise BrokenPipeError", "2")]
)
def test_a_bot_that_writes_to_a_reader_that_has_seen_enough(
    tmp_path: Path, body: str, code: str
) -> None:
    """Nor is that its fault; a pipe of its own is."""
    choose = f"def choose(self, view):\n        {body}\n        return view.options[0]\n"
    text = f"class Chatty:\n    def __init__(self, seed):\n        pass\n    {choose}"
    (tmp_path / "chatty.py").write_text(text, encoding="utf-8")
    play = f"{PROGRAM} simulate --games 1 --bots chatty; echo $? >&2"
    reader = "true" if code == "0" else "cat"
    found, _, errors = run(f"cd {tmp_path}; ({play}) | {reader}")
    assert found == 0
    *told, ended = errors.splitlines()
    assert ended == code
    assert [("chatty:Chatty" in line) for line in told] == [True] * (code == "2")


@pytest.mark.parametrize("ending", some([signal.SIGTERM, signal.SIGHUP], 1))
def test_a_signal_leaves_a_whole_save(tmp_path: Path, ending: signal.Signals) -> None:
    file = tmp_path / "game.json"
    arguments = ("play", "--players", "2", "--seed", "1", "--seat", "1=human", "--save", str(file))
    # What runs in the background may have been told to ignore signals.
    heeded = f"import signal; signal.signal({int(ending)}, signal.SIG_DFL)"
    code = f"{heeded}; from homesteaders_rules.cli import main; main()"
    program = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdin and program.stdout
    os.write(program.stdin.fileno(), b"done\n")
    told = b""
    while told.count(b"help]> ") < 2:
        told += os.read(program.stdout.fileno(), 10_000)
    program.send_signal(ending)
    _, errors = program.communicate(timeout=60)
    assert (program.returncode, errors) == (128 + ending, b"")
    assert "done" in restore(file.read_text(encoding="utf-8")).keys
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_save_is_there_from_the_first_moment_on(tmp_path: Path) -> None:
    """Also when nothing can be saved any more: a process that is killed leaves the last save."""
    file = tmp_path / "game.json"
    code = f"""if True:
        import os, sys
        from homesteaders_rules.cli import playing
        playing.Session._play = lambda self: os._exit(9)
        from homesteaders_rules.cli import main
        sys.argv[1:] = ["play", "--players", "2", "--seed", "1", "--save", {str(file)!r}]
        main()
    """
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    assert file.read_text(encoding="utf-8") == save(Game.new(load("homesteaders"), 2, 1)) + "\n"


MODULES = ["typer", "rich.console", "homesteaders_rules.rules"]


@pytest.mark.parametrize("module", MODULES)
def test_an_interruption_while_modules_are_imported(module: str) -> None:
    """Nothing is imported before the program can say in a sentence that it was interrupted."""
    code = f"""if True:
        import sys
        class Interrupting:
            def find_spec(self, name, path=None, target=None):
                if name == {module!r}:
                    raise KeyboardInterrupt
        sys.meta_path.insert(0, Interrupting())
        from homesteaders_rules.cli import main
        sys.argv[1:] = ["play", "--players", "2"]
        main()
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 130
    assert done.stderr.strip() in ("", "homesteaders: interrupted")


def test_an_interruption_within_what_python_calls_while_it_imports() -> None:
    """There an exception is made another one, or printed and passed over: 3.11 does either."""
    code = """if True:
        import os, signal, sys
        signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where tests run behind
        class Interrupting:
            def __set_name__(self, owner, name):
                os.kill(os.getpid(), signal.SIGINT)
        class Finding:
            def find_spec(self, name, path=None, target=None):
                if name == "typer":
                    type("Odd", (), {"interrupting": Interrupting()})
        sys.meta_path.insert(0, Finding())
        from homesteaders_rules.cli import main
        sys.argv[1:] = ["play", "--players", "2"]
        main()
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "homesteaders: interrupted\n")


def test_nothing_is_imported_before_interruptions_are_told() -> None:
    """What is imported sooner could be interrupted, and end with a traceback.

    Modules that are part of Python itself are there at once.
    """
    code = """if True:
        import sys
        before = set(sys.modules)
        import homesteaders_rules.cli
        print(*sorted(set(sys.modules) - before))
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    ours = {"homesteaders_rules", "homesteaders_rules.cli"}
    there = {"__future__", *sys.builtin_module_names}
    assert set(done.stdout.split()) - there == ours


def test_what_only_looks_at_texts_imports_nothing_that_plays() -> None:
    """It was half of what ``show`` took."""
    code = """if True:
        import sys
        import homesteaders_rules.cli.arguments, homesteaders_rules.cli.texts.showing
        print(*(name for name in sys.modules if name.startswith("homesteaders_rules.")))
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    rooms = {name.split(".")[1] for name in done.stdout.split()}
    assert "telling" in rooms
    assert not {"bots", "play"} & rooms
    assert "homesteaders_rules.linking.table" not in done.stdout
