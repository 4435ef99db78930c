"""Sampling: a state that agrees with a view, each that does as likely as the others."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import sqrt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from homesteaders_rules import GameError, State, View, apply, load, new_game, sample, view
from homesteaders_rules.testing.checks import check_honest, check_step
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import finish, walk, walk_from

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable

    from homesteaders_rules import Rules

TESTS = Path(__file__).parents[1]
SHIPPED = ("homesteaders", "peer", "new_beginnings", "peer_new_beginnings", "montana", "agricola")
OTHERS = (
    TESTS / "games" / "orchard.rules",
    *sorted((TESTS / "hostile" / "games").glob("*.rules")),
)
HEAD = """\
game Small, version 1, for 2-3 players
public prize/prizes: 40 star/stars
scoring in stars:
    stars: 1 per star
"""


def small(folder: Path, text: str) -> Rules:
    file = folder / "small.rules"
    file.write_text(HEAD + text, encoding="utf-8")
    return load(file)


def some_states(rules: Rules, wanted: int = 3) -> list[State]:
    """States of a few random games, the last of each over."""
    found = []
    for seed, players in enumerate((rules.players[0], rules.players[-1])):
        options = {name: True for name in rules.options if Random(name).random() < 0.3}
        steps = list(walk(rules, players, seed, options, anytime=0.2, most=2000))
        found += [step.before for step in Random(seed).sample(steps, min(wanted, len(steps)))]
        found += [steps[-1].after]
    return found


@pytest.mark.parametrize("pack", [*SHIPPED, *OTHERS], ids=lambda pack: Path(pack).stem)
def test_a_sample_is_seen_as_the_state_is_and_play_goes_on_from_it(pack: str | Path) -> None:
    states = some_states(load(pack))
    for number, state in enumerate(states):
        for seat in (None, *range(state.table.players)):
            seen = view(state, seat)
            found = sample(seen, number)
            assert view(found, seat) == seen
            assert found == sample(seen, number)
            check_honest(found)
        for step in walk_from(found, number, anytime=0.2, most=2):
            check_step(step.before, step.after, step.events)
    assert finish(sample(view(states[0], 0), 1)).over


@pytest.mark.parametrize("pack", ["homesteaders", "new_beginnings", "agricola"])
def test_equal_views_give_equal_states(pack: str) -> None:
    """Whatever is hidden: a sample of a sample's view is drawn as from the first view."""
    for number, state in enumerate(some_states(load(pack), wanted=3)):
        for seat in (None, number % state.table.players):
            seen = view(state, seat)
            other = sample(seen, 99)
            assert other != state  # the random numbers to come are always others
            assert sample(view(other, seat), number) == sample(seen, number)


def even(found: Counter[Hashable], possible: Collection[Hashable]) -> bool:
    """Chi square: is every possibility, and nothing else, found as often as the others?

    Whoever draws evenly is five standard deviations off in one of a million tests.
    """
    assert found.keys() == set(possible), "other possibilities are found than there are"
    expected, free = found.total() / len(possible), len(possible) - 1
    square = sum((found[each] - expected) ** 2 / expected for each in possible)
    return square < free + 5 * sqrt(2 * free)


def drawn(seen: View, what: Callable[[State], Hashable], each: int, ways: int) -> Counter[Hashable]:
    """What is found in so many samples for each of the possibilities."""
    return Counter(what(sample(seen, seed)) for seed in range(each * ways))


HIDDEN = """\
hidden fruit/fruits: 5 apple/apples
piece card/cards:
    stacks: Deck
    labels: early, late
play:
    opening
    rounds 1-3: days
phase opening:
    stack Deck face down: early on 1 late
    each player: gain 1 apple
phase days:
    turn up 1 card of each stack
    each player, from the start player: may gain 1 star
cards of Deck, early:
    card A: do nothing
    card B: do nothing
    card C: do nothing
cards of Deck, late:
    card D: do nothing
    card E: do nothing
"""


