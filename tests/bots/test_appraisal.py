"""What bots read off effects: every effect says what it is worth."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import load, new_game
from homesteaders_rules.bots.appraisal import Appraiser, nothing
from homesteaders_rules.commands.control import Nothing
from homesteaders_rules.commands.definitions.course import Action
from homesteaders_rules.commands.definitions.pieces import Piece
from homesteaders_rules.play.state import State

ORCHARD = (Path(__file__).parents[1] / "games" / "orchard.rules").read_text(encoding="utf-8")
WORTHS = {"apple": 1.0, "pear": 2.0, "coin": 3.0, "note": 5.0, "star": 8.0, "helper": 13.0}

LANE = """
track Lane, for each player:
    1: gain 1 coin
    2: gain 1 note
    3: gain 1 star
    each advance takes one reward, at or before the marker
    at the end the marker stays, and the advance is lost
"""


def opened(folder: Path, text: str) -> tuple[State, Appraiser]:
    (folder / "orchard.rules").write_text(ORCHARD + LANE + text, encoding="utf-8")
    state = new_game(load(folder / "orchard.rules"), 3, 1)
    return state, Appraiser(state.table, WORTHS)


@pytest.mark.parametrize(
    ("effect", "worth"),
    [
        ("gain 1 star", 8),
        ("pay 1 coin", -3),
        ("discard 2 coins", -6),
        ("discard 9 coins", -12),  # all of the four that there are
        ("4 times: gain 1 coin", 12),
        ("gain 1 coin, then gain 1 note", 8),
        ("gain 1 coin or gain 1 note", 5),
        ("may gain 1 coin", 3),
        ("may pay 1 coin", 0),
        ("pay 1 coin to gain 1 note", 2),
        ("if you have 4 coins: gain 1 star\n    otherwise: gain 1 apple", 8),
        ("if you have no coins: gain 1 star\n    otherwise: gain 1 apple", 1),
        ("each player: gain 1 coin", 3),
        ("in any order, each once:\n        one: gain 1 coin\n        two: pay 1 note", -2),
        ("in any order, each once, or stop:\n        one: gain 1 coin\n        two: pay 1 note",
         3),
        ("may lend", 11),
        ("trade freely", 11),
        ("advance Lane", 16 / 3),
        ("take a reward of Lane", 16 / 3),
        ("move Lane on", 2),  # from the reward of space 1 to that of space 2
        ("wish", 8),
        ("collect yield", 3),
    ],
)  # fmt: skip
def test_what_an_effect_is_worth(tmp_path: Path, effect: str, worth: float) -> None:
    text = f"action wish: gain 1 star\nyield: gain 1 coin\naction subject:\n    {effect}\n"
    state, appraiser = opened(tmp_path, text)
    (subject,) = (
        d for d in state.table.definitions if isinstance(d, Action) and d.name == "subject"
    )
    estimate = appraiser.effect(subject.effect)
    assert not isinstance(subject.effect, Nothing)
    assert estimate is not nothing
    assert estimate(state.cells, 0) == pytest.approx(worth)


def test_goods_on_pieces_count(tmp_path: Path) -> None:
    text = "tree Fig:\n    yield: take 1 fruit from here\n    planted: put 2 pears here\n"
    state, appraiser = opened(tmp_path, text)
    (fig,) = (d for d in state.table.definitions if isinstance(d, Piece) and d.name == "Fig")
    taken, put = (appraiser.effect(clause.effect)(state.cells, 0) for clause in fig.clauses)
    assert taken == pytest.approx(2)
    assert put == pytest.approx(4)


def test_a_reward_that_leads_on_along_its_own_track_counts_for_what_it_gives_besides(
    tmp_path: Path,
) -> None:
    loop = """track Loop, for each player:
    1: gain 1 coin
    2: move Loop on, then gain 1 star
    3: take a reward of Lane
    each advance takes the reward of the space reached
    at the end the marker stays, and the advance is lost
"""
    state, appraiser = opened(tmp_path, loop)
    lane, three = 16 / 3, (3 + 8 + 16 / 3) / 3
    assert appraiser.reward("Loop")(state.cells, state.decision.player) == pytest.approx(three)
    assert appraiser.reward("Lane")(state.cells, state.decision.player) == pytest.approx(lane)
    assert appraiser.moved("Loop", 1)(state.cells, state.decision.player) == pytest.approx(8 - 3)
