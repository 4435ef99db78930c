"""The catalogue of a table has every key that any of its states offers, numbered for good."""

from __future__ import annotations

import hashlib
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from homesteaders_rules import (
    Actions,
    BeyondCatalogue,
    GameError,
    Rules,
    State,
    apply,
    load,
    new_game,
)
from homesteaders_rules.runtime import counters, dividing, pointing
from homesteaders_rules.runtime.offering.listing import numbers_of
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import walk
from runtime.small import small
from sizes import size

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = sorted((ROOT / "tests" / "golden" / "games").glob("*.json"))
SHIPPED = {
    "homesteaders": ("homesteaders",),
    "new beginnings": ("new_beginnings",),
    "montana": ("montana",),
    "agricola": ("agricola",),
    "tidewater": (str(ROOT / "examples" / "tidewater"),),
    "bellfounders": (str(ROOT / "examples" / "bellfounders"),),
    "hard winter": (str(ROOT / "examples" / "hard_winter"),),
}


def check_numbers(state: State) -> None:
    """Everything that the decision offers has a number."""
    actions = state.table.actions
    offered = [actions[number] for number in actions.offered(state)]
    assert offered == ([] if state.over else [option.key for option in state.decision.all])


def check_mask(state: State) -> None:
    """The mask says exactly what the decision offers."""
    actions = state.table.actions
    mask = actions.mask(state)
    assert len(mask) == len(actions)
    offered = {actions[number] for number, may in enumerate(mask) if may}
    assert offered == (set() if state.over else {option.key for option in state.decision.all})


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_key_of_recorded_games_is_in_it(path: Path) -> None:
    golden = json.loads(path.read_text(encoding="utf-8"))
    state = new_game(load(*golden["packs"]), golden["players"], golden["seed"])
    check_mask(state)
    for key in golden["keys"]:
        check_numbers(state)
        state, _ = apply(state, state.table.actions[state.table.actions.number(key)])
    check_mask(state)


@pytest.mark.parametrize(
    ("game", "players"),
    [(g, p) for g in SHIPPED for p in load(*SHIPPED[g]).players[:: size(3, 1)]],
)
def test_every_key_of_random_games_is_in_it(game: str, players: int) -> None:
    """With options as they are, and with all of them changed where a table allows that."""
    rules = load(*SHIPPED[game])
    changed = {name: not value for name, value in rules.options.items()}
    for seed in range(size(1, 20)):
        for options in (None, changed):
            try:
                rules.for_table(players, options)
            except GameError:
                continue
            for step in walk(rules, players, seed, options, anytime=0.3):
                check_numbers(step.before)
            check_mask(step.before)
            assert step.after.over
            check_mask(step.after)


def test_numbers_and_keys_lead_to_each_other() -> None:
    actions = load("homesteaders").for_table(3).actions
    assert [actions.number(key) for key in actions] == list(range(len(actions)))
    offered = new_game(load("homesteaders"), 3).options
    assert [actions[actions.number(each)] for each in offered] == [each.key for each in offered]
    assert list(actions) == sorted(set(actions))
    assert actions[2:4] == (actions[2], actions[3])
    assert "build Farm" in actions
    with pytest.raises(
        GameError, match=r'no state of this table offers .*did you mean "build Farm"'
    ):
        actions.number("build Fram")


def test_equal_tables_number_alike_in_every_process(tmp_path: Path) -> None:
    code = (
        "from homesteaders_rules import load\n"
        "import hashlib\n"
        "keys = load('homesteaders').for_table(3).actions.keys\n"
        "print(hashlib.sha256(repr(keys).encode()).hexdigest())\n"
    )
    there = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{code}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    ).stdout
    actions = load("homesteaders").for_table(3).actions
    assert there.strip() == hashlib.sha256(repr(actions.keys).encode()).hexdigest()
    assert pickle.loads(pickle.dumps(actions)) == actions


def test_the_order_of_files_does_not_matter(tmp_path: Path) -> None:
    """Equal rules have an equal digest, and equal numbers."""
    text = (ROOT / "examples" / "tidewater" / "tidewater.rules").read_text(encoding="utf-8")
    folder = tmp_path / "renamed"
    folder.mkdir()
    (folder / "other.rules").write_text(text, encoding="utf-8")
    one, other = load(ROOT / "examples" / "tidewater"), load(folder)
    assert one.digest == other.digest
    assert one.for_table(3).actions == other.for_table(3).actions


# ---------------------------------------------------------------------------------- what is counted

HEAD = """\
game Small, version 1, for 2 players
public money/moneys: 40 star/stars, 60 coin/coins
public stuff/stuffs: 60 clay, 60 reed
public room/rooms: 30 wooden room/wooden rooms
scoring in stars:
    stars: 1 per star
"""
PLAY = """\
play:
    rounds 1-4: work
phase work:
    each player: {offered} or gain 1 wooden room or gain 1 clay
"""


