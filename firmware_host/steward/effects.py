"""What the steward wants done. Effects are carried out in their order, each before the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.cues import Cue


@dataclass(frozen=True)
class Open:
    """A match begins: its header, as the record has it."""

    header: Mapping[str, object]


@dataclass(frozen=True)
class Write:
    """One more line of the record; it must be durable before anything that comes after. `number` is the record's."""

    line: Mapping[str, object]
    number: int = 0


@dataclass(frozen=True)
class Show:
    """What lights, display and buzzer show from now on."""

    cue: Cue


@dataclass(frozen=True)
class Question:
    """What is not known: why it is asked, whom, and what may be answered, the likeliest first.

    `about` are the keys of the cards that are meant, for their pictures.
    """

    number: int
    reason: str
    seats: tuple[str, ...]
    choices: tuple[str, ...]
    facts: Mapping[str, object] = field(default_factory=dict)
    about: tuple[int, ...] = ()


@dataclass(frozen=True)
class Ask:
    """Put a question to the table."""

    question: Question


@dataclass(frozen=True)
class Answered:
    """A question is settled, by that answer, or because the table itself made it clear."""

    question: int
    value: str
    by: str


@dataclass(frozen=True)
class Objection:
    """Something lies wrong: which rule says so, whose card it is and where it belongs."""

    number: int
    rule: str
    seat: str = ""
    card: str = ""
    lies: str = ""
    belongs: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    about: tuple[int, ...] = ()


@dataclass(frozen=True)
class Object:
    """Tell the table that something lies wrong."""

    objection: Objection


@dataclass(frozen=True)
class PutRight:
    """An objection is settled."""

    objection: int


@dataclass(frozen=True)
class Photograph:
    """Keep the picture of that number as evidence; `why` says of what, `line` of which line (0: of the last note)."""

    picture: int
    why: str
    about: tuple[int, ...] = ()
    line: int = 0


@dataclass(frozen=True)
class Note:
    """Something for the journal that is no move: a pause, a swap, a card turned early."""

    kind: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Close:
    """The match is over, or was abandoned."""

    how: str


Effect = Open | Write | Show | Ask | Answered | Object | PutRight | Photograph | Note | Close
