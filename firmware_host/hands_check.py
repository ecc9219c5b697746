"""Tries out what is connected, with somebody who watches: each light in turn, sound, display, each button."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware_host.config import Config
from firmware_host.cueing import notice_in, tell_part
from firmware_host.errors import UserError
from firmware_host.words import Said, Words
from hardware import cues
from hardware.connect import plans_for
from hardware.cues import Cue, Kind, Pattern, Sound
from hardware.hands import Hands
from hardware.keeper import Fault, Has
from hardware.presses import Press

SECONDS_TO_OPEN = 4.0
SECONDS_TO_PRESS = 15
EXAMPLE_CARD, EXAMPLE_ROW = "68", 2

Ask = Callable[[str], str]
"""Shows a question and waits for the answer; an `EOFError` ends the asking."""


@dataclass(frozen=True)
class Step:
    """Something to look at: the cue, the question about it, and what is at fault where the answer is no."""

    cue: Cue
    question: str
    what: str


def check_hands(config: Config, words: Words, ask: Ask = input) -> int:
    """Go through everything that is connected; the result is 0 where all of it works."""
    presses: queue.Queue[Press] = queue.Queue()
    news: queue.Queue[Fault] = queue.Queue()
    hands = Hands(plans_for(config.wiring, config.looked_for), presses.put, news.put, notice_in(words))
    try:
        hands.start()
        has = _opened(hands, words)
        if not any((has.rows, has.seats, has.buttons, has.sound, has.display)):
            if hands.faults:
                return 1
            raise UserError(words.say("hands.nothing"))
        good, bad = _go_through(hands, has, presses, words, ask)
    finally:
        hands.close()
    bad += [words.say(f"part_name.{fault.part}") for fault in hands.faults]
    everything = len(good) + len(bad)
    key = "hands.summary_bad" if bad else "hands.summary"
    print(words.say(key, good=len(good), all=everything, bad=tuple(bad)))
    return 1 if bad else 0


def _opened(hands: Hands, words: Words) -> Has:
    """Wait until each part is there or has failed, say which, and tell what they have together."""
    end = time.monotonic() + SECONDS_TO_OPEN
    while time.monotonic() < end and not all(one.tried for one in hands.keepers):
        time.sleep(0.02)
    has = Has()
    for keeper in hands.keepers:
        if keeper.has is not None:
            has = has.joined(keeper.has)
            print(words.say("hands.ready", part=Said(words.say(f"part_name.{keeper.name}"))))
    for fault in hands.faults:
        print(tell_part(words, fault))
    return has


def _go_through(
    hands: Hands, has: Has, presses: queue.Queue[Press], words: Words, ask: Ask
) -> tuple[list[str], list[str]]:
    """What works and what does not, as words for each."""
    results: tuple[list[str], list[str]] = ([], [])
    try:
        for step in steps(has, words):
            hands.show(cues.OFF)
            hands.show(step.cue)
            yes = not ask(step.question + " ").strip().lower().startswith("n")
            _note(step.what, yes, results, words)
        hands.show(cues.OFF)
        for button in has.buttons:
            _note(words.say("hands.what_button", button=button), _pressed(button, presses, words), results, words)
    except EOFError:
        print()
    return results


def _note(what: str, works: bool, results: tuple[list[str], list[str]], words: Words) -> None:
    results[0 if works else 1].append(what)
    said = words.say("hands.works" if works else "hands.fails")
    print(f"  {what}: {said}")


def steps(has: Has, words: Words) -> Iterator[Step]:
    """Every light alone, then the sound, then the display."""
    for row in range(1, has.rows + 1):
        cue = Cue(Kind.PLACE, rows=_alone(row))
        yield Step(cue, words.say("hands.row", row=row), words.say("hands.what_row", row=row))
    for seat in range(1, has.seats + 1):
        cue = Cue(Kind.WAIT, seats=_alone(seat))
        yield Step(cue, words.say("hands.seat", seat=seat), words.say("hands.what_seat", seat=seat))
    if has.sound:
        cue = Cue(Kind.PLACE, sound=Sound.TAKE)
        yield Step(cue, words.say("hands.sound"), words.say("hands.what_sound"))
    if has.display:
        cue = cues.place("ana", EXAMPLE_CARD, EXAMPLE_ROW, text=("ana",)).quiet()
        question = words.say("hands.display", card=EXAMPLE_CARD, row=EXAMPLE_ROW)
        yield Step(cue, question, words.say("hands.what_display"))


def _alone(number: int) -> tuple[Pattern, ...]:
    return (Pattern.OFF,) * (number - 1) + (Pattern.STEADY,)


def _pressed(button: str, presses: queue.Queue[Press], words: Words) -> bool:
    """Ask for that button until it is pressed or the time is over."""
    while not presses.empty():
        presses.get_nowait()
    print(words.say("hands.press", button=button))
    end = time.monotonic() + SECONDS_TO_PRESS
    while (left := end - time.monotonic()) > 0:
        try:
            press = presses.get(timeout=left)
        except queue.Empty:
            break
        if button in press.button.split("+"):
            return True
        print(words.say("hands.other", button=press.button))
    print(words.say("hands.no_press", seconds=SECONDS_TO_PRESS))
    return False
