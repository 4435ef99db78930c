"""Cells from outside are bounded: a hostile state is refused, quickly and in little memory."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homesteaders_rules import (
    STOCK,
    BadSave,
    Game,
    State,
    apply,
    load,
    narrate,
    restore,
    save,
    state_from_json,
)
from homesteaders_rules.play.state import revive
from homesteaders_rules.runtime.recording.kinds import Transfer
from homesteaders_rules.testing.checks import check_game, check_pumps, check_step
from homesteaders_rules.testing.walks import finish, walk
from memory import at_most
from sizes import size

RULES = load("homesteaders")
NEW = load("new_beginnings")


def played(players: int, phase: str) -> Game:
    """A game as far as the first question of a phase."""
    game = Game.new(RULES, players, seed=3)
    for step in walk(RULES, players, 3, most=400):
        if game.state.phase == phase:
            return game
        game.choose(step.option.key)
    raise AssertionError(f"no question in {phase}")


def edited(game: Game, name: str, value: int) -> str:
    data = json.loads(save(game, with_state=True))
    assert name in data["state"]
    data["state"][name] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("phase", "name", "value", "bound"),
    [
        ("bidding", "standing 0", 1 << 20, 21),
        ("bidding", "standing 1", 22, 21),
        ("bidding", "marker bid 1", 22, 21),
        ("income", "goods 0 worker", 1 << 40, 16384),
        ("income", "goods 0 silver", 16385, 16384),
    ],
)
def test_a_cell_beyond_its_bound_is_refused_at_once(
    phase: str, name: str, value: int, bound: int
) -> None:
    game = played(3, phase)
    text = edited(game, name, value)
    # Whatever is still to be read of the rules is read before anything is measured.
    assert state_from_json(save(game, with_state=True), RULES) == game.state
    message = f'"{name}" is {value}, not between 0 and {bound}'
    with at_most(8_000_000), pytest.raises(BadSave, match=message):
        state_from_json(text, RULES)


NEUTRAL = """\
pack Loud Neutral, version 1, extends Homesteaders
replace track Neutral, for all: 3, 40, beginning at 3
"""


def test_the_neutral_bid_may_stand_higher_than_any_bid(tmp_path: Path) -> None:
    """As high as the greatest value of its track; the bids of players are bounded by the bids."""
    (tmp_path / "loud.rules").write_text(NEUTRAL, encoding="utf-8")
    layout = load(tmp_path / "loud.rules").for_table(2).layout
    highest = {cell.name[0]: cell.high for cell in layout.cells}
    assert (highest["standing"], highest["marker bid"]) == (40, 21)


@pytest.mark.parametrize("frame", [16385, 1 << 40, -1])
def test_what_is_due_on_the_stack_is_bounded(frame: int) -> None:
    game = Game.new(NEW, 3, seed=2)
    for step in walk(NEW, 3, 2):
        if "amount" in game.state.decision.step.frames:
            break
        game.choose(step.option.key)
    frames = game.state.decision.step.frames
    data = json.loads(save(game, with_state=True))
    data["frames"][len(data["frames"]) - len(frames) + frames.index("amount")] = frame
    with pytest.raises(BadSave, match="unfinished business"):
        state_from_json(json.dumps(data))


def test_pieces_lie_only_where_their_sort_does() -> None:
    """The bits of a lot in the supply of buildings, and a lot among the pieces of a player."""
    game = Game.new(RULES, 3, seed=3)
    layout = game.state.table.layout
    lot = layout.piece_index[game.state.stack("Auction 1")[0]]
    supply = game.state.cells[layout.at["pieces", "supply"]]
    text = edited(game, "pieces supply", supply + (1 << 6 * lot))
    with pytest.raises(BadSave, match="in supply there lies what cannot lie there"):
        state_from_json(text)
    text = edited(game, "owned 0", game.state.cells[layout.owned] | 1 << lot)
    with pytest.raises(BadSave, match="too many of"):
        state_from_json(text)


def test_pickles_and_saves_are_checked_alike() -> None:
    game = played(3, "income")
    state = game.state
    cell = state.table.layout.goods_cell(0, "worker")
    cells = (*state.cells[:cell], 1 << 40, *state.cells[cell + 1 :])
    maker, (table, small, large) = state.__reduce__()
    assert maker is revive
    assert revive(table, small, large) == state
    with pytest.raises(BadSave, match='"goods 0 worker" is'):
        revive(table, cells)
    with pytest.raises(BadSave, match="cells are missing"):
        revive(table, small, large[1:])
    hostile = pickle.dumps(State(state.table, cells, ()))
    with pytest.raises(BadSave, match='"goods 0 worker" is'):
        pickle.loads(hostile)


@settings(max_examples=size(15, 40))
@given(st.data())
def test_random_cells_give_a_refusal_or_a_game_that_ends(data: st.DataObject) -> None:
    """Several cells of any size, in base game and expansion; quickly, whatever they say."""
    rules = data.draw(st.sampled_from([RULES, NEW]))
    players = data.draw(st.sampled_from(rules.players))
    game = Game.new(rules, players, 3)
    for step in walk(rules, players, 3, most=data.draw(st.integers(0, 100))):
        game.choose(step.option.key)
    content = json.loads(save(game, with_state=True))
    bounds = {" ".join(map(str, c.name)): c for c in game.state.table.layout.cells}
    for name in data.draw(st.lists(st.sampled_from(sorted(bounds)), min_size=1, max_size=3)):
        cell = bounds[name]
        near = st.sampled_from([cell.low - 1, cell.low, cell.high, cell.high + 1])
        content["state"][name] = data.draw(near | st.integers(cell.low, cell.high))
    try:
        state = state_from_json(json.dumps(content))
        assert state.decision.all
        apply(state, state.decision.all[-1])
    except BadSave as error:
        assert "damaged or edited" in str(error)
    else:
        finish(state)


# ---------------------------------------------------------------------------------- the ceiling

MOST = 16_384
DOUBLING = """\
game Doubling, version 1, for 2 players
public thing/things: 40 star/stars, 60 coin/coins, 9 pebble/pebbles
scoring in stars:
    stars: 1 per star
