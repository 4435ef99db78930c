"""What authors write for what the language says, by the place where it stands: two tables."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache, cached_property
from importlib.resources import files

from attrs import frozen

TABLES = "synonyms.toml", "anywhere.toml"
PLACES = {
    "definition": r"^ *(?:with(?:out)? [^:]+: )*",
    "header": r"(?<=\S)",
    "line": r"^ +(?:with(?:out)? [^:]+: )*",
    "occasion": r"(?:(?<=\bwhenever you )|(?<=\bwhenever a player ))",
    "condition": r"(?:(?<=\bif )|(?<= and ))",
    "threshold": r"(?<=\byou have )",
    "verb": r"(?:^ +|(?<=: )|(?<=, then )|(?<= or )|(?<=\bmay )|(?<= to ))",
    "number": r"(?:(?<=\bgain )|(?<=\bpay )|(?<=\bcost )|(?<=\bput )|(?<=\bworth )|(?<=\bscores )"
    r"|(?<=\bdiscard )|(?<=, )|(?<=: )|(?<=-> ))",
    "count": r"(?:^ +|(?<=\bwith )|(?<=\blot )|(?<=\bround )|(?<=\bplayer )|(?<=\bat most )"
    r"|(?<=\bat least )|(?<=\bexactly )|(?<=\bneeds )|(?<=\breturn )|(?<=\bown )|(?<=\bof )"
    r"|(?<=\bhold )"
    r"|(?<=\bfor )|(?<=\bthrow )|(?<=\bevery )|(?<=\bany )|(?<=\bup to )|(?<=: )|(?<=\bleave ))",
    "unit": r"(?<=\d )",
    "side": r"",
    "answer": r"(?<=: )",
    "anywhere": r"",
}
"""What stands before the words of each place. Places that say more are tried first."""
SAID = re.compile(r"\\(\d)([+-]1)?")
"""In what is said: what a group of the pattern found, or a number that is one more or less."""
CLASS, GROUP = re.compile(r"\[[^]]*\]"), re.compile(r"\([^()]*\)")
UNSURE = re.compile(r".(?:[?*]|\{[^}]*\})")
"""What may be left out of what a pattern finds."""
LETTERS = re.compile(r"[a-z]+")


@frozen(eq=False)
class Synonym:
    """What is ``said`` in a place, the ``pattern`` of what is written for it, and its ``key``.

    The pattern finds nothing in a line without that word. It is compiled when a line has it: of
    a thousand patterns that is a quarter, and compiling is most of what a first error costs.
    """

    place: str
    said: str
    pattern: str
    key: str

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern in its place; the group ``wrong`` is what should be said in another way."""
        return re.compile(f"(?:{PLACES[self.place]})(?P<wrong>{self.pattern})")

    def found_in(self, line: str) -> Iterator[re.Match[str]]:
        """Where it is written in a line."""
        if self.key in line:
            yield from self.compiled.finditer(line)

    def words_for(self, found: re.Match[str]) -> str:
        """What is said for what was found."""
        return SAID.sub(lambda part: _filled(part, found), self.said)


def _filled(part: re.Match[str], found: re.Match[str]) -> str:
    group = found.group(int(part[1]) + 1) or ""
    return str(int(group) + int(part[2])) if part[2] else group


@cache
def synonyms() -> tuple[Synonym, ...]:
    """Both tables, in the order in which they are tried."""
    texts = (files(__package__).joinpath(table).read_text(encoding="utf-8") for table in TABLES)
    sections = {place: said for text in texts for place, said in tomllib.loads(text).items()}
    return tuple(
        Synonym(place, right, pattern, key_of(pattern))
        for place in PLACES
        for right, patterns in sections[place].items()
        for pattern in patterns
    )


def key_of(pattern: str) -> str:
    """The longest word that stands in whatever a pattern finds; empty where none is sure."""
    sure = CLASS.sub("_", re.sub(r"\\.", "_", pattern))
    while GROUP.search(sure):
        sure = GROUP.sub("_", sure)
    words = LETTERS.findall(UNSURE.sub("_", sure)) if "|" not in sure else ()
    return max(words, key=len, default="")
