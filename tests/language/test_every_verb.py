"""Every phrase of the catalogue: read, said again, followed round a circle, shown and valued.

A new verb is tested by standing in the catalogue: its example is all that these tests need.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest
from attrs import evolve, fields

from homesteaders_rules import Rules, new_game
from homesteaders_rules.bots.appraisal import Appraiser
from homesteaders_rules.commands.amounts import Count
from homesteaders_rules.commands.base import Command, walk
from homesteaders_rules.commands.catalogue import (
    AMOUNTS,
    CONDITIONS,
    DEFINITIONS,
    EVERY,
    VERBS,
    kinds,
)
from homesteaders_rules.commands.conditions import FinalRound, Rounds, Static
from homesteaders_rules.commands.control import May, Nothing
from homesteaders_rules.commands.definitions.course import Action
from homesteaders_rules.commands.definitions.definition import CLOSED, Definition, Trigger
from homesteaders_rules.commands.definitions.pieces import Piece
from homesteaders_rules.commands.effects import Effect
from homesteaders_rules.commands.protocols import Happening
from homesteaders_rules.language.reading.grammar import language
from homesteaders_rules.linking.consequences import Consequences
from homesteaders_rules.mechanisms.later.steps import WasPutOff
from homesteaders_rules.mechanisms.piles.commands import Build
from homesteaders_rules.mechanisms.piles.taking import Take
from homesteaders_rules.mechanisms.tracks import OnTrack, TakeReward
from homesteaders_rules.runtime.recording import records
from homesteaders_rules.telling.describing import block, describe
from homesteaders_rules.telling.related import related
from homesteaders_rules.testing.readings.registry import (
    ABLE,
    THERE,
    find_readings,
    has_reading,
)
from homesteaders_rules.testing.readings.text import Text

from .texts import BEDS, GARDEN, GROUND, HOMES, WEATHER, codes, orchard, without_place

T = TypeVar("T", bound=Command)

NAMES = {
    "good": "coin",
    "group": "fruit",
    "goods": "apples",
    "label": "small",
    "mapped": "dry",
    "maps": "plots",
    "space": "plot",
    "sort": "tree",
    "sorts": "trees",
    "piece": "Old Oak",
    "turned": "Hail",
    "stack": "Row",
    "track": "Path",
    "lot": "stall",
    "lots": "stalls",
    "moment": "yield",
    "exchange": "lend",
    "action": "rest",
    "option": "slow trees",
    "tally": "crop",
    "phase": "fair",
    "units": "stars",
    "free": "bed",
    "frees": "beds",
    "tile": "moss",
    "area": "close",
    "areas": "closes",
    "edge": "rail",
    "edges": "rails",
    "grid": "Yard",
    "homed": "goat",
    "exchanges": "lets go",
}
"""What Orchard has for each gap of an example; <place> is one and then another."""

MORE = WEATHER + BEDS + GROUND + GARDEN + HOMES
TRIGGER = MORE + "whenever a player builds a plot:{}\n"
ACTION = MORE + "action wish:{}\nafter fair: wish\n"
PIECE = (
    MORE
    + """\
tree Elm:
    early, tall
    yield: put 2 coins here
    planted:{}
after fair: may build any
"""
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all tests here, so that a text is read once."""
    return tmp_path_factory.mktemp("verbs")


def named(kind: type[Command]) -> str:
    return kind.__name__


every_verb = pytest.mark.parametrize("kind", VERBS, ids=named)
every_condition = pytest.mark.parametrize("kind", CONDITIONS, ids=named)
every_amount = pytest.mark.parametrize(
    "kind",
    [*AMOUNTS, *kinds(Count)],
    ids=named,
)


def example_of(kind: type[Command]) -> str:
    places = iter(("nursery", "garden"))
    return re.sub(r"<([a-z]+)>", lambda gap: NAMES.get(gap[1]) or next(places), kind.example)


SETTINGS = {
    "Fill": "display of trees: 2 spaces filled from nursery\n",
    "GameEnds": "replace play:\n    planting\n    rounds until the end: picking, fair\n",
    "AnotherTurn": """\
public token/tokens: 9 clock/clocks
after planting: each player: gain 1 clock
after picking: each player takes a turn, from the start player: gain 1 fruit
""",
}
"""What a game must have besides, where a verb has a meaning only then."""
PHRASES = {
    "Fill": "fill the display",
    "GameEnds": "the game ends",
    "AnotherTurn": "take another turn",
}


