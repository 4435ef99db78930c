"""``simulate``: one line of JSON, and checks that find what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import Events, Option, State, load, restore
from homesteaders_rules.bots.chance import RandomBot
from homesteaders_rules.cli import simulating
from homesteaders_rules.cli.measuring import verifying
from homesteaders_rules.cli.simulating import Simulation, Tally, play_one, seated
from homesteaders_rules.runtime.acts import Transfer
from homesteaders_rules.runtime.offering.payments import Purse

Invoke = Callable[..., Any]
FIELDS = [
    "games",
    "seconds",
    "games_per_second",
    "decisions",
    "decisions_per_second",
    "mean_options",
    "mean_scores",
    "violations",
]


def test_json_is_exactly_one_line(invoke: Invoke) -> None:
    outcome = invoke("simulate", "--players", "3", "--games", "5", "--json", "--seed", "4")
    (line,) = outcome.output.splitlines()
    data = json.loads(line)
    assert list(data) == FIELDS
    assert (data["games"], data["violations"], len(data["mean_scores"])) == (5, 0, 3)
    assert data["mean_options"] > 1
    assert outcome.errors == ""


def test_scores_are_told_with_who_played_where_bots_differ(invoke: Invoke) -> None:
    arguments = ("simulate", "--players", "2", "--games", "2", "--bots")
    data = json.loads(invoke(*arguments, "calm,random", "--json").output)
    calm, other = data["mean_scores"]
    assert f"mean scores          calm {calm}, random {other}\n" in (
        invoke(*arguments, "calm,random").output
    )
    plain = invoke("simulate", "--players", "2", "--games", "9", "--bots", "random,sensible")
    assert re.search("^won +random 0, sensible 9$", plain.output, re.MULTILINE)
    (alike,) = re.findall("mean scores +(.*)", invoke(*arguments, "calm").output)
    assert re.fullmatch(r"-?[\d.]+, -?[\d.]+", alike)


def test_a_game_that_does_not_end_is_told_with_what_it_may_be(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulating, "MOST_STEPS", 20)
    for bots in ("calm", "calm,sensible"):
        outcome = invoke("simulate", "--players", "2", "--games", "2", "--bots", bots)
        assert outcome.code == 1
        assert "game 1 is not over after 20 choices; one in which a bot uses" in outcome.errors


@pytest.mark.parametrize("anytime", ["--anytime", "--no-anytime"])
def test_the_same_seed_plays_the_same_games(invoke: Invoke, anytime: str) -> None:
    arguments = ("simulate", "--players", "2", "--games", "3", "--seed", "7", "--json", anytime)
    first, again = (json.loads(invoke(*arguments).output) for _ in range(2))
    for name in ("decisions", "mean_options", "mean_scores"):
        assert first[name] == again[name]


def test_the_cursor_plays_what_states_play() -> None:
    """Without --verify no state is made for each decision; the games are the same."""
    rules = load("homesteaders")
    tallies = []
    for verify in (False, True):
        wanted = Simulation(rules, 3, 1, "random", 5, {}, anytime=False, verify=verify)
        tally = Tally(3, totals=[0, 0, 0])
        end = play_one(wanted, 5, seated(wanted, 5), tally)
        tallies.append((end, tally.decisions, tally.options))
    assert tallies[0] == tallies[1]


def test_verifying_finds_nothing_in_the_game(invoke: Invoke) -> None:
    outcome = invoke("simulate", "--players", "4", "--games", "2", "--verify", "--json")
    assert (outcome.code, json.loads(outcome.output)["violations"]) == (0, 0)


def test_verifying_ends_with_the_first_fault_and_keeps_the_game(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    check = verifying.check_step

    def wrong(before: State, after: State, events: Events, option: Option) -> None:
        check(before, after, events, option)
        assert before.round < 3, "a piece of wood is lost"

    monkeypatch.setattr(verifying, "check_step", wrong)
    monkeypatch.chdir(tmp_path)
    outcome = invoke("simulate", "--players", "2", "--games", "3", "--verify", "--json")
    assert outcome.code == 1
    data = json.loads(outcome.output)
    assert (data["games"], data["violations"]) == (1, 1)
    assert outcome.errors.count("a piece of wood is lost") == 1
    told = re.search(
        r'seed 0, choice (\d+), round 3, .*, player \d: "(.+?)" \(.+:\d+: ', outcome.errors
    )
    assert told is not None
    game = restore((tmp_path / "fault-1.json").read_text(encoding="utf-8"))
    assert (len(game.keys), game.keys[-1]) == (int(told[1]), told[2])
    assert "homesteaders replay fault-1.json plays it" in outcome.errors
    again = invoke("replay", str(tmp_path / "fault-1.json"), "--quiet")
    assert again.code == 0


def test_verifying_looks_at_the_setup_too(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gain = Transfer.do

    def doubled(self: Transfer, cells: list[int], log: list) -> None:
        gain(self, cells, log)
        log.append(log[-1])

    monkeypatch.setattr(Transfer, "do", doubled)
    monkeypatch.chdir(tmp_path)
    outcome = invoke("simulate", "--players", "2", "--games", "1", "--verify")
    assert outcome.code == 1
    assert "seed 0, choice 1, round 1" in outcome.errors
    assert "player" not in outcome.errors.split(":")[0]


def test_verifying_finds_what_loses_nothing(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A price of which the first good is not asked for is told as it is paid."""
    pay = Purse.pay
    monkeypatch.setattr(Purse, "pay", lambda *given: pay(*given[:4], given[4][1:] or given[4]))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOMESTEADERS_RULES_MACHINE", "python")
    outcome = invoke("simulate", "--players", "3", "--games", "3", "--verify")
    assert outcome.code == 1
    told = re.search(r'player (\d): ".+" \(homesteaders/.+:\d+: .+\): told: (.+);', outcome.errors)
    assert told is not None
    assert f"; by the text: Player {told[1]} pays " in outcome.errors


def test_text_for_people(invoke: Invoke) -> None:
    outcome = invoke("simulate", "--players", "2", "--games", "2", "--bots", "sensible,random")
    assert [line[:20].rstrip() for line in outcome.output.splitlines()] == [
        field.replace("_", " ") for field in [*FIELDS, "won"]
    ]


def test_exchanges_of_any_time_are_left_out_on_request() -> None:
    rules = load("homesteaders")
    for anytime in (False, True):
        wanted = Simulation(rules, 2, 1, "random", 1, {}, anytime=anytime, verify=False)
        bots = seated(wanted, 1)
        assert all(isinstance(bot, RandomBot) and bot.anytime is anytime for bot in bots)
