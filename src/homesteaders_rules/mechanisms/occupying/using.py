"""Pieces that are used by leaving goods on them, and that are free while nothing lies there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.base import SaidOneWay
from ...commands.control import Nothing, Sequence
from ...commands.effects import Effect, Quiet
from ...commands.transfers import Bringing, Holder, emptied, in_stock, of_player
from ...runtime import acts, counters, predicates
from ...runtime.offering.prices import CanPay
from .. import occupying
from ..holding import bounds
from ..labelled import OnLabelled
from .commands import begins_with, nothing_on

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.definitions.pieces import Piece
    from ...commands.protocols import Appraiser, Causes, Happening, Layout, Linker, W
    from ...runtime.acts import Act
    from ...runtime.offering.offers import Offer
    from ...runtime.predicates import Predicate

USE = "use"
"""The purpose of payments in clauses without a moment."""


def text_of(piece: Piece) -> tuple[Effect, ...]:
    """The lines of a piece without a moment: what is done by whoever uses it."""
    bare = (clause.effect for clause in piece.clauses if not clause.moment)
    return tuple(each for each in bare if not (isinstance(each, Nothing) and each.left_out))


class UseAnyFree(OnLabelled):
    """``use any free field``: a piece of the sort, with all of the labels, while it is free.

    It is free while nothing lies there that was left there. Its text begins with what is left;
    each way to do that is one option, and the rest of the text follows.
    """

    __slots__ = ()

    why_not = "none of them is free for you"
    is_question = True
    rules = ("use_any_free",)
    example = "use any free <free>"
    hints = (("use any free", example),)

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("use", self.sort)]

    def link(self, linker: Linker, follow: int) -> int:
        return linker.question(self.offered(linker, follow), follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        uses = (
            _use(linker, piece, lines, follow)
            for piece, lines in _meant(linker.layout, self.sort, self.labels)
            if begins_with(lines[0])
        )
        return [*occupying.steps.UseAny.joined(uses)]

    def present(self, linker: Linker) -> Predicate:
        return self.can(linker)

    def can(self, linker: Linker) -> Predicate:
        possible: list[Predicate] = []
        tests: list[Predicate] = []
        for piece, lines in _meant(linker.layout, self.sort, self.labels):
            with linker.within(piece.name, USE):
                ways = (
                    linker.can_in_turn((*way.split(), *lines[1:])) for way in begins_with(lines[0])
                )
                possible.append(predicates.Either.of(*ways))
            tests.append(predicates.All.of(nothing_on(linker.layout, piece.name), possible[-1]))
        any_of_all, any_free = predicates.Either.of(*possible), predicates.Either.of(*tests)
        if len(tests) > 1 and isinstance(any_of_all, CanPay):
            # Who can pay for none of them, free or not, is not asked piece by piece.
            return predicates.All.of(any_of_all, any_free)
        return any_free


def _use(
    linker: Linker, piece: Piece, lines: tuple[Effect, ...], follow: int
) -> occupying.steps.UseFree:
    """A piece as options of a question: what is left there first, then the rest of its text."""
    ways = begins_with(lines[0])
    key = f"use {piece.name}"
    with linker.within(piece.name, USE):
        parts: list[Offer] = []
        for way in ways:
            instead = way.left.words(linker.layout.vocabulary)
            name = f"{key} with {instead}" if len(ways) > 1 else key
            rest = tuple(each for each in (way.effect, *lines[1:]) if not isinstance(each, Nothing))
            can = linker.can_in_turn(rest)
            target = _rest(linker, piece, rest, follow)
            if can != predicates.ALWAYS:
                target = linker.needing(can, target)
            offer: Offer = way.leaving(linker, name, None, target)
            offer.subject = linker.layout.piece_index[piece.name]
            parts.append(offer if can == predicates.ALWAYS else linker.tried(offer))
            offer.meaning = parts[-1].meaning = way
    return occupying.steps.UseFree(key, nothing_on(linker.layout, piece.name), tuple(parts))


def _rest(linker: Linker, piece: Piece, lines: tuple[Effect, ...], follow: int) -> int:
    """What comes after the goods were left: a routine, since many places may lead there."""

    def emit(back: int) -> int:
        with linker.within(piece.name, USE):
            return linker.guarded(lines[0] if len(lines) == 1 else Sequence(lines), back)

    return linker.call(("used", piece.name, lines), emit, follow) if lines else follow


def _meant(
    layout: Layout, sort: str, labels: tuple[str, ...]
) -> list[tuple[Piece, tuple[Effect, ...]]]:
    """The pieces of a sort that carry all of some labels, with their text; none without one."""
    fitting = layout.of_sort(sort, labels)
    return [(piece, lines) for _, piece in fitting if (lines := text_of(piece))]


class Clear(OnLabelled, Quiet):
    """``clear the bank fields``: what was left on pieces of the sort goes to the stock."""

    __slots__ = ()

    why_not = "nothing lies there"
    rules = ("clear",)
    example = "clear the <frees>"

    def act(self, linker: Linker) -> Act | None:
        taker = in_stock(linker)
        return acts.Several.of(
            *(_emptied(linker, self, name, taker) for name in self._pieces(linker.layout))
        )

    def present(self, linker: Linker) -> Predicate:
        layout = linker.layout
        cells = (cell for name in self._pieces(layout) for _, cell in layout.lying_on(name))
        return predicates.Opposite(occupying.steps.NothingIn(tuple(cells)))

    def _pieces(self, layout: Layout) -> list[str]:
        fitting = layout.of_sort(self.sort, self.labels)
        return [piece.name for _, piece in fitting if layout.lying_on(piece.name)]


class TakeBack(SaidOneWay, Bringing):
    """``take back what is yours``: all that the player has left on pieces which they used."""

    __slots__ = ()

    why_not = "nothing of yours lies anywhere"
    rules = ("take_back",)
    example = "take back what is yours"
    hints = (("take back", example),)

    def brings(self, rules: Causes) -> Iterable[str]:
        return rules.left_goods()

    def worth(self, appraiser: Appraiser[W]) -> W:
        """Everybody counts on it: what is left is only lent."""
        return appraiser.nothing

    def act(self, linker: Linker) -> Act | None:
        taker = of_player(linker)
        return acts.Several.of(
            *(
                acts.Conditional(theirs, _emptied(linker, self, name, taker), None)
                for name, theirs in _users(linker.layout)
            )
        )

    def present(self, linker: Linker) -> Predicate:
        return predicates.Either.of(*(theirs for _, theirs in _users(linker.layout)))


def _users(layout: Layout) -> list[tuple[str, Predicate]]:
    """The pieces of which it is kept who used them, and whether that is the player."""
    cells = ((str(name[1]), cell) for name, cell in layout.at.items() if name[0] == "user")
    return [(piece, occupying.steps.IsTheirs(cell)) for piece, cell in cells]


def _emptied(linker: Linker, command: Effect, piece: str, taker: Holder) -> Act | None:
    """All that was left on a piece goes to a holder, and nobody uses it any more.

    What a player may not hold stays there, and is theirs.
    """
    left = linker.layout.lying_on(piece)
    moved = (emptied(linker, command, piece, good, taker) for good, _ in left)
    user = linker.layout.at.get(("user", piece))
    nobody: Act | None = None if user is None else acts.SetTo(user, counters.Fixed(0))
    bounded = taker[1] is None and any(bounds.room(linker, good) for good, _ in left)
    if nobody is not None and bounded:
        empty = occupying.steps.NothingIn(tuple(cell for _, cell in left))
        nobody = acts.Conditional(empty, nobody, None)
    return acts.Several.of(*moved, nobody)
