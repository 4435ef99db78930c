"""Lark's tables, run in a loop of our own: the same trees in a third of the time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from ...trees import Extent, Node, Token, token_of
from .cutting import Cutter, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lark import Lark
    from lark.grammar import Rule


NEWLINE, INDENT, DEDENT, END = "_NEWLINE", "_INDENT", "_DEDENT", "$END"
INLINED = "_"
"""With it begin the names of rules that leave their children in their place, and of terminals
that leave nothing."""

Read: TypeAlias = "tuple[str, Token | None, Extent]"
"""The terminal that was read, its token if it leaves one, and where it stands."""
Reduction: TypeAlias = tuple[int, str, "list[tuple[int, bool]] | None", str, bool, bool]
"""How many symbols become one, what they become; which of them are children, and whether several
lie in one (None: all as they are); the name of the node; whether an only child stands for the node;
whether the children stay a list."""


class Unreadable(Exception):
    """A text is not of the language.

    ``kind`` is the terminal at which reading ended; empty where none begins there. ``reading`` is
    what was read as far as that.
    """

    reading: Reading

    def __init__(self, line: int, column: int, kind: str = "") -> None:
        super().__init__(f"{line}:{column}: {kind}")
        self.line, self.column, self.kind = line, column, kind


class Uneven(Unreadable):
    """A line is indented less than the one above it, and like none."""


def table_of(lark: Lark) -> dict[str, Any]:
    """What reading takes of a parser of Lark's, as plain data that JSON can hold.

    For each state it holds what follows on terminals and rules: another state, or a reduction,
    whose number is below zero; and which of the lists of terminals may stand there. Many states
    reduce at the same terminals, so that these stand there once.
    """
    frontend: Any = lark.parser
    table = frontend.parser.parser.parse_table
    own = frontend.lexer.lexer
    # A rule takes longer to hash than to reduce; one object stands for it in all states.
    numbers = {id(rule): ~number for number, rule in enumerate(lark.rules)}
    rules = {rule: numbers[id(rule)] for rule in lark.rules}
    terminals = own.root_lexer.cutter.terminals
    places = {terminal.name: number for number, terminal in enumerate(terminals)}
    lexers = list({id(each): each for each in own.lexers.values()}.values())
    (first,) = table.start_states.values()
    (last,) = table.end_states.values()
    lookaheads: dict[tuple[str, ...], int] = {}
    states = []
    for state in range(len(table.states)):
        shifts: dict[str, int] = {}
        reduced: dict[int, list[str]] = {}
        for name, (_, to) in table.states[state].items():
            if isinstance(to, int):
                shifts[name] = to
            else:
                reduced.setdefault(rules[to], []).append(name)
        at = {to: lookaheads.setdefault(tuple(on), len(lookaheads)) for to, on in reduced.items()}
        states.append((shifts, [*at.items()]))
    return {
        "first": first,
        "last": last,
        "reductions": [_reduction(rule) for rule in lark.rules],
        "lookaheads": [*lookaheads],
        "states": states,
        "firsts": _firsts(lark.rules),
        "terminals": [(each.name, each.pattern) for each in terminals],
        "flags": own.root_lexer.g_regex_flags,
        "fitting": [[places[fit.name] for fit in each.cutter.terminals] for each in lexers],
        "fits": [lexers.index(own.lexers[state]) for state in range(len(table.states))],
    }


def _firsts(rules: Iterable[Rule]) -> dict[str, list[str]]:
    """With which symbols the rules begin."""
    found: dict[str, dict[str, None]] = {}
    for rule in rules:
        found.setdefault(str(rule.origin.name), {})[str(rule.expansion[0].name)] = None
    return {name: [*firsts] for name, firsts in found.items()}


def _reduction(rule: Rule) -> Reduction:
    expansion: Sequence[Any] = rule.expansion
    size = len(expansion)
    picks = [
        (index, not symbol.is_term and symbol.name.startswith(INLINED))
        for index, symbol in enumerate(expansion)
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out)
    ]
    plain = len(picks) == size and not any(several for _, several in picks)
    single = bool(rule.options.expand1 and not rule.alias)
    origin = str(rule.origin.name)
    name = str(rule.alias or origin)
    inlined = origin.startswith(INLINED)
    return size, origin, None if plain else picks, name, single, inlined


class Automaton:
    """What reads texts with a table (:func:`table_of`).

    ``terminals`` are the regular expressions of all terminals by their names, ``opening`` the names
    of those that a text can begin with, ``anywhere`` what cuts off any terminal.
    """

    def __init__(self, table: dict[str, Any]) -> None:
        self.first: int = table["first"]
        self.last: int = table["last"]
        self.reductions: list[Reduction] = table["reductions"]
        lookaheads = table["lookaheads"]
        self.states: list[dict[str, int]] = []
        for actions, reduced in table["states"]:
            for to, on in reduced:
                actions.update(dict.fromkeys(lookaheads[on], to))
            self.states.append(actions)
        flags = table["flags"]
        terminals = [Terminal(name, pattern, flags) for name, pattern in table["terminals"]]
        self.terminals = {each.name: each.pattern for each in terminals}
        self.opening = frozenset(self.states[self.first]) & self.terminals.keys()
        cutters = [Cutter([terminals[number] for number in fit]) for fit in table["fitting"]]
        self.cutters = [cutters[number] for number in table["fits"]]
        self.anywhere = Cutter(terminals)
        self._firsts: dict[str, list[str]] = table["firsts"]

    def tree(self, text: str) -> Node | None:
        """The tree of a text; None where it cannot be read."""
        try:
            return self.read(text)
        except Unreadable:
            return None

    def read(self, text: str) -> Node:
        """The tree of a text. Raises :class:`Unreadable`."""
        reading = Reading(self)
        try:
            return reading.tree(text)
        except Unreadable as error:
            error.reading = reading
            raise

    def openings(self, rule: str) -> frozenset[str]:
        """The names of the terminals with which a rule of the grammar can begin."""
        found, waiting = {rule: None}, [rule]
        for each in waiting:
            ahead = [first for first in self._firsts.get(each, ()) if first not in found]
            found.update(dict.fromkeys(ahead))
            waiting += ahead
        return frozenset(found) - self._firsts.keys()


class Reading:
    """A text that is read: the stacks of states and of values, and where the values stand.

    ``path`` has a state more: that in which reading began. A value stands from the beginning of its
    first token to the end of its last one, those that leave nothing included; an empty one stands
    nowhere (None).
    """

    def __init__(self, automaton: Automaton) -> None:
        self._automaton = automaton
        self.path = [automaton.first]
        self.values: list[Any] = []
        self.places: list[Extent | None] = []

    def tree(self, text: str) -> Node:
        """The tree of the text. Raises :class:`Unreadable`."""
        states, reductions = self._automaton.states, self._automaton.reductions
        path, values, places = self.path, self.values, self.places
        last, reduce = self._automaton.last, self._reduce
        for kind, value, where in self._tokens(text):
            action = states[path[-1]].get(kind)
            while action is not None and action < 0:
                state = reduce(reductions[~action])
                if state == last and kind == END:
                    break  # The end of the text is only reached, and nothing more.
                action = states[state].get(kind)
            if action is None:
                raise Unreadable(where[0], where[1], kind)
            path.append(action)
            values.append(value)
            places.append(where)
        whole: Node = values[0]
        return whole

    @property
    def accepted(self) -> frozenset[str]:
        """The terminals with which it could be read on."""
        here = self._automaton.states[self.path[-1]]
        return frozenset(name for name in here if name.isupper() and self._takes(name))

    def _takes(self, name: str) -> bool:
        """Does a terminal lead on, whatever is reduced before it?"""
        states, path = self._automaton.states, [*self.path]
        action = states[path[-1]].get(name)
        while action is not None and action < 0:
            size, origin, *_ = self._automaton.reductions[~action]
            path = path[: len(path) - size]
            path.append(states[path[-1]][origin])
            if path[-1] == self._automaton.last and name == END:
                return True
            action = states[path[-1]].get(name)
        return action is not None

    def instead_of(self, position: int) -> frozenset[str]:
        """The terminals that might stand where a value stands, counted on the stack."""
        return frozenset(self._automaton.states[self.path[position]])

    def _tokens(self, text: str) -> Iterator[Read]:
        """The tokens of a text, each as the parser can go on with when it is asked for."""
        cutters, path = self._automaton.cutters, self.path
        depths = [0]
        position, line, line_start, end = 0, 1, 0, len(text)
        where: Extent = (1, 1, 1, 1)
        while position < end:
            if text[position] == " ":
                position += 1
                continue
            found = cutters[path[-1]].match(text, position)
            if found is None:
                other = self._automaton.anywhere.match(text, position)
                raise Unreadable(line, position - line_start + 1, other[1] if other else "")
            value, kind = found
            column, after = position - line_start + 1, position + len(value)
            if kind == NEWLINE:
                begun = line
                line += value.count("\n")
                line_start = position + value.rindex("\n") + 1
                where = (begun, column, line, after - line_start + 1)
                yield kind, None, where
                if after - line_start != depths[-1]:
                    yield from _change_of_depth(depths, after - line_start, where)
            else:
                where = (line, column, line, after - line_start + 1)
                yield kind, None if kind[0] == INLINED else token_of(value, kind, where), where
            position = after
        yield from _change_of_depth(depths, 0, where)
        yield END, None, where

    def _reduce(self, reduction: Reduction) -> int:
        """What stands on top of the stacks becomes one; the state that reading is in then."""
        size, origin, picks, name, single, inlined = reduction
        path, values, places = self.path, self.values, self.places
        if size == 1 and picks is None:  # It stays where it is, and may stand for itself.
            if not single:
                values[-1] = [values[-1]] if inlined else Node(name, [values[-1]], places[-1])
            state = path[-1] = self._automaton.states[path[-2]][origin]
            return state
        where: Extent | None = None
        parts: list[Any] = []
        if size:
            first, end = places[-size], places[-1]
            where = first[:2] + end[2:] if first and end else _together(places[-size:])
            parts = values[-size:]
            del path[-size:], values[-size:], places[-size:]
        children = parts if picks is None else _children(parts, picks)
        value: Any = children
        if single and len(children) == 1:
            value = children[0]
            if isinstance(value, Token):
                where = value.where
            elif value.where is None:
                value.where = where
        elif not inlined:
            value = Node(name, children, where)
        state = self._automaton.states[path[-1]][origin]
        path.append(state)
        values.append(value)
        places.append(where)
        return state


def _change_of_depth(depths: list[int], indent: int, where: Extent) -> Iterator[Read]:
    if indent > depths[-1]:
        depths.append(indent)
        yield INDENT, None, where
    while indent < depths[-1]:
        depths.pop()
        yield DEDENT, None, where
    if indent != depths[-1]:
        raise Uneven(where[2], 1, DEDENT)


def _children(parts: list[Any], picks: Iterable[tuple[int, bool]]) -> list[Any]:
    """The children of a node; a list of a rule that grows to the left goes on growing."""
    children: list[Any] = []
    for index, several in picks:
        if not several:
            children.append(parts[index])
        elif children:
            children += parts[index]
        else:
            children = parts[index]
    return children


def _together(places: list[Extent | None]) -> Extent | None:
    """From where the first begins to where the last ends."""
    first, last = places[0], places[-1]
    if first is None or last is None:
        known = [each for each in places if each is not None]
        if not known:
            return None
        first, last = known[0], known[-1]
    return first if first is last else first[:2] + last[2:]
