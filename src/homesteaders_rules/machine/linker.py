"""Linker: from the folded definitions of a table to its program.

Steps are emitted from the back, so that each knows the number of the one that follows. The
numbers derive from the text alone.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from ..commands.amounts import Number
from ..commands.definitions import (
    Action,
    Clause,
    Definition,
    EqualBid,
    Exchange,
    Hook,
    Occasion,
    Phase,
    Piece,
    Play,
    Substitution,
    Track,
    Trigger,
)
from ..commands.effects import Sequence as EffectSequence
from . import telling
from .acts import Act, Conditional, Inline, OwnsPiece, Several
from .decisions import Purse
from .payments import Solver, Substitute
from .paying import ExchangeOffer
from .program import Program
from .steps import Branch, Call, End, Enter, Return, RoundBegin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..commands.amounts import Bundle
    from ..commands.base import Command
    from ..commands.effects import Effect
    from .layout import Layout
    from .payments import Cost
    from .steps import Step

D = TypeVar("D", bound=Definition)
PAY_EXCHANGE = "exchange"
"""The purpose of what exchanges cost; no rule text can name it."""


class Linker:
    """Emits steps, and answers what the commands need to know while they link."""

    def __init__(self, definitions: Sequence[Definition], layout: Layout) -> None:
        self.definitions = definitions
        self.layout = layout
        self.program = Program()
        self.frames: tuple[str, ...] = ()
        self.family = 0
        self.effect: Effect | None = None
        self.piece = ""
        self.purpose = ""
        self.routines: dict[object, tuple[int, int]] = {}
        self.dispatch: dict[str, dict[int, int]] = {}
        self.families: dict[object, int] = {"course": 0}
        self.solvers: dict[str, Solver] = {}
        goods = layout.goods
        names, plurals = tuple(g.name for g in goods), tuple(g.plural for g in goods)
        self.purse = Purse(names, plurals, layout.row(layout.players))
        self.limited = layout.limited

    def of(self, kind: type[D]) -> tuple[D, ...]:
        """The definitions of a class."""
        return tuple(d for d in self.definitions if isinstance(d, kind))

    # ------------------------------------------------------------------ emitting

    def add(self, step: Step) -> int:
        """Number a step and note where it stands."""
        step.number = len(self.program.steps)
        step.routine = self.family
        step.frames = self.frames
        step.effect = self.effect
        step.piece = self.piece
        self.program.steps.append(step)
        return step.number

    def source(self, teller: telling.Teller) -> int:
        """The number under which a teller's records are told."""
        self.program.tellers.append(teller)
        return len(self.program.tellers) - 1

    @contextmanager
    def pushed(self, *frames: str) -> Iterator[None]:
        """Steps emitted inside find these cells on the stack."""
        before = self.frames
        self.frames += frames
        yield
        self.frames = before

    @contextmanager
    def within(self, piece: str = "", purpose: str = "") -> Iterator[None]:
        """Effects linked inside stand on a piece, and their payments have a purpose."""
        before = self.piece, self.purpose
        self.piece, self.purpose = piece or self.piece, purpose or self.purpose
        yield
        self.piece, self.purpose = before

    def routine(self, name: object, emit: Callable[[int], int], family: object = None) -> int:
        """The entry of a routine, emitted once: ``emit`` gets the number of its return."""
        if name in self.routines:
            return self.routines[name][0]
        number = self.families.setdefault(family or name, len(self.families))
        before = self.frames, self.family
        self.frames, self.family = (), number
        entry = emit(self.add(Return()))
        self.frames, self.family = before
        self.routines[name] = entry, number
        return entry

    def call(self, name: object, emit: Callable[[int], int], follow: int) -> int:
        """A step that calls a routine and then goes on."""
        entry = self.routine(name, emit)
        self.returns_to(name, follow)
        return self.add(Call(entry, follow))

    def returns_to(self, family: object, follow: int) -> None:
        """A routine of the family may return to a step."""
        number = self.families.setdefault(family, len(self.families))
        self.program.returns.setdefault(number, set()).add(follow)

    # ------------------------------------------------------------------ effects

    def link(self, effect: Effect, follow: int) -> int:
        """The entry of the steps of an effect."""
        before, self.effect = self.effect, effect
        entry = effect.link(self, follow)
        self.effect = before
        return entry

    def act(self, effect: Effect) -> Act | None:
        """An effect that asks nothing, as an act."""
        return effect.act(self)

    def inline(self, effect: Effect) -> Act:
        """Any effect that asks nothing, as an act that runs its steps."""
        name = ("inline", self.piece, self.purpose, id(effect))
        return Inline(self.program, self.routine(name, lambda back: self.link(effect, back)))

    def action(self, name: str) -> Effect:
        """What a named action does."""
        return next(action.effect for action in self.of(Action) if action.name == name)

    def track(self, name: str) -> Track:
        """A track by name."""
        return next(track for track in self.of(Track) if track.name == name)

    # ------------------------------------------------------------------ goods and payments

    def cost(self, bundle: Bundle) -> Cost:
        """A bundle of plain numbers as indices and amounts."""
        return tuple(
            (self.layout.good_index[item.good], item.amount.value)
            for item in bundle.items
            if isinstance(item.amount, Number) and item.amount.value
        )

    def solver(self, purpose: str) -> Solver:
        """The solver for payments of a purpose (empty: no special one)."""
        if purpose not in self.solvers:
            rules = [(sub, 0) for sub in self.of(Substitution)]
            pieces = [
                (sub, 1 << i) for i, p in enumerate(self.layout.pieces) for sub in p.substitutions
            ]
            fitting = [
                substitute
                for sub, mask in rules + pieces
                if not sub.purposes or purpose in sub.purposes
                for substitute in self._substitutes(sub, mask)
            ]
            self.solvers[purpose] = Solver(_merged(fitting), self.layout.owned)
        return self.solvers[purpose]

    def _substitutes(self, sub: Substitution, mask: int) -> Iterator[Substitute]:
        pays = self.cost(sub.pays)
        most = min(self.layout.goods[good].count // amount for good, amount in pays)
        paid = " and ".join(self.layout.goods[good].name for good, _ in pays)
        for item in sub.items:
            good = self.layout.good_index[item.good]
            units = item.amount.value if isinstance(item.amount, Number) else 1
            words = f"{paid} as {item.good}"
            yield Substitute(pays, good, units, words, mask, sub.surplus, most)

    def exchanges(self, name: str) -> list[ExchangeOffer]:
        """The exchanges of the rules with a name: one, or one for each good of a group."""
        return [self.exchange_offer(e) for e in self.of(Exchange) if e.name == name]

    def paid_teller(self, command: Command) -> telling.Teller:
        """How payments for a command are told."""
        return telling.Paid(self.purse.names, span=command.span, piece=self.piece)

    def exchange_offer(self, exchange: Exchange, mask: int = 0, key: str = "") -> ExchangeOffer:
        """An exchange of the rules, or of the pieces in ``mask``."""
        cost, gain = self.cost(exchange.cost), self.cost(exchange.gain)
        sources = (
            self.source(telling.Paid(self.purse.names, span=exchange.span, piece=self.piece)),
            self.source(
                telling.Fixed(
                    tuple((self.purse.names[g], n) for g, n in gain),
                    span=exchange.span,
                    piece=self.piece,
                )
            ),
        )
        limited = frozenset(self.layout.good_index[good] for good in self.limited)
        after = self.following(gained=gain, lost=cost, used=exchange.name)
        solver = self.solver(PAY_EXCHANGE)
        words = key or f"{exchange.name} {exchange.of}".strip()
        return ExchangeOffer(words, cost, gain, solver, self.purse, limited, sources, after, mask)

    # ------------------------------------------------------------------ triggers

    def triggers(self, verb: str, of: str) -> list[tuple[Trigger, int, str]]:
        """Those that wait for an occasion, with the bit of their piece.

        Triggers that ask nothing come first; then those of pieces before those of the rules.
        """

        def waits(trigger: Trigger) -> bool:
            return trigger.occasion.verb == verb and trigger.occasion.of == of

        pieces = [
            (t, 1 << i, p.name)
            for i, p in enumerate(self.layout.pieces)
            for t in p.triggers
            if waits(t)
        ]
        found = pieces + [(t, 0, "") for t in self.of(Trigger) if waits(t)]
        return sorted(found, key=lambda entry: entry[0].effect.asks(self))

    def publish(self, verb: str, of: str, follow: int) -> int:
        """What follows from an occasion, as steps; then on."""
        entry = follow
        for trigger, bit, piece in reversed(self.triggers(verb, of)):
            with self.within(piece, verb):
                body = self.link(trigger.effect, entry)
            if bit:
                body = self.add(Branch(self._owns(bit, trigger.occasion), body, entry))
            entry = body
        return entry

    def publish_act(self, verb: str, of: str) -> Act | None:
        """What follows from an occasion that leaves no room for questions."""
        acts = []
        for trigger, bit, piece in self.triggers(verb, of):
            with self.within(piece, verb):
                act = self.act(trigger.effect)
            acts.append(Conditional(self._owns(bit, trigger.occasion), act, None) if bit else act)
        return Several.of(*acts)

    def _owns(self, bit: int, occasion: Occasion) -> OwnsPiece:
        return OwnsPiece(self.layout.owned, bit, occasion.another)

    def following(self, gained: Cost = (), lost: Cost = (), used: str = "") -> Act | None:
        """What follows from goods that changed hands: once for every unit."""
        acts: list[Act | None] = []
        for verb, goods in (("loses", lost), ("gains", gained)):
            for good, amount in goods:
                act = self.publish_act(verb, self.purse.names[good])
                acts += [act] * amount
        if used:
            acts.append(self.publish_act("uses", used))
        return Several.of(*acts)

    # ------------------------------------------------------------------ the whole

    def finish(self) -> Program:
        """Link the course of the game, the routines of the pieces and the exchanges."""
        _Course(self).link()
        filled: set[str] = set()
        while waiting := [moment for moment in self.dispatch if moment not in filled]:
            for moment in waiting:
                self._fill(moment, self.dispatch[moment])
            filled.update(waiting)
        self._exchanges()
        return self.program

    def dispatcher(self, moment: str, follow: int) -> dict[int, int]:
        """The entries of the clauses of a moment, by piece; filled when all is linked."""
        self.returns_to(("clauses", moment), follow)
        return self.dispatch.setdefault(moment, {})

    def _fill(self, moment: str, entries: dict[int, int]) -> None:
        for index, piece in enumerate(self.layout.pieces):
            effects = tuple(c.effect for c in piece.clauses if c.moment == moment)
            if effects:
                entries[index] = self._clauses(piece, moment, effects)

    def _clauses(self, piece: Piece, moment: str, effects: tuple[Effect, ...]) -> int:
        def emit(back: int) -> int:
            with self.within(piece.name, moment or "use"):
                return self.link(EffectSequence(effects), back)

        return self.routine(("piece", piece.name, moment), emit, ("clauses", moment))

    def _exchanges(self) -> None:
        offers = self.program.exchanges
        offers += [self.exchange_offer(e) for e in self.of(Exchange) if not e.offered_only]
        for index, piece in enumerate(self.layout.pieces):
            with self.within(piece.name):
                for exchange in piece.exchanges:
                    gained = " and ".join(item.good for item in exchange.gain.items)
                    key = (
                        f"{exchange.name} {exchange.of}".strip() or f"use {piece.name} for {gained}"
                    )
                    offers.append(self.exchange_offer(exchange, 1 << index, key))

    def raising(self) -> dict[int, ExchangeOffer]:
        """For each good, the exchange without cost that gains it."""
        found: dict[int, ExchangeOffer] = {}
        for exchange in self.of(Exchange):
            if not exchange.cost.items and not exchange.offered_only:
                for good, _ in self.cost(exchange.gain):
                    found.setdefault(good, self.exchange_offer(exchange))
        return found

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
    """The phases in their order, with what hangs before and after them."""

    def __init__(self, linker: Linker) -> None:
        self.linker = linker
        self.play = linker.of(Play)[0]

    def link(self) -> None:
        linker, play = self.linker, self.play
        end = linker.add(End())
        final = self._parts(play.final_phases, "final", end)
        source = linker.source(telling.RoundBegan(play.rounds, span=play.span))
        begin = RoundBegin(source, play.rounds, -1, final)
        number = linker.add(begin)
        begin.body = self._parts(play.round_phases, "round", number)
        self._parts(play.opening, "opening", number)
        # The parts were linked from the back; a program lists them as they are played.
        linker.program.course.reverse()
        linker.program.entries.reverse()
        last = len(linker.program.course) - 1
        for step in linker.program.steps:
            if isinstance(step, Enter):
                step.part = last - step.part

    def _parts(self, phases: tuple[str, ...], when: str, follow: int) -> int:
        for name in reversed(phases):
            follow = self._part(name, when, follow)
        return follow

    def _part(self, name: str, when: str, follow: int) -> int:
        linker = self.linker
        phase = next(phase for phase in linker.of(Phase) if phase.name == name)
        hooks = [hook for hook in linker.of(Hook) if hook.phase == name]
        before = [hook.effect for hook in reversed(hooks) if hook.before]
        after = [hook.effect for hook in hooks if not hook.before]
        entry = linker.link(EffectSequence((*before, phase.effect, *after)), follow)
        source = linker.source(telling.PhaseBegan(name, span=phase.span))
        number = linker.add(Enter(source, len(linker.program.course), entry))
        linker.program.course.append((name, when))
        linker.program.entries.append(number)
        return number


def _merged(substitutes: list[Substitute]) -> list[Substitute]:
    """Substitutes that differ only in the piece that allows them, as one."""
    merged: dict[tuple[object, ...], Substitute] = {}
    for s in substitutes:
        name = (s.pays, s.good, s.units, s.surplus, bool(s.mask))
        old = merged.get(name)
        mask = s.mask | (old.mask if old else 0)
        merged[name] = Substitute(s.pays, s.good, s.units, s.words, mask, s.surplus, s.most)
    return list(merged.values())
