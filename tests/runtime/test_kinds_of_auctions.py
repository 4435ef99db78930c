"""Auctions within a turn, of lots that stay, where bids are covered, sealed, made once, or fall."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from homesteaders_rules import Rules, State, apply, load, new_game, view, why_not
from homesteaders_rules.commands.definitions.definition import Substitution
from homesteaders_rules.linking.native.block import block_of
from homesteaders_rules.linking.parts import PARTS
from homesteaders_rules.runtime.recording.kinds import Bid, Started
from homesteaders_rules.testing.checks import check_offered
from homesteaders_rules.testing.payments import payment_of, substitutions_used
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import walk

from .small import play_checked, played, small

GAME = Path(__file__).parents[1] / "hostile" / "games" / "street.rules"
STREET = load(GAME)
HEAD = """\
game Small, version 1, for 2-4 players
public money/moneys: 60 coin/coins, 40 pebble/pebbles, 20 star/stars
scoring in stars:
    stars: 1 per star
play:
    opening
    rounds 1-3: sale
phase opening: each player: gain 4 coins
piece shop/shops:
    places: board
shop Baker: gain 3 stars
shop Smith: gain 1 star
"""
EACH = "    each winner, in order of shops: may pay the bid in coins to use the shop\n"
ONCE = """\
phase sale:
    auction shops:
        the start player begins, and turns pass to the left
        bids are 1, 2, 3 or 4
        nobody bids more coins than they have
        a bid is higher than the bid it replaces
        a player who leads a shop waits
        a player who is outbid is out
        a player who passes is out
        the bidding ends when every player leads a shop or is out
"""


def at(phase: str, players: int = 3, start: int = 0, **melons: int) -> State:
    held = {int(seat[1]): {"melon": amount} for seat, amount in melons.items()}
    return situation(STREET, players, phase, start_player=start, holdings=held)


def test_every_promise_holds() -> None:
    play_checked(STREET, games=1)


def test_offered_is_what_is_accepted() -> None:
    seen: set[str] = set()
    for number, step in enumerate(walk(STREET, 3, seed=2, most=150)):
        seen.update(step.before.decision.keys)
        if number % 9 == 0:
            check_offered(step.before, sorted(seen))


# ---------------------------------------------------------------------------------- in a turn


def test_whose_turn_it_is_begins_and_bids(tmp_path: Path) -> None:
    state = at("visits", start=1, p1=0)
    assert state.decision.player == 1
    state = played(state, "visit the street")
    assert state.decision.keys == ("bid 1 on shop 1", "bid 1 on shop 2", "bid 1 on shop 3")
    assert why_not(state, "pass") == "the first to bid does not pass"
    assert why_not(state, "bid 2 on shop 1") == "you can cover a bid of 1 at most"
    state = played(state, "bid 1 on shop 2")
    assert state.decision.player == 2
    assert "pass" in state.decision.keys


def test_without_the_lowest_bid_it_cannot_be_begun(tmp_path: Path) -> None:
    """An action that begins with a bid needs one, what is gained before counted in."""
    action = (
        "action bid now:\n    {gain}auction shops:\n        you begin, and turns pass to the left\n"
    )
    rest = ONCE.partition("left\n")[2].replace(
        "bids are 1,", "the first to bid does not pass\n        bids are 1,"
    )
    turns = "phase sale: each player: bid now or gain 1 star\n" + EACH.replace(
        "    each", "after sale: each"
    )
    for gain, offered in (("", False), ("gain 1 coin\n    ", True)):
        text = turns + action.format(gain=gain) + rest
        rules = small(tmp_path, text, HEAD)
        state = situation(rules, 2, "sale", holdings={0: {"coin": 0}})
        assert ("bid now" in state.decision.keys) == offered, gain
        assert "bid now" in situation(rules, 2, "sale", holdings={0: {"coin": 1}}).decision.keys


def test_who_is_outbid_moves_at_once_and_then_it_goes_on_behind_the_first() -> None:
    state = played(at("visits", 4), "visit the street", "bid 1 on shop 1", "bid 1 on shop 2")
    assert state.decision.player == 2
    state = played(state, "bid 2 on shop 1")
    assert state.decision.player == 0, "outbid"
    state = played(state, "bid 2 on shop 2")
    assert state.decision.player == 1, "outbid by the outbid"
    state = played(state, "bid 1 on shop 3")
    assert state.decision.player == 3, "who has not bid yet"
    state = played(state, "bid 3 on shop 2")
    assert state.decision.player == 0
    state = played(state, "pass")
    assert state.decision.player == 1
    assert state.decision.keys == ("pay 1 melon to use Smith", "decline")


def test_winners_come_by_seats_from_the_player_whose_turn_it_is() -> None:
    """Shop 1 was won by the last: that is not the order of the shops."""
    state = played(at("visits", start=1), "visit the street", "bid 1 on shop 3", "bid 1 on shop 2")
    state, events = apply(state, "bid 1 on shop 1")
    assert Started(1, "shop", number=3) in events
    order = []
    for _ in range(3):
        order.append(state.decision.player)
        state = played(state, "decline")
    assert order == [1, 2, 0]
    assert state.decision.player == 2
    assert state.decision.keys == ("visit the street", "gain 2 melons")


def test_a_winner_need_not_pay_and_the_key_says_what_is_used() -> None:
    state = played(at("visits", 2, p0=3), "visit the street", "bid 2 on shop 2", "pass")
    assert state.decision.keys == ("pay 2 melons to use Tailor", "decline")
    due = "what is due is 2 melons, to use Tailor"
    assert why_not(state, "pay 3 melons to use Tailor") == due
    assert why_not(state, "pay 2 melons to use Baker") == due
    paid = played(state, "pay 2 melons to use Tailor", "gain 2 coins")
    assert (paid.holding(0, "melon"), paid.holding(0, "coin")) == (2, 2)
    assert played(state, "decline").holding(0, "melon") == 4


def test_lots_that_stay_are_free_again_when_the_next_auction_begins() -> None:
    state = played(at("visits", 2), "visit the street", "bid 2 on shop 2", "pass", "decline")
    assert [(lot.piece, lot.leader) for lot in state.lots()] == [
        ("Baker", None),
        ("Tailor", 0),
        ("Smith", None),
    ]
    state = played(state, "visit the street")
    assert {lot.leader for lot in state.lots()} == {None}
    assert "bid 1 on shop 2" in state.decision.keys


# ---------------------------------------------------------------------------------- sealed


def test_sealed_bids_are_seen_by_nobody_until_all_have_bid() -> None:
    state = at("offers", p0=3, p1=3, p2=3)
    one, events = apply(state, "bid 2 on shop 1")
    other = played(state, "bid 3 on shop 3")
    for seat in (1, 2, None):
        assert view(one, seat) == view(other, seat)
        assert events.seen_by(seat) == ()
    assert view(one, 0) != view(other, 0)
    assert [each for each in events if isinstance(each, Bid)] == [Bid(0, 1, 2)]
    second, more = apply(one, "bid 1 on shop 1")
    last, rest = apply(second, "pass")
    assert Bid(0, 1, 2) in rest.seen_by(2, [events, more])
    assert [lot.leader for lot in last.lots()] == [0, None, None]
    assert view(last, 1) == view(last, 1)


def test_ties_go_clockwise_from_the_start_player() -> None:
    state = at("offers", start=2, p0=3, p1=3, p2=0)
    state = played(state, "pass", "bid 3 on shop 2", "bid 3 on shop 2")
    assert state.decision.player == 0
    assert state.lots()[1].leader == 0
    assert state.lots()[1].bid == 3


def test_ties_go_clockwise_from_you(tmp_path: Path) -> None:
    sale = """\
