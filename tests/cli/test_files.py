"""Where saves are written: as a whole, with the mode of the file, and over nobody else's."""

from __future__ import annotations

import os
import re
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import BadSave, Game, GameError, load, restore
from homesteaders_rules.cli import files
from homesteaders_rules.cli.files import SaveFiles, read_save_file, write_save

GAME = Game.new(load("homesteaders"), 2, seed=1)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old", encoding="utf-8")
    (tmp_path / "link.json").symlink_to("real.json")
    write_save(GAME, tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert restore(read_save_file(tmp_path / "real.json")).state == GAME.state
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.json", "real.json"]


def odd_files(folder: Path) -> dict[str, Path]:
    """What is no plain file, each in its kind; waiting for the pipe would last for ever."""
    os.mkfifo(folder / "pipe")
    (folder / "link").symlink_to("pipe")
    (folder / "circle").symlink_to("circle")
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(folder / "socket"))
    found = {name: folder / name for name in ("pipe", "link", "circle", "socket")}
    return {**found, "device": Path("/dev/zero"), "folder": folder}


ODD = {
    "pipe": "a pipe and no plain file",
    "link": "a pipe and no plain file",
    "circle": "a link and no plain file",
    "socket": "a socket and no plain file",
    "device": "a device and no plain file",
    "folder": "folder|[Dd]irectory",
}


@pytest.mark.parametrize("kind", ODD)
def test_only_plain_files_are_read_and_written(kind: str, invoke: Callable[..., Any]) -> None:
    """At every door of the command line; nothing is waited for, and nothing is changed."""
    with tempfile.TemporaryDirectory() as made:  # a socket needs a short path
        file = odd_files(Path(made))[kind]
        before = sorted(Path(made).iterdir())
        new = ("play", "--players", "2", "--bots", "random")
        for arguments in (
            ("replay", str(file)),
            ("play", "--resume", str(file)),
            (*new, "--save", str(file)),
            (*new, "--save", str(file), "--overwrite"),
            ("check", str(file)),
            ("show", "--with", str(file)),
        ):
            outcome = invoke(*arguments)
            assert outcome.code in (1, 2), arguments
            assert outcome.output or outcome.sentence
            if arguments[0] in ("replay", "play"):
                assert str(file) in outcome.sentence
                assert re.search(ODD[kind], outcome.sentence)
        with pytest.raises(OSError, match=ODD[kind]):
            write_save(GAME, file)
        assert sorted(Path(made).iterdir()) == before


def test_what_is_longer_than_a_save_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 100)
    write_save(GAME, tmp_path / "game.json")
    with pytest.raises(BadSave, match=r"game\.json has more than 100 bytes"):
        read_save_file(tmp_path / "game.json")


def test_a_path_that_leads_nowhere_is_told() -> None:
    with pytest.raises(GameError, match="is no path of a file"):
        read_save_file(Path("a\0b"))


def test_nothing_is_left_where_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    (tmp_path / "game.json").write_text("old", encoding="utf-8")
    with pytest.raises(OSError, match=r"No space .*game\.json"):
        write_save(GAME, tmp_path / "game.json")
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    assert (tmp_path / "game.json").read_text(encoding="utf-8") == "old"


def test_what_somebody_else_has_beside_it_stays(tmp_path: Path) -> None:
    for name in ("game.json.new", "game.json.tmp", "game.json~"):
        (tmp_path / name).write_text("mine", encoding="utf-8")
    write_save(GAME, tmp_path / "game.json")
    others = [path for path in tmp_path.iterdir() if path.name != "game.json"]
    assert [path.read_text(encoding="utf-8") for path in others] == ["mine"] * 3


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
def test_a_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "game.json"
    file.write_text("old", encoding="utf-8")
    file.chmod(mode)
    write_save(GAME, file)
    assert file.stat().st_mode & 0o777 == mode
    assert restore(read_save_file(file)).state == GAME.state


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_save(GAME, tmp_path / "game.json")
    assert (tmp_path / "game.json").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_the_home_directory_may_be_written_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    write_save(GAME, Path("~/game.json"))
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    assert restore(read_save_file(Path("~/game.json"))).state == GAME.state
    with pytest.raises(GameError, match="no such home directory"):
        write_save(GAME, Path("~nobody-is-called-so/game.json"))


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    write_save(GAME, tmp_path / "game.json")
    text = (tmp_path / "game.json").read_text(encoding="utf-8")
    (tmp_path / "marked.json").write_text(text, encoding="utf-8-sig")
    assert restore(read_save_file(tmp_path / "marked.json")).state == GAME.state


def test_a_game_writes_over_its_own_files_and_over_no_others(tmp_path: Path) -> None:
    own, other, link = tmp_path / "own.json", tmp_path / "other.json", tmp_path / "link.json"
    for file in (own, other):
        file.write_text("old", encoding="utf-8")
    link.symlink_to("own.json")
    saves = SaveFiles(own=own)
    saves.write(GAME, link)
    assert own.read_text(encoding="utf-8") != "old"
    with pytest.raises(GameError, match=r"other\.json is there already"):
        saves.write(GAME, other)
    assert other.read_text(encoding="utf-8") == "old"
    saves.write(GAME, other, overwrite=True)
    saves.write(GAME, other)
    assert restore(read_save_file(other)).state == GAME.state
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        saves.write(GAME, tmp_path)
