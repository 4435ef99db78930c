"""Pieces that are used by what is left on them: free, cleared, and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import GameError, Rules, apply, new_game, view, why_not
from homesteaders_rules.errors import BadSave
from homesteaders_rules.play.validation import checked
from homesteaders_rules.runtime.recording.events import on_piece
from homesteaders_rules.runtime.recording.kinds import Transfer
from homesteaders_rules.telling.narration import narrate
from homesteaders_rules.testing.checks import check_offered, check_step
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.readings.catching_up import board_of, happens
from homesteaders_rules.testing.readings.reading import Reading
from homesteaders_rules.testing.readings.text import Text
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import finish, walk

from .small import play_checked, played, small

HEAD = """\
game Quay, version 1, for 2-3 players

public money/moneys: 60 coin/coins
public worker/workers: 12 porter/porters, 12 sailor/sailors, 6 captain/captains
public good/goods: 30 crate/crates, 30 fish
limited: crate, porter, sailor, captain

play:
    beginning
    rounds 1-4: work, evening
phase beginning: each player: gain 3 porters, 2 sailors, 1 captain, 4 coins
phase work: 3 times: each player, from the start player: use any free berth or gain 1 coin

piece berth/berths:
    labels: pier, harbour
    places: board

scoring in coins:
    coins: 1 per coin, 2 per crate, 2 per fish
    tie: most fish

"""
EVENING = """\
phase evening:
    if no pier berth is free: clear the pier berths
    each player: take back what is yours
"""
BERTHS = """\
1 captain may pay for 1 porter or 1 sailor

berth Pier 1:
    pier
    leave 1 porter here and pay 1 coin to gain 2 crates
    may leave 1 porter here to gain 1 crate

berth Pier 2:
    pier
    leave 1 porter here and pay 3 coins to gain 3 crates

berth Market:
    harbour
    leave 1 worker here to gain 3 coins

berth Fishing Ground:
    harbour
    leave 1 sailor here
    gain 1 fish or gain 2 coins
"""


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return small(tmp_path_factory.mktemp("quay"), EVENING + BERTHS, HEAD)


def examples_of(folder: Path, text: str, evening: str = EVENING) -> list[str]:
    return [str(each) for each in failures(small(folder, evening + BERTHS + text, HEAD))]


def test_every_promise_holds(quay: Rules) -> None:
    play_checked(quay, games=2)


def test_offered_is_what_is_accepted(quay: Rules) -> None:
    for step in walk(quay, 3, seed=4, anytime=0.2, most=60):
        check_offered(step.before, step.before.decision.step.keys())


def test_one_option_for_each_way_to_leave_what_the_text_begins_with(tmp_path: Path) -> None:
    assert not examples_of(
        tmp_path,
        """
example ways, with 2 players:
    player 1 has 1 porter, 0 sailors, 1 captain, 1 coin
    in work
    player 1 can "use Pier 1", "use Pier 1 with captain as porter"
    player 1 cannot "use Pier 2", "use Pier 2 with captain as porter"
    player 1 can "use Market with 1 porter", "use Market with 1 captain"
    player 1 can "use Market with 1 porter with captain as porter"
    player 1 cannot "use Market with 1 fish"
    player 1 can "use Fishing Ground with captain as sailor"
""",
    )


def test_what_stands_in_lies_there_too_and_what_is_paid_does_not(tmp_path: Path) -> None:
    assert not examples_of(
        tmp_path,
        """
example beside it, with 2 players:
    player 1 has 1 porter, 1 captain, 1 coin, 0 crates
    in work
    player 1: "use Pier 1 with captain as porter"
    player 1: "leave 1 porter here to gain 1 crate"
    Pier 1 holds 1 captain, 1 porter of player 1
    player 1 has 0 porters, 0 captains, 0 coins, 3 crates
    player 2 cannot "use Pier 1"
    player 2 can "use Pier 2"
""",
    )


def test_pieces_are_cleared_when_none_of_a_label_is_free(tmp_path: Path) -> None:
    assert not examples_of(
        tmp_path,
        """
example both piers, with 2 players:
    Pier 1 holds 1 porter
    Pier 2 holds 1 captain
    Market holds 1 sailor
    in evening
    Pier 1 holds 0 porters
    Pier 2 holds 0 captains
    Market holds 1 sailor
    player 1: "wait"

example one pier, with 2 players:
    Pier 1 holds 1 porter
    in evening
    Pier 1 holds 1 porter
    player 1: "wait"
""",
        EVENING + "    each player: wait or gain 1 coin\naction wait: do nothing\n",
    )


def test_everybody_takes_back_their_own(tmp_path: Path) -> None:
    assert not examples_of(
        tmp_path,
        """
