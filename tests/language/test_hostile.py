"""Whatever stands in a rule file, the answer is rules or findings: never another exception."""

from __future__ import annotations

import random
from collections.abc import Sequence
from cProfile import Profile
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homesteaders_rules.language.loader import compiled, read
from homesteaders_rules.language.messages.diagnostics import Diagnostic
from homesteaders_rules.language.packs.discovery import Place
from homesteaders_rules.language.packs.resolving import Bundled, Library
from homesteaders_rules.language.reading.parser import parse_source
from homesteaders_rules.language.reading.sources import read_text
from language.texts import GAMES, ORCHARD, RULES
from sizes import THOROUGH, size

FILES = sorted(path for path in RULES.rglob("*.rules") if path.parent.name != "examples")
GAME = sorted((RULES / "homesteaders").glob("*.rules"))
SMALL = GAMES / "orchard.rules"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the game that the tests spoil."""
    return tmp_path_factory.mktemp("spoilt")


def check(data: bytes, name: str, folder: Path, game: Sequence[Path]) -> None:
    """Read a game one of whose files has other contents."""
    folder = folder / game[0].parent.name
    folder.mkdir(exist_ok=True)
    for path in game:
        (folder / path.name).write_bytes(data if path.name == name else path.read_bytes())
    rules, diagnostics = read(folder)
    assert (rules is None) == any(d.is_error for d in diagnostics)
    check_places(diagnostics, data.decode("utf-8", "replace"), name)


def check_places(found: tuple[Diagnostic, ...], text: str, name: str) -> None:
    """Every finding can be shown, and lies in the file."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for diagnostic in found:
        assert diagnostic.render()
        assert diagnostic.to_json()["code"]
        span = diagnostic.span
        if Path(span.file).name == name and diagnostic.line_text:
            assert 1 <= span.line <= len(lines)
            assert 1 <= span.column <= len(lines[span.line - 1]) + 2
            assert (span.end_line, span.end_column) > (span.line, span.column)


