"""What the steward is told. Everything that it ever knows comes in one of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.presses import Press

Point = tuple[float, float]

HARDLY_READ = 0.5
"""What no name is likelier than this is hardly read: it may be what is expected there, or a special card, of which
others cover what tells it apart."""


@dataclass(frozen=True)
class Lying:
    """A card as it is seen to lie: its middle in millimetres of the mat, and the zone that it lies in ("": none).

    `name` is None where it lies face down or is not surely read; `maybe` are the likeliest names then. `key`
    stays the same for as long as the very same card lies still in the same place.
    """

    key: int
    name: str | None
    face: str
    zone: str
    at: Point
    sure: float = 1.0
    maybe: tuple[tuple[str, float], ...] = ()

    @property
    def hardly_read(self) -> bool:
        """Whether it has no name, and nothing is likely that is read on it."""
        return self.name is None and max((chance for _, chance in self.maybe), default=0.0) < HARDLY_READ


@dataclass(frozen=True)
class Seen:
    """The table at the moment of a picture.

    `hidden` are cards over which a hand or a thing is; nobody knows whether they still lie there. `covered` and
    `moving` are zones in which not everything can be seen, or not yet. `steady`: all but that may be relied upon.
    `bumped`: camera or mat were moved, and not all was read again. `chips` lie on the active card (No Thanks!);
    None: not counted.
    """

    taken: int
    picture: int
    cards: tuple[Lying, ...] = ()
    hidden: tuple[Lying, ...] = ()
    covered: frozenset[str] = frozenset()
    moving: frozenset[str] = frozenset()
    steady: bool = False
    bumped: bool = False
    chips: int | None = None

    def in_zone(self, zone: str) -> tuple[Lying, ...]:
        """The cards that can be seen there, from left to right."""
        return tuple(sorted((card for card in self.cards if card.zone == zone), key=lambda card: card.at))


@dataclass(frozen=True)
class Start:
    """Somebody wants to play: a match is opened.

    `places` are those of the mat where the seats sit; left out: the first ones.
    """

    game: str
    seats: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class Resume:
    """A match that was played before the program was started again: its record's lines, the header first.

    `asked` is the number of the last question or objection in it: an answer to that one is none to a later one.
    `waiting` are the lines that were entered before their turn.
    """

    lines: tuple[Mapping[str, object], ...]
    asked: int = 0
    waiting: tuple[Mapping[str, object], ...] = ()


@dataclass(frozen=True)
class Answer:
    """A question was answered on a screen; `value` is one of its choices."""

    question: int
    value: str


@dataclass(frozen=True)
class Choose:
    """A seat chose a row, on a screen."""

    seat: str
    row: int


@dataclass(frozen=True)
class Mark:
    """A seat said, on its own screen, in which colour it crosses the number that was called; "": in none."""

    seat: str
    colour: str


@dataclass(frozen=True)
class Rename:
    """Whoever sits at that place of the mat said how to call them, in the matches that begin from now on."""

    place: int
    name: str


@dataclass(frozen=True)
class Enter:
    """A line of the record was entered on a screen: a move, an `undo` or an `amend`."""

    line: Mapping[str, object]


@dataclass(frozen=True)
class Pause:
    """Play stops until `on` is False."""

    on: bool = True


@dataclass(frozen=True)
class Abandon:
    """The match ends here, without a winner."""


@dataclass(frozen=True)
class Again:
    """The same seats, or whoever sits down next, begin anew; a match that is not over is given up."""


@dataclass(frozen=True)
class Leave:
    """A seat goes home in the middle of a match."""

    seat: str


@dataclass(frozen=True)
class Trouble:
    """A device is gone for that reason, or, where it is None, there again."""

    part: str
    reason: str | None


@dataclass(frozen=True)
class Tick:
    """Time has passed."""


Input = (
    Seen
    | Press
    | Start
    | Resume
    | Answer
    | Choose
    | Mark
    | Rename
    | Enter
    | Pause
    | Abandon
    | Again
    | Leave
    | Trouble
    | Tick
)
