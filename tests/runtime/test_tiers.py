"""So much from so many on: in the scoring, on pieces, and as an amount."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, load, new_game, score
from homesteaders_rules.commands.definitions.course import Action
from homesteaders_rules.commands.definitions.pieces import Piece
from homesteaders_rules.commands.definitions.scores import Scoring
from homesteaders_rules.language.loader import read
from homesteaders_rules.play.scoring import totals
from homesteaders_rules.testing.examples import failed_examples
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, played, small

HEAD = """\
game Small, version 1, for 2 players
public money/moneys: 40 star/stars, 60 coin/coins
public crop/crops: 30 grain, 30 root/roots
piece hut/huts:
    labels: low
    places: box, site, players
    moments: built
each player may own 1 hut of each name
hut Mill:
    low
    cost 1 coin
    scores {piece}
scoring in stars:
    stars: 1 per star
    grain: {term}
    huts: what huts score
"""
PLAY = """\
play:
    opening
    rounds 1-3: work
phase opening: move huts from box to site
phase work:
    each player: glean or build any or gain 1 grain or gain 1 root or gain 1 coin
action glean: gain {amount}
"""
TERM = "-1, 1 from 1, 2 from 4, 3 from 6, 4 from 8 grain"
ON_PIECE = "1 from 3, 2 from 5, 3 from 7 roots"
AMOUNT = "1, 3 from 2, 4 from 5 roots in coins, 1 grain"


def game(folder: Path, term: str = TERM, piece: str = ON_PIECE, amount: str = AMOUNT) -> Rules:
    head = HEAD.format(term=term, piece=piece)
    return small(folder, PLAY.format(amount=amount), head)


@pytest.mark.parametrize(
    ("grain", "points"), [(0, -1), (1, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4), (9, 4)]
)
def test_a_line_of_the_scoring(tmp_path: Path, grain: int, points: int) -> None:
    """Ruling F40: 9 grain score 4 as 8 do."""
    state = situation(game(tmp_path), 2, "work", holdings={0: {"grain": grain}})
    line = score(state)[0].line("grain")
    assert line == points
    (source,) = next(each for each in score(state)[0].lines if each.label == "grain").sources
    assert source.what == f"{grain} grain"


@pytest.mark.parametrize(
    ("term", "points"),
    [
        ("5 per set of grain and roots", 10),
        ("5 per set of low huts and roots", 5),
        ("4 per kind of crop", 8),
        ("2 per crop", 10),
        ("-3 per low hut", -3),
        ("1 per hut, 1 per crop, 1 per kind of money", 6),
    ],
)
def test_what_can_be_counted_is_counted_in_the_scoring(
    tmp_path: Path, term: str, points: int
) -> None:
    """Sets, kinds, groups of goods and pieces, as behind "per" elsewhere."""
    rules = game(tmp_path, term=term)
    holdings, pieces = {0: {"grain": 2, "root": 3}}, {0: ["Mill"]}
    state = situation(rules, 2, "work", holdings=holdings, pieces=pieces)
    assert score(state)[0].line("grain") == points
    assert totals(state) == tuple(each.total for each in score(state))
    said = rules.of(Scoring)[0].lines[1].words(rules.vocabulary)
    assert game(tmp_path, term=said.removeprefix("grain: ")).of(Scoring) == rules.of(Scoring)
    play_checked(rules, games=1)
    game_in_step(rules, 2, 0)


def test_what_lies_on_cells_counts_in_sets_too(tmp_path: Path) -> None:
    text = """game Beds, version 1, for 2 players
public seed/seeds: 30 pea/peas, 30 bean/beans
public ground/grounds: 30 bed/beds
public unit/units: 9 star/stars
grid Patch, for each player, of 2 rows and 2 columns:
    a cell holds 1 bed
    what was laid stays
    seeds lie on beds, and count in scoring
play:
    rounds 1-3: work
phase work:
    each player: lay 1 bed
    each player: gain 1 pea or gain 1 bean
    each player: for each empty bed: put 1 pea there
scoring in stars:
    sets: 1 per set of peas and beans
    kinds: 10 per kind of seed
    seeds: 100 per seed
example a pea in the bed, with 2 players:
    player 1 has bed on A1
    A1 of player 1 holds 1 pea
    player 1 has 2 beans
    in work
    player 1 scores 1 for sets
    player 1 scores 20 for kinds
    player 1 scores 300 for seeds
"""
    (tmp_path / "beds.rules").write_text(text, encoding="utf-8")
    rules = load(tmp_path / "beds.rules")
    assert [str(each) for each in failed_examples(rules)] == []
    game_in_step(rules, 2, 1)


@pytest.mark.parametrize(("roots", "points"), [(0, 0), (2, 0), (3, 1), (5, 2), (6, 2), (12, 3)])
def test_what_a_piece_scores(tmp_path: Path, roots: int, points: int) -> None:
    holdings, pieces = {0: {"root": roots}}, {0: ["Mill"]}
    state = situation(game(tmp_path), 2, "work", holdings=holdings, pieces=pieces)
    assert score(state)[0].line("huts") == points
    assert score(state)[1].line("huts") == 0


@pytest.mark.parametrize(("roots", "coins"), [(0, 1), (1, 1), (2, 3), (4, 3), (5, 4)])
def test_an_amount(tmp_path: Path, roots: int, coins: int) -> None:
    state = situation(game(tmp_path), 2, "work", holdings={0: {"root": roots}})
    done = played(state, "glean")
    assert (done.holding(0, "coin"), done.holding(0, "grain")) == (coins, 1)


def test_what_gives_nothing_is_not_offered(tmp_path: Path) -> None:
    rules = game(tmp_path, amount="2 from 2 roots in coins")
    assert "glean" not in situation(rules, 2, "work", holdings={0: {"root": 1}}).decision.keys
    assert "glean" in situation(rules, 2, "work", holdings={0: {"root": 2}}).decision.keys


def test_it_says_itself_and_plays_in_step(tmp_path: Path) -> None:
    rules = game(tmp_path)
    words = rules.vocabulary
    term = rules.of(Scoring)[0].lines[1].terms[0]
    piece, action = rules.of(Piece)[0].scores[0], rules.of(Action)[0].effect
    assert (term.words(words), piece.words(words)) == (TERM, f"scores {ON_PIECE}")
    again = game(tmp_path, amount=action.words(words).removeprefix("gain "))
    assert again.of(Action)[0].effect == action
    assert new_game(rules, 2, 1).table.layout.most
    play_checked(rules, games=2)
    for seed in range(2):
        game_in_step(rules, 2, seed)


@pytest.mark.parametrize(
    ("term", "piece", "amount", "code"),
    [
        ("1 from 1, 2 from 1 grain", ON_PIECE, AMOUNT, "E324"),
        ("3 from 4, 2 from 2 grain", ON_PIECE, AMOUNT, "E324"),
        (TERM, "1 from 3, 2 from 5 roots in stars", AMOUNT, ""),
        (TERM, "1 from 3 roots in coins", AMOUNT, "E335"),
        (TERM, "1 from 3 foxes", AMOUNT, "E201"),
        (TERM, ON_PIECE, "1 from 0 roots in coins", "E302"),
    ],
)
def test_what_is_wrong_with_it(
    tmp_path: Path, term: str, piece: str, amount: str, code: str
) -> None:
    file = tmp_path / "small.rules"
    text = HEAD.format(term=term, piece=piece) + PLAY.format(amount=amount)
    file.write_text(text, encoding="utf-8")
    assert [each.code for each in read(file)[1] if each.is_error] == [code] * bool(code)
