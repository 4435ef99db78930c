"""Events and saves as JSON: what the published schemas say, of games of all that is shipped."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from homesteaders_rules import Game, apply, load, new_game, save
from homesteaders_rules.testing.situations import situation
from play.schemas import SCHEMAS, faults, kinds_of_events

SHIPPED = ("homesteaders", "peer", "new_beginnings", "peer_new_beginnings", "montana", "agricola")


def played(pack: str, players: int = 3) -> Game:
    """A random game to its end, some exchanges of any time among its choices."""
    random = Random(pack)
    game = Game.new(load(pack), players, 5)
    while not game.state.over:
        decision = game.state.decision
        offered = decision.anytime if random.random() < 0.1 else decision.options
        game.choose(random.choice(offered or decision.options))
    return game


def told(game: Game, seat: int | None) -> list[dict[str, Any]]:
    return [json.loads(turn.events.to_json(seat)) for turn in game.turns]


@pytest.mark.parametrize("pack", SHIPPED)
def test_events_and_saves_are_as_the_schemas_say(pack: str) -> None:
    game = played(pack)
    schema = SCHEMAS["events"]()
    for seat in (None, 1):
        for data, turn in zip(told(game, seat), game.turns, strict=True):
            assert faults(data, schema) == []
            assert data["viewer"] == seat
            seen = turn.events.seen_by(seat)
            assert [each["event"] for each in data["events"]] == [type(e).__name__ for e in seen]
            for each, event in zip(data["events"], seen, strict=True):
                kept = {name: getattr(event, name) for name in each if name != "event"}
                assert json.loads(json.dumps(kept)) == {n: each[n] for n in kept}
    begun = Game.begun_with(game.turns[len(game.turns) // 2].before)
    for text in (save(game), save(game, with_state=True), save(begun)):
        assert faults(json.loads(text), SCHEMAS["save"]()) == []


def test_a_deal_is_as_the_schema_of_saves_says() -> None:
    order = new_game(load("homesteaders"), 2, 1).stack("Auction 2")
    game = Game.new(load("homesteaders"), 2, 1, deal={"Auction 2": order, "start player": 1})
    data = json.loads(save(game))
    assert faults(data, SCHEMAS["save"]()) == []
    assert data["deal"] == {"Auction 2": list(order), "start player": 1}
    wrong: list[dict[str, Any]] = [
        data | {"players": "2"},
        data | {"keys": [1]},
        data | {"deal": {"start player": None}},
        data | {"format": "another"},
        {name: value for name, value in data.items() if name != "digest"},
    ]
    assert all(faults(each, SCHEMAS["save"]()) for each in wrong)


def test_what_is_done_in_secret_is_written_for_who_may_know_it() -> None:
    held = {seat: {"trade": 3} for seat in range(4)}
    rules = load("new_beginnings")
    fair = {"Events": "State Fair"}
    state = situation(rules, 4, "bidding", 5, turned=fair, holdings=held)
    _, events = apply(state, "buy wood")
    own, others = (json.loads(events.to_json(seat)) for seat in (state.decision.player, None))
    assert others["events"] == []
    assert {"good": "wood", "amount": 1}.items() <= own["events"][-1].items()
    assert faults(own, SCHEMAS["events"]()) == []


def test_every_kind_of_event_is_in_the_schema_and_others_are_not() -> None:
    kinds = {each.__name__ for each in kinds_of_events()}
    listed = SCHEMAS["events"]()["properties"]["events"]["items"]["anyOf"]
    assert {each["properties"]["event"]["const"] for each in listed} == kinds
    assert {"Transfer", "Laid", "Enclosed", "TileLaid", "Ending"} <= kinds
    event = {"event": "Passed", "player": 0, "piece": ""}
    whole = {"version": 1, "viewer": None, "events": [event]}
    assert faults(whole, SCHEMAS["events"]()) == []
    for wrong in ({"event": "Won"}, {"player": "0"}, {"more": 1}):
        assert faults(whole | {"events": [event | wrong]}, SCHEMAS["events"]())
