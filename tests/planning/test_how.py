"""How an option is had: the ways that trying finds too, and a reason where there is none."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from homesteaders_rules import GameError, Rules, State, apply, load, new_game, reachable
from homesteaders_rules.commands.definitions.definition import Needs as _Needs
from homesteaders_rules.play.planning.how import How, how
from homesteaders_rules.testing.situations import situation
from runtime.small import small
from sizes import size

from .by_hand import ByHand, is_no_worse

ALL = 10_000


def random_state(rules: Rules, seed: int, most: int = 150) -> State:
    """A state somewhere in a random game, in which exchanges are used now and then."""
    random = Random(seed)
    options = {name: random.random() < 0.3 for name in rules.options}
    options |= {need.option: True for need in rules.of(_Needs)}
    state = new_game(rules, random.choice(list(rules.players)), seed, options=options)
    for _ in range(random.randrange(most)):
        chosen = state.anytime if random.random() < 0.1 else ()
        after, _ = apply(state, random.choice(chosen or state.options))
        if after.over:
            break
        state = after
    return state


def agree(
    state: State, key: str, by_hand: ByHand, burdens: set[str], complete: bool = True
) -> None:
    """What trying finds is found, or something that is better in every way; and nothing else."""
    answer, tried = how(state, key, ALL), by_hand.ways(key)
    assert answer.complete or not complete
    told = {way.goods: way.points for way in answer.ways}
    for way in answer.ways:
        uses = sum(int(last) if (last := k.split()[-1]).isdigit() else 1 for k in way.keys)
        if uses <= by_hand.depth:
            assert tried.get(way.goods) == way.points, (key, way)
        check_way(state, key, answer)
    for moves in tried:
        assert any(is_no_worse(each, moves, burdens) for each in told), (key, moves, answer)


def check_way(state: State, key: str, answer: How) -> None:
    """It can be carried out, and then the key is there."""
    for way in answer.ways:
        after = state
        for each in way.keys:
            after, _ = apply(after, each)
        assert after.decision.find(key), (key, way)


GAMES = ("homesteaders", "new_beginnings", "montana")


@pytest.mark.parametrize("pack", GAMES)
def test_ways_are_those_that_trying_finds(pack: str) -> None:
    rules = load(pack)
    for seed in range(size(3, 6)):
        state = random_state(rules, seed)
        by_hand = ByHand(state, 2 if seed % 3 or pack == GAMES[1] else 3)
        keys = sorted({*state.decision.step.keys(), *by_hand.keys()})
        found = [key for key in keys if not state.decision.find(key)]
        opened = [key for key in found if key in by_hand.keys()]
        random = Random(seed)
        if by_hand.depth == 3:
            assert by_hand.keys() <= {*reachable(state)}
        assert all(how(state, key) for key in reachable(state)[-3:])
        for key in {*random.sample(found, min(6, len(found))), *opened[:12]}:
            agree(state, key, by_hand, {"debt"})


# ---------------------------------------------------------------------------------- small games

GOODS = """\
game Small, version 1, for 2-3 players
public money/moneys: 40 coin/coins, 20 star/stars, 30 note/notes, 20 debt/debts
public stuff/stuffs: 12 wood, 12 wool, 12 ore, 6 gem/gems
piece house/houses:
    places: supply, table, players
    moments: rent, built
each player may own 1 house of each name
scoring in stars:
    stars: 1 per star
    debts: -1, -2, -3 and so on per debt
play:
    setup
    rounds 1-3: turns
