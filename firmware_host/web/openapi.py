"""The document of the API, made from the table of routes that the server itself is made from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from firmware_host import __version__
from firmware_host.web.guard import SESSION
from firmware_host.web.routes import Needs, Route
from firmware_host.web.schemas import Schema

PARAMETER = re.compile(r"\{(\w+)(?::(\w+))?\}")
ERROR: Schema = {
    "type": "object",
    "properties": {
        "error": {"type": "string", "description": "a sentence for whoever reads it"},
        "reason": {"type": "string", "description": "the same for a program"},
    },
    "required": ["error", "reason"],
}
SECURITY: Mapping[Needs, list[Mapping[str, list[str]]]] = {
    Needs.NOTHING: [{}, {"seat": []}],
    Needs.SCREEN: [{"screen": []}, {"pin": []}],
    Needs.PIN: [{"pin": []}],
}
SCHEMES = {
    "pin": {"type": "apiKey", "in": "cookie", "name": SESSION, "description": "set by /api/referee/login"},
    "seat": {"type": "apiKey", "in": "query", "name": "seat", "description": "the token of a seat's link"},
    "screen": {"type": "http", "scheme": "none", "description": "asked from the machine itself"},
}


def document(routes: Iterable[Route]) -> dict[str, Any]:
    """The OpenAPI document of these routes; pages and their files are not in it."""
    paths: dict[str, Any] = {}
    for route in routes:
        if route.path.startswith("/api/"):
            paths.setdefault(plain(route.path), {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Drover",
            "version": __version__,
            "description": "What a table shows and takes. docs/web.md says who may ask what.",
        },
        "paths": paths,
        "components": {"schemas": {"Error": ERROR}, "securitySchemes": SCHEMES},
    }


def plain(path: str) -> str:
    """A path as the document has it.

    >>> plain("/api/crops/{number:int}")
    '/api/crops/{number}'
    """
    return PARAMETER.sub(r"{\1}", path)


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": route.says,
        "security": SECURITY[route.needs],
        "parameters": [*_path_parameters(route.path), *_query(route.query)],
        "responses": {
            str(route.status): {"description": "done", "content": _content(route.gives)},
            "4XX": {"description": "refused", "content": _content({"$ref": "#/components/schemas/Error"})},
        },
    }
    if route.takes is not None:
        operation["requestBody"] = {"required": True, "content": _content(route.takes)}
    return operation


def _content(kind: Schema | str) -> dict[str, Any]:
    return {kind: {}} if isinstance(kind, str) else {"application/json": {"schema": kind}}


def _path_parameters(path: str) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer" if kind == "int" else "string"},
        }
        for name, kind in PARAMETER.findall(path)
    ]


def _query(names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "query", "required": False, "description": what, "schema": {"type": "string"}}
        for name, what in names.items()
    ]
