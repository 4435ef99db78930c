"""From a text to games played to the end, with everything looked at that must hold."""

from __future__ import annotations

import json
import pickle
import re
import traceback
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from homesteaders_rules import (
    BadTable,
    Game,
    apply,
    compare,
    narrate,
    read,
    restore,
    save,
    score,
    state_from_json,
    view,
    winners,
)
from homesteaders_rules.bots.registry import make_bot
from homesteaders_rules.errors import SameKey
from homesteaders_rules.language.checking.tables import link_more
from homesteaders_rules.language.messages.codes import catalogue
from homesteaders_rules.telling.describing import describe
from homesteaders_rules.telling.related import related
from homesteaders_rules.testing.checks import (
    check_cursor,
    check_decision,
    check_guards,
    check_listed,
    check_offered,
    check_step,
)
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.generating.text import Text
from homesteaders_rules.testing.readings.instep import InStep

if TYPE_CHECKING:
    from homesteaders_rules import Diagnostic, Rules, State
    from homesteaders_rules.linking.table import Table

MOST_TABLES = 16
MOST_STEPS = 1500
"""A generated game that is not over by then does not end."""


@frozen
class Fault(Exception):
    """Something that is neither right nor a documented finding.

    ``kind`` is the same for the same fault in another text; ``table`` and ``keys`` say how to
    get there where it was found in play.
    """

    kind: str
    told: str = field(eq=False)
    table: str = field(default="", eq=False)
    keys: tuple[str, ...] = field(default=(), eq=False)

    def __str__(self) -> str:
        return "\n".join(filter(None, [self.kind, self.table, ", ".join(self.keys), self.told]))

    @classmethod
    def of(cls, error: BaseException, table: str = "", keys: tuple[str, ...] = ()) -> Fault:
        if isinstance(error, Fault):
            return error
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if "homesteaders_rules" in frame.filename] or frames
        where = f"{Path(own[-1].filename).name}:{own[-1].name}"
        message = re.sub(r"\d+|'[^']*'|\"[^\"]*\"|\{[^}]*\}", "*", str(error))[:70]
        told = "".join(traceback.format_exception(error)[-6:])
        return cls(f"{type(error).__name__} in {where}: {message}", told, table, keys)


@define
class Result:
    """What came of a text: the findings, and how many steps were played."""

    findings: tuple[Diagnostic, ...]
    rules: Rules | None = None
    steps: int = 0


def examine(text: Text, folder: Path, seed: int, games: int = 1) -> Result:
    """Read a text, and play it where it is right. Raises Fault."""
    for old in folder.rglob("*.rules"):
        old.unlink()
    try:
        return _examine(text.write(folder), seed, games)
    except RecursionError as error:
        raise Fault.of(error.with_traceback(None)) from None
    except Exception as error:
        raise Fault.of(error) from None


def _examine(target: Path, seed: int, games: int) -> Result:
    rules, findings = read(target)
    for finding in findings:
        assert finding.code in catalogue(), f"unknown code {finding.code}"
        assert finding.message
        assert str(finding)
    result = Result(findings, rules)
    if rules is None:
        assert any(finding.is_error for finding in findings), "no rules, and no reason"
        return result
    random = Random(seed)
    _tell(rules, target)
    list(failures(rules))
    tables = _tables(rules, random)
    for number in range(games if tables else 0):
        every = len(rules.headers) == 1 or "Homesteaders" not in rules.title
        checked = 0.3 if every else 0.05
        result.steps += Play(random.choice(tables), seed + number, checked).play()
    return result


def _tell(rules: Rules, target: Path) -> None:
    """The rules in words, what belongs together, and what a pack changes."""
    for definition in rules.definitions:
        assert describe(definition, rules.vocabulary) is not None
        assert related(rules, definition) is not None
    if len(rules.headers) > 1:
        own = "Generated" in rules.title
        base, _ = read(target.parent / "generated" if own else "homesteaders")
        assert base is None or compare(base, rules) is not None
    assert pickle.loads(pickle.dumps(rules)) == rules


