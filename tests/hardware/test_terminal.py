"""The simulated lights in a terminal: what is drawn, and which keys are which buttons."""

from __future__ import annotations

import io
import os
import pty
import termios
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from PIL import Image

from hardware import cues
from hardware.cues import OFF, Cue, Pattern
from hardware.keeper import Has
from hardware.presses import Press, Presses
from hardware.terminal import Face, Terminal, braille, lines_of

FACE = Face(4, 3, {"1": "row/1", "c": "confirm"}, {"row/1": "row 1", "confirm": "yes"})


def blank(cue: Cue, ms: int) -> Image.Image:
    return Image.new("1", (128, 64))


def lamps(cue: Cue, ms: int = 0) -> tuple[list[str], str]:
    """The lamps of each row, and those of the seats."""
    lines = lines_of(cue, ms, FACE, blank, colour=False)
    rows = [line[2:10] for line in lines if line[:1].isdigit()]
    return [row[0] for row in rows if len(set(row)) == 1], lines[-2]


def test_a_row_is_lit_as_one_strip() -> None:
    assert lamps(cues.place("ana", "14", 2)) == (["·", "●", "·", "·"], "  1 ·  2 ·  3 · ♪")
    assert lamps(OFF) == (["·"] * 4, "  1 ·  2 ·  3 ·")


def test_lamps_move_with_time() -> None:
    cue = cues.choose("ana", "3", (1, 2, 3, 4))
    assert lamps(cue)[0] == ["●", "◌", "◌", "◌"]
    assert lamps(cue, 230)[0] == ["◌", "●", "◌", "◌"]


def test_the_note_shows_as_long_as_the_sound_lasts() -> None:
    assert "♪" in lamps(cues.place("ana", "14", 1), 10)[1]
    assert "♪" not in lamps(cues.place("ana", "14", 1), 2000)[1]


def test_colours_come_on_top_of_signs() -> None:
    plain = lines_of(cues.wait((2,)), 0, FACE, blank, colour=False)
    coloured = lines_of(cues.wait((2,)), 0, FACE, blank, colour=True)
    assert "\x1b[38;2;200;200;200m●\x1b[0m" in coloured[-2]
    assert "\x1b" not in "".join(plain)


def test_every_line_fits_a_terminal_of_80_columns_and_24_lines() -> None:
    lines = lines_of(cues.fault(), 0, Face(5, 10, FACE.keys, FACE.labels), blank, colour=False)
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80


def test_a_picture_becomes_letters_of_two_by_four_dots() -> None:
    picture = Image.new("1", (16, 8))
    assert braille(picture) == ["⠀" * 8] * 2
    picture.putpixel((3, 0), 1)
    picture.putpixel((15, 7), 1)
    assert braille(picture) == ["⠀⠈⠀⠀⠀⠀⠀⠀", "⠀⠀⠀⠀⠀⠀⠀⢀"[:7] + "⢀"]


@dataclass
class Keyboard:
    """A terminal's two ends, and what the part told of its buttons, two seconds from key to key."""

    far: int
    near: int
    now: int = 0
    buttons: Presses = field(default_factory=Presses)

    def edge(self, button: str, down: bool, age_ms: int) -> None:
        self.buttons.edge(button, down, self.now - age_ms)

    def typed(self, keys: bytes, terminal: Terminal) -> list[tuple[str, bool]]:
        """The presses, and whether each was long, that come of these keys."""
        told: list[Press] = []
        for key in keys:
            self.now += 2000
            os.write(self.far, bytes([key]))
            terminal.show(OFF, 0)
            told += self.buttons.told(self.now + 100)
        return [(press.button, press.long) for press in told]


@pytest.fixture
def keyboard() -> Iterator[Keyboard]:
    far, near = pty.openpty()
    yield Keyboard(far, near)
    os.close(far)
    os.close(near)


def test_keys_are_buttons_and_capitals_hold_long(keyboard: Keyboard) -> None:
    terminal = Terminal(io.StringIO(), keyboard.near, FACE, blank, keyboard.edge)
    presses = keyboard.typed(b"c1Cx\xff", terminal)
    terminal.close()
    assert presses == [("confirm", False), ("row/1", False), ("confirm", True)]


def test_the_terminal_is_left_as_it_was(keyboard: Keyboard) -> None:
    before = termios.tcgetattr(keyboard.near)
    terminal = Terminal(io.StringIO(), keyboard.near, FACE, blank, keyboard.edge)
    assert termios.tcgetattr(keyboard.near) != before
    terminal.close()
    terminal.close()
    assert termios.tcgetattr(keyboard.near) == before


def test_it_says_what_it_has(keyboard: Keyboard) -> None:
    terminal = Terminal(io.StringIO(), keyboard.near, FACE, blank, keyboard.edge)
    assert terminal.has == Has(4, 3, ("row/1", "confirm"), True, True)
    assert terminal.fileno() == keyboard.near
    terminal.close()


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_only_what_changed_is_drawn_again() -> None:
    screen = Screen()
    terminal = Terminal(screen, None, FACE, blank, lambda *_: None)
    cue = cues.place("ana", "14", 2).quiet()
    assert terminal.show(cue, 0) is not None
    drawn = len(screen.getvalue())
    terminal.show(cue, 60)
    assert len(screen.getvalue()) == drawn
    terminal.show(cues.place("ana", "14", 3).quiet(), 0)
    assert len(screen.getvalue()) > drawn
    terminal.close()
    assert screen.getvalue().startswith("\x1b[?1049h")
    assert screen.getvalue().endswith("\x1b[?1049l")


def test_elsewhere_each_cue_is_drawn_once_without_escapes() -> None:
    out = io.StringIO()
    terminal = Terminal(out, None, FACE, blank, lambda *_: None)
    cue = cues.place("ana", "14", 2)
    for _ in range(3):
        terminal.show(cue, 0)
    terminal.show(OFF, 0)
    terminal.close()
    assert out.getvalue().count("2 ●●●●●●●●") == 1
    assert "\x1b" not in out.getvalue()


def test_a_light_that_is_off_shows_that_something_is_broken() -> None:
    cue = Cue(cues.Kind.WAIT, seats=(Pattern.WAIT,), notices=("Light bar fails",))
    assert lamps(cue)[1].startswith("  1 ●  2 ●  3 ●")
    assert lamps(cue, 700)[1].startswith("  1 ●  2 ·  3 ·")
