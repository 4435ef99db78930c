"""A save goes on while its choices mean the same, and says truly what differs where they do not."""

from __future__ import annotations

import gc
import json
import pickle
from pathlib import Path
from shutil import copytree
from weakref import ref

import pytest

from homesteaders_rules import (
    BadSave,
    Game,
    Rules,
    apply,
    load,
    new_game,
    restore,
    save,
    state_from_json,
)
from homesteaders_rules.linking.table import link_table, once
from homesteaders_rules.paths import data_folder
from homesteaders_rules.play.planning.goals import Planner
from homesteaders_rules.rules import known_rules
from homesteaders_rules.testing.walks import walk
from runtime.small import small

DATA = Path(__file__).with_name("data")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copytree(data_folder("rules") / "homesteaders", tmp_path / "homesteaders")


def swap(file: Path, first: str, second: str) -> None:
    """Exchange two definitions that begin with these words."""
    blocks = _blocks(file.read_text(encoding="utf-8"))
    one, two = (next(i for i, b in enumerate(blocks) if b.startswith(w)) for w in (first, second))
    blocks[one], blocks[two] = blocks[two], blocks[one]
    file.write_text("".join(blocks), encoding="utf-8")


def _blocks(text: str) -> list[str]:
    blocks = [""]
    for line in text.rstrip("\n").split("\n"):
        if line and not line[0].isspace():
            blocks.append("")
        blocks[-1] += line + "\n"
    return blocks


def played(rules: Rules) -> Game:
    game = Game.new(rules, 3, 5)
    for step in walk(rules, 3, 5, most=80):
        game.choose(step.option.key)
    return game


def test_rules_in_use_stay_known_when_equal_ones_are_dropped(folder: Path) -> None:
    rules = load(folder)
    known = known_rules(rules.digest, 3)
    assert known == rules
    (folder / "buildings.rules").rename(folder / "zz_buildings.rules")
    assert load(folder) is not rules
    gc.collect()
    assert known_rules(rules.digest, 3) is known


def test_files_may_be_renamed_and_definitions_moved(folder: Path) -> None:
    game = played(load(folder))
    text = save(game, with_state=True)
    (folder / "buildings.rules").rename(folder / "zz_buildings.rules")
    swap(folder / "game.rules", "phase setup", "phase prepare")
    swap(folder / "zz_buildings.rules", "building Grain Mill", "building Farm")
    later = load(folder)
    assert later.digest == game.rules.digest
    assert later == game.rules
    assert later.for_table(3) != game.rules.for_table(3)
    again = restore(text, later)
    assert again.keys == game.keys
    assert again.state.decision.keys
    for player in range(3):
        assert set(again.state.pieces(player)) == set(game.state.pieces(player))
    with pytest.raises(BadSave, match="counted in the order of its definitions"):
        state_from_json(text, later)


@pytest.mark.parametrize(
    ("file", "first", "second"),
    [
        ("buildings.rules", "building Grain Mill", "building Farm"),
        ("buildings.rules", "building Rodeo", "building Fairgrounds"),
        ("buildings.rules", "building General Store", "building Forge"),
        ("buildings.rules", "piece building", "building Depot"),
        ("game.rules", "action settle the bid", "action allocate"),
        ("game.rules", "phase setup", "track Railroad"),
        ("goods.rules", "exchange hire", "prices"),
    ],
)
def test_the_digest_is_blind_to_order_that_means_nothing(
    folder: Path, file: str, first: str, second: str
) -> None:
    rules = load("homesteaders")
    swap(folder / file, first, second)
    other = load(folder)
    assert other.digest == rules.digest
    assert other.identity != rules.identity


