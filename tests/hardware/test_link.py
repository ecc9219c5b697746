"""Both ends of the light bar's line against each other in one process, in made-up time, on lines of every badness."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.bar_link import BarLink
from hardware.cues import Cue, Kind, Pattern, Sound, place
from hardware.errors import PartLost
from hardware.pico import board, messages, patterns, tunes
from hardware.pico.buttons import MOST_WAITING, Buttons, Contact
from hardware.pico.buzzer import Buzzer
from hardware.pico.core import Core
from hardware.pico.lights import Lights
from hardware.presses import Press, Presses

IDENTITY = messages.identity((1, 0, 0), 1, 2, 1, 0xFF, 1, 400, bytes(8))


class Leds:
    """A strip that keeps what it shows."""

    def __init__(self, count: int = 4) -> None:
        self._count, self._filled = count, (0, 0, 0)
        self.shown: tuple[int, int, int] | None = None
        self.written = 0

    def __len__(self) -> int:
        return self._count

    def fill(self, colour: tuple[int, int, int]) -> None:
        self._filled = colour

    def write(self) -> None:
        self.shown, self.written = self._filled, self.written + 1


@dataclass
class World:
    """A bar with two rows, a seat and a button, a host, and the lines between them."""

    seed: int = 0
    share: float = 0.0
    now: int = 0
    down: bool = False
    tones: list[int] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)
    host_talks: bool = True

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._to_host = bytearray()
        self.plug()
        self.link = BarLink(self.now)
        self.cue, self._began, self._told = Cue(Kind.OFF), 0, Presses()

    def plug(self) -> None:
        """The bar starts, or starts again."""
        self.rows, self.seats = [Leds(), Leds()], [Leds()]
        buzzer = Buzzer(lambda hertz: self.tones.append(hertz) if hertz else None)
        self.lights = Lights(self.rows, self.seats, 255, 10_000)
        contacts = [Contact(5, lambda: self.down)]
        self.bar = Core(IDENTITY, self.lights, Buttons(contacts), buzzer, self._to_host.extend, self.now)

    def show(self, cue: Cue) -> None:
        self.cue, self._began = cue, self.now

    def run(self, ms: int) -> None:
        for _ in range(ms):
            self.now += 1
            if self.host_talks:
                self._host()
            self.bar.tick(self.now)

    def meet(self) -> None:
        """Until the bar has said who it is, whatever gets lost meanwhile."""
        while self.link.identity is None:
            self.run(1)

    def lit(self) -> list[bool]:
        return [strip.shown not in (None, (0, 0, 0)) for strip in self.rows + self.seats]

    def _host(self) -> None:
        came, self._to_host[:] = bytes(self._to_host), b""
        self.link.take(self._spoiled(came), self.now)
        for button, down, age in self.link.edges(self.now):
            self._told.edge(button, down, self.now - age)
        self.presses += self._told.told(self.now)
        self.link.check(self.now)
        if self.link.identity is not None:
            self.link.show(self.cue, self._began, self.now)
        for byte in self._spoiled(self.link.due(self.now)):
            self.bar.take(byte, self.now)

    def _spoiled(self, data: bytes) -> bytes:
        """Some bytes are flipped, lost, doubled, or come with others that nobody sent."""
        out = bytearray()
        for byte in data:
            kind = self._random.randrange(4) if self._random.random() < self.share else None
            out += {
                None: bytes((byte,)),
                0: bytes((byte ^ 1 << self._random.randrange(8),)),
                1: b"",
                2: bytes((byte, byte)),
                3: self._random.randbytes(3),
            }[kind]
        return bytes(out)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.sampled_from([0.0, 0.005, 0.01, 0.02]),
    st.lists(st.integers(40, 150), min_size=1, max_size=12),
)
def test_however_bad_the_line_presses_are_told_once_sounds_play_at_most_once_and_the_last_cue_is_shown(
    seed: int, share: float, holds: list[int]
) -> None:
    world = World(seed, share)
    world.meet()
    for at, ms in enumerate(holds):
        world.show(Cue(Kind.PLACE, (Pattern.STEADY,) * (at % 3), sound=Sound.PLACE, text=(str(at),)))
        world.down = True
        world.run(ms)
        world.down = False
        world.run(60)
    world.show(place("ana", "14", 2))
    world.run(1500)
    assert world.lit() == [False, True, False]
    assert [(press.button, press.long) for press in world.presses] == [("confirm", False)] * len(holds)
    assert len(world.tones) <= len(holds) + 1
    lengths = [later.at - press.at for press, later in pairwise(world.presses)]
    assert all(abs(length - held - 60) <= 20 for length, held in zip(lengths, holds, strict=False))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([0.0, 0.01]), st.integers(0, 400))
def test_a_bar_that_starts_again_at_any_moment_gets_the_whole_cue_and_plays_no_sound_twice(
    seed: int, share: float, ms: int
) -> None:
    world = World(seed, share)
    world.meet()
    world.show(place("ana", "14", 1))
    world.run(ms)
    world.plug()
    world.run(1000)
    assert world.lit() == [True, False, False]
    assert len(world.tones) <= 1


@pytest.mark.parametrize("share", [0.0, 0.01])
def test_without_noise_a_cue_takes_a_moment_and_a_day_of_the_same_cue_writes_nothing(share: float) -> None:
    world = World(7, share)
    world.run(50)
    world.show(place("ana", "14", 2))
    world.run(400 if share else 2)
    assert world.lit() == [False, True, False]
    before = [strip.written for strip in world.rows + world.seats]
    world.run(5000)
    assert [strip.written for strip in world.rows + world.seats] == before


def test_the_bar_shows_by_itself_that_its_host_is_silent_goes_dark_and_comes_back_as_it_was() -> None:
    world = World()
    world.run(50)
    world.show(place("ana", "14", 2))
    world.run(300)
    world.host_talks = False
    world.run(messages.SILENT_MS - messages.BEAT_MS)  # its last beat was at most so long ago
    assert world.lit() == [False, True, False]
    while world.lit() != [True, True, True]:
        world.run(1)
    assert world.now <= 350 + messages.SILENT_MS
    world.run(150)
    assert world.lit() == [False, False, False]
    world.run(3000 - 150)
    assert world.lit() == [True, True, True]
    world.run(6000)
    written = [strip.written for strip in world.rows]
    world.run(20_000)
    assert [strip.written for strip in world.rows] == written
    assert world.lit() == [False, False, False]
    world.host_talks = True
    with pytest.raises(PartLost, match="bar_silent"):  # it was busy for so long that it gives up and begins anew
        world.link.check(world.now)
    world.link = BarLink(world.now)
    world.run(20)
    assert world.lit() == [False, True, False]


def test_a_host_that_was_busy_for_a_while_and_goes_on_gets_its_own_cue_back_and_every_press() -> None:
    world = World()
    world.run(50)
    world.show(place("ana", "14", 2))
    world.run(300)
    tones = list(world.tones)
    world.host_talks = False
    for _ in range(2):
        world.down = True
        world.run(100)
        world.down = False
        world.run(1300)
    assert world.lit() == [False, False, False]  # between two flashes
    world.host_talks = True
    world.run(300)
    assert world.lit() == [False, True, False]
    assert world.tones == tones
    assert [press.long for press in world.presses] == [False, False]
    assert abs(world.presses[1].at - world.presses[0].at - 1400) <= 20


def test_what_was_pressed_before_a_host_came_is_not_told() -> None:
    world = World(host_talks=False)
    world.run(100)
    world.down = True
    world.run(100)
    world.down = False
    world.run(100)
    world.host_talks = True
    world.run(300)
    assert not world.presses


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 12)), max_size=300))
def test_buttons_are_quiet_while_they_bounce_and_down_and_up_take_turns_even_when_nobody_listens(
    raw: list[tuple[bool, int]],
) -> None:
    state = [False]
    buttons = Buttons([Contact(2, lambda: state[0])])
    now = 0
    for state[0], ms in raw:
        for _ in range(ms):
            now += 1
            buttons.scan(now)
    assert len(buttons.waiting) <= MOST_WAITING
    assert [closed for _, closed, _ in buttons.waiting] == [at % 2 == 0 for at in range(len(buttons.waiting))]
    times = [at for _, _, at in buttons.waiting]
    assert all(later - at >= 5 for at, later in pairwise(times))


@given(
    st.lists(st.tuples(st.sampled_from(list(Pattern)), *[st.integers(0, 255)] * 3), max_size=8),
    st.integers(0, 255),
    st.integers(0, 2000),
    st.integers(0, 5000),
)
def test_no_cue_ever_draws_more_than_it_may(lights: list[Any], brightness: int, limit: int, ms: int) -> None:
    rows = [Leds(8) for _ in range(4)]
    dark = 32
    shine = Lights(rows, [], brightness, limit)
    shine.show(lights, [], 0)
    shine.tick(ms)
    drawn = sum(8 * sum(strip.shown or ()) * 20 / 255 for strip in rows)
    assert drawn <= max(0, limit - dark)
    assert all(max(strip.shown or (0,)) <= brightness for strip in rows)


def test_a_pattern_of_a_newer_host_is_steady_and_a_sound_of_one_is_silent() -> None:
    strip = Leds()
    tones: list[int] = []
    shine = Lights([strip], [], 255, 10_000)
    shine.show([(200, 1, 2, 3)], [], 0)
    shine.tick(0)
    assert strip.shown == (1, 2, 3)
    buzzer = Buzzer(tones.append)
    buzzer.play(200, 0)
    assert tones == [0]


def test_a_tune_is_played_note_by_note_and_a_newer_one_replaces_it() -> None:
    heard: list[tuple[int, int]] = []
    now = 0
    buzzer = Buzzer(lambda hertz: heard.append((now, hertz)))
    buzzer.play(tunes.TAKE, 0)
    for now in range(200):
        buzzer.tick(now)
    assert heard == [(0, 660), (90, 0), (120, 440)]
    buzzer.play(tunes.PRESS, now)
    for now in range(200, 240):
        buzzer.tick(now)
    assert heard[3:] == [(199, 1175), (219, 0)]


def test_the_builders_settings_make_sense() -> None:
    pins = [*board.ROWS, *board.SEATS, *board.BUTTONS.values(), board.BUZZER]
    assert len(set(pins)) == len(pins)
    assert set(pins) <= {*range(23), 26, 27, 28}
    assert set(board.BUTTONS) <= set(messages.BUTTONS)
    assert patterns.NO_HOST not in set(Pattern)
