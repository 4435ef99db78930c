"""Rules: everything that the packs of a game say, compiled."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from attrs import field, fields, frozen, has

from .words import ADDED, Span, Vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .commands.definitions import Definition
    from .linking.table import Table

    Definitions: TypeAlias = tuple[Definition, ...]

D = TypeVar("D", bound="Definition")

_known: WeakValueDictionary[str, Rules] = WeakValueDictionary()


def known_rules(digest: str) -> Rules | None:
    """Rules in use with a digest, or None. Only spares loading them again."""
    return _known.get(digest)


@frozen
class Header:
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


@frozen(eq=False)
class Rules:
    """A game with its packs: headers in order of loading and all definitions, replaced ones gone.

    ``defaults`` holds the value of each option after every ``set`` of a pack, and ``settings``
    where packs set it.
    ``digest`` is a hash of the meaning: places in the text and examples do not count.
    Definitions may be given as what makes them, if the digest is given too: then they are made
    when somebody asks for them.
    """

    headers: tuple[Header, ...]
    _definitions: Definitions | Callable[[], Definitions]
    defaults: Mapping[str, bool] = field(factory=dict)
    settings: Mapping[str, Span] = field(factory=dict)
    digest: str = ""

    def __attrs_post_init__(self) -> None:
        if not self.digest:
            object.__setattr__(self, "digest", self._meaning())
        _known[self.digest] = self

    @cached_property
    def definitions(self) -> Definitions:
        """All definitions, in the order of the text."""
        given = self._definitions
        return given() if callable(given) else given

    def _meaning(self) -> str:
        from .commands.examples import Example

        meaning = [
            self.headers_data(),
            sorted(self.defaults.items()),
            [plain(d) for d in self.definitions if not isinstance(d, Example)],
        ]
        text = json.dumps(meaning, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def for_table(self, players: int, options: Mapping[str, bool] | None = None) -> Table:
        """Folded and linked for a number of players; options not named keep their defaults.

        Raises BadTable for what the rules do not allow.
        """
        from .linking.table import table_for

        return table_for(self, players, options)

    @property
    def title(self) -> str:
        """The name of the game, with its packs."""
        return " with ".join(header.name for header in self.headers)

    def headers_data(self) -> list[list[str]]:
        """Identity and version of each pack, in order of loading."""
        return [[header.identity, header.version] for header in self.headers]

    def digest_of(self, definition: Definition) -> str:
        """A short digest of the meaning of one definition."""
        text = json.dumps(plain(definition), separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    @property
    def players(self) -> range:
        """The numbers of players that the game and its packs allow."""
        return range(self.headers[-1].least, self.headers[-1].most + 1)

    def of(self, kind: type[D]) -> tuple[D, ...]:
        """All definitions of a class, in the order of the text."""
        return tuple(d for d in self.definitions if isinstance(d, kind))

    @property
    def options(self) -> dict[str, bool]:
        """Every option with its default."""
        return dict(self._options)

    @cached_property
    def _options(self) -> dict[str, bool]:
        from .commands.course import Option

        return {o.name: self.defaults.get(o.name, o.default) for o in self.of(Option)}

    @property
    def vocabulary(self) -> Vocabulary:
        """The plurals of goods, groups and sorts."""
        from .commands.definitions import Good
        from .commands.pieces import Sort

        plurals = {good.name: good.plural for good in self.of(Good)}
        plurals |= {good.group: good.group_plural for good in self.of(Good)}
        plurals |= {sort.name: sort.plural for sort in self.of(Sort)}
        return Vocabulary(plurals)


def plain(value: Any) -> Any:
    """A command as lists and plain values, without spans: what the digest is made of.

    Fields that came to the language later are left out as long as a text does not use them.
    """
    if has(type(value)):
        return [type(value).__name__] + [
            plain(getattr(value, f.name))
            for f in fields(type(value))
            if f.name != "span"
            and not (ADDED in f.metadata and getattr(value, f.name) == f.default)
        ]
    if isinstance(value, tuple):
        return [plain(entry) for entry in value]
    return value
