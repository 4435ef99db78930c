"""A match in the classes of the protocol: what is at the table, for who looks at it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..mechanisms.maps.definitions import Map, Shape
from ..mechanisms.maps.geometry import LISTED
from ..play.deeds import ToldDeed, deeds, refused
from ..play.planning.how import how
from ..play.scoring import score, winners
from ..play.views import view
from ..runtime.registers import END
from ..telling.cards import Card, card
from ..telling.prompts import asked
from ..telling.ways import way_text
from .parts import (
    CardInfo,
    GoodInfo,
    LineInfo,
    OptionInfo,
    RefusalInfo,
    ScoreInfo,
    ScoreLineInfo,
    SentenceInfo,
    SourceInfo,
    TrackInfo,
    WayInfo,
)
from .protocol import Table, Ways

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..linking.layout import Layout
    from ..play.state import State
    from ..words import Span
    from .match import Match
    from .places import Places, Stretch


def table_of(name: str, match: Match, places: Places, ended: bool) -> Table:
    """How a match of a name stands, as its viewer may see it."""
    state, seat = match.state, match.viewer
    layout, decision = state.table.layout, state.decision
    mine = not state.over and seat == decision.player
    public = not state.over and not state.secret
    told = match.told(seat)
    return Table(
        match=name,
        title=match.game.rules.title,
        seat=seat,
        names=list(match.names),
        seats=list(match.seats),
        turns=len(match.game.turns),
        rounds=0 if END in layout.at else state.table.rounds,
        over=state.over,
        ended=ended,
        view=json.loads(view(state, seat).to_json()),
        prompt=asked(decision) if mine else "",
        asked=decision.prompt if mine or public else "",
        asked_by=decision.piece if mine or public else "",
        asked_at=stretch_of(decision.span, places) if mine or public else None,
        options=_options(state) if mine else [],
        refused=_refusals(state) if mine else [],
        log=[SentenceInfo(each.kind, each.text, each.player) for each in told],
        news=match.last_choice(seat),
        no_undo=match.why_not_undo() or "",
        goods=[GoodInfo(g.name, g.plural, g.group_plural, g.hidden) for g in layout.goods],
        tracks=[*_tracks(layout)],
        shops=_shops(state),
        spaces=_shape(state),
        grid=[] if layout.lattice is None else _size(layout),
        tiles=[]
        if layout.lattice is None
        else [layout.goods[n].name for n in layout.lattice.kinds],
        scores=_scores(state) if state.over else [],
        winners=list(winners(state)) if state.over else [],
    )


def _refusals(state: State) -> list[RefusalInfo]:
    found = []
    for each in refused(state):
        wish = each.deed
        goods = dict(wish.cost), dict(wish.gain)
        info = RefusalInfo(wish.key, wish.verb, wish.piece, *goods, wish.anytime, each.reason)
        found.append(info)
    return found


def _options(state: State) -> list[OptionInfo]:
    both = zip(deeds(state), state.decision.all, strict=True)
    return [_option(told, _effect(state, option.deed.place)) for told, option in both]


def _effect(state: State, number: int | None) -> str:
    """What a place does when it is filled; with how many that takes, if it is not one."""
    if number is None:
        return ""
    layout = state.table.layout
    place = layout.places[number]
    slot = layout.pieces[place.piece].slots[place.slot]
    told = slot if slot.count > 1 else slot.effect
    return told.words(layout.vocabulary)


def _option(deed: ToldDeed, effect: str) -> OptionInfo:
    return OptionInfo(
        deed.key,
        deed.verb,
        deed.group,
        deed.piece,
        deed.place,
        deed.origin,
        deed.lot,
        deed.amount,
        deed.exchange,
        deed.times,
        dict(deed.cost),
        dict(deed.gain),
        list(deed.cells),
        deed.anytime,
        deed.needed,
        effect,
    )


def _tracks(layout: Layout) -> Iterator[TrackInfo]:
    for track in layout.tracks:
        spaces = [reward.words(layout.vocabulary) for reward in track.rewards]
        spaces += [str(value) for value in track.values]
        yield TrackInfo(track.name, track.common, spaces)


def _shops(state: State) -> list[str]:
    """The places in which pieces lie for players to take, use or fill; the map is none of them."""
    mapped = {each.sort for each in state.table.definitions if isinstance(each, Map)}
    sorts = (sort for sort in state.table.layout.sorts if sort.name not in mapped)
    # Where there are two, pieces wait in the first to be laid into the second.
    return list(dict.fromkeys(place for sort in sorts for place in sort.common_places[:2][-1:]))


def _shape(state: State) -> str:
    maps = (each for each in state.table.definitions if isinstance(each, Map))
    shapes = (line.spaces for each in maps for line in each.of(Shape))
    return next((shape for shape in shapes if shape != LISTED), "")


def _size(layout: Layout) -> list[int]:
    """The rows and columns of a grid."""
    assert layout.lattice is not None
    plan = layout.lattice.plan
    return [len(plan.names) // plan.columns, plan.columns]


def _scores(state: State) -> list[ScoreInfo]:
    found = []
    for each in score(state):
        lines = [
            ScoreLineInfo(
                line.label,
                line.total,
                [SourceInfo(source.what, source.amount) for source in line.sources],
            )
            for line in each.lines
        ]
        found.append(ScoreInfo(each.player, each.total, lines))
    return found


def deck_of(match: Match, places: Places) -> list[CardInfo]:
    """All pieces at the table of a match."""
    layout = match.state.table.layout
    return [
        card_info(card(piece, layout.vocabulary), places, places.is_own(piece.span))
        for piece in layout.pieces
    ]


def card_info(card: Card, places: Places, own: bool, broken: bool = False) -> CardInfo:
    """A card with the places of its lines as editors count them."""
    return CardInfo(
        card.name,
        card.sort,
        list(card.labels),
        card.cost,
        card.worth,
        card.copies,
        card.for_each,
        card.places,
        card.stack,
        card.when,
        [LineInfo(line.text, stretch_of(line.span, places)) for line in card.lines],
        stretch_of(card.span, places),
        own,
        broken,
    )


def stretch_of(span: Span | None, places: Places) -> Stretch | None:
    """Where something stands; None where that is not known."""
    return None if span is None else places.stretch(span)


def ways_of(match: Match, key: str) -> Ways:
    """How a key could be had by who decides."""
    answer = how(match.state, key)
    vocabulary = match.state.table.layout.vocabulary
    ways = [
        WayInfo(list(way.keys), dict(way.goods), way.points, way_text(way, vocabulary))
        for way in answer.ways
    ]
    return Ways(key, ways, answer.reason or "", answer.complete)
