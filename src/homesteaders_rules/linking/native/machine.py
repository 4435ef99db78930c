"""The machine in C, where it is installed, and the program of a table in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ...errors import Unsupported
from ...runtime.offering.options import Option, option_of

if TYPE_CHECKING:
    from ...runtime.program import Program
    from ..layout import Layout

INSTALL = 'pip install "homesteaders-rules[native]" (in a clone: make native)'


def extension() -> Any:
    """The module of the machine. Raises Unsupported, with the way out, where there is none."""
    try:
        import homesteaders_rules_native as native
    except ImportError as error:
        raise Unsupported(f"the machine in C is not installed: {INSTALL}") from error
    from .header import digest

    if digest() != native.VOCABULARY:
        raise Unsupported(f"the machine in C is that of another version: {INSTALL}")
    return native


class Machine:
    """The program of one table, ready to be played by the machine.

    Raises Unsupported where there is no machine, or where it does not know something in it.
    """

    def __init__(self, program: Program, layout: Layout) -> None:
        native = extension()
        from .block import block_of

        block = block_of(program, layout, native.KNOWN)
        self._places = {id(part): place for place, part in block.sources.items()}
        secrets = bytes(step.secret for step in program.steps)
        made = partial(_option, block.sources)
        try:
            self._image = native.Image(block.words, made, program.tell, secrets)
        except ValueError as error:
            raise Unsupported(f"the machine in C refuses the program: {error}") from error
        self._native = native
        self._start = program.start

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

    def begin(self, table: object, kinds: tuple[type, type], cells: Sequence[int]) -> Any:
        """The first state of a game with these cells, and what happened until then.

        Raises ValueError for what is left to Python.
        """
        self._native.types(*kinds)
        return self._native.begin(self._image, table, tuple(cells), self._start)

    def place_of(self, option: Option) -> int:
        """The place of what made an option; 0 for one of another table."""
        return self._places.get(id(option.offer), 0)


def _option(
    sources: Mapping[int, Any], place: int, operands: tuple[int, ...], anytime: int, needed: int
) -> Option:
    return option_of(sources[place], *operands, anytime=bool(anytime), needed=bool(needed))
