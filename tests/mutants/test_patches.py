"""The planted faults keep up with the code: a patch that applies nowhere proves nothing."""

from __future__ import annotations

import builtins
import dis
import re
from collections.abc import Iterator
from types import CodeType

from mutants.measure import ROOT, faults, stale


def planted() -> Iterator[tuple[str, str, str]]:
    """Of each fault and module in Python: the name, what is planted, and the module with it."""
    for name, fault in faults().items():
        texts: dict[str, str] = {}
        for patch in fault["patches"]:
            file = patch["file"]
            text = texts.get(file) or (ROOT / file).read_text(encoding="utf-8")
            texts[file] = text.replace(patch["old"], patch["new"])
            assert texts[file] != text
        new = "\n".join(patch["new"] for patch in fault["patches"])
        yield from ((name, new, text) for file, text in texts.items() if file.endswith(".py"))


def asked_of_module(code: CodeType) -> set[str]:
    """The names that functions within look up in their module."""
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    found = {each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL"}
    return found.union(*map(asked_of_module, inner))


def test_every_patch_applies() -> None:
    assert stale() == []


def test_what_is_planted_is_read_by_python() -> None:
    for name, _, text in planted():
        module = compile(text, name, "exec")
        there = {each.argval for each in dis.get_instructions(module) if "STORE" in each.opname}
        assert asked_of_module(module) <= {*there, *vars(builtins)}, name


def test_what_is_planted_asks_for_what_is_there() -> None:
    # Else the kit would find that a name is missing, and not the fault.
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py"))
    words = {*re.findall(r"\w+", source)}
    for name, new, _ in planted():
        assert {*re.findall(r"\.([a-zA-Z_]\w*)", new)} <= words, name
