"""Linker: from the folded definitions of a table to its program.

Steps are emitted from the back, so that each knows the number of the one that follows. The
numbers derive from the text alone.
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from .. import runtime
from ..commands.base import walk
from ..commands.control import May
from ..commands.definitions.course import Phase, Play
from ..commands.definitions.definition import ROUND, Clause, EqualBid
from ..freezing import fixed
from ..mechanisms import piles
from ..mechanisms.auction import commands as auction_commands
from ..mechanisms.occupying.using import USE
from ..mechanisms.piles.commands import Build
from ..mechanisms.piles.steps import UsePiece
from ..runtime.counters import InCell
from ..runtime.predicates import All, Predicate, Within
from ..runtime.recording import records
from ..runtime.registers import END, LOT
from ..runtime.steps import Branch, End
from ..runtime.turns import Enter, EnterInRounds, RoundBegin
from .guarding import GuardLinker
from .keys import check_keys

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..commands.definitions.pieces import Piece
    from ..commands.effects import Effect
    from ..runtime.acts import Act
    from ..runtime.program import Program
    from .emitting import Moment

SAME = "build the same"


class Linker(GuardLinker):
    """Links everything: the course of the game, the clauses of pieces, the exchanges."""

    def link(self, effect: Effect, follow: int) -> int:
        """The entry of the steps of an effect."""
        before, self.effect = self.effect, effect
        entry = effect.link(self, follow)
        self.effect = before
        return entry

    def act(self, effect: Effect) -> Act | None:
        """An effect that asks nothing, as an act."""
        return effect.act(self)

    def asks(self, effect: Effect) -> bool:
        """May carrying out an effect ask a question?"""
        return effect.asks(self.consequences)

    def can(self, effect: Effect) -> Predicate:
        """Can an effect be carried out to its end?"""
        return effect.can(self)

    def present(self, effect: Effect) -> Predicate:
        """Is there anything in an effect?"""
        return effect.present(self)

    def finish(self) -> Program:
        """Link the course of the game, the routines of the pieces and the exchanges."""
        _Course(self).link()
        self.link_later()
        filled: set[tuple[Moment, bool]] = set()
        while waiting := [each for each in self.dispatch if each not in filled]:
            for moment, in_doubt in waiting:
                with self.offered(trying=True) if in_doubt else nullcontext():
                    self._fill(moment, self.dispatch[moment, in_doubt])
            filled.update(waiting)
            self.link_later()
        self.link_exchanges()
        self.link_later()
        self.place_limits()
        check_keys(self.steps, self.exchanged)
        return self.finished()

    def dispatcher(self, moment: Moment, follow: int) -> Mapping[int, int]:
        """The entries of the clauses of a moment, by piece; filled when all is linked."""
        self.returns_to(("clauses", moment), follow)
        name = moment, self.in_doubt
        entries = MappingProxyType(self.dispatch.setdefault(name, {}))
        return self.dispatchers.setdefault(name, entries)

    @cached_property
    def _used(self) -> set[str]:
        """The sorts of which a piece may be used."""
        commands = walk(*self.definitions)
        return {each.sort for each in commands if isinstance(each, auction_commands.UsePiece)}

    def _fill(self, moment: Moment, entries: dict[int, int]) -> None:
        for index, piece in enumerate(self.layout.pieces):
            clauses = [clause for clause in piece.clauses if clause.moment == moment[0]]
            if clauses and (moment[0] or piece.sort in self._used):
                entries[index] = self._clauses(piece, moment, clauses)

    def _clauses(self, piece: Piece, moment: Moment, clauses: list[Clause]) -> int:
        def emit(back: int) -> int:
            with self.within(piece.name, moment[0] or USE), self.cheaper(moment[1]):
                for clause in reversed(clauses):
                    test = self.clause_test(clause)
                    body = self.link(clause.effect, back)
                    back = body if test is None else self.add(Branch(test, body, back))
            return back

        return self.shared(("piece", piece.name, moment), emit, ("clauses", moment))

    def clause_test(self, clause: Clause) -> Predicate | None:
        """Whether a clause that adds to lots belongs to the one being resolved; None: to all."""
        tests: list[Predicate] = []
        if clause.lot:
            tests.append(Within(InCell(LOT), clause.lot - 1, clause.lot - 1))
        if clause.with_build:
            tests.append(self.lot_builds())
        return All(tuple(tests)) if tests else None

    def lot_builds(self) -> Predicate:
        """Does the text of the lot being resolved let its winner build?"""
        pieces = (i for i, p in enumerate(self.layout.pieces) if lets_build(p) is not None)
        return piles.predicates.LotHolds(self.lots, frozenset(pieces))

    def same_build(self, follow: int) -> int:
        """Once more what the lot being resolved lets its winner build."""
        entries: dict[int, int] = {}
        for index, piece in enumerate(self.layout.pieces):
            build = lets_build(piece)
            if build is not None:
                entries[index] = self._same(piece, build)
        self.returns_to(SAME, follow)
        return self.add(UsePiece(self.lots, fixed(entries), follow))

    def _same(self, piece: Piece, build: Build) -> int:
        return self.shared((SAME, piece.name), lambda back: self.link(May(build), back), SAME)

    def right_to_equal(self) -> int:
        """The bits of the pieces that carry it."""
        return sum(
            1 << index
            for index, piece in enumerate(self.layout.pieces)
            if any(isinstance(right, EqualBid) for right in piece.rights)
        )

    def clauses(self, moment: str) -> tuple[Clause, ...]:
        """The clauses of the rules themselves for a moment."""
        return tuple(clause for clause in self.of(Clause) if clause.moment == moment)


class _Course:
    """The phases in their order."""

    def __init__(self, linker: Linker) -> None:
        self.linker = linker
        self.play = linker.of(Play)[0]

    def link(self) -> None:
        linker, play = self.linker, self.play
        linker.next_round = linker.add(End())
        final = self._parts(play.final_phases, "final", linker.next_round)
        begin = self._begin(play, linker.renewed(ROUND, final))
        linker.next_round = number = linker.add(begin)
        follow = number
        for each in reversed(play.afterwards):
            follow = self._parts(each.phases, "round", follow, each.rounds)
        begin.body = linker.renewed(ROUND, self._parts(play.round_phases, "round", follow))
        linker.program.start = self._parts(play.opening, "opening", number)
        # The parts were linked from the back; a program lists them as they are played.
        linker.course.reverse()
        linker.entries.reverse()
        last = len(linker.course) - 1
        for step in linker.steps:
            if isinstance(step, Enter):
                step.part = last - step.part

    def _begin(self, play: Play, final: int) -> RoundBegin:
        has_final = bool(play.final_phases)
        if play.until_end:
            told = records.RoundOrEndBegan(has_final, span=play.span)
            source = self.linker.source(told)
            end = self.linker.layout.at[END]
            return runtime.ending.RoundUntil(source, play.rounds, -1, final, end)
        source = self.linker.source(records.RoundBegan(play.rounds, has_final, span=play.span))
        return RoundBegin(source, play.rounds, -1, final)

    def _parts(
        self, phases: tuple[str, ...], when: str, follow: int, rounds: tuple[int, ...] = ()
    ) -> int:
        for name in reversed(phases):
            follow = self._part(name, when, follow, rounds)
        return follow

    def _part(self, name: str, when: str, follow: int, rounds: tuple[int, ...]) -> int:
        linker = self.linker
        phase = linker.named(Phase, name)[0]
        entry = linker.renewed(name, linker.link(phase.effect, follow))
        source = linker.source(records.PhaseBegan(name, span=phase.span))
        part: Enter = Enter(source, len(linker.course), entry)
        if rounds:
            part = EnterInRounds(source, len(linker.course), entry, rounds, follow)
        number = linker.add(part)
        linker.course.append((name, when))
        linker.entries.append(number)
        return number


def lets_build(piece: Piece) -> Build | None:
    """What the text of a piece without a moment lets its winner build."""
    clauses = tuple(clause for clause in piece.clauses if not clause.moment)
    return next((command for command in walk(*clauses) if isinstance(command, Build)), None)
