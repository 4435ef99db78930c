"""Hints in the words of the game: names it declares in the place of ``<good>`` and the like."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.definitions.occasions import third_person

if TYPE_CHECKING:
    from ..messages.diagnostics import Diagnostic
    from .names import Names


NONE = (
    (r"\brounds? $", "", "rounds are counted from 1"),
    (r"\bversion $", "", "versions are counted from 1"),
    (r"\b(?:player|space|lot) $", "", "they are counted from 1"),
    (
        r"^ *$",
        r" cop(?:y|ies)\b",
        "what is not to be there is left out, or removed: remove <sort> ...",
    ),
    (r"^ *(?:cost|worth|scores|needs)\b", "", "leave the line out where it means none"),
    (
        r"\b(?:have|has)\b",
        "",
        "leave it out where it means none; a condition says: you have no <good>",
    ),
)
"""What stands before and behind a number that is 0, and what is said of it."""
ONE = re.compile(r"(?<![\w-])1 $")
MANY = 99
"""The last round where they go on until something ends the game."""
GAP = re.compile(r"<([a-z]+)>")
LAYERS = re.compile(r": (?:\d+ )?<label> on (?:\d+ )?<label>")
"""What a stack is laid in, where its pieces have labels."""


def hint_for_none(before: str, behind: str) -> str:
    """What an author does who has written 0 between two parts of a line."""
    fits = (hint for one, two, hint in NONE if re.search(one, before) and re.match(two, behind))
    return next(fits, "leave it out where it means none")


def filled(diagnostic: Diagnostic, names: Names) -> Diagnostic:
    """The diagnostic with names of the game in its hint."""
    if "<" not in diagnostic.hint:
        return diagnostic
    return evolve(diagnostic, hint=fill(diagnostic.hint, names))


def fill(text: str, names: Names) -> str:
    """A text with names of the game in its gaps."""
    known = _names_by_gap(names)
    if "<stack>" in text and known["stack"]:
        known["label"] = list(names.labels_of(next(iter(names.stacks.values()))))
        text = text if known["label"] else LAYERS.sub("", text)
    used: dict[str, int] = {}

    def name(gap: re.Match[str]) -> str:
        one = gap[1].removesuffix("s") if ONE.search(text[: gap.start()]) else gap[1]
        choices = known.get(one, []) or known.get(gap[1], [])
        # 2 <goods>, 1 <good> are two goods; <sort>/<sorts> is one sort.
        counter = "good" if gap[1] == "goods" else gap[1]
        position = 0 if counter.startswith("unit") else used.get(counter, 0)
        used[counter] = position + 1
        return choices[position % len(choices)] if choices else gap[1].upper()

    return GAP.sub(name, text)


def _names_by_gap(names: Names) -> dict[str, list[str]]:
    owned = names.built_sorts()
    sort = owned[0] if owned else ""
    auctioned = names.auctioned()
    lots = [sort for sort in dict.fromkeys(names.stacks.values()) if sort in auctioned]
    beside = [sort for sort in dict.fromkeys(names.stacks.values()) if sort not in lots]
    free = [s for s, listed in names.places.items() if listed and "players" not in listed]
    mapped = next((names.sorts.get(word, "") for word in names.maps), "")
    places = [place for place in names.places.get(sort, ()) if place != "players"]
    return {
        "good": list(dict.fromkeys(names.goods.values())),
        "goods": _plurals(names.goods),
        "tile": list(names.laid) or list(dict.fromkeys(names.goods.values())),
        "area": list(names.enclosed),
        "areas": [form for form, of in names.counts.items() if of in names.enclosed and form != of],
        "edge": [names.goods.get(word, word) for word in names.on_edges],
        "edges": list(names.on_edges) or _plurals(names.goods),
        "grid": list(names.grids),
        "homed": list(names.homed) or list(dict.fromkeys(names.goods.values())),
        "group": list(dict.fromkeys(names.groups.values())),
        "groups": _plurals(names.groups),
        "unit": [names.goods.get(unit, unit) for unit in names.units or names.goods],
        "units": [plural(names, unit) for unit in names.units or names.goods],
        "sort": list(dict.fromkeys(names.sorts.values())),
        "sorts": _plurals(names.sorts),
        "lot": lots,
        "lots": _plurals({form: sort for form, sort in names.sorts.items() if sort in lots}),
        "beside": beside,
        "free": free,
        "frees": _plurals({form: sort for form, sort in names.sorts.items() if sort in free}),
        "label": list(names.labels_of(sort)),
        "mapped": list(names.labels_of(mapped)) or list(names.labels_of(sort)),
        "maps": _plurals({form: of for form, of in names.sorts.items() if of == (mapped or sort)}),
        "space": [mapped or sort],
        "place": places,
        "moment": list(names.moments),
        "begun": [moment for moment, sorts in names.moments.items() if sort in sorts][:1],
        "built": [moment for moment, sorts in names.moments.items() if sort in sorts][-1:],
        "stack": [f'"{s}"' if not s[0].isupper() else s for s in names.stacks],
        "piece": list(names.pieces),
        "track": list(names.tracks),
        "exchange": list(names.exchanges),
        "exchanges": [third_person(name) for name in names.exchanges],
        "action": list(names.actions),
        "phase": list(names.phases),
        "opens": [*names.round_phases[:1]],
        "closes": [*names.round_phases[-1:]],
        "last": [str(names.last_round or MANY)],
        "first": [names.first_phase] if names.first_phase else list(names.phases),
        "option": list(names.options),
    }


def plural(names: Names, unit: str) -> str:
    """The last form of a good, which is the plural where there is one."""
    name = names.goods.get(unit)
    return next((form for form, of in reversed(names.goods.items()) if of == name), unit)


def _plurals(forms: dict[str, str]) -> list[str]:
    """For each name its last form, which is the plural where there is one."""
    return list({name: form for form, name in forms.items()}.values())