play:
    opening
    rounds 1-15: growth
phase opening: each player: gain 3 stars, 1 coin
phase growth:
    each player: gain 1 star per star
    each player, from the start player: {}
exchange borrow: nothing -> 2 coins, 1 pebble
"""


def doubled(folder: Path, deed: str) -> Game:
    (folder / "doubling.rules").write_text(DOUBLING.format(deed))
    return Game.new(load(folder / "doubling.rules"), 2, 1)


def kept(game: Game) -> None:
    """The state leaves the machine and comes back, with its cells and by its keys."""
    assert pickle.loads(pickle.dumps(game.state)) == game.state
    assert state_from_json(save(game, with_state=True), game.rules) == game.state
    assert restore(save(game), game.rules).state == game.state


def test_what_doubles_every_round_stops_at_the_ceiling(tmp_path: Path) -> None:
    """Nothing is had for nothing here: no proof about the rules says where that ends."""
    game = doubled(tmp_path, "gain 1 coin or gain 2 coins")
    held = []
    while not game.state.over:
        before = game.state
        events = game.choose("gain 1 coin")
        check_step(before, game.state, events)
        held.append(game.state.holding(0, "star"))
    assert held[1:24:2] == [*(6 << number for number in range(1, 12)), MOST]
    assert held[-1] == MOST
    kept(game)
    check_game(game)


def test_what_is_due_can_be_raised_and_paid_at_the_ceiling(tmp_path: Path) -> None:
    """Three coins for each star and for each pebble: more than anybody can hold."""
    game = doubled(tmp_path, "pay 3 coins per star, 3 coins per pebble, counted first")
    while not game.state.over:
        before = game.state
        events = game.choose(before.options[0])
        check_step(before, game.state, events)
    kept(game)
    assert max(event.amount for event in events if isinstance(event, Transfer)) > 9_999


def test_who_holds_as_much_as_can_be_held_gives_back_what_comes(tmp_path: Path) -> None:
    """An exchange of any time reaches the ceiling too: in the base game, by borrowing."""
    game = played(3, "income")
    seat = game.state.decision.player
    content = json.loads(save(game, with_state=True))
    for good, held in ("silver", MOST - 1), ("debt", MOST):
        content["state"][f"goods 3 {good}"] -= held - content["state"][f"goods {seat} {good}"]
        content["state"][f"goods {seat} {good}"] = held
    state = state_from_json(json.dumps(content), RULES)
    after, events = apply(state, "borrow 2")
    check_step(state, after, events)
    assert (after.holding(seat, "silver"), after.holding(seat, "debt")) == (MOST, MOST)
    moved = {(e.good, e.source, e.target): e.amount for e in events if isinstance(e, Transfer)}
    assert moved == {
        ("silver", STOCK, seat): 4,
        ("debt", STOCK, seat): 2,
        ("silver", seat, STOCK): 3,
        ("debt", seat, STOCK): 2,
    }
    assert [*narrate(events, state.table)]
    assert pickle.loads(pickle.dumps(after)) == after
    check_pumps(after, most=20)
