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
    known = _Questions(checking)
    for trigger in checking.every(Trigger):
        if trigger.occasion.verb in IN_THE_MIDDLE:
            asking = known.first(trigger.effect)
            if asking is not None:
                occasion = trigger.occasion.words(checking.rules.vocabulary)
                what = asking.words(checking.rules.vocabulary)
                message = f'"{what}" asks, and "whenever {occasion}" may happen amid anything'
                hint = "write an effect without a choice, such as: gain 1 <good>"
                checking.report("E521", message, trigger, hint)


class _Questions:
    """Finds what asks, in an effect and in the actions it uses."""

    def __init__(self, checking: Checking) -> None:
        self.rows = {track.name for track in checking.every(Track) if not track.common}
        self.exchanges = Counter(exchange.name for exchange in checking.every(Exchange))
        self.parts: dict[str, list[Command]] = {}
        for definition in checking.rules.definitions:
            if isinstance(definition, Action):
                self.parts.setdefault(definition.name, []).append(definition.effect)
            elif isinstance(definition, Hook) and definition.of_action:
                self.parts.setdefault(definition.around, []).append(definition.effect)
        self.of_actions: dict[str, Command | None] = {}

    def first(self, effect: Command) -> Command | None:
        """The first command that asks."""
        for command in walk(effect):
            if isinstance(command, ASKING):
                return command
            if isinstance(command, Advance) and command.track in self.rows:
                return command
            if isinstance(command, UseExchange) and self.exchanges[command.exchange] > 1:
                return command
            if isinstance(command, Do) and (found := self.in_action(command.action)) is not None:
                return found
        return None

    def in_action(self, name: str) -> Command | None:
        """The first command that asks in an action, with what is put before and after it."""
        if name not in self.of_actions:
            self.of_actions[name] = None  # An action that leads to itself asks nothing new.
            found = (self.first(part) for part in self.parts.get(name, ()))
            self.of_actions[name] = next((each for each in found if each is not None), None)
        return self.of_actions[name]


def done_by(
    checking: Checking, effect: Command, seen: frozenset[str] = frozenset()
) -> Iterator[Command]:
    """Every command in an effect and in the actions it uses."""
    for command in walk(effect):
        yield command
        if isinstance(command, Do) and command.action not in seen:
            for part in _parts_of_action(checking, command.action):
                yield from done_by(checking, part, seen | {command.action})


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
