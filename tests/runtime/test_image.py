"""Images: a program is plain ints, and nothing hides in the objects that are made of it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import define, evolve, fields

from homesteaders_rules import BadTable, Cursor, State, Table, load, new_game
from homesteaders_rules.commands.definitions.examples import Example
from homesteaders_rules.linking.image import (
    VERSION,
    Words,
    image_of,
    listing,
    operands_of,
    program_of,
)
from homesteaders_rules.linking.parts import PARTS
from homesteaders_rules.mechanisms.auction.once import OnceBidding
from homesteaders_rules.mechanisms.auction.steps import AskingForBids
from homesteaders_rules.runtime.acts import Act
from homesteaders_rules.runtime.offering.offers import Offer, Single
from homesteaders_rules.runtime.predicates import Predicate, Wide
from homesteaders_rules.runtime.program import Program
from homesteaders_rules.runtime.steps import Asking, Step
from sizes import THOROUGH, size

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = Path(__file__).parents[1] / "hostile" / "games"
PACKS: tuple[Any, ...] = (
    "homesteaders",
    "montana",
    "agricola",
    "new_beginnings",
    *sorted(GAMES.glob("*.rules")),
)
DECISIONS = size(25, 150)
ABSTRACT = {Act, Offer, Predicate, Wide, Step, Asking, Single, OnceBidding, AskingForBids}


def tables(pack: Any) -> Iterator[tuple[Table, State]]:
    """For every number of players the table as it is, and the one with all options changed.

    In a hurry the smallest table as it is, and the largest one with all options changed.
    """
    rules = load(pack)
    changed = {name: not value for name, value in rules.defaults.items()}
    every = [(players, options) for players in rules.players for options in ({}, changed)]
    for players, options in every if THOROUGH else (every[0], every[-1]):
        with suppress(BadTable):  # an option that so many players need
            state = new_game(rules, players, 7, options)
            yield state.table, state


def below(base: type) -> set[type]:
    found = {base}
    for each in base.__subclasses__():
        found |= below(each)
    return found


def with_program(table: Table, program: Program) -> Table:
    """An equal table that Python plays, as if this program had been linked for it."""
    again = Table(table.rules, table.players, table.options, "python")
    program.settle(again.identity)
    again._linked._made[again.identity] = evolve(table._linked.made, program=program)
    return again


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: Path(pack).stem)
def test_a_program_made_from_its_image_plays_the_same_games(pack: Any) -> None:
    for table, state in tables(pack):
        image, words = image_of(table.program)
        assert all(type(number) is int for number in image)
        made = program_of(image, words)
        assert image_of(made) == (image, words)
        one, other = Cursor(state), Cursor(State.of(with_program(table, made), state.cells))
        chance = Random(3)
        for _ in range(DECISIONS):
            assert [o.key for o in one.options] == [o.key for o in other.options]
            if not one.options:
                break
            here, there = one.options, other.options
            if chance.random() < 0.1:
                here, there = one.state().anytime or here, other.state().anytime or there
                assert [o.key for o in here] == [o.key for o in there]
            index = chance.randrange(len(here))
            assert one.choose(here[index]) == other.choose(there[index])
            assert one.state().cells == other.state().cells


def test_every_class_that_can_be_in_a_program_is_in_the_vocabulary() -> None:
    ours = {
        each
        for base in (Act, Offer, Predicate, Step)
        for each in below(base)
        if each.__module__.startswith("homesteaders_rules.")
    }
    assert ours - ABSTRACT <= set(PARTS)
    assert len(set(PARTS)) == len(PARTS)


def test_nothing_hides_in_a_part() -> None:
    """Each field is an operand of a declared kind, or made from those; there is no other place."""
    for part in PARTS:
        operands = {operand.name for operand in operands_of(part)}
        for each in fields(part):
            made = each.name.startswith("_") and not each.init
            assert made or each.name in operands, f"{part.__name__}.{each.name}"
        assert "__dict__" not in dir(part), part


def test_a_field_of_no_declared_kind_is_refused() -> None:
    @define
    class Secretive(Act):
        amount: int

    with pytest.raises(TypeError, match=r"Secretive\.amount is no operand of a declared kind"):
        operands_of(Secretive)


def test_what_is_no_part_and_what_is_of_another_version_is_refused() -> None:
    table, _ = next(tables("homesteaders"))
    image, words = image_of(table.program)
    with pytest.raises(ValueError, match=f"version {VERSION + 1}, not {VERSION}"):
        program_of((VERSION + 1, *image[1:]), words)
    table, _ = next(tables(PACKS[-1]))
    made = program_of(*image_of(table.program))
    made.exchanges = (*made.exchanges, object())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="object is no part of a program"):
        image_of(made)


def test_examples_are_no_part_of_a_table() -> None:
    table, _ = next(tables("homesteaders"))
    assert table.rules.of(Example)  # type: ignore[attr-defined]
    assert not any(isinstance(each, Example) for each in table.definitions)


def test_payments_are_written_once() -> None:
    """Each build refers to one list; it was nine tenths of a program when each had its own."""
    table, _ = next(tables("new_beginnings"))
    image, words = image_of(table.program)
    assert isinstance(words, Words)
    assert len(image) < 40_000


def test_a_listing_has_a_line_for_each_step() -> None:
    table, _ = next(tables("homesteaders"))
    lines = list(listing(table.program))
    assert len(lines) == len(table.program.steps)
    assert lines[0] == "    0 End(skip=-1)"
    assert any("Call(entry=" in line for line in lines)
