"""The table's lights, display and buttons in a terminal, as a person at the table would see them."""

from __future__ import annotations

import os
import select
import termios
import tty
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TextIO

from hardware.cues import COLOURS, Cue, Kind
from hardware.keeper import Edge, Has
from hardware.pico.patterns import HALF, level
from hardware.pico.tunes import notes

FRAME_MS = 60
TAP_MS, HOLD_MS = 80, 800
"""How long a key stands for a button that is held; a capital letter for one that is held long."""

STRIP = 8
"""So many lamps has the strip of a row."""

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"
_LEAVE = "\x1b[?25h\x1b[?1049l"
_BITS = tuple(
    (0, right, left, left | right) for left, right in ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
)
"""For each of a letter's four lines what two dots side by side add to it."""


class Picture(Protocol):
    """What is needed of a picture of two colours, as Pillow has it: its rows' dots packed into bytes."""

    @property
    def size(self) -> tuple[int, int]: ...

    def tobytes(self) -> bytes: ...


class Panel(Protocol):
    """Draws the small display: the picture of a cue so long after it began."""

    def __call__(self, cue: Cue, ms: int) -> Picture: ...


@dataclass(frozen=True)
class Face:
    """What the simulated table has, and which key stands for which button; `labels` name the buttons for a reader."""

    rows: int = 5
    seats: int = 4
    keys: Mapping[str, str] | None = None
    labels: Mapping[str, str] | None = None
    caption: str = ""


def lines_of(cue: Cue, ms: int, face: Face, panel: Panel, colour: bool) -> list[str]:
    """The terminal's lines at that moment."""
    picture = braille(panel(cue, ms))
    edge = "─" * len(picture[0])
    display = [f"┌{edge}┐", *(f"│{line}│" for line in picture), f"└{edge}┘"]
    rows = {1 + 3 * row: row for row in range(face.rows)}
    body = [_strip(cue, rows.get(at), face, ms, colour) + line for at, line in enumerate(display)]
    seats = "  ".join(f"{seat + 1} {_lamp(cue, 'seat', seat, face.seats, ms, colour)}" for seat in range(face.seats))
    buzzer = " ♪" if _sounds(cue, ms) else ""
    keys = "  ".join(f"[{key}] {(face.labels or {}).get(name, name)}" for key, name in (face.keys or {}).items())
    return [face.caption, *body, f"  {seats}{buzzer}", keys]


def _strip(cue: Cue, row: int | None, face: Face, ms: int, colour: bool) -> str:
    """The strip of lamps of a row, and else as much room."""
    if row is None:
        return " " * (STRIP + 3)
    return f"{row + 1} {_lamp(cue, 'row', row, face.rows, ms, colour) * STRIP} "


def _lamp(cue: Cue, group: str, place: int, places: int, ms: int, colour: bool) -> str:
    pattern = cue.light(group, place)
    bright = level(pattern, ms, place, places)
    sign = "●" if bright >= HALF else "◌" if bright else "·"
    if not colour or not bright:
        return sign
    red, green, blue = (part * bright // 255 for part in COLOURS[pattern])
    return f"\x1b[38;2;{red};{green};{blue}m{sign}\x1b[0m"


def _sounds(cue: Cue, ms: int) -> bool:
    return ms < sum(long for _, long in notes(cue.sound))


def braille(picture: Picture) -> list[str]:
    """A picture of two colours in letters of two by four dots.

    >>> class Dots:
    ...     size = (8, 4)
    ...     def tobytes(self): return bytes([0b10000001, 0, 0, 0b00010000])
    >>> braille(Dots())
    ['⠁⢀⠀⠈']
    """
    stride, dots = (picture.size[0] + 7) // 8, picture.tobytes()
    rows = [dots[at : at + stride] for at in range(0, len(dots), stride)]
    rows += [bytes(stride)] * (-len(rows) % 4)
    return ["".join(_letters(rows[at : at + 4])) for at in range(0, len(rows), 4)]


def _letters(rows: Sequence[bytes]) -> Iterator[str]:
    """The letters of four rows of dots."""
    for packed in zip(*rows, strict=True):
        for shift in (6, 4, 2, 0):
            pairs = (byte >> shift & 3 for byte in packed)
            yield chr(0x2800 + sum(_BITS[at][pair] for at, pair in enumerate(pairs)))


def _no_edge(button: str, down: bool, age_ms: int) -> None:
    """Where nobody listens, or what is shown on has no keys."""


class Terminal:
    """A part: draws cues, and takes keys for buttons. Where the output is no terminal, each cue is drawn once."""

    def __init__(self, out: TextIO, keys_from: int | None, face: Face, panel: Panel, edge: Edge = _no_edge) -> None:
        self.face = face
        self._out, self._keys_from, self._panel, self._edge = out, keys_from, panel, edge
        self._live = out.isatty()
        self._shown: list[str] = []
        self._cue: Cue | None = None
        self._before: list[Any] | None = None
        self._buttons = _with_capitals(face.keys or {})
        if self._keys_from is not None:
            self._before = termios.tcgetattr(self._keys_from)
            tty.setcbreak(self._keys_from)
        if self._live:
            self._out.write(_ENTER)

    @property
    def has(self) -> Has:
        return Has(self.face.rows, self.face.seats, tuple((self.face.keys or {}).values()), True, True)

    def fileno(self) -> int | None:
        return self._keys_from

    def show(self, cue: Cue, ms: int) -> int | None:
        self._read_keys()
        if not self._live:
            if cue is not self._cue and cue.kind is not Kind.OFF:
                self._out.write("\n".join(lines_of(cue, ms, self.face, self._panel, False)) + "\n\n")
                self._out.flush()
            self._cue = cue
            return None
        lines = lines_of(cue, ms, self.face, self._panel, True)
        if lines != self._shown:
            self._shown = lines
            self._out.write("\x1b[H" + "\x1b[K\r\n".join(lines) + "\x1b[J")
            self._out.flush()
        return None if cue.kind is Kind.OFF else FRAME_MS

    def close(self) -> None:
        if self._live:
            self._out.write(_LEAVE)
            self._out.flush()
        if self._keys_from is not None and self._before is not None:
            termios.tcsetattr(self._keys_from, termios.TCSADRAIN, self._before)
            self._before = None

    def _read_keys(self) -> None:
        if self._keys_from is None or not _readable(self._keys_from):
            return
        for key in os.read(self._keys_from, 256).decode(errors="ignore"):
            if key in self._buttons:
                name, held = self._buttons[key]
                self._edge(name, True, held)
                self._edge(name, False, 0)


def _readable(descriptor: int) -> bool:
    return bool(select.select([descriptor], [], [], 0)[0])


def _with_capitals(keys: Mapping[str, str]) -> dict[str, tuple[str, int]]:
    """Each key with its button and how long it is held; capitals hold long."""
    short = {key: (name, TAP_MS) for key, name in keys.items()}
    return {key.upper(): (name, HOLD_MS) for key, name in keys.items() if key.isalpha()} | short