phase sale: each player: sell
action sell:
    auction shops:
        all bid at once, in secret, and ties go clockwise from you
        bids are 1 or 2
    each winner, from you: may pay the bid in coins to use the shop
"""
    rules = small(tmp_path, sale, HEAD)
    state = situation(rules, 3, "sale", start_player=1)
    state = played(state, "bid 2 on shop 1", "bid 1 on shop 2", "bid 2 on shop 1")
    assert (state.decision.player, state.decision.keys[0]) == (1, "pay 2 coins to use Baker")
    state = played(state, "decline", "decline")
    assert state.decision.player == 2, "the turn of the next player"
    state = played(state, "bid 2 on shop 1", "bid 2 on shop 1", "pass")
    assert state.decision.player == 2
    play_checked(rules, games=1)


# ---------------------------------------------------------------------------------- falling, once


def test_the_bid_falls_until_somebody_takes_it() -> None:
    state = at("sales", p0=6, p1=6, p2=6)
    assert state.decision.player == 0
    assert "bid 4 on shop 1" not in state.decision.keys
    assert why_not(state, "bid 4 on shop 1") == "what is offered now is a bid of 6"
    state = played(state, "pass")
    assert state.decision.player == 2, "to the right"
    state = played(state, "bid 6 on shop 2")
    assert state.decision.player == 1
    assert why_not(state, "bid 6 on shop 2") == "shop 2 is taken"
    state = played(state, "pass")
    assert state.decision.keys == ("bid 4 on shop 1", "bid 4 on shop 3", "pass")
    state = played(state, "pass", "pass")
    assert state.decision.keys == ("bid 2 on shop 1", "bid 2 on shop 3", "pass")
    state = played(state, "pass", "pass")
    assert (state.decision.player, state.decision.keys[0]) == (2, "pay 6 melons to use Tailor")


def test_nobody_is_asked_who_could_not_take_it() -> None:
    state = at("sales", p0=3, p1=1, p2=4)
    assert (state.decision.player, state.decision.keys[0]) == (2, "bid 4 on shop 1")
    state = played(state, "pass")
    assert (state.decision.player, state.decision.keys[0]) == (0, "bid 2 on shop 1")


@pytest.fixture(scope="module")
def bid_once(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return small(tmp_path_factory.mktemp("once"), ONCE + EACH, HEAD)


def test_everybody_bids_once_where_who_is_outbid_is_out(bid_once: Rules) -> None:
    state = situation(bid_once, 3, "sale")
    state = played(state, "bid 1 on shop 1", "bid 2 on shop 1", "bid 4 on shop 1")
    assert state.decision.player == 2
    assert state.decision.keys == ("pay 4 coins to use Baker", "decline")
    assert played(state, state.decision.keys[0]).holding(2, "star") == 3


def test_all_that_somebody_leads_must_be_covered(tmp_path: Path) -> None:
    more = ONCE.replace("leads a shop waits", "leads a shop may bid on another, or pass")
    rules = small(tmp_path, more + EACH, HEAD)
    state = situation(rules, 2, "sale", holdings={0: {"coin": 4}})
    state = played(state, "bid 3 on shop 1", "pass")
    assert state.decision.keys == ("bid 1 on shop 2", "pass")
    play_checked(rules, games=1)


def test_a_bid_is_paid_in_every_way_there_is(tmp_path: Path) -> None:
    gold = "2 pebbles may pay for 1 coin\n"
    rules = small(tmp_path, ONCE + EACH + gold, HEAD)
    state = situation(rules, 2, "sale", holdings={0: {"coin": 2, "pebble": 2}})
    state = played(state, "bid 2 on shop 2", "pass")
    assert state.decision.keys == (
        "pay 2 coins to use Smith",
        "pay 2 pebbles, 1 coin to use Smith",
        "decline",
    )
    play_checked(rules, games=1)


def test_something_else_may_be_bought_with_the_bid(tmp_path: Path) -> None:
    each = EACH.replace("use the shop", "gain 1 pebble")
    state = played(
        situation(small(tmp_path, ONCE + each, HEAD), 2, "sale"), "bid 2 on shop 2", "pass"
    )
    assert state.decision.keys == ("pay 2 coins to gain 1 pebble", "decline")
    assert played(state, state.decision.keys[0]).holding(0, "pebble") == 1


def test_it_is_told_as_it_is_written(bid_once: Rules) -> None:
    """Each auction says its own sentences."""
    from homesteaders_rules.commands.base import walk as commands
    from homesteaders_rules.mechanisms.auction.commands import Auction

    text = GAME.read_text(encoding="utf-8")
    found = [c for d in STREET.definitions for c in commands(d) if isinstance(c, Auction)]
    assert len(found) == 3
    for auction in found:
        assert all(f"        {sentence}\n" in text for sentence in auction.sentences())
    assert [len(auction.sentences()) for auction in found] == [9, 3, 4]


def test_random_games_end(bid_once: Rules) -> None:
    for seed in range(3):
        state, random = new_game(bid_once, 4, seed), Random(seed)
        while not state.over:
            state, _ = apply(state, random.choice(state.decision.options))


def test_a_bid_that_something_else_pays_for_is_a_use_of_the_right(tmp_path: Path) -> None:
    """Every option says what it pays: a bid as well as a build and an exchange."""
    rules = small(tmp_path, ONCE + EACH + "1 pebble may pay for 1 coin\n", HEAD)
    state = situation(rules, 2, "sale", holdings={0: {"coin": 4, "pebble": 1}})
    state = played(state, "bid 2 on shop 1", "pass")
    used = {o.key: [*substitutions_used(state, o)] for o in state.options}
    paid = {o.key: payment_of(o) for o in state.options}
    (pebble,) = rules.of(Substitution)
    assert used == {
        "pay 2 coins to use Baker": [],
        "pay 1 pebble, 1 coin to use Baker": [pebble],
        "decline": [],
    }
    assert [key for key, payment in paid.items() if payment is None] == ["decline"]


def test_what_many_lots_need_grows_with_their_number(tmp_path: Path) -> None:
    """Each lot has steps of its own; what they share is made, read and written once."""

    def calls(shops: int) -> int:
        text = HEAD + "".join(f"shop Shop{'x' * n}: gain 1 star\n" for n in range(shops))
        rules, called = small(tmp_path, ONCE + EACH, text), 0

        def count(frame: object, event: str, argument: object) -> None:
            nonlocal called
            called += event == "call"

        before = sys.getprofile()
        sys.setprofile(count)
        try:
            table = rules.for_table(2)
            block_of(table.program, table.layout, range(len(PARTS)))
        finally:
            sys.setprofile(before)
        return called

    calls(1)
    few, many = calls(20), calls(40)
    assert few < many < 2.1 * few


def test_each_lot_is_paid_for_by_its_name(tmp_path: Path) -> None:
    state = played(situation(small(tmp_path, ONCE + EACH, HEAD), 2, "sale"), "bid 2 on shop 2")
    state = played(state, "pass")
    assert state.decision.keys == ("pay 2 coins to use Smith", "decline")
    step = state.decision.step
    assert [key for key in step.keys() if key.startswith("pay 2 ")] == [
        "pay 2 coins to use Baker",
        "pay 2 coins to use Smith",
    ]
    assert why_not(state, "pay 2 coins to use Baker") == "what is due is 2 coins, to use Smith"
