"""The engine behind a page: requests in JSON are answered in JSON, whatever they are.

Nothing that comes in can do more than what the protocol names: no file is read but those of packs
that are called by name, none is written, and no module is imported.
"""

from __future__ import annotations

import json
import re
from collections import Counter, OrderedDict
from secrets import token_hex
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

from attrs import asdict, define, field, fields, frozen

from .. import __version__
from ..bots import bot_names
from ..commands.definitions.course import Option
from ..errors import GameError
from ..incoming import parsed, short, strict
from ..language.messages.diagnostics import RuleErrors
from ..language.packs.discovery import Place, extended, find_all, name_in
from ..language.reading.keywords import opening_words_of_lines, words_of_language
from ..language.reading.sources import read_sources
from ..play.planning.reach import reachable
from ..play.saves import restore
from . import protocol as p
from .completion import completed, units
from .match import HUMAN, Match
from .parts import GameInfo, SettingInfo
from .places import Places
from .tables import card_info, deck_of, table_of, ways_of
from .workspace import Report, Workspace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ..play.state import State
    from ..rules import Rules

LONGEST = 8_000_000
"""So many characters has a request at most: all texts of a workspace, and the quotes in them."""
DEEPEST = 8
MOST_MATCHES = 16
"""So many matches are kept; then the one goes that was not looked at for longest."""
MOST_PACKS = 20
MOST_SEATS = 20
MOST_KEYS = 200
LARGEST_SEED = 2**53
"""Numbers up to it are exact in a browser."""
NO_NAME = re.compile(r"[/\\\0]|\.rules$|^\.|^$")
"""What is no name of a pack, but a path: what is read is not for a page to choose."""
REQUESTS = {p.called(kind): kind for kind in p.REQUESTS}

Answer = Any
R = TypeVar("R")


@frozen
class Bad(Exception):
    """A request that is not carried out: of what kind the failure is, and why."""

    kind: str
    reason: str


@define
class _Kept:
    """A match that goes on, and where the texts stand that it is played by."""

    match: Match
    places: Places


