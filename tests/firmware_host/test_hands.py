"""`drover hands`: what is found, what it looks like, and the trying out with somebody who answers."""

from __future__ import annotations

import ast
import os
import pty
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_host import hands_check, hands_command
from firmware_host.config import Config
from firmware_host.cueing import tell_part
from firmware_host.errors import UserError
from firmware_host.hands_check import check_hands
from firmware_host.tour import tour
from firmware_host.words import LANGUAGES, Words
from firmware_host.words.en import TEXTS
from hardware.connect import Found
from hardware.cues import Cue, Kind, Pattern, Sound
from hardware.errors import PartLost
from hardware.hands import PartPlan
from hardware.keeper import Edge, Fault, Has

HOUSE = Path(__file__).parent.parent.parent
WORDS = Words("en")


class Desk:
    """A part that keeps what it was shown, and presses what it is told to."""

    def __init__(self, has: Has, edge: Edge) -> None:
        self.has = has
        self.edge = edge
        self.shown: list[Cue] = []

    def show(self, cue: Cue, ms: int) -> int | None:
        if not self.shown or self.shown[-1] is not cue:
            self.shown.append(cue)
        return None

    def fileno(self) -> int | None:
        return None

    def close(self) -> None:
        pass

    def press(self, button: str) -> None:
        self.edge(button, True, 60)
        self.edge(button, False, 0)


@pytest.fixture
def desks(monkeypatch: pytest.MonkeyPatch) -> Callable[[Has], list[Desk]]:
    """Connects one part that has so much; the list has it once it was opened."""

    def connected(has: Has) -> list[Desk]:
        opened: list[Desk] = []

        def opener(edge: Edge) -> Desk:
            opened.append(Desk(has, edge))
            return opened[-1]

        monkeypatch.setattr(hands_check, "plans_for", lambda *_: (PartPlan("gpio", opener, prompt=True),))
        return opened

    return connected


