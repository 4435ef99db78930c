"""A small game of its own, and how the tests read it with something added."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import homesteaders_rules
from homesteaders_rules.commands.amounts import Bundle, Number
from homesteaders_rules.commands.base import Command, walk
from homesteaders_rules.commands.definitions.course import Hook
from homesteaders_rules.commands.definitions.definition import Definition
from homesteaders_rules.language.loader import read
from homesteaders_rules.language.messages.diagnostics import Diagnostic
from homesteaders_rules.mechanisms.turns import PlayerWord
from homesteaders_rules.paths import data_folder
from homesteaders_rules.rules import Rules

PACKAGE = Path(homesteaders_rules.__path__[0])
RULES = data_folder("rules")

GAMES = Path(__file__).parents[1] / "games"
ORCHARD = (GAMES / "orchard.rules").read_text(encoding="utf-8")
"""Smaller than Homesteaders, with none of its words, and with one of nearly everything."""

UNSAID = Bundle, Number, PlayerWord
"""What goes without saying: a cost of nothing, one of something, and that it is you."""

D = TypeVar("D", bound=Definition)
Result = tuple[Rules | None, tuple[Diagnostic, ...]]


def orchard(folder: Path, added: str = "", **replaced: str) -> Result:
    """Orchard with more text, read from files."""
    return read(planted(folder, added, **replaced))


def planted(folder: Path, added: str = "", **replaced: str) -> Path:
    """The files of Orchard with more text; ``replaced`` is text in place of other text."""
    text = ORCHARD
    for old, new in replaced.items():
        assert old in text
        text = text.replace(old, new)
    home = folder / "orchard"
    home.mkdir(exist_ok=True)
    (home / "game.rules").write_text(text, encoding="utf-8")
    (home / "more.rules").unlink(missing_ok=True)
    if added:
        (home / "more.rules").write_text(added, encoding="utf-8")
    return home


def compiled(folder: Path, added: str, kind: type[D]) -> D:
    """The last definition of a class in Orchard with a text that must be right."""
    rules, diagnostics = orchard(folder, added)
    assert rules is not None, "\n".join(map(str, diagnostics))
    assert not without_place(rules)
    return rules.of(kind)[-1]


def without_place(rules: Rules) -> list[Command]:
    """What was read and does not know where, but for what no text need say."""
    every = walk(*rules.definitions)
    return [each for each in every if each.span is None and not isinstance(each, UNSAID)]


def hooked(folder: Path, lines: Sequence[str], added: str = "") -> tuple[Hook, ...]:
    """What each line, which must be right, adds to the course of Orchard: all are read at once."""
    rules, diagnostics = orchard(folder, "\n".join([added, *lines]))
    assert rules is not None, "\n".join(map(str, diagnostics))
    assert not without_place(rules)
    return rules.of(Hook)[-len(lines) :]


def pack(folder: Path, name: str, text: str) -> Path:
    """A pack in a folder beside Orchard."""
    home = folder / name
    home.mkdir(exist_ok=True)
    (home / f"{name}.rules").write_text(text, encoding="utf-8")
    return home


def errors(diagnostics: tuple[Diagnostic, ...]) -> list[tuple[str, int, int]]:
    """Code, line and column of each error."""
    return [(d.code, d.span.line, d.span.column) for d in diagnostics if d.is_error]


def codes(diagnostics: tuple[Diagnostic, ...]) -> set[str]:
    """The codes of all findings."""
    return {d.code for d in diagnostics}


WEATHER = """\
piece cloud/clouds:
    labels: grey, white
    stacks: Sky

after planting: shuffle Sky face up: 2 grey on white
before fair: turn up 1 cloud of each stack

clouds of Sky, grey:
    cloud Mist: do nothing
    cloud Hail: stall 1 is not offered
    cloud Rain: each stall also gives: gain 1 coin
    cloud Gale: each stall with a tree also gives: may build the same
    cloud Fog: stall 2 also gives: gain 1 coin
clouds of Sky, white:
    cloud Fair Weather: each player: gain 1 coin

tally crop: fruits that yield gives
exchange sell freely, as sell: 1 fruit -> price of fruit
"""
"""More of Orchard: pieces that are turned up beside the lots, and a tally."""
BEDS = """\
piece bed/beds:
    labels: sunny, shady
    places: meadow
bed North Bed:
    sunny
    leave 1 helper here to gain 1 coin
before fair: each player: use any free bed
"""
"""More of Orchard: pieces that anybody may use while they are free."""

GROUND = """\
piece plot/plots:
    labels: dry, wet
    places: bag, ground

map of plots:
    plots are squares
    tiles lie in rows of 1 and 1
    tiles lie in the order of the text

plot Ash: dry
plot Fern: wet

after planting: lay the map
"""
"""More of Orchard: a map on which nobody builds."""
GARDEN = """\
public cover/covers: 90 moss/mosses, 90 turf/turfs
public post/posts: 15 rail/rails
limited: rails

grid Yard, for each player, of 3 rows and 3 columns:
    a cell holds 1 moss or 1 turf
    what was laid stays
    moneys lie on mosses
    rails lie on the edges of cells, and stay
    a close is what rails enclose
    a bare cell is one that holds nothing
"""
"""More of Orchard: a grid for each player, on which goods may lie, and areas are enclosed."""
HOMES = """\
public beast/beasts: 90 goat/goats, 90 pig/pigs
exchange let go: 1 beast -> nothing, when offered

homes of beasts:
    1 in the barn
    they may move at any time
    who has too many lets go some
"""
"""More of Orchard: goods that need a home."""
