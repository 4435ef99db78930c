"""Whole packs are drawn: most are right, broken ones are findings, and they shrink."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, Phase, find, given, settings

from homesteaders_rules import BadTable, Rules, load, new_game, read
from homesteaders_rules.testing.generating.text import Text
from homesteaders_rules.testing.strategies import broken, game_texts, packs

FEW = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
BASE = load("homesteaders")


def rules_of(text: Text) -> Rules | None:
    """The rules of a text; what is not right must be a finding."""
    with TemporaryDirectory() as folder:
        rules, findings = read(text.write(Path(folder)))
    assert rules is not None or any(each.is_error for each in findings)
    return rules


def test_a_game_is_drawn_that_can_be_played() -> None:
    def playable(text: Text) -> bool:
        rules = rules_of(text)
        try:
            return rules is not None and not new_game(rules, rules.players[0]).over
        except BadTable:  # it needs an option
            return False

    quick = settings(
        max_examples=30, database=None, deadline=None, derandomize=True, phases=[Phase.generate]
    )
    text = find(game_texts(), playable, settings=quick)
    assert text.files["generated/game.rules"].startswith("game Generated")


@FEW
@given(packs(BASE, "Homesteaders"))
def test_a_pack_is_drawn_on_rules(text: Text) -> None:
    assert text.files["added/added.rules"].startswith("pack Added")
    rules_of(text)


@FEW
@given(broken(game_texts()))
def test_a_broken_text_is_a_finding_or_another_game(text: Text) -> None:
    rules_of(text)
