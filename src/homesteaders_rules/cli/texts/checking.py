"""``check``: everything that is wrong in rule files; ``explain``: what a finding means."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from ...errors import GameError, install, suggestion
from ...garbage import collected_later
from ...language.loader import found_at_tables, read
from ...language.messages.diagnostics import Diagnostic, has_errors, in_order, render
from ...language.reading.files import SUFFIX
from ..arguments import must_be_format, split_packs

if TYPE_CHECKING:
    from ...language.messages.codes import Code
    from ...rules import Rules

TEXT, JSON = "text", "json"
WIDEST = 100


@collected_later()
def check_paths(paths: Sequence[str], packs: Sequence[str], output: str, examples: bool) -> int:
    """Print all findings about each path, read together with the packs; the exit code."""
    must_be_format(output, (TEXT, JSON))
    found: list[Diagnostic] = []
    titles: list[str] = []
    for path in paths:
        rules, diagnostics = read(*split_packs(packs), path)
        found += diagnostics
        if rules is not None:
            titles.append(rules.title)
            found += _at_tables(rules)
            found += _in_examples(rules) if examples else ()
    ordered = in_order(found)
    if output == JSON:
        entries = [diagnostic.to_json() for diagnostic in ordered]
        sys.stdout.write(json.dumps(entries, indent=1) + "\n")
    else:
        _print_text(ordered, titles)
    return int(has_errors(ordered))


def _at_tables(rules: Rules) -> Iterator[Diagnostic]:
    """What is wrong with tables, with its lines."""
    for each in found_at_tables(rules):
        from ...testing.lines import text_of

        yield evolve(each, line_text=text_of(each.span))


def _in_examples(rules: Rules) -> Iterable[Diagnostic]:
    """The examples that fail; where there is none, nothing that plays them is imported."""
    from ...commands.definitions.examples import Example
    from ...testing.lines import is_own

    if not any(is_own(rules, each.span) for each in rules.of(Example)):
        return ()
    from ...testing.examples import failed_examples

    return failed_examples(rules)


def watch_paths(paths: Sequence[str], packs: Sequence[str], output: str, examples: bool) -> int:
    """Check now, and again whenever a rule file is saved, until it is interrupted.

    The exit code is that of the last check. Raises GameError where nothing can be watched.
    """
    try:
        from watchfiles import watch
    except ImportError:
        raise GameError(f"--watch needs another library: {install('watch')}") from None
    named = [Path(name) for name in (*paths, *split_packs(packs))]
    watched = [path for path in named if path.exists()]
    if not watched:
        raise GameError("there is no folder and no file to watch: name the path of one")
    code = check_paths(paths, packs, output, examples)
    for changes in watch(*watched, raise_interrupt=False):
        if any(path.endswith(SUFFIX) for _, path in changes):
            sys.stdout.write("\n")
            code = check_paths(paths, packs, output, examples)
    return code


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


# ---------------------------------------------------------------------------------- explaining


def explain_code(code: str) -> None:
    """Print what a code means, or all codes. Raises GameError where there is no such code."""
    from ...language.messages.codes import catalogue

    wanted = code.strip().upper()
    if not wanted:
        titles = [f"{entry.code}  {entry.title}" for entry in catalogue().values()]
        sys.stdout.write("\n".join([*titles, "", "explain CODE says more about each.", ""]))
        return
    if wanted not in catalogue():
        close = suggestion(wanted, catalogue()) or "; explain alone lists them all"
        raise GameError(f'there is no code "{code}"{close}')
    sys.stdout.write("\n\n".join(_explained(catalogue()[wanted])) + "\n")


def _explained(entry: Code) -> Iterator[str]:
    from ...language.messages.codes import shown

    width = min(WIDEST, shutil.get_terminal_size().columns)
    yield f"{entry.code}: {entry.title}"
    yield textwrap.fill(entry.why, width)
    for heading, texts in (("wrong", entry.wrong), ("right", entry.right)):
        for path, text in shown(texts):
            named = f"{heading}, in {path}:" if path else f"{heading}:"
            yield f"{named}\n\n{textwrap.indent(text, '    ')}"
