"""What a shell suggests: commands, and the names of games, packs, bots and seats."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from homesteaders_rules.cli.suggesting import bots, game_names, pack_names, seats


@pytest.mark.parametrize(
    ("suggest", "begun", "found"),
    [
        (game_names, "mon", ["montana"]),
        (game_names, "peer", []),
        (pack_names, "new", ["new_beginnings"]),
        (pack_names, "peer,new_", ["peer,new_beginnings"]),
        (bots, "ra", ["random"]),
        (bots, "sensible,ra", ["sensible,random"]),
        (seats, "2=h", ["2=human"]),
        (seats, "2", []),
    ],
)
def test_what_is_begun_is_suggested(
    suggest: Callable[[str], list[str]], begun: str, found: list[str]
) -> None:
    assert suggest(begun) == found


def test_a_shell_is_told() -> None:
    line = "homesteaders play --game mon"
    environment = os.environ | {
        "_HOMESTEADERS_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": "3",
    }
    code = "from homesteaders_rules.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout.split() == ["montana"]
