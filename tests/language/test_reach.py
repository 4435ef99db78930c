"""What never happens is told, at the pack's own line; and nothing is told of what can happen."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules.language.loader import read
from language.texts import orchard

NEVER = {
    # conditions
    "with 2 players:\n    with 3 players: yield: gain 1 coin": ("W531", 2, 5),
    "with slow trees:\n    after fair:\n        without slow trees: gain 1 coin": ("W531", 3, 9),
    "after fair:\n    in rounds 1-2:\n        in round 3: gain 1 coin": ("W531", 3, 9),
    "after fair: in round 12: gain 1 coin": ("W531", 1, 13),
    "yield: in round 7: gain 1 coin": ("W531", 1, 8),
    "after fair: in the final round: gain 1 coin": ("W531", 1, 13),
    "after planting: in round 5: gain 1 coin": ("W531", 1, 17),
    "yield:\n    if you have no coins:\n        if you have 1 or more coins: gain 1 star": (
        "W531",
        3,
        12,
    ),
    "yield: if you have 2 notes and you have no notes: gain 1 star": ("W531", 1, 11),
    "after fair: if nobody won a stall:\n    if a player won stall 1: do nothing": ("W531", 2, 8),
    "with 2-3 players:\n    yield:\n        with 4 players: gain 1 coin\n"
    "        otherwise: gain 1 note": ("W531", 3, 9),
    "with 3-4 players: needs slow trees\n"
    "with 4 players:\n    without slow trees: yield: gain 1 coin": ("W531", 3, 5),
    "with 4 players: needs slow trees\n"
    "after fair:\n    without slow trees:\n        with 4 players: gain 1 coin": ("W531", 4, 9),
    # stacks
    "stalls of Row, small:\n" + "".join(f"    stall X{n}: gain 1 star\n" for n in range(5)): (
        "W534",
        6,
        5,
    ),
    "after planting: stack Row face down: small\nstalls of Row:\n    stall X: gain 1 star": (
        "W533",
        3,
        5,
    ),
    "after planting: stack Row face down: 1 tall on small\nstalls of Row, tall:\n"
    "    stall X: gain 1 star\nbefore fair: in rounds 1-4: turn up 1 stall of each stack\n"
    'stalls of "second row", tall:\n'
    "    stall X2: do nothing\n    stall X3: do nothing\n    stall X4: do nothing": (
        "W535",
        3,
        1,
    ),
    # more than there can be
    "yield: if you have 9 or more Path: gain 1 coin\nafter fair: each player: advance Path": (
        "W531",
        1,
        11,
    ),
    "limited for each player: 5 helpers\nyield: if you have 6 helpers: gain 1 helper": (
        "W531",
        2,
        11,
    ),
    "each player may hold 5 helpers, and gains no more\n"
    "yield: if you have 6 or more helpers: gain 1 helper": ("W531", 2, 11),
    "yield: if you have 9 or more kinds of fruits: gain 1 coin": ("W531", 1, 11),
    "yield: if you have 99 or more small trees: gain 1 coin": ("W531", 1, 11),
    "tree Elm:\n    early, small\n    needs 50 small trees": ("W536", 3, 5),
    "yield: if you have 2 or more Path: gain 1 coin": ("W583", 1, 30),
    "yield: gain 1 coin per Path": ("W583", 1, 24),
    "yield: gain 1 coin per Path\nafter fair: each player: move Path back": ("W583", 1, 24),
    "yield: gain 1 coin per Path\nbefore fair: each player: take a reward of Path": (
        "W583",
        1,
        24,
    ),
    # what a game lacks
    "replace phase fair:\n    in rounds 1-2: turn up 1 stall of each stack\n"
    "    each player: use the stall\n    each player: collect the treat of the stall\n"
    'stalls of "second row", tall:\n    stall S2: do nothing\n'
    "whenever a player passes: gain 1 coin": ("W581", 7, 1),
    "public gem/gems: 5 ruby/rubies\nwhenever you gain a ruby: gain 1 coin": ("W581", 2, 1),
    "public gem/gems: 5 ruby/rubies\nwhenever a player loses a ruby: gain 1 coin": ("W581", 2, 1),
    "public gem/gems: 5 ruby/rubies\nyield: gain 1 ruby\nwhenever you lose a ruby: gain 1 coin": (
        "W581",
        3,
        1,
    ),
    "public gem/gems: 5 ruby/rubies\nyield: gain 1 ruby\ntree Elm:\n    early, small\n"
    "    whenever you lose a ruby: gain 1 coin": ("W581", 5, 5),
    "after picking: each player: place helpers\nyield: gain 1 helper": ("W582", 1, 29),
    "after fair: each player with the most small stalls: gain 1 coin": ("W583", 1, 39),
    "piece egg/eggs:\n    stacks: Heap\neggs of Heap:\n    egg One: gain 1 coin\n"
    "before fair: stack Heap face up\nbefore fair: use the egg\n"
    "yield: if One is turned up: gain 1 coin": ("W584", 7, 11),
    "after planting: stack Row face down: small on 1 small": ("W585", 1, 47),
    # rights, moves and labels
    "tree Elm:\n    small": ("W536", 1, 1),
    "replace phase picking:\n    move small trees from nursery to garden\n    collect yield\n"
    "tree Elm:\n    early, tall\nafter fair: each player: take Old Oak": ("W536", 4, 1),
    "more of piece tree:\n    labels: holy, plain\ntree Elm:\n    early, plain": ("W522", 2, 13),
    "more of piece stall:\n    stacks: Third Row\nafter planting: stack Third Row face up": (
        "W524",
        2,
        13,
    ),
    "yield: gain 1 coin per early late tree": ("W537", 1, 24),
    "after fair: move early late trees from garden to nursery": ("W537", 1, 13),
    # goods
    "public gem/gems: 5 ruby/rubies\ntree Elm:\n    early\n    cost 1 ruby": ("W538", 4, 10),
    "public gem/gems: 5 ruby/rubies\nexchange cut: 1 ruby -> 2 coins": ("W538", 2, 15),
    "public gem/gems: 5 ruby/rubies\nexchange cut: 1 ruby -> 2 rubies": ("W538", 2, 15),
    "public gem/gems: 5 ruby/rubies\nyield: may pay 1 ruby to gain 1 star": ("W538", 2, 16),
    "public gem/gems: 5 ruby/rubies\n1 ruby may pay for 1 coin": ("W538", 2, 1),
    "public gem/gems: 5 ruby/rubies\ntree Elm:\n    early\n    cost 1 ruby\n"
    "    yield: gain 1 ruby": ("W538", 4, 10),
}

CAN_BE = [
    "with 2-3 players:\n    with 3 players: yield: gain 1 coin",
    "after fair:\n    in rounds 1-4:\n        in round 3: gain 1 coin",
    "yield: in the final round: gain 1 coin",
    "after picking: in the final round: gain 1 coin",
    # as much as there can be
    "limited for each player: 5 helpers\nyield: if you have 5 helpers: gain 1 helper",
    "each player may hold 5 helpers, and gives back what is too much\n"
    "yield: if you have 6 helpers: gain 1 helper",
    "yield: if you have 2 or more kinds of fruits: gain 1 coin",
    "yield: if you have 40 or more notes: gain 1 coin",
    # what happens in between counts
    "yield:\n    if you have no coins:\n        gain 1 coin\n"
    "        if you have 1 or more coins: gain 1 star",
    "yield: if you have 1 or more notes and you have 2 coins: gain 1 star",
    # what only some of these tables need
    "with 4 players: needs slow trees\n"
    "with 3-4 players:\n    without slow trees: yield: gain 1 coin",
    "with 3-4 players: needs slow trees\n"
    "with 4 players: yield:\n    with slow trees: gain 1 coin\n    otherwise: gain 1 note",
    # what is taken needs no right to build
    "tree Elm:\n    small\nafter fair: each player: take Elm",
    # one price for each answer
    "with slow trees:\n    replace prices:\n        apple: 2 coins\n"
    "exchange hawk: 1 star, 1 fruit -> price of fruit",
    # what may be paid in its place
    "public gem/gems: 5 ruby/rubies\n1 apple may pay for 1 ruby, in build\n"
    "tree Elm:\n    early\n    cost 1 ruby",
    "public gem/gems: 5 ruby/rubies\nyield: gain 1 ruby\nexchange cut: 1 ruby -> 1 star",
    # gained and lost in each of its ways
    *(
        f"public gem/gems: 5 ruby/rubies, 6 opal\n{line}\n"
        "whenever a player loses a ruby: gain 1 coin\nwhenever a player gains a ruby: gain 1 note"
        for line in (
            "yield: throw 2 dice for rubies",
            "yield: draw 1 gem\nyield: discard 1 ruby",
            "yield: gain 1 ruby\n1 ruby may pay for 1 coin",
            "yield: gain 1 ruby\nexchange cut: 1 ruby -> 1 opal",
            "yield: gain 1 ruby\ntree Elm:\n    early, small\n    cost 1 ruby",
            "yield: gain 1 ruby\neach player may hold 2 rubies, and gives back what is too much",
            "exchange dig: 1 coin -> 1 ruby\nyield: may pay 1 ruby to gain 1 coin",
        )
    ),
    # drawn by chance
    'stalls of "second row", tall:\n' + "".join(f"    stall X{n}: gain 1 star\n" for n in range(9)),
]


@pytest.mark.parametrize("text", NEVER)
def test_what_never_happens_is_told(text: str, tmp_path: Path) -> None:
    _, diagnostics = orchard(tmp_path, text)
    told = [(each.code, each.span.line, each.span.column) for each in diagnostics]
    assert told == [NEVER[text]], diagnostics
    assert Path(diagnostics[0].span.file).name in ("more.rules", "game.rules")
    assert diagnostics[0].hint or diagnostics[0].code == "W524"


@pytest.mark.parametrize("text", CAN_BE)
def test_nothing_is_told_of_what_can_happen(text: str, tmp_path: Path) -> None:
    assert orchard(tmp_path, text)[1] == ()


HEADER = "pack Slip, version 1, extends {}\n"
PACKS = {
    "lots of Auction 1, settlement:\n    lot Mill: may build any": ("W534", 3),
    "lots of Auction 2, settlement:\n    lot Mill: may build any": ("W534", 3),
    "lots of Auction 2:\n    lot Mill: may build any": ("W533", 3),
    "after setup: stack Auction 1 face up: 4 settlement on 4 town on 2 city\n"
    "lots of Auction 1, town:\n    lot Mill: may build any": ("W534", 4),
    "after setup: stack Auction 1 face up: settlement on town on 3 city\n"
    "lots of Auction 1, city:\n    lot Mill: may build any": ("W534", 4),
    "with 2 players:\n    lots of Auction 3, town:\n        lot Mill: may build any": (
        "W516",
        4,
    ),
    "replace play:\n    setup\n    rounds 1-11: prepare, income, bidding, building\n"
    "    final round: income, settling": ("W535", 2),
    "building Hut:\n    residential\n    cost 1 wood": ("W536", 2),
    "phase rest: in round 11: gain 1 wood\nafter building: do nothing": ("W514", 2),
    "after settling: in round 3: each player: gain 1 wood": ("W531", 2),
    "replace play:\n    rounds 1-10: prepare, income, bidding, building\n"
    "    final round: income, settling": ("W514", 2),
}
OF_OTHERS = {
    ("Agricola Family", "spaces of Rounds, first:\n    space Pond: 1 person: gain 1 food"): (
        "W534",
        3,
    ),
    ("Agricola Family", "after work: each player: may move 1 person to another place"): ("W582", 2),
    ("New Beginnings", "needs events\nwithout events: after income: each player: gain 1 wood"): (
        "W531",
        3,
    ),
    ("Montana", "after turns: each player: may move 1 miner to another place"): ("W582", 2),
}


@pytest.mark.parametrize("text", PACKS)
def test_a_pack_is_told_at_its_own_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "slip.rules"
    file.write_text(HEADER.format("Homesteaders") + text, encoding="utf-8")
    _, diagnostics = read(file)
    told = {(each.code, each.span.line) for each in diagnostics}
    assert PACKS[text] in told, diagnostics
    assert all(each.span.file == diagnostics[0].span.file for each in diagnostics)


def test_a_phase_that_a_pack_drops_is_told_until_the_pack_says_that_it_goes(tmp_path: Path) -> None:
    text = HEADER.format("Homesteaders") + "replace play:\n    setup\n"
    text += "    rounds 1-10: prepare, income, bidding, building\n    final round: income\n"
    file = tmp_path / "slip.rules"
    file.write_text(text, encoding="utf-8")
    (found,) = read(file)[1]
    assert (found.code, found.message) == ("W514", "the phase settling is never used")
    assert found.hint == "name it there, or say that it goes: remove phase settling"
    file.write_text(f"{text}remove phase settling\n", encoding="utf-8")
    assert read(file)[1] == ()


@pytest.mark.parametrize(("game", "text"), OF_OTHERS)
def test_what_never_happens_in_other_games_is_told(game: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "slip.rules"
    file.write_text(HEADER.format(game) + text, encoding="utf-8")
    (found,) = read(file)[1]
    assert (found.code, found.span.line) == OF_OTHERS[game, text]


LYING = {
    "lots of Auction 1, settlement:\n    replace lot A1-S1:\n"
    "        if this is lot {}: gain 1 wood": ({"1": "", "2": '"this is lot 2" never holds here'}),
    # Auction 1 is in the order of the text: this one is the second of ten.
    "lots of Auction 1, settlement:\n    replace lot A1-S2:\n        in round {}: gain 1 wood": (
        {"2": "", "4": '"in round 4" never holds here: A1-S2 lies up in rounds 2-3 at most'}
    ),
    "lots of Auction 2, town:\n    replace lot A2-T1:\n        in round {}: gain 1 wood": (
        {"5": "", "8": "", "1": "A2-T1 lies up in rounds 5-9 at most"}
    ),
    "lots of Auction 2, city:\n    replace lot A2-C1:\n        in round {}: gain 1 wood": (
        {"10": "", "7": "A2-C1 lies up in rounds 9-10 and in the final round at most"}
    ),
    "with events: events of Events, settlement:\n    event Rush:\n"
    "        in round {}: each player: gain 1 wood": {"4": "", "9": "Rush lies up in rounds 1-5"},
    "with events: events of Events, settlement:\n    event Rush:\n"
    "        on each of the next 9 rounds: in round {}: gain 1 wood": {"9": ""},
    "with events: events of Events, settlement:\n    event Rush:\n"
    "        whenever a player sells: if this is lot {}: gain 1 wood": {"1": "", "2": ""},
}


@pytest.mark.parametrize("text", LYING)
def test_what_a_piece_asks_for_while_it_does_not_lie_up_is_told(text: str, tmp_path: Path) -> None:
    file = tmp_path / "slip.rules"
    for asked, told in LYING[text].items():
        file.write_text(HEADER.format("New Beginnings") + text.format(asked), encoding="utf-8")
        found = [each for each in read(file)[1] if each.code == "W531"]
        assert len(found) == bool(told), asked
        assert all(told in each.message for each in found), asked


RIGHT = [
    "stack Auction 1 face down: 4 settlement on 4 town on 2 city",
    "shuffle Auction 1 face up: 4 settlement on 4 town on 2 city",
    "stack Auction 1 face up: 3 settlement on 5 town on 2 city",
]


@pytest.mark.parametrize("stack", RIGHT)
def test_nothing_is_told_of_layers_that_may_draw_a_piece(stack: str, tmp_path: Path) -> None:
    """What a pack leaves out by a number of its own is left out on purpose."""
    file = tmp_path / "slip.rules"
    text = f"lots of Auction 1, town:\n    lot Mill: may build any\nafter setup: {stack}\n"
    file.write_text(HEADER.format("Homesteaders") + text, encoding="utf-8")
    assert read(file)[1] == ()


LAID_ANEW = [
    ("Homesteaders", "lots of Auction 1, city:\n    lot Mill: may build any"),
    ("Homesteaders", "lots of Auction 2, settlement:\n    lot Mill: may build any"),
    ("Agricola Family", "spaces of Rounds, first:\n    space Pond: 1 person: gain 1 food"),
]


@pytest.mark.parametrize(("game", "text"), LAID_ANEW)
def test_a_stack_that_is_laid_as_the_hint_says_is_right(
    game: str, text: str, tmp_path: Path
) -> None:
    file = tmp_path / "slip.rules"
    file.write_text(HEADER.format(game) + text, encoding="utf-8")
    (found,) = read(file)[1]
    line = found.hint.partition(": ")[2]
    file.write_text(f"{HEADER.format(game)}{text}\n{line}\n", encoding="utf-8")
    assert read(file)[1] == ()


SKY = (
    "piece weather/weathers:\n    labels: dry\n    stacks: Sky\n    moments: heat\n"
    "after setup: shuffle Sky face down\nafter prepare: turn up 1 weather of each stack\n"
)
WRITTEN_INTO_A_PHASE = {
    "exchange cut: 1 wood -> 1 food, when offered": "W515",
    "building Hut:\n    settlement, residential\n    cost 1 wood\n    1 gold: gain 1 wood": "W513",
    "more of piece building:\n    places: attic": "W540",
    "more of piece lot:\n    stacks: Extra\nlots of Extra:\n    lot Mill: do nothing": "W516",
    f"{SKY}weathers of Sky, dry:\n    weather Sun: lot 1 also gives: gain 1 wood": "W517",
    f"{SKY}weathers of Sky, dry:\n    weather Sun: heat: gain 1 wood": "W517",
    "more of piece lot:\n    moments: luck\n"
    "lots of Auction 1, settlement:\n    replace lot A1-S1: luck: gain 1 wood": "W517",
}


@pytest.mark.parametrize("text", WRITTEN_INTO_A_PHASE)
def test_what_a_pack_is_to_write_into_a_phase_is_a_line_of_its_own(
    text: str, tmp_path: Path
) -> None:
    file, code = tmp_path / "slip.rules", WRITTEN_INTO_A_PHASE[text]
    file.write_text(HEADER.format("Homesteaders") + text, encoding="utf-8")
    (hint,) = [each.hint for each in read(file)[1] if each.code == code]
    line = hint.partition("add a line: ")[2]
    file.write_text(f"{HEADER.format('Homesteaders')}{text}\n{line}\n", encoding="utf-8")
    found = read(file)[1]
    assert not [each for each in found if each.is_error or each.code == code]


QUICK = (
    "option quick: no\n    Six rounds.\nwith quick: replace play:\n    setup\n"
    "    rounds 1-6: prepare, income, bidding, building\n    final round: income, settling\n"
)
BUSH = "spaces of Rounds, {}:\n    space Berry Bush: 1 person: gain 1 food\n"
LAYERS = (
    "stack Rounds face down: {} first on 3 second on 2 third on 2 fourth on 2 fifth on {} sixth"
)
DRAWN = [
    (
        "Homesteaders",
        QUICK,
        "with quick: with 4 players: after setup: stack Auction 3 face down: "
        "4 settlement on 2 town",
        "10 lots lie in Auction 3, and 6 are turned up with quick, with 4 players",
    ),
    (
        "Homesteaders",
        f"{QUICK}after setup: stack Auction 2 face down: 4 settlement on 4 town on 2 city\n"
        "with 4 players: after setup: stack Auction 3 face up\n",
        "with quick: stack Auction 2 face down: 4 settlement on 2 town",
        "10 lots lie in Auction 2, and 6 are turned up with quick",
    ),
    (
        "Agricola",
        f"{BUSH.format('first')}after setup: {LAYERS.format(5, 1)}\n",
        LAYERS.format(4, 1),
        "15 spaces lie in Rounds, and 14 are turned up",
    ),
    (
        "Agricola",
        f"{BUSH.format('sixth')}after setup: {LAYERS.format(4, 2)}\n",
        LAYERS.format(4, 1),
        "15 spaces lie in Rounds, and 14 are turned up",
    ),
]


@pytest.mark.parametrize(("game", "text", "line", "message"), DRAWN)
def test_where_a_layer_has_too_many_the_line_that_lays_the_stack_anew_is_right(
    game: str, text: str, line: str, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "slip.rules"
    file.write_text(HEADER.format(game) + text, encoding="utf-8")
    (found,) = [each for each in read(file)[1] if each.message == message]
    assert found.hint == f"say how many are drawn of each: {line}"
    added = line if "after" in line else f"after setup: {line}"
    if not line.startswith("with"):
        text = "".join(each for each in text.splitlines(True) if "after" not in each)
    elif "after" not in line:
        added = line.replace("with quick: ", "with quick: after setup: ")
    file.write_text(f"{HEADER.format(game)}{text}{added}\n", encoding="utf-8")
    assert not [each for each in read(file)[1] if each.is_error or each.message == message]


def test_a_lot_that_is_replaced_belongs_below_the_line_that_the_other_had(tmp_path: Path) -> None:
    file = tmp_path / "slip.rules"
    text = "replace lot A2-C1: may build any\n"
    file.write_text(HEADER.format("Homesteaders") + text, encoding="utf-8")
    (found,) = [each for each in read(file)[1] if each.code == "W523"]
    heading = found.hint.removeprefix("put it below a line like: ")
    assert heading == "lots of Auction 2, city:"
    better = f"{heading}\n    {text}"
    file.write_text(HEADER.format("Homesteaders") + better, encoding="utf-8")
    assert read(file)[1] == ()


def test_what_one_sort_adds_to_lots_is_not_collected_with_what_another_adds(tmp_path: Path) -> None:
    file = tmp_path / "slip.rules"
    text = f"{SKY}weathers of Sky, dry:\n    weather Sun: lot 1 also gives: gain 1 wood\n"
    file.write_text(HEADER.format("New Beginnings") + text, encoding="utf-8")
    (found,) = [each for each in read(file)[1] if each.code == "W517"]
    assert found.hint == "add a line: after resolve the lot: collect what the weather also gives"


EXCHANGES = {
    "public gem/gems: 5 ruby/rubies\nexchange cut: 1 ruby -> 2 coins\n"
    "whenever you cut: gain 1 note": ["W538 2", "W581 3"],
    "exchange cut: 1 coin -> 1 note, when offered\nwhenever you cut: gain 1 note": [
        "W515 1",
        "W581 2",
    ],
    "exchange cut: 1 coin -> 1 note, when offered\n"
    "after picking: each player: trade freely, also cut\nwhenever you cut: gain 1 note": [],
    "exchange cut: 1 coin -> 1 note, when offered\nafter picking: each player: cut freely\n"
    "whenever you cut: gain 1 note": [],
    "exchange cut: 1 coin -> 1 note, when offered\nyield: may cut\n"
    "whenever you cut: gain 1 note": [],
}


@pytest.mark.parametrize("text", EXCHANGES)
def test_what_waits_for_an_exchange_that_is_never_used(text: str, tmp_path: Path) -> None:
    _, diagnostics = orchard(tmp_path, text)
    assert [f"{each.code} {each.span.line}" for each in diagnostics] == EXCHANGES[text]


def test_an_event_without_a_label_is_never_drawn(tmp_path: Path) -> None:
    file = tmp_path / "slip.rules"
    text = "with events:\n    events of Events:\n        event Rush: do nothing"
    file.write_text(HEADER.format("New Beginnings") + text, encoding="utf-8")
    (found,) = read(file)[1]
    assert (found.code, found.span.line, found.span.column) == ("W533", 4, 9)
    file.write_text(
        HEADER.format("New Beginnings") + text.replace("Events:", "Events, settlement:"),
        encoding="utf-8",
    )
    assert read(file)[1] == (), "what the hint says is the way out"


AVENUE = "lots of Auction 4, city:\n    lot Avenue: gain 1 wood\n"
LAYERS = "stack Auction 4 face down: 4 settlement on 4 town on 2 city"


def test_what_lies_in_a_stack_at_some_tables_is_told_with_the_players(tmp_path: Path) -> None:
    """The fourth auction is there with five players; whoever lays it with fewer lays one lot."""
    file = tmp_path / "slip.rules"
    header = HEADER.format("New Beginnings")

    def told(text: str) -> list[tuple[str, str, str]]:
        file.write_text(f"{header}{AVENUE}{text}", encoding="utf-8")
        return [(each.code, each.message, each.hint) for each in read(file)[1]]

    ((code, message, hint),) = told("")
    assert (code, message) == (
        "W534",
        "11 lots lie in Auction 4, and 10 are turned up with 5 players",
    )
    assert hint == f"say how many are drawn of each: with 5 players: after setup: {LAYERS}"
    assert told(f"with 5 players: after setup: {LAYERS}") == []
    ((code, message, _),) = told(f"after setup: {LAYERS}")
    assert code == "W535"
    assert message.startswith("1 lot lies in Auction 4, and 10 are turned up with 2-4 players: ")


MILL = "lots of Auction 1, settlement:\n    lot Old Mill: gain 1 wood\n"
OPEN = "shuffle Auction 1 face up: {}settlement on 4 town on 2 city"


@pytest.mark.parametrize("laid", ["", f"after setup: {OPEN.format('')}\n"])
def test_a_stack_that_lies_open_is_laid_open_again(tmp_path: Path, laid: str) -> None:
    file = tmp_path / "slip.rules"
    file.write_text(HEADER.format("Homesteaders") + laid + MILL, encoding="utf-8")
    (found,) = read(file)[1]
    assert found.code == "W534"
    assert found.hint.endswith(f": {OPEN.format('4 ')}")


@pytest.mark.parametrize(
    ("lain", "face"), [("stack Row face up", "up"), ('stack "second row" face down', "down")]
)
def test_a_stack_that_is_never_laid_is_laid_as_those_beside_it(
    tmp_path: Path, lain: str, face: str
) -> None:
    others = {"    stack Row face up\n": "", '    stack "second row" face down\n': ""}
    added = f'after planting: {lain}\nmore of piece stall:\n    stacks: "third row"\n'
    _, found = orchard(tmp_path, added, **others)
    hints = [each.hint for each in found if each.message == "third row is never stacked"]
    assert hints == [f'write in a phase: stack "third row" face {face}']


APART = {
    "stack Auction 1 face down: settlement on town on city": (
        "W534",
        "11 lots lie in Auction 1, and 10 are turned up with 2 and 4 players",
    ),
    "stack Auction 1 face up: 4 settlement on 3 town on 2 city": (
        "W535",
        "9 lots lie in Auction 1, and 10 are turned up with 2 and 4 players: "
        "the last one then lies there again",
    ),
}


@pytest.mark.parametrize("laid", APART)
def test_numbers_of_players_that_do_not_follow_each_other_are_told_apart(
    laid: str, tmp_path: Path
) -> None:
    file = tmp_path / "slip.rules"
    text = HEADER.format("Homesteaders") + "lots of Auction 1, city:\n    lot Mill: do nothing\n"
    text += "after setup: with 3 players: stack Auction 1 face up: 4 settlement on 3 town on city\n"
    for players in (2, 4):
        text += f"with {players} players: after setup: {laid}\n"
    file.write_text(text, encoding="utf-8")
    (found,) = read(file)[1]
    assert (found.code, found.message) == APART[laid]
    if found.code == "W534":
        assert "with 2 players: stack Auction 1 face down: 4 settlement on" in found.hint


CARDS = """\
piece family/families:
    places: drawer, players
