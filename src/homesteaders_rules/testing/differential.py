"""A differential harness: games of another implementation, replayed and compared part by part.

Whoever has recorded games writes what is peculiar to them: which keys a recorded decision stands
for, and how a state looks in the words of the recording. The harness plays, compares each picture
with the recorded one, and ends with the first difference.

    class Recorded(Recording):
        def begin(self):                    # the first state, dealt as recorded
            return new_game(RULES, 3, deal=self.deal)
        def follow(self, player):           # each decision by its keys, and what came of it
            for move in self.moves:
                player.choose(move.name, move.seat, move.keys)
                player.compare(move.name, picture(player.state), move.picture)

    result = replay(Recorded(...))
    assert result.equal, str(result)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from attrs import define, frozen

from ..errors import GameError
from ..play.choosing import apply

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..play.state import State


@frozen
class Difference:
    """Something that is not the same: where, and the two values."""

    where: str
    ours: object
    theirs: object

    def __str__(self) -> str:
        return f"{self.where}: ours {self.ours}, theirs {self.theirs}"


class Differs(Exception):
    """Ends a replay: ``at`` says where in the recording."""

    def __init__(self, at: object, differences: Iterable[Difference]) -> None:
        super().__init__(str(at))
        self.at = str(at)
        self.differences = tuple(differences)


@frozen
class Result:
    """What came of a replay: how many pictures were compared, and what differs first."""

    name: str
    compared: int
    at: str = ""
    differences: tuple[Difference, ...] = ()

    @property
    def equal(self) -> bool:
        """Was everything the same?"""
        return not self.differences

    def __str__(self) -> str:
        if self.equal:
            return f"{self.name}: equal"
        return "\n    ".join((f"{self.name}, {self.at}", *map(str, self.differences)))


@define
class Player:
    """A game that follows a recording. ``state`` is where it is."""

    state: State
    compared: int = 0

    def choose(self, at: object, seat: int, keys: Iterable[str]) -> None:
        """Make a recorded decision of a seat by the keys it stands for. Raises Differs."""
        if self.state.over or self.state.decision.player != seat:
            now = "nobody's" if self.state.over else self.state.decision.player
            raise Differs(at, [Difference("whose turn", now, seat)])
        for key in keys:
            try:
                self.state, _ = apply(self.state, key)
            except GameError as error:
                raise Differs(at, [Difference(f'"{key}"', f"refused: {error}", "done")]) from None

    def compare(self, at: object, ours: object, theirs: object) -> None:
        """Compare a picture with the recorded one. Raises Differs."""
        self.compared += 1
        if ours != theirs:
            raise Differs(at, differences("", ours, theirs))


class Recording(ABC):
    """One recorded game, as the harness needs it."""

    @abstractmethod
    def begin(self) -> State:
        """The first state, dealt as recorded."""

    @abstractmethod
    def follow(self, player: Player) -> None:
        """Make all decisions with :meth:`Player.choose`, and :meth:`Player.compare` what came."""


def replay(recording: Recording) -> Result:
    """Follow a recording as far as the first difference; its name is the recording as text."""
    player = Player(recording.begin())
    try:
        recording.follow(player)
    except Differs as end:
        return Result(str(recording), player.compared, end.at, end.differences)
    return Result(str(recording), player.compared)


def differences(where: str, ours: Any, theirs: Any) -> Iterator[Difference]:
    """Everything in which two values differ, part by part."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in sorted({*ours, *theirs}):
            inner = f"{where} {name}".strip()
            yield from differences(inner, ours.get(name, "nothing"), theirs.get(name, "nothing"))
    elif ours != theirs:
        yield Difference(where, ours, theirs)
