"""Situations: a state in the middle of a game, set up in one call.

>>> from homesteaders_rules import load
>>> state = situation(load("homesteaders"), 2, phase="income", holdings={0: {"worker": 7}})
>>> state.holding(0, "worker")
7
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import GameError, shown
from ..mechanisms.piles.randomness import below
from ..play.setup import Draw, by_chance, deal_from, run_drawing
from ..runtime.registers import ACTOR, NEXT_STEP, RANDOM, START
from ..runtime.steps import Asking, End
from ..runtime.turns import RoundBegin
from .later import put_off
from .setting import Setting

if TYPE_CHECKING:
    from ..linking.table import Table
    from ..mechanisms.piles.taking import DrawPiece
    from ..play.state import State
    from ..rules import Rules
    from ..runtime.offering.options import Option
    from ..runtime.recording.events import Log

T = TypeVar("T")
FINAL = 0
"""As a round: the final one."""
LIKE: Mapping[str, Any] = {
    "round": 1,
    "start_player": 0,
    "holdings": {0: {"good": 2}},
    "pieces": {0: ["piece"]},
    "positions": {("track", 0): 3},
    "lots": {1: "piece"},
    "won": {1: (0, 5)},
    "turned": {"stack": "piece"},
    "lying": {"piece": {"good": 2}},
    "users": {"piece": 0},
    "chance": [("track", 3)],
    "setup": [(0, "key")],
    "tiles": ["tile"],
    "cells": {(0, "A1"): {"good": 2}},
    "areas": [(0, ["A1", "A2"])],
    "neutral": ["space"],
    "due": {(0, 4): {"good": 2}},
    "places": {"piece": "place"},
}
"""How what is said of a situation looks."""


def situation(
    rules: Rules,
    players: int,
    phase: str,
    round: int = 1,
    *,
    options: Mapping[str, bool] | None = None,
    seed: int = 0,
    start_player: int = 0,
    holdings: Mapping[int, Mapping[str, int]] | None = None,
    pieces: Mapping[int, Sequence[str]] | None = None,
    positions: Mapping[tuple[str, int], int] | None = None,
    lots: Mapping[int, str] | None = None,
    won: Mapping[int, tuple[int, int]] | None = None,
    turned: Mapping[str, str] | None = None,
    lying: Mapping[str, Mapping[str, int]] | None = None,
    users: Mapping[str, int] | None = None,
    chance: Sequence[tuple[str, int]] = (),
    setup: Sequence[tuple[int, str]] = (),
    ends: bool = False,
    tiles: Sequence[str] = (),
    cells: Mapping[tuple[int, str], Mapping[str, int]] | None = None,
    areas: Sequence[tuple[int, Sequence[str]]] = (),
    neutral: Sequence[str] = (),
    due: Mapping[tuple[int, int], Mapping[str, int]] | None = None,
    places: Mapping[str, str] | None = None,
) -> State:
    """The first decision of a phase, in a round (FINAL: the final one), with things set up.

    Phases that ask nothing have happened in every round before, the others were skipped.
    ``holdings`` (seat -> good -> amount) and ``pieces`` (seat -> names, besides those of the
    setup; in the place of what the player drew of their sort at random) are taken from the stock
    and the places, so nothing is lost. ``positions`` are
    (track, seat) -> space, or (track, -1) -> value of a common track. ``lots`` are number ->
    name of the piece on it; ``won`` number -> (seat, bid). ``turned`` (stack -> name) is the
    piece that any stack shows this round, also one that the setup has left in the box; ``lying``
    (piece -> good -> amount) what lies on pieces, taken from the stock, and ``users`` (piece ->
    seat) who left it there. ``chance``: what the first spins (track, space) and rolls ("", number)
    of the phase come to, in their order. A setup that asks is played
    to its end: by the choices in ``setup``, each a seat and a key, and at random by the ``seed``
    where it asks for others.
    ``tiles`` of the map lie in its first places, unturned; where spaces are named as ``neutral``,
    no others are. ``cells`` (seat, cell of their grid) -> good -> amount are the tile that lies
    there, 1 of it, and the goods on it; ``areas`` (seat, cells) are enclosed one by one.

    ``due`` (seat, round) -> good -> amount: so much is due there, by an effect of the rules that
    brings these goods and nothing else.

    ``places`` (piece -> place): a copy of the piece lies there, from another place.

    ``ends``: it is known that this round is the last, in a game whose end is reached.

    Raises GameError for what cannot be, and TypeError for what looks otherwise than :data:`LIKE`.
    """
    table = rules.for_table(players, options)
    draw = _drawing(table, _said("pieces", pieces))
    builder = setting(
        table, phase, round, seed=seed, start_player=start_player, setup=setup, draw=draw
    )
    builder.map.lay_first(_said("tiles", tiles))
    builder.map.make_neutral(_said("neutral", neutral))
    builder.grid.cover(_said("cells", cells))
    builder.bring(_said("places", places))
    builder.grid.enclose(_said("areas", areas))
    for player, goods in _said("holdings", holdings).items():
        for good, amount in goods.items():
            builder.hold(player, good, amount)
    for player, names in _said("pieces", pieces).items():
        for name in names:
            builder.own(player, name)
    for (track, player), value in _said("positions", positions).items():
        builder.mark(track, player, value)
    for number, name in _said("lots", lots).items():
        builder.lay(number, name)
    for number, (player, bid) in _said("won", won).items():
        builder.win(number, player, bid)
    for stack, name in _said("turned", turned).items():
        builder.turn(stack, name)
    for name, goods in _said("lying", lying).items():
        for good, amount in goods.items():
            builder.put(name, good, amount)
    for name, player in _said("users", users).items():
        builder.use(name, player)
    put_off(table, builder.cells, _said("due", due))
    if ends:
        builder.end()
    builder.leave_to_chance(_said("chance", chance))
    return builder.begin(phase)


def setting(
    table: Table,
    phase: str,
    round: int = 1,
    *,
    seed: int = 0,
    start_player: int = 0,
    setup: Sequence[tuple[int, str]] = (),
    draw: Draw = by_chance,
) -> Setting:
    """The table before a phase of a round begins, for things to be laid on it.

    As :func:`situation`, which says what the arguments are; ``draw`` says what is drawn in the
    setup. Raises GameError.
    """
    cells = table.fresh_cells(seed)
    start_player = _said("start_player", start_player)
    deal_from(table, cells, {"start player": start_player}, opening=True, draw=draw)
    _finish_setup(table, cells, list(_said("setup", setup)), Random(seed), draw)
    del cells[len(table.layout.cells) :]
    found = Setting(table, cells)
    found.skip_to(phase, table.rounds + 1 if _said("round", round) == FINAL else round)
    cells[START] = start_player
    return found


def _said(name: str, value: T | None) -> T:
    """An argument that looks as it should; nothing, where there is none."""
    like = LIKE[name]
    said = type(like)() if value is None else value
    if not _is_like(said, like):
        raise TypeError(f"wanted is {name} like {like!r}, not {shown(value)}")
    return said


def _is_like(value: Any, like: Any) -> bool:
    """Is a value of the kind of another, with all that is in it?"""
    match like:
        case dict():
            (entry,) = like.items()
            return isinstance(value, Mapping) and _is_like([*value.items()], [entry])
        case list() | tuple() if isinstance(value, str | Mapping):
            return False
        case list():
            return isinstance(value, Collection) and all(_is_like(each, like[0]) for each in value)
        case tuple():
            alike = isinstance(value, Sequence) and len(value) == len(like)
            return alike and all(map(_is_like, value, like))
        case _:
            return isinstance(value, type(like))


def _drawing(table: Table, pieces: Mapping[int, Sequence[str]]) -> Draw:
    """What players are to own they draw where they draw, and what it gives at once is theirs."""
    index = table.layout.piece_index
    wanted = {player: [index.get(name, -1) for name in names] for player, names in pieces.items()}

    def draw(step: DrawPiece, cells: list[int]) -> int | None:
        left = step.left(cells)
        own = next((piece for piece in wanted.get(cells[ACTOR], ()) if piece in left), None)
        others = {piece for each in wanted.values() for piece in each}
        free = [piece for piece in left if piece not in others]
        if own is not None or not free or len(free) == len(left):
            return own
        number, cells[RANDOM] = below(len(free), cells[RANDOM])
        return free[number]

    return draw


def _finish_setup(
    table: Table, cells: list[int], choices: list[tuple[int, str]], random: Random, draw: Draw
) -> None:
    """From the first question of the setup, if it has one, to where the first round begins.

    Who is asked before the next of the choices is another's chooses at random, but nothing that
    one of the choices names, if there is anything else.
    """
    steps = table.program.steps
    log: Log = []
    while not isinstance(asking := steps[cells[NEXT_STEP]], End):
        assert isinstance(asking, Asking)
        listed = table.program.options(cells)
        if choices and choices[0][0] == cells[ACTOR]:
            option = _chosen(table, cells, listed, choices.pop(0)[1])
        else:
            named = {key for _, key in choices}
            free = [option for option in listed if option.key not in named] if named else listed
            option = random.choice(free or listed)
        if option.anytime:
            option.offer.take(cells, log, option)
            continue
        step = asking.choose(cells, log, option)
        while step >= 0 and not isinstance(steps[step], RoundBegin):
            step = run_drawing(steps[step], cells, log, draw)
        if step >= 0:
            break
        cells[NEXT_STEP] = ~step
    if choices:
        seat, key = choices[0]
        raise GameError(
            f'the setup is over before player {seat + 1} is asked and can choose "{key}"'
        )


def _chosen(table: Table, cells: list[int], listed: Sequence[Option], key: str) -> Option:
    offered = (*listed, *table.program.anytime(cells, listed))
    option = next((each for each in offered if each.key == key), None)
    if option is None:
        keys = ", ".join(f'"{each.key}"' for each in listed)
        raise GameError(f'"{key}" is not offered in the setup; offered: {keys}')
    return option
