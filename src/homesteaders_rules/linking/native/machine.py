"""The machine in C, where it is installed, and the program of a table in it."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from ...errors import Unsupported
from ...runtime.offering.options import Option, promised

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..linked import Linked
    from .block import Block

Head: TypeAlias = "tuple[int, Sequence[int], Sequence[int], Sequence[int]]"
"""What is asked of a program before anybody asks for words: with which step it begins, for each
step whether it is secret, with which cells a game begins and at which steps it is over."""
INSTALL = 'pip install "homesteaders-rules[native]" (in a clone: make native)'


def extension() -> Any:
    """The module of the machine. Raises Unsupported, with the way out, where there is none."""
    try:
        import homesteaders_rules_native as native
    except ImportError as error:
        raise Unsupported(f"the machine in C is not installed: {INSTALL}") from error
    return native


class Machine:
    """The program of one table, ready to be played by the machine.

    ``fresh`` and ``ends`` are those of the table. Raises ValueError for what the machine refuses.
    """

    def __init__(self, native: Any, linked: Linked, head: Head, block: Block | bytes) -> None:
        start, secrets, fresh, ends = head
        self._start = int(start)
        self.fresh = tuple(fresh)
        self.ends = frozenset(ends)
        self._native = native
        self._parts = _Parts(native, linked, block)
        made = partial(_option, self._parts)
        words = block if isinstance(block, bytes) else block.words
        self._image = native.Image(words, made, linked.tell, bytes([*secrets]))

    @classmethod
    def kept(cls, linked: Linked) -> Machine | None:
        """That of an image which is kept beside the rules; None where there is none of use."""
        kept = linked.rules.kept
        if kept is None:
            return None
        with suppress(Unsupported, ValueError, TypeError, RecursionError):
            native = extension()
            head, _, words = (kept.find(_name(linked, native)) or b"").partition(b"\n")
            machine = cls(native, linked, json.loads(head), words)
            machine.game(machine.fresh)  # It raises where these are the cells of no game.
            return machine
        return None

    @classmethod
    def of(cls, linked: Linked) -> Machine:
        """That of what is linked now; its image is kept if the rules are.

        Raises Unsupported where there is no machine, or where it does not know something.
        """
        from .block import block_of
        from .header import digest

        native, made = extension(), linked.made
        if digest() != native.VOCABULARY:
            raise Unsupported(f"the machine in C is that of another version: {INSTALL}")
        block = block_of(made.program, made.layout, native.KNOWN)
        secrets = [int(step.secret) for step in made.program.steps]
        head = made.program.start, secrets, made.fresh, sorted(made.ends)
        try:
            machine = cls(native, linked, head, block)
        except ValueError as error:
            raise Unsupported(f"the machine in C refuses the program: {error}") from error
        kept = linked.rules.kept
        if kept is not None:
            line = json.dumps(head).encode()
            kept.keep(_name(linked, native), line + b"\n" + block.words)
        return machine

    def game(self, cells: Sequence[int]) -> Any:
        """A game in play. Raises ValueError for cells that only Python can hold."""
        return self._native.Game(self._image, tuple(cells))

    def ahead(
        self, cells: Sequence[int], weights: bytes, last: int, budget: int
    ) -> tuple[int, ...] | None:
        """The cells after a game has gone on by weights (bots.rollouts); None: Python must."""
        try:
            game = self.game(cells)
        except ValueError:
            return None
        is_stuck = game.ahead(weights, last, budget)
        return None if is_stuck else game.cells

    def state(self, table: object, kinds: tuple[type, type], cells: Sequence[int]) -> Any:
        """A frozen state of the table; ``kinds`` are the classes of states and of events.

        Raises ValueError for cells that only Python can hold.
        """
        self._native.types(*kinds)
        return self._native.state(self._image, table, tuple(cells))

    def begin(self, table: object, kinds: tuple[type, type], seed: int) -> Any:
        """The first state of a game, and what happened until then; None: it is left to Python."""
        self._native.types(*kinds)
        chance = seed & ((1 << 64) - 1)
        try:
            return self._native.begin(self._image, table, self.fresh, self._start, chance)
        except ValueError:
            return None

    def place_of(self, option: Option) -> int:
        """The place of what made an option; 0 for one of another table."""
        return self._parts.places.get(id(option.offer), 0)


class _Parts:
    """The parts of Python by their places in a block, found when somebody first asks for one.

    Whoever has no more than the words of a block has the parts linked and written once more.
    """

    def __init__(self, native: Any, linked: Linked, block: Block | bytes) -> None:
        self._known = native.KNOWN
        self._linked = linked
        self._block = block

    def __getitem__(self, place: int) -> Any:
        return self.sources[place]

    @property
    def sources(self) -> Mapping[int, Any]:
        """All of them. Raises Unsupported where the words are those of another program."""
        found = self._block  # Another thread may find it too.
        if isinstance(found, bytes):
            from .block import block_of

            words, made = found, self._linked.made
            found = block_of(made.program, made.layout, self._known)
            if found.words != words:
                raise Unsupported("an image is kept that is not what the rules are linked to")
            self._block = found
        return found.sources

    @cached_property
    def places(self) -> Mapping[int, int]:
        """The places by the identities of parts."""
        return {id(part): place for place, part in self.sources.items()}


def _name(linked: Linked, native: Any) -> str:
    """What tells the image of a table from others that the same rules lead to."""
    return json.dumps([native.VOCABULARY, linked.players, sorted(linked.options.items())])


def _option(
    parts: _Parts, place: int, operands: tuple[int, ...], anytime: int, needed: int
) -> Option:
    return promised(partial(parts.__getitem__, place), operands, bool(anytime), bool(needed))