example home, with 2 players:
    player 1 has 1 porter, 0 sailors, 0 captains
    player 2 has 0 porters, 0 sailors, 1 captain
    Pier 1 holds 1 porter, 1 captain of player 2
    Market holds 1 sailor
    in evening
    player 1: "use Pier 2"
    Pier 2 holds 1 porter of player 1
    player 2: "use Fishing Ground with captain as sailor", "gain 1 fish"
    Pier 1 holds 0 porters, 0 captains
    Pier 2 holds 0 porters
    Fishing Ground holds 0 captains
    Market holds 1 sailor
    player 1 has 1 porter
    player 2 has 1 porter, 2 captains
""",
        "phase evening:\n    each player: use any free berth\n"
        "    each player: take back what is yours\n    each player: gain 1 coin or gain 1 fish\n",
    )


def test_an_example_says_whose_it_is(tmp_path: Path) -> None:
    (found,) = examples_of(
        tmp_path,
        """
example whose, with 2 players:
    in work
    player 1: "use Pier 1"
    Pier 1 holds 1 porter of player 2
""",
    )
    assert "what Pier 1 holds is player 1's" in found


def test_it_is_told_and_seen(quay: Rules) -> None:
    state = situation(quay, 2, "work", holdings={0: {"porter": 1}})
    after, events = apply(state, "use Pier 1")
    holder = on_piece(state.table.layout.piece_index["Pier 1"])
    assert [e for e in events if isinstance(e, Transfer)][:2] == [
        Transfer(0, "porter", 1, 0, holder, piece="Pier 1"),
        Transfer(0, "coin", 1, 0, -1, piece="Pier 1"),
    ]
    assert any("puts 1 porter on Pier 1" in each for each in narrate(events, after.table))
    assert after.user("Pier 1") == 0
    assert view(after, 1).user("Pier 1") == 0
    assert after.user("Market") is None
    assert why_not(played(after, "decline"), "use Pier 1") == "it is not free: something lies there"


def test_reasons_say_how_a_piece_can_be_used(quay: Rules) -> None:
    state = situation(quay, 2, "work", holdings={0: {"porter": 0, "captain": 0}})
    assert why_not(state, "use Pier 1") == "it costs 1 porter, 1 coin; you have 0 porters"
    said = str(why_not(state, "use Market with 2 porters"))
    assert said.startswith('it can be used as "use Market with 1 porter", "use Market with 1')


def test_nobody_knows_the_users_where_nothing_is_taken_back(tmp_path: Path) -> None:
    evening = "phase evening:\n    each player: gain 1 coin\n    clear the berths\n"
    rules = small(tmp_path, evening + BERTHS, HEAD)
    state = played(new_game(rules, 2, 1), "use Pier 2")
    assert state.user("Pier 2") is None
    assert finish(state, 1).lying("Pier 2", "porter") == 0
    with pytest.raises(GameError, match="nobody takes back what lies on Pier 2"):
        situation(rules, 2, "work", lying={"Pier 2": {"porter": 1}}, users={"Pier 2": 0})


def test_a_user_of_nothing_is_refused_from_outside(quay: Rules) -> None:
    state = new_game(quay, 2, 1)
    cells = list(state.cells)
    cells[state.table.layout.at["user", "Market"]] = 1
    with pytest.raises(BadSave, match="somebody uses Market, and nothing lies there"):
        checked(state.table, cells)


def test_a_text_may_end_with_what_is_left_and_may_ask_for_more(tmp_path: Path) -> None:
    """In a choice and as what may be left out, with triggers of what is lost."""
    text = """\
phase evening:
    each player: may use any free harbour berth
    clear the berths
whenever you lose a captain: gain 1 fish
"""
    rules = small(tmp_path, text + BERTHS, HEAD)
    state = situation(rules, 2, "evening", holdings={0: {"captain": 1, "fish": 0}})
    assert set(state.decision.keys) >= {"use Market with 1 captain", "decline"}
    assert "use Pier 1" not in state.decision.keys
    after, events = apply(state, "use Market with 1 captain")
    check_step(state, after, events)
    assert after.holding(0, "fish") == 1
    play_checked(rules, games=1)


def test_goods_that_the_rules_put_there_wait_for_whoever_uses_it(tmp_path: Path) -> None:
    """Only what players leave makes a piece busy; and its moments come, since all may use it."""
    text = """\
piece shore/shores:
    places: coast
    moments: growth
shore Reef:
    leave 1 sailor here
    take 1 fish from here
    growth: put 2 fish here
    whenever a player loses a sailor: gain 1 coin
phase evening:
    collect growth
    each player: use any free shore or gain 2 coins
    each player: take back what is yours

example it grows, with 2 players:
    player 1 has 1 sailor, 0 coins, 0 captains, 0 fish
    Reef holds 1 fish
    in evening
    Reef holds 3 fish
    player 1: "use Reef"
    player 1 has 0 sailors, 1 coin
    player 1: "take 1 fish from Reef"
    player 2 cannot "use Reef"
    player 2: "gain 2 coins"
    Reef holds 2 fish
    player 1 has 1 sailor, 1 fish
"""
    rules = small(tmp_path, text + BERTHS, HEAD)
    assert not [*failures(rules)]
    play_checked(rules, games=1)


SORT_OF_NOBODY = """\
phase evening: each player: may gain 1 coin
piece lamp/lamps:
    labels: bright
    places: cellar, street
