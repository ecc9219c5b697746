"""The light bar on USB: a Raspberry Pi Pico with strips of LEDs, buttons and a buzzer. Its firmware is in `pico`.

>>> open_bar(Bar("/dev/no-such-port"), print)
Traceback (most recent call last):
hardware.errors.PartAbsent: bar_absent: port=/dev/no-such-port
"""

from __future__ import annotations

import select
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict

from hardware.bar_link import BarLink, Identity
from hardware.bar_port import Port, candidates
from hardware.cues import Cue
from hardware.errors import HardwareError, PartAbsent, PartLost
from hardware.keeper import Edge, Has, monotonic_ms
from hardware.wiring import Bar

ANSWER_MS = 1000
"""For how long ports are asked whether a bar is there. A Pico that was just plugged in needs most of it."""

BUSY_MS = 5

Facts = tuple[tuple[str, object], ...]


class LightBar:
    """A bar that has said who it is. A `Part`: `show` is quick, whatever the bar does."""

    def __init__(self, port: Port, link: BarLink, edge: Edge, clock: Callable[[], int] = monotonic_ms) -> None:
        self._port, self._link, self._edge, self._clock = port, link, edge, clock

    @property
    def identity(self) -> Identity | None:
        """None while a bar that was started again has not said who it is."""
        return self._link.identity

    @property
    def port(self) -> str:
        return self._port.name

    @property
    def has(self) -> Has:
        who = self._link.identity
        return Has() if who is None else Has(who.rows, who.seats, who.buttons, who.buzzer)

    def show(self, cue: Cue, ms: int) -> int | None:
        now = self._clock()
        self._link.take(self._port.read(), now)
        for edge in self._link.edges(now):
            self._edge(*edge)
        self._link.check(now)
        self._link.show(cue, now - ms, now)
        self._port.write(b"" if self._port.busy else self._link.due(now))
        return BUSY_MS if self._port.busy else self._link.wait(now)

    def fileno(self) -> int | None:
        return self._port.fileno()

    def close(self) -> None:
        with suppress(HardwareError):
            if not self._port.busy:
                self._port.write(self._link.bye())
        self._port.close()


def open_bar(bar: Bar, edge: Edge) -> LightBar:
    """The bar on that port, or with "auto" the first one that answers."""
    ports = candidates() if bar.port == "auto" else [bar.port]
    trouble: PartLost = PartAbsent("bar_absent", port=bar.port)
    for name in ports:
        try:
            return _meet(name, edge, ANSWER_MS // len(ports))
        except PartLost as error:
            trouble = error
    raise trouble


def list_bars() -> tuple[tuple[str, Facts], ...]:
    """Every port on which a bar may be, with what the bar there says of itself, or why none does."""
    return tuple((name, _facts(name)) for name in candidates())


def _facts(name: str) -> Facts:
    try:
        bar = _meet(name, lambda button, down, age_ms: None, ANSWER_MS)
    except PartLost as error:
        return (("trouble", error.reason), *((key, value) for key, value in error.facts.items() if key != "port"))
    bar.close()
    return tuple(asdict(bar.identity).items()) if bar.identity is not None else ()


def _meet(name: str, edge: Edge, limit_ms: int) -> LightBar:
    port = Port(name)
    try:
        return LightBar(port, _introduce(port, limit_ms), edge)
    except PartLost as error:
        port.close()
        error.facts.setdefault("port", name)
        raise


def _introduce(port: Port, limit_ms: int) -> BarLink:
    """Ask who is there. Whoever says no name in that time, however much else, is no bar."""
    now = monotonic_ms()
    link, until = BarLink(now), now + limit_ms
    while now < until:
        link.take(port.read(), now)
        if link.identity is not None:
            return link
        port.write(b"" if port.busy else link.due(now))
        wait = min(until - now, BUSY_MS if port.busy else link.wait(now))
        select.select([port.fileno()], [], [], wait / 1000)
        now = monotonic_ms()
    raise PartLost("bar_no_answer", port=port.name)
