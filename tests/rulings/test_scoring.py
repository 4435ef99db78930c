"""Cases 161 to 172: what everything is worth at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import score, view
from homesteaders_rules.play.scoring import leading
from rulings.helpers import FINAL, gains, play_told, situation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from homesteaders_rules import Score, State
    from homesteaders_rules.rules import Rules

PER_TYPE = {
    "Boarding House": "industrial",
    "Factory": "industrial",
    "Stables": "residential",
    "Fairgrounds": "residential",
    "Lawyer": "commercial",
    "Town Hall": "commercial",
    "Bank": "special",
    "Restaurant": "special",
}
EXAMPLES = {
    "residential": ["Farm", "Ranch", "Dude Ranch"],
    "commercial": ["Market", "Depot", "Terminal"],
    "industrial": ["Foundry", "Forge", "Train Station"],
    "special": ["Rodeo", "Circus"],
}


def settled(
    rules: Rules,
    pieces: Mapping[int, list[str]] | None = None,
    holdings: Mapping[int, Mapping[str, int]] | None = None,
) -> State:
    """The last decision of a game for two; hands are empty but for what is said and a worker."""
    hands = {player: {"silver": 0, **(holdings or {}).get(player, {})} for player in range(2)}
    return situation(rules, 2, "settling", FINAL, holdings=hands, pieces=pieces)


def counted(rules: Rules, *pieces: str, **goods: int) -> Score:
    """The score of a player who has these buildings, a Homestead, and these goods."""
    return score(settled(rules, {0: list(pieces)}, {0: goods}))[0]


def bonus_of(found: Score, piece: str) -> int:
    """What one building scores at the end, besides what is printed on it."""
    line = next(line for line in found.lines if line.label == "bonuses")
    return sum(source.amount for source in line.sources if source.what.startswith(f"{piece} ("))


@pytest.mark.parametrize(
    ("good", "worth"),
    [
        ("gold", 2), ("copper", 2), ("livestock", 2), ("wood", 0), ("food", 0), ("steel", 0),
        ("trade", 0), ("silver", 0), ("rail", 0), ("worker", 0), ("point", 1),
    ],
)  # fmt: skip
def test_case_161_what_goods_are_worth(rules: Rules, good: str, worth: int) -> None:
    """Three of it and nothing else: 6 for the dear resources, 3 for chits, the rest nothing."""
    found = counted(rules, **{good: 3})
    assert found.total == 3 * worth
    assert found.line("resources") == (3 * worth if worth == 2 else 0)


@pytest.mark.parametrize(
    ("debts", "lost"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (12, 78)]
)
def test_case_162_unpaid_debt(rules: Rules, debts: int, lost: int) -> None:
    """Each debt costs a point more than the one before, whatever chits the player has."""
    found = counted(rules, debt=debts, point=20)
    assert found.line("debt") == -lost
    assert found.total == 20 - lost


@pytest.mark.parametrize(("piece", "kind"), PER_TYPE.items())
def test_case_163_points_per_type(rules: Rules, piece: str, kind: str) -> None:
    """Each of them counts the buildings of its type, the Homestead among the residential ones."""
    others = [name for names in EXAMPLES.values() for name in names]
    homestead = int(kind == "residential")
    found = bonus_of(counted(rules, piece, *others), piece)
    assert found == len(EXAMPLES[kind]) + homestead
    bare = [name for name in others if name not in EXAMPLES[kind]]
    assert bonus_of(counted(rules, piece, *bare), piece) == homestead


def test_case_164_the_homestead_is_a_residential_building(rules: Rules) -> None:
    """With no other residential building the Stables count 1; the Rail Yard counts it too."""
    assert bonus_of(counted(rules, "Stables"), "Stables") == 1
    assert bonus_of(counted(rules, "Rail Yard"), "Rail Yard") == 2


def test_case_165_rail_yard(rules: Rules) -> None:
    """A point for each building: three others, itself and the Homestead."""
    found = counted(rules, "Rail Yard", "Farm", "Forge", "Church")
    assert bonus_of(found, "Rail Yard") == 5
    assert found.line("buildings") == 6 + 0 + 1 + 10


def test_case_166_railworkers_house(rules: Rules) -> None:
    """3 workers and 4 rails: 7."""
    assert bonus_of(counted(rules, "Railworkers House", worker=3, rail=4), "Railworkers House") == 7
    assert counted(rules, "Railworkers House", worker=3, rail=4).line("bonuses") == 7


@pytest.mark.parametrize(
    ("piece", "points"), [("Depot", 4), ("Terminal", 4), ("Dude Ranch", 3), ("Circus", 3)]
)
def test_case_167_rails_or_workers(rules: Rules, piece: str, points: int) -> None:
    """With 3 workers and 4 rails: Depot and Terminal count rails, Dude Ranch and Circus workers."""
    assert bonus_of(counted(rules, piece, worker=3, rail=4), piece) == points


def test_case_168_every_type_counts_the_first_too(rules: Rules) -> None:
    """The type that stands first among the labels is as good as the others."""
    first = next(sort for sort in rules.for_table(2).layout.sorts if sort.name == "building")
    assert first.labels[0][0] == "residential"
    for kind, names in EXAMPLES.items():
        piece = next(name for name, counts in PER_TYPE.items() if counts == kind)
        assert bonus_of(counted(rules, piece, *names), piece) >= len(names)


def test_case_169_the_rails_of_the_score_are_those_of_the_income(rules: Rules) -> None:
    """5 rails: 5 silver in the final income, and 5 points on the Terminal."""
    state = situation(
        rules, 2, "income", FINAL, holdings={0: {"rail": 5}}, pieces={0: ["Terminal"]}
    )
    assert bonus_of(score(state)[0], "Terminal") == 5
    _, told = play_told(state, "done")
    assert gains(told, 0) == {"silver": 2 + 5}


def test_case_170_ties(rules: Rules) -> None:
    """Equal points: more silver wins, gold is no silver; equal silver: both win."""
    more = settled(rules, holdings={0: {"point": 7, "silver": 3}, 1: {"point": 7, "silver": 4}})
    assert leading(more) == (1,)
    gold = settled(rules, holdings={0: {"point": 5, "gold": 1}, 1: {"point": 7, "silver": 1}})
    assert [found.total for found in score(gold)] == [7, 7]
    assert leading(gold) == (1,)
    equal = settled(rules, holdings={0: {"point": 7, "silver": 3}, 1: {"point": 7, "silver": 3}})
    assert leading(equal) == (0, 1)
    points_first = settled(rules, holdings={0: {"point": 8}, 1: {"point": 7, "silver": 60}})
    assert leading(points_first) == (0,)


def test_case_171_a_score_below_zero(rules: Rules) -> None:
    """Two debts and nothing else are -3, and 4 debts lose against 3."""
    assert counted(rules, debt=2).total == -3
    worse = settled(rules, holdings={0: {"debt": 4}, 1: {"debt": 3}})
    assert [found.total for found in score(worse)] == [-10, -6]
    assert leading(worse) == (1,)


def test_case_172_a_running_score_tells_nothing_hidden(rules: Rules) -> None:
    """Hands that differ look the same to others, and so do the lines made of public things."""
    seen, lines = set(), set()
    for hand in ({"point": 0, "gold": 0}, {"point": 30, "gold": 5, "debt": 3}):
        state = situation(
            rules, 2, "bidding", 6, holdings={1: hand}, pieces={1: ["Depot", "Church"]}
        )
        seen.add(view(state, 0).cells)
        found = score(state)[1]
        lines.add((found.line("buildings"), found.line("bonuses")))
    assert len(seen) == 1
    assert lines == {(10, 0)}
    assert not hasattr(view(state, 0), "score")
