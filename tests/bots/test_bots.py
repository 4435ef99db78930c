"""The bots play by the rules, the same for a seed, and the sensible one ends well."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import mean

import pytest

from homesteaders_rules import GameError, Rules, State, load, new_game, score
from homesteaders_rules.bots import Bot, bot_names, make_bot, register
from homesteaders_rules.bots.chance import RandomBot
from homesteaders_rules.bots.sensible import Thinker, _Opened
from homesteaders_rules.bots.trying import Position
from homesteaders_rules.bots.worths import swap_worths
from homesteaders_rules.play.choosing import apply
from homesteaders_rules.runtime.offering.due import Pay
from homesteaders_rules.runtime.recording.kinds import Bid, Passed
from homesteaders_rules.runtime.registers import ROUND
from sizes import size


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("homesteaders")


def play(rules: Rules, players: int, seed: int, *names: str) -> tuple[State, list[str]]:
    """A game; its end and the keys chosen."""
    state = new_game(rules, players, seed)
    bots = [make_bot(names[seat % len(names)], seed * 10 + seat) for seat in range(players)]
    keys = []
    while not state.over:
        option = bots[state.decision.player].choose(state)
        keys.append(str(option))
        state, _ = apply(state, option)
    return state, keys


@pytest.mark.parametrize("name", ["random", "sensible"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seed_decides_the_game(rules: Rules, players: int, name: str) -> None:
    first = play(rules, players, 5, name)
    assert play(rules, players, 5, name) == first


def test_other_seeds_of_a_bot_choose_otherwise(rules: Rules) -> None:
    state = new_game(rules, 4, 1)
    choices = {str(make_bot("random", seed).choose(state)) for seed in range(30)}
    assert len(choices) > 1


def test_the_sensible_bot_beats_chance(rules: Rules) -> None:
    state, _ = play(rules, 4, 1, "random", "sensible")
    totals = [each.total for each in score(state)]
    assert min(totals[1], totals[3]) > max(totals[0], totals[2])


def test_the_sensible_bot_plays_packs_and_options(rules: Rules) -> None:
    bot = make_bot("sensible", 1)
    for packs in (("homesteaders", "peer"), ("homesteaders",)):
        state = new_game(load(*packs), 2, 3, {"strict supply": True})
        while not state.over:
            state, _ = apply(state, bot.choose(state))
        assert max(each.total for each in score(state)) > 20


def test_the_sensible_bot_repays_nothing_that_it_must_borrow_again(rules: Rules) -> None:
    state = new_game(rules, 2, 33, {"repay at any time": True})
    bots = [make_bot("sensible", 330 + seat) for seat in range(2)]
    keys = []
    while not state.over and len(keys) < 400:
        keys.append(bots[state.decision.player].choose(state).key)
        state, _ = apply(state, keys[-1])
    assert state.over, keys[-4:]


def test_the_random_bot_leaves_exchanges_out_on_request(rules: Rules) -> None:
    state = new_game(rules, 2, 1)
    bot = RandomBot(1, anytime=False)
    for _ in range(300):
        if state.over:
            break
        option = bot.choose(state)
        assert option in state.decision.options
        state, _ = apply(state, option)


def test_worths_follow_from_prices(rules: Rules) -> None:
    """What costs more on the market is worth more; what scores is worth at least that."""
    worths = swap_worths(rules.for_table(4))
    assert worths["wood"] < worths["food"] < worths["steel"] < worths["gold"] < worths["copper"]
    assert worths["point"] == pytest.approx(1, abs=0.05)
    assert worths["debt"] < 0 < worths["silver"] < worths["wood"]
    assert worths["copper"] >= 2


def test_known_bots() -> None:
    assert {"random", "sensible"} <= set(bot_names())
    for name in bot_names():
        assert isinstance(make_bot(name), Bot)


def test_a_bot_of_ones_own(rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "class First:\n"
        "    def __init__(self, seed):\n        self.seed = seed\n"
        "    def choose(self, state):\n        return state.decision.options[-1]\n"
        "class NoBot:\n    def __init__(self, seed):\n        pass\n"
        "class NoSeed:\n    pass\n"
    )
    (tmp_path / "bots_of_mine.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        state, keys = play(rules, 2, 1, "bots_of_mine:First")
        assert state.over
        assert set(keys) & {"pass"}
        with pytest.raises(GameError, match='it has no method "choose"'):
            make_bot("bots_of_mine:NoBot")
        with pytest.raises(GameError, match="cannot be made from a seed"):
            make_bot("bots_of_mine:NoSeed")
        with pytest.raises(GameError, match="cannot be loaded"):
            make_bot("bots_of_mine:Third")
    finally:
        sys.modules.pop("bots_of_mine", None)


def test_registering_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("homesteaders_rules.bots.registry.KNOWN", {})
    register("mine", RandomBot)
    assert isinstance(make_bot("mine", 3), RandomBot)
    with pytest.raises(GameError, match='there is no bot "mien"; did you mean "mine"'):
        make_bot("mien")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_sensible_bot_ends_with_points_and_few_debts(rules: Rules, players: int) -> None:
    """Over many games it makes about 45 points, and hardly one ends below zero."""
    seeds = range(100, 100 + size(4, 100))
    scores = [each for n in seeds for each in score(play(rules, players, n, "sensible")[0])]
    totals = [each.total for each in scores]
    assert mean(totals) > 42
    assert min(totals[: 4 * players]) > 0
    assert sum(total < 0 for total in totals) <= len(totals) // 50
    assert mean(each.line("debt") for each in scores) > -8


def thinking(state: State) -> Thinker:
    """Who decides in a state, thinking about it."""
    table = state.table
    return Thinker(table, None, Position(table.program, [*state.cells], state.options))


def test_what_can_be_paid_alike_after_an_exchange_is_offered_alike(rules: Rules) -> None:
    state, alike = new_game(rules, 3, 4), {False: 0, True: 0}
    bots = [make_bot("sensible", seat) for seat in range(3)]
    while not state.over:
        due = state.decision.step
        for exchange in state.anytime if isinstance(due, Pay) else ():
            changes = exchange.offer.changes(*exchange.operands)
            if isinstance(due, Pay) and changes and due.is_alike(state.cells, changes):
                assert apply(state, exchange)[0].options == state.options
                alike[True] += 1
            else:
                alike[False] += 1
        state, _ = apply(state, bots[state.decision.player].choose(state))
    assert min(alike.values()) > 20


@pytest.mark.parametrize("name", ["homesteaders", "new_beginnings"])
def test_what_others_would_decline_in_an_auction_changes_nothing_for_who_bids(name: str) -> None:
    state, looked = new_game(load(name), 4, 3), 0
    bots = [make_bot("sensible", seat) for seat in range(4)]
    while not state.over and looked < size(60, 400):
        thinker = thinking(state)
        for option, deed in thinker._candidates(thinker.position):
            if isinstance(deed, Bid | Passed):
                begun = Position(thinker.mind.program, [*state.cells]).after(option)
                ended = thinker._follow(begun, True)  # all others are asked, and decline
                assert thinker.followed(thinker.position, option, deed) == ended
                assert begun.cells[ROUND] == state.cells[ROUND]
                looked += 1
        state, _ = apply(state, bots[state.decision.player].choose(state))
    assert looked >= 60


def test_other_ways_to_pay_that_are_worse_at_once_are_not_better_later(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = [play(rules, players, 8, "sensible") for players in (2, 3)]
    monkeypatch.setattr(_Opened, "_is_hopeless", lambda *_: False)
    assert [play(rules, players, 8, "sensible") for players in (2, 3)] == quick
