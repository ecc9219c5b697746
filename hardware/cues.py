"""The vocabulary: what lights, display and buzzer show now.

A cue is data. It says what is meant; what that looks like on LEDs is said by `pico.patterns`, what it
sounds like by `pico.tunes`, and how it is laid out on a display by `panel`.

>>> place("ana", "14", 2, text=("Ana",)).rows
(<Pattern.OFF: 0>, <Pattern.STEADY: 1>)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum

from hardware.pico import patterns, tunes

MOST_ROWS = 5
MOST_SEATS = 10


class Kind(StrEnum):
    """What a cue says."""

    OFF = "off"
    IDLE = "idle"
    WAIT = "wait"
    REVEAL = "reveal"
    PLACE = "place"
    CHOOSE = "choose"
    RESULT = "result"
    WRONG = "wrong"
    ASK = "ask"
    FAULT = "fault"


PRIORITY = (
    (Kind.FAULT,),
    (Kind.ASK,),
    (Kind.WRONG,),
    (Kind.PLACE, Kind.CHOOSE, Kind.REVEAL, Kind.WAIT, Kind.RESULT),
    (Kind.IDLE,),
    (Kind.OFF,),
)
"""Which cue is shown where there are several: the first of these."""


class Pattern(IntEnum):
    """How a light moves: its meaning for whoever does not see colours."""

    OFF = patterns.OFF
    STEADY = patterns.STEADY
    PULSE = patterns.PULSE
    CHASE = patterns.CHASE
    WAIT = patterns.WAIT
    ALL = patterns.ALL
    WRONG = patterns.WRONG
    QUESTION = patterns.QUESTION
    IDLE = patterns.IDLE
    FAULT = patterns.FAULT
    TROUBLE = patterns.TROUBLE


class Sound(IntEnum):
    """What the buzzer plays."""

    NONE = tunes.NONE
    PLACE = tunes.PLACE
    TAKE = tunes.TAKE
    CHOOSE = tunes.CHOOSE
    REVEAL = tunes.REVEAL
    WRONG = tunes.WRONG
    ASK = tunes.ASK
    PRESS = tunes.PRESS
    OVER = tunes.OVER
    FAULT = tunes.FAULT


Colour = tuple[int, int, int]
COLOURS: dict[Pattern, Colour] = {
    Pattern.OFF: (0, 0, 0),
    Pattern.STEADY: (0, 200, 120),
    Pattern.PULSE: (255, 130, 0),
    Pattern.CHASE: (0, 140, 255),
    Pattern.WAIT: (200, 200, 200),
    Pattern.ALL: (255, 255, 255),
    Pattern.WRONG: (255, 30, 0),
    Pattern.QUESTION: (200, 60, 220),
    Pattern.IDLE: (60, 120, 60),
    Pattern.FAULT: (255, 0, 40),
    Pattern.TROUBLE: (255, 60, 0),
}
"""For lights that have colours. They stay apart for most who see colours differently; the pattern is the sure sign."""


@dataclass(frozen=True)
class Cue:
    """What is to be shown: of rows and seats each light's pattern, the first one first; those left out are off.

    `text` is in the reader's language: its first line says whose turn it is or what is wanted. `notices` are
    short words on what is broken while the game goes on.
    """

    kind: Kind
    rows: tuple[Pattern, ...] = ()
    seats: tuple[Pattern, ...] = ()
    sound: Sound = Sound.NONE
    text: tuple[str, ...] = ()
    card: str = ""
    row: int = 0
    takes: bool = False
    seat: str = ""
    rule: str = ""
    notices: tuple[str, ...] = ()

    def light(self, group: str, place: int) -> Pattern:
        """The pattern of one light, counted from 0; `group` is "row" or "seat"."""
        lights = self.rows if group == "row" else self.seats
        own = lights[place] if place < len(lights) else Pattern.OFF
        return Pattern.TROUBLE if own is Pattern.OFF and self.notices else own

    def quiet(self) -> Cue:
        """The same cue without its sound: for a part that came back, as nothing is replayed to it."""
        return replace(self, sound=Sound.NONE)


OFF = Cue(Kind.OFF)


def _only(numbers: Iterable[int], pattern: Pattern) -> tuple[Pattern, ...]:
    """These lights in that pattern, numbered from 1, all others off."""
    chosen = set(numbers)
    return tuple(pattern if number in chosen else Pattern.OFF for number in range(1, max(chosen, default=0) + 1))


def idle(rows: int = MOST_ROWS, seats: int = MOST_SEATS, text: tuple[str, ...] = ()) -> Cue:
    """Nobody plays."""
    return Cue(Kind.IDLE, (Pattern.IDLE,) * rows, (Pattern.IDLE,) * seats, text=text)


def wait(seats: Iterable[int], text: tuple[str, ...] = (), seat: str = "", card: str = "") -> Cue:
    """These seats are waited for, or it is their turn."""
    return Cue(Kind.WAIT, (), _only(seats, Pattern.WAIT), text=text, seat=seat, card=card)


def reveal(seats: Iterable[int], rows: int = MOST_ROWS, text: tuple[str, ...] = ()) -> Cue:
    """All turn their cards up now."""
    return Cue(Kind.REVEAL, (Pattern.ALL,) * rows, _only(seats, Pattern.ALL), Sound.REVEAL, text)


def place(seat: str, card: str, row: int, takes: bool = False, seat_number: int = 0, text: tuple[str, ...] = ()) -> Cue:
    """That card goes to that row; where it takes the row, the row pulses."""
    pattern = Pattern.PULSE if takes else Pattern.STEADY
    return Cue(
        Kind.PLACE,
        _only((row,), pattern),
        _only((seat_number,) if seat_number else (), Pattern.STEADY),
        Sound.TAKE if takes else Sound.PLACE,
        text,
        card,
        row,
        takes,
        seat,
    )


def choose(seat: str, card: str, rows: Iterable[int], seat_number: int = 0, text: tuple[str, ...] = ()) -> Cue:
    """That seat chooses one of these rows."""
    seats = _only((seat_number,) if seat_number else (), Pattern.WAIT)
    return Cue(Kind.CHOOSE, _only(rows, Pattern.CHASE), seats, Sound.CHOOSE, text, card, seat=seat)


def wrong(
    rule: str,
    row: int = 0,
    belongs: int = 0,
    seat: str = "",
    card: str = "",
    seat_number: int = 0,
    text: tuple[str, ...] = (),
) -> Cue:
    """Something lies wrong: in `row`, at the seat, or both; `belongs` is the row where it should lie."""
    rows = list(_only((row,) if row else (), Pattern.WRONG))
    if belongs:
        rows += [Pattern.OFF] * (belongs - len(rows))
        rows[belongs - 1] = Pattern.STEADY
    seats = _only((seat_number,) if seat_number else (), Pattern.WRONG)
    return Cue(Kind.WRONG, tuple(rows), seats, Sound.WRONG, text, card, belongs, seat=seat, rule=rule)


def ask(
    seats: Iterable[int], rows: Iterable[int] = (), seat: str = "", card: str = "", text: tuple[str, ...] = ()
) -> Cue:
    """Something is not known, and these seats are asked."""
    return Cue(
        *(Kind.ASK, _only(rows, Pattern.QUESTION), _only(seats, Pattern.QUESTION), Sound.ASK, text, card),
        seat=seat,
    )


def fault(text: tuple[str, ...] = ()) -> Cue:
    """The game can't go on, as without a camera."""
    return Cue(Kind.FAULT, (Pattern.FAULT,) * MOST_ROWS, (Pattern.FAULT,) * MOST_SEATS, Sound.FAULT, text)


def result(winners: Iterable[int], text: tuple[str, ...] = ()) -> Cue:
    """A round or the match is over; the winners' seats shine."""
    return Cue(Kind.RESULT, (), _only(winners, Pattern.PULSE), Sound.OVER, text)


def foremost(cues: Iterable[Cue]) -> Cue:
    """The one that is shown where several want to be: fault, question, wrong, place, idle. Of equals the first.

    >>> foremost([place("ana", "14", 2), ask([1]), OFF]).kind
    <Kind.ASK: 'ask'>
    """
    rank = {kind: at for at, kinds in enumerate(PRIORITY) for kind in kinds}
    return min(cues, key=lambda cue: rank[cue.kind], default=OFF)
