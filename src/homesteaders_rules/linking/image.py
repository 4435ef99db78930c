"""Images: a linked program as one block of plain ints, and back.

An image holds all that a machine needs to play: the parts of a program one after the other, each
its number in the vocabulary and then its operands by their declared kinds, behind the parts that
it refers to. Texts and phrases are numbers into :class:`Words`, which lie beside it. Since the
Python objects can be made anew from both, nothing hides in them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from types import SimpleNamespace, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, fields, frozen

from ..freezing import fixed
from ..mechanisms.grids.lattice import Closing
from ..runtime import acts, counters, operands, predicates, steps
from ..runtime.offering import offers
from ..runtime.operands import BESIDE, CELLS, FLAG, PHRASE, TEXT, WHOLE
from ..runtime.program import Program
from ..runtime.steps import Step
from .parts import PARTS

if TYPE_CHECKING:
    from ..runtime.recording.records import Decoder
    from ..words import Phrase

VERSION = 7
"""One more whenever parts or their operands change."""
NUMBERS = {part: number for number, part in enumerate(PARTS)}
BASES = (
    *(steps.Step, steps.Asking, acts.Act, predicates.Predicate, counters.Counter, offers.Offer),
    Closing,
)
CONTAINERS: tuple[Any, ...] = (Mapping, Sequence, Set)
NAMES = vars(operands) | {part.__name__: part for part in (*PARTS, *BASES, *CONTAINERS)}
"""What annotations may name, also where it is imported for types only."""
FORMS = {Sequence: tuple, Set: frozenset, frozenset: frozenset, Mapping: fixed}
"""What is made of several entries in an image: nothing that could be changed."""
OF_STEPS = ("number", "routine", "frames", "effect", "piece", "secret", "tried")
ASIDE = (*OF_STEPS, "home", "meaning", "program", "subject")
"""What a listing leaves out."""
Image = tuple[int, ...]
"""The version; how many parts and steps there are; the part of each step; the parts."""


@frozen
class Words:
    """What lies beside an image: texts and phrases by their numbers, and who tells records."""

    texts: tuple[str, ...]
    phrases: tuple[Phrase | None, ...]
    decoders: tuple[Decoder, ...]


@frozen
class Operand:
    """A field of a part, and what it holds. ``init``: the part is made from it, not given it."""

    name: str
    holds: Any
    init: bool


@cache
def operands_of(part: Any) -> tuple[Operand, ...]:
    """The operands of a class of parts. Raises TypeError for a field of no declared kind.

    Fields that begin with an underscore are derived, and are no operands.
    """
    annotations: dict[str, Any] = {}
    for owner in reversed(part.__mro__):
        annotations |= _own_annotations(owner)
    found = []
    for each in fields(part):
        if not each.name.startswith("_"):
            _check(annotations[each.name], f"{part.__name__}.{each.name}")
            found.append(Operand(each.name, annotations[each.name], each.init))
        elif each.init:
            raise TypeError(f"{part.__name__}.{each.name} is neither an operand nor derived")
    return tuple(found)


@cache
def _own_annotations(owner: type) -> Mapping[str, Any]:
    """What a class itself says that its operands hold: looked up once for all that inherit it."""
    said = getattr(owner, "__annotations__", {})
    wanted = {name: said[name] for name in said if not name.startswith("_")}
    names = NAMES | vars(sys.modules[owner.__module__])
    holder = SimpleNamespace(__annotations__=wanted)
    return get_type_hints(holder, names, include_extras=True) if wanted else {}


def _check(holds: Any, where: str) -> None:
    origin = get_origin(holds)
    if origin is Annotated or (
        origin is None and isinstance(holds, type) and holds in NAMES.values()
    ):
        return
    if origin not in (Union, UnionType, tuple, *FORMS):
        raise TypeError(f"{where} is no operand of a declared kind: {holds}")
    for each in get_args(holds):
        if each not in (type(None), Ellipsis):
            _check(each, where)


@cache
def form_of(holds: Any) -> tuple[Any, tuple[Any, ...]]:
    """The outer form of what is held, and what it is made of; the kind, of a number."""
    origin, inner = get_origin(holds), get_args(holds)
    if origin is Annotated:
        return inner[1], ()
    if origin in (Union, UnionType):
        return Union, tuple(each for each in inner if each is not type(None))
    if origin is tuple and inner[-1] is not Ellipsis:
        return "row", inner
    if origin is Mapping:
        return fixed, (tuple[inner],)  # type: ignore[valid-type]
    return FORMS.get(origin, origin) or "part", inner[:1]


def image_of(program: Program) -> tuple[Image, Words]:
    """A linked program as plain ints, and its words. Raises TypeError for what is none."""
    writer = _Writer()
    numbers = [writer.part(step) for step in program.steps]
    writer.part(program)
    image = (VERSION, len(writer.parts), len(numbers), *numbers, *writer.code)
    return image, Words(tuple(writer.texts), tuple(writer.phrases), tuple(program.decoders))


class _Writer:
    """Writes each part once; two that look the same are two nevertheless."""

    def __init__(self) -> None:
        self.code: list[int] = []
        self.parts: dict[int, tuple[int, object]] = {}
        self.texts: dict[str, int] = {}
        self.phrases: dict[Phrase | None, int] = {}

    def part(self, part: object) -> int:
        """The number of a part, which is written if it is not yet."""
        known = self.parts.get(id(part))
        if known is None:
            kind: Any = type(part)
            if kind not in NUMBERS:
                raise TypeError(f"{kind.__name__} is no part of a program")
            block = [NUMBERS[kind]]
            for operand in operands_of(kind):
                # What lies beside may not be there yet, and is not written.
                block += self.written(operand.holds, getattr(part, operand.name, None))
            self.code += block
            known = self.parts[id(part)] = len(self.parts), part
        return known[0]

    def written(self, holds: Any, value: Any) -> Iterator[int]:
        """A value, as ints."""
        form, inner = form_of(holds)
        if form == "part":
            yield value.number if isinstance(value, Step) else self.part(value)
        elif form is Union:
            yield int(value is not None)
            if value is not None:
                yield from self.written(inner[0], value)
        elif form == "row":
            for each, entry in zip(inner, value, strict=True):
                yield from self.written(each, entry)
        elif inner:
            entries = value.items() if form is fixed else value
            yield len(value)
            for entry in entries if form is tuple else sorted(entries):
                yield from self.written(inner[0], entry)
        else:
            yield from self.number(form, value)

    def number(self, kind: operands.Kind, value: Any) -> Iterator[int]:
        """What is no part, by its kind."""
        if kind is CELLS:
            yield from (value.start, value.stop)
        elif kind is TEXT:
            yield self.texts.setdefault(value, len(self.texts))
        elif kind is PHRASE:
            yield self.phrases.setdefault(value, len(self.phrases))
        elif kind not in (BESIDE, WHOLE):
            yield int(value)


def program_of(image: Image, words: Words) -> Program:
    """The program of an image and the words beside it. Raises ValueError for another version."""
    if image[0] != VERSION:
        raise ValueError(f"this is an image of version {image[0]}, not {VERSION}")
    return _Reader(image, words).program


class _Reader:
    """Makes the parts of an image in their order; the last is the program itself."""

    def __init__(self, image: Image, words: Words) -> None:
        _, count, steps = image[:3]
        self.words = words
        self.steps: list[Step] = []
        self.program = Program(self.steps, words.decoders)
        self.left = iter(image[3 + steps :])
        self.parts: list[Any] = []
        numbered = set(image[3 : 3 + steps])
        for number in range(count):
            self.parts.append(self.part())
            if number in numbered:
                self.steps.append(self.parts[-1])

    def part(self) -> Any:
        """The next part."""
        kind = PARTS[next(self.left)]
        values = {each: self.read(each.holds) for each in operands_of(kind)}
        if kind is Program:
            made = self.program
        else:
            made = kind(**{each.name: value for each, value in values.items() if each.init})
        for each, value in values.items():
            if value is not NOTHING and (kind is Program or not each.init):
                setattr(made, each.name, value)
        return made

    def read(self, holds: Any) -> Any:
        """The next value; NOTHING for what no image holds."""
        form, inner = form_of(holds)
        if form == "part":
            number = next(self.left)
            return (self.steps if issubclass(holds, Step) else self.parts)[number]
        if form is Union:
            return self.read(inner[0]) if next(self.left) else None
        if form == "row":
            return tuple([self.read(each) for each in inner])
        if inner:
            return form([self.read(inner[0]) for _ in range(next(self.left))])
        return self.number(form)

    def number(self, kind: operands.Kind) -> Any:
        """The next value that is no part, by its kind."""
        if kind is BESIDE:
            return NOTHING
        if kind is WHOLE:
            return self.program
        number = next(self.left)
        if kind is CELLS:
            return range(number, next(self.left))
        if kind is TEXT:
            return self.words.texts[number]
        if kind is PHRASE:
            return self.words.phrases[number]
        return bool(number) if kind is FLAG else number


def listing(program: Program) -> Iterator[str]:
    """A program for people: one line for each step, with all that it is made of."""
    for step in program.steps:
        yield f"{step.number:5} {_said(step)}"


def _said(value: Any) -> str:
    kind: Any = type(value)
    if kind in NUMBERS:
        names = (each.name for each in operands_of(kind) if each.name not in ASIDE)
        shown = (f"{name}={_entry(getattr(value, name))}" for name in names)
        return f"{kind.__name__}({', '.join(shown)})"
    return _entry(value)


def _entry(value: Any) -> str:
    if isinstance(value, Step):
        return str(value.number)
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_entry, value))}]"
    return _said(value) if type(value) in NUMBERS else repr(value)
