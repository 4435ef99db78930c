"""Characters: names that can be shown, and accents that belong to their letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

UNSEEN = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Signs that show nothing, or turn round what is beside them; in no word is one of them needed."""
READ_AS = {"\u201c": '"', "\u201d": '"', "\u00a0": " ", "\u2013": "-", "\u2192": "->"}
"""Signs that look like those of the language and are read as if they were; it is told (W009)."""
SIMILAR = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0458\u03bf\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425",
    "aeopcyxisjoABEKMHOPCTX",
)
"""Letters of other alphabets that look like those of ours."""
WIDE = str.maketrans({chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)})
"""Signs that are as wide as they are high, as keyboards of the Far East write them."""
BREAKS = "\v\f\x85\u2028\u2029"
"""What ends a line elsewhere."""
WORDS = re.compile(r"\w+")
LAST_WORD = re.compile(r"\w+$")
SHORT = 2
"""Such a word of the language may also begin or end another word."""
DIGIT = re.compile(r"[^\D0-9]")
GERMAN = str.maketrans({"\u00e4": "ae", "\u00f6": "oe", "\u00fc": "ue", "\u00df": "ss"})
TAB = 4
LONGEST_STARTERS = 3
"""So many characters that stand for themselves are composed into one, in Korean."""


def depth(line: str) -> int:
    """How many blanks a line begins with."""
    return len(line) - len(line.lstrip())


def printable(name: str) -> str:
    """The name of a file as messages can show it: what cannot be printed is escaped."""
    if name.isprintable():
        return name
    written = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)
    return "".join(written)


def composed(line: str) -> tuple[str, tuple[int, ...]]:
    """A line with letters and their accents as one character each (NFC).

    With it for each character, and for the end, its column in the line as written; nothing where
    they are the same.
    """
    if unicodedata.is_normalized("NFC", line):
        return line, ()
    text: list[str] = []
    columns: list[int] = []
    start = 0
    for end in range(1, len(line) + 1):
        if end == len(line) or _begins(line, start, end):
            part = unicodedata.normalize("NFC", line[start:end])
            text.append(part)
            columns += [start + 1] * len(part)
            start = end
    return "".join(text), (*columns, len(line) + 1)


def _begins(line: str, start: int, end: int) -> bool:
    """Whether the character at ``end`` is no part of the one that begins at ``start``."""
    if unicodedata.combining(line[end]):
        return False
    if end - start > LONGEST_STARTERS:
        return True
    apart = (unicodedata.normalize("NFC", part) for part in (line[start:end], line[end]))
    return unicodedata.normalize("NFC", line[start : end + 1]) == "".join(apart)


# ---------------------------------------------------------------------------------- odd signs


def odd_sign(line: str) -> tuple[str, int, str, str] | None:
    """The first sign of a line that must not be there: code, column, message and hint."""
    indentation = line[: depth(line)]
    if "\t" in indentation:
        column = indentation.index("\t") + 1
        return "E003", column, "a tab in the indentation", "indent with four blanks, in every line"
    said = len(without_comment(line))
    for column, character in enumerate(line, 1):
        sign = f"(U+{ord(character):04X})"
        if character in BREAKS:
            hint = f"{_instead(line, column)}, or end the line there"
            return "E004", column, f"a line end of another kind {sign}", hint
        if _is_control(character):
            return "E004", column, f"a control character {sign}", _instead(line, column)
        if column <= said and UNSEEN.match(character):
            return "E004", column, f"an invisible sign {sign}", _instead(line, column)
        if column <= said and _is_odd_blank(character) and line.count('"', 0, column) % 2 == 0:
            return "E004", column, f"a blank of another kind {sign}", "write an ordinary blank"
    for column, (letter, plain) in enumerate(zip(line[:said], in_latin(line), strict=False), 1):
        if letter != plain:
            kind = "digit" if letter.isdecimal() else "letter" if letter.isalpha() else "sign"
            message = f'"{letter}" (U+{ord(letter):04X}) is a {kind} of another alphabet'
            return "E004", column, message, f'it only looks like "{plain}": write that'
    return None


def _instead(line: str, column: int) -> str:
    return "write a blank in its place" if _parts_words(line, column) else "delete it"


def _parts_words(line: str, column: int) -> bool:
    """Whether two words would become one without the sign at a column, which shows nothing."""
    from .keywords import words_of_language

    before, after = LAST_WORD.search(line[: column - 1]), WORDS.match(line, column)
    if not before or not after:
        return False
    left, right = before.group(), after.group()
    if line[column - 1] in BREAKS or left[-1].isdigit() != right[0].isdigit():
        return True
    known = words_of_language()
    parts = (part for part in (left, right) if len(part) > SHORT)
    return left + right not in known and not known.isdisjoint(parts)


def in_latin(line: str) -> str:
    """A line without wide signs and digits of other alphabets, nor their letters within words.

    In quotes they may stand.
    """
    parts = line.split('"')
    parts[::2] = [WORDS.sub(_in_latin, part.translate(WIDE)) for part in parts[::2]]
    return '"'.join(parts)


def _in_latin(word: re.Match[str]) -> str:
    written = DIGIT.sub(lambda digit: str(int(digit.group())), word.group())
    plain = written.translate(SIMILAR)
    is_mixed = any(letter.isascii() for letter in written) and plain.isascii()
    return plain if is_mixed else written


def in_plain_letters(word: str) -> str:
    """A word without accents, as names in lower case are written."""
    return without_accents(word.translate(GERMAN))


def without_accents(text: str) -> str:
    """Each letter without what stands on it, and letters that are written as one apart."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def lookalikes(line: str) -> Iterator[tuple[str, int]]:
    """The signs of a line that are read as others, with their columns; comments have none."""
    for column, character in enumerate(without_comment(line), 1):
        if character in READ_AS:
            yield character, column


def repaired(line: str) -> tuple[str, tuple[int, ...]]:
    """A line without odd signs, composed, so that the rest of it can be read; columns as above."""
    text: list[str] = []
    columns: list[int] = []
    indented = depth(line)
    for column, character in enumerate(in_latin(line), 1):
        shown = character
        if character == "\t" and column <= indented:
            shown = " " * TAB
        elif _is_control(character) or UNSEEN.match(character):
            shown = " " if _parts_words(line, column) else ""
        elif _is_odd_blank(character):
            shown = " "
        text.append(shown)
        columns += [column] * len(shown)
    plain = "".join(text)
    whole, own = composed(plain)
    columns.append(len(line) + 1)
    if own:
        return whole, tuple(columns[column - 1] for column in own)
    return plain, () if plain == line else tuple(columns)


def _is_control(character: str) -> bool:
    return character != "\t" and unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")


def _is_odd_blank(character: str) -> bool:
    return character not in " \u00a0" and unicodedata.category(character) == "Zs"


def without_comment(line: str) -> str:
    """Cut at the first ``#`` that does not stand between quotes."""
    start = line.find("#")
    while start >= 0:
        if line.count('"', 0, start) % 2 == 0:
            return line[:start]
        start = line.find("#", start + 1)
    return line