HOLD = "each player may hold 2 stuffs, and gives back what is too much\n"


def counted(folder: Path, offered: str) -> Rules:
    return small(folder, PLAY.format(offered=offered), HEAD)


def test_costs_that_are_counted_are_listed_one_by_one(tmp_path: Path) -> None:
    rules = counted(tmp_path, "pay 2 clay per wooden room, 1 reed to gain 2 stars")
    actions = rules.for_table(2).actions
    listed = [key for key in actions if key.endswith("to gain 2 stars")]
    # From no rooms to forty of them.
    assert len(listed) == actions.most + 1
    assert "pay 1 reed to gain 2 stars" in listed
    assert "pay 80 clay, 1 reed to gain 2 stars" in listed
    assert "pay 3 clay, 1 reed to gain 2 stars" not in listed


def test_more_than_is_listed_is_told_with_the_way_out(tmp_path: Path) -> None:
    rules = counted(tmp_path, "pay 1 clay per wooden room to gain 2 stars")
    table = rules.for_table(2)
    state = situation(rules, 2, "work", holdings={0: {"wooden room": 3, "clay": 9}})
    few = Actions.of(table.program, 2)
    key = "pay 3 clay to gain 2 stars"
    assert key not in few
    with pytest.raises(BeyondCatalogue, match=r"no more than 2 of anything.*Actions.of") as caught:
        few.mask(state)
    assert caught.value.bound == 2
    more = Actions.of(table.program, 3)
    assert more.mask(state)[more.number(key)]
    check_mask(state)


def test_what_a_counter_may_yield() -> None:
    some = counters.InCell(3)
    assert numbers_of(some, 4) == {0, 1, 2, 3, 4}
    assert numbers_of(counters.Fixed(7), 4) == {7}
    assert numbers_of(counters.Owned(3, 0b10110), 9) == {0, 1, 2, 3}
    assert numbers_of(pointing.Listed(3, (0, 5, 2)), 1) == {0, 2, 5}
    assert numbers_of(counters.Multiple(3, some, None), 2) == {0, 3, 6}
    assert numbers_of(counters.Multiple(3, some, 5), 2) == {0, 3, 5}
    assert numbers_of(
        counters.Together((counters.Fixed(1), counters.Multiple(2, some, None))), 2
    ) == {
        1,
        3,
        5,
    }
    assert numbers_of(dividing.Halved(some), 5) == {0, 1, 2}
    assert numbers_of(dividing.Divided(some, 3), 7) == {0, 1, 2}


@pytest.mark.parametrize("most", [0, -1, 1001, 10**30])
def test_what_may_be_listed_has_bounds(most: int) -> None:
    program = load("homesteaders").for_table(3).program
    with pytest.raises(BeyondCatalogue, match="1 to 1000 can be listed"):
        Actions.of(program, most)


def test_too_many_actions_are_refused(tmp_path: Path) -> None:
    cost = "1 clay per wooden room, 1 reed per coin, 1 coin per star, 1 star per clay"
    rules = counted(tmp_path, f"pay {cost} to gain 2 stars")
    with pytest.raises(BeyondCatalogue, match="more than 65536 actions") as caught:
        rules.for_table(2).actions.mask(new_game(rules, 2, 1))
    assert caught.value.bound == 1 << 16
    few = Actions.of(rules.for_table(2).program, 3)
    assert few.number("pay 3 clay, 1 reed, 2 coins to gain 2 stars") < len(few)


def test_all_ways_to_give_back_what_is_too_much_are_listed(tmp_path: Path) -> None:
    """Each number from one on, in all ways to divide it among two goods."""
    text = PLAY.format(offered="gain 3 coins") + HOLD
    actions = small(tmp_path, text, HEAD).for_table(2).actions
    given = [key for key in actions if key.startswith("give back ")]
    assert "give back 2 clay, 1 reed" in given
    assert len(given) == sum(number + 1 for number in range(1, actions.most + 1))


def test_a_state_of_another_table_is_refused() -> None:
    rules = load("homesteaders")
    with pytest.raises(GameError, match="of another table"):
        rules.for_table(3).actions.mask(new_game(rules, 4, 1))
    with pytest.raises(TypeError, match="wanted is a state"):
        rules.for_table(3).actions.mask("a state")  # type: ignore[arg-type]


def test_what_must_be_raised_is_listed_beyond_nine_times() -> None:
    """A debt of 2 silver each time, for a hundred that are due."""
    actions = load("homesteaders").for_table(3).actions
    loans = {key for key in actions if key.startswith("borrow")}
    assert loans == {"borrow", *(f"borrow {times}" for times in range(2, actions.most // 2 + 1))}
