"""Messages against their schemas, before anything is done with them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, cast

import fastjsonschema

from firmware_host.errors import DroverError
from firmware_host.fleet.topics import AGAIN, BUNDLE, KINDS

LARGEST = 65_536
LARGEST_PIECE = 200_000
DEEPEST_WHY = 200


class BadMessage(DroverError):
    """A message that is not what its topic says; `why` is for a log."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def schema(what: str) -> dict[str, Any]:
    """The schema of a topic, as documented. Raises `KeyError` where there is none."""
    file = files("firmware_host.fleet") / "schemas" / f"{what}.json"
    if not what.isidentifier() or not file.is_file():
        raise KeyError(what)
    return cast("dict[str, Any]", json.loads(file.read_text(encoding="utf-8")))


@cache
def _checker(what: str) -> Any:
    return fastjsonschema.compile(schema(what))


def read(what: str, payload: bytes) -> dict[str, Any]:
    """The message of that topic, or `BadMessage`."""
    if len(payload) > (LARGEST_PIECE if what == BUNDLE else LARGEST):
        raise BadMessage("too large")
    try:
        message = json.loads(payload, parse_constant=_refused)
        _checker(KINDS[message["kind"]] if what == AGAIN else what)(message)
    except fastjsonschema.JsonSchemaValueException as error:
        raise BadMessage(str(error)[:DEEPEST_WHY]) from None
    except (KeyError, TypeError):
        raise BadMessage("no such topic") from None
    except (ValueError, RecursionError):
        raise BadMessage("no JSON") from None
    return cast("dict[str, Any]", message)


def _refused(constant: str) -> None:
    raise ValueError(constant)
