"""A small game of placing, played at random from one to five players: nobody is ever stuck.

Rooms, fields and animals are plain goods. Whether a place is offered is compared with what comes
of it when it is taken by force, question by question.
"""

from __future__ import annotations

import pytest

from homesteaders_rules import Rules, State, new_game
from homesteaders_rules.bots.sensible import SensibleBot
from homesteaders_rules.mechanisms.placing.filling import NextPlacing, Placing
from homesteaders_rules.play.choosing import apply
from homesteaders_rules.runtime.offering.offers import SkipIfEmpty
from homesteaders_rules.runtime.registers import ACTOR, NEXT_STEP
from homesteaders_rules.runtime.steps import Asking
from homesteaders_rules.testing.checks import check_step
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.walks import walk
from runtime.small import game_in_step, small
from sizes import size

CROFT = """\
game Croft, version 1, for 1-5 players

public stuff/stuffs: 300 wood, 300 grain
public larder/larders: 300 sheep, 500 food
public family/families: 25 person/people, 25 newborn/newborns
public ground/grounds: 75 room/rooms, 40 field/fields
public mark/marks: 99 point/points
limited: field
limited for each player: 4 family
exchange eat: 1 grain -> 1 food
exchange cook: 1 sheep -> 2 food

play:
    beginning
    rounds 1-8: reveal, refilling, work
    rounds 3, 5 and 7-8, afterwards: reaping, feeding

phase beginning:
    move printed spaces from box to board
    shuffle Rounds face down: first on second
    a random player becomes start player
    each player:
        gain 2 people, 2 rooms
        with 2 or more players:
            if you are start player: gain 2 food
            otherwise: gain 3 food
phase reveal:
    each player: 2 times: if you have 1 or more newborns: discard 1 newborn, then gain 1 person
    in rounds 1-6: turn up 1 space of each stack, onto board
phase refilling: collect refill on board
phase work:
    place people:
        all of them come back first
        none stays idle while a place is free
        the start player begins, and turns pass to the left
        each turn places one
        a place is for anybody, and for one until all come back
        what a place gives happens at once, and a place that can give nothing is not free
phase reaping: each player: gain 1 grain per field
phase feeding: each player: discard 2 food per person

action extend: pay 3 wood to gain 1 room

piece space/spaces:
    labels: printed
    labels: first, second
    places: box, board
    stacks: Rounds
    moments: refill

space Storehouse:
    printed
    refill: put 1 food here
    1 person:
        you become start player
        take everything from here
space Forest:
    printed
    with 2 or more players: refill: put 3 wood here
    with 1 player: refill: put 2 wood here
    1 person: take everything from here
space Workshop:
    printed
    1 person: extend or pay 2 wood to gain 1 food, 1 point
space Clearing:
    printed
    1 person: gain 1 field
space Seed:
    printed
    1 person: if you have 1 or more fields: gain 1 grain
space Labour:
    printed
    1 person: gain 1 food, 1 stuff
with 3-5 players:
    space Hedge:
        printed
        refill: put 1 grain, 1 wood here
        1 person:
            take everything from here
            each other player: may pay 1 food to gain 1 wood
with 4-5 players:
    space Mill:
        printed
        1 person:
            pay 1 grain
            gain 3 food or gain 1 point

spaces of Rounds, first:
    space Market:
        refill: put 1 sheep here
        1 person: take everything from here
    space Fair: 1 person: may pay 1 sheep to gain 2 points, then gain 1 food
    space Kiln:
        1 person: 2 times: pay 1 wood
spaces of Rounds, second:
    space Birth: 1 person: if you have 3 or more rooms: gain 1 newborn
    space Hall: 1 person: extend, then may extend
    space Guild:
        1 person:
            pay 1 wood
            pay 1 food
            gain 2 points

scoring in points:
    points: 1 per point
    goods: 1 per field, 1 per room, 2 per person, 1 per sheep

example nothing to do alone, with 1 player:
    player 1 has 2 people, 0 grain, 0 wood
    Forest holds 2 wood
    in work
    player 1 cannot "place person on Workshop", "place person on Seed"
    player 1: "place person on Forest", "place person on Workshop"
    player 1: "pay 2 wood to gain 1 food, 1 point"
    the phase is over
"""


@pytest.fixture(scope="module")
def croft(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return small(tmp_path_factory.mktemp("croft"), "", CROFT)


def test_it_goes_as_its_second_reading(croft: Rules) -> None:
    for players in (1, 4):
        game_in_step(croft, players, seed=players)


@pytest.mark.parametrize("players", range(1, 6))
def test_what_is_offered_can_be_done_and_nothing_else(croft: Rules, players: int) -> None:
    """Ten thousand games where everything is tried thoroughly."""
    for seed in range(size(1, 2000)):
        play(croft, players, seed)


def play(rules: Rules, players: int, seed: int) -> None:
    """A random game: nothing is lost, and it comes to its end."""
    over = False
    for number, step in enumerate(walk(rules, players, seed, anytime=0.2, most=1000)):
        check_step(step.before, step.after, step.events)
        if number % 3 == seed % 3:
            assert_places_are_as_they_turn_out(step.before)
        over = step.after.over
    assert over


def assert_places_are_as_they_turn_out(state: State) -> None:
    """Each place that is open and not taken is offered exactly if something comes of it."""
    placing = state.decision.step
    if not isinstance(placing, Placing):
        return
    offered = {option.operands[0] for option in state.decision.options}
    taken = 0
    for seat in range(placing.players):
        taken |= state.cells[placing.placed + seat]
    for place in placing.places:
        if not taken >> place.place & 1 and state.cells[place.board] & place.copies:
            cells = list(state.cells)
            cells[placing.placed + cells[ACTOR]] |= 1 << place.place
            possible = comes_to_something(state, cells, place.entry, tuple(cells))
            assert (place.place in offered) == possible, place.key


def comes_to_something(state: State, cells: list[int], step: int, before: tuple[int, ...]) -> bool:
    """From a step on, by force: is there a way to the next turn on which anything changes?"""
    steps = state.table.program.steps
    while step >= 0 and not isinstance(steps[step], NextPlacing):
        current = steps[step]
        if isinstance(current, SkipIfEmpty) and not current.question.options(cells):
            return False  # What must be paid or chosen cannot be.
        step = current.run(cells, [])
    if step >= 0:
        return tuple(cells) != before
    asking = steps[~step]
    assert isinstance(asking, Asking)
    cells[NEXT_STEP] = ~step
    for option in asking.options(cells):
        tried = list(cells)
        after = asking.choose(tried, [], option)
        tried[NEXT_STEP] = before[NEXT_STEP]
        if comes_to_something(state, tried, after, before):
            return True
    return False


def test_bots_play_it(croft: Rules) -> None:
    state, bot = new_game(croft, 3, seed=1), SensibleBot(1)
    while not state.over and state.round < 3:
        state, _ = apply(state, bot.choose(state))
    assert state.round == 3


def test_its_examples_hold(croft: Rules) -> None:
    assert not [str(each) for each in failures(croft)]
