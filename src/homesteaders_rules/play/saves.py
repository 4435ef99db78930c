"""Games with a history, and saves: JSON that holds what a game was made of and what was chosen.

A save is bound to the digest of its rules. It is checked whole before anything is used of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import asdict, astuple, define, evolve, field, frozen, setters

from ..errors import BadSave, GameError, expect
from ..freezing import fixed
from ..rules import Rules, known_rules
from ..runtime.offering.options import Option
from ..runtime.recording.events import Events
from ..runtime.recording.kinds import Revealed
from ..runtime.registers import RANDOM
from .choosing import apply
from .lookups import seat_of
from .reading import FORMAT, MOST_CHOICES, SaveData, read_save
from .sameness import check_rules
from .seats import Seat, seats_data
from .setup import new_game, plain_deal
from .state import STATE, State, revive
from .validation import cell_name
from .views import view

NO_ID = re.compile(r"^\.|[/\\\0]|\.rules$")
"""What is no id of a pack, but a path: a save from a stranger must not choose what is read."""


@frozen
class Turn:
    """One choice of a game: the state before it, the key, and what happened.

    Its ``repr`` tells what an onlooker may know: not the key, which may be chosen in secret, or
    tell what somebody holds.
    """

    before: State
    key: str = field(repr=False)
    events: Events


def _fixed_options(options: Mapping[str, bool]) -> Mapping[str, bool]:
    expect(options, Mapping, "a mapping of the names of options to True or False")
    return fixed(options)


def _fixed_deal(
    deal: Mapping[str, Sequence[str] | int] | None,
) -> Mapping[str, Sequence[str] | int]:
    return plain_deal(deal)


@define(repr=False)
class Game:
    """A state together with how it came about. ``turns`` is its history.

    It goes on by :meth:`choose` and :meth:`undo`; what it was made of never changes. ``begun`` is
    the state it began with where that is not the one that setup leads to. Its ``repr`` tells
    nothing that a player may not know: no seed, no deal, no choices.
    """

    rules: Rules = field(on_setattr=setters.frozen)
    players: int = field(on_setattr=setters.frozen)
    seed: int = field(repr=False, on_setattr=setters.frozen)
    options: Mapping[str, bool] = field(converter=_fixed_options, on_setattr=setters.frozen)
    deal: Mapping[str, Sequence[str] | int] = field(
        repr=False, converter=_fixed_deal, on_setattr=setters.frozen
    )
    state: State
    turns: tuple[Turn, ...] = field(default=(), repr=False, converter=tuple)
    begun: State | None = field(default=None, repr=False, on_setattr=setters.frozen)

    @classmethod
    def new(
        cls,
        rules: Rules,
        players: int,
        seed: int = 0,
        options: Mapping[str, bool] | None = None,
        deal: Mapping[str, Sequence[str] | int] | None = None,
    ) -> Game:
        """A game at its first decision. Raises BadTable as :func:`new_game` does.

        Its ``options`` are all options of the table, those that were not named too.
        """
        dealt = plain_deal(deal)
        state = new_game(rules, players, seed, options, dealt)
        return cls(rules, players, seed, state.table.options, dealt, state)

    @classmethod
    def begun_with(cls, state: State) -> Game:
        """A game that begins with a state, wherever that came from; it has no seed and no deal.

        Raises TypeError for what is no state.
        """
        expect(state, State, STATE)
        table = state.table
        return cls(table.rules, table.players, 0, table.options, {}, state, begun=state)

    def __repr__(self) -> str:
        count = len(self.turns)
        return f"<Game: {self.rules.title}, {count} choice{'s' * (count != 1)}, {self.state!r}>"

    def __copy__(self) -> Game:
        """A game that goes on from here on its own."""
        return evolve(self)

    def __reduce__(self) -> tuple[Any, ...]:
        parts = astuple(self, recurse=False)
        return Game, tuple(dict(each) if isinstance(each, Mapping) else each for each in parts)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys chosen so far."""
        return tuple(turn.key for turn in self.turns)

    def choose(self, option: Option | str) -> Events:
        """Carry out an option or its key. Raises IllegalOption, and changes nothing then."""
        before = self.state
        self.state, events = apply(before, option)
        key = option if isinstance(option, str) else option.key
        self.turns += (Turn(before, str(key), events),)
        return events

    def why_not_undo(self, player: int) -> str | None:
        """Why a player cannot take their last choice back; None where they can (case 176).

        Raises GameError for a seat that is not there.
        """
        seat_of(self.state.table.layout, player)
        if not self.turns:
            return "nothing has been chosen yet"
        last = self.turns[-1]
        if last.before.decision.player != player:
            return "another player has chosen since"
        if _revealed(last, self.state):
            return "something hidden was revealed"
        return None

    def undo(self, player: int) -> str:
        """Take back the last choice of a player; its key. Raises GameError with the reason."""
        reason = self.why_not_undo(player)
        if reason:
            raise GameError(f"that cannot be undone: {reason}")
        *before, turn = self.turns
        self.turns = tuple(before)
        self.state = turn.before
        return turn.key


