"""JSON that comes from outside: read whole and checked before anything of it is used.

No text can use up the stack, the memory or the time of whoever reads it: its depth is counted
before it is parsed, and nothing is converted.
"""

from __future__ import annotations

import json
import re
from functools import partial
from typing import TYPE_CHECKING, Any, get_args, get_origin

if TYPE_CHECKING:
    from cattrs import Converter

STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
BRACKET = re.compile(r"[\[\]{}]")


def parsed(text: str, most_depth: int) -> Any:
    """What a text says. Raises ValueError where it is no JSON, or lists and objects lie deeper."""
    depth = 0
    for bracket in BRACKET.finditer(STRING.sub("", text)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > most_depth:
            raise ValueError(f"not JSON of at most {most_depth} levels")
    try:
        return json.loads(text)
    except ValueError as error:
        raise ValueError(f"not JSON ({error})") from None


def strict(longest: int) -> Converter:
    """What makes values of a kind of plain data, as far as the first fault: then a TypeError.

    Numbers, words (of at most ``longest`` characters) and truth values are taken as they are.
    """
    from cattrs import Converter

    converter = Converter(detailed_validation=False, forbid_extra_keys=True)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _exactly(kind, longest))
    converter.register_structure_hook_func(_is_container, partial(_whole, converter))
    return converter


def _exactly(kind: type, longest: int) -> Any:
    def structure(value: object, _: type) -> Any:
        if type(value) is not kind:
            raise TypeError(f"expected {kind.__name__}, not {short(value)}")
        if isinstance(value, str) and len(value) > longest:
            raise TypeError(f"a word is longer than {longest} characters")
        return value

    return structure


def _is_container(kind: Any) -> bool:
    outer: object = get_origin(kind)
    return outer is list or outer is dict


def _whole(converter: Converter, value: Any, kind: Any) -> Any:
    """A list or an object, each entry of which is of its kind."""
    outer, arguments = get_origin(kind), get_args(kind)
    if type(value) is not outer:
        raise TypeError(f"expected {outer.__name__}, not {short(value)}")
    if outer is list:
        return [converter.structure(entry, arguments[0]) for entry in value]
    return {name: converter.structure(entry, arguments[1]) for name, entry in value.items()}


def short(value: object) -> str:
    """A value in a message; lists and objects are not written out."""
    return f"a {type(value).__name__}" if isinstance(value, list | dict) else f"{value!r:.40}"
