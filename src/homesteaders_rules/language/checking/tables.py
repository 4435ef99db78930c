"""Tables are linked for a trial, so that nothing which passes the checks fails later.

Any two things that a table may choose (a number of players, the answer to an option) stand
together at one of the tables tried; what takes three choices to come about is left to chance.
Whoever plays at a table that was tried, as examples do, finds it linked.
"""

from __future__ import annotations

from itertools import chain, combinations, count, cycle, islice, repeat, zip_longest
from math import comb
from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.base import Span, walk
from ...commands.conditions import OptionIs, all_hold
from ...commands.definitions.course import Play
from ...commands.definitions.definition import Exchange, Needs
from ...errors import BadTable, SameKey, Unlinkable
from ...linking.folding import fold
from ...linking.keys import check_keys
from ...linking.linker import Linker
from ...linking.payments import TooManyWays
from ...linking.table import AUTO, Table, table_for
from ..messages.diagnostics import ERROR, WARNING, Diagnostic
from .context import table_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...commands.definitions.definition import Definition
    from ...rules import Rules
    from ...words import Phrase
    from .context import Checking

MOST_AT_ONCE = 250
"""So many steps are linked whenever a text is read: all tables of a small game, one of a large
one. Whoever checks rules has more of them linked (:func:`link_more`)."""
MOST_CHECKED = 1500
"""So many steps more: all tables of most packs, and of large ones those that hold every choice."""
NOWHERE = Span("<rules>", 1, 1, 1, 1)


def check_tables(checking: Checking) -> None:
    """What is linked whenever a text is read, if nothing else is wrong."""
    if any(each.is_error for each in checking.found):
        return
    for found in dict.fromkeys(_linked(checking.rules, MOST_AT_ONCE)):
        checking.report(found.code, found.message, found.span, found.hint)


def link_more(rules: Rules, known: int = 1) -> Iterator[Diagnostic]:
    """What is wrong with tables of checked rules beyond the one that reading linked, if it did."""
    yield from _linked(rules, MOST_CHECKED, known)


def link_everything(rules: Rules) -> Iterator[Diagnostic]:
    """What is wrong with the tables of checked rules: nothing, if the checks are complete."""
    yield from (found for found in _linked(rules, None) if found.is_error)


def _linked(rules: Rules, most_steps: int | None, known: int = 0) -> Iterator[Diagnostic]:
    """The first fault of a table, some of which are known to have none."""
    steps = 0
    opening = _opening(rules)
    opened = rules.options | {name: not rules.options[name] for name in opening}
    for players, options in islice(playable_tables(rules), known, None):
        if most_steps is not None and steps >= most_steps:
            return
        try:
            table = _usual(rules, players) if opening and options == opened else None
            if table is None or not _only_opens(table, options):
                table = table_for(rules, players, options, AUTO)
            program = table.program
            steps += len(program.steps)
            yield from map(_uncertain, program.uncertain)
        except (SameKey, Unlinkable) as error:
            yield _finding(rules, (players, options), error)
            return


def _usual(rules: Rules, players: int) -> Table | None:
    """The table of all defaults; None where some of them are not played, or cannot be linked."""
    try:
        return table_for(rules, players, None, AUTO)
    except BadTable:
        return None


def _only_opens(usual: Table, options: Mapping[str, bool]) -> bool:
    """Do other answers only open exchanges at any time, by words that nothing else has?

    What else is linked, and what of it is uncertain, hangs on no exchange that has a price and is
    there either way. Where anything is in doubt, all of the table is linked and says what is wrong.
    """
    definitions = fold(usual.rules.definitions, usual.players, options)
    if len(definitions) != len(usual.definitions):
        return False
    pairs = zip(usual.definitions, definitions, strict=True)
    changed = [(one, other) for one, other in pairs if one is not other and one != other]
    opened = [one for one, other in changed if isinstance(one, Exchange) and _opens(one, other)]
    if len(opened) < len(changed):
        return False
    linker = Linker(usual.definitions, usual.layout)
    try:
        offers = [linker.exchange_offer(each) for each in opened]
        check_keys(usual.program.steps, (*usual.program.exchanges, *offers))
    except Exception:
        return False
    return not linker.uncertain


