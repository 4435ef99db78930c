"""What is counted: several labels are all carried."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import apply, load
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
