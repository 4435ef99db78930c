"""The vocabulary of the machine in C is read off that of the parts, and its header is in step."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from homesteaders_rules import load
from homesteaders_rules.errors import Unsupported
from homesteaders_rules.linking.image import NUMBERS
from homesteaders_rules.linking.native.block import HEAD, alike, block_of
from homesteaders_rules.linking.native.header import header
from homesteaders_rules.linking.native.vocabulary import record_of, width, width_of
from homesteaders_rules.linking.parts import PARTS
from homesteaders_rules.mechanisms.auction.steps import Bidding
from homesteaders_rules.runtime.acts import Transfer
from homesteaders_rules.runtime.offering.offers import Question
from homesteaders_rules.runtime.steps import Asking

NATIVE = Path(__file__).resolve().parents[2] / "native"
MOST_LINES = 400


@pytest.mark.tree
def test_the_header_is_in_step_with_the_vocabulary() -> None:
    written = (NATIVE / "src" / "vocabulary.h").read_text(encoding="utf-8")
    assert written == header(), "python -m homesteaders_rules.linking.native.header FILE"


@pytest.mark.tree
def test_every_module_in_c_is_short() -> None:
    lines = {
        path.name: len(path.read_text(encoding="utf-8").splitlines())
        for path in (NATIVE / "src").glob("*.[ch]")
        if path.name != "vocabulary.h"
    }
    assert lines
    assert {name: count for name, count in lines.items() if count >= MOST_LINES} == {}


def test_the_slots_of_an_operand_are_counted_as_the_check_has_them() -> None:
    operands = [each for part in PARTS for each in record_of(part)]
    assert len(operands) > 200
    for each in operands:
        assert width_of(each.holds) == width(each.codes), each


def test_what_is_inherited_lies_where_it_does_in_the_class_that_has_it() -> None:
    pairs = [(part, base) for part in PARTS for base in part.__mro__[1:] if base in NUMBERS]
    assert len(pairs) > 10
    for part, base in pairs:
        own = [(each.name, each.slot) for each in record_of(part)]
        inherited = [(each.name, each.slot) for each in record_of(base)]
        assert [entry for entry in inherited if entry not in own] == [], (part, base)
    questions = [record_of(part)[:2] for part in PARTS if issubclass(part, Asking)]
    assert {tuple(each.name for each in first) for first in questions} == {("skip", "tried")}


def test_a_block_holds_what_the_parts_hold() -> None:
    table = load("homesteaders").for_table(4)
    block = block_of(table.program, table.layout, range(len(PARTS)))
    words = array("q", block.words)
    assert words[HEAD.index("size")] == len(words)
    assert words[HEAD.index("players")] == 4
    seen = 0
    for place, part in block.sources.items():
        assert words[place] == NUMBERS[type(part)]
        for operand in record_of(type(part)):
            value = getattr(part, operand.name, None)
            if isinstance(value, int) and width(operand.codes) == 1 and operand.codes[0] < 7:
                assert words[place + operand.slot] == value, operand
                seen += 1
    assert seen > 1000


def test_lists_lie_behind_their_length() -> None:
    table = load("homesteaders").for_table(3)
    block = block_of(table.program, table.layout, range(len(PARTS)))
    words = array("q", block.words)
    (bidding,) = (p for p, part in block.sources.items() if isinstance(part, Bidding))
    slots = {each.name: each.slot for each in record_of(Bidding)}
    begins = words[bidding + slots["bids"]]
    assert tuple(words[begins + 1 :][: words[begins]]) == block.sources[bidding].bids
    transfer = next(p for p, part in block.sources.items() if isinstance(part, Transfer))
    slots = {each.name: each.slot for each in record_of(Transfer)}
    begins = words[transfer + slots["gives"]]
    listed = sum(block.sources[transfer].gives, ())
    assert words[begins] * 5 == len(listed)
    assert tuple(words[begins + 1 :][: len(listed)]) == listed


def test_what_the_machine_does_not_know_is_named() -> None:
    table = load("homesteaders").for_table(4)
    known = set(range(len(PARTS))) - {NUMBERS[Bidding]}
    with pytest.raises(Unsupported, match="Bidding is not known"):
        block_of(table.program, table.layout, known)


SEA = """\
track Sea, for each player:
    1: gain 1 silver
    2: gain 1 silver
    each advance takes one reward, at or before the marker
    at the end the marker stays, and the advance still takes a reward
after income: advance Sea
"""


def test_a_key_that_two_offers_have_is_told_to_the_machine(tmp_path: Path) -> None:
    """It knows no keys, and would list both."""
    pack = tmp_path / "sea.rules"
    pack.write_text(f"pack Sea, version 1, extends Homesteaders\n\n{SEA}", encoding="utf-8")
    program = load(pack).for_table(3).program
    questions = [step for step in program.steps if isinstance(step, Question)]
    (shared,) = {entries for step in questions if (entries := alike(step))}
    assert [(*entry[1:],) for entry in shared] == [(0, 0, 1), (0, 0, 1)]
    assert {entry[0].key_of(()) for entry in shared} == {"gain 1 silver"}
