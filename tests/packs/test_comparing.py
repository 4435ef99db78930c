"""``compare`` and ``homesteaders diff``: what packs do to the rules, definition by definition."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from homesteaders_rules import Change, Rules, compare, load
from homesteaders_rules.commands.definitions.course import Option
from homesteaders_rules.commands.definitions.examples import Example

Written = Callable[..., Path]
Invoke = Callable[..., Any]
Changed = Callable[..., Change]

NO_PACK = "no pack is named to compare with; write it like: "
PACKS = ("peer", "new_beginnings", "peer_new_beginnings")


@pytest.fixture
def changed(written: Written) -> Changed:
    """The one change that a pack with a text makes to Orchard."""

    def change(text: str, header: str = ", version 1, extends Orchard") -> Change:
        (only,) = compare(load("orchard"), load(written("Bees", text, header)))
        return only

    return change


def shown(change: Change) -> list[str]:
    return [f"{mark} {line}".rstrip() for mark, line in change.lines]


# ---- one definition


def test_an_added_piece(changed: Changed) -> None:
    change = changed("tree Elm:\n    late, tall\n    cost 1 pear\n    yield: gain 1 coin")
    assert (change.how, change.kind, change.name) == ("added", "tree", "Elm")
    assert change.title == "tree Elm"
    assert shown(change) == ["+ late, tall", "+ cost 1 pear", "+ yield: gain 1 coin"]
    assert change.before.definitions == ()
    (span,) = change.after.spans
    assert (Path(span.file).name, span.line) == ("bees.rules", 2)


def test_a_removed_piece(changed: Changed) -> None:
    change = changed("remove tree Sapling")
    assert (change.how, change.title) == ("removed", "tree Sapling")
    assert shown(change) == ["- early, small"]
    assert change.after.spans == ()
    assert change.before.spans[0].file.endswith("orchard/game.rules")


def test_a_changed_piece_line_by_line(changed: Changed) -> None:
    change = changed(
        "replace tree Old Oak:\n    late, tall\n    2 copies\n    cost 2 apples, 1 coin\n"
        "    worth 3 stars\n    yield: gain 1 apple\n    when planted: rest\n    yield: gain 1 pear"
    )
    assert shown(change) == [
        "  late, tall",
        "  2 copies",
        "- cost 1 apple, 1 coin",
        "+ cost 2 apples, 1 coin",
        "  worth 3",
        "  yield: gain 1 apple",
        "  planted: rest",
        "+ yield: gain 1 pear",
    ]


def test_a_default_and_where_it_is_set(changed: Changed) -> None:
    change = changed("set slow trees: yes")
    assert (change.how, change.title) == ("changed", "option slow trees")
    assert shown(change) == ["- no", "+ yes", "  Trees bear fruit late."]
    assert change.before.spans[0].file.endswith("game.rules")
    assert change.after.spans[0].file.endswith("bees.rules")
    assert change.after.spans[0].line == 2


def test_the_players(changed: Changed) -> None:
    change = changed("", ", version 1, extends Orchard, for 2-5 players")
    assert (change.how, change.title) == ("changed", "players")
    assert shown(change) == ["- for 2 to 4 players", "+ for 2 to 5 players"]


def test_a_part_of_the_tables(changed: Changed) -> None:
    change = changed("with 2 players: replace phase picking: gain 1 coin")
    assert (change.how, change.title) == ("changed", "phase picking")
    assert shown(change) == [
        "- move trees from nursery to garden",
        "- collect yield",
        "+ with 3 or more players:",
        "+     move trees from nursery to garden",
        "+     collect yield",
        "+ with 2 players: gain 1 coin",
    ]
    assert len(change.after.definitions) == 2


@pytest.mark.parametrize(
    ("text", "title", "lines"),
    [
        ("after rest: gain 1 coin", "after rest", ["+ gain 1 coin"]),
        ("with 2 players: before fair: rest", "before fair", ["+ with 2 players: rest"]),
        ("whenever a player passes: rest", "whenever a player passes", ["+ rest"]),
        ("yield: gain 1 coin", "yield", ["+ gain 1 coin"]),
        ("limited: apple", "limited: apple", []),
        ("with slow trees: everything is public", "everything is public", ["+ with slow trees"]),
        ("1 note may pay for 2 coins", "1 note may pay for 2 coins", []),
        ("exchange dig: nothing -> 1 coin", "exchange dig", ["+ nothing -> 1 coin"]),
        ("replace prices:\n    pear: 3 coins", "price of pear", ["- 2 coins", "+ 3 coins"]),
        (
            "replace hidden fruit/fruits: 9 pear/pears",
            "good pear",
            ["- there are 20 pears", "+ there are 9 pears"],
        ),
        (
            "replace play:\n    planting\n    rounds 1-5: picking, fair\n    final round: picking",
            "play",
            ["- rounds 1-6: picking, fair", "+ rounds 1-5: picking, fair"],
        ),
        (
            "replace scoring in stars:\n    stars: 2 per star\n"
            "    trees: what is printed on trees\n    tie: most coins",
            "scoring",
            ["- stars: 1 per star, -1 per note", "+ stars: 2 per star"],
        ),
        (
            "more of piece stall:\n    stacks: Third\nafter planting: stack Third face up\n"
            "stalls of Third:\n    stall T1: do nothing",
            "piece stall",
            ["- stacks: Row, second row", "+ stacks: Row, second row, Third"],
        ),
    ],
)
def test_whatever_it_is(written: Written, text: str, title: str, lines: list[str]) -> None:
    changes = compare(load("orchard"), load(written("Bees", text)))
    (change,) = (each for each in changes if each.title == title)
    assert [line for line in shown(change) if line[0] != " "] == lines


# ---- all of them


def test_nothing_differs(written: Written) -> None:
    assert compare(load("orchard"), load(written("Bees", "# nothing"))) == ()
    assert compare(load("homesteaders"), load("homesteaders")) == ()


def test_examples_are_told_when_asked_for(written: Written) -> None:
    example = "example coins, with 2 players:\n    in fair\n    player 1 has 3 coins"
    before, after = load("orchard"), load(written("Bees", example))
    assert compare(before, after) == ()
    (change,) = compare(before, after, examples=True)
    assert (change.how, change.title) == ("added", "example coins")


@pytest.mark.parametrize("name", PACKS)
def test_a_comparison_is_complete(name: str) -> None:
    """All that is on one side only is told, and nothing else, and the contrary the other way."""
    before, after = load("homesteaders"), load(name)
    changes = compare(before, after)
    for side, rules, other in (("before", before, after), ("after", after, before)):
        told = [repr(d) for change in changes for d in getattr(change, side).definitions]
        assert len(told) == len(set(told))
        assert meanings(rules) - meanings(other) <= set(told) <= meanings(rules)
    contrary = {"added": "removed", "removed": "added", "changed": "changed"}
    back = sorted((contrary[change.how], change.title) for change in compare(after, before))
    assert back == sorted((change.how, change.title) for change in changes)
    for change in changes:
        assert (change.how == "changed") == bool(change.before.lines and change.after.lines)
        assert change.how != "changed" or {"-", "+"} & {mark for mark, _ in change.lines}


def meanings(rules: Rules) -> set[str]:
    """All definitions; options with the default that packs set."""
    options = [evolve(o, default=rules.options[o.name]) for o in rules.of(Option)]
    others = [d for d in rules.definitions if not isinstance(d, Example | Option)]
    return {repr(definition) for definition in (*options, *others)}


# ---- on the screen


def test_a_screen_of_80_columns(invoke: Invoke) -> None:
    for name in PACKS:
        outcome = invoke("diff", "homesteaders", "--with", name)
        assert outcome.code == 0
        assert max(map(len, outcome.output.splitlines())) <= 80


def test_what_is_printed(written: Written, invoke: Invoke) -> None:
    written(
        "Bees",
        "set slow trees: yes\nremove tree Sapling\nreplace tree Old Oak:\n    early, small\n"
        "after picking: with slow trees: gain 1 coin",
    )
    outcome = invoke("diff", "orchard", "--with", "bees")
    assert outcome.code == 0
    assert (
        outcome.output.replace(str(Path.cwd()) + "/", "")
        == """\
