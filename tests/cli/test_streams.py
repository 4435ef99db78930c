"""The command line where a stream is closed, or the terminal is as narrow as can be."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = f'"{sys.executable}" -c "from homesteaders_rules.cli import main; main()"'


def run(line: str, **environment: str) -> tuple[int, str, str]:
    done = subprocess.run(
        ["sh", "-c", line], capture_output=True, text=True, timeout=60, env=environment, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("play --players 2 --seed 1 --bots random >&-", 0),
        ("play --players 9 2>&-", 2),
        ("play --players 2 --seed 1 --seat 1=human <&-", 0),
    ],
)
def test_a_closed_stream(arguments: str, code: int) -> None:
    found, _, errors = run(f"{PROGRAM} {arguments}")
    assert (found, errors) == (code, "")


@pytest.mark.parametrize("columns", ["1", "5", "20"])
def test_a_very_narrow_terminal(columns: str) -> None:
    code, told, errors = run(f"{PROGRAM} play --players 2 --seed 1 --bots random", COLUMNS=columns)
    assert (code, errors) == (0, "")
    assert "Round 1" in told
