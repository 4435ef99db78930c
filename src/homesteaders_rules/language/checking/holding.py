"""Checks of what a player may hold, of what runs short, and of displays that are filled."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from ...commands.definitions.definition import Good, Limited
from ...commands.definitions.pieces import Sort
from ...mechanisms.displays.commands import Display, Fill
from ...mechanisms.holding.definitions import MayHold, RunsShort
from ...mechanisms.holding.left import SupplyHas
from ...mechanisms.maps.definitions import Map
from ...mechanisms.owing import PayOrElse
from ..names.names import PLAYERS
from .context import table_words

if TYPE_CHECKING:
    from .context import Checking


def check_holding(checking: Checking) -> None:
    """Only what is limited runs short, and of each good it is said once at a table."""
    limits = checking.rules.of(Limited)
    for short in checking.rules.of(RunsShort):
        for good in short.goods:
            given = [limit.conditions for limit in limits if good in limit.goods]
            table = checking.missing_table(short.conditions, given)
            if table is not None:
                where = f" {table_words(table)}" if given else ""
                plural = checking.rules.vocabulary.plural(good)
                message = f"the stock of {plural} does not run short{where}: they are not limited"
                checking.report("E581", message, short, f"add the line: limited: {good}")
                break
    _said_once(checking)
    for owing in checking.every(PayOrElse):
        if owing.instead.asks(checking.flow):
            message = "this may be too much to hold, and what goes back would be asked each time"
            hint = "let what comes instead be something that players may hold any number of"
            checking.report("E317", message, owing.instead, hint)


def check_supply(checking: Checking) -> None:
    """Nobody sees what the supply has of a hidden good, unless it is limited."""
    vocabulary = checking.rules.vocabulary
    hidden = {good.name for good in checking.rules.of(Good) if good.hidden}
    limits = checking.rules.of(Limited)
    for condition, given in checking.placed_of(SupplyHas):
        for good in condition.goods:
            limited = [limit.conditions for limit in limits if good in limit.goods]
            if good in hidden and checking.missing_table(given, limited) is not None:
                message = f"{vocabulary.plural(good)} are hidden: nobody sees how many are left"
                checking.report("E583", message, condition, f"add the line: limited: {good}")
                break


def check_displays(checking: Checking) -> None:
    """A display is filled from one place to another, and what is filled is there."""
    sorts = {sort.name: sort for sort in checking.rules.of(Sort)}
    mapped = {each.sort for each in checking.rules.of(Map)}
    displays = checking.rules.of(Display)
    for display in displays:
        sort = sorts[display.sort]
        lying = [place for place in sort.places[:2] if place != PLAYERS]
        if len(lying) < 2 or display.source == sort.places[1] or sort.name in mapped:
            message = f"{sort.plural} have no place for a display"
            if sort.name in mapped:
                message = f"{sort.plural} are spaces of the map"
            hint = f"places: {display.source}, where the display is, {PLAYERS}"
            checking.report("E584", message, display, hint)
    for command, given in checking.placed_of(Fill):
        there = [d.conditions for d in displays if d.sort == command.sort]
        table = checking.missing_table(given, there)
        if table is not None:
            where = f" {table_words(table)}" if there else ""
            plural = checking.rules.vocabulary.plural(command.sort)
            message = f"there is no display of {plural}{where}"
            hint = f"add the line: display of {plural}: 4 spaces filled from <place>"
            checking.report("E585", message, command, hint)


def _said_once(checking: Checking) -> None:
    lines: list[RunsShort | MayHold] = [*checking.rules.of(RunsShort)]
    for one, other in combinations((*lines, *checking.rules.of(MayHold)), 2):
        shared = set(one.goods) & set(other.goods)
        both = checking.missing_table((*one.conditions, *other.conditions), ())
        if type(one) is type(other) and shared and both is not None:
            message = f"this is said of {min(shared)} already, in {one.span}"
            checking.report("E582", message, other, "say it of each good once")
