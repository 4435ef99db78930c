"""Generated games are refused with a documented finding, or they are played with all checks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from generated.hunt import Hunt
from generated.writing import write
from homesteaders_rules.language.reading.grammar import language
from homesteaders_rules.language.reading.parser import parse_passage, passages
from homesteaders_rules.language.reading.sources import read_text
from homesteaders_rules.testing.generating.text import Text
from homesteaders_rules.trees import Node, below
from sizes import size

BATCHES = size(2, 4)
GAMES, MOST_GAMES = 4, 2_000
COVERING = 300
"""So many seeds use every rule of the grammar."""
ENOUGH = (
    2,
    3,
    19,
    30,
    41,
    48,
    58,
    60,
    75,
    78,
    108,
    137,
    151,
    159,
    167,
    178,
    201,
    208,
    211,
    230,
    237,
)
"""These alone do, as games are written now; where they no longer do, the others are tried too."""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_generated_games_are_played_to_the_end(batch: int) -> None:
    games = size(GAMES, MOST_GAMES) // BATCHES
    hunt = Hunt()
    for seed in range(batch * 10_000, batch * 10_000 + games):
        hunt.one(seed, reduced=False)
    found = [f"seed {seed}\n{text}\n{fault}" for seed, text, fault in hunt.faults.values()]
    assert not found, "\n\n".join(found)
    assert hunt.right > games // 4, hunt.told()
    assert hunt.steps > 5 * games


def test_a_seed_writes_the_same_text() -> None:
    assert write(8) == write(8)
    assert write(8) != write(18)


def nodes(text: Text) -> Iterator[Node]:
    """Everything in the syntax trees of a text."""
    for path, content in text.files.items():
        source, _ = read_text(content, path)
        assert source is not None
        for passage in passages(source)[0]:
            parsed, _ = parse_passage(passage)
            if parsed.node is not None:
                yield from below(parsed.node)


def test_every_rule_of_the_grammar_is_generated() -> None:
    rules = [rule for rule in language().rules if rule.alias or not rule.options.expand1]
    names = {str(rule.alias or rule.origin.name) for rule in rules}
    wanted = {name for name in names if not name.startswith("_")} - {"start"}
    for seed in (*ENOUGH, *range(COVERING)):
        wanted -= {str(node.data) for node in nodes(write(seed))}
        if not wanted:
            return
    assert not wanted
