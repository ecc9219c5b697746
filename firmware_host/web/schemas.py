"""The part of JSON Schema that bodies need: what the document says of a body is what is checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]
LONGEST_TEXT = 200
TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}


def text(**more: Any) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT, **more}


def number(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def one_of(*values: str) -> Schema:
    return {"type": "string", "enum": list(values)}


def flag() -> Schema:
    return {"type": "boolean"}


def listed(items: Schema, most: int) -> Schema:
    return {"type": "array", "items": items, "maxItems": most}


def thing(optional: Mapping[str, Schema] | None = None, /, **required: Schema) -> Schema:
    """An object with these keys and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def anything(**more: Any) -> Schema:
    """An object whose keys something else reads."""
    return {"type": "object", **more}


def fits(schema: Schema, value: object) -> bool:
    """Whether a value is as the schema says.

    >>> fits(thing(row=number(1, 5)), {"row": 2}), fits(thing(row=number(1, 5)), {"row": 2, "x": 1})
    (True, False)
    """
    kind = schema["type"]
    if isinstance(kind, list):
        return any(fits({**schema, "type": one}, value) for one in kind)
    if not isinstance(value, TYPES[kind]) or (kind == "integer" and isinstance(value, bool)):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, int):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    if isinstance(value, str):
        return bool(schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)))
    if isinstance(value, list):
        items = schema.get("items")
        return len(value) <= schema.get("maxItems", len(value)) and (
            items is None or all(fits(items, item) for item in value)
        )
    return not isinstance(value, dict) or _has_keys(schema, value)


def _has_keys(schema: Schema, value: Mapping[str, object]) -> bool:
    properties = schema.get("properties", {})
    if any(key not in value for key in schema.get("required", ())):
        return False
    if schema.get("additionalProperties") is False and any(key not in properties for key in value):
        return False
    return all(fits(properties[key], item) for key, item in value.items() if key in properties)
