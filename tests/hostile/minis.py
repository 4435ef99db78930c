"""A small game with one of nearly everything, and how the tests play it with lines added."""

from __future__ import annotations

import pickle
from random import Random
from typing import TYPE_CHECKING

from homesteaders_rules import Game, read, restore, save, score, state_from_json, view, winners
from homesteaders_rules.testing.checks import check_cursor, check_guards, check_offered, check_step
from homesteaders_rules.testing.walks import finish, walk

if TYPE_CHECKING:
    from pathlib import Path

    from homesteaders_rules import Diagnostic, Rules, State

MINI = """\
game Mini, version 1, for 2-4 players

play:
    opening
    rounds 1-3: prep, bid, tend
    final round: end

phase opening:
    stack Row face up
    stack Col face down
    move trees from nursery to garden
    each player: gain 3 coins
    a random player becomes start player
phase prep: turn up 1 stall of each stack
phase bid:
    auction stalls:
        the start player begins, and turns pass to the left
        bids are 1, 2, 4 or 8
        a bid is higher than the bid it replaces
        a player who leads a stall waits
        a player who is outbid may bid again, on any stall
        a player who passes is out
        the bidding ends when every player leads a stall or is out
    each winner, in order of stalls:
        pay the bid in coins
        use the stall
        collect the treat of the stall
phase tend:
    each player, from the start player: place helpers
    collect yield
    extra
phase end: do nothing

hidden fruit/fruits: 20 apple/apples, 20 pear/pears
public money/moneys: 60 coin/coins, 30 note/notes, 40 star/stars, 12 helper/helpers

prices:
    apple: 1 coin
    pear: 2 coins

exchange sell: 1 note, 1 fruit -> price of fruit
exchange lend: nothing -> 1 note, 2 coins

piece tree/trees:
    labels: early, late
    labels: small, tall
    places: nursery, garden, players
    moments: yield, planted

piece stall/stalls:
    labels: small, tall
    stacks: Row, Col
    moments: treat

each player may own 1 tree of each name

tree Old Oak:
    late, tall
    2 copies
    cost 1 apple, 1 coin
    worth 3 stars
    yield: gain 1 apple
    1 helper: gain 1 pear
    when planted: gain 1 coin
tree Sapling:
    early, small
tree Bush:
    early, tall
    cost 1 coin

stalls of Row, small:
    stall R1: may build early or late
    stall R2: gain 1 star
    stall R3: may build any
stalls of Col, tall:
    stall S1: do nothing
    stall S2: may build any
    stall S3: gain 1 helper

track Path, for each player:
    1: gain 1 coin
    2: gain 1 fruit
    each advance takes one reward, at or before the marker
    at the end the marker stays, and the advance still takes a reward

scoring in stars:
    stars: 1 per star
    trees: what is printed on trees
    tie: most coins
"""


def mini(folder: Path, added: str = "", **replaced: str) -> tuple[Rules | None, list[Diagnostic]]:
    """The small game with more text; ``replaced`` is text in place of other text."""
    text = MINI + ("" if "action extra" in added else "action extra: do nothing\n")
    for old, new in replaced.items():
        assert old in text
        text = text.replace(old, new)
    path = folder / "mini.rules"
    path.write_text(text + added, encoding="utf-8")
    rules, found = read(path)
    return rules, [each for each in found if each.is_error]


def play(rules: Rules, games: int, seed: int = 0) -> int:
    """Random games, with every check that there is; the number of steps."""
    random = Random(seed)
    seen: set[str] = set()
    steps = 0
    for number in range(games):
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
