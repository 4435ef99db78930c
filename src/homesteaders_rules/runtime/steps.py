"""Steps: what a program is made of. Each runs on the cells and names the step that follows.

A step that asks stops the run by naming itself with ``~number``; its ``options`` are then what
may be chosen and ``choose`` goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from .registers import ACTOR, DUTY, ROUND, START

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..words import Phrase, Vocabulary
    from .acts import Act
    from .counters import Counter
    from .events import Log
    from .predicates import Test


@frozen
class Origin:
    """Where an option comes from: ``home`` is the identity of its table, empty where unknown."""

    home: tuple[object, ...] = ()


NOWHERE = Origin()


class _Made:
    """What stands behind an option and is no part of its value."""

    __slots__ = ("__weakref__", "formerly", "offer", "payload")
    offer: Any
    payload: Any
    formerly: str


@frozen(init=False, weakref_slot=False)
class Option(_Made):
    """One thing that may be chosen. ``key`` is its name in words, unique within a decision.

    ``anytime``: an exchange that may be used at any decision. ``needed``: one that must be used
    since nothing else can be chosen. ``offer`` made it and carries it out by its ``payload``; a
    copy from another process knows of these only the table they belong to. ``formerly`` is the
    key in saves written before it changed.
    """

    key: str
    anytime: bool = False
    needed: bool = False

    def __init__(
        self,
        key: str,
        anytime: bool = False,
        needed: bool = False,
        offer: Any = NOWHERE,
        payload: Any = None,
        *,
        formerly: str = "",
    ) -> None:
        self.__attrs_init__(key, anytime, needed)
        object.__setattr__(self, "offer", offer)
        object.__setattr__(self, "payload", payload)
        object.__setattr__(self, "formerly", formerly)

    def __str__(self) -> str:
        return self.key

    def __reduce__(self) -> tuple[Any, ...]:
        return Option, (self.key, self.anytime, self.needed, Origin(self.offer.home))

    def __copy__(self) -> Option:
        return self

    def __deepcopy__(self, memo: object) -> Option:
        return self


@define(eq=False)
class Step:
    """One step. ``number`` is its place in the program, ``frames`` what lies on the stack here.

    ``frames`` are the kinds of the cells that the routine has pushed so far, from the bottom;
    ``routine`` is the number of the routine it belongs to (0: the main course), ``effect`` what
    it was linked from, on ``piece`` (empty: the rules themselves); ``secret``: others see nothing
    of what happens here.
    """

    number: int = field(init=False, default=-1)
    routine: int = field(init=False, default=0)
    frames: tuple[str, ...] = field(init=False, default=())
    effect: Phrase | None = field(init=False, default=None)
    piece: str = field(init=False, default="")
    secret: bool = field(init=False, default=False)

    def run(self, cells: list[int], log: Log) -> int:
        """Carry it out; the number of the next step, or ``~number`` to ask."""
        raise NotImplementedError


@define(eq=False)
class Asking(Step):
    """A step that asks the player in ACTOR. ``home`` is the identity of its table.

    ``skip`` is where it goes on when nothing can be chosen (any more); -1: something always can.
    """

    home: tuple[object, ...] = field(init=False, default=())
    skip: int = field(init=False, default=-1)

    def settle(self, home: tuple[object, ...]) -> None:
        """Belong to a table, with all that makes options here."""
        self.home = home

    def prompt(self, vocabulary: Vocabulary) -> str:
        """What is asked, in the words of the rules."""
        return "" if self.effect is None else self.effect.words(vocabulary)

    def run(self, cells: list[int], log: Log) -> int:
        return ~self.number

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        """What may be chosen, any-time exchanges aside."""
        raise NotImplementedError

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        """Carry out one of the options; the number of the next step, or ``~number``."""
        raise NotImplementedError

    def can_run_dry(self) -> bool:
        """Might an exchange of any time leave nothing that can be chosen?"""
        return False

    def needed(self, cells: Sequence[int]) -> tuple[Option, ...]:
        """Exchanges that must be used because nothing else can be chosen."""
        return ()

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        """Why a key that is not offered is not; None where this step knows nothing of it."""
        return None

    def keys(self) -> tuple[str, ...]:
        """Every key this step may ever offer, as far as they can be listed."""
        return ()

    def may_offer(self, key: str) -> bool:
        """Is ``key`` one that this step offers at some time?"""
        return key in self.keys()


@define(eq=False)
class End(Asking):
    """The end of the game: nothing is asked any more."""

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return ()


@define(eq=False)
class Run(Step):
    """An act, then on."""

    act: Act
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        self.act.do(cells, log)
        return self.follow


@define(eq=False)
class Branch(Step):
    """One way or the other."""

    test: Test
    then: int
    otherwise: int

    def run(self, cells: list[int], log: Log) -> int:
        return self.then if self.test.holds(cells) else self.otherwise


@define(eq=False)
class Call(Step):
    """Into a routine; where to go on afterwards lies on the stack."""

    entry: int
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        cells.append(self.follow)
        return self.entry


@define(eq=False)
class CallLater(Step):
    """Into a routine that is linked when all else is; ``entry`` then holds its number."""

    entry: list[int]
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        cells.append(self.follow)
        return self.entry[0]


@define(eq=False)
class Return(Step):
    """Out of a routine."""

    def run(self, cells: list[int], log: Log) -> int:
        return cells.pop()


@frozen
class Secret:
    """What others see nothing of, from its beginning to its end.

    Meanwhile ``kept``, the cells that everybody sees and that may change, lie as they were
    before below all unfinished business, from cell ``first`` on.
    """

    first: int
    kept: tuple[int, ...]
    sources: tuple[int, int]

    def begin(self, cells: list[int], log: Log) -> None:
        """From here on others see the table as it is now."""
        cells[self.first : self.first] = [cells[cell] for cell in self.kept]
        log.append((self.sources[0], cells[ACTOR]))

    def end(self, cells: list[int], log: Log) -> None:
        """What was done is shown."""
        del cells[self.first : self.first + len(self.kept)]
        log.append((self.sources[1], cells[ACTOR]))


@define(eq=False)
class EachBegin(Step):
    """Which players: all, or those of whom a test holds now. They lie on the stack as bits, above

    the caller.
    """

    players: int
    test: Test | None
    follow: int
    hides: Secret | None = None

    def run(self, cells: list[int], log: Log) -> int:
        if self.hides is not None:
            self.hides.begin(cells, log)
        caller = cells[ACTOR]
        chosen = (1 << self.players) - 1
        if self.test is not None:
            for player in range(self.players):
                cells[ACTOR] = player
                if not self.test.holds(cells):
                    chosen &= ~(1 << player)
        cells.append(caller)
        cells.append(chosen)
        return self.follow


def first_free(players: int, direction: int = 1) -> tuple[tuple[int | None, ...], ...]:
    """By a seat and the bits of those who are free: the first of them from that seat on."""

    def first(seat: int, free: int) -> int | None:
        order = [(seat + direction * n) % players for n in range(players)]
        return next((player for player in order if free >> player & 1), None)

    return tuple(
        tuple(first(seat, bits) for bits in range(1 << players)) for seat in range(players)
    )


@define(eq=False)
class EachNext(Step):
    """The next of them clockwise from the start player; after the last, on."""

    players: int
    follow: int
    body: int = -1
    hides: Secret | None = None
    _next: tuple[tuple[int | None, ...], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._next = first_free(self.players)

    def run(self, cells: list[int], log: Log) -> int:
        left = cells[-1]
        player = self._next[cells[START]][left]
        if player is None:
            cells.pop()
            cells[ACTOR] = cells.pop()
            if self.hides is not None:
                self.hides.end(cells, log)
            return self.follow
        cells[ACTOR] = player
        cells[-1] = left & ~(1 << player)
        return self.body


@define(eq=False)
class CountFirst(Step):
    """A number is counted and lies on the stack while it is paid."""

    counter: Counter
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        cells.append(self.counter.count(cells, cells[ACTOR]))
        return self.follow


@define(eq=False)
class Drop(Step):
    """The number on top of the stack is not needed any more."""

    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        cells.pop()
        return self.follow


@define(eq=False)
class RoundBegin(Step):
    """The next round begins; after the last numbered one, ``final`` is where it goes on."""

    source: int
    rounds: int
    body: int
    final: int

    def run(self, cells: list[int], log: Log) -> int:
        cells[ROUND] += 1
        log.append((self.source, cells[ACTOR], cells[ROUND]))
        return self.body if cells[ROUND] <= self.rounds else self.final


@define(eq=False)
class Enter(Step):
    """A part of the course begins: a phase, with what goes before and after it."""

    source: int
    part: int
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        cells[DUTY] = self.part
        cells[ACTOR] = cells[START]
        log.append((self.source, cells[START], self.part))
        return self.follow


@define(eq=False)
class Save(Step):
    """Who is "you" goes on the stack."""

    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        cells.append(cells[ACTOR])
        return self.follow


@define(eq=False)
class Restore(Step):
    """Who was "you" comes off the stack."""

    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        cells[ACTOR] = cells.pop()
        return self.follow