def phrase_of(kind: type[Command]) -> str:
    """The example as an effect, or in one."""
    example = example_of(kind)
    if named(kind) == "AnotherTurn":
        return f"may pay 1 clock to {example}"
    if issubclass(kind, (Static, Rounds, FinalRound)):
        return f"{example}: gain 1 coin"
    if kind in CONDITIONS:
        return f"if {example}: gain 1 coin"
    if kind in AMOUNTS:
        return f"discard {example}"
    if issubclass(kind, Count):
        return f"gain 1 note per {example}"
    is_there = re.search(r"\bthere\b", example)
    return f"for each moss: {example}" if is_there else example


def below(text: str) -> str:
    """As a block behind a colon."""
    return "".join(f"\n        {line}" for line in text.splitlines())


def needed(phrase: str) -> str:
    """What a game must have besides for a phrase."""
    lines = (more for verb, more in SETTINGS.items() if PHRASES[verb] in phrase)
    return "".join(f"\n{more}" for more in lines)


@cache
def read(folder: Path, phrase: str, added: str = "") -> tuple[Rules, Definition, Effect]:
    """Orchard with an action, or a piece, that has the phrase as its effect."""
    of_piece = re.search(r"\bhere\b", phrase)
    of_map = re.search(r"\bhere (is|makes)\b|everything from", phrase)
    text = (TRIGGER if of_map else PIECE if of_piece else ACTION).format(below(phrase)) + added
    text += needed(phrase)
    rules, diagnostics = orchard(folder, text)
    assert rules is not None, "\n".join(map(str, diagnostics))
    assert not without_place(rules)
    if of_map:
        trigger = rules.of(Trigger)[0]
        return rules, trigger, trigger.effect
    if of_piece:
        elm = next(piece for piece in rules.of(Piece) if piece.name == "Elm")
        return rules, elm, elm.clauses[-1].effect
    wish = next(action for action in rules.of(Action) if action.name == "wish")
    return rules, wish, wish.effect


def assert_it_reads_and_says_itself(folder: Path, kind: type[Command]) -> None:
    rules, _, effect = read(folder, phrase_of(kind))
    assert kind in {type(command) for command in walk(effect)}
    lines = block(effect, rules.vocabulary, 0)
    said = "\n".join(" " * depth + text for depth, text in lines)
    assert read(folder, said)[2] == effect, said


@every_verb
def test_a_verb_is_read_and_its_words_are_read_again(folder: Path, kind: type[Effect]) -> None:
    assert_it_reads_and_says_itself(folder, kind)


@every_condition
def test_a_condition_is_read_and_its_words_are_read_again(
    folder: Path, kind: type[Command]
) -> None:
    assert_it_reads_and_says_itself(folder, kind)


@every_amount
def test_an_amount_is_read_and_its_words_are_read_again(folder: Path, kind: type[Command]) -> None:
    assert_it_reads_and_says_itself(folder, kind)


def happenings(rules: Rules, effect: Effect) -> list[Happening]:
    """What an effect and all that is in it cause."""
    return sorted(Consequences(rules.definitions).caused(walk(effect)))


BUILDS = "builds"
"""Leads to no circle: each build takes a piece, and the pieces come to an end."""

LOOPS = {
    "gains": "whenever you gain a {of}:{text}",
    "loses": "whenever you lose a {of}:{text}",
    "uses": "whenever you {of}:{text}",
    "passes": "whenever a player passes:{text}",
    "outbids": "whenever a player outbids {of}:{text}",
    "is outbid": "whenever a player is outbid:{text}",
    "wins": "whenever a player wins a {of}:{text}",
    "declines": "whenever you decline to build:{text}",
    "action": "before {of}:{text}",
    "due": "after fair: each player: on each of the next 2 rounds:{text}",
    "moment": "{of}:{text}",
    "track": "replace track Path, for each player:\n    1:{text}\n"
    "    each advance takes one reward, at or before the marker\n"
    "    at the end the marker stays, and the advance is lost\n",
    "places": "bed East Bed:\n    1 {of}:{text}",
    "use": "{of}s of Row, small:\n    {of} R9:{text}",
    "use bed": "{of} South Bed:{text}",
}
"""For each verb of a happening a definition by which it leads to an effect."""