lamp Old Lamp: bright
before work: move bright lamps from cellar to street
"""


def test_pieces_of_nobody_lie_in_places(tmp_path: Path) -> None:
    rules = small(tmp_path, SORT_OF_NOBODY + BERTHS, HEAD)
    state = situation(rules, 2, "work")
    assert state.copies("street", "Old Lamp") == 1
    play_checked(rules, games=1)
    with pytest.raises(GameError, match="nobody owns a lamp"):
        situation(rules, 2, "work", pieces={0: ["Old Lamp"]})


LABOUR = """\
phase evening:
    each player: labour or gain 1 coin
    clear the berths
action labour:
    use any free pier berth
    gain 1 crate
"""


def test_an_action_that_uses_one_is_offered_where_one_can_be_used(tmp_path: Path) -> None:
    rules = small(tmp_path, LABOUR + BERTHS, HEAD)
    rich, poor = {"porter": 1, "coin": 1}, {"porter": 1, "coin": 0}
    both = {"Pier 1": {"porter": 1}, "Pier 2": {"porter": 1}}
    state = situation(rules, 2, "evening", holdings={0: rich})
    assert state.decision.keys == ("labour", "gain 1 coin")
    assert set(played(state, "labour").decision.keys) == {
        "use Pier 1",
        "use Pier 1 with captain as porter",
    }
    assert situation(rules, 2, "evening", holdings={0: poor}).decision.keys == ("gain 1 coin",)
    state = situation(rules, 2, "evening", holdings={0: rich}, lying=both)
    assert state.decision.keys == ("gain 1 coin",)
    play_checked(rules, games=1)


def test_a_text_that_cannot_be_done_to_its_end_is_not_begun(tmp_path: Path) -> None:
    """What comes after the goods were left must be possible then: tried out where in doubt."""
    yard = """\
phase evening:
    each player: use any free yard or gain 1 coin
    clear the yards
piece yard/yards:
    places: shore
yard Shipyard:
    leave 1 sailor here
    build any
piece ship/ships:
    places: dock, slip, players
each player may own 1 ship of each name
ship Cutter: cost 1 sailor
ship Brig: cost 9 crates
after beginning: move ships from dock to slip
"""
    rules = small(tmp_path, yard + BERTHS, HEAD)
    state = situation(rules, 2, "evening", holdings={0: {"sailor": 2, "captain": 0}})
    assert state.decision.keys == ("use Shipyard", "gain 1 coin")
    assert played(state, "use Shipyard").decision.keys == ("build Cutter",)
    state = situation(rules, 2, "evening", holdings={0: {"sailor": 1, "captain": 0}})
    assert state.decision.keys == ("gain 1 coin",)
    assert why_not(state, "use Shipyard") == "what must be done in it cannot be done now"
    play_checked(rules, games=1)


def test_any_so_many_of_a_group_may_be_left_where_any_two_stand_in_for_one(tmp_path: Path) -> None:
    """What may be chosen anyway does not stand in; the ways would be thousands."""
    helpers = "any 2 workers may pay for 1 porter or 1 sailor\n"
    bank = "berth Bank:\n    harbour\n    leave any 2 workers here to gain 8 coins\n"
    rest = BERTHS.partition("\n")[2]
    rules = small(tmp_path, EVENING + helpers + rest + bank, HEAD)
    held = {"porter": 1, "sailor": 2, "captain": 1}
    keys = situation(rules, 2, "work", holdings={0: held}).decision.keys
    assert {key for key in keys if key.startswith("use Bank")} == {
        "use Bank with 1 porter, 1 sailor",
        "use Bank with 1 porter, 1 captain",
        "use Bank with 2 sailors",
        "use Bank with 1 sailor, 1 captain",
    }
    assert "use Pier 1 with 1 sailor, 1 captain as porter" in keys
    play_checked(rules, games=1)


GATHERED = """\
play:
    rounds 1-3: work
piece stand/stands:
    labels: low
    places: square
    moments: dawn
stand Gate:
    low
    leave 1 coin here to gain 1 pebble
stand Ferry:
    low
    leave 1 coin here to gain 1 star
    dawn: put 2 coins here
phase work:
    each player: gain 1 coin
    each player: use any free stand or do nothing
    each player: take back what is yours
    each player: use any free stand or do nothing
    collect dawn
"""


def test_a_reading_that_catches_up_knows_who_uses_what(tmp_path: Path) -> None:
    """What was put on a piece nobody has left there."""
    rules = small(tmp_path, GATHERED)
    seen = set()
    for step in walk(rules, 2, seed=1, most=60):
        text = Text.of(step.after.table)
        game = Reading(text, board_of(text, step.before), fate=step.after)
        for event in step.events:
            happens(game, event)
        users = board_of(text, step.after).users
        assert game.board.users == users
        seen.update(users.items())
    assert seen >= {("Gate", 0), ("Gate", 1), ("Ferry", None)}