@pytest.mark.parametrize(
    ("file", "first", "second"),
    [
        ("lots.rules", "lots of Auction 2, settlement", "lots of Auction 2, city"),
        ("goods.rules", "hidden resource", "hidden chit"),
        ("game.rules", "after bidding: advance", "after bidding: trade"),
        ("game.rules", "income: gain", "income: pay"),
    ],
)
def test_the_digest_sees_order_that_means_something(
    folder: Path, file: str, first: str, second: str
) -> None:
    with (folder / "game.rules").open("a", encoding="utf-8") as game:
        game.write(
            "income: pay 1 silver\nafter bidding: trade freely\nafter bidding: advance Railroad\n"
        )
    rules = load(folder)
    swap(folder / file, first, second)
    assert load(folder).digest != rules.digest


def test_old_saves_too(folder: Path) -> None:
    text = (DATA / "plain.json").read_text(encoding="utf-8")
    (folder / "goods.rules").rename(folder / "a_goods.rules")
    (folder / "lots.rules").rename(folder / "zz_lots.rules")
    assert restore(text, load(folder)).keys == restore(text).keys


def test_a_save_of_before_the_order_of_tiles_counted_goes_on(tmp_path: Path) -> None:
    text = (DATA / "montana.json").read_text(encoding="utf-8")
    assert json.loads(text)["digest"] != load("montana").digest
    assert len(restore(text).keys) == 30
    folder = copytree(data_folder("rules") / "montana", tmp_path / "montana")
    swap(folder / "landscape.rules", "tile Bighorn Lake", "tile Flathead Lake")
    with pytest.raises(BadSave, match="tiles go by their order"):
        restore(text, load(folder))


def test_the_order_that_chance_goes_by_is_named(folder: Path) -> None:
    text = save(played(load(folder)))
    file = folder / "lots.rules"
    lines = file.read_text(encoding="utf-8").splitlines()
    one, two = (next(i for i, line in enumerate(lines) if n in line) for n in ("A2-S1:", "A2-S2:"))
    lines[one], lines[two] = lines[two], lines[one]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(BadSave, match="the pieces of Auction 2 go by their order, and lot A2-S2"):
        restore(text, load(folder))


def test_other_defaults_are_named(folder: Path) -> None:
    data = json.loads(save(played(load(folder))))
    data["digest"] = "0" * 32
    with pytest.raises(BadSave, match=r"options have other defaults .* or it was edited"):
        restore(json.dumps(data), load(folder))


def test_what_is_made_of_a_table_is_its_own_and_gone_with_it() -> None:
    """Offers are told apart by what they are: an equal table has its own, and plans with them."""
    rules = load("homesteaders")
    table, equal = (link_table(rules, 3, rules.options, "python") for _ in range(2))
    assert equal == table
    planner = once(table, Planner)
    assert planner is once(table, Planner)
    assert planner is not once(equal, Planner)
    assert {*planner.exchanges} == {*once(equal, Planner).exchanges}
    gone = ref(planner)
    del planner, table
    gc.collect()
    assert gone() is None


COLLECTED = """\
each player may own 1 card of each name
piece card/cards:
    labels: plain
    places: supply, players
    moments: income
play:
    setup
    rounds 1-2: work
phase work: each player: collect income
"""
CARD = """\
card {}:
    plain
    1 copy for each player
    income: {}
"""
HUTS = f"""\
public ground/grounds: 20 hut/huts
grid Yard, for each player, of 1 row and 2 columns:
    a cell holds 1 hut
    a hut lies anywhere
    what was laid stays
{COLLECTED}phase setup: each player: take Digger, then take Counter
"""


def test_what_asks_nothing_comes_before_what_counts_it(tmp_path: Path) -> None:
    coins: dict[str, int] = {}
    digger = CARD.format("Digger", "lay 1 hut on A1")
    counter = CARD.format("Counter", "gain 1 coin per hut")
    for cards in (digger + counter, counter + digger):
        rules = small(tmp_path, HUTS + cards)
        state = new_game(rules, 2, 1)
        while state.options:
            state = apply(state, state.options[0])
        coins[rules.digest] = state.holding(0, "coin")
    assert [*coins.values()] == [2, 1]


