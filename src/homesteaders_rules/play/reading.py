"""Reading a save: from a text of any origin to well-formed data, or BadSave.

Nothing of a text is used before its size and shape are known, so that no text can use up the
stack, the memory or the time of whoever reads it.
"""

from __future__ import annotations

import re
from typing import Any, get_type_hints

from attrs import NOTHING, field, fields, frozen

from ..errors import BadSave
from ..incoming import parsed, strict

FORMAT = "homesteaders-rules save 1"
MOST_CHOICES = 100_000
"""A save holds no more; games take some hundred."""
MOST_PACKS = 100
MOST_DEPTH = 8
"""Lists and objects within each other: a save has three."""
PATH = re.compile(r"[^\n{}]{0,300}\.json")
"""What looks like the name of a file instead of its text."""
LONGEST_WORD = 10_000


@frozen
class SaveData:
    """What a save holds. ``definitions`` are short digests by name, to tell what changed.

    ``identity`` is that of the rules by whose order the cells of ``state`` and ``begin`` are
    counted. ``begin`` are the cells a game began with that was not set up. ``seats`` are the names
    of the players, and who decides for each: ``human``, or the name of a bot.
    """

    format: str
    packs: list[list[str]]
    digest: str
    players: int
    seed: int
    options: dict[str, bool]
    keys: list[str]
    deal: dict[str, list[str] | int] = field(factory=dict)
    definitions: dict[str, str] = field(factory=dict)
    identity: str | None = None
    state: dict[str, int] | None = None
    frames: list[int] | None = None
    begin: dict[str, int] | None = None
    begin_frames: list[int] | None = None
    seats: list[list[str]] | None = None


def read_save(text: str) -> SaveData:
    """A save's data, well formed. Raises BadSave for anything else."""
    raw = _json_of(text.removeprefix("\ufeff"))
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise BadSave(f'this is no save: it does not begin with "format": "{FORMAT}"')
    known = {each.name: each.default is NOTHING for each in fields(SaveData)}
    extra = [name for name in raw if name not in known]
    missing = [name for name, needed in known.items() if needed and name not in raw]
    if extra:
        raise BadSave(f'the save is damaged: it has an extra field "{extra[0]:.40}"')
    if missing:
        raise BadSave(f'the save is damaged: it has no field "{missing[0]}"')
    data = _structured(raw)
    if len(data.keys) > MOST_CHOICES:
        raise BadSave(f"the save is damaged: a game has at most {MOST_CHOICES} choices")
    if len(data.packs) > MOST_PACKS:
        raise BadSave(f"the save is damaged: a game has at most {MOST_PACKS} packs")
    return data


def _json_of(text: str) -> Any:
    try:
        return parsed(text, MOST_DEPTH)
    except ValueError as error:
        path = "; the text of a file is wanted, not its name" if PATH.fullmatch(text) else ""
        raise BadSave(f"this is no save: it is {error}{path}") from None


def _structured(raw: dict[str, Any]) -> SaveData:
    """Field by field, as far as the first fault: a list of faults could be longer than the save."""
    converter = strict(LONGEST_WORD)
    converter.register_structure_hook(
        list[str] | int, lambda v, _: v if type(v) is int else converter.structure(v, list[str])
    )
    hints, values = get_type_hints(SaveData), {}
    for name, value in raw.items():
        try:
            values[name] = converter.structure(value, hints[name])
        except TypeError as error:
            raise BadSave(f'the save is damaged: in "{name}": {error}') from None
    return SaveData(**values)
