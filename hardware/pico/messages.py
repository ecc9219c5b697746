"""What host and bar say to each other: each kind of message and its payload. Runs on both ends; see docs/bar.md.

A payload may be longer than is known here, as a newer end writes more into it: it is read as far as it is known.
Numbers of more than one byte have their lowest byte first.
"""

from struct import calcsize, pack, unpack_from

VERSION = 1
"""Both ends must have the same: it changes when an old end would misunderstand a new one."""

MINOR = 0
"""Changes when something is added that an old end may skip."""

HELLO = 1
IDENTITY = 2
# No kind has the number 3: the byte would stop a Pico that is just starting.
SHOW = 4
EDGES = 5
BEAT = 6
ACK = 7
BYE = 8

BEAT_MS = 250
SILENT_MS = 2000
"""Whoever says nothing for so long is taken to be gone."""

RESEND_FIRST_MS = 20
RESEND_LAST_MS = 80
"""What is not acknowledged is sent again after the first time, then after twice as long, up to the last."""

BUTTONS = ("row/1", "row/2", "row/3", "row/4", "row/5", "confirm", "undo", "referee")
"""A button's number, counted from 0, is its bit in an identity too."""

DOWN = 0x80
MOST_EDGES = 8
LONGEST_AGE = 0xFFFF
CLOCK = 0xFFFFFFFF

_IDENTITY = "<5BH2BHBH8s"
_SHOW = "<BI2B"


def hello() -> bytes:
    """Who are you? Its frame begins a session."""
    return bytes((VERSION, MINOR))


def identity(
    firmware: tuple[int, int, int],
    boot: int,
    rows: int,
    seats: int,
    buttons: int,
    buzzer: int,
    milliamperes: int,
    serial: bytes,
) -> bytes:
    """What the bar is and has."""
    return pack(_IDENTITY, VERSION, MINOR, *firmware, boot, rows, seats, buttons, buzzer, milliamperes, serial)


def read_identity(payload: bytes) -> tuple[tuple[int, int, int], int, int, int, int, int, int, bytes] | None:
    """What was given to `identity`; None if too short."""
    if len(payload) < calcsize(_IDENTITY):
        return None
    _, _, major, minor, patch, boot, rows, seats, buttons, buzzer, limit, serial = unpack_from(_IDENTITY, payload)
    return (major, minor, patch), boot, rows, seats, buttons, buzzer, limit, serial


def show(sound: int, ms: int, rows: list[tuple[int, int, int, int]], seats: list[tuple[int, int, int, int]]) -> bytes:
    """All lights, each with its pattern and its red, green and blue, for so long already, and a sound."""
    lights = b"".join([bytes(light) for light in rows + seats])
    return pack(_SHOW, sound, min(ms, 0xFFFFFFFF), len(rows), len(seats)) + lights


def read_show(
    payload: bytes,
) -> tuple[int, int, list[tuple[int, int, int, int]], list[tuple[int, int, int, int]]] | None:
    """What was given to `show`; None if too short."""
    start = calcsize(_SHOW)
    if len(payload) < start:
        return None
    sound, ms, rows, seats = unpack_from(_SHOW, payload)
    if len(payload) < start + 4 * (rows + seats):
        return None
    lights = [tuple(payload[at : at + 4]) for at in range(start, start + 4 * (rows + seats), 4)]
    return sound, ms, lights[:rows], lights[rows:]  # type: ignore[return-value]


def edges(sent: int, edged: list[tuple[int, int]]) -> bytes:
    """The bar's clock, and of each edge the button, with `DOWN` if it closed, and how many ms ago. The oldest first."""
    aged = [pack("<BH", which, min(age, LONGEST_AGE)) for which, age in edged]
    return beat(sent) + bytes((len(edged),)) + b"".join(aged)


def read_edges(payload: bytes) -> list[tuple[int, int]]:
    """The edges that were given to `edges`; nothing if too short."""
    if len(payload) < 5 or len(payload) < 5 + 3 * payload[4]:
        return []
    return [unpack_from("<BH", payload, at) for at in range(5, 5 + 3 * payload[4], 3)]


def beat(sent: int) -> bytes:
    """The bar's clock: milliseconds since it started, going round after 49 days."""
    return pack("<I", sent & CLOCK)


def read_beat(payload: bytes) -> int | None:
    """The bar's clock, from `beat` or `edges`; None if too short."""
    return int(unpack_from("<I", payload)[0]) if len(payload) >= 4 else None