def _revealed(turn: Turn, after: State) -> bool:
    """Did a choice show what lay face down, what others hold, or what chance had in store?"""
    if any(isinstance(event, Revealed) for event in turn.events):
        return True
    if after.cells[RANDOM] != turn.before.cells[RANDOM]:
        return True
    seats = (None, turn.before.decision.player)
    pairs = ((view(turn.before, seat).cells, view(after, seat).cells) for seat in seats)
    return any(
        old is None and new is not None
        for before, now in pairs
        for old, new in zip(before, now, strict=True)
    )


def save(game: Game, with_state: bool = False, seats: Sequence[Seat] = ()) -> str:
    """The game as JSON. ``with_state`` adds every cell by name, for other tools to read.

    ``seats`` says who plays, for who goes on with it: see :func:`seats_of`.

    Raises TypeError for what is no game and no seats, and GameError for a game of more than
    100,000 choices, which no save holds, and for seats that are not one for each player.
    """
    expect(game, Game, "a game, which Game.new() and restore() return")
    if len(game.turns) > MOST_CHOICES:
        raise GameError(f"a save holds at most {MOST_CHOICES} choices, not {len(game.turns)}")
    rules, begun = game.rules, game.begun
    data = SaveData(
        FORMAT,
        rules.headers_data(),
        rules.digest,
        game.players,
        game.seed,
        dict(game.state.table.options),
        list(game.keys),
        {name: v if isinstance(v, int) else list(v) for name, v in game.deal.items()},
        dict(rules.meaning.fingerprints),
        rules.identity if with_state or begun else None,
        state_data(game.state) if with_state else None,
        frames_data(game.state) if with_state else None,
        state_data(begun) if begun else None,
        frames_data(begun) if begun else None,
        seats_data(seats, game.players),
    )
    return json.dumps({k: v for k, v in asdict(data).items() if v is not None}, indent=1)


def state_data(state: State) -> dict[str, int]:
    """Every cell by name."""
    return {
        cell_name(c.name): v for c, v in zip(state.table.layout.cells, state.cells, strict=False)
    }


def frames_data(state: State) -> list[int]:
    """The unfinished business."""
    return list(state.cells[len(state.table.layout.cells) :])


# ---------------------------------------------------------------------------------- restoring


def restore(text: str, rules: Rules | None = None) -> Game:
    """The game of a save, replayed to where it was left.

    ``rules`` default to the packs that the save names. Raises BadSave for a damaged or edited
    save, and for one of other rules, naming the definitions that changed; TypeError for what is
    no text or no rules.
    """
    *_, (game, _) = replay(text, rules)
    return game


