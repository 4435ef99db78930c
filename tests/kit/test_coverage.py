"""Over the examples and a few walks every line of every shipped pack has done something."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path

import pytest

from homesteaders_rules import Rules, apply, load, new_game
from homesteaders_rules.language.checking.tables import playable_tables
from homesteaders_rules.testing.beginnings import Beginning
from homesteaders_rules.testing.coverage import CAME, FIRED, Coverage
from homesteaders_rules.testing.examples import own_examples, run_example
from homesteaders_rules.testing.lines import text_of
from homesteaders_rules.testing.strategies import seeded_walks
from homesteaders_rules.testing.walks import Step, Walk
from homesteaders_rules.words import Span
from sizes import some

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PACKS = ["homesteaders", "new_beginnings", "montana", "agricola", str(EXAMPLES / "hard_winter")]
MOST_WALKS = 200


def seen(rules: Rules) -> Coverage:
    """What the examples do, then the setups of all tables, then walks, until nothing is left."""
    coverage = Coverage(rules)
    for example in own_examples(rules):
        assert run_example(rules, example, coverage.see) is None
    setups = (
        Walk(Beginning.of_game(rules, players=players, options=options))
        for players, options in playable_tables(rules)
    )
    for walk in chain(setups, islice(seeded_walks(rules, seed=1), MOST_WALKS)):
        if not coverage.unseen():
            break
        coverage.see_walk(walk)
    return coverage


@pytest.mark.parametrize("pack", some(PACKS, 3), ids=lambda pack: Path(pack).name)
def test_every_line_of_every_shipped_pack_does_something(pack: str) -> None:
    coverage = seen(load(pack))
    assert len(coverage.lines) > 30
    assert [(line.file, line.number, line.text) for line in coverage.unseen()] == []


def test_a_piece_that_never_moves_is_in_play_once_a_line_of_it_does_something() -> None:
    coverage = Coverage(load("montana"))
    field = next(line for line in coverage.lines if line.text == "field Quarry 3:")
    assert not field.seen
    for example in own_examples(coverage.rules):
        if example.name == "three big fields":
            run_example(coverage.rules, example, coverage.see)
    done = {line.text: line.done for line in coverage.lines}
    assert CAME in done["field Mine 3:"]
    assert not done["field Quarry 3:"]


def test_a_piece_that_lies_up_in_a_situation_is_in_play() -> None:
    rules = load("new_beginnings")
    coverage = Coverage(rules)
    example = next(e for e in own_examples(rules) if e.name == "three lots for five players")
    run_example(rules, example, coverage.see)
    done = {line.text: line.done for line in coverage.lines}
    assert CAME in done["lot A4-S4: not offered"]


def test_each_line_that_asks_for_what_a_lot_gives_does_something() -> None:
    rules = load("homesteaders")
    state = new_game(rules, 4, machine="python")
    while state.phase != "building" or state.options[0].needed:
        state, _ = apply(state, state.options[0])
    option = state.options[0]
    coverage = Coverage(rules)
    coverage.see(Step(state, option, *apply(state, option)))
    done = {line.text: line.done for line in coverage.lines}
    assert FIRED in done["collect the gift of the lot"]
    assert FIRED in done["action develop the lot: use the lot"]


def test_a_text_that_changes_is_read_as_it_is_now(tmp_path: Path) -> None:
    file = tmp_path / "short.rules"
    for text in ("game Short, version 1, for 2 players", "game Long, version 2, for 2 players"):
        file.write_text(text + "\n", encoding="utf-8")
        assert text_of(Span(str(file), 1, 1, 1, 4)) == text
