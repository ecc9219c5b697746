"""`drover hands`: what is connected, how it is wired, what it looks like; `hands_check` tries it out."""

from __future__ import annotations

import queue
import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import cycle

from firmware_host.config import Config
from firmware_host.cueing import tell_part
from firmware_host.errors import UserError
from firmware_host.tour import SEATS, tour
from firmware_host.trouble import write_file
from firmware_host.words import Said, Words
from hardware.connect import Found, found
from hardware.cues import Cue, Sound
from hardware.drawing import PI_HEADER, drawn, notes_of, wires_of
from hardware.hands import Hands, PartPlan
from hardware.keeper import Edge, Fault, Part
from hardware.presses import Press
from hardware.terminal import Face, Terminal
from hardware.wiring import Wiring

SECONDS_A_CUE = 5.0
SECONDS_A_PRESS = 1.0
ROWS = 4
KEYS = {**{str(row): f"row/{row}" for row in range(1, ROWS + 1)}, "c": "confirm", "u": "undo", "r": "referee"}
MORE_KEYS = {"n": "next", "q": "quit"}


def list_found(words: Words) -> int:
    """Name every device found, a line each."""
    lines = [line_of(one, words) for one in found()]
    print("\n".join(lines) if lines else words.say("hands.none_found"))
    return 0


def line_of(one: Found, words: Words) -> str:
    facts = dict(one.facts)
    key = f"found.{one.kind}"
    if one.kind == "gpio" and not facts:
        key = "found.gpio_shut"
    if one.kind == "bar" and "trouble" in facts:
        key = "found.no_bar"
        told = (("port", one.where), *one.facts)
        facts["why"] = Said(tell_part(words, Fault("bar", str(facts["trouble"]), told)))
    return words.say_of(key, {"file": one.where, **facts}.__getitem__)


def draw_wiring(config: Config, out: str, words: Words) -> int:
    """Write a drawing of how the configured parts are wired."""
    display = config.wiring.display if "display" in config.said else None
    wiring = Wiring(config.wiring.gpio, display)
    wires = wires_of(wiring)
    if not wires:
        raise UserError(words.say("hands.no_wires"))
    write_file(out, drawn(PI_HEADER, wires, "Raspberry Pi", notes_of(wiring)).encode(), words)
    print(words.say("hands.drawn", file=out))
    return 0


def simulate(words: Words) -> int:
    """Show every kind of cue in the terminal, as lights, display and buttons would."""
    from hardware.panel import drawn as display

    cues = tuple(tour(words))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        terminal = Terminal(sys.stdout, None, Face(ROWS, len(SEATS)), display)
        for cue in cues:
            terminal.show(cue, 0)
        return 0
    presses: queue.Queue[Press] = queue.Queue()
    labels = {name: _label(name, words) for name in (*KEYS.values(), *MORE_KEYS.values())}
    face = Face(ROWS, len(SEATS), {**KEYS, **MORE_KEYS}, labels, words.say("hands.keys"))

    def opened(edge: Edge) -> Part:
        return Terminal(sys.stdout, sys.stdin.fileno(), face, display, edge)

    hands = Hands((PartPlan("terminal", opened),), presses.put, _ignore)
    try:
        hands.start()
        _walk(hands, cues, presses, labels)
    finally:
        hands.close()
    return 0


def _walk(hands: Hands, cues: Iterable[Cue], presses: queue.Queue[Press], labels: dict[str, str]) -> None:
    """One cue after the other, again and again, until somebody wants to quit; a press is answered at once."""
    for cue in cycle(cues):
        hands.show(cue)
        while (press := _press(presses, SECONDS_A_CUE)) is not None and press.button != "next":
            if press.button == "quit":
                return
            said = " + ".join(labels[name] for name in press.button.split("+")) + (" …" if press.long else "")
            hands.show(replace(cue, text=(said,), sound=Sound.PRESS))
            if _press_follows(presses):
                continue
            hands.show(cue.quiet())


def _press(presses: queue.Queue[Press], seconds: float) -> Press | None:
    try:
        return presses.get(timeout=seconds)
    except queue.Empty:
        return None


def _press_follows(presses: queue.Queue[Press]) -> bool:
    """Whether there is another press within a moment; it stays in the queue."""
    press = _press(presses, SECONDS_A_PRESS)
    if press is not None:
        presses.queue.appendleft(press)
    return press is not None


def _label(name: str, words: Words) -> str:
    """What a button is called: rows by their number, the others by what they do."""
    kind, _, number = name.partition("/")
    return f"{words.say(f'button.{kind}')} {number}".strip()


def _ignore(_: Fault) -> None:
    """The terminal is all there is: where it fails there is nobody to tell."""
