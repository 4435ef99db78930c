"""Whatever is wrong is said in one sentence, with exit code 2, and never as a traceback."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import cli
from homesteaders_rules.cli import app, errors
from homesteaders_rules.cli.texts import checking

Invoke = Callable[..., Any]

DEVICE = Path("/dev/zero")
WRONG = [
    (("play", "--with", "pear"), 'there is no game or pack "pear"; did you mean "peer"?'),
    (("play", "--game", "/no/where"), "/no/where"),
    (("play", "--players", "9"), "Homesteaders is for 2 to 4 players, not 9"),
    (("play", "--bots", "sensibel"), 'there is no bot "sensibel"; did you mean "sensible"?'),
    (("play", "--bots", "no.such.module:Bot"), 'the bot "no.such.module:Bot" cannot be loaded'),
    (("play", "--bots", "json:loads"), "json:loads"),
    (("play", "--bots", ","), "no bot is named"),
    (("play", "--seat", "human"), '"human" does not say who has a seat; write it like "1=human"'),
    (("play", "--seat", "9=human"), "there is no seat 9: the seats are 1 to 4"),
    (("play", "--seat", "1=human", "--seat", "1=random"), "seat 1 is given away twice"),
    (("play", "--seat", "1=humann"), 'did you mean "human"?'),
    (("play", "--option", "open hands"), '"open hands" is no choice of an option'),
    (("play", "--option", "open hands=maybe"), 'write it like "open hands=yes"'),
    (("play", "--option", "qqq=yes"), 'there is no option "qqq"; known: income step by step, '),
    (
        ("play", "--option", "open hand=yes"),
        'there is no option "open hand"; did you mean "open hands"?',
    ),
    (("play", "--resume", "/no/save.json"), "/no/save.json: no such file or directory"),
    (("play", "--resume", "/dev/null"), "this is no save"),
    (
        ("play", "--resume", "/dev/null", "--players", "3"),
        "--players cannot be given with --resume",
    ),
    (("play", "--save", "/no/where/game.json"), "/no/where/game.json: no such file or directory"),
    (("simulate", "--bots", "nobody"), 'there is no bot "nobody"'),
    (("simulate", "--players", "1"), "Homesteaders is for 2 to 4 players, not 1"),
    (("simulate", "--players", "9" * 20), f"Homesteaders is for 2 to 4 players, not {'9' * 20}"),
    (("show", "qqq"), 'nothing is called "qqq"; show alone lists all that there is'),
    (("ledger", "qqq"), 'nothing is called "qqq"; show alone'),
    (("explain", "qqq"), 'there is no code "qqq"; explain alone lists them all'),
    (("play", "--players", "0"), "Homesteaders is for 2 to 4 players, not 0"),
    (("play", "--players", "two"), "'--players': write a whole number, not 'two'"),
    (("simulate", "--games", "x"), "see homesteaders simulate --help"),
    (("simulate", "--games", "0"), "'--games': write a whole number from 1 on, not 0"),
    (("serve", "--port", "65536"), "write a whole number from 0 to 65535, not 65536"),
    (("serve", __file__), "this is no folder; name the one in which it lies"),
    (("show", "Frm"), 'nothing is called "Frm"; did you mean "Farm"?'),
    (("show", "--with", "pear"), 'did you mean "peer"?'),
    (("check", "--format", "xml", "x"), '"xml" is no format; the formats are text and json'),
    (("replay", "/dev/zero"), "this is no save: /dev/zero is a device and no plain file"),
    (("play", "--resume", "/dev/zero"), "this is no save"),
    (("replay", "/no/save.json"), "/no/save.json: no such file or directory"),
]


@pytest.mark.parametrize(("arguments", "part"), WRONG, ids=[" ".join(a) for a, _ in WRONG])
def test_one_sentence_and_exit_code_2(
    invoke: Invoke, arguments: tuple[str, ...], part: str
) -> None:
    if str(DEVICE) in arguments and not DEVICE.exists():
        pytest.skip("there is no such device here")
    outcome = invoke(*arguments)
    assert outcome.code == 2
    assert outcome.sentence.startswith("homesteaders: ")
    assert part in outcome.sentence
    assert outcome.output == ""


def test_a_damaged_save(invoke: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    invoke("play", "--players", "2", "--bots", "random", "--seed", "1", "--save", str(file))
    text = file.read_text(encoding="utf-8").replace('"seed": 1', '"seed": 2')
    file.write_text(text, encoding="utf-8")
    outcome = invoke("replay", "--quiet", str(file))
    assert outcome.code == 2
    assert "damaged or edited" in outcome.sentence
    file.write_bytes(b"\xff\xfe\x00")
    assert invoke("replay", str(file)).code == 2


@pytest.mark.parametrize(
    "arguments",
    [("pley",), ("play", "--sed", "1"), ("play", "--seed", "x"), ("check",), ("replay",)],
)
def test_wrong_usage(invoke: Invoke, arguments: tuple[str, ...]) -> None:
    outcome = invoke(*arguments)
    assert (outcome.code, outcome.output) == (2, "")
    assert outcome.sentence.startswith("homesteaders: ")
    known = "" if arguments[0] == "pley" else f"{arguments[0]} "
    assert outcome.sentence.endswith(f"; see homesteaders {known}--help")


def test_rules_with_faults_show_all_of_them(invoke: Invoke, tmp_path: Path) -> None:
    header = "pack Broken, version 1, extends Homesteaders, for 2-4 players"
    text = f"{header}\n\nbuilding Barn:\n    cots 1 wood\n"
    (tmp_path / "broken.rules").write_text(text, encoding="utf-8")
    outcome = invoke("play", "--with", str(tmp_path / "broken.rules"))
    assert outcome.code == 2
    assert "the rules cannot be read" in outcome.errors
    assert "broken.rules:4" in outcome.errors
    assert "Traceback" not in outcome.errors


def test_wrong_usage_of_the_installed_command(command: Invoke) -> None:
    outcome = command("pley")
    assert (outcome.code, outcome.output) == (2, "")
    assert outcome.sentence.startswith("homesteaders: ")


def test_the_version(command: Invoke) -> None:
    outcome = command("--version")
    assert outcome.code == 0
    assert outcome.output.startswith("homesteaders 0.")


def test_without_arguments_it_says_what_it_can_do(invoke: Invoke) -> None:
    outcome = invoke()
    assert outcome.code == 0
    for name in ("play", "simulate", "check", "show", "replay"):
        assert name in outcome.output


def test_interrupting(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    assert errors.in_one_sentence(interrupted) == 130
    assert capsys.readouterr().err == "homesteaders: interrupted\n"


def test_interrupting_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the library for command lines makes of it."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(checking, "read", interrupted)
    monkeypatch.setattr(sys, "argv", ["homesteaders", "check", "homesteaders"])
    assert app.run() == 130
    assert capsys.readouterr().err.strip() == "homesteaders: interrupted"


def test_without_typer_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, app.__name__)
    monkeypatch.delattr(cli, "app")
    monkeypatch.setitem(sys.modules, "typer", None)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 1
    told = capsys.readouterr().err
    assert 'pip install "homesteaders-rules[cli]" (in a clone: pip install -e ".[cli]")' in told
