"""What an idle display shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hardware import signs
from hardware.areas import GAP, NARROW, TALL, Area, Items, centred, middle
from hardware.cues import Cue
from hardware.dots import Item, Size
from hardware.loops import Loop
from hardware.typeset import Block, fit

STEP_MS, STEPS = 5000, 48


def idle(cue: Cue, size: Size) -> Loop[Items]:
    """A bull and an invitation that wander, so that no dot shines for long."""
    width, height = size
    bull = signs.bull(0, 0)
    texts = (*cue.text, *cue.notices)
    beside = width > height >= TALL
    room = Area(0, 0, width - 8, height)
    if beside:
        room = Area(0, 0, width - 16 - bull.width - GAP, height - 4)
    elif height >= TALL:
        room = Area(0, 0, width - 4, height - bull.size[1] - GAP - 4)
    block = fit(texts, room.width, room.height, NARROW[2:], paged="words16")
    draw = partial(_wandering, size, beside, block)
    return Loop(tuple((tuple(draw(step)), STEP_MS) for step in range(STEPS)))


def _wandering(size: Size, beside: bool, block: Block, step: int) -> Sequence[Item]:
    """The bull with one page of words beside or below it, where they are at that step."""
    bull = signs.bull(0, 0)
    lines = block.pages[step % len(block.pages)]
    wide, high = block.width, block.height if lines else 0
    across = bull.width + GAP + wide if beside else max(bull.width, wide)
    down = max(bull.size[1], high) if beside else bull.size[1] + (GAP + high if high else 0)
    if down > size[1]:  # no room for both
        words = Area(_swing(5 * step, size[0] - wide), _swing(3 * step, size[1] - high), wide, high)
        return centred(lines, words, block.face)
    x, y = _swing(5 * step, size[0] - across), _swing(3 * step, size[1] - down)
    if beside:
        words = Area(x + bull.width + GAP, y, wide, down)
        return (signs.bull(x, middle(Area(x, y, 0, down), bull.size[1])), *centred(lines, words, block.face))
    words = Area(x, y + bull.size[1] + GAP, across, high)
    return (signs.bull(x + (across - bull.width) // 2, y), *(centred(lines, words, block.face) if high else ()))


def _swing(steps: int, room: int) -> int:
    """From 0 to `room` and back, and so on."""
    if room <= 0:
        return 0
    return room - abs(steps % (2 * room) - room)
