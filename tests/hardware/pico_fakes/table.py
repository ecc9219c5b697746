"""The table around a Pico that is none: what its pins do goes to a file, what is done to them comes from a pipe.

Runs under MicroPython, as do all modules in this folder, in the place of those that only a Pico has.
"""

import os
import select
import time

_record = open(os.getenv("PICO_RECORD"), "ab")  # noqa: SIM115, PTH123
_control = open(os.getenv("PICO_CONTROL"), "rb")  # noqa: SIM115, PTH123
_news = select.poll()
_news.register(_control, select.POLLIN)

levels = {}
"""Of each pin that something is connected to, its level."""

flags = {}
"""What else is done to the Pico: `bootsel` held, `fail`ing strips."""


def record(what, *values):
    """A line: nanoseconds, what it is, and its values."""
    words = " ".join([str(value) for value in values])
    _record.write(f"{time.time_ns()} {what} {words}\n".encode())


def look():
    """Take what was done since."""
    for _, event in _news.ipoll(0):
        if event & select.POLLHUP:  # the test is over
            raise SystemExit
        what, name, value = _control.readline().decode().split()
        if what == "level":
            levels[int(name)] = int(value)
        else:
            flags[name] = int(value)
