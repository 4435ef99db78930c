"""The page: whole, offline, and bound to the protocol; it makes no HTML of anything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from homesteaders_rules import load
from homesteaders_rules.commands.definitions.pieces import Piece
from homesteaders_rules.paths import PACKAGE
from homesteaders_rules.workshop import protocol
from play import typings
from play.schemas import SCHEMAS

PAGE = PACKAGE / "workshop" / "page"
FILES = sorted(PAGE.iterdir())
SCRIPTS = [file for file in FILES if file.suffix == ".js"]
PICTURES = "http://www.w3.org/2000/svg"


def text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@pytest.mark.wheel
def test_all_that_is_named_is_there() -> None:
    names = {file.name for file in FILES}
    named = re.findall(r'(?:href|src)="([^"#:]+)"', text(PAGE / "index.html"))
    assert len(named) >= 4
    for script in SCRIPTS:
        named += re.findall(r'from "\./([^"]+)"', text(script))
    assert {*named} <= names
    assert names - {"index.html", typings.FILE.name} == {*named}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_nothing_comes_from_elsewhere_and_nothing_becomes_code(file: Path) -> None:
    written = text(file).replace(PICTURES, "")
    assert not re.search(r"https?://\w", written)
    unsafe = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
    assert not re.search(unsafe, written)
    assert not re.search(r'style="|<script>|\son\w+="', written)


def test_every_question_is_one_of_the_protocol() -> None:
    asked = {
        name for script in SCRIPTS for name in re.findall(r'\b(?:ask|about)\("(\w+)"', text(script))
    }
    assert asked == {protocol.called(kind) for kind in protocol.REQUESTS}


def test_the_types_of_the_page_are_those_of_the_protocol() -> None:
    """Otherwise: make golden."""
    assert text(typings.FILE) == typings.page()


DEFS = SCHEMAS["workshop"]()["$defs"]
VIEW = SCHEMAS["view"]()["properties"]
PLAYER = VIEW["players"]["items"]["properties"]
SCHEMA_OF = {
    "card": DEFS["CardInfo"]["properties"],
    "cell": PLAYER["grid"]["items"]["properties"],
    "checked": DEFS["Checked"]["properties"] | {"broken": {}},
    "due": PLAYER["due"]["items"]["properties"],
    "example": DEFS["ExampleTold"]["properties"],
    "finding": DEFS["Finding"]["properties"],
    "lot": VIEW["lots"]["items"]["properties"],
    "option": DEFS["OptionInfo"]["properties"],
    "player": PLAYER,
    "refusal": DEFS["RefusalInfo"]["properties"] | {"opens": {}},
    "score": DEFS["ScoreInfo"]["properties"],
    "setting": DEFS["SettingInfo"]["properties"],
    "space": VIEW["map"]["items"]["properties"],
    "table": DEFS["Table"]["properties"] | {"game": {}},
    "view": VIEW,
    "way": DEFS["WayInfo"]["properties"],
}
"""What the page calls what it is told, with its fields, and those that the page adds."""


@pytest.mark.parametrize("name", SCHEMA_OF)
def test_the_page_asks_for_nothing_that_it_is_not_told(name: str) -> None:
    """A field that is not there is drawn as undefined, and nothing complains."""
    said = "\n".join(text(script) for script in SCRIPTS)
    asked = {*re.findall(rf"(?<![.\w\"]){name}\??\.(\w+)", said)}
    assert asked
    assert asked - {*SCHEMA_OF[name]} == set()


@pytest.mark.parametrize("pack", ["homesteaders", "montana", "agricola"])
def test_no_thing_of_a_game_is_named(pack: str) -> None:
    """A page that knows a piece of one game would not draw those of others."""
    said = " ".join(text(script) for script in SCRIPTS)
    names = {each.name for each in load(pack).of(Piece)}
    found = {name for name in names if re.search(rf"\b{re.escape(name)}\b", said)}
    assert found == set()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda file: file.name)
def test_scripts_are_short_and_say_what_they_are(script: Path) -> None:
    lines = text(script).splitlines()
    assert lines[0].startswith("// ")
    assert len(lines) < 500
