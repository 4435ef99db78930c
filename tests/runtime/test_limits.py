"""Exchanges of one kind on several pieces, windows for a kind, and limits of use."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import IllegalOption, RuleErrors, Rules, State, apply
from homesteaders_rules.commands.definitions.course import Phase
from homesteaders_rules.telling.describing import describe
from homesteaders_rules.testing.checks import check_pickled
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, played, small

GAME = """\
public crop/crops: 40 grain/grains, 40 bean/beans
public meal/meals: 200 food
piece tool/tools:
    labels: stove, oven
    places: box, shop, players
    moments: built
each player may own 1 tool of each name
tool Stove One:
    stove
    exchange cook: 1 bean -> 2 food
    exchange bake: 1 grain -> 2 food, when offered
tool Stove Two:
    stove
    exchange cook: 1 bean -> 3 food
    exchange bake: 1 grain -> 3 food, when offered
tool Clay Oven:
    oven
    exchange bake: 1 grain -> 5 food, when offered, once
    built: may bake bread
tool Stone Oven:
    oven
    exchange bake: 1 grain -> 4 food, when offered, at most 2 times
tool Loom:
    exchange weave: 1 pebble -> 2 food, once in each feeding
tool Mill:
    exchange: 1 crop -> 1 food, at most 2 times in each round
tool Press:
    exchange press: 1 bean -> 1 grain, once in the game
action bake bread: bake freely, at least once
play:
    opening
    rounds 1-3: work, feeding
phase opening:
    move tools from box to shop
    each player: gain 3 grains, 3 beans, 2 pebbles
