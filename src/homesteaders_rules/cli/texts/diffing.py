"""``diff``: what packs do to the rules of a game, definition by definition."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from rich.text import Text

from ...errors import GameError
from ...language.reading.characters import depth
from ...telling.comparing import ADDED, CHANGED, REMOVED, Change, Side, compare
from ...telling.ledger import sinks, sources
from .. import PROGRAM
from ..arguments import rules_of
from ..console import new_console, title, width_of, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from ...rules import Rules

STYLES = {"-": "red", "+": "green", " ": ""}
INDENT = 4
AROUND = 2
"""So many lines that stay are shown before and after one that changes."""
GAP = "..."


def diff_packs(base: str, packs: Sequence[str], as_json: bool) -> None:
    """Print what the packs do to the rules of the base. Raises GameError where none is named."""
    before = rules_of(base, [])
    if not packs:
        raise GameError(
            f"no pack is named to compare with; write it like: {_command(before, base)}"
        )
    after = rules_of(base, packs)
    changes = compare(before, after)
    if as_json:
        sys.stdout.write(json.dumps([_entry(change) for change in changes], indent=1) + "\n")
        return
    console = new_console()
    title(console, f"{after.title}, compared with {before.title}")
    every = compare(before, after, examples=True)
    write(console, _summary(changes, [change for change in every if change not in changes]))
    for change in changes:
        console.print()
        _show(console, change)


def _command(rules: Rules, base: str) -> str:
    """The command that says what a pack does to what it extends."""
    game, *others = rules.headers[-1].extends or (base,)
    packs = [*others, base] if rules.headers[-1].extends else ["PACK"]
    return " ".join((PROGRAM, "diff", game, *(f"--with {pack}" for pack in packs)))


def _summary(changes: Sequence[Change], examples: Sequence[Change]) -> str:
    """``4 changed, 2 added, 1 removed; of examples 3 added``."""
    told = _counted(changes) or "nothing differs"
    return f"{told}; of examples {_counted(examples)}" if examples else told


def _counted(changes: Sequence[Change]) -> str:
    how = [change.how for change in changes]
    words = [word for word in (CHANGED, REMOVED, ADDED) if word in how]
    return ", ".join(f"{how.count(word)} {word}" for word in words)


# ---------------------------------------------------------------------------------- one change


def _show(console: Console, change: Change) -> None:
    """How and what, where it is said, and the lines."""
    head = Text(f"{change.how} ").append(change.title, "bold")
    place = _place(change)
    beside = head.cell_len + len(place) + 2 <= width_of(console)
    console.print(head.append(f"  {place}", "dim") if beside and place else head, soft_wrap=True)
    if place and not beside:
        write(console, place, INDENT, "dim")
    for words in _flows(change):
        write(console, words, INDENT)
    for mark, line in _near(change.lines):
        write(console, f"{mark} {line}", INDENT, STYLES[mark], hanging=depth(line) + 4)


def _flows(change: Change) -> Iterator[str]:
    """Goods that come from the stock, or go there, by this and did not before."""
    sides = change.before.definitions, change.after.definitions
    for words, goods in (("source", sources), ("sink", sinks)):
        before, after = map(goods, sides)
        for how, found in (("a new", after - before), ("no longer a", before - after)):
            if found:
                yield f"{how} {words} of {', '.join(sorted(found))}"


def _place(change: Change) -> str:
    """Where a pack says it; of what it adds to a sort the place is not known."""
    before, after = change.before.spans, change.after.spans
    new = [span for span in after if span not in before] or (before if not after else ())
    return f"{new[0].file}:{new[0].line}" if new else ""


def _near(lines: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The lines that change, and those near them."""
    changed = [number for number, (mark, _) in enumerate(lines) if mark != " "]
    left_out = False
    for number, line in enumerate(lines):
        if any(abs(number - each) <= AROUND for each in changed):
            yield line
            left_out = False
        elif not left_out:
            left_out = True
            yield " ", GAP


# ---------------------------------------------------------------------------------- for tools


def _entry(change: Change) -> dict[str, object]:
    """A change as plain data."""
    return {
        "how": change.how,
        "kind": change.kind,
        "name": change.name,
        "before": _side(change.before),
        "after": _side(change.after),
        "flows": list(_flows(change)),
    }


def _side(side: Side) -> dict[str, object]:
    return {"lines": list(side.lines), "places": [str(span) for span in side.spans]}
