"""Views: a state as one player may see it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from attrs import asdict, fields, frozen

from ..errors import GameError, expect
from ..linking.layout import Layout
from ..linking.table import Table
from ..markup import table as table_of
from ..runtime.offering.options import Option
from ..runtime.packing import unpacked
from ..runtime.registers import ACTOR, NEXT_STEP
from .hidden.shown import shown_to
from .hidden.unfinished import known_business
from .lookups import (
    goods_cell,
    lying_pairs,
    seat_of,
    stack_cell,
)
from .spaces import Lot, OnTable, lots_of
from .state import STATE, Decision, State, decision_of

GOODS = ("lying", "goods")
"""The fields that hold goods and how much of each."""
VIEW = "a view, which view() returns"
VERSION = 1
"""One more whenever a client that knows the one before could not read it."""


Listed = tuple[tuple[Option, ...], tuple[Option, ...]]
"""The options of a decision, and the exchanges of any time."""
NOT_ASKED: Listed = (), ()


class _Seen(OnTable):
    """The table that a view is of, and the options behind its keys: no part of what is seen."""

    __slots__ = ("__weakref__", "_listed", "_said", "_table")
    _table: Table
    _listed: Listed
    _said: tuple[str, ...]


@frozen(weakref_slot=False, repr=False)
class View(_Seen):
    """What the player in ``player`` (a seat; None: an onlooker) knows of a state.

    ``cells`` are those of the state, None where they are hidden from the player. Options are
    known only to the player who decides. ``unfinished`` is what lies behind the cells of a state,
    as far as it is known: :func:`sample` goes on from there. Two states that differ only in what
    a player may not know give equal views. ``options`` are the keys of ``decision.all``. Its
    methods raise GameError for seats and names that are not there, as those of a state do.
    """

    player: int | None
    cells: tuple[int | None, ...]
    decider: int
    options: tuple[str, ...]
    over: bool
    unfinished: tuple[int | None, ...] = ()

    def __repr__(self) -> str:
        """Whose view it is, and where the game stands. Its numbers are in :attr:`cells`."""
        stands = f": {self._stands()}" if hasattr(self, "_table") else ""
        return f"<View of {self._viewer()}{stands}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Short in notebooks and in the reports of Hypothesis too."""
        printer.text(repr(self))

    def _viewer(self) -> str:
        return "an onlooker" if self.player is None else f"player {self.player + 1}"

    def __reduce__(self) -> tuple[Any, ...]:
        seen = self.player, self.cells, self.decider, self.over, self.unfinished
        return _seen, (self._table, self._listed, *seen)

    @property
    def lots(self) -> tuple[Lot, ...]:
        """The lots on offer in this round: what lies there, who leads; none in the final one."""
        return lots_of(self.table, self.cells)

    @property
    def table(self) -> Table:
        """Rules, players, options. Raises GameError for a view that :func:`view` has not made."""
        try:
            return self._table
        except AttributeError:
            raise GameError("this view knows no table; view() makes one that does") from None

    @property
    def layout(self) -> Layout:
        """The names of the cells. Raises GameError as :attr:`table` does."""
        return self.table.layout

    def holding(self, player: int, good: str) -> int | None:
        """How much of a good a player holds (-1: the stock); None where it is hidden."""
        return self.cells[goods_cell(self.layout, player, good)]

    @property
    def seats(self) -> range:
        """The seats at the table, from 0."""
        return range(self.layout.players)

    @property
    def prompt(self) -> str:
        """What the decision is about, in the words of the rules; empty where that is hidden."""
        if self.cells[NEXT_STEP] is None:
            return ""
        return self._step.prompt(self.layout.vocabulary)

    @property
    def decision(self) -> Decision:
        """What the viewer may choose, as the state has it. Raises GameError if they do not decide.

        Then :attr:`prompt` says what is asked, where that is known.
        """
        if self.player != self.decider or self.over:
            raise GameError("who sees this view has nothing to decide now; decider says who has")
        return decision_of(self, self.decider, self._listed[0])

    @property
    def anytime(self) -> tuple[Option, ...]:
        """The exchanges that the viewer may use now, as :attr:`Decision.anytime`."""
        return self._listed[1]

    def _repr_html_(self) -> str:
        """In notebooks: where the game stands, and what the viewer knows of everybody's goods."""
        decider = "over" if self.over else f"player {self.decider + 1} decides"
        title = f"{self.table.rules.title}, as {self._viewer()} sees it"
        caption = f"{title}: round {self.round}, {self.phase}, {decider}"
        goods = [
            g for g in self.layout.goods if any(self.holding(s, g.name) != 0 for s in self.seats)
        ]
        rows = (
            [f"player {seat + 1}", *(_shown(self.holding(seat, good.name)) for good in goods)]
            for seat in self.seats
        )
        return table_of(caption, ["", *(good.plural for good in goods)], rows)

    def to_json(self) -> str:
        """All of it by its names, as JSON: what docs/schemas/view.json describes."""
        return json.dumps(_picture_of(self), indent=1)

    def stack(self, stack: str) -> tuple[str | None, ...]:
        """The pieces of a stack in the order they are turned up; None for what is face down."""
        layout = self.layout
        cell, size = stack_cell(layout, stack)
        known = _known(self.cells, layout, stack)
        order = unpacked(self.cells[cell] or 0, size)
        hidden = len(order[known:])
        return (*(layout.pieces[i].name for i in order[:known]), *[None] * hidden)


