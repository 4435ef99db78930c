"""Slips of authors: each has its place, its cause and its way out, and the way out leads out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from attrs import frozen
from hypothesis import given, strategies

from homesteaders_rules.language.loader import read
from homesteaders_rules.language.slips.synonyms import SAID, Synonym, key_of, synonyms
from language.texts import pack, planted
from sizes import some

if TYPE_CHECKING:
    from homesteaders_rules.language.messages.diagnostics import Diagnostic

CORPUS = Path(__file__).parent / "slips"
HEADER = "pack Slip, version 1, extends Orchard\n\n"
TREE = "tree Fig:\n"
RENAMED = re.compile(r'did you mean "([^"]+|"[^"]+")"\?')
REWRITTEN = re.compile(r"^write: (.*)$")


@frozen
class Slip:
    """A broken text, where its finding may begin, and what it must say."""

    name: str
    text: str
    line: int
    columns: range
    cause: tuple[str, ...]
    fix: tuple[str, ...]
    right: str = ""


def slips(file: str) -> list[Slip]:
    """All slips of a file of the corpus."""
    blocks = re.split(r"\n+== ", (CORPUS / file).read_text(encoding="utf-8"))[1:]
    return [_slip(*block.partition("\n")[::2]) for block in blocks]


def _slip(title: str, body: str) -> Slip:
    name, cause, fix = (part.strip() for part in title.split("|"))
    text, _, right = body.rstrip("\n").partition("\n=> ")
    if not re.match(r"«?(pack|game)\b", text, re.IGNORECASE) and "extends Orchard" not in text:
        text = f"{HEADER}{TREE if text.startswith('    ') else ''}{text}"
    start, end = text.find("«"), text.find("»") - 1
    text = text.replace("«", "").replace("»", "") + "\n"
    begin = text.rfind("\n", 0, max(start, 0)) + 1
    columns = range(start - begin + 1, max(start, end) - begin + 2)
    line = text.count("\n", 0, max(start, 0)) + 1
    words = (tuple(each for each in part.split("/") if each) for part in (cause, fix))
    return Slip(name, text, line, columns, *words, right)


def findings(folder: Path, text: str) -> tuple[Diagnostic, ...]:
    """What is said about the text as a pack beside Orchard."""
    planted(folder)
    return read(pack(folder, "slip", text))[1]


def followed(text: str, found: Diagnostic) -> str:
    """The text of an author who does to the letter what a finding says; empty if it says nothing.

    In the place of what is marked comes what was meant; in the place of a line its better form.
    What is said to leave something wrong is not followed.
    """
    lines = text.split("\n")
    line = lines[found.span.line - 1]
    if "then this is wrong" in found.hint:
        return ""
    rewritten = REWRITTEN.search(found.hint)
    renamed = RENAMED.search(found.message) or RENAMED.search(found.hint)
    if rewritten:
        better = line[: len(line) - len(line.lstrip())] + rewritten[1]
    elif renamed:
        better = line[: found.span.column - 1] + renamed[1] + line[found.span.end_column - 1 :]
    else:
        return ""
    lines[found.span.line - 1] = better
    return "\n".join(lines)


SLIPS = [
    *slips("slips.txt"),
    *slips("packs.txt"),
    *slips("followed.txt"),
    *some(slips("shipped.txt"), 60),
]


def misses(folder: Path, slip: Slip) -> list[str]:
    """What is wrong with what is said about a slip."""
    found = findings(folder, slip.text)
    if not slip.cause:
        return [str(each) for each in found]
    if not found:
        return ["nothing is said"]
    first, missed = found[0], []
    if Path(first.span.file).name != "slip.rules":
        return ["file", *map(str, found)]
    if first.span.line != slip.line:
        missed.append("line")
    if first.span.column not in slip.columns:
        missed.append("column")
    said = f"{first.message}\n{first.hint}".lower()
    missed += ["cause"] * (not any(word.lower() in said for word in slip.cause))
    missed += ["fix"] * (not any(word.lower() in said for word in slip.fix))
    missed += ["more than one finding"] * (len(found) > 1)
    text = followed(slip.text, first)
    if text:
        missed += [f"followed: {each}" for each in findings(folder, text) if each.is_error]
    if slip.right and slip.right not in [line.strip() for line in text.split("\n")]:
        missed.append("way out")
    return [*missed, *map(str, found)] if missed else []


@pytest.mark.parametrize("slip", SLIPS, ids=[slip.name for slip in SLIPS])
def test_a_slip_is_told_with_its_place_its_cause_and_the_way_out(
    tmp_path: Path, slip: Slip
) -> None:
    assert misses(tmp_path, slip) == []


@pytest.mark.parametrize(
    "line", ["good plum: 12", "goods: 12 plum", "new goods: 12 plum", "12 plum"]
)
def test_a_good_without_its_group_is_led_to_it_and_to_its_price(tmp_path: Path, line: str) -> None:
    (found,) = findings(tmp_path, f"{HEADER}{line}\n")
    assert found.hint.startswith("say it so: hidden fruit/fruits: 12 plum; then this is wrong: ")
    better = f"{HEADER}hidden fruit/fruits: 12 plum\n"
    (priced,) = findings(tmp_path, better)
    assert found.hint.endswith(priced.message)
    assert (priced.code, Path(priced.span.file).name) == ("E305", "slip.rules")
    assert (priced.span.line, priced.span.column) == (3, 25)
    assert priced.hint == "write prices: and below it, indented: plum: 1 coin"
    best = f"{better}prices:\n    plum: 1 coin\nyield: gain 1 plum\n"
    assert findings(tmp_path, best) == ()


@pytest.mark.parametrize(("more", "is_tried"), [(9, True), (10, False)])
def test_of_many_errors_none_is_followed(tmp_path: Path, more: int, is_tried: bool) -> None:
    wrong = "after fair: gain 1 cion\n" * more
    first, *others = findings(tmp_path, f"{HEADER}good plum: 12\n{wrong}")
    assert ("then this is wrong" in first.hint) is is_tried
    assert [each.span.line for each in others] == [*range(4, 4 + more)]


def test_what_the_table_says_is_made_of_what_was_written() -> None:
    """Each group of a pattern that a synonym puts into its words is there."""
    lacking = [
        each
        for each in synonyms()
        if any(int(group[1]) >= each.compiled.groups for group in SAID.finditer(each.said))
    ]
    assert lacking == []


@given(strategies.sampled_from(synonyms()), strategies.data())
def test_what_a_pattern_finds_has_its_key(synonym: Synonym, data: strategies.DataObject) -> None:
    """Without it the pattern would not even be compiled."""
    found = data.draw(strategies.from_regex(f"({synonym.pattern})"))
    assert synonym.key in found


@pytest.mark.parametrize(
    ("pattern", "key"),
    [
        ("costs?:? ", "cost"),
        ("(?:repeat|do(?: this)?) (\\d+) times:", "times"),
        ("at|during", ""),
        ("[a-z]+{2}x?", ""),
        ("(?:on (?:building|placing)) it{0,2}( here)?", "i"),
    ],
)
def test_the_key_of_a_pattern_is_sure_to_be_found(pattern: str, key: str) -> None:
    assert key_of(pattern) == key