def test_each_way_to_hold_and_to_lie_is_as_likely_as_the_others(tmp_path: Path) -> None:
    """Four apples of which one is one's own, and two early cards on one of the late ones."""
    state = new_game(small(tmp_path, HIDDEN), 3, 7)
    seen, up = view(state, 0), state.stack("Deck")[0]
    early = permutations({"A", "B", "C"} - {up})
    orders = {(up, *two, late) for two in early for late in ("D", "E")}
    hands = {hand for hand in product(range(5), repeat=3) if sum(hand) == 4}
    possible = {(order, hand) for order in orders for hand in hands}
    assert len(possible) == 4 * 15
    found = drawn(
        seen,
        lambda s: (
            s.stack("Deck"),
            (s.holding(1, "apple"), s.holding(2, "apple"), s.holding(-1, "apple")),
        ),
        40,
        len(possible),
    )
    assert even(found, possible)


def test_the_test_of_evenness_finds_what_is_not_even() -> None:
    assert even(Counter({"a": 100, "b": 100, "c": 100}), "abc")
    assert not even(Counter({"a": 160, "b": 70, "c": 70}), "abc")
    with pytest.raises(AssertionError, match="other possibilities"):
        even(Counter({"a": 100, "b": 100}), "abc")


def test_layers_that_share_cards_are_dealt_as_chance_deals_them(tmp_path: Path) -> None:
    """A card that fits in both layers lies in the upper one, so three deals are not alike often."""
    text = HIDDEN.replace("early on 1 late", "early on late")
    text = text.replace("labels: early, late", "labels: early\n    labels: late")
    text = text.replace(
        "cards of Deck, early:\n",
        "cards of Deck, early, late:\n    card F: do nothing\ncards of Deck, early:\n",
    )
    text = text.replace("early on late", "2 early on late")
    rules = small(tmp_path, text)
    games = [new_game(rules, 2, seed) for seed in range(4000)]
    first = games[0].stack("Deck")[0], len(games[0].stack("Deck"))
    dealt = Counter(
        g.stack("Deck") for g in games if (g.stack("Deck")[0], len(g.stack("Deck"))) == first
    )
    found = Counter(sample(view(games[0], 0), seed).stack("Deck") for seed in range(dealt.total()))
    assert dealt.keys() == found.keys()
    assert len(dealt) > 10
    square = sum((dealt[each] - found[each]) ** 2 / (dealt[each] + found[each]) for each in dealt)
    free = len(dealt) - 1
    assert square < free + 5 * sqrt(2 * free)


SEALED = """\
public money/moneys: 4 coin/coins
piece shop/shops:
    places: board
shop Baker: gain 3 stars
shop Smith: gain 1 star
play:
    opening
    rounds 1-3: sale
phase opening: each player: gain 1 coin
phase sale:
    auction shops:
        all bid at once, in secret, and ties go clockwise from the start player
        bids are 1 or 2
        nobody bids more coins than they have
    each winner, in order of shops: may pay the bid in coins to use the shop
"""


def test_sealed_bids_are_any_that_could_be_covered(tmp_path: Path) -> None:
    """Of who has bid already; and who has not, has none."""
    state = new_game(small(tmp_path, SEALED), 3, 1)
    first = state.decision.player
    for _ in range(2):
        state, _ = apply(state, "bid 1 on shop 1")
    second, third = (first + 1) % 3, (first + 2) % 3
    layout = state.table.layout
    bids = [(0, 0), *product((1, 2), (1, 2))]
    coins = [held for held in product(range(4), repeat=3) if sum(held) == 3]
    possible = {(bid, held) for bid in bids for held in coins if bid[1] <= held[0]}

    def what(found: State) -> Hashable:
        cells = [found.cells[layout.at[name, second]] for name in ("marker lot", "marker bid")]
        assert found.cells[layout.at["marker lot", third]] == 0
        assert found.decision.player == third
        return tuple(cells), (
            *(found.holding(p, "coin") for p in (second, third)),
            found.holding(-1, "coin"),
        )

    assert even(drawn(view(state, first), what, 30, len(possible)), possible)


SECRET = """\
public fruit/fruits: 4 apple/apples
public money/moneys: 9 coin/coins
limited: apple
play:
    opening
    rounds 1-3: fair
phase opening: each player: gain 1 apple
exchange sell: 1 apple -> 1 coin, at most 2 times in each round
phase fair: each player, from the start player, in secret: trade freely
"""


def uses(state: State, seat: int) -> int:
    return state.cells[state.table.layout.at["used", seat]]


