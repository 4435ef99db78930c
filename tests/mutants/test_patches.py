"""The planted faults keep up with the code: a patch that applies nowhere proves nothing."""

from __future__ import annotations

import ast

from mutants.measure import ROOT, faults, stale


def test_every_patch_applies() -> None:
    assert stale() == []


def test_what_is_planted_is_read_by_python() -> None:
    for fault in faults().values():
        for patch in fault["patches"]:
            text = (ROOT / patch["file"]).read_text(encoding="utf-8")
            planted = text.replace(patch["old"], patch["new"])
            assert planted != text
            if patch["file"].endswith(".py"):
                assert ast.parse(planted).body
