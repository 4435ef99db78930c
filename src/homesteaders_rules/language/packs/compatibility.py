"""Whether packs fit together: one game, each pack once, the versions and players they ask for."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from attrs import define

from ...commands.counting.bounds import numbers_words
from ...rules import Header
from ..names.names import Names
from ..names.scope import Scope
from .discovery import identity_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from ...trees import Node, Token
    from ..messages.diagnostics import Diagnostic
    from ..reading.syntax import Entry
    from .headers import HeaderDraft
    from .resolving import Bundled


@define(eq=False, repr=False)
class Pack:
    """A pack that was parsed: where it is from, its header, and its other entries."""

    bundled: Bundled
    header: HeaderDraft
    entries: list[Entry]

    @property
    def path(self) -> Path:
        """What tells it from other packs."""
        return self.bundled.path


@define(eq=False, repr=False)
class Fitting:
    """Packs in order, and what is wrong between them."""

    packs: Sequence[Pack]
    found: list[Diagnostic]

    @property
    def games(self) -> int:
        """How many games there are; with two nothing of theirs fits."""
        return sum(pack.header.kind == "game" for pack in self.packs)

    def check(self) -> None:
        """Note everything in which the packs do not fit. That there is a game is known."""
        self._one_game()
        self._each_once()
        self._versions()
        self._some_players()

    def headers(self) -> tuple[Header, ...]:
        """The headers, completed: the players of each are those of all packs as far as it."""
        game = next((p.header.name for p in self.packs if p.header.kind == "game"), "")
        ids: dict[Path, str] = {}
        headers: list[Header] = []
        for number, pack in enumerate(self.packs, 1):
            draft, own = pack.header, identity_of(pack.header.name)
            ids[pack.path] = own if draft.kind == "game" else f"{identity_of(game)}.{own}"
            least, most = self._players(self.packs[:number])
            extends = tuple(ids[path] for path in pack.bundled.bases if path in ids)
            place = pack.bundled.place.shown
            version = str(draft.version)
            headers.append(Header(ids[pack.path], draft.name, version, least, most, extends, place))
        return tuple(headers)

    @property
    def widest(self) -> range:
        """From the least to the most players that any pack allows."""
        last = list(self._speaking(self.packs))
        least = min((pack.header.least for pack in last), default=1)
        return range(least, max((pack.header.most for pack in last), default=1) + 1)

    def _report(self, code: str, message: str, pack: Pack, at: Node | Token, hint: str) -> None:
        Scope(Names(), pack.header.entry.passage, self.found).report(code, message, at, hint)

    # ---- games and names

    def _one_game(self) -> None:
        games = [pack for pack in self.packs if pack.header.kind == "game"]
        for other in games[1:]:
            first, name = games[0].header, other.header.name
            message = f"two games cannot be played at once; the other is {first.name}"
            brought = [*self._bringing(other)]
            pack, at = brought[-1] if brought else (other, other.header.entry.node)
            hint = f"{pack.header.name} is a pack for {name}, not for {first.name}"
            if games[0].path in pack.bundled.bases:
                hint = f"leave one of them out: a pack is for {first.name} or for {name}"
            self._report("E015", message, pack, at, hint if brought else "")

    def _bringing(self, base: Pack) -> Iterator[tuple[Pack, Node | Token]]:
        """The packs whose headers name another one, each with where it does."""
        for pack in self.packs:
            for path, needed in zip(pack.bundled.bases, pack.header.extends, strict=False):
                if path == base.path:
                    yield pack, needed.token

    def _each_once(self) -> None:
        seen: dict[str, Pack] = {}
        for pack in self.packs:
            before = seen.setdefault(identity_of(pack.header.name), pack)
            if before is not pack:
                place = before.header.entry.span
                message = f"another pack is called {pack.header.name} too, in {place}"
                hint = "play with one of the two, or give one another name"
                self._report("E018", message, pack, pack.header.entry.node, hint)

    # ---- what packs need

    def _versions(self) -> None:
        by_path = {pack.path: pack for pack in self.packs}
        for pack in self.packs:
            # Where the lengths differ a base is missing, which is an error already.
            for path, needed in zip(pack.bundled.bases, pack.header.extends, strict=False):
                base = by_path.get(path)
                if base is not None and base.header.version < needed.version:
                    own, there = pack.header.name, base.header
                    message = (
                        f"{own} needs {there.name} from version {needed.version}; "
                        f"{there.entry.span.file} is version {there.version}"
                    )
                    hint = f"get a later {there.name}, or an earlier {own}"
                    self._report("E019", message, pack, needed.token, hint)

    def _players(self, packs: Sequence[Pack]) -> tuple[int, int]:
        """What all packs allow that say it; one that extends another speaks for that too."""
        last = list(self._speaking(packs))
        least = max((pack.header.least for pack in last), default=1)
        most = min((pack.header.most for pack in last), default=1)
        return (least, most) if least <= most else (last[-1].header.least, last[-1].header.most)

    def _some_players(self) -> None:
        """Some number of players is allowed by all. Where none is, two packs have none."""
        for one, two in combinations(self._speaking(self.packs), 2):
            if one.header.most < two.header.least or two.header.most < one.header.least:
                message = (
                    f"{two.header.name} is for {_range(two)} players, and "
                    f"{one.header.name} for {_range(one)}, in {one.header.entry.span}"
                )
                hint = "no number of players is left: play with one of the two"
                self._report("E020", message, two, two.header.entry.node, hint)
                return

    def _speaking(self, packs: Sequence[Pack]) -> Iterator[Pack]:
        bases: dict[Path, set[Path]] = {}
        for pack in packs:
            own = pack.bundled.bases
            bases[pack.path] = {*own, *(below for path in own for below in bases.get(path, ()))}
        speaking = [pack for pack in packs if pack.header.least]
        for pack in speaking:
            if not any(pack.path in bases[other.path] for other in speaking):
                yield pack


def _range(pack: Pack) -> str:
    return numbers_words(range(pack.header.least, pack.header.most + 1))
