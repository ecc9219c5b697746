"""LEDs that are recorded. See `table`."""

import table


class NeoPixel:
    def __init__(self, pin, count):
        self._pin, self._colours = pin.number, [(0, 0, 0)] * count

    def __len__(self):
        return len(self._colours)

    def fill(self, colour):
        self._colours = [colour] * len(self._colours)

    def write(self):
        table.look()
        if table.flags.get("fail"):
            table.flags["fail"] -= 1
            raise OSError("a strip that fails")
        table.record("strip", self._pin, *[",".join([str(part) for part in colour]) for colour in self._colours])
