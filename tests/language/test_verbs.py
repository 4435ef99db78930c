"""Every verb says of itself what it causes and is worth; whoever wants to know asks the verb."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import frozen

from homesteaders_rules.commands.base import Vocabulary
from homesteaders_rules.commands.definitions.definition import Exchange
from homesteaders_rules.commands.effects import Effect
from homesteaders_rules.telling.related import related

from .texts import orchard

SAVED = "whenever you gain a star: gain 1 coin"


def test_a_verb_that_does_not_say_what_it_causes_and_is_worth_is_none() -> None:
    @frozen(eq=False, repr=False)
    class Forgetful(Effect):
        def words(self, vocabulary: Vocabulary) -> str:
            return "forget"

    with pytest.raises(TypeError, match="causes"):
        Forgetful()  # type: ignore[abstract]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("exchange wish: 1 note -> 1 star", "wish"),
        ("exchange wish, as lend: 1 note -> 1 star", "wish"),
        ("action wish: gain 1 star", "wish"),
        ("action wish: 2 times: gain 1 star", "wish"),
        ("exchange dream: 1 note -> 1 star\naction wish: may dream", "wish"),
        ("exchange dream: 1 note -> 1 star\naction wish: trade freely", "wish"),
        ("exchange dream: 1 note -> 1 star, when offered\n"
         "action wish: trade freely, also dream", "wish"),
        ("action wish: advance Lane\ntrack Lane, for each player:\n    1: gain 1 star\n"
         "    each advance takes one reward, at or before the marker\n"
         "    at the end the marker stays, and the advance is lost", "wish"),
        ("action wish: take a reward of Lane\ntrack Lane, for each player:\n    1: gain 1 star\n"
         "    each advance takes one reward, at or before the marker\n"
         "    at the end the marker stays, and the advance is lost", "wish"),
        ("action wish: dream\naction dream: gain 1 star", "wish"),
        ("action dream: do nothing\nbefore dream: gain 1 star\naction wish: may dream", "wish"),
        ("tree Wish:\n    yield: take 1 star from here\n    planted: put 1 star here", "Wish"),
        ("tree Wish:\n    1 helper: gain 1 star", "Wish"),
        ("tree Wish:\n    exchange: 1 note -> 1 star", "Wish"),
    ],
)  # fmt: skip
def test_what_follows_is_told(tmp_path: Path, text: str, name: str) -> None:
    rules, diagnostics = orchard(tmp_path, f"{text}\n{SAVED}\n")
    assert rules is not None, diagnostics
    (definition,) = (d for d in rules.definitions if getattr(d, "name", "") == name)
    following = dict(related(rules, definition))["follows from it"]
    assert [each.words(rules.vocabulary) for each in following] == [SAVED]


def test_an_exchange_sets_off_what_waits_for_the_other_name(tmp_path: Path) -> None:
    text = "exchange wish, as lend: 1 note -> 1 star\nwhenever you lend: gain 1 coin\n"
    rules, diagnostics = orchard(tmp_path, text)
    assert rules is not None, diagnostics
    (wish,) = (each for each in rules.of(Exchange) if each.name == "wish")
    assert len(dict(related(rules, wish))["follows from it"]) == 1


def test_a_build_tells_what_follows_from_it_and_from_leaving_it(tmp_path: Path) -> None:
    text = (
        "whenever a player builds a tree: gain 1 coin\n"
        "whenever a player declines to build: gain 1 coin\n"
        "action wish: may build any\n"
    )
    rules, diagnostics = orchard(tmp_path, text)
    assert rules is not None, diagnostics
    (wish,) = (each for each in rules.definitions if getattr(each, "name", "") == "wish")
    assert len(dict(related(rules, wish))["follows from it"]) == 2
