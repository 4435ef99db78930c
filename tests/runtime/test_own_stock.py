"""What is limited for each player: nothing is offered in which more would have to be gained."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, State, read, why_not
from homesteaders_rules.mechanisms.holding.definitions import MayHold
from homesteaders_rules.telling.describing import describe
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import walk

from .small import HEAD, game_in_step, play_checked, played, small

GAME = """\
public family/families: 20 elder/elders, 20 child/children
public thing/things: 20 hut/huts
limited for each player: 3 family, 2 huts
play:
    setup
    rounds 1-5: work
phase setup: each player: gain 2 elders, 4 huts, then discard 3 huts
phase work: each player: grow or settle or gain 1 coin
action grow: gain 1 child, then gain 1 star
action settle: pay 1 coin to gain 1 hut per elder, then gain 1 star
"""
EXAMPLES = """
example one more and no second, with 2 players:
    player 1 has 2 elders, 0 children
    player 2 has 2 elders, 1 child
    in work
    player 1 can "grow"
    player 1: "grow"
    player 1 has 1 child, 1 star
    player 2 cannot "grow"

example all or nothing of them fit, with 2 players:
    player 1 has 2 elders, 1 hut, 1 coin
    player 2 has 1 elder, 1 hut, 1 coin
    in work
    player 1 cannot "settle"
    player 1: "gain 1 coin"
    player 2: "settle", "pay 1 coin"
    player 2 has 2 huts, 0 coins, 1 star
"""


@pytest.fixture(scope="module")
def families(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return small(tmp_path_factory.mktemp("families"), GAME + EXAMPLES)


def test_its_examples_hold(families: Rules) -> None:
    assert not [str(each) for each in failures(families)]


def test_every_promise_holds_and_it_goes_as_its_second_reading(families: Rules) -> None:
    play_checked(families, games=1, most=30)
    game_in_step(families, 3, seed=3)


def test_what_must_happen_gives_no_more_than_there_is(families: Rules) -> None:
    state = situation(families, 2, "work")
    assert state.holding(0, "hut") == 0
    assert state.holding(0, "elder") == 2


def test_a_refusal_has_its_reason_and_no_state_has_more(families: Rules) -> None:
    state = situation(families, 2, "work", holdings={0: {"elder": 2, "child": 1}})
    assert why_not(state, "grow") == "what must be done in it cannot be done now"
    state = played(state, "gain 1 coin")
    assert state.decision.player == 1


def test_each_limit_says_itself_and_is_said_once(families: Rules, tmp_path: Path) -> None:
    told = [
        text for each in families.of(MayHold) for _, text in describe(each, families.vocabulary)
    ]
    assert told == ["limited for each player: 3 family", "limited for each player: 2 huts"]
    file = tmp_path / "twice.rules"
    file.write_text(HEAD + GAME + "limited for each player: 1 child\n", encoding="utf-8")
    _, found = read(file)
    assert "E582" in [each.code for each in found]


def test_a_whole_gain_is_counted_when_it_comes(tmp_path: Path) -> None:
    """With the elder that comes first there is one hut more than fits."""
    grow = "action grow: gain 1 child, then gain 1 star"
    rules = small(
        tmp_path, GAME.replace(grow, "action grow: gain 1 elder, then gain 1 hut per elder")
    )
    full = situation(rules, 2, "work", holdings={0: {"elder": 0, "hut": 2, "coin": 1}})
    assert full.decision.find("grow") is None
    free = situation(rules, 2, "work", holdings={0: {"elder": 0, "hut": 1, "coin": 1}})
    assert played(free, "grow").holding(0, "hut") == 2


TAKING = """\
public person/people: 30 guest/guests, 30 child/children
public ware/wares: 90 jar/jars
limited: guest, child
limited for each player: 4 people, 3 jars
piece house/houses:
    moments: built, rest, sold
    places: box, street, players
each player may own 1 house of each name
piece field/fields:
    places: common
house Inn:
    built: put 2 guests here
    rest: take 1 person from here
    sold: take everything from here
field Meadow:
    leave 2 guests here
play:
    rounds 1-9: work, evening
phase work: each player, from the start player:
    {}
    gain 1 coin or gain 1 star
before evening: move houses from box to street
phase evening: each player:
    may build any or use any free field
    collect rest
    collect sold
    take back what is yours
"""


@pytest.mark.parametrize(
    ("line", "key", "good", "held"),
    [
        ("draw 3 people", "", "", 4),
        ("draw 3 jars", "", "jar", 3),
        ("take back what is yours", "", "", 4),
        ("collect rest", "take 1 guest from Inn", "", 4),
        ("collect sold", "", "", 4),
        ("throw 3 dice for jars", "", "jar", 3),
    ],
)
def test_what_is_taken_fits_too(tmp_path: Path, line: str, key: str, good: str, held: int) -> None:
    """What does not fit stays where it is; what was left there is still theirs."""
    rules = small(tmp_path, TAKING.format(line))
    full = at_work(rules, 4)
    assert full.decision.keys == ("gain 1 coin", "gain 1 star")
    assert full.holding(0, "guest") == 4
    state = at_work(rules, 3)
    if key:
        state = played(state, key)
    goods = [good] if good else ["guest", "child"]
    assert sum(state.holding(0, each) for each in goods) == held
    if "back" in line:
        assert (state.lying("Meadow", "guest"), state.user("Meadow")) == (1, 0)
    if "collect" in line:
        assert state.lying("Inn", "guest") == 1
    game_in_step(rules, 2, seed=1)


def test_nobody_ever_has_more_however_it_comes(tmp_path: Path) -> None:
    rules = small(tmp_path, TAKING.format("draw 3 people"))
    play_checked(rules, games=1, most=30)
    for step in walk(rules, 2, seed=2, most=60):
        for seat in (0, 1):
            held = [step.after.holding(seat, each) for each in ("guest", "child", "jar")]
            assert sum(held[:2]) <= 4 and held[2] <= 3


def at_work(rules: Rules, guests: int) -> State:
    lying = {"Inn": {"guest": 2}, "Meadow": {"guest": 2}}
    holdings = {0: {"guest": guests, "jar": 3}}
    return situation(
        rules,
        2,
        "work",
        holdings=holdings,
        pieces={0: ["Inn"]},
        lying=lying,
        users={"Meadow": 0},
    )
