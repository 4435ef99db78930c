"""Packs: finding them, extending, replacing, removing, setting, and what they may not do."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules.commands.conditions import OptionIs, Players, all_hold
from homesteaders_rules.commands.control import Nothing
from homesteaders_rules.commands.definitions.course import Action, Hook, Option, Phase
from homesteaders_rules.commands.definitions.examples import Example
from homesteaders_rules.commands.definitions.pieces import Piece
from homesteaders_rules.language.loader import load, read
from homesteaders_rules.language.messages.diagnostics import RuleErrors
from homesteaders_rules.language.packs.discovery import extended
from homesteaders_rules.language.reading.sources import read_text
from homesteaders_rules.rules import Header
from language.texts import ORCHARD, codes, orchard, pack, planted

HEADER = "pack Robbers, version 1, extends Orchard\n"
ROBBERS = """\
pack Night Robbers, version 2, extends Orchard, for 2-3 players
set slow trees: yes
replace tree Old Oak:
    early, small
remove tree Sapling
replace action rest: do nothing
after fair: rest
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the game Orchard; nothing else lies in the folder above it."""
    folder = tmp_path / "work"
    folder.mkdir()
    planted(folder)
    monkeypatch.chdir(folder)
    return folder


def test_a_pack_changes_what_it_extends(home: Path) -> None:
    pack(home, "night_robbers", ROBBERS)
    rules = load("night_robbers")
    assert rules.headers == (
        Header("orchard", "Orchard", "3", 2, 4),
        Header("orchard.night_robbers", "Night Robbers", "2", 2, 3, ("orchard",)),
    )
    assert rules.players == range(2, 4)
    assert rules.options == {"slow trees": True}
    assert [piece.name for piece in rules.of(Piece)] == ["Old Oak", "R1", "R2", "S1"]
    assert rules.of(Piece)[0].labels == ("early", "small")
    (rest,) = rules.of(Action)
    assert rest == Action("rest", Nothing())
    assert len(rules.of(Hook)) == 1


def test_names_and_paths(home: Path) -> None:
    path = pack(home, "night_robbers", ROBBERS)
    digest = load("night_robbers").digest
    for wanted in (
        "Night Robbers",
        "night-robbers",
        path,
        str(path),
        f"{path}/",
        Path("night_robbers"),
    ):
        assert load(wanted).digest == digest
    assert load("orchard", "night_robbers").digest == digest
    assert load("night_robbers", "orchard").digest == digest
    assert load(home / "orchard" / "game.rules").headers[0].name == "Orchard"


@pytest.mark.wheel
def test_the_rules_of_this_package_are_found_anywhere(home: Path) -> None:
    assert load("homesteaders").headers[0].name == "Homesteaders"
    assert load("homesteaders") == load("homesteaders", "homesteaders")
    ids = [header.identity for header in load("peer").headers]
    assert ids == ["homesteaders", "homesteaders.peer"]


def test_packs_of_a_user_are_found(
    home: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("user") / "homesteaders-rules" / "rules"
    folder.mkdir(parents=True)
    pack(folder, "night_robbers", ROBBERS)
    monkeypatch.setenv("XDG_DATA_HOME", str(folder.parents[1]))
    assert load("night_robbers").headers[-1].name == "Night Robbers"


def test_what_is_beside_a_pack_comes_first(tmp_path: Path, home: Path) -> None:
    other = home / "elsewhere"
    other.mkdir()
    planted(other, "", **{"version 3": "version 4"})
    pack(other, "night_robbers", ROBBERS)
    assert load(other / "night_robbers").headers[0].version == "4"


def test_an_unknown_pack(home: Path) -> None:
    _, (found,) = read("orchrad")
    assert (found.code, found.hint) == ("E013", 'did you mean "orchard"?')
    _, (found,) = read("xyz")
    assert "homesteaders" in found.hint
    for odd in ("", "\0", ".", "a/b", "x.rules", "./..", "~"):
        rules, diagnostics = read(odd)
        assert rules is None
        assert codes(diagnostics) <= {"E001", "E007", "E013"}
    with pytest.raises(RuleErrors):
        load()


def test_what_a_pack_extends_is_missing(home: Path) -> None:
    pack(home, "lost", "pack Lost, version 1, extends Orchrad\nset slow trees: yes\n")
    _, (found,) = read("lost")
    assert (found.code, found.hint) == ("E013", 'did you mean "Orchard"?')
    assert (found.span.line, found.span.column) == (1, 31)
    assert found.line_text == "pack Lost, version 1, extends Orchrad"


def test_packs_in_a_circle(home: Path) -> None:
    pack(home, "hen", "pack Hen, version 1, extends Egg\n")
    pack(home, "egg", "pack Egg, version 1, extends Hen\n")
    rules, diagnostics = read("hen")
    assert rules is None
    assert codes(diagnostics) == {"E014"}
    assert "hen, which extends egg, which extends hen" in diagnostics[0].message


def test_one_game_at_a_time(home: Path) -> None:
    rules, diagnostics = read("orchard", "homesteaders")
    assert rules is None
    assert "E015" in codes(diagnostics)


def test_a_pack_needs_a_game(home: Path) -> None:
    pack(home, "alone", "pack Alone, version 1, for 2-4 players\n")
    _, diagnostics = read("alone")
    assert codes(diagnostics) == {"E017"}
    (home / "bare").mkdir()
    (home / "bare" / "bare.rules").write_text("phase rest: do nothing\n")
    _, (found,) = read("bare")
    assert found.code == "E011"
    assert found.hint.startswith("one file begins with a line like: game")


def test_two_packs_of_one_name(home: Path) -> None:
    for name in ("robbers", "thieves"):
        pack(home, name, ROBBERS)
    _, diagnostics = read("robbers", "thieves")
    assert "E018" in codes(diagnostics)


@pytest.mark.parametrize(
    "header",
    [
        "game Orchard",
        "game Orchard, version 1",
        "game Orchard, for 2 players, extends Homesteaders",
    ],
)
def test_a_header_must_be_whole(tmp_path: Path, header: str) -> None:
    _, diagnostics = orchard(tmp_path, **{"game Orchard, version 3, for 2-4 players": header})
    assert "E017" in codes(diagnostics)


def test_a_file_with_a_header_comes_first_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text("after fair: gain 1 coin\n")
    (tmp_path / "z.rules").write_text(ORCHARD)
    (tmp_path / "notes.txt").write_text("gain 1 cion\n")
    rules, _ = read(tmp_path)
    assert rules is not None
    assert isinstance(rules.definitions[-1], Hook)


# ---- two definitions of one name

TWICE = {
    "with 2 players: action nap: do nothing\nwith 3 or more players: action nap: do nothing": True,
    "with 2-3 players: action nap: do nothing\nwith 3 players: action nap: do nothing": False,
    "with 2 players: action nap: do nothing\naction nap: do nothing": False,
    "with slow trees: action nap: do nothing\nwithout slow trees: action nap: do nothing": True,
    "with slow trees: action nap: do nothing\nwith slow trees: action nap: do nothing": False,
    "with slow trees: with 2 players: action nap: do nothing\n"
    "without slow trees: action nap: do nothing": True,
    "with slow trees: with 2 players: action nap: do nothing\n"
    "with 2-3 players: action nap: do nothing": False,
}


@pytest.mark.parametrize("text", TWICE)
def test_a_name_twice_needs_conditions_that_exclude_each_other(tmp_path: Path, text: str) -> None:
    _, diagnostics = orchard(tmp_path, text)
    assert ("E401" in codes(diagnostics)) != TWICE[text]


def test_a_clash_names_both_places(home: Path) -> None:
    path = pack(
        home, "robbers", "pack Robbers, version 1, extends Orchard\ntree Sapling:\n    early\n"
    )
    _, (found,) = read(path)
    assert (found.code, found.span.line, found.span.column) == ("E401", 2, 6)
    assert str(home / "orchard" / "game.rules") in found.message
    assert found.hint == "to change it, write: replace tree Sapling ..."


# ---- replacing under conditions

SLOW, QUICK = (OptionIs("slow trees", value) for value in (True, False))


def replaced(home: Path, text: str) -> tuple[list[Action], set[str]]:
    pack(home, "robbers", f"{HEADER}{text}\n")
    rules, diagnostics = read("robbers")
    return list(rules.of(Action)) if rules else [], codes(diagnostics)


def test_replacing_under_the_same_conditions(home: Path) -> None:
    actions, _ = replaced(home, "with slow trees: replace action rest: gain 1 star")
    assert [(action.conditions, isinstance(action.effect, Nothing)) for action in actions] == [
        ((SLOW,), False),
        ((QUICK,), True),
    ]


def test_replacing_without_conditions_replaces_all(home: Path) -> None:
    actions, _ = replaced(home, "replace action rest: do nothing")
    assert actions == [Action("rest", Nothing())]


def test_replacing_under_other_conditions_is_an_error(home: Path) -> None:
    _, found = replaced(home, "with 2 players: replace action rest: do nothing")
    assert found == {"E403"}


def test_replacing_for_some_tables_what_holds_for_all(home: Path) -> None:
    """For the other tables it stays as it was."""
    rules, _ = orchard(home, "with 3 players: with slow trees: replace phase fair: do nothing")
    assert rules is not None
    fairs = [phase for phase in rules.of(Phase) if phase.name == "fair"]
    for players in rules.players:
        for answer in (True, False):
            table = {"slow trees": answer}
            (fair,) = (phase for phase in fairs if all_hold(phase.conditions, players, table))
            assert isinstance(fair.effect, Nothing) == (players == 3 and answer)


def test_replacing_twice_and_in_parts(home: Path) -> None:
    actions, found = replaced(
        home,
        "replace action rest: do nothing\n"
        "with 2 players: action nap: do nothing\n"
        "with 3 players: action nap: do nothing\n"
        "with 2 players: replace action nap: gain 1 coin\n"
        "with 2-3 players: after fair: each player: nap",
    )
    assert not found
    assert [action.conditions for action in actions] == [
        (),
        (Players(2, 2),),
        (Players(3, 3),),
    ]


def test_removing_under_conditions(home: Path) -> None:
    pack(
        home,
        "robbers",
        "pack Robbers, version 1, extends Orchard\n"
        "replace tree Old Oak:\n    early\n"
        "with slow trees: remove action rest\n"
        "without slow trees: after fair: rest\n"
        "remove price of pear\nremove exchange sell\n",
    )
    rules = load("robbers")
    assert [action.conditions for action in rules.of(Action)] == [(QUICK,)]


def test_what_is_removed_is_unknown(home: Path) -> None:
    for text, word in (
        ("remove action rest", "rest"),
        ("remove good note", "note"),
        ("remove phase fair", "fair"),
        ("remove option slow trees", "slow trees"),
        ("remove price of pear", "without a price: pear"),
    ):
        pack(home, "robbers", f"{HEADER}{text}\n")
        rules, diagnostics = read("robbers")
        assert rules is None, text
        assert any(word in d.message for d in diagnostics), text


def test_options_are_set_for_all_tables(tmp_path: Path) -> None:
    rules, _ = orchard(tmp_path, "set slow trees: yes")
    assert rules is not None
    assert rules.defaults == {"slow trees": True}
    assert rules.of(Option)[0].default is False
    _, (found,) = orchard(tmp_path, "with 2 players: set slow trees: yes")
    assert found.code == "E407"


def test_a_pack_is_not_blamed_for_what_it_leaves_unused(home: Path) -> None:
    replace = "replace tree Old Oak:\n    late, tall\n"
    pack(home, "robbers", f"{HEADER}{replace}remove action rest\n")
    _, diagnostics = read("robbers")
    assert diagnostics == ()


# ---- several packs


@pytest.mark.parametrize("joint", [", ", " and "])
def test_a_pack_may_extend_several(home: Path, joint: str) -> None:
    pack(
        home,
        "wild_bees",
        "pack Wild Bees, version 1, extends Orchard\noption honey: yes\n"
        "with honey: after fair: gain 1 coin\n",
    )
    pack(home, "robbers", ROBBERS)
    text = f"pack Both, version 2, extends Wild Bees{joint}Robbers, for 3-5 players\n"
    pack(home, "both", f"{text}set honey: no\n")
    rules = load("both")
    assert [header.identity for header in rules.headers] == [
        "orchard",
        "orchard.wild_bees",
        "orchard.night_robbers",
        "orchard.both",
    ]
    assert rules.headers[-1].extends == ("orchard.wild_bees", "orchard.night_robbers")
    assert rules.players == range(3, 6)
    assert rules.options["honey"] is False


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("pack A, version 1, extends Old One", ["Old One"]),
        ("pack A, version 1, extends Old One, for 2 players", ["Old One"]),
        ("pack A, version 1, extends Old One for 2 players", ["Old One"]),
        ("pack A, version 1, extends Old One, New One, for 2-5 players", ["Old One", "New One"]),
        ("pack A, extends Old One and New, Third, version 2", ["Old One", "New", "Third"]),
        ('pack A, extends "old one", New, "x and, y", version 2', ["old one", "New", "x and, y"]),
        ('pack A, extends "old one" and New', ["old one", "New"]),
        (
            'pack A, extends "Sun and Moon", then "Rain, Snow" and New',
            ["Sun and Moon", "Rain, Snow", "New"],
        ),
        ("pack A, extends Old 2 and A-B", ["Old 2", "A-B"]),
        ("pack A, extends Old, then New, then Third, version 2", ["Old", "New", "Third"]),
        ("pack A, extends Old from version 2, then New", ["Old", "New"]),
        ("pack A, version 2", []),
    ],
)
def test_the_names_that_a_header_extends(header: str, names: list[str]) -> None:
    source, _ = read_text(f"{header}\n", "a.rules")
    assert source is not None
    found = extended([source])
    assert [each.name for each in found] == names
    for each in found:
        assert header[each.span.column - 1 : each.span.end_column - 1].strip('"') == each.name


def test_an_example_of_what_a_pack_removes_is_left_out(home: Path) -> None:
    story = "example an oak, with 2 players:\n    player 1 owns Old Oak\n    in fair\n"
    planted(home, story)
    pack(home, "robbers", f"{HEADER}remove tree Old Oak\n")
    rules, diagnostics = read("robbers")
    assert rules is not None
    assert diagnostics == ()
    assert not rules.of(Example)
    # In a pack's own examples it is a slip.
    pack(home, "robbers", f"{HEADER}remove tree Old Oak\n{story.replace('an oak', 'one')}")
    assert codes(read("robbers")[1]) == {"E410"}