def test_what_others_do_in_secret_is_anything_they_may_have_done(tmp_path: Path) -> None:
    """Whoever has not acted yet has used nothing; what the stock was before is known."""
    state = new_game(small(tmp_path, SECRET), 3, 1)
    first = state.decision.player
    state, _ = apply(state, "sell")
    state, _ = apply(state, "done")
    second, third = (first + 1) % 3, (first + 2) % 3
    seen = view(state, first)
    assert (seen.holding(first, "apple"), seen.holding(-1, "apple")) == (0, 1)
    apples = {held for held in product(range(5), repeat=3) if sum(held) == 4}
    coins = {held for held in product(range(9), repeat=3) if sum(held) == 8}

    def what(found: State) -> Hashable:
        assert (uses(found, first), uses(found, third)) == (1, 0)
        assert found.decision.player == second
        assert found.decision.keys[-1] == "done"
        return tuple(found.holding(seat, "apple") for seat in (second, third, -1)), uses(
            found, second
        )

    assert even(drawn(seen, what, 20, 45), set(product(apples, range(3))))
    whole = {
        tuple(sample(seen, n).holding(s, "coin") for s in (second, third, -1)) for n in range(500)
    }
    assert len(whole) == len(coins) == 45


def test_who_decides_in_secret_has_the_options_of_the_view(tmp_path: Path) -> None:
    """With an empty box, which is seen from what is offered, all samples have it empty."""
    text = SECRET.replace("1 apple -> 1 coin, at most 2 times in each round", "nothing -> 1 apple")
    state = new_game(small(tmp_path, text), 3, 1)
    state, _ = apply(apply(state, "sell")[0], "done")
    seen = view(state, state.decision.player)
    assert seen.options == ("done",)
    assert {sample(seen, seed).holding(-1, "apple") for seed in range(30)} == {0}


def test_a_fair_goes_on_from_what_everybody_sees_of_it() -> None:
    """In secret: every seat's view of every state, of tables with and without a strict supply."""
    held = {seat: {"trade": 3, "wood": 2, "food": 2, "steel": 1} for seat in range(4)}
    for strict in (False, True):
        state = situation(
            load("new_beginnings"),
            4,
            "bidding",
            5,
            turned={"Events": "State Fair"},
            holdings=held,
            options={"strict supply": strict},
        )
        for number, step in enumerate(walk_from(state, 3, anytime=0.6, most=14)):
            for seat in (None, *range(4)):
                seen = view(step.before, seat)
                found = sample(seen, number)
                assert view(found, seat) == seen
                check_honest(found)
                assert not found.secret or found.decision.find("done")
    assert step.before.round == 5


OVERDRAWN = """\
hidden fruit/fruits: 2 apple/apples
play:
    rounds 1-3: days
phase days: each player, from the start player: gain 1 apple or gain 1 star
"""


def test_where_more_is_held_than_there_is_the_stock_lacks_it(tmp_path: Path) -> None:
    """The box is only a box: what it has too little of is below nothing, as in the state."""
    state = situation(small(tmp_path, OVERDRAWN), 2, "days", holdings={0: {"apple": 5}})
    found = sample(view(state, 0), 1)
    assert (found.holding(1, "apple"), found.holding(-1, "apple")) == (0, -3)


BOUND = """\
hidden fruit/fruits: 9 apple/apples, 9 pear/pears
hidden nut/nuts: 9 hazel/hazels
each player may hold 2 hazels, and gains no more
each player may hold 3 fruits, and gains no more
play:
    rounds 1-3: days
phase days: each player, from the start player: gain 1 apple or gain 1 star
"""


def test_nobody_is_taken_to_hold_more_than_they_may(tmp_path: Path) -> None:
    state = new_game(small(tmp_path, BOUND), 2, 1)
    hands = {hand for hand in product(range(4), range(4), range(3)) if sum(hand[:2]) <= 3}

    def what(found: State) -> Hashable:
        return tuple(found.holding(1, good) for good in ("apple", "pear", "hazel"))

    assert even(drawn(view(state, 0), what, 30, len(hands)), hands)


def test_what_is_no_view_is_refused() -> None:
    state = new_game(load("homesteaders"), 2, 1)
    seen = view(state, 0)
    with pytest.raises(TypeError, match="a view"):
        sample(state, 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seed"):
        sample(seen, "1")  # type: ignore[arg-type]
    with pytest.raises(GameError, match="knows no table"):
        sample(evolve(seen, decider=1), 1)