each player may own 1 family of each name
family Poet:
    1 copy for each player
    worth 1 point
    scores 1 point per rail
after setup: each player: take any family
"""
COUNTED = """\
replace scoring in points:
    buildings: what is printed on buildings, what buildings score
    families: what families score, what is printed on families
    debt: -1 per debt
    tie: most silver
"""
ADDED = """\
more of scoring:
    families: what families score, what is printed on families
"""


def test_what_cards_score_counts_only_where_the_scoring_says_so(tmp_path: Path) -> None:
    file = tmp_path / "slip.rules"
    file.write_text(HEADER.format("Homesteaders") + CARDS, encoding="utf-8")
    printed, scored = read(file)[1]
    assert (printed.code, printed.span.line) == ("W586", 7)
    assert printed.hint.endswith(
        "scoring: and below it, indented: families: what is printed on families"
    )
    assert (scored.code, scored.span.line) == ("W586", 8)
    assert scored.hint.endswith("scoring: and below it, indented: families: what families score")
    for counted in (COUNTED, ADDED):
        file.write_text(HEADER.format("Homesteaders") + CARDS + counted, encoding="utf-8")
        assert read(file)[1] == ()


def test_what_cards_are_worth_in_a_game_that_counts_nothing_printed_is_told(tmp_path: Path) -> None:
    game = """\