ON_PIECES = {"gains", "loses", "uses", "declines"}
"""Happenings that the lines of a piece can wait for too."""


@every_verb
def test_a_circle_through_a_verb_is_found(folder: Path, kind: type[Effect]) -> None:
    phrase = phrase_of(kind)
    rules, definition, effect = read(folder, phrase)
    for verb, of in happenings(rules, effect):
        if verb == BUILDS:
            continue
        text = LOOPS.get(f"{verb} {of}", LOOPS[verb]).format(of=of, text=below(phrase))
        if isinstance(definition, Piece):
            text = "tree Elm:\n    early, tall\n    " + text.replace("\n", "\n    ")
        built = "after fair: may build any\n"
        wrong = orchard(folder, f"{MORE}{text}\n{built}{needed(phrase)}")[1]
        assert "E511" in codes(wrong), (verb, of, *map(str, wrong))


@every_verb
def test_what_follows_from_a_verb_is_shown(folder: Path, kind: type[Effect]) -> None:
    rules, _, effect = read(folder, phrase_of(kind))
    waiting = [
        LOOPS.get(verb, "whenever you build a {of}:{text}").format(of=of, text=" do nothing")
        for verb, of in happenings(rules, effect)
        if verb not in ("action", "moment", "track", "use", "places", "due")
    ]
    rules, definition, _ = read(folder, phrase_of(kind), "\n".join(waiting))
    shown = dict(related(rules, definition)).get("follows from it", [])
    own = [trigger for trigger in rules.of(Trigger) if trigger in shown]
    assert len(own) == len(waiting)


@every_verb
def test_bots_value_a_verb(folder: Path, kind: type[Effect]) -> None:
    rules, _, effect = read(folder, phrase_of(kind))
    state = new_game(rules, 3, 1)
    worths = dict.fromkeys(state.table.layout.good_index, 1.0)
    worth = Appraiser(state.table, worths).effect(effect)(state.cells, 0)
    assert isinstance(worth, float | int)


ELSEWHERE = {"UseExchange", "UseFreely", "Window", "TakeBack", "TakeAll", "TakeThere"}
"""What moves goods that other lines name: those of an exchange, or whatever lies there."""


@every_verb
def test_the_ledger_has_what_a_verb_moves(folder: Path, kind: type[Effect]) -> None:
    rules, _, effect = read(folder, phrase_of(kind))
    commands = [command for command in walk(effect) if type(command).__name__ not in ELSEWHERE]
    caused = Consequences(rules.definitions).caused(commands)
    moved = {flow.item.good for command in commands for flow in command.flows()}
    assert {of for verb, of in caused if verb in ("gains", "loses")} <= moved


TOLD_OF = {records.Taken: {*kinds(Take), Build}, records.Marked: {*kinds(OnTrack)} - {TakeReward}}
"""What is told only of verbs that checkers know by their class."""
OF_GOODS = {records.Transferred, records.Paid, records.HandedBack, records.Told, WasPutOff}
"""What is told of verbs that may be done in secret."""


@every_verb
def test_checkers_know_what_a_verb_does_at_the_table(folder: Path, kind: type[Effect]) -> None:
    rules, _, effect = read(folder, phrase_of(kind))
    verb = next(each for each in walk(effect) if type(each) is kind)
    decoders = new_game(rules, 3, 1).table.program.decoders
    told = {type(each) for each in decoders if getattr(each, "span", None) == verb.span}
    assert {each for each, known in TOLD_OF.items() if kind in known} == told & TOLD_OF.keys()
    assert kind.is_open or told <= OF_GOODS


def test_every_phrase_has_a_second_reading() -> None:
    """What plays it is compared with that; testing/readings says how to write one."""
    every = (*VERBS, *CONDITIONS, *AMOUNTS, *kinds(Count))
    assert [named(kind) for kind in every if not has_reading(kind)] == []


@every_verb
def test_second_readings_say_of_the_same_verbs_that_they_may_be_impossible_or_empty(
    kind: type[Effect],
) -> None:
    """Else they would offer what the table does not, or the other way round."""
    find_readings()
    assert (kind in ABLE) == (kind.can is not Effect.can)
    assert (kind in THERE) == (kind.present is not Effect.present)


