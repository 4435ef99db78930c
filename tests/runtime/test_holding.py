"""What a player may hold, and what happens when the stock runs short."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, State, apply, why_not
from homesteaders_rules.runtime.recording.events import STOCK
from homesteaders_rules.runtime.recording.kinds import Transfer
from homesteaders_rules.telling.narration import narrate
from homesteaders_rules.testing.checks import check_step
from homesteaders_rules.testing.situations import situation

from .small import game_in_step, play_checked, played, small

HEAD = """\
game Small, version 1, for 2-3 players
public money/moneys: 40 coin/coins, 20 star/stars
public gem/gems: 8 ruby/rubies, 6 opal/opals, 5 jade
limited: gem, star
scoring in stars:
    stars: 1 per star
play:
    opening
    rounds 1-4: turns
phase opening: each player: gain 2 rubies, 1 coin
"""
TURNS = "phase turns: each player, from the start player: {} or gain 1 star\n"
GIVES = "when gem runs short: each player gives 1 back, until there is enough\n"
NOBODY = "when gem runs short: nobody gains any\n"
HOLD = "each player may hold 4 gems, and gives back what is too much\n"
NO_MORE = "each player may hold 4 gems, and gains no more\n"


def at(folder: Path, effect: str, rule: str, players: int = 3, **held: dict[str, int]) -> State:
    rules = small(folder, rule + TURNS.format(effect), HEAD)
    holdings = {int(seat[1]): goods for seat, goods in held.items()}
    return situation(rules, players, "turns", holdings=holdings)


def gems(state: State, good: str = "ruby") -> list[int]:
    return [state.holding(seat, good) for seat in (*range(state.table.players), -1)]


# ---------------------------------------------------------------------------------- shortage


def test_everybody_gives_one_back_before_the_whole_gain_is_taken(tmp_path: Path) -> None:
    """Three are due and one is there; the one who gains gives too, and each round is for all."""
    held = {"p0": {"ruby": 1}, "p1": {"ruby": 1}, "p2": {"ruby": 5}}
    state = at(tmp_path, "gain 3 rubies", GIVES, **held)
    assert gems(state) == [1, 1, 5, 1]
    after, events = apply(state, "gain 3 rubies")
    check_step(state, after, events)
    assert gems(after) == [3, 0, 4, 1]
    moved = [(e.source, e.target) for e in events if isinstance(e, Transfer)]
    assert moved[:3] == [(0, STOCK), (1, STOCK), (2, STOCK)]
    assert set(moved[3:]) == {(STOCK, 0)}
    assert narrate(events, state.table)


def test_everybody_gives_one_back_for_an_exchange_too(tmp_path: Path) -> None:
    held = {"p0": {"ruby": 1, "coin": 1}, "p1": {"ruby": 1}, "p2": {"ruby": 6}}
    state = at(tmp_path, "gain 1 coin", GIVES + "exchange cut: 1 coin -> 2 rubies\n", **held)
    assert gems(state) == [1, 1, 6, 0]
    after, events = apply(state, "cut")
    check_step(state, after, events)
    assert gems(after) == [2, 0, 5, 1]


def test_what_else_an_exchange_gives_is_no_more_than_anybody_can_hold(tmp_path: Path) -> None:
    """Of a ruby somebody gives one back; of stars nobody can hold more than the most."""
    text = GIVES + "exchange cut: nothing -> 1 ruby, 9 chits\n"
    head = HEAD.replace("20 star/stars", "20 star/stars, 9 chit/chits")
    rules = small(tmp_path, text + TURNS.format("gain 1 coin"), head)
    most = 16_384
    held = {0: {"chit": most - 2, "ruby": 0}, 1: {"ruby": 8}}
    state = situation(rules, 2, "turns", holdings=held)
    after, events = apply(state, "cut")
    check_step(state, after, events)
    assert after.holding(0, "chit") == most
    assert gems(after) == [1, 7, 0]


def test_it_is_repeated_as_long_as_anybody_has_any(tmp_path: Path) -> None:
    held = {"p0": {"ruby": 0}, "p1": {"ruby": 1}, "p2": {"ruby": 7}}
    state = played(at(tmp_path, "gain 4 rubies", GIVES, **held), "gain 4 rubies")
    assert gems(state) == [4, 0, 4, 0]
    state = at(tmp_path, "gain 9 rubies", GIVES, **held)
    assert gems(played(state, "gain 9 rubies")) == [8, 0, 0, 0], "what there is is taken"


def test_nobody_gives_where_there_is_enough(tmp_path: Path) -> None:
    held = {"p0": {"ruby": 0}, "p1": {"ruby": 2}, "p2": {"ruby": 2}}
    state = at(tmp_path, "gain 4 rubies", GIVES, **held)
    assert gems(played(state, "gain 4 rubies")) == [4, 2, 2, 0]


def test_an_exchange_fills_the_stock_up_too(tmp_path: Path) -> None:
    swap = "exchange swap: 1 coin -> 2 rubies\n"
    held = {"p0": {"ruby": 0}, "p1": {"ruby": 4}, "p2": {"ruby": 4}}
    state = at(tmp_path, "gain 1 coin", GIVES + swap, **held)
    assert gems(state)[-1] == 0
    after, events = apply(state, "swap")
    check_step(state, after, events)
    assert gems(after) == [2, 3, 3, 0]


def test_nobody_gains_any_where_there_is_not_enough_for_the_whole(tmp_path: Path) -> None:
    held = {"p0": {"jade": 2}, "p1": {"jade": 1}}
    state = at(tmp_path, "gain 3 jade", NOBODY, **held)
    assert "gain 3 jade" not in state.decision.keys
    state = at(tmp_path, "gain 2 jade", NOBODY, **held)
    assert gems(played(state, "gain 2 jade"), "jade") == [4, 1, 0, 0]
    together = at(tmp_path, "gain 3 jade, 1 coin", NOBODY, **held)
    after = played(together, "gain 3 jade, 1 coin")
    assert (after.holding(0, "jade"), after.holding(0, "coin")) == (2, 2)


def test_what_is_given_back_is_lost(tmp_path: Path) -> None:
    """Whatever waits for it happens for whoever gives."""
    sorry = "whenever you lose a ruby: gain 1 coin\n"
    held = {"p0": {"ruby": 0}, "p1": {"ruby": 4}, "p2": {"ruby": 4}}
    state = at(tmp_path, "gain 1 ruby", GIVES + sorry, **held)
    after = played(state, "gain 1 ruby")
    assert [after.holding(seat, "coin") for seat in range(3)] == [1, 2, 2]


@pytest.mark.parametrize("rule", [GIVES, NOBODY, HOLD, NO_MORE, GIVES + HOLD], ids=len)
def test_every_promise_holds(tmp_path: Path, rule: str) -> None:
    effect = "gain 3 rubies or gain 1 gem or pay 1 ruby to gain 2 opals, 2 jade"
    more = "exchange swap: 1 coin -> 2 opals\nwhenever you lose an opal: gain 1 coin\n"
    rules = small(tmp_path, rule + more + TURNS.format(effect), HEAD)
    play_checked(rules, games=2, most=60)
    for seed in range(4):
        game_in_step(rules, 3, seed)


# ---------------------------------------------------------------------------------- limits


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    text = HOLD + TURNS.format("gain 2 opals or gain 1 gem or gain 2 coins")
    return small(tmp_path_factory.mktemp("held"), text + "exchange swap: 1 coin -> 1 gem\n", HEAD)


def holding(rules: Rules, **goods: int) -> State:
    return situation(rules, 2, "turns", holdings={0: goods})


def test_what_is_too_much_goes_back_at_once_as_the_player_likes(held: Rules) -> None:
    state = played(holding(held, ruby=3, opal=0, jade=1), "gain 2 opals")
    assert state.decision.player == 0
    assert set(state.decision.keys) == {
        "give back 2 rubies",
        "give back 1 ruby, 1 opal",
        "give back 1 ruby, 1 jade",
        "give back 2 opals",
        "give back 1 opal, 1 jade",
    }
    assert "gives back what is too much" in state.decision.prompt, "not the gain it follows"
    assert why_not(state, "give back 1 ruby") == "2 must go back in all, of what you have"
    after, events = apply(state, "give back 1 ruby, 1 jade")
    check_step(state, after, events)
    assert [after.holding(0, g) for g in ("ruby", "opal", "jade")] == [2, 2, 0]
    assert after.decision.player == 1


def test_nothing_goes_back_up_to_the_limit(held: Rules) -> None:
    state = played(holding(held, ruby=2), "gain 2 opals")
    assert state.decision.player == 1


def test_at_any_time_nobody_gets_more_than_they_may_hold(held: Rules) -> None:
    state = holding(held, ruby=4, coin=2)
    assert "swap opal" not in [option.key for option in state.decision.all]
    assert why_not(state, "swap opal") == "you may not hold so much"
    assert "swap opal" in [option.key for option in holding(held, ruby=3, coin=2).decision.all]
    assert "swap opal 2" not in [o.key for o in holding(held, ruby=3, coin=2).decision.all]


def test_what_is_too_much_may_be_given_away_in_an_exchange(tmp_path: Path) -> None:
    sale = "exchange sell: 1 ruby -> 1 coin\n"
    state = at(tmp_path, "gain 2 opals", HOLD + sale, p0={"ruby": 3, "coin": 0})
    state = played(state, "gain 2 opals")
    assert state.decision.player == 0
    state = played(state, "sell")
    assert (state.decision.player, state.holding(0, "coin")) == (1, 1)


def test_much_too_much_goes_back_one_by_one(tmp_path: Path) -> None:
    many = ", ".join(f"9 {chr(97 + n)}bead" for n in range(8))
    gain = ", ".join(f"2 {chr(97 + n)}bead" for n in range(8))
    limit = "each player may hold 3 beads, and gives back what is too much\n"
    text = f"public bead/beads: {many}\n{limit}"
    state = played(at(tmp_path, f"gain {gain}", text), f"gain {gain}")
    assert len(state.decision.options) == 8
    while state.decision.player == 0:
        state = played(state, state.decision.keys[0])
    assert sum(state.holding(0, f"{chr(97 + n)}bead") for n in range(8)) == 3


def test_nobody_gains_more_than_they_may_hold(tmp_path: Path) -> None:
    state = at(tmp_path, "gain 3 rubies, 1 coin", NO_MORE, p0={"ruby": 3})
    after = played(state, "gain 3 rubies, 1 coin")
    assert (after.holding(0, "ruby"), after.holding(0, "coin")) == (4, 2)


def test_a_gain_in_the_middle_of_something_may_not_ask(tmp_path: Path) -> None:
    from homesteaders_rules import read

    file = tmp_path / "small.rules"
    trigger = "whenever you lose a coin: gain 1 ruby\n"
    file.write_text(HEAD + HOLD + trigger + TURNS.format("gain 1 coin"), encoding="utf-8")
    assert [each.code for each in read(file)[1] if each.is_error] == ["E521"]


@pytest.mark.parametrize("effect", ["gain 3 opals", "draw 3 gems", "use any free yard"])
def test_whatever_brings_too_much_goes_back(tmp_path: Path, effect: str) -> None:
    """What is drawn, and what lies on pieces and is taken, as well as what is gained."""
    yard = """\
