"""What the steward wants noted, as the journal has it."""

from __future__ import annotations

from dataclasses import fields

from firmware_host.journal.entries import Body, Kind
from firmware_host.steward.effects import Answered, Ask, Note, Object, PutRight
from firmware_host.steward.inputs import Trouble

Noted = Ask | Answered | Object | PutRight | Note | Trouble


def kept(noted: Noted) -> tuple[Kind, Body]:
    """The kind and body for `Journal.note`: the names are those of the steward's own words.

    >>> kept(Answered(3, "14", "ana"))
    (<Kind.ANSWER: 'answer'>, {'question': 3, 'value': '14', 'by': 'ana'})
    """
    match noted:
        case Ask(question):
            return Kind.QUESTION, _fields(question)
        case Answered():
            return Kind.ANSWER, _fields(noted)
        case Object(objection):
            return Kind.OBJECTION, _fields(objection)
        case PutRight():
            return Kind.PUT_RIGHT, _fields(noted)
        case Note():
            return Kind.NOTE, _fields(noted)
        case Trouble():
            return Kind.FAULT, _fields(noted)


def _fields(value: object) -> Body:
    return {one.name: getattr(value, one.name) for one in fields(value)}  # type: ignore[arg-type]  # all are dataclasses