def _opens(one: Exchange, other: Definition) -> bool:
    """Is another one the same, at another time? What costs nothing makes payments possible."""
    if not isinstance(other, Exchange) or not one.cost.items:
        return False
    return evolve(one, offered_only=other.offered_only) == other


def _uncertain(choice: Phrase) -> Diagnostic:
    message = "it may be that none of this can be done; nothing is chosen then"
    hint = "add something that everybody can do: or do nothing"
    return Diagnostic("W539", WARNING, message, choice.span or NOWHERE, hint)


def _finding(
    rules: Rules, table: tuple[int, dict[str, bool]], error: SameKey | Unlinkable
) -> Diagnostic:
    players, options = table
    changed = {name: value for name, value in options.items() if rules.options[name] != value}
    where = table_words((players, changed))
    span = getattr(error.effect, "span", None) or rules.of(Play)[0].span
    if isinstance(error, SameKey):
        hint = "give one of the two another name"
        return Diagnostic("E203", ERROR, f"{error}, {where}", span or NOWHERE, hint)
    cause = error.__cause__
    if isinstance(cause, TooManyWays):
        span, message = cause.command.span or span, f"{cause}, {where}"
        hint = "ask for less of it, or let fewer goods pay for each other"
        return Diagnostic("E527", ERROR, message, span or NOWHERE, hint)
    message = f"this cannot be made ready to play {where}"
    hint = "leave parts of it out to see what is not there; a check is missing, please report it"
    return Diagnostic("E528", ERROR, message, span or NOWHERE, hint)


def playable_tables(rules: Rules) -> Iterator[tuple[int, dict[str, bool]]]:
    """The tables of a covering set that the rules do not refuse."""
    needs = rules.of(Needs)
    for players, options in covering_tables(rules):
        needed = (need for need in needs if not options[need.option])
        if not any(all_hold(need.conditions, players, options) for need in needed):
            yield players, options


def covering_tables(rules: Rules) -> Iterator[tuple[int, dict[str, bool]]]:
    """Every number of players with the defaults, and tables that hold every pair of choices.

    The first ones, by turns, have every number of players with and without each option; the
    second of all has the most exchanges open at any time, which must not be called as anything
    else that can be chosen.
    """
    defaults = rules.options
    asked = list(dict.fromkeys(_asked(rules)))
    plain = ((players, defaults) for players in rules.players)
    opening = filter(None, [_opening(rules)])
    changed = chain(opening, repeat(asked, len(rules.players)), _paired(asked)) if asked else ()
    varied = (
        (players, defaults | {name: not defaults[name] for name in names})
        for players, names in zip(cycle(rules.players), changed, strict=False)
    )
    for tables in zip_longest(plain, varied):
        yield from filter(None, tables)


def _asked(rules: Rules) -> Iterator[str]:
    """The options on which something depends, in the order of the text."""
    for definition in rules.definitions:
        yield from (c.option for c in walk(definition) if isinstance(c, OptionIs))


def _opening(rules: Rules) -> list[str]:
    """The options whose defaults keep an exchange from being open at any time."""
    exchanges = (each for each in rules.of(Exchange) if not each.offered_only)
    asked = (c for each in exchanges for c in each.conditions if isinstance(c, OptionIs))
    return list(dict.fromkeys(c.option for c in asked if rules.options[c.option] != c.value))


def _paired(names: Sequence[str]) -> Iterator[list[str]]:
    """Choices of names, such that of any two each comes without the other, and both together.

    Each name is in another half of the choices, and two sets of more than half of them overlap
    (Kleitman and Spencer, 1973).
    """
    choices = next(n for n in count(2) if comb(n, n // 2 + 1) >= len(names))
    halves = zip(names, combinations(range(choices), choices // 2 + 1), strict=False)
    held = {name: set(half) for name, half in halves}
    for number in range(choices):
        yield [name for name in names if number in held[name]]
