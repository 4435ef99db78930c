"""The catalogue of codes: what each finding means, and what to do about it, with examples.

The entries stand in ``catalogue/*.toml``, one table each, named as the code is. ``title`` and
``why`` say what is wrong and the way out, to authors who never open Python. Below them stand

* ``wrong`` and ``right``: texts that show it. A text is added to the small game Orchard of
  ``docs/diagnostics.md``, or is a pack beside it where it begins with ``pack``; a table holds
  several files by their paths, and the folder of the first is what is checked;
* or ``situation``: the case in words, where no text can show it.

A new code is one entry; ``make golden`` then writes the page of the documentation anew.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from ...freezing import fixed
from ...values import ByValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FOLDER = "catalogue"
UNSEEN = {number: "\ufffd" for number in range(32) if chr(number) not in "\n\t"}


def _as_files(text: str | Mapping[str, str]) -> Mapping[str, str]:
    return {"": text} if isinstance(text, str) else text


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


@frozen(eq=False, repr=False)
class Code(ByValue):
    """A code with its explanation. ``wrong`` and ``right`` are files: text by path.

    The path is empty where the text is put beside or into the small game. There are no files
    where ``situation`` tells the case in words.
    """

    code: str
    title: str
    why: str = field(converter=_in_one_line)
    wrong: Mapping[str, str] = field(factory=dict, converter=_as_files)
    right: Mapping[str, str] = field(factory=dict, converter=_as_files)
    situation: str = ""


def shown(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Path and text of each file, with a mark for every sign that cannot be seen."""
    for path, text in texts.items():
        yield path, text.strip("\n").translate(UNSEEN)


@cache
def catalogue() -> Mapping[str, Code]:
    """Every code, the kinds one after the other."""
    entries: dict[str, dict[str, Any]] = {}
    for file in sorted(files(__package__).joinpath(FOLDER).iterdir(), key=lambda each: each.name):
        for code, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
            assert code not in entries, f"{code} stands twice in the catalogue"
            entries[code] = entry
    return fixed((code, Code(code, **entry)) for code, entry in entries.items())
