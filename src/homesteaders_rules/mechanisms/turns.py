"""Who begins, and whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from .. import runtime
from ..commands.amounts import Count
from ..commands.base import SORT, CellName, Command, SaidOneWay, Vocabulary, added
from ..commands.conditions import Condition
from ..commands.counting.comparing import Extreme
from ..commands.effects import Effect, Quiet
from ..commands.repetition import EachPlayer
from ..runtime import acts, counters, predicates
from ..runtime.recording import records
from ..runtime.registers import ACTOR, AGAIN, TURN
from ..trees import Node, nodes, tokens
from .piles import steps as piles_steps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..commands.protocols import (
        Layout,
        Linker,
        Reader,
    )
    from ..runtime.acts import Act
    from ..runtime.counters import Counter
    from ..runtime.players import TurnNext
    from ..runtime.predicates import Predicate
    from ..runtime.turns import Secret

RANDOM_PLAYER = "a random player"
FIRST_WINNER = "the first winner"
WINNER = "the winner"
OTHER_PLAYER = "the other player"
NEXT_PLAYER = "the next player"
FIRST_OF = "the player with"
YOU = "you"
PLAYER_KINDS = (RANDOM_PLAYER, FIRST_WINNER, WINNER, OTHER_PLAYER, NEXT_PLAYER, FIRST_OF, YOU)
"""A random player; the winner of the lowest lot sold; of one lot; the next after the start
player, called so of two or of more; who has the most or the fewest, of several the first from the
start player on; the player to whom it happens. Where nobody fits, the effect does nothing."""


@frozen(eq=False, repr=False)
class PlayerWord(Command):
    """Who: ``kind`` is one of ``PLAYER_KINDS``; ``number`` is the lot of "the winner of lot 1"."""

    rules = ("player_word", "the_winner_of", "the_player_with")
    kind: str
    number: int = 0
    sort: str = field(default="", metadata=SORT)
    who: Extreme | None = added(None)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> PlayerWord:
        """Who is meant by the words."""
        if node.data == "the_player_with":
            who = Extreme.read_all(reader, nodes(node))
            return cls(FIRST_OF, who=who, span=reader.span(node))
        first, *number = tokens(node)
        if not number:
            return cls(str(first), span=reader.span(node))
        lot, sort = reader.number(number[0]), reader.named("sort of pieces", first)
        return cls(WINNER, lot, sort, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        if self.kind == WINNER:
            return f"the winner of {self.sort} {self.number}"
        if self.who is not None:
            return f"the player with {self.who.extreme_words(vocabulary)}"
        return self.kind


class TakeTurns(EachPlayer):
    """``each player takes a turn, from the start player: A``: A is the turn of each in turn.

    Others may have something to decide in it; it stays the turn of the player who takes it.
    """

    __slots__ = ()

    is_open = True
    rules = ("takes_turn",)
    example = "each player takes a turn, from the start player: gain 1 <good>"
    hints = ()

    def words(self, vocabulary: Vocabulary) -> str:
        inner = self.effect.words(vocabulary)
        return f"each player takes a turn{self._order_words(vocabulary)}: {inner}"

    def cells(self, players: int) -> Iterable[tuple[CellName, int]]:
        return [(TURN, players), (AGAIN, 1)]

    def _following(self, linker: Linker, follow: int, secret: Secret | None) -> TurnNext:
        at, source = linker.layout.at, linker.source(records.TurnBegan(span=self.span))
        players = linker.layout.players
        return runtime.players.TurnNext(
            players,
            follow,
            ordered=self.order is not None,
            source=source,
            turn=at[TURN],
            again=at[AGAIN],
        )


class AnotherTurn(SaidOneWay, Quiet):
    """``take another turn``: after this one, for the player whose turn it is."""

    __slots__ = ()

    about_you = True
    why_not = "it is not your turn"
    rules = ("another_turn",)
    example = "take another turn"

    def act(self, linker: Linker) -> Act | None:
        again = acts.SetTo(linker.layout.at[AGAIN], counters.Fixed(1))
        return acts.Conditional(self.present(linker), again, None)

    def present(self, linker: Linker) -> Predicate:
        return runtime.players.IsYourTurn(linker.layout.at[TURN])


class SeatsBefore(SaidOneWay, Count):
    """``player before you``: how many come before the player, counted from the start player."""

    __slots__ = ()

    rules = ("before_you",)
    example = "player before you"

    def several(self, vocabulary: Vocabulary) -> str:
        return "players before you"

    def counter(self, layout: Layout) -> Counter:
        return runtime.players.FromStart(layout.players)


@frozen(eq=False, repr=False)
class BecomeStart(Quiet):
    """``the first winner becomes start player`` (rulebook 3B and FAQ, cases 95-98).

    Also ``you become start player``.
    """

    why_not = "you are start player already"
    rules = ("become_start", "you_become_start")
    example = "the first winner becomes start player"
    hints = (
        ("you become", "you become start player"),
        ("the", example),
        ("a", "a random player becomes start player"),
    )
    player: PlayerWord

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        if node.data == "you_become_start":
            return cls(PlayerWord(YOU), span=reader.span(node))
        who = PlayerWord.read(reader, nodes(node)[0])
        return cls(who, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        verb = "become" if self.player.kind == YOU else "becomes"
        return f"{self.player.words(vocabulary)} {verb} start player"

    def link(self, linker: Linker, follow: int) -> int:
        source = linker.source(records.Told("BecameStart", span=self.span))
        players = linker.layout.players
        if self.player.kind == RANDOM_PLAYER:
            return linker.add(piles_steps.RandomStart(source, players, follow))
        leaders = linker.layout.leaders
        if self.player.kind == WINNER:
            leaders = leaders[self.player.number - 1 : self.player.number]
        if self.player.who is not None:
            return self._by_count(linker, self.player.who, source, follow)
        if self.player.kind == YOU:
            you = runtime.players.SetStartTo(
                source, counters.InCell(ACTOR), predicates.ALWAYS, follow
            )
            return linker.add(you)
        following = self.player.kind in (OTHER_PLAYER, NEXT_PLAYER)
        return linker.add(piles_steps.SetStart(source, leaders, players, following, follow))

    def _by_count(self, linker: Linker, who: Extreme, source: int, follow: int) -> int:
        layout, players = linker.layout, runtime.players
        order = players.Ordered(layout.players, who.count.counter(layout), who.most, reverse=False)
        enough = predicates.Within(order.counter or players.FirstOf(order), who.least)
        return linker.add(players.SetStartTo(source, players.FirstOf(order), enough, follow))

    def present(self, linker: Linker) -> Predicate:
        if self.player.kind != YOU:
            return predicates.ALWAYS
        return predicates.Opposite(is_start(linker.layout))


def is_start(layout: Layout) -> Predicate:
    """Is the player start player?"""
    return predicates.Within(runtime.players.FromStart(layout.players), 0, 0)


class IsStart(SaidOneWay, Condition):
    """``if you are start player: ...``."""

    __slots__ = ()

    rules = ("you_are_start",)
    example = "you are start player"
    hints = (("you are", "if you are start player: gain 2 <goods>"),)

    def test(self, layout: Layout) -> Predicate:
        return is_start(layout)
