"""``check``: everything that is wrong in rule files, for people and for tools."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from ..commands.base import Span
from ..commands.examples import Example
from ..errors import GameError
from ..language.diagnostics import ERROR, Diagnostic, has_errors, in_order, render
from ..language.loader import read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..commands.rules import Rules

TEXT, JSON = "text", "json"
EXAMPLE_FAILS = "E901"
"""The code of an example in the rules that does not come out as it says."""


def check_paths(paths: Sequence[str], output: str, examples: bool) -> int:
    """Print all findings; the exit code."""
    if output not in (TEXT, JSON):
        raise GameError(f'"{output}" is no format; the formats are {TEXT} and {JSON}')
    found: list[Diagnostic] = []
    titles: list[str] = []
    for path in paths:
        rules, diagnostics = read(path)
        found += diagnostics
        if rules is not None:
            titles.append(rules.title)
            found += _examples(rules, path) if examples else ()
    ordered = in_order(found)
    if output == JSON:
        entries = [diagnostic.to_json() for diagnostic in ordered]
        sys.stdout.write(json.dumps(entries, indent=1) + "\n")
    else:
        _print_text(ordered, titles)
    return int(has_errors(ordered))


def _print_text(found: Sequence[Diagnostic], titles: Sequence[str]) -> None:
    if found:
        sys.stdout.write(f"{render(found)}\n\n")
    errors = sum(diagnostic.is_error for diagnostic in found)
    warnings = len(found) - errors
    counts = [
        f"{number} {word}{'s' * (number != 1)}"
        for number, word in ((errors, "error"), (warnings, "warning"))
        if number
    ]
    summary = " and ".join(counts) if counts else "nothing is wrong"
    checked = ", ".join(dict.fromkeys(titles))
    sys.stdout.write(f"{checked}: {summary}\n" if checked else f"{summary}\n")


def _examples(rules: Rules, path: str) -> Iterator[Diagnostic]:
    """The examples that stand in the files of the path and do not come out as they say."""
    from ..testing.examples import run_example

    for example in rules.of(Example):
        span = example.span or Span("", 1, 1, 1, 1)
        if span.file == path or span.file.startswith(path.rstrip("/") + "/"):
            failure = run_example(rules, example)
            if failure is not None:
                message = f'example "{failure.example}": {failure.message}'
                yield Diagnostic(EXAMPLE_FAILS, ERROR, message, failure.span or span)
