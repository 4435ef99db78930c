"""Short entry: a few letters and numbers mean one option, or are answered with those they may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from homesteaders_rules import Game, State, load, new_game
from homesteaders_rules.bots import make_bot
from homesteaders_rules.seeing.entry import meant

Invoke = Callable[..., Any]
AUCTION = ("bid 4 on lot 3", "bid 5 on lot 2", "bid 2 on lot 5", "pass", "borrow", "borrow 2")
BUILDING = (
    "build Farm",
    "build Farm with gold as wood",
    "build Farmstead",
    "build Café Noir",
    "sell wood",
    "sell wood 2",
    "sell wool",
    "build nothing",
)


@pytest.mark.parametrize(
    ("answer", "keys"),
    [
        ("b 5 2", ["bid 5 on lot 2"]),
        ("B 2 5", ["bid 2 on lot 5"]),
        ("b 3 4", []),  # 4 on lot 3 is another bid
        ("bid 4 lot 3", ["bid 4 on lot 3"]),
        ("lot 3 bid 4", ["bid 4 on lot 3"]),
        ("l 3 b 4", ["bid 4 on lot 3"]),
        ("4 3 b", ["bid 4 on lot 3"]),
        ("p", ["pass"]),
        ("b 5", ["bid 5 on lot 2", "bid 2 on lot 5"]),
        ("b", ["bid 4 on lot 3", "bid 5 on lot 2", "bid 2 on lot 5", "borrow", "borrow 2"]),
        ("bo", ["borrow"]),
        ("bo 2", ["borrow 2"]),
        ("5 2", []),  # numbers alone are those of the menu
        ("b 50 2", []),
        ("x", []),
        ("'", []),
    ],
)
def test_what_an_answer_means_in_an_auction(answer: str, keys: list[str]) -> None:
    assert list(meant(answer, AUCTION)) == keys


@pytest.mark.parametrize(
    ("answer", "keys"),
    [
        ("b farm", ["build Farm"]),
        ("b f", ["build Farm", "build Farm with gold as wood", "build Farmstead"]),
        ("farm b", ["build Farm"]),
        ("farms", ["build Farmstead"]),
        ("b fa g", ["build Farm with gold as wood"]),
        ("b cafe", ["build Café Noir"]),
        ("noir cafe", ["build Café Noir"]),
        ("s woo", ["sell wood", "sell wood 2", "sell wool"]),
        ("s wood", ["sell wood"]),
        ("s wood 2", ["sell wood 2"]),
        ("s 2", ["sell wood 2"]),
        ("b n", ["build Café Noir", "build nothing"]),
        ("BUILD  FARM", ["build Farm"]),
        ("f", []),  # it may stand for something that is not there
        ("no w", []),
        ("nothing", ["build nothing"]),
        ("woo", ["build Farm with gold as wood", "sell wood", "sell wood 2", "sell wool"]),
        ("w w w w w w w w w w w w w w", []),
    ],
)
def test_what_an_answer_means_in_building(answer: str, keys: list[str]) -> None:
    assert list(meant(answer, BUILDING)) == keys


def _states(name: str, most: int) -> list[State]:
    rules = load(name)
    state, bot = new_game(rules, rules.players[-1], 3), make_bot("random", 5)
    game = Game.begun_with(state)
    while not game.state.over and len(game.turns) < most:
        game.choose(bot.choose(game.state))
    return [turn.before for turn in game.turns]


@pytest.mark.parametrize("name", ["homesteaders", "new_beginnings", "montana", "agricola"])
def test_every_key_means_itself_and_beginnings_never_mean_another(name: str) -> None:
    """Halves of all its words, with its numbers: the key is among those that are meant."""
    for state in _states(name, 120)[::6]:
        keys = [option.key for option in state.decision.all]
        for key in keys:
            assert meant(key.upper(), keys) == (key,)
            short = " ".join(w if w[0].isdigit() else w[: -(-len(w) // 2)] for w in key.split())
            assert key in meant(short, keys), f"{short} of {keys}"


def test_bids_are_entered_short(invoke: Invoke) -> None:
    arguments = ("play", "--players", "4", "--seed", "1", "--seat", "1=human")
    output = invoke(*arguments, typed="p w h 2\nd\n\nb 5 2\n").output
    assert "Player 1 bids 5 on lot 2" in output


def test_what_may_mean_several_options_is_answered_with_them(invoke: Invoke) -> None:
    arguments = ("play", "--players", "4", "--seed", "1", "--seat", "1=human")
    output = " ".join(invoke(*arguments, typed="p w\nhelp\n").output.split())
    assert '"p w" may mean place worker Homestead 1 (1) or place worker Homestead 2 (2).' in output
    assert "places" not in output, "nothing was chosen"
    assert "short for a key" in output


def test_commands_come_before_short_keys(invoke: Invoke) -> None:
    """ "table" shows the table, whatever begins so."""
    arguments = ("play", "--players", "4", "--seed", "1", "--seat", "1=human")
    output = invoke(*arguments, typed="score\nundo\n").output
    assert "total" in output
    assert "nothing has been chosen yet" in output


def test_what_is_refused_may_be_said_short_too(invoke: Invoke) -> None:
    """The reason is that of the key which is meant, and not that nothing is called so."""
    arguments = ("play", "--players", "4", "--seed", "1", "--seat", "1=human")
    typed = "why p w h 2\nhow s w\np w h 2\np w h 2\nsel wo\nhel\nover x\nsell\n"
    output = " ".join(invoke(*arguments, typed=typed).output.split())
    assert '"place worker Homestead 2" can be chosen now.' in output
    assert '"sell wood": it costs 1 trade, 1 wood each time' in output
    assert '"sell wood" cannot be chosen: it costs 1 trade, 1 wood each time' in output
    assert "take back your last choice" in output, "hel is help, since no option is called so"
    assert '"sell" may mean sell' in output
    assert "none can be chosen now." in output
    assert '"over x" cannot be chosen' in output, "what may lose something is said in full"
