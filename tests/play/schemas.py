"""The published JSON Schemas: ``python tests/play/schemas.py`` writes docs/schemas anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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


def record(**fields: Schema) -> Schema:
    """An object with just these fields, whose names have spaces for underscores where they say."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def field_schema(held: object) -> Schema:
    """What a field of a space or of a cell of a grid holds, by its annotation."""
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


SCHEMAS = {"view": view_schema}


def page(name: str) -> str:
    """A schema as its file has it."""
    return json.dumps(SCHEMAS[name](), indent=1) + "\n"


def faults(value: object, schema: Schema, where: str = "$") -> list[str]:
    """Where a value is not as a schema says, as far as ours say anything."""
    if "const" in schema:
        return [] if value == schema["const"] else [f"{where} is not {schema['const']}"]
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
            found += faults(each, inner, f"{where}.{name}") if inner is not False else one
    if isinstance(value, list):
        for number, each in enumerate(value):
            found += faults(each, schema["items"], f"{where}[{number}]")
    if type(value) is int and value < schema.get("minimum", value):
        found.append(f"{where} is below {schema['minimum']}")
    return found


if __name__ == "__main__":
    for each in SCHEMAS:
        (FOLDER / f"{each}.json").write_text(page(each), encoding="utf-8")
