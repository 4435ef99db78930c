"""Two packs that touch the same definition: a reported conflict, with both places named.

It is settled only by an explicit order or by a pack that replaces the definition itself.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from homesteaders_rules import Diagnostic, Rules, load, read
from homesteaders_rules.commands.definitions.course import Action
from homesteaders_rules.commands.definitions.definition import Price
from homesteaders_rules.commands.definitions.examples import Example
from homesteaders_rules.commands.definitions.pieces import Piece

Written = Callable[..., Path]
Found = Callable[..., list[Diagnostic]]

OAK = "replace tree Old Oak:\n    late, tall\n    cost {} apples"
TOUCHES = {
    "replaced": "replace action rest: gain 1 coin",
    "removed": "remove action rest\nreplace tree Old Oak:\n    late, tall",
    "set": "set slow trees: yes",
}


def costs(rules: Rules) -> list[str]:
    return [p.cost.words(rules.vocabulary) for p in rules.of(Piece) if p.name == "Old Oak"]


def test_both_replace_the_same(written: Written, found: Found) -> None:
    one = written("Bees", f"after fair: gain 1 coin\n{OAK.format(2)}")
    two = written("Crows", OAK.format(3))
    for packs, names in (((one, two), ("Bees", "Crows")), ((two, one), ("Crows", "Bees"))):
        (clash,) = found(*packs)
        earlier, later = packs
        assert clash.code == "E408"
        assert clash.span.file == f"{later}/{later.name}.rules"
        assert clash.line_text == "replace tree Old Oak:"
        place = f"{earlier}/{earlier.name}.rules:{3 if earlier == one else 2}:14"
        assert clash.message == f"tree Old Oak is replaced by {names[0]} too, in {place}"
        assert clash.hint.endswith(f"write a pack that extends {names[0]}, then {names[1]}")


@pytest.mark.parametrize(
    ("first", "second"), list(combinations_with_replacement(["replaced", "removed"], 2))
)
def test_every_way_to_touch_meets_every_other(
    written: Written, found: Found, first: str, second: str
) -> None:
    packs = [written("Bees", TOUCHES[first]), written("Crows", TOUCHES[second])]
    for one, other in (packs, packs[::-1]):
        clashes = found(one, other)
        assert {clash.code for clash in clashes} == {"E408"}
        assert any("action rest is" in clash.message for clash in clashes)


def test_both_define_a_new_thing(written: Written, found: Found) -> None:
    packs = [
        written(name, "action nap: gain 1 coin\nafter fair: nap") for name in ("Bees", "Crows")
    ]
    (clash,) = found(*packs)
    assert clash.code == "E408"
    assert clash.message.startswith("action nap is defined by Bees too, in ")


def test_one_replaces_what_the_other_defines(written: Written, found: Found) -> None:
    """It does not extend the other, and so need not know of it: by itself it is an error too."""
    bees = written("Bees", "action nap: gain 1 coin\nafter fair: nap")
    crows = written("Crows", "replace action nap: do nothing")
    assert [clash.code for clash in found(crows)] == ["E402"]
    for packs in ((bees, crows), (crows, bees)):
        assert [clash.code for clash in found(*packs)] == ["E408"]


def test_answers_meet_where_they_differ(written: Written, found: Found) -> None:
    yes, no = written("Bees", "set slow trees: yes"), written("Crows", "set slow trees: no")
    (clash,) = found(yes, no)
    assert clash.message.startswith("option slow trees is set by Bees too, in ")
    assert load(yes, written("Owls", "set slow trees: yes")).options == {"slow trees": True}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("replace play:\n    planting\n    rounds 1-2: picking, fair", "play"),
        ("replace scoring in stars:\n    stars: 1 per star", "scoring"),
        ("replace prices:\n    pear: 3 coins", "price of pear"),
        ("replace hidden fruit/fruits: 9 pear/pears", "good pear"),
        ("replace exchange sell: 1 fruit -> 1 coin", "exchange sell"),
        ("replace phase picking: do nothing", "phase picking"),
        ("replace track Path, for all: 1, 2", "track Path"),
    ],
)
def test_whatever_it_is(written: Written, found: Found, text: str, title: str) -> None:
    packs = [written(name, text) for name in ("Bees", "Crows")]
    assert f"{title} is replaced by Bees too" in [c.message.split(", in")[0] for c in found(*packs)]


# ---- what does not meet


def test_what_has_no_name_only_adds_up(written: Written) -> None:
    packs = [written(name, "after fair: gain 1 coin") for name in ("Bees", "Crows")]
    assert len(load(*packs).definitions) == len(load("orchard").definitions) + 2


def test_different_tables_do_not_meet(written: Written) -> None:
    one = written("Bees", "with 2 players: replace phase picking: gain 1 coin")
    two = written("Crows", "with 3 players: replace phase picking: gain 2 coins")
    for packs in ((one, two), (two, one)):
        rules = load(*packs)
        told = []
        for players in rules.players:
            table = rules.for_table(players)
            (phase,) = (d for d in table.definitions if getattr(d, "name", "") == "picking")
            told.append(phase.words(rules.vocabulary))
        picking = "move trees from nursery to garden, then collect yield"
        gained = ["gain 1 coin", "gain 2 coins", picking]
        assert told == [f"phase picking: {effect}" for effect in gained]


def test_two_that_extend_each_other_do_not_meet(written: Written) -> None:
    written("Bees", OAK.format(2))
    written("Crows", "after fair: gain 1 coin", ", version 1, extends Bees")
    owls = written("Owls", OAK.format(3), ", version 1, extends Crows")
    for packs in ((owls,), ("bees", owls), (owls, "bees"), ("crows", "bees", owls)):
        assert costs(load(*packs)) == ["3 apples"]


# ---- settled by an order


def test_then_says_which_comes_later(written: Written) -> None:
    written("Bees", OAK.format(2))
    written("Crows", OAK.format(3))
    written("Both", "", ", version 1, extends Bees, then Crows")
    written("Other Way", "", ", version 1, extends Crows, then Bees")
    for packs in (("both",), ("crows", "both"), ("both", "bees"), ("crows", "bees", "both")):
        rules = load(*packs)
        assert costs(rules) == ["3 apples"]
        names = [header.name for header in rules.headers]
        assert names.index("Bees") < names.index("Crows") < names.index("Both")
    assert costs(load("other_way")) == ["2 apples"]


def test_then_comes_after_all_before_it(written: Written) -> None:
    for number, name in enumerate(("Bees", "Crows", "Owls"), 1):
        written(name, OAK.format(number) if name != "Crows" else "after fair: gain 1 coin")
    written("All", "", ", version 1, extends Bees and Crows, then Owls, for 2-3 players")
    rules = load("all")
    assert costs(rules) == ["3 apples"]
    assert rules.players == range(2, 4)


def test_the_order_in_which_they_are_named_is_none(written: Written) -> None:
    """Neither on the command line nor in a header without ``then``."""
    written("Bees", OAK.format(2))
    written("Crows", OAK.format(3))
    written("Both", "", ", version 1, extends Bees and Crows")
    for packs in (("bees", "crows"), ("both",)):
        rules, diagnostics = read(*packs)
        assert rules is None
        assert [d.code for d in diagnostics] == ["E408"]


# ---- settled by replacing


@pytest.mark.parametrize("first", ["replaced", "removed"])
@pytest.mark.parametrize("second", ["replaced", "removed"])
def test_a_pack_after_both_says_what_holds(written: Written, first: str, second: str) -> None:
    written("Bees", TOUCHES[first].partition("\n")[0])
    written("Crows", TOUCHES[second].partition("\n")[0])
    both = ", version 1, extends Bees and Crows"
    written("Both", "replace action rest: gain 2 coins", both)
    (rest,) = load("both").of(Action)
    assert rest.words(load("orchard").vocabulary) == "action rest: gain 2 coins"
    written("Gone", "remove action rest\nreplace tree Old Oak:\n    late, tall", both)
    assert load("gone").of(Action) == ()


def test_a_pack_after_both_says_what_is_set(written: Written) -> None:
    written("Bees", "set slow trees: yes")
    written("Crows", "set slow trees: no")
    written("Both", "set slow trees: yes", ", version 1, extends Bees and Crows")
    assert load("both").options == {"slow trees": True}


def test_it_must_say_it_for_all_the_tables(written: Written, found: Found) -> None:
    written("Bees", "replace phase picking: gain 1 coin")
    written("Crows", "replace phase picking: gain 2 coins")
    half = "with 2 players: replace phase picking: gain 3 coins"
    both = written("Both", half, ", version 1, extends Bees and Crows")
    assert "E408" in {clash.code for clash in found(both)}


def test_a_pack_after_one_of_them_settles_nothing(written: Written, found: Found) -> None:
    written("Bees", OAK.format(2))
    crows = written("Crows", OAK.format(3))
    owls = written("Owls", OAK.format(4), ", version 1, extends Bees")
    assert {clash.code for clash in found(crows, owls)} == {"E408"}


# ---- examples


EXAMPLE = "example apples, with 2 players:\n    in fair\n    player 1 has {} coins"


def test_examples_of_one_name_stand_beside_each_other(written: Written) -> None:
    packs = [written(name, EXAMPLE.format(3)) for name in ("Bees", "Crows")]
    assert [example.name for example in load(*packs).of(Example)] == ["apples", "apples"]


def test_an_example_that_both_change_is_left_out(written: Written, home: Path) -> None:
    """It would be a pity if two packs could not be played together for an example's sake."""
    (home / "orchard" / "more.rules").write_text(EXAMPLE.format(3))
    packs = [written(name, f"replace {EXAMPLE.format(n)}") for n, name in enumerate(("A", "B"))]
    rules, (warning,) = read(*packs)
    assert rules is not None
    assert rules.of(Example) == ()
    assert warning.code == "W409"
    assert warning.message.startswith("example apples is replaced by A too, in ")


def test_an_example_of_a_pack_below_must_be_replaced(written: Written, found: Found) -> None:
    written("Bees", EXAMPLE.format(3))
    crows = written("Crows", EXAMPLE.format(3), ", version 1, extends Bees")
    assert [clash.code for clash in found(crows)] == ["E401"]


# ---- the packs of this package


def test_the_packs_that_come_along_can_be_combined() -> None:
    for packs in (("peer", "new_beginnings"), ("new_beginnings", "peer")):
        assert load(*packs).players == range(2, 5)


def test_a_price_is_a_thing_of_its_own(written: Written) -> None:
    one = written("Bees", "replace prices:\n    pear: 3 coins")
    two = written("Crows", "replace prices:\n    apple: 3 coins")
    rules = load(one, two)
    assert {p.good: p.bundle.words(rules.vocabulary) for p in rules.of(Price)} == {
        "apple": "3 coins",
        "pear": "3 coins",
    }