@pytest.mark.parametrize("path", FILES, ids=[f"{p.parent.name}/{p.name}" for p in FILES])
def test_a_file_cut_off_after_each_line(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    start = 0
    each = size(16, 1)
    for end in range(1, len(lines)):
        if lines[end - 1] and not lines[end - 1].startswith((" ", "#")):
            start = end - 1
        if end % each:
            continue
        text = "\n".join([*lines[start : end - 1], lines[end - 1][: len(lines[end - 1]) // 2]])
        source, _ = read_text(text, path.name)
        if source is not None:
            _, found = parse_source(source)
            check_places(tuple(found), text, path.name)


@pytest.mark.parametrize("path", GAME, ids=[path.name for path in GAME])
def test_a_game_with_a_file_cut_off(path: Path, copy: Path) -> None:
    data = path.read_bytes()
    chance = random.Random(path.name)
    for _ in range(size(1, 6)):
        check(data[: chance.randrange(len(data))], path.name, copy, GAME)


MANY = size(1_000, 5_000)
NONSENSE = [
    b"\x00" * 1000,
    bytes(range(256)) * 4,
    b"game " * 2000,
    b"game X, version 1, for 2 players\n" * 3,
    b"(" * 5000,
    b'"' * 999,
    b"with slow trees: " * 50,
    b"action a: " + b"may " * 240,
    b"action b: pay 1 apple " + b"to pay 1 apple " * 60,
    b"action b: " + b"gain 1 apple, " * 70,
    b"action b: " + b"lend or " * 90 + b"lend",
    b"action b:\n" + b"".join(b" " * n + b"if you built:\n" for n in range(1, 200)),
    b"action b:\n" + b"    lend\n" * MANY,
    b"action b:\n" + b"    gian 1 apple\n" * MANY,
    b"\n".join(
        b"action x%s: gain 1 aple" % bytes([97 + n % 26]) * (n % 40 + 1) for n in range(500)
    ),
    b"tree \n" * (MANY // 2),
    b" " * 100_000 + b"x",
    b"x" * 900_000,
    b"set slow trees: yes\n" * MANY,
    "piece ǅ/ﬀ:\n    labels: ß\n".encode(),
    "tree Ångström:\n    early\n".encode(),
    b"track T, for all: " + b"1, " * 200 + b"2\n",
    b"replace replace with 2 players: replace remove tree Sapling\n",
    b"remove remove tree Sapling\nremove game Orchard\nreplace game Sapling, version 1\n",
    b"with 2 players: game X, version 1, for 2 players\n",
]


@pytest.mark.parametrize("number", range(len(NONSENSE)))
def test_nonsense_in_one_file(number: int, copy: Path) -> None:
    if THOROUGH or number % 3 == 0:
        check(NONSENSE[number], SMALL.name, copy, [SMALL])
    check(NONSENSE[number] + b"\n" + SMALL.read_bytes(), SMALL.name, copy, [SMALL])


@settings(max_examples=size(16, 300))
@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    source, found = read_text(text, "x")
    if source is not None:
        found = [*found, *parse_source(source)[1]]
    check_places(tuple(found), text, "x")


WORDS = sorted({word for path in GAME for word in path.read_text("utf-8").split()})
LINES = sorted({line for path in GAME for line in path.read_text("utf-8").split("\n")})


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """Orchard with some lines and words lost, doubled, moved or exchanged."""
    lines = ORCHARD.split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(1, len(lines) - 1))
        words = lines[at].split(" ")
        inside = draw(st.integers(0, len(words) - 1))
        match draw(st.integers(0, 6)):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, draw(st.sampled_from(lines)))
            case 2:
                lines.insert(at, draw(st.sampled_from(LINES)))
            case 3:
                words[inside] = draw(st.sampled_from(WORDS))
                lines[at] = " ".join(words)
            case 4:
                del words[inside]
                lines[at] = " ".join(words)
            case 5:
                lines[at] = " " * draw(st.integers(0, 9)) + lines[at].lstrip()
            case _:
                place = draw(st.integers(0, len(lines[at])))
                character = draw(st.characters(exclude_categories=["Cs"]))
                lines[at] = lines[at][:place] + character + lines[at][place + 1 :]
    return "\n".join(lines)


@settings(max_examples=size(16, 300))
@given(text=spoilt())
def test_a_spoilt_game(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("spoilt") / "spoilt.rules"
    path.write_text(text, encoding="utf-8")
    rules, diagnostics = read(path)
    assert (rules is None) == any(d.is_error for d in diagnostics)
    check_places(diagnostics, text, path.name)


ORDINARY = """\
tree Willow {1}:
    early, tall
    cost 1 apple, 1 coin
    yield: gain 1 coin
    1 helper: gain 1 pearl
    whenever you trade {0}: gain 1 apple
    exchange: 1 note, 1 pearl -> 1 pear
stalls of Row, small:
    stall Booth {1}:
        may build early or late
        treat: may pay 1 coin to gain 1 pearl
option choice {0}: no
    A text.
with choice {0}: after fair: do nothing
action walk {0}:
    if you have 3 or more coins: pay 1 coin, then gain 1 apple
    otherwise: gain 1 coin
action ride {0}: gain 1 apple or gain 1 pear
whenever you trade {0}: gain 2 notes
whenever a player trades {0}: gain 1 note
whenever you gain a pearl: gain 1 coin
exchange trade {0}: 1 star, 2 pearls -> 2 coins
before fair: if you have 5 or more apples: pay 1 coin to walk {0}
after fair: ride {0}
track "Path {1}", for all: 1, 2
"""
GROWING = {
    "ordinary": ORDINARY,
    "triggers": "whenever you gain a apple: thing aaa\n",
    "conditions": "option choice {0}: no\n    A text.\nwith choice {0}: after fair: do nothing\n",
    "actions": "action thing {0}: gain 1 coin\n",
    "chain": "action thing {0}: gain 1 coin\nafter fair: thing {0}\n",
    "exchanges": "exchange swap {0}: 1 apple -> 1 pear\n",
}


HEADS = {
    "triggers": "action thing aaa: do nothing\n",
    "ordinary": "public shell/shells: 9 pearl/pearls\n",
}


def calls_to_read(text: str) -> int:
    """How many calls it takes to read a text: a measure of time that no other process disturbs."""
    source, _ = read_text(ORCHARD + text, "orchard.rules")
    assert source is not None
    place = Place(Path("orchard.rules"), "orchard.rules")
    library = Library([Bundled(place, (source,), place.path)])
    counted = Profile()
    rules, diagnostics = counted.runcall(compiled, library)
    assert rules is not None, diagnostics
    return sum(each.callcount for each in counted.getstats())


@pytest.mark.parametrize("kind", GROWING)
def test_reading_takes_time_in_proportion_to_the_text(kind: str, every_table: None) -> None:
    def lines(count: int) -> str:
        # Words that no other text has, since a definition that was read before is known.
        letters = ("".join(chr(ord("a") + int(d)) for d in f"{count}{n:03}") for n in range(count))
        return HEADS.get(kind, "") + "".join(GROWING[kind].format(n, n.title()) for n in letters)

    calls_to_read(lines(1))  # What is made once for all texts.
    count = size(12, 100) if kind != "ordinary" else size(6, 25)
    nothing, few, many = (calls_to_read(lines(n)) for n in (1, 1 + count, 1 + 4 * count))
    # What is linked for a trial is a smaller part of many ordinary definitions.
    most = 4 if kind == "ordinary" else 5
    assert (many - nothing) / (few - nothing) < most


def test_actions_that_double_and_double_again(tmp_path: Path) -> None:
    names = [f"thing {'ab'[n // 10 % 2]}{chr(ord('a') + n % 10)}{'x' * n}" for n in range(60)]
    text = f"action {names[0]}: gain 1 coin\n"
    for one, two in pairwise(names):
        text += f"action {two}: {one}, then {one}\n"
    game = tmp_path / "game.rules"
    game.write_text(f"{ORCHARD}{text}whenever you gain a apple: {names[-1]}\n")
    assert "E515" in {d.code for d in read(game)[1]}
