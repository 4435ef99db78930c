"""Strategies of texts: whole games and packs that should be right, and broken ones."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

from attrs import evolve
from hypothesis import strategies as st

from ..generating.games import Game
from ..generating.packs import Pack
from ..generating.text import Text
from ..generating.world import World

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from ...rules import Rules

NUMBER = re.compile(r"\b\d+\b")
WORD = re.compile(r"[A-Za-z][A-Za-z-]*")


def _written(random: Random) -> Text:
    return Text({"generated/game.rules": Game(random).write()}, "generated")


def game_texts() -> SearchStrategy[Text]:
    """A whole game over the grammar; what goes into it is drawn, and shrinks to a small text."""
    return st.randoms(use_true_random=False).map(_written)


def packs(rules: Rules, extends: str) -> SearchStrategy[Text]:
    """A pack on a game that can be found by its name; its words are those of the rules."""

    def written(random: Random) -> Text:
        pack = Pack(random, World.of(rules), extends)
        return Text({"added/added.rules": pack.write()}, "added")

    return st.randoms(use_true_random=False).map(written)


@st.composite
def broken(draw: st.DrawFn, texts: SearchStrategy[Text]) -> Text:
    """A text with a slip in it: a line lost, doubled or moved, a number or a word changed."""
    text = draw(texts)
    path = draw(st.sampled_from(sorted(text.files)))
    lines = text.files[path].split("\n")
    at = draw(st.integers(0, len(lines) - 1))
    to = draw(st.integers(0, len(lines) - 1))
    match draw(st.sampled_from(["lost", "doubled", "moved", "number", "word"])):
        case "lost":
            del lines[at]
        case "doubled":
            lines.insert(to, lines[at])
        case "moved":
            lines.insert(to, lines.pop(at))
        case "number":
            lines[at] = NUMBER.sub(str(draw(st.integers(0, 1000))), lines[at], count=1)
        case "word":
            words = WORD.findall(lines[to]) or [""]
            lines[at] = WORD.sub(draw(st.sampled_from(words)), lines[at], count=1)
    return evolve(text, files=text.files | {path: "\n".join(lines)})