@define
class Engine:
    """Answers requests, one at a time. ``near``: where packs are looked for first, by name.

    It remembers the last workspace, so that only what is changed is read again, and some matches.
    """

    near: Path | None = None
    _workspace: Workspace | None = field(init=False, default=None)
    _matches: OrderedDict[str, _Kept] = field(init=False, factory=OrderedDict)
    _begun: int = field(init=False, default=0)

    def answer(self, text: str) -> str:
        """The answer to a request. Never an exception: what is wrong is an answer too."""
        number: object = None
        try:
            raw = _read(text)
            number = raw.get("id")
            request = _request(raw)
            # Each request is answered by the method of its name.
            answer = getattr(self, p.called(type(request)))(request)
        except Bad as error:
            answer = p.Failed(error.kind, error.reason)
        except GameError as error:
            answer = p.Failed("refused", str(error))
        except RuleErrors as error:
            answer = p.Failed("refused", _first(error))
        except RecursionError:
            answer = p.Failed("refused", "this goes too deep: say it in several parts")
        except Exception as error:
            what = f"{type(error).__name__}: {error}"[:200]
            answer = p.Failed("broken", f"a fault of the engine, and nothing was done ({what})")
        head = {"version": p.VERSION, "id": number if type(number) is int else None}
        return json.dumps(head | {"answer": p.called(type(answer))} | asdict(answer))

    def again(self) -> Engine:
        """Another that has read the same texts, and knows of no match."""
        other = Engine(self.near)
        other._workspace = self._workspace
        return other

    # ------------------------------------------------------------------ texts

    def hello(self, request: p.Hello) -> p.Welcome:
        """What is there."""
        games = [_info(name, place) for name, place in find_all(self.near).items()]
        return p.Welcome(
            __version__,
            _in_order([each for each in games if each is not None]),
            list(bot_names()),
            sorted(words_of_language()),
            sorted(opening_words_of_lines()),
        )

    def _workspace_of(self, texts: Mapping[str, str], packs: Sequence[str]) -> Workspace:
        """The workspace of these texts; the last one where only some text was changed."""
        if len(packs) > MOST_PACKS:
            raise Bad("request", f"more than {MOST_PACKS} packs at once")
        for pack in packs:
            if NO_NAME.search(pack):
                raise Bad("request", f'"{pack:.60}" is no name of a pack')
        if not texts and not packs:
            raise Bad("request", "neither texts nor packs are named")
        known = self._workspace
        if known is None or known.packs != tuple(packs):
            known = self._workspace = Workspace(packs, near=self.near)
        known.replace(texts)
        return known

    def check(self, request: p.Check) -> p.Checked:
        """What is wrong in texts."""
        report = self._workspace_of(request.texts, request.packs).check(
            request.examples, request.tables
        )
        rules = report.rules
        shown = [each for each in report.cards if each.own or not request.texts]
        return p.Checked(
            report.title,
            [] if rules is None else list(rules.players),
            [] if rules is None else _settings(rules),
            list(report.findings),
            [card_info(each.card, report.places, each.own, each.broken) for each in shown],
            list(report.examples),
            report.stale,
        )

    def complete(self, request: p.Complete) -> p.Completed:
        """What may stand at an offset."""
        text = request.texts.get(request.file)
        if text is None or not 0 <= request.offset <= units(text):
            raise Bad("request", f'there is no place {request.offset} in "{request.file:.60}"')
        return completed(text, request.offset, self._report(request).draft)

    def source(self, request: p.Source) -> p.Text:
        """The text of a file of the packs."""
        text = self._report(request).places.text(request.file)
        if text is None:
            raise Bad("refused", f'there is no file "{request.file:.60}" in these packs')
        return p.Text(request.file, text)

    # ------------------------------------------------------------------ matches

    def play(self, request: p.Play) -> p.Table:
        """A new match."""
        _check_seats(request.seats)
        if not 0 <= request.seed <= LARGEST_SEED:
            raise Bad("request", f"a seed is a number from 0 to {LARGEST_SEED}")
        rules, places = self._rules_of(request)
        if request.example:
            state = self._workspace_of(request.texts, request.packs).state_of(request.example)
            seats = _seats_for(request.seats, state)
            match = Match.from_state(state, seats)
        else:
            match = Match.new(rules, request.seats, request.seed, request.settings)
        return self._kept(match, places)

    def restore(self, request: p.Restore) -> p.Table:
        """A match that was saved."""
        _check_seats(request.seats)
        rules, places = None, Places((), "")
        if request.texts or request.packs:
            rules, places = self._rules_of(request)
        game = restore(request.save, rules)
        seats = _seats_for(request.seats, game.state)
        return self._kept(Match(game, tuple(seats)), places)

    def _report(self, request: p.Complete | p.Source | p.Play | p.Restore) -> Report:
        """What is known of texts without what takes long."""
        workspace = self._workspace_of(request.texts, request.packs)
        return workspace.check(examples=False, tables=False)

    def _rules_of(self, request: p.Play | p.Restore) -> tuple[Rules, Places]:
        report = self._report(request)
        if report.rules is None:
            raise Bad("refused", "there are errors in the rules: mend them, and it can be played")
        return report.rules, report.places

    def _kept(self, match: Match, places: Places) -> p.Table:
        self._begun += 1
        name = f"match {self._begun} {token_hex(3)}"  # Another engine knows none of that name.
        self._matches[name] = _Kept(match, places)
        while len(self._matches) > MOST_MATCHES:
            self._matches.popitem(last=False)
        return self._table(name)

    def _match(self, name: str) -> _Kept:
        if name not in self._matches:
            raise Bad("gone", "this match is not there any more: begin it again, or restore it")
        self._matches.move_to_end(name)
        return self._matches[name]

    def _own_turn(self, name: str) -> Match:
        """A match whose viewer decides."""
        match = self._match(name).match
        if match.state.over or match.viewer != match.state.decision.player:
            raise Bad("refused", "it is not your turn")
        return match

    def _table(self, name: str) -> p.Table:
        kept = self._match(name)
        match = kept.match
        ended = match.state.over or match.state.decision.player in match.people
        return table_of(name, match, kept.places, ended)

    def look(self, request: p.Look) -> p.Table:
        """How a match stands; bots go on where they were stopped."""
        self._match(request.match).match.go_on()
        return self._table(request.match)

    def choose(self, request: p.Choose) -> p.Table:
        """A choice, and what bots answer."""
        match = self._match(request.match).match
        if request.turns != len(match.game.turns):
            raise Bad("refused", "the game has gone on since: look at it again")
        match.choose(request.key)
        return self._table(request.match)

    def undo(self, request: p.Undo) -> p.Table:
        """Take a choice back."""
        self._match(request.match).match.undo()
        return self._table(request.match)

    def how(self, request: p.How) -> p.Ways:
        """How something could be had; told to who decides."""
        return ways_of(self._own_turn(request.match), request.key)

    def reach(self, request: p.Reach) -> p.Reached:
        """What exchanges would open; told to who decides."""
        match = self._own_turn(request.match)
        if len(request.keys) > MOST_KEYS:
            raise Bad("request", f"more than {MOST_KEYS} keys at once")
        there = reachable(match.state, request.keys)
        return p.Reached(list(there), there.complete)

    def cards(self, request: p.Cards) -> p.Deck:
        """The pieces at a table."""
        kept = self._match(request.match)
        return p.Deck(deck_of(kept.match, kept.places))

    def save(self, request: p.Save) -> p.Text:
        """A match as a text."""
        return p.Text("game.json", self._match(request.match).match.save())


