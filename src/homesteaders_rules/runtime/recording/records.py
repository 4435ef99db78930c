"""Decoders: how the records of a source are read as events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...values import ByValue
from .. import recording
from .events import STOCK, Event, Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...words import Span
    from .kinds import Transfer


@frozen(eq=False, repr=False)
class Decoder(ByValue):
    """Reads the records of one source. ``span`` and ``piece``: the rule line behind it.

    ``private``: the goods that would tell what is hidden, were their transfers told to others.
    """

    span: Span | None = field(default=None, kw_only=True)
    piece: str = field(default="", kw_only=True)
    private: frozenset[str] = field(default=frozenset(), kw_only=True)
    needed: bool = field(default=False, kw_only=True)

    def tell(self, record: Record) -> Iterator[Event]:
        """The events of a record."""
        raise NotImplementedError

    def transfer(self, player: int, good: str, amount: int) -> Transfer:
        """To the player; a negative amount is from the player."""
        ends = (STOCK, player) if amount > 0 else (player, STOCK)
        return self.between(player, good, abs(amount), *ends)

    def between(self, player: int, good: str, amount: int, source: int, target: int) -> Transfer:
        """From a holder to another; what lies on pieces is for all to see."""
        return recording.kinds.Transfer(
            player,
            good,
            amount,
            source,
            target,
            span=self.span,
            piece=self.piece,
            private=good in self.private and min(source, target) >= STOCK,
            needed=self.needed,
        )


@frozen(eq=False, repr=False)
class Told(Decoder):
    """(source, player ...): an event of a kind, which says no more than these numbers.

    The class is known by its name: it is made when somebody reads events.
    """

    kind: str

    def tell(self, record: Record) -> Iterator[Event]:
        kind: type[Event] = getattr(recording.kinds, self.kind)
        yield kind(*record[1:], span=self.span, piece=self.piece)


@frozen(eq=False, repr=False)
class Transferred(Decoder):
    """(source, player, times): goods with giver, taker and amount; None: the player."""

    gives: tuple[tuple[str, int | None, int | None, int], ...]

    def tell(self, record: Record) -> Iterator[Event]:
        _, player, times = record
        for good, giver, taker, amount in self.gives:
            ends = [player if end is None else end for end in (giver, taker)]
            source, target = ends if amount * times > 0 else reversed(ends)
            yield self.between(player, good, abs(amount * times), source, target)


@frozen(eq=False, repr=False)
class Paid(Decoder):
    """(source, player, good, amount, good, amount ...): goods by index."""

    goods: tuple[str, ...]

    def tell(self, record: Record) -> Iterator[Event]:
        for good, amount in zip(record[2::2], record[3::2], strict=True):
            yield self.transfer(record[1], self.goods[good], amount)


@frozen(eq=False, repr=False)
class HandedBack(Decoder):
    """(source, player, holder, good, amount): more than anybody can hold; goods by index."""

    goods: tuple[str, ...]

    def tell(self, record: Record) -> Iterator[Event]:
        _, player, holder, good, amount = record
        yield self.between(player, self.goods[good], amount, holder, STOCK)


@frozen(eq=False, repr=False)
class Taken(Decoder):
    """(source, player, piece): a piece from a place to a player."""

    names: tuple[str, ...]
    place: str

    def tell(self, record: Record) -> Iterator[Event]:
        player = record[1]
        name = self.names[record[2]]
        yield recording.kinds.Move(
            player, name, self.place, f"player {player + 1}", span=self.span, piece=self.piece
        )


@frozen(eq=False, repr=False)
class Returned(Decoder):
    """(source, player, piece): a piece from the player back to a place."""

    names: tuple[str, ...]
    place: str

    def tell(self, record: Record) -> Iterator[Event]:
        _, player, piece = record
        yield recording.kinds.Move(
            player, self.names[piece], f"player {player + 1}", self.place, span=self.span
        )


@frozen(eq=False, repr=False)
class Moved(Decoder):
    """(source, player, piece, count): copies of a piece between places."""

    names: tuple[str, ...]
    ends: tuple[str, str]

    def tell(self, record: Record) -> Iterator[Event]:
        yield recording.kinds.Move(
            record[1], self.names[record[2]], *self.ends, record[3], span=self.span
        )


@frozen(eq=False, repr=False)
class Put(Decoder):
    """(source, player, place): a good on a place of a piece."""

    good: str
    places: tuple[tuple[str, int], ...]

    def tell(self, record: Record) -> Iterator[Event]:
        name, number = self.places[record[2]]
        yield recording.kinds.Placed(record[1], self.good, name, number, span=self.span)


@frozen(eq=False, repr=False)
class Marked(Decoder):
    """(source, player, position): a marker of a track; ``values``: what its positions stand for."""

    track: str
    values: tuple[int, ...] = ()

    def tell(self, record: Record) -> Iterator[Event]:
        position = self.values[record[2]] if self.values else record[2]
        yield recording.kinds.Marker(
            record[1], self.track, position, span=self.span, piece=self.piece
        )


@frozen(eq=False, repr=False)
class BidMade(Decoder):
    """(source, player, lot, amount)."""

    neutral: bool = False

    def tell(self, record: Record) -> Iterator[Event]:
        yield recording.kinds.Bid(record[1], record[2], record[3], self.neutral, span=self.span)


@frozen(eq=False, repr=False)
class RoundBegan(Decoder):
    """(source, player, round). After the last one, ``has_final`` says, there may be a final one."""

    rounds: int
    has_final: bool

    def tell(self, record: Record) -> Iterator[Event]:
        number = record[2]
        if number <= self.rounds:
            yield recording.kinds.Started(record[1], "round", number=number)
        elif self.has_final:
            yield recording.kinds.Started(record[1], "final round", number=number)


@frozen(eq=False, repr=False)
class RoundOrEndBegan(Decoder):
    """(source, player, round, is it after the last one). As above."""

    has_final: bool

    def tell(self, record: Record) -> Iterator[Event]:
        if not record[3]:
            yield recording.kinds.Started(record[1], "round", number=record[2])
        elif self.has_final:
            yield recording.kinds.Started(record[1], "final round", number=record[2])


@frozen(eq=False, repr=False)
class PhaseBegan(Decoder):
    """(source, player, part)."""

    phase: str

    def tell(self, record: Record) -> Iterator[Event]:
        yield recording.kinds.Started(record[1], "phase", self.phase, span=self.span)


class TurnBegan(Decoder):
    """(source, player)."""

    __slots__ = ()

    def tell(self, record: Record) -> Iterator[Event]:
        yield recording.kinds.Started(record[1], recording.kinds.TURN, span=self.span)


@frozen(eq=False, repr=False)
class LotOpened(Decoder):
    """(source, player, lot)."""

    sort: str

    def tell(self, record: Record) -> Iterator[Event]:
        yield recording.kinds.Started(record[1], self.sort, number=record[2] + 1, span=self.span)


@frozen(eq=False, repr=False)
class TurnedUp(Decoder):
    """(source, player, stack, piece)."""

    stacks: tuple[str, ...]
    names: tuple[str, ...]

    def tell(self, record: Record) -> Iterator[Event]:
        yield recording.kinds.Revealed(
            record[1], self.stacks[record[2]], self.names[record[3]], span=self.span
        )
