"""The documentation is true: its rules compile, its commands print that, its programs run."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen
from hypothesis import settings

from command_line import run
from homesteaders_rules import Diagnostic, Rules, read
from homesteaders_rules.commands.definitions.occasions import KINDS
from homesteaders_rules.language.reading.grammar import joining_words, language, opening_words
from homesteaders_rules.language.reading.parser import parse_passage, passages
from homesteaders_rules.language.reading.sources import read_text
from homesteaders_rules.paths import data_folder
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.trees import below

ROOT = Path(__file__).resolve().parents[1]
LANGUAGE = ROOT / "docs" / "language.md"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
STRICT = [ROOT / "README.md", LANGUAGE]
PACKS = [data_folder("rules"), ROOT / "examples"]
HEADER = "pack Snippet, version 1, extends New Beginnings\n\n"


@frozen
class Block:
    """A fenced block: what stands behind the fence, the text, and where it begins."""

    page: Path
    line: int
    info: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks_of(page: Path) -> Iterator[Block]:
    lines = page.read_text(encoding="utf-8").splitlines()
    start = 0
    for number, line in enumerate(lines, 1):
        if not line.startswith("```"):
            continue
        if start:
            text = "\n".join(lines[start : number - 1]) + "\n"
            yield Block(page, start, lines[start - 1].removeprefix("```"), text)
        start = 0 if start else number
    assert not start, f"{page.name}:{start}: the block has no end"


BLOCKS = [block for page in PAGES for block in blocks_of(page)]
RULES = [block for block in BLOCKS if block.info == "rules"]
QUOTED = [block for block in BLOCKS if block.info.startswith("rules from ")]
PYTHON = [block for block in BLOCKS if block.info == "python"]
CONSOLE = [block for block in BLOCKS if block.info == "console"]
KNOWN = re.compile(r"rules|rules from \S+|python|console|sh|text( \w+)*")


def named(blocks: list[Block]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("block", blocks, ids=lambda block: block.name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_table_has_a_head(page: Path) -> None:
    """A line without words in a table ends it, and what follows would be shown as it is written."""
    lines = ["", *page.read_text(encoding="utf-8").splitlines(), ""]
    first = [at for at, line in enumerate(lines) if line[:1] == "|" != lines[at - 1][:1]]
    assert [at for at in first if not re.fullmatch(r"[|-]+", lines[at + 1])] == []


def test_every_block_says_what_it_is() -> None:
    unknown = [b.name for b in BLOCKS if b.page in STRICT and not KNOWN.fullmatch(b.info)]
    assert unknown == []
    assert RULES
    assert QUOTED
    assert PYTHON
    assert CONSOLE


# ---------------------------------------------------------------------------------- rules


def compiled(folder: Path, text: str) -> tuple[Rules | None, tuple[Diagnostic, ...]]:
    """A text that stands alone, as a pack; where it has no header it gets one."""
    headed = re.match(r"(game|pack) ", text)
    file = folder / "snippet.rules"
    file.write_text(text if headed else HEADER + text, encoding="utf-8")
    return read(file)


@named(RULES)
def test_rules_compile_and_their_examples_hold(block: Block, tmp_path: Path) -> None:
    rules, diagnostics = compiled(tmp_path, block.text)
    assert rules is not None, "\n".join(map(str, diagnostics))
    assert diagnostics == ()
    assert [str(failure) for failure in failures(rules)] == []


def passages_of(text: str) -> list[str]:
    """Parts that are separated by an empty line; each may stand elsewhere in the file."""
    return [textwrap.dedent(part).strip("\n") for part in re.split(r"\n\s*\n", text.strip("\n"))]


def stands_in(part: str, file: Path) -> bool:
    """Whether lines below each other say exactly that, however far they are indented."""
    lines = file.read_text(encoding="utf-8").splitlines()
    height = len(part.splitlines())
    windows = ("\n".join(lines[i : i + height]) for i in range(len(lines) - height + 1))
    return any(textwrap.dedent(window) == part for window in windows)


def test_what_is_quoted_stands_in_a_pack() -> None:
    for block in QUOTED:
        name = block.info.removeprefix("rules from ")
        files = [folder / name for folder in PACKS if (folder / name).is_file()]
        assert files, f"{block.name}: there is no {name}"
        missing = [part for part in passages_of(block.text) if not stands_in(part, files[0])]
        assert missing == [], block.name


# ---------------------------------------------------------------------------------- tables

CODE = re.compile(r"`([^`]+)`")


@frozen
class Row:
    """A row of a table: the page, the line, what the first column is about, and the cells."""

    line: int
    kind: str
    cells: tuple[str, ...]

    @property
    def code(self) -> str:
        """What the row explains; empty where its first cell is no piece of rules."""
        found = CODE.match(self.cells[0])
        return found[1] if found else ""


def rows_of(page: Path) -> Iterator[Row]:
    kind = ""
    lines = page.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if not line.startswith("|"):
            kind = ""
            continue
        cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
        if not kind:
            kind = cells[0]
        elif set(cells[0]) != {"-"}:
            yield Row(number, kind, cells)


ROWS = list(rows_of(LANGUAGE))
SCORING = "replace scoring in points:\n" + "".join(
    f"    {label}: {{}}\n" for label in ("chits", "buildings", "bonuses", "resources", "debt")
)
COMPILED = {
    "effect": "with events: action {name}: {code}\n",
    "condition": "with events: action {name}: {code}: gain 1 silver\n",
    "time": "action {name}: {code}: gain 1 silver\n",
    "occasion": "{code}: do nothing\n",
    "amount": "with events: action {name}: gain {code}\n",
    "line of a piece": 'building "{name}":\n    {code}\n',
    "line of an example": "example {name}, with 3 players:\n    {code}\n",
    "static": "{code}: action {name}: do nothing\n",
    "term": "replace scoring in points:\n    chits: {code}\n",
}
"""Around what the first column of a table shows, by the head of that column."""
PARSED = {
    "sentence": (
        "phase trial:\n    auction lots:\n        {code}\n",
        "track Trial, for each player:\n    {code}\n",
        "phase trial:\n    place workers:\n        {code}\n",
        "map of plots:\n    {code}\n",
        "grid Trial, for each player, of 3 rows and 3 columns:\n    {code}\n",
        "homes of workers:\n    {code}\n",
    ),
    "in a pack": ("{code}\n",),
    "line of the course": ("play:\n    {code}\n", "action trial: {code}\n"),
}
"""Of these only the form is looked at."""
OF_ANOTHER_GAME = {"E562", "E563", "E564", "E583"}
"""What is right where rounds go on until the end, players take turns, or a good is limited."""


def trial(row: Row, around: str, name: str = "trial") -> str:
    """What a row shows, with something around it."""
    return around.replace("{name}", name).replace("{code}", row.code)


def test_the_phrases_of_tables_compile(tmp_path: Path) -> None:
    """All in one pack, each under a name of its own; those of the scoring only by their form."""
    rows = {number: row for number, row in enumerate(ROWS) if row.kind in COMPILED}
    assert {row.kind for row in rows.values()} == set(COMPILED)
    text = HEADER
    row_at: dict[int, Row] = {}
    for number, row in rows.items():
        assert row.code, f"line {row.line} shows nothing"
        name = "try" + "".join(chr(ord("a") + int(digit)) for digit in str(number))
        added = trial(row, COMPILED[row.kind], name)
        if row.kind == "term":
            assert parsed_nodes(added), f"line {row.line}: {row.code}"
            continue
        for line in added.splitlines(keepends=True):
            text += line
            row_at[text.count("\n")] = row
    _, diagnostics = compiled(tmp_path, text)
    errors = [d for d in diagnostics if d.is_error and d.code not in OF_ANOTHER_GAME]
    wrong = [f"{row_at.get(d.span.line)}: {d}" for d in errors]
    assert wrong == []


def parsed_nodes(text: str) -> set[str] | None:
    """The rules of the grammar that a text uses; None where it is not well formed."""
    source, found = read_text(text, "text")
    if source is None or found:
        return None
    cut, found = passages(source)
    if found:
        return None
    used: set[str] = set()
    for passage in cut:
        parsed, found = parse_passage(passage)
        if found or parsed.node is None:
            return None
        used |= {str(node.data) for node in below(parsed.node)}
    return used


def test_the_sentences_of_tables_are_well_formed() -> None:
    for row in ROWS:
        for cell in row.cells if row.kind in PARSED else ():
            code = CODE.match(cell)
            if code and not code[1].endswith(":"):
                texts = [around.format(code=code[1]) for around in PARSED[row.kind]]
                assert any(parsed_nodes(text) for text in texts), f"line {row.line}: {code[1]}"


# ---------------------------------------------------------------------------------- complete

AROUND = ("{}", "building Trial:\n{}", "action try it:\n{}", "phase trial:\n{}")
"""Where a part of a definition may stand."""


def shown() -> Iterator[set[str]]:
    """The rules of the grammar that the page about the language shows."""
    texts = [block.text for block in (*RULES, *QUOTED) if block.page == LANGUAGE]
    for text in texts:
        fitting = (
            parsed_nodes(around.format(text if around == "{}" else textwrap.indent(text, "    ")))
            for around in AROUND
        )
        found = next((each for each in fitting if each is not None), None)
        assert found is not None, text
        yield found
    for row in ROWS:
        around = (COMPILED.get(row.kind, ""), *PARSED.get(row.kind, ()))
        for text in around:
            yield parsed_nodes(trial(row, text)) or set()


def test_every_phrase_of_the_grammar_is_shown() -> None:
    lark = language()
    rules = {rule.alias or rule.origin.name for rule in lark.rules if not rule.options.expand1}
    every = {str(name) for name in rules if not name.startswith("_")}
    assert every - set().union(*shown()) - {"start"} == set()


CHOICE = re.compile(r"\(([^()]*\|[^()]*)\)(?!\?)")


def forms(pattern: str) -> list[str]:
    """``face (up|down)`` -> face up, face down. What is optional stays so: ``nobody won an?``."""
    found = CHOICE.search(pattern)
    if found is None:
        return [pattern]
    parts = pattern[: found.start()], pattern[found.end() :]
    return [form for choice in found[1].split("|") for form in forms(choice.join(parts))]


def test_every_word_of_the_grammar_is_mentioned() -> None:
    text = " ".join(LANGUAGE.read_text(encoding="utf-8").split())
    end = r"\b(?!-)"
    patterns = [terminal.pattern.value for terminal in language().terminals]
    every = [form for p in patterns if p.endswith(end) for form in forms(p.removesuffix(end))]
    assert [form for form in every if not re.search(rf"{form}\b", text)] == []


def test_every_occasion_is_told() -> None:
    """The list of occasions is that of the catalogue."""
    text = LANGUAGE.read_text(encoding="utf-8")
    every = [f"whenever {example}" for kind in KINDS.values() for example in kind.examples]
    told = [re.sub("<[a-z]+>", "[a-z]+", re.escape(each).replace(r"\ ", " ")) for each in every]
    assert [e for e, pattern in zip(every, told, strict=True) if not re.search(pattern, text)] == []


@pytest.mark.parametrize(
    ("info", "words"), [("opening words", opening_words()), ("joining words", joining_words())]
)
def test_the_words_that_cannot_be_names_are_listed(info: str, words: frozenset[str]) -> None:
    (block,) = (b for b in BLOCKS if b.page == LANGUAGE and b.info == f"text {info}")
    listed = [word.strip() for word in re.split(r"[,\n]", block.text) if word.strip()]
    assert listed == sorted(words)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        if "://" in path:
            continue
        linked = (page.parent / path) if path else page
        assert linked.exists(), target
        if anchor:
            heads = re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
            assert anchor in anchors, target


# ---------------------------------------------------------------------------------- commands


@pytest.mark.wheel
@named(CONSOLE)
def test_a_command_prints_what_the_page_says(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = {"my_pack": RULES[1].text, "my_slip": RULES[0].text.replace("1 wood", "1 wod")}
    for name, text in folders.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.rules").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for part in block.text.split("$ ")[1:]:
        command, _, expected = part.partition("\n")
        program, *arguments = command.split()
        assert program == "homesteaders"
        outcome = run(*arguments)
        assert outcome.code == int("error" in expected), outcome
        if expected.strip():
            assert outcome.output == expected
        else:
            assert "Bakery" in outcome.output


# ---------------------------------------------------------------------------------- programs

SAYS = re.compile(r"print\(.*\)  # (.*)")


@pytest.fixture
def few_examples() -> Iterator[None]:
    """A test on a page runs, whatever it says of its settings; it need not find anything."""
    settings.register_profile("as before", settings())
    settings.register_profile("pages", max_examples=3, deadline=None, database=None)
    settings.load_profile("pages")
    yield
    settings.load_profile("as before")


@pytest.mark.wheel
@named(PYTHON)
def test_a_program_runs_and_prints_what_it_says(block: Block, few_examples: None) -> None:
    variables: dict[str, object] = {"__name__": "snippet"}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block.text, block.name, "exec"), variables)
        for name, value in variables.items():
            if name.startswith("test_") and callable(value):
                value()
    assert_says(block, printed.getvalue())


def assert_says(block: Block, printed: str) -> None:
    for said in SAYS.findall(block.text):
        for part in said.partition(": ")[0].split("..."):
            assert part.strip(" ,") in printed


@pytest.mark.wheel
@named([block for block in BLOCKS if block.info == "python as a program"])
def test_a_program_of_its_own_runs_and_prints_what_it_says(block: Block, tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(block.text, encoding="utf-8")
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert_says(block, done.stdout)
