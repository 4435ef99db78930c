"""The header of the machine in C: the numbers that both machines must agree on.

    python -m homesteaders_rules.linking.native.header native/src/vocabulary.h

writes it anew after a change of the vocabulary; a test says when that is due.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from ...mechanisms.chance.throwing import FACES
from ...mechanisms.holding import steps as holding
from ...mechanisms.later import steps as later
from ...mechanisms.maps.geometry import SIXTH, TURNS
from ...mechanisms.piles import randomness
from ...runtime import operands, packing, registers
from ...runtime.offering import exchanges, payments, trying
from ..image import NUMBERS
from ..image import VERSION as IMAGE
from ..parts import PARTS
from .block import HEAD, MAY_BLOCK, MAY_LIST, MOST_PAYING
from .vocabulary import Slot, families, members, record_of

VERSION = 3
"""One more whenever a block is laid out otherwise."""
CONSTANTS = {
    **{f"{name}_CELL": value for name, value in vars(registers).items() if type(value) is int},
    "WIDTH": packing.WIDTH,
    "EMPTY": packing.EMPTY,
    "COPIES": packing.COPIES,
    "SEAT_BITS": operands.SEAT_BITS,
    "LATER_BITS": later.WIDTH,
    "MOST_AT_ONCE": exchanges.MOST_AT_ONCE,
    "NEEDED": exchanges.NEEDED,
    "STOP": trying.STOP,
    "MOST_TRIED": trying.MOST_TRIED,
    "MOST_DEEP": trying.MOST_DEEP,
    "MOST_WAYS": payments.MOST_WAYS,
    "MOST_PAYING": MOST_PAYING,
    "MOST_GIVEN": holding.MOST_OPTIONS,
    "FACES": FACES,
    "TURNS": TURNS,
    "MAY_BLOCK": MAY_BLOCK,
    "MAY_LIST": MAY_LIST,
}
"""What is said in Python once, and holds for the machine too."""
NOTE = """\
/* Made by homesteaders_rules/linking/native/header.py from the vocabulary of parts: change that,
   and write this anew. Slot 0 of a record has the number of its class, OP_...; the other slots have
   its operands. */
"""


def upper(name: str) -> str:
    """A name of Python as one of C: ``LotBegin`` and ``body`` as ``LOT_BEGIN`` and ``BODY``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()


@cache
def digest() -> str:
    """What tells this vocabulary from every other, found without looking anything up.

    It is made of what the classes themselves say, as it stands there: every process that uses the
    machine asks for it once. What is derived when a part is made is in no block.
    """
    said = (repr([_said(owner) for owner in part.__mro__]) for part in PARTS)
    text = "\n".join([str(IMAGE), str(VERSION), *_numbers(), *said])
    return sha256(text.encode()).hexdigest()[:16]


def _said(owner: type) -> tuple[object, ...]:
    said = getattr(owner, "__annotations__", {})
    return owner.__name__, *((name, kind) for name, kind in said.items() if name[0] != "_")


def header() -> str:
    """The whole text of the header."""
    return "\n".join(
        [
            NOTE,
            "#ifndef VOCABULARY_H",
            "#define VOCABULARY_H",
            "",
            f'#define VOCABULARY "{digest()}"',
            "",
            *_numbers(),
            "",
            *_records(),
            "",
            *_check(),
            "",
            "#endif",
            "",
        ]
    )


def _numbers() -> Iterator[str]:
    for name, value in CONSTANTS.items():
        yield f"#define {name} {value if value >= 0 else f'({value})'}"
    yield f"#define GOLDEN {randomness.GOLDEN:#x}ULL"
    yield f"#define MIXED_FIRST {randomness.MIXED_FIRST:#x}ULL"
    yield f"#define MIXED_SECOND {randomness.MIXED_SECOND:#x}ULL"
    yield f"#define SIXTH {{{', '.join(f'{{{column}, {line}}}' for column, line in SIXTH)}}}"
    yield f"#define HEAD {len(HEAD)}"
    yield from _enum("HEAD", HEAD)
    yield from _enum("SLOT", [slot.name for slot in Slot])


def _enum(prefix: str, names: list[str] | tuple[str, ...]) -> Iterator[str]:
    yield "enum {"
    yield from (f"    {prefix}_{upper(name)} = {number}," for number, name in enumerate(names))
    yield "};"


def _records() -> Iterator[str]:
    yield f"#define PARTS {len(PARTS)}"
    yield from _enum("OP", [part.__name__ for part in PARTS])
    for part in PARTS:
        for operand in record_of(part):
            yield f"#define {upper(part.__name__)}_{upper(operand.name)} {operand.slot}"


def _check() -> Iterator[str]:
    """What the slots of each class hold, the words of all of them one after the other."""
    codes: list[int] = []
    begins = []
    for part in PARTS:
        begins.append(len(codes))
        for operand in record_of(part):
            codes += operand.codes
        codes.append(Slot.END)
    yield "#ifdef WITH_CHECK"
    yield f"static const short SLOTS_OF[PARTS] = {{{', '.join(map(str, begins))}}};"
    yield from _wrapped("static const unsigned char SLOTS[]", codes)
    yield "static const unsigned long long FAMILIES_OF[PARTS] = {"
    for part in PARTS:
        bits = sum(1 << n for n, base in enumerate(families()) if part in members(base))
        yield f"    {bits:#x}ULL, /* {NUMBERS[part]} {part.__name__} */"
    yield "};"
    yield "#endif"


def _wrapped(what: str, codes: list[int]) -> Iterator[str]:
    yield f"{what} = {{"
    for begin in range(0, len(codes), 24):
        yield f"    {', '.join(map(str, codes[begin : begin + 24]))},"
    yield "};"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(header(), encoding="utf-8")
