"""Where saves are written: links are followed, and nothing but a plain file is replaced."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from homesteaders_rules import Game, load, restore
from homesteaders_rules.cli.files import read_save_file, write_save

GAME = Game.new(load("homesteaders"), 2, seed=1)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old", encoding="utf-8")
    (tmp_path / "link.json").symlink_to("real.json")
    write_save(GAME, tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert restore(read_save_file(tmp_path / "real.json")).state == GAME.state
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.json", "real.json"]


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reading = os.open(tmp_path / "pipe", os.O_RDWR)
    write_save(GAME, tmp_path / "pipe")
    assert (tmp_path / "pipe").is_fifo()
    assert os.read(reading, 100_000).startswith(b"{")
    os.close(reading)


def test_nothing_is_left_where_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    (tmp_path / "game.json").write_text("old", encoding="utf-8")
    with pytest.raises(OSError, match="No space"):
        write_save(GAME, tmp_path / "game.json")
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    assert (tmp_path / "game.json").read_text(encoding="utf-8") == "old"
