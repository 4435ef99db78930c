"""What a pack says: a header, and definitions that it adds, replaces, removes, or hooks in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import Diagnostic, Rules, load, read
from homesteaders_rules.commands.control import Nothing
from homesteaders_rules.commands.definitions.course import Action, Hook, Phase
from homesteaders_rules.commands.definitions.pieces import Piece
from homesteaders_rules.testing.examples import failures
from language.texts import pack

Written = Callable[..., Path]
Found = Callable[..., list[Diagnostic]]
Invoke = Callable[..., Any]


# ---- the header


def test_a_pack_is_a_folder_with_a_header(home: Path) -> None:
    pack(home, "night_bees", "pack Night Bees, version 7, extends Orchard, for 3-4 players")
    header = load("night_bees").headers[-1]
    assert (header.name, header.version) == ("Night Bees", "7")
    assert header.extends == ("orchard",)
    assert (header.least, header.most) == (3, 4)
    assert header.place == str(home / "night_bees") or header.place == "night_bees"


def test_what_a_header_leaves_out(written: Written) -> None:
    """The first version, and as many players as what it extends."""
    written("Bees", "", ", extends Orchard")
    rules = load("bees")
    assert rules.headers[-1].version == "1"
    assert rules.players == range(2, 5)


def test_a_pack_may_allow_more_players_than_the_game(written: Written) -> None:
    written("Bees", "", ", version 1, extends Orchard, for 1-5 players")
    assert load("bees").players == range(1, 6)
    written("Crows", "", ", version 1, extends Bees")
    assert load("crows").players == range(1, 6)


# ---- definitions


def names(rules: Rules, kind: type) -> list[str]:
    return [definition.name for definition in rules.of(kind)]


def test_a_pack_adds(written: Written) -> None:
    written("Bees", "tree Elm:\n    late, tall\n    cost 1 pear")
    assert names(load("bees"), Piece) == [*names(load("orchard"), Piece), "Elm"]


def test_a_pack_replaces_and_says_what(written: Written) -> None:
    written("Bees", "replace tree Sapling:\n    early, small\n    worth 9 stars")
    assert [p.worth for p in load("bees").of(Piece) if p.name == "Sapling"] == [9]


def test_a_pack_removes(written: Written) -> None:
    written("Bees", "remove tree Sapling")
    assert "Sapling" not in names(load("bees"), Piece)


def test_nothing_is_replaced_without_saying_so(written: Written, found: Found) -> None:
    (clash,) = found(written("Bees", "tree Sapling:\n    early, small"))
    assert clash.code == "E401"
    assert "orchard/game.rules:" in clash.message
    assert clash.hint == "to change it, write: replace tree Sapling ..."


# ---- named points: around phases and actions, and whenever something happens


def failing(home: Path, text: str) -> list[str]:
    """What does not come out as the examples of a pack for the game of this package say."""
    folder = home / "inn"
    folder.mkdir(exist_ok=True)
    file = folder / "inn.rules"
    file.write_text(f"pack Inn, version 1, extends Homesteaders\n{text}", encoding="utf-8")
    rules, diagnostics = read(folder)
    assert rules is not None, "\n".join(map(str, diagnostics))
    assert diagnostics == ()
    return [str(failure) for failure in failures(rules)]


def test_an_event_phase_between_paying_and_bidding(home: Path) -> None:
    assert not failing(
        home,
        """\
before bidding: in round 1: each player: gain 1 gold

example gold before bids, with 3 players:
    in income
    player 1: "done", "pay 1 silver"
    player 2: "done", "pay 1 silver"
    player 3: "done", "pay 1 silver"
    player 1 has 1 gold
    in bidding
""",
    )


def test_a_step_when_a_lot_is_resolved(home: Path) -> None:
    """Before and after an action, with what the winner has bid and built."""
    assert not failing(
        home,
        """\
before resolve the lot: gain 1 wood
after resolve the lot: if you built: gain 1 food
after develop the lot: gain 1 trade

example wood for the farm and food behind it, with 3 players:
    player 1 won lot 1 for 3
    player 1 has 3 silver
    in building
    player 1: "pay 3 silver"
    player 1 has 1 wood, 0 trades
    player 1: "build Farm"
    player 1 has 0 wood, 1 food, 1 trade

example no food for nothing, with 3 players:
    player 1 won lot 1 for 3
    player 1 has 3 silver
    in building
    player 1: "pay 3 silver", "build nothing"
    player 1 has 1 wood, 0 food, 1 trade
""",
    )


def test_a_consequence_of_passing(home: Path) -> None:
    assert not failing(
        home,
        """\
whenever a player passes: gain 1 wood
after reward a pass: gain 1 food

example a pass, with 3 players:
    in bidding
    player 1: "pass", "gain 1 trade"
    player 1 has 1 wood, 1 food, 1 trade