phase work: each player, from the start player: {}
phase feeding: each player, from the start player: may pay 2 food to gain 1 star
"""


def game(folder: Path, line: str = "bake bread or build any or gain 1 coin") -> Rules:
    return small(folder, GAME.format(line))


def at(rules: Rules, phase: str, *tools: str, **held: int) -> State:
    """The first player in a phase of the first round, with some tools and goods."""
    return situation(rules, 2, phase, pieces={0: tools}, holdings={0: held})


def keys(state: State) -> set[str]:
    decision = state.decision
    return {option.key for option in (*decision.options, *decision.anytime)}


def test_exchanges_of_a_kind_say_their_piece_where_several_have_them(tmp_path: Path) -> None:
    state = at(game(tmp_path), "work", "Stove One", "Stove Two", "Loom", "Mill", bean=2)
    assert {each for each in keys(state) if each.startswith("cook")} == {
        *("cook at Stove One", "cook at Stove One 2"),
        *("cook at Stove Two", "cook at Stove Two 2"),
    }
    assert "use Mill with bean for food" in keys(state)
    state = played(state, "cook at Stove Two 2")
    assert state.holding(0, "food") == 6
    assert "weave" in keys(at(game(tmp_path), "feeding", "Loom", pebble=1))


def test_a_kind_is_open_to_the_owners_of_its_pieces_alone(tmp_path: Path) -> None:
    state = at(game(tmp_path), "work", "Stove One", grain=2, bean=2)
    assert {"bake at Stove One", "bake at Stove One 2"} <= keys(state)
    with pytest.raises(IllegalOption, match="you do not own the piece"):
        apply(state, "bake at Stove Two")
    with pytest.raises(IllegalOption, match="you do not own the piece"):
        apply(state, "cook at Stove Two")


def test_a_window_of_a_kind_is_open_until_done_and_closes_where_nothing_is_left(
    tmp_path: Path,
) -> None:
    start = at(game(tmp_path), "work", "Clay Oven", "Stone Oven", grain=4)
    assert "done" not in keys(start)
    state = played(start, "bake at Clay Oven")
    assert (state.holding(0, "food"), state.decision.player) == (5, 0)
    check_pickled(state)
    assert keys(state) >= {"bake at Stone Oven", "bake at Stone Oven 2", "done"}
    assert not any("Clay Oven" in key or key.endswith(" 3") for key in keys(state))
    with pytest.raises(IllegalOption, match="it can be used once"):
        apply(state, "bake at Clay Oven")
    with pytest.raises(IllegalOption, match=r"at most 2 times, and 1 more now"):
        apply(played(state, "bake at Stone Oven"), "bake at Stone Oven 2")
    assert played(state, "bake at Stone Oven 2").decision.player == 1
    assert played(state, "done").decision.player == 1
    nothing = at(game(tmp_path), "work", "Clay Oven", grain=0)
    assert not any(key.startswith("bake") for key in keys(nothing))


def test_what_must_be_used_is_paid_for_only_where_it_can_be(tmp_path: Path) -> None:
    rules, key = game(tmp_path, "may pay 1 coin to bake bread"), "pay 1 coin to bake bread"
    assert key in keys(at(rules, "work", "Clay Oven", grain=1, coin=1))
    assert key not in keys(at(rules, "work", "Clay Oven", grain=0, coin=1))
    assert key not in keys(at(rules, "work", "Loom", grain=1, coin=1))


@pytest.mark.parametrize("owner", range(4))
def test_what_must_be_used_is_offered_to_its_owner_alone(tmp_path: Path, owner: int) -> None:
    key = "pay 1 coin to bake bread"
    rules = game(tmp_path, f"{key} or gain 1 pebble")
    held = {player: {"grain": 1, "coin": 1} for player in range(4)}
    state = situation(rules, 4, "work", pieces={owner: ["Clay Oven"]}, holdings=held)
    for player in range(4):
        assert state.decision.player == player
        assert (key in keys(state)) == (player == owner)
        state = played(state, "gain 1 pebble")


def test_what_must_be_used_is_a_phase_of_its_own(tmp_path: Path) -> None:
    state = at(game(tmp_path, "bake bread"), "work", "Stone Oven", grain=2, food=2)
    state = played(state, "bake at Stone Oven")
    assert {"bake at Stone Oven", "done"} <= keys(state)
    assert played(state, "done").phase == "feeding"
    assert played(state, "bake at Stone Oven").phase == "feeding"


def test_a_limit_in_a_window_begins_anew_with_the_next(tmp_path: Path) -> None:
    rules = game(tmp_path, "2 times: may bake freely")
    state = at(rules, "work", "Clay Oven", grain=3)
    state = played(state, "bake at Clay Oven", "bake at Clay Oven")
    assert (state.holding(0, "grain"), state.holding(0, "food")) == (1, 10)
    assert played(at(rules, "work", "Clay Oven", grain=1), "decline", "decline")


def test_what_is_limited_in_a_phase_a_round_or_the_game_begins_anew_with_it(
    tmp_path: Path,
) -> None:
    rules = game(tmp_path, "gain 1 coin or gain 1 pebble")
    state = at(rules, "work", "Loom", "Mill", "Press", pebble=5, bean=7)
    assert "weave" not in keys(state)
    with pytest.raises(IllegalOption, match="in feeding only"):
        apply(state, "weave")
    state = played(state, "press", "use Mill with bean for food", "use Mill with grain for food")
    assert not {"press", "use Mill with bean for food"} & keys(state)
    state = played(state, "gain 1 coin", "gain 1 coin")
    assert (state.phase, state.round) == ("feeding", 1)
    assert not {"press", "use Mill with bean for food"} & keys(state)
    state = played(state, "weave")
    assert "weave" not in keys(state)
    state = played(state, "decline", "decline") if state.decision.player == 0 else state
    assert (state.phase, state.round) == ("work", 2)
    assert "press" not in keys(state)
    assert {"use Mill with bean for food", "use Mill with bean for food 2"} <= keys(state)
    assert "use Mill with bean for food 3" not in keys(state)
    state = played(state, "gain 1 coin", "gain 1 coin")
    assert "weave" in keys(state)


def test_baking_when_built(tmp_path: Path) -> None:
    state = played(at(game(tmp_path), "work", grain=2), "build Clay Oven")
    assert {"bake at Clay Oven", "decline"} <= keys(state)
    assert played(state, "bake at Clay Oven").decision.player == 1


def test_an_exchange_of_any_time_leaves_what_must_be_baked(tmp_path: Path) -> None:
    """With the only grain in hand the mill is closed until it is baked."""
    rules = game(tmp_path, "may pay 1 coin to bake bread")
    state = at(rules, "work", "Mill", "Clay Oven", grain=1, bean=0, coin=1)
    state = played(state, "pay 1 coin to bake bread")
    assert keys(state) == {"bake at Clay Oven"}


def test_windows_of_a_kind_are_read_twice(tmp_path: Path) -> None:
    rules = game(tmp_path)
    for seed in range(4):
        game_in_step(rules, 2, seed)
    play_checked(rules, games=2)


@pytest.mark.usefixtures("first_table")
def test_a_limit_without_a_window_and_of_no_phase_is_refused(tmp_path: Path) -> None:
    for wrong, code in [
        ("exchange weave: 1 pebble -> 2 food, once", "E347"),
        ("exchange weave: 1 pebble -> 2 food, once in each feding", "E201"),
        ("exchange weave: 1 pebble -> 2 food, at most 0 times in each round", "E302"),
        ("exchange cook: 1 pebble -> 2 food, once in each round", "E203"),
        ("exchange bake: 1 grain -> 2 food, once in each round", "E203"),
    ]:
        text = GAME.replace("exchange weave: 1 pebble -> 2 food, once in each feeding", wrong)
        with pytest.raises(RuleErrors) as caught:
            small(tmp_path, text.format("gain 1 coin"))
        assert code in {each.code for each in caught.value.diagnostics}, wrong
        assert all(each.hint for each in caught.value.diagnostics)


CLOSING = """
exchange swap: 1 pebble -> 1 coin
exchange swap back: 1 coin -> 1 pebble
exchange trade: 2 coins -> 1 star
play:
    rounds 1-2: work, rest
