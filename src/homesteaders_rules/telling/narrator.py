"""The sentences of events: a narrator who remembers what belongs into one breath."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field, frozen

from ..commands.base import Span, Vocabulary, join, walk
from ..commands.control import Nothing
from ..linking.table import Table
from ..mechanisms.auction.commands import Auction
from ..play.due import in_rounds
from ..runtime.recording.events import STOCK, Event, on_piece
from ..runtime.recording.kinds import (
    TURN,
    BecameStart,
    Bid,
    Enclosed,
    Ending,
    Laid,
    MadeNeutral,
    Marker,
    Move,
    Passed,
    Placed,
    Postponed,
    Revealed,
    Rolled,
    Shifted,
    Started,
    TileLaid,
    Transfer,
)
from ..words import plain_form

ROUND, PHASE, SENTENCE = "round", "phase", "sentence"
"""The kinds of what is told."""
YOU = "you"
"""What the player is called to whom it is told."""


@frozen
class Told:
    """One line of a tale. ``player`` is the seat it is about, None where it is nobody's."""

    kind: str
    text: str
    player: int | None = None


@define
class _Deal:
    """Goods that one player gains and gives by one rule line; ``place``: not from the stock.

    ``is_person``: it is another player.
    """

    span: Span | None
    piece: str
    place: str
    is_person: bool = False
    gained: dict[str, int] = field(factory=dict)
    given: dict[str, int] = field(factory=dict)


@define
class _Filling:
    """Places that one player fills with a good, one after the other."""

    good: str
    places: list[str]


@define
class _Arrival:
    """A piece that came to a player, what was paid for it, and whether it was on offer."""

    name: str
    offered: bool
    paid: dict[str, int]


def _doer(event: Event) -> int:
    """Who does it: of a transfer the only player with a part in it, whoever has caused it."""
    if not isinstance(event, Transfer):
        return event.player
    having = [holder for holder in (event.source, event.target) if holder >= 0]
    return having[0] if len(having) == 1 else event.player


