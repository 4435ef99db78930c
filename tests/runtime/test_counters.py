"""What is counted: several labels are all carried, a set is one of each, a kind is there once."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import apply, load
from homesteaders_rules.play.scoring import score as scores_of
from homesteaders_rules.testing.situations import situation

TEXT = """\
pack Count, version 1, extends Homesteaders

building Tower:
    special, city
    income: gain 1 point per {}
"""


@pytest.mark.parametrize(
    ("counted", "points"),
    [("building", 4), ("residential building", 2), ("residential town building", 1)],
)
def test_pieces_with_all_of_the_labels(tmp_path: Path, counted: str, points: int) -> None:
    file = tmp_path / "count.rules"
    file.write_text(TEXT.format(counted), encoding="utf-8")
    owned = ["Tower", "Boarding House", "Depot"]
    state = situation(load(file), 3, "income", pieces={0: owned})
    after, _ = apply(state, "done")
    assert after.holding(0, "point") - state.holding(0, "point") == points


SCORED = """\
pack Sets, version 1, extends Homesteaders

building Tall Tower:
    special, city
    scores {}
    income: if you have {}: gain 1 wood
"""
OWNED = ["Tall Tower", "Grain Mill", "Boarding House", "Foundry", "Market"]
"""With the Homestead these are three residential buildings."""


@pytest.mark.parametrize(
    ("score", "points"),
    [
        ("3 points per set of residential, commercial and industrial buildings", 3),
        ("3 points per set of residential and special buildings", 3),
        ("2 points per set of residential buildings and workers, at most 5", 4),
        ("2 points per set of residential buildings and workers, at most 3", 3),
        ("1 point per set of wood and town buildings", 1),
        ("1 point per set of steel and buildings", 0),
        ("1 point per kind of resource", 2),
    ],
)
def test_a_set_is_one_of_each_and_a_kind_is_there_once(
    tmp_path: Path, score: str, points: int
) -> None:
    file = tmp_path / "sets.rules"
    file.write_text(SCORED.format(score, "no debt"), encoding="utf-8")
    held = {0: {"wood": 4, "worker": 2, "gold": 1}}
    state = situation(load(file), 3, "income", pieces={0: OWNED}, holdings=held)
    (line,) = [line for line in scores_of(state)[0].lines if line.label == "bonuses"]
    own = [source.amount for source in line.sources if source.what.startswith("Tall Tower")]
    assert sum(own) == points


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("3 residential buildings", True),
        ("3 or more residential buildings", True),
        ("at least 4 residential buildings", False),
        ("at least 3 residential buildings", True),
        ("at most 3 residential buildings", True),
        ("2 or fewer residential buildings", False),
        ("2 or less residential buildings", False),
        ("2-3 residential buildings", True),
        ("4-5 residential buildings", False),
        ("no residential city buildings", True),
        ("1 or more kinds of resources", True),
        ("2 or more kinds of resources", False),
        ("exactly 1 set of commercial buildings and workers", True),
        ("at least 1 Railroad", False),
    ],
)
def test_whatever_is_counted_can_be_compared(tmp_path: Path, condition: str, holds: bool) -> None:
    file = tmp_path / "sets.rules"
    file.write_text(SCORED.format("1 point per rail", condition), encoding="utf-8")
    state = situation(load(file), 3, "income", pieces={0: OWNED})
    after, _ = apply(state, "done")
    assert (after.holding(0, "wood") > state.holding(0, "wood")) == holds