@every_verb
@pytest.mark.parametrize("made", [May, lambda _: Nothing()], ids=["asks", "asks nothing"])
def test_both_readings_know_whether_a_verb_asks(
    folder: Path, kind: type[Effect], made: Callable[[Effect], Effect]
) -> None:
    """Where several lines come together what asks comes last: whatever a verb holds or calls."""
    find_readings()
    rules, _, effect = read(folder, phrase_of(kind))
    definitions = tuple(with_effects(each, made) for each in rules.definitions)
    text, consequences = Text(3, {}, definitions), Consequences(definitions)
    for each in (effect, with_effects(effect, May)):
        assert text.asks(each) == each.asks(consequences)


def with_effects(command: T, made: Callable[[Effect], Effect]) -> T:
    """The same with others in the place of the effects that it holds."""

    def other(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(map(other, value))
        if isinstance(value, Effect):
            return made(value)
        return with_effects(value, made) if isinstance(value, Command) else value

    held = {each.name: other(getattr(command, each.name)) for each in fields(type(command))}
    return evolve(command, **held)


def test_every_rule_of_effects_and_conditions_has_its_class() -> None:
    """No alternative of the grammar is left without one that reads it, and none reads nothing.

    What a phase closes stands among its effects, and the phase reads it.
    """
    of = {"deed", "step", "choice", "effect", "guarded", "line", "condition", "time", "static"}
    said = {rule.alias for rule in language().rules if rule.origin.name in of} - {None}
    read = {rule for kind in (*VERBS, *CONDITIONS) for rule in kind.rules} | {CLOSED}
    assert said - read == set()
    names = {rule.alias or rule.origin.name for rule in language().rules}
    assert {rule for kind in EVERY for rule in kind.rules} - names == set()


AROUND = {
    "Good": "public stone/stones: 3 pebbles, {}",
    "Price": "prices:\n    {}",
    "Play": "replace {}",
    "Map": GROUND[: GROUND.index("map of")] + GROUND[GROUND.index("plot Ash") :] + "{}",
    "Scoring": "replace {}",
    "RunsShort": "limited: star\n{}",
    "Grid": "public cover/covers: 90 moss/mosses\n{}",
    "Holds": GARDEN.replace("a cell holds 1 moss or 1 turf", "{}"),
    "Lies": f"{GARDEN}    {{}}\n",
    "Stays": GARDEN.replace("what was laid stays", "{}"),
    "LieOn": GARDEN.replace("moneys lie on mosses", "{}"),
    "EmptyCells": f"{GARDEN}    {{}}\n",
    "OnEdges": GARDEN.replace("rails lie on the edges of cells, and stay", "{}"),
    "Encloses": GARDEN.replace("a close is what rails enclose", "{}"),
    **dict.fromkeys(
        ("EnclosedLies", "HoldsNo", "MayBeDivided", "HasAtMost", "Rim", "OneIn"),
        f"{GARDEN}    {{}}\n",
    ),
    **dict.fromkeys(("HomesOutside", "HomesInside"), f"{GARDEN}{HOMES}    {{}}\n"),
    "HomesIn": HOMES.replace("1 in the barn", "{}"),
    "MayMove": HOMES.replace("they may move at any time", "{}"),
    "TooMany": HOMES.replace("who has too many lets go some", "{}"),
    "HomesOf": HOMES[: HOMES.index("homes of")].replace(", 90 pig/pigs", "") + "{}",
}
"""What stands around definitions that are no text of their own, or of which a game has one."""


@pytest.mark.parametrize("kind", DEFINITIONS, ids=named)
def test_a_definition_is_read_and_described(folder: Path, kind: type[Definition]) -> None:
    example = example_of(kind).replace("14 apples", "14 gems").replace("coin", "star")
    text = AROUND.get(kind.__name__, "{}").format(example)
    rules, diagnostics = orchard(folder, text)
    assert rules is not None, "\n".join(map(str, diagnostics))
    every = (command for each in rules.definitions for command in walk(each))
    found = (each for each in every if isinstance(each, kind) and each.span)
    own = [each for each in found if each.span and each.span.file.endswith("more.rules")]
    assert own
    assert all(describe(each, rules.vocabulary) for each in own)
    assert all(each.title(rules.vocabulary) for each in own)
