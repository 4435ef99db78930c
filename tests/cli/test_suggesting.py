"""What a shell suggests: commands, and the names of games, packs, bots and seats."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

CODE = "from homesteaders_rules.cli import main; main()"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("homesteaders pl", ["play"]),
        ("homesteaders play --game mon", ["montana"]),
        ("homesteaders show --with peer,new_", ["peer,new_beginnings"]),
        ("homesteaders simulate --bots sensible,ra", ["sensible,random"]),
        ("homesteaders play --seat 2=h", ["2=human"]),
    ],
)
def test_what_is_begun_is_suggested(line: str, found: list[str]) -> None:
    environment = os.environ | {
        "_HOMESTEADERS_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(line.split()) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout.split() == found
