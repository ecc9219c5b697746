"""The host's side of the light bar: its port, whatever goes wrong there, and a bar that says strange things."""

from __future__ import annotations

import os
import pty
import select
import termios
import threading
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from serial.tools import list_ports

from hardware import bar_port, cues
from hardware.bar import LightBar, list_bars, open_bar
from hardware.bar_link import BarLink
from hardware.bar_port import Port, candidates
from hardware.cues import Cue, Kind, Pattern, Sound
from hardware.errors import PartAbsent, PartLost
from hardware.pico import frames, messages
from hardware.wiring import Bar
from tests.hardware.pico import Pico, wait_until

IDENTITY = messages.identity((1, 2, 3), 99, 4, 6, 0b00100001, 1, 380, bytes(8))
CUE = cues.place("ana", "14", 2)


class Peer:
    """A bar on paper: joins a link's session, and keeps what the link says."""

    def __init__(self, identity: bytes = IDENTITY) -> None:
        self.link, self._receiver = BarLink(0), frames.Receiver()
        self.heard = self.listen(0)
        self.say(messages.IDENTITY, 0, identity)

    def say(self, kind: int, number: int, payload: bytes = b"", now: int = 0, session: int | None = None) -> None:
        self.link.take(frames.encode(self.link.session if session is None else session, kind, number, payload), now)

    def listen(self, now: int) -> list[tuple[int, int, bytes]]:
        """What the link says now, without its beats."""
        said = filter(None, map(self._receiver.take, self.link.due(now)))
        return [frame[1:] for frame in said if frame[1] != messages.BEAT]


@pytest.fixture
def line() -> Iterator[tuple[int, str]]:
    """The bar's end of a port, and the port's name."""
    bar, host = pty.openpty()
    tty.setraw(host)
    yield bar, os.ttyname(host)
    for each in (bar, host):
        with suppress(OSError):
            os.close(each)


def open_on(line: tuple[int, str]) -> LightBar:
    return LightBar(Port(line[1]), BarLink(0), lambda *_: None, lambda: 0)


def test_the_bar_says_what_it_has(tmp_path: Path) -> None:
    with Pico(tmp_path) as pico:
        bar = open_bar(Bar(pico.port), lambda *_: None)
        assert (bar.has.rows, bar.has.seats, bar.has.sound, bar.has.display) == (4, 6, True, False)
        assert bar.has.buttons == ("row/1", "row/2", "row/3", "row/4", "confirm", "undo", "referee")
        assert bar.port == pico.port
        with pytest.raises(PartLost, match="bar_taken"):
            open_bar(Bar(pico.port), lambda *_: None)
        bar.close()


def test_auto_asks_every_likely_port_and_takes_the_one_that_answers(
    tmp_path: Path, line: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Pico(tmp_path) as pico:
        ports = [("/dev/none", 0x2E8A), ("/dev/mouse", 0x046D), (line[1], 0x2E8A), (pico.port, 0x2E8A)]
        found = [SimpleNamespace(device=device, vid=vid) for device, vid in ports]
        monkeypatch.setattr(list_ports, "comports", lambda: found)
        bar = open_bar(Bar(), lambda *_: None)
        assert bar.port == pico.port
        bar.close()
        told = {port: dict(facts) for port, facts in list_bars()}
        assert told["/dev/none"] == {"trouble": "bar_absent"}
        assert told[line[1]] == {"trouble": "bar_no_answer"}
        assert (told[pico.port]["firmware"], told[pico.port]["rows"]) == ("1.0.0", 4)
        assert "/dev/mouse" not in told


def test_a_stable_name_comes_first_and_its_port_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (port := tmp_path / "ttyACM1").touch()
    (stable := tmp_path / "drover-bar").symlink_to(port)
    found = [SimpleNamespace(device=str(tmp_path / name), vid=0x2E8A) for name in ("ttyACM0", "ttyACM1")]
    monkeypatch.setattr(list_ports, "comports", lambda: found)
    monkeypatch.setattr(bar_port, "STABLE_NAME", stable)
    assert candidates() == [str(stable), str(tmp_path / "ttyACM0")]


def test_where_no_pico_is_nothing_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_ports, "comports", list)
    with pytest.raises(PartAbsent, match="bar_absent: port=auto"):
        open_bar(Bar(), lambda *_: None)


