"""At a real terminal: what is asked, what must be said twice, and what a lost terminal leaves."""

from __future__ import annotations

import os
import re
import select
import shlex
import signal
import sys
from pathlib import Path
from time import monotonic

import pytest

from homesteaders_rules import restore

pty = pytest.importorskip("pty")
PATIENCE = 60.0
CODE = "from homesteaders_rules.cli import main; main()"


class Terminal:
    """The command at a terminal of 80 columns, and what it has written."""

    def __init__(self, home: Path, *arguments: str) -> None:
        environment = os.environ | {
            "XDG_STATE_HOME": str(home),
            "COLUMNS": "80",
            "LINES": "24",
            "TERM": "dumb",
        }
        self.process, self.end = pty.fork()
        if self.process == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored where tests run behind
            os.chdir(home)
            os.execve(sys.executable, [sys.executable, "-c", CODE, *arguments], environment)

    def see(self, wanted: str) -> str:
        """Wait until something is written; all that was since the last time."""
        return self._seen(wanted, b"")

    def interrupt(self, wanted: str) -> str:
        """Ctrl-C, and again after a second of silence: one that comes in the moment before a key
        is waited for is heard of with the next."""
        return self._seen(wanted, b"\x03")

    def _seen(self, wanted: str, meanwhile: bytes) -> str:
        begun, found, is_silent = monotonic(), "", True
        while not re.search(wanted, found):
            assert monotonic() - begun < PATIENCE, found
            if is_silent:
                os.write(self.end, meanwhile)
            is_silent = not select.select([self.end], [], [], 1)[0]
            if not is_silent:
                try:
                    found += os.read(self.end, 10_000).decode(errors="replace")
                except OSError:
                    pytest.fail(f"the command has ended: {found}")
        return " ".join(found.split())

    def type(self, line: str) -> None:
        os.write(self.end, f"{line}\n".encode())

    def finish(self) -> int:
        """Read to the end; the code that the command ends with."""
        try:
            while os.read(self.end, 10_000):
                pass
        except OSError:
            pass
        return self.close()

    def close(self) -> int:
        """The terminal is gone; the code that the command ends with."""
        os.close(self.end)
        _, status = os.waitpid(self.process, 0)
        return os.waitstatus_to_exitcode(status)


def kept(home: Path) -> Path:
    (file,) = (home / "homesteaders-rules" / "games").iterdir()
    return file


def test_what_is_left_undone_must_be_said_twice(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--players", "2", "--seed", "1", "--seat", "1=human")
    terminal.see(r"help\]> $")
    terminal.type("d")
    told = terminal.see(r"help\]> $")
    assert "would stay idle" in told
    assert "Say done once more to leave it so." in told
    assert restore(kept(tmp_path).read_text(encoding="utf-8")).keys[-1:] != ("done",)
    terminal.type("d")
    told = terminal.see(r"help\]> $")
    assert "Nothing else could be chosen: pay 1 silver." in told
    terminal.close()


def test_a_terminal_that_is_lost_loses_nothing(tmp_path: Path) -> None:
    """Nobody said where to save: the game is in the folder of games, and goes on from there."""
    terminal = Terminal(tmp_path, "play", "--players", "2", "--seed", "1", "--seat", "1=human")
    terminal.see(r"help\]> $")
    terminal.type("p w h 2")
    terminal.see(r"help\]> $")
    assert terminal.close() == 128 + signal.SIGHUP
    file = kept(tmp_path)
    assert "place worker Homestead 2" in restore(file.read_text(encoding="utf-8")).keys
    again = Terminal(tmp_path, "play", "--resume", str(file))
    again.see(r"help\]> $")
    again.type("quit")
    told = again.see(r"--resume \S+")
    line = shlex.split(told[told.index("homesteaders play") :])
    assert line == ["homesteaders", "play", "--resume", str(file)]
    assert again.finish() == 0


def test_alone_it_asks_and_seats_a_person(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play")
    for answer in ("homest", "", "2", "Ann", ""):
        terminal.see(r"\]> $")
        terminal.type(answer)
    told = terminal.see(r"Ann \[\S+ help\]> $")
    assert "Homesteaders for 2 players" in told
    assert "Ann (human), Player 2 (sensible)" in told
    terminal.close()
    assert '"Ann"' in kept(tmp_path).read_text(encoding="utf-8")


def test_an_interruption_is_told_in_a_line_of_its_own(tmp_path: Path) -> None:
    """A terminal shows ^C where the cursor stands, and stays in that line."""
    terminal = Terminal(tmp_path, "play")
    terminal.see(r"\]> $")
    terminal.interrupt(r"\^C\s*\nhomesteaders: interrupted")
    assert terminal.finish() == 130


def test_a_word_is_completed(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    terminal = Terminal(tmp_path, "play", "--players", "2", "--seed", "1", "--seat", "1=human")
    terminal.see(r"help\]> $")
    terminal.type("sta\t")  # stacks
    assert "Auction 1: A1-S1, A1-S2" in terminal.see(r"face down[^>]*> $")
    terminal.close()