phase work: each player, from the start player: gain 2 coins or gain 2 pebbles
phase rest:
    each player, from the start player: {}
    closed: swap
"""


def test_a_phase_closes_the_exchanges_of_a_kind(tmp_path: Path) -> None:
    rules = small(tmp_path, CLOSING.format("gain 1 coin or gain 1 pebble"))
    goods = {0: {"coin": 2, "pebble": 2}}
    open_now = keys(situation(rules, 2, "work", holdings=goods))
    assert {"swap", "swap back", "trade"} <= open_now
    state = situation(rules, 2, "rest", holdings=goods)
    assert keys(state) == {"trade", "gain 1 coin", "gain 1 pebble"}
    with pytest.raises(IllegalOption, match="nobody may do that now"):
        apply(state, "swap")
    phase = next(each for each in rules.of(Phase) if each.name == "rest")
    assert (4, "closed: swap") in describe(phase, rules.vocabulary)
    game_in_step(rules, 2, 1)
    play_checked(rules, games=1)


def test_what_is_closed_raises_nothing_that_is_demanded(tmp_path: Path) -> None:
    text = CLOSING.replace("swap: 1 pebble", "swap: nothing")
    small(tmp_path, text.format("pay 1 coin").replace("    closed: swap\n", ""))
    for wrong, code in [
        ("pay 1 coin", "E512"),
        ("\n        gain 1 coin\n        closed: swap", "E340"),
    ]:
        with pytest.raises(RuleErrors) as caught:
            small(tmp_path, text.format(wrong))
        assert code in {each.code for each in caught.value.diagnostics}
    with pytest.raises(RuleErrors, match='unknown exchange "swop"'):
        small(tmp_path, text.format("gain 1 coin").replace("closed: swap", "closed: swop"))


ELSEWHERE = """
exchange swap: 1 pebble -> 1 coin, when offered, once
play:
    rounds 1-3: work
phase work: each player, from the start player:
    gain 2 pebbles
    {}
    gain 1 pebble or gain 1 coin
"""


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        ("trade freely, also swap", ["swap", "done"]),
        ("up to 3 times: swap", ["swap"]),
        ("may swap", ["swap"]),
        ("if you have 1 or more pebbles: swap", []),
    ],
)
def test_each_use_and_each_window_begins_anew(tmp_path: Path, line: str, chosen: list[str]) -> None:
    rules = small(tmp_path, ELSEWHERE.format(line))
    state = situation(rules, 2, "work")
    assert "swap 2" not in keys(state)
    for _ in range(4):
        state = played(state, *chosen, "gain 1 pebble")
    assert (state.round, state.holding(0, "coin")) == (3, 2 + (not chosen))
    for seed in range(2):
        game_in_step(rules, 2, seed)
    play_checked(rules, games=1)


SHARED = """
public crop/crops: 20 grain/grains, 20 bean/beans
exchange trade: 1 crop -> 1 coin, when offered, at most 2 times in each round
play:
    rounds 1-3: work
phase work: each player, from the start player:
    gain 2 grains, 1 bean
    up to 3 times: trade
"""


def test_goods_of_one_line_share_its_limit(tmp_path: Path) -> None:
    rules = small(tmp_path, SHARED)
    offered = {key for key in keys(situation(rules, 2, "work")) if key.startswith("trade")}
    assert offered == {"trade grain", "trade bean", "trade grain 2", "trade grain, trade bean"}
    game_in_step(rules, 2, 1)
    play_checked(rules, games=1)