def _tables(rules: Rules, random: Random) -> list[Table]:
    """Tables of every number of players and all options, or some of them; all can be linked."""
    names = list(rules.options)
    if len(names) > 4:
        answers = [tuple(random.random() < 0.5 for _ in names) for _ in range(2)]
    else:
        answers = list(product((False, True), repeat=len(names)))
    found = []
    for players, values in product(rules.players, answers):
        try:
            found.append(rules.for_table(players, dict(zip(names, values, strict=True))))
        except SameKey:
            assert any(each.code == "E203" for each in link_more(rules)), "checking does not see it"
        except BadTable as error:
            seen = "needs" in str(error) or any(each.is_error for each in link_more(rules))
            assert seen, "checking does not see it"
        if len(found) == MOST_TABLES:
            break
    return found


@define
class Play:
    """A random game at a table; ``checked`` is the share of its steps with the dearest checks."""

    table: Table
    seed: int
    checked: float = 1.0
    random: Random = field(init=False)
    seen: set[str] = field(factory=set)
    follower: InStep = field(factory=InStep)

    def __attrs_post_init__(self) -> None:
        self.random = Random(self.seed)

    def play(self) -> int:
        """Play to the end, with all checks; the number of steps."""
        at = f"{self.table.players} players, {dict(self.table.options)}, seed {self.seed}"
        keys: list[str] = []
        try:
            rules = self.table.rules
            game = Game.new(rules, self.table.players, self.seed, self.table.options)  # type: ignore[arg-type]
            check_decision(game.state)
            self.follower = InStep.of(game.state, is_new=True)
            rest = False
            while not game.state.over:
                assert len(keys) < MOST_STEPS, "the game does not end"
                key, rest = self.choice(game.state, rest)
                keys.append(key)
                self.step(game, key)
            self.end(game)
        except Exception as error:
            raise Fault.of(error, at, tuple(keys)) from None
        return len(keys)

    def choice(self, state: State, rest: bool) -> tuple[str, bool]:
        """A key at random, sometimes of an exchange of any time; after it, something else."""
        decision = state.decision
        if self.random.random() < 0.1 and not decision.anytime:
            option = make_bot("sensible", self.seed).choose(state)
            assert option in decision.all
            return option.key, False
        offered = decision.options
        if not rest and self.random.random() < 0.25:
            offered = decision.anytime or offered
        option = self.random.choice(offered)
        return option.key, option.anytime

    def step(self, game: Game, key: str) -> None:
        before = game.state
        after, events = apply(before, key)
        check_step(before, after, events)
        self.follower.step(before, key, after, events)
        assert game.choose(key) == events
        assert game.state == after
        self.seen.update(before.decision.keys)
        if self.random.random() < self.checked:
            self.look(before)
            assert all(narrate(events, self.table)) or not events
            _look_outside(game)

    def look(self, state: State) -> None:
        """Offered is what is accepted; the cursor goes where apply goes; guards are true."""
        others = self.random.sample(sorted(self.seen), min(3, len(self.seen)))
        check_offered(state, others)
        check_guards(state)
        for option in state.decision.all[:6]:
            check_cursor(state, option)

    def end(self, game: Game) -> None:
        """The scores add up, somebody wins, and the save leads here again."""
        state = game.state
        assert winners(state)
        check_listed(self.table, self.seen)
        for each in score(state):
            assert each.total == sum(line.total for line in each.lines)
        text = save(game, with_state=True)
        again = restore(text, game.rules)
        assert again.state == state
        assert again.keys == game.keys
        assert save(again, with_state=True) == text


def _look_outside(game: Game) -> None:
    """What leaves the machine: pickles, views, JSON."""
    state = game.state
    assert pickle.loads(pickle.dumps(state)) == state
    for seat in (None, *range(state.table.players)):
        seen = view(state, seat)
        assert len(seen.cells) == len(state.table.layout.cells)
        assert pickle.loads(pickle.dumps(seen)) == seen
    text = save(game, with_state=True)
    assert json.loads(text)["keys"] == list(game.keys)
    assert state_from_json(text, game.rules) == state
