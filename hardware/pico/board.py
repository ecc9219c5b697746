"""What is soldered to this Pico. This is the file that a builder changes; leave out what is not there.

Pins are numbered as in GP2. A button joins its pin to ground; it needs no resistor.
"""

ROWS = (2, 3, 4, 5)
"""The data pin of each row's strip (WS2812, WS2812B or SK6812 with three colours), the first row first."""

ROW_LEDS = 8
"""How many LEDs each of them has."""

SEATS = (6, 7, 8, 9, 10, 11)
"""The data pin of each seat's strip."""

SEAT_LEDS = 2

BUTTONS = {"confirm": 16, "undo": 17, "referee": 18, "row/1": 19, "row/2": 20, "row/3": 21, "row/4": 22}

BUZZER = 15
"""Its pin; None: no buzzer."""

BUZZER_KIND = "passive"
"""passive: plays notes; active: has one tone of its own."""

BRIGHTNESS = 160
"""The most that any LED gets, of 255."""

MILLIAMPERES = 380
"""What all LEDs together may draw. USB gives 500: 40 go to the Pico, 30 to the buzzer, and 50 are kept spare.

One LED draws up to 20 for each of its three colours, and 1 when it is dark. A cue that would draw more is
shown darker. With a power supply of their own the LEDs may have more.
"""