game Shells, version 1, for 2-4 players
public shell/shells: 40 pearl/pearls
piece card/cards:
    places: drawer, players
each player may own 1 card of each name
card Cowrie:
    1 copy for each player
    worth 2 pearls
play:
    setup
    rounds 1-3: work
phase setup: each player: take Cowrie
phase work: each player, from the start player: gain 1 pearl
scoring in pearls:
    pearls: 1 per pearl
    tie: most pearls
"""
    file = tmp_path / "shells.rules"
    file.write_text(game, encoding="utf-8")
    (found,) = read(file)[1]
    assert (found.code, found.span.line) == ("W586", 8)
    file.write_text(f"{game}more of scoring:\n    cards: what is printed on cards\n", "utf-8")
    assert read(file)[1] == ()


def test_a_scoring_that_replaces_all_lines_for_one_is_told_what_it_drops(tmp_path: Path) -> None:
    """The pieces stand in the game, and the slip in the pack: it is told there."""
    text = "replace scoring in points:\n    families: 1 per worker\n    debt: -1 per debt\n"
    file = tmp_path / "slip.rules"
    file.write_text(HEADER.format("Homesteaders") + text, encoding="utf-8")
    (lost,) = read(file)[1]
    assert (lost.code, lost.span.line) == ("W586", 2)
    assert lost.message.endswith("bring no points at the end any more")
    line = "buildings: what is printed on buildings, what buildings score"
    assert lost.hint.endswith(f"if that one was to stay, add: {line}")
    file.write_text(f"{HEADER.format('Homesteaders')}{text}    {line}\n", encoding="utf-8")
    assert read(file)[1] == ()


GIVEN = {
    "after setup: each player: take Hat": "2 times with 2 players, and there is 1 copy",
    "after setup: each player: take any wide hat": "3 times with 3 players, and there are 2 copies",
    "after setup: each player: take a random hat": "4 times with 4 players, and there are 3 copies",
    "action dress: take Hat\nafter setup: each player: dress": "2 times with 2 players",
    "after setup: with 2 players: each player: take any wide hat": "",
    "after setup: 3 times: take any hat": "",
    "after setup: each player: may take Hat": "",
    "income: take Hat": "",
}
HATS = """\
piece hat/hats:
    labels: wide, small
    places: drawer, players
    moments: income
