"""What becomes of an author who follows what is said about a slip to the letter.

    python tests/generated/slipping.py --slips 4000 --seed 1

makes so many slips in shipped packs, does what the first finding proposes, and counts what comes of
it. What leads to another rule, or to an error of which nothing was said, is printed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from attrs import evolve, frozen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from generated.slips import SLIPS
from homesteaders_rules.commands.definitions.examples import Example
from homesteaders_rules.language.following import proposals_of
from homesteaders_rules.language.loader import Reading, read_all
from homesteaders_rules.language.messages.diagnostics import Diagnostic
from homesteaders_rules.language.packs.resolving import Bundled, Library
from homesteaders_rules.language.reading.characters import without_comment
from homesteaders_rules.language.reading.sources import read_text
from language.texts import GAMES, RULES

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PACKS = (
    *(path for path in sorted(RULES.iterdir()) if path.is_dir()),
    *(EXAMPLES / name for name in ("bellfounders", "hard_winter", "tidewater")),
    GAMES / "orchard.rules",
)
SAME, RENAMED, ANOTHER = "the same rules", "another name", "another rule"
WRONG, OPEN, UNTOLD, NONE = "still an error", "nothing to follow", "not told", "no slip"
ORDER = WRONG, SAME, RENAMED, ANOTHER, UNTOLD, NONE
SAID = "then this is wrong"
"""So a finding says that with its proposal something else is wrong."""
SELDOM = 0.3
Texts = dict[str, tuple[str, ...]]


def ways_out(line: str, finding: Diagnostic) -> Iterator[str]:
    """The line after each thing that a finding proposes and says no more about."""
    for proposal in proposals_of(finding) if SAID not in finding.hint else ():
        yield proposal.put_into(line)


@frozen
class Subject:
    """A pack that is right, in which slips are made."""

    library: Library
    pack: Bundled
    right: Reading
    texts: Texts

    @classmethod
    def of(cls, path: Path) -> Subject:
        library = Library()
        library.add(path)
        library.put_in_order()
        pack = next(each for each in library.packs if each.place.path == path)
        texts = {source.file: source.written for source in pack.sources}
        return cls(library, pack, read_all(library, tables=False), texts)

    def read(self, texts: Texts) -> tuple[Reading, list[Diagnostic]]:
        """The rules with other texts, and what is found that was not there, errors first."""
        readings = [read_text("\n".join(lines) + "\n", file) for file, lines in texts.items()]
        wrong = [each for _, found in readings for each in found]
        sources = tuple(source for source, _ in readings if source is not None)
        packs = [
            evolve(each, sources=sources) if each is self.pack else each
            for each in self.library.packs
        ]
        reading = read_all(Library(packs, found=wrong))
        found = [each for each in reading.diagnostics if each not in self.right.diagnostics]
        return reading, sorted(found, key=lambda each: not each.is_error)

    def is_same(self, other: Reading) -> bool:
        """Whether rules say the same, with the same examples."""
        one, two = self.right.rules, other.rules
        assert one and two
        return one == two and one.of(Example) == two.of(Example) and one.headers == two.headers

    def place(self, random: Random) -> tuple[str, int]:
        """A line that says something, seldom one of an example."""
        while True:
            file = random.choice([*self.texts])
            at = random.randrange(len(self.texts[file]))
            is_taken = "example" not in file or random.random() < SELDOM
            if is_taken and without_comment(self.texts[file][at]).strip():
                return file, at

    def outcome(self, random: Random) -> tuple[str, str]:
        """What becomes of a slip, and all that is said of it.

        Of several things that are proposed none may be wrong, and one is enough that leads back.
        """
        (file, at), slip = self.place(random), random.choice(SLIPS)
        was = without_comment(self.texts[file][at]).rstrip()
        now = slip(was, random)
        slipped = _with_line(self.texts, file, at, now)
        reading, found = self.read(slipped)
        told = [f"{slip.__name__} in {file}:{at + 1}", f"was: {was}", f"now: {now}"]
        told += map(str, found[:2])
        kinds = [] if found else [NONE if self.is_same(reading) else UNTOLD]
        place = found[0].span if found else None
        if place is not None and place.file in slipped:
            line = slipped[place.file][place.line - 1]
            for way in ways_out(line, found[0]):
                better, left = self.read(_with_line(slipped, place.file, place.line - 1, way))
                is_here = (place.file, place.line) == (file, at + 1)
                kinds.append(self._kind(better, is_here))
                told += [f"followed: {way}", *map(str, left[:2])]
        kind = next((each for each in ORDER if each in kinds), OPEN)
        return kind, "\n".join(told)

    def _kind(self, followed: Reading, is_here: bool) -> str:
        if followed.rules is None:
            return WRONG
        return SAME if self.is_same(followed) else ANOTHER if is_here else RENAMED


def _with_line(texts: Texts, file: str, at: int, line: str) -> Texts:
    lines = texts[file]
    return texts | {file: (*lines[:at], line, *lines[at + 1 :])}


@cache
def _subject(path: Path) -> Subject:
    return Subject.of(path)


def outcome(seed: int) -> tuple[str, str]:
    """What becomes of the slip of a seed, and all that is said of it."""
    random = Random(seed)
    return _subject(random.choice(PACKS)).outcome(random)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slips", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    arguments = parser.parse_args()
    counts: Counter[str] = Counter()
    for seed in range(arguments.seed, arguments.seed + arguments.slips):
        kind, told = outcome(seed)
        counts[kind] += 1
        if kind in (ANOTHER, WRONG):
            print(f"=== seed {seed}: {kind}, {told}\n", flush=True)
    print(", ".join(f"{number} {kind}" for kind, number in counts.most_common()))
    return int(bool(counts[WRONG]))


if __name__ == "__main__":
    sys.exit(main())
