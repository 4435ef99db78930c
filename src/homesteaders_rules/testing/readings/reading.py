"""The second reading of a game: plain generators that ask, and a board that they change."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import define, field

from ...commands.amounts import HERE, Number, Per
from ...commands.definitions.definition import ROUND, Tally
from ...mechanisms.maps.definitions import Map
from ...runtime.recording.events import STOCK, Event, on_piece
from ...runtime.recording.kinds import Started, Transfer
from ...values import Meanwhile
from .board import Board, holders, renew
from .registry import ABLE, AT_ANY_TIME, CHOICES, THERE, WANTED, reading_of
from .text import Text

if TYPE_CHECKING:
    from ...commands.base import Command
    from ...commands.effects import Effect
    from ...play.state import State
    from ...words import Span

Holder = int | str
"""A seat, STOCK, or a piece on which goods lie."""
NO_LESS: tuple[int, int, tuple[str, ...]] = (0, 0, ())
"""What is built costs at least and at most so many units less of these goods."""


@define(eq=False)
class Choice:
    """One thing that may be chosen: its key, and what comes of it.

    ``sure``: it can be chosen whatever players hold. Of choices that are the ``same`` one may
    stand for all.
    """

    key: str
    do: Callable[[], Iterable[Ask]]
    sure: bool = True
    same: object = None


@define(eq=False)
class Ask:
    """A question: who is asked, and what may be chosen as things stand.

    ``skips``: it goes on where nothing can be chosen (any more). ``needed``: what must be used
    first where nothing can.
    """

    player: int
    listing: Callable[[], list[Choice]]
    skips: bool = False
    needed: Callable[[], list[Choice]] = list


class RoundOver(Exception):
    """What is going on in this round is over."""


class NotDecided(AssertionError):
    """Chance has not decided what comes next: nothing was told of it."""


Asks = Generator[Ask, "Choice | None", None]


@define(eq=False, slots=False)
class Reading:
    """A game played by the second readings. ``you`` is the seat that effects speak of.

    ``piece`` and ``purpose`` are the piece whose text is carried out, and what is paid for;
    ``told`` is what happened since the last choice, and ``laid`` the stacks that were laid:
    for each layer, from the top, the pieces that fit and how many of them lie there. ``fate`` is
    the state from which chance is learned, ``chance`` the seats that were drawn to begin, and
    ``happened`` all that the machine tells of this step; ``missing`` is what was not paid last.
    """

    text: Text
    board: Board
    you: int = 0
    piece: str = ""
    purpose: str = ""
    less: tuple[int, int, tuple[str, ...]] = NO_LESS
    secret: bool = False
    told: list[Event] = field(factory=list)
    fate: State | None = None
    chance: list[int] = field(factory=list)
    happened: list[Event] = field(factory=list)
    asked: Ask | None = None
    laid: dict[str, list[tuple[list[str], int]]] = field(factory=dict)
    missing: int = 0
    _offered: tuple[dict[str, Choice], dict[str, Choice]] | None = None
    _course: Asks = field(factory=lambda: finish([]))

    # ------------------------------------------------------------------ the course

    def begin(self, phase: str = "") -> None:
        """From the opening on, or from a phase of the round that the board is in."""
        self._course = self._rest(phase) if phase else self._whole()
        self._go_on(None)

    def _whole(self) -> Asks:
        for name in self.text.play.opening:
            yield from self._phase(name)
        yield from self._rounds()

    def _rest(self, phase: str) -> Asks:
        """The rest of a round from a phase on, and all that follows."""
        play = self.text.play
        phases = play.final_phases if self.board.is_final else play.phases_of(self.board.round)
        yield from self._round(phases[phases.index(phase) :])
        yield from self._rounds()

    def _rounds(self) -> Asks:
        play = self.text.play
        while not self.board.is_final:
            board = self.board
            board.round += 1
            board.is_final = board.round > (board.last or play.rounds)
            name = "final round" if board.is_final else "round"
            if play.final_phases or not board.is_final:
                self.tell(Started(self.you, name, number=board.round))
            else:
                board.round -= 1
            renew(self.text, board, ROUND)
            final = board.is_final
            yield from self._round(play.final_phases if final else play.phases_of(board.round))

    def _round(self, phases: Iterable[str]) -> Asks:
        """The phases of a round, as long as nothing ends it at once."""
        try:
            for phase in phases:
                yield from self._phase(phase)
        except RoundOver:
            self.board.turn, self.board.again, self.secret = None, False, False

    def _phase(self, name: str) -> Asks:
        phase = self.text.phases[name]
        self.board.phase, self.you = name, self.board.start
        self.tell(Started(self.you, "phase", name, span=phase.span))
        renew(self.text, self.board, name)
        yield from self.do(phase.effect)

    def choose(self, key: str) -> None:
        """Carry out what has that key now, and go on to the next question."""
        assert self.asked is not None
        listed, anytime = self.offered()
        self.told, self._offered = [], None
        if key in listed and listed[key].same != "needed":
            self._go_on(listed[key])
            return
        self.run({**anytime, **listed}[key].do())
        if self.asked.skips and not self.asked.listing():
            self._go_on(None)

    def _go_on(self, choice: Choice | None) -> None:
        try:
            self.asked = self._course.send(choice)
        except StopIteration:
            self.asked = None

    def ask(
        self,
        listing: Callable[[], list[Choice]],
        skips: bool = True,
        needed: Callable[[], list[Choice]] = list,
    ) -> Asks:
        """Ask "you", and carry out what they choose; nothing where nothing can be chosen."""
        if skips and not listing():
            return
        chosen = yield Ask(self.you, listing, skips, needed)
        if chosen is not None:
            yield from chosen.do()

    # ------------------------------------------------------------------ what may be chosen

    def offered(self) -> tuple[dict[str, Choice], dict[str, Choice]]:
        """What the question lists, or what it needs first; and the exchanges of any time."""
        if self._offered is None:
            self._offered = self._offering()
        return self._offered

    def _offering(self) -> tuple[dict[str, Choice], dict[str, Choice]]:
        ask = self.asked
        if ask is None:
            return {}, {}
        listed = _each_once(ask.listing() or ask.needed())
        is_sure = any(choice.sure and choice.same != "needed" for choice in listed.values())
        anytime = {
            key: choice
            for key, choice in _each_once(
                each for listed in AT_ANY_TIME for each in listed(self)
            ).items()
            if key not in listed and (is_sure or self._leads_on(choice, ask))
        }
        return listed, anytime

    def _leads_on(self, exchange: Choice, ask: Ask) -> bool:
        """Would something be left to choose after it? Nobody trades away their last way out.

        Where chance decides what follows from it, the state from which chance is learned knows.
        """
        board, told, happened = self.board, self.told, self.happened
        self.board, self.told, self.happened = board.copy(), [], []
        try:
            self.run(exchange.do())
            return bool(ask.listing() or ask.needed())
        except NotDecided:
            assert self.fate is not None
            return exchange.key in [option.key for option in self.fate.anytime]
        finally:
            self.board, self.told, self.happened = board, told, happened

    def run(self, asks: Iterable[Ask]) -> None:
        """Carry out what asks nothing."""
        for each in asks:
            raise AssertionError(f"something asked in the middle of something else: {each}")

    # ------------------------------------------------------------------ phrases

    def do(self, effect: Effect) -> Asks:
        """What happens to "you"."""
        yield from reading_of(type(effect))(self, effect) or ()

    def count(self, counted: Command, seat: int | None = None) -> int:
        """How many, for a seat: an amount or a count."""
        number: int = reading_of(type(counted))(self, counted, self.you if seat is None else seat)
        return number

    def holds(self, condition: Command) -> bool:
        """Is it so?"""
        return bool(reading_of(type(condition))(self, condition))

    def is_there(self, effect: Effect) -> bool:
        """Is there anything in it now, as far as anybody can tell?"""
        reading_of(type(effect))
        found = THERE.get(type(effect))
        return found is None or bool(found(self, effect))

    def is_wanted(self, effect: Effect) -> bool:
        """Would it be offered?"""
        found = WANTED.get(type(effect))
        is_there = self.is_there(effect) if found is None else bool(found(self, effect))
        return is_there and self.can(effect)

    def can(self, effect: Effect) -> bool:
        """Can all be done in it that must be?"""
        found = ABLE.get(type(effect))
        return found is None or bool(found(self, effect))

    def choices(self, effect: Effect) -> list[Choice]:
        """An effect as what may be chosen now."""
        reading_of(type(effect))
        found = CHOICES.get(type(effect))
        if found is not None:
            return [*found(self, effect)]
        if not self.is_there(effect) or not self.can(effect):
            return []
        return [Choice(self.words(effect), lambda: self.do(effect), self.text.is_sure(effect))]

    def words(self, command: Command) -> str:
        """A phrase in its words."""
        return command.words(self.text.vocabulary)

    # ------------------------------------------------------------------ where we are

    def within(self, piece: str = "", purpose: str = "") -> AbstractContextManager[None]:
        """What is carried out inside stands on a piece, and has a purpose."""
        return Meanwhile(self, piece=piece or self.piece, purpose=purpose or self.purpose)

    def apart(self) -> AbstractContextManager[None]:
        """What is carried out inside stands on no piece, and has no purpose."""
        return Meanwhile(self, piece="", purpose="")

    def cheaper(self, less: tuple[int, int, tuple[str, ...]]) -> AbstractContextManager[None]:
        """What is built inside costs so much less."""
        return Meanwhile(self, less=less)

    def clockwise(self, seats: Iterable[int]) -> Iterator[int]:
        """Seats one after the other, clockwise from the start player; each is then "you"."""
        left, before = set(seats), self.you
        while left:
            self.you = next(seat for seat in self.seats_from(self.board.start) if seat in left)
            left.remove(self.you)
            yield self.you
        self.you = before

    def seats_from(self, first: int) -> list[int]:
        """All seats clockwise, beginning with one."""
        return [(first + n) % self.text.players for n in range(self.text.players)]

    # ------------------------------------------------------------------ what happens

    def tell(self, event: Event) -> None:
        """Something happened."""
        self.told.append(event)

    def give(
        self, span: Span | None, good: str, amount: int, source: Holder, target: Holder
    ) -> None:
        """Goods change hands, and that is told."""
        if isinstance(target, str) and self._is_on_map(target):
            amount = min(amount, self.most - self.board.lying.get((target, good), 0))
        if not amount:
            return
        for holder, change in ((source, -amount), (target, amount)):
            if isinstance(holder, str):
                lying = self.board.lying
                lying[holder, good] = lying.get((holder, good), 0) + change
            else:
                self.board.goods[holder, good] += change
        ends = self._end(source), self._end(target)
        self.tell(Transfer(self.you, good, amount, *ends, span=span, piece=self.piece))
        self._hand_back(good, target)

    @cached_property
    def most(self) -> int:
        """What anybody can hold of a good, and what is due at most: stated in docs/language.md."""
        numbers = [good.count for good in self.text.goods.values()]
        for each in self.text.commands:
            if isinstance(each, Number):
                numbers.append(each.value)
            if isinstance(each, Per):
                numbers += [each.each, each.most or 0]
        return max(16_384, 256 * max(numbers, default=0))

    def _hand_back(self, good: str, holder: Holder) -> None:
        """What is above that goes back to the stock at once, and nothing follows."""
        held = self.board.lying if isinstance(holder, str) else self.board.goods
        excess = held[holder, good] - self.most  # type: ignore[index]
        if holder == STOCK or excess <= 0:
            return
        before = self.you
        with self.apart():
            self.you = holder if isinstance(holder, int) else before
            self.give(None, good, excess, holder, STOCK)
        self.you = before

    def _is_on_map(self, piece: str) -> bool:
        maps = (each.sort for each in self.text.all_of(Map))
        return piece in self.text.pieces and self.text.pieces[piece].sort in maps

    def where(self, piece: str) -> str:
        """A piece; where it is "here" on a map, the space just built on."""
        return self.board.built if piece == HERE else piece

    def _end(self, holder: Holder) -> int:
        if isinstance(holder, int):
            return holder
        return on_piece(holders(self.text).index(holder))

    def held(self, good: str, holder: int | None = None) -> int:
        """How much of a good "you" hold, or somebody else."""
        return self.board.goods[self.you if holder is None else holder, good]

    def in_stock(self, good: str) -> int:
        """What is left of a good, no less than nothing."""
        return max(self.held(good, STOCK), 0)

    def out_of_stock(self, good: str, amount: int) -> int:
        """So much of a good; where it is limited, no more than is left."""
        return min(amount, self.in_stock(good)) if good in self.text.limited else amount

    def tally(self, good: str, amount: int) -> None:
        """Goods that a moment gives are counted by its tallies."""
        for tally in self.text.all_of(Tally):
            if tally.moment == self.purpose and good in tally.goods:
                counted = self.board.tallies[self.you, tally.name] + amount
                self.board.tallies[self.you, tally.name] = min(counted, self.most)


def finish(left: list[bool]) -> Asks:
    """What goes on until this is chosen is over."""
    left.append(True)
    yield from ()


def is_within(number: int, said: Any) -> bool:
    """Does a number lie within the bounds that a phrase says?"""
    return said.least <= number and (said.most is None or number <= said.most)


def _each_once(choices: Iterable[Choice]) -> dict[str, Choice]:
    found: dict[str, Choice] = {}
    for choice in choices:
        found.setdefault(choice.key, choice)
    return found