def _shown(amount: int | None) -> str:
    return "?" if amount is None else str(amount)


_SAID = vars(_Seen)["_said"].__set__


def _keys(seen: View) -> tuple[str, ...]:
    """The keys of its options; made when they are first asked for: few who choose need them."""
    try:
        return seen._said
    except AttributeError:
        keys = tuple([option.key for options in seen._listed for option in options])
        _SAID(seen, keys)
        return keys


View.options = property(_keys, _SAID)  # type: ignore[assignment]
_SLOTS = [vars(_Seen)[name].__set__ for name in ("_table", "_listed")]
_SLOTS += [vars(View)[each.name].__set__ for each in fields(View) if each.name != "options"]


def _seen(*parts: Any) -> View:
    """A view that knows its table, of what the slots are filled with; keys are made later."""
    made = object.__new__(View)
    for fill, part in zip(_SLOTS, parts, strict=True):
        fill(made, part)
    return made


def view(state: State, player: int | None) -> View:
    """The state as ``player`` (a seat) may see it; None: as an onlooker.

    When the game is over all hands are open. Raises GameError for a seat that is not there, and
    TypeError for what is no state.
    """
    expect(state, State, STATE)
    table, known, step, over = state.table, state.cells, state._step, state.over
    if player is not None:
        seat_of(table.layout, player)
    decider = known[ACTOR]
    listed = (state.options, state.anytime) if player == decider and not over else NOT_ASKED
    return _seen(
        table,
        listed,
        player,
        tuple(shown_to(table, known, player, (state.is_final, over, step.secret))),
        decider,
        over,
        known_business(table, known, player),
    )


def _known(cells: Sequence[int | None], layout: Layout, stack: str) -> int:
    """How many pieces of a stack, from the first, everybody knows."""
    if cells[layout.at["face up", stack]]:
        return layout.stack_size[stack]
    return cells[layout.at["turned", stack]] or 0


def _picture_of(view: View) -> dict[str, Any]:
    """What docs/schemas/view.json describes. What the player may not know is null."""
    layout = view.layout
    goods = [good.name for good in layout.goods]
    return {
        "version": VERSION,
        "viewer": view.player,
        "decider": view.decider,
        "prompt": view.prompt,
        "options": list(view.options),
        "over": view.over,
        "phase": view.phase,
        "round": view.round,
        "final": view.is_final,
        "start player": view.start_player,
        "turn": view.turn,
        "players": [_player(view, seat, goods) for seat in view.seats],
        "stock": {good: view.holding(-1, good) for good in goods},
        "places": _places(view),
        "stacks": {stack: list(view.stack(stack)) for stack in layout.stacks},
        "lots": [asdict(lot) for lot in view.lots],
        "tracks": {t.name: view.position(t.name) for t in layout.tracks if t.common},
        "lying": _lying(view),
        "displays": {sort: list(view.display(sort)) for sort in layout.displays},
        "map": [_plain(asdict(space)) for space in view.map()],
    }


def _player(view: View, seat: int, goods: list[str]) -> dict[str, Any]:
    tracks = (track.name for track in view.layout.tracks if not track.common)
    return {
        "seat": seat,
        "goods": {good: view.holding(seat, good) for good in goods},
        "pieces": list(view.pieces(seat)),
        "placed": [{"piece": piece, "place": place} for piece, place in view.placed(seat)],
        "tracks": {track: view.position(track, seat) for track in tracks},
        "grid": [_plain(asdict(cell)) for cell in view.grid(seat)],
        "due": [_plain(asdict(due)) for due in view.due(seat)],
    }


def _places(view: View) -> dict[str, dict[str, int]]:
    """The copies of each piece in each place, where there are any."""
    layout = view.layout
    found: dict[str, dict[str, int]] = {}
    for sort in layout.placed_sorts():
        for place in sort.common_places:
            names = (piece.name for _, piece in layout.of_sort(sort.name))
            counts = ((name, view.copies(place, name)) for name in names)
            found.setdefault(place, {}).update((name, n) for name, n in counts if n)
    return found


def _lying(view: View) -> list[dict[str, Any]]:
    """The goods that lie on pieces, and who left them there, where that is kept."""
    every = ((piece, good, view.lying(piece, good)) for piece, good in lying_pairs(view.layout))
    return [
        {"piece": piece, "good": good, "amount": n, "user": view.user(piece)}
        for piece, good, n in every
        if n
    ]


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Fields as JSON has them: goods and how much of each by name."""
    return {name: dict(value) if name in GOODS else value for name, value in values.items()}