piece yard/yards:
    places: shore
    moments: dawn
yard Pit:
    leave 1 coin here
    take 1 gem from here
    dawn: put 1 jade here
before turns: collect dawn
"""
    state = at(tmp_path, effect, HOLD + yard, p0={"ruby": 4, "opal": 0, "jade": 0})
    state = played(state, next(key for key in state.decision.keys if "star" not in key))
    if effect.startswith("use"):
        state = played(state, "take 1 jade from Pit")
    assert state.decision.player == 0
    assert all(key.startswith("give back ") for key in state.decision.keys)


def test_what_lies_on_a_map_goes_back_too(tmp_path: Path) -> None:
    fields = """\
piece field/fields:
    labels: wet, dry
    places: bag, valley, players
each player may own 1 field of each name
field North:
    wet/dry
field South:
    wet/dry
map of fields:
    neighbours are as listed
    a player builds on any free field
    a wet begins with 3 opals
    North: South
whenever a player builds a field:
    take everything from here
    gain 1 coin
before turns: in round 1: lay the map
"""
    state = at(tmp_path, "build any", HOLD + fields, p0={"ruby": 3, "opal": 0})
    state = played(state, "build North")
    assert (state.holding(0, "opal"), state.holding(0, "coin")) == (3, 1)
    assert "give back 2 opals" in state.decision.keys
    after = played(state, "give back 1 ruby, 1 opal")
    assert (after.holding(0, "opal"), after.holding(0, "coin")) == (2, 2)


def test_what_goes_back_may_not_bring_more_without_end(tmp_path: Path) -> None:
    """Too many gems go back, which gives a ruby, which is too much."""
    from homesteaders_rules import read

    file = tmp_path / "small.rules"
    trigger = "whenever you lose an opal: gain 1 ruby\n"
    file.write_text(HEAD + HOLD + trigger + TURNS.format("gain 1 coin"), encoding="utf-8")
    (found,) = [each for each in read(file)[1] if each.is_error]
    assert found.code == "E511"
    assert "loses opal -> loses opal" in found.message