── Orchard with Bees, compared with Orchard ────────────────────────────────────
2 changed, 1 removed, 1 added

changed option slow trees  bees/bees.rules:2
    - no
    + yes
      Trees bear fruit late.

changed tree Old Oak  bees/bees.rules:4
    no longer a source of apple
    no longer a sink of apple, coin
    - late, tall
    - 2 copies
    - cost 1 apple, 1 coin
    - worth 3
    - yield: gain 1 apple
    - planted: rest
    + early, small

removed tree Sapling  orchard/game.rules:64
    - early, small

added after picking  bees/bees.rules:6
    a new source of coin
    + with slow trees: gain 1 coin
"""
    )


def test_long_definitions_are_shown_where_they_change(
    home: Path, written: Written, invoke: Invoke
) -> None:
    text = (home / "orchard" / "game.rules").read_text()
    fair = text[text.index("phase fair:") : text.index("hidden fruit")]
    written("Bees", f"replace {fair.replace('may bid again, on any stall', 'is out')}")
    outcome = invoke("diff", "orchard", "--with", "bees")
    lines = [" ".join(line.split()) for line in outcome.output.splitlines()]
    assert "- a player who is outbid may bid again, on any stall" in lines
    assert lines.count("...") == 2
    assert not any("bids are" in line for line in lines)


def test_for_tools(written: Written, invoke: Invoke) -> None:
    written(
        "Bees",
        "set slow trees: yes\nafter picking: gain 1 coin",
        ", extends Orchard, for 2 players",
    )
    outcome = invoke("diff", "orchard", "--with", "bees", "--json")
    assert outcome.code == 0
    players, option, hook = json.loads(outcome.output)
    assert (players["how"], players["kind"]) == ("changed", "players")
    assert option["before"]["lines"][0] == "no"
    assert option["after"]["places"][0].endswith("bees/bees.rules:2:5")
    assert hook == {
        "how": "added",
        "kind": "",
        "name": "after picking",
        "before": {"lines": [], "places": []},
        "after": {"lines": ["gain 1 coin"], "places": hook["after"]["places"]},
        "flows": ["a new source of coin"],
    }


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["orchrad", "--with", "bees"],
            'there is no game or pack "orchrad"; did you mean "orchard"?',
        ),
        (["orchard", "--with", "bes"], 'there is no game or pack "bes"; did you mean "bees"?'),
        (
            ["orchard"],
            f"{NO_PACK}homesteaders diff orchard --with PACK",
        ),
        (
            ["bees"],
            f"{NO_PACK}homesteaders diff orchard --with bees",
        ),
    ],
)
def test_what_cannot_be_compared(
    written: Written, invoke: Invoke, arguments: list[str], sentence: str
) -> None:
    written("Bees", "")
    outcome = invoke("diff", *arguments)
    assert (outcome.code, outcome.sentence) == (2, f"homesteaders: {sentence}")


def test_a_base_may_be_a_pack(written: Written, invoke: Invoke) -> None:
    written("Bees", "after picking: gain 1 coin")
    written("Crows", "after fair: gain 1 coin")
    outcome = invoke("diff", "bees", "--with", "crows")
    assert outcome.output.splitlines()[0].startswith(
        "── Orchard with Bees with Crows, compared with Orchard with Bees ─"
    )
    assert outcome.output.splitlines()[1] == "1 added"
    assert invoke("diff", "bees", "--with", "bees").output.splitlines()[1] == "nothing differs"
