"""The course of a game: actions, phases and the order they are played in; options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...runtime.registers import END
from ...trees import Node, nodes, tokens
from ...words import join
from ..base import PHASE, CellName, Vocabulary, added
from ..effects import Effect
from .afterwards import Afterwards
from .definition import CLOSED, Definition, Exchange

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..protocols import Causes, Happening, Reader


@frozen(eq=False, repr=False)
class Procedure(Definition):
    """A named effect that a pack may replace."""

    name: str
    effect: Effect

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        name = str(tokens(node)[0])
        return cls(name, reader.body(nodes(node)[0]), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.kind} {self.name}: {self.effect.words(vocabulary)}"


class Action(Procedure):
    """``action forgive a debt: ...``: what other lines do by its name."""

    __slots__ = ()

    rules = ("action",)
    example = "action wish: gain 1 <good>"
    hints = (("action", "action <action>: gain 2 <goods>"),)
    kind = "action"

    def leads(self, rules: Causes) -> Iterable[tuple[Happening, Effect]]:
        return [(("action", self.name), self.effect)]


@frozen(eq=False, repr=False)
class Phase(Procedure):
    """``phase income: ...``. ``closed``: kinds of exchanges that nobody may use meanwhile."""

    rules = ("phase",)
    example = "phase wish: gain 1 <good>"
    hints = (
        ("phase", "phase <phase>: and the effects below it, indented"),
        ("closed", "phase <phase>: and below it, indented: closed: <exchange>"),
    )
    kind = "phase"
    closed: tuple[str, ...] = added(())

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        (block,) = nodes(node)
        closed = (word for line in nodes(block) if line.data == CLOSED for word in tokens(line))
        kinds = tuple(dict.fromkeys(map(reader.kind, closed)))
        effect = reader.body(block, (CLOSED,))
        return cls(str(tokens(node)[0]), effect, kinds, span=reader.span(node))

    def closes(self, exchange: Exchange) -> bool:
        """May nobody use an exchange while it goes on?"""
        return any(map(exchange.is_of_kind, self.closed))


@frozen(eq=False, repr=False)
class Hook(Definition):
    """``before bidding: ...`` and ``after bidding: ...``: effects around a phase or an action.

    Several before one: the last written runs first; after it: the last written runs last.
    """

    rules = ("hook",)
    example = "before <phase>: each player: gain 1 <good>"
    hints = (
        ("before", example),
        ("after", "after <phase>: each player: gain 1 <good>"),
    )
    before: bool
    around: str
    effect: Effect
    of_action: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        when, word = tokens(node)
        is_phase, is_action = reader.declares("phase", word), reader.declares("action", word)
        if not is_phase and not is_action:
            reader.unknown_part(word)
        effect = reader.body(nodes(node)[0])
        of_action = is_action and not is_phase
        before = str(when) == "before"
        return cls(
            before,
            str(word),
            effect,
            of_action,
            span=reader.span(node),
        )

    def words(self, vocabulary: Vocabulary) -> str:
        return (
            f"{'before' if self.before else 'after'} {self.around}: {self.effect.words(vocabulary)}"
        )

    def identity(self, vocabulary: Vocabulary) -> tuple[str, str]:
        return "", f"{'before' if self.before else 'after'} {self.around}"

    def mentions(self) -> Iterator[tuple[str, str]]:
        yield "action" if self.of_action else "phase", self.around

    def leads(self, rules: Causes) -> Iterable[tuple[Happening, Effect]]:
        return [(("action", self.around), self.effect)] if self.of_action else []


ROUNDS, UNTIL, OR_UNTIL = "rounds", "rounds_until", "rounds_or_until"
MOST_ROUNDS = 999
"""A game that nobody ends is over after so many: no state may grow for ever."""


@frozen(eq=False, repr=False)
class Play(Definition):
    """``play:``: phases once at the start, phases of each round, phases of the final round.

    ``afterwards``: phases of some of the numbered rounds, after those of each round.
    ``until_end``: there are so many rounds at most, and fewer where something ends the game.
    """

    rules = ("play",)
    example = "play:\n    picking\n    rounds 1-3: <phase>\n    final round: <phase>"
    hints = (
        (
            "play",
            "play: and below it, indented: <phase> / rounds 1-10: <phase> / final round: <phase>",
        ),
        ("rounds", "rounds 1-10: <phase>, <phase>"),
        ("rounds until the end", "rounds until the end: <phase>"),
        ("final round", "final round: <phase>"),
    )
    kind = "play"
    opening: tuple[str, ...] = field(metadata=PHASE)
    rounds: int
    round_phases: tuple[str, ...] = field(metadata=PHASE)
    final_phases: tuple[str, ...] = field(metadata=PHASE)
    until_end: bool = added(False)
    afterwards: tuple[Afterwards, ...] = added(())

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        opening: list[str] = []
        finally_: list[str] = []
        rounds: tuple[int, tuple[str, ...]] = (0, ())
        until_end = False
        seen: dict[str, Node] = {}
        for line in nodes(node):
            if line.data in Afterwards.rules:
                continue
            phases = [reader.named("phase", word) for word in tokens(line, "PHRASE")]
            which = ROUNDS if line.data in (UNTIL, OR_UNTIL) else str(line.data)
            again = which != "opening" and which in seen
            if again:
                what = "final round" if which == "final_round" else "rounds"
                message = (
                    f"line {reader.span(seen[which]).line} already says what comes in the {what}"
                )
                hint = "write all phases into one line"
                hint = _joined(seen[which], line) if which == ROUNDS else hint
                reader.report("E332", message, line, hint)
            if line.data == "opening" and seen.keys() & {"rounds", "final_round"}:
                hint = "put it above the line that begins with rounds"
                reader.report("E341", "phases without rounds stand first", line, hint)
            seen.setdefault(which, line)
            if line.data == "opening":
                opening += phases
            elif line.data == "final_round":
                finally_ += phases
            else:
                until_end = which != line.data
                rounds = _rounds(reader, line, again), tuple(phases)
        if ROUNDS not in seen:
            hint = "write it like: rounds 1-10: <phase>, <phase>"
            reader.report("E342", "the play has no rounds", node, hint)
        span = reader.span(node)
        afterwards = _afterwards(reader, node, rounds[0])
        return cls(tuple(opening), *rounds, tuple(finally_), until_end, afterwards, span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        later = "".join(f"; {each.words(vocabulary)}" for each in self.afterwards)
        return (
            f"play: {', '.join(self.opening)}; {self.rounds_words()}: "
            f"{', '.join(self.round_phases)}{later}; final round: {', '.join(self.final_phases)}"
        )

    def phases_of(self, number: int) -> tuple[str, ...]:
        """The phases of a numbered round, in their order."""
        later = (each.phases for each in self.afterwards if number in each.rounds)
        return (*self.round_phases, *(name for names in later for name in names))

    def rounds_of(self, phase: str) -> frozenset[int]:
        """The numbered rounds in which a phase is played."""
        every = range(1, self.rounds + 1) if phase in self.round_phases else ()
        some = (each.rounds for each in self.afterwards if phase in each.phases)
        return frozenset(every).union(*some)

    @property
    def recurring(self) -> tuple[str, ...]:
        """All phases of numbered rounds, those of every round first."""
        later = (name for each in self.afterwards for name in each.phases)
        return (*self.round_phases, *later)

    def rounds_words(self) -> str:
        """``rounds 1-10``, ``rounds until the end``, ``rounds 1-60, or until the end``."""
        if self.until_end and self.rounds == MOST_ROUNDS:
            return "rounds until the end"
        return f"rounds 1-{self.rounds}" + ", or until the end" * self.until_end

    def cells(self, players: int) -> Iterable[tuple[CellName, int]]:
        return [(END, self.rounds + 1)] if self.until_end else []


@frozen(eq=False, repr=False)
class Option(Definition):
    """``option open hands: no`` and the lines that explain it."""

    rules = ("option",)
    example = "option wild bees: no"
    hints = (
        ("option", "option <option>: no"),
        ("set", "set <option>: yes"),
    )
    kind = "option"
    name: str
    default: bool
    text: str

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        name = str(tokens(node, "PHRASE")[0])
        answer = str(tokens(node, "ANSWER")[0]) == "yes"
        text = "\n".join(str(line) for line in tokens(node, "TEXT"))
        return cls(name, answer, text, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"option {self.name}: {'yes' if self.default else 'no'}"


def _rounds(reader: Reader, line: Node, again: bool) -> int:
    if line.data == UNTIL:
        return MOST_ROUNDS
    token = tokens(line, "RANGE")[0]
    first, last = reader.range_of(token)
    if first != 1 and not again:
        hint = f"write: rounds 1-{last}: {', '.join(map(str, tokens(line, 'PHRASE')))}"
        reader.report("E343", "rounds are counted from 1", token, hint)
    return last


def _joined(first: Node, second: Node) -> str:
    """How two lines about rounds become one; what some rounds have more stands below it."""
    phases = [list(map(str, tokens(line, "PHRASE"))) for line in (first, second)]
    ranges = [str(token) for line in (first, second) for token in tokens(line, "RANGE")]
    last = max((int(each.rpartition("-")[2]) for each in ranges), default=0)
    more = [phase for phase in phases[1] if phase not in phases[0]]
    if first.data != ROUNDS or second.data != ROUNDS:
        span = f"rounds 1-{last}, or until the end" if last else "rounds until the end"
        return f"write one line: {span}: {', '.join((*phases[0], *more))}"
    if ranges[0] == ranges[1]:
        return f"write one line: rounds 1-{last}: {', '.join((*phases[0], *more))}"
    return f"{_for_all(ranges, phases, last)}{_also_played(ranges)}"


def _for_all(ranges: list[str], phases: list[list[str]], last: int) -> str:
    """One line for two ranges of rounds, with what only one of them has below it."""
    common = [phase for phase in phases[0] if phase in phases[1]]
    count = len(common)
    if common and phases[0][:count] == phases[1][:count] == common:
        told = f"write one line for all, rounds 1-{last}: {', '.join(common)}"
        rest = [(rounds, each[count:]) for rounds, each in zip(ranges, phases, strict=True)]
        below = [f"rounds {r}, afterwards: {', '.join(each)}" for r, each in rest if each]
        some = f"; what only some rounds have is below: {join(below)}" if below else ""
        return f"{told}{some}"
    every = ", ".join(dict.fromkeys(phases[0] + phases[1]))
    return (
        f"write one line for all, rounds 1-{last}: {every}; what a phase does in some of them "
        f"stands in it: in rounds {ranges[1]}: ..."
    )


def _also_played(ranges: list[str]) -> str:
    """Which rounds come between two ranges, though neither names them."""
    (_, end), (start, _) = sorted([*map(int, each.split("-"))] for each in ranges)
    between = range(end + 1, start)
    if not between:
        return ""
    are = "are" if len(between) > 1 else "is"
    rounds = f"round{'s' * (len(between) > 1)} {join(map(str, between))}"
    return f"; then {rounds} {are} played too, unless a phase says: in rounds {ranges[0]}: ..."


def _afterwards(reader: Reader, node: Node, last: int) -> tuple[Afterwards, ...]:
    found = tuple(Afterwards.read(reader, line) for line in nodes(node, "afterwards"))
    for each, line in zip(found, nodes(node, "afterwards"), strict=True):
        if each.rounds[-1] > last > 0:
            hint = f"the last round is {last}"
            reader.report("E302", f"there is no round {each.rounds[-1]}", line, hint)
    return found
