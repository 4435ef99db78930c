"""All that a user of the kit writes: their packs, and 200 games with every check."""

import sys

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from homesteaders_rules import Game, read
from homesteaders_rules.testing.checks import check_game, check_state, check_step
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.relations import check_rotated, check_stacks
from homesteaders_rules.testing.strategies import tables
from homesteaders_rules.testing.walks import walk

PACKS = ("homesteaders", "new_beginnings", "examples/hard_winter", "peer_new_beginnings")
EVERY = 60
GAMES = 2
print("begun", flush=True)
READ = [read(pack) for pack in PACKS]
RULES = [rules for rules, _ in READ if rules is not None]


def test_texts() -> None:
    for rules, diagnostics in READ:
        assert not diagnostics, str(diagnostics[0])
        assert not (wrong := [*failures(rules)]), str(wrong[0])


@settings(
    max_examples=200,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(tables(*RULES), st.integers(0, EVERY))
def test_games(table: dict, first: int) -> None:
    for seed in range(GAMES):
        table["seed"] += seed
        game = Game.new(**table)
        for number, step in enumerate(walk(**table, anytime=0.2)):
            game.choose(step.option.key)
            if number % EVERY == first:
                check_step(step.before, step.after, step.events, step.option)
                check_state(step.after, number)
        check_game(game)
    check_rotated(game)


def test_chance() -> None:
    for rules in RULES:
        check_stacks(rules, rules.players[-1], dict.fromkeys(rules.options, True))


if __name__ == "__main__":
    if "games" not in sys.argv:
        test_texts()
    test_chance()
    test_games()
