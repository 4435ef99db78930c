"""Two games that differ only in what a seat may not know look and sound alike to that seat."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from attrs import evolve

from homesteaders_rules import BadSave, Game, Turn, apply, load, narrate, new_game, view, why_not
from homesteaders_rules.play.state import State
from homesteaders_rules.play.validation import checked
from homesteaders_rules.runtime.recording.events import Events, Hearing
from rulings.helpers import situation

PLENTY = {"trade": 4, "wood": 2, "food": 3, "steel": 1, "copper": 1, "gold": 1, "silver": 9}


def fair(pack: str, **options: bool) -> State:
    """A fair of four players, all with much to trade."""
    holdings = dict.fromkeys(range(4), PLENTY)
    return situation(
        load(pack),
        4,
        "bidding",
        5,
        turned={"Events": "State Fair"},
        holdings=holdings,
        options=options,
    )


def trading(state: State, random: Random) -> tuple[State, list[Events], list[str]]:
    """One player trades at random, until done."""
    told, keys = [], []
    player = state.decision.player
    while state.secret and state.decision.player == player:
        options = [option.key for option in state.decision.all]
        key = random.choice(options) if len(keys) < 3 else "done"
        state, events = apply(state, key)
        told.append(events)
        keys.append(key)
    return state, told, keys


def reprs(traded: tuple[State, list[Events], list[str]]) -> list[str]:
    """How everything prints that a state and what led to it is made of, a turn for each choice."""
    state, told, keys = traded
    turns = [Turn(state, key, events) for key, events in zip(keys, told, strict=True)]
    game = Game(state.table.rules, 4, 0, {}, {}, state, turns)
    parts = (state, state.decision, game, turns[-1], told[-1])
    return [state._repr_html_(), *(repr(each) for each in parts)]


def asked(state: State, keys: list[str], seat: int | None) -> list[str | None]:
    """Why some keys cannot be chosen, as a seat is told."""
    return [why_not(state, key, seat) for key in (*keys, "bid 3 on lot 1", "fly to the moon")]


@pytest.mark.parametrize("options", [{}, {"open hands": True}, {"strict supply": True}])
def test_what_others_trade_in_secret(options: dict[str, bool]) -> None:
    """Until all are done: views, events, narration and refusals are the same.

    With a strict supply what can still be had tells when the box is empty, and nothing else does.
    """
    different = 0
    start = fair("new_beginnings", **options)
    for seed in range(2):
        games = [start, start]
        randoms = [Random(seed), Random(seed + 1000)]
        heard = [{seat: Hearing(seat) for seat in (None, 3)} for _ in games]
        for _ in range(3):
            trades = [trading(game, random) for game, random in zip(games, randoms, strict=True)]
            games = [state for state, _, _ in trades]
            different += trades[0][2] != trades[1][2]
            keys = [key for _, _, chosen in trades for key in chosen]
            for seat in (None, 3):
                seen = [view(game, seat) for game in games]
                if options.get("strict supply"):
                    seen = [evolve(each, options=()) for each in seen]
                assert seen[0] == seen[1]
                told = [
                    [event for events in parts for event in ears[seat].hear(events)]
                    for (_, parts, _), ears in zip(trades, heard, strict=True)
                ]
                assert told[0] == told[1] == []
                sentences = [
                    [line for events in parts for line in narrate(events, state.table, (), seat)]
                    for state, parts, _ in trades
                ]
                assert sentences == [[], []]
                if not (options.get("strict supply") and seat == games[0].decision.player):
                    assert asked(games[0], keys, seat) == asked(games[1], keys, seat)
                assert reprs(trades[0]) == reprs(trades[1])
        assert [game.decision.player for game in games] == [3, 3]
    assert different > 3


def test_who_decides_learns_that_the_box_is_empty_and_nobody_else_does() -> None:
    """What is offered is possible, also where others emptied the box in secret: it tells that."""
    start = fair("new_beginnings", **{"strict supply": True})
    first = start.decision.player
    assert start.holding(4, "food") == 2
    emptied, full = apply(start, "buy food 2")[0], start
    emptied, full = apply(emptied, "done")[0], apply(full, "done")[0]
    decider = full.decision.player
    assert emptied.decision.player == decider != first
    for seat in (None, *({0, 1, 2, 3} - {first, decider})):
        assert view(emptied, seat) == view(full, seat)
        assert view(emptied, seat).options == ()
        assert why_not(emptied, "buy food", seat) == why_not(full, "buy food", seat)
    theirs = view(emptied, decider), view(full, decider)
    assert evolve(theirs[0], options=()) == evolve(theirs[1], options=())
    assert theirs[0].holding(-1, "food") == 2
    gone = {"buy food", "buy food 2", "buy food with gold as silver"}
    assert set(theirs[1].options) - set(theirs[0].options) == gone
    assert set(theirs[0].options) <= set(theirs[1].options)
    reason = why_not(emptied, "buy food", decider)
    assert reason == "it gives 1 food each time; the stock has 0 food"


@pytest.mark.parametrize("options", [{}, {"open hands": True}, {"strict supply": True}])
def test_what_was_held_back_is_told_when_it_is_shown(options: dict[str, bool]) -> None:
    """All of it, in order, and once."""
    state = fair("new_beginnings", **options)
    random = Random(5)
    parts: list[Events] = []
    for _ in range(4):
        state, told, _ = trading(state, random)
        parts += told
    every = [event for events in parts for event in events if event.secret]
    assert {event.player for event in every} == {0, 1, 2, 3}
    for seat in (None, 0, 3):
        hearing = Hearing(seat)
        heard = [event for events in parts for event in hearing.hear(events)]
        due = [event for event in every if not event.private or event.player == seat]
        assert sorted(map(repr, (e for e in heard if e.secret))) == sorted(map(repr, due))


def with_other_goods(state: State, seat: int, random: Random) -> State:
    """The same game, but that others hold more of what the seat does not see."""
    layout = state.table.layout
    cells = list(state.cells)
    for player in range(state.table.players):
        for good in sorted(layout.hidden):
            if player != seat and good not in layout.limited:
                more = random.choice((0, 0, 1, 3))
                cells[layout.goods_cell(player, good)] += more
                cells[layout.goods_cell(state.table.players, good)] -= more
    return State.of(state.table, cells)


@pytest.mark.parametrize("pack", ["homesteaders", "new_beginnings", "peer_new_beginnings"])
def test_what_others_hold(pack: str) -> None:
    """With hidden hands the same choice sounds the same, whatever others have behind the screen."""
    compared = 0
    for seed in range(2):
        random = Random(seed)
        seat = seed % 3
        state = new_game(load(pack), 3, seed)
        while not state.over:
            if random.random() < 0.7:
                state, _ = apply(state, random.choice(state.decision.keys))
                continue
            other = with_other_goods(state, seat, random)
            both = [option.key for option in state.decision.all if other.decision.find(option.key)]
            same = view(state, seat) == view(other, seat)
            if same and both:
                key = random.choice(both)
                assert asked(state, both[:3], seat) == asked(other, both[:3], seat)
                after, told = apply(state, key)
                later, also = apply(other, key)
                if not after.over and view(after, seat) == view(later, seat):
                    compared += 1
                    assert told.seen_by(seat) == also.seen_by(seat), key
                    assert repr(told) == repr(also)
                    turns = [Turn(state, key, each) for each in (told, also)]
                    assert repr(turns[0]) == repr(turns[1])
                    assert repr(state.decision) == repr(other.decision)
                    lines = (narrate(events, state.table, (), seat) for events in (told, also))
                    assert next(lines) == next(lines)
                state = after
            else:
                state, _ = apply(state, random.choice(state.decision.keys))
    assert compared > 50


def test_a_state_in_the_middle_of_a_secret_comes_back() -> None:
    """With what the stock was before, which lies below the unfinished business."""
    state = fair("new_beginnings", **{"strict supply": True})
    state, _ = apply(state, "buy steel")
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert view(again, 1) == view(state, 1)
    cells = list(state.cells)
    cells[len(state.table.layout.cells)] = -1
    with pytest.raises(BadSave, match="before a secret"):
        checked(state.table, cells)


def test_the_repr_of_a_game_tells_no_seed_and_no_deal() -> None:
    """From either, all that chance has in store could be known."""
    rules = load("homesteaders")
    stack = new_game(rules, 3, 1).stack("Auction 2")
    game = Game.new(rules, 3, 987_654_321, deal={"Auction 2": stack})
    game.choose("done")
    assert repr(game) == f"<Game: Homesteaders, 1 choice, {game.state!r}>"
    first = game.turns[0]
    assert repr(first) == f"Turn(before={first.before!r}, events={first.events!r})"
    assert repr(game.state.decision) == f"Decision(player={game.state.decision.player})"
    assert repr(rules) == f"<Rules: Homesteaders, digest {rules.digest}>"


def test_the_repr_of_events_tells_what_an_onlooker_may_know() -> None:
    """What was done in secret, or changed hidden goods, is for who asks with a seat."""
    start = fair("new_beginnings")
    _, secret = apply(start, "buy steel")
    assert "steel" in repr(secret.seen_by(start.decision.player))
    assert repr(secret) == "Events([])"
    open_hands = situation(load("homesteaders"), 3, "bidding", 1, options={"open hands": True})
    _, told = apply(open_hands, "bid 3 on lot 1")
    assert repr(told) == f"Events({list(told)!r})"
    assert "Bid(player=0" in repr(told)
