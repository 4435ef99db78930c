"""The small game Orchard with lines added, played at random with every check that there is."""

from __future__ import annotations

import pickle
from random import Random
from typing import TYPE_CHECKING

from homesteaders_rules import Game, restore, save, score, state_from_json, view, winners
from homesteaders_rules.testing.checks import check_cursor, check_guards, check_offered, check_step
from homesteaders_rules.testing.walks import finish, walk
from language.texts import GAMES, ORCHARD, orchard
from sizes import size

if TYPE_CHECKING:
    from pathlib import Path

    from homesteaders_rules import Diagnostic, Rules, State

CHANGES = (GAMES / "orchard_in_play.rules").read_text(encoding="utf-8")


def mini(folder: Path, added: str = "", **replaced: str) -> tuple[Rules | None, list[Diagnostic]]:
    """The small game with more text; ``replaced`` is text in place of other text."""
    changes = CHANGES + ("" if "action extra" in added else "action extra: do nothing\n")
    for old, new in replaced.items():
        assert old in ORCHARD + changes
        changes = changes.replace(old, new)
    there = {old: new for old, new in replaced.items() if old in ORCHARD}
    rules, found = orchard(folder, changes + added, **there)
    return rules, [each for each in found if each.is_error]


def play(rules: Rules, games: int, seed: int = 0) -> int:
    """Random games, with every check that there is; the number of steps.

    In a hurry a third of the games is played.
    """
    random = Random(seed)
    seen: set[str] = set()
    steps = 0
    for number in range(size(-(-games // 3), games)):
        last: State | None = None
        players = random.choice(list(rules.players))
        for step in walk(rules, players, seed + number, anytime=0.15, most=200):
            steps, last = steps + 1, step.after
            check_step(step.before, step.after, step.events)
            assert all(str(event) for event in step.events)
            seen.update(step.before.decision.keys)
            if random.random() < 0.1:
                check_guards(step.before)
                check_cursor(step.before, step.option)
                check_offered(step.before, random.sample(sorted(seen), min(9, len(seen))))
                _check_outside(step.after)
        assert last is not None
        last = finish(last, seed=number)
        assert winners(last)
        assert all(each.total == sum(line.total for line in each.lines) for each in score(last))
    _check_save(rules, random)
    return steps


def _check_outside(state: State) -> None:
    """What leaves the machine: pickles and views."""
    assert pickle.loads(pickle.dumps(state)) == state
    for seat in (None, *range(state.table.players)):
        assert len(view(state, seat).cells) == len(state.table.layout.cells)


def _check_save(rules: Rules, random: Random) -> None:
    game = Game.new(rules, rules.players.start, seed=5)
    while not game.state.over and len(game.turns) < 40:
        game.choose(random.choice(game.state.decision.all).key)
    text = save(game, with_state=True)
    assert restore(text, rules).state == state_from_json(text, rules) == game.state
