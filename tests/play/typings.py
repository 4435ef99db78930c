"""The types of the page, made of the schemas: ``make golden`` writes them anew."""

from __future__ import annotations

import textwrap
from typing import Any

from homesteaders_rules.paths import PACKAGE
from play.schemas import SCHEMAS, Schema

FILE = PACKAGE / "workshop" / "page" / "protocol.d.ts"
HEAD = "// Made of docs/schemas by make golden: what the page asks, and what it is answered.\n"
SIMPLE = {"string": "string", "integer": "number", "boolean": "boolean", "null": "null"}
WIDTH = 100


def typed(schema: Schema, indent: str = "") -> str:
    """A schema as a type."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return "View" if name == "view.json" else name
    if "const" in schema:
        return f'"{schema["const"]}"' if isinstance(schema["const"], str) else str(schema["const"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(typed(each, indent) for each in schema["anyOf"]))
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(_of_kind(kind, schema, indent) for kind in kinds)


def _of_kind(kind: str, schema: Schema, indent: str) -> str:
    if kind == "array":
        items = schema["items"]
        is_union = "anyOf" in items or isinstance(items.get("type"), list)
        inner = typed(items, indent)
        return f"({inner})[]" if is_union else f"{inner}[]"
    if kind != "object":
        return SIMPLE[kind]
    if "properties" not in schema:
        return f"Record<string, {typed(schema['additionalProperties'], indent)}>"
    lines = [
        f"{indent}  {_name(name)}{'' if name in schema['required'] else '?'}: "
        f"{typed(held, indent + '  ')};"
        for name, held in schema["properties"].items()
    ]
    return "\n".join(("{", *lines, f"{indent}}}"))


def _name(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'


def _comment(text: str) -> str:
    lines = textwrap.wrap(text, WIDTH, initial_indent="/** ", subsequent_indent=" * ")
    return "\n".join(lines) + " */\n" if lines else ""


def declared(name: str, schema: Schema) -> str:
    """A type by a name."""
    about = _comment(schema.get("description", ""))
    return f"{about}export type {name} = {typed(schema)};\n"


def page() -> str:
    """The file of all types."""
    defs: dict[str, Any] = SCHEMAS["workshop"]()["$defs"]
    every = {"View": SCHEMAS["view"](), **defs}
    return "\n".join((HEAD, *(declared(name, schema) for name, schema in every.items())))


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