@pytest.mark.parametrize(
    "error",
    [serial.SerialException("no data"), OSError(5, "Input/output error"), termios.error(5, "Input/output error")],
    ids=["pyserial's", "the system's", "the terminal's"],
)
@pytest.mark.parametrize("call", ["read", "fileno"])
def test_whatever_an_unplugged_port_raises_the_bar_is_lost(
    line: tuple[int, str], error: Exception, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bar = open_on(line)

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(bar._port._serial, call, fail)
    with pytest.raises(PartLost, match="bar_unplugged") as lost:
        bar.show(CUE, 0)
    assert lost.value.facts["port"] == line[1]
    monkeypatch.undo()
    bar.close()


def test_a_real_hang_up_is_noticed_at_once_and_closing_raises_nothing(line: tuple[int, str]) -> None:
    bar = open_on(line)
    bar.show(CUE, 0)
    os.close(line[0])
    assert (listened := bar.fileno()) is not None
    assert select.select([listened], [], [], 1)[0]
    with pytest.raises(PartLost, match="bar_unplugged"):
        bar.show(CUE, 0)
    bar.close()


def test_a_line_that_takes_nothing_more_never_blocks(line: tuple[int, str]) -> None:
    port = Port(line[1])
    port.write(bytes(1_000_000))
    assert port.busy
    port.write(b"")
    while port.busy:
        os.read(line[0], 65536)
        port.write(b"")
    port.close()


def test_a_hundred_thousand_random_bytes_to_the_host_are_no_bar_no_press_and_no_trouble(line: tuple[int, str]) -> None:
    presses: list[object] = []
    bar = LightBar(Port(line[1]), BarLink(0), lambda *edge: presses.append(edge), lambda: 0)
    noise = memoryview(os.urandom(100_000))
    while noise:
        noise = noise[os.write(line[0], noise[:2000]) :]
        bar.show(CUE, 0)
        os.set_blocking(line[0], False)
        with suppress(BlockingIOError):
            os.read(line[0], 65536)
        os.set_blocking(line[0], True)
    assert bar.identity is None
    assert not presses
    bar.close()


def test_a_bar_of_another_version_is_refused_with_both_versions() -> None:
    newer = bytes((messages.VERSION + 1, 0, 2, 0, 7)) + bytes(40)
    with pytest.raises(PartLost) as refused:
        Peer(newer)
    assert (refused.value.reason, refused.value.facts) == (
        "bar_version",
        {"theirs": messages.VERSION + 1, "ours": messages.VERSION, "firmware": "2.0.7"},
    )


def test_a_port_with_a_bar_of_another_version_is_named(line: tuple[int, str]) -> None:
    with Answering(line[0], bytes((9, 0, 3, 1, 4))), pytest.raises(PartLost, match="bar_version") as refused:
        open_bar(Bar(line[1]), lambda *_: None)
    assert refused.value.facts["port"] == line[1]


class Answering:
    """Answers the first hello on a line with that identity."""

    def __init__(self, line: int, identity: bytes) -> None:
        self._line, self._identity = line, identity

    def __enter__(self) -> None:
        self._thread = threading.Thread(target=self._answer)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._thread.join()

    def _answer(self) -> None:
        receiver = frames.Receiver()
        while not (said := list(filter(None, map(receiver.take, os.read(self._line, 99))))):
            pass
        os.write(self._line, frames.encode(said[0][0], messages.IDENTITY, 0, self._identity))


def test_a_cue_is_sent_until_it_is_acknowledged_then_no_more() -> None:
    peer = Peer()
    peer.link.show(CUE, 0, 0)
    at = [ms for ms in range(400) for kind, number, _ in peer.listen(ms) if (kind, number) == (messages.SHOW, 1)]
    assert at == [0, 20, 60, 140, 220, 300, 380]
    peer.say(messages.ACK, 1, bytes((messages.SHOW,)), 400)
    assert not [said for ms in range(400, 900) for said in peer.listen(ms)]


def test_a_newer_cue_replaces_one_that_is_under_way() -> None:
    peer = Peer()
    peer.link.show(CUE, 0, 0)
    assert [number for _, number, _ in peer.listen(0)] == [1]
    peer.link.show(cues.choose("ana", "14", [1]), 5, 5)
    peer.link.show(cues.choose("ana", "14", [1, 2]), 6, 6)
    assert [(ms, number) for ms in range(7, 40) for _, number, _ in peer.listen(ms)] == [(20, 3)]


def test_the_whole_cue_is_told_with_colours_for_as_many_lights_as_there_are() -> None:
    peer = Peer()
    cue = Cue(Kind.PLACE, (Pattern.OFF, Pattern.PULSE), (Pattern.WAIT,) * 10, Sound.TAKE, notices=("camera",))
    peer.link.show(cue, 0, 300)
    told = messages.read_show(peer.listen(300)[0][2])
    assert told is not None
    sound, ms, rows, seats = told
    assert (sound, ms) == (Sound.TAKE, 300)
    assert [light[0] for light in rows] == [Pattern.TROUBLE, Pattern.PULSE, Pattern.TROUBLE, Pattern.TROUBLE]
    assert seats == [(Pattern.WAIT, 200, 200, 200)] * 6


def test_edges_are_told_once_with_their_age_and_acknowledged_each_time() -> None:
    peer = Peer()
    edged = messages.edges(1000, [(messages.DOWN | 5, 90), (5, 5)])
    for _ in range(2):
        peer.say(messages.EDGES, 2, edged)
    peer.say(messages.EDGES, 3, messages.edges(1010, [(5, 15), (messages.DOWN | 0, 1)]), now=10)
    assert peer.link.edges(10) == [("confirm", True, 100), ("confirm", False, 15), ("row/1", True, 1)]
    assert peer.link.edges(10) == []
    assert peer.listen(10) == [(messages.ACK, number, bytes((messages.EDGES,))) for number in (2, 2, 3)]


def test_a_busy_host_tells_presses_at_their_time_by_the_bars_clock() -> None:
    peer = Peer()
    start = messages.CLOCK - 100  # so that the bar's clock goes round meanwhile
    peer.say(messages.BEAT, 0, messages.beat(start), now=0)
    # Both lay about until the host had time, at 900.
    peer.say(messages.EDGES, 1, messages.edges(start + 205, [(messages.DOWN | 6, 5)]), now=900)
    peer.say(messages.EDGES, 2, messages.edges(start + 285, [(messages.DOWN | 6, 85), (6, 5)]), now=900)
    peer.say(messages.BEAT, 0, messages.beat(start + 899), now=900)
    (_, _, down), (_, _, up) = peer.link.edges(900)
    assert down - up == 80
    assert abs(900 - down - 200) <= 2


def test_buttons_that_nobody_knows_are_skipped() -> None:
    peer = Peer()
    peer.say(messages.EDGES, 1, messages.edges(0, [(messages.DOWN | 100, 0)]))
    assert peer.link.edges(0) == []


def test_unknown_messages_are_acknowledged_and_skipped() -> None:
    peer = Peer()
    peer.say(99, 7, b"news")
    peer.say(99, 0, b"news that need no answer")
    assert peer.listen(0) == [(messages.ACK, 7, b"\x63")]


def test_a_bar_that_asks_for_answers_without_end_gets_a_bounded_number() -> None:
    peer = Peer()
    for _ in range(5000):
        peer.say(99, 7)
    assert len(peer.link.due(0)) < 2000


def test_a_bar_that_started_again_gets_the_whole_cue_without_its_sound() -> None:
    peer = Peer()
    peer.link.show(CUE, 0, 0)
    before = peer.link.session
    assert peer.listen(0)
    peer.say(messages.BEAT, 0, messages.beat(3), now=50, session=0)
    assert peer.link.session != before
    assert peer.link.identity is None
    assert [kind for kind, _, _ in peer.listen(50)] == [messages.HELLO]
    peer.say(messages.BEAT, 0, messages.beat(4), now=51, session=0)  # it has not heard it yet
    peer.say(messages.IDENTITY, 0, IDENTITY, now=60)
    peer.link.show(CUE, 0, 60)
    kind, number, payload = peer.listen(60)[0]
    told = messages.read_show(payload)
    assert (kind, number) == (messages.SHOW, 1)
    assert told is not None
    assert told[:2] == (Sound.NONE, 60)


def test_a_bar_that_started_again_while_a_button_was_held_is_opened_anew() -> None:
    peer = Peer()
    peer.say(messages.EDGES, 1, messages.edges(0, [(messages.DOWN | 5, 0)]))
    with pytest.raises(PartLost, match="bar_restarted"):
        peer.say(messages.BEAT, 0, messages.beat(3), session=0)


def test_silence_is_missed_and_so_is_deafness() -> None:
    peer = Peer()
    peer.link.check(messages.SILENT_MS - 1)
    with pytest.raises(PartLost, match="bar_silent"):
        peer.link.check(messages.SILENT_MS)
    deaf = Peer()
    deaf.link.show(CUE, 0, 0)
    for now in range(0, 5000, 250):
        deaf.say(messages.BEAT, 0, messages.beat(now), now=now)
        deaf.link.check(now)
    with pytest.raises(PartLost, match="bar_silent"):
        deaf.link.check(5000)


def test_the_next_thing_to_do_is_never_slept_over() -> None:
    peer = Peer()
    peer.link.due(0)
    assert peer.link.wait(0) == messages.BEAT_MS
    peer.link.show(CUE, 10, 10)
    assert peer.link.wait(10) == 0
    peer.link.due(10)
    assert peer.link.wait(10) == messages.RESEND_FIRST_MS


def test_closing_leaves_the_bar_dark(tmp_path: Path) -> None:
    with Pico(tmp_path) as pico:
        bar = open_bar(Bar(pico.port), lambda *_: None)
        bar.show(CUE, 0)
        wait_until(lambda: any(any(colour) for colour in pico.rows()))
        bar.close()
        wait_until(lambda: not any(any(colour) for colour in pico.rows()))
