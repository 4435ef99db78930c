"""The page about the codes of findings, which holds the exact message of each.

    python tests/language/diagnostics_page.py

writes it anew (``make golden`` does so too). Read the difference: authors will read it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from unittest import mock

from homesteaders_rules.language import cache
from homesteaders_rules.language.loader import read
from homesteaders_rules.language.messages.codes import Code, catalogue, shown
from homesteaders_rules.language.messages.diagnostics import Diagnostic, render
from homesteaders_rules.mechanisms.piles.commands import Build
from homesteaders_rules.testing.examples import failed_examples

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "diagnostics.md"
ORCHARD = (ROOT / "tests" / "games" / "orchard.rules").read_text(encoding="utf-8")
INTRODUCTION = """\
# What `homesteaders check` may find

Every finding has a code. Codes with an E are errors: the rules cannot be used before they are
repaired. Those with a W are warnings. `homesteaders explain E512` prints what stands here about one
of them.

The texts are added to the small game Orchard, which stands at the end of this page; a text that
begins with `pack` is a pack in a folder beside it. This page is made from the catalogue of codes by
`make golden`, and the messages are what the checker really says.
"""


def put(folder: Path, texts: Mapping[str, str]) -> Path:
    """Write the files of an entry beside Orchard; what is to be checked."""
    if "" in texts:
        file = "trial/trial.rules" if texts[""].startswith("pack ") else "orchard/more.rules"
        texts = {file: texts[""]}
    for path, text in {"orchard/game.rules": ORCHARD, **texts}.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder / Path(next(iter(texts))).parent


def _file(folder: Path, data: bytes, name: str = "more.rules") -> Path:
    (folder / name).write_bytes(data)
    return folder / name


def situation(code: str, folder: Path) -> Path:
    """Bring about what no text can show; what is to be checked."""
    match code:
        case "E001":
            return folder / "gone.rules"
        case "E002":
            return _file(folder, "# Käse".encode("latin-1"))
        case "E005":
            return _file(folder, b"#" * 1_000_001)
        case "E007":
            return _file(folder, b"game Orchard", "game.txt").parent
        case "E008":
            (folder / "more.rules").symlink_to(folder / "elsewhere.txt")
            return folder / "more.rules"
        case "E009":
            os.mkfifo(folder / "more.rules")
            return folder / "more.rules"
        case "E010":
            return _file(folder, b"after fair: do nothing", "more\n.rules")
        case "W007":
            put(folder, {"": "after fair: gain 1 coin"})
            (folder / "orchard" / "later").mkdir()
            return _file(folder / "orchard" / "later", b"after fair: do nothing").parents[1]
        case "W008":
            put(folder, {"": "after fair: gain 1 coin"})
            return _file(folder / "orchard", b"after fair: do nothing", "more.rules.txt").parent
        case "E109":
            text = f"after fair: {'gain 1 coin, then ' * 60}gain 1 coin"
            return put(folder, {"": text})
        case "E528":
            return put(folder, {"": "after fair: may build early"})
    raise AssertionError(f"nothing brings about the situation of {code}")


def found_in(path: Path) -> tuple[Diagnostic, ...]:
    """All findings, those of the examples included."""
    rules, diagnostics = read(path)
    return diagnostics if rules is None else (*diagnostics, *failed_examples(rules))


def found_by(entry: Code, folder: Path) -> tuple[Diagnostic, ...]:
    """What is found in the wrong text, or in the situation."""
    if entry.code == "E528":
        # There is no such text as long as the checks are complete, and so the linker is broken.
        with mock.patch.object(Build, "offers", side_effect=LookupError("nowhere")):
            return found_in(situation(entry.code, folder))
    return found_in(situation(entry.code, folder) if entry.situation else put(folder, entry.wrong))


def section(entry: Code, found: tuple[Diagnostic, ...], folder: Path) -> str:
    """An entry as it stands on the page, with the findings in its wrong text."""
    told = render(found).replace(f"{folder}{os.sep}", "").replace(str(folder), ".")
    parts = [f"## {entry.code}: {entry.title}", entry.why, *_texts("Wrong", entry.wrong)]
    parts += ["This is told:", _fenced(told), *_texts("Right", entry.right)]
    return "\n\n".join(parts) + "\n"


def _texts(heading: str, texts: Mapping[str, str]) -> Iterator[str]:
    for path, text in shown(texts):
        yield f"{heading}, in `{path}`:" if path else f"{heading}:"
        yield _fenced(text)


def _fenced(text: str) -> str:
    return f"```text\n{text}\n```"


def ending() -> str:
    """The small game."""
    return f"## The small game Orchard\n\n{_fenced(ORCHARD.rstrip())}\n"


def main() -> None:
    """Write the page."""
    os.environ[cache.VARIABLE] = "off"
    sections = []
    for entry in catalogue().values():
        with tempfile.TemporaryDirectory() as folder:
            found = found_by(entry, Path(folder))
            sections.append(section(entry, found, Path(folder)))
    PAGE.write_text("\n".join([INTRODUCTION, *sections, ending()]), encoding="utf-8")
    sys.stdout.write(f"{PAGE.name}\n")


if __name__ == "__main__":
    main()
