"""Every code is explained: by words, by a wrong text with its exact message, and by a right one."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest
from attrs import evolve

from homesteaders_rules.language.loader import read
from homesteaders_rules.language.messages.codes import Code, catalogue
from homesteaders_rules.language.messages.diagnostics import Diagnostic
from language.diagnostics_page import INTRODUCTION, PAGE, ROOT, ending, found_by, found_in, put
from language.diagnostics_page import section as section_of

CODE = re.compile(r"[EW]\d{3}")
AS_STRING = re.compile(r"""["'][EW](\d{3}["']|\{)""")
"""What stands in a module that has a code: others need not be parsed."""
TEXT = PAGE.read_text(encoding="utf-8")
ENTRIES = list(catalogue().values())
of_each = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
of_each_text = pytest.mark.parametrize(
    "entry", [entry for entry in ENTRIES if not entry.situation], ids=lambda entry: entry.code
)


def codes_in(path: Path) -> set[str]:
    """The codes in a module; they stand in strings of their own, so that all of them are found."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(value=str(text)) if CODE.fullmatch(text):
                found.add(text)
            case ast.JoinedStr(values=[ast.Constant(value=str(text)), ast.FormattedValue(), *_]):
                assert text not in ("E", "W"), f"{path}:{node.lineno}: a code that is put together"
            case _:
                pass
    return found


@pytest.mark.tree
def test_the_catalogue_has_the_codes_that_are_used_and_no_others() -> None:
    modules = sorted((ROOT / "src" / "homesteaders_rules").rglob("*.py"))
    used = set().union(*(codes_in(path) for path in modules if AS_STRING.search(path.read_text())))
    assert sorted(used - set(catalogue())) == [], "write an entry in language/messages/catalogue"
    assert sorted(set(catalogue()) - used) == [], "nothing is ever reported with these"


@pytest.mark.wheel
def test_every_entry_is_complete() -> None:
    assert len(ENTRIES) > 100
    for entry in ENTRIES:
        assert CODE.fullmatch(entry.code)
        assert entry.title[:1].isupper() or entry.title.startswith('"'), entry
        assert entry.why.endswith("."), entry
        assert bool(entry.situation) != bool(entry.wrong and entry.right), entry


@of_each
def test_what_is_wrong_is_told_as_the_page_says(
    entry: Code, tmp_path: Path, first_table: None
) -> None:
    found = found_by(entry, tmp_path)
    assert found[0].code == entry.code, found
    assert found[0].is_error == entry.code.startswith("E")
    written = re.search(rf"^## {entry.code}: .*?\n(?=\n## |\Z)", TEXT, re.DOTALL | re.MULTILINE)
    assert written is not None, "it is not on the page: make golden"
    assert written[0] == section_of(entry, found, tmp_path), "the page is old: make golden"


def written(folder: Path, finding: Diagnostic) -> list[Diagnostic]:
    """What is wrong in a line when it is written anew as the hint of a finding says."""
    file, number = Path(finding.span.file), finding.span.line
    lines = file.read_text(encoding="utf-8").split("\n")
    line = lines[number - 1]
    blanks = line[: len(line) - len(line.lstrip())]
    lines[number - 1] = blanks + finding.line_meant
    file.write_text("\n".join(lines), encoding="utf-8")
    told = read(folder)[1]
    return [each for each in told if each.is_error and each.span.line == number]


@of_each_text
def test_what_is_to_be_written_can_be_written(entry: Code, tmp_path: Path) -> None:
    for number, finding in enumerate(found_by(entry, tmp_path)):
        if finding.line_meant:
            shutil.copytree(tmp_path, again := tmp_path.with_name(f"{tmp_path.name}_{number}"))
            place = Path(finding.span.file).relative_to(tmp_path)
            span = evolve(finding.span, file=str(again / place))
            assert written((again / place).parent, evolve(finding, span=span)) == []


@of_each_text
def test_what_is_right_is_all_right(entry: Code, tmp_path: Path) -> None:
    assert found_in(put(tmp_path, entry.right)) == ()


def test_the_page_has_nothing_else() -> None:
    assert re.findall(r"^## ([EW]\d+)", TEXT, re.MULTILINE) == list(catalogue())
    assert TEXT.startswith(INTRODUCTION)
    assert TEXT.endswith(ending())
