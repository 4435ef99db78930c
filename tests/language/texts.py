"""A small game of its own, and how the tests read it with something added."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import homesteaders_rules
from homesteaders_rules.commands.definitions import Definition
from homesteaders_rules.language.loader import read
from homesteaders_rules.language.messages.diagnostics import Diagnostic
from homesteaders_rules.paths import data_folder
from homesteaders_rules.rules import Rules

PACKAGE = Path(homesteaders_rules.__path__[0])
RULES = data_folder("rules")

ORCHARD = """\
game Orchard, version 3, for 2-4 players

play:
    planting
    rounds 1-6: harvest, fair
    final round: harvest

phase planting:
    stack Row face up
    stack "second row" face down
    each player: gain 3 coins
phase harvest: collect yield
phase fair:
    auction stalls:
        the start player begins, and turns pass to the left
        bids are 1, 2, 4 or 8
        a bid is higher than the bid it replaces
        a player who leads a stall waits
        a player who is outbid may bid again, on any stall
        a player who passes is out
        the bidding ends when every player leads a stall or is out
    each winner, in order of stalls:
        pay the bid in coins
        use the stall
        collect the treat of the stall

hidden fruit/fruits: 20 apple/apples, 20 pear/pears
public money/moneys: 60 coin/coins, 30 note/notes, 40 star/stars, 12 helper/helpers

prices:
    apple: 1 coin
    pear: 2 coins

exchange sell: 1 note, 1 fruit -> price of fruit
exchange lend: nothing -> 1 note, 2 coins

option slow trees: no
    Trees bear fruit late.

with slow trees: action rest: gain 1 note
without slow trees: action rest: do nothing

piece tree/trees:
    labels: early, late
    labels: small, tall
    places: nursery, garden, players
    moments: yield, planted

piece stall/stalls:
    labels: small, tall
    stacks: Row, "second row"
    moments: treat

each player may own 1 tree of each name

tree Old Oak:
    late, tall
    2 copies
    cost 1 apple, 1 coin
    worth 3 stars
    yield: gain 1 apple
    when planted: rest

tree Sapling:
    early, small

stalls of Row, small:
    stall R1: may build early or late
    stall R2: gain 1 star

stalls of "second row", tall:
    stall S1: do nothing

track Path, for each player:
    1: gain 1 coin
    2: gain 1 fruit
    each advance takes one reward, at or before the marker
    at the end the marker stays, and the advance still takes a reward

scoring in stars:
    stars: 1 per star
    tie: most coins
"""
"""Smaller than Homesteaders, with none of its words, and with one of nearly everything."""

D = TypeVar("D", bound=Definition)
Result = tuple[Rules | None, tuple[Diagnostic, ...]]


def orchard(folder: Path, added: str = "", **replaced: str) -> Result:
    """Orchard with more text, from files; ``replaced`` is text in place of other text."""
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
    return read(home)


def compiled(folder: Path, added: str, kind: type[D]) -> D:
    """The last definition of a class in Orchard with a text that must be right."""
    rules, diagnostics = orchard(folder, added)
    assert rules is not None, "\n".join(map(str, diagnostics))
    return rules.of(kind)[-1]


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
