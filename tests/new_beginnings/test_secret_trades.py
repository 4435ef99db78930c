"""Case N33: the trades of the State Fair are made in secret and shown together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import Game, GameError, apply, narrate, view, why_not
from new_beginnings.tables import at
from rulings.helpers import STOCK, every_key, gains, keys, pass_all, play, play_told

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

HANDS = {
    0: {"trade": 3, "wood": 2, "food": 2, "silver": 9},
    1: {"trade": 3, "copper": 1, "silver": 9},
    2: {"trade": 3, "livestock": 2, "silver": 9},
}
OPEN = {"open hands": True}


def fair(rules: Rules, **options: bool) -> State:
    return at(rules, 3, "bidding", 5, "State Fair", options=options, holdings=HANDS)


def seen(state: State, onlooker: int | None, of: int) -> list[int | None]:
    """What one sees of what another holds."""
    goods = [good.name for good in state.table.layout.goods]
    return [view(state, onlooker).holding(of, good) for good in goods]


def test_case_n33_applied_in_the_order_made(rules: Rules) -> None:
    """Each trade has its effect at once for whoever makes it: the next builds on it."""
    state = play(fair(rules), "sell wood", "hire", "buy steel")
    assert [state.holding(0, good) for good in ("wood", "food", "steel", "worker")] == [1, 1, 1, 2]
    assert state.holding(0, "trade") == 0
    assert keys(state) == ["done"]
    state = play(state, "done", "sell copper", "done", "done")
    assert bool(state.decision.keys)


@pytest.mark.parametrize("hands", [{}, OPEN])
def test_case_n33_others_see_nothing_until_all_are_done(
    rules: Rules, hands: dict[str, bool]
) -> None:
    """Hired or not, sold or not: as long as the fair lasts the views of others are the same."""
    quiet = fair(rules, **hands)
    busy = play(quiet, "sell wood", "hire")
    for moves in (["done"], ["sell copper", "done"], ["sell livestock"]):
        for onlooker in (None, 0, 1, 2):
            for other in {0, 1, 2, STOCK} - {onlooker}:
                assert set(seen(busy, onlooker, other)) == {None}
        assert view(busy, None) == view(quiet, None)
        assert view(busy, 1) == view(quiet, 1)
        assert view(busy, 2) == view(quiet, 2)
        assert view(busy, 0) != view(quiet, 0)  # who traded remembers it
        quiet, busy = play(quiet, *moves), play(busy, *moves)
    assert busy.decision.player == 2


def test_case_n33_everybody_sees_their_own(rules: Rules) -> None:
    """What one has traded oneself is no secret to oneself, during the fair and after it."""
    state = play(fair(rules), "hire", "done")
    assert view(state, 0).holding(0, "worker") == 2
    assert view(state, 1).holding(0, "worker") is None


def test_case_n33_revealed_together(rules: Rules) -> None:
    """When the last is done all is known that is public: workers, and with open hands all."""
    for hands in ({}, OPEN):
        state = play(fair(rules, **hands), "hire", "done", "sell copper", "done", "sell livestock")
        assert view(state, None).holding(0, "worker") is None
        state, told = play_told(state, "done")
        assert gains(told, 2) == {"gold": 1}  # the most animals
        for onlooker in (None, 0, 1, 2):
            assert view(state, onlooker).holding(0, "worker") == 2
            expected = state.holding(1, "gold") if hands or onlooker == 1 else None
            assert view(state, onlooker).holding(1, "gold") == expected


def test_case_n33_the_decision_says_that_it_is_secret(rules: Rules) -> None:
    """Whoever shows the game knows what to keep to themselves; the bidding is open again."""
    state = fair(rules)
    for _ in range(3):
        assert state.decision.secret
        state = play(state, "done")
    assert not state.decision.secret
    assert not pass_all(state).decision.secret


def test_case_n33_only_the_fair_is_secret(rules: Rules) -> None:
    """The trades of other events are open."""
    for event in ("Sharecropping", "Timber Culture Act", "Wartime Demand"):
        state = play(at(rules, 3, "bidding", 5, event, holdings=HANDS), "hire")
        assert not state.decision.secret
        assert view(state, 1).holding(0, "worker") == 2


def test_case_n33_nobody_learns_who_could_do_what(rules: Rules) -> None:
    """Options are for whom they are; what one may do is the same whatever others did before."""
    start = fair(rules)
    after = [play(start, *moves, "done") for moves in ((), ("hire",), ("sell food 2",))]
    assert every_key(after[0]) == every_key(after[1]) == every_key(after[2])
    for state in after:
        assert view(state, 0).options == view(state, 2).options == ()


def test_case_n33_undo_inside_and_not_after(rules: Rules) -> None:
    """A trade is taken back as long as one is not done; what was shown stays shown."""
    game = Game(rules, 3, 0, {}, {}, fair(rules))
    game.choose("hire")
    assert game.undo(0) == "hire"
    for key in ("hire", "done", "done", "done"):
        game.choose(key)
    with pytest.raises(GameError, match="cannot be undone"):
        game.undo(2)


def test_case_n33_a_strict_supply_does_not_tell(rules: Rules) -> None:
    """What is left in the box is shown as it was before the fair; what is gone is gone."""
    options = {"strict supply": True}
    holdings = {**HANDS, 2: {"copper": 8, "trade": 2, "gold": 2}}
    start = at(rules, 3, "bidding", 5, "State Fair", options=options, holdings=holdings)
    quiet, busy = (play(start, *moves, "done", "done") for moves in ((), ("buy steel",)))
    for onlooker in (None, 1, 2):
        assert view(busy, onlooker) == view(quiet, onlooker)
        assert view(busy, onlooker).holding(STOCK, "steel") == 14
        assert view(busy, onlooker).holding(STOCK, "silver") is None
    assert busy.holding(STOCK, "steel") == 13
    assert view(play(busy, "done"), 2).holding(STOCK, "steel") == 13


def test_case_n33_nothing_is_told_before_it_is_shown(rules: Rules) -> None:
    """Who traded hears it at once, the others when all are done, in the order it was done."""
    state, sold = apply(fair(rules), "sell wood")
    state, done = apply(state, "done")
    table = state.table
    gave = ["Player 1 gives 1 trade, 1 wood for 1 silver, 1 point"]
    assert narrate(sold, table) == narrate(sold, table, viewer=0) == gave
    for onlooker in (None, 1, 2):
        assert narrate(sold, table, viewer=onlooker) == []
        assert not sold.seen_by(onlooker)
        assert not done.seen_by(onlooker, [sold])
    state, none = apply(state, "done")
    state, shown = apply(state, "done")
    for onlooker in (None, 1, 2):
        heard = shown.seen_by(onlooker, [sold, done, none])
        assert narrate(heard, table)[:1] == gave
    assert set(shown.seen_by(0, [sold, done, none])).isdisjoint(sold)


def test_case_n33_who_does_not_decide_learns_nothing_from_a_refusal(rules: Rules) -> None:
    """Whose turn it is, and no more; whoever decides is told the reason."""
    state = fair(rules)
    assert "you have" in (why_not(state, "sell steel", 0) or "")
    for key in ("sell steel", "sell wood", "done", "bid 3 on lot 1"):
        assert why_not(state, key, 1) == why_not(state, key, None) == "it is the turn of player 1"
    assert why_not(state, "sell moon", 1) == "nothing is called so"


def test_case_n33_a_state_does_not_print_what_is_hidden(rules: Rules) -> None:
    """Two states that differ in hands alone read the same in a log."""
    quiet = fair(rules)
    busy = play(quiet, "sell wood", "hire")
    assert repr(quiet) == repr(busy) == "<State: 3 players, round 5, bidding, player 1 decides>"
