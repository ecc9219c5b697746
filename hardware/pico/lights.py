"""From patterns to pixels: every light of the bar at every moment."""

import patterns

FRAME_MS = 20
DARK = (patterns.OFF, 0, 0, 0)
NO_HOST = (patterns.NO_HOST, 90, 90, 90)

MILLIAMPERES_A_COLOUR = 20
MILLIAMPERES_DARK = 1


class Strip:
    """The LEDs of one light. `leds` is a NeoPixel: it has a length, `fill` and `write`."""

    def __init__(self, leds, place: int, places: int) -> None:
        self.leds, self.place, self.places = leds, place, places
        self.light = DARK
        self._colour = ()

    def render(self, ms: int, brightness: int) -> None:
        pattern, red, green, blue = self.light
        level = patterns.level(pattern, ms, self.place, self.places) * brightness
        colour = (red * level // 65025, green * level // 65025, blue * level // 65025)
        if colour != self._colour:
            self._colour = colour
            self.leds.fill(colour)
            self.leds.write()

    def milliamperes(self) -> int:
        """What it draws at its brightest, beyond what it draws when dark."""
        _, red, green, blue = self.light
        return len(self.leds) * (red + green + blue) * MILLIAMPERES_A_COLOUR // 255


class Lights:
    """All of them. `brightness` (of 255) and `milliamperes` are what they may have at the most."""

    def __init__(self, rows: list, seats: list, brightness: int, milliamperes: int) -> None:
        self.rows = [Strip(leds, place, len(rows)) for place, leds in enumerate(rows)]
        self.seats = [Strip(leds, place, len(seats)) for place, leds in enumerate(seats)]
        self._most, self._limit = brightness, milliamperes
        self._brightness = 0
        self._began = self._drawn = 0
        self.show([], [], 0)

    def show(self, rows: list, seats: list, began: int) -> None:
        """These from now on, as they look since `began`; lights beyond are dark."""
        for strips, lights in ((self.rows, rows), (self.seats, seats)):
            for strip in strips:
                strip.light = lights[strip.place] if strip.place < len(lights) else DARK
        self._began = began
        self._brightness = self._allowed()
        # Drawn at the next moment, whichever that is.
        self._drawn = began - FRAME_MS

    def everywhere(self, light: tuple[int, int, int, int], began: int) -> None:
        """The same on every light."""
        self.show([light] * len(self.rows), [light] * len(self.seats), began)

    def tick(self, now: int) -> None:
        if now - self._drawn >= FRAME_MS:
            self._drawn = now
            for strip in self.rows + self.seats:
                strip.render(now - self._began, self._brightness)

    def _allowed(self) -> int:
        """How bright the whole cue may be: one measure for all its moments, so that nothing flickers along."""
        strips = self.rows + self.seats
        drawn = sum([strip.milliamperes() for strip in strips])
        dark = sum([len(strip.leds) for strip in strips]) * MILLIAMPERES_DARK
        left = max(0, self._limit - dark)
        return min(self._most, 255 * left // drawn) if drawn else self._most
