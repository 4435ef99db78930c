"""Triggers in the middle of things: they cannot ask."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...commands.control import AnyOrder, Choose, Collect, Do, May
from ...commands.course import Action, Hook, Track
from ...commands.definitions import Exchange, Trigger
from ...commands.exchanges import UseExchange, Window
from ...commands.goods import Pay, PayTo
from ...mechanisms.auction.commands import Auction, EachWinner, NeutralBid, UsePiece
from ...mechanisms.piles.commands import Build, BuildSame
from ...mechanisms.placing.commands import PlaceGoods
from ...mechanisms.storage import TakeFrom
from ...mechanisms.tracks import Advance, TakeReward
from .context import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.base import Command
    from .context import Checking

IN_THE_MIDDLE = ("uses", "gains", "loses", "outbids")
"""Goods change hands and exchanges are used while something else goes on."""

ASKING = (
    *(AnyOrder, Auction, Build, BuildSame, Choose, Collect, EachWinner, May, NeutralBid, Pay),
    *(PayTo, PlaceGoods, TakeFrom, TakeReward, UsePiece, Window),
)


def check_triggers(checking: Checking) -> None:
    """What follows from goods that change hands must not ask a question."""
    for trigger in checking.every(Trigger):
        if trigger.occasion.verb in IN_THE_MIDDLE:
            asking = _asking(checking, trigger.effect, frozenset())
            if asking is not None:
                occasion = trigger.occasion.words(checking.rules.vocabulary)
                what = asking.words(checking.rules.vocabulary)
                message = f'"{what}" asks, and "whenever {occasion}" may happen amid anything'
                hint = "write an effect without a choice, such as: gain 1 <good>"
                checking.report("E521", message, trigger, hint)


def _asking(checking: Checking, effect: Command, seen: frozenset[str]) -> Command | None:
    """The first command that asks in an effect and in the actions it uses."""
    tracks = {track.name: track for track in checking.rules.of(Track)}
    goods = Counter(exchange.name for exchange in checking.every(Exchange))
    for command in walk(effect):
        if isinstance(command, ASKING):
            return command
        if isinstance(command, Advance) and not tracks[command.track].common:
            return command
        if isinstance(command, UseExchange) and goods[command.exchange] > 1:
            return command
        if isinstance(command, Do) and command.action not in seen:
            for part in _parts_of_action(checking, command.action):
                found = _asking(checking, part, seen | {command.action})
                if found is not None:
                    return found
    return None


def _parts_of_action(checking: Checking, name: str) -> Iterator[Command]:
    """What an action does, with what packs put before and after it."""
    for definition in checking.rules.definitions:
        match definition:
            case Action(name=other, effect=effect) if other == name:
                yield effect
            case Hook(around=other, effect=effect, of_action=True) if other == name:
                yield effect
            case _:
                pass
