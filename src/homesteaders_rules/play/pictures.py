"""A view by the names of the rules, as plain data for clients that are not made of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import asdict

from .lookups import lying_pairs

if TYPE_CHECKING:
    from .views import View

VERSION = 1
"""One more whenever a client that knows the one before could not read it."""


def picture_of(view: View) -> dict[str, Any]:
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
        "map": [plain(asdict(space)) for space in view.map()],
    }


def _player(view: View, seat: int, goods: list[str]) -> dict[str, Any]:
    tracks = (track.name for track in view.layout.tracks if not track.common)
    return {
        "seat": seat,
        "goods": {good: view.holding(seat, good) for good in goods},
        "pieces": list(view.pieces(seat)),
        "placed": [{"piece": piece, "place": place} for piece, place in view.placed(seat)],
        "tracks": {track: view.position(track, seat) for track in tracks},
        "grid": [plain(asdict(cell)) for cell in view.grid(seat)],
    }


def _places(view: View) -> dict[str, dict[str, int]]:
    """The copies of each piece in each place, where there are any."""
    layout = view.layout
    found: dict[str, dict[str, int]] = {}
    for sort in layout.placed_sorts():
        for place in (each for each in sort.places if each != "players"):
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


def plain(values: dict[str, Any]) -> dict[str, Any]:
    """Fields as JSON has them: rows of values as lists, goods and how much of each by name."""
    return {
        name: dict(value) if name == "lying" else list(value) if type(value) is tuple else value
        for name, value in values.items()
    }
