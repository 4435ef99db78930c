"""A match between people and bots."""

from __future__ import annotations

from random import Random

import pytest

from homesteaders_rules import GameError, IllegalOption, Rules, apply, load, new_game
from homesteaders_rules.bots import ask, make_bot
from homesteaders_rules.telling.prompts import asked
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.workshop.match import HUMAN, Match

SEATS = (HUMAN, "sensible", "random")


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("homesteaders")


def play_on(match: Match, choices: int) -> None:
    random = Random(3)
    for _ in range(choices):
        if not match.state.over:
            match.choose(random.choice(match.state.decision.options))


def test_bots_choose_until_a_person_decides(rules: Rules) -> None:
    match = Match.new(rules, SEATS, seed=5)
    while not match.state.over:
        assert match.state.decision.player == 0 == match.viewer
        play_on(match, 1)
    assert match.people == (0,)
    with pytest.raises(GameError, match="over"):
        match.choose("pass")


def test_it_is_the_game_that_bots_play_by_themselves(rules: Rules) -> None:
    """Without people it is played to its end, as by the same bots at a table of their own."""
    match = Match.new(rules, ("sensible", "sensible"), seed=9)
    state, bots = new_game(rules, 2, 9), [make_bot("sensible", 9000 + seat) for seat in (0, 1)]
    while not state.over:
        state, _ = apply(state, ask(bots[state.decision.player], state))
    assert match.state == state
    assert match.viewer is None


def test_what_is_refused_changes_nothing(rules: Rules) -> None:
    match = Match.new(rules, SEATS, seed=5)
    before = match.state, len(match.game.turns)
    with pytest.raises(IllegalOption):
        match.choose("bid 99 on lot 1")
    assert (match.state, len(match.game.turns)) == before


def test_undo_goes_back_to_the_choice_before_whatever_bots_did(rules: Rules) -> None:
    match = Match.new(rules, SEATS, seed=5)
    with pytest.raises(GameError, match="nothing has been chosen"):
        match.undo()
    states = []
    for _ in range(12):
        states.append(match.state)
        play_on(match, 1)
    for state in reversed(states):
        match.undo()
        assert match.state == state


def test_with_other_people_undo_is_as_in_a_game(rules: Rules) -> None:
    match = Match.new(rules, (HUMAN, HUMAN), seed=1)
    first = match.state.decision.player
    while match.state.decision.player == first:
        play_on(match, 1)
    assert match.why_not_undo() == "another player has chosen since"
    with pytest.raises(GameError, match="another player"):
        match.undo()


def test_it_is_saved_and_restored(rules: Rules) -> None:
    match = Match.new(rules, SEATS, seed=5)
    play_on(match, 10)
    again = Match.restored(match.save(), SEATS)
    assert again.state == match.state
    assert again.told(0) == match.told(0)


def test_it_goes_on_from_a_state(rules: Rules) -> None:
    state = situation(rules, 3, "bidding", 4, start_player=1)
    match = Match.from_state(state, ("sensible", HUMAN, "sensible"))
    assert match.state.decision.player == 1
    play_on(match, 3)
    assert Match.restored(match.save(), match.seats).state == match.state


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (("human", "os:system"), "no bot"),
        (("human", "sensibel"), 'did you mean "sensible"'),
        (("human", ""), "no bot"),
        (("human",) * 9, "2 to 4 players|9"),
    ],
)
def test_seats_that_nobody_takes(rules: Rules, seats: tuple[str, ...], message: str) -> None:
    with pytest.raises(GameError, match=message):
        Match.new(rules, seats)
    with pytest.raises(GameError, match="seats are named"):
        Match.from_state(situation(rules, 3, "bidding"), ("human",))


def test_bots_stop_after_so_many_choices_and_go_on(rules: Rules) -> None:
    match = Match.new(rules, SEATS, seed=5)
    play_on(match, 1)
    while match.game.turns[-1].before.decision.player == 0 and not match.state.over:
        play_on(match, 1)
    turns = match.game.turns
    last = max(n for n, turn in enumerate(turns) if turn.before.decision.player == 0)
    match.game.turns, match.game.state = turns[: last + 1], turns[last + 1].before
    assert match.go_on(0)
    with pytest.raises(GameError, match="a bot decides"):
        match.choose("pass")
    assert not match.go_on()
    assert match.game.turns == turns


def test_the_log_is_told_to_each_in_their_own_words(rules: Rules) -> None:
    match = Match.new(rules, SEATS, seed=5)
    play_on(match, 25)
    mine, theirs = match.told(0), match.told(1)
    assert any(told.text.startswith("You ") for told in mine)
    assert all("Player 1" not in told.text for told in mine)
    assert all("Player 2" not in told.text for told in theirs)
    assert 0 < match.last_choice(0) < len(mine)
    assert match.last_choice(None) == 0
    again = Match.restored(match.save(), SEATS)
    assert again.told(0) == mine, "told at once, and bit by bit"
    match.undo()
    again.undo()
    assert again.told(0) == match.told(0)


@pytest.mark.parametrize("pack", ["homesteaders", "new_beginnings", "montana", "agricola"])
def test_a_player_is_asked_for_what_can_be_done(pack: str) -> None:
    """Whatever is asked, in a line; what the rules do themselves is no part of it."""
    seen = set()
    for seed in range(3):
        match, random = Match.new(load(pack), (HUMAN, "random", "random"), seed), Random(seed)
        for _ in range(60):
            if match.state.over:
                break
            said = asked(match.state.decision)
            assert said
            assert len(said) < 200
            seen.add(said)
            match.choose(random.choice(match.state.decision.options))
    assert len(seen) > 4
    if pack == "homesteaders":
        assert "bid or pass" in seen
        assert "auction lots" not in seen
