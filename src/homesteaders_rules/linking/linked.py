"""What linking makes for a table, made when somebody first asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..garbage import collected_later

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..rules import Rules
    from ..runtime.recording.events import Event, Record
    from .making import Made


class Linked:
    """Rules linked for a number of players and a value for each option, for one table.

    The machine in C needs nothing of it where its image is kept, as long as nobody asks for words.
    ``identity`` is that of the table.
    """

    __slots__ = ("_made", "identity", "options", "players", "rules")

    def __init__(self, rules: Rules, players: int, options: Mapping[str, bool]) -> None:
        self.rules = rules
        self.players = players
        self.options = options
        self.identity = (rules.identity, players, tuple(sorted(options.items())))
        self._made: dict[tuple[object, ...], Made] = {}

    @property
    def made(self) -> Made:
        """All of it, the same for all threads; linked now, if it is not yet.

        Raises Unlinkable where something in the rules stands on what is not there, and SameKey.
        """
        found = self._made.get(self.identity)
        if found is None:
            # Whoever loads a game from the cache and plays it in C never imports what links.
            from .making import make

            with collected_later():
                found = make(self.rules, self.players, self.options, self.identity)
            found = self._made.setdefault(self.identity, found)
        return found

    def tell(self, record: Record) -> Iterator[Event]:
        """The events of a record."""
        return self.made.program.tell(record)