class Narrator:
    """Collects what one player does until another player or a heading comes."""

    def __init__(self, table: Table, names: Sequence[str], you: int | None = None) -> None:
        self.table = table
        self.you = you
        self.names = [YOU if seat == you else name for seat, name in enumerate(names)]
        self.vocabulary: Vocabulary = table.layout.vocabulary
        self.told: list[Told] = []
        self.player: int | None = None
        self.parts: list[_Deal | _Filling | _Arrival | str] = []
        self.moves: dict[tuple[str, str], list[str]] = {}
        self.heaps: dict[tuple[int, int], dict[str, int]] = {}
        self.tiles: list[str] = []

    def tell(self, events: Iterable[Event]) -> list[Told]:
        for event in events:
            self._take(event)
        self._lays(Event(0))
        self._finish_moves()
        self._finish_player()
        return self.told

    def _take(self, event: Event) -> None:
        if self._lays(event):
            return
        match event:
            case Move() if self._owner(event.target) is None:
                self._finish_player()
                ends = event.source, event.target
                count = f"{event.count} " if event.count > 1 else ""
                self.moves.setdefault(ends, []).append(f"{count}{event.name}")
                return
            case Transfer() if self._is_nobodys(event):
                self._finish_player()
                heap = self.heaps.setdefault((event.source, event.target), {})
                heap[event.good] = heap.get(event.good, 0) + event.amount
                return
            case Started() | Revealed() | MadeNeutral():
                self._finish_moves()
                self._finish_player()
                self.told.append(self._of_nobody(event))
                return
        self._finish_moves()
        player = _doer(event)
        if player != self.player:
            self._finish_player()
            self.player = player
        self._add(event)

    def _is_nobodys(self, event: Transfer) -> bool:
        """Do goods go between the stock and a piece that nobody can own, and from or to nobody?"""
        piece = on_piece(min(event.source, event.target))
        is_stocked = STOCK in (event.source, event.target) and max(event.source, event.target) < 0
        layout = self.table.layout
        return is_stocked and 0 <= piece < len(layout.pieces) and not layout.is_owned(piece)

    def _lays(self, event: Event) -> bool:
        """Is it part of how the map is laid? Of that its tiles are told, all in one sentence."""
        if isinstance(event, TileLaid):
            self._finish_player()
            self.tiles.append(event.tile)
            return True
        on_map = isinstance(event, Move) or (
            isinstance(event, Transfer) and event.target < STOCK == event.source
        )
        if self.tiles and not on_map:
            self.told.append(Told(SENTENCE, f"On the map lie {join(self.tiles)}"))
            self.tiles = []
        return bool(self.tiles)

    def _add(self, event: Event) -> None:
        last = self.parts[-1] if self.parts else None
        match event:
            case Transfer():
                self._transfer(event, last)
            case Move():
                self._arrival(event, last)
            case Laid(good=good, cell=cell):
                self._take_from_deal(good)
                self.parts.append(f"lays {good} on {cell}")
            case Enclosed(good=good, cells=cells, edges=edges):
                self._take_from_deal(good, edges)
                built = self.table.layout.vocabulary.count(edges, good)
                self.parts.append(f"encloses {' '.join(cells)} with {built}")
            case Placed():
                place = self._place(event)
                if isinstance(last, _Filling) and last.good == event.good:
                    last.places.append(place)
                else:
                    self.parts.append(_Filling(event.good, [place]))
            case _:
                self.parts.append(self._phrase(event))

    def _place(self, event: Placed) -> str:
        """Where a good was put; of places of all the only one on a piece goes by its name."""
        layout = self.table.layout
        index = layout.piece_index[event.name]
        there = sum(p.piece == index and p.good == event.good for p in layout.places)
        is_only = there == 1 and not layout.is_owned(index)
        return event.name if is_only else f"{event.name} {event.place}"

    # ------------------------------------------------------------------ collecting

    def _transfer(self, event: Transfer, last: object) -> None:
        gains = event.target == self.player
        other = event.source if gains else event.target
        place = self._holder(other)
        if not (
            isinstance(last, _Deal)
            and (last.piece, last.place) == (event.piece, place)
            and (last.span == event.span or event.piece)
            and (not place or bool(last.gained) == gains)
        ):
            last = _Deal(event.span, event.piece, place, other >= 0)
            self.parts.append(last)
        side = last.gained if gains else last.given
        side[event.good] = side.get(event.good, 0) + event.amount

    def _take_from_deal(self, good: str, number: int = 1) -> None:
        """Of what was gained so many are told by where they lie, and not once more."""
        deal = next((part for part in reversed(self.parts) if isinstance(part, _Deal)), None)
        if deal is not None and good in deal.gained:
            deal.gained[good] -= number
            if not deal.gained[good]:
                del deal.gained[good]
            if not deal.gained and not deal.given:
                self.parts.remove(deal)

    def _holder(self, holder: int) -> str:
        """Who else has a part in a transfer: a piece or a player; empty: the stock."""
        if holder == STOCK:
            return ""
        if holder >= 0:
            return self.names[holder]
        index = on_piece(holder)  # the way from an index to a holder is the way back, too
        pieces, lattice = self.table.layout.pieces, self.table.layout.lattice
        if lattice is None or index < len(pieces):
            return pieces[index].name
        player, cell = lattice.held_by(index)
        return cell if player == self.player else f"{cell} of {self.names[player]}"

    def _arrival(self, event: Move, last: object) -> None:
        paid: dict[str, int] = {}
        if isinstance(last, _Deal) and last.span == event.span and not last.gained:
            paid = last.given
            self.parts.pop()
        self.parts.append(_Arrival(event.name, self._is_offered(event), paid))

    def _is_offered(self, event: Move) -> bool:
        """Whether the piece came from the place where pieces of its sort are offered."""
        layout = self.table.layout
        places = layout.sort_of(layout.pieces[layout.piece_index[event.name]].sort).places
        return event.source in places[1:2]

    def _owner(self, place: str) -> int | None:
        """The seat of ``player 1``; None for another place."""
        owners = {f"player {seat + 1}": seat for seat in range(self.table.players)}
        return owners.get(place)

    # ------------------------------------------------------------------ wording

    def _finish_moves(self) -> None:
        for (source, target), pieces in self.moves.items():
            where = f"go from {source} to {target}" if target else f"leave {source} and the game"
            if len(pieces) == 1 and not pieces[0][0].isdigit():
                where = where.replace("go ", "goes ", 1).replace("leave ", "leaves ", 1)
            self.told.append(Told(SENTENCE, f"{join(pieces)} {where}"))
        self.moves = {}
        heaps, self.heaps = self.heaps, {}
        self._tell_heaps("comes", "onto", {end: heaps[s, end] for s, end in heaps if s == STOCK})
        self._tell_heaps("goes", "back from", {s: heaps[s, end] for s, end in heaps if s != STOCK})

    def _tell_heaps(self, verb: str, where: str, heaps: dict[int, dict[str, int]]) -> None:
        """``1 food comes onto Quay, 3 wood onto Forest``: what nobody does."""
        said = [(self._goods(goods), self._holder(piece)) for piece, goods in heaps.items()]
        if said:
            is_one = sum(next(iter(heaps.values())).values()) == 1
            (goods, piece), *more = said
            rest = [f"{each} {where} {other}" for each, other in more]
            first = f"{goods} {verb if is_one else plain_form(verb)} {where} {piece}"
            self.told.append(Told(SENTENCE, ", ".join([first, *rest])))

    def _finish_player(self) -> None:
        if self.player is not None and self.parts:
            self.told.append(self._of(self.player, self._breath()))
        self.player, self.parts = None, []

    def _of(self, player: int, text: str) -> Told:
        """A sentence about a player."""
        name = YOU.capitalize() if player == self.you else self.names[player]
        return Told(SENTENCE, f"{name} {text}", player)

    def _said(self, player: int | None, phrase: str) -> str:
        """A phrase that begins with its verb, as it is said of a player."""
        return plain_form(phrase) if player == self.you is not None else phrase

    def _breath(self) -> str:
        """All that the player did, in words; of goods in a row the verb is said once."""
        text = verb = ""
        for part in self.parts:
            phrase = self._said(self.player, self._part(part))
            word, _, rest = phrase.partition(" ")
            if isinstance(part, _Deal) and word == verb:
                text += f"; {rest}"
            else:
                text += f", {phrase}" if text else phrase
            verb = word if isinstance(part, _Deal) else ""
        return text

    def _part(self, part: _Deal | _Filling | _Arrival | str) -> str:
        match part:
            case _Deal():
                return self._deal(part)
            case _Filling(good=good, places=places):
                return f"places {self.vocabulary.count(len(places), good)} on {join(places)}"
            case _Arrival(name=name, offered=offered, paid=paid):
                price = f" for {self._goods(paid)}" if paid else ""
                return f"{'builds' if offered else 'takes'} {name}{price}"
        return part

    def _deal(self, deal: _Deal) -> str:
        if deal.place and deal.given:
            verb, where = ("gives", "to") if deal.is_person else ("puts", "on")
            return f"{verb} {self._goods(deal.given)} {where} {deal.place}"
        if deal.place:
            return f"takes {self._goods(deal.gained)} from {deal.place}"
        cause = f" ({deal.piece})" if deal.piece else ""
        if deal.given and deal.gained:
            return f"gives {self._goods(deal.given)} for {self._goods(deal.gained)}{cause}"
        if deal.given:
            return f"pays {self._goods(deal.given)}{cause}"
        return f"gains {self._goods(deal.gained)}{cause}"

    def _goods(self, goods: dict[str, int]) -> str:
        return ", ".join(self.vocabulary.count(amount, good) for good, amount in goods.items())

    def _phrase(self, event: Event) -> str:
        match event:
            case Bid():
                lot = f"{self._lot_word()} {event.lot}"
                neutral = "places a neutral bid of" if event.neutral else "bids"
                return f"{neutral} {event.amount} on {lot}"
            case Passed():
                return "passes"
            case Marker():
                return self._marker(event)
            case Shifted(good=good, source=source, name=name):
                ends = f"from {source} {event.source_place} to {name} {event.place}"
                return f"moves a {good} {ends}"
            case Rolled(number=number):
                return f"rolls {number}"
            case BecameStart():
                return "becomes start player"
            case Postponed(effect=effect, rounds=rounds):
                return f"has due {in_rounds(rounds)}: {effect}"
            case Ending():
                return f"ends the game after round {event.last}"
        return f"does something new ({type(event).__name__})"

    def _marker(self, event: Marker) -> str:
        track = next(t for t in self.table.layout.tracks if t.name == event.track)
        if track.common:
            return f"moves {event.track} to {event.position}"
        return f"moves to {event.position} on {event.track}"

    def _revealed(self, event: Revealed) -> str:
        layout = self.table.layout
        piece = layout.pieces[layout.piece_index[event.name]]
        clauses = (each for each in piece.clauses if not isinstance(each.effect, Nothing))
        printed = (*clauses, *piece.triggers, *piece.closings)
        text = "; ".join(line.words(self.vocabulary) for line in printed)
        return f"{event.name} is turned up on {event.stack}" + (f": {text}" if text else "")

    def _lot_word(self) -> str:
        """What the rules call the pieces that are bid on."""
        commands = (command for each in self.table.definitions for command in walk(each))
        return next((command.sort for command in commands if isinstance(command, Auction)), "")

    def _of_nobody(self, event: Started | Revealed | MadeNeutral) -> Told:
        match event:
            case Revealed():
                return Told(SENTENCE, self._revealed(event))
            case MadeNeutral():
                return Told(SENTENCE, f"{event.name} is neutral")
            case _:
                return self._heading(event)

    def _heading(self, event: Started) -> Told:
        if event.what == ROUND:
            return Told(ROUND, f"Round {event.number}")
        if event.what == PHASE:
            return Told(PHASE, event.name)
        if event.what == TURN:
            return self._of(event.player, self._said(event.player, "takes a turn"))
        if any(sort.name == event.what for sort in self.table.layout.sorts):
            won = self._said(event.player, f"has won {event.what} {event.number}")
            return self._of(event.player, won)
        return Told(ROUND, event.what[:1].upper() + event.what[1:])
