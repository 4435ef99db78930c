"""A log that a player can follow: what happens, by rounds and phases, as it happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..runtime.recording.events import Event, Events
from ..runtime.recording.kinds import Placed
from ..seeing.looking import Onlooker
from ..seeing.model import LotSeen
from ..telling.narration import PHASE, ROUND, tell
from .console import style_of, title, write
from .screen import headline

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from ..play.saves import Turn
    from ..play.state import State
    from ..seeing.model import TurnedUp


class Teller:
    """Prints what happens. Places that are filled one after the other become one line.

    ``viewer``: the seat (from 0; None: an onlooker) whom it is told, as far as they may know it.
    """

    def __init__(self, console: Console, names: Sequence[str], viewer: int | None = None) -> None:
        self.console = console
        self.names = names
        self.viewer = viewer
        self._held: list[Event] = []
        self._forced: list[str] = []
        self._table: State | None = None

    def tell_setup(self, state: State, events: Events) -> None:
        """What happened before the first decision, as far as it may be known, and what lies up."""
        self._table = state
        self._held += events.seen_by(self.viewer)
        said = "\n".join(told.text for told in tell(self._held, state.table, self.names))
        self.flush()
        screen = Onlooker(state.table, self.names).see(state, None)
        lying: Sequence[LotSeen | TurnedUp] = (*screen.lots, *screen.up)
        self._tell_lying(each for each in lying if each.name not in said)

    def begin(self, state: State) -> None:
        """The headings of where a game stands, what lies up, and what is up for auction."""
        screen = Onlooker(state.table, self.names).see(state, None)
        title(self.console, headline(screen))
        self._tell_lying((*screen.lots, *screen.up))
        write(self.console, state.phase, style="bold")
        self._table = state

    def _tell_lying(self, pieces: Iterable[LotSeen | TurnedUp]) -> None:
        """What is up for auction, and what lies up, with their texts."""
        for each in pieces:
            number = f" {each.number}" if isinstance(each, LotSeen) else ""
            which = f"{each.sort}{number} is {each.name}"
            write(self.console, f"{which}: {each.text}" if each.text else which, 2, hanging=4)

    def hear(self, turns: Sequence[Turn]) -> None:
        """What the last choice led to, and what it shows of those in secret before it."""
        last = turns[-1]
        self._table = last.before
        begun = max(first_untold(turns) - 2, 0) if last.before.secret else -1
        earlier = [turn.events for turn in turns[begun:-1]]
        events = last.events.seen_by(self.viewer, earlier)
        if self._held and events and events[0].player != self._held[-1].player:
            self.flush()
        self._held += events
        if not events or not all(isinstance(event, Placed) for event in events):
            self.flush()

    def flush(self) -> None:
        """Print what was held back."""
        if self._table is None or not self._held:
            return
        for told in tell(self._held, self._table.table, self.names):
            if told.kind in (ROUND, PHASE):
                self._tell_forced()
            if told.kind == ROUND:
                self.console.print()
                title(self.console, told.text)
            elif told.kind == PHASE:
                write(self.console, told.text, style="bold")
            else:
                write(self.console, told.text, 2, style_of(told.player), hanging=4)
        self._held = []

    def force(self, key: str) -> None:
        """A step is taken, since nothing else can be chosen."""
        self._forced.append(key)

    def tell_all(self) -> None:
        """Print what was held back, and the forced steps since the last question or heading."""
        self.flush()
        self._tell_forced()

    def tell_forced(self) -> None:
        """All, if there were forced steps: so they stand before what somebody else does."""
        if self._forced:
            self.tell_all()

    def _tell_forced(self) -> None:
        """In one line, above the heading of what comes after them."""
        if self._forced:
            taken = "; ".join(self._forced)
            write(self.console, f"Nothing else could be chosen: {taken}.", 2, "italic")
        self._forced = []


def first_untold(turns: Sequence[Turn]) -> int:
    """The number of the last choice, or of the first of those in secret that end with it."""
    number = len(turns)
    while number > 1 and turns[number - 1].before.secret and turns[number - 2].before.secret:
        number -= 1
    return number