phase setup: move houses from supply to table
phase turns: each player, from the start player: {}
"""
HOUSES = """\
house Hut: cost 2 wood
house Inn: cost 2 coins, 1 wool
house Fort: cost 1 ore, 1 star
"""
PRICES = "prices:\n    wood: 1 coin\n    wool: 2 coins\n    ore: 3 coins\n"
TRADE = "exchange buy: 1 note, 1 coin -> 1 wood\nexchange sell: 1 note, 1 wool -> 2 coins\n"
LOAN = "exchange borrow: nothing -> 1 debt, 2 coins\n"
SMALL = {
    "a loan and trade": ("may build any", TRADE + LOAN),
    "no loan": ("may build any", TRADE),
    "barter in a ring": (
        "may build any",
        "exchange spin: 1 wood -> 1 wool\nexchange weave: 1 wool -> 1 ore, 1 wood\n"
        "exchange melt: 1 ore, 1 note -> 1 coin, 1 wood\n",
    ),
    "a seed that comes back": (
        "may pay 1 wood, 1 ore, 1 wool to gain 1 star",
        "exchange sow: 2 wood, 1 note -> 1 wool, 1 wood\nexchange reap: 1 wool, 1 note -> 3 wood\n"
        "exchange dig: 1 wood -> 1 ore\n",
    ),
    "what is sold is paid for": (
        "may build any",
        TRADE + LOAN + "whenever you sell: gain 1 coin\nwhenever you gain a debt: discard 1 star\n",
    ),
    "more is worse": (
        "pay 1 wool to gain 1 star or beg or gain 1 note",
        "action beg: if you have 3 or fewer coins and you have 1 or more debts: gain 1 ore\n"
        + TRADE
        + LOAN
        + "exchange repay: 1 debt, 3 coins -> nothing\n",
    ),
    "the stock is small": ("may build any", TRADE + LOAN + "limited: wood, coin, star\n"),
    "no more may be held": (
        "may build any",
        TRADE + LOAN + "each player may hold 4 stuff, and gains no more\n",
    ),
    "others give back": (
        "may build any",
        "limited: wood\nexchange chop: 1 note -> 2 wood\nexchange sell: 1 wood -> 1 coin\n"
        "when wood runs short: each player gives 1 back, until there is enough\n",
    ),
    "a payment that must be made": ("pay 3 coins, then may build any", TRADE + LOAN),
    "a stand-in": (
        "may build any",
        TRADE + LOAN + "1 gem may pay for 1 wool\n1 ore may pay for 3 coins, even too much\n"
        "exchange cut: 1 note, 1 ore -> 1 gem\n",
    ),
    "two loans": (
        "may build any",
        TRADE + LOAN + "exchange beg: nothing -> 1 debt, 1 wood\n",
    ),
    "a limit": ("may build any", TRADE.replace("wood\n", "wood, once in each turns\n") + LOAN),
    "limits of all": (
        "may build any",
        TRADE.replace("wood\n", "wood, at most 2 times in each round\n")
        + LOAN.replace("coins\n", "coins, once in each round\n"),
    ),
    "what may be left": (
        "pay 4 coins, or gain 1 debt for each that is missing",
        TRADE + LOAN,
    ),
    "all there is": (
        "pay 4 coins, as much as you have, or gain 1 debt for each that is missing",
        TRADE + LOAN,
    ),
    "chance decides": (
        "may build any",
        TRADE + LOAN + "whenever you sell: draw 1 stuff\n",
    ),
}
ENDLESS = {
    "all there is",
    "barter in a ring",
    "more is worse",
    "others give back",
    "the stock is small",
}
"""Where nobody can look at everything: a number may go up and down for ever."""


@pytest.mark.parametrize("name", SMALL)
def test_small_games_hold_what_could_go_wrong(tmp_path: Path, name: str) -> None:
    effect, text = SMALL[name]
    rules = small(tmp_path, GOODS.format(effect) + HOUSES + text, "")
    opened = 0
    for seed in range(6):
        random = Random(f"{name} {seed}")
        goods = ["note", "note", "note", "wood", "wool", "ore", "coin", "coin", "star"]
        held = Counter(random.sample(goods, random.randrange(2, 6)))
        state = situation(rules, 2, "turns", holdings={0: held, 1: {"wood": 1}})
        by_hand = ByHand(state, 3 if name in ENDLESS | {"two loans"} else 4)
        keys = {*state.decision.step.keys(), *by_hand.keys()} - {*state.decision.keys}
        within = reachable(state)
        assert by_hand.keys() <= {*within}
        assert within.complete or name in ENDLESS
        assert all(how(state, key) for key in within)
        for key in sorted(keys - {option.key for option in state.anytime}):
            opened += key in by_hand.keys()
            agree(state, key, by_hand, {"debt"}, name not in ENDLESS)
        if opened >= size(1, ALL):
            break
    assert opened


def test_reachable_says_where_it_has_not_looked_at_everything(tmp_path: Path) -> None:
    """In a ring that goes on for ever it ends somewhere, and says so as how does."""
    for name, whole in (("no loan", True), ("barter in a ring", False)):
        effect, text = SMALL[name]
        rules = small(tmp_path, GOODS.format(effect) + HOUSES + text, "")
        state = situation(rules, 2, "turns", holdings={0: {"note": 2, "wood": 1}})
        found = reachable(state)
        assert found.complete is whole
        assert found[0] == found.keys[0] == "build nothing"
        assert len(found) == len([*found]) == len({*found})


def test_what_is_asked_wrongly_is_refused() -> None:
    state = new_game(load("homesteaders"), 2, 1)
    for most in (0, -1, True, 2.5):
        with pytest.raises(GameError, match="at least 1 way"):
            how(state, "done", most)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        how("state", "done")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        how(state, 7)  # type: ignore[arg-type]


def test_there_is_a_reason_where_there_is_no_way() -> None:
    rules = load("homesteaders")
    state = situation(rules, 3, "income", holdings={0: {"trade": 0}})
    assert how(state, "done").ways[0].keys == ()
    assert how(state, state.options[0]).ways[0].keys == ()
    reasons = {key: how(state, key).reason or "" for key in ("hire", "build Farm", "fly")}
    assert reasons["hire"].endswith("you have 0 trades, 0 food; no exchange changes that")
    assert reasons["build Farm"].startswith("the decision now is: ")
    assert reasons["fly"].startswith("nothing is called so")


def test_the_cheapest_way_comes_first_and_says_what_it_costs() -> None:
    rules = load("homesteaders")
    held = {"trade": 2, "steel": 1, "silver": 0}
    state = situation(rules, 3, "income", holdings={0: held})
    answer = how(state, "buy food")
    assert [way.keys for way in answer.ways] == [("sell steel",), ("borrow",)]
    sale, loan = answer.ways
    assert sale.goods == (("steel", -1), ("silver", 3), ("trade", -1), ("point", 1))
    assert (sale.points, sale.price) == (1, 1)
    assert (loan.points, loan.price) == (-1, -2)
    assert str(answer) == "sell steel; or borrow"
    assert len(how(state, "buy food", 1).ways) == 1


def test_exchanges_that_chance_decides_are_left_out_and_said(tmp_path: Path) -> None:
    effect, text = SMALL["chance decides"]
    rules = small(tmp_path, GOODS.format(effect) + HOUSES + text, "")
    state = situation(rules, 2, "turns", holdings={0: {"note": 1, "wool": 1}})
    answer = how(state, "build Hut")
    assert not answer
    assert answer.left_out == ("sell",)
    assert (answer.reason or "").endswith("no exchanges open it (sell left out)")