""",
    )


def effects_of(rules: Rules, kind: type[Action | Phase], name: str, players: int) -> list[str]:
    """What an action or a phase does at a table, one after the other."""
    table = rules.for_table(players, {"slow trees": True})
    (definition,) = (d for d in table.definitions if isinstance(d, kind) and d.name == name)
    effects = getattr(definition.effect, "effects", (definition.effect,))
    return [effect.words(rules.vocabulary) for effect in effects]


def test_the_last_written_is_outermost(written: Written) -> None:
    written("Bees", "before rest: gain 2 coins\nafter rest: gain 3 coins\nafter fair: rest")
    written("Crows", "before rest: gain 4 coins\nafter rest: gain 5 coins")
    bees, crows = (["gain 2 coins", "gain 3 coins"], ["gain 4 coins", "gain 5 coins"])
    for packs, inner, outer in (
        (("bees", "crows"), bees, crows),
        (("crows", "bees"), crows, bees),
    ):
        order = [outer[0], inner[0], "gain 1 note", inner[1], outer[1]]
        assert effects_of(load(*packs), Action, "rest", 2) == order


def test_around_something_at_some_tables(written: Written) -> None:
    around = "with 2 players: after picking: gain 1 coin\nwith 3 players: before rest: gain 1 coin"
    written("Bees", f"{around}\nafter fair: rest")
    rules = load("bees")
    hooks = [(hook.around, hook.of_action) for hook in rules.of(Hook)]
    assert hooks == [("picking", False), ("rest", True), ("fair", False)]
    inside = ["move trees from nursery to garden", "collect yield"]
    assert effects_of(rules, Phase, "picking", 2) == [", then ".join(inside), "gain 1 coin"]
    assert effects_of(rules, Phase, "picking", 3) == inside
    assert effects_of(rules, Action, "rest", 2) == ["gain 1 note"]
    assert effects_of(rules, Action, "rest", 3) == ["gain 1 coin", "gain 1 note"]


WRONG = {
    "after rset: gain 1 coin": ("E201", 'did you mean "rest"?'),
    "after fiar: gain 1 coin": ("E201", 'did you mean "fair"?'),
    "after tree: gain 1 coin": ("E202", ""),
    "after rest: rest": ("E511", "break the circle at one of these places"),
    "with slow trees: action doze: do nothing\nafter doze: do nothing": ("E503", ""),
    "whenever you gain a star: rest\nafter rest: may gain 1 coin": ("E521", ""),
    "after fair: if you built: gain 1 coin": ("E505", ""),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_cannot_stand_there(written: Written, found: Found, text: str) -> None:
    """Around an action the same holds as in it."""
    code, hint = WRONG[text]
    findings = [d for d in found(written("Bees", text)) if d.is_error]
    assert {d.code for d in findings} == {code}, findings
    assert any(hint in d.hint for d in findings)


def test_what_a_hook_says_is_shown_with_the_action(
    home: Path, written: Written, invoke: Invoke
) -> None:
    written("Bees", "after rest: gain 7 coins")
    outcome = invoke("show", "rest", "--game", "orchard", "--with", "bees")
    assert "after rest: gain 7 coins" in outcome.output


def test_nothing_is_copied(written: Written) -> None:
    """A pack hooks in; when the game changes the action, the pack goes with it."""
    written("Bees", "after rest: gain 7 coins\nafter fair: rest")
    written("Crows", "replace action rest: do nothing", ", version 1, extends Orchard")
    (rest,) = load("bees", "crows").of(Action)
    assert rest.effect == Nothing()


# ---- more of the scoring


def scored(rules: Rules, players: int, **options: bool) -> list[str]:
    """The labels of the scoring of a table."""
    return [line.label for line in rules.for_table(players, options).scoring.lines]


def test_lines_are_added_to_the_scoring(written: Written) -> None:
    """What a line holds for is decided by the table; the rest of the scoring stays."""
    before = scored(load("orchard"), 2)
    text = "more of scoring:\n    hoard: 3 per pear\n    waste: -1 per note\n"
    written("Bees", text + "with slow trees: more of scoring: \n    shade: 1 per helper")
    rules = load("bees")
    tie = load("orchard").for_table(2).scoring.tie
    for slow, more in ((False, []), (True, ["shade"])):
        table = rules.for_table(2, {"slow trees": slow})
        assert scored(rules, 2, **{"slow trees": slow}) == [*before, "hoard", "waste", *more]
        assert table.scoring.tie == tie
        added = {line.label: line.terms[0].each for line in table.scoring.lines[len(before) :]}
        assert added == {"hoard": 3, "waste": -1} | dict.fromkeys(more, 1)
        assert {str(line.span).split("/")[0] for line in table.scoring.lines[len(before) :]} == {
            "bees"
        }


def test_lines_for_some_players(written: Written) -> None:
    before = scored(load("orchard"), 2)
    written(
        "Bees",
        "with 3 players: more of scoring:\n    three: 1 per pear\n"
        "with 3 or more players: more of scoring:\n    many: 1 per pear",
    )
    found = {players: scored(load("bees"), players)[len(before) :] for players in range(2, 5)}
    assert found == {2: [], 3: ["three", "many"], 4: ["many"]}


@pytest.mark.parametrize("order", [("bees", "crows"), ("crows", "bees")])
def test_what_adds_to_the_scoring_does_not_meet_what_replaces_it(
    written: Written, order: tuple[str, str]
) -> None:
    written("Bees", "more of scoring:\n    hoard: 3 per pear")
    written("Crows", "replace scoring in stars:\n    stars: 2 per star")
    assert scored(load(*order), 2) == ["stars", "hoard"]


def test_a_line_that_is_there_is_not_added(written: Written, found: Found) -> None:
    (label, *_) = scored(load("orchard"), 2)
    written("Bees", f"more of scoring:\n    new: 1 per pear\n    {label}: 1 per pear")
    (twice,) = found("bees")
    assert (twice.code, twice.span.line, twice.span.column) == ("E401", 4, 5)
    assert f'"{label}"' in twice.message


def test_what_only_adds_is_not_replaced(written: Written, found: Found) -> None:
    written("Bees", "replace more of scoring:\n    new: 1 per pear")
    (wrong,) = found("bees")
    assert (wrong.code, wrong.hint) == ("E406", "leave replace away: it only adds to what is there")
