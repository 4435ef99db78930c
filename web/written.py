"""Code that attrs and cattrs write for each class, compiled when the site is built.

Half of the time of importing the library would go into compiling it in the browser.
"""

from __future__ import annotations

import builtins
import marshal
from importlib import import_module
from pathlib import Path
from types import CodeType
from typing import Any

WRITERS = ("attr._make", "cattrs.gen")
KEPT = Path(__file__).with_name("written.marshal")


def stripped(code: CodeType) -> CodeType:
    """The same code, and nothing about the lines that it was made of."""
    parts = (stripped(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=tuple(parts), co_linetable=b"")


def install() -> dict[str, CodeType]:
    """Let what is known by its text be compiled no more; what is not is added to what is known."""
    known: dict[str, CodeType] = marshal.loads(KEPT.read_bytes()) if KEPT.is_file() else {}

    def compiled(source: Any, *others: Any, **more: Any) -> Any:
        if not isinstance(source, str):
            return builtins.compile(source, *others, **more)
        if source not in known:
            known[source] = builtins.compile(source, *others, **more)
        return known[source]

    for name in WRITERS:
        vars(import_module(name))["compile"] = compiled
    return known


def keep(known: dict[str, CodeType]) -> None:
    """Keep what is known, for the browser."""
    KEPT.write_bytes(marshal.dumps({source: stripped(code) for source, code in known.items()}))