CARDS = f"""\
track Path, for each player:
    1: gain 1 coin
    2: gain 1 pebble
    each advance takes one reward, at or before the marker
    at the end the marker stays, and the advance still takes a reward
action treat: gain 1 coin or gain 1 pebble
{COLLECTED}phase setup: each player: take First, then take Second, then gain 1 pebble
"""
BACK = "each player may hold {} moneys, and gives back what is too much\n"


@pytest.mark.parametrize(
    ("first", "second", "bound"),
    [
        ("treat", "may gain 1 coin", ""),
        ("advance Path", "may gain 1 coin", ""),
        ("gain 4 pebbles", "may pay 1 pebble to gain 2 coins", BACK.format(3)),
        ("gain 20 coins", "gain 20 pebbles", BACK.format(30)),
        ("gain 1 pebble", "gain 2 coins", "each player may hold 2 moneys, and gains no more\n"),
    ],
)
def test_rules_that_play_otherwise_have_another_digest(
    tmp_path: Path, first: str, second: str, bound: str
) -> None:
    """Whatever else asks by what it calls, or takes the room of what comes after it."""
    digests, played = set(), set()
    for names in (("First", "Second"), ("Second", "First")):
        effects = {"First": first, "Second": second}
        cards = "".join(CARD.format(name, effects[name]) for name in names)
        rules = small(tmp_path, CARDS + bound + cards)
        state = new_game(rules, 2, 1)
        course = []
        while state.options:
            course.append(state.decision.keys)
            state = apply(state, state.options[-1])[0]
        held = (state.holding(seat, good) for seat in (0, 1) for good in ("coin", "pebble"))
        digests.add(rules.digest)
        played.add((tuple(course), *held))
    assert (len(digests), len(played)) == (2, 2)


def test_what_gives_comes_before_what_asks_in_any_order(tmp_path: Path) -> None:
    first, second = CARD.format("First", "gain 1 pebble"), CARD.format("Second", "treat")
    one, other = (small(tmp_path, CARDS + each) for each in (first + second, second + first))
    assert one == other
    assert one.identity != other.identity


LYING = """\
piece stall/stalls:
    labels: open, covered
    places: box, board, players
    moments: built, sold
each player may own 1 stall of each name
stall Cobbler:
    open
    1 copy for each player
stall Baker:
    covered
    1 copy for each player
play:
    opening
    rounds 1-2: work
phase opening: {}
phase work: each player: {}
{}
"""


@pytest.mark.parametrize(
    ("opening", "work", "more"),
    [
        ("each player: take a random stall", "may gain 1 coin", ""),
        (
            "fill the display of stalls",
            "may build any",
            "display of stalls: 2 spaces filled from box\n",
        ),
        (
            "lay the map",
            "may build any",
            "map of stalls:\n    stalls are squares\n    tiles lie in rows of 1 and 1\n"
            "    tiles lie in the order of the text\n    a player builds on any free stall\n",
        ),
    ],
)
def test_pieces_that_are_drawn_or_laid_in_the_order_of_the_text_have_an_order(
    tmp_path: Path, opening: str, work: str, more: str
) -> None:
    text = LYING.format(opening, work, more)
    if more.startswith("map"):
        text = text.replace("    1 copy for each player\n", "")
    one, two = text.index("stall Cobbler"), text.index("stall Baker")
    end = text.index("play:")
    other = text[:one] + text[two:end] + text[one:two] + text[end:]
    assert small(tmp_path, text).digest != small(tmp_path, other).digest


def test_rules_for_more_players_are_others(tmp_path: Path) -> None:
    text = "pack Wide, version 1, extends Homesteaders, for {} players\n"
    (tmp_path / "few.rules").write_text(text.format("2-4"), encoding="utf-8")
    (tmp_path / "many.rules").write_text(text.format("2-5"), encoding="utf-8")
    few, many = load(tmp_path / "few.rules"), load(tmp_path / "many.rules")
    assert few.digest == many.digest
    assert few != many
    state = new_game(many, 5, 1)
    assert len(pickle.loads(pickle.dumps(state)).decision.keys) == len(state.decision.keys)
    assert restore(save(Game.new(many, 5, 1))).state.table.players == 5
