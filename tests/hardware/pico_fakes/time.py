"""Time that may pass faster, so that nobody has to wait for it. Under a real MicroPython `utime` is the true one."""

import os

import utime
from utime import *  # noqa: F403

_SPEED = float(os.getenv("PICO_SPEED") or 1)


def ticks_ms():
    return int(utime.ticks_ms() * _SPEED)
