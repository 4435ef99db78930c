"""All that a user of the kit writes: their packs, and 200 walks with every check."""

import sys
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings

from homesteaders_rules import read
from homesteaders_rules.testing.checks import check_game, check_state, check_step
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.relations import check_rotated, check_stacks
from homesteaders_rules.testing.strategies import walks
from homesteaders_rules.testing.walks import Walk

HERE = Path(__file__).parent
PACKS = (
    "homesteaders",
    "new_beginnings",
    "examples/hard_winter",
    "peer_new_beginnings",
    "montana",
    "agricola",
    "examples/bellfounders",
    str(HERE / "odd"),
    str(HERE / "odd_street"),
    str(HERE / "odd_jobs"),
)
print("begun", flush=True)
READ = [read(pack) for pack in PACKS]
RULES = [rules for rules, _ in READ if rules is not None]
HASTY = settings(
    max_examples=200,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_texts() -> None:
    for rules, diagnostics in READ:
        assert not diagnostics, str(diagnostics[0])
        assert not (wrong := [*failures(rules)]), str(wrong[0])
        check_stacks(rules, rules.players[-1], dict.fromkeys(rules.options, True))


@HASTY
@given(walks(*RULES, RULES[-1], RULES[-1], most=80))
def test_walks(walk: Walk) -> None:
    is_new = walk.beginning.call == "new_game"
    check_game(walk.game, begins_phase=not is_new)
    last = walk[len(walk) - 1]
    check_step(last.before, last.after, last.events, last.option)
    check_state(last.after, len(walk))
    check_rotated(walk.game)


if __name__ == "__main__":
    if "games" not in sys.argv:
        test_texts()
    test_walks()
