"""What all checks share: the rules, the sources for messages, and a walk over commands."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain, product
from operator import itemgetter
from typing import TYPE_CHECKING, TypeVar, cast

from attrs import define, evolve, field

from ...commands.amounts import Amount, Bundle
from ...commands.base import Command, Span, walk
from ...commands.conditions import Condition, OptionIs, all_hold
from ...commands.counting.bounds import players_words
from ...commands.definitions.course import Phase, Play
from ...commands.definitions.definition import Exchange, Limited
from ...commands.definitions.exchanges import UseFreely
from ...commands.definitions.pieces import Piece, Sort
from ...linking.consequences import Consequences
from ...mechanisms.holding.definitions import MayHold
from ...values import ByClass
from ...words import missing_sentences
from ..messages.diagnostics import ERROR, WARNING, Diagnostic
from ..packs.causes import BEYOND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ...commands import flows
    from ...commands.definitions.definition import Definition, Exchange, Slot
    from ...commands.protocols import Happening
    from ...rules import Rules
    from ..names.names import Names
    from ..reading.sources import Source
    from ..reading.syntax import Entry

C = TypeVar("C", bound=Command)
V = TypeVar("V")
Conditions = tuple[Condition, ...]
OPTION = re.compile(r"(?!.* and )[a-z][a-z'’ -]*")
MOST_OPTIONS = 10
"""Beyond so many options a question about all tables is not asked."""


BUILDS = "builds"
"""What follows from building is left out: each build takes a piece, and pieces come to an end."""


WITHOUT = (Amount, Bundle, Condition)
"""In these there are no effects: nothing comes of them."""


def parts_of(command: Command) -> list[Command]:
    """The commands directly in one of which something may come."""
    return [each for each in command.children() if not isinstance(each, WITHOUT)]


class Flow(Consequences):
    """What leads on without end, unless something is done about it."""

    def __init__(self, definitions: Iterable[Definition]) -> None:
        super().__init__(definitions)
        self._direct: dict[int, tuple[Command, tuple[Happening, ...]]] = {}
        self._following: dict[Happening, tuple[tuple[Happening, Command], ...]] = {}

    def following(self, happening: Happening) -> tuple[tuple[Happening, Command], ...]:
        """What happens because of what happens, with the command that causes it; found once."""
        found = self._following.get(happening)
        if found is None:
            commands = walk(*self.effects(happening))
            pairs = [(each, command) for command in commands for each in self.direct(command)]
            found = self._following[happening] = tuple(pairs)
        return found

    def direct(self, command: Command) -> tuple[Happening, ...]:
        """What happens because of a command itself, not of those within it; found once."""
        found = self._direct.get(id(command))
        if found is None:
            caused = tuple([each for each in command.causes(self) if each[0] != BUILDS])
            found = self._direct[id(command)] = command, caused
        return found[1]


@define(eq=False, repr=False)
class Checking:
    """The rules under examination, and what was found.

    ``own_files`` are those of the last pack. What a pack leaves unused in the packs it extends
    is no slip of anybody, so warnings about other files are not given. ``widest`` are the numbers
    of players that some pack allows: with others there may be fewer, which is no slip either.
    ``header`` is where the last pack names itself.
    """

    rules: Rules
    names: Names
    entries: tuple[Entry, ...]
    sources: Mapping[str, Source]
    own_files: frozenset[str]
    widest: range
    header: Span
    found: list[Diagnostic] = field(factory=list)
    _kept: dict[Callable[[Checking], object], object] = field(factory=dict, init=False)

    @cached_property
    def flow(self) -> Flow:
        """What follows from what in the rules."""
        return Flow(self.rules.definitions)

    @cached_property
    def bounded(self) -> frozenset[str]:
        """The goods that may run out, or of which a player may hold only so many."""
        limits: list[Limited | MayHold] = [*self.rules.of(Limited), *self.rules.of(MayHold)]
        return frozenset(good for limit in limits for good in limit.goods)

    @cached_property
    def offered(self) -> frozenset[str]:
        """The exchanges that some phrase offers, beside those of any time."""
        kinds = chain.from_iterable(each.names for each in self.every(UseFreely))
        others = (each for each in self.every(Command) if not isinstance(each, Exchange))
        named = chain.from_iterable(each.mentions() for each in others)
        return frozenset((*kinds, *(name for kind, name in named if kind == "exchange")))

    def report(self, code: str, message: str, where: Command | Span | None, hint: str = "") -> None:
        """Note a finding; codes that begin with W are warnings."""
        span = where.span if isinstance(where, Command) else where
        span = span or Span("<rules>", 1, 1, 1, 1)
        severity = WARNING if code.startswith("W") else ERROR
        if severity == WARNING and span.file not in self.own_files and code not in BEYOND:
            return
        self.found.append(Diagnostic(code, severity, message, span, hint, self._line_at(span)))

    def report_unsaid(
        self, code: str, unsaid: Sequence[str], what: str, where: Command, at: str
    ) -> None:
        """Note which sentences are missing ``at`` some tables: of what, and how each is said."""
        message = missing_sentences(len(unsaid), what, at)
        self.report(code, message, where, f"say {'; and '.join(unsaid)}")

    def _line_at(self, span: Span) -> str:
        """The first line of a span; empty where its text is not there."""
        source = self.sources.get(span.file)
        return source.line_text(span.line) if source is not None else ""

    def in_a_phase(self, effect: str, *, once: bool = False, each: bool = False) -> str:
        """The hint to write an effect into a phase; a pack, which has none of its own, adds it.

        ``once``: it is done in the opening, if there is one. ``each``: each player has it in turn.
        """
        play = next(iter(self.rules.of(Play)), None)
        if len(self.rules.headers) == 1 or play is None:
            return f"write in a phase: {effect}"
        phase = play.opening[-1] if once and play.opening else next(iter(play.round_phases), "")
        turns = "each player, from the start player: " if each else ""
        return f"add a line: after {phase}: {turns}{effect}"

    def line_in(self, command: Command, begins: str) -> Command | Span:
        """Where the first line of a command stands that begins so; the command if none does."""
        span = command.span
        source = self.sources.get(span.file) if span is not None else None
        if span is None or source is None:
            return command
        for number in range(span.line, span.end_line + 1):
            text = source.line_text(number)
            at = len(text) - len(text.lstrip()) + 1
            if text.lstrip().startswith(begins):
                return Span(span.file, number, at, number, len(text) + 1)
        return command

    def text_of(self, command: Command) -> str:
        """A command as its author wrote it, where it stands in one line; else in other words."""
        span, written = command.span, ""
        if span is not None and span.line == span.end_line:
            written = self._line_at(span)[span.column - 1 : span.end_column - 1]
        return written or command.words(self.rules.vocabulary)

    def sort_of(self, command: Command) -> str:
        """The sort of the pieces that a command speaks of, or of the one; empty if of none."""
        said = dict(command.mentions())
        return said.get("sort of pieces") or self._sorts.get(said.get("piece", ""), "")

    @cached_property
    def _sorts(self) -> dict[str, str]:
        return {piece.name: piece.sort for piece in self.rules.of(Piece)}

    def last_word(self, command: Command, word: str) -> Command | Span:
        """Where a word stands last in the first line of a command; the command if it does not."""
        span = command.span
        at = self._line_at(span).rfind(word) + 1 if span is not None else 0
        return evolve(span, column=at, end_column=at + len(word)) if span and at else command

    def is_own(self, command: Command) -> bool:
        """Does it stand in what is checked, and not in what that extends?"""
        return command.span is not None and command.span.file in self.own_files

    def every(self, kind: type[C]) -> Iterator[C]:
        """All commands of a class, wherever they stand in the rules."""
        return iter(cast("tuple[C, ...]", self._commands.of(kind)))

    @cached_property
    def _commands(self) -> ByClass[Command]:
        return ByClass(walk(*self.rules.definitions))

    def kept(self, find: Callable[[Checking], V]) -> V:
        """What is found out about the rules, once for all checks that ask for it."""
        if find not in self._kept:
            self._kept[find] = find(self)
        return cast("V", self._kept[find])

    def slots(self) -> Iterator[tuple[Slot, bool]]:
        """All slots, each with whether it is on a piece that players own."""
        owned = {sort.name: sort.is_owned for sort in self.rules.of(Sort)}
        for piece in self.rules.of(Piece):
            yield from ((slot, owned[piece.sort]) for slot in piece.slots)

    def placed(self) -> Sequence[tuple[Command, Conditions]]:
        """All commands in order, each with the conditions of its definition and lines."""
        return self._placed.of(Command)

    @cached_property
    def moved(self) -> Sequence[tuple[Command, flows.Flow]]:
        """All goods that phrases move, each with the phrase."""
        return [(each, flow) for each in self.every(Command) for flow in each.flows()]

    def placed_of(self, *kinds: type[C]) -> Sequence[tuple[C, Conditions]]:
        """The same, for the commands of some classes."""
        return cast("Sequence[tuple[C, Conditions]]", self._placed.of(*kinds))

    @cached_property
    def _placed(self) -> ByClass[tuple[Command, Conditions]]:
        placed = (each for d in self.rules.definitions for each in _placed(d, ()))
        return ByClass(placed, itemgetter(0))

    def tables(self, conditions: Iterable[Condition]) -> Iterator[tuple[int, dict[str, bool]]]:
        """All numbers of players, with all answers to the options that are asked for."""
        asked = sorted({c.option for c in conditions if isinstance(c, OptionIs)})
        for players in self.rules.players:
            for answers in product((False, True), repeat=len(asked)):
                yield players, dict(zip(asked, answers, strict=True))

    def missing_table(
        self, needed: Conditions, given: Iterable[Conditions]
    ) -> tuple[int, dict[str, bool]] | None:
        """A table where ``needed`` holds and none of ``given`` does; None if there is none."""
        given = tuple(given)
        if () in given:
            return None
        every = (*needed, *(condition for conditions in given for condition in conditions))
        if len({c.option for c in every if isinstance(c, OptionIs)}) > MOST_OPTIONS:
            return None
        for players, answers in self.tables(every):
            covered = any(all_hold(conditions, players, answers) for conditions in given)
            if all_hold(needed, players, answers) and not covered:
                return players, answers
        return None


def table_words(table: tuple[int, Mapping[str, bool]]) -> str:
    """``with 3 players, without open hands``."""
    players, answers = table
    options = [f"{'with' if value else 'without'} {name}" for name, value in answers.items()]
    return ", ".join((f"with {players_words((players, players))}", *options))


def contrary(words: str) -> str:
    """``without events`` for ``with events``, and the other way round; empty for other words."""
    word, _, name = words.partition(" ")
    if not OPTION.fullmatch(name):
        return ""
    return f"with {name}" if word == "without" else f"without {name}"


def _placed(command: Command, outer: Conditions) -> Iterator[tuple[Command, Conditions]]:
    own: Conditions = getattr(command, "conditions", ())
    within = (*outer, *own) if own else outer
    yield command, within
    for child, also in command.inner():
        more = [each for each in also if isinstance(each, Condition)] if also else ()
        yield from _placed(child, (*within, *more) if more else within)


def is_closed(checking: Checking, exchange: Exchange) -> bool:
    """Is there a phase in which nobody may use an exchange?"""
    return any(phase.closes(exchange) for phase in checking.rules.of(Phase))