def answers(*said: str) -> Callable[[str], str]:
    """Somebody who gives these answers, one after the other, and then no more."""
    left = iter(said)

    def ask(_: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return ask


def test_every_light_is_shown_alone_then_the_sound_then_the_display(
    desks: Callable[[Has], list[Desk]], capsys: pytest.CaptureFixture[str]
) -> None:
    opened = desks(Has(rows=2, seats=1, sound=True, display=True))
    assert check_hands(Config(), WORDS, answers(*("",) * 5)) == 0
    cues = [cue for cue in opened[0].shown if cue.kind is not Kind.OFF]
    assert [(cue.rows, cue.seats) for cue in cues[:3]] == [
        ((Pattern.STEADY,), ()),
        ((Pattern.OFF, Pattern.STEADY), ()),
        ((), (Pattern.STEADY,)),
    ]
    assert cues[3].sound is Sound.TAKE
    assert (cues[4].card, cues[4].row) == ("68", 2)
    assert "5 of 5 work." in capsys.readouterr().out


def test_what_does_not_work_is_named(desks: Callable[[Has], list[Desk]], capsys: pytest.CaptureFixture[str]) -> None:
    desks(Has(rows=2, seats=1))
    assert check_hands(Config(), WORDS, answers("", "N", "nope")) == 1
    assert "1 of 3 work. Check: row 2 and seat 1." in capsys.readouterr().out


def test_each_button_is_asked_for_and_another_one_is_told(
    desks: Callable[[Has], list[Desk]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = desks(Has(buttons=("confirm", "undo")))
    asked = threading.Event()
    say = Words.say

    def heard(self: Words, key: str, **facts: object) -> str:
        if key == "hands.press":
            asked.set()
        return say(self, key, **facts)

    def person() -> None:
        for button in ("undo", "confirm", "undo"):
            if button != "confirm":
                assert asked.wait(10)
                asked.clear()
            time.sleep(0.05)  # as long as a finger needs: presses at the same moment would be a pair
            opened[0].press(button)

    monkeypatch.setattr(Words, "say", heard)
    fingers = threading.Thread(target=person)
    fingers.start()
    assert check_hands(Config(), WORDS, answers()) == 0
    fingers.join()
    told = capsys.readouterr().out
    assert "That was the button: undo." in told
    assert "2 of 2 work." in told


def test_a_button_that_nobody_presses_does_not_work(
    desks: Callable[[Has], list[Desk]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    desks(Has(buttons=("confirm",)))
    monkeypatch.setattr(hands_check, "SECONDS_TO_PRESS", 0)
    assert check_hands(Config(), WORDS, answers()) == 1
    assert "Check: button confirm." in capsys.readouterr().out


def test_where_nothing_is_connected_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: Edge) -> Desk:
        raise PartLost("display_missing", where="/dev/i2c-1", why="bus", error="")

    plans = (PartPlan("display", missing, looked_for=True),)
    monkeypatch.setattr(hands_check, "plans_for", lambda *_: plans)
    with pytest.raises(UserError, match="Nothing is connected"):
        check_hands(Config(), WORDS, answers())


def test_a_part_that_is_configured_and_missing_is_told_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(_: Edge) -> Desk:
        raise PartLost("bar_absent", port="/dev/ttyACM0")

    monkeypatch.setattr(hands_check, "plans_for", lambda *_: (PartPlan("bar", missing),))
    assert check_hands(Config(), WORDS, answers()) == 1
    assert capsys.readouterr().out == "There is no light bar on /dev/ttyACM0. Plug it in.\n"


def test_every_device_found_has_a_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    devices = [
        Found("gpio", "/dev/gpiochip0", (("label", "pinctrl-bcm2711"), ("lines", 58))),
        Found("gpio", "/dev/gpiochip1"),
        Found("oled", "/dev/i2c-1", (("address", "0x3C"),)),
        Found("lcd", "/dev/i2c-1", (("address", "0x27"),)),
        Found("i2c", "/dev/i2c-2"),
        Found("spi", "/dev/spidev0.0"),
        Found("bar", "/dev/ttyACM0", (("rows", 4), ("seats", 6), ("firmware", "1.0"))),
        Found("bar", "/dev/ttyACM1", (("trouble", "bar_no_answer"),)),
    ]
    monkeypatch.setattr(hands_command, "found", lambda: iter(devices))
    for language in LANGUAGES:
        assert hands_command.list_found(Words(language)) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == len(devices)
        assert all(device.where in line for device, line in zip(devices, lines, strict=True))


def test_the_tour_shows_every_kind_of_cue() -> None:
    assert {cue.kind for cue in tour(WORDS)} == set(Kind) - {Kind.OFF}
    shown = {pattern for cue in tour(WORDS) for pattern in (*cue.rows, *cue.seats)}
    assert shown == set(Pattern) - {Pattern.TROUBLE}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "import sys; from firmware_host.cli import main; sys.exit(main())", *arguments]


def test_without_a_terminal_every_cue_is_drawn_once() -> None:
    done = subprocess.run(
        command("hands", "--simulate", "--language", "en"), stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    drawn = done.stdout.decode()
    assert drawn.count("┌") == len(list(tour(WORDS)))
    assert "\x1b" not in drawn
    assert done.stderr == b""


@pytest.fixture
def terminal() -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    far, near = pty.openpty()
    process = subprocess.Popen(
        command("hands", "--simulate", "--language", "en"),
        stdin=near,
        stdout=near,
        stderr=near,
        # Whoever runs the tests in the background may have told them to ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    os.close(near)
    yield process, far
    process.kill()
    process.wait()
    os.close(far)


def until(far: int, wanted: bytes | re.Pattern[bytes], seconds: float = 20.0) -> bytes:
    """What comes from the terminal, up to that."""
    said, end = b"", time.monotonic() + seconds
    found = wanted if isinstance(wanted, re.Pattern) else re.compile(re.escape(wanted))
    while not found.search(said):
        assert select.select([far], [], [], max(0.0, end - time.monotonic()))[0], said[-2000:]
        said += os.read(far, 65536)
    return said


def test_in_a_terminal_it_moves_and_keys_are_buttons(terminal: tuple[subprocess.Popen[bytes], int]) -> None:
    process, far = terminal
    until(far, b"[q] quit")
    os.write(far, b"nnn")  # idle, wait, reveal, place
    first = until(far, "1 \x1b[38;2;0;200;120m●".encode())
    assert b"\x1b[?1049h" not in first  # still the same screen
    os.write(far, b"n")
    # How bright it is just now depends on when it was drawn.
    until(far, re.compile("3 \x1b\\[38;2;[0-9]+;[0-9]+;0m●".encode()))
    os.write(far, b"q")
    until(far, b"\x1b[?1049l")
    assert process.wait(10) == 0


def test_interrupting_it_leaves_the_terminal_as_it_was(terminal: tuple[subprocess.Popen[bytes], int]) -> None:
    process, far = terminal
    until(far, b"[q] quit")
    process.send_signal(signal.SIGINT)
    until(far, b"\x1b[?1049l")
    assert process.wait(10) == 130


def reasons() -> set[str]:
    """Every reason for which a part can be lost, as the code has them."""
    found = set()
    for module in (HOUSE / "hardware").rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(node, ast.Call) and isinstance(called, ast.Name) and called.id in ("PartLost", "PartAbsent"):
                assert isinstance(node.args[0], ast.Constant), module
                found.add(str(node.args[0].value))
    return found


def test_every_reason_why_a_part_is_lost_has_words_and_no_words_are_left_over() -> None:
    texts = {key.removeprefix("part.").partition(".")[0] for key in TEXTS if key.startswith("part.")}
    assert texts == reasons() | {"broken"}


def test_an_error_that_nobody_thought_of_is_told_too() -> None:
    told = tell_part(WORDS, Fault("bar", "broken", (("error", "division by zero"),)))
    assert told == "Light bar failed: division by zero. It is tried again."


def test_documents_name_no_button_that_does_not_exist() -> None:
    text = (HOUSE / "docs" / "build.md").read_text(encoding="utf-8")
    assert set(re.findall(r'"(row/\d)" = ', text)) == {f"row/{row}" for row in range(1, 5)}
