"""Options in their parts: what they say of costs and places happens when they are chosen."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from homesteaders_rules import GameError, apply, load, new_game, rollout, view, why_not
from homesteaders_rules.play.deeds import ToldDeed, deeds, refused, wishes
from homesteaders_rules.play.state import State
from homesteaders_rules.runtime.recording.kinds import Bid, Move, Placed, Transfer
from homesteaders_rules.testing.situations import situation
from sizes import size

PACKS = ("homesteaders", "new_beginnings", "montana", "agricola")


def some_states(pack: str, games: int = 3) -> list[State]:
    """A state of every step that asked, and a sample of all."""
    rules, states = load(pack), []
    for seed in range(games):
        random, state = Random(seed), new_game(rules, rules.players[-1], seed)
        while not state.over and len(states) < 400 * (seed + 1):
            states.append(state)
            state, _ = apply(state, random.choice(state.decision.all))
    steps = {state.decision.step.number: state for state in states}
    return [*steps.values(), *Random(pack).sample(states, min(len(states), size(20, 80)))]


@pytest.mark.parametrize("pack", PACKS)
def test_the_parts_are_what_happens(pack: str) -> None:
    """Goods paid first, bids, places and pieces are those of the events; the verb is the key's."""
    seen = set()
    for state in some_states(pack):
        every = deeds(state)
        assert tuple(each.key for each in every) == tuple(o.key for o in state.decision.all)
        for choice in every:
            assert choice.verb
            assert choice.key.startswith(choice.verb)
            events = list(apply(state, choice.key)[1])
            seen |= compared(state, choice, events)
    assert "cost" in seen
    assert {"homesteaders": "lot", "new_beginnings": "lot", "agricola": "place"}.get(
        pack, "gain"
    ) in seen


def compared(state: State, choice: ToldDeed, events: list[object]) -> set[str]:
    """The parts that the events had something to say of."""
    player, seen = state.decision.player, set()
    paid: dict[str, int] = {}
    gained: dict[str, int] = {}
    for event in events:
        if isinstance(event, Transfer) and event.source == player:
            paid[event.good] = paid.get(event.good, 0) + event.amount
        if isinstance(event, Transfer) and event.target == player:
            gained[event.good] = gained.get(event.good, 0) + event.amount
    for good, amount in choice.cost:
        seen.add("cost")
        assert paid.get(good, 0) >= amount, choice
    for good, amount in choice.gain:
        seen.add("gain")
        assert gained.get(good, 0) >= amount, choice
    if choice.exchange:
        assert choice.key.startswith(choice.exchange)
        if choice.times == 1 and not choice.cost and len(events) == 1:
            assert gained == dict(choice.gain)
    if choice.lot is not None and choice.amount is not None:
        seen.add("lot")
        assert any(
            isinstance(e, Bid) and (e.lot, e.amount) == (choice.lot, choice.amount) for e in events
        )
    if choice.verb == "place" and choice.place is not None:
        seen.add("place")
        assert any(
            isinstance(e, Placed) and (e.name, e.place) == (choice.piece, choice.place)
            for e in events
        )
    if choice.verb == "build" and choice.piece is not None:
        assert any(isinstance(e, Move) and e.name == choice.piece for e in events)
    return seen


@pytest.mark.parametrize("pack", PACKS)
def test_what_is_refused_has_the_reason_of_why_not(pack: str) -> None:
    found = 0
    for state in some_states(pack, 1)[: size(15, 40)]:
        offered = {option.key for option in state.decision.all}
        for wish in wishes(state):
            assert wish.key not in offered
            assert why_not(state, wish.key)
        for refusal in refused(state):
            found += 1
            assert refusal.reason == why_not(state, refusal.deed.key)
    assert found


def test_a_piece_is_refused_once_with_what_it_costs() -> None:
    rules = load("homesteaders")
    state = situation(rules, 2, "building", won={1: (0, 3)}, lots={1: "A1-C1"})
    pieces = [each.deed.piece for each in refused(state) if each.deed.piece]
    assert len(pieces) == len(set(pieces))


def test_payments_that_are_too_much_are_refused_with_what_is_there() -> None:
    """Whoever owes more than they have sees the payment, and why it cannot be made."""
    rules = load("homesteaders")
    holdings = {0: {"silver": 0, "worker": 9}}
    state = situation(rules, 2, "income", holdings=holdings)
    while not state.decision.prompt.startswith("pay"):
        state, _ = apply(state, state.decision.keys[0])
    told = {each.deed.key: each.reason for each in refused(state)}
    key = next(key for key in told if key == "pay 9 silver")
    assert "you have" in told[key]


def test_a_view_of_who_decides_has_the_same_parts() -> None:
    state = new_game(load("montana"), 2, 1)
    decider = state.decision.player
    assert deeds(view(state, decider)) == deeds(state) != ()
    with pytest.raises(GameError, match="has nothing to decide now"):
        deeds(view(state, 1 - decider))
    with pytest.raises(TypeError, match=r"wanted is a state, .*, or the view of who decides"):
        deeds(state.table)  # type: ignore[arg-type]
    assert deeds(view(rollout(state, 1), 0)) == ()


def test_an_option_of_another_process_has_no_parts() -> None:
    state = new_game(load("homesteaders"), 2, 1)
    option = state.decision.options[0]
    assert pickle.loads(pickle.dumps(option)).deed.verb == ""
    assert option.deed.verb == "place"
