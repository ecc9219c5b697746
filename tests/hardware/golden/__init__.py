"""Pictures of what small displays show, as a person sees them: few, small, and looked at by somebody.

`python -m tests.hardware.golden` draws them anew. OLED pictures go through the part and luma's emulator; those of
letters are put together from what reached the chip: its codes, its drawn letters and luma's copy of its ROM.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from luma.core.bitmap_font import embedded_fonts
from luma.lcd.const import hd44780
from PIL import Image

from hardware import cues
from hardware.cues import Cue
from hardware.dots import Size
from hardware.lcd import open_lcd
from hardware.oled import Oled
from hardware.wiring import Display
from tests.hardware.displays import Bus, Hd44780

HERE = Path(__file__).parent
NOTICE = "Barra com falha"
LETTERS = ("Conceição", "João: à, é, ó, ü, õ, ê – «¿Ñandú?»")  # noqa: RUF001


@dataclass(frozen=True)
class Scene:
    """A cue, how long after it began, and on what display: its dots, or its letters a line and lines."""

    cue: Cue
    ms: int = 0
    size: Size = (128, 64)
    letters: bool = False


def _place(card: str, row: int, name: str, takes: bool = False) -> Cue:
    return cues.place("", card, row, takes, text=(name,))


OLED = {
    "place": Scene(_place("14", 2, "Ana")),
    "take": Scene(_place("104", 3, "Maximiliane-Sophie", takes=True)),
    "take-half-a-second-later": Scene(_place("104", 3, "Maximiliane-Sophie von Hohenstein", takes=True), 700),
    "notice": Scene(replace(_place("68", 5, "João"), notices=(NOTICE,)), 2500),
    "special": Scene(_place("5ª Fileira", 5, "Conceição")),
    "choose": Scene(cues.choose("", "3", (1, 2, 3, 4), text=("François",))),
    "wait": Scene(cues.wait((2, 4), text=("Esperando bia e davi.",))),
    "reveal": Scene(cues.reveal((1, 2), text=("¡Mostrad las cartas!",))),
    "ask": Scene(cues.ask((4,), text=("Maximiliane-Sophie", "Welche Karte liegt hier?", "68", "89"))),
    "ask-with-notice": Scene(replace(cues.ask((4,), text=("Ana", "68 or 89?")), notices=(NOTICE,))),
    "wrong": Scene(cues.wrong("full_row", 2, 4, "", "61", text=("Günther", "61 gehört in Reihe 4."))),
    "wrong-where": Scene(cues.wrong("full_row", 2, 4, "", "104", text=("Günther", "104 gehört in Reihe 4.")), 3100),
    "fault": Scene(cues.fault(text=("A câmera sumiu. Verifique o cabo.",))),
    "idle": Scene(cues.idle(text=("Posez des cartes pour commencer.",)), 20_000),
    "idle-bull": Scene(cues.idle(), 20_000),
    "low-take": Scene(_place("104", 3, "Ana", takes=True), size=(128, 32)),
    "low-ask": Scene(cues.ask((4,), text=("Ana", "68 or 89?")), size=(128, 32)),
    "upright-take": Scene(_place("104", 3, "Maximiliane-Sophie", takes=True), size=(64, 128)),
}
LCD = {
    "letters-take": Scene(_place("104", 3, LETTERS[0], takes=True), 500, (16, 2), True),
    "letters-ask": Scene(cues.ask((4,), text=LETTERS), size=(20, 4), letters=True),
}
SCENES = OLED | LCD


def drawn(scene: Scene) -> Image.Image:
    """The picture of a scene."""
    return _letters(scene) if scene.letters else _dots(scene)


class Loose:
    """Wires that lead nowhere."""

    def set_up_again(self) -> None: ...
    def cleanup(self) -> None: ...


def _dots(scene: Scene) -> Image.Image:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="pygame")
        from luma.emulator.device import capture

        (width, height), template = scene.size, str(Path(folder) / "{0:03}.png")
        device = capture(width, height, mode="1", transform="none", scale=1, file_template=template)
        Oled(Display(), device, Loose()).show(scene.cue, scene.ms)  # type: ignore[arg-type]
        last = max(Path(folder).iterdir())
        return Image.open(last).convert("1")


@contextmanager
def letters_on(chip: Hd44780) -> Iterator[tuple[Any, Bus]]:
    """An open display of letters whose bytes reach that chip, without its pauses."""
    bus = Bus({0x27: chip})
    with (
        patch("hardware.buses.SMBus", bus),
        patch("luma.core.device.sleep"),
        patch("luma.lcd.device.sleep"),
        patch("luma.core.interface.serial.sleep"),
    ):
        display = Display("hd44780", columns=chip.columns, lines=chip.lines)
        yield open_lcd(display, lambda *_: None), bus


def _letters(scene: Scene) -> Image.Image:
    chip = Hd44780(*scene.size)
    with letters_on(chip) as (part, _):
        part.show(scene.cue, scene.ms)
        return seen(chip)


def seen(chip: Hd44780) -> Image.Image:
    """What a person sees on a display of letters."""
    rom = {
        code: dots for dots, code in embedded_fonts(hd44780.FONTDATA, selected_font="A00").current.glyph_index.items()
    }
    picture = Image.new("1", (chip.columns * 6 + 1, chip.lines * 9 + 1))
    for row, line in enumerate(chip.shown()):
        for column, code in enumerate(line):
            dots = bytes(bits << 3 for bits in chip.drawings[code]) if code < len(chip.drawings) else rom[code]
            picture.paste(Image.frombytes("1", (5, 8), dots), (column * 6 + 1, row * 9 + 1))
    return picture


def path(name: str) -> Path:
    return HERE / f"{name}.png"