each player may own 1 hat of each name
hat Hat: small
hat Bonnet: wide
hat Cap: wide
before income: each player: may take any hat
"""


@pytest.mark.parametrize("text", GIVEN)
def test_there_is_one_for_each_player_of_what_all_are_given(text: str, tmp_path: Path) -> None:
    file = tmp_path / "slip.rules"
    file.write_text(HEADER.format("Homesteaders") + HATS + text, encoding="utf-8")
    told = [each.message for each in read(file)[1] if each.code == "W589"]
    assert len(told) == bool(GIVEN[text])
    assert all(GIVEN[text] in message for message in told)


DEALT = """\
piece smith/smiths:
    places: drawer, players
    moments: start
each player may own 1 smith of each name
smith Anvil:
    1 copy for each player
    start: gain 1 steel
"""
COLLECTED = {
    "after setup: each player: take a random smith": "setup",
    "action deal: take Anvil\nafter setup: each player: deal": "setup",
    "after income: each player: take any smith": "prepare",
    "after setup: each player: may take Anvil\n"
    "after income: each player: take any smith": "prepare",
}


@pytest.mark.parametrize("text", COLLECTED)
def test_what_cards_give_at_the_start_is_collected_where_they_are_dealt(
    text: str, tmp_path: Path
) -> None:
    """And not in each round: the line that is proposed is right as it stands."""
    file = tmp_path / "slip.rules"
    file.write_text(f"{HEADER.format('Homesteaders')}{DEALT}{text}\n", encoding="utf-8")
    (found,) = read(file)[1]
    line = found.hint.removeprefix("add a line: ")
    each = "each player, from the start player"
    assert (found.code, line) == ("W517", f"after {COLLECTED[text]}: {each}: collect start")
    file.write_text(f"{HEADER.format('Homesteaders')}{DEALT}{text}\n{line}\n", encoding="utf-8")
    assert read(file)[1] == ()