# ---------------------------------------------------------------------------------- reading


def _read(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise Bad("request", f"the request has more than {LONGEST} characters")
    try:
        raw = parsed(text, DEEPEST)
    except ValueError as error:
        raise Bad("request", f"the request is {error}") from None
    if not isinstance(raw, dict):
        raise Bad("request", "the request is no object")
    return raw


def _request(raw: Mapping[str, Any]) -> Any:
    """The request that an object means. Raises Bad for anything else."""
    if type(raw.get("version")) is not int or raw["version"] != p.VERSION:
        raise Bad("request", f"wanted is version {p.VERSION} of the protocol")
    ask = raw.get("ask")
    kind = REQUESTS.get(ask) if isinstance(ask, str) else None
    if kind is None:
        raise Bad("request", f"{short(ask)} is nothing that can be asked: {', '.join(REQUESTS)}")
    given = {name: value for name, value in raw.items() if name not in ("version", "id", "ask")}
    known = [each.name for each in fields(kind)]
    extra = [name for name in given if name not in known]
    if extra:
        has = f"; it has {', '.join(known)}" if known else ""
        raise Bad("request", f'"{ask}" has no field "{extra[0]:.40}"{has}')
    try:
        return strict(LONGEST).structure(given, kind)
    except KeyError as error:
        raise Bad("request", f'"{ask}" cannot be read: it has no field "{error.args[0]}"') from None
    except TypeError as error:
        wrong = _wrong_field(given, kind)
        raise Bad("request", f'"{ask}" cannot be read: in "{wrong}": {error}') from None


def _wrong_field(given: Mapping[str, Any], kind: type) -> str:
    """The first field, of those of which one is wrong, that is not of its kind."""
    hints, converter, name = get_type_hints(kind), strict(LONGEST), ""
    for name, value in given.items():
        try:
            converter.structure(value, hints[name])
        except TypeError:
            break
    return name


def _check_seats(seats: Sequence[str]) -> None:
    if not 1 <= len(seats) <= MOST_SEATS:
        raise Bad("request", f"there are 1 to {MOST_SEATS} seats, not {len(seats)}")


def _seats_for(seats: Sequence[str], state: State) -> list[str]:
    """As many seats as players; if a person sits there, then where somebody decides."""
    fitting = [seats[number % len(seats)] for number in range(state.table.players)]
    decider = state.decision.player
    if not state.over and HUMAN in fitting and fitting[decider] != HUMAN:
        other = fitting.index(HUMAN)
        fitting[decider], fitting[other] = HUMAN, fitting[decider]
    return fitting


def _first(error: RuleErrors) -> str:
    wrong = next(each for each in error.diagnostics if each.is_error)
    return f"{wrong.span}: {wrong.message}"


def _settings(rules: Rules) -> list[SettingInfo]:
    values = rules.options
    return [SettingInfo(o.name, o.text, values[o.name]) for o in rules.of(Option)]


def _in_order(found: Sequence[GameInfo]) -> list[GameInfo]:
    """Games before packs, and first those for which there are most packs."""
    extended_by = Counter(base for each in found for base in each.extends)
    return sorted(found, key=lambda each: (bool(each.extends), -extended_by[each.title], each.id))


def _info(found_by: str, place: Place) -> GameInfo | None:
    """What the header of a pack tells, which is found by a name; None where there is none."""
    sources, _ = read_sources(place.path, place.shown)
    name = name_in(sources)
    if name is None:
        return None
    bases = extended(sources)
    return GameInfo(found_by, name, [base.name for base in bases])
