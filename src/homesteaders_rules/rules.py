"""Rules: everything that the packs of a game say, compiled."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, cast
from weakref import WeakValueDictionary

from attrs import field, frozen

from .errors import BadSave, expect
from .hints import later
from .markup import paragraph
from .values import ByClass, ByValue, Unchanging
from .words import Span, Vocabulary

if TYPE_CHECKING:
    from .commands.definitions.definition import Definition
    from .linking.table import Table
    from .meaning import Meaning
else:
    (Definition,) = later("commands.definitions.definition", "Definition")
    (Table,) = later("linking.table", "Table")
    (Meaning,) = later("meaning", "Meaning")

Definitions: TypeAlias = tuple[Definition, ...]

D = TypeVar("D", bound="Definition")

MADE = "which load() makes of the text of packs"

_known: WeakValueDictionary[tuple[str, range], Rules] = WeakValueDictionary()
"""By digest and by identity, which say nothing of how many may play."""


def known_rules(digest: str, players: int) -> Rules | None:
    """Rules in use with a digest or an identity, for so many players; None where there are none.

    It only spares loading them again.
    """
    return next((rules for rules in _in_use(digest) if players in rules.players), None)


def _in_use(digest: str) -> Iterator[Rules]:
    """All rules in use with a digest or an identity: each for other numbers of players."""
    known = (_known.get(key) for key in list(_known) if key[0] == digest)
    return (rules for rules in known if rules is not None)


_shipped: dict[str, tuple[str, ...]] = {}
"""By the identity of rules: the names of their packs, where all of them come with this package."""


def note_shipped(rules: Rules) -> None:
    """Remember that all packs of these rules come with this package."""
    _shipped[rules.identity] = tuple(header.place for header in rules.headers)


def _unpacked(identity: str, content: bytes, players: range | None = None) -> Rules:
    """Pickled rules that travelled along; the same ones in use, if there are any."""
    import pickle

    known = _known.get((identity, players)) if players else None
    return known or Rules(*pickle.loads(zlib.decompress(content)))


def _found_again(identity: str, names: tuple[str, ...]) -> Rules:
    """Pickled rules that come with this package. Raises BadSave if they are others now."""
    from .language.loader import load_shipped

    rules = next(_in_use(identity), None) or load_shipped(names)
    if rules.identity != identity:
        raise BadSave(f"{rules.title} of this package is not what it was when this was pickled")
    return rules


@frozen(eq=False, repr=False)
class Header(ByValue):
    """``game Homesteaders, version 1, for 2-4 players`` or ``pack Peer, ..., extends ...``.

    ``identity`` is the name in lower case with underscores, behind that of the game in packs:
    ``homesteaders.peer``. ``least`` and ``most`` are the players that all packs as far as this
    one allow; ``place`` is the folder or file it was read from, as messages name it.
    """

    identity: str
    name: str
    version: str
    least: int
    most: int
    extends: tuple[str, ...] = ()
    place: str = field(default="", eq=False)


class Kept(Protocol):
    """Definitions that were compiled before: made when called, with a place for what is found.

    ``key`` is a hash of the texts that they come from, and of what compiled them.
    """

    @property
    def key(self) -> str: ...
    def __call__(self) -> Definitions: ...
    def find(self, name: str) -> bytes | None: ...
    def keep(self, name: str, content: bytes) -> None: ...


@frozen(eq=False, repr=False)
class Rules(Unchanging):
    """A game with its packs: headers in order of loading and all definitions, replaced ones gone.

    ``defaults`` holds the value of each option after every ``set`` of a pack, and ``settings``
    where packs set it.
    ``digest`` is a hash of the meaning: examples and places in the text do not count, nor does
    the order of definitions where it means nothing. Rules of one digest are equal, if as many may
    play. ``identity`` counts the order too, by which the cells and the options of tables go.
    Definitions may be given as what makes them, if both hashes and all options are given too: then
    they are made when somebody asks for them.
    """

    headers: tuple[Header, ...]
    _definitions: Definitions | Kept
    defaults: Mapping[str, bool] = field(factory=dict)
    settings: Mapping[str, Span] = field(factory=dict)
    digest: str = ""
    identity: str = ""
    _elders: tuple[Rules, ...] = field(init=False, default=())

    def __attrs_post_init__(self) -> None:
        self._check()
        for name in ("defaults", "settings"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        for name in ("digest", "identity"):
            if not getattr(self, name):
                value = getattr(self.meaning, name)(self.headers_data(), self.defaults)
                object.__setattr__(self, name, value)
        # What is known stays known as long as anything equal to it is in use.
        names = ((name, self.players) for name in (self.digest, self.identity))
        known = [_known.setdefault(name, self) for name in names]
        object.__setattr__(self, "_elders", tuple(each for each in known if each is not self))

    @cached_property
    def definitions(self) -> Definitions:
        """All definitions, in the order of the text."""
        return self._definitions if isinstance(self._definitions, tuple) else self._definitions()

    @property
    def kept(self) -> Kept | None:
        """Where they are kept; None where they were compiled by this process."""
        return None if isinstance(self._definitions, tuple) else self._definitions

    @cached_property
    def meaning(self) -> Meaning:
        """What the definitions mean, one by one."""
        from .commands.definitions.definition import Definition
        from .meaning import Meaning

        for each in self.definitions:
            expect(each, Definition, f"one of the definitions of rules, {MADE}")
        return Meaning(self.definitions, self.vocabulary)

    def _check(self) -> None:
        expect(self.headers, tuple, f"a tuple of headers, {MADE}")
        for each in self.headers or (None,):
            expect(each, Header, f"a header of rules, {MADE}")
        if not callable(self._definitions):
            expect(self._definitions, tuple, f"a tuple of definitions, {MADE}")
        for mapping in (self.defaults, self.settings):
            expect(mapping, Mapping, f"a mapping by the names of options, {MADE}")
        for digest in (self.digest, self.identity):
            expect(digest, str, f"the digest of rules, {MADE}")

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return (self.digest, self.players) == (other.digest, other.players)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Rules: {self.title}, digest {self.digest}>"

    def _repr_html_(self) -> str:
        """The same in notebooks, with how many may play."""
        players = f"for {self.players.start} to {self.players[-1]} players"
        return paragraph(self.title, f"{players}, digest {self.digest}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Rules of this package are found again by the ids of their packs; others travel along."""
        if self.identity in _shipped:
            return _found_again, (self.identity, _shipped[self.identity])
        return _unpacked, (self.identity, self._content, self.players)

    @cached_property
    def _content(self) -> bytes:
        parts = (
            self.headers,
            self.definitions,
            dict(self.defaults),
            dict(self.settings),
            self.digest,
            self.identity,
        )
        import pickle

        return zlib.compress(pickle.dumps(parts))

    @cached_property
    def spans_hash(self) -> int:
        """A hash of where everything stands, which may change when the rules are read again."""
        if self.kept is not None:
            return hash(self.kept.key)
        from .commands.base import walk

        commands = (command.span for each in self.definitions for command in walk(each))
        return hash((*commands, *self.settings.values()))

    def for_table(
        self,
        players: int,
        options: Mapping[str, bool] | None = None,
        *,
        machine: str | None = None,
    ) -> Table:
        """Folded and linked for a number of players; options not named keep their defaults.

        ``machine`` says who plays: ``native``, the machine in C, ``python``, or ``auto``, the
        machine in C where it is installed and knows all that there is at the table. None is what
        the variable HOMESTEADERS_RULES_MACHINE says, else ``auto``. Raises BadTable for what the
        rules do not allow, and where the machine in C is wanted and cannot play.
        """
        from .linking.table import table_for

        return table_for(self, players, options, machine)

    @property
    def title(self) -> str:
        """The name of the game, with its packs."""
        return " with ".join(header.name for header in self.headers)

    def headers_data(self) -> list[list[str]]:
        """Identity and version of each pack, in order of loading."""
        return [[header.identity, header.version] for header in self.headers]

    @property
    def players(self) -> range:
        """The numbers of players that the game and its packs allow."""
        return range(self.headers[-1].least, self.headers[-1].most + 1)

    def of(self, kind: type[D]) -> tuple[D, ...]:
        """All definitions of a class, in the order of the text. TypeError for no class."""
        expect(kind, type, "a class of definitions")
        return cast("tuple[D, ...]", self._by_class.of(kind))

    @cached_property
    def _by_class(self) -> ByClass[Definition]:
        return ByClass(self.definitions)

    @property
    def options(self) -> dict[str, bool]:
        """Every option with its default."""
        return dict(self._options)

    @cached_property
    def _options(self) -> dict[str, bool]:
        if self.kept is not None:
            return dict(self.defaults)
        from .commands.definitions.course import Option

        return {o.name: self.defaults.get(o.name, o.default) for o in self.of(Option)}

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The plurals of goods, groups and sorts, and of what is counted of cells."""
        from .commands.definitions.definition import Good
        from .commands.definitions.pieces import Sort
        from .mechanisms.grids.definitions import Grid

        plurals = {good.name: good.plural for good in self.of(Good)}
        plurals |= {good.group: good.group_plural for good in self.of(Good)}
        plurals |= {sort.name: sort.plural for sort in self.of(Sort)}
        for grid in self.of(Grid):
            plurals |= grid.plurals
        return Vocabulary(plurals)
