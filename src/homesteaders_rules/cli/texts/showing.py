"""``show`` and ``ledger``: a part of the rules in words, and what it moves; or a list of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.definitions.course import Action, Hook, Option, Phase, Play
from ...commands.definitions.definition import Definition, Exchange, Good, Price
from ...commands.definitions.examples import Example
from ...commands.definitions.pieces import Piece, Sort
from ...commands.definitions.scores import Scoring
from ...commands.definitions.tracks import Track
from ...errors import GameError, suggestion
from ...mechanisms.grids.definitions import Grid
from ...mechanisms.homes.definitions import HomesOf
from ...mechanisms.maps.definitions import Map, Tile
from ...telling.describing import INDENT, conditions_of, describe, described
from ...telling.ledger import ledger, moved_goods, sinks, sources
from ...telling.related import Related, related
from ..console import grid, new_console, spread, title, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from ...rules import Rules


def show_name(rules: Rules, name: str) -> None:
    """Print what is called so. Raises GameError where nothing is."""
    console = new_console()
    if not name.strip():
        list_all(console, rules)
        return
    found = _called(rules, name)
    belonging = [related(rules, definition) for definition in found]
    alike = all(other == belonging[0] for other in belonging)
    for number, definition in enumerate(found):
        if number:
            console.print()
        show_definition(console, rules, definition)
        if not alike or definition is found[-1]:
            show_related(console, rules, belonging[number])


def find(rules: Rules, name: str) -> list[Definition]:
    """The definitions of that name, without regard to capitals; examples last."""
    wanted = " ".join(name.lower().split())
    found = [d for d in rules.definitions if wanted in map(str.lower, names_of(d))]
    return sorted(found, key=lambda d: isinstance(d, Example))


def all_names(rules: Rules) -> list[str]:
    """Everything that can be asked for."""
    return sorted({name for d in rules.definitions for name in names_of(d)})


def _called(rules: Rules, name: str) -> list[Definition]:
    found = find(rules, name)
    if not found:
        raise GameError(f'nothing is called "{name}"{_alike(rules, name)}')
    return found


def _alike(rules: Rules, name: str) -> str:
    """What has all these words in its name, or is nearly called so."""
    parts = [d for d in rules.definitions if not isinstance(d, Example)]
    known = dict.fromkeys(each for d in parts for each in names_of(d))
    words = set(name.lower().split())
    found = [each for each in known if words < set(each.lower().split())]
    short = [each for each in found if not any(each.endswith(f" {other}") for other in found)]
    if short:
        return f"; there is {', '.join(short)}"
    return suggestion(name, all_names(rules)) or "; show alone lists all that there is"


def names_of(definition: Definition) -> Iterator[str]:
    """What a definition can be asked for by."""
    match definition:
        case Price(good=good):
            yield good
        case Hook(around=name, before=before):
            yield f"{'before' if before else 'after'} {name}"
        case Play():
            yield "play"
        case Scoring():
            yield "scoring"
        case Map():
            yield "map"
        case Good(name=name, plural=plural, group=group, group_plural=group_plural):
            yield from (name, plural, group, group_plural)
        case Sort(name=name, plural=plural):
            yield from (name, plural)
        case Piece(name=name, exchanges=exchanges):
            yield name
            yield from (exchange.name for exchange in exchanges if exchange.name)
        case Exchange(name=name, of=of):
            yield name
            if of:
                yield f"{name} {of}"
        case _:
            name = getattr(definition, "name", "")
            if name:
                yield from (name, f"{definition.kind} {name}")


def show_definition(console: Console, rules: Rules, definition: Definition) -> None:
    """One definition, and where it stands."""
    lines = described(definition, rules.vocabulary)
    when = conditions_of(definition, rules.vocabulary)
    write(console, lines[0][1], style="bold")
    if definition.span is not None:
        place = f"{definition.span.file}:{definition.span.line}"
        write(console, f"{place}, only {when}" if when else place, style="dim")
    for indent, text in lines[1:]:
        write(console, text, indent)
    if isinstance(definition, Tile):
        for piece in rules.of(Piece):
            if piece.name in definition.spaces:
                head = ", ".join(text for _, text in described(piece, rules.vocabulary)[1:])
                write(console, f"{piece.name}: {head}", INDENT)
    if isinstance(definition, Sort):
        pieces = (piece for piece in rules.of(Piece) if piece.sort == definition.name)
        # One that differs from table to table is defined more than once.
        names = dict.fromkeys(piece.name for piece in pieces)
        write(console, f"{definition.plural}: {', '.join(names)}", INDENT)


def show_related(console: Console, rules: Rules, belonging: Related) -> None:
    """What belongs to a definition, below headings."""
    for heading, definitions in belonging:
        console.print()
        write(console, f"{heading}:", style="italic")
        for definition in definitions:
            for indent, text in _titled(rules, definition):
                write(console, text, indent + INDENT)


def _titled(rules: Rules, definition: Definition) -> Iterator[tuple[int, str]]:
    """A definition that belongs to another: whose it is, then its lines."""
    lines = describe(definition, rules.vocabulary)
    owner = next((p for p in rules.of(Piece) if definition in p.triggers), None)
    if owner is not None:
        lines = [(0, f"{owner.name}: {lines[0][1]}"), *lines[1:]]
    yield from lines


# ---------------------------------------------------------------------------------- the list


def list_all(console: Console, rules: Rules) -> None:
    """Everything by kind, with its name."""
    title(console, rules.title)
    least, most = rules.players[0], rules.players[-1]
    write(console, f"for {least} to {most} players")
    for kind, names in parts(rules):
        console.print()
        write(console, kind, style="bold")
        write(console, ", ".join(names), INDENT, hanging=0)
    console.print()
    write(console, "show NAME explains each of them.", style="dim")
    examples = len(rules.of(Example))
    if examples:
        write(console, f"{examples} examples stand among the rules.", style="dim")


def parts(rules: Rules) -> Iterator[tuple[str, list[str]]]:
    """The names of all definitions, by kind."""
    groups: dict[str, list[str]] = {}
    for good in rules.of(Good):
        groups.setdefault(good.group_plural, []).append(good.name)
    for sort in rules.of(Sort):
        for piece in rules.of(Piece):
            if piece.sort == sort.name:
                place = f"{sort.plural} on {piece.stack}" if piece.stack else sort.plural
                groups.setdefault(place, []).append(piece.name)
    groups["exchanges"] = [d.name for d in rules.of(Exchange) if d.name]
    groups["phases"] = [phase.name for phase in rules.of(Phase)]
    groups["actions"] = [action.name for action in rules.of(Action)]
    groups["tiles"] = [tile.name for tile in rules.of(Tile)]
    groups["grids"] = [grid.name for grid in rules.of(Grid)]
    groups["tracks"] = [track.name for track in rules.of(Track)]
    groups["options"] = [option.name for option in rules.of(Option)]
    homes = (f"{HomesOf.kind} {each.name}" for each in rules.of(HomesOf))
    groups["the whole"] = ["play", "scoring", *("map" for _ in rules.of(Map)[:1]), *homes]
    for kind, names in groups.items():
        if names:
            yield kind, list(dict.fromkeys(names))


# ---------------------------------------------------------------------------------- the ledger


def show_ledger(rules: Rules, name: str) -> None:
    """Print the ledger of what is called so. Raises GameError where nothing is."""
    console = new_console()
    if not name.strip():
        _every_good(console, rules)
        return
    found = _called(rules, name)
    for number, definition in enumerate(found):
        if number:
            console.print()
        _one(console, rules, definition)


def _one(console: Console, rules: Rules, definition: Definition) -> None:
    write(console, definition.title(rules.vocabulary), style="bold")
    if definition.span is not None:
        write(console, f"{definition.span.file}:{definition.span.line}", style="dim")
    entries = ledger(definition, rules.vocabulary)
    if not entries:
        write(console, "moves nothing itself", INDENT)
        return
    table = grid("line", "from", "to", "goods", right=(0,), wide=(3,))
    for entry in entries:
        line = "" if entry.span is None else str(entry.span.line)
        goods = f"{entry.amount}, or another" if entry.choice else entry.amount
        table.add_row(line, entry.giver, entry.taker, goods)
    spread(console, table)
    for words, of in (("source", sources), ("sink", sinks)):
        if named := of([definition]):
            write(console, f"{words} of {', '.join(sorted(named))}", style="dim")


def _every_good(console: Console, rules: Rules) -> None:
    """For each good where it comes from, and where it goes."""
    title(console, f"What moves goods in {rules.title}")
    for good, (given, taken) in sorted(moved_goods(rules).items()):
        console.print()
        write(console, good, style="bold")
        for words, titles in (("from the stock by", given), ("to the stock by", taken)):
            if titles:
                write(console, f"{words}: {', '.join(titles)}", INDENT)
