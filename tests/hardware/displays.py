"""Stand-ins for what is at the other end of a display's wires: an I2C bus, and chips that understand their bytes.

What a chip shows is made from the bytes that it got, as it would be: nothing here knows what was meant.
"""

from __future__ import annotations

import errno
from typing import Protocol

from hardware.dots import Picture

GONE = OSError(errno.EREMOTEIO, "Remote I/O error")


class Chip(Protocol):
    """Something with an address."""

    def received(self, data: list[int]) -> None: ...

    def sent(self) -> int: ...


class Bus:
    """An I2C bus as `smbus2` has it. What is not `plugged` does not answer; `left` writes are still good."""

    def __init__(self, chips: dict[int, Chip]) -> None:
        self.chips = chips
        self.plugged = True
        self.left: int | None = None
        self.writes = 0
        self.opened = self.closed = 0

    def __call__(self, port: int) -> Bus:
        """Stands for `SMBus(port)`."""
        self.opened += 1
        return self

    def write_byte(self, i2c_addr: int, value: int, force: bool | None = None) -> None:
        self._chip(i2c_addr).received([value])

    def read_byte(self, i2c_addr: int, force: bool | None = None) -> int:
        return self._chip(i2c_addr, counts=False).sent()

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int], force: bool | None = None) -> None:
        assert 0 < len(data) <= 32, "the kernel refuses more"
        self._chip(i2c_addr).received([register, *data])

    def close(self) -> None:
        self.closed += 1

    def _chip(self, address: int, counts: bool = True) -> Chip:
        if counts:
            self.writes += 1
            if self.left is not None:
                self.left -= 1
        if not self.plugged or address not in self.chips or (self.left is not None and self.left < 0):
            raise OSError(*GONE.args)
        return self.chips[address]


_ARGUMENTS = {
    **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
    **dict.fromkeys((0x21, 0x22), 2),
}
"""How many bytes follow a command of an SSD1306."""


class Ssd1306:
    """128 by 64 dots. Without its charge pump it stays dark, and it counts through memory as it is told."""

    def __init__(self) -> None:
        self.plug_in()

    def plug_in(self) -> None:
        """It gets power: memory holds anything, and nothing is set up."""
        self.memory = [[(3 * page + column) % 256 for column in range(128)] for page in range(8)]
        self.on = self.pumped = self.across = self.flipped = False
        self.contrast = 0x7F
        self.window = [0, 127, 0, 7]
        self.column = self.page = 0
        self.frames = 0

    def received(self, data: list[int]) -> None:
        control, *rest = data
        assert control in {0x00, 0x40}
        if control == 0x40:
            for byte in rest:
                self._store(byte)
            return
        while rest:
            code, *rest = rest
            count = _ARGUMENTS.get(code, 0)
            self._command(code, rest[:count])
            rest = rest[count:]

    def sent(self) -> int:
        return 0x00 if self.on else 0x40

    def shown(self) -> list[str] | None:
        """The dots as a person sees them; None: it is dark."""
        if not (self.on and self.pumped):
            return None
        assert self.flipped, "the picture stands on its head"
        return [
            "".join(".#"[self.memory[row // 8][column] >> row % 8 & 1] for column in range(128)) for row in range(64)
        ]

    def _command(self, code: int, values: list[int]) -> None:
        match code:
            case 0xAE | 0xAF:
                self.on = code == 0xAF
            case 0x8D:
                self.pumped = values[0] & 4 > 0
            case 0x20:
                self.across = values[0] == 0
            case 0x81:
                self.contrast = values[0]
            case 0xC8:
                self.flipped = True
            case 0x21:
                self.window[:2] = values
                self.column = values[0]
            case 0x22:
                self.window[2:] = values
                self.page = values[0]
                self.frames += 1

    def _store(self, byte: int) -> None:
        assert self.across, "it counts down the columns instead of along the lines"
        self.memory[self.page][self.column] = byte
        self.column += 1
        if self.column > self.window[1]:
            self.column = self.window[0]
            self.page = self.page + 1 if self.page < self.window[3] else self.window[2]


_LCD_RS, _LCD_RW, _LCD_E, _LCD_LIGHT = 1, 2, 4, 8


class Hd44780:
    """A display of letters behind a PCF8574: halves of bytes on its pins, taken when the enable pin falls."""

    def __init__(self, columns: int = 16, lines: int = 2) -> None:
        self.columns, self.lines = columns, lines
        self.plug_in()

    def plug_in(self) -> None:
        self.pins = 0xFF
        self.four_bits = self.on = False
        self.high: int | None = None
        self.text = [0xFF] * 0x80
        self.drawings = [[0] * 8 for _ in range(8)]
        self.at, self.drawing = 0, False
        self.watched: list[tuple[list[bytes], list[tuple[int, ...]]]] = []

    def received(self, data: list[int]) -> None:
        (pins,) = data
        fell = self.pins & _LCD_E and not pins & _LCD_E
        if fell and not self.pins & _LCD_RW:  # all pins are high at first, which reads and changes nothing
            self._half(self.pins >> 4, bool(self.pins & _LCD_RS))
        self.pins = pins

    def sent(self) -> int:
        return self.pins

    @property
    def lit(self) -> bool:
        return bool(self.pins & _LCD_LIGHT) and self.on

    def shown(self) -> list[bytes]:
        """The codes on each line."""
        starts = (0, 0x40, self.columns, 0x40 + self.columns)[: self.lines]
        return [bytes(self.text[start : start + self.columns]) for start in starts]

    def _half(self, bits: int, data: bool) -> None:
        if not self.four_bits:
            self._command(bits << 4)
        elif self.high is None:
            self.high = bits
        else:
            byte, self.high = self.high << 4 | bits, None
            if data:
                self._store(byte)
            else:
                self._command(byte)

    def _command(self, byte: int) -> None:
        if byte & 0x80:
            self.at, self.drawing = byte & 0x7F, False
        elif byte & 0x40:
            self.at, self.drawing = byte & 0x3F, True
        elif byte & 0x20:
            self.four_bits, self.high = not byte & 0x10, None
        elif byte & 0x08 and byte < 0x10:
            self.on = bool(byte & 4)
        elif byte == 0x01:
            self.text, self.at, self.drawing = [0x20] * 0x80, 0, False

    def _store(self, byte: int) -> None:
        if self.drawing:
            self.drawings[self.at // 8][self.at % 8] = byte & 0x1F
            self.at = self.at + 1 & 0x3F
        else:
            self.text[self.at] = byte
            self.at = self.at + 1 & 0x7F
        self.watched.append((self.shown(), [tuple(drawing) for drawing in self.drawings]))


def dots(picture: Picture) -> list[str] | None:
    """What a chip shows that shows a picture."""
    return picture.rows() if picture.on else None
