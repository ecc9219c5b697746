"""What is in a view, for the API's document; tests hold every view against it. A game's `board` is its own."""

from __future__ import annotations

from typing import Any

from firmware_host.web.schemas import Schema, thing

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
PATH: Schema = {"type": ["string", "null"], "description": "where to get it; null for those who may not"}
ANYTHING: Schema = {"type": "object"}


def _list(items: Schema, says: str = "") -> Schema:
    return {"type": "array", "items": items, **({"description": says} if says else {})}


def _or_null(schema: Schema, says: str) -> Schema:
    return {**schema, "type": [schema["type"], "null"], "description": says}


def _said(schema: Schema, says: str) -> Schema:
    return {**schema, "description": says}


def _seat() -> Schema:
    flags: dict[str, Any] = dict.fromkeys(("committed", "waited", "turn", "winner"), FLAG)
    return thing(number=_said(WHOLE, "its place at the mat"), name=TEXT, score=WHOLE, **flags)


LIGHTS = _list(TEXT, "off, steady, pulse, chase, wait, all, wrong, question, idle, fault or trouble")

MATCH = thing(
    game=TEXT,
    variant=TEXT,
    title=_said(TEXT, "the game's name in the reader's language"),
    phase=TEXT,
    line=_said(WHOLE, "of the record, the last one in force"),
    round={"type": ["integer", "null"]},
    turn={"type": ["integer", "null"]},
    seats=_list(_seat()),
    rounds=_list(thing(round=WHOLE, scores=ANYTHING, total=ANYTHING), "those that were scored"),
    board=_said(ANYTHING, "what lies open on the table, as each game has it"),
    last=_or_null(thing(line=WHOLE, text=TEXT), "what the newest line brought about"),
    over=FLAG,
    winners=_list(TEXT),
)

CUE = thing(
    kind=TEXT,
    text=_list(TEXT, "what the small display says"),
    rows=LIGHTS,
    seats=LIGHTS,
    card=TEXT,
    row=WHOLE,
    takes=FLAG,
    seat=TEXT,
    rule=TEXT,
)

QUESTION = thing(
    number=WHOLE,
    reason=TEXT,
    text=TEXT,
    seats=_list(TEXT, "whom it asks; empty: anybody"),
    choices=_list(thing(value=TEXT, label=TEXT)),
    others=_list(thing(value=TEXT, label=TEXT), "what a card may be besides, if none of the choices is right"),
    crop=PATH,
)

OBJECTION = thing(
    number=WHOLE, rule=TEXT, text=TEXT, seat=TEXT, card=TEXT, lies=TEXT, belongs=TEXT, crop=PATH
)  # fmt: skip

YOU = thing(
    place=WHOLE,
    seat={"type": ["string", "null"]},
    name={"type": ["string", "null"]},
    language=TEXT,
    questions=_list(QUESTION),
    may=_list(ANYTHING, "what that seat may wish now, by its kind"),
    hand=_said(ANYTHING, "what only that seat may know"),
    sheet=_or_null(ANYTHING, "what that seat writes on"),
)

VIEW = thing(
    {
        "links": _said(ANYTHING, "the paths of the seats' pages, for the table's own screen and the referee"),
        "you": _said(YOU, "with a seat's link"),
    },
    number=_said(WHOLE, "grows with each change"),
    language=TEXT,
    mode=TEXT,
    game=_or_null(TEXT, "what is played here, also while nobody does"),
    match=_or_null(MATCH, "the match that is on"),
    cue=CUE,
    rule=_said(TEXT, "what decides now, or comes next, in a sentence"),
    question=_or_null(QUESTION, "what the table asks"),
    objection=_or_null(OBJECTION, "what lies wrong"),
    repair=_or_null(ANYTHING, "while table and match are made to agree: the steps"),
    paused=FLAG,
    troubles=_list(thing(part=TEXT, text=TEXT)),
)
