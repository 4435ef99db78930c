"""Examples: little stories of play that stand beside the rules they explain, run as tests."""

from __future__ import annotations

from attrs import frozen

from ..base import Command, Vocabulary
from .definition import Definition


@frozen(eq=False, repr=False)
class ExampleLine(Command):
    """One line of an example. ``kind`` and the fields it uses:

    ===========  =============================================================  =================
    kind         line                                                           fields
    ===========  =============================================================  =================
    option       ``option open hands: yes``                                     names, number 0/1
    round        ``round 3``; number 0: ``final round``                         number
    start        ``player 2 is start player``                                   player
    has          ``player 1 has 7 workers, 2 gold``                             player, goods
    owns         ``player 1 owns Forge, Farm``                                  player, names
    at           ``player 1 is at 3 on Railroad`` / ``Neutral is at 6``         player, names,
                 (a common track: player 0, number is the value)                number
    up           ``lot 1 is A1-C1``: it lies turned up there                    number, names
    won          ``player 1 won lot 2 for 9``: theirs is the bid that stands    player, number,
                                                                                value
    turned       ``Extra Lot is turned up``: its stack shows it this round       names
    holds        ``Warehouse holds 1 wood, 2 food``: they lie on it               names, goods
    on           ``player 1 has field on A3, B3``: the tile lies on these cells   player, goods,
                                                                                names
    cell         ``A3 of player 1 holds 2 wood``: they lie on that cell          player, goods,
                                                                                names
    due          ``player 1 has 1 food due in round 6``                         player, goods,
                                                                                number
    encloses     ``player 1 encloses A4 A5``: they are one of their areas           player, names
    ends         ``the game ends after this round``: that is known
    supply       ``the supply has 12 wood``: it holds just so much              goods
    laid         ``Swan Lake is laid first``, several with ``and``               names
    neutral      ``Swan Lake 4 is neutral``                                     names
    lies         ``Fishing lies on board``: the piece and the place              names
    setup        ``in setup:`` and below it ``player 1: "gain 1 star"``         player, names
    in           ``in bidding``: the phase begins                               names
    takes        ``player 1: "bid 5 on lot 1"`` (several keys, separated by     player, names
                 commas)
    can          ``player 1 can "pay 2 gold"``                                  player, names
    cannot       ``player 1 cannot "pay 3 gold"``                               player, names
    turn         ``player 2 is next``: the decision is theirs                   player
    scores       ``player 1 scores -15 for debt`` (names: the label), or        player, number,
                 ``player 1 scores 12`` in all                                  names
    wins         ``player 1 wins`` / ``player 1 and player 3 win``: nobody      player, others
                 else does
    over         ``the phase is over``: the decision belongs to a later phase
    end          ``the game is over``
    ===========  =============================================================  =================

    The lines above the first ``in`` set up the table; from there on the game runs, and every
    line of those kinds says what must have come of it.
    """

    kind: str
    player: int = 0
    number: int = 0
    value: int = 0
    goods: tuple[tuple[str, int], ...] = ()
    names: tuple[str, ...] = ()
    others: tuple[int, ...] = ()

    def words(self, vocabulary: Vocabulary) -> str:
        return self.kind


@frozen(eq=False, repr=False)
class Example(Definition):
    """``example paying seven workers, with 4 players:`` and its lines: run as a test."""

    kind = "example"
    name: str
    players: int
    lines: tuple[ExampleLine, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return f"example {self.name}"

    def children(self) -> tuple[Command, ...]:
        """An example only tells of the rules: it is no part of them."""
        return ()
