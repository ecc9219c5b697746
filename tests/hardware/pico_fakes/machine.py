"""Pins and tones that are recorded. See `table`."""

import table


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, number, mode=IN, pull=None, value=None):
        self.number = number
        if mode == self.OUT and value is not None:
            self.value(value)

    def value(self, level=None):
        table.look()
        if level is None:
            return table.levels.get(self.number, 1)
        return table.record("pin", self.number, level)


class PWM:
    def __init__(self, pin):
        self._pin, self._hertz, self._duty = pin.number, 0, 0

    def freq(self, hertz):
        self._hertz = hertz

    def duty_u16(self, duty):
        table.record("tone", self._pin, self._hertz if duty else 0)


def unique_id():
    return b"\xe6\x61\x4c\x31\x1b\x00\x00\x03"


def reset():
    table.record("reset")
    raise SystemExit
