"""Situations: a state in the middle of a game, set up in one call.

>>> from homesteaders_rules import load
>>> state = situation(load("homesteaders"), 2, phase="income", holdings={0: {"worker": 7}})
>>> state.holding(0, "worker")
7
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ..errors import GameError
from ..play.setup import deal_from
from ..runtime.registers import ACTOR, NEXT_STEP, START
from ..runtime.steps import Asking, End
from ..runtime.turns import RoundBegin
from .setting import Setting

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..linking.table import Table
    from ..play.state import State
    from ..rules import Rules
    from ..runtime.offering.options import Option
    from ..runtime.recording.events import Log

FINAL = 0
"""As a round: the final one."""


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
    neutral: Sequence[str] = (),
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
    to its end: by the choices in ``setup``, each a seat and a key, then at random by the ``seed``.
    ``tiles`` of the map lie in its first places, unturned; where spaces are named as ``neutral``,
    no others are.

    ``ends``: it is known that this round is the last, in a game whose end is reached.

    Raises GameError for what cannot be.
    """
    table = rules.for_table(players, options)
    builder = setting(table, phase, round, seed=seed, start_player=start_player, setup=setup)
    builder.map.lay_first(tiles)
    builder.map.make_neutral(neutral)
    for player, goods in (holdings or {}).items():
        for good, amount in goods.items():
            builder.hold(player, good, amount)
    for player, names in (pieces or {}).items():
        for name in names:
            builder.own(player, name)
    for (track, player), value in (positions or {}).items():
        builder.mark(track, player, value)
    for number, name in (lots or {}).items():
        builder.lay(number, name)
    for number, (player, bid) in (won or {}).items():
        builder.win(number, player, bid)
    for stack, name in (turned or {}).items():
        builder.turn(stack, name)
    for name, goods in (lying or {}).items():
        for good, amount in goods.items():
            builder.put(name, good, amount)
    for name, player in (users or {}).items():
        builder.use(name, player)
    if ends:
        builder.end()
    builder.leave_to_chance(chance)
    return builder.begin(phase)


def setting(
    table: Table,
    phase: str,
    round: int = 1,
    *,
    seed: int = 0,
    start_player: int = 0,
    setup: Sequence[tuple[int, str]] = (),
) -> Setting:
    """The table before a phase of a round begins, for things to be laid on it.

    As :func:`situation`, which says what the arguments are. Raises GameError.
    """
    cells = table.fresh_cells(seed)
    deal_from(table, cells, {"start player": start_player}, opening=True)
    _finish_setup(table, cells, list(setup), Random(seed))
    del cells[len(table.layout.cells) :]
    found = Setting(table, cells)
    found.skip_to(phase, table.rounds + 1 if round == FINAL else round)
    cells[START] = start_player
    return found


def _finish_setup(
    table: Table, cells: list[int], choices: list[tuple[int, str]], random: Random
) -> None:
    """From the first question of the setup, if it has one, to where the first round begins."""
    steps = table.program.steps
    log: Log = []
    while not isinstance(asking := steps[cells[NEXT_STEP]], End):
        assert isinstance(asking, Asking)
        listed = table.program.options(cells)
        option = random.choice(listed)
        if choices:
            option = _chosen(table, cells, listed, *choices.pop(0))
        if option.anytime:
            option.offer.take(cells, log, option)
            continue
        step = asking.choose(cells, log, option)
        while step >= 0 and not isinstance(steps[step], RoundBegin):
            step = steps[step].run(cells, log)
        if step >= 0:
            break
        cells[NEXT_STEP] = ~step
    if choices:
        raise GameError(f'the setup is over before "{choices[0][1]}" can be chosen')


def _chosen(
    table: Table, cells: list[int], listed: Sequence[Option], seat: int, key: str
) -> Option:
    if cells[ACTOR] != seat:
        raise GameError(f"in the setup player {cells[ACTOR] + 1} decides, not player {seat + 1}")
    offered = (*listed, *table.program.anytime(cells, listed))
    option = next((each for each in offered if each.key == key), None)
    if option is None:
        keys = ", ".join(f'"{each.key}"' for each in listed)
        raise GameError(f'"{key}" is not offered in the setup; offered: {keys}')
    return option
