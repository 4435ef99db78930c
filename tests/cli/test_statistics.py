"""The points of a game that is over, by source and by round, as tables and as a picture."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

from homesteaders_rules import Game, load, new_game, score
from homesteaders_rules.bots import ask, make_bot
from homesteaders_rules.cli.console import headings
from homesteaders_rules.cli.table.statistics import Standing, drawn, standings

Invoke = Callable[..., Any]


@pytest.fixture(scope="module")
def over() -> Game:
    game, bot = Game.begun_with(new_game(load("homesteaders"), 2, 3)), make_bot("random", 1)
    while not game.state.over:
        game.choose(ask(bot, game.state))
    return game


def test_the_totals_after_each_round_are_those_of_the_states(over: Game) -> None:
    found = standings(over)
    assert [each.when for each in found] == ["before", *map(str, range(1, 11)), "final"]
    fourth = next(turn.before for turn in over.turns if turn.before.round == 4)
    assert found[3] == Standing("3", tuple(each.total for each in score(fourth)))
    assert found[-1].totals == tuple(each.total for each in score(over.state))


def test_tables_and_picture_are_told_at_the_end(invoke: Invoke) -> None:
    pytest.importorskip("plotext")
    arguments = ("play", "--players", "3", "--seed", "1", "--names", "Ann,Bob,Cid")
    output = invoke(*arguments).output
    totals = re.search(r"^total +(-?\d+) +(-?\d+) +(-?\d+)$", output, re.MULTILINE)
    assert totals
    told = output.partition("Points by round")[2]
    last = re.search(r"^final +(-?\d+) +[+-]\d+ +(-?\d+) +[+-]\d+ +(-?\d+)", told, re.MULTILINE)
    assert last
    assert last.groups() == totals.groups()
    scoring = output.partition("Final scoring")[2].partition("wins with")[0]
    assert re.search(r"^bonuses +\d+ .*\n  [A-Z].*\(per ", scoring, re.MULTILINE)
    resources = re.findall(r"^  (gold|golds|copper|coppers) ", scoring, re.MULTILINE)
    assert len(resources) == len(set(resources)), "of one good there is one row, however many"
    assert "A Ann" in told, "in the picture each has a sign, not a colour alone"
    assert max(map(len, output.splitlines())) <= 80


def test_every_row_of_sources_adds_up(over: Game) -> None:
    for each in score(over.state):
        for line in each.lines:
            assert line.total == sum(source.amount for source in line.sources)


def test_without_the_library_the_picture_is_told_of_in_a_sentence(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "plotext", None)
    output = invoke("play", "--players", "2", "--seed", "1", "--bots", "random").output
    told = " ".join(output.split())
    assert 'another library; this brings it: pip install "homesteaders-rules[statistics]"' in told
    assert '(in a clone: pip install -e ".[statistics]").' in told
    assert "Points by round" in told


def test_names_that_begin_alike_are_drawn_by_number() -> None:
    pytest.importorskip("plotext")
    found = [Standing("before", (0, 0)), Standing("1", (3, 5))]
    lines = drawn(found, ("Ann", "Anton"), 60)
    text = "\n".join(lines)
    assert "1 Ann" in text
    assert "2 Anton" in text
    assert max(map(len, lines)) <= 60


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("Ann", "Bob"), ["Ann", "Bob"]),
        (("Maximiliane", "Bob"), ["Maximil.", "Bob"]),
        (("Maximiliane A", "Maximiliane B"), ["1 Maximi", "2 Maximi"]),
        (("石石石石石石石", "Bob"), ["石石石 .", "Bob"]),
    ],
)
def test_names_are_shortened_to_the_room_there_is(names: tuple[str, ...], found: list[str]) -> None:
    assert headings(names, 20) == found


def test_rows_keep_their_labels_whatever_players_are_called(invoke: Invoke) -> None:
    names = ",".join(f"Maximiliane Schwarz{seat}" for seat in range(5))
    arguments = ("play", "--with", "new_beginnings", "--players", "5", "--seed", "2")
    output = invoke(*arguments, "--bots", "random", "--names", names).output
    assert re.search(r"^total( +-?\d+){5}$", output, re.MULTILINE)
    assert re.search(r"^final( +-?\d+ +[+-]\d+){5}$", output, re.MULTILINE)
    assert max(map(len, output.splitlines())) <= 80
