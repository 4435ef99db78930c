"""In step: a game and its second reading, compared before and after every choice."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, fields

from ...play.scoring import leading, score
from ...runtime.offering.trying import Guarded, Tried
from ...runtime.recording.events import STOCK, Event
from ...runtime.recording.kinds import (
    TURN,
    BecameStart,
    Marker,
    Move,
    Revealed,
    Started,
    Transfer,
)
from ...telling.narration import narrate
from .board import NEUTRAL, Board, as_shown
from .catching_up import begun_here, caught_up
from .counting.scores import scores, winners
from .pieces import assert_laid
from .reading import Choice, Reading
from .shared.areas import areas_on
from .shared.displays import displays_of, lying_in_row
from .shared.grids import lying_on, tiles_on
from .text import Text, tries_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ...linking.table import Table
    from ...play.state import State


@define(eq=False)
class InStep:
    """A game followed by its second reading.

    It begins with a new game, or where a phase begins; until then a state in the middle of a
    game is only watched. Raises AssertionError with the first difference.
    """

    game: Reading | None = None

    @classmethod
    def of(cls, state: State, is_new: bool, begins_phase: bool = False) -> InStep:
        """From the setup on, if a state is the first decision of a new game.

        One that ``begins_phase``, as situations do, is read from there on if what came before its
        first question has changed nothing. What says anything that has no second reading is
        watched to its end.
        """
        if begins_phase:
            return cls(begun_here(state))
        text = Text.of(state.table)
        if not is_new or not text.reads(state.table) or text.is_left_to_chance:
            return cls()
        game = Reading(text, Board.fresh(text), fate=state)
        game.begin()
        game.told = []
        found = cls(game)
        found.compare(state)
        return found

    def step(self, before: State, key: str, after: State, events: Iterable[Event]) -> None:
        """One choice: what is told, where everything lies, and what may be chosen next."""
        told = list(events)
        if self.game is None:
            self.game = caught_up(before, after, told)
            if self.game is not None:
                told = told[len(told) - len(self.game.told) :]
        else:
            self.game.fate, self.game.chance, self.game.happened = after, _drawn(told), told
            self.game.choose(key)
        if self.game is not None:
            text = self.game.text
            found, by_text = _grouped(text, told), _grouped(text, self.game.told)
            if tries_out(after.table) and _is_in_doubt(
                self.game, [*map(_plain, found)], [*map(_plain, by_text)], after
            ):
                self.game = None
                return
            _assert_told(after.table, found, by_text)
            self.compare(after, whole=any(map(_is_rare, (*told, *self.game.told))))

    def compare(self, state: State, whole: bool = True) -> None:
        """Is a state what the second reading says? ``whole``: what changes seldom too."""
        game = self.game
        assert game is not None
        _assert_held(game, state)
        _assert_offered(game, state)
        if not whole and not state.over:
            return
        _assert_lies(game, state)
        lines = [{line.label: line.total for line in each.lines} for each in score(state)]
        by_text = scores(game)
        _assert_same("scores", lines, by_text)
        _assert_same("winners", list(leading(state)), winners(game, by_text))


def _is_in_doubt(game: Reading, told: list[Any], by_text: list[Any], after: State) -> bool:
    """Do a table and the text part where one of them offers what cannot be done to its end?

    The table tries that out, and the text goes by what each part needs. Until a phase begins a game
    is only watched from there on.
    """
    shorter, longer = sorted((told, by_text), key=len)
    if not all(each in longer for each in shorter):
        return False
    tried = [o.key for o in after.options if isinstance(o.offer, Guarded | Tried)]
    if len(told) < len(by_text) or game.asked is None:
        return bool(tried)
    listed, _ = game.offered()
    is_more = any(_normal(key) not in map(_normal, listed) for key in tried)
    is_less = after.over or _missing([option.key for option in after.options], listed) != []
    return len(told) > len(by_text) or is_more or is_less


def _is_rare(event: Event) -> bool:
    """May more have changed than what each choice changes?"""
    if isinstance(event, Started):
        return event.what != TURN
    return isinstance(event, Move | Revealed)


def _drawn(events: Sequence[Event]) -> list[int]:
    return [event.player for event in events if isinstance(event, BecameStart)]


# ---------------------------------------------------------------------------------- comparing


def _assert_same(what: str, found: Any, expected: Any) -> None:
    assert found == expected, f"{what}: {_difference(found, expected)}"


def _difference(found: Any, expected: Any) -> str:
    """Where two values differ, as short as it can be said."""
    if isinstance(found, dict) and isinstance(expected, dict):
        keys = [k for k in {**found, **expected} if found.get(k) != expected.get(k)]
        return "; ".join(f"{k}: {found.get(k)}, by the text {expected.get(k)}" for k in keys[:4])
    if isinstance(found, list) and isinstance(expected, list):
        pairs = zip([*found, None], [*expected, None], strict=False)
        number, (one, other) = next((n, p) for n, p in enumerate(pairs) if p[0] != p[1])
        return f"at {number}: {one}, by the text {other}"
    return f"{found}, by the text {expected}"


def _assert_held(game: Reading, state: State) -> None:
    """What changes often: goods, workers, markers, bids."""
    text, board = game.text, game.board
    seats = range(text.players)
    _assert_same("round", state.round, board.round)
    _assert_same("turn", state.turn, board.turn)
    _assert_same("phase", state.phase, board.phase)
    _assert_same("start player", state.start_player, board.start)
    goods = {
        (seat, good): state.holding(seat, good) for seat in (*seats, STOCK) for good in text.goods
    }
    _assert_same("goods", goods, board.goods)
    on_pieces = {key: number for key, number in board.lying.items() if key[0] in text.pieces}
    lying = {(piece, good): state.lying(piece, good) for piece, good in on_pieces}
    _assert_same("goods on pieces", lying, on_pieces)
    grids = [state.grid(seat) for seat in seats]
    on_cells = {key: n for key, n in board.lying.items() if n and key not in on_pieces}
    _assert_same("goods on cells", lying_on(grids), on_cells)
    _assert_same("tiles on cells", tiles_on(grids), board.tiles_on)
    enclosed = {seat: board.areas.get(seat, set()) for seat in seats}
    _assert_same("enclosed areas", areas_on(grids), enclosed)
    filled = {seat: sorted(state.placed(seat)) for seat in seats}
    places = [sorted((piece, number) for piece, _, number in each) for each in board.filled]
    _assert_same("places", filled, dict(enumerate(places)))
    _assert_same("markers", _markers(game, state), _markers(game, None))
    _assert_same("lots", _lots(state), _lots_by_text(game))


def _assert_lies(game: Reading, state: State) -> None:
    """Pieces in places, and stacks."""
    text, board = game.text, game.board
    seats = range(text.players)
    copies = {(place, piece): state.copies(place, piece) for place, piece in board.copies}
    _assert_same("pieces", copies, board.copies)
    owned = {seat: set(state.pieces(seat)) for seat in seats}
    _assert_same("owned", owned, dict(enumerate(board.owned)))
    rows = {sort: list(state.display(sort)) for sort in displays_of(text)}
    _assert_same("displays", rows, {sort: lying_in_row(game, sort) for sort in displays_of(text)})
    spaces = state.map()
    laid = list(dict.fromkeys((space.tile, space.turned) for space in spaces))
    _assert_same("tiles", laid, board.tiles)
    neutral = sorted(space.name for space in spaces if space.neutral)
    _assert_same("neutral", neutral, sorted(board.neutral))
    _assert_same("stacks", {s: list(state.stack(s)) for s in text.stacks}, board.stacks)
    assert_laid(game)


def _markers(game: Reading, state: State | None) -> dict[object, int]:
    found: dict[object, int] = {}
    for (holder, name), position in game.board.markers.items():
        track = game.text.tracks[name]
        if state is not None:
            found[holder, name] = state.position(name, None if track.common else holder)
        else:
            found[holder, name] = as_shown(track, position)
    return found


def _lots(state: State) -> dict[object, object]:
    return {
        lot.number: (lot.piece, NEUTRAL if lot.neutral else lot.leader, lot.bid)
        for lot in state.lots()
    }


def _lots_by_text(game: Reading) -> dict[object, object]:
    from .shared.auction import open_lots

    board = game.board
    if board.is_final:
        return {}
    return {
        lot + 1: (board.up(game.text.lots[lot]), board.leads[lot], board.stands[lot])
        for lot in open_lots(game)
    }


# ---------------------------------------------------------------------------------- choices


def _assert_offered(game: Reading, state: State) -> None:
    """Who decides, and what they may choose: nothing else, and each once."""
    assert state.over == (game.asked is None), (
        f"over: {state.over}, by the text {game.asked is None}"
    )
    if game.asked is None:
        return
    _assert_same("who decides", state.decision.player, game.asked.player)
    _assert_same("in secret", state.secret, game.secret)
    listed, anytime = game.offered()
    _assert_choices("listed", [o.key for o in state.options], listed)
    _assert_choices("at any time", [o.key for o in state.anytime], anytime)


def _assert_choices(what: str, keys: Sequence[str], by_text: Mapping[str, Choice]) -> None:
    """One key may stand for others that are the same."""
    known = {_normal(key): choice for key, choice in by_text.items()}
    found = Counter(map(_normal, keys))
    more = [key for key in found if key not in known]
    assert not more, f"{what}, but not by the text: {more}"
    twice = [key for key, number in found.items() if number > 1]
    assert not twice, f"{what} twice: {twice}"
    missing = _missing(keys, by_text)
    assert not missing, f"not {what}, but by the text: {missing}"


def _missing(keys: Sequence[str], by_text: Mapping[str, Choice]) -> list[str]:
    """What the text offers, and no key stands for."""
    known, found = (
        {_normal(key): choice for key, choice in by_text.items()},
        set(map(_normal, keys)),
    )
    said = [each.same for key, each in known.items() if key in found and each.same is not None]
    return [key for key, each in known.items() if key not in found and each.same not in said]


def _normal(key: str) -> str:
    """A key with what is left out of a cost in the order of the alphabet."""
    first, *less = key.split(" less ")
    return " less ".join((first, *sorted(less)))


# ---------------------------------------------------------------------------------- events


def _assert_told(table: Table, found: Iterable[Event], by_text: Iterable[Event]) -> None:
    for pair in zip_longest(found, by_text):
        one, other = (event and _plain(event) for event in pair)
        if one != other:
            said, expected = (_said(event, table) for event in pair)
            if said == expected:
                said, expected = f"{said}, {one}", f"{expected}, {other}"
            raise AssertionError(f"told: {said}; by the text: {expected}")


def _said(event: Event | None, table: Table) -> str:
    """An event in a sentence, with the line behind it."""
    if event is None:
        return "nothing more"
    return f"{' '.join(narrate([event], table))} ({event.span})"


def _grouped(text: Text, events: Iterable[Event]) -> list[Event]:
    """Events in one order: the goods of one line that go one way in the order of the text.

    Triggers of the rules are told with the piece that led to them, or without: both are right.
    A round that begins is nobody's. What nobody can hold goes back with what brought it; it is told
    last here, since what several lines bring may be told at once.
    """
    events = [evolve(e, player=0) if _is_round(e) else e for e in events]
    events = [evolve(e, piece="") if e.span in text.trigger_spans else e for e in events]
    events.sort(key=_is_too_much)
    order = {good: number for number, good in enumerate(text.goods)}
    found: list[Event] = []
    run: list[Transfer] = []
    for event in (*events, None):
        if run and not (isinstance(event, Transfer) and _goes_with(event, run[0])):
            run.sort(key=lambda each: order[each.good])
            found += run
            run = []
        if isinstance(event, Transfer):
            run.append(event)
        elif event is not None:
            found.append(event)
    return found


def _is_round(event: Event) -> bool:
    return isinstance(event, Started) and event.what in ("round", "final round")


def _is_too_much(event: Event) -> bool:
    """No line of the text is behind it: it is more than anybody can hold."""
    return isinstance(event, Transfer) and event.span is None


def _goes_with(event: Transfer, first: Transfer) -> bool:
    ways = [(e.player, e.span, e.piece, e.source, e.target) for e in (event, first)]
    return ways[0] == ways[1]


def _plain(event: Event) -> tuple[Any, ...]:
    """A marker's line is that of any advance on its track: they share one routine."""
    left_out = {"secret", "private", "needed"} | ({"span"} if isinstance(event, Marker) else set())
    names = (each.name for each in fields(type(event)) if each.name not in left_out)
    values = ((name, getattr(event, name)) for name in names)
    return type(event).__name__, *(v if name != "span" else str(v) for name, v in values)
