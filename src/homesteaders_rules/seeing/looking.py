"""What a seat sees of a state, put together as the data of a screen."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, field

from ..commands.definitions.course import Play
from ..errors import GameError, expect
from ..mechanisms.maps.definitions import Shape
from ..mechanisms.maps.geometry import LISTED
from ..mechanisms.placing.filling import NOWHERE
from ..mechanisms.placing.in_turn import lies_open
from ..play.deeds import ToldDeed, deeds, wishes
from ..play.planning.forecast import forecast
from ..play.planning.reach import beyond
from ..play.state import STATE, State
from ..play.views import View, view
from ..runtime.registers import ROUND
from ..telling.describing import piece_text
from ..telling.narration import names_at
from .lying import lying_text
from .menu import Menu, menu_of
from .model import (
    AFTER,
    ENOUGH,
    NOW,
    GridSeen,
    Level,
    LotSeen,
    MapSeen,
    Outlook,
    Screen,
    Spot,
    Tile,
    TurnedUp,
)
from .notes import Notes
from .players import PlayerRows
from .sale import sorts_had_in_rounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..commands.definitions.pieces import Piece, Sort
    from ..linking.table import Table
    from ..play.spaces import Space

NO_MAP = MapSeen(LISTED, (), ())


@define
class Onlooker:
    """Looks at the states of one table, with the names of its players; remembers texts.

    ``looks_beyond``: also at what is there after exchanges, which can take a while to find.
    """

    table: Table
    names: Sequence[str] = ()
    looks_beyond: bool = True
    _texts: dict[str, str] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.names = names_at(self.table, self.names)

    def see(self, state: State, viewer: int | None, only: Sequence[str] = ()) -> Screen:
        """The screen of a seat (from 0; None: an onlooker); ``only``: options looked at closely.

        Raises GameError for a seat that is not there and a state of another table, and TypeError
        for what is no state and no keys.
        """
        expect(state, State, STATE)
        if state.table != self.table:
            raise GameError("this state is of another table; make an onlooker of its own")
        keys = tuple(only)
        for key in keys:
            expect(key, str, "the key of an option")
        return _Look(self, state, viewer, keys).screen()

    def text(self, piece: Piece) -> str:
        """What is printed on a piece, in one line."""
        if piece.name not in self._texts:
            self._texts[piece.name] = "; ".join(piece_text(piece, self.table.layout.vocabulary))
        return self._texts[piece.name]

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """The pieces by name."""
        return {piece.name: piece for piece in self.table.layout.pieces}


class _Look:
    """One look at one state."""

    def __init__(
        self, onlooker: Onlooker, state: State, viewer: int | None, only: Sequence[str]
    ) -> None:
        self.by = onlooker
        self.state = state
        self.seen: View = view(state, viewer)
        self.layout = self.seen.layout
        self.only = only
        self.asked = viewer == self.seen.decider and not state.over
        self.deeds = deeds(state) if self.asked else ()
        self.named = {deed.piece for deed in self.deeds if deed.piece}
        self.chosen = _chosen(self.deeds)

    def screen(self) -> Screen:
        seen, play = self.seen, self._play
        rows = PlayerRows(seen, self.by.names, self.by.text, self._spaces)
        return Screen(
            game=self.by.table.rules.title,
            viewer=seen.player,
            player=seen.decider,
            over=seen.over,
            round=seen.round,
            rounds=None if play.until_end else play.rounds,
            is_final=seen.is_final,
            phase=seen.phase,
            starts=seen.start_player,
            players=tuple(rows.player(seat) for seat in seen.seats),
            levels=tuple(self._levels()),
            stock=tuple(self._stock()),
            lots=tuple(self._lots()) if not seen.over else (),
            up=tuple(self._turned_up()),
            tiles=tuple(self._tiles()),
            spots=tuple(self._spots()),
            map=self._map(),
            grids=tuple(self._grids()),
            outlook=self._outlook(),
            prompt=seen.prompt if not seen.over else "",
            piece=self.state.decision.piece if self.asked else "",
            menu=self._menu(),
        )

    @cached_property
    def _play(self) -> Play:
        return next(d for d in self.by.table.definitions if isinstance(d, Play))

    @cached_property
    def _beyond(self) -> tuple[str, ...]:
        """What is there after exchanges, those themselves left out."""
        if not self.asked or self.only or not self.by.looks_beyond:
            return ()
        return beyond(self.state).keys

    def _menu(self) -> Menu:
        if not self.asked:
            return Menu(())
        told = (*self.deeds, *self._wished)
        pieces = {each.key: each.piece for each in told if each.piece}
        return menu_of(self.state, Notes(self.state), self._beyond, self.only, pieces)

    # ------------------------------------------------------------------ the table

    def _outlook(self) -> Outlook | None:
        """What an income would bring the viewer; None where nothing is placed or nothing comes."""
        if self.seen.player is None or self.seen.over:
            return None
        found, words = forecast(self.state, self.seen.player), self.layout.vocabulary.count
        if not (found.brings or found.due):
            return None
        return Outlook(
            found.phase,
            tuple(words(n, good) for good, n in found.brings if n > 0),
            tuple(words(-n, good) for good, n in found.brings if n < 0),
            tuple(words(n, good) for good, n in found.due),
            tuple(words(n, good) for good, n in found.lacking),
            found.undecided,
        )

    def _levels(self) -> Iterator[Level]:
        for track in self.layout.tracks:
            if track.common:
                value = self.seen.position(track.name)
                text = ""
                if track.rewards and value:
                    text = track.rewards[value - 1].words(self.layout.vocabulary)
                yield Level(track.name, value, text)

    def _stock(self) -> Iterator[str]:
        """What is left of goods that can run out, as far as it is known."""
        for good in self.layout.goods:
            amount = self.seen.holding(-1, good.name) if good.name in self.layout.limited else None
            if amount is not None:
                yield self.layout.vocabulary.count(amount, good.name)

    def _lots(self) -> Iterator[LotSeen]:
        for lot in self.seen.lots:
            piece = self.by.pieces[lot.piece]
            text = self.by.text(piece)
            yield LotSeen(piece.sort, lot.number, lot.piece, text, lot.bid, lot.leader, lot.neutral)

    def _turned_up(self) -> Iterator[TurnedUp]:
        """What lies up and is neither up for auction nor a place of all; nothing at the end."""
        if (self.seen.cells[ROUND] or 0) > self.layout.rounds:
            return
        auctioned = {lot.piece for lot in self.seen.lots}
        for stack in self.layout.stacks:
            turned = self.seen.cells[self.layout.at["turned", stack]]
            name = self.seen.stack(stack)[turned - 1] if turned else None
            if name and name not in auctioned and not self._is_place_of_all(self.by.pieces[name]):
                piece = self.by.pieces[name]
                yield TurnedUp(piece.sort, name, self.by.text(piece))

    def _is_place_of_all(self, piece: Piece) -> bool:
        return bool(piece.slots) and not self.layout.sort_of(piece.sort).is_owned

    def _tiles(self) -> Iterator[Tile]:
        """What can be had of sorts that players own; spaces of the map are drawn there."""
        after = _chosen(wish for wish in self._wished if wish.key in self._beyond)
        is_asked = self._asks_for_tiles()
        for name, (place, copies, more) in self._on_sale.items():
            piece = self.by.pieces[name]
            had = NOW if name in self.chosen else AFTER if name in after else ""
            # What is built lies in a second place; of the rest a cost says nothing.
            is_built = place != self.layout.sort_of(piece.sort).places[0]
            has_enough = is_built and not is_asked and self._has_enough(piece, more)
            yield Tile(
                piece.sort,
                place,
                name,
                piece.labels,
                piece.cost_words(self.layout.vocabulary),
                piece.worth,
                self.by.text(piece),
                copies,
                more,
                had or (ENOUGH if has_enough else ""),
                name in self.chosen,
            )

    def _asks_for_tiles(self) -> bool:
        """Is it asked which of them is to be had, of whatever can be paid?"""
        if not self.asked:
            return False
        pieces = _chosen(self._wished) | self.chosen
        return not pieces.isdisjoint(self._on_sale)

    @cached_property
    def _wished(self) -> tuple[ToldDeed, ...]:
        """What is not offered and may be there after exchanges."""
        return wishes(self.state) if self.asked else ()

    @cached_property
    def _on_sale(self) -> dict[str, tuple[str, int, int]]:
        """Where each piece on offer lies, in how many copies, and what its space costs more."""
        found: dict[str, tuple[str, int, int]] = {}
        on_map = self.layout.map.sort if self.layout.map else ""
        later = sorts_had_in_rounds(self.by.table)
        for sort in self.layout.placed_sorts():
            is_had = not self.seen.cells[ROUND] or sort.name in later
            if sort.is_owned and sort.name != on_map and is_had:
                found |= self._offered(sort)
        return found

    def _offered(self, sort: Sort) -> dict[str, tuple[str, int, int]]:
        # Pieces are offered in the second place; without one they are had from the first.
        place = sort.common_places[:2][-1]
        if sort.name in self.layout.displays:
            spaces = self.layout.displays[sort.name]
            lie = enumerate(self.seen.display(sort.name))
            return {name: (place, 1, spaces.fee(space)) for space, name in lie if name}
        names = (piece.name for _, piece in self.layout.of_sort(sort.name))
        copies = {name: self.seen.copies(place, name) for name in names}
        return {name: (place, n, 0) for name, n in copies.items() if n}

    def _has_enough(self, piece: Piece, more: int) -> bool:
        """For what it plainly costs; not where some of it is hidden, or the space costs more."""
        if self.seen.player is None or more or piece.name in self.seen.pieces(self.seen.player):
            return False
        for item in piece.cost.items:
            wanted = getattr(item.amount, "value", None)
            if item.good not in self.layout.good_index or wanted is None:
                return False
            if (self.seen.holding(self.seen.player, item.good) or 0) < wanted:
                return False
        return True

    def _spots(self) -> Iterator[Spot]:
        """The places of all that are open, and the pieces that are used by what is left there."""
        there: dict[str, list[int]] = {}
        for seat in self.seen.seats:
            for name, _ in self.seen.placed(seat):
                there.setdefault(name, []).append(seat)
        for sort in self.layout.sorts:
            for index, piece in self.layout.of_sort(sort.name):
                if not self._is_open(sort, piece, index):
                    continue
                yield Spot(
                    sort.name,
                    piece.name,
                    self.by.text(piece),
                    tuple(lying_text(self.seen, piece.name)),
                    tuple(there.get(piece.name, ())),
                    self.seen.user(piece.name),
                    piece.name in self.named,
                )

    def _is_open(self, sort: Sort, piece: Piece, index: int) -> bool:
        if piece.name in self.layout.left:
            return True
        if sort.is_owned or not piece.slots:
            return False
        board = lies_open(self.layout, index)
        return board == NOWHERE or bool(self.seen.copies(sort.places[:2][-1], piece.name))

    # ------------------------------------------------------------------ maps and grids

    @cached_property
    def _spaces(self) -> tuple[Space, ...]:
        return self.seen.map()

    def _map(self) -> MapSeen:
        ground = self.layout.map
        if ground is None or not self._spaces:
            return NO_MAP
        shape = next((line.spaces for line in ground.of(Shape)), LISTED)
        named = tuple(space.name for space in self._spaces if space.name in self.named)
        return MapSeen(shape, self._spaces, named)

    def _grids(self) -> Iterator[GridSeen]:
        if self.layout.grid is None:
            return
        asked = {cell for deed in self.deeds for cell in deed.cells}
        for seat in self.seen.seats:
            cells = self.seen.grid(seat)
            named = [c.name for c in cells if c.name in asked] if seat == self.seen.decider else []
            yield GridSeen(seat, cells, tuple(named))


def _chosen(deeds: Iterable[ToldDeed]) -> set[str]:
    """The pieces that deeds are about themselves, and not a place on them."""
    return {deed.piece for deed in deeds if deed.piece and deed.place is None}
