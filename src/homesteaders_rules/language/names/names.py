"""The names that the rules declare, and what each of them names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from attrs import define, field

from ...commands.definitions.occasions import third_person
from ...mechanisms.grids.geometry import MOST_COLUMNS, MOST_ROWS, Plan
from ...trees import Node, below, nodes, text_of, tokens
from ..reading.characters import in_plain_letters
from ..reading.syntax import MORE, Entry

WORD = re.compile(r"[\w'’.&-]+")
COUNTING = ("empty_cells", "encloses", "was_enclosed", "one_in")
"""The sentences of a grid that name what they count."""
ENCLOSING, ON_EDGES = ("encloses", "was_enclosed"), "on_edges"
"""Those that name what is enclosed, and the good that stands on the edges around it."""
PLAYERS = "players"
"""The place of pieces that players own. The only place whose name belongs to the language."""
HAS_IT = " has it"
"""What a hint says of a pack that is not read."""
MOST_BETWEEN = 9
"""So many pieces a piece may be as, one as the next: each is read anew for every one of them."""


def _nowhere(name: str, kind: str) -> str:  # noqa: ARG001
    return ""


@define(eq=False, repr=False)
class Names:
    """Every declared name. Tables lead from each form of a name (plurals too) to the name,
    those of moments, stacks and pieces to the sorts they belong to. ``lots`` are the words
    for what is auctioned; ``exchanges_on`` leads from exchanges to the pieces that have them,
    among them none (empty) for those of the rules themselves, ``texts`` from pieces to what is
    written of them, and ``alike`` from pieces to those that they are as."""

    goods: dict[str, str] = field(factory=dict)
    groups: dict[str, str] = field(factory=dict)
    members: dict[str, tuple[str, ...]] = field(factory=dict)
    sorts: dict[str, str] = field(factory=dict)
    labels: dict[str, tuple[tuple[str, ...], ...]] = field(factory=dict)
    places: dict[str, tuple[str, ...]] = field(factory=dict)
    moments: dict[str, tuple[str, ...]] = field(factory=dict)
    stacks: dict[str, str] = field(factory=dict)
    pieces: dict[str, str] = field(factory=dict)
    texts: dict[str, tuple[Entry, ...]] = field(factory=dict, repr=False)
    alike: dict[str, str] = field(factory=dict)
    tracks: dict[str, str] = field(factory=dict)
    exchanges: dict[str, str] = field(factory=dict)
    exchanges_on: dict[str, set[str]] = field(factory=dict)
    actions: dict[str, str] = field(factory=dict)
    phases: dict[str, str] = field(factory=dict)
    options: dict[str, str] = field(factory=dict)
    tallies: dict[str, str] = field(factory=dict)
    maps: dict[str, str] = field(factory=dict)
    tiles: dict[str, str] = field(factory=dict)
    grids: dict[str, str] = field(factory=dict)
    cells: dict[str, str] = field(factory=dict)
    laid: dict[str, str] = field(factory=dict)
    counts: dict[str, str] = field(factory=dict)
    enclosed: dict[str, str] = field(factory=dict)
    on_edges: dict[str, str] = field(factory=dict)
    homed: dict[str, str] = field(factory=dict)
    units: dict[str, str] = field(factory=dict)
    lots: dict[str, str] = field(factory=dict)
    unread: frozenset[str] = frozenset()
    first_phase: str = ""
    round_phases: tuple[str, ...] = ()
    last_round: int = 0
    """The last one that has a number; a final round comes after it."""
    renamed: Mapping[str, str] = field(factory=dict)
    players: range = range(1, 100)
    elsewhere: Callable[[str, str], str] = field(default=_nowhere, repr=False)
    """The known pack that declares a name of a kind, though it is not read."""

    @cached_property
    def uses(self) -> dict[str, str]:
        """By what a player does who uses an exchange: its name. To be asked when all are known."""
        return {third_person(name): name for name in self.exchanges} | self.exchanges

    def table(self, kind: str) -> Mapping[str, str]:
        """The names of a kind."""
        return TABLES[kind](self)

    def kind_of(self, name: str) -> str:
        """What a name names, as messages say it; empty if nothing."""
        return next((kind for kind, table in TABLES.items() if name in table(self)), "")

    def labels_of(self, sort: str) -> tuple[str, ...]:
        """All labels that pieces of a sort may carry."""
        return tuple(label for group in self.labels.get(sort, ()) for label in group)

    def owned_sorts(self) -> tuple[str, ...]:
        """The sorts whose pieces players own."""
        return tuple(sort for sort, places in self.places.items() if PLAYERS in places)

    def built_sorts(self) -> tuple[str, ...]:
        """Of those the ones that are built: there is a place where they are offered."""
        places = self.places
        built = [s for s in self.owned_sorts() if sum(p != PLAYERS for p in places[s][:3]) > 1]
        return tuple(built) or self.owned_sorts()

    def auctioned(self) -> tuple[str, ...]:
        """The sorts whose pieces are auctioned."""
        return self._sorts_of(self.lots)

    def mapped(self) -> tuple[str, ...]:
        """The sorts whose pieces are spaces of a map."""
        return self._sorts_of(self.maps)

    def _sorts_of(self, words: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.sorts.get(word, word) for word in words))

    def in_a_pack(self, name: str, kind: str) -> str:
        """A hint where a known pack that is not read declares a name of a kind; else empty."""
        pack = self.elsewhere(name, kind)
        return f"{pack}{HAS_IT}: write in the header: extends {pack}" if pack else ""

    def in_unread_text(self, name: str) -> bool:
        """Whether a line that could not be read might have declared the name."""
        tile, _, number = name.rpartition(" ")
        # The spaces of a tile are declared by their numbers.
        name = number if tile in self.tiles else name
        return bool(self.unread) and all(word.lower() in self.unread for word in WORD.findall(name))


TABLES: Mapping[str, Callable[[Names], Mapping[str, str]]] = {
    "good": lambda names: names.goods,
    "group of goods": lambda names: names.groups,
    "sort of pieces": lambda names: names.sorts,
    "label": lambda names: {word: sort for sort in names.labels for word in names.labels_of(sort)},
    "place": lambda names: {word: sort for sort, words in names.places.items() for word in words},
    "moment": lambda names: dict.fromkeys(names.moments, ""),
    "stack": lambda names: names.stacks,
    "piece": lambda names: names.pieces,
    "track": lambda names: names.tracks,
    "exchange": lambda names: names.exchanges,
    "action": lambda names: names.actions,
    "phase": lambda names: names.phases,
    "option": lambda names: names.options,
    "tally": lambda names: names.tallies,
    "tile": lambda names: names.tiles,
    "grid": lambda names: names.grids,
    "cell": lambda names: names.cells,
    "count of cells": lambda names: names.counts,
    "enclosed area": lambda names: names.enclosed,
}
"""Every table with what its names are called in a message."""


def collect(entries: Iterable[Entry], unread: Iterable[str] = ()) -> Names:
    """The names of all entries. ``unread`` are lines that could not be read."""
    words = {word.lower() for line in unread for word in WORD.findall(line.replace("_", " "))}
    names = Names(unread=frozenset(words | {in_plain_letters(word) for word in words}))
    entries = tuple(entries)
    # What is added to a sort may stand above the sort.
    for entry in sorted(entries, key=lambda entry: entry.kind == MORE):
        collector = COLLECTORS.get(entry.kind)
        if collector is not None:
            collector(names, entry)
    for name in names.alike:
        others = _alike(names, name)
        for exchanging in names.exchanges_on.values():
            if not exchanging.isdisjoint(others):
                exchanging.add(name)
    return names


def _alike(names: Names, name: str) -> list[str]:
    """The pieces that a piece is as, one after the other."""
    found: list[str] = []
    while (name := names.alike.get(name, "")) and name not in found:
        found.append(name)
        if len(found) > MOST_BETWEEN:
            break
    return found


def _good(names: Names, entry: Entry) -> None:
    forms = [str(word) for word in tokens(entry.node, "PHRASE")]
    names.goods.update(dict.fromkeys(forms, forms[0]))
    if entry.around is not None:
        group_forms = [str(word) for word in tokens(entry.around, "PHRASE")]
        names.groups.update(dict.fromkeys(group_forms, group_forms[0]))
        group = group_forms[0]
        names.members[group] = tuple(dict.fromkeys((*names.members.get(group, ()), forms[0])))


def _sort(names: Names, entry: Entry) -> None:
    forms = [str(word) for word in tokens(entry.node, "PHRASE")]
    sort = forms[0]
    names.sorts.update(dict.fromkeys(forms, sort))
    names.labels[sort] = ()
    names.places[sort] = ()
    _sort_lines(names, sort, nodes(entry.node))


def _more(names: Names, entry: Entry) -> None:
    sort = names.sorts.get(str(tokens(entry.node)[0]))
    if sort is not None:
        _sort_lines(names, sort, nodes(entry.node))


def _sort_lines(names: Names, sort: str, lines: list[Node]) -> None:
    labels = tuple(_words(line) for line in lines if line.data == "labels")
    names.labels[sort] = (*names.labels[sort], *labels)
    places = tuple(w for line in lines if line.data == "places" for w in _words(line))
    names.places[sort] = (*names.places[sort], *places)
    for line in lines:
        if line.data == "moments":
            for word in _words(line):
                names.moments[word] = (*names.moments.get(word, ()), sort)
        if line.data == "stacks":
            names.stacks.update(dict.fromkeys(_words(line), sort))


def _words(line: Node) -> tuple[str, ...]:
    return tuple(text_of(word) for word in tokens(line))


def _piece(names: Names, entry: Entry) -> None:
    names.pieces[entry.name] = entry.sort
    names.texts[entry.name] = (*names.texts.get(entry.name, ()), entry)
    for node in below(entry.node):
        if node.data == "exchange":
            for word in map(str, tokens(node, "PHRASE")[:1]):
                names.exchanges[word] = word
                names.exchanges_on.setdefault(word, set()).add(entry.name)
        elif node.data == "as_piece":
            names.alike[entry.name] = text_of(tokens(node)[0])


def _exchange(names: Names, entry: Entry) -> None:
    """Of the rules themselves: it is none of a piece."""
    if entry.name:
        names.exchanges[entry.name] = entry.name
        names.exchanges_on.setdefault(entry.name, set()).add("")


def _tile(names: Names, entry: Entry) -> None:
    names.tiles[entry.name] = entry.name
    for line in nodes(entry.node):
        names.pieces[space_of(entry.name, str(tokens(line)[0]))] = ""


def _grid(names: Names, entry: Entry) -> None:
    names.grids[entry.name] = entry.name
    sizes = [int(str(word)[:2]) for word in tokens(entry.node, "NUMBER")]
    if not sizes:  # It is removed.
        return
    plan = Plan(*map(min, sizes, (MOST_ROWS, MOST_COLUMNS)))
    names.cells.update({name: name for name in plan.names})
    for line in below(entry.node):
        if line.data == "holds":
            names.laid.update((str(word), str(word)) for word in tokens(line, "PHRASE"))
        if line.data in COUNTING:
            name = str(tokens(line, "PHRASE")[0])
            names.counts.update({name: name, f"{name}s": name})
        if line.data in ENCLOSING:
            name = str(tokens(line, "PHRASE")[0])
            names.enclosed[name] = name
        if line.data == ON_EDGES:
            name = str(tokens(line)[0])
            names.on_edges[name] = name


def space_of(tile: str, number: str) -> str:
    """The name of a space of a tile."""
    return f"{tile} {number}"


def _with_auctions(table: Callable[[Names], dict[str, str]]) -> Callable[[Names, Entry], None]:
    declare = _into(table)

    def collector(names: Names, entry: Entry) -> None:
        declare(names, entry)
        for node in below(entry.node):
            if node.data == "auction":
                word = str(tokens(node)[0])
                names.lots[word] = word

    return collector


def _play(names: Names, entry: Entry) -> None:
    lines = [*below(entry.node)]
    names.first_phase = next((str(w) for n in lines for w in tokens(n, "PHRASE")), "")
    rounds = next((line for line in lines if line.data.startswith("rounds")), None)
    names.round_phases = tuple(map(str, tokens(rounds, "PHRASE"))) if rounds else ()
    counted = tokens(rounds, "RANGE") if rounds else ()
    names.last_round = int(counted[0].split("-")[1]) if counted else 0


def _scoring(names: Names, entry: Entry) -> None:
    unit = str(tokens(entry.node)[0])
    names.units[unit] = unit


def _into(table: Callable[[Names], dict[str, str]]) -> Callable[[Names, Entry], None]:
    def collector(names: Names, entry: Entry) -> None:
        if entry.name:
            table(names)[entry.name] = entry.name

    return collector


COLLECTORS: Mapping[str, Callable[[Names, Entry], None]] = {
    "good": _good,
    "sort": _sort,
    "piece": _piece,
    "play": _play,
    "scoring": _scoring,
    "track": _into(lambda names: names.tracks),
    "map of": _into(lambda names: names.maps),
    "tile": _tile,
    "grid": _grid,
    "homes of": _into(lambda names: names.homed),
    "exchange": _exchange,
    "action": _with_auctions(lambda names: names.actions),
    "phase": _with_auctions(lambda names: names.phases),
    "option": _into(lambda names: names.options),
    "tally": _into(lambda names: names.tallies),
    MORE: _more,
}
