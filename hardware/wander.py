"""What an idle display shows: an invitation and a bull's head in turn, each time somewhere else.

The dots of an OLED age by what they shine; so none of them is to shine all night.
"""

from __future__ import annotations

from hardware import signs
from hardware.areas import NARROW, Area, Items, centred
from hardware.cues import Cue
from hardware.dots import Size
from hardware.loops import Loop
from hardware.typeset import Block, fit

STEP_MS, STEPS = 5000, 96
EDGE = 8
"""So much narrower and lower than the display are the words, if that can be: room to move in."""


def idle(cue: Cue, size: Size) -> Loop[Items]:
    """The words of the cue and the bull, or the bull alone."""
    texts = (*cue.text, *cue.notices)
    block = fit(texts, size[0] - EDGE, size[1] - (EDGE if size[1] > 4 * EDGE else 0), NARROW[1:])
    with_words = any(block.pages)
    steps = (_words(size, block, step) if with_words and step % 2 == 0 else _bull(size, step) for step in range(STEPS))
    return Loop(tuple((items, STEP_MS) for items in steps))


def _bull(size: Size, step: int) -> Items:
    bull = signs.bull(0, 0)
    return (signs.bull(swing(7 * step, size[0] - bull.width), swing(5 * step, size[1] - len(bull.rows))),)


def _words(size: Size, block: Block, step: int) -> Items:
    lines = block.pages[step // 2 % len(block.pages)]
    high = block.face.height * len(lines)
    area = Area(swing(5 * step, size[0] - block.width), swing(3 * step, size[1] - high), block.width, high)
    return tuple(centred(lines, area, block.face))


def swing(steps: int, room: int) -> int:
    """From 0 to `room` and back, and so on.

    >>> [swing(steps, 2) for steps in range(6)]
    [0, 1, 2, 1, 0, 1]
    """
    return room - abs(steps % (2 * room) - room) if room > 0 else 0
