"""The published JSON Schemas: ``python tests/play/schemas.py`` writes docs/schemas anew."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "schemas"
Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
SEAT: Schema = {"type": "integer", "minimum": 0}
MAYBE: Schema = {"type": ["integer", "null"]}
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}


def rows(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def named(values: Schema) -> Schema:
    """Values by names of the rules."""
    return {"type": "object", "additionalProperties": values}


def record(optional: Collection[str] = (), /, **fields: Schema) -> Schema:
    """An object with just these fields, of which some may be missing."""
    return {
        "type": "object",
        "properties": fields,
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
    }


def annotation_of(kind: type, name: str) -> object:
    """What is written behind a field: attrs has it too, until somebody asks for types instead."""
    return next(
        vars(owner)["__annotations__"][name]
        for owner in kind.__mro__
        if name in vars(owner).get("__annotations__", {})
    )


def field_schema(held: object) -> Schema:
    """What a field of a space, of a cell of a grid, or of an event holds, by its annotation."""
    text = str(held)
    if "tuple[tuple[str, int], ...]" in text:
        return named(NUMBER)
    if "tuple[str, ...]" in text:
        return rows(TEXT)
    if "tuple[" in text:
        return rows(FLAG if "bool" in text else NUMBER)
    if text == "int | None":
        return MAYBE
    return {"str": TEXT, "int": NUMBER, "bool": FLAG}[text]


def fields_of(kind: type) -> Schema:
    """The schema of a public class of plain fields."""
    return record(**{name: field_schema(held) for name, held in kind.__annotations__.items()})


def view_schema() -> Schema:
    """What View.to_json() writes."""
    from homesteaders_rules import Due, GridCell, Lot, Space

    player = record(
        seat=SEAT,
        goods=named(MAYBE),
        pieces=rows(TEXT),
        placed=rows(record(piece=TEXT, place=NUMBER)),
        tracks=named(NUMBER),
        grid=rows(fields_of(GridCell)),
        due=rows(fields_of(Due)),
    )
    lying = record(piece=TEXT, good=TEXT, amount=NUMBER, user=MAYBE)
    view = {
        "version": {"const": 1},
        "viewer": MAYBE,
        "decider": SEAT,
        "prompt": TEXT,
        "options": rows(TEXT),
        "over": FLAG,
        "phase": TEXT,
        "round": NUMBER,
        "final": FLAG,
        "start player": SEAT,
        "turn": MAYBE,
        "players": rows(player),
        "stock": named(MAYBE),
        "places": named(named(NUMBER)),
        "stacks": named(rows({"type": ["string", "null"]})),
        "lots": rows(fields_of(Lot)),
        "tracks": named(NUMBER),
        "lying": rows(lying),
        "displays": named(rows(TEXT)),
        "map": rows(fields_of(Space)),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A game as one player may see it",
        "description": "What is null is hidden from the viewer. Seats count from 0.",
        **record(**view),
    }


def kinds_of_events() -> list[type]:
    """The classes of all events that somebody is told of."""
    from homesteaders_rules.runtime.recording import kinds

    classes = (each for each in vars(kinds).values() if isinstance(each, type))
    return [each for each in classes if each.__module__ == kinds.__name__]


def event_schema(kind: type) -> Schema:
    """An event of a class: what it says, and no more."""
    from attrs import fields

    said = {
        each.name: field_schema(annotation_of(kind, each.name)) for each in fields(kind) if each.eq
    }
    return record(event={"const": kind.__name__}, **said)


def events_schema() -> Schema:
    """What Events.to_json() writes."""
    kinds = sorted(kinds_of_events(), key=lambda kind: kind.__name__)
    told = rows({"anyOf": [event_schema(kind) for kind in kinds]})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What happened by one choice, as far as one seat may know of it",
        "description": "Seats count from 0. Goods go from a source to a target: a seat, -1 for the"
        " stock, and below that what lies on a piece or on a cell of a grid. The piece of an event"
        " is the one whose text it was; empty for the rules themselves.",
        **record(version={"const": 1}, viewer=MAYBE, events=told),
    }


def saved_schema(held: Any) -> Schema:
    """What a field of a save holds, by its type."""
    outer, inner = get_origin(held), get_args(held)
    if outer is dict:
        return named(saved_schema(inner[1]))
    if outer is list:
        return rows(saved_schema(inner[0]))
    if outer is UnionType:
        parts = [saved_schema(each) for each in inner if each is not type(None)]
        return parts[0] if len(parts) == 1 else {"anyOf": parts}
    return {str: TEXT, int: NUMBER, bool: FLAG}[held]


def save_schema() -> Schema:
    """What save() writes."""
    from attrs import NOTHING, fields

    from homesteaders_rules.play.reading import FORMAT, SaveData

    hints = get_type_hints(SaveData)
    optional = [each.name for each in fields(SaveData) if each.default is not NOTHING]
    held = {name: saved_schema(kind) for name, kind in hints.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A game: what it was made of, and what was chosen",
        "description": "packs are ids and versions in the order of loading, digest is that of the"
        " rules, keys are the choices. state and begin are cells by name, frames and begin_frames"
        " the unfinished business; they are for other tools to read. seats are the names of"
        " the players, and who decides for each: human, or the name of a bot.",
        **record(optional, **held | {"format": {"const": FORMAT}}),
    }


def plain_schema(held: Any, defs: dict[str, Schema]) -> Schema:
    """What a field of the protocol holds, by its type; classes that it needs are put into defs."""
    from attrs import has

    outer, inner = get_origin(held), get_args(held)
    if outer is dict:
        return named(plain_schema(inner[1], defs))
    if outer is list:
        return rows(plain_schema(inner[0], defs))
    if outer is UnionType:
        kinds = [plain_schema(each, defs) for each in inner if each is not type(None)]
        return {"anyOf": [*kinds, {"type": "null"}]}
    if has(held):
        if held.__name__ not in defs:
            defs[held.__name__] = {}
            defs[held.__name__] = class_schema(held, defs)
        return {"$ref": f"#/$defs/{held.__name__}"}
    return {str: TEXT, int: NUMBER, bool: FLAG}[held]


def class_schema(kind: type, defs: dict[str, Schema], **head: Schema) -> Schema:
    """A class of the protocol, behind what every request or answer has."""
    from attrs import NOTHING, fields

    hints, held, optional = get_type_hints(kind), dict(head), []
    for each in fields(kind):
        other = each.metadata.get("schema")
        held[each.name] = {"$ref": other} if other else plain_schema(hints[each.name], defs)
        optional += [each.name] if each.default is not NOTHING else []
    about = " ".join((kind.__doc__ or "").replace("``", "").split())
    return {"description": about, **record(optional, **held)}


def workshop_schema() -> Schema:
    """What a page and the engine behind it say to each other."""
    from homesteaders_rules.workshop import protocol

    defs: dict[str, Schema] = {}
    version, number = {"const": protocol.VERSION}, {"type": ["integer", "null"]}
    for word, kinds in (("ask", protocol.REQUESTS), ("answer", protocol.ANSWERS)):
        for kind in kinds:
            name: Schema = {"const": protocol.called(kind)}
            head = {"version": version, "id": number, word: name}
            defs[kind.__name__] = class_schema(kind, defs, **head)
    every = {
        word: {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]}
        for word, kinds in (("Request", protocol.REQUESTS), ("Answer", protocol.ANSWERS))
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What a page asks the workshop, and what it is answered",
        "description": "Seats count from 0, offsets and columns are in UTF-16 units.",
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Answer"}],
        "$defs": every | dict(sorted(defs.items())),
    }


SCHEMAS = {
    "view": view_schema,
    "events": events_schema,
    "save": save_schema,
    "workshop": workshop_schema,
}


def page(name: str) -> str:
    """A schema as its file has it."""
    return json.dumps(SCHEMAS[name](), indent=1) + "\n"


def faults(
    value: object, schema: Schema, where: str = "$", root: Schema | None = None
) -> list[str]:
    """Where a value is not as a schema says, as far as ours say anything."""
    root = schema if root is None else root
    if not schema:
        return []
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name.endswith(".json"):
            other = SCHEMAS[name.removesuffix(".json")]()
            return faults(value, other, where, other)
        return faults(value, root["$defs"][name], where, root)
    if "const" in schema:
        return [] if value == schema["const"] else [f"{where} is not {schema['const']}"]
    if "anyOf" in schema:
        return _none_of(value, schema["anyOf"], where, root)
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    fitting = tuple(kind for name in kinds for kind in TYPES[name])
    if not isinstance(value, fitting) or (isinstance(value, bool) and bool not in fitting):
        return [f"{where} is no {' or '.join(kinds)}"]
    found: list[str] = []
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema["additionalProperties"]
        missing = [name for name in schema.get("required", ()) if name not in value]
        found += [f"{where} has no {name}" for name in missing]
        for name, each in value.items():
            inner = known.get(name, others)
            one = [f"{where}.{name} is unknown"]
            found += faults(each, inner, f"{where}.{name}", root) if inner is not False else one
    if isinstance(value, list):
        for number, each in enumerate(value):
            found += faults(each, schema["items"], f"{where}[{number}]", root)
    if type(value) is int and value < schema.get("minimum", value):
        found.append(f"{where} is below {schema['minimum']}")
    return found


def _none_of(value: object, schemas: list[Schema], where: str, root: Schema) -> list[str]:
    """Nothing, if it is as one of them says; else what is wrong by the one that fits best."""
    return min((faults(value, each, where, root) for each in schemas), key=len)


if __name__ == "__main__":
    for each in SCHEMAS:
        (FOLDER / f"{each}.json").write_text(page(each), encoding="utf-8")