def replay(text: str, rules: Rules | None = None) -> Iterator[tuple[Game, Turn | None]]:
    """The game of a save, step by step: first as it began, then after each choice.

    The game is one object that goes on; the turn is the choice just replayed. Raises BadSave as
    :func:`restore` does.
    """
    data, rules = _read(text, rules)
    game = _begun(data, rules)
    yield game, None
    for number, key in enumerate(data.keys, 1):
        try:
            game.choose(_now(game.state, key))
        except GameError as error:
            where = f"choice {number} of {len(data.keys)}"
            raise BadSave(f"the save is damaged or edited at {where}: {error}") from None
        yield game, game.turns[-1]
    same_cells = data.state is not None and _cells_of(data) == rules.identity
    if same_cells and (data.state, data.frames) != (
        state_data(game.state),
        frames_data(game.state),
    ):
        raise BadSave("the save is damaged or edited: its state is not where its choices lead")


def _read(text: str, rules: Rules | None) -> tuple[SaveData, Rules]:
    """A save's data, and its rules, or those given if they are the same."""
    expect(text, str, "the text of a save, which save() returns")
    expect(rules, (Rules, type(None)), "what load() returns, or None for the packs of the save")
    data = read_save(text)
    rules = _rules_of(data) if rules is None else rules
    check_rules(data, rules)
    return data, rules


def _cells_of(data: SaveData) -> str:
    """The identity of the rules by which the cells of a save are counted.

    In saves of before it stands in the place of the digest.
    """
    return data.digest if data.identity is None else data.identity


def _now(state: State, key: str) -> str:
    """The key as it is now, of one that a save written before may hold."""
    if state.decision.find(key) is None:
        for option in state.decision.all:
            if option.formerly == key:
                return option.key
    return key


def _begun(data: SaveData, rules: Rules) -> Game:
    try:
        if data.begin is not None:
            return Game.begun_with(_revived(data, rules, data.begin, data.begin_frames))
        return Game.new(rules, data.players, data.seed, data.options, data.deal)
    except BadSave:
        raise
    except GameError as error:
        raise BadSave(f"the save is damaged or edited: {error}") from None


def _rules_of(data: SaveData) -> Rules:
    from ..language.loader import load
    from ..language.messages.diagnostics import RuleErrors

    names = [pack[0] for pack in data.packs if pack]
    paths = [name for name in names if NO_ID.search(name)]
    if paths:
        raise BadSave(f"the save is damaged or edited: {paths[0]!r:.40} is no id of a pack")
    try:
        known = (known_rules(each, data.players) for each in (_cells_of(data), data.digest))
        return next(filter(None, known), None) or load(*names)
    except RuleErrors as error:
        wanted = ", ".join(names)
        message = (
            f"the packs of the save ({wanted}) cannot all be loaded; one that lies in a folder"
        )
        raise BadSave(f"{message} of your own must be named with it: {error}") from None


def state_from_json(text: str, rules: Rules | None = None) -> State:
    """The state that a save holds (written ``with_state``), without replaying it.

    It is checked cell by cell. Raises BadSave.
    """
    data, rules = _read(text, rules)
    if data.state is None or data.frames is None:
        raise BadSave("the save holds no state: it was not saved with one")
    return _revived(data, rules, data.state, data.frames)


def _revived(
    data: SaveData, rules: Rules, named: dict[str, int], frames: Sequence[int] | None
) -> State:
    """The state of cells by name, checked. Raises BadSave."""
    if _cells_of(data) != rules.identity:
        raise BadSave(
            "the cells of the save are counted in the order of its definitions, which is another "
            "now; restore() plays the choices of a game again that was set up"
        )
    try:
        table = rules.for_table(data.players, data.options)
    except GameError as error:
        raise BadSave(f"the save is damaged or edited: {error}") from None
    names = [cell_name(cell.name) for cell in table.layout.cells]
    if set(names) != set(named):
        raise BadSave(
            "the save is damaged or edited: its state does not have the cells of these rules"
        )
    return revive(table, [*(named[name] for name in names), *(frames or ())])
